/*
 * rows_sse2.c - two words at a time: every x86-64
 */
#include "rows.h"

#if defined(HM_SIMD_X86)

#include <emmintrin.h>

typedef __m128i vec;
enum { LANES = 2 };
#define ROWS(name)         hm_rows_##name##_sse2
#define RARE(name)         hm_rows_##name##_portable
#define hm_rows_loops_sse2 hm_rows_sse2

#define vec_load(p)     _mm_loadu_si128((const __m128i *)(const void *)(p))
#define vec_zero        _mm_setzero_si128
#define vec_fill(word)  _mm_set1_epi64x((long long)(word))
#define vec_and         _mm_and_si128
#define vec_or          _mm_or_si128
#define vec_right(v, n) _mm_srl_epi64(v, _mm_cvtsi32_si128((int)(n)))
#define vec_left(v, n)  _mm_sll_epi64(v, _mm_cvtsi32_si128((int)(n)))

static inline vec vec_last(vec v, uint32_t n)
{
    return n < 2 ? _mm_and_si128(v, _mm_set_epi64x(-1, 0)) : v;
}

static inline bool vec_some(vec v)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())) != 0xffff;
}

static inline uint32_t vec_lanes(vec v)
{
    const vec zero = _mm_cmpeq_epi32(v, _mm_setzero_si128());
    const vec both = _mm_and_si128(zero, _mm_shuffle_epi32(zero, 0xb1));
    return (uint32_t)_mm_movemask_pd(_mm_castsi128_pd(both)) ^ 3;
}

static inline vec vec_count(vec sum, vec v)
{
    const vec ones = _mm_set1_epi8(0x55), twos = _mm_set1_epi8(0x33), fours = _mm_set1_epi8(0x0f);
    v = _mm_sub_epi8(v, _mm_and_si128(_mm_srli_epi64(v, 1), ones));
    v = _mm_add_epi8(_mm_and_si128(v, twos), _mm_and_si128(_mm_srli_epi64(v, 2), twos));
    v = _mm_and_si128(_mm_add_epi8(v, _mm_srli_epi64(v, 4)), fours);
    return _mm_add_epi64(sum, _mm_sad_epu8(v, _mm_setzero_si128()));
}

static inline uint64_t vec_total(vec sum)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm_add_epi64(sum, _mm_unpackhi_epi64(sum, sum)));
}

#include "rows_template.h"

#endif
