/*
 * query_draw.h - draws the answer to a query: both sprites, their overlap, the ways out
 */
#ifndef QUERY_DRAW_H
#define QUERY_DRAW_H

#include "base/sink.h"
#include "draw/canvas.h"
#include "draw/query_answer.h"

/* Draws both with a character for each pixel of A, scaled down to `columns`; 0 is 512. */
bool query_put_ascii(const struct inquiry *inquiry, uint32_t columns, struct sink *sink,
                     struct error *err);

/* `out` is to be freed when this succeeds. */
bool query_picture(const struct inquiry *inquiry, struct rgba *out, struct error *err);

#endif
