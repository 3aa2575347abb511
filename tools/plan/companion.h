/*
 * companion.h - pictures that decide another's solid pixels: hero_mask.png beside hero.png
 */
#ifndef COMPANION_H
#define COMPANION_H

#include "model/decode.h"

/* `name`, of a PNG, with the suffix before its extension; NULL without memory. */
char *companion_name(const char *name, const char *suffix);

/* Is it the name of a companion? */
bool companion_is(const char *name, const char *suffix);

/* Has the companion the size of the picture, which is that of `sprite_path`? */
bool companion_fits(const struct decoded *companion, const struct decoded *picture,
                    const char *sprite_path, struct error *err);

#endif
