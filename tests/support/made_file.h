/*
 * made_file.h - a file in the making: bytes that grow
 */
#ifndef MADE_FILE_H
#define MADE_FILE_H

#include <stddef.h>
#include <stdint.h>

struct made_file {
    uint8_t *bytes;
    size_t size, capacity;
};

void made_free(struct made_file *file);
void made_put(struct made_file *file, const void *bytes, size_t size);

/* Numbers of so many bytes, the lowest first or the highest. */
void made_put_low(struct made_file *file, unsigned size, uint32_t number);
void made_put_high(struct made_file *file, unsigned size, uint32_t number);

#endif
