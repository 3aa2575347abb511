/*
 * article.h - near-pixel collision as in the article, in our own code: it uses hitmask only for
 * points and transforms as plain numbers
 */
#ifndef ARTICLE_H
#define ARTICLE_H

#include "pixels.h"

#include <hitmask_transform.h>

enum {
    CELLS = 24,
    CELL = 3, /* pixels */
    SIZE = CELLS * CELL,
    THRESHOLD = 200,
    PADDING = 4,
    ONE = 65536,
};

/* The cells that are listed. */
struct map {
    bool cells[CELLS][CELLS];
};

/* The map of a picture of SIZE x SIZE: a cell is solid when the alpha of any pixel is above
 * THRESHOLD. */
void make_map(const struct picture *art, struct map *out);

/* Drops cells with only solid ones up to PADDING away. The article begins and ends its loops
 * PADDING away from the border, so that what lies nearer is dropped as well. */
void prune_map(const struct map *map, bool as_article, struct map *out);

/* The pixel that the middle of another lands in. */
hm_point land(const hm_transform *to, hm_point pixel);

/* True if the cell of a pixel is listed. */
bool value_at(const struct map *map, hm_point pixel);

/* True if a point of `a` lies in a cell of `b`. */
bool points_meet_map(const struct map *a, const struct map *b, const hm_transform *to_b);

#endif
