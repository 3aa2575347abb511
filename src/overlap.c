/*
 * overlap.c - do two sprites touch, where first, and how much
 *
 * Every query clips the two boxes once, in 64-bit arithmetic, and walks what they share in
 * windows: up to 64 columns that lie in one stripe of `a` and one of `b`.
 *
 *       a's stripes  |       |       |        a window is what two neighbouring
 *       b's stripes    |       |       |      lines enclose
 *       windows      | |     | |     | |
 *
 * In a window, each side is a row of words and a shift; one kernel meets them.
 */
#include "meet.h"

bool hm_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct window window;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return false;
    for (uint32_t x = 0; x < meeting.width; x += window.width) {
        hm_window_at(&meeting, x, &window);
        if (hm_window_first_row(&window, meeting.height) < meeting.height)
            return true;
    }
    return false;
}

bool hm_overlap_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, hm_point *hit)
{
    struct meeting meeting;
    struct window window;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return false;
    uint32_t top = meeting.height;
    uint32_t left = 0;
    for (uint32_t x = 0; x < meeting.width; x += window.width) {
        hm_window_at(&meeting, x, &window);
        /* Windows go from left to right: a later one is first only by a higher row. */
        const uint32_t row = hm_window_first_row(&window, top);
        if (row < top) {
            top = row;
            left = x + lowest_bit(window_row(&window, row));
        }
    }
    if (top == meeting.height)
        return false;
    if (hit != NULL)
        *hit = (hm_point){meeting.x + (int32_t)left, meeting.y + (int32_t)top};
    return true;
}

uint64_t hm_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct window window;
    uint64_t area = 0;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return 0;
    for (uint32_t x = 0; x < meeting.width; x += window.width) {
        hm_window_at(&meeting, x, &window);
        area += hm_window_area(&window, meeting.height);
    }
    return area;
}
