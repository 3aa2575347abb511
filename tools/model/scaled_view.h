/*
 * scaled_view.h - a sprite's mask and points on a grid, at its own size or scaled down, to be drawn
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

/* The same for a drawing in characters that is at most `columns` wide; 0 is any width. A drawing
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

#endif
