/*
 * grid.h - a sheet cut into cells of one size
 *
 * Only whole cells count: from (margin, margin) on, a cell and the spacing after it, again and
 * again. They count row by row, or column by column. When their number is given, the margin is on
 * all sides, and nothing may be left over.
 */
#ifndef GRID_H
#define GRID_H

#include "atlas/atlas.h"

struct grid_rule {
    uint32_t width, height; /* of a cell; 0: no grid of that kind */
    uint32_t columns, rows; /* the number of cells instead; 0: not given */
    uint32_t margin, spacing;
    bool by_columns; /* the order */
};

static inline bool grid_is_given(const struct grid_rule *rule)
{
    return rule->width > 0 || rule->columns > 0;
}

/* How many cells fit along a side. */
uint64_t grid_fitting(uint32_t side, uint32_t margin, uint32_t cell, uint32_t spacing);

/* The first pixel of cell `index` in a row or column, at most INT32_MAX. */
uint32_t grid_start(uint64_t index, uint32_t margin, uint32_t cell, uint32_t spacing);

/* True if a side is longer than so many cells by more than a margin or a spacing. */
bool grid_leaves_rest(uint64_t cells, uint32_t side, uint32_t cell, const struct grid_rule *rule);

/* Makes an atlas of numbered frames, one a cell, on a page of that size. `*ragged` becomes
 * true if pixels are left over at the right or at the bottom. */
bool grid_cut(const struct grid_rule *rule, uint32_t width, uint32_t height, struct atlas *out,
              bool *ragged, struct error *err);

#endif
