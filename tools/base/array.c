/*
 * array.c - arrays that grow, twice as large each time
 */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 64 };

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

void *array_reserve(void *array, size_t wanted, size_t *capacity, size_t size)
{
    const size_t most = SIZE_MAX / size;
    size_t room;
    void *grown;

    if (wanted <= *capacity)
        return array;
    if (wanted > most || *capacity > most / 2)
        return NULL;
    room = larger(wanted, larger(FIRST_CAPACITY, *capacity * 2));
    grown = room <= most ? realloc(array, room * size) : NULL;
    if (grown)
        *capacity = room;
    return grown;
}
