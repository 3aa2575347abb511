/*
 * fuzz.h - what fuzz targets stand on
 *
 * A target is a file with one function that takes any bytes, and ends the program when what must
 * hold does not. libFuzzer and AFL++ call it with bytes that they make up; replay.c with files.
 * It keeps nothing from one call to the next.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "support/require.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The path of a file with these bytes, until the next call. */
const char *fuzz_file(const uint8_t *data, size_t size);

/* The bytes with a NUL after them, in memory of just that size; to be freed. */
char *fuzz_string(const uint8_t *data, size_t size);

/* Numbers from the input, from its beginning; zeros when it has no more. */
struct dice {
    const uint8_t *next;
    size_t left;
};

uint8_t dice_byte(struct dice *dice);
uint32_t dice_number(struct dice *dice);
uint32_t dice_below(struct dice *dice, uint32_t end);

#endif
