/*
 * sprite_bits.c - a mask written out as rows of bytes
 */
#include "columns.h"

/* The 64 columns of a stored row from `column` on, which may lie anywhere. Columns outside the
 * bounds are empty. */
static uint64_t stored_columns(const hm_sprite *sprite, int64_t column, uint32_t row)
{
    const int64_t width = (int64_t)sprite->bounds.x1 - sprite->bounds.x0;
    if (column <= -64 || column >= width)
        return 0;
    const uint32_t first = (uint32_t)larger(column, 0),
                   last = (uint32_t)smaller(column + 63, width - 1);
    const uint64_t low = get_u64(sprite_row(sprite, first / 64, row)) >> first % 64;
    const uint64_t high = get_u64(sprite_row(sprite, last / 64, row)) << (-(first % 64) & 63);
    return ((low | high) & low_bits(last - first + 1)) << (first - column);
}

uint64_t hm_shown_columns(const hm_sprite *sprite, int64_t x, int64_t y)
{
    const hm_box box = sprite->bounds;
    const int64_t row = (sprite->flip_y ? sprite->height - 1 - y : y) - box.y0;
    if (row < 0 || row >= (int64_t)box.y1 - box.y0)
        return 0;
    if (!sprite->flip_x)
        return stored_columns(sprite, x - box.x0, (uint32_t)row);
    return reverse_bits(stored_columns(sprite, sprite->width - 64 - x - box.x0, (uint32_t)row));
}

static SMALL void write_columns(uint8_t *row, uint32_t x, uint32_t end, uint64_t word)
{
    for (uint32_t at = x / 8; at < (end + 7) / 8 && at < x / 8 + 8; at++, word >>= 8)
        row[at] = (uint8_t)word;
}

SMALL bool hm_sprite_bits(const hm_sprite *sprite, void *bits, size_t stride, size_t size)
{
    const uint32_t width = (uint32_t)sprite->width, height = (uint32_t)sprite->height;
    if (stride < ((size_t)width + 7) / 8 || (height > 0 && size / height < stride))
        return false;
    for (uint32_t x = 0; x < width; x += 64)
        for (uint32_t y = 0; y < height; y++)
            write_columns((uint8_t *)bits + y * stride, x, width, hm_shown_columns(sprite, x, y));
    return true;
}
