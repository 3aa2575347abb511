/*
 * merge_check.h - may these packs become one? They must have been baked with the same options
 * and, when they are shards, be all of one bake's
 */
#ifndef MERGE_CHECK_H
#define MERGE_CHECK_H

#include "error.h"
#include "shard.h"
#include "text.h"

/* Zeroed before the first pack. */
struct merge_check {
    size_t packs;
    char *first;         /* path of the first pack */
    struct text options; /* of the whole: without the shard's own */
    uint32_t count;      /* of shards; 0: the packs are none */
    const char **shards; /* the path of each that has come; NULL: not yet */
};

void merge_check_free(struct merge_check *check);

/* Looks at what the pack at `path`, which must stay, was baked with: minified JSON, or NULL. */
bool merge_check_add(struct merge_check *check, const char *path, const char *options,
                     struct error *err);

/* Is everything there? */
bool merge_check_whole(const struct merge_check *check, struct error *err);

#endif
