/*
 * array.c - arrays that grow, twice as large each time
 */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

void *array_reserve(void *array, size_t wanted, size_t *capacity, size_t size)
{
    const size_t most = SIZE_MAX / size;
    if (wanted <= *capacity)
        return array;
    if (wanted > most || *capacity > most / 2)
        return NULL;
    size_t room = *capacity * 2 > FIRST_CAPACITY ? *capacity * 2 : FIRST_CAPACITY;
    if (room < wanted)
        room = wanted;
    void *const grown = room <= most ? realloc(array, room * size) : NULL;
    if (grown != NULL)
        *capacity = room;
    return grown;
}

void *array_add(void *array, size_t *count, size_t *capacity, size_t size)
{
    /* A pointer of any type may be copied as bytes, but not be read as a void *. */
    void *old;
    memcpy(&old, array, sizeof old);
    char *const grown = array_reserve(old, *count + 1, capacity, size);
    if (grown == NULL)
        return NULL;
    memcpy(array, &grown, sizeof grown);
    return memset(grown + (*count)++ * size, 0, size);
}
