/*
 * canvas.h - how the pixels of a canvas lie, and how to change them
 *
 * The buffer holds stripes of 64 columns over the whole canvas, then its blocks, as a pack has
 * them, then zeros for wide reads, then a count of the solid pixels in each band, which is 64 rows
 * of a stripe, and last a number that a view has, too, until the canvas changes.
 *
 * A change writes words and marks its box. Nothing else is kept up to date: blocks, counts, area
 * and bounds are found for the marked bands when a view is made (hm_canvas_sprite).
 *
 *     canvas_row()             the word of a stripe in a row, to be read or written
 *     hm_canvas_mark()         must follow when words in a box were written
 *     hm_canvas_extent()       a box that holds all solid pixels, also before a view is made
 *     hm_canvas_combine()      changes rows of a stripe by those of another mask, and
 *     hm_canvas_combine_across()  rows of two stripes
 *     hm_canvas_fill_box()     changes a box
 *     hm_canvas_keep_inside()  empties everything outside a box
 *     struct pen               changes the canvas by a shape that comes in runs of pixels
 */
#ifndef HM_CANVAS_H
#define HM_CANVAS_H

#include "bits.h"
#include "sprite.h"

#include <hitmask_canvas.h>

static inline uint32_t canvas_stripes(const hm_canvas *canvas)
{
    return (uint32_t)stripe_count((uint32_t)canvas->width);
}

static inline uint8_t *canvas_row(const hm_canvas *canvas, uint32_t stripe, uint32_t row)
{
    return canvas->words + ((size_t)stripe * (uint32_t)canvas->height + row) * 8;
}

static inline bool is_empty_box(const hm_box *box)
{
    return box->x0 >= box->x1 || box->y0 >= box->y1;
}

/* The columns of a stripe that lie in a box which has some of them. */
static inline uint64_t columns_in_box(const hm_box *box, uint32_t stripe)
{
    const int64_t first = larger((int64_t)box->x0 - (int64_t)stripe * 64, 0);
    const int64_t end = smaller((int64_t)box->x1 - (int64_t)stripe * 64, 64);
    return low_bits((unsigned)end) & ~low_bits((unsigned)first);
}

/* Cuts a box to the canvas. False when nothing is left. */
INLINE bool clip_box(const hm_canvas *canvas, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                     hm_box *out)
{
    out->x0 = (int32_t)smaller(larger(x0, 0), canvas->width);
    out->y0 = (int32_t)smaller(larger(y0, 0), canvas->height);
    out->x1 = (int32_t)smaller(larger(x1, 0), canvas->width);
    out->y1 = (int32_t)smaller(larger(y1, 0), canvas->height);
    return !is_empty_box(out);
}

/* put_row as a call, where inlining it is not worth its size. */
bool hm_canvas_clip(const hm_canvas *canvas, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                    hm_box *out);

/* The box must lie in the canvas, and not be empty. */
void hm_canvas_mark(hm_canvas *canvas, const hm_box *box);

hm_box hm_canvas_extent(const hm_canvas *canvas);

/* An operation in words. With a mask `m` of some columns, the pixels in these columns become
 *
 *     (pixels & (rest ^ (m & turn))) ^ (m & set)
 */
struct ink {
    uint64_t rest, turn, set;
};

/* The mask replaces the pixels. */
#define INK_PUT                                                                                    \
    {                                                                                              \
        0, 0, UINT64_MAX                                                                           \
    }

extern const struct ink hm_inks[HM_TOGGLE + 1];

/* NULL when there is no such operation. */
static inline const struct ink *ink_of(hm_op op)
{
    return (unsigned)op <= HM_TOGGLE ? &hm_inks[op] : NULL;
}

static inline uint64_t ink_word(const struct ink *ink, uint64_t columns, uint64_t pixels,
                                uint64_t mask)
{
    const uint64_t m = mask & columns;
    return (pixels & ((ink->rest | ~columns) ^ (m & ink->turn))) ^ (m & ink->set);
}

/* Rows of another mask, for one stripe of a canvas: a >> shift, joined with the low bits of `next`.
 * Without a shift both are one. */
struct source {
    const uint8_t *a, *next;
    unsigned shift;
};

/* Changes the columns of so many rows from `to` on. `backwards`, it begins with the last row. */
void hm_canvas_combine(uint32_t cpu, uint8_t *to, const struct source *from, uint32_t rows,
                       uint64_t columns, const struct ink *ink, bool backwards);

/* The place in a canvas of a mask of one stripe that begins in one stripe and ends in the next. */
struct across {
    uint8_t *left, *right; /* the first row of each */
    unsigned shift;        /* 1 to 63: the column of the left one where the mask begins */
    uint64_t columns;      /* of the mask that are changed */
};

/* Combines such a mask, which is not part of the canvas, with the canvas. */
void hm_canvas_combine_across(uint32_t cpu, const struct across *to, const uint8_t *mask,
                              uint32_t rows, const struct ink *ink);

/* The box must lie in the canvas. */
void hm_canvas_fill_box(hm_canvas *canvas, const hm_box *box, const struct ink *ink);

/* Empties everything outside a box, which may be empty. */
void hm_canvas_keep_inside(hm_canvas *canvas, const hm_box *box);

/* Changes a box of the canvas by an upright sprite with words of its own, whose top-left pixel lies
 * at (x, y), also by a view of the canvas. */
void hm_canvas_lay(hm_canvas *canvas, const hm_box *box, const hm_sprite *sprite, int64_t x,
                   int64_t y, const struct ink *ink);

/* ---- Pens ----------------------------------------------------------------------------------- */

/* A shape that is drawn row by row:
 *
 *     if (hm_pen_begin(&pen, canvas, op, x0, y0, x1, y1)) {
 *         for (int32_t y = pen.box.y0; y < pen.box.y1; y++) {
 *             hm_pen_run(&pen, y, first, end); ... from left to right, not overlapping
 *             hm_pen_end_row(&pen, y);
 *         }
 *         hm_pen_end(&pen);
 *     }
 */
struct pen {
    hm_canvas *canvas;
    hm_box box; /* of the shape inside the canvas: runs are cut to it */
    struct ink ink;
    bool keeps;
    int32_t at; /* where the row goes on, when it keeps */
};

/* The box holds the shape. False when there is nothing to draw. */
bool hm_pen_begin(struct pen *pen, hm_canvas *canvas, hm_op op, int64_t x0, int64_t y0, int64_t x1,
                  int64_t y1);

/* The pixels from `first` to `end` - 1 belong to the shape. */
void hm_pen_run(struct pen *pen, int32_t y, int64_t first, int64_t end);

void hm_pen_end_row(struct pen *pen, int32_t y);

void hm_pen_end(struct pen *pen);

#endif
