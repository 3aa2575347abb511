/*
 * test_numbers.c - decimal text becomes fixed point
 */

#include "support/cmocka_all.h"

#include "base/text.h"

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

static void floats_may_have_an_exponent(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t billionths;
        const char *rest; /* NULL: refused */
    } cases[] = {
        {"0.5", 500000000, ""},
        {"1E-05", 10000, ""},
        {"-5e-1,", -500000000, ","},
        {"1.5e+2", INT64_C(150000000000), ""},
        {"2e0", INT64_C(2000000000), ""},
        {"1.6e-9", 2, ""},
        {"-1.6e-9", -2, ""},
        {"1e-99999999999999999999", 0, ""},
        {"0e99999999999999999999", 0, ""},
        {"4294967295e0", INT64_C(4294967295000000000), ""},
        {"0.4e10", INT64_C(4000000000000000000), ""},
        {"-0.4e10", INT64_C(-4000000000000000000), ""},
        {"1e", INT64_C(1000000000), "e"},
        {"1e-", INT64_C(1000000000), "e-"},
        {"1ex", INT64_C(1000000000), "ex"},
        {"1e10", 0, NULL},
        {"-1e10", 0, NULL},
        {"0.5e10", 0, NULL},
        {"1e999999999999999999999", 0, NULL},
        {"e5", 0, NULL},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct decimal number;
        const char *const rest = decimal_read_float(cases[i].text, &number);

        if (cases[i].rest == NULL) {
            assert_null(rest);
            continue;
        }
        assert_non_null(rest);
        assert_string_equal(rest, cases[i].rest);
        assert_int_equal(number.billionths, cases[i].billionths);
    }
}

static void a_part_of_pixels_is_rounded_once(void **state)
{
    (void)state;
    const struct decimal tenth = {100000000, 1}, third = {-333333333, 9};
    const struct decimal two = {2 * DECIMAL_ONE, 0}, far = {-3 * DECIMAL_ONE, 0};
    int64_t fixed;

    assert_true(fixed_from_part(tenth, 2000, &fixed));
    assert_int_equal(fixed, 200 * 65536);
    assert_true(fixed_from_part(third, 3, &fixed));
    assert_int_equal(fixed, -65536);
    assert_true(fixed_from_part(two, UINT32_C(1) << 31, &fixed));
    assert_int_equal(fixed, INT64_C(1) << 48);
    assert_false(fixed_from_part(far, UINT32_C(1) << 31, &fixed));
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
        cmocka_unit_test(floats_may_have_an_exponent),
        cmocka_unit_test(a_part_of_pixels_is_rounded_once),
        cmocka_unit_test(text_gives_the_same_number_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
