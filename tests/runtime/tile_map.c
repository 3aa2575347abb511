/*
 * tile_map.c - each pixel of a map is looked up in its cell
 */
#include "runtime/tile_map.h"

#include <stdlib.h>
#include <string.h>

/* True if pixel (x, y) of the cell is solid. Undoes the flips first, then the exchange of axes. */
static bool is_solid(const struct tile_map *map, uint32_t cell, int32_t x, int32_t y)
{
    const uint32_t value = cell & UINT32_C(0x0fffffff);
    const bool transposed = cell & HM_TILE_TRANSPOSE;
    if (value >= map->tiles.sprite_count || map->tiles.sprites[value] == NULL ||
        (transposed && map->tiles.transposed == NULL))
        return false;
    const struct subject *const art = &map->art[value];
    const int32_t width = transposed ? art->height : art->width;
    const int32_t height = transposed ? art->width : art->height;
    if (width > map->tiles.tile_width || height > map->tiles.tile_height)
        return false;
    x = cell & HM_TILE_FLIP_X ? width - 1 - x : x;
    y = cell & HM_TILE_FLIP_Y ? height - 1 - y : y;
    return transposed ? oracle_solid(art, y, x) : oracle_solid(art, x, y);
}

bool tile_map_solid(const struct tile_map *map, int64_t x, int64_t y, uint32_t *cell)
{
    const hm_tiles *const t = &map->tiles;
    if (x < 0 || y < 0 || x >= (int64_t)t->columns * t->tile_width ||
        y >= (int64_t)t->rows * t->tile_height)
        return false;
    *cell = (uint32_t)(y / t->tile_height * t->columns + x / t->tile_width);
    return is_solid(map, t->cells[*cell], (int32_t)(x % t->tile_width),
                    (int32_t)(y % t->tile_height));
}

void tile_map_draw(struct tile_map *map)
{
    const hm_tiles *const t = &map->tiles;
    uint32_t cell;
    subject_free(&map->drawn);
    subject_init(&map->drawn, t->columns * t->tile_width, t->rows * t->tile_height);
    for (int32_t y = 0; y < map->drawn.height; y++)
        for (int32_t x = 0; x < map->drawn.width; x++)
            map->drawn.pixels[y * map->drawn.width + x] = tile_map_solid(map, x, y, &cell);
    subject_bake(&map->drawn);
}

static void make_kinds(struct tile_map *map, uint64_t *random, int32_t side_max)
{
    for (int i = 0; i < TILE_KINDS; i++) {
        struct subject *const art = &map->art[i];
        /* Now and then larger than a tile. */
        subject_scribble(art, random, oracle_random(random, 4) == 0 ? side_max + 2 : side_max);
        const size_t size = hm_sprite_buffer_size(art->height, art->width);
        map->buffers[i] = malloc(size);
        map->views[0][i] = art->sprite;
        if (map->buffers[i] == NULL ||
            !hm_sprite_transpose(&art->sprite, map->buffers[i], size, &map->views[1][i]))
            abort();
        for (int k = 0; k < 2; k++)
            map->sprites[k][i] = i == 0 ? NULL : &map->views[k][i];
    }
}

void tile_map_scribble(struct tile_map *map, uint64_t *random, int32_t side_max)
{
    hm_tiles *const t = &map->tiles;
    memset(map, 0, sizeof *map);
    make_kinds(map, random, side_max);
    t->columns = 1 + (int32_t)oracle_random(random, 8);
    t->rows = 1 + (int32_t)oracle_random(random, 8);
    t->tile_width = side_max - (int32_t)oracle_random(random, 2) * (side_max / 3);
    t->tile_height = side_max - (int32_t)oracle_random(random, 2) * (side_max / 3);
    t->sprites = map->sprites[0];
    t->transposed = oracle_random(random, 8) == 0 ? NULL : map->sprites[1];
    t->sprite_count = TILE_KINDS - oracle_random(random, 2);
    const uint32_t one_in = 1 + oracle_random(random, 4);
    for (int i = 0; i < TILE_CELLS; i++) {
        const uint32_t value = oracle_random(random, one_in) == 0 ? oracle_random(random, 12) : 0;
        const uint32_t turns = oracle_random(random, 8);
        map->cells[i] = value | turns << 29 | oracle_random(random, 2) << 28;
    }
    t->cells = map->cells;
    tile_map_draw(map);
}

void tile_map_free(struct tile_map *map)
{
    for (int i = 0; i < TILE_KINDS; i++) {
        subject_free(&map->art[i]);
        free(map->buffers[i]);
    }
    subject_free(&map->drawn);
}

void tile_map_level(struct tile_map *map, uint32_t level)
{
    for (int i = 0; i < TILE_KINDS; i++)
        map->views[0][i].cpu = map->views[1][i].cpu = level;
    map->drawn.sprite.cpu = level;
}
