/*
 * test_c_names.c - names as identifiers of C: what they become, and that no two are alike
 */

#include "support/cmocka_all.h"

#include "formats/c_write.h"

#include <string.h>

static void words_are(const char *name, bool upper, const char *expected)
{
    struct text text = {0};
    text_add_string(&text, "");
    c_name_add(&text, name, strlen(name), upper);
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void letters_and_digits_stay_and_the_rest_parts_words(void **state)
{
    (void)state;
    words_are("hero/run-1.png", true, "HERO_RUN_1_PNG");
    words_are("hero/run-1.png", false, "hero_run_1_png");
    words_are("3d.png", true, "3D_PNG");
    words_are("__a--b..", true, "A_B");
    words_are("int", true, "INT");
    words_are("-.-", true, "");
    words_are("caf\xc3\xa9.png", true, "CAF_U00E9_PNG");
    words_are("\xe7\x81\xab\xe7\x90\x83", false, "U706B_U7403");
    words_are("\xf0\x9f\x98\x80", true, "U1F600");
}

/* `names` becomes `expected`, item by item; both end with NULL. */
static void names_are(const char *const *names, const char *const *expected)
{
    struct arena arena = {0};
    const char *all[8];
    size_t count = 0;
    while (names[count] != NULL)
        count++;
    c_name_all(names, count, &arena, all);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(all[i], expected[i]);
    assert_null(expected[count]);
    arena_free(&arena);
}

static void no_two_are_alike(void **state)
{
    (void)state;
    names_are((const char *[]){"a", "b", NULL}, (const char *[]){"A", "B", NULL});
    names_are((const char *[]){"A-b", "a b", "a/b", NULL},
              (const char *[]){"A_B", "A_B_2", "A_B_3", NULL});
    names_are((const char *[]){"!", "?", NULL}, (const char *[]){"UNNAMED", "UNNAMED_2", NULL});
    names_are((const char *[]){NULL}, (const char *[]){NULL});
}

static void a_number_never_makes_a_name_that_another_has_by_itself(void **state)
{
    (void)state;
    names_are((const char *[]){"a!2", "a-b", "a.2", "a.b", "a_b_2", NULL},
              (const char *[]){"A_2", "A_B", "A_2_2", "A_B_3", "A_B_2", NULL});
    names_are((const char *[]){"a", "a!", "a!2", "a_2", NULL},
              (const char *[]){"A", "A_3", "A_2", "A_2_2", NULL});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_and_digits_stay_and_the_rest_parts_words),
        cmocka_unit_test(no_two_are_alike),
        cmocka_unit_test(a_number_never_makes_a_name_that_another_has_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
