/*
 * root.h - the root of a whole number, the same on every machine
 */
#ifndef ROOT_H
#define ROOT_H

#include <stdint.h>
#include <string.h>

/* The largest number whose square is at most `value`, which is below 2^62. Half the exponent of a
 * double is a guess within 4 percent; three steps of Newton's and a correction follow. */
static inline int64_t root_below(int64_t value)
{
    const double number = (double)value;
    uint64_t bits;
    double guess;
    if (value <= 0)
        return 0;
    memcpy(&bits, &number, sizeof bits);
    bits = (bits >> 1) + (UINT64_C(1023) << 51);
    memcpy(&guess, &bits, sizeof guess);
    int64_t root = (int64_t)guess;
    for (int i = 0; i < 3; i++)
        root = (root + value / root) / 2;
    while (root * root > value)
        root--;
    while ((root + 1) * (root + 1) <= value)
        root++;
    return root;
}

#endif
