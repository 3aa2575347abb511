/*
 * tiled_shapes.h - shapes that are drawn on tiles become boxes of the layer "collision"
 *
 * All shapes of a tile are one layer, as far as they lie on the tile. A pixel is solid when its
 * centre lies in a shape. A capsule is a rectangle whose shorter sides are half circles. Lines,
 * points and texts have no area.
 */
#ifndef TILED_SHAPES_H
#define TILED_SHAPES_H

#include "atlas/tiled.h"

/* Adds a shape to the tile `owner`; shapes of one owner must come together. */
void tiled_add_shape(struct tiled *tiled, const struct tiled_shape *shape);

/* An error: the shape is that of a template, which is a file of its own and not read. */
void tiled_refuse_template(struct tiled *tiled, uint32_t owner, const char *template_name,
                           struct atlas_place place);

/* Adds a corner, as seen from its place, to the shape that was added last. */
void tiled_add_corner(struct tiled *tiled, double x, double y);

/* Makes the boxes, when all frames are there. */
void tiled_finish_shapes(struct tiled *tiled);

#endif
