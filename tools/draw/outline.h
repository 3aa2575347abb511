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
 * which reading meets their topmost, then leftmost edge. Fails without memory for a copy of the
 * bitmap. */
bool outline_trace(const struct bitmap *bitmap,
                   void (*take)(void *user, const struct corner *corners, size_t count), void *user,
                   struct error *err);

#endif
