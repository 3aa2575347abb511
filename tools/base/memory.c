/*
 * memory.c - memory that does not run out, arrays that grow, and a hash table with open addressing
 */
#include "base/memory.h"

#include "base/platform/files.h"
#include "base/platform/process.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *message = "hitmask: error: out of memory\n";

void memory_set_message(const char *line)
{
    message = line;
}

_Noreturn void memory_run_out(void)
{
    static atomic_flag begun = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&begun))
        process_wait_for_end();
    process_clear_up();
    (void)file_write(STREAM_ERROR, message, strlen(message));
    _Exit(STATUS_FAILED);
}

void *memory_new(size_t count, size_t size)
{
    void *const block = calloc(count > 0 ? count : 1, size);
    if (block == NULL)
        memory_run_out();
    return block;
}

void *memory_resize(void *block, size_t count, size_t size)
{
    const size_t least = count > 0 ? count : 1;
    void *const resized = least <= SIZE_MAX / size ? realloc(block, least * size) : NULL;
    if (resized == NULL)
        memory_run_out();
    return resized;
}

/* ---- Arenas ---------------------------------------------------------------------------------- */

struct arena_block {
    struct arena_block *before;
    size_t size;
    max_align_t bytes[];
};

/* Blocks grow up to this. Larger things have blocks of their own. */
enum { FIRST_BLOCK = 1 << 10, LARGEST_BLOCK = 1 << 16 };

void arena_free(struct arena *arena)
{
    while (arena->newest != NULL) {
        struct arena_block *const block = arena->newest;
        arena->newest = block->before;
        free(block);
    }
    *arena = (struct arena){0};
}

void arena_empty(struct arena *arena)
{
    struct arena_block *const kept = arena->newest;
    if (kept == NULL)
        return;
    arena->newest = kept->before;
    arena_free(arena);
    kept->before = NULL;
    *arena = (struct arena){kept, (char *)kept->bytes, kept->size};
}

static void add_block(struct arena *arena, size_t least)
{
    const size_t before = arena->newest != NULL ? arena->newest->size : FIRST_BLOCK / 2;
    size_t size = before < LARGEST_BLOCK / 2 ? before * 2 : LARGEST_BLOCK;
    if (size < least)
        size = least;
    struct arena_block *const block =
        size <= SIZE_MAX - sizeof *block ? malloc(sizeof *block + size) : NULL;
    if (block == NULL)
        memory_run_out();
    block->before = arena->newest;
    block->size = size;
    *arena = (struct arena){block, (char *)block->bytes, size};
}

static void *take(struct arena *arena, size_t size)
{
    const size_t step = _Alignof(max_align_t);
    if (size > SIZE_MAX - step)
        memory_run_out();
    const size_t room = size > 0 ? (size + step - 1) / step * step : step;
    if (room > arena->left)
        add_block(arena, room);
    void *const taken = arena->next;
    arena->next += room;
    arena->left -= room;
    return taken;
}

void *arena_new(struct arena *arena, size_t count, size_t size)
{
    if (count > SIZE_MAX / size)
        memory_run_out();
    return memset(take(arena, count * size), 0, count * size);
}

char *arena_text_n(struct arena *arena, const char *bytes, size_t length)
{
    if (length == SIZE_MAX)
        memory_run_out();
    char *const copy = take(arena, length + 1);
    if (length > 0)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

char *arena_text(struct arena *arena, const char *string)
{
    return arena_text_n(arena, string, strlen(string));
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *const formatted = take(arena, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(formatted, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return formatted;
}

void *arena_array_add(struct arena *arena, void *array, size_t *count, size_t *capacity,
                      size_t size)
{
    enum { FIRST_CAPACITY = 8 };
    /* A pointer of any type may be copied as bytes, but not be read as a void *. */
    char *items;
    memcpy(&items, array, sizeof items);
    if (*count == *capacity) {
        const size_t room = *capacity > 0 ? *capacity * 2 : FIRST_CAPACITY;
        char *const grown = arena_new(arena, room, size);
        if (*count > 0)
            memcpy(grown, items, *count * size);
        *capacity = room;
        items = grown;
        memcpy(array, &items, sizeof items);
    }
    return items + (*count)++ * size;
}

/* ---- Arrays --------------------------------------------------------------------------------- */

void *array_reserve(void *array, size_t wanted, size_t *capacity, size_t size)
{
    enum { FIRST_CAPACITY = 64 };
    if (wanted <= *capacity)
        return array;
    size_t room = *capacity <= SIZE_MAX / 2 ? *capacity * 2 : SIZE_MAX;
    if (room < FIRST_CAPACITY)
        room = FIRST_CAPACITY;
    if (room < wanted)
        room = wanted;
    *capacity = room;
    return memory_resize(array, room, size);
}

void *array_add(void *array, size_t *count, size_t *capacity, size_t size)
{
    /* A pointer of any type may be copied as bytes, but not be read as a void *. */
    void *old;
    memcpy(&old, array, sizeof old);
    char *const grown = array_reserve(old, *count + 1, capacity, size);
    memcpy(array, &grown, sizeof grown);
    return memset(grown + (*count)++ * size, 0, size);
}

/* ---- Indices -------------------------------------------------------------------------------- */

void index_free(struct index *index)
{
    free(index->slots);
    *index = (struct index){0};
}

static void fill_slot(struct index *index, struct index_slot filled)
{
    const size_t wrap = index->capacity - 1;
    size_t i = filled.hash & wrap;
    while (index->slots[i].position != 0)
        i = (i + 1) & wrap;
    index->slots[i] = filled;
}

static void grow(struct index *index)
{
    const struct index old = *index;
    const size_t capacity = old.capacity == 0 ? 8 : old.capacity * 2;
    struct index_slot *const slots = memory_new(capacity, sizeof *slots);
    *index = (struct index){slots, capacity, old.count};
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].position != 0)
            fill_slot(index, old.slots[i]);
    free(old.slots);
}

void index_add(struct index *index, uint64_t hash, uint32_t position)
{
    if (index->count * 2 >= index->capacity)
        grow(index);
    fill_slot(index, (struct index_slot){(uint32_t)hash, position + 1});
    index->count++;
}

uint32_t index_next(const struct index *index, uint64_t hash, size_t *step)
{
    const size_t wrap = index->capacity - 1;
    while (index->capacity > 0) {
        const struct index_slot slot = index->slots[((uint32_t)hash + (*step)++) & wrap];
        if (slot.position == 0)
            break;
        if (slot.hash == (uint32_t)hash)
            return slot.position - 1;
    }
    return INDEX_END;
}
