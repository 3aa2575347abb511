/*
 * wide.c - products, quotients and roots of wide numbers, the last two a bit at a time
 */
#include "wide.h"

enum { MOST_BITS = 62 };

struct wide hm_wide_unsigned_product(uint64_t a, uint64_t b)
{
    const uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
    const uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
    const uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
    const uint64_t other = a_low * b_high + (middle & UINT32_MAX);
    return (struct wide){a_high * b_high + (middle >> 32) + (other >> 32),
                         other << 32 | (low & UINT32_MAX)};
}

struct wide hm_wide_product(int64_t a, int64_t b)
{
    const struct wide product = hm_wide_unsigned_product(a < 0 ? 0 - (uint64_t)a : (uint64_t)a,
                                                         b < 0 ? 0 - (uint64_t)b : (uint64_t)b);
    return (a < 0) != (b < 0) ? wide_negative(product) : product;
}

SMALL int64_t hm_wide_divide(struct wide a, int64_t divisor)
{
    const int64_t most = INT64_C(1) << MOST_BITS;
    const bool negative = wide_is_negative(a);
    if (a.high == 0 - (a.low >> 63)) {
        const int64_t n = (int64_t)a.low, quotient = n / divisor - (n % divisor < 0);
        return quotient > most ? most : quotient < -most ? -most : quotient;
    }
    const struct wide size = negative ? wide_negative(a) : a;
    uint64_t rest = size.high, quotient = 0;
    if (rest >= (uint64_t)divisor)
        return negative ? -most : most;
    for (unsigned bit = 64; bit-- > 0;) {
        rest = rest << 1 | (size.low >> bit & 1);
        quotient = quotient << 1 | (rest >= (uint64_t)divisor);
        rest -= rest >= (uint64_t)divisor ? (uint64_t)divisor : 0;
    }
    if (quotient >= (uint64_t)most)
        return negative ? -most : most;
    return negative ? -(int64_t)quotient - (rest != 0) : (int64_t)quotient;
}

SMALL uint64_t hm_wide_root(struct wide a)
{
    const unsigned first = a.high != 0 ? 32 + highest_bit(a.high) / 2 : highest_bit(a.low | 1) / 2;
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << first; bit > 0; bit /= 2)
        if (!wide_is_less(a, hm_wide_unsigned_product(root | bit, root | bit)))
            root |= bit;
    return root;
}
