/*
 * bench_games.c - four games of samples/: the published ways against ours
 *
 * The peers are the very functions that the games have to compare: the XNA tutorial's rectangle
 * of pixels, the Unity component's rules, and the article's points in maps. Drawn sprites of 64
 * pixels (72 for the article, whose cells are then 3) stand so close that one pair of boxes
 * in ten meets; the article is asked about pairs whose boxes meet.
 */
#include "groups.h"

#include <hitmask_world.h>

#include "bench.h"
#include "gallery.h"
#include "near-pixel/article.h"
#include "sprite-collider/component.h"
#include "xna.h"

#include <stdlib.h>
#include <string.h>

enum { SPRITES = 16, SIDE = 64, CROWD = 1000, ASKED = 64, CASES = 4096 };

/* Each run adds its result here, so that the compiler keeps all calls. */
static volatile uint32_t found;

/* ---- Sprites ------------------------------------------------------------------------------ */

struct cast {
    struct gallery gallery;
    struct picture pictures[SPRITES];
};

static struct picture picture_of(const hm_sprite *sprite)
{
    struct picture picture = {.width = hm_sprite_width(sprite), .height = hm_sprite_height(sprite)};
    const size_t pixels = (size_t)picture.width * (size_t)picture.height;
    picture.rgba = must_allocate(NULL, pixels, 4);
    for (int y = 0; y < picture.height; y++)
        for (int x = 0; x < picture.width; x++)
            memset(&picture.rgba[(y * picture.width + x) * 4], hm_solid(sprite, x, y) ? 255 : 0, 4);
    return picture;
}

/* Shapes vary in size; pictures here do not. */
static struct bitmap draw_centred(enum shape shape, uint32_t side, uint64_t *random)
{
    struct bitmap drawn, out;
    shape_draw(shape, side, random, &drawn);
    if (!bitmap_init(&out, side, side))
        die("out of memory");
    const uint32_t margin = (side - drawn.width) / 2;
    for (uint32_t y = 0; y < drawn.height; y++)
        for (uint32_t x = 0; x < drawn.width; x++)
            if (bitmap_get(&drawn, x, y))
                bitmap_set(&out, x + margin, y + margin);
    bitmap_free(&drawn);
    return out;
}

static void cast_make(struct cast *cast, uint32_t side, const struct points_rule *rule)
{
    uint64_t random = side;
    *cast = (struct cast){0};
    for (uint32_t i = 0; i < SPRITES; i++) {
        struct bitmap bitmap = draw_centred((enum shape)(i % SHAPES), side, &random);
        gallery_add(&cast->gallery, &bitmap);
    }
    gallery_bake_by(&cast->gallery, rule);
    for (int i = 0; i < SPRITES; i++)
        cast->pictures[i] = picture_of(&cast->gallery.sprites[i]);
}

static void cast_free(struct cast *cast)
{
    for (int i = 0; i < SPRITES; i++)
        free(cast->pictures[i].rgba);
    gallery_free(&cast->gallery);
}

/* ---- A crowd ------------------------------------------------------------------------------ */

struct standing {
    uint32_t sprite;
    int32_t x, y;
};

struct scene {
    const struct cast *cast;
    struct standing crowd[CROWD], asked[ASKED];
    struct collider crowd_bodies[CROWD], asked_bodies[ASKED];
    int32_t x0[CROWD], y0[CROWD], x1[CROWD], y1[CROWD];
    const hm_sprite *sprites[CROWD];
    hm_crowd boxes;
};

static const hm_sprite *sprite_of(const struct scene *scene, const struct standing *standing)
{
    return &scene->cast->gallery.sprites[standing->sprite];
}

static const struct picture *art_of(const struct scene *scene, const struct standing *standing)
{
    return &scene->cast->pictures[standing->sprite];
}

static hm_box box_of(const struct scene *scene, const struct standing *standing)
{
    return picture_box(art_of(scene, standing), standing->x, standing->y);
}

static void place(struct standing *out, struct collider *bodies, size_t count,
                  const struct cast *cast, uint32_t world, uint64_t *random)
{
    for (size_t i = 0; i < count; i++) {
        const struct standing at = {random_below(random, SPRITES),
                                    (int32_t)random_below(random, world),
                                    (int32_t)random_below(random, world)};
        out[i] = at;
        bodies[i] = (struct collider){&cast->pictures[at.sprite], false, at.x, at.y};
    }
}

static void fill_boxes(struct scene *scene)
{
    for (int i = 0; i < CROWD; i++) {
        const struct standing *const s = &scene->crowd[i];
        hm_box box;
        scene->sprites[i] = sprite_of(scene, s);
        hm_sprite_bounds(scene->sprites[i], &box);
        scene->x0[i] = s->x + box.x0;
        scene->y0[i] = s->y + box.y0;
        scene->x1[i] = s->x + box.x1;
        scene->y1[i] = s->y + box.y1;
    }
    scene->boxes = (hm_crowd){scene->x0, scene->y0, scene->x1, scene->y1, scene->sprites, CROWD};
}

static double share_of_boxes(const struct scene *scene)
{
    uint32_t meet = 0;
    for (int a = 0; a < ASKED; a++) {
        const hm_box box = box_of(scene, &scene->asked[a]);
        for (int b = 0; b < CROWD; b++) {
            const hm_box other = box_of(scene, &scene->crowd[b]);
            meet += hm_box_overlap(&box, &other);
        }
    }
    return (double)meet / (CROWD * ASKED);
}

/* In the largest square world in which one pair of boxes in ten meets. */
static void scene_make(struct scene *scene, const struct cast *cast)
{
    uint32_t world = 8 * SIDE;
    scene->cast = cast;
    do {
        uint64_t random = 5;
        world--;
        place(scene->crowd, scene->crowd_bodies, CROWD, cast, world, &random);
        place(scene->asked, scene->asked_bodies, ASKED, cast, world, &random);
    } while (share_of_boxes(scene) < 0.1);
    fill_boxes(scene);
}

/* ---- Questions: how many pairs touch -------------------------------------------------------- */

static uint32_t ask_xna(const struct scene *scene)
{
    uint32_t count = 0;
    for (int a = 0; a < ASKED; a++) {
        const hm_box box = box_of(scene, &scene->asked[a]);
        const struct picture *const art = art_of(scene, &scene->asked[a]);
        for (int b = 0; b < CROWD; b++)
            count += intersect_pixels(box, art, box_of(scene, &scene->crowd[b]),
                                      art_of(scene, &scene->crowd[b]));
    }
    return count;
}

static uint32_t ask_component(const struct scene *scene)
{
    uint32_t count = 0;
    for (int a = 0; a < ASKED; a++)
        for (int b = 0; b < CROWD; b++)
            count += collider_answer(&scene->asked_bodies[a], &scene->crowd_bodies[b]).touch;
    return count;
}

static uint32_t ask_overlap(const struct scene *scene)
{
    uint32_t count = 0;
    for (int a = 0; a < ASKED; a++) {
        const struct standing *const p = &scene->asked[a];
        const hm_sprite *const sprite = sprite_of(scene, p);
        for (int b = 0; b < CROWD; b++) {
            const struct standing *const q = &scene->crowd[b];
            count += hm_overlap(sprite, scene->sprites[b], q->x - p->x, q->y - p->y);
        }
    }
    return count;
}

static uint32_t ask_many(const struct scene *scene)
{
    const hm_world world = {.crowd = &scene->boxes};
    uint32_t count = 0;
    hm_met hits[CROWD];
    for (int a = 0; a < ASKED; a++) {
        const struct standing *const p = &scene->asked[a];
        hm_cursor next = {HM_NOTHING, 0};
        count += hm_world_list(&world, sprite_of(scene, p), p->x, p->y, &next, hits, CROWD);
    }
    return count;
}

static void run_xna(void *scene)
{
    found = ask_xna(scene);
}

static void run_component(void *scene)
{
    found = ask_component(scene);
}

static void run_overlap(void *scene)
{
    found = ask_overlap(scene);
}

static void run_many(void *scene)
{
    found = ask_many(scene);
}

static void show(struct report *report, struct scene *scene, const char *name,
                 void (*peer)(void *scene), void (*ours)(void *scene), double reach)
{
    enum { PAIRS = CROWD * ASKED };
    peer(scene);
    const uint32_t wanted = found;
    ours(scene);
    if (found != wanted)
        die("games: %s: no agreement", name);
    const struct times times = measure(&(struct contest){peer, ours, scene, 1.0});
    report_row(report, &(struct row){.name = name,
                                     .count = PAIRS,
                                     .has_hits = true,
                                     .hits = (double)wanted / PAIRS,
                                     .peer = times.peer / PAIRS,
                                     .ours = times.ours / PAIRS,
                                     .judged = JUDGE_SPEEDUP,
                                     .reach = reach,
                                     .instructions = gallery_instructions(&scene->cast->gallery)});
}

static void show_crowds(struct report *report)
{
    static const struct points_rule none = {.wanted = false, .cell = 1};
    struct scene *const scene = must_allocate(NULL, 1, sizeof *scene);
    struct cast cast;
    char title[96];
    cast_make(&cast, SIDE, &none);
    scene_make(scene, &cast);
    const double share = share_of_boxes(scene) * 100;
    snprintf(title, sizeof title, "falling blocks: 1 among %d, %.1f %% of the boxes meet", CROWD,
             share);
    report_topic(report, title, "the tutorial's rectangle of pixels");
    show(report, scene, "all at once", run_xna, run_many, 20);
    show(report, scene, "one by one", run_xna, run_overlap, 0);
    snprintf(title, sizeof title, "cannon: %d enemies, %d balls, %.1f %% of the boxes meet", ASKED,
             CROWD, share);
    report_topic(report, title, "the tutorial's rectangle of pixels");
    show(report, scene, "all at once", run_xna, run_many, 20);
    snprintf(title, sizeof title, "sprite collider: %.1f %% of the boxes meet", share);
    report_topic(report, title, "the component's rules");
    show(report, scene, "one by one", run_component, run_overlap, 0);
    cast_free(&cast);
    free(scene);
}

/* ---- Points and maps ------------------------------------------------------------------------ */

struct meeting {
    uint32_t a, b;
    hm_affine map, back;
};

struct space {
    struct cast cast;
    struct map maps[SPRITES]; /* the article's, pruned */
    hm_sprite cells[SPRITES]; /* ours: the listed cells as a mask */
    uint8_t buffers[SPRITES][4096];
    struct meeting upright[CASES], turned[CASES];
};

static void make_cells(struct space *space, int i)
{
    const hm_sprite *const sprite = &space->cast.gallery.sprites[i];
    uint8_t bits[SIZE][SIZE / 8] = {{0}};
    hm_point p;
    for (uint32_t k = 0; hm_sprite_point(sprite, k, &p); k++)
        for (int y = p.y / CELL * CELL; y < p.y / CELL * CELL + CELL; y++)
            for (int x = p.x / CELL * CELL; x < p.x / CELL * CELL + CELL; x++)
                bits[y][x / 8] |= (uint8_t)(1 << x % 8);
    if (!hm_sprite_from_bits(bits, sizeof bits[0], SIZE, SIZE, space->buffers[i],
                             sizeof space->buffers[i], &space->cells[i]))
        die("games: a buffer is too small");
}

static struct meeting random_meeting(uint64_t *random, bool turned)
{
    struct meeting meeting = {
        random_below(random, SPRITES), random_below(random, SPRITES), {{0}, {0}}, {{0}, {0}}};
    const int32_t centre = SIZE / 2 * ONE;
    const uint32_t span = 2 * SIZE - 1;
    hm_placement p = {0, 0, centre, centre, ONE, ONE, 0};
    hm_placement q = p;
    q.x = ((int64_t)random_below(random, span) - SIZE + 1) * ONE;
    q.y = ((int64_t)random_below(random, span) - SIZE + 1) * ONE;
    if (turned) {
        p.angle = random_below(random, 65536);
        q.angle = random_below(random, 65536);
        q.scale_x = q.scale_y = ONE / 2 + (int32_t)random_below(random, ONE);
    }
    if (!hm_affine_place(&meeting.map, &p, &q))
        die("games: a map was refused");
    hm_affine_inverse(&meeting.map, &meeting.back);
    return meeting;
}

static void space_make(struct space *space)
{
    static const struct points_rule rule = {.wanted = true,
                                            .map_width = CELLS,
                                            .map_height = CELLS,
                                            .cell = 1,
                                            .prune = PADDING,
                                            .drop_border = true};
    uint64_t random = 11;
    cast_make(&space->cast, SIZE, &rule);
    for (int i = 0; i < SPRITES; i++) {
        struct map whole;
        make_map(&space->cast.pictures[i], &whole);
        prune_map(&whole, true, &space->maps[i]);
        make_cells(space, i);
    }
    for (int i = 0; i < CASES; i++) {
        space->upright[i] = random_meeting(&random, false);
        space->turned[i] = random_meeting(&random, true);
    }
}

static void run_article(const struct space *space, const struct meeting *meetings)
{
    uint32_t count = 0;
    for (int i = 0; i < CASES; i++) {
        const struct meeting *const m = &meetings[i];
        const struct map *const a = &space->maps[m->a], *const b = &space->maps[m->b];
        count += points_meet_map(a, b, &m->map.to_b) || points_meet_map(b, a, &m->map.to_a);
    }
    found = count;
}

static void upright_article(void *context)
{
    const struct space *const space = context;
    run_article(space, space->upright);
}

static void turned_article(void *context)
{
    const struct space *const space = context;
    run_article(space, space->turned);
}

static void upright_ours(void *context)
{
    const struct space *const space = context;
    const hm_sprite *const sprites = space->cast.gallery.sprites;
    uint32_t count = 0;
    for (int i = 0; i < CASES; i++) {
        const struct meeting *const m = &space->upright[i];
        const int32_t dx = (int32_t)(m->map.to_a.x / ONE), dy = (int32_t)(m->map.to_a.y / ONE);
        count += hm_points_overlap(&sprites[m->a], &space->cells[m->b], dx, dy, UINT32_MAX, NULL) ||
                 hm_points_overlap(&sprites[m->b], &space->cells[m->a], -dx, -dy, UINT32_MAX, NULL);
    }
    found = count;
}

static void turned_ours(void *context)
{
    const struct space *const space = context;
    const hm_sprite *const sprites = space->cast.gallery.sprites;
    uint32_t count = 0;
    for (int i = 0; i < CASES; i++) {
        const struct meeting *const m = &space->turned[i];
        count += hm_affine_points(&sprites[m->a], &space->cells[m->b], &m->map, UINT32_MAX, NULL) ||
                 hm_affine_points(&sprites[m->b], &space->cells[m->a], &m->back, UINT32_MAX, NULL);
    }
    found = count;
}

static void show_points(struct report *report, struct space *space, const char *name,
                        void (*peer)(void *space), void (*ours)(void *space))
{
    peer(space);
    const uint32_t wanted = found;
    ours(space);
    if (found != wanted)
        die("games: %s: no agreement", name);
    const struct times times = measure(&(struct contest){peer, ours, space, 0.4});
    report_row(report, &(struct row){.name = name,
                                     .count = CASES,
                                     .has_hits = true,
                                     .hits = (double)wanted / CASES,
                                     .peer = times.peer / CASES,
                                     .ours = times.ours / CASES,
                                     .judged = JUDGE_SPEEDUP,
                                     .instructions = gallery_instructions(&space->cast.gallery)});
}

void bench_games(struct report *report)
{
    struct space *const space = must_allocate(NULL, 1, sizeof *space);
    show_crowds(report);
    space_make(space);
    report_topic(report, "near pixel: pruned points in pruned maps of 24 x 24, padding 4",
                 "the article's loops");
    show_points(report, space, "upright", upright_article, upright_ours);
    show_points(report, space, "turned and scaled", turned_article, turned_ours);
    cast_free(&space->cast);
    free(space);
}
