/*
 * optimum.h - how few corners and convex pieces there could be, by slow ways that are plainly right
 */
#ifndef OPTIMUM_H
#define OPTIMUM_H

#include "model/outline.h"

#include <stddef.h>

/* The fewest corners, at least three, of a polygon round a loop whose corners lie anywhere in a
 * grid of half pixels. Each is within reach of an edge of the loop, and each edge of the polygon
 * within reach of the loop's corners between its ends; it may cross itself. `reach` is in half
 * pixels. At most `most`, which some polygon has. */
size_t optimum_corners(const struct outline_corner *loop, uint32_t count, int reach, size_t most);

/* The fewest convex pieces that diagonals cut a polygon into which runs clockwise as seen: Keil's
 * optimum. */
size_t optimum_pieces(const struct spot *corners, uint32_t count);

#endif
