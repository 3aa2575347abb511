/*
 * reference.h - the answers that platformer asks for, by plain loops over pixels
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "map.h"

/* Has the tile just these pixels as its shapes? */
bool reference_is_shape(enum tile tile, const hm_sprite *shape);

/* Makes a picture whose alpha is the whole ground of the map. To be freed either way. */
bool reference_ground(const struct map *map, struct picture *out);

/* Is a pixel of the picture that stands at (x, y) in the box? */
bool reference_in_box(const struct picture *picture, int x, int y, hm_box box);

/* What moves, and where the platforms end below that count for it. */
struct mover {
    const struct picture *body, *ground;
    const struct map *map;
    const int32_t *platforms_y1;
};

/* Would it touch something at (x, y)? The context is a mover. */
bool reference_touch(const void *context, int x, int y);

#endif
