/*
 * merge_check.h - may these packs become one? They must have been baked with the same options
 * and, when they are shards, be all of one bake's, of the same inputs
 */
#ifndef MERGE_CHECK_H
#define MERGE_CHECK_H

#include "base/error.h"
#include "model/product.h"
#include "plan/shard.h"

struct merge_shard {
    uint32_t index;
    const char *path;
};

/* Zeroed before the first pack. */
struct merge_check {
    const char *first;          /* path of the first pack; NULL: none yet */
    struct shard shard;         /* and which one it is; zeroed: a whole */
    char *options;              /* that all must have been baked with */
    char *inputs, *names;       /* that all shards must tell of; NULL: not told */
    struct merge_shard *shards; /* that have come */
    size_t shard_count, shard_capacity;
};

void merge_check_free(struct merge_check *check);

/* Looks at the pack from `path`, which must stay. The options of a shard become what one bake of
 * all would have been told of its inputs, so that the product may be poured into the whole. */
bool merge_check_add(struct merge_check *check, const char *path, struct product *product,
                     struct error *err);

/* Is everything there? */
bool merge_check_whole(struct merge_check *check, struct error *err);

#endif
