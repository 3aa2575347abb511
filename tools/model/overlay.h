/*
 * overlay.h - two masks laid over each other in untrimmed space: what stayed, came and went
 */
#ifndef OVERLAY_H
#define OVERLAY_H

#include "model/model.h"

/* A sprite of a model; without one (NULL) it has no pixels. */
struct sprite_of {
    const struct model *model;
    const struct model_sprite *sprite;
};

/* All as large as the larger of the two, each way. */
struct overlay {
    struct bitmap both, gained, lost;
};

/* The size of both together, in pixels. */
void overlay_size(struct sprite_of before, struct sprite_of after, uint32_t size[2]);

/* At `scale` pixels a cell; `out` is to be freed, also when this fails. */
bool overlay_make(struct sprite_of before, struct sprite_of after, uint32_t scale,
                  struct overlay *out, struct error *err);
void overlay_free(struct overlay *overlay);

/* The set pixels of a bitmap. */
uint64_t overlay_count(const struct bitmap *bitmap);

#endif
