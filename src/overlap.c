/*
 * overlap.c - do two sprites touch, where first, and how much
 */
#include "meet.h"

/* Where the bounds of two plain sprites meet, in pixels of a, and where those of b begin. */
struct clip {
    int64_t x0, y0, x1, y1;
    int64_t bx, by;
};

static inline bool clip_plain(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              struct clip *out)
{
    out->bx = (int64_t)b->bounds.x0 + dx;
    out->by = (int64_t)b->bounds.y0 + dy;
    out->x0 = larger(a->bounds.x0, out->bx);
    out->y0 = larger(a->bounds.y0, out->by);
    out->x1 = smaller(a->bounds.x1, (int64_t)b->bounds.x1 + dx);
    out->y1 = smaller(a->bounds.y1, (int64_t)b->bounds.y1 + dy);
    return (out->x0 < out->x1) & (out->y0 < out->y1);
}

static inline const struct rows *common_rows(const hm_sprite *a, const hm_sprite *b)
{
    return rows_for(a->cpu < b->cpu ? a->cpu : b->cpu);
}

#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

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

static NOINLINE bool overlap_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return false;
    for (uint32_t y = 0; y < meeting.height; y += CHUNK)
        if (touches(&meeting, y, y + CHUNK < meeting.height ? y + CHUNK : meeting.height))
            return true;
    return false;
}

/* Both one stripe wide: the short way of the short way. One branch for both axes, because one
 * alone is as hard to foresee as both. */
static inline bool overlap_narrow(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    const int64_t by = (int64_t)b->bounds.y0 + dy, bx = (int64_t)b->bounds.x0 + dx;
    const int64_t y0 = larger(a->bounds.y0, by);
    const int64_t rows = smaller(a->bounds.y1, (int64_t)b->bounds.y1 + dy) - y0;
    const int64_t x0 = larger(a->bounds.x0, bx);
    const int64_t columns = smaller(a->bounds.x1, (int64_t)b->bounds.x1 + dx) - x0;
    if (((rows - 1) | (columns - 1)) < 0)
        return false;
    return common_rows(a, b)->touch_narrow(
        a->words + 8 * (y0 - a->bounds.y0), b->words + 8 * (y0 - by), (uint32_t)rows,
        (unsigned)(x0 - a->bounds.x0), (unsigned)(x0 - bx), UINT64_MAX >> (64 - columns));
}

/* A word of a mask. */
static inline const uint8_t *word_at(const hm_sprite *sprite, uint32_t column, int64_t row)
{
    const int64_t rows = (int64_t)sprite->bounds.y1 - sprite->bounds.y0;
    return sprite->words + 8 * (column / 64 * rows + row);
}

/* Several strips: the one in the middle first, for most that touch do so there. */
static NOINLINE bool overlap_wide(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct clip clip;
    if (!clip_plain(a, b, dx, dy, &clip))
        return false;
    const uint32_t ax = (uint32_t)(clip.x0 - a->bounds.x0), bx = (uint32_t)(clip.x0 - clip.bx);
    const uint32_t width = (uint32_t)(clip.x1 - clip.x0), middle = width / 2;
    const uint32_t in_a = (ax + middle) % 64, in_b = (bx + middle) % 64;
    const uint32_t back = in_a < in_b ? in_a : in_b;
    const uint32_t begin = middle - (back < middle ? back : middle);
    const uint32_t after = middle + 64 - (in_a > in_b ? in_a : in_b);
    const uint32_t columns = (after < width ? after : width) - begin;
    const struct rows *const rows = common_rows(a, b);
    return rows->touch_narrow(word_at(a, ax + begin, clip.y0 - a->bounds.y0),
                              word_at(b, bx + begin, clip.y0 - clip.by),
                              (uint32_t)(clip.y1 - clip.y0), (ax + begin) % 64, (bx + begin) % 64,
                              UINT64_MAX >> (64 - columns)) ||
           (columns < width &&
            rows->touch_others(a, b, clip.bx - a->bounds.x0, clip.by - a->bounds.y0, begin));
}

bool hm_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    const int plain = a->plain & b->plain;
    if (plain & PLAIN_NARROW)
        return overlap_narrow(a, b, dx, dy);
    return plain ? overlap_wide(a, b, dx, dy) : overlap_turned(a, b, dx, dy);
}

static bool first_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                         hm_point *hit)
{
    struct meeting meeting;
    uint32_t x = 0, y = 0;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting) ||
        !hm_meeting_find_row(&meeting, a->flip_y, a->flip_x, &x, &y))
        return false;
    if (hit != NULL)
        *hit = meeting_pixel(&meeting, x, y);
    return true;
}

bool hm_overlap_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, hm_point *hit)
{
    struct clip clip;
    hm_point unused;
    if (!(a->plain & b->plain))
        return first_turned(a, b, dx, dy, hit);
    if (!clip_plain(a, b, dx, dy, &clip))
        return false;
    return common_rows(a, b)->first_plain(a, b, clip.bx - a->bounds.x0, clip.by - a->bounds.y0,
                                          hit != NULL ? hit : &unused);
}

static uint64_t area_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
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

uint64_t hm_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct clip clip;
    if (!(a->plain & b->plain))
        return area_turned(a, b, dx, dy);
    if (!clip_plain(a, b, dx, dy, &clip))
        return 0;
    return common_rows(a, b)->area_plain(a, b, clip.bx - a->bounds.x0, clip.by - a->bounds.y0);
}
