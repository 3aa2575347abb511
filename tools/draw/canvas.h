/*
 * canvas.h - draws boxes, lines, bitmaps, pictures and letters on a picture
 *
 * Everything may reach over the edges and is clipped there. Colours are blended over the pixels
 * that are there. It knows nothing of sprites or files.
 */
#ifndef CANVAS_H
#define CANVAS_H

#include "base/error.h"
#include "model/bitmap.h"
#include "model/rgba.h"

/* A place on a canvas, also outside it. */
struct canvas_point {
    int64_t x, y;
};

/* Makes a picture of one colour; `out` is to be freed. */
bool canvas_init(struct rgba *out, uint64_t width, uint64_t height, uint32_t color,
                 struct error *err);

uint32_t canvas_get(const struct rgba *canvas, uint32_t x, uint32_t y);

void canvas_fill(struct rgba *canvas, struct canvas_point at, uint64_t width, uint64_t height,
                 uint32_t color);

/* The inside edge of a box, `thick` pixels wide. In dashes of `dash` pixels, or 0: unbroken. */
void canvas_frame(struct rgba *canvas, struct canvas_point at, uint64_t width, uint64_t height,
                  uint32_t thick, uint32_t dash, uint32_t color);

/* Both ends included; a square of `thick` pixels a side is drawn along the way. */
void canvas_line(struct rgba *canvas, struct canvas_point from, struct canvas_point to,
                 uint32_t thick, uint32_t color);

/* The set pixels of a bitmap as blocks of `zoom` pixels, each less `inset` on every side. */
void canvas_bitmap(struct rgba *canvas, struct canvas_point at, const struct bitmap *bitmap,
                   uint32_t zoom, uint32_t inset, uint32_t color);

/* The box (x, y, width, height) of another picture, which must lie in it, over width * zoom
 * pixels: nearest neighbours. It is shrunk to one in `shrink` pixels first. */
void canvas_image(struct rgba *canvas, struct canvas_point at, const struct rgba *from,
                  const uint32_t box[4], uint32_t shrink, uint32_t zoom);

/* A line of UTF-8, its top-left corner at `at`; no character is more than a box or a letter. */
void canvas_text(struct rgba *canvas, struct canvas_point at, uint32_t zoom, uint32_t color,
                 const char *text);
uint32_t canvas_text_width(const char *text, uint32_t zoom);

#endif
