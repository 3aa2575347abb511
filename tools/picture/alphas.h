/*
 * alphas.h - the alpha bytes of pixels with 8-bit alpha, taken from between the others
 *
 * Channels are 1 (alpha alone), 2 (grey and alpha) or 4 (RGB and alpha).
 */
#ifndef ALPHAS_H
#define ALPHAS_H

#include <stddef.h>
#include <stdint.h>

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
