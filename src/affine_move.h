/*
 * affine_move.h - a map after a move of one of its sprites
 */
#ifndef HM_AFFINE_MOVE_H
#define HM_AFFINE_MOVE_H

#include "affine.h"

/* (p * x + q * y) / 65536 to the nearest, halves up: p and q are factors of a usable map, x and y
 * are below 2^49. */
int64_t hm_move_across(int64_t p, int64_t q, int64_t x, int64_t y);

/* The map after `a` has moved by (x, y) in its own pixels, in 16.16. It may be out of range. */
hm_affine hm_move_map(const hm_affine *map, int64_t x, int64_t y);

#endif
