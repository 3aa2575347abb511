/*
 * stripes.h - the box that two upright masks share, a stripe at a time
 */
#ifndef HM_STRIPES_H
#define HM_STRIPES_H

#include "meet.h"

/* The box of two plain sprites in stripes of one of them, which is `a` here: the sprite whose left
 * edge is that of the box. So its words need no shift, and their number is the least possible. */
struct stripes {
    const struct row_loops *loops;
    const uint8_t *a, *b; /* the first row in the first stripe of each */
    size_t a_size, b_size;
    uint32_t count, joined; /* the first so many go on in another stripe of b */
    uint32_t rows;
    unsigned shift;
    uint64_t last_columns;
};

static inline struct span span_x(const hm_sprite *a, const hm_sprite *b, int32_t dx)
{
    ASSERT_CURRENT(a);
    ASSERT_CURRENT(b);
    const int64_t in_a = a->bounds.x0, in_b = b->bounds.x0;
    return meet_span(in_b + dx - in_a, a->bounds.x1 - in_a, b->bounds.x1 - in_b);
}

static inline struct span span_y(const hm_sprite *a, const hm_sprite *b, int32_t dy)
{
    const int64_t in_a = a->bounds.y0, in_b = b->bounds.y0;
    return meet_span(in_b + dy - in_a, a->bounds.y1 - in_a, b->bounds.y1 - in_b);
}

/* hm_meeting_clip() for plain sprites. */
static inline bool clip_plain(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                              struct meeting *out)
{
    const struct span x = span_x(a, b, dx), y = span_y(a, b, dy);
    out->a = a;
    out->b = b;
    out->rows = common_rows(a, b);
    out->ax = (uint32_t)x.a;
    out->ay = (uint32_t)y.a;
    out->bx = (uint32_t)x.b;
    out->by = (uint32_t)y.b;
    out->width = (uint32_t)x.shared;
    out->height = (uint32_t)y.shared;
    return !is_apart(x, y);
}

/* The stripes of a meeting of plain sprites. */
static inline void open_stripes(const struct meeting *meeting, struct stripes *out)
{
    const hm_sprite *const a = meeting->a, *const b = meeting->b;
    const uint64_t a_size = 8 * (uint64_t)((int64_t)a->bounds.y1 - a->bounds.y0);
    const uint64_t b_size = 8 * (uint64_t)((int64_t)b->bounds.y1 - b->bounds.y0);
    const uint8_t *const in_a = a->words + 8 * (size_t)meeting->ay;
    const uint8_t *const in_b = b->words + 8 * (size_t)meeting->by;
    /* ax or bx is 0. */
    const uint64_t swap = 0 - (uint64_t)(meeting->ax > 0);
    const uint32_t column = meeting->ax + meeting->bx, stripe = column / 64;
    out->loops = meeting->rows;
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

/* Finds the box of two plain sprites. False when there is none. */
INLINE bool find_stripes(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                         struct meeting *meeting, struct stripes *out)
{
    if (!clip_plain(a, b, dx, dy, meeting))
        return false;
    open_stripes(meeting, out);
    return true;
}

/* A single one of these stripes. */
struct stripe {
    const uint8_t *a, *b, *next;
    uint64_t columns;
};

static inline struct stripe open_stripe(const struct stripes *s, uint32_t i)
{
    const uint8_t *const b = s->b + i * s->b_size;
    return (struct stripe){s->a + i * s->a_size, b, b + (s->b_size & -(size_t)(i < s->joined)),
                           i + 1 < s->count ? UINT64_MAX : s->last_columns};
}

static inline bool stripe_touches(const struct stripes *s, uint32_t i)
{
    const struct stripe at = open_stripe(s, i);
    return s->loops->joined_touch(at.a, at.b, at.next, s->rows, s->shift, at.columns);
}

/* True if rows of a stripe have a pixel in both. */
static inline bool rows_touch(const struct stripes *s, uint32_t i, uint32_t begin, uint32_t rows)
{
    const struct stripe at = open_stripe(s, i);
    const size_t skipped = (size_t)begin * 8;
    return s->loops->joined_touch(at.a + skipped, at.b + skipped, at.next + skipped, rows, s->shift,
                                  at.columns);
}

/* The first of the rows with a pixel in both, counted from the first of them; else `rows`. */
static inline uint32_t rows_first(const struct stripes *s, uint32_t i, uint32_t begin,
                                  uint32_t rows)
{
    const struct stripe at = open_stripe(s, i);
    const size_t skipped = (size_t)begin * 8;
    return s->loops->joined_first(at.a + skipped, at.b + skipped, at.next + skipped, rows, s->shift,
                                  at.columns);
}

static inline uint64_t stripe_area(const struct stripes *s, uint32_t i)
{
    const struct stripe at = open_stripe(s, i);
    return s->loops->joined_area(at.a, at.b, at.next, s->rows, s->shift, at.columns);
}

/* Row y of a stripe. */
static inline uint64_t stripe_row(const struct stripes *s, uint32_t i, uint32_t y)
{
    const struct stripe at = open_stripe(s, i);
    const struct window window = {at.a, at.b, at.next, 8, 8, 0, s->shift, false, at.columns};
    return window_row(&window, y);
}

#endif
