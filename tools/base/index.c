/*
 * index.c - a hash table with open addressing
 */
#include "base/index.h"

#include "base/memory.h"

#include <stdlib.h>

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

bool index_add(struct index *index, uint64_t hash, uint32_t position)
{
    if (index->count * 2 >= index->capacity)
        grow(index);
    fill_slot(index, (struct index_slot){(uint32_t)hash, position + 1});
    index->count++;
    return true;
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
