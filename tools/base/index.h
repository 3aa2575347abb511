/*
 * index.h - the elements of an array found by their hashes
 *
 * The array is the caller's; the index holds only hashes and positions. Elements of one hash are
 * told apart by the caller, who looks at one after the other:
 *
 *     size_t step = 0;
 *     for (uint32_t i; (i = index_next(&index, hash, &step)) != INDEX_END;)
 *         if (equal(&array[i], wanted))
 *             return i;
 */
#ifndef INDEX_H
#define INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct index_slot {
    uint32_t hash;
    uint32_t position; /* plus 1; 0: the slot is free */
};

/* A zeroed one is empty. */
struct index {
    struct index_slot *slots;
    size_t capacity, count; /* at least half of the slots are free */
};

#define INDEX_END UINT32_MAX

void index_free(struct index *index);

/* Adds an element; false without memory. */
bool index_add(struct index *index, uint64_t hash, uint32_t position);

/* The next element with that hash, or INDEX_END; `*step` counts from 0. */
uint32_t index_next(const struct index *index, uint64_t hash, size_t *step);

#endif
