/*
 * polygons.h - an outline with fewer corners, which never crosses or touches itself
 *
 * Each loop of the outline becomes the polygon of the fewest corners within reach (chords.h), whose
 * corners then move to where they fit best (fit.h). Where polygons cross, touch, or lie in the
 * wrong one, the parts concerned are made again: first without moved corners, then with a shorter
 * reach, then with shorter chords. The finest polygon, which cuts off pinches only, is simple; so
 * this ends.
 */
#ifndef POLYGONS_H
#define POLYGONS_H

#include "model/chords.h"
#include "model/loops.h"

struct polygons_rule {
    uint32_t reach; /* 0: the outline itself */
    enum polygon_fit fit;
    uint32_t corners_most; /* of all loops together; 0: any number */
    uint64_t area_least;   /* loops that enclose fewer pixels are dropped */
};

/* The loops come in the order of the outline's, each from its first corner in reading order on; all
 * memory is the arena's. The outline must join diagonal pixels for FIT_CONTAIN, and must not for
 * FIT_INSIDE. With `corners_most`, `*reach` is the least that is enough, never below the rule's;
 * fails when none is. */
bool polygons_make(const struct outline *outline, const struct mask *mask,
                   const struct polygons_rule *rule, struct arena *arena, struct loops *out,
                   uint32_t *reach, struct error *err);

#endif
