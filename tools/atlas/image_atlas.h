/*
 * image_atlas.h - the frames of a picture, as an atlas of numbered frames on one page
 */
#ifndef IMAGE_ATLAS_H
#define IMAGE_ATLAS_H

#include "atlas/atlas.h"
#include "picture/image.h"

/* Makes an atlas of the image's frames, slices and tags. A single frame has the name "", for it is
 * the whole picture. Without tags all frames are one animation of the name "", called after the
 * file. Errors go to the log. To be freed also when it fails. */
bool image_atlas(const struct image *image, struct atlas *out, const struct atlas_log *log);

#endif
