/*
 * inflate.h - decompresses a zlib stream of known size: at once with libdeflate, or by windows with
 * zlib
 *
 * libdeflate is two to three times as fast, but needs all input and all output in memory. Without
 * it, and for pictures that are too large for it, zlib fills one window after the other.
 */
#ifndef INFLATE_H
#define INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Gives the next bytes of the stream, which stay where they are until the next call; none: the
 * stream ends here. False: they cannot be had. */
typedef bool inflate_source(void *user, size_t most, const uint8_t **bytes, size_t *size);

/* A stream that is being decompressed. It must stay where it is until inflate_end. */
struct inflation {
    inflate_source *source;
    void *user;
    uint64_t left;   /* bytes of output that are still to come */
    uint8_t *output; /* those that have come and were not taken are from `next` to `end` */
    size_t next, end, room;
    bool at_once; /* all output is there */
    bool shared;  /* and it is in the memory that all threads share */
    bool ended;   /* zlib has come to the end of the stream */
};

/* Begins a stream that gives exactly `size` bytes. They are taken `piece` at a time, which divides
 * `size`. `by_zlib` leaves libdeflate out. False without memory, or when the stream is wrong. To be
 * ended also when it fails. */
bool inflate_begin(struct inflation *inflation, uint64_t size, size_t piece, bool by_zlib,
                   inflate_source *source, void *user);

/* Gives the next piece, which stays until the next call; NULL when the stream is wrong. */
const uint8_t *inflate_next(struct inflation *inflation, size_t piece);

/* After the last piece: true if the stream is at its end, with the right checksum and nothing
 * behind it. */
bool inflate_is_whole(struct inflation *inflation);
void inflate_end(struct inflation *inflation);

/* Adds bytes to a CRC-32, which begins as 0. */
uint32_t crc_add(uint32_t crc, const void *bytes, size_t size);

/* Frees the memory that this thread keeps for its next stream. Call it when a thread ends. */
void inflate_leave(void);

#endif
