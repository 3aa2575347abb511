/*
 * auto_cut.h - a sheet without an atlas, cut into its connected pieces
 *
 *     solid pixels -> pieces -> boxes -> boxes that lie close become one -> in reading order
 *
 * The boxes do not overlap, so each holds the pixels of its own pieces alone, and a game can draw
 * it. Reading order goes by rows: a box is in a row with the topmost one that is left when the
 * middle of either lies beside the other. So a sprite that is redrawn a little higher or lower
 * keeps its number, and so do all others.
 */
#ifndef AUTO_CUT_H
#define AUTO_CUT_H

#include "atlas/atlas.h"
#include "base/error.h"

struct auto_cut_rule {
    uint32_t gap;   /* boxes with fewer pixels than that between them become one */
    uint32_t least; /* pieces of fewer pixels are left out */
};

/* The most pieces that one image may have. */
enum { AUTO_CUT_MOST = 1 << 20 };

/* Makes an atlas of numbered frames, one a box; of none when no pixel is solid. To be freed also
 * when it fails. */
bool auto_cut(const struct bitmap *solid, const struct auto_cut_rule *rule, struct atlas *out,
              struct error *err);

#endif
