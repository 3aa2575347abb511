/*
 * round.h - the columns of a circle at a row
 */
#ifndef HM_ROUND_H
#define HM_ROUND_H

#include "bits.h"
#include "sprite.h"

static inline int64_t round_distance(int64_t a, int64_t b)
{
    return a > b ? a - b : b - a;
}

/* Columns of the bounds, by how far they lie from the circle's own. */
struct circle_columns {
    int64_t centre, last;
    int64_t nearest, farthest; /* distances of columns that there are */
};

static inline uint64_t round_square(int64_t distance)
{
    return (uint64_t)distance * (uint64_t)distance;
}

/* The reach of the circle at a row: the largest distance of a column whose square is at most
 * `most`, or less than the nearest. From row to row it changes little, and over all rows by at most
 * twice the width. */
static inline int64_t adjust_reach(const struct circle_columns *columns, int64_t reach,
                                   uint64_t most)
{
    while (reach < columns->farthest && round_square(reach + 1) <= most)
        reach++;
    while (reach >= columns->nearest && round_square(reach) > most)
        reach--;
    return reach;
}

static inline struct circle_columns columns_round(int64_t centre, uint32_t width)
{
    const int64_t last = (int64_t)width - 1;
    return (struct circle_columns){
        .centre = centre,
        .last = last,
        .nearest = centre < 0 ? -centre : larger(centre - last, 0),
        .farthest = larger(round_distance(centre, 0), round_distance(centre, last)),
    };
}

/* The largest number whose square is at most n. */
static inline int64_t round_root(uint64_t n)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << highest_bit(n | 1) / 2; bit > 0; bit /= 2)
        if ((root | bit) * (root | bit) <= n)
            root |= bit;
    return (int64_t)root;
}

#endif
