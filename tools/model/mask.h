/*
 * mask.h - solid pixels trimmed to their bounds, packed in the pack's stripes
 */
#ifndef MASK_H
#define MASK_H

#include "base/error.h"
#include "bits.h"
#include "picture/bitmap.h"

#include <stdint.h>

/* The pixels of the box (left, top, width, height); all zero when nothing is solid.
 * Word `stripe * height + y` holds columns 64 * stripe and on of row y, the leftmost in
 * bit 0; the bits of a large mask's blocks follow. `words` is NULL when the box is empty or solid
 * throughout. */
struct mask {
    uint32_t left, top, width, height;
    uint64_t area;
    uint64_t *words;
    uint64_t hash; /* of what equal masks have in common, in a model */
};

/* 64 pixels of row `y` from column `x` on, a multiple of 64, both in the box; those past its width
 * are zero. */
static inline uint64_t mask_word(const struct mask *mask, uint32_t x, uint32_t y)
{
    const uint32_t left = mask->width - x;
    return mask->words != NULL ? mask->words[(size_t)(x / 64) * mask->height + y]
                               : low_bits(left < 64 ? left : 64);
}

/* Makes room for the words of the box, all zero. */
bool mask_allocate(struct mask *mask, struct error *err);

/* Takes the words of a mask, of which size and area are set, from their bytes in a pack. False
 * without memory. */
bool mask_take_words(struct mask *mask, const uint8_t *bytes);

/* Call this when all words of the box are set. Counts the pixels, and makes the words as in a pack.
 */
void mask_complete(struct mask *mask);

/* How many pixels are solid in both, each at its place. Takes no memory, and no longer than the
 * words of one of them take to be read: a mask without words may be huge. */
uint64_t mask_count_both(const struct mask *a, const struct mask *b);

bool mask_from_bitmap(const struct bitmap *bitmap, struct mask *out, struct error *err);
void mask_free(struct mask *mask);

/* True if the mask is as mask_from_bitmap makes it: a tight box, the right area and blocks, no bit
 * outside. Its words must be as many as its size and area call for. */
bool mask_is_right(const struct mask *mask);

#endif
