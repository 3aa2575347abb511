/*
 * tile_map.h - maps of tiles, and the same maps drawn pixel by pixel
 */
#ifndef TILE_MAP_H
#define TILE_MAP_H

#include "runtime/oracle.h"

#include <hitmask_world.h>

enum { TILE_KINDS = 9, TILE_CELLS = 64 };

/* Some sprites, cells that show them turned in all ways, and one picture of all of it. */
struct tile_map {
    hm_tiles tiles;
    struct subject art[TILE_KINDS];
    hm_sprite views[2][TILE_KINDS]; /* upright, and transposed */
    const hm_sprite *sprites[2][TILE_KINDS];
    uint8_t *buffers[TILE_KINDS];
    uint32_t cells[TILE_CELLS];
    struct subject drawn;
};

/* A map of up to 8 x 8 cells with tiles of up to `side_max` pixels. */
void tile_map_scribble(struct tile_map *map, uint64_t *random, int32_t side_max);
void tile_map_free(struct tile_map *map);

/* True if pixel (x, y) of the map is solid; also says in which cell it lies. */
bool tile_map_solid(const struct tile_map *map, int64_t x, int64_t y, uint32_t *cell);

/* Draws the map as it is now, by what the header says of each pixel. */
void tile_map_draw(struct tile_map *map);

/* Makes all sprites use one instruction set. */
void tile_map_level(struct tile_map *map, uint32_t level);

#endif
