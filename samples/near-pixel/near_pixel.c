/*
 * near_pixel.c - collision by point lists, as in the article, beside hitmask
 *
 *     make sample-near-pixel
 *
 * A sprite is a map of 24 x 24 cells, solid where the alpha of any pixel is above 200. The
 * article lists the solid cells as points, and looks for points of one sprite in the map of the
 * other. Then it prunes both: it drops a cell when all cells up to 4 away are solid. Its rule
 * for the border also drops every cell within 4 of the border, and so misses contacts that the
 * player sees. The baker keeps these cells, or drops them with --prune-border drop. The keys
 * switch between the rules:
 *
 *     m   maps and points: all of them, or pruned
 *     b   the border: kept, or as in the article
 *     t   upright, or turning and growing
 *
 * A point stands for the middle pixel of its cell. All positions are 16.16 fixed point.
 */
#include "article.h"
#include "picture.h"
#include "stage.h"

#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 480,
    HEIGHT = 320,
    FLOOR = 264,
    ROCKS = 3,
    SPRITES = ROCKS + 1,
    SPEED = 3,
};

/* The baked pictures: one pack for each way to list points. */
enum list { ALL, KEPT, ARTICLE, LISTS };

static const struct stage_about about = {
    .name = "near-pixel",
    .packs = {"ALL", "KEPT", "ARTICLE"},
    .keys = "the arrows move, m: maps, b: border, t: turning",
    .bake = "hitmask bake --preset nearpixel; ALL: --prune 0; ARTICLE: --prune-border drop",
    .width = WIDTH,
    .height = HEIGHT,
};

/* One of a kind, with its lists made by both ways. */
struct kind {
    const char *file;
    struct picture art;
    struct map maps[LISTS];
    hm_sprite sprites[LISTS]; /* with points */
    hm_sprite cells[LISTS];   /* just the listed cells, as solid pixels */
    uint8_t buffers[LISTS][4096];
};

struct actor {
    const struct kind *kind;
    hm_placement placement;
    int drift_x, drift_y;
};

/* The place of a point of one sprite in another's map. */
struct contact {
    bool found, point_of_rock;
    hm_point point;
};

struct game {
    struct kind saucer, asteroid;
    struct actor actors[SPRITES]; /* the first is the player's */
    hm_affine maps[ROCKS];        /* from the player's to each rock */
    bool pruned, article, turning;
    bool near[ROCKS]; /* worth asking */
    bool published[ROCKS];
    struct contact ours[ROCKS];
    bool missed[ROCKS]; /* by the article's border */
    unsigned missed_frames, pixel_frames, coarse_frames;
    struct duel duel;
};

/* ---- The two ways ------------------------------------------------------------------------- */

static enum list list_of(const struct game *game)
{
    return !game->pruned ? ALL : game->article ? ARTICLE : KEPT;
}

static void decide_as_published(void *context)
{
    struct game *const game = context;
    const enum list list = list_of(game);
    for (int i = 0; i < ROCKS; i++) {
        const struct map *const a = &game->saucer.maps[list], *const b = &game->asteroid.maps[list];
        game->published[i] = game->near[i] && (points_meet_map(a, b, &game->maps[i].to_b) ||
                                               points_meet_map(b, a, &game->maps[i].to_a));
    }
}

/* Upright sprites stand at a whole-pixel offset, for which there is a shorter way. */
static bool find_contact(const struct kind *a, const struct kind *b, enum list list, bool turning,
                         const hm_affine *map, hm_point *hit)
{
    if (turning)
        return hm_affine_points(&a->sprites[list], &b->cells[list], map, UINT32_MAX, hit);
    return hm_points_overlap(&a->sprites[list], &b->cells[list], (int32_t)(map->to_a.x / ONE),
                             (int32_t)(map->to_a.y / ONE), UINT32_MAX, hit);
}

static struct contact contact_with(const struct game *game, int rock, enum list list)
{
    const struct kind *const a = &game->saucer, *const b = &game->asteroid;
    struct contact contact = {.found = false};
    hm_affine back;
    if (!game->near[rock])
        return contact;
    if (find_contact(a, b, list, game->turning, &game->maps[rock], &contact.point)) {
        contact.found = true;
        return contact;
    }
    hm_affine_inverse(&game->maps[rock], &back);
    contact.point_of_rock = true;
    contact.found = find_contact(b, a, list, game->turning, &back, &contact.point);
    return contact;
}

static void decide(void *context)
{
    struct game *const game = context;
    for (int i = 0; i < ROCKS; i++)
        game->ours[i] = contact_with(game, i, list_of(game));
}

/* ---- Loading ------------------------------------------------------------------------------ */

/* The listed cells as a sprite of their own: what the article calls the pruned map. */
static bool make_cells(struct kind *kind, enum list list)
{
    uint8_t bits[SIZE][SIZE / 8] = {{0}};
    hm_point point;
    for (uint32_t i = 0; hm_sprite_point(&kind->sprites[list], i, &point); i++)
        for (int y = point.y / CELL * CELL; y < point.y / CELL * CELL + CELL; y++)
            for (int x = point.x / CELL * CELL; x < point.x / CELL * CELL + CELL; x++)
                bits[y][x / 8] |= (uint8_t)(1 << x % 8);
    return hm_sprite_from_bits(bits, sizeof bits[0], SIZE, SIZE, kind->buffers[list],
                               sizeof kind->buffers[list], &kind->cells[list]);
}

/* True if the baked points are those of the map, one for one. */
static bool lists_map(const hm_sprite *sprite, const struct map *map)
{
    uint32_t count = 0;
    hm_point point;
    for (int y = 0; y < CELLS; y++)
        for (int x = 0; x < CELLS; x++)
            count += map->cells[y][x];
    for (uint32_t i = 0; hm_sprite_point(sprite, i, &point); i++)
        if (point.x % CELL != CELL / 2 || point.y % CELL != CELL / 2 ||
            !map->cells[point.y / CELL][point.x / CELL])
            return false;
    return count == hm_sprite_point_count(sprite);
}

static bool load_kind(struct stage *stage, const hm_pack packs[LISTS], const char *file,
                      struct kind *kind)
{
    kind->file = file;
    if (!picture_load(stage, file, ALPHA_ONLY, &kind->art))
        return false;
    if (kind->art.width != SIZE || kind->art.height != SIZE)
        return stage_fail(stage, NULL, "%s must be of %d x %d pixels", file, SIZE, SIZE);
    make_map(&kind->art, &kind->maps[ALL]);
    prune_map(&kind->maps[ALL], false, &kind->maps[KEPT]);
    prune_map(&kind->maps[ALL], true, &kind->maps[ARTICLE]);
    for (int list = 0; list < LISTS; list++) {
        hm_sprite *const sprite = &kind->sprites[list];
        if (!stage_sprite(stage, list, &packs[list], file, &kind->art, THRESHOLD, sprite))
            return false;
        if (!lists_map(sprite, &kind->maps[list]))
            return stage_fail(stage, stage->pack_paths[list],
                              "%s was baked with other points; 'make sample-near-pixel' bakes "
                              "it (%s)",
                              file, about.bake);
        if (!make_cells(kind, (enum list)list))
            return stage_fail(stage, NULL, "a buffer is too small");
    }
    return true;
}

static bool load(struct game *game, struct stage *stage)
{
    static const struct {
        int x, y, drift_x, drift_y;
    } start[SPRITES] = {{110, 150, 0, 0}, {250, 60, 1, 1}, {380, 130, -1, 1}, {240, 200, 1, -1}};
    hm_pack packs[LISTS];
    for (int list = 0; list < LISTS; list++)
        if (!stage_pack(stage, list, &packs[list]))
            return false;
    if (!load_kind(stage, packs, "saucer.png", &game->saucer) ||
        !load_kind(stage, packs, "asteroid.png", &game->asteroid))
        return false;
    for (int i = 0; i < SPRITES; i++)
        game->actors[i] = (struct actor){
            .kind = i == 0 ? &game->saucer : &game->asteroid,
            .placement = {start[i].x * ONE, start[i].y * ONE, SIZE / 2 * ONE, SIZE / 2 * ONE, ONE,
                          ONE, 0},
            .drift_x = start[i].drift_x,
            .drift_y = start[i].drift_y,
        };
    game->pruned = game->article = true;
    return true;
}

/* ---- A frame ------------------------------------------------------------------------------ */

static const char *rule_name(const struct game *game)
{
    return !game->pruned   ? "points against maps"
           : game->article ? "pruned, the article's border"
                           : "pruned, borders kept";
}

/* A row of the cells of a kind: what the article lists, what it lost, and the one at `mark`. */
static void print_row(const struct kind *kind, int y, hm_point mark)
{
    for (int x = 0; x < CELLS; x++)
        putchar(x == mark.x / CELL && y == mark.y / CELL ? '@'
                : kind->maps[ARTICLE].cells[y][x]        ? 'o'
                : kind->maps[KEPT].cells[y][x]           ? 'x'
                : kind->maps[ALL].cells[y][x]            ? '-'
                                                         : ' ');
}

/* Says which cell the article has lost, and draws it: a point of one kind, at left, and the cell
 * of the other's map that it lies in. */
static void print_miss(const struct game *game, int rock, unsigned frame)
{
    const struct contact contact = contact_with(game, rock, KEPT);
    const bool of_rock = contact.point_of_rock;
    const struct kind *const a = of_rock ? &game->asteroid : &game->saucer;
    const struct kind *const b = of_rock ? &game->saucer : &game->asteroid;
    const hm_point point = contact.point;
    const hm_point cell =
        land(of_rock ? &game->maps[rock].to_a : &game->maps[rock].to_b, contact.point);
    const bool has_point = value_at(&a->maps[ARTICLE], point);
    const bool has_cell = value_at(&b->maps[ARTICLE], cell);
    printf("frame %u: rock %d: the article misses it: its border drops %s\n", frame, rock,
           !has_point && !has_cell ? "the point and the cell"
           : !has_point            ? "the point"
           : !has_cell             ? "the cell"
                                   : "nothing");
    for (int y = 0; y < CELLS; y++) {
        printf("    |");
        print_row(a, y, point);
        printf("|   |");
        print_row(b, y, cell);
        printf("|\n");
    }
    printf("    o listed, x dropped by the article's border, - deep inside, @ the contact\n");
}

static bool pixels_touch(const struct game *game, int rock)
{
    return game->near[rock] && hm_affine_overlap(&game->saucer.sprites[ALL],
                                                 &game->asteroid.sprites[ALL], &game->maps[rock]);
}

/* The answers of all ways, whichever decides. */
static void compare(struct game *game, unsigned frame)
{
    bool pixels = false, coarse = false, missed = false;
    for (int i = 0; i < ROCKS; i++) {
        const bool kept = contact_with(game, i, KEPT).found;
        const bool now_missed = kept && !contact_with(game, i, ARTICLE).found;
        if (now_missed && !game->missed[i])
            print_miss(game, i, frame);
        game->missed[i] = now_missed;
        missed |= now_missed;
        pixels |= pixels_touch(game, i);
        coarse |= kept && !pixels_touch(game, i);
    }
    game->missed_frames += missed;
    game->pixel_frames += pixels;
    game->coarse_frames += coarse;
}

/* True if the circles round two sprites meet. Both ways begin with this. */
static bool are_near(const hm_placement *a, const hm_placement *b)
{
    const int64_t x = (a->x - b->x) / ONE, y = (a->y - b->y) / ONE;
    const int64_t reach = ((int64_t)a->scale_x + b->scale_x) * (SIZE * 3 / 4) / ONE;
    return x * x + y * y <= reach * reach;
}

static void collide(struct game *game, const struct stage *stage)
{
    struct contact before[ROCKS];
    bool same = true;
    memcpy(before, game->ours, sizeof before);
    for (int i = 0; i < ROCKS; i++) {
        const hm_placement *const player = &game->actors[0].placement;
        const hm_placement *const rock = &game->actors[i + 1].placement;
        game->near[i] = are_near(player, rock) && hm_affine_place(&game->maps[i], player, rock);
    }
    duel_fight(&game->duel, decide, decide_as_published, game);
    for (int i = 0; i < ROCKS; i++) {
        same &= game->ours[i].found == game->published[i];
        if (stage->reference)
            game->ours[i].found = game->published[i];
        if (game->ours[i].found != before[i].found)
            printf("frame %u: rock %d: %s (%s%s)\n", stage->frame, i,
                   game->ours[i].found ? "touch" : "free", rule_name(game),
                   game->turning ? ", turning" : "");
    }
    duel_note(&game->duel, same);
    compare(game, stage->frame);
}

static int64_t clamp(int64_t value, int64_t high)
{
    return value < 0 ? 0 : value > high ? high : value;
}

static void steer(struct game *game, const struct stage *stage)
{
    hm_placement *const place = &game->actors[0].placement;
    const int way_x = (stage->keys & KEY_RIGHT ? 1 : 0) - (stage->keys & KEY_LEFT ? 1 : 0);
    const int way_y = (stage->keys & KEY_DOWN ? 1 : 0) - (stage->keys & KEY_UP ? 1 : 0);
    place->x = clamp(place->x + way_x * SPEED * ONE, WIDTH * ONE);
    place->y = clamp(place->y + way_y * SPEED * ONE, FLOOR * ONE);
    game->pruned ^= (stage->pressed & KEY_M) != 0;
    game->article ^= (stage->pressed & KEY_B) != 0;
    game->turning ^= (stage->pressed & KEY_T) != 0;
}

/* Between -limit and limit, to and fro. */
static int swing(unsigned frame, int limit)
{
    const int at = (int)(frame % (unsigned)(4 * limit));
    return at < limit ? at : at < 3 * limit ? 2 * limit - at : at - 4 * limit;
}

static void drift(struct game *game, unsigned frame)
{
    for (int i = 0; i < SPRITES; i++) {
        struct actor *const actor = &game->actors[i];
        hm_placement *const place = &actor->placement;
        if (frame % 2 == 0) {
            place->x += actor->drift_x * ONE;
            place->y += actor->drift_y * ONE;
        }
        if (i > 0 && (place->x < SIZE / 2 * ONE || place->x > (WIDTH - SIZE / 2) * ONE))
            actor->drift_x = place->x < WIDTH / 2 * ONE ? 1 : -1;
        if (i > 0 && (place->y < SIZE / 2 * ONE || place->y > (FLOOR - SIZE / 2) * ONE))
            actor->drift_y = place->y < FLOOR / 2 * ONE ? 1 : -1;
        place->angle = game->turning ? frame * (unsigned)(150 + 90 * i) : 0;
        place->scale_x = place->scale_y =
            game->turning && i > 0 ? ONE + swing(frame, 60 + 10 * i) * ONE / 180 : ONE;
    }
}

/* ---- Drawing ------------------------------------------------------------------------------ */

static void draw_actor(struct stage *stage, const struct actor *actor)
{
    const hm_placement *const place = &actor->placement;
    stage_picture_turned(stage, &actor->kind->art, (int)(place->x / ONE), (int)(place->y / ONE),
                         (SDL_Point){SIZE / 2, SIZE / 2}, place->angle, place->scale_x);
}

/* The place of a pixel of an actor's picture in the world. */
static hm_point in_world(const struct actor *actor, hm_point pixel)
{
    static const hm_placement world = {0, 0, 0, 0, ONE, ONE, 0};
    hm_affine map;
    hm_affine_place(&map, &actor->placement, &world);
    return land(&map.to_b, pixel);
}

/* Points that all rules list are yellow; those that the article's border drops are red where it
 * decides, and green where they are kept. */
enum { LISTED = (int)0xffe27aff, DROPPED = (int)0xff4a5ad0, SAVED = (int)0x8affa0ff };

static void draw_points(const struct game *game, struct stage *stage, const struct actor *actor)
{
    const struct kind *const kind = actor->kind;
    const enum list list = game->pruned ? KEPT : ALL;
    hm_point point;
    for (uint32_t i = 0; hm_sprite_point(&kind->sprites[list], i, &point); i++) {
        const bool dropped =
            game->pruned && !kind->maps[ARTICLE].cells[point.y / CELL][point.x / CELL];
        const hm_point at = in_world(actor, point);
        stage_fill(stage, (hm_box){at.x, at.y, at.x + 2, at.y + 2},
                   (uint32_t)(!dropped        ? LISTED
                              : game->article ? DROPPED
                                              : SAVED));
    }
}

static void draw_contact(const struct game *game, struct stage *stage, int rock)
{
    const struct contact contact =
        contact_with(game, rock, game->missed[rock] ? KEPT : list_of(game));
    if (!contact.found)
        return;
    const hm_point at =
        in_world(&game->actors[contact.point_of_rock ? rock + 1 : 0], contact.point);
    const bool missed = game->missed[rock] && game->pruned && game->article;
    const uint32_t color = missed ? 0xff4a5aff : 0x8affa0ff;
    stage_frame(stage, (hm_box){at.x - 6, at.y - 6, at.x + 7, at.y + 7}, color);
    stage_frame(stage, (hm_box){at.x - 5, at.y - 5, at.x + 6, at.y + 6}, color);
    stage_fill(stage, (hm_box){at.x - 48, at.y + 9, at.x - 6, at.y + 21}, 0x12142ae0);
    stage_text(stage, at.x - 45, at.y + 11, color, missed ? "missed" : " touch");
}

static void draw_legend(const struct game *game, struct stage *stage)
{
    const char *const border = game->article ? "dropped by the article's border"
                                             : "kept, which the article's border drops";
    stage_fill(stage, (hm_box){10, 10, 16, 16}, (uint32_t)LISTED);
    stage_text(stage, 22, 10, 0xc8ccd8ff, "points, in cells of 3 x 3 pixels");
    if (!game->pruned)
        return;
    stage_fill(stage, (hm_box){10, 22, 16, 28}, (uint32_t)(game->article ? DROPPED : SAVED));
    stage_text(stage, 22, 22, 0xc8ccd8ff, "%s", border);
}

static void draw_panel(const struct game *game, struct stage *stage)
{
    bool touch = false, missed = false, pixels = false;
    for (int i = 0; i < ROCKS; i++) {
        touch |= game->ours[i].found;
        missed |= game->missed[i];
        pixels |= pixels_touch(game, i);
    }
    stage_fill(stage, (hm_box){0, FLOOR, WIDTH, HEIGHT}, 0x1d2030ff);
    stage_text(stage, 10, FLOOR + 10, 0xffffffff, "%s: %s", rule_name(game),
               touch ? "touch" : "free");
    stage_text(stage, 10, FLOOR + 24, 0xc8ccd8ff, "pixels: %s", pixels ? "touch" : "free");
    if (missed)
        stage_text(stage, 10, FLOOR + 38, 0xff8a8aff,
                   "the article has no points within 4 cells of the border, and misses it");
    stage_text(stage, 300, FLOOR + 10, 0x8a90a8ff, "decided by %s",
               stage->reference ? "the article" : "hitmask");
    stage_text(stage, 300, FLOOR + 24, 0x8a90a8ff, "m maps  b border  t turning");
}

static void draw(const struct game *game, struct stage *stage)
{
    uint32_t random = 3;
    stage_clear(stage, 0x12142aff);
    for (int i = 0; i < 90; i++) {
        const int x = (int)random_below(&random, WIDTH), y = (int)random_below(&random, FLOOR);
        stage_fill(stage, (hm_box){x, y, x + 1 + i % 2, y + 1 + i % 2}, 0xffffff50);
    }
    for (int i = SPRITES - 1; i >= 0; i--)
        draw_actor(stage, &game->actors[i]);
    for (int i = 0; i < SPRITES; i++)
        draw_points(game, stage, &game->actors[i]);
    for (int i = 0; i < ROCKS; i++)
        draw_contact(game, stage, i);
    draw_legend(game, stage);
    draw_panel(game, stage);
}

int main(int argc, char **argv)
{
    static struct game game;
    struct stage stage;
    if (stage_open(&stage, &about, argc, argv) && load(&game, &stage)) {
        while (stage_step(&stage)) {
            steer(&game, &stage);
            drift(&game, stage.frame);
            collide(&game, &stage);
            if (stage.seen)
                draw(&game, &stage);
            stage_show(&stage);
        }
        printf(
            "pixels touch in %u frames; the article's border misses a touch in %u; maps are "
            "too coarse in %u\n",
            game.pixel_frames, game.missed_frames, game.coarse_frames);
        duel_print(&game.duel);
    }
    picture_free(&game.saucer.art);
    picture_free(&game.asteroid.art);
    return stage_close(&stage);
}
