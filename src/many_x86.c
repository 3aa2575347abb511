/*
 * many_x86.c - the broad phase of one against many, 16, 32 or 64 bytes of a side at a time
 */
#include "many.h"

#include "bits.h"

#if defined(HM_SIMD_X86)

#include <immintrin.h>

#define VECTORS

/* ---- SSE2 ------------------------------------------------------------------------------- */

#define load_sse2(p)    _mm_loadu_si128((const __m128i *)(const void *)(p))
#define load_16_sse2    load_sse2
#define fill_16_sse2    _mm_set1_epi16
#define larger_16_sse2  _mm_max_epi16
#define smaller_16_sse2 _mm_min_epi16
#define more_16_sse2    _mm_cmpgt_epi16
#define both_16_sse2    _mm_and_si128
#define bits_16_sse2(f) (uint32_t) _mm_movemask_epi8(_mm_packs_epi16(f, _mm_setzero_si128()))

#define load_32_sse2          load_sse2
#define fill_32_sse2          _mm_set1_epi32
#define larger_32_sse2(v, w)  choose_sse2(_mm_cmpgt_epi32(v, w), v, w)
#define smaller_32_sse2(v, w) choose_sse2(_mm_cmpgt_epi32(v, w), w, v)
#define more_32_sse2          _mm_cmpgt_epi32
#define both_32_sse2          _mm_and_si128
#define bits_32_sse2(f)       (uint32_t) _mm_movemask_ps(_mm_castsi128_ps(f))

/* v where the flag is set, else w. */
static inline __m128i choose_sse2(__m128i flags, __m128i v, __m128i w)
{
    return _mm_or_si128(_mm_and_si128(flags, v), _mm_andnot_si128(flags, w));
}

#define WIDTH    16
#define LANES    8
#define OF(name) name##_16_sse2
#include "many_template.h"
#undef OF

#define WIDTH    32
#define LANES    4
#define OF(name) name##_32_sse2
#include "many_template.h"
#undef OF

const struct broad hm_broad_sse2 = {near_16_sse2, near_32_sse2};

/* ---- AVX2 ------------------------------------------------------------------------------- */

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC target("avx2,bmi")
#endif

#define load_avx2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))

#define load_16_avx2    load_avx2
#define fill_16_avx2    _mm256_set1_epi16
#define larger_16_avx2  _mm256_max_epi16
#define smaller_16_avx2 _mm256_min_epi16
#define more_16_avx2    _mm256_cmpgt_epi16
#define both_16_avx2    _mm256_and_si256

#define load_32_avx2    load_avx2
#define fill_32_avx2    _mm256_set1_epi32
#define larger_32_avx2  _mm256_max_epi32
#define smaller_32_avx2 _mm256_min_epi32
#define more_32_avx2    _mm256_cmpgt_epi32
#define both_32_avx2    _mm256_and_si256
#define bits_32_avx2(f) (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(f))

static inline uint32_t bits_16_avx2(__m256i flags)
{
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(flags), _mm256_extracti128_si256(flags, 1));
    return (uint32_t)_mm_movemask_epi8(bytes);
}

#define WIDTH    16
#define LANES    16
#define OF(name) name##_16_avx2
#include "many_template.h"
#undef OF

#define WIDTH    32
#define LANES    8
#define OF(name) name##_32_avx2
#include "many_template.h"
#undef OF

const struct broad hm_broad_avx2 = {near_16_avx2, near_32_avx2};

#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif

/* ---- AVX-512 ---------------------------------------------------------------------------- */

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,bmi"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,bmi")
#endif

#define load_avx512(p)    _mm512_loadu_si512((const void *)(p))
#define both_avx512(f, g) ((f) & (g))
#define bits_avx512(f)    (f)

#define load_16_avx512    load_avx512
#define fill_16_avx512    _mm512_set1_epi16
#define larger_16_avx512  _mm512_max_epi16
#define smaller_16_avx512 _mm512_min_epi16
#define more_16_avx512    _mm512_cmpgt_epi16_mask
#define both_16_avx512    both_avx512
#define bits_16_avx512    bits_avx512

#define load_32_avx512    load_avx512
#define fill_32_avx512    _mm512_set1_epi32
#define larger_32_avx512  _mm512_max_epi32
#define smaller_32_avx512 _mm512_min_epi32
#define more_32_avx512    _mm512_cmpgt_epi32_mask
#define both_32_avx512    both_avx512
#define bits_32_avx512    bits_avx512

#define WIDTH    16
#define LANES    32
#define OF(name) name##_16_avx512
#include "many_template.h"
#undef OF

#define WIDTH    32
#define LANES    16
#define OF(name) name##_32_avx512
#include "many_template.h"
#undef OF

const struct broad hm_broad_avx512 = {near_16_avx512, near_32_avx512};

#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif

#endif
