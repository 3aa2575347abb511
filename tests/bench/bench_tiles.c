/*
 * bench_tiles.c - maps of tiles, and worlds of all kinds, beside one large sprite of the same
 * pixels
 */
#include "groups.h"

#include <hitmask_world.h>

#include "art.h"
#include "bench.h"
#include "gallery.h"

enum { COLUMNS = 128, ROWS = 64, KINDS = 9, MOVERS = 16, PLACES = 4096, LIMIT = 16 };

struct place {
    const hm_sprite *a;
    int32_t x, y, move_x, move_y;
};

struct scene {
    struct gallery gallery; /* the tiles, then the movers, then the map as one sprite */
    const hm_sprite *tiles[KINDS];
    uint32_t cells[COLUMNS * ROWS];
    hm_tiles map;
    hm_world world, land; /* of the map, and of the map as one sprite */
    const hm_sprite *whole;
    struct place places[PLACES];
    uint64_t sum; /* of answers, so that none can be left out */
};

/* Full tiles, slopes of both ways, and blobs. */
static void draw_tile(uint32_t kind, uint32_t size, uint64_t *random, struct bitmap *out)
{
    if (kind > 3) {
        shape_draw(SHAPE_BLOB, size, random, out);
        return;
    }
    if (!bitmap_init(out, size, size))
        die("out of memory");
    for (uint32_t y = 0; y < size; y++)
        for (uint32_t x = 0; x < size; x++)
            if (kind == 1 || (kind == 2 && x + y >= size - 1) || (kind == 3 && y >= x))
                bitmap_set(out, x, y);
}

static void draw_map(struct scene *scene, uint32_t size, struct bitmap *out)
{
    if (!bitmap_init(out, COLUMNS * size, ROWS * size))
        die("out of memory");
    for (uint32_t y = 0; y < out->height; y++)
        for (uint32_t x = 0; x < out->width; x++) {
            const uint32_t kind = scene->cells[y / size * COLUMNS + x / size];
            const struct bitmap *const tile = &scene->gallery.bitmaps[kind > 0 ? kind - 1 : 0];
            if (kind > 0 && x % size < tile->width && y % size < tile->height &&
                bitmap_get(tile, x % size, y % size))
                bitmap_set(out, x, y);
        }
}

static int32_t between(uint64_t *random, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(random, (uint32_t)(high - low + 1));
}

/* About two cells in three are empty, as in levels. */
static void scene_make(struct scene *scene, uint32_t tile, uint32_t size)
{
    uint64_t random = tile + size;
    struct bitmap bitmap;
    *scene = (struct scene){.sum = 0};
    for (uint32_t kind = 1; kind < KINDS; kind++) {
        draw_tile(kind, tile, &random, &bitmap);
        gallery_add(&scene->gallery, &bitmap);
    }
    for (int i = 0; i < COLUMNS * ROWS; i++)
        scene->cells[i] = random_below(&random, 3) == 0 ? random_below(&random, KINDS) : 0;
    for (int i = 0; i < MOVERS; i++)
        gallery_add_shape(&scene->gallery, SHAPE_BLOB, size, &random);
    draw_map(scene, tile, &bitmap);
    gallery_add(&scene->gallery, &bitmap);
    gallery_bake(&scene->gallery, false);
    for (uint32_t kind = 1; kind < KINDS; kind++)
        scene->tiles[kind] = &scene->gallery.sprites[kind - 1];
    scene->whole = &scene->gallery.sprites[scene->gallery.count - 1];
    scene->map = (hm_tiles){COLUMNS,      ROWS,         (int32_t)tile, (int32_t)tile,
                            scene->cells, scene->tiles, NULL,          KINDS};
    scene->world = (hm_world){.tiles = &scene->map};
    scene->land = (hm_world){.terrain = scene->whole};
    for (int i = 0; i < PLACES; i++) {
        struct place *const p = &scene->places[i];
        p->a = &scene->gallery.sprites[KINDS - 1 + (int)random_below(&random, MOVERS)];
        p->x = between(&random, 0, (int32_t)(COLUMNS * tile - size));
        p->y = between(&random, 0, (int32_t)(ROWS * tile - size));
        p->move_x = between(&random, -100, 100);
        p->move_y = between(&random, -100, 100);
    }
}

struct question {
    const char *name;
    uint64_t (*peer)(const struct scene *scene, const struct place *place);
    uint64_t (*ours)(const struct scene *scene, const struct place *place);
    double reach;
};

static uint64_t touch_whole(const struct scene *s, const struct place *p)
{
    return hm_overlap(p->a, s->whole, -p->x, -p->y);
}

static uint64_t touch_tiles(const struct scene *s, const struct place *p)
{
    return hm_world_overlap(&s->world, p->a, p->x, p->y, NULL);
}

static uint64_t first_whole(const struct scene *s, const struct place *p)
{
    hm_sweep_result result;
    hm_sweep(p->a, s->whole, -p->x, -p->y, 0, 0, &result);
    return (uint64_t)(result.hit.x * 1000 + result.hit.y);
}

/* The first pixel of a result: all tiles are one. */
static uint64_t first_tiles(const struct scene *s, const struct place *p)
{
    hm_sweep_result result;
    hm_world_sweep(&s->world, p->a, p->x, p->y, 0, 0, &result, NULL);
    return (uint64_t)(result.hit.x * 1000 + result.hit.y);
}

static uint64_t area_whole(const struct scene *s, const struct place *p)
{
    return hm_overlap_area(p->a, s->whole, -p->x, -p->y);
}

static uint64_t area_tiles(const struct scene *s, const struct place *p)
{
    return hm_world_area(&s->world, p->a, p->x, p->y);
}

static uint64_t sweep_whole(const struct scene *s, const struct place *p)
{
    hm_sweep_result result;
    hm_sweep(p->a, s->whole, -p->x, -p->y, p->move_x, p->move_y, &result);
    return result.step;
}

static uint64_t sweep_tiles(const struct scene *s, const struct place *p)
{
    hm_sweep_result result;
    hm_world_sweep(&s->world, p->a, p->x, p->y, p->move_x, p->move_y, &result, NULL);
    return result.step;
}

static uint64_t ray_whole(const struct scene *s, const struct place *p)
{
    uint64_t steps = 0;
    hm_overlap_ray(s->whole, p->x, p->y, p->move_x, p->move_y, NULL, &steps);
    return steps;
}

static uint64_t ray_tiles(const struct scene *s, const struct place *p)
{
    uint64_t steps = 0;
    hm_world_ray(&s->world, p->x, p->y, p->move_x, p->move_y, NULL, &steps);
    return steps;
}

static uint64_t normal_whole(const struct scene *s, const struct place *p)
{
    int64_t x, y;
    hm_overlap_normal(p->a, s->whole, -p->x, -p->y, &x, &y);
    return (uint64_t)(x * 1000 + y);
}

static uint64_t normal_tiles(const struct scene *s, const struct place *p)
{
    int64_t x, y;
    hm_world_normal(&s->world, p->a, p->x, p->y, &x, &y);
    return (uint64_t)(x * 1000 + y);
}

static uint64_t exit_whole(const struct scene *s, const struct place *p)
{
    uint32_t distance;
    hm_overlap_exit(p->a, s->whole, -p->x, -p->y, HM_UP, LIMIT, &distance);
    return distance;
}

static uint64_t exit_tiles(const struct scene *s, const struct place *p)
{
    uint32_t distance;
    hm_world_exit(&s->world, p->a, p->x, p->y, HM_UP, LIMIT, &distance);
    return distance;
}

static uint64_t escape_whole(const struct scene *s, const struct place *p)
{
    hm_point move = {0, 0};
    hm_overlap_escape(p->a, s->whole, -p->x, -p->y, LIMIT, &move);
    return (uint64_t)(move.x * 1000 + move.y);
}

static uint64_t escape_tiles(const struct scene *s, const struct place *p)
{
    hm_point move = {0, 0};
    hm_world_escape(&s->world, p->a, p->x, p->y, LIMIT, &move);
    return (uint64_t)(move.x * 1000 + move.y);
}

/* The box of a sprite there, and a circle and a segment as large. */
static hm_box box_of(const struct place *p)
{
    return (hm_box){p->x, p->y, p->x + hm_sprite_width(p->a), p->y + hm_sprite_height(p->a)};
}

static uint64_t box_whole(const struct scene *s, const struct place *p)
{
    const hm_box box = box_of(p);
    return hm_overlap_box(s->whole, &box, NULL);
}

static uint64_t box_tiles(const struct scene *s, const struct place *p)
{
    const hm_box box = box_of(p);
    return hm_world_box(&s->world, &box, NULL);
}

static uint64_t circle_whole(const struct scene *s, const struct place *p)
{
    return hm_overlap_circle(s->whole, p->x, p->y, (uint32_t)hm_sprite_width(p->a) / 2, NULL);
}

static uint64_t circle_tiles(const struct scene *s, const struct place *p)
{
    return hm_world_circle(&s->world, p->x, p->y, (uint32_t)hm_sprite_width(p->a) / 2, NULL);
}

static uint64_t segment_whole(const struct scene *s, const struct place *p)
{
    return hm_overlap_segment(s->whole, p->x, p->y, p->x + p->move_x, p->y + p->move_y, NULL);
}

static uint64_t segment_tiles(const struct scene *s, const struct place *p)
{
    return hm_world_segment(&s->world, p->x, p->y, p->x + p->move_x, p->y + p->move_y, NULL);
}

static uint64_t slide_in(const hm_world *world, const struct place *p)
{
    hm_slide_result result;
    hm_slide(world, p->a, p->x, p->y, p->move_x / 16, p->move_y / 16, 4, 4, &result);
    return (uint64_t)(result.moved.x * 1000 + result.moved.y + result.hit_x);
}

static uint64_t slide_whole(const struct scene *s, const struct place *p)
{
    return slide_in(&s->land, p);
}

static uint64_t slide_tiles(const struct scene *s, const struct place *p)
{
    return slide_in(&s->world, p);
}

static uint64_t any_in(const hm_world *world, const struct place *p)
{
    hm_met met;
    return hm_world_overlap(world, p->a, p->x, p->y, &met);
}

static uint64_t any_whole(const struct scene *s, const struct place *p)
{
    return any_in(&s->land, p);
}

static uint64_t any_tiles(const struct scene *s, const struct place *p)
{
    return any_in(&s->world, p);
}

static uint64_t leave_in(const hm_world *world, const struct place *p)
{
    uint32_t distance;
    hm_world_exit(world, p->a, p->x, p->y, HM_UP, LIMIT, &distance);
    return distance;
}

static uint64_t leave_whole(const struct scene *s, const struct place *p)
{
    return leave_in(&s->land, p);
}

static uint64_t leave_tiles(const struct scene *s, const struct place *p)
{
    return leave_in(&s->world, p);
}

static uint64_t flee_in(const hm_world *world, const struct place *p)
{
    hm_point move;
    hm_world_escape(world, p->a, p->x, p->y, LIMIT, &move);
    return (uint64_t)(move.x * 1000 + move.y);
}

static uint64_t flee_whole(const struct scene *s, const struct place *p)
{
    return flee_in(&s->land, p);
}

static uint64_t flee_tiles(const struct scene *s, const struct place *p)
{
    return flee_in(&s->world, p);
}

static uint64_t move_in(const hm_world *world, const struct place *p)
{
    hm_sweep_result result;
    hm_met met;
    hm_world_sweep(world, p->a, p->x, p->y, p->move_x, p->move_y, &result, &met);
    return result.step;
}

static uint64_t move_whole(const struct scene *s, const struct place *p)
{
    return move_in(&s->land, p);
}

static uint64_t move_tiles(const struct scene *s, const struct place *p)
{
    return move_in(&s->world, p);
}

static const struct question questions[] = {
    {"touch", touch_whole, touch_tiles, 1.5},
    {"first and normal", first_whole, first_tiles, 0},
    {"area", area_whole, area_tiles, 0},
    {"sweep 100", sweep_whole, sweep_tiles, 0},
    {"ray", ray_whole, ray_tiles, 0},
    {"slide 6", slide_whole, slide_tiles, 0},
    {"world, and where", any_whole, any_tiles, 0},
    {"world 100", move_whole, move_tiles, 0},
    {"world up", leave_whole, leave_tiles, 0},
    {"world out", flee_whole, flee_tiles, 0},
    {"normal", normal_whole, normal_tiles, 0},
    {"way up", exit_whole, exit_tiles, 0},
    {"way out", escape_whole, escape_tiles, 0},
    {"box", box_whole, box_tiles, 0},
    {"circle", circle_whole, circle_tiles, 0},
    {"segment", segment_whole, segment_tiles, 0},
};

struct asking {
    struct scene scene;
    const struct question *question;
};

static void ask_whole(void *context)
{
    struct asking *const asking = context;
    struct scene *const scene = &asking->scene;
    for (int i = 0; i < PLACES; i++)
        scene->sum += asking->question->peer(scene, &scene->places[i]);
}

static void ask_tiles(void *context)
{
    struct asking *const asking = context;
    struct scene *const scene = &asking->scene;
    for (int i = 0; i < PLACES; i++)
        scene->sum += asking->question->ours(scene, &scene->places[i]);
}

static double check_places(const struct scene *scene, const struct question *question)
{
    uint32_t hits = 0;
    for (int i = 0; i < PLACES; i++) {
        const struct place *const p = &scene->places[i];
        if (question->peer(scene, p) != question->ours(scene, p))
            die("tiles, %s: no agreement", question->name);
        hits += touch_whole(scene, p) != 0;
    }
    return (double)hits / PLACES;
}

void bench_tiles(struct report *report)
{
    static const uint32_t sizes[][2] = {{16, 16}, {16, 32}, {32, 32}, {32, 64}, {64, 64}};
    static struct asking asking;
    report_topic(report, "a sprite on tiles of so many px, 128 x 64 of them",
                 "the same with one sprite of the whole map");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        scene_make(&asking.scene, sizes[i][0], sizes[i][1]);
        for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
            const struct question *const question = asking.question = &questions[k];
            const double hits = check_places(&asking.scene, question);
            const struct times times =
                measure(&(struct contest){ask_whole, ask_tiles, &asking, 0.1});
            char name[64];
            snprintf(name, sizeof name, "%s, %u px on %u", question->name, (unsigned)sizes[i][1],
                     (unsigned)sizes[i][0]);
            report_row(report, &(struct row){
                                   .name = name,
                                   .count = PLACES,
                                   .has_hits = true,
                                   .hits = hits,
                                   .peer = times.peer / PLACES,
                                   .ours = times.ours / PLACES,
                                   .judged = question->reach > 0 ? JUDGE_COST : JUDGE_NOTHING,
                                   .reach = question->reach,
                                   .instructions = gallery_instructions(&asking.scene.gallery),
                               });
        }
        gallery_free(&asking.scene.gallery);
    }
}
