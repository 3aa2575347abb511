/*
 * base64.h - bytes as base64, for writers
 */
#ifndef BASE64_H
#define BASE64_H

#include "base/sink.h"

extern const char base64_digits[65];

/* Bytes on their way: up to two wait for a group to be full. A zeroed one is ready. */
struct base64 {
    uint32_t bits;
    unsigned count;
};

void base64_add(struct base64 *group, uint8_t byte, struct sink *sink);
/* Writes what waits, with its padding. */
void base64_end(struct base64 *group, struct sink *sink);

/* A sink's write, that hands what it gets on as base64: `encoder` is a struct base64_encoder, whose
 * group is to be ended when that sink is flushed. */
struct base64_encoder {
    struct base64 group;
    struct sink *sink;
};

bool base64_write(void *encoder, const void *bytes, size_t size);

#endif
