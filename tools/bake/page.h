/*
 * page.h - a page of an atlas, or a picture that is cut as one: its frames and boxes are regions
 *
 * A grid is an atlas, too, of numbered frames on one page, and so are the pieces of --auto-cut and
 * the frames of an animation.
 */
#ifndef PAGE_H
#define PAGE_H

#include "bake/bake.h"
#include "bake/region.h"

/* Adds an error about that sheet, with its place in the atlas's file. A picture that is cut up has
 * no such file. */
void bake_add_error(const struct bake_job *job, const struct sheet *sheet, const char *what,
                    const char *name, struct atlas_place place, const struct error *err);

/* A page of an atlas, or a picture that is cut into numbered frames, which is an atlas too. */
struct page {
    const struct bake_job *job;
    const struct atlas *atlas;
    uint32_t index;
    const struct recipe *recipe; /* of all frames that have none of their own */
    struct solid_rule *solids;   /* the rules of its frames, each once */
    size_t solid_count;
    struct decoded *planes; /* by each of them */
    struct sheet sheet;
};

/* Bakes a frame of the atlas; or a box in it, or what is drawn there on a layer apart. Errors go to
 * the diagnostics. */
void page_bake_frame(struct page *page, uint32_t index, const struct atlas_box *box,
                     const char *layer_apart, const struct recipe_layer *layer,
                     struct decoded *planes);

/* Bakes the frames of the page, and then its boxes. */
void page_bake(struct page *page);

/* Adds the animations of an atlas. `layer` is that of all frames, if they have no recipes of their
 * own. */
void bake_animations(const struct bake_job *job, const struct atlas *atlas, const char *layer);

/* Makes the sprites and animations of an input that is an atlas. */
void bake_atlas(const struct bake_job *job);

#endif
