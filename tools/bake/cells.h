/*
 * cells.h - a sheet without an atlas: cut into its connected pieces, or tried against its grid
 */
#ifndef CELLS_H
#define CELLS_H

#include "atlas/grid.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Solid pixels -> pieces -> boxes -> boxes that lie close become one -> in reading order
 *
 * The boxes do not overlap, so each holds the pixels of its own pieces alone, and a game can draw
 * it. Reading order goes by rows: a box is in a row with the topmost one that is left when the
 * middle of either lies beside the other. So a sprite that is redrawn a little higher or lower
 * keeps its number, and so do all others. */
struct auto_cut_rule {
    uint32_t gap;   /* boxes with fewer pixels than that between them become one */
    uint32_t least; /* pieces of fewer pixels are left out */
};

/* The most pieces that one image may have. */
enum { AUTO_CUT_MOST = 1 << 20 };

/* Makes an atlas of numbered frames, one a box; of none when no pixel is solid. To be freed also
 * when it fails. */
bool auto_cut(const struct bitmap *solid, const struct auto_cut_rule *rule, struct atlas *out,
              struct error *err);

/* ---- Grids ----------------------------------------------------------------------------------- */

/* A grid that does not fit its sheet cuts through what is drawn.
 *
 * A cell is cut when a solid pixel at one of its sides touches one outside, above, below, to the
 * left or to the right. Where most cells are cut, and cells of another size would cut nothing, the
 * grid is likely a mistake. Tiles that are made to touch are cut by every size, so nothing is
 * reported for them. */
struct grid_fit {
    uint32_t width, height; /* of cells that cut nothing; 0: the grid fits, or nothing does */
    size_t cut, drawn;      /* then: the cells that are cut, and all that have a solid pixel */
};

/* `cells` are the frames that the rule has made of the picture. */
bool grid_fit(const struct bitmap *solid, const struct grid_rule *rule, const struct atlas *cells,
              struct grid_fit *out, struct error *err);

#endif
