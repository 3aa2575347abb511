/*
 * bitmap.c - memory of images, and functions for all pixels of a bitmap
 */
#include "picture/bitmap.h"

#include "bits.h"

#include <stdlib.h>
#include <string.h>

bool bitmap_init(struct bitmap *bitmap, uint32_t width, uint32_t height)
{
    const size_t row_words = width / 64 + (width % 64 != 0);
    *bitmap = (struct bitmap){.width = width, .height = height, .row_words = row_words};
    if (row_words == 0 || height == 0)
        return true;
    if (row_words <= SIZE_MAX / sizeof *bitmap->words / height)
        bitmap->words = calloc(row_words * height, sizeof *bitmap->words);
    if (bitmap->words == NULL)
        *bitmap = (struct bitmap){0};
    return bitmap->words != NULL;
}

void bitmap_free(struct bitmap *bitmap)
{
    free(bitmap->words);
    *bitmap = (struct bitmap){0};
}

void bitmap_fill(struct bitmap *bitmap)
{
    const unsigned in_last = bitmap->width % 64 ? bitmap->width % 64 : 64;
    for (uint32_t y = 0; y < bitmap->height && bitmap->row_words > 0; y++) {
        uint64_t *const row = bitmap_row(bitmap, y);
        memset(row, 255, bitmap->row_words * sizeof *row);
        row[bitmap->row_words - 1] = low_bits(in_last);
    }
}

uint64_t bitmap_count(const struct bitmap *bitmap)
{
    uint64_t count = 0;
    for (size_t i = 0; i < bitmap->row_words * bitmap->height; i++)
        if (bitmap->words[i] != 0) /* most are, where this is asked */
            count += count_bits(bitmap->words[i]);
    return count;
}

/* ---- RGBA ------------------------------------------------------------------------------------ */

bool rgba_init(struct rgba *out, uint64_t width, uint64_t height, struct error *err)
{
    *out = (struct rgba){0};
    if (width == 0 || height == 0 || width > RGBA_PIXELS_MAX || height > RGBA_PIXELS_MAX ||
        width * height > RGBA_PIXELS_MAX)
        return fail(err, "a picture of %llux%llu pixels is too large", (unsigned long long)width,
                    (unsigned long long)height);
    out->pixels = calloc((size_t)(width * height), 4);
    if (out->pixels == NULL)
        return fail_memory(err);
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
    return true;
}

void rgba_free(struct rgba *rgba)
{
    free(rgba->pixels);
    *rgba = (struct rgba){0};
}
