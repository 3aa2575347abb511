/*
 * merge_check.h - checks that packs may become one
 *
 * They must have been baked with the same options and, when they are shards, be all shards of one
 * bake of the same inputs.
 */
#ifndef MERGE_CHECK_H
#define MERGE_CHECK_H

#include "base/error.h"
#include "model/product.h"
#include "plan/bake_options.h"

struct merge_shard {
    uint32_t index;
    const char *path;
};

/* Zeroed before the first pack. */
struct merge_check {
    const char *first;          /* path of the first pack; NULL: none yet */
    struct shard shard;         /* of the first pack; zeroed: it is no shard */
    char *options;              /* of the first pack; all packs must have them */
    char *inputs, *names;       /* the same for shards; NULL: they are not there */
    struct merge_shard *shards; /* that have come */
    size_t shard_count, shard_capacity;
};

void merge_check_free(struct merge_check *check);

/* Checks the pack from `path`, which must stay. The product of a shard gets the options that one
 * bake of all would have for its inputs, so that it may be poured into the whole model. */
bool merge_check_add(struct merge_check *check, const char *path, struct product *product,
                     struct error *err);

/* Have all shards come? */
bool merge_check_whole(struct merge_check *check, struct error *err);

#endif
