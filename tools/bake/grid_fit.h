/*
 * grid_fit.h - does a grid fit its sheet, or does it cut through what is drawn?
 *
 * A cell is cut when a solid pixel at one of its sides touches one outside, above, below, to the
 * left or to the right. Where most cells are cut, and cells of another size would cut nothing, the
 * grid is likely a mistake. Tiles that are made to touch are cut by every size, so that nothing is
 * said of them.
 */
#ifndef GRID_FIT_H
#define GRID_FIT_H

#include "atlas/grid.h"
#include "base/error.h"

struct grid_fit {
    uint32_t width, height; /* of cells that cut nothing; 0: the grid fits, or nothing does */
    size_t cut, drawn;      /* then: the cells that are cut, and all that have a solid pixel */
};

/* `cells` are the frames that the rule has made of the picture. */
bool grid_fit(const struct bitmap *solid, const struct grid_rule *rule, const struct atlas *cells,
              struct grid_fit *out, struct error *err);

#endif
