/*
 * wide.c - quotients and roots of wide numbers, a bit at a time where they do not fit
 */
#include "wide.h"

enum { MOST_BITS = 62 };

int64_t hm_wide_divide(struct wide a, int64_t divisor)
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

uint64_t hm_wide_root(struct wide a)
{
    const unsigned first = a.high != 0 ? 32 + highest_bit(a.high) / 2 : highest_bit(a.low | 1) / 2;
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << first; bit > 0; bit /= 2)
        if (!wide_is_less(a, wide_unsigned_product(root | bit, root | bit)))
            root |= bit;
    return root;
}
