/*
 * outline.h - the boundary of a mask as loops along the edges of its pixels
 *
 * Solid pixels lie to the right of each loop: an outer loop runs clockwise as seen, the loop of a
 * hole the other way. A loop begins at its first corner in reading order; loops are in the order of
 * these corners.
 *
 *     #.#        (0,0) (1,0) (1,2) (2,2) (2,0) (3,0) (3,3) (0,3)
 *     #.#
 *     ###
 *
 * If two pixels touch diagonally, two corners lie at one place: a pinch. Solid pixels belong
 * together there, or the empty ones do.
 */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "base/error.h"
#include "base/memory.h"
#include "model/loops.h"
#include "model/mask.h"

struct outline_corner {
    int32_t x, y; /* in pixels of the mask's box */
    bool pinch;
};

struct outline_loop {
    uint32_t first, count; /* of its corners */
    uint32_t parent;       /* the loop round it, or NO_LOOP */
    int64_t area;          /* enclosed pixels; below 0 for a hole */
};

#define NO_LOOP UINT32_MAX

struct outline {
    struct outline_corner *corners;
    struct outline_loop *loops;
    uint32_t corner_count, loop_count;
};

enum { OUTLINE_SIDE_MAX = 65535 };

/* Traces a mask; all memory is the arena's. Solid pixels that touch at a corner are joined, or not.
 * Fails when a side is longer than OUTLINE_SIDE_MAX, or there are more than `most` corners. */
bool outline_make(const struct mask *mask, bool joined, uint64_t most, struct arena *arena,
                  struct outline *out, struct error *err);

/* Gets the loops in 1/16 pixel, but those that enclose fewer pixels. */
void outline_get_loops(const struct outline *outline, uint64_t area_least, struct arena *arena,
                       struct loops *out);

#endif
