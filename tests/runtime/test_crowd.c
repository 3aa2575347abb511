/*
 * test_crowd.c - sprites and shapes against a large crowd, and all pairs in it, pixel by pixel
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/oracle.h"
#include "runtime/path_oracle.h"
#include "runtime/small_masks.h"

#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

enum { CROWD_MAX = 700, SUBJECTS = 24 };

static uint32_t levels;

/* ---- A crowd -------------------------------------------------------------------------------- */

struct crowd {
    uint32_t count;
    bool boxes_alone;
    int32_t sides[4][CROWD_MAX];
    hm_box boxes[CROWD_MAX];
    const struct subject *subjects[CROWD_MAX]; /* NULL for nothing */
    int32_t x[CROWD_MAX], y[CROWD_MAX];        /* where they stand */
    const hm_sprite *sprites[CROWD_MAX];
    hm_crowd crowd;
    hm_world world;
};

static struct subject subjects[SUBJECTS];
static hm_sprite views[SUBJECTS];

static void set_level(uint32_t level)
{
    for (int i = 0; i < SUBJECTS; i++)
        views[i].cpu = level;
}

/* An item at a place; one without a sprite still has a box. */
static void add(struct crowd *c, uint32_t subject, int32_t x, int32_t y, bool has_box,
                bool has_sprite)
{
    const uint32_t i = c->count++;
    hm_box box;
    hm_sprite_bounds(&views[subject], &box);
    box.x1 = has_box ? box.x1 : box.x0;
    const int32_t sides[4] = {box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y};
    for (int side = 0; side < 4; side++)
        c->sides[side][i] = sides[side];
    c->boxes[i] = (hm_box){sides[0], sides[1], sides[2], sides[3]};
    c->sprites[i] = has_sprite ? &views[subject] : NULL;
    c->subjects[i] = has_sprite && has_box ? &subjects[subject] : NULL;
    c->x[i] = x;
    c->y[i] = y;
}

static void make_crowd(struct crowd *c, uint64_t *random, uint32_t count, int32_t world,
                       bool boxes_alone)
{
    c->count = 0;
    c->boxes_alone = boxes_alone;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t subject = oracle_random(random, SUBJECTS);
        const int32_t x = (int32_t)oracle_random(random, (uint32_t)world) - world / 2;
        const int32_t y = (int32_t)oracle_random(random, (uint32_t)world) - world / 2;
        add(c, subject, x, y, oracle_random(random, 20) > 0, oracle_random(random, 20) > 0);
    }
    const hm_sprite *const *const sprites = boxes_alone ? NULL : c->sprites;
    c->crowd = (hm_crowd){c->sides[0], c->sides[1], c->sides[2], c->sides[3], sprites, count};
    c->world = (hm_world){.crowd = &c->crowd};
}

/* True if a pixel of the world is solid in an item. */
static bool item_solid(const struct crowd *c, uint32_t i, int64_t x, int64_t y)
{
    const hm_box *const box = &c->boxes[i];
    if (c->boxes_alone)
        return x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1;
    return c->subjects[i] != NULL && oracle_solid(c->subjects[i], x - c->x[i], y - c->y[i]);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

struct shape {
    hm_box box;
    int32_t x, y;
    uint32_t radius;
    const struct subject *subject;
    const hm_sprite *view;
    int kind; /* box, circle, point, sprite */
};

static bool holds(const struct shape *s, int64_t x, int64_t y)
{
    const int64_t right = x - s->x, down = y - s->y;
    if (s->kind == 0)
        return x >= s->box.x0 && x < s->box.x1 && y >= s->box.y0 && y < s->box.y1;
    if (s->kind == 1)
        return right * right + down * down <= (int64_t)s->radius * s->radius;
    return s->kind == 2 ? right == 0 && down == 0 : oracle_solid(s->subject, right, down);
}

static bool shape_hits(const struct crowd *c, uint32_t i, const struct shape *s, hm_point *hit)
{
    for (int64_t y = c->boxes[i].y0; y < c->boxes[i].y1; y++)
        for (int64_t x = c->boxes[i].x0; x < c->boxes[i].x1; x++)
            if (holds(s, x, y) && item_solid(c, i, x, y)) {
                *hit = (hm_point){(int32_t)x, (int32_t)y};
                return true;
            }
    return false;
}

static uint32_t ask_shape(const struct crowd *c, const struct shape *s, hm_cursor *next,
                          hm_met *hits, uint32_t capacity)
{
    switch (s->kind) {
    case 0:
        return hm_world_list_box(&c->world, &s->box, next, hits, capacity);
    case 1:
        return hm_world_list_circle(&c->world, s->x, s->y, s->radius, next, hits, capacity);
    case 2:
        return hm_world_list_point(&c->world, s->x, s->y, next, hits, capacity);
    default:
        return hm_world_list(&c->world, s->view, s->x, s->y, next, hits, capacity);
    }
}

static bool ask_for_first(const struct crowd *c, const struct shape *s, hm_met *met)
{
    switch (s->kind) {
    case 0:
        return hm_world_box(&c->world, &s->box, met);
    case 1:
        return hm_world_circle(&c->world, s->x, s->y, s->radius, met);
    case 2:
        return hm_world_point(&c->world, s->x, s->y, met);
    default:
        return hm_world_overlap(&c->world, s->view, s->x, s->y, met);
    }
}

/* Goes through the crowd with room for `capacity` hits at a time. */
static void check_list(const struct crowd *c, const struct shape *s, const hm_met *right,
                       uint32_t count, uint32_t capacity)
{
    hm_cursor next = {HM_NOTHING, 0};
    uint32_t seen = 0, found;
    hm_met hits[CROWD_MAX + 1], first = {HM_NOTHING, 7, {7, 7}};
    do {
        found = ask_shape(c, s, &next, hits, capacity);
        assert_true(found <= capacity && seen + found <= count);
        assert_memory_equal(hits, right + seen, found * sizeof *hits);
        seen += found;
    } while (found == capacity);
    assert_int_equal(seen, count);
    assert_true(next.kind == HM_PLACED && next.index == 0);
    assert_int_equal(ask_shape(c, s, &next, hits, capacity), 0);
    next = (hm_cursor){HM_NOTHING, 0};
    assert_int_equal(ask_shape(c, s, &next, NULL, 0), 0);
    assert_true(next.kind == HM_NOTHING && next.index == 0);
    next = (hm_cursor){HM_CROWD, UINT32_MAX};
    assert_int_equal(ask_shape(c, s, &next, hits, capacity), 0);
    assert_true(next.kind == HM_PLACED && next.index == 0);
    assert_int_equal(ask_for_first(c, s, &first), count > 0);
    assert_int_equal(ask_for_first(c, s, NULL), count > 0);
    if (count > 0)
        assert_memory_equal(&first, &right[0], sizeof first);
    else
        assert_true(first.kind == HM_NOTHING && first.index == 7 && first.hit.x == 7);
}

static void check_shape(const struct crowd *c, const struct shape *s, uint32_t capacity)
{
    static hm_met right[CROWD_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (shape_hits(c, i, s, &right[count].hit)) {
            right[count].kind = HM_CROWD;
            right[count++].index = i;
        }
    for (uint32_t level = 0; level <= levels; level++) {
        set_level(level);
        check_list(c, s, right, count, capacity);
    }
}

static int32_t about(uint64_t *random, int32_t reach)
{
    return (int32_t)oracle_random(random, 2 * (uint32_t)reach + 1) - reach;
}

static struct shape random_shape(uint64_t *random, int32_t world)
{
    const uint32_t subject = oracle_random(random, SUBJECTS);
    struct shape s = {.kind = (int)oracle_random(random, 4),
                      .subject = &subjects[subject],
                      .view = &views[subject]};
    s.x = about(random, world);
    s.y = about(random, world);
    s.radius = oracle_random(random, 60);
    s.box = (hm_box){s.x, s.y, s.x + about(random, 80), s.y + about(random, 80)};
    return s;
}

static void shapes_in_random_crowds(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 1, 7, 40, 530, CROWD_MAX};
    static struct crowd c;
    uint64_t random = 1;
    for (int i = 0; i < 12; i++) {
        make_crowd(&c, &random, counts[i % 6], 300, i >= 6 && i % 2 == 0);
        for (int k = 0; k < 20; k++) {
            const struct shape s = random_shape(&random, 170);
            check_shape(&c, &s, 1 + oracle_random(&random, k % 2 ? 5 : CROWD_MAX));
        }
    }
}

/* In arrays of just their size: of an empty crowd nothing is read, of one item only that one. */
static void crowds_of_nothing(void **state)
{
    (void)state;
    const int32_t sides[2] = {0, 9};
    const hm_sprite **const sprites = calloc(1, sizeof *sprites);
    const hm_sprite **const none = malloc(1);
    const hm_crowd empty = {sides, sides, sides, sides, none, 0};
    const hm_crowd one = {&sides[0], &sides[0], &sides[1], &sides[1], sprites, 1};
    const hm_world of_nobody = {.crowd = &empty}, of_nothing = {.crowd = &one};
    const hm_box box = {0, 0, 9, 9};
    hm_sprite full;
    hm_sprite_box(9, 9, &full);
    assert_false(hm_world_box(&of_nobody, &box, NULL));
    assert_false(hm_world_box(&of_nothing, &box, NULL));
    assert_false(hm_world_ray(&of_nothing, -5, 5, 1, 0, NULL, NULL));
    assert_int_equal(hm_world_area(&of_nothing, &views[0], 0, 0), 0);
    sprites[0] = &full;
    assert_true(hm_world_box(&of_nothing, &box, NULL));
    free(sprites);
    free(none);
}

/* ---- Rays ------------------------------------------------------------------------------------ */

/* Walks a path for some steps, and looks at every item at each. */
static bool walk(const struct crowd *c, hm_point from, hm_point way, int64_t steps, hm_point *hit,
                 uint64_t *taken, uint32_t *index)
{
    const uint64_t width = (uint64_t)llabs((long long)way.x);
    const uint64_t height = (uint64_t)llabs((long long)way.y);
    uint64_t i = 0, j = 0;
    for (int64_t step = 0; step <= steps; step++) {
        const int64_t x = from.x + (way.x < 0 ? -(int64_t)i : (int64_t)i);
        const int64_t y = from.y + (way.y < 0 ? -(int64_t)j : (int64_t)j);
        for (uint32_t k = 0; k < c->count; k++)
            if (item_solid(c, k, x, y)) {
                *hit = (hm_point){(int32_t)x, (int32_t)y};
                *taken = (uint64_t)step;
                *index = k;
                return true;
            }
        const bool is_x = path_visits(width, height, i + 1, j);
        i += is_x;
        j += !is_x;
    }
    return false;
}

struct answer {
    hm_met met;
    uint64_t steps;
};

static void assert_answer(const struct answer *p, const struct answer *q)
{
    assert_memory_equal(&p->met, &q->met, sizeof p->met);
    assert_int_equal(p->steps, q->steps);
}

static void check_paths(const struct crowd *c, hm_point p, hm_point q, int64_t far)
{
    const struct answer none = {{HM_NOTHING, 7, {-7, -7}}, 7};
    const hm_point way = {q.x - p.x, q.y - p.y};
    const int64_t length = llabs((long long)way.x) + llabs((long long)way.y);
    struct answer right = none, a = none;
    right.met.kind = HM_CROWD;
    const bool on_segment = walk(c, p, way, length, &right.met.hit, &right.steps, &right.met.index);
    assert_int_equal(hm_world_segment(&c->world, p.x, p.y, q.x, q.y, &a.met), on_segment);
    right.steps = 7;
    assert_answer(&a, on_segment ? &right : &none);
    const bool on_ray =
        walk(c, p, way, length > 0 ? far : 0, &right.met.hit, &right.steps, &right.met.index);
    a = none;
    assert_int_equal(hm_world_ray(&c->world, p.x, p.y, way.x, way.y, &a.met, &a.steps), on_ray);
    assert_answer(&a, on_ray ? &right : &none);
    assert_int_equal(hm_world_ray(&c->world, p.x, p.y, way.x, way.y, NULL, NULL), on_ray);
}

static void rays_in_random_crowds(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 1, 3, 12, 40, 530};
    static struct crowd c;
    uint64_t random = 2;
    for (int i = 0; i < 30; i++) {
        make_crowd(&c, &random, counts[i % 6], 300, i >= 24);
        for (int k = 0; k < 25; k++) {
            const int32_t reach = k % 3 == 0 ? 10 : 200;
            const hm_point p = {about(&random, 200), about(&random, 200)};
            const hm_point q = {p.x + about(&random, reach), p.y + about(&random, reach)};
            set_level((uint32_t)k % (levels + 1));
            check_paths(&c, p, q, 1200);
            check_paths(&c, p, (hm_point){q.x, p.y}, 1200);
            check_paths(&c, p, p, 1200);
        }
    }
}

static void rays_from_the_ends_of_the_numbers(void **state)
{
    (void)state;
    static struct crowd c;
    uint64_t random = 3, steps;
    hm_met met;
    make_crowd(&c, &random, 300, 300, true);
    assert_true(hm_world_ray(&c.world, INT32_MIN, 0, INT32_MAX, 0, &met, &steps));
    assert_int_equal(met.hit.x - (int64_t)INT32_MIN, steps);
    assert_true(hm_world_ray(&c.world, 3, INT32_MAX, 0, INT32_MIN, &met, &steps));
    assert_int_equal(INT32_MAX - (int64_t)met.hit.y, steps);
    assert_true(hm_world_segment(&c.world, INT32_MIN, 0, INT32_MAX, 0, &met));
    assert_false(hm_world_ray(&c.world, INT32_MIN, INT32_MIN, -1, 5, NULL, NULL));
    /* A box from one end to the other. */
    const int32_t x0 = INT32_MIN, y0 = 5, x1 = INT32_MAX, y1 = INT32_MAX;
    const hm_crowd wide = {&x0, &y0, &x1, &y1, NULL, 1};
    const hm_world world = {.crowd = &wide};
    assert_true(hm_world_ray(&world, -9, INT32_MIN, 0, 1, &met, &steps));
    assert_int_equal(met.hit.y, 5);
    assert_true(hm_world_circle(&world, INT32_MIN, INT32_MIN, UINT32_MAX, &met));
    assert_false(hm_world_point(&world, INT32_MAX, 9, &met));
}

/* ---- Pairs ------------------------------------------------------------------------------------
 */

static bool boxes_meet(const hm_box *p, const hm_box *q)
{
    return p->x0 < p->x1 && p->y0 < p->y1 && q->x0 < q->x1 && q->y0 < q->y1 && p->x0 < q->x1 &&
           q->x0 < p->x1 && p->y0 < q->y1 && q->y0 < p->y1;
}

static bool is_pair(const struct crowd *c, uint32_t i, uint32_t k)
{
    if (!boxes_meet(&c->boxes[i], &c->boxes[k]))
        return false;
    return c->boxes_alone || (c->subjects[i] != NULL && c->subjects[k] != NULL &&
                              oracle_overlap(c->subjects[i], c->subjects[k], c->x[k] - c->x[i],
                                             c->y[k] - c->y[i], NULL, NULL));
}

static const struct crowd *sorted;

/* By the left edges, then by the indices. */
static int compare_items(const void *p, const void *q)
{
    const uint32_t i = *(const uint32_t *)p, k = *(const uint32_t *)q;
    const int32_t a = sorted->boxes[i].x0, b = sorted->boxes[k].x0;
    return a != b ? (a > b) - (a < b) : (i > k) - (i < k);
}

static uint32_t expect_pairs(const struct crowd *c, hm_pair *out)
{
    uint32_t order[CROWD_MAX], count = 0;
    for (uint32_t i = 0; i < c->count; i++)
        order[i] = i;
    sorted = c;
    qsort(order, c->count, sizeof *order, compare_items);
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = i + 1; k < c->count; k++) {
            const uint32_t p = order[i], q = order[k];
            if (is_pair(c, p, q))
                out[count++] = (hm_pair){p < q ? p : q, p < q ? q : p};
        }
    return count;
}

/* A buffer of just the size that was asked for, at an odd address. */
static void check_pairs(const struct crowd *c, const hm_pair *right, uint32_t count,
                        uint32_t capacity)
{
    const size_t size = hm_pairs_scratch_size(c->count);
    uint8_t *const scratch = malloc(size + 3);
    hm_pair *const hits = malloc((capacity + 1) * sizeof *hits);
    hm_pairs pairs;
    uint32_t seen = 0, found;
    assert_false(hm_pairs_begin(&pairs, &c->crowd, scratch, size - 1));
    assert_int_equal(hm_pairs_next(&pairs, hits, capacity), 0);
    assert_true(hm_pairs_begin(&pairs, &c->crowd, scratch + 3, size));
    assert_int_equal(hm_pairs_next(&pairs, NULL, 0), 0);
    do {
        found = hm_pairs_next(&pairs, hits, capacity);
        assert_true(found <= capacity && seen + found <= count);
        assert_memory_equal(hits, right + seen, found * sizeof *hits);
        seen += found;
    } while (found == capacity);
    assert_int_equal(seen, count);
    assert_int_equal(hm_pairs_next(&pairs, hits, capacity), 0);
    free(hits);
    free(scratch);
}

static void check_all_pairs(const struct crowd *c, uint32_t capacity)
{
    static hm_pair right[CROWD_MAX * CROWD_MAX / 2];
    const uint32_t count = expect_pairs(c, right);
    for (uint32_t level = 0; level <= levels; level++) {
        set_level(level);
        check_pairs(c, right, count, capacity);
    }
}

static void pairs_of_random_crowds(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 1, 2, 9, 60, 200, CROWD_MAX};
    static const int32_t worlds[] = {40, 300, 1500, 20000};
    static struct crowd c;
    uint64_t random = 4;
    for (int i = 0; i < 28; i++) {
        make_crowd(&c, &random, counts[i % 7], worlds[i / 7], i % 3 == 1);
        if (counts[i % 7] > 200 && worlds[i / 7] == 40)
            continue;
        check_all_pairs(&c, 1 + oracle_random(&random, i % 2 ? 6 : 1000));
    }
}

/* Two items, one of them in each of its places. */
static void check_small_pair(const struct pair *pair, int32_t dx, int32_t dy)
{
    const hm_sprite *const sprites[] = {&pair->a->sprite, &pair->b->sprite};
    uint8_t scratch[128];
    hm_box p, q;
    hm_pairs pairs;
    hm_pair hit = {7, 7};
    hm_sprite_bounds(sprites[0], &p);
    hm_sprite_bounds(sprites[1], &q);
    const int32_t x0[] = {p.x0, q.x0 + dx}, y0[] = {p.y0, q.y0 + dy};
    const int32_t x1[] = {p.x1, q.x1 + dx}, y1[] = {p.y1, q.y1 + dy};
    const hm_crowd crowd = {x0, y0, x1, y1, sprites, 2};
    const uint32_t right = pair_area(pair, dx, dy) > 0;
    if (!hm_pairs_begin(&pairs, &crowd, scratch, sizeof scratch) ||
        hm_pairs_next(&pairs, &hit, 1) != right || (right && (hit.first != 0 || hit.second != 1)) ||
        hm_pairs_next(&pairs, &hit, 1) != 0)
        pair_fail(pair, "two in a crowd", dx, dy);
}

static void every_small_pair(void **state)
{
    (void)state;
    placements_visit(NULL, 37, check_small_pair);
}

/* Boxes alone, of which one has no rows or no columns, and lies across the other. */
static void a_box_without_pixels_is_in_no_pair(void **state)
{
    (void)state;
    static const hm_box flat[] = {{0, 5, 10, 5}, {5, 0, 5, 10}, {0, 6, 10, 5}, {6, 0, 5, 10}};
    for (int i = 0; i < 4; i++)
        for (int32_t at = -3; at <= 3; at += 3) {
            const int32_t x0[] = {flat[i].x0, at}, x1[] = {flat[i].x1, at + 8};
            const int32_t y0[] = {flat[i].y0, at}, y1[] = {flat[i].y1, at + 8};
            const hm_crowd crowd = {x0, y0, x1, y1, NULL, 2};
            uint8_t scratch[128];
            hm_pairs pairs;
            hm_pair hit;
            assert_true(hm_pairs_begin(&pairs, &crowd, scratch, sizeof scratch));
            assert_int_equal(hm_pairs_next(&pairs, &hit, 1), 0);
        }
}

static void the_size_of_the_scratch(void **state)
{
    (void)state;
    assert_true(hm_pairs_scratch_size(0) > 0);
    assert_true(hm_pairs_scratch_size(1000) <= 32 * 1000 + 16);
    if (sizeof(size_t) == 8)
        assert_true(hm_pairs_scratch_size(UINT32_MAX) > UINT32_MAX);
    else
        assert_int_equal(hm_pairs_scratch_size(UINT32_MAX), 0);
    assert_int_equal(sizeof(hm_pairs), 64);
}

static int make_subjects(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int i = 0; i < SUBJECTS; i++) {
        subject_scribble(&subjects[i], &random, i < 16 ? 20 : 70);
        views[i] = subjects[i].sprite;
    }
    return 0;
}

static int free_subjects(void **state)
{
    (void)state;
    for (int i = 0; i < SUBJECTS; i++)
        subject_free(&subjects[i]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_in_random_crowds),
        cmocka_unit_test(crowds_of_nothing),
        cmocka_unit_test(rays_in_random_crowds),
        cmocka_unit_test(rays_from_the_ends_of_the_numbers),
        cmocka_unit_test(pairs_of_random_crowds),
        cmocka_unit_test(every_small_pair),
        cmocka_unit_test(a_box_without_pixels_is_in_no_pair),
        cmocka_unit_test(the_size_of_the_scratch),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests(tests, make_subjects, free_subjects);
}
