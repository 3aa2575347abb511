/*
 * affine_meet.h - the parts of two masks that may touch through a map, and walks over their pixels
 *
 * All of it counts in stored pixels, from the corner of the stored bounds.
 */
#ifndef HM_AFFINE_MEET_H
#define HM_AFFINE_MEET_H

#include "affine.h"
#include "bits.h"

/* ---- Regions -------------------------------------------------------------------------------- */

/* A box of stored pixels, counted from the bounds' corner. It may become emptier than empty. */
struct region {
    int64_t x0, y0, x1, y1;
};

/* A side of the map: a sprite, and its way to the other side. */
struct end {
    struct lookup mask;
    struct way way; /* to the other end */
    struct region region;
    int64_t error;  /* of a round trip, with 33 binary places */
    int64_t margin; /* that the region needs, in 16.16 */
};

struct ends {
    struct end a, b;
};

static inline bool region_is_empty(const struct region *region)
{
    return region->x0 >= region->x1 || region->y0 >= region->y1;
}

/* The columns of a stripe that lie in the region: at least one does. */
static inline uint64_t columns_of(const struct region *region, int64_t stripe)
{
    const int64_t left = region->x0 - stripe * 64, right = region->x1 - stripe * 64;
    return low_bits(right < 64 ? (unsigned)right : 64) & ~low_bits(left > 0 ? (unsigned)left : 0);
}

static inline const uint8_t *row_at(const struct lookup *mask, int64_t stripe, int64_t y)
{
    return mask->words + (stripe * mask->height + y) * mask->step;
}

/* A margin of so much, for regions that nothing is known about: no box is clipped by it. The centre
 * of a box of pixels within 2^31 of the origin lands within 2 * 64 * 2^31 + 2^32 + 2^31 < 2^39
 * pixels of the other box, in 16.16 within 2^55; twice that leaves room for the box's own 2^16
 * pixels. The sums of hm_end_clip() stay below 2^58. */
#define MARGIN_OF_ALL (INT64_C(1) << 56)

/* The margin of a sprite's region, from the error of its round trip. */
static inline int64_t margin_of(int64_t error)
{
    /* 4 more, for the rounding in between. */
    return error < ROUND_TRIP_LOST ? larger(error >> 17, 32768) + 4 : MARGIN_OF_ALL;
}

/* Gets both sides of a map, each with the part of its box that may touch. False when the map is out
 * of range, or the boxes alone keep the two apart. */
bool hm_ends_meet(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, struct ends *out);

/* True if they touch. Shrinks both regions further. */
bool hm_ends_touch(struct ends *ends, const hm_affine *map);

/* Shrinks the region of `to` to the pixels that may touch one in the region of `from`. A pixel
 * there touches by its own centre, which returns to itself but for the error, or by the centre of a
 * pixel here, which lies within half a pixel of it: the margin is the larger of the two. */
void hm_end_clip(const struct end *from, struct end *to);

/* Shrinks a region to the solid pixels in it; false when there are none. */
bool hm_end_tighten(struct end *end);

/* ---- Walks ---------------------------------------------------------------------------------- */

/* Pixels of one row of a mask: bit i is that at column x + i. */
struct run {
    int64_t x, y;
    uint64_t pixels;
};

/* The pixels of a region that are visited: all that are solid, or those of the outline. */
enum which { ALL, OUTLINE, OUTLINE_OF_NARROW };

/* Visits them row by row, a stripe at a time, until a visit says that it is enough. */
bool hm_end_walk(const struct end *end, enum which which,
                 bool (*visit)(const struct run *run, void *context), void *context);

/* The pixels of a run that land on solid ones, or only the first of these. */
INLINE uint64_t landing(const struct way *way, const struct run *run, const struct lookup *to,
                        bool first_only)
{
    const int64_t x = way->x + way->xx * run->x + way->xy * run->y;
    const int64_t y = way->y + way->yx * run->x + way->yy * run->y;
    uint64_t landed = 0;
    for (uint64_t rest = run->pixels; rest != 0; rest &= rest - 1) {
        const int64_t i = lowest_bit(rest);
        if (!lookup_has(to, x + way->xx * i, y + way->yx * i))
            continue;
        landed |= UINT64_C(1) << i;
        if (first_only)
            break;
    }
    return landed;
}

#endif
