/*
 * reference.h - the answers that crater asks for, by plain loops over the pixels of its pictures
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "land.h"

/* What stands at (x, y), and the piece that does not count because it is the one that moves. */
struct mover {
    const struct picture *art;
    const struct land *land;
    const struct piece *self;
};

/* Would it touch land or a piece at (x, y)? The context is a mover. */
bool reference_touch(const void *context, int x, int y);

/* Would it touch the land itself? */
bool reference_touch_land(const void *context, int x, int y);

/* Does a turned picture touch another one that stands upright at (x, y)? */
bool reference_touch_turned(const struct picture *turned, const hm_placement *at,
                            const struct picture *upright, int x, int y);

/* Is a pixel of the picture within a circle? */
bool reference_in_circle(const struct picture *art, int x, int y, int radius);

/* The connected parts of a picture, as hm_components lists them; at most `capacity`. */
uint32_t reference_parts(const struct picture *art, hm_component *out, uint32_t capacity);

/* Are the solid pixels of the canvas just those of the picture? */
bool reference_same(const struct land *land);

#endif
