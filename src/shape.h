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

/* The steps along one axis after which a way is inside: from the first to the last. */
struct stay {
    uint64_t first, last;
};

/* Finds the steps from `at` in the direction `step` that are inside 0 to size - 1. False when there
 * are none. */
static inline bool find_stay(int64_t at, int32_t step, uint32_t size, struct stay *out)
{
    const int64_t end = (int64_t)size - 1;
    if (step == 0) {
        *out = (struct stay){0, UINT64_MAX};
        return at >= 0 && at <= end;
    }
    const int64_t first = step > 0 ? -at : at - end;
    const int64_t last = step > 0 ? end - at : at;
    *out = (struct stay){(uint64_t)(first > 0 ? first : 0), (uint64_t)last};
    return last >= 0;
}

/* Goes straight to the first step inside, which the later of the two axes makes. An axis that
 * the path does not go along has no first step to wait for. */
static inline bool enter(struct path *path, const struct stay *x, const struct stay *y)
{
    if (path->width > 0 && path->x < x->first)
        path_seek_x(path, x->first);
    if (path->height > 0 && path->y < y->first)
        path_seek_y(path, y->first);
    return path->x <= x->last && path->y <= y->last;
}

#endif
