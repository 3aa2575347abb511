/*
 * test_array.c - arrays that grow
 */

#include "support/cmocka_all.h"

#include "base/memory.h"

#include <stdlib.h>

static void elements_stay_while_an_array_grows(void **state)
{
    (void)state;
    unsigned *numbers = NULL;
    size_t capacity = 0;

    for (unsigned i = 0; i < 1000; i++) {
        unsigned *const grown = array_reserve(numbers, i + 1, &capacity, sizeof *grown);

        assert_non_null(grown);
        assert_true(capacity > i);
        numbers = grown;
        numbers[i] = i;
    }
    for (unsigned i = 0; i < 1000; i++)
        assert_int_equal(numbers[i], i);
    free(numbers);
}

static void an_array_with_room_stays_where_it_is(void **state)
{
    (void)state;
    char array[8];
    size_t capacity = sizeof array;

    assert_ptr_equal(array_reserve(array, 1, &capacity, 1), array);
    assert_ptr_equal(array_reserve(array, 8, &capacity, 1), array);
    assert_int_equal(capacity, 8);
}

static void much_may_be_wanted_at_once(void **state)
{
    (void)state;
    size_t capacity = 0;
    void *const array = array_reserve(NULL, 100000, &capacity, 3);

    assert_non_null(array);
    assert_true(capacity >= 100000);
    free(array);
}

static void elements_are_pushed_as_zeros(void **state)
{
    (void)state;
    struct pair {
        unsigned number;
        const char *text;
    } *pairs = NULL;
    size_t count = 0, capacity = 0;

    for (unsigned i = 0; i < 1000; i++) {
        struct pair *const pair = array_push(&pairs, &count, &capacity);

        assert_ptr_equal(pair, &pairs[i]);
        assert_int_equal(count, i + 1);
        assert_int_equal(pair->number, 0);
        assert_null(pair->text);
        *pair = (struct pair){i, "text"};
    }
    for (unsigned i = 0; i < 1000; i++)
        assert_int_equal(pairs[i].number, i);
    free(pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_stay_while_an_array_grows),
        cmocka_unit_test(an_array_with_room_stays_where_it_is),
        cmocka_unit_test(much_may_be_wanted_at_once),
        cmocka_unit_test(elements_are_pushed_as_zeros),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
