/*
 * hull.h - a convex polygon of few corners round all solid pixels
 */
#ifndef HULL_H
#define HULL_H

#include "model/loops.h"
#include "model/outline.h"

enum { HULL_CORNERS_MOST = 64 };

/* Finds the convex hull of an outline. When it has more than `most` corners, each side of the
 * result lies on a side of the hull, as near as corners in 1/16 pixel allow, and the sides are
 * chosen so that the area is the least. It has one loop, or none without an outline. */
void hull_make(const struct outline *outline, uint32_t most, struct arena *arena,
               struct loops *out);

#endif
