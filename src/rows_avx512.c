/*
 * rows_avx512.c - eight words at a time
 */
#include "rows.h"

#if defined(HM_SIMD_X86)

#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512vpopcntdq,popcnt,bmi,bmi2"))), \
    apply_to = function)
#elif defined(__GNUC__)
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx512vpopcntdq,popcnt,bmi,bmi2")
#endif

#include <immintrin.h>

typedef __m512i vec;
enum { LANES = 8 };
#define ROWS(name)        rows_##name##_avx512
#define rows_loops_avx512 hm_rows_avx512

#define vec_load(p)             _mm512_loadu_si512((const void *)(p))
#define vec_load_some(p, lanes) _mm512_maskz_loadu_epi64((__mmask8)(lanes), (const void *)(p))
#define vec_store(p, v)         _mm512_storeu_si512((void *)(p), v)
#define vec_zero                _mm512_setzero_si512
#define vec_fill(word)          _mm512_set1_epi64((long long)(word))
#define vec_and                 _mm512_and_si512
#define vec_add                 _mm512_add_epi64
#define vec_or                  _mm512_or_si512
#define vec_right(v, n)         _mm512_srl_epi64(v, _mm_cvtsi32_si128((int)(n)))
#define vec_left(v, n)          _mm512_sll_epi64(v, _mm_cvtsi32_si128((int)(n)))
#define vec_turn(v)             _mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), v)
#define vec_last(v, n)          _mm512_maskz_mov_epi64((__mmask8)(0xff00u >> (n)), v)
#define vec_fold(v)             ((uint64_t)_mm512_reduce_or_epi64(v))
#define vec_count(sum, v)       _mm512_add_epi64(sum, _mm512_popcnt_epi64(v))
#define vec_total(sum)          ((uint64_t)_mm512_reduce_add_epi64(sum))

static inline uint32_t vec_lanes(vec v)
{
    return _mm512_test_epi64_mask(v, v);
}

static inline bool vec_some(vec v)
{
    return vec_lanes(v) != 0;
}

/* Reverses the bits of each half byte, exchanges the halves, then reverses the bytes. */
static inline vec vec_mirror(vec v)
{
    const vec halves =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15));
    const vec bytes =
        _mm512_broadcast_i32x4(_mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
    const vec mask = _mm512_set1_epi8(0x0f);
    const vec low = _mm512_shuffle_epi8(halves, _mm512_and_si512(v, mask));
    const vec high = _mm512_shuffle_epi8(halves, _mm512_and_si512(_mm512_srli_epi64(v, 4), mask));
    return _mm512_shuffle_epi8(_mm512_or_si512(_mm512_slli_epi64(low, 4), high), bytes);
}

#include "rows_template.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
