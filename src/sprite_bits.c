/*
 * sprite_bits.c - a mask written out as rows of bytes
 */
#include "columns.h"

static void write_columns(uint8_t *row, uint32_t x, uint32_t end, uint64_t word)
{
    for (uint32_t at = x / 8; at < (end + 7) / 8 && at < x / 8 + 8; at++, word >>= 8)
        row[at] = (uint8_t)word;
}

bool hm_sprite_bits(const hm_sprite *sprite, void *bits, size_t stride, size_t size)
{
    const uint32_t width = (uint32_t)sprite->width, height = (uint32_t)sprite->height;
    if (stride < ((size_t)width + 7) / 8 || (height > 0 && size / height < stride))
        return false;
    for (uint32_t x = 0; x < width; x += 64)
        for (uint32_t y = 0; y < height; y++)
            write_columns((uint8_t *)bits + y * stride, x, width, shown_columns(sprite, x, y));
    return true;
}
