/*
 * sprite_text.h - draws a sprite in characters
 *
 * A sprite that is wider than `columns` (0: any width), or larger than TEXT_SIDE_MAX, is scaled
 * down by a whole number.
 */
#ifndef SPRITE_TEXT_H
#define SPRITE_TEXT_H

#include "base/sink.h"
#include "base/text.h"
#include "model/model.h"

/* Draws the untrimmed sprite with a character for each pixel: 'o' is the pixel of a point, '#'
 * another solid pixel, '.' an empty one inside the bounds, ' ' one outside. */
bool draw_ascii(const struct model *model, const struct model_sprite *sprite, uint32_t columns,
                struct sink *sink, struct error *err);

/* The same with half blocks: a character is two pixels of a column. Colours show points and bounds.
 * Without colours, points look like other solid pixels, and a middle dot is two empty pixels inside
 * the bounds. */
bool draw_blocks(const struct model *model, const struct model_sprite *sprite, uint32_t columns,
                 bool color, struct sink *sink, struct error *err);

/* Writes a line for every `step` of `rows`, without spaces at its end. `add_row` adds row y of a
 * drawing to a line. */
bool draw_rows(uint32_t rows, uint32_t step,
               void (*add_row)(const void *drawing, uint32_t y, struct text *line),
               const void *drawing, struct sink *sink, struct error *err);

#endif
