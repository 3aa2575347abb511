/*
 * bitmap.c - the memory behind one bit a pixel
 */
#include "bitmap.h"

#include <stdlib.h>

bool bitmap_init(struct bitmap *bitmap, uint32_t width, uint32_t height)
{
    const size_t row_words = width / 64 + (width % 64 != 0);

    *bitmap = (struct bitmap){.width = width, .height = height, .row_words = row_words};
    if (row_words == 0 || height == 0)
        return true;
    if (row_words <= SIZE_MAX / sizeof *bitmap->words / height)
        bitmap->words = calloc(row_words * height, sizeof *bitmap->words);
    if (!bitmap->words)
        *bitmap = (struct bitmap){0};
    return bitmap->words;
}

void bitmap_free(struct bitmap *bitmap)
{
    free(bitmap->words);
    *bitmap = (struct bitmap){0};
}
