/*
 * canvas_piece.c - a canvas changed by one connected piece of a mask
 */
#include "canvas.h"
#include "components.h"

/* The box of the piece, in the coordinates of its runs. */
static hm_box piece_box(const uint8_t *runs, uint32_t count, uint32_t piece)
{
    hm_box box = {INT32_MAX, 0, 0, -1};
    for (uint32_t i = 0; i < count; i++) {
        const struct piece_run run = get_run(runs, i);
        if (run.piece != piece)
            continue;
        if (box.y1 < 0)
            box.y0 = (int32_t)run.row;
        box.y1 = (int32_t)run.row + 1;
        box.x0 = (int32_t)smaller(run.begin, box.x0);
        box.x1 = (int32_t)larger(run.end, box.x1);
    }
    return box;
}

/* Draws the runs of a piece, which begin at (x, y). */
static void draw_piece(struct pen *pen, const uint8_t *runs, uint32_t count, uint32_t piece,
                       int64_t x, int64_t y)
{
    uint32_t i = 0;
    for (int32_t row = pen->box.y0; row < pen->box.y1; row++) {
        for (; i < count && y + get_run(runs, i).row <= row; i++) {
            const struct piece_run run = get_run(runs, i);
            if (run.piece == piece && y + run.row == row)
                hm_pen_run(pen, row, x + run.begin, x + run.end);
        }
        hm_pen_end_row(pen, row);
    }
    hm_pen_end(pen);
}

SMALL bool hm_canvas_stamp_component(hm_canvas *canvas, const hm_sprite *sprite, int32_t x,
                                     int32_t y, bool diagonal, int32_t at_x, int32_t at_y, hm_op op,
                                     void *scratch, size_t scratch_size)
{
    const hm_box bounds = sprite_bounds(sprite);
    uint8_t *const runs = (uint8_t *)scratch;
    struct pen pen;
    if (ink_of(op) == NULL || !hm_solid(sprite, x, y))
        return false;
    if (sprite->row_step == 0)
        return hm_canvas_stamp(canvas, sprite, at_x, at_y, op);
    const uint32_t count = hm_list_runs(sprite, diagonal, runs, scratch_size);
    const uint32_t row = (uint32_t)(y - bounds.y0), column = (uint32_t)(x - bounds.x0);
    uint32_t i = 0, pieces = 0;
    for (uint32_t k = 0; k < count; k++)
        number_run(runs, k, &pieces);
    while (i < count && (get_run(runs, i).row != row || get_run(runs, i).end <= column))
        i++;
    if (i == count)
        return false;
    const uint32_t piece = get_run(runs, i).piece;
    const hm_box box = piece_box(runs, count, piece);
    const int64_t left = (int64_t)at_x + bounds.x0, top = (int64_t)at_y + bounds.y0;
    if (hm_pen_begin(&pen, canvas, op, left + box.x0, top + box.y0, left + box.x1, top + box.y1))
        draw_piece(&pen, runs, count, piece, left, top);
    return true;
}
