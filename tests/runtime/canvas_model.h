/*
 * canvas_model.h - a canvas beside a picture of one byte a pixel that goes through the same changes
 */
#ifndef CANVAS_MODEL_H
#define CANVAS_MODEL_H

#include "runtime/oracle.h"

struct twin {
    hm_canvas canvas;
    uint8_t *buffer; /* lent to the canvas, of just the size it asked for */
    struct subject right;
};

void twin_init(struct twin *twin, int32_t width, int32_t height);
void twin_free(struct twin *twin);

/* Scribbles on both. */
void twin_scribble(struct twin *twin, uint64_t *state);

/* Is a pixel of the canvas in a shape? */
typedef bool in_shape(const void *shape, int64_t x, int64_t y);

/* Changes the picture by a shape. */
void twin_expect(struct twin *twin, in_shape *inside, const void *shape, hm_op op);

/* Does the canvas hold the picture, and does its view answer as a sprite of the picture does? */
void twin_check(struct twin *twin, uint64_t *state);

/* The same, but only the pixels, bounds and area. */
void twin_check_pixels(struct twin *twin);

/* The levels of this machine, 0 to this one. */
uint32_t twin_levels(void);

#endif
