/*
 * root.h - the root of a whole number, the same on every machine
 */
#ifndef ROOT_H
#define ROOT_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* A number near the root: by the processor, or half the exponent of a double, which is within 4
 * percent, and three steps of Newton's. */
static inline int64_t guess_root(int64_t value)
{
    double number = (double)value;
#if defined(__SSE2__)
    const __m128d wide = _mm_set_sd(number);
    _mm_store_sd(&number, _mm_sqrt_sd(wide, wide));
    return (int64_t)number;
#else
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    bits = (bits >> 1) + (UINT64_C(1023) << 51);
    memcpy(&number, &bits, sizeof number);
    int64_t root = (int64_t)number;
    for (int i = 0; i < 3; i++)
        root = (root + value / root) / 2;
    return root;
#endif
}

/* The largest number whose square is at most `value`, which is below 2^62. Corrected, any guess
 * gives the same. */
static inline int64_t root_below(int64_t value)
{
    if (value <= 0)
        return 0;
    int64_t root = guess_root(value);
#if defined(__SSE2__)
    if (value < INT64_C(1) << 52)
        return root;
#endif
    while (root * root > value)
        root--;
    while ((root + 1) * (root + 1) <= value)
        root++;
    return root;
}

#endif
