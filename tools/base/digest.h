/*
 * digest.h - 128 bits that identify any number of bytes, the same on every machine
 *
 * Two contents with the same digest are taken for equal. It finds changes and accidents; it is no
 * signature.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct digest {
    uint64_t low, high;
};

struct digest digest_of(const void *bytes, size_t size);

static inline bool digest_equal(struct digest a, struct digest b)
{
    return a.low == b.low && a.high == b.high;
}

/* The same for bytes that come in pieces. */
struct digester;

struct digester *digester_new(void);
void digester_free(struct digester *digester);
void digester_add(struct digester *digester, const void *bytes, size_t size);
/* Forgets what was added. */
void digester_restart(struct digester *digester);
struct digest digester_end(const struct digester *digester);

#endif
