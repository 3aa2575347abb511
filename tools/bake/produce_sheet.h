/*
 * produce_sheet.h - pictures that hold many sprites: grids, and the pages of atlases
 */
#ifndef PRODUCE_SHEET_H
#define PRODUCE_SHEET_H

#include "bake/produce.h"
#include "system/reader.h"

/* Makes the cells' sprites of a picture that has a grid. */
bool produce_grid(const struct input *input, const struct produce_rules *rules,
                  struct reader *reader, struct product *out, struct error *err);

/* Makes the sprites and animations of an atlas. What is wrong goes to the findings. */
void produce_atlas(const struct input *input, const struct produce_rules *rules,
                   struct product *out);

#endif
