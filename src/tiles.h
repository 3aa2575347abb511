/*
 * tiles.h - the cells of a tile map that a box touches, one after the other
 *
 *     struct cell_walk cells;
 *     if (hm_cells_open(&cells, tiles, x0, y0, x1, y1))
 *         while (hm_cells_next(&cells))
 *             ... cells.sprite lies at (cells.x, cells.y) of the map ...
 */
#ifndef HM_TILES_H
#define HM_TILES_H

#include "path.h"

#include <hitmask_world.h>

/* A walk over cells in reading order. */
struct cell_walk {
    const hm_tiles *tiles;
    uint32_t left, right, bottom; /* columns and rows; `right` and `bottom` are not in it */
    uint32_t column, row;         /* the next cell */
    /* The present cell, which is not empty: */
    const hm_sprite *sprite;
    uint32_t index;
    int64_t x, y; /* its pixel in the map */
    hm_sprite turned;
};

/* Begins at the cells under a box, in pixels of the map. False when there are none. */
bool hm_cells_open(struct cell_walk *cells, const hm_tiles *tiles, int64_t x0, int64_t y0,
                   int64_t x1, int64_t y1);

/* Leaves out the cells before that number. */
void hm_cells_skip(struct cell_walk *cells, uint32_t index);

/* Goes on to the next cell that is not empty. False when there is none. */
bool hm_cells_next(struct cell_walk *cells);

/* The width and height of the map in pixels, all 0 when it has none. */
hm_point hm_tiles_size(const hm_tiles *tiles);

/* The map as one large sprite, and `a` anywhere at (x, y) of it: whether they touch, where first,
 * and how much. */
bool hm_tiles_touch(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y);
bool hm_tiles_first(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y, hm_point *hit);
uint64_t hm_tiles_area(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y);

/* The first pixel on a path that is solid: the steps before it, its place and its cell. */
struct tiles_hit {
    uint64_t taken;
    int64_t x, y;
    uint32_t cell;
};

/* Follows a path from its beginning, which is (x, y) of the map, for at most `length` steps. */
bool hm_tiles_walk(const hm_tiles *tiles, int64_t x, int64_t y, const struct path *start,
                   uint64_t length, struct tiles_hit *out);

#endif
