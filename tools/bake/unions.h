/*
 * unions.h - one mask for all frames of an animation
 *
 *     #..   ..#   ...        #.#
 *     ...   ...   .#.   ->   .#.   in the place of each
 *
 * The frames of a joined animation get one mask: a pixel of the untrimmed sprite is solid when it
 * is solid in any of them. A frame of several joined animations joins all of these. Sizes must be
 * the same. Points are made anew by the map, prune and border of each frame's own list; a frame
 * without a list gets none. Pivots and warnings stay.
 */
#ifndef UNIONS_H
#define UNIONS_H

#include "model/model.h"
#include "system/diagnostics.h"

/* Joins the frames of joined animations in a model that is not sorted yet; it is put in order.
 * Errors go to `diagnostics`: with any error no mask is changed. */
void unions_make(struct model *model, struct diagnostics *diagnostics);

#endif
