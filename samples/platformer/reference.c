/*
 * reference.c - the answers that platformer asks for, by plain loops over pixels
 */
#include "reference.h"

#include "xna.h"

#include <stdlib.h>

/* The solid part of a tile: all between a line from its left to its right side, and its bottom. */
static const struct {
    int left, right, bottom;
} shapes[TILES] = {
    [1] = {0, 0, TILE},           [2] = {0, 0, TILE},        [3] = {TILE, 0, TILE},
    [4] = {TILE, TILE / 2, TILE}, [5] = {TILE / 2, 0, TILE}, [PLATFORM] = {0, 0, 8},
    [7] = {0, 0, TILE},
};

static bool is_solid(enum tile tile, int x, int y)
{
    const int left = shapes[tile].left, right = shapes[tile].right;
    /* The centre of the pixel is on or below the line; in halves of pixels, times the width. */
    return y < shapes[tile].bottom &&
           (2 * y + 1) * TILE >= 2 * left * TILE + (right - left) * (2 * x + 1);
}

bool reference_is_shape(enum tile tile, const hm_sprite *shape)
{
    for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++)
            if (hm_solid(shape, x, y) != is_solid(tile, x, y))
                return false;
    return true;
}

bool reference_ground(const struct map *map, struct picture *out)
{
    *out = (struct picture){.width = map->width * TILE, .height = map->height * TILE};
    out->rgba = calloc((size_t)out->width * (size_t)out->height, 4);
    for (int y = 0; y < out->height && out->rgba != NULL; y++)
        for (int x = 0; x < out->width; x++) {
            const int column = x / TILE, row = y / TILE;
            const uint32_t cell = map->cells[GROUND][row * map->width + column];
            const int in_x = cell & HM_TILE_FLIP_X ? TILE - 1 - x % TILE : x % TILE;
            const int in_y = cell & HM_TILE_FLIP_Y ? TILE - 1 - y % TILE : y % TILE;
            if (is_solid(map_tile(map, GROUND, column, row), in_x, in_y))
                out->rgba[(y * out->width + x) * 4 + 3] = 255;
        }
    return out->rgba != NULL;
}

bool reference_in_box(const struct picture *picture, int x, int y, hm_box box)
{
    hm_box common;
    const hm_box all = picture_box(picture, x, y);
    if (!hm_box_intersection(&all, &box, &common))
        return false;
    for (int py = common.y0; py < common.y1; py++)
        for (int px = common.x0; px < common.x1; px++)
            if (picture_alpha(picture, px - x, py - y) != 0)
                return true;
    return false;
}

bool reference_touch(const void *context, int x, int y)
{
    const struct mover *const mover = context;
    const struct map *const map = mover->map;
    bool touch = intersect_pixels(picture_box(mover->body, x, y), mover->body,
                                  picture_box(mover->ground, 0, 0), mover->ground);
    for (uint32_t i = 0; i < map->platform_count && !touch; i++)
        touch =
            reference_in_box(mover->body, x, y,
                             (hm_box){map->x0[i], map->y0[i], map->x1[i], mover->platforms_y1[i]});
    return touch;
}
