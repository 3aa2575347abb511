/*
 * string.h - all that the runtime needs of a C library, which WebAssembly has not
 */
#ifndef HM_WEB_STRING_H
#define HM_WEB_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#endif
