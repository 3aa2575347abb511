/*
 * recipe_book.c - rules are matched for each sprite, but recipes made once for each set of them
 */
#include "recipe_book.h"

#include "array.h"
#include "common_options.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* A recipe, and its text by which equal ones are found. */
struct book_recipe {
    struct recipe *recipe;
    char *text;
};

/* Some rules, by number: all of them held for some sprite, and no others. */
struct book_set {
    uint32_t *rules;
    size_t count;
    const struct recipe *recipe; /* NULL: they do not fit together */
};

void recipe_book_free(struct recipe_book *book)
{
    for (size_t i = 0; i < book->recipe_count; i++) {
        free(book->recipes[i].recipe);
        free(book->recipes[i].text);
    }
    for (size_t i = 0; i < book->set_count; i++)
        free(book->sets[i].rules);
    free(book->recipes);
    free(book->sets);
    free(book->matched);
    *book = (struct recipe_book){0};
}

/* ---- Recipes ------------------------------------------------------------------------------ */

/* Applies everything but the check that it fits together. */
static bool make_recipe(const struct recipe_book *book, const struct book_set *set,
                        struct recipe *recipe, struct error *err)
{
    *recipe = recipe_default;
    if (!arguments_apply(book->arguments, PASS_PRESET, recipe, err))
        return false;
    for (size_t i = 0; i < set->count; i++) {
        const struct arguments *const options = &book->config->rules[set->rules[i]].options;
        if (!arguments_apply(options, PASS_PRESET, recipe, err) ||
            !arguments_apply(options, PASS_RECIPE, recipe, err))
            return false;
    }
    return arguments_apply(book->arguments, PASS_RECIPE, recipe, err);
}

/* Adds to a contradiction between rules where they stand. */
static void name_rules(const struct recipe_book *book, const struct book_set *set,
                       struct error *err)
{
    struct text places = {0};
    char path[200];
    text_quote(path, sizeof path, book->config->path);
    for (size_t i = 0; i < set->count; i++) {
        size_t line, column;
        config_rule_place(book->config, &book->config->rules[set->rules[i]], &line, &column);
        text_add_string(&places, i > 0 ? ", " : "");
        text_add_number(&places, line);
        text_add_string(&places, ":");
        text_add_number(&places, column);
    }
    fail(err, "%s; what %s says for it stands at %s", err->text, path,
         places.failed ? "several places" : places.bytes);
    text_free(&places);
}

static const struct recipe *find_equal(const struct recipe_book *book, const char *text)
{
    for (size_t i = 0; i < book->recipe_count; i++)
        if (strcmp(book->recipes[i].text, text) == 0)
            return book->recipes[i].recipe;
    return NULL;
}

/* Takes `text` over. */
static const struct recipe *keep_recipe(struct recipe_book *book, const struct recipe *recipe,
                                        char *text, struct error *err)
{
    struct book_recipe *const grown =
        array_reserve(book->recipes, book->recipe_count + 1, &book->recipe_capacity, sizeof *grown);
    struct recipe *const kept = malloc(sizeof *kept);
    if (grown != NULL)
        book->recipes = grown;
    if (grown == NULL || kept == NULL) {
        free(kept);
        free(text);
        fail_memory(err);
        return NULL;
    }
    *kept = *recipe;
    book->recipes[book->recipe_count++] = (struct book_recipe){kept, text};
    return kept;
}

static const struct recipe *intern(struct recipe_book *book, const struct recipe *recipe,
                                   struct error *err)
{
    struct text text = {0};
    const struct recipe *equal;
    recipe_describe(recipe, &text);
    text_add(&text, "", 0);
    if (text.failed) {
        text_free(&text);
        fail_memory(err);
        return NULL;
    }
    equal = find_equal(book, text.bytes);
    if (equal == NULL)
        return keep_recipe(book, recipe, text.bytes, err);
    text_free(&text);
    return equal;
}

/* ---- Sets of rules ------------------------------------------------------------------------ */

/* Fills `set` with the rules that hold; there is room for all. */
static void match_rules(const struct recipe_book *book, const char *name, const char *within,
                        struct book_set *set)
{
    set->count = 0;
    for (size_t i = 0; book->config != NULL && i < book->config->rule_count; i++)
        if (config_rule_holds(&book->config->rules[i], name) ||
            (within != NULL && config_rule_holds(&book->config->rules[i], within)))
            set->rules[set->count++] = (uint32_t)i;
}

/* Searched from the end: neighbours mostly are of one kind. */
static const struct book_set *find_set(const struct recipe_book *book, const struct book_set *set)
{
    for (size_t i = book->set_count; i-- > 0;) {
        const struct book_set *const other = &book->sets[i];
        if (other->count == set->count &&
            (set->count == 0 ||
             memcmp(other->rules, set->rules, set->count * sizeof *set->rules) == 0))
            return other;
    }
    return NULL;
}

/* Takes `set` over. */
static const struct recipe *keep_set(struct recipe_book *book, struct book_set *set,
                                     struct error *err)
{
    struct book_set *const grown =
        array_reserve(book->sets, book->set_count + 1, &book->set_capacity, sizeof *grown);
    struct recipe recipe;
    if (grown == NULL) {
        free(set->rules);
        fail_memory(err);
        return NULL;
    }
    book->sets = grown;
    if (make_recipe(book, set, &recipe, err)) {
        if (recipe_check(&recipe, err))
            set->recipe = intern(book, &recipe, err);
        else if (set->count > 0)
            name_rules(book, set, err);
    }
    book->sets[book->set_count++] = *set;
    return set->recipe;
}

bool recipe_book_check(const struct recipe_book *book, struct error *err)
{
    const struct book_set none = {0};
    struct recipe recipe;
    return make_recipe(book, &none, &recipe, err) && recipe_check(&recipe, err);
}

const struct recipe *recipe_book_find(struct recipe_book *book, const char *name,
                                      const char *within, bool *told, struct error *err)
{
    const size_t most = book->config != NULL ? book->config->rule_count : 0;
    *told = false;
    if (book->matched == NULL)
        book->matched = calloc(most > 0 ? most : 1, sizeof *book->matched);
    if (book->matched == NULL) {
        fail_memory(err);
        return NULL;
    }
    struct book_set set = {.rules = book->matched};
    match_rules(book, name, within, &set);
    const struct book_set *const known = find_set(book, &set);
    if (known == NULL) {
        book->matched = NULL;
        return keep_set(book, &set, err);
    }
    *told = known->recipe == NULL;
    return known->recipe;
}
