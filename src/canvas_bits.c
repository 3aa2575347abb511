/*
 * canvas_bits.c - the mask of a canvas as rows of bytes, for files and networks
 */
#include "canvas.h"

#include "columns.h"

SMALL bool hm_canvas_bits(const hm_canvas *canvas, void *bits, size_t stride, size_t size)
{
    const hm_sprite view = {
        .words = canvas->words,
        .bounds = {0, 0, canvas->width, canvas->height},
        .width = canvas->width,
        .height = canvas->height,
        .row_step = 8,
    };
    return hm_sprite_bits(&view, bits, stride, size);
}

SMALL bool hm_canvas_from_bits(hm_canvas *canvas, const void *bits, size_t stride, size_t size)
{
    const uint32_t width = (uint32_t)canvas->width, height = (uint32_t)canvas->height;
    const hm_box all = {0, 0, canvas->width, canvas->height};
    if (stride < ((size_t)width + 7) / 8 || (height > 0 && size / height < stride))
        return false;
    for (uint32_t x = 0; x < width; x += 64)
        for (uint32_t y = 0; y < height; y++)
            put_u64(canvas_row(canvas, x / 64, y),
                    read_columns((const uint8_t *)bits + y * stride, x, width));
    if (!is_empty_box(&all))
        hm_canvas_mark(canvas, &all);
    return true;
}
