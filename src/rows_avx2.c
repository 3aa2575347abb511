/*
 * rows_avx2.c - four words at a time
 */
#include "rows.h"

#if defined(HM_SIMD_X86)

BEGIN_TARGET("avx2,popcnt,bmi,bmi2")

#include <immintrin.h>

typedef __m256i vec;
enum { LANES = 4 };
#define ROWS(name)         hm_rows_##name##_avx2
#define hm_rows_loops_avx2 hm_rows_avx2
#define hm_rows_bulk_avx2  hm_bulk_avx2

#define vec_load(p)     _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define vec_store(p, v) _mm256_storeu_si256((__m256i *)(void *)(p), v)
#define vec_zero        _mm256_setzero_si256
#define vec_fill(word)  _mm256_set1_epi64x((long long)(word))
#define vec_and         _mm256_and_si256
#define vec_add         _mm256_add_epi64
#define vec_or          _mm256_or_si256
#define vec_right(v, n) _mm256_srlv_epi64(v, vec_fill(n))
#define vec_left(v, n)  _mm256_sllv_epi64(v, vec_fill(n))
#define vec_turn(v)     _mm256_permute4x64_epi64(v, 0x1b)

/* The halves of each byte, and a look-up of each half in a table of 16 entries. */
#define LOW_HALVES(v)  _mm256_and_si256(v, _mm256_set1_epi8(0x0f))
#define HIGH_HALVES(v) LOW_HALVES(_mm256_srli_epi64(v, 4))

/* Reverses the bits of each half byte, exchanges the halves, then reverses the bytes. */
static inline vec vec_mirror(vec v)
{
    const vec halves = _mm256_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15, 0, 8,
                                        4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    const vec bytes = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
                                       5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    const vec low = _mm256_shuffle_epi8(halves, LOW_HALVES(v));
    const vec high = _mm256_shuffle_epi8(halves, HIGH_HALVES(v));
    return _mm256_shuffle_epi8(_mm256_or_si256(_mm256_slli_epi64(low, 4), high), bytes);
}

/* The tables that turn a vector without a branch: for the two halves of each byte their new values,
 * for bytes and then words the places they come from. */
#define TURNED_TOUCH
typedef struct {
    vec low, high, bytes, words;
} vec_facing;

#define load_half(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define TWICE(half)  _mm256_broadcastsi128_si256(load_half(half))

/* Upside down, the last row becomes the first, also with fewer rows than a vector has. */
static inline vec_facing vec_facing_of(unsigned turn, uint32_t rows)
{
    static const uint8_t low[][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                      {0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0, 0x10, 0x90,
                                       0x50, 0xd0, 0x30, 0xb0, 0x70, 0xf0}};
    static const uint8_t high[][16] = {{0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80, 0x90,
                                        0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0},
                                       {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}};
    const __m128i bytes =
        _mm_xor_si128(load_half(low[0]), _mm_set1_epi8((char)(7 * (turn & MIRRORED))));
    /* Both halves of each row; upside down, they count back from those of the last row. */
    static const int8_t words[][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, -2, -1, -4, -3, -6, -5}};
    const unsigned upside_down = turn / UPSIDE_DOWN;
    const uint32_t last = (2 * (rows < 4 ? rows : 4) - 2) & (0 - upside_down);
    const __m128i order = _mm_loadl_epi64((const __m128i *)(const void *)words[upside_down]);
    return (vec_facing){
        .low = TWICE(low[turn & MIRRORED]),
        .high = TWICE(high[turn & MIRRORED]),
        .bytes = _mm256_broadcastsi128_si256(bytes),
        .words = _mm256_add_epi32(_mm256_cvtepi8_epi32(order), _mm256_set1_epi32((int)last)),
    };
}

static inline vec vec_load_facing(const uint8_t *p, const vec_facing *f)
{
    const vec v = vec_load(p);
    const vec bits = _mm256_or_si256(_mm256_shuffle_epi8(f->low, LOW_HALVES(v)),
                                     _mm256_shuffle_epi8(f->high, HIGH_HALVES(v)));
    return _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(bits, f->bytes), f->words);
}

/* The number of rows, in every lane. */
#define VEC_SOME
typedef __m256i vec_rows;
#define vec_first_rows(count) _mm256_set1_epi64x((long long)(count))

static inline bool vec_meet(vec v, vec w, uint32_t n)
{
    const vec lane = _mm256_setr_epi64x(0, 1, 2, 3);
    const vec first = _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)n), lane);
    return !_mm256_testz_si256(v, _mm256_and_si256(first, w));
}

static inline vec vec_last(vec v, uint32_t n)
{
    const vec from_end = _mm256_setr_epi64x(3, 2, 1, 0);
    return _mm256_and_si256(v, _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)n), from_end));
}

static inline bool vec_some(vec v)
{
    return !_mm256_testz_si256(v, v);
}

static inline uint64_t vec_fold(vec v)
{
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

static inline uint32_t vec_lanes(vec v)
{
    const vec zero = _mm256_cmpeq_epi64(v, _mm256_setzero_si256());
    return (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(zero)) ^ 15;
}

static inline vec vec_count(vec sum, vec v)
{
    const vec bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1,
                                      2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const vec bytes = _mm256_add_epi8(_mm256_shuffle_epi8(bits, LOW_HALVES(v)),
                                      _mm256_shuffle_epi8(bits, HIGH_HALVES(v)));
    return _mm256_add_epi64(sum, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
}

static inline vec vec_count_some(vec sum, vec v, uint32_t y, vec_rows rows)
{
    const vec row = _mm256_add_epi64(_mm256_setr_epi64x(0, 1, 2, 3), _mm256_set1_epi64x(y));
    return vec_count(sum, _mm256_and_si256(v, _mm256_cmpgt_epi64(rows, row)));
}

static inline uint64_t vec_total(vec sum)
{
    const __m128i half =
        _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)));
}

#include "rows_template.h"

END_TARGET

#endif
