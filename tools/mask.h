/*
 * mask.h - solid pixels trimmed to their bounds, packed in the pack's stripes
 */
#ifndef MASK_H
#define MASK_H

#include "bitmap.h"
#include "error.h"

#include <stdint.h>

/* The pixels of the box (left, top, width, height); all zero when nothing is solid.
 * Word `stripe * height + y` holds columns 64 * stripe and on of row y, the leftmost in
 * bit 0. `words` is NULL when the box is empty or solid throughout. */
struct mask {
    uint32_t left, top, width, height;
    uint64_t area;
    uint64_t *words;
};

bool mask_from_bitmap(const struct bitmap *bitmap, struct mask *out, struct error *err);
void mask_free(struct mask *mask);

/* Is pixel (x, y) of the box solid? It must lie in the box. */
bool mask_get(const struct mask *mask, uint32_t x, uint32_t y);

#endif
