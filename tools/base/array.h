/*
 * array.h - arrays that grow
 */
#ifndef ARRAY_H
#define ARRAY_H

#include <stddef.h>

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

/* The same with the size of an element given. */
void *array_add(void *array, size_t *count, size_t *capacity, size_t size);

#endif
