/*
 * moments.c - the centroid of a mask and how its pixels spread about it, exact to the last bit
 *
 * Sums over all pixels come from the runs of the rows. Sides of 65535 keep them below 2^64; where a
 * difference is taken of larger ones, it is small and exact modulo 2^64.
 */
#include "bits.h"
#include "runs.h"
#include "sprite.h"

/* Sums over the columns x and rows y of all pixels, counted from the corner of the bounds. */
struct sums {
    uint64_t count, x, y, xx, xy, yy;
};

/* The sum of the numbers below n, and that of their squares. */
static uint64_t sum_below(uint64_t n)
{
    return n * (n - 1) / 2;
}

static uint64_t squares_below(uint64_t n)
{
    return n * (n - 1) * (2 * n - 1) / 6;
}

/* A row of the bounds. */
static NOINLINE void add_row(const hm_sprite *sprite, uint32_t row, struct sums *sums)
{
    const uint32_t left = (uint32_t)(stored_tight(sprite)->x0 - sprite->bounds.x0);
    const uint32_t top = (uint32_t)(stored_tight(sprite)->y0 - sprite->bounds.y0);
    struct stretch runs[STRETCHES];
    uint64_t count = 0, x = 0;
    uint32_t from = 0, more;
    do {
        more = hm_find_runs(sprite, top + row, &from, runs);
        for (uint32_t i = 0; i < more; i++) {
            const uint32_t begin = runs[i].begin - left, end = runs[i].end - left;
            count += end - begin;
            x += sum_below(end) - sum_below(begin);
            sums->xx += squares_below(end) - squares_below(begin);
        }
    } while (more == STRETCHES);
    sums->count += count;
    sums->x += x;
    sums->y += count * row;
    sums->xy += x * row;
    sums->yy += count * row * row;
}

static SMALL struct sums sum_full(uint64_t width, uint64_t height)
{
    return (struct sums){
        .count = width * height,
        .x = height * sum_below(width),
        .y = width * sum_below(height),
        .xx = height * squares_below(width),
        .xy = sum_below(width) * sum_below(height),
        .yy = width * squares_below(height),
    };
}

/* Mirrors one axis: x becomes last - x. */
static SMALL NOINLINE void mirror(uint64_t count, uint64_t last, uint64_t other, uint64_t *x,
                                  uint64_t *xx, uint64_t *xy)
{
    *xx += last * (count * last - 2 * *x);
    *xy = last * other - *xy;
    *x = last * count - *x;
}

/* The mean of the centres, in 16.16, to the nearest; halves go up. */
static SMALL NOINLINE int64_t mean(uint64_t sum, uint64_t count)
{
    return (int64_t)(((2 * sum + count) * 65536 + count) / (2 * count));
}

/* The mean of (x - mean x) * (y - mean y), in 16.16, to the nearest; halves go up. */
static SMALL int64_t mean_product(uint64_t n, uint64_t xy, uint64_t x, uint64_t y)
{
    /* About whole numbers near the means first, which leaves x and y below n. */
    const uint64_t left = x / n, top = y / n;
    const int64_t sum = (int64_t)(xy - left * y - top * x + n * left * top);
    const uint64_t product = (x % n) * (y % n);
    /* Now it is (sum - product / n) / n: a whole part, and a rest of n * n parts. */
    const int64_t dividend = sum - (int64_t)(product / n);
    int64_t whole = dividend / (int64_t)n, over = dividend % (int64_t)n;
    if (over <= 0) { /* A rest may be as large as a whole. */
        whole--;
        over += (int64_t)n;
    }
    const uint64_t all = n * n;
    uint64_t rest = (uint64_t)over * n - product % n;
    for (int i = 0; i < 17; i++) {
        const bool carry = rest >= all - rest;
        rest = carry ? rest - (all - rest) : 2 * rest;
        whole = 2 * whole + carry;
    }
    return (whole + 1) >> 1;
}

SMALL bool hm_sprite_moments(const hm_sprite *sprite, hm_moments *out)
{
    hm_box box;
    hm_sprite_bounds(sprite, &box);
    const int64_t width = box.x1 - box.x0, height = box.y1 - box.y0;
    struct sums sums = {0, 0, 0, 0, 0, 0};
    if (width > HM_AFFINE_SIDE_MAX || height > HM_AFFINE_SIDE_MAX)
        return false;
    if (sprite->row_step == 0)
        sums = sum_full((uint64_t)width, (uint64_t)height);
    for (uint32_t row = 0; sprite->row_step > 0 && row < (uint32_t)height; row++)
        add_row(sprite, row, &sums);
    if (sums.count == 0)
        return false;
    if (sprite->flip_x)
        mirror(sums.count, (uint64_t)width - 1, sums.y, &sums.x, &sums.xx, &sums.xy);
    if (sprite->flip_y)
        mirror(sums.count, (uint64_t)height - 1, sums.x, &sums.y, &sums.yy, &sums.xy);
    out->x = (int64_t)box.x0 * 65536 + mean(sums.x, sums.count);
    out->y = (int64_t)box.y0 * 65536 + mean(sums.y, sums.count);
    out->xx = mean_product(sums.count, sums.xx, sums.x, sums.x);
    out->xy = mean_product(sums.count, sums.xy, sums.x, sums.y);
    out->yy = mean_product(sums.count, sums.yy, sums.y, sums.y);
    /* Half of it to the nearest: no square of a side in 16.16 is too large for hm_angle. */
    out->angle = (hm_angle(out->xx - out->yy, 2 * out->xy) + 1) / 2 % 32768;
    return true;
}
