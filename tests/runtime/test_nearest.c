/*
 * test_nearest.c - the nearest pixel and the smallest gap against all pixels and all pairs
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- All pixels, and all pairs -------------------------------------------------------------- */

/* The square of the distance of two pixels, when it is at most that of the limit. */
static bool is_near(int64_t x, int64_t y, uint32_t limit, uint64_t *squared)
{
    const uint64_t columns = (uint64_t)(x < 0 ? -x : x), rows = (uint64_t)(y < 0 ? -y : y);
    const uint64_t most = (uint64_t)limit * limit;
    if (columns > limit || rows > limit || columns * columns > most - rows * rows)
        return false;
    *squared = columns * columns + rows * rows;
    return true;
}

static bool oracle_nearest(const struct subject *s, int64_t x, int64_t y, uint32_t limit,
                           uint64_t *squared, hm_point *hit)
{
    bool any = false;
    uint64_t best = 0, here;
    for (int32_t py = 0; py < s->height; py++)
        for (int32_t px = 0; px < s->width; px++) {
            if (!oracle_solid(s, px, py) || !is_near(px - x, py - y, limit, &here) ||
                (any && here >= best))
                continue;
            any = true;
            best = here;
            *hit = (hm_point){px, py};
        }
    *squared = best;
    return any;
}

struct answer {
    uint64_t squared;
    hm_point a, b;
};

static bool oracle_gap(const struct subject *a, const struct subject *b, int64_t dx, int64_t dy,
                       uint32_t limit, struct answer *out)
{
    bool any = false;
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            hm_point hit;
            uint64_t squared;
            if (!oracle_solid(a, x, y) ||
                !oracle_nearest(b, x - dx, y - dy, limit, &squared, &hit) ||
                (any && squared >= out->squared))
                continue;
            any = true;
            *out = (struct answer){squared, {x, y}, hit};
        }
    return any;
}

/* ---- Asked ---------------------------------------------------------------------------------- */

static void check_nearest(struct seen s, int32_t x, int32_t y, uint32_t limit)
{
    hm_point expected = {-7, -7}, hit = {-7, -7};
    uint64_t squared;
    const bool near = oracle_nearest(s.picture, x, y, limit, &squared, &expected);
    assert_int_equal(hm_nearest(&s.view, x, y, limit, &hit), near);
    assert_point(hit, expected);
    assert_int_equal(hm_nearest(&s.view, x, y, limit, NULL), near);
}

static void assert_answer(const struct answer *is, const struct answer *expected)
{
    assert_int_equal(is->squared, expected->squared);
    assert_point(is->a, expected->a);
    assert_point(is->b, expected->b);
}

static void check_gap(struct seen a, struct seen b, int32_t dx, int32_t dy, uint32_t limit)
{
    const struct answer untouched = {77, {-7, -7}, {-8, -8}};
    struct answer expected = untouched;
    const bool near = oracle_gap(a.picture, b.picture, dx, dy, limit, &expected);
    for (uint32_t level = 0; level <= hm_cpu_level(); level++) {
        struct answer is = untouched;
        a.view.cpu = b.view.cpu = level;
        assert_int_equal(hm_gap(&a.view, &b.view, dx, dy, limit, &is.squared, &is.a, &is.b), near);
        assert_answer(&is, &expected);
        assert_int_equal(hm_gap(&a.view, &b.view, dx, dy, limit, NULL, NULL, NULL), near);
    }
}

/* ---- Drawn ---------------------------------------------------------------------------------- */

static void nearest_drawn(void **state)
{
    (void)state;
    static const char *const rows[] = {"..#..", ".....", "#...#", ".....", "..#.."};
    struct subject s;
    hm_point hit = {9, 9};
    subject_draw(&s, rows, 5);
    assert_false(hm_nearest(&s.sprite, 2, 2, 1, &hit));
    assert_int_equal(hit.x, 9);
    assert_true(hm_nearest(&s.sprite, 2, 2, 2, &hit));
    assert_int_equal(hit.x, 2);
    assert_int_equal(hit.y, 0);
    assert_true(hm_nearest(&s.sprite, 3, 3, 2, &hit));
    assert_int_equal(hit.x, 4);
    assert_int_equal(hit.y, 2);
    assert_true(hm_nearest(&s.sprite, 2, 4, 0, &hit));
    assert_int_equal(hit.y, 4);
    assert_true(hm_nearest(&s.sprite, -3, 6, 5, &hit));
    assert_int_equal(hit.x, 0);
    subject_free(&s);
}

static void gaps_drawn(void **state)
{
    (void)state;
    static const char *const ring[] = {".###.", "#...#", "#...#", "#...#", ".###."};
    static const char *const dots[] = {"#..#"};
    struct subject a, b;
    struct answer is;
    subject_draw(&a, ring, 5);
    subject_draw(&b, dots, 1);
    /* Beside it: edges are shared. */
    assert_true(hm_gap(&a.sprite, &b.sprite, 5, 2, 9, &is.squared, &is.a, &is.b));
    assert_int_equal(is.squared, 1);
    assert_int_equal(is.a.x, 4);
    assert_int_equal(is.a.y, 2);
    assert_int_equal(is.b.x, 0);
    /* On it. */
    assert_true(hm_gap(&a.sprite, &b.sprite, 1, 0, 9, &is.squared, &is.a, &is.b));
    assert_int_equal(is.squared, 0);
    assert_int_equal(is.a.x, 1);
    assert_int_equal(is.b.x, 0);
    /* 3 to the right and 4 below: 5. */
    assert_true(hm_gap(&a.sprite, &b.sprite, 6, 8, 5, &is.squared, &is.a, &is.b));
    assert_int_equal(is.squared, 25);
    assert_int_equal(is.a.x, 3);
    assert_int_equal(is.a.y, 4);
    assert_false(hm_gap(&a.sprite, &b.sprite, 6, 8, 4, &is.squared, &is.a, &is.b));
    subject_free(&a);
    subject_free(&b);
}

/* ---- All small cases ------------------------------------------------------------------------ */

static void check_view(const struct subject *mask, const hm_sprite *view)
{
    for (int32_t i = 0; i < 100; i++)
        for (uint32_t limit = 0; limit < 8; limit += 1 + limit)
            check_nearest((struct seen){mask, *view}, i % 10 - 3, i / 10 - 3, limit);
}

static void check_small(const struct subject *mask)
{
    views_visit(mask, check_view);
}

static void nearest_of_every_small_mask(void **state)
{
    (void)state;
    masks_visit(NULL, 61, check_small);
}

static struct seen turned(const struct subject *s, uint32_t flips, struct subject *stored)
{
    return (struct seen){s, view_of(s, flips, stored)};
}

static uint32_t next_flips;

static void check_pair(const struct pair *pair)
{
    struct subject stored_a, stored_b;
    const uint32_t flips = next_flips++;
    const struct seen a = turned(pair->a, flips, &stored_a);
    const struct seen b = turned(pair->b, flips / 4, &stored_b);
    for (int32_t dy = -7; dy < 7; dy++)
        for (int32_t dx = -7; dx < 7; dx++)
            check_gap(a, b, dx, dy, flips % 12);
    subject_free(&stored_a);
    subject_free(&stored_b);
}

static void gaps_of_small_masks(void **state)
{
    (void)state;
    pairs_visit(NULL, 997, check_pair);
}

/* ---- Random --------------------------------------------------------------------------------- */

static void random_points(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (uint32_t round = 0; round < 400; round++) {
        struct subject s, stored;
        subject_scribble(&s, &random, 200);
        const struct seen view = turned(&s, round, &stored);
        for (int i = 0; i < 20; i++) {
            const int32_t x = random_near(&random, s.width), y = random_near(&random, s.height);
            check_nearest(view, x, y, oracle_random(&random, 40));
            check_nearest(view, x, y, oracle_random(&random, 400));
            check_nearest(view, x, y, UINT32_MAX);
        }
        subject_free(&s);
        subject_free(&stored);
    }
}

static void check_gaps(struct seen a, struct seen b, uint64_t *random)
{
    const int32_t dx = random_near(random, a.picture->width + b.picture->width);
    const int32_t dy = random_near(random, a.picture->height + b.picture->height);
    check_gap(a, b, dx, dy, oracle_random(random, 20));
    check_gap(b, a, dx, dy, UINT32_MAX);
}

static void random_gaps(void **state)
{
    (void)state;
    seen_pairs_visit(12, 250, 90, 40, check_gaps);
}

static void check_from_far_away(struct seen a, struct seen b, uint64_t *random)
{
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -1, 0, INT32_MAX - 1, INT32_MAX};
    for (int i = 0; i < 40; i++) {
        const int32_t x = i < 36 ? ends[i % 6] : random_anywhere(random);
        const int32_t y = i < 36 ? ends[i / 6] : random_anywhere(random);
        const uint32_t limit = oracle_random(random, UINT32_MAX) + 1;
        check_nearest(a, x, y, limit);
        check_nearest(a, x, y, UINT32_MAX);
        check_gap(a, b, x, y, limit);
        check_gap(a, b, x, y, UINT32_MAX);
    }
}

static void from_far_away(void **state)
{
    (void)state;
    seen_pairs_visit(13, 200, 12, 12, check_from_far_away);
}

/* ---- Full boxes ----------------------------------------------------------------------------- */

/* Boxes of more than one row that take no bytes, beside masks and beside each other. */
static void boxes_and_masks(void **state)
{
    (void)state;
    uint64_t random = 14;
    for (uint32_t round = 0; round < 300; round++) {
        struct subject box, mask, stored;
        subject_init(&box, 30, 25);
        const int32_t left = (int32_t)oracle_random(&random, 29);
        const int32_t top = (int32_t)oracle_random(&random, 24);
        for (int32_t i = 0; i < 30 * 25; i++)
            box.pixels[i] = i % 30 >= left && i / 30 >= top;
        subject_bake(&box);
        subject_scribble(&mask, &random, 40);
        const struct seen a = {&box, box.sprite}, b = turned(&mask, round, &stored);
        const int32_t dx = random_near(&random, 60), dy = random_near(&random, 60);
        check_gap(a, b, dx, dy, UINT32_MAX);
        check_gap(b, a, dx, dy, UINT32_MAX);
        check_gap(b, a, dx, dy, oracle_random(&random, 30));
        check_gap(a, a, dx, dy, oracle_random(&random, 100));
        check_nearest(a, dx, dy, oracle_random(&random, 100));
        subject_free(&box);
        subject_free(&mask);
        subject_free(&stored);
    }
}

static void assert_gap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                       struct answer expected)
{
    struct answer is;
    assert_true(hm_gap(a, b, dx, dy, UINT32_MAX, &is.squared, &is.a, &is.b));
    assert_answer(&is, &expected);
}

/* A pack of a few bytes may hold a box as large as int32_t goes. Nothing walks its rows. */
static void the_largest_box_is_answered_at_once(void **state)
{
    (void)state;
    enum { FAR = INT32_MAX };
    static const char *const rows[] = {"#....#", "......", "#....#"};
    const uint64_t half = UINT64_C(1) << 31;
    const clock_t begin = clock();
    const hm_sprite box = full_box(0, 0, FAR, FAR);
    struct subject dots;
    hm_point hit;
    subject_draw(&dots, rows, 3);
    assert_true(hm_nearest(&box, INT32_MIN, FAR - 1, (uint32_t)half, &hit));
    assert_int_equal(hit.x, 0);
    assert_int_equal(hit.y, FAR - 1);
    assert_false(hm_nearest(&box, INT32_MIN, INT32_MIN, 3037000499u, &hit));
    assert_true(hm_nearest(&box, INT32_MIN, INT32_MIN, 3037000500u, &hit));
    assert_gap(&box, &box, INT32_MIN, 9, (struct answer){4, {0, 9}, {FAR - 1, 0}});
    assert_gap(&box, &box, INT32_MIN, INT32_MIN, (struct answer){8, {0, 0}, {FAR - 1, FAR - 1}});
    assert_gap(&box, &dots.sprite, INT32_MIN, 70,
               (struct answer){(half - 5) * (half - 5), {0, 70}, {5, 0}});
    assert_gap(&dots.sprite, &box, INT32_MAX, INT32_MAX,
               (struct answer){(half - 6) * (half - 6) + (half - 3) * (half - 3), {5, 2}, {0, 0}});
    assert_false(hm_gap(&box, &dots.sprite, INT32_MIN, INT32_MIN, 9, NULL, NULL, NULL));
    assert_false(hm_gap(&dots.sprite, &box, 7, 3, 2, NULL, NULL, NULL));
    for (int32_t i = -3; i <= 3; i++) {
        hm_gap(&box, &dots.sprite, INT32_MIN, i * (FAR / 3), (uint32_t)half - 4, NULL, NULL, NULL);
        hm_gap(&dots.sprite, &box, i * (FAR / 3), INT32_MIN, UINT32_MAX, NULL, NULL, NULL);
        hm_gap(&dots.sprite, &box, i * (FAR / 3), INT32_MAX, (uint32_t)half, NULL, NULL, NULL);
    }
    assert_true(clock() - begin < CLOCKS_PER_SEC / 10);
    subject_free(&dots);
}

static void nothing_is_near_an_empty_sprite(void **state)
{
    (void)state;
    struct subject empty, dot;
    hm_sprite nothing;
    memset(&nothing, 0, sizeof nothing);
    subject_from_number(&empty, 3, 3, 0);
    subject_from_number(&dot, 1, 1, 1);
    assert_false(hm_nearest(&nothing, 0, 0, UINT32_MAX, NULL));
    assert_false(hm_nearest(&empty.sprite, 0, 0, UINT32_MAX, NULL));
    assert_false(hm_gap(&nothing, &dot.sprite, 0, 0, UINT32_MAX, NULL, NULL, NULL));
    assert_false(hm_gap(&dot.sprite, &nothing, 5, 5, UINT32_MAX, NULL, NULL, NULL));
    assert_false(hm_gap(&empty.sprite, &empty.sprite, 0, 0, UINT32_MAX, NULL, NULL, NULL));
    subject_free(&empty);
    subject_free(&dot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_drawn),
        cmocka_unit_test(gaps_drawn),
        cmocka_unit_test(nearest_of_every_small_mask),
        cmocka_unit_test(gaps_of_small_masks),
        cmocka_unit_test(random_points),
        cmocka_unit_test(random_gaps),
        cmocka_unit_test(from_far_away),
        cmocka_unit_test(boxes_and_masks),
        cmocka_unit_test(the_largest_box_is_answered_at_once),
        cmocka_unit_test(nothing_is_near_an_empty_sprite),
    };
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
