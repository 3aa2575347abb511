/*
 * draw.h - a sprite as text, for people
 */
#ifndef DRAW_H
#define DRAW_H

#include "model.h"
#include "sink.h"

/* Draws the untrimmed sprite, a character a pixel: 'o' a pixel that a point stands for, '#'
 * another solid one, '.' an empty one inside the bounds, ' ' one outside. */
bool draw_ascii(const struct model *model, const struct model_sprite *sprite, struct sink *sink,
                struct error *err);

#endif
