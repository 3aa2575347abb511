/*
 * formats.h - says of a text that is no atlas which known format it resembles, and what it misses
 */
#ifndef FORMATS_H
#define FORMATS_H

#include "base/error.h"

/* Room for what unknown_json says. */
enum { UNKNOWN_TEXT = 300 };

/* Describes JSON of an unknown kind: a format that hitmask does not read, and what to export
 * instead; "it resembles TexturePacker JSON, but "meta" is missing"; or the keys that it has. False
 * for what is no object, for an empty one, and for broken JSON. */
bool unknown_json(const char *text, size_t size, char out[UNKNOWN_TEXT]);

/* Fills `err` with what is wrong with a file that is no JSON, no picture and no atlas that hitmask
 * reads, and where; false, like fail. */
bool unknown_fail(const char *path, const char *text, size_t size, struct error *err);

#endif
