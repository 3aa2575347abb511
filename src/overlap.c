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

#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

/* Rows that are met before it is asked whether that was enough: in the middle first, where most
 * that touch do so, and then all over. */
enum { PROBE = 16, CHUNK = 64 };

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

#if defined(HM_SIMD_X86) || defined(HM_SIMD_NEON)

static inline bool is_narrow(const hm_sprite *sprite)
{
    return (uint32_t)(sprite->bounds.x1 - sprite->bounds.x0) <= 64;
}

/* Both one stripe wide: one window, opened here, for kernels so fast that the way to them counts;
 * portable C is better off with looking at the middle first. */
static bool overlap_narrow_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    const struct axis x = meet_axis(a->width, a->bounds.x0, a->bounds.x1, a->flip_x, b->width,
                                    b->bounds.x0, b->bounds.x1, b->flip_x, dx);
    const struct axis y = meet_axis(a->height, a->bounds.y0, a->bounds.y1, a->flip_y, b->height,
                                    b->bounds.y0, b->bounds.y1, b->flip_y, dy);
    if (((x.shared - 1) | (y.shared - 1)) < 0)
        return false;
    const bool mirrored = a->flip_x != b->flip_x, upside_down = a->flip_y != b->flip_y;
    const int64_t column = x.begin - x.b, row = y.begin - y.b;
    const struct window window = {
        .a = a->words + a->row_step * (y.begin - a->bounds.y0),
        .b = b->words + b->row_step * (upside_down ? y.length - 1 - row : row),
        .a_step = a->row_step,
        .b_step = upside_down ? -(int32_t)b->row_step : b->row_step,
        .a_shift = (unsigned)(x.begin - a->bounds.x0),
        .b_shift = (unsigned)(mirrored ? 64 - x.length + column : column),
        .mirrored = mirrored,
        .columns = UINT64_MAX >> (64 - x.shared),
    };
    return common_rows(a, b)->columns(&window, (uint32_t)y.shared) != 0;
}

#endif

static NOINLINE bool overlap_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
#if defined(HM_SIMD_X86) || defined(HM_SIMD_NEON)
    if (is_narrow(a) && is_narrow(b) && a->cpu != CPU_PORTABLE && b->cpu != CPU_PORTABLE)
        return overlap_narrow_turned(a, b, dx, dy);
#endif
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return false;
    const uint32_t middle = meeting.height / 2;
    if (meeting.height > PROBE && touches(&meeting, middle - PROBE / 2, middle + PROBE / 2))
        return true;
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
    return common_rows(a, b)->strip_touch(
        a->words + 8 * (y0 - a->bounds.y0), b->words + 8 * (y0 - by), (uint32_t)rows,
        (unsigned)(x0 - a->bounds.x0), (unsigned)(x0 - bx), UINT64_MAX >> (64 - columns));
}

/* A word of a mask. */
static inline const uint8_t *word_at(const hm_sprite *sprite, uint32_t column, int64_t row)
{
    const int64_t rows = (int64_t)sprite->bounds.y1 - sprite->bounds.y0;
    return sprite->words + 8 * (column / 64 * rows + row);
}

/* Opens the strip that begins at column x of a clip. Returns the column after its last. */
static inline uint32_t open_strip(const hm_sprite *a, const hm_sprite *b, const struct clip *clip,
                                  uint32_t x, struct strip *out)
{
    const uint32_t ax = (uint32_t)(clip->x0 - a->bounds.x0) + x;
    const uint32_t bx = (uint32_t)(clip->x0 - clip->bx) + x;
    const uint32_t left = (uint32_t)(clip->x1 - clip->x0) - x;
    out->a = word_at(a, ax, clip->y0 - a->bounds.y0);
    out->b = word_at(b, bx, clip->y0 - clip->by);
    out->a_shift = ax % 64;
    out->b_shift = bx % 64;
    const uint32_t most = 64 - (out->a_shift > out->b_shift ? out->a_shift : out->b_shift);
    const uint32_t width = most < left ? most : left;
    out->columns = UINT64_MAX >> (64 - width);
    return x + width;
}

/* Where the strip begins that has the middle column. */
static uint32_t middle_strip(const hm_sprite *a, const struct clip *clip)
{
    const uint32_t middle = (uint32_t)(clip->x1 - clip->x0) / 2;
    const uint32_t in_a = ((uint32_t)(clip->x0 - a->bounds.x0) + middle) % 64;
    const uint32_t in_b = ((uint32_t)(clip->x0 - clip->bx) + middle) % 64;
    const uint32_t back = in_a < in_b ? in_a : in_b;
    return middle - (back < middle ? back : middle);
}

/* Several strips: the one in the middle first, for most that touch do so there. */
static NOINLINE bool overlap_wide(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct clip clip;
    struct strip strip;
    if (!clip_plain(a, b, dx, dy, &clip))
        return false;
    const struct rows *const rows = common_rows(a, b);
    const uint32_t width = (uint32_t)(clip.x1 - clip.x0), height = (uint32_t)(clip.y1 - clip.y0);
    const uint32_t middle = middle_strip(a, &clip);
    const uint32_t after = open_strip(a, b, &clip, middle, &strip);
    if (rows->strip_touch(strip.a, strip.b, height, strip.a_shift, strip.b_shift, strip.columns))
        return true;
    for (uint32_t x = middle > 0 ? 0 : after; x < width; x = x == middle ? after : x) {
        x = open_strip(a, b, &clip, x, &strip);
        if (rows->strip_touch(strip.a, strip.b, height, strip.a_shift, strip.b_shift,
                              strip.columns))
            return true;
    }
    return false;
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
    struct strip s;
    if (!(a->plain & b->plain))
        return first_turned(a, b, dx, dy, hit);
    if (!clip_plain(a, b, dx, dy, &clip))
        return false;
    const struct rows *const rows = common_rows(a, b);
    const uint32_t width = (uint32_t)(clip.x1 - clip.x0), height = (uint32_t)(clip.y1 - clip.y0);
    uint32_t top = height, left = 0;
    for (uint32_t x = 0, next; x < width; x = next) {
        next = open_strip(a, b, &clip, x, &s);
        /* From the left on, so that a later strip is first only by a higher row. */
        const uint32_t row = rows->strip_first(s.a, s.b, top, s.a_shift, s.b_shift, s.columns);
        if (row == top)
            continue;
        top = row;
        left = x + lowest_bit(strip_row(&s, row));
    }
    if (hit != NULL && top < height)
        *hit = (hm_point){(int32_t)(clip.x0 + left), (int32_t)(clip.y0 + top)};
    return top < height;
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
    struct strip s;
    uint64_t area = 0;
    if (!(a->plain & b->plain))
        return area_turned(a, b, dx, dy);
    if (!clip_plain(a, b, dx, dy, &clip))
        return 0;
    const struct rows *const rows = common_rows(a, b);
    const uint32_t width = (uint32_t)(clip.x1 - clip.x0), height = (uint32_t)(clip.y1 - clip.y0);
    for (uint32_t x = 0; x < width;) {
        x = open_strip(a, b, &clip, x, &s);
        area += rows->strip_area(s.a, s.b, height, s.a_shift, s.b_shift, s.columns);
    }
    return area;
}
