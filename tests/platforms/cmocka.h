/*
 * cmocka.h - as much of cmocka as the runtime's tests use, for machines without it
 *
 * The first assertion that fails ends the program.
 */
#ifndef CMOCKA_H
#define CMOCKA_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function)                                                                 \
    {                                                                                              \
#function, function                                                                        \
    }

#define cmocka_run_group_tests_name(group, tests, setup, teardown)                                 \
    run_tests(group, tests, sizeof(tests) / sizeof *(tests), setup, teardown)
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    run_tests(__FILE__, tests, sizeof(tests) / sizeof *(tests), setup, teardown)

#define assert_true(condition) assert_that((condition) ? 1 : 0, #condition, __FILE__, __LINE__)
#define assert_false(condition)                                                                    \
    assert_that((condition) ? 0 : 1, "not: " #condition, __FILE__, __LINE__)
#define assert_non_null(at) assert_true((at) != NULL)
#define assert_null(at)     assert_true((at) == NULL)
#define assert_int_equal(a, b)                                                                     \
    assert_that((uintmax_t)(a) == (uintmax_t)(b), #a " == " #b, __FILE__, __LINE__)
#define assert_string_equal(a, b) assert_that(strcmp(a, b) == 0, #a " == " #b, __FILE__, __LINE__)
#define assert_memory_equal(a, b, size)                                                            \
    assert_that(memcmp(a, b, size) == 0, #a " == " #b, __FILE__, __LINE__)

static inline void assert_that(int holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s:%d: wrong: %s\n", file, line, what);
    exit(1);
}

typedef int (*group_step)(void **state);

static inline int run_tests(const char *group, const struct CMUnitTest *tests, size_t count,
                            group_step setup, group_step teardown)
{
    void *state = NULL;
    assert_that(setup == NULL || setup(&state) == 0, "setup", group, 0);
    for (size_t i = 0; i < count; i++)
        tests[i].run(&state);
    assert_that(teardown == NULL || teardown(&state) == 0, "teardown", group, 0);
    printf("%s: %u tests passed\n", group, (unsigned)count);
    return 0;
}

#endif
