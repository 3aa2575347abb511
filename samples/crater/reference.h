/*
 * reference.h - the answers that crater asks for, by plain loops over the pixels of its pictures
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "land.h"

/* The picture at (x, y), and the piece that does not count because it is the one that moves. */
struct mover {
    const struct picture *art;
    const struct land *land;
    const struct piece *self;
};

/* True if it would touch land or a piece at (x, y). The context is a mover. */
bool reference_touch(const void *context, int x, int y);

/* True if it would touch the land itself. */
bool reference_touch_land(const void *context, int x, int y);

/* True if a turned picture touches another one that stands upright at (x, y). */
bool reference_touch_turned(const struct picture *turned, const hm_placement *at,
                            const struct picture *upright, int x, int y);

/* True if a pixel of the picture is within a circle. */
bool reference_in_circle(const struct picture *art, int x, int y, int radius);

/* The connected parts of a picture, as hm_components lists them; at most `capacity`. */
uint32_t reference_parts(const struct picture *art, hm_component *out, uint32_t capacity);

/* True if the canvas and the picture have the same solid pixels. */
bool reference_same(const struct land *land);

#endif
