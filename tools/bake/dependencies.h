/*
 * dependencies.h - the files that a bake dependencies: a depfile lists them, and nothing is written
 * over them
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

/* Lists what was read, and the folders that were walked, in which another file is another input. */
bool dependencies_list(const struct dependencies *dependencies, const struct outputs *outputs,
                       const struct cache *cache, struct depfile *out, struct error *err);

/* Warns of folders that were walked but that dependencies_list leaves out: writing changes them. */
void dependencies_warn(const struct dependencies *dependencies, const struct outputs *outputs,
                       const struct cache *cache, struct messages *messages);

/* Says what an output or the cache would write over. */
void dependencies_guard(const struct dependencies *dependencies, const struct outputs *outputs,
                        const struct cache *cache, struct messages *messages);

#endif
