/*
 * platformer.c - a map of Tiled with slopes and one-way platforms, gems and slimes
 *
 *     make sample-platformer
 *
 * The ground is the map's cells (hm_tiles), and the platforms are a crowd of boxes. A platform
 * counts for the hero only while they are above it: else its box is made empty, which leaves it
 * out. Then hm_slide does the whole move of a frame: run, climb slopes, fall, land, hit the
 * head.
 *
 * Plain loops over pixels (reference.c) answer the same questions.
 */
#include "map.h"
#include "plain.h"
#include "reference.h"
#include "stage.h"
#include "xna.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 480,
    HEIGHT = 320,
    FRAMES_MAX = 8, /* of the hero */
    GEMS_MAX = 64,
    SLIMES_MAX = 16,
    FINE = 256, /* of a pixel */
    RUN = 3,
    HANG = 8,
    STEP = 4, /* how far up or down one step may lead */
    GRAVITY = 90,
    JUMP = 2400,
    BOUNCE = 1300,
    FALL_MAX = 2600,
    SLIME_TIME = 3,  /* frames for one pixel */
    SLIME_HOME = 80, /* how far it goes from where it began */
    DAY_OF_CLOUDS = 640,
};

static const struct stage_about about = {
    .name = "platformer",
    .packs = {"PACK"},
    .keys = "left and right run, up or space jumps, down drops from a platform",
    .bake = "hitmask bake --mask-suffix _mask --config rules.json ART ART/map.tmx -o PACK",
    .width = WIDTH,
    .height = HEIGHT,
};

struct slime {
    int x, y, home, way;
    bool alive;
};

/* The questions of every frame. */
struct answers {
    hm_slide_result hero, slimes[SLIMES_MAX];
    bool gems[GEMS_MAX], touched[SLIMES_MAX];
};

struct game {
    struct map map;
    struct picture body, standing, walking[FRAMES_MAX], cloud, ground; /* ground: to compare */
    hm_animation walk;
    hm_sprite hero;
    hm_box feet; /* the bounds of the hero */
    int x, y, speed;
    bool faces_left, on_ground;
    unsigned walked;           /* frames */
    hm_point move;             /* what the hero wants in this frame */
    int32_t y1[PLATFORMS_MAX]; /* of the platforms, for the hero */

    struct slime slimes[SLIMES_MAX];
    int slime_count;
    int32_t gem_x0[GEMS_MAX], gem_y0[GEMS_MAX], gem_x1[GEMS_MAX], gem_y1[GEMS_MAX];
    const hm_sprite *gem_sprites[GEMS_MAX];
    uint32_t gem_count;
    hm_point start, goal;
    unsigned found, squashed, goals;
    struct answers ours, plain;
    bool same; /* what was asked besides in this frame */
    struct duel duel;
};

/* ---- The beginning ------------------------------------------------------------------------ */

/* The frames of the animation know their pictures. */
static bool load_walk(struct game *game, struct stage *stage, const hm_pack *pack)
{
    if (!hm_pack_find_animation(pack, "hero-walk", &game->walk) ||
        hm_animation_frame_count(&game->walk) > FRAMES_MAX)
        return stage_fail(
            stage, stage->pack_paths[0],
            "there is no animation 'hero-walk' in it; 'make sample-platformer' bakes it");
    for (uint32_t i = 0; i < hm_animation_frame_count(&game->walk); i++) {
        hm_sprite frame;
        hm_source source;
        hm_pack_frame(pack, &game->walk, i, &frame);
        if (!hm_sprite_source(&frame, &source) ||
            !picture_load(stage, source.name, ALPHA_ONLY, &game->walking[i]))
            return false;
    }
    return true;
}

static bool load_art(struct game *game, struct stage *stage)
{
    hm_pack pack;
    return picture_load(stage, "cloud.png", ALPHA_ONLY, &game->cloud) &&
           picture_load(stage, "hero.png", ALPHA_ONLY, &game->standing) &&
           picture_load(stage, "hero_mask.png", ALPHA_ONLY, &game->body) &&
           stage_pack(stage, 0, &pack) &&
           stage_sprite(stage, 0, &pack, "hero.png", &game->body, 0, &game->hero) &&
           load_walk(game, stage, &pack) && map_load(&game->map, stage, &pack) &&
           (reference_ground(&game->map, &game->ground) ||
            stage_fail(stage, NULL, "out of memory"));
}

static void add_gem(struct game *game, int x, int y)
{
    const uint32_t i = game->gem_count;
    hm_box box;
    if (i == GEMS_MAX)
        return;
    hm_sprite_bounds(&game->map.sprites[GEM], &box);
    hm_box_move(&box, x, y, &box);
    game->gem_x0[i] = box.x0;
    game->gem_y0[i] = box.y0;
    game->gem_x1[i] = box.x1;
    game->gem_y1[i] = box.y1;
    game->gem_sprites[i] = &game->map.sprites[GEM];
    game->gem_count++;
}

/* The map says what lies where. What moves or can be taken is no longer a part of it. */
static void place_things(struct game *game)
{
    struct map *const map = &game->map;
    for (int i = 0; i < map->width * map->height; i++) {
        const int x = i % map->width * TILE, y = i / map->width * TILE;
        const enum tile tile = map_tile(map, THINGS, i % map->width, i / map->width);
        if (tile == SIGN)
            game->start = (hm_point){x, y + TILE - hm_sprite_height(&game->hero)};
        if (tile == FLAG)
            game->goal = (hm_point){x, y};
        if (tile == GEM)
            add_gem(game, x, y);
        if (tile == SLIME && game->slime_count < SLIMES_MAX)
            game->slimes[game->slime_count++] = (struct slime){x, y, x, -1, true};
        if (tile == GEM || tile == SLIME)
            map->cells[THINGS][i] = EMPTY;
    }
}

static void begin_again(struct game *game)
{
    game->x = game->start.x;
    game->y = game->start.y;
    game->speed = 0;
}

static bool load(struct game *game, struct stage *stage)
{
    if (!load_art(game, stage))
        return false;
    hm_sprite_bounds(&game->hero, &game->feet);
    place_things(game);
    begin_again(game);
    return true;
}

/* ---- Questions, to hitmask ---------------------------------------------------------------- */

/* Everybody meets the same ground, and platforms that end where `y1` says. */
static void slide(const struct map *map, const int32_t *y1, const hm_sprite *who, hm_point at,
                  hm_point move, hm_slide_result *out)
{
    const hm_crowd platforms = {map->x0, map->y0, map->x1, y1, NULL, map->platform_count};
    const hm_world world = {.tiles = &map->ground, .crowd = &platforms};
    hm_slide(&world, who, at.x, at.y, move.x, move.y, STEP, STEP, out);
}

static void find_gems(const struct game *game, bool *gems)
{
    const hm_crowd crowd = {game->gem_x0, game->gem_y0,      game->gem_x1,
                            game->gem_y1, game->gem_sprites, game->gem_count};
    const hm_world world = {.crowd = &crowd};
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[GEMS_MAX];
    const uint32_t found =
        hm_world_list(&world, &game->hero, game->x, game->y, &next, hits, GEMS_MAX);
    memset(gems, 0, GEMS_MAX * sizeof *gems);
    for (uint32_t i = 0; i < found; i++)
        gems[hits[i].index] = true;
}

static void decide(void *context)
{
    struct game *const game = context;
    const struct map *const map = &game->map;
    const hm_sprite *const slime_sprite = &map->sprites[SLIME];
    slide(map, game->y1, &game->hero, (hm_point){game->x, game->y}, game->move, &game->ours.hero);
    find_gems(game, game->ours.gems);
    for (int i = 0; i < game->slime_count; i++) {
        const struct slime *const slime = &game->slimes[i];
        slide(map, map->y1, slime_sprite, (hm_point){slime->x, slime->y}, (hm_point){slime->way, 0},
              &game->ours.slimes[i]);
        game->ours.touched[i] =
            hm_overlap(&game->hero, slime_sprite, slime->x - game->x, slime->y - game->y);
    }
}

/* ---- The same questions, to plain loops --------------------------------------------------- */

/* The place of the picture of the gem's tile: its box begins further right and down. */
static hm_box gem_place(const struct game *game, uint32_t i)
{
    hm_box box;
    hm_sprite_bounds(&game->map.sprites[GEM], &box);
    return picture_box(&game->map.cut[GEM], game->gem_x0[i] - box.x0, game->gem_y0[i] - box.y0);
}

static void decide_plainly(void *context)
{
    struct game *const game = context;
    const struct map *const map = &game->map;
    const struct picture *const slime_art = &map->cut[SLIME];
    const struct mover hero = {&game->body, &game->ground, map, game->y1};
    const struct mover crawler = {slime_art, &game->ground, map, map->y1};
    const hm_box body = picture_box(&game->body, game->x, game->y);
    plain_slide(reference_touch, &hero, (hm_point){game->x, game->y}, game->move, STEP, STEP,
                &game->plain.hero);
    for (uint32_t i = 0; i < game->gem_count; i++)
        game->plain.gems[i] =
            game->gem_x1[i] > game->gem_x0[i] &&
            intersect_pixels(body, &game->body, gem_place(game, i), &map->cut[GEM]);
    for (int i = 0; i < game->slime_count; i++) {
        const struct slime *const slime = &game->slimes[i];
        plain_slide(reference_touch, &crawler, (hm_point){slime->x, slime->y},
                    (hm_point){slime->way, 0}, STEP, STEP, &game->plain.slimes[i]);
        game->plain.touched[i] = intersect_pixels(
            body, &game->body, picture_box(slime_art, slime->x, slime->y), slime_art);
    }
}

static bool same_answers(const struct game *game)
{
    const struct answers *const a = &game->ours, *const b = &game->plain;
    bool same = game->same && plain_same(&a->hero, &b->hero);
    for (int i = 0; i < game->slime_count; i++)
        same &= plain_same(&a->slimes[i], &b->slimes[i]) && a->touched[i] == b->touched[i];
    for (uint32_t i = 0; i < game->gem_count; i++)
        same &= a->gems[i] == b->gems[i];
    return same;
}

/* ---- A frame ------------------------------------------------------------------------------ */

/* A platform counts while the hero is above it, and not in it, unless they want to drop. The feet
 * are round and may hang down a little at its end. */
static void choose_platforms(struct game *game, bool drops)
{
    const struct map *const map = &game->map;
    const int feet = game->y + game->feet.y1;
    for (uint32_t i = 0; i < map->platform_count; i++) {
        const hm_box box = {map->x0[i], map->y0[i], map->x1[i], map->y1[i]};
        hm_box local;
        hm_box_to_local(&box, game->x, game->y, &local);
        const bool inside = hm_overlap_box(&game->hero, &local, NULL);
        game->same &= inside == reference_in_box(&game->body, game->x, game->y, box);
        const bool counts = feet <= box.y0 + HANG && !inside && !drops;
        game->y1[i] = counts ? map->y1[i] : map->y0[i];
    }
}

static void want_move(struct game *game, const struct stage *stage)
{
    const int way = (stage->keys & KEY_RIGHT ? 1 : 0) - (stage->keys & KEY_LEFT ? 1 : 0);
    const int right = game->map.width * TILE - game->feet.x1 - game->x;
    if (game->on_ground && stage->pressed & (KEY_UP | KEY_SPACE))
        game->speed = -JUMP;
    game->speed += game->speed < FALL_MAX ? GRAVITY : 0;
    game->move = (hm_point){way * RUN, game->speed / FINE};
    if (game->move.x > right)
        game->move.x = right;
    if (game->move.x < -game->x - game->feet.x0)
        game->move.x = -game->x - game->feet.x0;
    game->walked = way == 0 ? 0 : game->walked + 1;
    if (way != 0)
        game->faces_left = way < 0;
    choose_platforms(game, (stage->keys & KEY_DOWN) != 0);
}

static void move_hero(struct game *game, const hm_slide_result *end, unsigned frame)
{
    game->x += end->moved.x;
    game->y += end->moved.y;
    if (end->on_ground && !game->on_ground)
        printf("frame %u: lands at (%d, %d)\n", frame, game->x, game->y);
    game->on_ground = end->on_ground;
    if (end->hit_y || (end->on_ground && game->speed > 0))
        game->speed = 0;
}

static void take_gems(struct game *game, const bool *gems, unsigned frame)
{
    for (uint32_t i = 0; i < game->gem_count; i++)
        if (gems[i]) {
            game->found++;
            printf("frame %u: gem %u of %u\n", frame, game->found, (unsigned)game->gem_count);
            game->gem_x1[i] = game->gem_x0[i]; /* an empty box is left out */
        }
}

/* A slime turns at walls and edges, and far from home. */
static void crawl(struct slime *slime, const hm_slide_result *end, unsigned frame)
{
    const bool is_far = abs(slime->x + slime->way - slime->home) > SLIME_HOME;
    if (end->hit_x || !end->on_ground || is_far) {
        slime->way = -slime->way;
    } else if (frame % SLIME_TIME == 0) {
        slime->x += end->moved.x;
        slime->y += end->moved.y;
    }
}

/* A hero who falls on a slime squashes it. Returns true if a slime bites the hero. */
static bool meet_slimes(struct game *game, const struct answers *answers, unsigned frame)
{
    bool bitten = false;
    for (int i = 0; i < game->slime_count; i++) {
        struct slime *const slime = &game->slimes[i];
        if (!slime->alive)
            continue;
        crawl(slime, &answers->slimes[i], frame);
        if (!answers->touched[i])
            continue;
        if (!game->on_ground && game->speed > 0) {
            slime->alive = false;
            game->squashed++;
            game->speed = -BOUNCE;
            printf("frame %u: squashes slime %d\n", frame, i);
        } else {
            printf("frame %u: slime %d bites\n", frame, i);
            bitten = true;
        }
    }
    return bitten;
}

static void play(struct game *game, struct stage *stage)
{
    const struct answers *const answers = stage->reference ? &game->plain : &game->ours;
    game->same = true;
    want_move(game, stage);
    duel_fight(&game->duel, decide, decide_plainly, game);
    duel_note(&game->duel, same_answers(game));
    take_gems(game, answers->gems, stage->frame);
    const bool bitten = meet_slimes(game, answers, stage->frame);
    move_hero(game, &answers->hero, stage->frame);
    const bool arrived = game->x + game->feet.x1 > game->goal.x + TILE;
    const bool fallen = game->y > game->map.height * TILE;
    if (arrived)
        printf("frame %u: reaches the flag\n", stage->frame);
    if (fallen)
        printf("frame %u: falls into a pit\n", stage->frame);
    if (arrived || fallen || bitten)
        begin_again(game);
    game->goals += arrived;
}

/* ---- Drawing ------------------------------------------------------------------------------ */

static void draw_sky(const struct game *game, struct stage *stage, hm_point camera)
{
    stage_clear(stage, 0x4aa3e8ff);
    for (int i = 1; i < 7; i++)
        stage_fill(stage, (hm_box){0, i * HEIGHT / 7, WIDTH, HEIGHT}, 0xffffff22);
    for (int i = 0; i < 6; i++) {
        const int x = (i * 227 + (int)stage->frame / 8 - camera.x / 4) % DAY_OF_CLOUDS;
        stage_picture(stage, &game->cloud, (x + DAY_OF_CLOUDS) % DAY_OF_CLOUDS - 70,
                      20 + i * 53 % 120 - camera.y / 6);
    }
    for (int layer = 0; layer < 2; layer++)
        for (int x = 0; x < WIDTH; x++) {
            int32_t unused, wide, narrow;
            const int far = x + camera.x / (4 - 2 * layer) + layer * 300;
            hm_turn((uint32_t)(far * 130), &unused, &wide);
            hm_turn((uint32_t)(far * 410), &unused, &narrow);
            const int top = 255 + layer * 45 + wide / 2200 + narrow / 6000 - camera.y / 4;
            stage_fill(stage, (hm_box){x, top, x + 1, HEIGHT},
                       layer == 0 ? 0x86b8d8ff : 0x6fae8cff);
        }
}

static const struct picture *frame_of_hero(const struct game *game)
{
    const uint64_t time = game->walked * 1000 / 60;
    return game->walked == 0 && game->on_ground
               ? &game->standing
               : &game->walking[hm_animation_at(&game->walk, time, HM_PLAY_LOOP)];
}

static void draw_hero(const struct game *game, struct stage *stage, hm_point camera)
{
    const struct picture *const art = frame_of_hero(game);
    stage_picture_part(stage, art, picture_box(art, 0, 0),
                       picture_box(art, game->x - camera.x, game->y - camera.y),
                       game->faces_left ? SDL_FLIP_HORIZONTAL : SDL_FLIP_NONE);
}

static int within(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void draw(const struct game *game, struct stage *stage)
{
    const struct map *const map = &game->map;
    const hm_point camera = {within(game->x + 20 - WIDTH / 2, 0, map->width * TILE - WIDTH),
                             within(game->y - HEIGHT * 9 / 16, 0, map->height * TILE - HEIGHT)};
    draw_sky(game, stage, camera);
    for (int layer = 0; layer < LAYERS; layer++)
        map_draw(map, stage, (enum layer)layer, camera);
    for (uint32_t i = 0; i < game->gem_count; i++)
        if (game->gem_x1[i] > game->gem_x0[i]) {
            const hm_box place = gem_place(game, i);
            map_draw_tile(map, stage, GEM, place.x0 - camera.x, place.y0 - camera.y, SDL_FLIP_NONE);
        }
    for (int i = 0; i < game->slime_count; i++)
        if (game->slimes[i].alive)
            map_draw_tile(map, stage, SLIME, game->slimes[i].x - camera.x,
                          game->slimes[i].y - camera.y,
                          game->slimes[i].way > 0 ? SDL_FLIP_HORIZONTAL : SDL_FLIP_NONE);
    draw_hero(game, stage, camera);
    stage_fill(stage, (hm_box){0, HEIGHT - 18, WIDTH, HEIGHT}, 0x1b1626c0);
    stage_text(stage, 8, HEIGHT - 13, 0xffffffff, "gems %u of %u   slimes %u   decided by %s",
               game->found, (unsigned)game->gem_count, game->squashed,
               stage->reference ? "every pixel" : "hitmask");
}

int main(int argc, char **argv)
{
    static struct game game;
    struct stage stage;
    if (stage_open(&stage, &about, argc, argv) && load(&game, &stage)) {
        while (stage_step(&stage)) {
            play(&game, &stage);
            if (stage.seen)
                draw(&game, &stage);
            stage_show(&stage);
        }
        printf("%u of %u gems, %u slimes squashed, the flag %u times\n", game.found,
               (unsigned)game.gem_count, game.squashed, game.goals);
        duel_print(&game.duel);
    }
    map_free(&game.map);
    picture_free(&game.body);
    picture_free(&game.standing);
    for (int i = 0; i < FRAMES_MAX; i++)
        picture_free(&game.walking[i]);
    picture_free(&game.cloud);
    picture_free(&game.ground);
    return stage_close(&stage);
}
