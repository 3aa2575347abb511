/*
 * unfilter.h - undoes the filters of PNG, on whole rows or on their alpha alone
 *
 * A filter predicts a byte from the same channel of the pixels to the left, above, and above left.
 * So alpha depends on alpha alone, and colours need not be undone to know it.
 */
#ifndef UNFILTER_H
#define UNFILTER_H

#include <stddef.h>
#include <stdint.h>

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH, FILTERS };

/* Undoes `filter`, one of FILTERS, on `size` bytes into `out`, which may be `filtered`. Pixels have
 * `step` bytes, 1 to 4. `above` is the row above, undone, or all zero. */
void unfilter(unsigned filter, size_t step, const uint8_t *filtered, const uint8_t *above,
              size_t size, uint8_t *out);

/* Copies the alpha bytes of `count` pixels of 2 or 4 channels. */
void gather_alphas(const uint8_t *samples, size_t channels, size_t count, uint8_t *out);

#endif
