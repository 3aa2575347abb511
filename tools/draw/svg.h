/*
 * svg.h - writes masks as vector paths, for documents and editors
 */
#ifndef SVG_H
#define SVG_H

#include "base/sink.h"
#include "draw/canvas.h"
#include "model/model.h"

/* Finds the art of sprites. */
struct svg_art {
    /* Returns the image in which the sprite's region lies, or NULL. It must exist until the next
     * call. */
    const struct rgba *(*find)(void *user, const struct model_sprite *sprite);
    void *user;
};

/* Draws the sprites of a model: outline with holes, bounds, points and pivot, one unit for each
 * pixel, and below them the art, embedded as PNGs, unless `art` is NULL. A sprite with a side of
 * more than 4096 pixels is scaled down by a whole number. */
bool svg_write(const struct model *model, const struct svg_art *art, struct sink *sink,
               struct error *err);

#endif
