/*
 * canvas_rgba.c - a canvas changed by a picture, with a loop for each instruction set
 *
 * A loop makes the words of a band: bit i of a row is set where pixel i has a byte that is more
 * than the threshold.
 */
#include "canvas.h"

#include "cpu.h"

/* What a loop takes: so many rows of 1 to 64 pixels. */
struct picture {
    const uint8_t *alpha; /* the byte of the first pixel that counts */
    size_t stride;
    uint32_t rows;
    unsigned count;
    unsigned byte; /* its place in the pixel */
    uint8_t threshold;
};

/* The pixels of a row from `i` on. */
static inline uint64_t row_rest(const uint8_t *alpha, unsigned i, const struct picture *picture)
{
    uint64_t bits = 0;
    for (; i < picture->count; i++)
        bits |= (uint64_t)(alpha[(size_t)i * 4] > picture->threshold) << i;
    return bits;
}

static NOINLINE void find_portable(const struct picture *picture, uint8_t *to)
{
    for (uint32_t y = 0; y < picture->rows; y++)
        put_u64(to + (size_t)y * 8, row_rest(picture->alpha + y * picture->stride, 0, picture));
}

#if defined(HM_SIMD_X86)

#include <immintrin.h>

static NOINLINE void find_sse2(const struct picture *picture, uint8_t *to)
{
    const __m128i bytes = _mm_set1_epi32(0xff), zero = _mm_setzero_si128();
    const __m128i threshold = _mm_set1_epi8((char)picture->threshold);
    const __m128i shift = _mm_cvtsi32_si128((int)picture->byte * 8);
    for (uint32_t y = 0; y < picture->rows; y++) {
        const uint8_t *const alpha = picture->alpha + y * picture->stride;
        uint64_t bits = 0;
        unsigned i = 0;
        for (; i + 16 <= picture->count; i += 16) {
            const __m128i *const at =
                (const __m128i *)(const void *)(alpha - picture->byte + (size_t)i * 4);
            __m128i v[4];
            for (int k = 0; k < 4; k++)
                v[k] = _mm_and_si128(_mm_srl_epi32(_mm_loadu_si128(at + k), shift), bytes);
            const __m128i all =
                _mm_packus_epi16(_mm_packs_epi32(v[0], v[1]), _mm_packs_epi32(v[2], v[3]));
            const __m128i empty = _mm_cmpeq_epi8(_mm_subs_epu8(all, threshold), zero);
            bits |= (uint64_t)(~(uint32_t)_mm_movemask_epi8(empty) & 0xffff) << i;
        }
        put_u64(to + (size_t)y * 8, bits | row_rest(alpha, i, picture));
    }
}

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

/* Packing leaves groups of four pixels in the order of `order`. */
static void find_avx2(const struct picture *picture, uint8_t *to)
{
    const __m256i bytes = _mm256_set1_epi32(0xff), zero = _mm256_setzero_si256();
    const __m256i threshold = _mm256_set1_epi8((char)picture->threshold);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m128i shift = _mm_cvtsi32_si128((int)picture->byte * 8);
    for (uint32_t y = 0; y < picture->rows; y++) {
        const uint8_t *const alpha = picture->alpha + y * picture->stride;
        uint64_t bits = 0;
        unsigned i = 0;
        for (; i + 32 <= picture->count; i += 32) {
            const __m256i *const at =
                (const __m256i *)(const void *)(alpha - picture->byte + (size_t)i * 4);
            __m256i v[4];
            for (int k = 0; k < 4; k++)
                v[k] = _mm256_and_si256(_mm256_srl_epi32(_mm256_loadu_si256(at + k), shift), bytes);
            const __m256i all = _mm256_permutevar8x32_epi32(
                _mm256_packus_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3])),
                order);
            const __m256i empty = _mm256_cmpeq_epi8(_mm256_subs_epu8(all, threshold), zero);
            bits |= (uint64_t) ~(uint32_t)_mm256_movemask_epi8(empty) << i;
        }
        put_u64(to + (size_t)y * 8, bits | row_rest(alpha, i, picture));
    }
}

#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif

#elif defined(HM_SIMD_NEON)

#include <arm_neon.h>

static void find_neon(const struct picture *picture, uint8_t *to)
{
    static const uint8_t places[] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x8_t bit = vld1_u8(places);
    const uint8x16_t threshold = vdupq_n_u8(picture->threshold);
    for (uint32_t y = 0; y < picture->rows; y++) {
        const uint8_t *const alpha = picture->alpha + y * picture->stride;
        uint64_t bits = 0;
        unsigned i = 0;
        for (; i + 16 <= picture->count; i += 16) {
            const uint8x16x4_t pixels = vld4q_u8(alpha - picture->byte + (size_t)i * 4);
            const uint8x16_t solid = vcgtq_u8(pixels.val[picture->byte], threshold);
            bits |= (uint64_t)vaddv_u8(vand_u8(vget_low_u8(solid), bit)) << i;
            bits |= (uint64_t)vaddv_u8(vand_u8(vget_high_u8(solid), bit)) << (i + 8);
        }
        put_u64(to + (size_t)y * 8, bits | row_rest(alpha, i, picture));
    }
}

#endif

static SMALL void find_bits(uint32_t cpu, const struct picture *picture, uint8_t *to)
{
    switch (cpu) {
#if defined(HM_SIMD_X86)
    case CPU_AVX512:
    case CPU_AVX2:
        find_avx2(picture, to);
        return;
    case CPU_SSE2:
        find_sse2(picture, to);
        return;
#elif defined(HM_SIMD_NEON)
    case CPU_NEON:
        find_neon(picture, to);
        return;
#endif
    default:
        find_portable(picture, to);
    }
}

SMALL void hm_canvas_rgba(hm_canvas *canvas, const void *pixels, size_t stride, int32_t x,
                          int32_t y, int32_t width, int32_t height, unsigned alpha,
                          uint8_t threshold)
{
    uint8_t words[BAND * 8];
    const struct source from = {words, words, 0};
    hm_box box;
    if (alpha > 3 || !hm_canvas_clip(canvas, x, y, (int64_t)x + width, (int64_t)y + height, &box))
        return;
    for (int64_t row = box.y0; row < box.y1; row += BAND)
        for (uint32_t s = (uint32_t)box.x0 / 64; s <= (uint32_t)(box.x1 - 1) / 64; s++) {
            const int64_t first = larger(box.x0, (int64_t)s * 64);
            const struct picture part = {
                .alpha = (const uint8_t *)pixels + (size_t)(row - y) * stride +
                         (size_t)(first - x) * 4 + alpha,
                .stride = stride,
                .rows = (uint32_t)smaller(BAND, box.y1 - row),
                .count = (unsigned)(smaller(box.x1, (int64_t)s * 64 + 64) - first),
                .byte = alpha,
                .threshold = threshold,
            };
            find_bits(canvas->cpu, &part, words);
            for (uint32_t i = 0; first % 64 != 0 && i < part.rows; i++)
                put_u64(words + (size_t)i * 8, get_u64(words + (size_t)i * 8) << first % 64);
            hm_canvas_combine(canvas->cpu, canvas_row(canvas, s, (uint32_t)row), &from, part.rows,
                              columns_in_box(&box, s), &INK_PUT, false);
        }
    hm_canvas_mark(canvas, &box);
}
