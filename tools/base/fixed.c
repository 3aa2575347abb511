/*
 * fixed.c - 16.16 fixed point and decimal text, without a double or a locale in between
 */
#include "base/fixed.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

int64_t fixed_from_double(double number)
{
    const double scaled = number * 65536;
    return (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

const char *decimal_read(const char *text, struct decimal *out)
{
    const bool negative = *text == '-';
    const char *const first = text + negative;
    const char *p = first;
    int64_t number = 0;
    *out = (struct decimal){0};
    for (; isdigit((unsigned char)*p); p++) {
        number = number * 10 + (*p - '0');
        if (number > UINT32_MAX)
            return NULL;
    }
    if (p == first)
        return NULL;
    number *= DECIMAL_ONE;
    if (*p == '.' && isdigit((unsigned char)p[1])) {
        int64_t unit = DECIMAL_ONE / 10;
        for (p++; isdigit((unsigned char)*p); p++, unit /= 10) {
            number += (*p - '0') * unit;
            out->decimals++;
        }
    }
    out->billionths = negative ? -number : number;
    return p;
}

int64_t fixed_from_decimal(struct decimal number)
{
    const int64_t whole = number.billionths / DECIMAL_ONE, rest = number.billionths % DECIMAL_ONE;
    const int64_t half = rest < 0 ? -DECIMAL_ONE / 2 : DECIMAL_ONE / 2;
    return whole * 65536 + (rest * 65536 + half) / DECIMAL_ONE;
}

const char *fixed_to_text(char out[FIXED_TEXT_MAX], int64_t number)
{
    const uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    const uint64_t decimals = (magnitude % 65536 * 100000 + 32768) / 65536;
    size_t length = (size_t)snprintf(out, FIXED_TEXT_MAX, "%s%" PRIu64 ".%05" PRIu64,
                                     number < 0 ? "-" : "", magnitude / 65536, decimals);
    while (out[length - 1] == '0')
        length--;
    length -= out[length - 1] == '.';
    out[length] = '\0';
    return out;
}
