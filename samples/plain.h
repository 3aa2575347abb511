/*
 * plain.h - the rules of moves and of turned sprites, by plain loops over pixels
 *
 * crater and platformer compare hitmask with these. They say what the header of hitmask says, one
 * pixel and one step at a time, as slowly as that is.
 */
#ifndef PLAIN_H
#define PLAIN_H

#include "pixels.h"

#include <hitmask_world.h>

/* Says whether something would touch at (x, y). */
typedef bool (*touch_at)(const void *context, int x, int y);

/* The rule of hm_slide. Of the result, `kind` and what comes after it stay zero. */
void plain_slide(touch_at touch, const void *context, hm_point from, hm_point move, int step_up,
                 int step_down, hm_slide_result *out);

/* True if two results agree in the parts that plain_slide writes. */
bool plain_same(const hm_slide_result *a, const hm_slide_result *b);

/* How far straight down something can move, at most `limit` pixels. */
int plain_fall(touch_at touch, const void *context, hm_point from, int limit);

/* The rule of hm_affine_overlap. Only the pixels of `b` in the box `near` are looked at. */
bool plain_turned(const struct picture *a, const struct picture *b, const hm_affine *map,
                  hm_box near);

#endif
