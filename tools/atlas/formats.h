/*
 * formats.h - names the known format that an unknown text resembles, and what the text misses
 */
#ifndef FORMATS_H
#define FORMATS_H

#include "base/error.h"

/* Room for what unknown_json says. */
enum { UNKNOWN_TEXT = 300 };

/* Describes JSON of an unknown kind: a format that hitmask does not read, and what to export
 * instead; "it resembles TexturePacker JSON, but "meta" is missing"; or the keys that it has.
 * Returns false for broken JSON, for a value that is not an object, and for an empty object. */
bool unknown_json(const char *text, size_t size, char out[UNKNOWN_TEXT]);

/* True for a file that belongs to an atlas or a sprite and is none: a skeleton of Spine or
 * DragonBones, another resource of GameMaker. `err` then says what to bake. */
bool unknown_is_companion(const char *path, const char *text, size_t size, struct error *err);

/* Fails for a file that is neither JSON, nor a picture, nor an atlas that hitmask reads: `err` says
 * what is wrong with it, and where. */
bool unknown_fail(const char *path, const char *text, size_t size, struct error *err);

#endif
