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

/* The numbers must not be negative. */
struct wide hm_wide_unsigned_product(uint64_t a, uint64_t b);

struct wide hm_wide_product(int64_t a, int64_t b);

/* The quotient rounded down, cut to +-2^62. The divisor is above 0 and below 2^62. */
int64_t hm_wide_divide(struct wide a, int64_t divisor);

/* The largest number whose square is at most `a`, which is not negative. */
uint64_t hm_wide_root(struct wide a);

#endif
