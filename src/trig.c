/*
 * trig.c - cosine, sine and angle in whole numbers: the same bits on every machine
 *
 * An angle is folded into the first octant, where both series converge at once; folding
 * exchanges the two and their signs, so that the other octants are mirror images of it.
 */
#include "bits.h"

#include <hitmask.h>

/* Numbers below 2 with 30 binary places. */
enum { PLACES = 30 };
#define ONE (INT64_C(1) << PLACES)

enum { QUARTER = 1 << 14 };

static int64_t times(int64_t a, int64_t b)
{
    return a * b >> PLACES;
}

/* 1 - square / divisor * rest: a step of a series, from its end on. */
static int64_t step(int64_t square, int64_t divisor, int64_t rest)
{
    return ONE - times(square / divisor, rest);
}

static int32_t to_16_16(int64_t value)
{
    return (int32_t)((value + (ONE >> 17)) >> (PLACES - 16));
}

/* For angles from 0 to half a quarter turn. */
static void turn_octant(uint32_t angle, int32_t *cosine, int32_t *sine)
{
    /* A turn of 65536 is 2 pi: pi * 2^31 is what a unit is worth, with 46 binary places. */
    const int64_t radians = angle * INT64_C(6746518852) >> (46 - PLACES);
    const int64_t square = times(radians, radians);
    const int64_t c = step(square, 2, step(square, 12, step(square, 30, step(square, 56, ONE))));
    const int64_t s = step(square, 6, step(square, 20, step(square, 42, step(square, 72, ONE))));
    *cosine = to_16_16(c);
    *sine = to_16_16(times(radians, s));
}

void hm_turn(uint32_t angle, int32_t *cosine, int32_t *sine)
{
    const uint32_t rest = angle % QUARTER;
    int32_t c, s;
    if (rest <= QUARTER / 2)
        turn_octant(rest, &c, &s);
    else
        turn_octant(QUARTER - rest, &s, &c);
    switch (angle / QUARTER % 4) {
    case 0:
        *cosine = c, *sine = s;
        break;
    case 1:
        *cosine = -s, *sine = c;
        break;
    case 2:
        *cosine = -c, *sine = -s;
        break;
    default:
        *cosine = s, *sine = -c;
        break;
    }
}

/* Does a number times 65536 fit? */
static bool has_room(int64_t value)
{
    return value > -(INT64_C(1) << 47) && value < INT64_C(1) << 47;
}

SMALL uint32_t hm_angle(int64_t x, int64_t y)
{
    if (!has_room(x) || !has_room(y)) {
        x >>= 17;
        y >>= 17;
    }
    const bool below = y < 0;
    uint32_t low = 0, high = x == 0 && y == 0 ? 0 : 2 * QUARTER;
    x = below ? -x : x;
    y = below ? -y : y;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        int32_t cosine, sine;
        hm_turn(middle, &cosine, &sine);
        if (y * cosine >= x * sine)
            low = middle;
        else
            high = middle - 1;
    }
    return low + (below ? 2 * QUARTER : 0);
}
