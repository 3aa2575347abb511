/*
 * animations.h - animations of a whole bake: those that names give, those of layers, and unions of
 * their frames
 */
#ifndef ANIMATIONS_H
#define ANIMATIONS_H

#include "model/model.h"
#include "system/diagnostics.h"

/* ---- Sequences ----------------------------------------------------------------------------- */

/* Frames that belong together by their names become animations.
 *
 *     hero/run_9.png  hero/run_10.png  hero/run_11.png   hero/run
 *     hero/run.png#0  hero/run.png#1                     hero/run
 *     hero/run/1.png  hero/run/2.png                     hero/run
 *
 * Only sprites that have `animate` and no layer become frames:
 *
 * - Cells of a sheet (NAME#k) are an animation, even a single cell, in the order of k. Its name is
 *   NAME without its extension.
 * - Other sprites are an animation when at least two have the same folder and the same beginning
 *   before the number at the end of their names, in the order of the numbers (then of the names'
 *   bytes). Extensions do not count, nor does the bracket behind a number ("run (2).png"). The
 *   animation is named after that beginning without "_-+~. ([" at its end; when nothing is left,
 *   after the folder, or the file of their atlas. Pictures without a folder are then not an
 *   animation.
 * - Their numbers follow each other, and their sizes are equal, or they are called NAME-N in a
 * folder. Where only a part of them does so, the longest such part is the animation, the first of
 * several.
 * - The frames come from one file, from files in one folder whose names differ only in digits, or
 *   from those of a multipack. Such files are in one shard of a bake, so that shards find the same
 *   sequences as a whole bake.
 * - A sequence is left out when animations of the atlas have all of its frames, or when one with a
 *   frame of it has its name. When the atlas does not say how long a frame lasts, its `animate`
 *   does.
 *
 * An extension is the part of a name after its last dot, unless it ends with a digit. The frames'
 * masks are joined when all frames ask for it. */
struct sequence_frame;

/* A zeroed one is empty. */
struct sequences {
    struct sequence_frame *frames;
    size_t count, capacity;
};

void sequences_free(struct sequences *sequences);

/* Takes the frames of one input: the model's sprites from `first` on. The names of the input and of
 * the sprites must stay. `extensions`: the sprites' names have their extensions. */
void sequences_take(struct sequences *sequences, const struct model *model, size_t first,
                    const char *input, bool extensions);

/* The animations that names gave, for the summary. */
struct joined {
    size_t animations, frames;
    size_t named;
    char names[160]; /* of the first of them: "hero/run (8), hero/walk (6)" */
};

/* Call it when the model has the animations of all atlases: gives their steps the durations that
 * the atlases do not say, and adds the animations of all other frames. Counts these in `joined`,
 * which may be NULL. */
void sequences_pour(struct sequences *sequences, struct model *model, struct joined *joined);

/* ---- Layers -------------------------------------------------------------------------------- */

/* Layers follow animations: an animation whose frames all have a layer `hit` gets a sister of these
 * layers, unless there is one of that name.
 *
 *     hero/walk: walk-0 walk-1     walk-0:hit walk-1:hit     hero/walk:hit: walk-0:hit walk-1:hit
 *
 * If only some frames have the layer, there is no sister: `*partial` counts these, and a note
 * names each. Call it when the model has all animations; it is put in order if it has layers. */
void layers_pour(struct model *model, size_t *partial, struct diagnostics *diagnostics);

/* ---- Unions -------------------------------------------------------------------------------- */

/* One mask for all frames of an animation.
 *
 *     #..   ..#   ...        #.#
 *     ...   ...   .#.   ->   .#.   in the place of each
 *
 * The frames of a joined animation get one mask: a pixel of the untrimmed sprite is solid when it
 * is solid in any of them. A frame of several joined animations joins all of these. Sizes must be
 * the same. Points are made anew by the map, prune and border of each frame's own list; a frame
 * without a list gets none. Pivots and warnings stay.
 *
 * Joins the frames of joined animations in a model that is not sorted yet; it is put in order.
 * Errors go to `diagnostics`: with any error no mask is changed. */
void unions_make(struct model *model, struct diagnostics *diagnostics);

#endif
