/*
 * shape.h - the shapes that are asked about in other places: far away, and cell by cell
 */
#ifndef HM_SHAPE_H
#define HM_SHAPE_H

#include "path.h"

#include <hitmask.h>

/* hm_overlap_circle, for coordinates up to 2^32. */
bool hm_circle_meets(const hm_sprite *sprite, int64_t x, int64_t y, uint32_t radius, hm_point *hit);

/* Follows a path from its beginning, which is (x, y), for at most `length` steps. */
bool hm_walk_meets(const hm_sprite *sprite, int64_t x, int64_t y, const struct path *path,
                   uint64_t length, hm_point *hit, uint64_t *taken);

#endif
