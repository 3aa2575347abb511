/*
 * test_parallel_task.c - a thing done aside is done once, and has been when the end was waited for
 */

#include "support/cmocka_all.h"

#include "system/parallel.h"

#include <pthread.h>
#include <semaphore.h>

struct thing {
    sem_t may_go_on;
    unsigned done;
    pthread_t thread;
};

static void do_it(void *user)
{
    struct thing *const thing = user;
    thing->thread = pthread_self();
    thing->done++;
}

static void wait_and_do_it(void *user)
{
    struct thing *const thing = user;
    sem_wait(&thing->may_go_on);
    do_it(thing);
}

static void it_runs_while_its_caller_goes_on(void **state)
{
    (void)state;
    struct thing thing = {.done = 0};
    struct parallel_task aside;
    sem_init(&thing.may_go_on, 0, 0);
    parallel_begin(&aside, true, wait_and_do_it, &thing);
    sem_post(&thing.may_go_on);
    parallel_end(&aside);
    assert_int_equal(thing.done, 1);
    assert_false(pthread_equal(thing.thread, pthread_self()));
    sem_destroy(&thing.may_go_on);
}

static void what_is_not_apart_is_done_at_once_by_the_caller(void **state)
{
    (void)state;
    struct thing thing = {.done = 0};
    struct parallel_task aside;
    parallel_begin(&aside, false, do_it, &thing);
    assert_int_equal(thing.done, 1);
    assert_true(pthread_equal(thing.thread, pthread_self()));
    parallel_end(&aside);
    assert_int_equal(thing.done, 1);
}

static void its_end_may_be_waited_for_twice(void **state)
{
    (void)state;
    struct thing thing = {.done = 0};
    struct parallel_task aside, none = {.running = false};
    parallel_begin(&aside, true, do_it, &thing);
    parallel_end(&aside);
    parallel_end(&aside);
    parallel_end(&none);
    assert_int_equal(thing.done, 1);
}

static void one_job_or_little_to_do_is_worth_no_thread(void **state)
{
    (void)state;
    assert_true(parallel_is_worth(2, 1 << 30));
    assert_false(parallel_is_worth(2, 1000));
    assert_false(parallel_is_worth(1, 1 << 30));
    assert_false(parallel_is_worth(0, UINT64_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_runs_while_its_caller_goes_on),
        cmocka_unit_test(what_is_not_apart_is_done_at_once_by_the_caller),
        cmocka_unit_test(one_job_or_little_to_do_is_worth_no_thread),
        cmocka_unit_test(its_end_may_be_waited_for_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
