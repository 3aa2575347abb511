/*
 * canvas.h - draws boxes, lines, bitmaps, pictures and letters on a picture, and finds outlines
 *
 * All shapes are clipped to the picture. Colours are blended over the old pixels. This file knows
 * nothing of sprites or files.
 */
#ifndef CANVAS_H
#define CANVAS_H

#include "base/error.h"
#include "picture/bitmap.h"

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

/* Draws a frame of `thick` pixels inside a box, in dashes of `dash` pixels; 0: without gaps. */
void canvas_frame(struct rgba *canvas, struct canvas_point at, uint64_t width, uint64_t height,
                  uint32_t thick, uint32_t dash, uint32_t color);

/* Draws a line, both ends included, with a square pen of `thick` pixels. */
void canvas_line(struct rgba *canvas, struct canvas_point from, struct canvas_point to,
                 uint32_t thick, uint32_t color);

/* Draws the set pixels of a bitmap as blocks of `zoom` pixels, smaller by `inset` on every side. */
void canvas_bitmap(struct rgba *canvas, struct canvas_point at, const struct bitmap *bitmap,
                   uint32_t zoom, uint32_t inset, uint32_t color);

/* Draws a line of UTF-8 with its top-left corner at `at`. A character without a letter is a box. */
void canvas_text(struct rgba *canvas, struct canvas_point at, uint32_t zoom, uint32_t color,
                 const char *text);
uint32_t canvas_text_width(const char *text, uint32_t zoom);

/* ---- Outlines ----------------------------------------------------------------------------- */

struct corner {
    uint32_t x, y;
};

/* Gives the edge of a mask as closed paths. They run along the edges of pixels, from corner to
 * corner, with solid pixels on their right: outer ones clockwise as seen, those round holes
 * counter-clockwise. Pixels that touch at a corner only have paths of their own there, so that none
 * ever crosses itself. Filled by even-odd, or by non-zero winding, the paths give the mask again,
 * to the pixel.
 *
 *     .##.
 *     ####    (1,0) (3,0) (3,1) (4,1) (4,2) (0,2) (0,1) (1,1)
 *
 * Gives each path to `take`: its corners, the first not repeated at the end, in the order in
 * which reading meets their topmost, then leftmost edge. Fails without memory for a copy of the
 * bitmap. */
bool outline_trace(const struct bitmap *bitmap,
                   void (*take)(void *user, const struct corner *corners, size_t count), void *user,
                   struct error *err);

#endif
