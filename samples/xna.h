/*
 * xna.h - the test of the XNA tutorial, in our own code; hm_overlap replaces it
 */
#ifndef XNA_H
#define XNA_H

#include "pixels.h"

/* Looks at all pixels of both in the rectangle that their boxes share. */
bool intersect_pixels(hm_box box_a, const struct picture *a, hm_box box_b, const struct picture *b);

#endif
