/*
 * budget.h - the cost that one picture may have, and how much of it is spent
 *
 * A file of a few bytes may ask for much: pixels that are drawn one over the other, one image by
 * many rules or as many pages, sprites that overlap or are equal. All that read a picture and make
 * its sprites spend from one budget.
 */
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct budget {
    uint64_t most;   /* pixels of a picture, of each of its frames, and of a sprite: --max-pixels;
                        all frames have BUDGET_TIMES as many at most */
    uint64_t drawn;  /* pixels that were drawn over others, or decided once more; BUDGET_TIMES as
                        many as `most` at most */
    uint64_t kept;   /* pixels in the boxes of masks that differ; `most` at most, BUDGET_TIMES as
                        many of a picture with several frames */
    uint64_t worked; /* pixels of all sprites, in rows of whole words: equal ones take time, too;
                        BUDGET_TIMES as many as `most`, or BUDGET_WORK_LEAST, at most */
    bool has_frames; /* the picture has several frames */
    bool full;       /* a sprite was refused */
};

/* Narrow sprites have rows of whole words, too. */
enum { BUDGET_TIMES = 16, BUDGET_WORK_LEAST = 1 << 28 };

/* Limits that are not of a picture. A product counts text and cells for its input, which may have
 * many pictures or none; a parser counts how deep it is. */
enum {
    BUDGET_TEXT = 1 << 28, /* bytes of copied names and data, where a file has one once and asks for
                              many: of each frame of an animation, or of a box in each frame */
    BUDGET_DEPTH = 64,     /* objects in objects of a JSON text, elements in elements of XML */
};

/* Cells of all maps that have more cells than their sprites have pixels. */
#define BUDGET_CELLS ((uint64_t)1 << 32)

/* Counts pixels that are drawn. False when they are too many. */
static inline bool budget_draw(struct budget *budget, uint64_t pixels)
{
    budget->drawn += pixels;
    return budget->drawn / BUDGET_TIMES <= budget->most;
}

#endif
