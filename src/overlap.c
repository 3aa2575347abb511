/*
 * overlap.c - do two sprites touch, where first, and how much
 */
#include "meet.h"

#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

/* What stands in several places only where speed counts for more than size. */
#if defined(HM_SIMD)
#define COMPACT inline
#else
#define COMPACT NOINLINE
#endif

/* Rows that are met before it is asked whether that was enough: in the middle first, where most
 * that touch do so, and then all over. */
enum { PROBE = 4, CHUNK = 64 };

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

#if defined(HM_SIMD)

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
    const uint8_t *const b_row = b->words + b->row_step * (upside_down ? y.length - 1 - row : row);
    const struct window window = {
        .a = a->words + a->row_step * (y.begin - a->bounds.y0),
        .b = b_row,
        .next = b_row,
        .a_step = a->row_step,
        .b_step = upside_down ? -(int32_t)b->row_step : b->row_step,
        .a_shift = (unsigned)(x.begin - a->bounds.x0),
        .b_shift = (unsigned)(mirrored ? x.length - column : column) % 64,
        .mirrored = mirrored,
        .columns = UINT64_MAX >> (64 - x.shared),
    };
    return common_rows(a, b)->columns(&window, (uint32_t)y.shared) != 0;
}

#endif

static NOINLINE bool overlap_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
#if defined(HM_SIMD)
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

/* The box of two plain sprites of one stripe each, in the parts that kernels take. */
struct narrow {
    const uint8_t *a, *b;
    uint32_t rows;
    unsigned a_shift, b_shift;
    uint64_t columns;
};

/* False when the bounds share no pixel. One branch for both axes, because one alone is as hard to
 * foresee as both. */
static inline bool open_narrow(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                               struct narrow *out)
{
    const int64_t by = (int64_t)b->bounds.y0 + dy, bx = (int64_t)b->bounds.x0 + dx;
    const int64_t y0 = larger(a->bounds.y0, by);
    const int64_t rows = smaller(a->bounds.y1, (int64_t)b->bounds.y1 + dy) - y0;
    const int64_t x0 = larger(a->bounds.x0, bx);
    const int64_t columns = smaller(a->bounds.x1, (int64_t)b->bounds.x1 + dx) - x0;
    if (((rows - 1) | (columns - 1)) < 0)
        return false;
    out->a = a->words + 8 * (y0 - a->bounds.y0);
    out->b = b->words + 8 * (y0 - by);
    out->rows = (uint32_t)rows;
    out->a_shift = (unsigned)(x0 - a->bounds.x0);
    out->b_shift = (unsigned)(x0 - bx);
    out->columns = UINT64_MAX >> (64 - columns);
    return true;
}

static inline bool overlap_narrow(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct narrow n;
    return open_narrow(a, b, dx, dy, &n) &&
           common_rows(a, b)->touch(n.a, n.b, n.rows, n.a_shift, n.b_shift, n.columns);
}

#if defined(HM_SIMD)
static inline uint64_t area_narrow(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct narrow n;
    if (!open_narrow(a, b, dx, dy, &n))
        return 0;
    return common_rows(a, b)->single_area(n.a, n.b, n.rows, n.a_shift, n.b_shift, n.columns);
}
#endif

/* The box of two plain sprites, stripe by stripe of the one whose left edge is the box's, so that
 * its words need no shift and are as few as can be. That one is `a` here. */
struct stripes {
    const uint8_t *a, *b; /* the first row in the first stripe of each */
    size_t a_size, b_size;
    uint32_t count, joined; /* the first so many go on in another stripe of b */
    uint32_t rows;
    unsigned shift;
    uint64_t last_columns;
};

/* The one or the other, by a mask of all bits: compilers make branches of `?:`, which are hard to
 * foresee here. */
static inline uint64_t choose(uint64_t one, uint64_t other, uint64_t mask)
{
    return other ^ ((one ^ other) & mask);
}

static inline const uint8_t *choose_words(const uint8_t *one, const uint8_t *other, uint64_t mask)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): one of two pointers as it was */
    return (const uint8_t *)(uintptr_t)choose((uintptr_t)one, (uintptr_t)other, mask);
}

static inline void open_stripes(const struct meeting *meeting, struct stripes *out)
{
    const hm_sprite *const a = meeting->a, *const b = meeting->b;
    const uint64_t a_size = 8 * (uint64_t)((int64_t)a->bounds.y1 - a->bounds.y0);
    const uint64_t b_size = 8 * (uint64_t)((int64_t)b->bounds.y1 - b->bounds.y0);
    const uint8_t *const in_a = a->words + 8 * (size_t)meeting->ay;
    const uint8_t *const in_b = b->words + 8 * (size_t)meeting->by;
    /* One of the columns is 0. */
    const uint64_t swap = 0 - (uint64_t)(meeting->ax > 0);
    const uint32_t column = meeting->ax + meeting->bx, stripe = column / 64;
    out->a = choose_words(in_b, in_a, swap);
    out->a_size = (size_t)choose(b_size, a_size, swap);
    out->b_size = (size_t)choose(a_size, b_size, swap);
    out->b = choose_words(in_a, in_b, swap) + stripe * out->b_size;
    out->count = (meeting->width - 1) / 64 + 1;
    out->shift = column % 64;
    /* Without a shift, the next stripe begins where the next one of a does. */
    out->joined =
        (column + meeting->width - 1) / 64 - stripe - (out->shift == 0) * (out->count - 1);
    out->rows = meeting->height;
    out->last_columns = UINT64_MAX >> (-meeting->width & 63);
}

/* hm_meeting_clip() of plain sprites. */
static inline bool clip_plain(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              struct meeting *out)
{
    const hm_box p = a->bounds, q = b->bounds;
    const struct axis x = meet_axis(0, p.x0, p.x1, false, 0, q.x0, q.x1, false, dx);
    const struct axis y = meet_axis(0, p.y0, p.y1, false, 0, q.y0, q.y1, false, dy);
    out->a = a;
    out->b = b;
    out->rows = common_rows(a, b);
    out->ax = (uint32_t)(x.begin - p.x0);
    out->ay = (uint32_t)(y.begin - p.y0);
    out->bx = (uint32_t)(x.begin - x.b);
    out->by = (uint32_t)(y.begin - y.b);
    out->width = (uint32_t)x.shared;
    out->height = (uint32_t)y.shared;
    return ((x.shared - 1) | (y.shared - 1)) >= 0;
}

static COMPACT bool find_stripes(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                 struct meeting *meeting, struct stripes *out)
{
    if (!clip_plain(a, b, dx, dy, meeting))
        return false;
    open_stripes(meeting, out);
    return true;
}

/* One stripe of them. */
struct stripe {
    const uint8_t *a, *b, *next;
    uint64_t columns;
};

static inline struct stripe get_stripe(const struct stripes *s, uint32_t i)
{
    const uint8_t *const b = s->b + i * s->b_size;
    return (struct stripe){s->a + i * s->a_size, b, b + (s->b_size & -(size_t)(i < s->joined)),
                           i + 1 < s->count ? UINT64_MAX : s->last_columns};
}

static inline bool stripe_touches(const struct rows *rows, const struct stripes *s, uint32_t i)
{
    const struct stripe at = get_stripe(s, i);
    return rows->joined_touch(at.a, at.b, at.next, s->rows, s->shift, at.columns);
}

/* The stripe in the middle first, for most that touch do so there. */
static NOINLINE bool overlap_wide(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct stripes stripes;
    if (!clip_plain(a, b, dx, dy, &meeting))
        return false;
    open_stripes(&meeting, &stripes);
    const uint32_t middle = meeting.width / 128;
    if (stripe_touches(meeting.rows, &stripes, middle))
        return true;
    for (uint32_t i = 0; i < stripes.count; i++)
        if (i != middle && stripe_touches(meeting.rows, &stripes, i))
            return true;
    return false;
}

bool hm_overlap(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    const int plain = a->plain & b->plain;
    if (plain & PLAIN_NARROW)
        return overlap_narrow(a, b, dx, dy);
    return plain ? overlap_wide(a, b, dx, dy) : overlap_turned(a, b, dx, dy);
}

static inline bool first_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                                struct meeting *meeting, uint32_t *x, uint32_t *y)
{
    return hm_meeting_clip(a, b, dx, dy, meeting) &&
           hm_meeting_find_row(meeting, a->flip_y, a->flip_x, x, y);
}

static inline bool first_plain(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                               struct meeting *meeting, uint32_t *x, uint32_t *y)
{
    struct stripes stripes;
    if (!find_stripes(a, b, dx, dy, meeting, &stripes))
        return false;
    uint32_t top = stripes.rows;
    for (uint32_t i = 0; i < stripes.count; i++) {
        const struct stripe at = get_stripe(&stripes, i);
        /* From the left on, so that a later stripe is first only by a higher row. */
        const uint32_t row =
            meeting->rows->joined_first(at.a, at.b, at.next, top, stripes.shift, at.columns);
        if (row == top)
            continue;
        const struct window window = {at.a, at.b,          at.next, 8,         8,
                                      0,    stripes.shift, false,   at.columns};
        *x = i * 64 + lowest_bit(window_row(&window, row));
        top = row;
    }
    *y = top;
    return top < stripes.rows;
}

bool hm_overlap_first(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, hm_point *hit)
{
    struct meeting meeting;
    uint32_t x = 0, y = 0;
    const bool found = a->plain & b->plain ? first_plain(a, b, dx, dy, &meeting, &x, &y)
                                           : first_turned(a, b, dx, dy, &meeting, &x, &y);
    if (found && hit != NULL)
        *hit = meeting_pixel(&meeting, x, y);
    return found;
}

static uint64_t area_turned(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct window window;
    uint64_t area = 0;
    if (!hm_meeting_clip(a, b, dx, dy, &meeting))
        return 0;
    if (meets_in_full(&meeting))
        return (uint64_t)meeting.width * meeting.height;
    for (uint32_t x = 0; x < meeting.width;) {
        x += hm_window_open(&meeting, x, 0, &window);
        area += meeting.rows->area(&window, meeting.height);
    }
    return area;
}

static uint64_t area_plain(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct stripes stripes;
    uint64_t area = 0;
    if (!find_stripes(a, b, dx, dy, &meeting, &stripes))
        return 0;
    for (uint32_t i = 0; i < stripes.count; i++) {
        const struct stripe at = get_stripe(&stripes, i);
        area +=
            meeting.rows->joined_area(at.a, at.b, at.next, stripes.rows, stripes.shift, at.columns);
    }
    return area;
}

uint64_t hm_overlap_area(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    const int plain = a->plain & b->plain;
#if defined(HM_SIMD)
    if (plain & PLAIN_NARROW)
        return area_narrow(a, b, dx, dy);
#endif
    return plain ? area_plain(a, b, dx, dy) : area_turned(a, b, dx, dy);
}
