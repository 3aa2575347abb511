/*
 * engine.h - convex pieces that a physics engine takes as they are
 *
 * Box2D 3 makes a hull of the points it is given: it welds points that are nearer than 2 cm, and
 * leaves out points that lie within 1 cm of a line between others. A piece that has none of these
 * comes back with the same corners. Comparisons leave a margin for its floating-point numbers.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "model/loops.h"

enum { PIECE_CORNERS_MOST = 8, PIXELS_PER_METRE_MOST = 1000 };

/* Takes corners out of a convex piece until an engine of that scale leaves it alone. Returns how
 * many are left: 0 when it is too thin. At most PIECE_CORNERS_MOST of them. */
uint32_t engine_settle(struct spot *corners, uint32_t count, uint32_t pixels_per_metre);

#endif
