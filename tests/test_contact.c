/*
 * test_contact.c - where a touch reaches furthest, the overlap as a mask, and ways out
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cpu.h"
#include "oracle.h"
#include "records.h"

#include <hitmask.h>

#include <stdlib.h>
#include <string.h>

static const hm_direction directions[] = {HM_LEFT, HM_RIGHT, HM_UP, HM_DOWN};
static const hm_point steps[] = {
    [HM_LEFT] = {-1, 0}, [HM_RIGHT] = {1, 0}, [HM_UP] = {0, -1}, [HM_DOWN] = {0, 1}};

static uint32_t levels;

static bool solid_in_both(const struct subject *a, const struct subject *b, int32_t dx, int32_t dy,
                          int32_t x, int32_t y)
{
    return oracle_solid(a, x, y) && oracle_solid(b, (int64_t)x - dx, (int64_t)y - dy);
}

/* How far a pixel lies in a direction. */
static int32_t reach(hm_direction direction, int32_t x, int32_t y)
{
    return steps[direction].x * x + steps[direction].y * y;
}

static bool oracle_furthest(const struct subject *a, const struct subject *b, int32_t dx,
                            int32_t dy, hm_direction direction, hm_point *hit)
{
    bool found = false;
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            if (!solid_in_both(a, b, dx, dy, x, y))
                continue;
            if (!found || reach(direction, x, y) > reach(direction, hit->x, hit->y))
                *hit = (hm_point){x, y};
            found = true;
        }
    return found;
}

static int64_t oracle_area(const struct subject *a, const struct subject *b, int32_t dx, int32_t dy)
{
    uint64_t area = 0;
    oracle_overlap(a, b, dx, dy, NULL, &area);
    return (int64_t)area;
}

/* A pair, as pictures and as the views that must answer alike. */
struct pair {
    const struct subject *a, *b;
    hm_sprite p, q;
};

static void check_furthest(const struct pair *t, int32_t dx, int32_t dy)
{
    for (size_t i = 0; i < 4; i++) {
        hm_point expected = {0, 0}, hit = {-9, -9};
        const bool found = oracle_furthest(t->a, t->b, dx, dy, directions[i], &expected);
        assert_int_equal(hm_overlap_furthest(&t->p, &t->q, dx, dy, directions[i], &hit), found);
        assert_int_equal(hm_overlap_furthest(&t->p, &t->q, dx, dy, directions[i], NULL), found);
        assert_int_equal(hit.x, found ? expected.x : -9);
        assert_int_equal(hit.y, found ? expected.y : -9);
    }
}

static void check_mask(const struct pair *t, int32_t dx, int32_t dy)
{
    const size_t stride = (size_t)t->a->width / 8 + 2, size = stride * (size_t)t->a->height;
    uint8_t *const bits = malloc(size);
    assert_non_null(bits);
    memset(bits, 0xa5, size);
    assert_int_equal(hm_overlap_mask(&t->p, &t->q, dx, dy, bits, stride, size),
                     oracle_area(t->a, t->b, dx, dy));
    for (int32_t y = 0; y < t->a->height; y++)
        for (int32_t x = 0; x < (int32_t)stride * 8; x++) {
            const bool bit = bits[(size_t)y * stride + (size_t)x / 8] >> x % 8 & 1;
            const bool untouched = 0xa5 >> x % 8 & 1;
            assert_int_equal(bit,
                             x < t->a->width ? solid_in_both(t->a, t->b, dx, dy, x, y) : untouched);
        }
    free(bits);
}

static void check_normal(const struct pair *t, int32_t dx, int32_t dy)
{
    int64_t x = -1, y = -1;
    const bool touches = oracle_area(t->a, t->b, dx, dy) > 0;
    assert_int_equal(hm_overlap_normal(&t->p, &t->q, dx, dy, &x, &y), touches);
    assert_int_equal(x, !touches ? 0
                                 : oracle_area(t->a, t->b, dx + 1, dy) -
                                       oracle_area(t->a, t->b, dx - 1, dy));
    assert_int_equal(y, !touches ? 0
                                 : oracle_area(t->a, t->b, dx, dy + 1) -
                                       oracle_area(t->a, t->b, dx, dy - 1));
}

static void check_exit(const struct pair *t, int32_t dx, int32_t dy, uint32_t limit)
{
    for (size_t i = 0; i < 4; i++) {
        uint32_t expected = 0, distance = 12345;
        while (expected <= limit && oracle_area(t->a, t->b, dx - (int32_t)expected * steps[i].x,
                                                dy - (int32_t)expected * steps[i].y) > 0)
            expected++;
        assert_int_equal(hm_overlap_exit(&t->p, &t->q, dx, dy, directions[i], limit, &distance),
                         expected <= limit);
        assert_int_equal(distance, expected <= limit ? expected : limit);
    }
}

static void check_escape(const struct pair *t, int32_t dx, int32_t dy, int32_t limit)
{
    hm_point best = {0, 0}, move = {-9, -9};
    int32_t length = limit * limit + 1;
    for (int32_t y = -limit; y <= limit; y++)
        for (int32_t x = -limit; x <= limit; x++)
            if (x * x + y * y < length && oracle_area(t->a, t->b, dx - x, dy - y) == 0) {
                best = (hm_point){x, y};
                length = x * x + y * y;
            }
    assert_int_equal(hm_overlap_escape(&t->p, &t->q, dx, dy, (uint32_t)limit, &move),
                     length <= limit * limit);
    assert_int_equal(move.x, best.x);
    assert_int_equal(move.y, best.y);
}

/* All of them, at every level of the machine. */
static void check_all(const struct subject *a, const hm_sprite *p, const struct subject *b,
                      const hm_sprite *q, int32_t dx, int32_t dy, bool with_escape)
{
    struct pair pair = {a, b, *p, *q};
    for (uint32_t level = 0; level <= levels; level++) {
        pair.p.cpu = pair.q.cpu = level;
        check_furthest(&pair, dx, dy);
        check_mask(&pair, dx, dy);
        check_normal(&pair, dx, dy);
        if (with_escape) {
            check_exit(&pair, dx, dy, 7);
            check_escape(&pair, dx, dy, 5);
        }
    }
}

/* Every so many pairs of all masks of two sizes, at all offsets. Without
 * a pattern in which they are, because `step` is a prime, or 1. */
static void every_pair(const int32_t a_size[2], const int32_t b_size[2], uint32_t step)
{
    const uint32_t a_count = UINT32_C(1) << (a_size[0] * a_size[1]);
    const uint32_t count = a_count << (b_size[0] * b_size[1]);
    for (uint32_t i = 0; i < count; i += step) {
        struct subject a, b;
        subject_from_number(&a, a_size[0], a_size[1], i % a_count);
        subject_from_number(&b, b_size[0], b_size[1], i / a_count);
        for (int32_t dy = -b.height; dy <= a.height; dy++)
            for (int32_t dx = -b.width; dx <= a.width; dx++)
                check_all(&a, &a.sprite, &b, &b.sprite, dx, dy, true);
        subject_free(&a);
        subject_free(&b);
    }
}

/* Sanitizers take ten times as long. */
#if defined(__SANITIZE_ADDRESS__)
enum { SOME = 7, FEW = 307, FEWER = 997 };
#else
enum { SOME = 1, FEW = 61, FEWER = 251 };
#endif

static void every_small_pair(void **state)
{
    (void)state;
    static const int32_t wide[] = {3, 2}, two[] = {2, 2}, three[] = {3, 3}, four[] = {4, 4};
    every_pair(wide, two, 1);
    every_pair(three, two, SOME);
    every_pair(two, three, SOME);
    every_pair(three, three, FEW);
    every_pair(four, two, FEWER);
}

static void random_pairs_and_their_mirrors(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 250; round++) {
        struct subject a, b, ma, mb;
        const bool flips[4] = {oracle_random(&random, 2), oracle_random(&random, 2),
                               oracle_random(&random, 2), oracle_random(&random, 2)};
        hm_sprite fa, fb;
        subject_scribble(&a, &random, 140);
        subject_scribble(&b, &random, 140);
        subject_mirror(&a, flips[0], flips[1], &ma);
        subject_mirror(&b, flips[2], flips[3], &mb);
        hm_sprite_flip(&a.sprite, flips[0], flips[1], &fa);
        hm_sprite_flip(&b.sprite, flips[2], flips[3], &fb);
        for (int i = 0; i < 3; i++) {
            const int32_t dx =
                (int32_t)oracle_random(&random, (uint32_t)(a.width + b.width)) - b.width;
            const int32_t dy =
                (int32_t)oracle_random(&random, (uint32_t)(a.height + b.height)) - b.height;
            check_all(&ma, &fa, &mb, &fb, dx, dy, false);
        }
        subject_free(&a);
        subject_free(&b);
        subject_free(&ma);
        subject_free(&mb);
    }
}

static void the_ends_of_the_range_are_safe(void **state)
{
    (void)state;
    struct subject box;
    hm_sprite zero;
    int64_t x = 1, y = 1;
    uint32_t distance = 1;
    hm_point move = {1, 1};
    uint8_t bits[8];
    memset(&zero, 0, sizeof zero);
    subject_from_number(&box, 3, 3, 0x1ff);
    assert_false(hm_overlap_normal(&box.sprite, &box.sprite, INT32_MIN, INT32_MAX, &x, &y));
    assert_int_equal(x | y, 0);
    assert_true(hm_overlap_exit(&box.sprite, &box.sprite, INT32_MAX, INT32_MIN, HM_UP, UINT32_MAX,
                                &distance));
    assert_int_equal(distance, 0);
    assert_true(hm_overlap_escape(&zero, &box.sprite, INT32_MIN, INT32_MIN, UINT32_MAX, &move));
    assert_int_equal(move.x | move.y, 0);
    assert_false(hm_overlap_escape(&box.sprite, &box.sprite, 0, 0, 2, &move));
    assert_int_equal(move.x | move.y, 0);
    assert_true(hm_overlap_escape(&box.sprite, &box.sprite, 0, 0, 3, &move));
    assert_int_equal(move.x, 0);
    assert_int_equal(move.y, -3);
    assert_int_equal(hm_overlap_mask(&box.sprite, &box.sprite, 0, 0, bits, 1, 2), 0);
    assert_int_equal(hm_overlap_mask(&box.sprite, &box.sprite, 0, 0, bits, 0, 8), 0);
    assert_int_equal(hm_overlap_mask(&zero, &box.sprite, 0, 0, NULL, 0, 0), 0);
    subject_free(&box);
}

/* A pack of a few bytes may hold a box as large as int32_t goes. Nothing walks its rows. */
static void the_largest_boxes_are_answered_at_once(void **state)
{
    (void)state;
    const int32_t far = INT32_MAX - 3;
    hm_sprite huge, a, b;
    hm_point hit;
    int64_t x, y;
    memset(&huge, 0, sizeof huge);
    huge.width = huge.height = INT32_MAX;
    huge.bounds = (hm_box){0, 0, INT32_MAX, INT32_MAX};
    huge.area = (uint64_t)INT32_MAX * INT32_MAX;
    hm_sprite_view_full(&huge);
    for (int flips = 0; flips < 16; flips++) {
        hm_sprite_flip(&huge, flips & 1, flips & 2, &a);
        hm_sprite_flip(&huge, flips & 4, flips & 8, &b);
        assert_int_equal(hm_overlap_area(&a, &b, 0, 0), huge.area);
        assert_int_equal(hm_overlap_area(&a, &b, -7, far), (uint64_t)(INT32_MAX - 7) * 3);
        assert_true(hm_overlap_normal(&a, &b, -7, far, &x, &y));
        assert_int_equal(x, 6);
        assert_int_equal(y, -2 * (int64_t)(INT32_MAX - 7));
        assert_true(hm_overlap_furthest(&a, &b, 5, 9, HM_LEFT, &hit));
        assert_true(hit.x == 5 && hit.y == 9);
        assert_true(hm_overlap_furthest(&a, &b, 5, 9, HM_UP, &hit));
        assert_true(hit.x == 5 && hit.y == 9);
        assert_true(hm_overlap_furthest(&a, &b, 5, 9, HM_RIGHT, &hit));
        assert_true(hit.x == INT32_MAX - 1 && hit.y == 9);
        assert_true(hm_overlap_furthest(&a, &b, 5, 9, HM_DOWN, &hit));
        assert_true(hit.x == 5 && hit.y == INT32_MAX - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_pair),
        cmocka_unit_test(random_pairs_and_their_mirrors),
        cmocka_unit_test(the_ends_of_the_range_are_safe),
        cmocka_unit_test(the_largest_boxes_are_answered_at_once),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests_name("contact", tests, NULL, NULL);
}
