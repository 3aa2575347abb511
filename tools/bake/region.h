/*
 * region.h - a part of a picture becomes a sprite: cut -> mend -> mask -> points -> product
 *
 * A region is a whole picture, a cell of a grid, a piece of --auto-cut, a frame of an animation or
 * of an atlas, a layer of one of these, or a box that an artist has drawn. The code that lists
 * regions gives each a name and a recipe; this file does not know where a region comes from.
 */
#ifndef REGION_H
#define REGION_H

#include "atlas/atlas.h"
#include "model/product.h"
#include "picture/image.h"
#include "plan/recipe.h"

/* Edges are soft when more of the solid pixels than this have an alpha of at most SOFT_MOST. */
enum { SOFT_PERCENT = 20 };

/* A sprite is nearly empty when fewer of its visible pixels than this are solid. */
enum { NEARLY_EMPTY_PERCENT = 5 };

/* All that the regions of one picture have in common. */
struct sheet {
    struct product *out;
    const char *path;      /* that messages are about */
    const char *source;    /* that the pack names */
    const char *origin;    /* the path of the input */
    const char *file;      /* the name of the input */
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
    bool again;                  /* it was baked before: this is a layer of its rule */
    const char *match;           /* the name by which rules know it; NULL: how it is made is not
                                    kept */
    struct solid_rule solid;     /* its rule, with the key of the atlas; for `match` alone */
};

/* Adds the sprite to the sheet's product, and its warnings to the diagnostics. A box needs no
 * planes. */
bool region_bake(struct sheet *sheet, const struct region *region, struct decoded *planes,
                 struct error *err);

/* True if no other sprite will find room. */
bool sheet_is_full(const struct sheet *sheet);

/* ---- Cutting, in frame_cut.c -------------------------------------------------------------- */

/* A piece of a page becomes a picture of its own, upright and untrimmed: only the part of its
 * sprite in which anything may be solid, its window. A frame of a few pixels may lie in a huge
 * sprite. */

/* The part of a sprite that was cut out; the rest of the sprite is empty. By axis. */
struct window {
    uint32_t at[2], size[2]; /* the size of the planes */
    uint32_t whole[2];       /* the size of the sprite */
};

/* To be freed with decoded_free(&cutting.planes). */
struct cutting {
    struct decoded planes;
    struct window window;
};

/* The frame's rectangle on its page: x, y, width and height. A turned frame lies on its side. */
void frame_region(const struct atlas_frame *frame, uint32_t region[4]);

/* The part of its sprite that the upright frame covers: x, y, width and height, before it was
 * scaled. */
void frame_place(const struct atlas_frame *frame, bool trimmed, uint64_t scale, uint32_t place[4]);

/* Cuts the frame out of its page, which it must lie on, and as many empty pixels round it as
 * `margin` says, as far as the sprite goes. With `trimmed` the sprite is the frame's region alone.
 * To be freed when it succeeds. */
bool cut_frame(const struct decoded *page, const struct atlas_frame *frame, bool trimmed,
               uint32_t margin, struct cutting *out, struct error *err);

/* A scale of 1. */
enum { SCALE_ONE = 1000000000 };

/* A side of so many pixels before a packer scaled it by so many billionths; at least 1. */
uint64_t unscaled_side(uint64_t side, uint64_t scale);

/* Gives what was cut without a margin the size that it had before it was scaled: each pixel is the
 * one of the smaller picture on which its centre lies. */
bool cut_unscale(struct cutting *cutting, uint64_t scale, uint32_t margin, struct error *err);

/* Makes planes of the sprite in which only the box, or its shape, is solid, as far as it is not
 * trimmed. */
bool cut_box(const struct atlas_frame *frame, const struct atlas_box *box, bool trimmed,
             struct cutting *out, struct error *err);

#endif
