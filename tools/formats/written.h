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

/* Fails if there is a file at `path`, or at the end of its links, that is not empty and not of a
 * kind that hitmask writes. Pipes, devices and "-" can always be written to, and with `force` every
 * file. NULL: there is no such output. */
bool written_check(const char *path, bool force, struct error *err);

/* The same for a cache. Nobody needs its content, so that a badly damaged one is replaced, too. */
bool written_check_cache(const char *path, bool force, struct error *err);

/* The first bytes of a cache. */
#define CACHE_MAGIC "HitCach\x1a"
enum { CACHE_MAGIC_BYTES = 8 };

/* Do the bytes begin like a cache, perhaps a damaged one? */
bool written_is_like_cache(const uint8_t *bytes, size_t size);

#endif
