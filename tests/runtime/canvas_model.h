/*
 * canvas_model.h - a canvas beside a picture of one byte a pixel that goes through the same changes
 */
#ifndef CANVAS_MODEL_H
#define CANVAS_MODEL_H

#include "runtime/oracle.h"

#include <hitmask_canvas.h>

struct twin {
    hm_canvas canvas;
    uint8_t *buffer; /* lent to the canvas, of just the size it asked for */
    struct subject right;
};

void twin_init(struct twin *twin, int32_t width, int32_t height);
void twin_free(struct twin *twin);

/* A canvas that holds the picture already. */
void twin_init_of(struct twin *twin, const struct subject *picture);

/* Scribbles on both. */
void twin_scribble(struct twin *twin, uint64_t *state);

/* True if a pixel of the canvas is in a shape. */
typedef bool in_shape(const void *shape, int64_t x, int64_t y);

/* Changes the picture by a shape. */
void twin_expect(struct twin *twin, in_shape *inside, const void *shape, hm_op op);

/* Changes the model by a picture at (x, y). */
void twin_expect_stamp(struct twin *twin, const struct subject *picture, int64_t x, int64_t y,
                       hm_op op);

/* All there are. */
enum { OPS = 4 };
extern const hm_op ops[OPS];

/* Checks that the canvas holds the picture, and that its view answers as a sprite of the picture.
 */
void twin_check(struct twin *twin, uint64_t *state);

/* Checks only the pixels, blocks, bounds and area of the canvas. */
void twin_check_pixels(struct twin *twin);

/* The levels of this machine, 0 to this one. */
uint32_t twin_levels(void);

#endif
