/*
 * picture_sprite.h - a picture and a recipe give a sprite: mask, points, pivot, warnings
 */
#ifndef PICTURE_SPRITE_H
#define PICTURE_SPRITE_H

#include "decode.h"
#include "product.h"
#include "recipe.h"

/* Adds the sprite to the product, its warnings to the findings under `path`. `sprite` has its
 * strings, which are taken over, also when it fails. The picture's bitmap becomes what the recipe
 * makes of it. */
bool picture_sprite(struct picture *picture, const struct recipe *recipe, const char *path,
                    struct model_sprite *sprite, struct product *product, struct error *err);

#endif
