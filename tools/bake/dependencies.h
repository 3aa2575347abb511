/*
 * dependencies.h - the files that a bake reads: a depfile lists them, and no output replaces them
 */
#ifndef DEPENDENCIES_H
#define DEPENDENCIES_H

#include "bake/cache.h"
#include "formats/outputs.h"
#include "plan/plan.h"

struct dependencies {
    const struct response *response; /* the command line's */
    const struct plan *plan;         /* with the options, and all inputs */
};

/* Lists the files that were read, and the folders that were walked: a new file there is a new
 * input. Adds an error for each that cannot be listed. */
void dependencies_list(const struct dependencies *dependencies, const struct outputs *outputs,
                       const struct cache *cache, struct depfile *out, struct diagnostics *found);

/* Warns of walked folders that dependencies_list leaves out, because writing the outputs changes
 * them. */
void dependencies_warn(const struct dependencies *dependencies, const struct outputs *outputs,
                       const struct cache *cache, struct diagnostics *diagnostics);

/* Adds an error for each file that an output or the cache would write over. A document may become
 * the output: then `outputs` is told so. */
void dependencies_guard(const struct dependencies *dependencies, struct outputs *outputs,
                        const struct cache *cache, struct diagnostics *diagnostics);

#endif
