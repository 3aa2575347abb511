/*
 * wide.h - whole numbers of 128 bits, for exact geometry at the ends of int32_t
 */
#ifndef HM_WIDE_H
#define HM_WIDE_H

#include "bits.h"

#include <stdbool.h>

/* high * 2^64 + low, as two's complement. */
struct wide {
    uint64_t high, low;
};

static inline struct wide wide_add(struct wide a, struct wide b)
{
    const uint64_t low = a.low + b.low;
    return (struct wide){a.high + b.high + (low < a.low), low};
}

static inline struct wide wide_negative(struct wide a)
{
    return (struct wide){~a.high + (a.low == 0), 0 - a.low};
}

static inline struct wide wide_subtract(struct wide a, struct wide b)
{
    return wide_add(a, wide_negative(b));
}

static inline bool wide_is_negative(struct wide a)
{
    return a.high >> 63 != 0;
}

static inline bool wide_is_less(struct wide a, struct wide b)
{
    return wide_is_negative(wide_subtract(a, b));
}

/* Of two numbers that are not negative. */
static inline struct wide wide_unsigned_product(uint64_t a, uint64_t b)
{
    const uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
    const uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
    const uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
    const uint64_t other = a_low * b_high + (middle & UINT32_MAX);
    return (struct wide){a_high * b_high + (middle >> 32) + (other >> 32),
                         other << 32 | (low & UINT32_MAX)};
}

static inline struct wide wide_product(int64_t a, int64_t b)
{
    const struct wide product = wide_unsigned_product(a < 0 ? 0 - (uint64_t)a : (uint64_t)a,
                                                      b < 0 ? 0 - (uint64_t)b : (uint64_t)b);
    return (a < 0) != (b < 0) ? wide_negative(product) : product;
}

/* The quotient rounded down, cut to +-2^62. The divisor is above 0 and below 2^62. */
int64_t hm_wide_divide(struct wide a, int64_t divisor);

/* The largest number whose square is at most `a`, which is not negative. */
uint64_t hm_wide_root(struct wide a);

#endif
