/*
 * full_box.h - boxes without a hole, of any size: they take no words, as those of a pack
 */
#ifndef FULL_BOX_H
#define FULL_BOX_H

#include <hitmask.h>

/* A sprite that ends with the box; what is above and to the left of it is empty. */
hm_sprite full_box(int32_t left, int32_t top, int32_t width, int32_t height);

#endif
