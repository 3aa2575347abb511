/*
 * base64.h - bytes as base64, for writers
 */
#ifndef BASE64_H
#define BASE64_H

#include "base/sink.h"

extern const char base64_digits[65];

/* Writes what it gets as base64. Up to two bytes wait for a third: three make a group of digits. */
struct base64 {
    struct sink *sink;
    uint32_t bits;
    unsigned count;
};

/* A sink's write: `encoder` is a struct base64. */
bool base64_write(void *encoder, const void *bytes, size_t size);
/* Writes the bytes that wait, with padding. */
void base64_end(struct base64 *encoder);

#endif
