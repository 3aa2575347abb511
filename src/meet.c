/*
 * meet.c - the clip, the windows and the kernel behind every question about two masks
 */
#include "meet.h"

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

bool hm_meeting_clip(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                     struct meeting *out)
{
    const hm_box p = sprite_bounds(a), q = sprite_bounds(b);
    const int64_t qx = (int64_t)q.x0 + dx, qy = (int64_t)q.y0 + dy;
    const int64_t x0 = larger(p.x0, qx), x1 = smaller(p.x1, (int64_t)q.x1 + dx);
    const int64_t y0 = larger(p.y0, qy), y1 = smaller(p.y1, (int64_t)q.y1 + dy);
    if (x1 <= x0 || y1 <= y0)
        return false;
    *out = (struct meeting){
        .a = a,
        .b = b,
        .x = (int32_t)x0,
        .y = (int32_t)y0,
        .ax = (uint32_t)(x0 - p.x0),
        .ay = (uint32_t)(y0 - p.y0),
        .bx = (uint32_t)(x0 - qx),
        .by = (uint32_t)(y0 - qy),
        .width = (uint32_t)(x1 - x0),
        .height = (uint32_t)(y1 - y0),
    };
    return true;
}

/* Opens one side at column `x`, row `y` of the view's bounds. Returns how many columns its
 * stripe still holds there. */
static uint32_t open_side(const hm_sprite *sprite, uint32_t x, uint32_t y, struct side *side)
{
    const uint32_t width = (uint32_t)(sprite->bounds.x1 - sprite->bounds.x0);
    const uint32_t height = (uint32_t)(sprite->bounds.y1 - sprite->bounds.y0);
    const uint32_t column = sprite->flip_x ? width - 1 - x : x;
    const uint32_t row = sprite->flip_y ? height - 1 - y : y;
    const unsigned bit = column % 64;
    side->row = sprite_row(sprite, column / 64, row);
    side->step = sprite->flip_y ? -(int64_t)sprite->row_step : sprite->row_step;
    side->mirrored = sprite->flip_x;
    side->shift = sprite->flip_x ? 63 - bit : bit;
    return 64 - side->shift;
}

void hm_window_at(const struct meeting *meeting, uint32_t x, struct window *out)
{
    const uint32_t in_a = open_side(meeting->a, meeting->ax + x, meeting->ay, &out->a);
    const uint32_t in_b = open_side(meeting->b, meeting->bx + x, meeting->by, &out->b);
    const uint32_t left = meeting->width - x;
    out->width = in_a < in_b ? in_a : in_b;
    out->width = out->width < left ? out->width : left;
    out->columns = low_bits(out->width);
}

uint32_t hm_window_first_row(const struct window *window, uint32_t rows)
{
    uint32_t y = 0;
    while (y < rows && window_row(window, y) == 0)
        y++;
    return y;
}

uint64_t hm_window_area(const struct window *window, uint32_t rows)
{
    uint64_t area = 0;
    for (uint32_t y = 0; y < rows; y++)
        area += count_bits(window_row(window, y));
    return area;
}
