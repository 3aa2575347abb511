/*
 * test_sweep.c - moves, against walking every step of the way
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

static uint32_t levels;

/* Does the line from the middle of (0, 0) to that of (mx, my) cross into the next column no
 * later than into the next row? The crossings lie at (2i + 1) / 2|mx| and (2j + 1) / 2|my|. */
static bool goes_along_x(int64_t mx, int64_t my, int64_t i, int64_t j)
{
    const int64_t w = llabs(mx), h = llabs(my);
    return h == 0 || (w != 0 && (2 * i + 1) * h <= (2 * j + 1) * w);
}

/* Walks every step. */
static bool oracle_sweep(const struct subject *a, const struct subject *b, int32_t dx, int32_t dy,
                         int32_t mx, int32_t my, hm_sweep_result *out)
{
    const int64_t length = llabs((long long)mx) + llabs((long long)my);
    int64_t i = 0, j = 0;
    hm_point last = {0, 0};
    memset(out, 0, sizeof *out);
    for (int64_t step = 0; step <= length; step++) {
        const int64_t x = mx < 0 ? -i : i, y = my < 0 ? -j : j;
        if (oracle_overlap(a, b, dx - x, dy - y, &out->hit, NULL)) {
            uint64_t right, left, below, above;
            oracle_overlap(a, b, dx - x + 1, dy - y, NULL, &right);
            oracle_overlap(a, b, dx - x - 1, dy - y, NULL, &left);
            oracle_overlap(a, b, dx - x, dy - y + 1, NULL, &below);
            oracle_overlap(a, b, dx - x, dy - y - 1, NULL, &above);
            out->normal_x = (int64_t)(right - left);
            out->normal_y = (int64_t)(below - above);
            out->step = (uint64_t)step;
            out->moved = last;
            return true;
        }
        last = (hm_point){(int32_t)x, (int32_t)y};
        if (step < length && goes_along_x(mx, my, i, j))
            i++;
        else
            j++;
    }
    out->moved = (hm_point){mx, my};
    out->step = (uint64_t)length;
    return false;
}

static void check(const struct subject *a, const hm_sprite *p, const struct subject *b,
                  const hm_sprite *q, int32_t dx, int32_t dy, int32_t mx, int32_t my)
{
    hm_sweep_result expected, result;
    hm_sprite va = *p, vb = *q;
    const bool touches = oracle_sweep(a, b, dx, dy, mx, my, &expected);
    for (uint32_t level = 0; level <= levels; level++) {
        va.cpu = vb.cpu = level;
        memset(&result, 0x55, sizeof result);
        assert_int_equal(hm_sweep(&va, &vb, dx, dy, mx, my, &result), touches);
        assert_int_equal(result.step, expected.step);
        assert_int_equal(result.moved.x, expected.moved.x);
        assert_int_equal(result.moved.y, expected.moved.y);
        assert_int_equal(result.hit.x, expected.hit.x);
        assert_int_equal(result.hit.y, expected.hit.y);
        assert_int_equal(result.normal_x, expected.normal_x);
        assert_int_equal(result.normal_y, expected.normal_y);
    }
}

static void nothing_slips_through_a_diagonal_wall(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    static const char *const wall[] = {
        "#....", ".#...", "..#..", "...#.", "....#",
    };
    struct subject a, b;
    hm_sweep_result result;
    subject_draw(&a, dot, 1);
    subject_draw(&b, wall, 5);
    assert_true(hm_sweep(&a.sprite, &b.sprite, -4, 0, -4, 4, &result));
    assert_int_equal(result.step, 4);
    assert_int_equal(result.moved.x, -2);
    assert_int_equal(result.moved.y, 1);
    subject_free(&a);
    subject_free(&b);
}

static void every_small_pair_and_move(void **state)
{
    (void)state;
    for (uint32_t p = 1; p < 16; p++)
        for (uint32_t q = 1; q < 16; q += 2) {
            struct subject a, b;
            subject_from_number(&a, 2, 2, p);
            subject_from_number(&b, 2, 2, q);
            for (int32_t dx = -4; dx <= 4; dx += 2)
                for (int32_t dy = -4; dy <= 4; dy++)
                    for (int32_t mx = -6; mx <= 6; mx += 3)
                        for (int32_t my = -5; my <= 5; my++)
                            check(&a, &a.sprite, &b, &b.sprite, dx, dy, mx, my);
            subject_free(&a);
            subject_free(&b);
        }
}

/* Every so many of all pairs of masks of two sizes, at all offsets at which they may meet at
 * once, and one of these moves, which are long enough to pass. */
static void every_pair(int32_t a_side, int32_t b_side, uint32_t step)
{
    static const hm_point moves[] = {{7, 0}, {0, -7}, {-6, 6}, {5, -2}, {-1, 9}};
    const uint32_t a_count = UINT32_C(1) << (a_side * a_side);
    const uint32_t count = a_count << (b_side * b_side);
    size_t move = 0;
    for (uint32_t i = 0; i < count; i += step) {
        struct subject a, b;
        subject_from_number(&a, a_side, a_side, i % a_count);
        subject_from_number(&b, b_side, b_side, i / a_count);
        for (int32_t dy = -b_side; dy <= a_side; dy++)
            for (int32_t dx = -b_side; dx <= a_side; dx++) {
                const hm_point by = moves[move++ % (sizeof moves / sizeof *moves)];
                check(&a, &a.sprite, &b, &b.sprite, dx, dy, by.x, by.y);
                /* The same way, beginning so early that they are apart. */
                check(&a, &a.sprite, &b, &b.sprite, dx + by.x, dy + by.y, 2 * by.x, 2 * by.y);
            }
        subject_free(&a);
        subject_free(&b);
    }
}

/* Sanitizers take ten times as long. */
#if defined(__SANITIZE_ADDRESS__)
enum { SOME = 7, FEW = 499, FEWER = 1999 };
#else
enum { SOME = 1, FEW = 61, FEWER = 251 };
#endif

static void every_small_pair_on_its_way(void **state)
{
    (void)state;
    every_pair(3, 2, SOME);
    every_pair(2, 3, SOME);
    every_pair(3, 3, FEW);
    every_pair(4, 2, FEWER);
}

static void random_moves_and_mirrors(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int round = 0; round < 120; round++) {
        struct subject a, b, ma, mb;
        const bool flips[4] = {oracle_random(&random, 2), oracle_random(&random, 2),
                               oracle_random(&random, 2), oracle_random(&random, 2)};
        hm_sprite fa, fb;
        subject_scribble(&a, &random, 100);
        subject_scribble(&b, &random, round % 10 == 0 ? 300 : 100);
        subject_mirror(&a, flips[0], flips[1], &ma);
        subject_mirror(&b, flips[2], flips[3], &mb);
        hm_sprite_flip(&a.sprite, flips[0], flips[1], &fa);
        hm_sprite_flip(&b.sprite, flips[2], flips[3], &fb);
        for (int i = 0; i < 6; i++) {
            const int32_t dx = (int32_t)oracle_random(&random, 300) - 150;
            const int32_t dy = (int32_t)oracle_random(&random, 300) - 150;
            /* Mostly towards b. */
            const int32_t mx = dx + (int32_t)oracle_random(&random, 120) - 60;
            const int32_t my = dy + (int32_t)oracle_random(&random, 120) - 60;
            check(&ma, &fa, &mb, &fb, dx, dy, mx, my);
        }
        subject_free(&a);
        subject_free(&b);
        subject_free(&ma);
        subject_free(&mb);
    }
}

/* Four thousand million steps, most of them skipped. */
static void the_longest_moves_end(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    struct subject a;
    hm_sprite zero;
    hm_sweep_result result;
    memset(&zero, 0, sizeof zero);
    subject_draw(&a, box, 2);
    assert_true(hm_sweep(&a.sprite, &a.sprite, INT32_MAX, 0, INT32_MAX, 0, &result));
    assert_int_equal(result.moved.x, INT32_MAX - 2);
    assert_int_equal(result.step, INT32_MAX - 1);
    assert_true(
        hm_sweep(&a.sprite, &a.sprite, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, &result));
    assert_int_equal(result.moved.x, INT32_MIN + 1);
    assert_int_equal(result.moved.y, INT32_MIN + 2);
    assert_false(hm_sweep(&a.sprite, &a.sprite, 5, INT32_MAX, INT32_MIN, INT32_MAX, &result));
    assert_int_equal(result.step, UINT32_MAX);
    assert_false(hm_sweep(&a.sprite, &zero, 0, 0, INT32_MAX, INT32_MIN, &result));
    assert_false(hm_sweep(&zero, &a.sprite, 0, 0, 0, 0, &result));
    assert_int_equal(result.step, 0);
    assert_true(hm_sweep(&a.sprite, &a.sprite, 1, 1, 0, 0, &result));
    assert_int_equal(result.step, 0);
    subject_free(&a);
}

/* A pack of a few bytes may hold a box as large as int32_t goes. */
static void the_largest_boxes_are_safe(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject a;
    hm_sprite huge, views[4];
    hm_sweep_result result;
    subject_draw(&a, dot, 1);
    memset(&huge, 0, sizeof huge);
    huge.width = huge.height = INT32_MAX;
    huge.bounds = (hm_box){0, 0, INT32_MAX, INT32_MAX};
    huge.area = (uint64_t)INT32_MAX * INT32_MAX;
    hm_sprite_view_full(&huge);
    for (int i = 0; i < 4; i++) {
        hm_sprite_flip(&huge, i & 1, i & 2, &views[i]);
        for (int k = 0; k <= i; k++) {
            assert_true(hm_sweep(&views[i], &views[k], INT32_MIN, 9, -40, 3, &result));
            assert_int_equal(result.step, 2);
        }
        assert_true(hm_sweep(&a.sprite, &views[i], 20, -5, 60, 30, &result));
        assert_int_equal(result.moved.x, 19);
        assert_true(hm_sweep(&views[i], &a.sprite, -20, 5, -60, -30, &result));
        assert_int_equal(result.moved.x, -19);
    }
    subject_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_slips_through_a_diagonal_wall),
        cmocka_unit_test(every_small_pair_and_move),
        cmocka_unit_test(every_small_pair_on_its_way),
        cmocka_unit_test(random_moves_and_mirrors),
        cmocka_unit_test(the_longest_moves_end),
        cmocka_unit_test(the_largest_boxes_are_safe),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests_name("sweep", tests, NULL, NULL);
}
