/*
 * test_fingerprint.c - when the times of a file are proof that it has not changed
 */
#include "support/cmocka_all.h"

#include "system/fingerprint.h"

static const int64_t second = 1000000000, millisecond = 1000000;

/* Noon of some day, and an odd number of nanoseconds. */
static const int64_t noon = 1700000000 * (int64_t)1000000000 + 123456789;

static bool settled(int64_t modified, int64_t changed, int64_t time)
{
    const struct file_facts facts = {.inode = 1, .modified = modified, .changed = changed};
    return file_facts_settled(&facts, time);
}

static void times_are_proof_after_two_seconds(void **state)
{
    (void)state;
    assert_true(settled(noon, noon, noon + 2 * second));
    assert_false(settled(noon, noon, noon + 2 * second - 1));
    assert_false(settled(noon - 9 * second, noon, noon + 2 * second - 1));
    assert_false(settled(noon, noon - 9 * second, noon + 2 * second - 1));
}

/* Steps of two seconds, as FAT has, and of 10 milliseconds, as exFAT has. */
static void coarse_times_are_no_proof(void **state)
{
    (void)state;
    const int64_t even = noon - noon % (2 * second), fine = noon - noon % (10 * millisecond);
    assert_false(settled(even, even, noon + 99 * second));
    assert_false(settled(fine, fine, noon + 99 * second));
    assert_false(settled(even, fine, noon + 99 * second));
    /* A file that came out of an archive has a coarse time, but changed at a fine one. */
    assert_true(settled(even, noon, noon + 99 * second));
    assert_true(settled(even, fine + millisecond, noon + 99 * second));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_proof_after_two_seconds),
        cmocka_unit_test(coarse_times_are_no_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
