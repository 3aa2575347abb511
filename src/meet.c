/*
 * meet.c - the clip and the windows behind every question about two masks
 */
#include "meet.h"

bool hm_meeting_clip(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                     struct meeting *out)
{
    const hm_box p = a->bounds, q = b->bounds;
    const struct span x =
        meet_axis(a->width, p.x0, p.x1, a->flip_x, b->width, q.x0, q.x1, b->flip_x, dx);
    const struct span y =
        meet_axis(a->height, p.y0, p.y1, a->flip_y, b->height, q.y0, q.y1, b->flip_y, dy);
    if (is_apart(x, y))
        return false;
    *out = (struct meeting){
        .a = a,
        .b = b,
        .rows = common_rows(a, b),
        .mirrored = a->flip_x != b->flip_x,
        .upside_down = a->flip_y != b->flip_y,
        .ax = (uint32_t)x.a,
        .ay = (uint32_t)y.a,
        .bx = (uint32_t)x.b,
        .by = (uint32_t)y.b,
        .width = (uint32_t)x.shared,
        .height = (uint32_t)y.shared,
    };
    return true;
}

uint32_t hm_window_open(const struct meeting *meeting, uint32_t x, uint32_t y, struct window *out)
{
    const hm_sprite *const a = meeting->a, *const b = meeting->b;
    const uint32_t b_width = (uint32_t)(b->bounds.x1 - b->bounds.x0);
    const uint32_t b_height = (uint32_t)(b->bounds.y1 - b->bounds.y0);
    const uint32_t a_column = meeting->ax + x, b_column = meeting->bx + x;
    const uint32_t most = 64 - a_column % 64, left = meeting->width - x;
    const uint32_t width = most < left ? most : left;
    const uint32_t b_row =
        meeting->upside_down ? b_height - 1 - (meeting->by + y) : meeting->by + y;
    /* The first and the last column of b, as stored. */
    const uint32_t first = meeting->mirrored ? b_width - b_column - width : b_column;
    const uint32_t last = first + width - 1;
    out->a = sprite_row(a, a_column / 64, meeting->ay + y);
    out->b = sprite_row(b, first / 64, b_row);
    out->next = sprite_row(b, last / 64, b_row);
    out->a_step = a->row_step;
    out->b_step = meeting->upside_down ? -(int32_t)b->row_step : b->row_step;
    out->mirrored = meeting->mirrored;
    out->a_shift = a_column % 64;
    out->b_shift = (meeting->mirrored ? last + 1 : first) % 64;
    out->columns = low_bits(width);
    return width;
}

bool hm_meeting_find_row(const struct meeting *meeting, bool from_bottom, bool from_right,
                         uint32_t *x, uint32_t *y)
{
    struct window window;
    const uint32_t height = meeting->height, shift = meeting->ax % 64;
    const uint32_t last = (shift + meeting->width - 1) / 64;
    uint32_t best = height; /* rows count from where the search begins */
    /* From the side whose pixels win, so another window is better only by a row further out. */
    for (uint32_t i = 0; i <= last && best > 0; i++) {
        const uint32_t stripe = from_right ? last - i : i;
        const uint32_t column = stripe > 0 ? stripe * 64 - shift : 0;
        hm_window_open(meeting, column, 0, &window);
        if (from_bottom)
            window_turn_over(&window, height);
        const uint32_t row = meeting->rows->first(&window, best);
        if (row == best)
            continue;
        best = row;
        *y = from_bottom ? height - 1 - row : row;
        hm_window_open(meeting, column, *y, &window);
        const uint64_t bits = meeting->rows->columns(&window, 1);
        *x = column + (from_right ? highest_bit(bits) : lowest_bit(bits));
    }
    return best < height;
}
