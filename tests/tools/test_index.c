/*
 * test_index.c - elements are found by their hashes, also where hashes collide
 */

#include "support/cmocka_all.h"

#include "base/memory.h"

static void every_element_of_a_hash_is_found(void **state)
{
    (void)state;
    enum { COUNT = 5000, HASHES = 700 };
    struct index index = {0};

    for (uint32_t i = 0; i < COUNT; i++)
        index_add(&index, (uint64_t)(i % HASHES) * 128, i);
    assert_int_equal(index.count, COUNT);
    for (uint32_t hash = 0; hash < HASHES; hash++) {
        size_t step = 0, found = 0;
        for (uint32_t i; (i = index_next(&index, (uint64_t)hash * 128, &step)) != INDEX_END;) {
            assert_int_equal(i % HASHES, hash);
            found++;
        }
        assert_int_equal(found, COUNT / HASHES + (hash < COUNT % HASHES));
    }
    index_free(&index);
}

static void other_hashes_find_nothing(void **state)
{
    (void)state;
    struct index index = {0};
    size_t step = 0;

    assert_int_equal(index_next(&index, 1, &step), INDEX_END);
    index_add(&index, 1, 0);
    step = 0;
    assert_int_equal(index_next(&index, 129, &step), INDEX_END);
    index_free(&index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_element_of_a_hash_is_found),
        cmocka_unit_test(other_hashes_find_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
