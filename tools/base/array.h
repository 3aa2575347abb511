/*
 * array.h - arrays that grow
 */
#ifndef ARRAY_H
#define ARRAY_H

#include <stddef.h>

/* Makes room for `wanted` elements, at least one, of `size` bytes in an array from malloc that
 * has room for `*capacity`; NULL when it has none yet. Returns the array, which may have moved.
 * When it fails it returns NULL, and all is as it was. */
void *array_reserve(void *array, size_t wanted, size_t *capacity, size_t size);

#endif
