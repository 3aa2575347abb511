/*
 * test_recipes.c - rules and the command line become recipes
 *
 * cli/config.bats tests the part that users see; here is the part that only a caller sees.
 */

#include "support/cmocka_all.h"

#include "plan/config.h"
#include "plan/recipes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A book with the rules of a text and an empty command line. */
struct world {
    struct config config;
    struct recipes book;
    struct arguments arguments;
};

static void world_begin(struct world *world, const char *rules)
{
    char path[] = "/tmp/hitmask-rules-XXXXXX";
    struct diagnostics diagnostics = {0};
    const int file = mkstemp(path);

    *world = (struct world){.arguments = {0}};
    assert_true(file >= 0);
    assert_int_equal(write(file, rules, strlen(rules)), strlen(rules));
    close(file);
    assert_true(config_read(&world->config, path, &diagnostics));
    unlink(path);
    diagnostics_free(&diagnostics);
    world->book = (struct recipes){.arguments = &world->arguments, .config = &world->config};
}

static void world_end(struct world *world)
{
    recipes_free(&world->book);
    config_free(&world->config);
    arguments_free(&world->arguments);
}

static const struct recipe *find(struct world *world, const char *name)
{
    struct error err;
    bool told = true;
    const struct recipe *const recipe = recipes_find(&world->book, name, NULL, &told, &err);

    assert_non_null(recipe);
    assert_false(told);
    return recipe;
}

static void equal_recipes_are_one(void **state)
{
    (void)state;
    struct world world;
    char name[32];

    world_begin(&world,
                "{\"rules\":[{\"match\":\"a*\",\"prune\":2},{\"match\":\"b*\",\"prune\":2},"
                "{\"match\":\"*c\",\"prune\":1},{\"match\":\"d\",\"cell\":4}]}");
    assert_ptr_equal(find(&world, "a"), find(&world, "b"));
    assert_ptr_equal(find(&world, "ac"), find(&world, "x"));
    assert_ptr_not_equal(find(&world, "a"), find(&world, "ac"));
    assert_int_equal(find(&world, "a")->points.prune, 2);
    assert_int_equal(find(&world, "d")->points.cell, 4);
    assert_int_equal(world.book.known.count, 3);
    for (int i = 0; i < 20000; i++) {
        snprintf(name, sizeof name, "%c/%d", 'a' + i % 26, i);
        find(&world, name);
    }
    assert_int_equal(world.book.known.count, 3);
    assert_int_equal(world.book.sets.count, 5);
    world_end(&world);
}

/* A rule for each letter: a name of some letters has the set of their rules. */
enum { LETTERS = 12, NAMES = 1 << LETTERS };

static char *letters_rules(const char *format)
{
    struct text rules = {0};

    text_add_string(&rules, "{\"rules\":[");
    for (int i = 0; i < LETTERS; i++) {
        char rule[100];

        snprintf(rule, sizeof rule, format, i > 0 ? "," : "", 'a' + i, i + 2);
        text_add_string(&rules, rule);
    }
    text_add_string(&rules, "]}");
    return rules.bytes;
}

static void spell(int letters, char name[LETTERS + 2])
{
    size_t length = 0;

    name[length++] = '-';
    for (int i = 0; i < LETTERS; i++)
        if (letters >> i & 1)
            name[length++] = (char)('a' + i);
    name[length] = 0;
}

static int last_letter(int letters)
{
    int last = 0;

    for (; letters > 0; letters >>= 1)
        last++;
    return last;
}

/* Many begin as others do. */
static void every_set_of_rules_is_told_from_the_others(void **state)
{
    (void)state;
    struct world world;
    char *const rules = letters_rules("%s{\"match\":\"*%c*\",\"prune\":%d}");

    world_begin(&world, rules);
    for (int i = 0; i < 2 * NAMES; i++) {
        char name[LETTERS + 2];

        spell(i % NAMES, name);
        assert_int_equal(find(&world, name)->points.prune, last_letter(i % NAMES) + 1);
    }
    assert_int_equal(world.book.sets.count, NAMES);
    assert_int_equal(world.book.known.count, LETTERS + 1);
    world_end(&world);
    free(rules);
}

/* Any of the letters is wrong by itself. */
static void every_set_that_contradicts_itself_is_told_once(void **state)
{
    (void)state;
    struct world world;
    char *const rules = letters_rules(
        "%s{\"match\":\"*%c*\",\"map\":\"2x1\",\"prune-border\":\"drop\",\"prune\":%d}");

    world_begin(&world, rules);
    for (int i = 0; i < 2 * NAMES; i++) {
        const bool good = i % NAMES == 0, again = i >= NAMES;
        struct error err = {.text = ""};
        char name[LETTERS + 2];
        bool told;

        spell(i % NAMES, name);
        assert_int_equal(recipes_find(&world.book, name, NULL, &told, &err) != NULL, good);
        assert_int_equal(told, !good && again);
        assert_int_equal(err.text[0] != 0, !good && !again);
    }
    assert_int_equal(world.book.sets.count, NAMES);
    assert_int_equal(world.book.known.count, 1);
    world_end(&world);
    free(rules);
}

static void there_may_be_a_recipe_for_each_sprite(void **state)
{
    (void)state;
    enum { COUNT_OF_RULES = 2000 };
    static const struct recipe *found[COUNT_OF_RULES];
    struct world world;
    struct text rules = {0};
    char name[100];

    for (int i = 0; i < COUNT_OF_RULES; i++) {
        snprintf(name, sizeof name, "%s{\"match\":\"a/%d.png\",\"prune\":%d}", i > 0 ? "," : "", i,
                 i);
        text_add_string(&rules, name);
    }
    char *const whole = text_format("{\"rules\":[%s]}", rules.bytes);
    assert_non_null(whole);
    world_begin(&world, whole);
    for (int i = 0; i < 2 * COUNT_OF_RULES; i++) {
        const int rule = i % COUNT_OF_RULES;

        snprintf(name, sizeof name, "a/%d.png", rule);
        const struct recipe *const recipe = find(&world, name);
        assert_int_equal(recipe->points.prune, rule);
        if (i < COUNT_OF_RULES)
            found[rule] = recipe;
        else
            assert_ptr_equal(recipe, found[rule]);
    }
    assert_int_equal(world.book.known.count, COUNT_OF_RULES);
    world_end(&world);
    text_free(&rules);
    free(whole);
}

static void a_rule_has_many_globs(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t prune;
    } cases[] = {{"a", 2},     {"b/a", 2}, {"c", 2},     {"c/d", 1},  {"d/c", 3}, {"x/d/c", 2},
                 {"d/c/e", 3}, {"e", 3},   {"eee.f", 3}, {"x/ee", 3}, {"f", 4},   {"", 1}};
    struct world world;

    world_begin(&world,
                "{\"rules\":[{\"match\":[\"a\",\"b\",\"c\"],\"prune\":2},"
                "{\"match\":[\"d/c\",\"e*\"],\"prune\":3},{\"match\":\"f\",\"prune\":4}]}");
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(find(&world, cases[i].name)->points.prune, cases[i].prune);
    world_end(&world);
}

static void without_rules_there_is_one_recipe(void **state)
{
    (void)state;
    struct world world;

    world_begin(&world, "{}");
    world.book.config = NULL;
    assert_ptr_equal(find(&world, "a"), find(&world, "b/c"));
    world_end(&world);
}

static void a_contradiction_is_told_once_for_each_set_of_rules(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool told;
    } cases[] = {{"a1", false}, {"a2", true}, {"ab", false}, {"a3", true}, {"ab", true}};
    struct world world;

    world_begin(&world,
                "{\"rules\":[{\"match\":\"a*\",\"map\":\"2x1\",\"prune-border\":\"drop\"},"
                "{\"match\":\"*b\",\"prune\":0}]}");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = {.text = ""};
        bool told;

        assert_null(recipes_find(&world.book, cases[i].name, NULL, &told, &err));
        assert_int_equal(told, cases[i].told);
        assert_int_equal(err.text[0] == 0, cases[i].told);
    }
    find(&world, "b");
    world_end(&world);
}

/* Every option of sprites, with a value that is not what it is by default. */
static const struct {
    const char *name, *value;
} unusual[] = {
    {"alpha-threshold", "7"},
    {"color-key", "#0a0B0c"},
    {"key-tolerance", "9"},
    {"solid", NULL},
    {"map", "24x24"},
    {"cell", "3"},
    {"prune", "4"},
    {"no-points", NULL},
    {"prune-border", "drop"},
    {"warn-straddle", "5"},
    {"despeckle", "4"},
    {"fill-holes", NULL},
    {"grow", "1"},
    {"shrink", "2"},
    {"warn-specks", "3"},
    {"pivot", "-1.5,20%"},
    {"outline", NULL},
    {"polygons", "1.5"},
    {"polygon-fit", "contain"},
    {"polygon-vertices", "12"},
    {"connect", "4"},
    {"min-area", "9"},
    {"pieces", "6"},
    {"notch", "0.25"},
    {"pixels-per-metre", "64"},
    {"hull", "7"},
    {"grid", "16x24"},
    {"margin", "1"},
    {"cells", "2x3"},
    {"grid-order", "columns"},
    {"spacing", "2"},
    {"auto-cut", "3"},
    {"skip-empty", NULL},
    {"space", "trimmed"},
    {"source-scale", NULL},
    {"layer", "a \"quoted\" \\ one"},
    {"animate", "100"},
    {"union", NULL},
};

static char *describe(const struct recipe *recipe)
{
    struct text text = {0};

    recipe_describe(recipe, NULL, &text);
    text_add(&text, "", 0);
    return text.bytes;
}

static void set_option(struct recipe *recipe, const char *name, const char *value)
{
    const struct option_set set = {.tables =
                                       (const struct option *const[]){recipe_option_table, NULL}};
    const struct option *const option = options_find(&set, name);
    struct error err;

    assert_non_null(option);
    assert_true(option_set_value(option, recipe, value, &err));
}

/* Reads the text as the options of a config. */
static char *describe_again(const char *text)
{
    struct world world;
    char rules[512], *again;

    snprintf(rules, sizeof rules, "{\"options\":{%s}}", text);
    world_begin(&world, rules);
    again = describe(find(&world, "x"));
    world_end(&world);
    return again;
}

static void a_recipe_is_described_by_the_options_that_make_it(void **state)
{
    (void)state;
    size_t described = 0;
    char *const usual = describe(&recipe_default);

    assert_string_equal(usual, "");
    for (const struct option *option = recipe_option_table; option->name; option++)
        described += strcmp(option->name, "preset") != 0;
    assert_int_equal(described, COUNT(unusual));
    for (size_t i = 0; i < COUNT(unusual); i++) {
        struct recipe recipe = recipe_default;
        char *text, *again;

        if (strcmp(unusual[i].name, "pieces") == 0 ||
            strcmp(unusual[i].name, "polygon-vertices") == 0)
            set_option(&recipe, "polygons", "1"); /* which they need */
        set_option(&recipe, unusual[i].name, unusual[i].value);
        text = describe(&recipe);
        again = describe_again(text);
        if (strcmp(text, usual) == 0)
            fail_msg("--%s is not described", unusual[i].name);
        assert_string_equal(text, again);
        free(text);
        free(again);
    }
    free(usual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_recipes_are_one),
        cmocka_unit_test(every_set_of_rules_is_told_from_the_others),
        cmocka_unit_test(every_set_that_contradicts_itself_is_told_once),
        cmocka_unit_test(there_may_be_a_recipe_for_each_sprite),
        cmocka_unit_test(a_rule_has_many_globs),
        cmocka_unit_test(without_rules_there_is_one_recipe),
        cmocka_unit_test(a_contradiction_is_told_once_for_each_set_of_rules),
        cmocka_unit_test(a_recipe_is_described_by_the_options_that_make_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
