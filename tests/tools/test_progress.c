/*
 * test_progress.c - the line of the bar says how far it is, and fits the terminal
 */

#include "support/cmocka_all.h"

#include "system/message.h"

#include <string.h>

static void assert_line(size_t done, size_t total, double seconds, unsigned columns,
                        const char *expected)
{
    const struct progress progress = {.done = done, .total = total};
    char line[512];

    progress_line(line, sizeof line, &progress, seconds, columns);
    assert_string_equal(line, expected);
}

static void the_bar_fills_and_the_figures_follow(void **state)
{
    (void)state;
    assert_line(0, 2736, 1, 80,
                "[>                                       ]  0 of 2,736  0/s  ? left");
    assert_line(1368, 2736, 2, 80,
                "[====================>                   ]  1,368 of 2,736  684/s  2 s left");
    assert_line(2736, 2736, 4, 80,
                "[========================================]  2,736 of 2,736  684/s  0 s left");
}

static void long_times_are_told_in_minutes_and_hours(void **state)
{
    (void)state;
    assert_line(1, 60, 1, 20, "1 of 60  1/s  59 s ");
    assert_line(1, 601, 1, 80,
                "[>                                       ]  1 of 601  1/s  10 min left");
    assert_line(1, 36001, 1, 80,
                "[>                                       ]  1 of 36,001  1/s  10.0 h left");
}

static void it_is_never_as_wide_as_the_terminal(void **state)
{
    (void)state;
    const struct progress progress = {.done = 123456, .total = 1000000};

    for (unsigned columns = 1; columns < 200; columns++) {
        char line[512];

        progress_line(line, sizeof line, &progress, 77, columns);
        assert_true(strlen(line) < columns);
    }
}

static void nothing_to_do_is_done(void **state)
{
    (void)state;
    assert_line(0, 0, 0, 80, "[========================================]  0 of 0  0/s  ? left");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bar_fills_and_the_figures_follow),
        cmocka_unit_test(long_times_are_told_in_minutes_and_hours),
        cmocka_unit_test(it_is_never_as_wide_as_the_terminal),
        cmocka_unit_test(nothing_to_do_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
