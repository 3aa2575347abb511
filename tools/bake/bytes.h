/*
 * bytes.h - numbers and strings as bytes, and back from bytes that may be anything
 *
 * Little-endian, without gaps. Taking stops at the end: from then on everything taken is
 * zero, and the caller may ask once, after the last.
 */
#ifndef BYTES_H
#define BYTES_H

#include "base/text.h"

void bytes_add_u32(struct text *out, uint32_t number);
void bytes_add_u64(struct text *out, uint64_t number);
void bytes_add_words(struct text *out, const uint64_t *words, size_t count);
/* NULL is a string too, and comes back as NULL. */
void bytes_add_string(struct text *out, const char *string);

/* The bytes that are still to be taken. */
struct bytes {
    const uint8_t *next;
    size_t left;
    bool failed;
};

/* The next `size` bytes; NULL when there are not as many. */
const uint8_t *bytes_take(struct bytes *bytes, uint64_t size);
uint32_t bytes_take_u32(struct bytes *bytes);
uint64_t bytes_take_u64(struct bytes *bytes);
/* Lies where it was, with its NUL. */
const char *bytes_take_string(struct bytes *bytes);

#endif
