/*
 * sprite_picture.h - paints a sprite: its art, dimmed where it is not solid, its mask, outline,
 * points, bounds and pivot
 */
#ifndef SPRITE_PICTURE_H
#define SPRITE_PICTURE_H

#include "draw/contact_sheet.h"
#include "model/model.h"

/* The legend for a picture of the model's sprites. */
const struct contact_sheet_key *sprite_picture_legend(const struct model *model);

/* `art` is the image in which the sprite's region lies, or NULL. */
bool sprite_picture_paint(const struct model *model, const struct model_sprite *sprite,
                          const struct rgba *art, const struct sheet_cell *cell, struct error *err);

/* Draws the art alone, upright and at its place: one in `shrink` pixels, each as a block of `zoom`
 * pixels. The sprite's region must lie inside the image. */
void sprite_picture_art(struct rgba *canvas, struct canvas_point at, const struct rgba *art,
                        const struct model_sprite *sprite, uint32_t shrink, uint32_t zoom);

/* Writes the lines below it. */
void sprite_picture_describe(const struct model *model, const struct model_sprite *sprite,
                             uint32_t size[2], char lines[SHEET_LINES][SHEET_LINE]);

#endif
