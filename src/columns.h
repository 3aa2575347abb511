/*
 * columns.h - one row of a stored mask, looked through a word at a time
 *
 * Rows and columns count from the corner of the stored bounds, which must hold them.
 */
#ifndef HM_COLUMNS_H
#define HM_COLUMNS_H

#include "bits.h"
#include "sprite.h"

/* Up to 64 bits of a row of bytes, from bit `x` and before bit `end`. */
static inline uint64_t read_columns(const uint8_t *row, uint32_t x, uint32_t end)
{
    const unsigned count = end - x < 64 ? end - x : 64;
    const unsigned shift = x % 8;
    uint64_t word = (uint64_t)row[x / 8] >> shift;
    for (unsigned bit = 8 - shift, byte = x / 8 + 1; bit < count; bit += 8, byte++)
        word |= (uint64_t)row[byte] << bit;
    return word & low_bits(count);
}

/* The word of a stripe, all but the columns from `first` to `last` cleared. */
static inline uint64_t word_between(const hm_sprite *sprite, uint32_t row, uint32_t stripe,
                                    uint32_t first, uint32_t last)
{
    uint64_t word = get_u64(sprite_row(sprite, stripe, row));
    if (stripe == first / 64)
        word &= ~low_bits(first % 64);
    if (stripe == last / 64)
        word &= low_bits(last % 64 + 1);
    return word;
}

/* Finds the first solid pixel of a row from column `first` to `last`, or backwards the last. */
static inline bool find_in_row(const hm_sprite *sprite, uint32_t row, uint32_t first, uint32_t last,
                               bool backwards, uint32_t *column)
{
    const uint32_t stripes = last / 64 - first / 64;
    for (uint32_t i = 0; i <= stripes; i++) {
        const uint32_t stripe = backwards ? last / 64 - i : first / 64 + i;
        const uint64_t word = word_between(sprite, row, stripe, first, last);
        if (word != 0) {
            *column = stripe * 64 + (backwards ? highest_bit(word) : lowest_bit(word));
            return true;
        }
    }
    return false;
}

/* The 64 pixels of a view from (x, y) to the right, which may lie anywhere. In sprite.c. */
uint64_t hm_shown_columns(const hm_sprite *sprite, int64_t x, int64_t y);

#endif
