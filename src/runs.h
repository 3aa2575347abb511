/*
 * runs.h - the solid pixels of a stored row as runs
 *
 *     #####...##......     0 to 5, 8 to 10
 *
 * Columns and rows count from the corner of the stored bounds. A run may go on over many stripes.
 */
#ifndef HM_RUNS_H
#define HM_RUNS_H

#include <hitmask.h>

/* Columns `begin` to `end` - 1. */
struct stretch {
    uint32_t begin, end;
};

enum { STRETCHES = 16 };

/* Finds the next runs of a row, from column *from on, at most STRETCHES. Sets *from to the column
 * at which the next call goes on. Returns their number; when it is less than STRETCHES, there are
 * no more. The row must be one of the bounds. */
uint32_t hm_find_runs(const hm_sprite *sprite, uint32_t row, uint32_t *from, struct stretch *out);

#endif
