/*
 * canvas_bits.c - the mask of a canvas as rows of bytes, for files and networks
 */
#include "canvas.h"

bool hm_canvas_bits(const hm_canvas *canvas, void *bits, size_t stride, size_t size)
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
