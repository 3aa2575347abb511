/*
 * tangle.h - finds where loops cross or touch, and which loop lies in which
 *
 * A grid over the loops has, for each of its cells, the edges that come near it. Everything is
 * decided in whole numbers.
 */
#ifndef TANGLE_H
#define TANGLE_H

#include "model/loops.h"

/* An edge is named after the corner where it begins. */
struct grid {
    const struct loops *loops;
    uint32_t *loop_of; /* of each edge */
    int32_t left, top; /* of the grid, in 1/16 pixel */
    uint32_t shift;    /* a cell has a side of 2^shift */
    uint32_t columns, rows;
    uint32_t *starts, *edges; /* of each cell */
};

void grid_make(struct grid *grid, const struct loops *loops, struct arena *arena);

/* Two edges that cross or touch, other than neighbours where they meet. */
struct tangled {
    uint32_t edges[2];
};

/* Finds all of them; some may stand there twice. Returns their number. */
uint32_t grid_find_tangled(const struct grid *grid, struct arena *arena, struct tangled **found);

/* Finds for each loop the one round it, or UINT32_MAX; no edges may be tangled. */
void grid_find_parents(const struct grid *grid, uint32_t *parents, struct arena *arena);

/* Calls `visit` with the edges that come near a box, some of them twice, until it returns true.
 * Returns whether it did. */
bool grid_visit(const struct grid *grid, struct spot low, struct spot high,
                bool (*visit)(void *user, uint32_t edge), void *user);

/* True if an edge from a to b meets no edge of the grid, but those that begin or end there. */
bool grid_is_free(const struct grid *grid, struct spot a, struct spot b);

#endif
