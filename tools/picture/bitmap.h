/*
 * bitmap.h - images in memory, row by row: of one bit for each pixel, or in 8-bit RGBA
 *
 * Pixel (x, y) is bit x % 64 of word x / 64 of row y. Bits past the width are zero, always.
 */
#ifndef BITMAP_H
#define BITMAP_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bitmap {
    uint32_t width, height;
    size_t row_words;
    uint64_t *words;
};

/* A zeroed bitmap is empty and safe to free; init clears all pixels. False: no memory. */
bool bitmap_init(struct bitmap *bitmap, uint32_t width, uint32_t height);
void bitmap_free(struct bitmap *bitmap);

/* Sets all pixels; counts those that are set. */
void bitmap_fill(struct bitmap *bitmap);
uint64_t bitmap_count(const struct bitmap *bitmap);

static inline uint64_t *bitmap_row(const struct bitmap *bitmap, uint32_t y)
{
    return bitmap->words + (size_t)y * bitmap->row_words;
}

static inline bool bitmap_get(const struct bitmap *bitmap, uint32_t x, uint32_t y)
{
    return bitmap_row(bitmap, y)[x / 64] >> (x % 64) & 1;
}

static inline void bitmap_set(struct bitmap *bitmap, uint32_t x, uint32_t y)
{
    bitmap_row(bitmap, y)[x / 64] |= UINT64_C(1) << (x % 64);
}

/* ---- RGBA ------------------------------------------------------------------------------------ */

/* The most pixels of a picture: 128 MiB. */
#define RGBA_PIXELS_MAX (UINT32_C(1) << 25)

/* Colours are 0xRRGGBBAA, not premultiplied. */
struct rgba {
    uint32_t width, height;
    uint8_t *pixels; /* R, G, B, A, row by row */
};

/* Makes a picture of transparent pixels, which is to be freed. A zeroed one may be freed, too. */
bool rgba_init(struct rgba *out, uint64_t width, uint64_t height, struct error *err);
void rgba_free(struct rgba *rgba);

#endif
