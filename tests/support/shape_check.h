/*
 * shape_check.h - holds shapes against the mask they were made of, by slow means of its own
 *
 * It knows nothing of how shapes are made: it walks round pixels, compares all edges with all
 * others, and measures distances by halving edges. All of it is exact.
 */
#ifndef SHAPE_CHECK_H
#define SHAPE_CHECK_H

#include "model/shapes.h"

/* Returns what is wrong, or NULL. The pieces leave out so many millionths of the polygons at most.
 */
const char *shape_check(const struct mask *mask, const struct shapes_rule *rule,
                        const struct shapes *shapes);

/* The hull that Box2D 3 makes of a piece at that scale has the same corners. */
bool shape_is_taken_by_box2d(const struct spot *corners, uint32_t count, uint32_t pixels_per_metre);

#endif
