/*
 * test_path.c - the way of a move, step by step and by leaps, against its definition
 */

#include "support/cmocka_all.h"

#include "path.h"
#include "runtime/oracle.h"
#include "runtime/path_oracle.h"

#include <string.h>

static void assert_at(const struct path *path, uint64_t x, uint64_t y)
{
    assert_int_equal(path->x, x);
    assert_int_equal(path->y, y);
}

static void assert_same_path(const struct path *a, const struct path *b)
{
    assert_at(a, b->x, b->y);
    assert_int_equal(a->turn, b->turn);
}

/* The axes of the steps from (0, 0) to (x, y), as letters. */
static const char *steps_of(int64_t x, int64_t y)
{
    static char letters[64];
    struct path path;
    size_t count = 0;
    path_init(&path, x, y);
    while (path_taken(&path) < path_length(&path))
        letters[count++] = path_step(&path) == PATH_X ? 'x' : 'y';
    letters[count] = 0;
    return letters;
}

static void moves_drawn(void **state)
{
    (void)state;
    assert_string_equal(steps_of(0, 0), "");
    assert_string_equal(steps_of(3, 0), "xxx");
    assert_string_equal(steps_of(0, -2), "yy");
    assert_string_equal(steps_of(2, 2), "xyxy");
    assert_string_equal(steps_of(-2, 2), "xyxy");
    assert_string_equal(steps_of(3, 1), "xxyx");
    assert_string_equal(steps_of(1, 3), "yxyy");
    assert_string_equal(steps_of(4, 2), "xyxxyx");
    assert_string_equal(steps_of(2, -5), "yxyyyxy");
}

static void fractions_compare(void **state)
{
    (void)state;
    const struct fraction half = {1, 2}, third = {3, 9},
                          also_half = {UINT64_MAX / 2, UINT64_MAX - 1};
    const struct fraction none = {1, 0};
    assert_true(fraction_compare(third, half) < 0);
    assert_true(fraction_compare(half, third) > 0);
    assert_int_equal(fraction_compare(half, also_half), 0);
    assert_true(fraction_compare(none, half) > 0);
    assert_int_equal(fraction_compare(none, none), 0);
}

/* Every step and every leap of one move. */
static void check_move(int64_t x, int64_t y)
{
    struct path path, leap;
    path_init(&path, x, y);
    const struct path start = path;
    for (uint64_t taken = 0; taken < path_length(&path); taken++) {
        leap = start;
        path_seek(&leap, taken);
        assert_same_path(&leap, &path);
        assert_int_equal(path_taken(&path), taken);
        assert_true(path_visits(path.width, path.height, path.x, path.y));
        leap = start;
        if (path_step(&path) == PATH_X)
            path_seek_x(&leap, path.x);
        else
            path_seek_y(&leap, path.y);
        assert_same_path(&leap, &path);
    }
    assert_int_equal((int64_t)path.x * path.right, x);
    assert_int_equal((int64_t)path.y * path.down, y);
}

static void every_small_move(void **state)
{
    (void)state;
    for (int64_t y = -24; y <= 24; y++)
        for (int64_t x = -24; x <= 24; x++)
            check_move(x, y);
}

static uint64_t random_length(uint64_t *random)
{
    const uint64_t most = UINT64_C(1) << oracle_random(random, 33);
    const uint64_t length = oracle_random(random, UINT32_MAX) % most;
    return oracle_random(random, 2) ? most - 1 - length / 1000 : length;
}

/* From wherever a leap led, single steps must agree with the definition. */
static void check_steps(struct path path)
{
    for (int i = 0; i < 4; i++) {
        assert_true(path_visits(path.width, path.height, path.x, path.y));
        path_step(&path);
    }
}

static void long_moves(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int round = 0; round < 30000; round++) {
        const int64_t width = (int64_t)random_length(&random),
                      height = (int64_t)random_length(&random);
        struct path path;
        path_init(&path, -width, height);
        if (width + height == 0)
            continue;
        const uint64_t whole = path_length(&path), most = UINT64_C(1) << 32;
        const uint64_t steps = oracle_random(&random, UINT32_MAX) % (whole + 1);
        path_seek(&path, steps);
        assert_int_equal(path_taken(&path), steps);
        check_steps(path);
        path_seek(&path, whole < most ? whole : most);
        check_steps(path);
        if (whole <= most)
            assert_at(&path, (uint64_t)width, (uint64_t)height);
    }
}

/* Right after a step, and not before it. */
static void check_leap(struct path path, enum path_axis axis)
{
    if (path.x >> 62 != 0 || path.y >> 62 != 0)
        return;
    check_steps(path);
    assert_true(
        path_visits(path.width, path.height, path.x - (axis == PATH_X), path.y - (axis == PATH_Y)));
}

static void leaps_to_an_axis(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int round = 0; round < 30000; round++) {
        const int64_t width = (int64_t)random_length(&random) | 1;
        const int64_t height = (int64_t)random_length(&random) | 1;
        const uint64_t goal = random_length(&random) | 1;
        struct path path;
        path_init(&path, width, -height);
        path_seek_x(&path, goal);
        assert_int_equal(path.x, goal);
        check_leap(path, PATH_X);
        path_seek_y(&path, goal);
        assert_int_equal(path.y, goal);
        check_leap(path, PATH_Y);
    }
}

static void the_longest_moves_of_int32(void **state)
{
    (void)state;
    static const int64_t ends[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX};
    for (size_t i = 0; i < 6; i++) {
        for (size_t k = 0; k < 6; k++) {
            struct path path;
            path_init(&path, ends[i], ends[k]);
            if (path_length(&path) == 0)
                continue;
            path_seek(&path, path_length(&path));
            assert_int_equal((int64_t)path.x * path.right, ends[i]);
            assert_int_equal((int64_t)path.y * path.down, ends[k]);
            path_seek(&path, path_length(&path) - 1);
            check_steps(path);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fractions_compare), cmocka_unit_test(moves_drawn),
        cmocka_unit_test(every_small_move),  cmocka_unit_test(long_moves),
        cmocka_unit_test(leaps_to_an_axis),  cmocka_unit_test(the_longest_moves_of_int32),
    };
    return cmocka_run_group_tests_name("path", tests, NULL, NULL);
}
