/*
 * reads.h - the files that a bake reads: a depfile lists them, and nothing is written over them
 */
#ifndef READS_H
#define READS_H

#include "bake/cache.h"
#include "formats/outputs.h"
#include "plan/plan.h"

struct reads {
    const struct response *response; /* the command line's */
    const struct plan *plan;         /* with the options, and all inputs */
};

/* Lists what was read, and the folders that were walked, in which another file is another input. */
bool reads_list(const struct reads *reads, const struct outputs *outputs, const struct cache *cache,
                struct depfile *out, struct error *err);

/* Says what an output or the cache would write over. */
void reads_guard(const struct reads *reads, const struct outputs *outputs,
                 const struct cache *cache, struct messages *messages);

#endif
