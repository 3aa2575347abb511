/*
 * rows_two.c - two words at a time: SSE2, which every x86-64 has, and NEON of arm64
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

#elif defined(HM_SIMD_NEON)

#include <arm_neon.h>

typedef uint64x2_t vec;
enum { LANES = 2 };
#define ROWS(name)         hm_rows_##name##_neon
#define hm_rows_loops_neon hm_rows_neon
#define hm_rows_bulk_neon  hm_bulk_neon

#define vec_load(p)     vreinterpretq_u64_u8(vld1q_u8(p))
#define vec_store(p, v) vst1q_u8(p, vreinterpretq_u8_u64(v))
#define vec_zero()      vdupq_n_u64(0)
#define vec_fill(word)  vdupq_n_u64(word)
#define vec_and         vandq_u64
#define vec_add         vaddq_u64
#define vec_or          vorrq_u64
#define vec_right(v, n) vshlq_u64(v, vdupq_n_s64(-(int64_t)(n)))
#define vec_left(v, n)  vshlq_u64(v, vdupq_n_s64((int64_t)(n)))
#define vec_turn(v)     vextq_u64(v, v, 1)
#define vec_mirror(v)   vreinterpretq_u64_u8(vrev64q_u8(vrbitq_u8(vreinterpretq_u8_u64(v))))
#define vec_last(v, n)  ((n) < 2 ? vsetq_lane_u64(0, v, 0) : (v))
#define vec_some(v)     (vmaxvq_u32(vreinterpretq_u32_u64(v)) != 0)
#define vec_total(sum)  vaddvq_u64(sum)

static inline uint64_t vec_fold(vec v)
{
    return vgetq_lane_u64(v, 0) | vgetq_lane_u64(v, 1);
}

static inline uint32_t vec_lanes(vec v)
{
    return (uint32_t)(vgetq_lane_u64(v, 0) != 0) | (uint32_t)(vgetq_lane_u64(v, 1) != 0) << 1;
}

static inline vec vec_count(vec sum, vec v)
{
    const uint8x16_t bits = vcntq_u8(vreinterpretq_u8_u64(v));
    return vpadalq_u32(sum, vpaddlq_u16(vpaddlq_u8(bits)));
}

#include "rows_template.h"

#endif
