/*
 * numbers.c - numbers in text, without a locale
 */
#include "base/numbers.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_to_number(const char *string, uint64_t min, uint64_t max, uint64_t *out)
{
    uint64_t number = 0;
    if (*string == '\0')
        return false;
    for (; *string; string++) {
        unsigned digit = (unsigned)(unsigned char)*string - '0';
        if (digit > 9 || number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    if (number < min || number > max)
        return false;
    *out = number;
    return true;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *const found = c != 0 ? strchr(digits, c) : NULL;
    return found != NULL ? (int)((found - digits) % 16) : -1;
}

bool text_to_color(const char *digits, uint8_t out[3])
{
    if (strlen(digits) != 6)
        return false;
    for (int i = 0; i < 3; i++) {
        const int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

const char *text_count(char out[TEXT_COUNT_MAX], uint64_t number)
{
    char digits[24];
    const size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t at = 0;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

/* ---- Fixed point -------------------------------------------------------------------------- */

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

const char *decimal_read_float(const char *text, struct decimal *out)
{
    const char *const exponent = decimal_read(text, out);
    if (exponent == NULL || (*exponent != 'e' && *exponent != 'E'))
        return exponent;
    const bool small = exponent[1] == '-';
    const char *p = exponent + 1 + (small || exponent[1] == '+');
    const char *const first = p;
    unsigned power = 0;
    for (; isdigit((unsigned char)*p); p++)
        power = power < 100 ? power * 10 + (unsigned)(*p - '0') : power;
    for (; small && power > 1 && out->billionths != 0; power--)
        out->billionths /= 10;
    if (small && power > 0)
        out->billionths = (out->billionths + (out->billionths < 0 ? -5 : 5)) / 10;
    for (; !small && power > 0 && out->billionths != 0; power--) {
        if (out->billionths > INT64_MAX / 10 || out->billionths < INT64_MIN / 10)
            return NULL;
        out->billionths *= 10;
    }
    const int64_t whole = out->billionths / DECIMAL_ONE;
    return p == first ? exponent : llabs(whole) > UINT32_MAX ? NULL : p;
}

bool fixed_from_part(struct decimal part, uint32_t pixels, int64_t *out)
{
    const double number = (double)part.billionths / (double)DECIMAL_ONE * pixels;
    const bool near = number >= -FIXED_MAX && number <= FIXED_MAX;
    *out = near ? fixed_from_double(number) : 0;
    return near;
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
