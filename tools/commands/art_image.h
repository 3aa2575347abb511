/*
 * art_image.h - the art that sprites were baked from, as pixels for pictures
 */
#ifndef ART_IMAGE_H
#define ART_IMAGE_H

#include "draw/canvas.h"
#include "model/model.h"

/* Reads the image that `source` names below `folder` (see art_file.h); `out` is to be freed when
 * this succeeds. */
bool art_image_load(const char *folder, const char *source, struct rgba *out, struct error *err);

/* Is the sprite's region in the image, and of the sprite's size? */
bool art_image_fits(const struct rgba *image, const struct model_sprite *sprite, struct error *err);

#endif
