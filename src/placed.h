/*
 * placed.h - a sprite in the world, and the pixels of the world
 */
#ifndef HM_PLACED_H
#define HM_PLACED_H

#include "affine.h"

/* The pixels of the world, counted from the one that a pivot lies in, as the pixels of a sprite
 * `b`.
 */
struct plane {
    hm_affine map;
    int64_t x, y; /* of pixel (0, 0) */
};

/* False when the placement is refused. */
bool hm_world_round(const hm_placement *at, struct plane *out);

#endif
