/*
 * mend.h - repairs masks: removes specks, fills holes, moves edges
 *
 * The steps, in this order, each only when the rule has it:
 *     despeckle N  components of fewer than N solid pixels become empty; pixels that touch at a
 *                  corner belong together
 *     fill holes   an empty pixel becomes solid when no way over empty pixels, side by side, leads
 *                  from it out of the sprite
 *     grow N       an empty pixel becomes solid when any pixel is in the square of 2N+1 by 2N+1
 *                  round it
 *     shrink N     a solid pixel stays so only when all pixels of that square are solid
 * Pixels outside the sprite are empty, and stay so.
 */
#ifndef MEND_H
#define MEND_H

#include "base/error.h"
#include "picture/bitmap.h"

enum { MEND_SIDE_MAX = 65535 };

/* Zeroed, it changes nothing. */
struct mend_rule {
    uint32_t despeckle;
    bool fill_holes;
    uint32_t grow, shrink; /* at most MEND_SIDE_MAX */
};

bool mend(struct bitmap *bitmap, const struct mend_rule *rule, struct error *err);

/* Counts the components of fewer than `limit` pixels. None, when there is no larger one. */
bool mend_count_specks(const struct bitmap *bitmap, uint32_t limit, uint64_t *count,
                       struct error *err);

#endif
