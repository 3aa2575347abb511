/*
 * bench_shape.c - shapes and points against a mask, beside loops of one pixel or point a turn
 *
 * The peer is what a game writes for itself: one byte a pixel, bounds checked at each, and
 * points as pairs of int. Both sides must give the same answers to every case.
 */
#include "groups.h"

#include "art.h"
#include "bench.h"
#include "gallery.h"

#include <stdlib.h>
#include <string.h>

enum { SPRITES = 16, CASES = 8192, QUICK_CASES = 256 };

/* A sprite as a game without the library would keep it. */
struct naive {
    int32_t width, height;
    uint8_t *pixels;
    hm_point *points;
    uint32_t point_count;
};

struct scene {
    struct gallery gallery;
    struct naive naive[SPRITES];
    int32_t size;
};

/* A shape, or another sprite, at one place. */
struct place {
    uint32_t a, b;
    int32_t x0, y0, x1, y1;
    int32_t radius;
};

/* ---- Scenes ------------------------------------------------------------------------------ */

static void keep_pixels(struct naive *naive, const hm_sprite *sprite)
{
    naive->width = hm_sprite_width(sprite);
    naive->height = hm_sprite_height(sprite);
    naive->pixels = must_allocate(NULL, (size_t)naive->width * (size_t)naive->height, 1);
    for (int32_t i = 0; i < naive->width * naive->height; i++)
        naive->pixels[i] = hm_solid(sprite, i % naive->width, i / naive->width);
    naive->point_count = hm_sprite_point_count(sprite);
    naive->points = must_allocate(NULL, naive->point_count, sizeof *naive->points);
    for (uint32_t i = 0; i < naive->point_count; i++)
        hm_sprite_point(sprite, i, &naive->points[i]);
}

static void scene_make(struct scene *scene, uint32_t size)
{
    uint64_t random = size;
    *scene = (struct scene){.size = (int32_t)size};
    for (int i = 0; i < SPRITES; i++)
        gallery_add_shape(&scene->gallery, (enum shape)(i % SHAPES), size, &random);
    gallery_bake(&scene->gallery, true);
    for (int i = 0; i < SPRITES; i++)
        keep_pixels(&scene->naive[i], &scene->gallery.sprites[i]);
}

static void scene_free(struct scene *scene)
{
    for (int i = 0; i < SPRITES; i++) {
        free(scene->naive[i].pixels);
        free(scene->naive[i].points);
    }
    gallery_free(&scene->gallery);
}

static int32_t between(uint64_t *random, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(random, (uint32_t)(high - low + 1));
}

/* From half a sprite before it to half a sprite behind. */
static void make_places(const struct scene *scene, struct place *places)
{
    const int32_t half = scene->size / 2, end = scene->size + half;
    uint64_t random = 1;
    for (int i = 0; i < CASES; i++)
        places[i] = (struct place){
            .a = random_below(&random, SPRITES),
            .b = random_below(&random, SPRITES),
            .x0 = between(&random, -half, end),
            .y0 = between(&random, -half, end),
            .x1 = between(&random, -half, end),
            .y1 = between(&random, -half, end),
            .radius = between(&random, 0, half),
        };
}

/* ---- One pixel a turn ----------------------------------------------------------------------- */

static bool is_solid(const struct naive *s, int32_t x, int32_t y)
{
    return x >= 0 && x < s->width && y >= 0 && y < s->height && s->pixels[y * s->width + x] != 0;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static bool naive_box(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const struct naive *const s = &scene->naive[p->a];
    for (int32_t y = most(least(p->y0, p->y1), 0); y < least(most(p->y0, p->y1), s->height); y++)
        for (int32_t x = most(least(p->x0, p->x1), 0); x < least(most(p->x0, p->x1), s->width); x++)
            if (s->pixels[y * s->width + x] != 0) {
                *hit = (hm_point){x, y};
                return true;
            }
    return false;
}

static bool our_box(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const hm_box box = {least(p->x0, p->x1), least(p->y0, p->y1), most(p->x0, p->x1),
                        most(p->y0, p->y1)};
    return hm_overlap_box(&scene->gallery.sprites[p->a], &box, hit);
}

static bool naive_circle(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const struct naive *const s = &scene->naive[p->a];
    const int32_t r = p->radius;
    for (int32_t y = most(p->y0 - r, 0); y < least(p->y0 + r + 1, s->height); y++)
        for (int32_t x = most(p->x0 - r, 0); x < least(p->x0 + r + 1, s->width); x++)
            if (s->pixels[y * s->width + x] != 0 &&
                (x - p->x0) * (x - p->x0) + (y - p->y0) * (y - p->y0) <= r * r) {
                *hit = (hm_point){x, y};
                return true;
            }
    return false;
}

static bool our_circle(const struct scene *scene, const struct place *p, hm_point *hit)
{
    return hm_overlap_circle(&scene->gallery.sprites[p->a], p->x0, p->y0, (uint32_t)p->radius, hit);
}

static bool naive_walk(const struct naive *s, const struct place *p, int32_t length, hm_point *hit)
{
    const int32_t width = abs(p->x1 - p->x0), height = abs(p->y1 - p->y0);
    const int32_t right = p->x1 < p->x0 ? -1 : 1, down = p->y1 < p->y0 ? -1 : 1;
    int32_t x = p->x0, y = p->y0, turn = height - width;
    for (int32_t i = 0; i <= length; i++) {
        if (is_solid(s, x, y)) {
            *hit = (hm_point){x, y};
            return true;
        }
        if (turn > 0) {
            y += down;
            turn -= 2 * width;
        } else {
            x += right;
            turn += 2 * height;
        }
    }
    return false;
}

static bool naive_segment(const struct scene *scene, const struct place *p, hm_point *hit)
{
    return naive_walk(&scene->naive[p->a], p, abs(p->x1 - p->x0) + abs(p->y1 - p->y0), hit);
}

static bool our_segment(const struct scene *scene, const struct place *p, hm_point *hit)
{
    return hm_overlap_segment(&scene->gallery.sprites[p->a], p->x0, p->y0, p->x1, p->y1, hit);
}

/* The lines of sight that games have most of: along a row. */
static bool naive_level(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const struct place level = {.x0 = p->x0, .y0 = p->y0, .x1 = p->x1, .y1 = p->y0};
    return naive_walk(&scene->naive[p->a], &level, abs(p->x1 - p->x0), hit);
}

static bool our_level(const struct scene *scene, const struct place *p, hm_point *hit)
{
    return hm_overlap_segment(&scene->gallery.sprites[p->a], p->x0, p->y0, p->x1, p->y0, hit);
}

/* From ten sizes away. A ray without end is one that is long enough. */
static bool naive_ray(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const struct place far = {.x0 = p->x0 + 10 * (p->x0 - p->x1),
                              .y0 = p->y0 + 10 * (p->y0 - p->y1),
                              .x1 = p->x0 + 11 * (p->x1 - p->x0),
                              .y1 = p->y0 + 11 * (p->y1 - p->y0)};
    const bool moves = p->x0 != p->x1 || p->y0 != p->y1;
    return naive_walk(&scene->naive[p->a], &far, moves ? 80 * scene->size : 0, hit);
}

static bool our_ray(const struct scene *scene, const struct place *p, hm_point *hit)
{
    return hm_overlap_ray(&scene->gallery.sprites[p->a], p->x0 + 10 * (p->x0 - p->x1),
                          p->y0 + 10 * (p->y0 - p->y1), p->x1 - p->x0, p->y1 - p->y0, hit, NULL);
}

/* ---- One point a turn ----------------------------------------------------------------------- */

static bool naive_points(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const struct naive *const a = &scene->naive[p->a], *const b = &scene->naive[p->b];
    for (uint32_t i = 0; i < a->point_count; i++)
        if (is_solid(b, a->points[i].x - p->x0, a->points[i].y - p->y0)) {
            *hit = a->points[i];
            return true;
        }
    return false;
}

static bool our_points(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const hm_sprite *const sprites = scene->gallery.sprites;
    return hm_points_overlap(&sprites[p->a], &sprites[p->b], p->x0, p->y0, UINT32_MAX, hit);
}

/* With a cell for each pixel, the map is the mask. */
static bool our_cells(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const hm_sprite *const sprites = scene->gallery.sprites;
    return hm_points_overlap_map(&sprites[p->a], &sprites[p->b], p->x0, p->y0, UINT32_MAX, hit);
}

enum { NEARNESS = 3 };

static bool naive_near(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const struct naive *const a = &scene->naive[p->a], *const b = &scene->naive[p->b];
    for (uint32_t i = 0; i < a->point_count; i++) {
        const int32_t x = a->points[i].x - p->x0, y = a->points[i].y - p->y0;
        for (uint32_t k = 0; k < b->point_count; k++) {
            const int32_t dx = b->points[k].x - x, dy = b->points[k].y - y;
            if (dx * dx + dy * dy <= NEARNESS * NEARNESS) {
                *hit = a->points[i];
                return true;
            }
        }
    }
    return false;
}

static bool our_near(const struct scene *scene, const struct place *p, hm_point *hit)
{
    const hm_sprite *const sprites = scene->gallery.sprites;
    return hm_points_near(&sprites[p->a], &sprites[p->b], p->x0, p->y0, NEARNESS, UINT32_MAX, hit);
}

/* ---- Rows ------------------------------------------------------------------------------- */

typedef bool query(const struct scene *scene, const struct place *place, hm_point *hit);

struct duel {
    const char *name;
    query *naive, *ours;
};

struct bout {
    const struct duel *duel;
    const struct scene *scene;
    struct place places[CASES];
    size_t count;
};

/* Each run adds its result here, so that the compiler keeps all calls. */
static volatile uint64_t found;

static void run(const struct bout *bout, query *ask)
{
    uint64_t hits = 0;
    hm_point hit;
    for (size_t i = 0; i < bout->count; i++)
        hits += ask(bout->scene, &bout->places[i], &hit);
    found = hits;
}

static void run_naive(void *context)
{
    const struct bout *const bout = context;
    run(bout, bout->duel->naive);
}

static void run_ours(void *context)
{
    const struct bout *const bout = context;
    run(bout, bout->duel->ours);
}

/* The share of hits; ends the program where the two sides disagree. */
static double check_places(const struct bout *bout)
{
    size_t hits = 0;
    for (size_t i = 0; i < bout->count; i++) {
        hm_point peer = {0, 0}, ours = {0, 0};
        const bool hit = bout->duel->naive(bout->scene, &bout->places[i], &peer);
        if (bout->duel->ours(bout->scene, &bout->places[i], &ours) != hit || peer.x != ours.x ||
            peer.y != ours.y)
            die("%s: no agreement about case %zu", bout->duel->name, i);
        hits += hit;
    }
    return (double)hits / (double)bout->count;
}

static void show_duel(struct report *report, const struct duel *duel, const struct scene *scene)
{
    static struct bout bout;
    bout.duel = duel;
    bout.scene = scene;
    bout.count = is_quick() ? QUICK_CASES : CASES;
    make_places(scene, bout.places);
    const double hits = check_places(&bout);
    const struct times times = measure(&(struct contest){run_naive, run_ours, &bout, 0.3});
    report_row(report, &(struct row){.name = duel->name,
                                     .count = bout.count,
                                     .has_hits = true,
                                     .hits = hits,
                                     .peer = times.peer / (double)bout.count,
                                     .ours = times.ours / (double)bout.count,
                                     .judged = JUDGE_SPEEDUP,
                                     .reach = 1,
                                     .instructions = gallery_instructions(&scene->gallery)});
}

static void show_duels(struct report *report, const struct duel *duels, size_t count,
                       const char *peer)
{
    static const uint32_t sizes[] = {32, 64, 256};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct scene scene;
        char title[40];
        scene_make(&scene, sizes[i]);
        snprintf(title, sizeof title, "drawn shapes of %u pixels", (unsigned)sizes[i]);
        report_topic(report, title, peer);
        for (size_t k = 0; k < count; k++)
            show_duel(report, &duels[k], &scene);
        scene_free(&scene);
    }
}

void bench_shape(struct report *report)
{
    static const struct duel duels[] = {
        {"box", naive_box, our_box},
        {"circle", naive_circle, our_circle},
        {"segment", naive_segment, our_segment},
        {"level segment", naive_level, our_level},
        {"ray from 10 sizes off", naive_ray, our_ray},
    };
    show_duels(report, duels, sizeof duels / sizeof *duels, "one pixel a turn");
}

void bench_points(struct report *report)
{
    static const struct duel duels[] = {
        {"on a mask", naive_points, our_points},
        {"on a map", naive_points, our_cells},
        {"within 3 of points", naive_near, our_near},
    };
    show_duels(report, duels, sizeof duels / sizeof *duels, "one point a turn");
}
