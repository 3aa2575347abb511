/*
 * written.h - which files an output may replace: those that hitmask has written itself
 *
 * Art, atlases, texts and other files that were made by hand or by other programs are spared, under
 * whatever name or link.
 */
#ifndef WRITTEN_H
#define WRITTEN_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an output is. */
enum written_as {
    WRITTEN_AS_BAKED, /* a pack, a document, a pack in C: what games are made from */
    WRITTEN_AS_DEPFILE,
    WRITTEN_AS_AID, /* a picture, a page, a stamp, a cache */
};

/* Fails if there is a file at `path`, or at the end of its links, that hitmask did not write and
 * that is not empty, or one that a bake made and no bake replaces. A depfile is only replaced by
 * another. Pipes, devices and "-" can always be written to, and with `force` every file. NULL:
 * there is no such output. */
bool written_check(const char *path, enum written_as as, bool force, struct error *err);

/* The first bytes of a cache. */
#define CACHE_MAGIC "HitCach\x1a"
enum { CACHE_MAGIC_BYTES = 8 };

#endif
