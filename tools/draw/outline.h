/*
 * outline.h - the edge of a mask as closed paths
 *
 * Paths run along the edges of pixels, from corner to corner, with solid pixels on their right:
 * outer ones clockwise as seen, those round holes counter-clockwise. Pixels that touch at a
 * corner only have paths of their own there, so that none ever crosses itself. Filled by
 * even-odd, or by non-zero winding, the paths give the mask again, to the pixel.
 *
 *     .##.
 *     ####    (1,0) (3,0) (3,1) (4,1) (4,2) (0,2) (0,1) (1,1)
 */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "base/error.h"
#include "picture/bitmap.h"

struct corner {
    uint32_t x, y;
};

/* Gives each path to `take`: its corners, the first not repeated at the end, in the order in
 * which reading meets their topmost, then leftmost edge. Stops when `take` returns false, and
 * returns false then: it has filled `err`. */
bool outline_trace(const struct bitmap *bitmap,
                   bool (*take)(void *user, const struct corner *corners, size_t count,
                                struct error *err),
                   void *user, struct error *err);

#endif
