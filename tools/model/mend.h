/*
 * mend.h - masks put right: specks removed, holes filled, edges moved
 *
 * In this order, each only when asked for:
 *     despeckle N  components of fewer than N solid pixels become empty; pixels that touch at a
 *                  corner belong together
 *     fill holes   empty pixels become solid from which no way over empty pixels, side by side,
 *                  leads out of the sprite
 *     grow N       an empty pixel becomes solid when any pixel is in the square of 2N+1 by 2N+1
 *                  round it
 *     shrink N     a solid pixel stays so only when all pixels of that square are solid
 * Pixels outside the sprite are empty, and stay so.
 */
#ifndef MEND_H
#define MEND_H

#include "base/error.h"
#include "model/bitmap.h"

enum { MEND_SIDE_MAX = 65535 };

/* Zeroed, it changes nothing. */
struct mend_rule {
    uint32_t despeckle;
    bool fill_holes;
    uint32_t grow, shrink; /* at most MEND_SIDE_MAX */
};

bool mend(struct bitmap *bitmap, const struct mend_rule *rule, struct error *err);

/* How many components of fewer than `limit` pixels there are beside a larger one: none, when all
 * are that small. */
bool mend_count_specks(const struct bitmap *bitmap, uint32_t limit, uint64_t *count,
                       struct error *err);

#endif
