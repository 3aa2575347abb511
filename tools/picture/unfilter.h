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

/* ---- Alpha ----------------------------------------------------------------------------------- */

/* Copies the alpha bytes of `count` pixels of 2 or 4 channels. */
void gather_alphas(const uint8_t *samples, size_t channels, size_t count, uint8_t *out);

/* The alpha bytes of sixteen pixels of 1 channel (alpha alone), 2 or 4. */
enum { ALPHAS_AT_ONCE = 16 };

#if defined(__SSE2__)
#include <emmintrin.h>

static inline __m128i alphas_of_four(const uint8_t *samples)
{
    return _mm_srli_epi32(_mm_loadu_si128((const __m128i *)samples), 24);
}

static inline __m128i alphas_of_eight(const uint8_t *samples)
{
    return _mm_srli_epi16(_mm_loadu_si128((const __m128i *)samples), 8);
}

static inline __m128i alphas_of_sixteen(const uint8_t *samples, size_t channels)
{
    if (channels == 1)
        return _mm_loadu_si128((const __m128i *)samples);
    if (channels == 2)
        return _mm_packus_epi16(alphas_of_eight(samples), alphas_of_eight(samples + 16));
    return _mm_packus_epi16(
        _mm_packs_epi32(alphas_of_four(samples), alphas_of_four(samples + 16)),
        _mm_packs_epi32(alphas_of_four(samples + 32), alphas_of_four(samples + 48)));
}
#endif

#endif
