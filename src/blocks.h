/*
 * blocks.h - two large masks, only where both have something in their blocks
 *
 * Such masks share thousands of rows, but mostly a few pixels or none. The bits of their blocks say
 * which rows can touch, for a hundredth of the work.
 */
#ifndef HM_BLOCKS_H
#define HM_BLOCKS_H

#include "stripes.h"

/* hm_overlap of two plain sprites with blocks. */
bool hm_overlap_large(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy);

#endif
