/*
 * many_x86.c - the broad phase of one against many, with AVX2
 *
 * Compilers make narrower vectors of the portable loop by themselves. Wider vectors were measured
 * to gain nothing, because most of the time goes into the sprites that are near.
 */
#include "many.h"

#include "bits.h"

#if defined(HM_SIMD_X86)

#include <immintrin.h>

#define VECTORS

BEGIN_TARGET("avx2,bmi")

#define load_avx2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))

#define hm_load_16_avx2    load_avx2
#define hm_fill_16_avx2    _mm256_set1_epi16
#define hm_larger_16_avx2  _mm256_max_epi16
#define hm_smaller_16_avx2 _mm256_min_epi16
#define hm_more_16_avx2    _mm256_cmpgt_epi16
#define hm_both_16_avx2    _mm256_and_si256

#define hm_load_32_avx2    load_avx2
#define hm_fill_32_avx2    _mm256_set1_epi32
#define hm_larger_32_avx2  _mm256_max_epi32
#define hm_smaller_32_avx2 _mm256_min_epi32
#define hm_more_32_avx2    _mm256_cmpgt_epi32
#define hm_both_32_avx2    _mm256_and_si256
#define hm_bits_32_avx2(f) (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(f))

static inline uint32_t hm_bits_16_avx2(__m256i flags)
{
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(flags), _mm256_extracti128_si256(flags, 1));
    return (uint32_t)_mm_movemask_epi8(bytes);
}

#define WIDTH    16
#define LANES    16
#define OF(name) hm_##name##_16_avx2
#include "many_template.h"
#undef OF

#define WIDTH    32
#define LANES    8
#define OF(name) hm_##name##_32_avx2
#include "many_template.h"
#undef OF

const struct broad hm_broad_avx2 = {hm_near_16_avx2, hm_near_32_avx2};

END_TARGET

#endif
