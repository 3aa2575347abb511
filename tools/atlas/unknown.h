/*
 * unknown.h - says of a text that is no atlas which known format it resembles, and what it misses
 */
#ifndef UNKNOWN_H
#define UNKNOWN_H

#include "base/error.h"

/* Room for what unknown_json says. */
enum { UNKNOWN_TEXT = 300 };

/* Describes JSON of an unknown kind: "it resembles TexturePacker JSON, but "meta" is missing", or
 * the keys that it has. False for what is no object, for an empty one, and for broken JSON. */
bool unknown_json(const char *text, size_t size, char out[UNKNOWN_TEXT]);

/* Is an atlas, or what belongs to one, called like that? */
bool unknown_is_atlas_name(const char *path);

/* Fills `err` with what is wrong with such a file, and where; false, like fail. */
bool unknown_fail(const char *text, size_t size, struct error *err);

#endif
