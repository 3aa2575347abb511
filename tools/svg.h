/*
 * svg.h - masks as vector paths, for documents and editors
 */
#ifndef SVG_H
#define SVG_H

#include "model.h"
#include "sink.h"

/* Draws the sprites of a model: outline, holes included, bounds, points and pivot, a unit a pixel.
 * A sprite of more than 4096 pixels a side is scaled down, in steps of its units. */
bool svg_write(const struct model *model, struct sink *sink, struct error *err);

#endif
