/*
 * rows_avx512.c - eight words at a time
 *
 * For many rows wider vectors were measured to be no faster.
 */
#include "rows.h"

#if defined(HM_SIMD_X86)

BEGIN_TARGET("avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,gfni,popcnt,bmi,bmi2")

#include <immintrin.h>

typedef __m512i vec;
enum { LANES = 8 };
#define ROWS(name)           hm_rows_##name##_avx512
#define RARE(name)           hm_rows_##name##_avx2
#define TALL(name)           hm_rows_##name##_avx2
#define hm_rows_loops_avx512 hm_rows_avx512

#define vec_load(p)       _mm512_loadu_si512((const void *)(p))
#define vec_zero          _mm512_setzero_si512
#define vec_fill(word)    _mm512_set1_epi64((long long)(word))
#define vec_and           _mm512_and_si512
#define vec_or            _mm512_or_si512
#define vec_right(v, n)   _mm512_srlv_epi64(v, vec_fill(n))
#define vec_left(v, n)    _mm512_sllv_epi64(v, vec_fill(n))
#define vec_last(v, n)    _mm512_maskz_mov_epi64((__mmask8)(0xff00u >> (n)), v)
#define vec_count(sum, v) _mm512_add_epi64(sum, _mm512_popcnt_epi64(v))
#define vec_total(sum)    ((uint64_t)_mm512_reduce_add_epi64(sum))

/* The tables that turn a vector: for the bits of each byte, then for all bytes. */
#define TURNED_TOUCH
typedef struct {
    vec bits, bytes;
} vec_facing;

/* Upside down, the last row becomes the first, also with fewer rows than a vector has. */
static inline vec_facing vec_facing_of(unsigned turn, uint32_t rows)
{
    static const uint8_t in_order[] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    };
    static const uint64_t matrices[] = {UINT64_C(0x0102040810204080), UINT64_C(0x8040201008040201)};
    const unsigned upside_down = 0 - turn / UPSIDE_DOWN;
    const unsigned missing = LANES - (unsigned)smaller(rows, LANES);
    const unsigned order = 7 * (turn & MIRRORED) + (56 & upside_down);
    const vec bytes = _mm512_xor_si512(vec_load(in_order), _mm512_set1_epi8((char)order));
    return (vec_facing){
        .bits = vec_fill(matrices[turn & MIRRORED]),
        .bytes = _mm512_sub_epi8(bytes, _mm512_set1_epi8((char)(8 * missing & upside_down))),
    };
}

static inline vec vec_load_facing(const uint8_t *p, const vec_facing *f)
{
    return _mm512_permutexvar_epi8(f->bytes,
                                   _mm512_gf2p8affine_epi64_epi8(vec_load(p), f->bits, 0));
}

/* Bit y stands for row y. */
#define VEC_SOME
typedef uint64_t vec_rows;
#define vec_first_rows(count) (UINT64_MAX >> (64 - (count)))

static inline vec vec_count_some(vec sum, vec v, uint32_t y, vec_rows rows)
{
    return _mm512_add_epi64(sum, _mm512_maskz_popcnt_epi64((__mmask8)(rows >> y), v));
}

static inline bool vec_meet(vec v, vec w, uint32_t n)
{
    /* The instruction takes the lowest eight bits of the number alone. */
    const uint32_t lanes = (uint32_t)smaller(n, LANES);
    return _mm512_mask_test_epi64_mask((__mmask8)_bzhi_u32(0xff, lanes), v, w) != 0;
}

static inline uint32_t vec_lanes(vec v)
{
    return _mm512_test_epi64_mask(v, v);
}

static inline bool vec_some(vec v)
{
    return vec_lanes(v) != 0;
}

#include "rows_template.h"

END_TARGET

#endif
