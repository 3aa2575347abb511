/*
 * bake_sheet.h - pictures that hold many sprites: grids, and the pages of atlases
 */
#ifndef BAKE_SHEET_H
#define BAKE_SHEET_H

#include "bake/bake_input.h"
#include "system/reader.h"

/* Makes the cells' sprites of a picture that has a grid. */
bool bake_grid(const struct input *input, const struct bake_rules *rules, struct reader *reader,
               struct product *out, struct error *err);

/* Makes the sprites and animations of an atlas. What is wrong goes to the diagnostics. */
void bake_atlas(const struct input *input, const struct bake_rules *rules, struct product *out);

#endif
