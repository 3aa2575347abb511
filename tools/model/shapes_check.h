/*
 * shapes_check.h - holds shapes that somebody else wrote against their mask
 */
#ifndef SHAPES_CHECK_H
#define SHAPES_CHECK_H

#include "model/shapes.h"

/* Coordinates of shapes lie within this, in 1/16 pixel. */
enum { SHAPE_COORDINATE_MOST = 1 << 22 };

/* True if each loop has at least three corners, all are in range, and there is at most one hull. */
bool shapes_are_sound(const struct shapes *shapes);

/* Fails unless the outline is the mask's; polygons are simple, nested as the outline and within
 * their tolerance of it, and contain pixels or lie inside them as their fit says; pieces are convex
 * and apart; and the hull is convex and contains all solid pixels. The shapes must be sound. */
bool shapes_check(const struct shapes *shapes, const struct mask *mask, struct error *err);

#endif
