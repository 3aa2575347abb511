/*
 * bench_motion.c - moves against stepping with hm_overlap, and the questions about a contact
 * against the areas or the steps that a game would ask for itself
 */
#include "groups.h"

#include "art.h"
#include "bench.h"
#include "gallery.h"

#include <stdlib.h>

enum { SPRITES = 16, CASES = 4096, MOVE = 100 };

struct move {
    const hm_sprite *a, *b;
    int32_t dx, dy, x, y;
};

struct scene {
    struct gallery gallery;
    struct move moves[CASES];
    uint32_t steps; /* a sum of answers, so that none can be left out */
};

/* ---- Both sides --------------------------------------------------------------------------- */

static bool step_along(const struct move *m, uint32_t *steps)
{
    const int32_t width = abs(m->x), height = abs(m->y);
    int32_t x = 0, y = 0, turn = height - width;
    for (int32_t i = 0; i <= width + height; i++) {
        if (hm_overlap(m->a, m->b, m->dx - x, m->dy - y)) {
            *steps += (uint32_t)i;
            return true;
        }
        if (turn > 0) {
            y += m->y < 0 ? -1 : 1;
            turn -= 2 * width;
        } else {
            x += m->x < 0 ? -1 : 1;
            turn += 2 * height;
        }
    }
    *steps += (uint32_t)(width + height);
    return false;
}

static bool sweep_along(const struct move *m, uint32_t *steps)
{
    hm_sweep_result result;
    const bool touches = hm_sweep(m->a, m->b, m->dx, m->dy, m->x, m->y, &result);
    *steps += (uint32_t)result.step;
    return touches;
}

static void step_all(void *context)
{
    struct scene *const scene = context;
    scene->steps = 0;
    for (int i = 0; i < CASES; i++)
        step_along(&scene->moves[i], &scene->steps);
}

static void sweep_all(void *context)
{
    struct scene *const scene = context;
    scene->steps = 0;
    for (int i = 0; i < CASES; i++)
        sweep_along(&scene->moves[i], &scene->steps);
}

/* ---- Scenes ------------------------------------------------------------------------------- */

static int32_t between(uint64_t *random, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(random, (uint32_t)(high - low + 1));
}

/* A move of MOVE pixels in any direction, near enough. */
static void choose_direction(struct move *move, uint64_t *random)
{
    do {
        move->x = between(random, -MOVE, MOVE);
        move->y = between(random, -MOVE, MOVE);
    } while (abs(move->x * move->x + move->y * move->y - MOVE * MOVE) > MOVE);
}

/* True if the boxes meet somewhere on the way, and the start is free. */
static bool is_worth_asking(const struct move *m)
{
    const int32_t width = hm_sprite_width(m->a), height = hm_sprite_height(m->a);
    const hm_box way = {m->x < 0 ? m->x : 0, m->y < 0 ? m->y : 0, width + (m->x > 0 ? m->x : 0),
                        height + (m->y > 0 ? m->y : 0)};
    const hm_box there = {m->dx, m->dy, m->dx + hm_sprite_width(m->b),
                          m->dy + hm_sprite_height(m->b)};
    return hm_box_overlap(&way, &there) && !hm_overlap(m->a, m->b, m->dx, m->dy);
}

static void scene_make(struct scene *scene, enum shape shape, uint32_t size)
{
    uint64_t random = size;
    *scene = (struct scene){.steps = 0};
    for (int i = 0; i < SPRITES; i++)
        gallery_add_shape(&scene->gallery, shape, size, &random);
    gallery_bake(&scene->gallery, false);
    for (int i = 0; i < CASES;) {
        struct move *const move = &scene->moves[i];
        const int32_t far = (int32_t)size + MOVE;
        move->a = &scene->gallery.sprites[random_below(&random, SPRITES)];
        move->b = &scene->gallery.sprites[random_below(&random, SPRITES)];
        move->dx = between(&random, -far, far);
        move->dy = between(&random, -far, far);
        choose_direction(move, &random);
        i += is_worth_asking(move);
    }
}

/* Both must stop at the same step of every move. */
static double share_of_hits(const struct scene *scene)
{
    uint32_t hits = 0;
    for (int i = 0; i < CASES; i++) {
        uint32_t stepped = 0, swept = 0;
        const bool touches = step_along(&scene->moves[i], &stepped);
        if (sweep_along(&scene->moves[i], &swept) != touches || stepped != swept)
            die("a move is swept to step %u, and stepped to %u", (unsigned)swept,
                (unsigned)stepped);
        hits += touches;
    }
    return (double)hits / CASES;
}

static void measure_scene(struct report *report, enum shape shape, uint32_t size)
{
    static struct scene scene;
    char name[32];
    scene_make(&scene, shape, size);
    const double hits = share_of_hits(&scene);
    const struct times times = measure(&(struct contest){step_all, sweep_all, &scene, 0.4});
    snprintf(name, sizeof name, "%s %u", shape_name(shape), (unsigned)size);
    report_row(report, &(struct row){
                           .name = name,
                           .count = CASES,
                           .has_hits = true,
                           .hits = hits,
                           .peer = times.peer / CASES,
                           .ours = times.ours / CASES,
                           .judged = JUDGE_SPEEDUP,
                           .reach = size == 64 ? 3 : 1,
                           .instructions = gallery_instructions(&scene.gallery),
                       });
    gallery_free(&scene.gallery);
}

void bench_motion(struct report *report)
{
    static const uint32_t sizes[] = {32, 64, 128, 512};
    report_topic(report, "motion: 100 pixels, the swept boxes meet", "a step at a time");
    for (int shape = 0; shape < SHAPES; shape++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            measure_scene(report, (enum shape)shape, sizes[i]);
}

/* ---- Contacts ----------------------------------------------------------------------------- */

struct question {
    const char *name;
    void (*ask)(const struct move *move, struct scene *scene);
};

static void ask_furthest(const struct move *m, struct scene *scene)
{
    hm_point hit = {0, 0};
    hm_overlap_furthest(m->a, m->b, m->dx, m->dy, HM_LEFT, &hit);
    scene->steps += (uint32_t)hit.x;
}

static void ask_normal(const struct move *m, struct scene *scene)
{
    int64_t x = 0, y = 0;
    hm_overlap_normal(m->a, m->b, m->dx, m->dy, &x, &y);
    scene->steps += (uint32_t)x;
}

static void ask_mask(const struct move *m, struct scene *scene)
{
    uint8_t bits[64 * 8];
    scene->steps += (uint32_t)hm_overlap_mask(m->a, m->b, m->dx, m->dy, bits, 8, sizeof bits);
}

static void ask_exit(const struct move *m, struct scene *scene)
{
    uint32_t distance = 0;
    hm_overlap_exit(m->a, m->b, m->dx, m->dy, HM_UP, 64, &distance);
    scene->steps += distance;
}

static void ask_escape(const struct move *m, struct scene *scene)
{
    hm_point move = {0, 0};
    hm_overlap_escape(m->a, m->b, m->dx, m->dy, 8, &move);
    scene->steps += (uint32_t)move.x;
}

static const struct question questions[] = {
    {"furthest", ask_furthest},   {"normal", ask_normal},          {"mask", ask_mask},
    {"exit within 64", ask_exit}, {"escape within 8", ask_escape},
};

struct asking {
    struct scene scene;
    const struct question *question;
};

static void ask_all(void *context)
{
    struct asking *const asking = context;
    for (int i = 0; i < CASES; i++)
        asking->question->ask(&asking->scene.moves[i], &asking->scene);
}

/* The sprites of all cases overlap, by a little. */
static void place_in_contact(struct scene *scene, int32_t size)
{
    uint64_t random = 5;
    for (int i = 0; i < CASES; i++) {
        struct move *const move = &scene->moves[i];
        do {
            move->dx = between(&random, -size, size);
            move->dy = between(&random, -size, size);
        } while (!hm_overlap(move->a, move->b, move->dx, move->dy));
    }
}

void bench_contact(struct report *report)
{
    static struct asking asking;
    report_topic(report, "contacts of 64 px blobs", NULL);
    scene_make(&asking.scene, SHAPE_BLOB, 64);
    place_in_contact(&asking.scene, 64);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        asking.question = &questions[i];
        const struct times times = measure(&(struct contest){NULL, ask_all, &asking, 0.3});
        report_row(report, &(struct row){
                               .name = questions[i].name,
                               .count = CASES,
                               .ours = times.ours / CASES,
                               .instructions = gallery_instructions(&asking.scene.gallery),
                           });
    }
    gallery_free(&asking.scene.gallery);
}
