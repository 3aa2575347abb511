/*
 * sweep.h - parts of a move: for all that a sprite may meet on its way
 */
#ifndef HM_SWEEP_H
#define HM_SWEEP_H

#include "path.h"

#include <hitmask.h>

/* Steps of a path; `end` is not in it. */
struct range {
    uint64_t begin, end;
};

/* The steps at which box `p`, on its way, meets box `q`, which stands at (dx, dy). */
struct range hm_box_steps(const struct path *path, const hm_box *p, const hm_box *q, int64_t dx,
                          int64_t dy);

/* Finds the first step of a range after which `a` touches b. The offset is the position of b less
 * that of `a` before any step. */
bool hm_sweep_range(const hm_sprite *a, const hm_sprite *b, int64_t dx, int64_t dy,
                    const struct path *path, struct range range, uint64_t *step);

/* The move from the start after the steps taken. */
static inline hm_point path_moved(const struct path *path)
{
    return (hm_point){(int32_t)(path->right * (int64_t)path->x),
                      (int32_t)(path->down * (int64_t)path->y)};
}

#endif
