/*
 * canvas_shapes.c - circles on a canvas
 */
#include "canvas.h"

#include "round.h"

void hm_canvas_circle(hm_canvas *canvas, int32_t x, int32_t y, uint32_t radius, hm_op op)
{
    const int64_t r = radius;
    const struct columns columns = columns_round(x, (uint32_t)canvas->width);
    int64_t reach = columns.nearest;
    struct pen pen;
    if (!hm_pen_begin(&pen, canvas, op, x - r, y - r, x + r + 1, y + r + 1))
        return;
    for (int32_t row = pen.box.y0; row < pen.box.y1; row++) {
        reach = adjust_reach(&columns, reach, square(r) - square(distance(row, y)));
        if (reach >= columns.nearest)
            hm_pen_run(&pen, row, x - reach, x + reach + 1);
        hm_pen_end_row(&pen, row);
    }
    hm_pen_end(&pen);
}
