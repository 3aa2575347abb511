/*
 * sink.h - buffered output, for writers that do not know where their bytes go
 *
 * A sink may write to a file, a checksum or memory. After a failure, all calls do nothing; the
 * caller checks once, at the end.
 */
#ifndef SINK_H
#define SINK_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

struct sink {
    /* Returns false when it failed, with errno set. */
    bool (*write)(void *user, const void *bytes, size_t size);
    /* Writes over earlier bytes, `at` bytes from the start; NULL: the sink cannot go back. */
    bool (*amend)(void *user, uint64_t at, const void *bytes, size_t size);
    void *user;
    int error; /* errno of the first failure, or 0 */
    size_t used;
    uint8_t buffer[65536];
};

void sink_init(struct sink *sink, bool (*write)(void *, const void *, size_t), void *user);

/* A sink that gathers everything in a text. */
void sink_init_text(struct sink *sink, struct text *text);

void sink_put(struct sink *sink, const void *bytes, size_t size);
void sink_put_string(struct sink *sink, const char *string);
void sink_put_spaces(struct sink *sink, size_t count);
void sink_put_number(struct sink *sink, uint64_t number);

/* 64-bit words as bytes, little-endian. */
void sink_put_words(struct sink *sink, const uint64_t *words, size_t count);

/* Puts the text that printf would write. It fails if that is longer than the buffer, so strings of
 * any length must go through sink_put_string. */
void sink_put_format(struct sink *sink, const char *format, ...) PRINTF_LIKE(2, 3);

/* Replaces bytes that were put before; only with a sink that can go back. */
void sink_amend(struct sink *sink, uint64_t at, const void *bytes, size_t size);

/* Writes the rest of the buffer. False when anything failed. */
bool sink_flush(struct sink *sink, struct error *err);

/* ---- Base64 ---------------------------------------------------------------------------------- */

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
