/*
 * map_check.h - what is asked of two sprites through a map: beside the oracle, and where nothing
 * touches
 */
#ifndef MAP_CHECK_H
#define MAP_CHECK_H

#include "runtime/map_oracle.h"

#include <hitmask_transform.h>

#ifdef __SIZEOF_INT128__

/* Asks whether, where first and how much. The views must look like the pictures. */
void check_through(struct subject *a, const hm_sprite *view_a, const struct subject *b,
                   const hm_sprite *view_b, const hm_affine *map);

/* Nothing touches, whether pixels are asked or points. */
void assert_apart(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

typedef void apart_check(const hm_sprite *a, const hm_sprite *b, const hm_affine *map);

/* Checks two boxes on each other, through each map that has one number out of its range. */
void check_maps_out_of_range(apart_check *check);

/* Checks pairs of which at least one is empty, or all zero. */
void check_empty_pairs(apart_check *check);

#endif

#endif
