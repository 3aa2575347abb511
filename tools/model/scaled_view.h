/*
 * scaled_view.h - masks and points on a grid, at their own size or scaled down, to be drawn: of a
 * sprite, or of two with one over the other
 */
#ifndef SCALED_VIEW_H
#define SCALED_VIEW_H

#include "model/model.h"

/* A cell is solid, or has a point, when any of its pixels does. Bounds are half-open, in cells,
 * and all zero when nothing is solid. */
struct scaled_view {
    struct bitmap solid, points;
    uint32_t left, top, right, bottom;
};

/* The least number of pixels for each cell, each way, with which a sprite fits in so many cells. */
uint32_t scaled_view_scale(uint64_t width, uint64_t height, uint32_t most_width,
                           uint32_t most_height);

/* That number for a drawing in characters that is at most `columns` wide; 0 is any width. A drawing
 * has at most TEXT_SIDE_MAX columns and rows of pixels: a pack of a few bytes may hold a huge
 * sprite. */
enum { TEXT_SIDE_MAX = 4096 };
uint32_t scaled_view_text_scale(uint32_t width, uint32_t height, uint32_t columns);

/* The number of cells of `scale` pixels that hold that many pixels. */
uint32_t scaled_view_cells(uint32_t pixels, uint32_t scale);

/* `out` is to be freed, also when this fails. */
bool scaled_view_make(const struct model *model, const struct model_sprite *sprite, uint32_t scale,
                      struct scaled_view *out, struct error *err);
void scaled_view_free(struct scaled_view *view);

/* A sprite and its model. NULL is a sprite without pixels. */
struct sprite_of {
    const struct model *model;
    const struct model_sprite *sprite;
};

/* Pixels of both, gained and lost. Each bitmap is as wide and as high as the larger sprite. */
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
