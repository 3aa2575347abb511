/*
 * tiles.h - the cells of a tile map that a box touches, one after the other
 *
 *     struct cells cells;
 *     if (hm_cells_open(&cells, tiles, x0, y0, x1, y1))
 *         while (hm_cells_next(&cells))
 *             ... cells.sprite lies at (cells.x, cells.y) of the map ...
 */
#ifndef HM_TILES_H
#define HM_TILES_H

#include <hitmask_world.h>

/* A walk over cells in reading order. */
struct cells {
    const hm_tiles *tiles;
    uint32_t left, right, bottom; /* columns and rows; `right` and `bottom` are not in it */
    uint32_t column, row;         /* the next cell */
    /* The present cell, which is not empty: */
    const hm_sprite *sprite;
    int64_t x, y; /* its pixel in the map */
    hm_sprite turned;
};

/* Begins at the cells under a box, in pixels of the map. False when there are none. */
bool hm_cells_open(struct cells *cells, const hm_tiles *tiles, int64_t x0, int64_t y0, int64_t x1,
                   int64_t y1);

/* Begins at the cells under the bounds of a sprite at (x, y) of the map. */
bool hm_cells_under(struct cells *cells, const hm_tiles *tiles, const hm_sprite *a, int64_t x,
                    int64_t y);

/* Goes on to the next cell that is not empty. False when there is none. */
bool hm_cells_next(struct cells *cells);

/* Finds the first pixel in the present cell; the pixels of a row of cells lie above those of the
 * next row. */
typedef bool find_in_cell(const struct cells *cells, const void *query, hm_point *hit);

/* Finds the first pixel in reading order of all cells. `hit` may be NULL. */
bool hm_cells_first(struct cells *cells, find_in_cell *find, const void *query, hm_point *hit);

/* The sprite in a cell of the map, turned as it is there with the help of `room`; NULL when the
 * cell is empty. */
const hm_sprite *hm_cell_sprite(const hm_tiles *tiles, uint32_t column, uint32_t row,
                                hm_sprite *room);

/* The width and height of the map in pixels, all 0 when it has none. */
hm_point hm_tiles_size(const hm_tiles *tiles);

/* The queries of the header, for `a` anywhere. */
bool hm_tiles_touch_at(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y);
bool hm_tiles_first_at(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y,
                       hm_point *hit);
void hm_tiles_normal_at(const hm_tiles *tiles, const hm_sprite *a, int64_t x, int64_t y,
                        int64_t *normal_x, int64_t *normal_y);

#endif
