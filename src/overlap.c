/*
 * overlap.c - do two sprites touch, where first, and how much
 */
#include "meet.h"

/* Rows that are met before it is asked whether that was enough. */
enum { CHUNK = 64 };

/* Is there a pixel in both, between two rows of the meeting? */
static bool touches(const struct meeting *meeting, uint32_t begin, uint32_t end)
{
    struct window window;
    for (uint32_t x = 0; x < meeting->width;) {
        x += hm_window_open(meeting, x, begin, &window);
        if (meeting->rows->columns(&window, end - begin) != 0)
            return true;
    }
    return false;
}

bool hm_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return false;
    for (uint32_t y = 0; y < meeting.height; y += CHUNK)
        if (touches(&meeting, y, y + CHUNK < meeting.height ? y + CHUNK : meeting.height))
            return true;
    return false;
}

/* The end of a meeting that is looked for, as `a` is stored. */
struct corner {
    bool bottom, right; /* the last row, else the first; in it the last pixel, else the first */
};

/* Finds the extreme row and in it the extreme pixel. */
static bool find_row(const struct meeting *meeting, struct corner corner, uint32_t *x, uint32_t *y)
{
    struct window window;
    uint32_t best = meeting->height, at = 0;
    uint32_t begin = 0, end = meeting->height;
    for (uint32_t column = 0, width; column < meeting->width; column += width) {
        width = hm_window_open(meeting, column, begin, &window);
        const uint32_t row = corner.bottom ? meeting->rows->last(&window, end - begin)
                                           : meeting->rows->first(&window, end - begin);
        if (row == end - begin)
            continue;
        const uint64_t bits = window_row(&window, row);
        best = begin + row;
        at = column + (corner.right ? highest_bit(bits) : lowest_bit(bits));
        /* Another window is better by a row that is further out or, where the pixel to the
         * right wins, by the same row. */
        if (corner.bottom)
            begin = corner.right ? best : best + 1;
        else
            end = corner.right ? best + 1 : best;
        if (begin == end)
            break;
    }
    *x = at;
    *y = best;
    return best < meeting->height;
}

bool hm_overlap_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, hm_point *hit)
{
    struct meeting meeting;
    uint32_t x = 0, y = 0;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting) ||
        !find_row(&meeting, (struct corner){a->flip_y, a->flip_x}, &x, &y))
        return false;
    if (hit != NULL)
        *hit = meeting_pixel(&meeting, x, y);
    return true;
}

uint64_t hm_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct window window;
    uint64_t area = 0;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return 0;
    for (uint32_t x = 0; x < meeting.width;) {
        x += hm_window_open(&meeting, x, 0, &window);
        area += meeting.rows->area(&window, meeting.height);
    }
    return area;
}
