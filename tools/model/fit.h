/*
 * fit.h - moves the corners of a polygon off the outline, to where they fit it best
 */
#ifndef FIT_H
#define FIT_H

#include "model/chords.h"

/* A corner of a polygon. The polygon covers the loop from step to step. */
struct vertex {
    int32_t x, y; /* in 1/16 pixel */
    uint32_t step;
};

/* The steps of a loop, the reach of each of its corners, and room for as many lines as the polygon
 * has corners. */
struct fitting {
    const struct outline_corner *corners;
    const struct step *steps;
    const uint16_t *reach;
    uint32_t corner_count, step_count;
    struct fit_line *lines;
};

void fitting_reserve(struct fitting *fitting, uint32_t vertices, struct arena *arena);

/* Moves corners to where the lines meet that fit the loop between them best, by least squares, as
 * far as all stays within reach. */
void fit_polygon(const struct fitting *fitting, struct vertex *vertices, uint32_t count);

#endif
