/*
 * sprite_picture.h - a sprite as a picture: its art, dimmed where it is not solid, its mask,
 * outline, points, bounds and pivot
 */
#ifndef SPRITE_PICTURE_H
#define SPRITE_PICTURE_H

#include "draw/contact_sheet.h"
#include "model/model.h"

/* What of the model's sprites there is to see in a picture. */
const struct contact_sheet_key *sprite_picture_legend(const struct model *model);

/* `art` is the image that the sprite's region lies in; NULL: none. */
bool sprite_picture_paint(const struct model *model, const struct model_sprite *sprite,
                          const struct rgba *art, const struct sheet_cell *stage,
                          struct error *err);

/* What is written below it. */
void sprite_picture_describe(const struct model *model, const struct model_sprite *sprite,
                             uint32_t size[2], char lines[SHEET_LINES][SHEET_LINE]);

#endif
