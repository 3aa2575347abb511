/*
 * bake_sheet.h - pictures that hold many sprites: cells, animations, and the pages of atlases
 */
#ifndef BAKE_SHEET_H
#define BAKE_SHEET_H

#include "bake/bake_file.h"

/* Makes the sprites of a picture that is cut up, by a grid or into its pieces. `image` has a frame
 * if the picture is of a file that may have several. */
bool bake_cells(const struct bake_job *job, struct decoded *picture, const struct image *image,
                struct error *err);

/* Makes the sprites of the frames of an image, and of its slices and its layer, and its animations.
 * The frames are in `picture`, one below the other. */
bool bake_frames(const struct bake_job *job, struct decoded *picture, const struct image *image,
                 struct error *err);

/* Makes the sprites and animations of an atlas. Errors go to the diagnostics. */
void bake_atlas(const struct bake_job *job);

#endif
