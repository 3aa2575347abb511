/*
 * numbers.h - numbers read from text and written as text, and 16.16 fixed point
 */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parses all of `string` as a decimal number in [min, max]. */
bool text_to_number(const char *string, uint64_t min, uint64_t max, uint64_t *out);

/* Parses six hexadecimal digits, red first. */
bool text_to_color(const char *digits, uint8_t out[3]);

/* A number with a comma between thousands, for people. Returns `out`. */
enum { TEXT_COUNT_MAX = 32 };
const char *text_count(char out[TEXT_COUNT_MAX], uint64_t number);

static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* ---- Fixed point ------------------------------------------------------------------------- */

/* Numbers this far from 0 fit: beyond any sprite, and near enough for a double to tell 1/65536
 * apart. */
#define FIXED_MAX 4294967296.0

/* The nearest 1/65536 of a number from -FIXED_MAX to FIXED_MAX. */
int64_t fixed_from_double(double number);

/* The billionths in 1. */
#define DECIMAL_ONE INT64_C(1000000000)

/* A decimal number, exactly up to its ninth digit behind the point. */
struct decimal {
    int64_t billionths;
    size_t decimals; /* all digits behind the point, also those that are left out */
};

/* Reads the number at the beginning of a text, such as "12" or "-0.5": a digit before the point,
 * one behind it if there is a point, no exponent, and nearer to 0 than FIXED_MAX. Returns what
 * follows it, or NULL when there is no such number. */
const char *decimal_read(const char *text, struct decimal *out);

/* The same, perhaps with an exponent, such as "1E-05": programs write small numbers so. `decimals`
 * is without meaning then. */
const char *decimal_read_float(const char *text, struct decimal *out);

/* The nearest 1/65536. */
int64_t fixed_from_decimal(struct decimal number);

/* The same of a part of so many pixels; false when it is farther from 0 than FIXED_MAX. */
bool fixed_from_part(struct decimal part, uint32_t pixels, int64_t *out);

/* A decimal fraction. Five decimals err by less than a third of 1/65536, so that any reader finds
 * the number again. Returns `out`. */
enum { FIXED_TEXT_MAX = 32 };
const char *fixed_to_text(char out[FIXED_TEXT_MAX], int64_t number);

#endif
