/*
 * region.h - a part of a picture becomes a sprite: cut -> mend -> mask -> points -> product
 *
 * A region is a whole picture, a cell of a grid, a piece of --auto-cut, a frame of an animation or
 * of an atlas, a layer of one of these, or a box that an artist has drawn. Whoever lists regions
 * says how each is called and by which recipe it is made; here nobody asks where it comes from.
 */
#ifndef REGION_H
#define REGION_H

#include "atlas/atlas.h"
#include "model/product.h"
#include "picture/decode.h"
#include "plan/recipe.h"

/* Edges are soft when more of the solid pixels than this have an alpha of at most SOFT_MOST. */
enum { SOFT_PERCENT = 20 };

/* All that the regions of one picture have in common. */
struct sheet {
    struct product *out;
    const char *path;      /* that messages are about */
    const char *source;    /* that the pack names */
    const char *origin;    /* the path of the input */
    uint64_t scale;        /* of the page, in billionths; 0: not said */
    struct budget *budget; /* of the picture */
    bool is_one;           /* it is one sprite, and has no other limit than its pixels */
    bool cells;            /* empty sprites are reported together */
    bool takes;            /* each region has planes of its own, and takes them over */
    bool cut_by_key;       /* the key has matched round the pieces */
    size_t empty, made;    /* the number of cells without a solid pixel, and of all that are
                              kept */
};

struct region {
    const struct recipe *recipe;
    struct atlas_frame frame;    /* where it lies, with its y from above; its name is for messages:
                                    "" is the file itself */
    const struct atlas_box *box; /* in that frame, instead of what is drawn there; NULL: none */
    const char *name;            /* of the sprite, without its layer */
    const char *layer;           /* NULL: none */
    bool apart;                  /* on a layer that stands apart: where nothing is drawn, it is left
                                    out */
};

/* Adds the sprite to the sheet's product, and its warnings to the diagnostics. A box needs no
 * planes. */
bool region_bake(struct sheet *sheet, const struct region *region, struct decoded *planes,
                 struct error *err);

/* No other sprite will find room. */
bool sheet_is_full(const struct sheet *sheet);

#endif
