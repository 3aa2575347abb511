/*
 * sprite_text.h - a sprite as text, for people
 *
 * Both scale a sprite that is wider than `columns` down by a whole number; 0 is any width.
 */
#ifndef SPRITE_TEXT_H
#define SPRITE_TEXT_H

#include "base/sink.h"
#include "model/model.h"

/* Draws the untrimmed sprite, a character a pixel: 'o' a pixel that a point stands for, '#'
 * another solid one, '.' an empty one inside the bounds, ' ' one outside. */
bool draw_ascii(const struct model *model, const struct model_sprite *sprite, uint32_t columns,
                struct sink *sink, struct error *err);

/* The same with half blocks, a character two pixels of a column. What tells points and bounds
 * are colours; without, points look like other solid pixels, and a middle dot is two empty
 * pixels inside the bounds. */
bool draw_blocks(const struct model *model, const struct model_sprite *sprite, uint32_t columns,
                 bool color, struct sink *sink, struct error *err);

#endif
