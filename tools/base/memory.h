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

#include <stddef.h>

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
/* Forgets all, and keeps a block for what comes next. */
void arena_empty(struct arena *arena);

/* Zeroed memory, aligned for anything. */
void *arena_new(struct arena *arena, size_t count, size_t size);

/* Copies. */
char *arena_text(struct arena *arena, const char *string);
char *arena_text_n(struct arena *arena, const char *bytes, size_t length);
/* The text that printf would write. */
char *arena_format(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);

/* Adds a zeroed element to an array in an arena and returns it, as array_push (array.h) does. What
 * the array has outgrown is free again with the arena. */
#define arena_array_push(arena, array, count, capacity)                                            \
    arena_array_add(arena, array, count, capacity, sizeof **(array))
void *arena_array_add(struct arena *arena, void *array, size_t *count, size_t *capacity,
                      size_t size);

#endif
