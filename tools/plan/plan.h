/*
 * plan.h - what a bake is to do: its inputs, each with its recipe
 *
 *     operands, --files0-from -> inputs -> with recipes -> those of the shard
 *
 * Made before any picture is opened. What is wrong is said as it is found.
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
    struct messages *messages;
    struct config config;
    struct recipes recipes;
    struct response names; /* of --files0-from */
    struct inputs inputs;
    struct inputs_sum of_all; /* of a shard: what all shards have together */
    bool may_have_pictures;   /* and whether that may be more than documents */
};

/* False when there is nothing that could be baked; other errors are only said. What is given
 * must stay. */
bool plan_make(struct plan *plan, const struct bake_options *options,
               const struct arguments *arguments, struct messages *messages);
void plan_free(struct plan *plan);

#endif
