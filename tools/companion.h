/*
 * companion.h - pictures that decide another's solid pixels: hero_mask.png beside hero.png
 */
#ifndef COMPANION_H
#define COMPANION_H

#include "decode.h"

/* `name`, of a PNG, with the suffix before its extension; NULL without memory. */
char *companion_name(const char *name, const char *suffix);

/* Is it the name of a companion? */
bool companion_is(const char *name, const char *suffix);

/* Decodes the companion at `path` in place of `picture`, which is that of `sprite_path`. The
 * sizes must be equal. Errors are about `path`; when it fails, `picture` is as it was. */
bool companion_decode(const char *path, const char *sprite_path, const struct solid_rule *rule,
                      uint64_t max_pixels, struct picture *picture, struct error *err);

#endif
