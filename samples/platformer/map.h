/*
 * map.h - a map of Tiled: what the tool bakes of it, and the cells of its layers
 *
 * `hitmask bake map.tmx` makes sprites of the tiles: map.tmx#3 is the picture of tile 3, and
 * map.tmx#3:collision the shapes that are drawn on it in Tiled's collision editor. Where the tiles
 * lie is read from the map itself when the game starts. Tiled saves layers as rows of numbers
 * ("CSV", the default), and hm_tiles takes these numbers as they are, with their flags.
 *
 * Tiles of the layer `ground` collide by their shapes; those without are for the eye. Tiles of the
 * layer `platforms` carry what comes from above, and let through what comes from elsewhere. Tiles
 * of the layer `things` are gems, slimes and so on.
 */
#ifndef MAP_H
#define MAP_H

#include "picture.h"

#include <hitmask_world.h>

enum { TILE = 32, CELLS_MAX = 4096, PLATFORMS_MAX = 64 };

enum layer { GROUND, PLATFORMS, THINGS, LAYERS };

/* The tiles that the game knows, by their ids in the map; 0 is an empty cell. */
enum tile { EMPTY, PLATFORM = 6, GEM = 8, SLIME, SIGN, FLOWER, FLAG, TILES };

struct map {
    int width, height; /* in cells */
    uint32_t cells[LAYERS][CELLS_MAX];
    struct picture art;        /* of all tiles */
    struct picture cut[TILES]; /* each by itself, not to be drawn */
    hm_box parts[TILES];       /* where it is in `art` */
    hm_sprite sprites[TILES], shapes[TILES];
    const hm_sprite *solid[TILES]; /* its shapes, or NULL */
    hm_tiles ground;

    /* The platforms, as a crowd of boxes. */
    int32_t x0[PLATFORMS_MAX], y0[PLATFORMS_MAX], x1[PLATFORMS_MAX], y1[PLATFORMS_MAX];
    uint32_t platform_count;
};

/* Reads ART/map.tmx and its tiles. To be freed either way. */
bool map_load(struct map *map, struct stage *stage, const hm_pack *pack);
void map_free(struct map *map);

/* The id of the tile in a cell, without flags. */
enum tile map_tile(const struct map *map, enum layer layer, int column, int row);

/* Draws what is seen of a layer when the window's corner is at `camera`. */
void map_draw(const struct map *map, struct stage *stage, enum layer layer, hm_point camera);

/* Draws one tile at (x, y) of the window. */
void map_draw_tile(const struct map *map, struct stage *stage, enum tile tile, int x, int y,
                   SDL_RendererFlip flip);

#endif
