/*
 * recipes.h - which recipe goes with which sprite
 *
 *     defaults < --preset < config: options, then rules in order < the command line's options
 *
 * The right-hand side wins, option by option. Within a rule, a preset gives way to the rest.
 * Recipes that are equal are one.
 */
#ifndef RECIPES_H
#define RECIPES_H

#include "base/memory.h"
#include "plan/recipe.h"
#include "system/diagnostics.h"

struct config;
struct recipe_entry;

/* Recipes by the digest of what they are found by. A zeroed one is empty. */
struct recipe_table {
    struct recipe_entry *entries;
    size_t count, capacity;
    struct index index; /* of the entries' digests */
};

struct recipes {
    const struct arguments *arguments; /* of the command line */
    const struct arguments *below;     /* PASS_RECIPE, under all others; NULL: none */
    struct config *config;             /* NULL: none */
    struct recipe_table known;         /* each once */
    struct recipe_table sets;          /* of rules that held for some sprite */
    uint32_t *matched;                 /* room for the rules of the sprite that is asked for */
    struct arena arena;                /* has the recipes, and that room */
};

void recipes_free(struct recipes *recipes);

/* Adds an error for each option of the command line that is wrong, or does not fit the others. */
void recipes_check(const struct arguments *arguments, struct diagnostics *found);

/* The recipe for the sprite of that name. The rules that match one of its other names, such as that
 * of its file, hold for it too: a list that NULL ends, or NULL. The recipe lives as long as the
 * recipes. NULL when its options do not fit together: `err` says so once for each set of rules;
 * afterwards `*reported` is true. */
const struct recipe *recipes_find(struct recipes *recipes, const char *name,
                                  const char *const *others, bool *reported, struct error *err);

#endif
