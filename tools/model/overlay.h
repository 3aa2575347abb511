/*
 * overlay.h - two masks, one over the other in untrimmed space: pixels of both, gained and lost
 */
#ifndef OVERLAY_H
#define OVERLAY_H

#include "model/model.h"

/* A sprite and its model. NULL is a sprite without pixels. */
struct sprite_of {
    const struct model *model;
    const struct model_sprite *sprite;
};

/* Each bitmap is as wide and as high as the larger sprite. */
struct overlay {
    struct bitmap both, gained, lost;
};

/* The larger width and the larger height, in pixels. */
void overlay_size(struct sprite_of before, struct sprite_of after, uint32_t size[2]);

/* Makes an overlay with `scale` pixels for each cell. `out` is to be freed, also when this fails.
 */
bool overlay_make(struct sprite_of before, struct sprite_of after, uint32_t scale,
                  struct overlay *out, struct error *err);
void overlay_free(struct overlay *overlay);

#endif
