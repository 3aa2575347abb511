/*
 * small_masks.h - every pair of small masks: those of up to 3 x 3 pixels with each other, and all
 * of up to 4 x 4 with those of up to 2 x 2
 *
 * There are 2.4 million pairs and 90 million placements. A test that cannot ask about all of them
 * in a moment takes one pair in so many; HITMASK_ALL_PAIRS, set to anything, leaves none out, and
 * HITMASK_FEWER_PAIRS, for emulated processors, takes an eighth of them.
 */
#ifndef SMALL_MASKS_H
#define SMALL_MASKS_H

#include "runtime/oracle.h"

/* How many masks there are, and how large they are. */
enum { SMALL_MASKS = 74954, PAIR_SIDE = 4, PAIR_REACH = PAIR_SIDE - 1 };

struct pair {
    const struct subject *a, *b;
    /* The pixels that are solid in both, with b at (column - PAIR_REACH, row - PAIR_REACH): bit i
     * is pixel i of a in reading order. Further apart there are none. */
    uint16_t common[2 * PAIR_REACH + 1][2 * PAIR_REACH + 1];
};

/* The pixels that are solid in both with b at (dx, dy). */
uint32_t pair_common(const struct pair *pair, int64_t dx, int64_t dy);

/* How many of them there are. */
uint32_t pair_area(const struct pair *pair, int64_t dx, int64_t dy);

/* The first one of them in reading order; (-7, -7) when there is none. */
hm_point pair_first(const struct pair *pair, int64_t dx, int64_t dy);

/* Fails the test, and says of which pair. */
void pair_fail(const struct pair *pair, const char *what, int32_t dx, int32_t dy);

typedef void pair_visit(const struct pair *pair);
typedef void placement_visit(const struct pair *pair, int32_t dx, int32_t dy);

/* Draws all masks, the smaller ones first. */
void small_masks_draw(struct subject masks[SMALL_MASKS]);

/* Visits one of so many of all masks, but each of up to 3 x 3 pixels. Here and below, sanitizers,
 * which are so much slower, see a third of what they would. `one_in` is 1 or a prime that is none
 * of 2, 5, 11, 13 and 31, so that no mask is left out for good. `masks` are all of them, baked in
 * whatever way; NULL makes plain ones. */
void masks_visit(const struct subject *masks, uint32_t one_in, subject_visit *visit);

/* Visits one of so many of all pairs. */
void pairs_visit(const struct subject *masks, uint32_t one_in, pair_visit *visit);

/* Compares at all offsets from where the boxes touch on one side to where they do on the other. */
void placements_visit(const struct subject *masks, uint32_t one_in, placement_visit *visit);

#endif
