/*
 * memory.h - memory that does not run out: when there is no more, the run ends
 *
 * Small things come from here: names, frames, options, messages, arrays, text. Without memory for
 * them the tool says so and ends with status 1, after its temporaries are gone; so nobody checks.
 * Blocks whose size a file asks for (pixels, whole files, masks) come from malloc and can fail: one
 * huge picture is an error beside the others.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ends the run. Any thread. */
_Noreturn void memory_run_out(void);

/* The line that memory_run_out writes to standard error, which stays where it is. */
void memory_set_message(const char *line);

/* Zeroed memory, to be freed. */
void *memory_new(size_t count, size_t size);
/* Makes a block larger or smaller; what is new is not zeroed. */
void *memory_resize(void *block, size_t count, size_t size);

/* ---- Arenas ---------------------------------------------------------------------------------- */

/* Memory for things that go together. A zeroed one is empty. */
struct arena {
    struct arena_block *newest;
    char *next; /* the free bytes of the newest block */
    size_t left;
};

void arena_free(struct arena *arena);
/* Forgets everything, and keeps a block for later use. */
void arena_empty(struct arena *arena);

/* Zeroed memory, aligned for anything. */
void *arena_new(struct arena *arena, size_t count, size_t size);

/* Copies a string. */
char *arena_text(struct arena *arena, const char *string);
char *arena_text_n(struct arena *arena, const char *bytes, size_t length);
/* The text that printf would write. */
char *arena_format(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);

/* Adds a zeroed element to an array in an arena and returns it, as array_push does. What the array
 * has outgrown is freed with the arena. */
#define arena_array_push(arena, array, count, capacity)                                            \
    arena_array_add(arena, array, count, capacity, sizeof **(array))
void *arena_array_add(struct arena *arena, void *array, size_t *count, size_t *capacity,
                      size_t size);

/* ---- Arrays --------------------------------------------------------------------------------- */

/* Makes room for `wanted` elements (at least one) of `size` bytes in an array with room for
 * `*capacity`, or NULL with room for none. Returns the array, which may have moved; it is to be
 * freed. */
void *array_reserve(void *array, size_t wanted, size_t *capacity, size_t size);

/* Adds a zeroed element to an array and returns it. The three arguments are addresses: of the
 * array, its length and its capacity.
 *
 *     struct step *const step = array_push(&list->steps, &list->count, &list->capacity);
 */
#define array_push(array, count, capacity) array_add(array, count, capacity, sizeof **(array))

/* The function behind array_push, for elements of `size` bytes. */
void *array_add(void *array, size_t *count, size_t *capacity, size_t size);

/* ---- Indices: elements of an array found by their hashes --------------------------------------
 *
 * The array is the caller's; the index holds only hashes and positions. The caller looks at all
 * elements of one hash to find the one that is equal:
 *
 *     size_t step = 0;
 *     for (uint32_t i; (i = index_next(&index, hash, &step)) != INDEX_END;)
 *         if (equal(&array[i], wanted))
 *             return i; */

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

/* Adds an element. */
void index_add(struct index *index, uint64_t hash, uint32_t position);

/* The next element with that hash, or INDEX_END; `*step` counts from 0. */
uint32_t index_next(const struct index *index, uint64_t hash, size_t *step);

#endif
