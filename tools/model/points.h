/*
 * points.h - a mask becomes a map of cells, and the map a list of near-pixel points
 */
#ifndef POINTS_H
#define POINTS_H

#include "base/error.h"
#include "model/mask.h"

/* The rule for a sprite's points, from --map, --cell, --prune and --prune-border. */
struct points_rule {
    bool wanted;
    uint32_t map_width, map_height; /* 0: by `cell` */
    uint32_t cell;                  /* pixels a cell, each way */
    uint32_t prune;
    bool drop_border;
};

/* The pruned cells in the pack's order and coding: `cell_bytes` for x, then for y. */
struct points {
    bool present;
    uint32_t map_width, map_height;
    uint32_t prune;
    bool border_dropped;
    uint32_t count;
    uint8_t *cells;
    uint64_t hash; /* of all of it, in a model */
};

enum { PRUNE_MAX = 65535 };

/* The map that the rule gives a sprite of that size. */
void points_map_size(const struct points_rule *rule, uint32_t width, uint32_t height,
                     uint32_t *map_width, uint32_t *map_height);

/* Adds the mask of a sprite of width x height pixels to a map: a cell is solid when any of its
 * pixels is. */
void points_map(const struct mask *mask, uint32_t width, uint32_t height, struct bitmap *map);

/* Lists the points of a sprite of width x height pixels with that mask. */
bool points_make(const struct points_rule *rule, const struct mask *mask, uint32_t width,
                 uint32_t height, struct points *out, struct error *err);
/* Copies the cells of points, of which map and count are set. False without memory. */
bool points_copy_cells(struct points *points, const uint8_t *cells);

void points_free(struct points *points);

/* The cell of a pixel, on one axis. */
uint32_t points_cell(uint32_t pixel, uint32_t cells, uint32_t pixels);

/* Cell `index` of the list. */
void points_get(const struct points *points, uint32_t index, uint32_t *x, uint32_t *y);

#endif
