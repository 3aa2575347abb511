/*
 * svg.h - masks as vector paths, for documents and editors
 */
#ifndef SVG_H
#define SVG_H

#include "base/sink.h"
#include "draw/canvas.h"
#include "model/model.h"

/* Where the art of sprites comes from. */
struct svg_art {
    /* The image that the sprite's region lies in, of the sprite's size; NULL: none. It need only
     * stay until the next one is asked for. */
    const struct rgba *(*find)(void *user, const struct model_sprite *sprite);
    void *user;
};

/* Draws the sprites of a model: outline, holes included, bounds, points and pivot, a unit a pixel,
 * and below them the art, embedded as PNGs; `art` NULL: none. A sprite of more than 4096 pixels a
 * side is scaled down, in steps of its units. */
bool svg_write(const struct model *model, const struct svg_art *art, struct sink *sink,
               struct error *err);

#endif
