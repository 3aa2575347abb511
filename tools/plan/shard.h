/*
 * shard.h - which part of a bake an input belongs to, when several machines share it
 */
#ifndef SHARD_H
#define SHARD_H

#include <stdbool.h>
#include <stdint.h>

/* Part `index`, from 1, of `count`. A zeroed one is the whole. */
struct shard {
    uint32_t index, count;
};

/* Reads "2/5". */
bool shard_read(const char *text, struct shard *out);

/* Does the input of that name belong to the part? By a hash of the name that leaves out the
 * digits of its last part, so that the frames of a sequence stay together; the same on every
 * machine, and whatever other inputs there are. */
bool shard_has(const struct shard *shard, const char *name);

/* Compares inputs by the characters of their names that decide. Inputs that are equal by that (0)
 * are in the same part, however many parts there are. */
int shard_compare(const char *name, const char *other);

#endif
