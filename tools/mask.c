/*
 * mask.c - finds the tight box of a bitmap and turns its rows into stripes
 */
#include "mask.h"

#include "bits.h"
#include "format.h"

#include <stdlib.h>
#include <string.h>

/* Up to 64 pixels of a row from column x on. */
static uint64_t row_columns(const struct bitmap *bitmap, uint32_t x, uint32_t y)
{
    const uint64_t *const row = bitmap_row(bitmap, y);
    const size_t word = x / 64;
    const unsigned shift = x % 64;
    uint64_t columns = row[word] >> shift;
    if (shift != 0 && word + 1 < bitmap->row_words)
        columns |= row[word + 1] << (64 - shift);
    return columns;
}

static bool row_is_empty(const struct bitmap *bitmap, uint32_t y)
{
    const uint64_t *const row = bitmap_row(bitmap, y);
    for (size_t i = 0; i < bitmap->row_words; i++)
        if (row[i] != 0)
            return false;
    return true;
}

/* The first and last column used between two rows, of which at least one has a pixel. */
static void find_columns(const struct bitmap *bitmap, struct mask *box)
{
    uint32_t first = UINT32_MAX, last = 0;
    for (size_t i = 0; i < bitmap->row_words; i++) {
        uint64_t used = 0;
        for (uint32_t y = box->top; y < box->top + box->height; y++)
            used |= bitmap_row(bitmap, y)[i];
        if (used == 0)
            continue;
        if (first == UINT32_MAX)
            first = (uint32_t)(64 * i) + lowest_bit(used);
        last = (uint32_t)(64 * i) + 63 - lowest_bit(reverse_bits(used));
    }
    box->left = first;
    box->width = last - first + 1;
}

/* The tight box, or all zero. */
static void find_box(const struct bitmap *bitmap, struct mask *box)
{
    uint32_t top = 0, bottom = bitmap->height;
    *box = (struct mask){0};
    while (top < bottom && row_is_empty(bitmap, top))
        top++;
    while (bottom > top && row_is_empty(bitmap, bottom - 1))
        bottom--;
    if (top == bottom)
        return;
    box->top = top;
    box->height = bottom - top;
    find_columns(bitmap, box);
}

/* Copies the box; returns how many pixels are solid. */
static uint64_t copy_stripes(const struct bitmap *bitmap, const struct mask *box, uint64_t *words)
{
    uint64_t area = 0;
    for (uint32_t x = 0; x < box->width; x += 64) {
        const uint64_t inside = low_bits(box->width - x < 64 ? box->width - x : 64);
        for (uint32_t y = 0; y < box->height; y++, words++) {
            *words = row_columns(bitmap, box->left + x, box->top + y) & inside;
            area += count_bits(*words);
        }
    }
    return area;
}

bool mask_from_bitmap(const struct bitmap *bitmap, struct mask *out, struct error *err)
{
    find_box(bitmap, out);
    if (out->width == 0)
        return true;
    out->words = calloc((size_t)stripe_count(out->width) * out->height, sizeof *out->words);
    if (out->words == NULL)
        return fail_memory(err);
    out->area = copy_stripes(bitmap, out, out->words);
    if (mask_is_full(out->width, out->height, out->area)) {
        free(out->words);
        out->words = NULL;
    }
    return true;
}

void mask_free(struct mask *mask)
{
    free(mask->words);
    *mask = (struct mask){0};
}

bool mask_get(const struct mask *mask, uint32_t x, uint32_t y)
{
    if (mask->words == NULL)
        return mask->area > 0;
    return mask->words[(size_t)(x / 64) * mask->height + y] >> (x % 64) & 1;
}
