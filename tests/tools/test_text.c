/*
 * test_text.c - strings, quoting, distances, numbers; and errors, which are texts
 */

#include "support/cmocka_all.h"

#include "base/error.h"
#include "base/text.h"
#include "utf8.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Growing strings -------------------------------------------------------------------- */

static void a_text_holds_what_was_added(void **state)
{
    (void)state;
    struct text text = {0};

    for (int i = 0; i < 1000; i++)
        text_add_string(&text, "abc");
    text_add(&text, "x\0y", 3);
    assert_int_equal(text.length, 3003);
    for (size_t i = 0; i < 3000; i++)
        assert_int_equal(text.bytes[i], "abc"[i % 3]);
    assert_memory_equal(text.bytes + 3000, "x\0y\0", 4);
    text_free(&text);
    assert_null(text.bytes);
    assert_int_equal(text.length, 0);
}

static void copies_are_terminated(void **state)
{
    (void)state;
    char *all = text_copy("sprite"), *part = text_copy_n("sprite", 3), *none = text_copy_n("", 0);

    assert_string_equal(all, "sprite");
    assert_string_equal(part, "spr");
    assert_string_equal(none, "");
    free(all);
    free(part);
    free(none);
}

static void formatted_text_has_the_length_it_needs(void **state)
{
    (void)state;
    char *const none = text_format("%s", ""), *const some = text_format("%s (%d)", "x.json", 7);
    char *const many = text_format("%0*d", 5000, 1);

    assert_string_equal(none, "");
    assert_string_equal(some, "x.json (7)");
    assert_int_equal(strlen(many), 5000);
    free(none);
    free(some);
    free(many);
}

static void a_byte_order_mark_is_three_bytes(void **state)
{
    (void)state;

    assert_int_equal(text_bom("\xef\xbb\xbf{}", 5), 3);
    assert_int_equal(text_bom("\xef\xbb\xbf", 3), 3);
    assert_int_equal(text_bom("\xef\xbb\xbf", 2), 0);
    assert_int_equal(text_bom("{}\xef\xbb\xbf", 5), 0);
    assert_int_equal(text_bom("", 0), 0);
}

/* ---- Quoting ---------------------------------------------------------------------------- */

static void assert_quoted(const char *string, size_t size, const char *expected)
{
    char out[64];

    memset(out, '~', sizeof out);
    assert_ptr_equal(text_quote(out, size, string), out);
    assert_string_equal(out, expected);
    for (size_t i = size; i < sizeof out; i++)
        assert_int_equal(out[i], '~');
}

static void quoting_leaves_plain_text_alone(void **state)
{
    (void)state;

    assert_quoted("hero/run.png#0", 32, "hero/run.png#0");
    assert_quoted("h\xc3\xa9ros \xf0\x9f\x98\x80", 32, "h\xc3\xa9ros \xf0\x9f\x98\x80");
    assert_quoted("", 1, "");
}

static void quoting_escapes_what_a_terminal_obeys_or_cannot_show(void **state)
{
    (void)state;

    assert_quoted("\x1b[31m", 32, "\\x1B[31m");
    assert_quoted("a\nb\tc\x7f", 32, "a\\x0Ab\\x09c\\x7F");
    assert_quoted("\xc2\x9b", 32, "\\xC2\\x9B");
    assert_quoted("\xff\xc3", 32, "\\xFF\\xC3");
    /* right-to-left override: a name must not look like another */
    assert_quoted("\xe2\x80\xaegnp", 32, "\\xE2\\x80\\xAEgnp");
    /* without width: a space, a joiner of words, a byte order mark */
    assert_quoted("\xe2\x80\x8b", 32, "\\xE2\\x80\\x8B");
    assert_quoted("\xe2\x81\xa0", 32, "\\xE2\\x81\\xA0");
    assert_quoted("\xef\xbb\xbf", 32, "\\xEF\\xBB\\xBF");
    /* no characters at all, which XML does not allow; the one before them is */
    assert_quoted("\xef\xbf\xbe", 32, "\\xEF\\xBF\\xBE");
    assert_quoted("\xef\xbf\xbf", 32, "\\xEF\\xBF\\xBF");
    assert_quoted("\xef\xbf\xbd", 32, "\xef\xbf\xbd");
}

static void quoting_cuts_between_characters(void **state)
{
    (void)state;

    assert_quoted("abcdefgh", 9, "abcdefgh");
    assert_quoted("abcdefgh", 8, "abcd...");
    assert_quoted("abc\n", 8, "abc\\x0A");
    assert_quoted("abc\n", 7, "abc...");
    assert_quoted("ab\xc3\xa9\xc3\xa9", 6, "ab...");
    assert_quoted("abcdefgh", 3, "..");
    assert_quoted("abcdefgh", 1, "");
}

/* ---- Distances and numbers -------------------------------------------------------------- */

static void distance_counts_edits(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        unsigned distance;
    } cases[] = {
        {"", "", 0},           {"prune", "prune", 0},  {"prune", "", 5},
        {"prune", "prun", 1},  {"prune", "pruned", 1}, {"prune", "prone", 1},
        {"prune", "purne", 1}, {"ab", "ba", 1},        {"kitten", "sitting", 3},
        {"ca", "abc", 3},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(text_distance(cases[i].a, cases[i].b), cases[i].distance);
        assert_int_equal(text_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

static void long_strings_are_far_from_everything(void **state)
{
    (void)state;
    char longest[64], too_long[65];

    memset(longest, 'a', sizeof longest - 1);
    longest[63] = '\0';
    memset(too_long, 'a', sizeof too_long - 1);
    too_long[64] = '\0';
    assert_int_equal(text_distance(longest, ""), 63);
    assert_true(text_distance(too_long, too_long) == UINT_MAX);
    assert_true(text_distance(too_long, "a") == UINT_MAX);
}

static void numbers_are_digits_and_nothing_else(void **state)
{
    (void)state;
    static const char *const others[] = {"",    "abc", "-1",  "+1",  " 1",
                                         "1 ",  "1x",  "0x1", "1.0", "18446744073709551616",
                                         "1e3", "-0",  "\t1", "1\n", "99999999999999999999"};
    uint64_t number = 77;

    for (size_t i = 0; i < COUNT(others); i++)
        assert_false(text_to_number(others[i], 0, UINT64_MAX, &number));
    assert_int_equal(number, 77);
    assert_true(text_to_number("0", 0, 0, &number));
    assert_int_equal(number, 0);
    assert_true(text_to_number("007", 0, 9, &number));
    assert_int_equal(number, 7);
    assert_true(text_to_number("18446744073709551615", 0, UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
}

static void numbers_keep_to_their_range(void **state)
{
    (void)state;
    uint64_t number = 77;

    assert_false(text_to_number("256", 0, 255, &number));
    assert_false(text_to_number("0", 1, 255, &number));
    assert_int_equal(number, 77);
    assert_true(text_to_number("255", 1, 255, &number));
    assert_int_equal(number, 255);
}

/* ---- Errors ----------------------------------------------------------------------------- */

static void errors_carry_status_and_place(void **state)
{
    (void)state;
    struct error err;

    assert_false((fail)(&err, "%d of %s", 3, "them"));
    assert_string_equal(err.text, "3 of them");
    assert_int_equal(err.status, STATUS_FAILED);
    assert_int_equal(err.line, 0);

    assert_false(fail_at(&err, 4, 7, "wrong"));
    assert_int_equal(err.status, STATUS_FAILED);
    assert_int_equal(err.line, 4);
    assert_int_equal(err.column, 7);

    assert_false(fail_usage(&err, "wrong"));
    assert_int_equal(err.status, STATUS_USAGE);
    assert_int_equal(err.line, 0);
    assert_int_equal(err.column, 0);

    assert_false(fail_memory(&err));
    assert_int_equal(err.status, STATUS_FAILED);

    errno = ENOENT;
    assert_false(fail_errno(&err, "open"));
    assert_string_equal(err.text, "cannot open: No such file or directory");
}

static void an_error_may_be_told_in_another(void **state)
{
    (void)state;
    struct error err;

    (fail)(&err, "wrong");
    (fail)(&err, "--prune: %s", err.text);
    assert_string_equal(err.text, "--prune: wrong");
}

static void a_long_error_is_cut_between_characters(void **state)
{
    (void)state;
    struct error err;
    char text[2 * sizeof err.text];

    for (size_t i = 0; i + 1 < sizeof text; i += 2)
        memcpy(text + i, "\xc3\xa9", 2);
    text[sizeof text - 2] = '\0';
    for (int shift = 0; shift < 2; shift++) {
        size_t length;

        (fail)(&err, "%s%s", shift ? "x" : "", text);
        length = strlen(err.text);
        assert_in_range(length, sizeof err.text - 3, sizeof err.text - 1);
        assert_string_equal(err.text + length - 3, "...");
        assert_true(utf8_is_name((const uint8_t *)err.text, length));
    }
}

static void the_worst_status_wins(void **state)
{
    (void)state;
    static const enum status by_badness[] = {STATUS_OK, STATUS_DIFFERS, STATUS_FAILED,
                                             STATUS_USAGE};

    for (size_t a = 0; a < COUNT(by_badness); a++)
        for (size_t b = 0; b < COUNT(by_badness); b++)
            assert_int_equal(status_worse(by_badness[a], by_badness[b]), by_badness[a > b ? a : b]);
}

static void widths_are_those_of_a_terminal(void **state)
{
    (void)state;
    assert_int_equal(text_width(""), 0);
    assert_int_equal(text_width("hero.png"), 8);
    assert_int_equal(text_width("h\xc3\xa9ros"), 5);
    assert_int_equal(text_width("e\xcc\x81"), 1);                        /* e and its accent */
    assert_int_equal(text_width("\xe6\xbc\xa2\xe5\xad\x97"), 4);         /* two ideographs */
    assert_int_equal(text_width("\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"), 4); /* Hebrew */
    assert_int_equal(text_width("\xff\xfe"), 2);
}

static void assert_short(const char *string, size_t columns, const char *expected)
{
    char out[64];

    assert_string_equal(text_shorten(out, sizeof out, string, columns), expected);
    assert_true(text_width(out) <= columns);
}

static void long_texts_lose_their_middle(void **state)
{
    (void)state;
    assert_short("hero.png", 8, "hero.png");
    assert_short("hero.png", 7, "her..ng");
    assert_short("hero.png", 4, "h..g");
    assert_short("hero.png", 3, "h..");
    assert_short("hero.png", 2, "he");
    assert_short("hero.png", 0, "");
    assert_short("", 0, "");
    assert_short("hero/walk/frame-12.png", 14, "hero/w..12.png");
    /* A wide character is whole or not there. */
    assert_short("\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2", 5, "\xe6\xbc\xa2..");
}

static void colours_are_six_hexadecimal_digits(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "ff00f", "ff00ff0", "#ff00ff", "ff00fg", "ff 0ff"};
    uint8_t color[3];

    assert_true(text_to_color("fF0019", color));
    assert_memory_equal(color, "\xff\x00\x19", 3);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(text_to_color(wrong[i], color));
}

static void names_in_natural_order_count_as_people_do(void **state)
{
    (void)state;
    static const char *const sorted[] = {"",
                                         "1",
                                         "02",
                                         "2",
                                         "2a",
                                         "10",
                                         "a",
                                         "a1",
                                         "a1b9",
                                         "a1b10",
                                         "a2",
                                         "a09",
                                         "a9",
                                         "a10",
                                         "a10000000000000000000000",
                                         "a20000000000000000000000",
                                         "aa",
                                         "b",
                                         "\xc3\xa9"};

    for (size_t i = 0; i < COUNT(sorted); i++)
        for (size_t j = 0; j < COUNT(sorted); j++) {
            const int order = text_natural(sorted[i], sorted[j]);

            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
}

static void texts_are_compared_in_any_case_of_ascii_letters(void **state)
{
    (void)state;
    assert_true(text_same_in_any_case("Hero_1.PNG", "hERO_1.png"));
    assert_true(text_same_in_any_case("", ""));
    assert_false(text_same_in_any_case("hero", "hero1"));
    assert_false(text_same_in_any_case("hero1", "hero"));
    assert_false(text_same_in_any_case("@[", "`{"));             /* 32 apart, as letters are */
    assert_false(text_same_in_any_case("\xc3\x89", "\xc3\xa9")); /* so are the bytes of \u00c9 */
    assert_true(text_begins_in_any_case("Hero.png", "hERO"));
    assert_true(text_begins_in_any_case("Hero.png", ""));
    assert_false(text_begins_in_any_case("Her", "hero"));
}

static void the_length_of_a_text_ends_at_its_most(void **state)
{
    (void)state;
    const char unended[] = {'a', 'b', 'c'};
    assert_int_equal(text_length("", 4), 0);
    assert_int_equal(text_length("ab", 4), 2);
    assert_int_equal(text_length("abcd", 4), 4);
    assert_int_equal(text_length(unended, sizeof unended), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_holds_what_was_added),
        cmocka_unit_test(copies_are_terminated),
        cmocka_unit_test(formatted_text_has_the_length_it_needs),
        cmocka_unit_test(a_byte_order_mark_is_three_bytes),
        cmocka_unit_test(quoting_leaves_plain_text_alone),
        cmocka_unit_test(quoting_escapes_what_a_terminal_obeys_or_cannot_show),
        cmocka_unit_test(quoting_cuts_between_characters),
        cmocka_unit_test(distance_counts_edits),
        cmocka_unit_test(long_strings_are_far_from_everything),
        cmocka_unit_test(numbers_are_digits_and_nothing_else),
        cmocka_unit_test(numbers_keep_to_their_range),
        cmocka_unit_test(errors_carry_status_and_place),
        cmocka_unit_test(an_error_may_be_told_in_another),
        cmocka_unit_test(a_long_error_is_cut_between_characters),
        cmocka_unit_test(the_worst_status_wins),
        cmocka_unit_test(widths_are_those_of_a_terminal),
        cmocka_unit_test(long_texts_lose_their_middle),
        cmocka_unit_test(names_in_natural_order_count_as_people_do),
        cmocka_unit_test(texts_are_compared_in_any_case_of_ascii_letters),
        cmocka_unit_test(the_length_of_a_text_ends_at_its_most),
        cmocka_unit_test(colours_are_six_hexadecimal_digits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
