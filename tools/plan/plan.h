/*
 * plan.h - what a bake is to do: its inputs, each with its recipe
 *
 *     operands -> inputs -> atlases -> recipes -> a shard of them
 *
 * Made before any picture is opened. Prints nothing: errors and warnings are in `diagnostics`. Each
 * stage adds to the plan; all small things that it keeps are in the arena.
 */
#ifndef PLAN_H
#define PLAN_H

#include "base/memory.h"
#include "plan/bake_options.h"
#include "plan/inputs.h"
#include "plan/recipes.h"
#include "system/response.h"

/* A zeroed one is empty. */
struct plan {
    const struct bake_options *options;
    const struct arguments *arguments;
    struct arena arena;
    struct config config;
    struct recipes recipes;
    struct response names; /* of --files0-from */
    struct inputs inputs;
    struct diagnostics diagnostics;
    struct inputs_sum of_all; /* of a shard: the sum of all shards together */
    bool may_have_pictures;   /* of a shard: some shard may have more than documents */
    bool misruled;            /* some rules are wrong: some inputs have the default recipe */
};

/* False when nothing can be baked. True with errors in `diagnostics` when only some inputs are
 * wrong: the others can still be tried. `options` and `arguments` must outlive the plan. */
bool plan_make(struct plan *plan, const struct bake_options *options,
               const struct arguments *arguments);
void plan_free(struct plan *plan);

#endif
