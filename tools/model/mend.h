/*
 * mend.h - repairs masks: removes specks, fills holes, moves edges; finds connected components
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

/* Counts the components of fewer than `limit` pixels; 0 when there is no larger one. */
bool mend_count_specks(const struct bitmap *bitmap, uint32_t limit, uint64_t *count,
                       struct error *err);

/* ---- Connected components ------------------------------------------------------------------- */

/* Neighbouring pixels of a row: x0 to x1, without x1, of row y. Runs that touch are one component.
 */
struct run {
    uint32_t x0, x1, y;
    uint32_t component; /* the index of its root run, whose `area` and `at_border` are for all */
    uint32_t area;      /* pixels of the component */
    bool at_border;     /* some pixel of the component is at the bitmap's border */
};

struct components {
    struct run *runs; /* in reading order */
    size_t count, capacity;
};

/* Components of solid pixels, which also touch at corners, or of empty ones, which do not. So any
 * closed line of solid pixels separates inside from outside. */
enum component_kind { COMPONENTS_SOLID, COMPONENTS_EMPTY };

/* `out` is to be freed when this succeeds. */
bool components_find(const struct bitmap *bitmap, enum component_kind kind, struct components *out,
                     struct error *err);
void components_free(struct components *components);

#endif
