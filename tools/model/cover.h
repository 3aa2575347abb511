/*
 * cover.h - the pixels that loops cover, to hold polygons against
 */
#ifndef COVER_H
#define COVER_H

#include "model/loops.h"

/* The pixels of a box whose centres lie in loops: those of an outline, its solid pixels. */
struct cover {
    uint64_t *rows;
    uint32_t width, height, row_words;
};

void cover_make(struct cover *cover, const struct loops *loops, uint32_t width, uint32_t height,
                struct arena *arena);

/* True if an edge comes through the inside of a covered pixel, or of one that is not covered. */
bool cover_is_crossed(const struct cover *cover, struct spot a, struct spot b, bool covered);

/* True if the loops have the centres of all covered pixels, or of no other ones. */
bool cover_holds(const struct cover *cover, const struct loops *loops, bool all,
                 struct arena *arena);

#endif
