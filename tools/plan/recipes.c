/*
 * recipes.c - which recipe goes with which sprite: presets, rules and the command line in their
 * order
 */
#include "plan/recipes.h"

#include "base/memory.h"
#include "base/text.h"
#include "plan/config.h"
#include "system/fingerprint.h"
#include "system/options.h"

#include <stdlib.h>
#include <string.h>

/* ---- Tables ---------------------------------------------------------------------------------- */

/* A recipe, found by the digest of its text, or by the digest of the numbers of the rules that make
 * it. There may be as many texts, and as many sets of rules, as sprites. */
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

/* All rules that hold for some sprite, by their numbers. */
struct rule_set {
    const uint32_t *rules;
    size_t count;
};

/* The layer of that name in the list, which is in the order of names; added if it is not there. */
static struct recipe *find_layer(struct recipes *recipes, struct recipe *recipe, const char *name,
                                 struct recipe_layer *list)
{
    size_t at = 0;
    while (at < recipe->layer_count && strcmp(list[at].name, name) < 0)
        at++;
    if (at == recipe->layer_count || strcmp(list[at].name, name) != 0) {
        struct recipe *const made = arena_new(&recipes->arena, 1, sizeof *made);
        *made = *recipe;
        made->layers = NULL;
        made->layer_count = 0;
        memmove(list + at + 1, list + at, (recipe->layer_count - at) * sizeof *list);
        list[at] = (struct recipe_layer){name, made};
        recipe->layer_count++;
        return made;
    }
    /* Recipes are shared once they are finished; this one is still being made. */
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): made in this arena, as one that may be changed */
    return (struct recipe *)(uintptr_t)list[at].recipe;
}

/* Makes the layers of the rules from the finished recipe of the picture. Their own options win over
 * those of the command line: otherwise a layer would be a copy of the picture's mask. */
static bool make_layers(struct recipes *recipes, const struct rule_set *set, struct recipe *recipe,
                        struct error *err)
{
    size_t most = 0;
    for (size_t i = 0; i < set->count; i++)
        most += recipes->config->rules[set->rules[i]].layer_count;
    if (most == 0)
        return true;
    struct recipe_layer *const list = arena_new(&recipes->arena, most, sizeof *list);
    for (size_t i = 0; i < set->count; i++) {
        const struct config_rule *const rule = &recipes->config->rules[set->rules[i]];
        for (size_t k = 0; k < rule->layer_count; k++) {
            const struct arguments *const options = &rule->layers[k].options;
            struct recipe *const layer = find_layer(recipes, recipe, rule->layers[k].name, list);
            if (!arguments_apply(options, PASS_PRESET, layer, err) ||
                !arguments_apply(options, PASS_RECIPE, layer, err) || !recipe_check(layer, err))
                return false;
        }
    }
    recipe->layers = list;
    return true;
}

/* Makes the recipe, but does not check that its options fit together. */
static bool make_recipe(struct recipes *recipes, const struct rule_set *set, struct recipe *recipe,
                        struct error *err)
{
    *recipe = recipe_default;
    if ((recipes->below != NULL && !arguments_apply(recipes->below, PASS_RECIPE, recipe, err)) ||
        !arguments_apply(recipes->arguments, PASS_PRESET, recipe, err))
        return false;
    for (size_t i = 0; i < set->count; i++) {
        const struct arguments *const options = &recipes->config->rules[set->rules[i]].options;
        if (!arguments_apply(options, PASS_PRESET, recipe, err) ||
            !arguments_apply(options, PASS_RECIPE, recipe, err))
            return false;
    }
    return arguments_apply(recipes->arguments, PASS_RECIPE, recipe, err) &&
           make_layers(recipes, set, recipe, err);
}

/* Adds to an error about rules that contradict each other the places of these rules. */
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

const struct recipe *recipes_find(struct recipes *recipes, const char *name,
                                  const char *const *others, bool *reported, struct error *err)
{
    struct rule_set set = {.count = 0};
    if (recipes->config != NULL) {
        if (recipes->matched == NULL)
            recipes->matched =
                arena_new(&recipes->arena, recipes->config->rule_count, sizeof *recipes->matched);
        set.rules = recipes->matched;
        set.count = config_match(recipes->config, name, others, recipes->matched);
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
