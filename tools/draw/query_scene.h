/*
 * query_scene.h - two sprites on one grid of cells, in pixels of the first, for drawings
 */
#ifndef QUERY_SCENE_H
#define QUERY_SCENE_H

#include "draw/query_answer.h"
#include "picture/bitmap.h"

/* Cell (0, 0) begins at pixel (left, top) of A; a cell is `scale` pixels a side. */
struct scene {
    int64_t left, top;
    uint32_t scale;
    struct bitmap a, b;
    struct bitmap both;  /* their overlap; empty when they do not touch */
    struct bitmap moved; /* A at the end of its move; without size when it does not move */
};

/* Fits the scene into so many cells; `out` is to be freed, also when this fails. */
bool scene_make(const struct question *question, const struct answer *answer, uint32_t most_width,
                uint32_t most_height, struct scene *out, struct error *err);
void scene_free(struct scene *scene);

/* The pixel of B, as it is asked about, on which the centre of pixel (x, y) of A lies; it may be
 * outside of B. */
void scene_pixel_of_b(const struct question *question, int64_t x, int64_t y, int64_t *u,
                      int64_t *v);

/* The cell of a pixel of A on each axis, which may be outside the scene. */
int64_t scene_column(const struct scene *scene, int64_t x);
int64_t scene_row(const struct scene *scene, int64_t y);

#endif
