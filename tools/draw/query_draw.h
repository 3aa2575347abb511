/*
 * query_draw.h - draws the answer to a query: both sprites, their overlap, the ways out
 */
#ifndef QUERY_DRAW_H
#define QUERY_DRAW_H

#include "base/sink.h"
#include "draw/canvas.h"
#include "draw/query_answer.h"
#include "model/model.h"

/* Draws both with a character for each pixel of A, scaled down to `columns`; 0 is 512. */
bool query_put_ascii(const struct inquiry *inquiry, uint32_t columns, struct sink *sink,
                     struct error *err);

/* The art of a sprite: the image in which its region lies. NULL: it is not drawn. */
struct query_art {
    const struct rgba *image;
    const struct model_sprite *sprite;
};

/* Draws both over their art. `out` is to be freed when this succeeds. */
bool query_picture(const struct inquiry *inquiry, const struct query_art art[2], struct rgba *out,
                   struct error *err);

#endif
