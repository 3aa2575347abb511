/*
 * canvas_morph.c - a canvas whose solid pixels grow, shrink, or become an outline
 *
 * All of it is stamping the canvas with itself. Moved by 1, then 2, then 4 columns, it covers 1, 3
 * and 7 columns more; so the number of stamps grows with the number of digits of the distance. A
 * square is what columns make of rows, in both directions.
 */
#include "canvas.h"

static SMALL void spread(hm_canvas *canvas, uint32_t distance, hm_op op)
{
    static const int8_t ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    /* Anything further away than the canvas is long is outside. */
    const int64_t most = smaller(distance, larger(canvas->width, canvas->height));
    hm_sprite self = {.words = canvas->words, .width = canvas->width, .height = canvas->height};
    self.bounds = (hm_box){0, 0, canvas->width, canvas->height};
    self.row_step = 8;
    self.loose = 1;
    for (int i = 0; i < 4; i++)
        for (int64_t covered = 1, by; covered <= most; covered += by) {
            by = smaller(covered, most + 1 - covered);
            self.of.tight = hm_canvas_extent(canvas);
            hm_canvas_stamp(canvas, &self, (int32_t)(by * ways[i][0]), (int32_t)(by * ways[i][1]),
                            op);
        }
}

void hm_canvas_grow(hm_canvas *canvas, uint32_t distance)
{
    spread(canvas, distance, HM_ADD);
}

void hm_canvas_shrink(hm_canvas *canvas, uint32_t distance)
{
    spread(canvas, distance, HM_KEEP);
}

SMALL bool hm_canvas_outline(hm_canvas *canvas, uint32_t thickness, void *scratch,
                             size_t scratch_size)
{
    const hm_box box = hm_canvas_extent(canvas);
    if (is_empty_box(&box))
        return true;
    const uint32_t first = (uint32_t)box.x0 / 64, last = (uint32_t)(box.x1 - 1) / 64;
    const uint32_t rows = (uint32_t)(box.y1 - box.y0);
    const size_t size = (size_t)rows * 8;
    uint8_t *copy = (uint8_t *)scratch;
    if (scratch_size / size < last - first + 1)
        return false;
    for (uint32_t s = first; s <= last; s++, copy += size)
        memcpy(copy, canvas_row(canvas, s, (uint32_t)box.y0), size);
    hm_canvas_shrink(canvas, thickness);
    copy = (uint8_t *)scratch;
    for (uint32_t s = first; s <= last; s++, copy += size) {
        const struct source from = {copy, copy, 0};
        hm_canvas_combine(canvas->cpu, canvas_row(canvas, s, (uint32_t)box.y0), &from, rows,
                          UINT64_MAX, ink_of(HM_TOGGLE), false);
    }
    hm_canvas_mark(canvas, &box);
    return true;
}
