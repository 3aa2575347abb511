/*
 * canvas_rgba.c - a canvas changed by a picture, with a loop for each instruction set
 *
 * A loop makes the words of a band: bit i of a row is set where pixel i has a byte that is more
 * than the threshold.
 */
#include "canvas.h"

#include "cpu.h"

/* A part of a picture: so many rows of 1 to 64 pixels. */
struct picture {
    const uint8_t *pixels;
    size_t stride;
    uint32_t rows;
    unsigned count;
    bool has_more; /* pixels before the first one of a row: at least 64 */
    unsigned byte; /* the place of alpha in a pixel */
    uint8_t threshold;
};

static inline uint64_t is_solid(const uint8_t *pixel, const struct picture *picture)
{
    return pixel[picture->byte] > picture->threshold;
}

/* Some pixels at once, as bits. */
typedef uint32_t group(const uint8_t *pixels, const struct picture *picture);

/* Takes groups of `size` pixels. The last group may hold pixels that an earlier one had. */
INLINE void find_groups(const struct picture *picture, uint8_t *to, unsigned size, group *bits_of)
{
    const unsigned count = picture->count, rest = count % size;
    for (uint32_t y = 0; y < picture->rows; y++) {
        const uint8_t *const row = picture->pixels + y * picture->stride;
        uint64_t bits = 0;
        unsigned i = 0;
        for (; i < count - rest; i += size)
            bits |= (uint64_t)bits_of(row + (size_t)i * 4, picture) << i;
        if (rest > 0 && (picture->has_more || count > size))
            bits |= (uint64_t)(bits_of(row + (size_t)count * 4 - (size_t)size * 4, picture) >>
                               (size - rest))
                    << i;
        else
            for (; i < count; i++)
                bits |= is_solid(row + (size_t)i * 4, picture) << i;
        put_u64(to + (size_t)y * 8, bits);
    }
}

static uint32_t one(const uint8_t *pixels, const struct picture *picture)
{
    return (uint32_t)is_solid(pixels, picture);
}

static NOINLINE void find_portable(const struct picture *picture, uint8_t *to)
{
    find_groups(picture, to, 1, one);
}

#if defined(HM_SIMD_X86)

#include <immintrin.h>

static inline uint32_t sixteen(const uint8_t *pixels, const struct picture *picture)
{
    const __m128i *const at = (const __m128i *)(const void *)pixels;
    const __m128i shift = _mm_cvtsi32_si128((int)picture->byte * 8), bytes = _mm_set1_epi32(0xff);
    const __m128i threshold = _mm_set1_epi8((char)picture->threshold);
    __m128i v[4];
    for (int k = 0; k < 4; k++)
        v[k] = _mm_and_si128(_mm_srl_epi32(_mm_loadu_si128(at + k), shift), bytes);
    const __m128i all = _mm_packus_epi16(_mm_packs_epi32(v[0], v[1]), _mm_packs_epi32(v[2], v[3]));
    const __m128i empty = _mm_cmpeq_epi8(_mm_subs_epu8(all, threshold), _mm_setzero_si128());
    return ~(uint32_t)_mm_movemask_epi8(empty) & 0xffff;
}

static NOINLINE void find_sse2(const struct picture *picture, uint8_t *to)
{
    find_groups(picture, to, 16, sixteen);
}

BEGIN_TARGET("avx2")

/* Packing leaves groups of four pixels in the order of `order`. */
static inline uint32_t thirty_two(const uint8_t *pixels, const struct picture *picture)
{
    const __m256i *const at = (const __m256i *)(const void *)pixels;
    const __m128i shift = _mm_cvtsi32_si128((int)picture->byte * 8);
    const __m256i bytes = _mm256_set1_epi32(0xff),
                  order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m256i threshold = _mm256_set1_epi8((char)picture->threshold);
    __m256i v[4];
    for (int k = 0; k < 4; k++)
        v[k] = _mm256_and_si256(_mm256_srl_epi32(_mm256_loadu_si256(at + k), shift), bytes);
    const __m256i all = _mm256_permutevar8x32_epi32(
        _mm256_packus_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3])), order);
    const __m256i empty =
        _mm256_cmpeq_epi8(_mm256_subs_epu8(all, threshold), _mm256_setzero_si256());
    return ~(uint32_t)_mm256_movemask_epi8(empty);
}

static void find_avx2(const struct picture *picture, uint8_t *to)
{
    find_groups(picture, to, 32, thirty_two);
}

END_TARGET

#elif defined(HM_SIMD_NEON)

#include <arm_neon.h>

static inline uint32_t sixteen(const uint8_t *pixels, const struct picture *picture)
{
    static const uint8_t places[] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x8_t bit = vld1_u8(places);
    const uint8x16x4_t bytes = vld4q_u8(pixels);
    const uint8x16_t solid = vcgtq_u8(bytes.val[picture->byte], vdupq_n_u8(picture->threshold));
    return (uint32_t)vaddv_u8(vand_u8(vget_low_u8(solid), bit)) |
           (uint32_t)vaddv_u8(vand_u8(vget_high_u8(solid), bit)) << 8;
}

static void find_neon(const struct picture *picture, uint8_t *to)
{
    find_groups(picture, to, 16, sixteen);
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

/* Words begin at the columns of the picture, so a stripe takes parts of two of them. The picture
 * may have one word less than there are stripes. */
SMALL void hm_canvas_rgba(hm_canvas *canvas, const void *pixels, size_t stride, int32_t x,
                          int32_t y, int32_t width, int32_t height, unsigned alpha,
                          uint8_t threshold)
{
    const struct ink put = INK_PUT;
    uint8_t words[2][BAND * 8] = {{0}};
    hm_box box;
    if (alpha > 3 || !hm_canvas_clip(canvas, x, y, (int64_t)x + width, (int64_t)y + height, &box))
        return;
    const uint32_t first = (uint32_t)box.x0 / 64, last = (uint32_t)(box.x1 - 1) / 64;
    const uint32_t columns = (uint32_t)(box.x1 - box.x0);
    const unsigned shift = (unsigned)(-box.x0 & 63);
    struct picture part = {.stride = stride, .byte = alpha, .threshold = threshold};
    for (int64_t row = box.y0; row < box.y1; row += BAND)
        for (uint32_t i = 0; i <= last - first; i++) {
            uint8_t *const now = words[i % 2], *const before = words[(i + 1) % 2];
            const struct source from = {shift != 0 ? before : now, now, shift};
            part.pixels = (const uint8_t *)pixels + (size_t)(row - y) * stride +
                          ((size_t)(box.x0 - x) + (size_t)i * 64) * 4;
            part.rows = (uint32_t)smaller(BAND, box.y1 - row);
            part.count = (unsigned)smaller((int64_t)columns - (int64_t)i * 64, 64);
            part.has_more = i > 0;
            if ((uint64_t)i * 64 < columns)
                find_bits(canvas->cpu, &part, now);
            hm_canvas_combine(canvas->cpu, canvas_row(canvas, first + i, (uint32_t)row), &from,
                              part.rows, columns_in_box(&box, first + i), &put, false);
        }
    hm_canvas_mark(canvas, &box);
}
