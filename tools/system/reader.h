/*
 * reader.h - a file, or standard input, read front to back with a look ahead
 */
#ifndef READER_H
#define READER_H

#include "base/error.h"
#include "system/fingerprint.h"

struct reader {
    int fd;
    bool is_stdin;
    bool can_rewind;           /* to the beginning: a regular file, or a device like one */
    struct digester *digester; /* of what has been read; NULL: nobody asked for a fingerprint */
    struct fingerprint fingerprint;
    size_t next, end; /* of the bytes in the buffer that are still to be taken */
    uint8_t buffer[32768];
};

/* Opens `path`; "-" is standard input. A folder opens, and is an error to read. This waits for the
 * writer of a pipe, so it is for what the user named. */
bool reader_open(struct reader *reader, const char *path, struct error *err);
/* Opens what an input named, or a folder had: a regular file, or it fails. Never waits. */
bool reader_open_regular(struct reader *reader, const char *path, struct error *err);
void reader_close(struct reader *reader);

/* Reads the first bytes of a regular file: `size`, or fewer if it has no more. */
bool reader_file_beginning(const char *path, void *bytes, size_t size, size_t *got,
                           struct error *err);

/* True if a regular file begins with bytes that `is` accepts. False if there is no such file, or on
 * an error. */
bool reader_file_begins(const char *path, bool (*is)(const uint8_t *bytes, size_t size));

/* Makes a fingerprint: begins before anything is read; the end reads the rest of the file. False if
 * there is none, because it is not a regular file, is larger than FINGERPRINTED_MOST, or has
 * changed while it was read. */
#define FINGERPRINTED_MOST ((uint64_t)1 << 32)

void reader_begin_fingerprint(struct reader *reader);
bool reader_end_fingerprint(struct reader *reader, struct fingerprint *out);

/* Looks at the next bytes without taking them: at most sizeof buffer, fewer at the end. */
bool reader_peek(struct reader *reader, size_t wanted, const uint8_t **bytes, size_t *got,
                 struct error *err);

/* Takes the bytes that are at hand, 1 to `most`; none at the end. They stay where they are until
 * the next call. */
bool reader_take(struct reader *reader, size_t most, const uint8_t **bytes, size_t *got,
                 struct error *err);

/* Goes back to the beginning, as if nothing had been read, if `can_rewind`. */
bool reader_rewind(struct reader *reader, struct error *err);

/* Takes up to `size` bytes; fewer only at the end. */
bool reader_read(struct reader *reader, void *bytes, size_t size, size_t *got, struct error *err);

/* Takes all that is left, at most `limit` bytes, and a NUL after them that is not counted. */
bool reader_read_all(struct reader *reader, size_t limit, uint8_t **bytes, size_t *size,
                     struct error *err);

#endif
