/*
 * reference.h - the answers that platformer asks for, by plain loops over pixels
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "map.h"

/* True if the shapes of the tile have just these pixels. */
bool reference_is_shape(enum tile tile, const hm_sprite *shape);

/* Makes a picture whose alpha is the whole ground of the map. To be freed either way. */
bool reference_ground(const struct map *map, struct picture *out);

/* True if a pixel of the picture that stands at (x, y) is in the box. */
bool reference_in_box(const struct picture *picture, int x, int y, hm_box box);

/* The mover, and where the platforms end that count for it. */
struct mover {
    const struct picture *body, *ground;
    const struct map *map;
    const int32_t *platforms_y1;
};

/* True if it would touch something at (x, y). The context is a mover. */
bool reference_touch(const void *context, int x, int y);

#endif
