/*
 * mask.c - finds the tight box of a bitmap, and copies its rows into stripes
 */
#include "model/mask.h"

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

/* The tight box, or all zero. */
static void find_box(const struct bitmap *bitmap, struct mask *box)
{
    uint32_t top = 0, bottom = bitmap->height, first = UINT32_MAX, last = 0;
    *box = (struct mask){0};
    while (top < bottom && row_is_empty(bitmap, top))
        top++;
    while (bottom > top && row_is_empty(bitmap, bottom - 1))
        bottom--;
    if (top == bottom)
        return;
    for (size_t i = 0; i < bitmap->row_words; i++) {
        uint64_t used = 0;
        for (uint32_t y = top; y < bottom; y++)
            used |= bitmap_row(bitmap, y)[i];
        if (used == 0)
            continue;
        if (first == UINT32_MAX)
            first = (uint32_t)(64 * i) + lowest_bit(used);
        last = (uint32_t)(64 * i) + 63 - lowest_bit(reverse_bits(used));
    }
    *box =
        (struct mask){.left = first, .top = top, .width = last - first + 1, .height = bottom - top};
}

bool mask_allocate(struct mask *mask, struct error *err)
{
    const uint64_t count = stored_words(mask->width, mask->height);
    if (count <= SIZE_MAX / sizeof *mask->words)
        mask->words = calloc((size_t)count, sizeof *mask->words);
    return mask->words != NULL || fail_memory(err);
}

bool mask_take_words(struct mask *mask, const uint8_t *bytes)
{
    const size_t size = (size_t)mask_bytes(mask->width, mask->height, mask->area);
    mask->words = size > 0 ? malloc(size) : NULL;
    for (size_t i = 0; mask->words != NULL && i < size / 8; i++)
        mask->words[i] = get_u64(bytes + 8 * i);
    return size == 0 || mask->words != NULL;
}

static uint64_t get_own_word(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

void mask_complete(struct mask *mask)
{
    const size_t count = (size_t)stripe_count(mask->width) * mask->height;
    mask->area = 0;
    for (size_t i = 0; i < count; i++)
        mask->area += count_bits(mask->words[i]);
    if (mask_is_full(mask->width, mask->height, mask->area)) {
        free(mask->words);
        mask->words = NULL;
        return;
    }
    for (size_t i = 0; i < block_words(mask->width, mask->height); i++)
        mask->words[count + i] =
            find_blocks((const uint8_t *)mask->words, get_own_word, mask->width, mask->height, i);
}

bool mask_from_bitmap(const struct bitmap *bitmap, struct mask *out, struct error *err)
{
    find_box(bitmap, out);
    if (out->width == 0)
        return true;
    if (!mask_allocate(out, err))
        return false;
    uint64_t *word = out->words;
    for (uint32_t x = 0; x < out->width; x += 64) {
        const uint64_t inside = low_bits(out->width - x < 64 ? out->width - x : 64);
        for (uint32_t y = 0; y < out->height; y++)
            *word++ = row_columns(bitmap, out->left + x, out->top + y) & inside;
    }
    mask_complete(out);
    return true;
}

/* 64 pixels of a row of the sprite from column x on, which must not be left of the mask. */
static uint64_t mask_columns(const struct mask *mask, uint32_t x, uint32_t y)
{
    if (mask->words == NULL)
        return UINT64_MAX;
    const uint32_t column = x - mask->left;
    const uint64_t *const word =
        mask->words + (size_t)(column / 64) * mask->height + (y - mask->top);
    const unsigned shift = column % 64;
    if (shift == 0 || column / 64 + 1 >= stripe_count(mask->width))
        return *word >> shift;
    return *word >> shift | word[mask->height] << (64 - shift);
}

uint64_t mask_count_both(const struct mask *a, const struct mask *b)
{
    const uint32_t left = a->left > b->left ? a->left : b->left;
    const uint32_t top = a->top > b->top ? a->top : b->top;
    const uint64_t rights[2] = {(uint64_t)a->left + a->width, (uint64_t)b->left + b->width};
    const uint64_t bottoms[2] = {(uint64_t)a->top + a->height, (uint64_t)b->top + b->height};
    const uint64_t right = rights[0] < rights[1] ? rights[0] : rights[1];
    const uint64_t bottom = bottoms[0] < bottoms[1] ? bottoms[0] : bottoms[1];
    uint64_t count = 0;
    if (a->area == 0 || b->area == 0 || right <= left || bottom <= top)
        return 0;
    if (a->words == NULL && b->words == NULL)
        return (right - left) * (bottom - top);
    for (uint64_t x = left; x < right; x += 64) {
        const uint64_t inside = low_bits(right - x < 64 ? (uint32_t)(right - x) : 64);
        for (uint64_t y = top; y < bottom; y++)
            count += count_bits(mask_columns(a, (uint32_t)x, (uint32_t)y) &
                                mask_columns(b, (uint32_t)x, (uint32_t)y) & inside);
    }
    return count;
}

static bool blocks_are_right(const struct mask *mask)
{
    const size_t rows = (size_t)stripe_count(mask->width) * mask->height;
    for (size_t i = 0; i < block_words(mask->width, mask->height); i++)
        if (mask->words[rows + i] !=
            find_blocks((const uint8_t *)mask->words, get_own_word, mask->width, mask->height, i))
            return false;
    return true;
}

bool mask_is_right(const struct mask *mask)
{
    const uint64_t *stripe = mask->words;
    uint64_t area = 0, top = 0, bottom = 0, first = 0, last = 0;
    if (mask->area == 0)
        return mask->left == 0 && mask->top == 0 && mask->width == 0 && mask->height == 0;
    if (mask_is_full(mask->width, mask->height, mask->area))
        return true;
    for (size_t i = 0; i < stripe_count(mask->width); i++, stripe += mask->height) {
        last = 0;
        for (uint32_t y = 0; y < mask->height; y++) {
            last |= stripe[y];
            area += count_bits(stripe[y]);
        }
        first = i == 0 ? last : first;
        top |= stripe[0];
        bottom |= stripe[mask->height - 1];
    }
    return area == mask->area && top != 0 && bottom != 0 && (first & 1) != 0 &&
           last >> (mask->width - 1) % 64 == 1 && blocks_are_right(mask);
}

void mask_free(struct mask *mask)
{
    free(mask->words);
    *mask = (struct mask){0};
}
