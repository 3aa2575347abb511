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

/* The kind of an output. */
enum written_as {
    WRITTEN_AS_BAKED, /* a pack, a document, a pack in C: what games are made from */
    WRITTEN_AS_DEPFILE,
    WRITTEN_AS_AID, /* a picture, a page, shapes of an engine, a stamp, a cache */
};

/* Fails if `path`, its links followed, is a file that is not empty and that hitmask did not write,
 * or one that a bake made if something else would replace it. A depfile is only replaced by
 * another. Pipes, devices and "-" can always be written to, and with `force` every file. NULL:
 * there is no such output. */
bool written_check(const char *path, enum written_as as, bool force, struct error *err);

/* Shapes of an engine have this in their first line. */
#define EXPORT_MARK "written by hitmask, not by hand"

/* The first bytes of a cache. */
#define CACHE_MAGIC "HitCach\x1a"
enum { CACHE_MAGIC_BYTES = 8 };

#endif
