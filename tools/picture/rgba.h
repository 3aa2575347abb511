/*
 * rgba.h - a picture in 8-bit RGBA: art that was read, or pixels to draw on
 *
 * Colours are 0xRRGGBBAA, not premultiplied. It knows no file format and draws nothing.
 */
#ifndef RGBA_H
#define RGBA_H

#include "base/error.h"

#include <stdint.h>

/* The most pixels of a picture: 128 MiB. */
#define RGBA_PIXELS_MAX (UINT32_C(1) << 25)

struct rgba {
    uint32_t width, height;
    uint8_t *pixels; /* R, G, B, A, row by row */
};

/* Makes a picture of transparent pixels, which is to be freed. A zeroed one may be freed, too. */
bool rgba_init(struct rgba *out, uint64_t width, uint64_t height, struct error *err);
void rgba_free(struct rgba *rgba);

#endif
