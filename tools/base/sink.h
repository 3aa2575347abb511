/*
 * sink.h - where writers put their bytes
 *
 * A writer is run with whatever sink the command likes: a file, a checksum, a memory.
 * After a failure put does nothing; the caller asks once at the end.
 */
#ifndef SINK_H
#define SINK_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

struct sink {
    /* Returns false when it failed, with errno set. */
    bool (*write)(void *user, const void *bytes, size_t size);
    /* Writes over what was written, `at` bytes from its start; NULL where there is no way back. */
    bool (*amend)(void *user, uint64_t at, const void *bytes, size_t size);
    void *user;
    bool failed;
    int error; /* errno of the first failure */
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

/* What printf would write. It fails for more bytes than the buffer has, so names that may be of any
 * length go through sink_put_string. */
void sink_put_format(struct sink *sink, const char *format, ...) PRINTF_LIKE(2, 3);

/* Puts others in the place of bytes that were put before; only with a sink that can. */
void sink_amend(struct sink *sink, uint64_t at, const void *bytes, size_t size);

/* Hands on what is left. False when anything failed. */
bool sink_flush(struct sink *sink, struct error *err);

#endif
