/*
 * meet.h - where two sprites meet: one clip, and windows of rows that a kernel can meet
 *
 * A meeting is the box that the bounds of `a` and `b` share. A window is a part of its
 * columns, at most 64, that lies in one stripe of each; row y of it is one word:
 *
 *     (row y of a, shifted) & (row y of b, shifted) & columns
 *
 * A mirrored side is the stored word shifted left until its last column is the highest bit,
 * then reversed. A side that is upside down steps through its rows backwards.
 */
#ifndef HM_MEET_H
#define HM_MEET_H

#include "bits.h"
#include "sprite.h"

struct meeting {
    const hm_sprite *a, *b;
    int32_t x, y;    /* of the shared box, in pixels of `a` */
    uint32_t ax, ay; /* of the shared box, inside the bounds of each view */
    uint32_t bx, by;
    uint32_t width, height; /* never 0 */
};

struct side {
    const uint8_t *row; /* the window's first row */
    int64_t step;       /* bytes to the next */
    unsigned shift;
    bool mirrored;
};

struct window {
    struct side a, b;
    uint32_t width;
    uint64_t columns; /* its lowest `width` bits */
};

/* Clips; false when the bounds share no pixel. */
bool hm_meeting_clip(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy,
                     struct meeting *out);

/* The window that begins at column `x` of the meeting. */
void hm_window_at(const struct meeting *meeting, uint32_t x, struct window *out);

/* The first row below `rows` with a pixel in both, else `rows`. */
uint32_t hm_window_first_row(const struct window *window, uint32_t rows);

/* The number of pixels in both. */
uint64_t hm_window_area(const struct window *window, uint32_t rows);

static inline uint64_t side_row(const struct side *side, uint32_t y)
{
    const uint64_t word = get_u64(side->row + (int64_t)y * side->step);
    return side->mirrored ? reverse_bits(word << side->shift) : word >> side->shift;
}

static inline uint64_t window_row(const struct window *window, uint32_t y)
{
    return side_row(&window->a, y) & side_row(&window->b, y) & window->columns;
}

#endif
