/*
 * test_crowd.c - shapes against a crowd, and all pairs in it, against asking pixel by pixel
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

/* ---- A crowd of both widths ------------------------------------------------------------------ */

struct crowd {
    uint32_t count;
    bool boxes_alone;
    int16_t sides16[4][CROWD_MAX];
    int32_t sides32[4][CROWD_MAX];
    hm_box boxes[CROWD_MAX];
    const struct subject *subjects[CROWD_MAX]; /* NULL for nothing */
    int32_t x[CROWD_MAX], y[CROWD_MAX];        /* where they stand */
    const hm_sprite *sprites[CROWD_MAX];
    hm_crowd16 crowd16;
    hm_crowd32 crowd32;
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
    for (int side = 0; side < 4; side++) {
        c->sides32[side][i] = sides[side];
        c->sides16[side][i] = (int16_t)sides[side];
    }
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
    c->crowd16 =
        (hm_crowd16){c->sides16[0], c->sides16[1], c->sides16[2], c->sides16[3], sprites, count};
    c->crowd32 =
        (hm_crowd32){c->sides32[0], c->sides32[1], c->sides32[2], c->sides32[3], sprites, count};
}

/* Is a pixel of the world solid in an item? */
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
    int kind; /* box, circle, point */
};

static bool holds(const struct shape *s, int64_t x, int64_t y)
{
    const int64_t right = x - s->x, down = y - s->y;
    if (s->kind == 0)
        return x >= s->box.x0 && x < s->box.x1 && y >= s->box.y0 && y < s->box.y1;
    if (s->kind == 1)
        return right * right + down * down <= (int64_t)s->radius * s->radius;
    return right == 0 && down == 0;
}

static bool shape_hits(const struct crowd *c, uint32_t i, const struct shape *s)
{
    for (int64_t y = c->boxes[i].y0; y < c->boxes[i].y1; y++)
        for (int64_t x = c->boxes[i].x0; x < c->boxes[i].x1; x++)
            if (holds(s, x, y) && item_solid(c, i, x, y))
                return true;
    return false;
}

static uint32_t ask_shape(const struct crowd *c, bool wide, const struct shape *s, uint32_t *next,
                          uint32_t *hits, uint32_t capacity)
{
    switch (s->kind * 2 + wide) {
    case 0:
        return hm_many_box16(&s->box, &c->crowd16, next, hits, capacity);
    case 1:
        return hm_many_box32(&s->box, &c->crowd32, next, hits, capacity);
    case 2:
        return hm_many_circle16(s->x, s->y, s->radius, &c->crowd16, next, hits, capacity);
    case 3:
        return hm_many_circle32(s->x, s->y, s->radius, &c->crowd32, next, hits, capacity);
    case 4:
        return hm_many_point16(s->x, s->y, &c->crowd16, next, hits, capacity);
    default:
        return hm_many_point32(s->x, s->y, &c->crowd32, next, hits, capacity);
    }
}

/* Goes through the crowd with room for `capacity` hits at a time. */
static void check_list(const struct crowd *c, const struct shape *s, const uint32_t *right,
                       uint32_t count, uint32_t capacity)
{
    for (int wide = 0; wide < 2; wide++) {
        uint32_t next = 0, seen = 0, hits[CROWD_MAX + 1];
        do {
            const uint32_t found = ask_shape(c, wide, s, &next, hits, capacity);
            assert_true(found <= capacity && seen + found <= count);
            assert_memory_equal(hits, right + seen, found * sizeof *hits);
            assert_true(found == capacity || next == c->count);
            seen += found;
        } while (next < c->count);
        assert_int_equal(seen, count);
        assert_int_equal(ask_shape(c, wide, s, &next, hits, capacity), 0);
        next = 0;
        assert_int_equal(ask_shape(c, wide, s, &next, NULL, 0), 0);
        assert_int_equal(next, 0);
        next = UINT32_MAX;
        assert_int_equal(ask_shape(c, wide, s, &next, hits, capacity), 0);
        assert_int_equal(next, c->count);
    }
}

static void check_shape(const struct crowd *c, const struct shape *s, uint32_t capacity)
{
    uint32_t right[CROWD_MAX], count = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (shape_hits(c, i, s))
            right[count++] = i;
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
    struct shape s = {.kind = (int)oracle_random(random, 3)};
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
    const int16_t sides[2] = {0, 9};
    const hm_sprite **const sprites = calloc(1, sizeof *sprites);
    const hm_sprite **const none = malloc(1);
    const hm_crowd16 empty = {sides, sides, sides, sides, none, 0};
    const hm_crowd16 nothing = {&sides[0], &sides[0], &sides[1], &sides[1], sprites, 1};
    const hm_box box = {0, 0, 9, 9};
    uint32_t hits[2], next = 0;
    assert_int_equal(hm_many_box16(&box, &empty, &next, hits, 2), 0);
    assert_int_equal(next, 0);
    assert_int_equal(hm_many_box16(&box, &nothing, &next, hits, 2), 0);
    assert_int_equal(next, 1);
    assert_false(hm_many_ray16(&nothing, -5, 5, 1, 0, NULL, NULL, NULL));
    next = 0;
    sprites[0] = &views[0];
    assert_int_equal(hm_many_box16(&box, &nothing, &next, hits, 2), 1);
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
    hm_point hit;
    uint64_t steps;
    uint32_t index;
};

static void assert_answer(const struct answer *p, const struct answer *q)
{
    assert_int_equal(p->hit.x, q->hit.x);
    assert_int_equal(p->hit.y, q->hit.y);
    assert_int_equal(p->steps, q->steps);
    assert_int_equal(p->index, q->index);
}

static void check_paths(const struct crowd *c, hm_point p, hm_point q, int64_t far)
{
    const struct answer none = {{-7, -7}, 7, 7};
    const hm_point way = {q.x - p.x, q.y - p.y};
    const int64_t length = llabs((long long)way.x) + llabs((long long)way.y);
    struct answer right = none, a;
    const bool on_segment = walk(c, p, way, length, &right.hit, &right.steps, &right.index);
    right.steps = 7;
    a = none;
    assert_int_equal(hm_many_segment16(&c->crowd16, p.x, p.y, q.x, q.y, &a.hit, &a.index),
                     on_segment);
    assert_answer(&a, &right);
    a = none;
    assert_int_equal(hm_many_segment32(&c->crowd32, p.x, p.y, q.x, q.y, &a.hit, &a.index),
                     on_segment);
    assert_answer(&a, &right);
    right = none;
    const bool on_ray =
        walk(c, p, way, length > 0 ? far : 0, &right.hit, &right.steps, &right.index);
    a = none;
    assert_int_equal(hm_many_ray16(&c->crowd16, p.x, p.y, way.x, way.y, &a.hit, &a.steps, &a.index),
                     on_ray);
    assert_answer(&a, &right);
    a = none;
    assert_int_equal(hm_many_ray32(&c->crowd32, p.x, p.y, way.x, way.y, &a.hit, &a.steps, &a.index),
                     on_ray);
    assert_answer(&a, &right);
    assert_int_equal(hm_many_ray32(&c->crowd32, p.x, p.y, way.x, way.y, NULL, NULL, NULL), on_ray);
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
    hm_point hit;
    uint32_t index;
    make_crowd(&c, &random, 300, 300, true);
    assert_true(hm_many_ray32(&c.crowd32, INT32_MIN, 0, INT32_MAX, 0, &hit, &steps, &index));
    assert_int_equal(hit.x - (int64_t)INT32_MIN, steps);
    assert_true(hm_many_ray16(&c.crowd16, 3, INT32_MAX, 0, INT32_MIN, &hit, &steps, &index));
    assert_int_equal(INT32_MAX - (int64_t)hit.y, steps);
    assert_true(hm_many_segment16(&c.crowd16, INT32_MIN, 0, INT32_MAX, 0, &hit, &index));
    assert_false(hm_many_ray32(&c.crowd32, INT32_MIN, INT32_MIN, -1, 5, NULL, NULL, NULL));
    /* A box from one end to the other. */
    const int32_t x0 = INT32_MIN, y0 = 5, x1 = INT32_MAX, y1 = INT32_MAX;
    const hm_crowd32 wide = {&x0, &y0, &x1, &y1, NULL, 1};
    uint32_t next = 0;
    assert_true(hm_many_ray32(&wide, -9, INT32_MIN, 0, 1, &hit, &steps, &index));
    assert_int_equal(hit.y, 5);
    assert_int_equal(hm_many_circle32(INT32_MIN, INT32_MIN, UINT32_MAX, &wide, &next, &index, 1),
                     1);
    next = 0;
    assert_int_equal(hm_many_point32(INT32_MAX, 9, &wide, &next, &index, 1), 0);
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
static void check_pairs(const struct crowd *c, bool wide, const hm_pair *right, uint32_t count,
                        uint32_t capacity)
{
    const size_t size = hm_pairs_scratch_size(c->count);
    uint8_t *const scratch = malloc(size + 3);
    hm_pair *const hits = malloc((capacity + 1) * sizeof *hits);
    hm_pairs pairs;
    uint32_t seen = 0, found;
    assert_false(wide ? hm_pairs_begin32(&pairs, &c->crowd32, scratch, size - 1)
                      : hm_pairs_begin16(&pairs, &c->crowd16, scratch, size - 1));
    assert_int_equal(hm_pairs_next(&pairs, hits, capacity), 0);
    assert_true(wide ? hm_pairs_begin32(&pairs, &c->crowd32, scratch + 3, size)
                     : hm_pairs_begin16(&pairs, &c->crowd16, scratch + 3, size));
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
        check_pairs(c, false, right, count, capacity);
        check_pairs(c, true, right, count, capacity);
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
    const int16_t x0[] = {(int16_t)p.x0, (int16_t)(q.x0 + dx)};
    const int16_t y0[] = {(int16_t)p.y0, (int16_t)(q.y0 + dy)};
    const int16_t x1[] = {(int16_t)p.x1, (int16_t)(q.x1 + dx)};
    const int16_t y1[] = {(int16_t)p.y1, (int16_t)(q.y1 + dy)};
    const hm_crowd16 crowd = {x0, y0, x1, y1, sprites, 2};
    const uint32_t right = pair_area(pair, dx, dy) > 0;
    if (!hm_pairs_begin16(&pairs, &crowd, scratch, sizeof scratch) ||
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
            const hm_crowd32 crowd = {x0, y0, x1, y1, NULL, 2};
            uint8_t scratch[128];
            hm_pairs pairs;
            hm_pair hit;
            assert_true(hm_pairs_begin32(&pairs, &crowd, scratch, sizeof scratch));
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
