/*
 * affine_move.h - a map after a move of one of its sprites
 */
#ifndef HM_AFFINE_MOVE_H
#define HM_AFFINE_MOVE_H

#include "affine.h"

/* (p * x + q * y) / 65536 to the nearest, halves up, without the products of all bits: p and q are
 * factors of a usable map, x and y are below 2^49. */
static inline int64_t move_across(int64_t p, int64_t q, int64_t x, int64_t y)
{
    return p * (x >> 16) + q * (y >> 16) + ((p * (x & 65535) + q * (y & 65535) + 32768) >> 16);
}

/* The map after `a` has moved by (x, y) in its own pixels, in 16.16. It may be out of range. */
static inline hm_affine move_map(const hm_affine *map, int64_t x, int64_t y)
{
    hm_affine moved = *map;
    moved.to_b.x += move_across(map->to_b.xx, map->to_b.xy, x, y);
    moved.to_b.y += move_across(map->to_b.yx, map->to_b.yy, x, y);
    moved.to_a.x -= x;
    moved.to_a.y -= y;
    return moved;
}

#endif
