/*
 * base64.h - bytes as base64, for writers
 */
#ifndef BASE64_H
#define BASE64_H

#include "base/sink.h"

extern const char base64_digits[65];

/* Up to two bytes that wait for a third: three make a group of digits. A zeroed one is empty. */
struct base64 {
    uint32_t bits;
    unsigned count;
};

void base64_add(struct base64 *group, uint8_t byte, struct sink *sink);
/* Writes the bytes that wait, with padding. */
void base64_end(struct base64 *group, struct sink *sink);

/* A sink's write: `encoder` is a struct base64_encoder, whose sink gets the bytes as base64. After
 * the last byte, its group must be ended. */
struct base64_encoder {
    struct base64 group;
    struct sink *sink;
};

bool base64_write(void *encoder, const void *bytes, size_t size);

#endif
