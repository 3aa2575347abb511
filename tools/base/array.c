/*
 * array.c - arrays that grow, twice as large each time
 */
#include "base/array.h"

#include "base/memory.h"

#include <stdint.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

void *array_reserve(void *array, size_t wanted, size_t *capacity, size_t size)
{
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
