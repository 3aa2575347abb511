/*
 * bench_affine.c - turned sprites: do they touch, where first, how much; against the XNA way
 *
 * The peer is what the well-known tutorial for XNA does, written anew: step through all pixels
 * of A with a matrix of floats, round each position to a pixel of B, and look at the alpha of
 * both, until one is found in which neither is 0. The tutorial rounds with Math.Round, which
 * is lrintf here. A second peer rounds by a cast, as someone would who cannot wait.
 *
 * Both sprites of a case are turned at random, and the boxes round them meet. The peers take a
 * pixel's corner where hitmask takes its centre, and go one way only: a few answers differ,
 * and their share is told.
 */
#include "groups.h"

#include <hitmask_world.h>

#include "art.h"
#include "bench.h"
#include "gallery.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPRITES = 64, CASES = 16384, QUICK_CASES = 512 };

/* ---- Scenes ------------------------------------------------------------------------------- */

/* A sprite as the tutorial has it. */
struct texture {
    int width, height;
    uint32_t *colours;
};

struct matrix {
    float xx, xy, yx, yy, x, y;
};

struct turned {
    uint32_t a, b;
    hm_affine map;
    hm_placement at_a, at_b;
    struct matrix matrix; /* from a to b */
};

struct scene {
    uint32_t size;
    struct gallery gallery;
    struct texture textures[SPRITES];
    struct turned *cases;
    int count; /* of cases */
};

static struct texture make_texture(const hm_sprite *sprite)
{
    const int width = hm_sprite_width(sprite), height = hm_sprite_height(sprite);
    struct texture texture = {width, height, NULL};
    texture.colours = must_allocate(NULL, (size_t)width * (size_t)height, sizeof *texture.colours);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            texture.colours[y * width + x] = hm_solid(sprite, x, y) ? 0xff3366aa : 0x003366aa;
    return texture;
}

static int64_t random_shift(uint64_t *random, uint32_t size)
{
    return ((int64_t)random_below(random, 3 * size) - 3 * (int64_t)size / 2) * 65536 +
           random_below(random, 65536);
}

static hm_placement random_placement(const hm_sprite *sprite, uint64_t *random, uint32_t size)
{
    hm_placement p = {.x = random_shift(random, size),
                      .y = random_shift(random, size),
                      .scale_x = 65536,
                      .scale_y = 65536,
                      .angle = random_below(random, 65536)};
    hm_sprite_pivot(sprite, &p.pivot_x, &p.pivot_y);
    return p;
}

/* Half the width of the box round a turned square sprite, and its height too. */
static int64_t reach_of(const hm_sprite *sprite, const hm_placement *placement)
{
    int32_t c, s;
    hm_turn(placement->angle, &c, &s);
    return (int64_t)(abs(c) + abs(s)) * hm_sprite_width(sprite) / 2;
}

/* False when the boxes do not meet. */
static bool make_case(const struct scene *scene, uint64_t *random, struct turned *out)
{
    out->a = random_below(random, SPRITES);
    out->b = random_below(random, SPRITES);
    const hm_sprite *const a = &scene->gallery.sprites[out->a];
    const hm_sprite *const b = &scene->gallery.sprites[out->b];
    const hm_placement p = random_placement(a, random, scene->size);
    const hm_placement q = random_placement(b, random, scene->size);
    const int64_t reach = reach_of(a, &p) + reach_of(b, &q);
    if (llabs(p.x - q.x) >= reach || llabs(p.y - q.y) >= reach)
        return false;
    if (!hm_affine_place(&out->map, &p, &q))
        die("a map was refused");
    out->at_a = p;
    out->at_b = q;
    const hm_transform t = out->map.to_b;
    out->matrix = (struct matrix){(float)t.xx / 65536, (float)t.xy / 65536, (float)t.yx / 65536,
                                  (float)t.yy / 65536, (float)t.x / 65536,  (float)t.y / 65536};
    return true;
}

static void scene_make(struct scene *scene, uint32_t size)
{
    uint64_t random = size;
    *scene = (struct scene){.size = size};
    for (int i = 0; i < SPRITES; i++)
        gallery_add_shape(&scene->gallery, (enum shape)(i % SHAPES), size, &random);
    gallery_bake(&scene->gallery, true);
    for (int i = 0; i < SPRITES; i++)
        scene->textures[i] = make_texture(&scene->gallery.sprites[i]);
    scene->cases = must_allocate(NULL, CASES, sizeof *scene->cases);
    scene->count = is_quick() ? QUICK_CASES : CASES;
    for (int i = 0; i < scene->count;)
        i += make_case(scene, &random, &scene->cases[i]);
}

static void scene_free(struct scene *scene)
{
    for (int i = 0; i < SPRITES; i++)
        free(scene->textures[i].colours);
    free(scene->cases);
    gallery_free(&scene->gallery);
}

/* ---- The XNA way ---------------------------------------------------------------------------- */

enum rounding { ROUNDED, CAST };

static inline bool both_have_alpha(const struct texture *a, int x, int y, const struct texture *b,
                                   int u, int v)
{
    return u >= 0 && u < b->width && v >= 0 && v < b->height &&
           a->colours[y * a->width + x] >> 24 != 0 && b->colours[v * b->width + u] >> 24 != 0;
}

/* Counts at most `most` pixels. */
static inline uint64_t step_through(const struct texture *a, const struct texture *b,
                                    const struct matrix *m, enum rounding rounding, uint64_t most)
{
    uint64_t count = 0;
    float row_x = m->x, row_y = m->y;
    for (int y = 0; y < a->height; y++) {
        float at_x = row_x, at_y = row_y;
        for (int x = 0; x < a->width; x++) {
            const int u = rounding == CAST ? (int)(at_x + 0.5f) : (int)lrintf(at_x);
            const int v = rounding == CAST ? (int)(at_y + 0.5f) : (int)lrintf(at_y);
            if (both_have_alpha(a, x, y, b, u, v) && ++count == most)
                return count;
            at_x += m->xx;
            at_y += m->yx;
        }
        row_x += m->xy;
        row_y += m->yy;
    }
    return count;
}

static uint64_t peer_touches(const struct texture *a, const struct texture *b,
                             const struct matrix *m)
{
    return step_through(a, b, m, ROUNDED, 1);
}

static uint64_t peer_touches_by_cast(const struct texture *a, const struct texture *b,
                                     const struct matrix *m)
{
    return step_through(a, b, m, CAST, 1);
}

static uint64_t peer_area(const struct texture *a, const struct texture *b, const struct matrix *m)
{
    return step_through(a, b, m, ROUNDED, UINT64_MAX);
}

/* ---- Ours ----------------------------------------------------------------------------------- */

static uint64_t our_overlap(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    return hm_affine_overlap(a, b, map);
}

static uint64_t our_first(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    hm_point hit;
    return hm_affine_first(a, b, map, &hit);
}

static uint64_t our_area(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    return hm_affine_area(a, b, map);
}

/* Both ways, as it must be asked to be exact. */
static uint64_t our_points(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    hm_affine back;
    if (hm_affine_points(a, b, map, UINT32_MAX, NULL))
        return true;
    hm_affine_inverse(map, &back);
    return hm_affine_points(b, a, &back, UINT32_MAX, NULL);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

struct question {
    const char *title, *peer_name;
    uint64_t (*peer)(const struct texture *a, const struct texture *b, const struct matrix *m);
    uint64_t (*ours)(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);
    bool judged; /* at 64 pixels, by what the goals say; else it may not be slower */
};

static const struct question questions[] = {
    {"turned: do they touch", "the XNA way", peer_touches, our_overlap, true},
    {"turned: do they touch", "the XNA way, rounding by a cast", peer_touches_by_cast, our_overlap,
     false},
    {"turned: does a point of one lie on the other", "the XNA way", peer_touches, our_points,
     false},
    {"turned: where first", "the XNA way", peer_touches, our_first, false},
    {"turned: in how many pixels", "the XNA way, to the end", peer_area, our_area, false},
};

struct match {
    const struct scene *scene;
    const struct question *question;
};

/* Each run adds its result here, so that the compiler keeps all calls. */
static volatile uint64_t found;

static uint64_t ask_peer(const struct match *match, const struct turned *c)
{
    const struct texture *const textures = match->scene->textures;
    return match->question->peer(&textures[c->a], &textures[c->b], &c->matrix);
}

static uint64_t ask_us(const struct match *match, const struct turned *c)
{
    const hm_sprite *const sprites = match->scene->gallery.sprites;
    return match->question->ours(&sprites[c->a], &sprites[c->b], &c->map);
}

static void run_peer(void *context)
{
    const struct match *const match = context;
    uint64_t sum = 0;
    for (int i = 0; i < match->scene->count; i++)
        sum += ask_peer(match, &match->scene->cases[i]);
    found = sum;
}

static void run_ours(void *context)
{
    const struct match *const match = context;
    uint64_t sum = 0;
    for (int i = 0; i < match->scene->count; i++)
        sum += ask_us(match, &match->scene->cases[i]);
    found = sum;
}

/* The share of hits; what differs is counted, and must stay the little that it is. */
static double compare(const struct match *match, double *different)
{
    int hits = 0, unlike = 0;
    for (int i = 0; i < match->scene->count; i++) {
        const bool ours = ask_us(match, &match->scene->cases[i]) != 0;
        hits += ours;
        unlike += (ask_peer(match, &match->scene->cases[i]) != 0) != ours;
    }
    *different = (double)unlike / match->scene->count;
    if (*different > 0.1)
        die("%s: %.1f %% of the answers differ", match->question->title, *different * 100);
    return (double)hits / match->scene->count;
}

static double find_reach(const struct match *match)
{
    const char *const set = gallery_instructions(&match->scene->gallery);
    if (!match->question->judged || match->scene->size != 64)
        return 1;
    return strcmp(set, "avx2") == 0 || strcmp(set, "avx512") == 0 ? 60 : 30;
}

static void show(struct report *report, const struct scene *scene, const struct question *question)
{
    char name[16];
    double different;
    struct match match = {scene, question};
    const double hits = compare(&match, &different);
    const struct times times = measure(&(struct contest){run_peer, run_ours, &match, 0.5});
    snprintf(name, sizeof name, "shapes %u", (unsigned)scene->size);
    report_row(report, &(struct row){.name = name,
                                     .count = (uint64_t)scene->count,
                                     .has_hits = true,
                                     .hits = hits,
                                     .peer = times.peer / scene->count,
                                     .ours = times.ours / scene->count,
                                     .judged = JUDGE_SPEEDUP,
                                     .reach = find_reach(&match),
                                     .instructions = gallery_instructions(&scene->gallery)});
    report_note(report, "%s: %.1f %% of the answers differ", name, different * 100);
}

/* ---- Ours beside ours ------------------------------------------------------------------------ */

/* A normal, the way out, a sweep and shapes, each beside what a game would otherwise ask. */
struct pairing {
    const char *title, *peer_name;
    uint64_t (*peer)(const struct scene *scene, const struct turned *c);
    uint64_t (*ours)(const struct scene *scene, const struct turned *c);
    enum judged judged;
    double reach;
    bool touching_too; /* also among the cases that touch, unjudged */
};

static const hm_sprite *first_of(const struct scene *scene, const struct turned *c)
{
    return &scene->gallery.sprites[c->a];
}

static const hm_sprite *second_of(const struct scene *scene, const struct turned *c)
{
    return &scene->gallery.sprites[c->b];
}

static uint64_t pair_overlap(const struct scene *scene, const struct turned *c)
{
    return hm_affine_overlap(first_of(scene, c), second_of(scene, c), &c->map);
}

static uint64_t pair_placed_overlap(const struct scene *scene, const struct turned *c)
{
    return hm_placed_overlap(first_of(scene, c), &c->at_a, second_of(scene, c), &c->at_b);
}

static uint64_t pair_placed_normal(const struct scene *scene, const struct turned *c)
{
    int64_t x, y;
    return hm_placed_normal(first_of(scene, c), &c->at_a, second_of(scene, c), &c->at_b, &x, &y);
}

/* The normal as its definition has it. */
static uint64_t pair_four_areas(const struct scene *scene, const struct turned *c)
{
    static const int8_t steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const hm_transform *const t = &c->map.to_b;
    uint64_t areas[4];
    if (!pair_overlap(scene, c))
        return 0;
    for (int i = 0; i < 4; i++) {
        const int x = steps[i][0], y = steps[i][1];
        hm_affine moved = c->map;
        moved.to_b.x += t->xx * x + t->xy * y;
        moved.to_b.y += t->yx * x + t->yy * y;
        moved.to_a.x -= x * 65536;
        moved.to_a.y -= y * 65536;
        areas[i] = hm_affine_area(first_of(scene, c), second_of(scene, c), &moved);
    }
    found += areas[0] - areas[1] + areas[2] - areas[3];
    return 1;
}

/* A move by the size of the sprites, down and to the right. */
static uint64_t pair_sweep(const struct scene *scene, const struct turned *c)
{
    const int64_t far = (int64_t)scene->size * 65536;
    hm_affine_sweep_result out;
    return hm_placed_sweep(first_of(scene, c), &c->at_a, second_of(scene, c), &c->at_b, far,
                           far / 3, &out);
}

static uint64_t pair_steps(const struct scene *scene, const struct turned *c)
{
    hm_placement at = c->at_a;
    for (int64_t i = 0; i <= scene->size; i++) {
        at.x = c->at_a.x + i * 65536;
        at.y = c->at_a.y + (i * 65536 + 1) / 3;
        if (hm_placed_overlap(first_of(scene, c), &at, second_of(scene, c), &c->at_b))
            return 1;
    }
    return 0;
}

static uint64_t pair_circle(const struct scene *scene, const struct turned *c)
{
    return hm_placed_circle(first_of(scene, c), &c->at_a, (int32_t)(c->at_b.x >> 16),
                            (int32_t)(c->at_b.y >> 16), scene->size / 2, NULL);
}

static uint64_t pair_ray(const struct scene *scene, const struct turned *c)
{
    return hm_placed_ray(first_of(scene, c), &c->at_a, (int32_t)(c->at_b.x >> 16),
                         (int32_t)(c->at_b.y >> 16), (int32_t)((c->at_a.x - c->at_b.x) >> 16),
                         (int32_t)((c->at_a.y - c->at_b.y) >> 16), NULL, NULL);
}

static uint64_t pair_area(const struct scene *scene, const struct turned *c)
{
    return hm_placed_area(first_of(scene, c), &c->at_a, second_of(scene, c), &c->at_b) > 0;
}

static uint64_t pair_first(const struct scene *scene, const struct turned *c)
{
    return hm_placed_first(first_of(scene, c), &c->at_a, second_of(scene, c), &c->at_b, NULL);
}

static uint64_t pair_exit(const struct scene *scene, const struct turned *c)
{
    uint32_t distance;
    hm_placed_exit(first_of(scene, c), &c->at_a, second_of(scene, c), &c->at_b, HM_UP, scene->size,
                   &distance);
    return distance > 0;
}

static uint64_t pair_exit_steps(const struct scene *scene, const struct turned *c)
{
    hm_placement at = c->at_a;
    for (uint32_t i = 0; i <= scene->size; i++, at.y -= 65536)
        if (!hm_placed_overlap(first_of(scene, c), &at, second_of(scene, c), &c->at_b))
            return i > 0;
    return 1;
}

static uint64_t pair_escape(const struct scene *scene, const struct turned *c)
{
    hm_point move;
    hm_placed_escape(first_of(scene, c), &c->at_a, second_of(scene, c), &c->at_b, 4, &move);
    return move.x != 0 || move.y != 0;
}

static uint64_t pair_box(const struct scene *scene, const struct turned *c)
{
    const int32_t x = (int32_t)(c->at_b.x >> 16), y = (int32_t)(c->at_b.y >> 16);
    const int32_t half = (int32_t)scene->size / 2;
    return hm_placed_box(first_of(scene, c), &c->at_a,
                         &(hm_box){x - half, y - half, x + half, y + half}, NULL);
}

static uint64_t pair_segment(const struct scene *scene, const struct turned *c)
{
    return hm_placed_segment(first_of(scene, c), &c->at_a, (int32_t)(c->at_b.x >> 16),
                             (int32_t)(c->at_b.y >> 16), (int32_t)(c->at_a.x >> 16),
                             (int32_t)(c->at_a.y >> 16), NULL);
}

static uint64_t pair_bounds(const struct scene *scene, const struct turned *c)
{
    hm_box box;
    hm_placed_bounds(first_of(scene, c), &c->at_a, &box);
    return box.x0 < box.x1;
}

static uint64_t pair_pixel(const struct scene *scene, const struct turned *c)
{
    hm_point pixel;
    return hm_placed_pixel(&c->at_a, (int32_t)scene->size - 1, 0, &pixel);
}

static const struct pairing pairings[] = {
    {"turned: the normal", "four areas", pair_four_areas, pair_placed_normal, JUDGE_SPEEDUP, 4,
     true},
    {"turned: the normal", "hm_placed_overlap", pair_placed_overlap, pair_placed_normal, JUDGE_COST,
     5, true},
    {"turned: a move as long as the sprites", "hm_placed_overlap at each step", pair_steps,
     pair_sweep, JUDGE_SPEEDUP, 1, false},
    {"turned: the area, with placements", "hm_placed_overlap", pair_placed_overlap, pair_area,
     JUDGE_NOTHING, 0, false},
    {"turned: the first pixel, with placements", "hm_placed_overlap", pair_placed_overlap,
     pair_first, JUDGE_NOTHING, 0, false},
    {"turned: the way up", "hm_placed_overlap at each step", pair_exit_steps, pair_exit,
     JUDGE_NOTHING, 0, true},
    {"turned: the way out within 4 pixels", "hm_placed_overlap", pair_placed_overlap, pair_escape,
     JUDGE_NOTHING, 0, false},
    {"turned: a box in the world", "hm_placed_overlap", pair_placed_overlap, pair_box,
     JUDGE_NOTHING, 0, false},
    {"turned: a segment in the world", "hm_placed_overlap", pair_placed_overlap, pair_segment,
     JUDGE_NOTHING, 0, false},
    {"turned: a circle in the world", "hm_placed_overlap", pair_placed_overlap, pair_circle,
     JUDGE_NOTHING, 0, false},
    {"turned: a ray in the world", "hm_placed_overlap", pair_placed_overlap, pair_ray,
     JUDGE_NOTHING, 0, false},
    {"turned: the bounds in the world", "hm_placed_overlap", pair_placed_overlap, pair_bounds,
     JUDGE_NOTHING, 0, false},
    {"turned: the place of a pixel in the world", "hm_placed_overlap", pair_placed_overlap,
     pair_pixel, JUDGE_NOTHING, 0, false},
};

struct meeting {
    const struct scene *scene;
    const struct pairing *pairing;
    const struct turned *cases;
    int count;
};

static void run_theirs(void *context)
{
    const struct meeting *const meeting = context;
    uint64_t sum = 0;
    for (int i = 0; i < meeting->count; i++)
        sum += meeting->pairing->peer(meeting->scene, &meeting->cases[i]);
    found = sum;
}

static void run_pairing(void *context)
{
    const struct meeting *const meeting = context;
    uint64_t sum = 0;
    for (int i = 0; i < meeting->count; i++)
        sum += meeting->pairing->ours(meeting->scene, &meeting->cases[i]);
    found = sum;
}

static void show_pairing(struct report *report, const char *name, struct meeting *meeting,
                         enum judged judged)
{
    const struct pairing *const pairing = meeting->pairing;
    const struct times times = measure(&(struct contest){run_theirs, run_pairing, meeting, 0.3});
    run_pairing(meeting);
    report_row(report,
               &(struct row){.name = name,
                             .count = (uint64_t)meeting->count,
                             .has_hits = true,
                             .hits = (double)found / meeting->count,
                             .peer = times.peer / meeting->count,
                             .ours = times.ours / meeting->count,
                             .judged = judged,
                             .reach = judged == JUDGE_NOTHING ? 0 : pairing->reach,
                             .instructions = gallery_instructions(&meeting->scene->gallery)});
}

/* Among all cases, and among those that touch. */
static void show_pairings(struct report *report, const struct scene *scene,
                          const struct pairing *pairing)
{
    static struct turned touching[CASES];
    char name[32];
    int count = 0;
    snprintf(name, sizeof name, "shapes %u", (unsigned)scene->size);
    show_pairing(report, name, &(struct meeting){scene, pairing, scene->cases, scene->count},
                 pairing->judged);
    for (int i = 0; pairing->touching_too && i < scene->count; i++)
        if (pair_overlap(scene, &scene->cases[i]))
            touching[count++] = scene->cases[i];
    snprintf(name, sizeof name, "shapes %u, touching", (unsigned)scene->size);
    if (count > 0)
        show_pairing(report, name, &(struct meeting){scene, pairing, touching, count},
                     JUDGE_NOTHING);
}

void bench_affine(struct report *report)
{
    static const uint32_t sizes[] = {32, 64, 128};
    enum { SIZES = sizeof sizes / sizeof *sizes, QUESTIONS = sizeof questions / sizeof *questions };
    struct scene scenes[SIZES];
    for (int i = 0; i < SIZES; i++)
        scene_make(&scenes[i], sizes[i]);
    for (int q = 0; q < QUESTIONS; q++) {
        report_topic(report, questions[q].title, questions[q].peer_name);
        for (int i = 0; i < SIZES; i++)
            show(report, &scenes[i], &questions[q]);
    }
    for (size_t q = 0; q < sizeof pairings / sizeof *pairings; q++) {
        report_topic(report, pairings[q].title, pairings[q].peer_name);
        for (int i = 0; i < SIZES; i++)
            show_pairings(report, &scenes[i], &pairings[q]);
    }
    for (int i = 0; i < SIZES; i++)
        scene_free(&scenes[i]);
}
