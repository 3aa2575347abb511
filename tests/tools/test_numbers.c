/*
 * test_numbers.c - decimal text becomes fixed point
 */

#include "support/cmocka_all.h"

#include "base/numbers.h"

static void decimal_text_is_read_and_rounded(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t fixed;
        size_t decimals;
        const char *rest; /* NULL: refused */
    } cases[] = {
        {"0", 0, 0, ""},
        {"12", 12 * 65536, 0, ""},
        {"-0.5", -32768, 1, ""},
        {"1.00001,2", 65537, 5, ",2"},
        {"-1.00001", -65537, 5, ""},
        {"0.1234567899", 8091, 10, ""},
        {"4294967295.999999999", INT64_C(1) << 48, 9, ""},
        {"3.", 3 * 65536, 0, "."},
        {"3..5", 3 * 65536, 0, "..5"},
        {"1e3", 65536, 0, "e3"},
        {"4294967296", 0, 0, NULL},
        {"99999999999999999999999999", 0, 0, NULL},
        {".5", 0, 0, NULL},
        {"-", 0, 0, NULL},
        {"+1", 0, 0, NULL},
        {" 1", 0, 0, NULL},
        {"", 0, 0, NULL},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct decimal number;
        const char *const rest = decimal_read(cases[i].text, &number);

        if (cases[i].rest == NULL) {
            assert_null(rest);
            continue;
        }
        assert_non_null(rest);
        assert_string_equal(rest, cases[i].rest);
        assert_int_equal(fixed_from_decimal(number), cases[i].fixed);
        assert_int_equal(number.decimals, cases[i].decimals);
    }
}

static void text_gives_the_same_number_again(void **state)
{
    (void)state;
    static const struct {
        int64_t fixed;
        const char *text;
    } cases[] = {
        {0, "0"}, {65536, "1"}, {-98304, "-1.5"}, {1, "0.00002"}, {-65535, "-0.99998"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[FIXED_TEXT_MAX];
        struct decimal number;

        assert_string_equal(fixed_to_text(text, cases[i].fixed), cases[i].text);
        assert_non_null(decimal_read(text, &number));
        assert_int_equal(fixed_from_decimal(number), cases[i].fixed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimal_text_is_read_and_rounded),
        cmocka_unit_test(text_gives_the_same_number_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
