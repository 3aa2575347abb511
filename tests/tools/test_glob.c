/*
 * test_glob.c - patterns over names
 */

#include "support/cmocka_all.h"

#include "base/glob.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct pair {
    const char *pattern, *name;
};

static void assert_matches(const struct pair *pairs, size_t count, bool wanted)
{
    for (size_t i = 0; i < count; i++)
        if (glob_match(pairs[i].pattern, pairs[i].name) != wanted)
            fail_msg("'%s' on '%s' must be %d", pairs[i].pattern, pairs[i].name, wanted);
    /* A quick look at the ends decides nothing else. */
    for (size_t i = 0; i < count; i++) {
        const struct glob glob = glob_make(pairs[i].pattern, 0);
        const struct glob_name name = glob_name_make(pairs[i].name);
        if (glob_holds(&glob, &name) != wanted)
            fail_msg("'%s' made ready, on '%s' must be %d", pairs[i].pattern, pairs[i].name,
                     wanted);
    }
}

static void stars_stay_within_a_part_or_cross_them(void **state)
{
    (void)state;
    static const struct pair good[] = {
        {"*", "a"},           {"*.png", "a/b.png"}, {"a/*", "a/b"},         {"**", "a/b/c"},
        {"a/**", "a/b/c"},    {"**/c", "c"},        {"**/c", "a/b/c"},      {"a/**/c", "a/c"},
        {"a*b*c", "axbxbxc"}, {"**a*c", "b/a/abc"}, {"\\*", "*"},           {"a\\", "a\\"},
        {"[", "["},           {"[]]", "]"},         {"[!]]", "a"},          {"[a-c-]", "-"},
        {"x[", "x["},         {"[^a]", "b"},        {"a/**/b*", "a/c/b/b"},
    };
    static const struct pair bad[] = {
        {"a/*", "a/b/c"}, {"?", "/"},   {"a?b", "a/b"}, {"a[!x]b", "a/b"}, {"\\*", "a"},
        {"", "a"},        {"[a]", ""},  {"?", ""},      {"[!]]", "]"},     {"**/c", "bc"},
        {"[a-c]", "-"},   {"a/b", "b"}, {"[.-0]", "/"},
    };

    assert_matches(good, COUNT(good), true);
    assert_matches(bad, COUNT(bad), false);
}

/* A name may have the characters that are special in a pattern. */
static void names_may_have_special_characters(void **state)
{
    (void)state;
    static const struct pair good[] = {
        {"*c", "*bc"},     {"*/*", "*b/*"},   {"*c.png", "a/*bc.png"}, {"?b", "?b"},
        {"[!a]", "["},     {"[!a]x", "a/[x"}, {"[[]b", "[b"},          {"\\\\b", "\\b"},
        {"**/c", "**x/c"}, {"a*", "a*b"},     {"a[*]b", "a*b"},        {"a\\*b", "a*b"},
    };
    static const struct pair bad[] = {
        {"*c", "*b"}, {"[!a]", "[a"}, {"[a]", "[a]"}, {"\\*b", "\\*b"}, {"?b", "?"}, {"*/c", "*c"},
    };

    assert_matches(good, COUNT(good), true);
    assert_matches(bad, COUNT(bad), false);
}

/* Two stars inside of a part are no more than one. */
static void two_stars_are_special_only_as_a_whole_part(void **state)
{
    (void)state;
    static const struct pair good[] = {
        {"a**/b.png", "a/b.png"},
        {"a**/b.png", "ax/b.png"},
        {"*1**/a.png", "1b-1a/a.png"},
        {"1**/a.png", "1/a.png"},
        {"a/**.png", "a/b.png"},
        {"a/b**", "a/bc"},
        {"a**b/c", "axb/c"},
        {"**", "a"},
        {"**/**", "a"},
        {"**/**", "a/b/c"},
        {"**/**/c", "c"},
        {"a/**/**/c", "a/x/y/c"},
        {"a/**/c/**/e", "a/c/c/d/e"},
        {"a/**/x*y/z", "a/xy/b/x1y/z"},
        {"**/a*/b*c/d", "a1/x/a/bbc/d"},
        {"***", "a"},
        {"***/b", "a/b"},
        {"\\**/b", "*a/b"},
        {"**/a**/b", "x/ay/b"},
        {"*/**/x", "a/b/c/x"},
    };
    static const struct pair bad[] = {
        {"a**/b.png", "ab.png"},
        {"a**/b.png", "a/x/b.png"},
        {"1**/a.png", "1a.png"},
        {"*1**/a.png", "1b-1a.png"},
        {"a/**.png", "a/b/c.png"},
        {"a/b**", "a/bc/d"},
        {"a**b/c", "a/b/c"},
        {"***/b", "b"},
        {"***/c", "a/b/c"},
        {"\\**/b", "*/a/b"},
        {"a/**", "a"},
        {"a/**", "ab/c"},
        {"**/c", "a/bc"},
        {"a/**/c", "ac"},
        {"a/**/c", "a/bc"},
        {"**/a**/b", "a/y/b"},
        {"**a/b", "x/a/b"},
    };

    assert_matches(good, COUNT(good), true);
    assert_matches(bad, COUNT(bad), false);
}

static void what_counts_is_characters(void **state)
{
    (void)state;
    static const struct pair good[] = {
        {"?.png", "é.png"},
        {"[é].png", "é.png"},
        {"[!a].png", "é.png"},
        {"[à-ü].png", "é.png"},
        {"日?.png", "日本.png"},
        {"??.png", "日本.png"},
        {"[日-本]x", "日x"},
        {"[a-ü]", "é"},
        {"\\é", "é"},
        {"*é", "éé"},
        {"*?é", "éé"},
        {"**?é", "a/éé"},
        {"[😀-😂]?", "😁é"},
        {"[]é]", "é"},
        {"[!à-ü]", "日"},
        {"[\x7f-\xc2\x80]", "\xc2\x80"},
    };
    static const struct pair bad[] = {
        {"??.png", "é.png"}, {"[!é].png", "é.png"}, {"[à-ü].png", "日.png"},
        {"[é]", "\xc3\x83"}, {"[!é]", "é"},         {"*??", "é"},
        {"**??", "é"},       {"*?日", "日"},        {"[日]?", "日"},
        {"é", "è"},          {"[à-ü]?", "é"},
    };

    assert_matches(good, COUNT(good), true);
    assert_matches(bad, COUNT(bad), false);
}

/* As names of files may be: cut, a byte that begins nothing, overlong, a surrogate. */
static void a_byte_that_is_not_utf8_is_a_character(void **state)
{
    (void)state;
    static const struct pair good[] = {
        {"?.png", "\xff.png"},  {"??", "\xe6\x97"},
        {"*.png", "a\xc3.png"}, {"[!a]", "\xe9"},
        {"\xe9", "\xe9"},       {"[\xe0-\xff]", "\xe9"},
        {"[\xe9]x", "\xe9x"},   {"?\xe6\x9c?", "a\xe6\x9cz"},
        {"??", "\xc0\xaf"},     {"???", "\xed\xa0\x80"},
        {"?é", "\xc3é"},        {"\\\xff", "\xff"},
        {"?", "\xc3"},          {"[a-\xff]", "日"},
    };
    static const struct pair bad[] = {
        {"?", "\xe6\x97"}, {"\xc3?", "é"},    {"\xc3*", "é"},    {"*\xa9", "é"},
        {"[\xe9]", "é"},   {"é", "\xe9"},     {"[à-ü]", "\xe9"}, {"[\xc3\xff]\xa9", "é"},
        {"??", "\xff"},    {"?", "\xc0\xaf"}, {"\xff", "\xfe"},
    };

    assert_matches(good, COUNT(good), true);
    assert_matches(bad, COUNT(bad), false);
}

static void globs_that_cannot_be_meant_are_found(void **state)
{
    (void)state;
    static const char *const good[] = {"*",      "**/a", "a/**", "[a]",     "[]]",      "[!]a]",
                                       "a]b",    "\\[",  "\\\\", "a.b",     "[a-z]*?x", ".a",
                                       "[[]ab",  "**",   "a//b", "[é-日]?", "\\é",      "\xff",
                                       "[\xff]", "/",    "/a",   "./a"};
    static const char *const bad[] = {"",      "[",  "[]",   "[!]",   "a[b", "\\",
                                      "[a]\\", "[é", "日\\", "[\xe9", "[^]"};
    struct error err;

    for (size_t i = 0; i < COUNT(good); i++)
        assert_true(glob_check(good[i], &err));
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_false(glob_check(bad[i], &err));
}

static void globs_match_a_name_or_its_last_part(void **state)
{
    (void)state;
    static const struct {
        const char *glob, *name;
        bool matches;
    } cases[] = {
        {"a", "a", true},       {"a", "ab", false},      {"ab", "a", false},
        {"a", "a/a", true},     {"a", "a/b", false},     {"b", "a/b", true},
        {"a/b", "a/b", true},   {"a/b", "x/a/b", false}, {"b/a", "a/b/a", false},
        {"a*", "abc", true},    {"a*", "x/abc", true},   {"a*", "abc/x", false},
        {"a?", "x/ab", true},   {"a[b]", "x/ab", true},  {"a\\b", "x/ab", true},
        {"a\\*", "x/a*", true}, {"a\\*", "a", false},    {"*b", "x/ab", true},
        {"[a]b", "ab", true},   {"?b", "ab", true},      {"\\ab", "ab", true},
        {"**", "a/b", true},    {"a/**", "a/b/c", true}, {"a**b", "x/ab", true},
        {"", "", true},         {"", "a", false},        {"a", "", false},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(glob_match(cases[i].glob, cases[i].name), cases[i].matches);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars_stay_within_a_part_or_cross_them),
        cmocka_unit_test(names_may_have_special_characters),
        cmocka_unit_test(two_stars_are_special_only_as_a_whole_part),
        cmocka_unit_test(what_counts_is_characters),
        cmocka_unit_test(a_byte_that_is_not_utf8_is_a_character),
        cmocka_unit_test(globs_match_a_name_or_its_last_part),
        cmocka_unit_test(globs_that_cannot_be_meant_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
