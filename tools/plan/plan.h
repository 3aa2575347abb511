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
#include "plan/config.h"
#include "plan/inputs.h"
#include "plan/recipe.h"
#include "plan/recipes.h"
#include "system/response.h"

/* A zeroed one is empty. */
struct plan {
    const struct bake_options *options;
    const struct arguments *arguments;
    struct arena arena;
    struct config config;
    struct recipes recipes;
    struct recipe of_run;  /* what the config's "options" allow of the warnings about no input */
    struct response names; /* of --files0-from */
    struct inputs inputs;
    struct diagnostics diagnostics;
    struct inputs_sum of_all; /* of a shard: the sum of all shards together */
    bool may_have_pictures;   /* of a shard: some shard may have more than documents */
    bool misruled;            /* some rules are wrong: some inputs have the default recipe */
};

/* Reads the config, if the options name one, and gives the options what it has of the whole bake.
 * To be called before plan_make; errors are in the plan's diagnostics. */
void plan_read_config(struct plan *plan, struct bake_options *options,
                      const struct arguments *arguments);

/* False when nothing can be baked. True with errors in `diagnostics` when only some inputs are
 * wrong: the others can still be tried. `options` and `arguments` must outlive the plan. */
bool plan_make(struct plan *plan, const struct bake_options *options,
               const struct arguments *arguments);
void plan_free(struct plan *plan);

/* Takes out the warnings that "allow" of the config says are meant: of an input by its rules, of
 * anything else by the "options". */
void plan_drop_meant(const struct plan *plan, struct diagnostics *diagnostics);

/* ---- Its stages ----------------------------------------------------------------------------- */

/* Adds the files in a folder and below, in the order of their names, links to folders last. `name`
 * is the folder's own name: names are relative to the root, with '/' between folders. A folder that
 * several paths lead to is walked once, which is a warning, or a note for a link to a folder above
 * it. Errors go to the plan's diagnostics, and the walk goes on. */
void walk_folder(struct plan *plan, const char *path, const char *name);

/* Reads the atlases among the inputs, which are known by their content, and marks other text files.
 * Adds the files that atlases name beside their pages (other files of a multipack, tilesets), and
 * drops the pictures that are pages. A page or a related file outside the root is an error. */
void atlases_read(struct plan *plan);

#endif
