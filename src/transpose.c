/*
 * transpose.c - a sprite with x and y exchanged, for turned tiles
 */
#include "bits.h"
#include "sprite.h"

/* Writes the pixels of `box` as stripes, a column as a row. Returns how many are solid. */
static uint64_t copy_transposed(const hm_sprite *sprite, const hm_box *box, uint8_t *words)
{
    const size_t rows = (size_t)(box->x1 - box->x0);
    uint64_t area = 0;
    memset(words, 0, (size_t)stripe_count((uint32_t)(box->y1 - box->y0)) * rows * 8);
    for (int32_t y = box->y0; y < box->y1; y++) {
        const uint32_t column = (uint32_t)(y - box->y0);
        uint8_t *row = words + column / 64 * rows * 8;
        for (int32_t x = box->x0; x < box->x1; x++, row += 8) {
            if (!hm_solid(sprite, x, y))
                continue;
            put_u64(row, get_u64(row) | UINT64_C(1) << column % 64);
            area++;
        }
    }
    return area;
}

SMALL bool hm_sprite_transpose(const hm_sprite *sprite, void *buffer, size_t buffer_size,
                               hm_sprite *out)
{
    const hm_sprite from = *sprite;
    hm_box box;
    memset(out, 0, sizeof *out);
    const size_t needed = hm_sprite_buffer_size(from.height, from.width);
    if (needed == 0 || buffer_size < needed)
        return false;
    hm_sprite_bounds(&from, &box);
    hm_sprite_pivot(&from, &out->pivot_y, &out->pivot_x);
    out->width = from.height;
    out->height = from.width;
    out->cpu = from.cpu;
    out->bounds = (hm_box){box.y0, box.x0, box.y1, box.x1};
    out->words = (const uint8_t *)buffer;
    out->row_step = 8;
    out->area = copy_transposed(&from, &box, (uint8_t *)buffer);
    hm_sprite_end(out, (uint8_t *)buffer);
    return true;
}
