/*
 * memory.c - the memory that the JavaScript side asks for, and what C expects of its library
 *
 * The runtime itself allocates nothing. Packs, sprites and buffers of canvases lie in blocks of
 * the memory of WebAssembly; free blocks are a list in the order of their addresses, and
 * neighbours are joined. The memory grows and never shrinks.
 */
#include "web.h"

#include <string.h>

/* A block that is free. One in use begins with its size as well. */
struct block {
    uint32_t size; /* of all of it, a multiple of UNIT */
    struct block *next;
};

enum { HEADER = 8, UNIT = 16, PAGE = 65536, SIZE_LARGEST = 0x7f000000 };

static struct block *free_blocks;

static uint8_t *end_of(struct block *block)
{
    return (uint8_t *)block + block->size;
}

static void join(struct block *block)
{
    if (block->next != NULL && end_of(block) == (uint8_t *)block->next) {
        block->size += block->next->size;
        block->next = block->next->next;
    }
}

static void give_back(struct block *block)
{
    struct block *before = NULL;
    struct block *after = free_blocks;
    for (; after != NULL && after < block; after = after->next)
        before = after;
    block->next = after;
    join(block);
    if (before == NULL) {
        free_blocks = block;
    } else {
        before->next = block;
        join(before);
    }
}

/* Gets pages for `size` bytes. Returns false when there are no more. */
static bool grow(uint32_t size)
{
    const uint32_t pages = (size + PAGE - 1) / PAGE;
    const size_t before = __builtin_wasm_memory_grow(0, pages);
    if (before == SIZE_MAX)
        return false;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): memory begins at 0 and has no other name */
    struct block *const block = (struct block *)(before * PAGE);
    block->size = pages * PAGE;
    give_back(block);
    return true;
}

/* The first block that is large enough, with its rest left in the list; or NULL. */
static struct block *take(uint32_t size)
{
    for (struct block **at = &free_blocks; *at != NULL; at = &(*at)->next) {
        struct block *const block = *at;
        if (block->size < size)
            continue;
        if (block->size == size) {
            *at = block->next;
        } else {
            struct block *const rest = (struct block *)((uint8_t *)block + size);
            rest->size = block->size - size;
            rest->next = block->next;
            *at = rest;
            block->size = size;
        }
        return block;
    }
    return NULL;
}

void *hm_web_alloc(uint32_t size)
{
    if (size > SIZE_LARGEST)
        return NULL;
    const uint32_t needed = (size + HEADER + UNIT - 1) / UNIT * UNIT;
    struct block *block = take(needed);
    if (block == NULL && grow(needed))
        block = take(needed);
    return block == NULL ? NULL : (uint8_t *)block + HEADER;
}

void hm_web_free(void *memory)
{
    if (memory != NULL)
        give_back((struct block *)((uint8_t *)memory - HEADER));
}

/* ---- The C library -------------------------------------------------------------------------- */

/* Each is one instruction of WebAssembly. */

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int value, size_t size)
{
    return __builtin_memset(to, value, size);
}

int memcmp(const void *a, const void *b, size_t size)
{
    const uint8_t *const left = a, *const right = b;
    for (size_t i = 0; i < size; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}
