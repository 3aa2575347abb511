/*
 * test_parallel.c - things made on several threads arrive once each, in order
 */

#include "support/cmocka_all.h"

#include "system/parallel.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct list {
    size_t *things;
    size_t delivered;
    bool in_order;
    _Atomic size_t making, ahead_most;
    atomic_flag delivering;
    bool alone;
};

/* Some take far longer than others, so that they get ready out of order. */
static void *make(void *user, size_t index)
{
    struct list *const list = user;
    volatile size_t spin = index % 7 == 0 ? 20000 : 10;
    while (spin > 0)
        spin--;
    list->things[index] = index * index;
    atomic_fetch_add(&list->making, 1);
    return index % 5 == 0 ? NULL : &list->things[index];
}

static void deliver(void *user, size_t index, void *made)
{
    struct list *const list = user;
    list->alone = list->alone && !atomic_flag_test_and_set(&list->delivering);
    list->in_order = list->in_order && index == list->delivered &&
                     made == (index % 5 == 0 ? NULL : (void *)&list->things[index]) &&
                     list->things[index] == index * index;
    const size_t made_before = atomic_load(&list->making);
    if (made_before > index && made_before - index > atomic_load(&list->ahead_most))
        atomic_store(&list->ahead_most, made_before - index);
    list->delivered++;
    atomic_flag_clear(&list->delivering);
}

static void run(size_t count, unsigned jobs)
{
    struct list list = {.things = calloc(count + 1, sizeof(size_t)),
                        .in_order = true,
                        .alone = true,
                        .delivering = ATOMIC_FLAG_INIT};
    const struct parallel_work work = {&list, count, make, deliver, NULL};
    assert_non_null(list.things);
    parallel_run(&work, jobs);
    assert_int_equal(list.delivered, count);
    assert_true(list.in_order);
    assert_true(list.alone);
    assert_true(list.ahead_most <= (size_t)jobs * 64 + jobs);
    free(list.things);
}

static void everything_arrives_once_and_in_order(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 3, 64, 65, 1000, 20000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (unsigned jobs = 1; jobs <= 9; jobs += 2)
            run(counts[i], jobs);
}

static void there_may_be_more_jobs_than_things_or_threads(void **state)
{
    (void)state;
    run(3, 512);
    run(1000, 100000);
}

static void there_is_a_processor(void **state)
{
    (void)state;
    assert_true(thread_processors() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_arrives_once_and_in_order),
        cmocka_unit_test(there_may_be_more_jobs_than_things_or_threads),
        cmocka_unit_test(there_is_a_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
