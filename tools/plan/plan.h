/*
 * plan.h - what a bake is to do: its inputs, each with its recipe
 *
 *     operands, --files0-from -> inputs -> with recipes -> those of the shard
 *
 * Made before any picture is opened. Prints nothing: errors and warnings are in `diagnostics`.
 */
#ifndef PLAN_H
#define PLAN_H

#include "plan/bake_options.h"
#include "plan/inputs.h"
#include "plan/recipes.h"
#include "system/response.h"

/* A zeroed one is empty. */
struct plan {
    const struct bake_options *options;
    const struct arguments *arguments;
    struct config config;
    struct recipes recipes;
    struct response names; /* of --files0-from */
    struct inputs inputs;
    struct diagnostics diagnostics;
    struct inputs_sum of_all; /* of a shard: what all shards have together */
    bool may_have_pictures;   /* and whether that may be more than documents */
    bool misruled;            /* some rules are wrong: some inputs have the default recipe */
};

/* False when nothing can be baked. True with errors in `diagnostics` when only some inputs are
 * wrong: the others can still be tried. `options` and `arguments` must outlive the plan. */
bool plan_make(struct plan *plan, const struct bake_options *options,
               const struct arguments *arguments);
void plan_free(struct plan *plan);

#endif
