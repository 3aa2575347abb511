/*
 * fixed.h - 16.16 fixed point from what files have
 */
#ifndef FIXED_H
#define FIXED_H

#include <stdint.h>

/* Numbers this far from 0 fit: beyond any sprite, and near enough for a double to tell 1/65536
 * apart. */
#define FIXED_MAX 4294967296.0

/* The nearest 1/65536 of a number from -FIXED_MAX to FIXED_MAX. */
static inline int64_t fixed_from_double(double number)
{
    const double scaled = number * 65536;

    return (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

#endif
