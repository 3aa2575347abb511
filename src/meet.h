/*
 * meet.h - where two sprites meet: the clip, and the windows that the kernels walk
 *
 * A meeting is the box that the bounds of `a` and `b` share, in the direction in which `a` is
 * stored. When `a` is a flipped view, `b` and the offset are flipped instead, and the answer is
 * flipped back. So the kernels know one upright mask, and one that may be turned against it.
 *
 *       a's stripes  |       |       |        a window is the part in one stripe of a:
 *       b's stripes    |       |       |      up to 64 columns, from one stripe of b or
 *       windows      |       |       |        from two
 *
 * Each clip is a meet_span() for each axis and then is_apart(), but there are four of them. A query
 * on small sprites takes a few nanoseconds, so each clip leaves out what its sprites do not need
 * (measured with tests/bench). hm_meeting_clip() takes any two sprites, flipped or not; it serves
 * contact.c, and overlap.c where no other clip fits. clip_plain() in stripes.h makes the same
 * meeting of two sprites that are not flipped, inline. Two clips in overlap.c are for sprites of
 * one stripe each, and make arguments of a kernel instead of a meeting: open_narrow() for sprites
 * that are not flipped, overlap_narrow_turned() for those that are.
 */
#ifndef HM_MEET_H
#define HM_MEET_H

#include "rows.h"
#include "sprite.h"

struct meeting {
    const hm_sprite *a, *b;
    const struct row_loops *rows;
    bool mirrored, upside_down; /* b against a */
    uint32_t ax, ay;            /* the shared box inside the bounds of a, as stored */
    uint32_t bx, by;            /* inside those of b as turned against a */
    uint32_t width, height;     /* never 0 */
};

/* The part that two masks share along one axis: where it begins in each of them, and its length. */
struct span {
    int64_t a, b, shared;
};

/* `to_b` is the distance from the beginning of a to the beginning of b. */
static inline struct span meet_span(int64_t to_b, int64_t a_size, int64_t b_size)
{
    const int64_t a = larger(to_b, 0), b = a - to_b;
    return (struct span){a, b, smaller(a_size - a, b_size - b)};
}

/* The span of two sprites in the direction in which a is stored. In b it counts from the end that
 * faces the beginning of a. There is no branch on flips, because no processor can predict them. */
static inline struct span meet_axis(int32_t a_size, int32_t a0, int32_t a1, bool a_flipped,
                                    int32_t b_size, int32_t b0, int32_t b1, bool b_flipped,
                                    int32_t offset)
{
    const uint64_t flipped = 0 - (uint64_t)a_flipped;
    const uint64_t turned = 0 - (uint64_t)(a_flipped ^ b_flipped);
    const int64_t b = (int64_t)(choose((uint64_t)a_size - (uint64_t)b_size - (uint64_t)offset,
                                       (uint64_t)offset, flipped) +
                                choose((uint64_t)b_size - (uint64_t)b1, (uint64_t)b0, turned));
    return meet_span(b - a0, a1 - a0, b1 - b0);
}

/* True if one of the two spans is empty. One branch for both, because one alone is as hard to
 * predict as both. */
static inline bool is_apart(struct span x, struct span y)
{
    return ((x.shared - 1) | (y.shared - 1)) < 0;
}

/* True if both are solid throughout. They may be so large that walking their rows takes minutes. */
static inline bool meets_in_full(const struct meeting *meeting)
{
    return (meeting->a->row_step | meeting->b->row_step) == 0;
}

/* The loops that both may use. */
static inline const struct row_loops *common_rows(const hm_sprite *a, const hm_sprite *b)
{
    return rows_for(a->cpu < b->cpu ? a->cpu : b->cpu);
}

/* Clips; false when the bounds share no pixel. */
bool hm_meeting_clip(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                     struct meeting *out);

/* Opens the window that begins at column x of the meeting, from row y of it on. Returns how
 * many columns it has. */
uint32_t hm_window_open(const struct meeting *meeting, uint32_t x, uint32_t y, struct window *out);

/* Turns the window over: its last row becomes the first. */
static inline void window_turn_over(struct window *window, uint32_t rows)
{
    window->a += (int64_t)(rows - 1) * window->a_step;
    window->b += (int64_t)(rows - 1) * window->b_step;
    window->next += (int64_t)(rows - 1) * window->b_step;
    window->a_step = -window->a_step;
    window->b_step = -window->b_step;
}

/* Finds the first row of the meeting with a pixel in both, or the last one, and in it the first
 * pixel, or the last one. False when nothing overlaps. */
bool hm_meeting_find_row(const struct meeting *meeting, bool from_bottom, bool from_right,
                         uint32_t *x, uint32_t *y);

/* The pixel of the view `a` that lies at (x, y) of the meeting. */
static inline hm_point meeting_pixel(const struct meeting *meeting, uint32_t x, uint32_t y)
{
    const hm_sprite *const a = meeting->a;
    const int32_t px = a->bounds.x0 + (int32_t)(meeting->ax + x);
    const int32_t py = a->bounds.y0 + (int32_t)(meeting->ay + y);
    return (hm_point){a->flip_x ? a->width - 1 - px : px, a->flip_y ? a->height - 1 - py : py};
}

#endif
