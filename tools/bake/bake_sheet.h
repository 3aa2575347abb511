/*
 * bake_sheet.h - pictures that hold many sprites: grids, and the pages of atlases
 */
#ifndef BAKE_SHEET_H
#define BAKE_SHEET_H

#include "bake/bake_file.h"

/* Makes the cells' sprites of a picture that has a grid. */
bool bake_grid(const struct bake_job *job, struct reader *reader, struct error *err);

/* Makes the sprites and animations of an atlas. Errors go to the diagnostics. */
void bake_atlas(const struct bake_job *job);

#endif
