/*
 * recipes.c - finds the recipe of each sprite; sprites for which the same rules hold share one
 */
#include "plan/recipes.h"

#include "base/memory.h"
#include "base/text.h"
#include "system/fingerprint.h"
#include "system/options.h"

#include <stdlib.h>
#include <string.h>

/* ---- Tables ---------------------------------------------------------------------------------- */

/* A recipe with the digest of its text, or with that of a set of rules, by their numbers. There may
 * be as many of either as there are sprites. */
struct recipe_entry {
    struct digest digest;
    const struct recipe *recipe; /* NULL: rules that do not fit together */
};

/* The entry of a digest; NULL: there is none. */
static const struct recipe_entry *find_entry(const struct recipe_table *table, struct digest digest)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&table->index, digest.low, &step)) != INDEX_END;)
        if (digest_equal(table->entries[i].digest, digest))
            return &table->entries[i];
    return NULL;
}

static void add_entry(struct recipe_table *table, struct digest digest, const struct recipe *recipe)
{
    struct recipe_entry *const added = array_push(&table->entries, &table->count, &table->capacity);
    *added = (struct recipe_entry){digest, recipe};
    index_add(&table->index, digest.low, (uint32_t)(table->count - 1));
}

static void free_table(struct recipe_table *table)
{
    free(table->entries);
    index_free(&table->index);
}

void recipes_free(struct recipes *recipes)
{
    free_table(&recipes->known);
    free_table(&recipes->sets);
    arena_free(&recipes->arena);
    *recipes = (struct recipes){0};
}

/* ---- Recipes --------------------------------------------------------------------------------- */

/* Some rules, by number: all of them hold for some sprite, and no others. */
struct rule_set {
    const uint32_t *rules;
    size_t count;
};

/* Applies everything but the check that it fits together. */
static bool make_recipe(const struct recipes *recipes, const struct rule_set *set,
                        struct recipe *recipe, struct error *err)
{
    *recipe = recipe_default;
    if (!arguments_apply(recipes->arguments, PASS_PRESET, recipe, err))
        return false;
    for (size_t i = 0; i < set->count; i++) {
        const struct arguments *const options = &recipes->config->rules[set->rules[i]].options;
        if (!arguments_apply(options, PASS_PRESET, recipe, err) ||
            !arguments_apply(options, PASS_RECIPE, recipe, err))
            return false;
    }
    return arguments_apply(recipes->arguments, PASS_RECIPE, recipe, err);
}

/* Adds to the error about rules that contradict each other where these stand. */
static void name_rules(const struct recipes *recipes, const struct rule_set *set, struct error *err)
{
    struct text places = {0};
    char path[200];
    text_quote(path, sizeof path, recipes->config->path);
    for (size_t i = 0; i < set->count; i++) {
        const struct json_place place =
            config_rule_place(recipes->config, &recipes->config->rules[set->rules[i]]);
        text_add_string(&places, i > 0 ? ", " : "");
        text_add_number(&places, place.line);
        text_add_string(&places, ":");
        text_add_number(&places, place.column);
    }
    fail(err, "%s; the rules for it are in %s at %s", err->text, path, places.bytes);
    text_free(&places);
}

/* The kept recipe that equals this one. */
static const struct recipe *intern(struct recipes *recipes, const struct recipe *recipe)
{
    struct text text = {0};
    recipe_identify(recipe, &text);
    const struct digest digest = digest_of(text.bytes, text.length);
    text_free(&text);
    const struct recipe_entry *const known = find_entry(&recipes->known, digest);
    if (known != NULL)
        return known->recipe;
    struct recipe *const copy = arena_new(&recipes->arena, 1, sizeof *copy);
    *copy = *recipe;
    add_entry(&recipes->known, digest, copy);
    return copy;
}

/* The recipe that a set of rules comes to; NULL when they do not fit together. */
static const struct recipe *follow(struct recipes *recipes, const struct rule_set *set,
                                   struct error *err)
{
    struct recipe recipe;
    if (!make_recipe(recipes, set, &recipe, err))
        return NULL;
    if (recipe_check(&recipe, err))
        return intern(recipes, &recipe);
    if (set->count > 0)
        name_rules(recipes, set, err);
    return NULL;
}

void recipes_check(const struct arguments *arguments, struct diagnostics *found)
{
    struct recipe recipe = recipe_default;
    struct error err;
    const bool preset = arguments_apply_each(arguments, PASS_PRESET, &recipe, found);
    const bool own = arguments_apply_each(arguments, PASS_RECIPE, &recipe, found);
    if (preset && own && !recipe_check(&recipe, &err))
        diagnostics_add_error(found, NULL, &err);
}

const struct recipe *recipes_find(struct recipes *recipes, const char *name, const char *within,
                                  bool *reported, struct error *err)
{
    struct rule_set set = {.count = 0};
    if (recipes->config != NULL) {
        if (recipes->matched == NULL)
            recipes->matched =
                arena_new(&recipes->arena, recipes->config->rule_count, sizeof *recipes->matched);
        set.rules = recipes->matched;
        set.count = config_match(recipes->config, name, within, recipes->matched);
    }
    const struct digest digest = digest_of(set.rules, set.count * sizeof *set.rules);
    const struct recipe_entry *const known = find_entry(&recipes->sets, digest);
    *reported = known != NULL && known->recipe == NULL;
    if (known != NULL)
        return known->recipe;
    const struct recipe *const recipe = follow(recipes, &set, err);
    add_entry(&recipes->sets, digest, recipe);
    return recipe;
}
