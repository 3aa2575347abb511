/*
 * unfilter.c - undoes the filters of PNG
 *
 * Sub, average and Paeth need the pixel to the left, so they go pixel by pixel, with all channels
 * of a pixel at once. Rows of one channel, such as alpha alone, are mostly runs of one value: those
 * go by sixteen.
 */
#include "picture/unfilter.h"

#include "bits.h"

#include <stdbool.h>
#include <string.h>

/* The one of the three that is nearest to left + above - above_left; in doubt the first. */
static uint8_t predict(int left, int above, int above_left)
{
    const int to_left = above - above_left, to_above = left - above_left;
    const int from_left = to_left < 0 ? -to_left : to_left;
    const int from_above = to_above < 0 ? -to_above : to_above;
    const int both = to_left + to_above;
    const int from_above_left = both < 0 ? -both : both;
    if (from_left <= from_above && from_left <= from_above_left)
        return (uint8_t)left;
    return (uint8_t)(from_above <= from_above_left ? above : above_left);
}

/* ---- Any pixel ------------------------------------------------------------------------------ */

/* From byte `i` on, of which those to the left are undone already. */

static void undo_up(size_t i, const uint8_t *filtered, const uint8_t *above, size_t size,
                    uint8_t *out)
{
    for (; i < size; i++)
        out[i] = (uint8_t)(filtered[i] + above[i]);
}

static void undo_sub(size_t step, size_t i, const uint8_t *filtered, size_t size, uint8_t *out)
{
    for (; i < size; i++)
        out[i] = (uint8_t)(filtered[i] + (i < step ? 0 : out[i - step]));
}

static void undo_average(size_t step, size_t i, const uint8_t *filtered, const uint8_t *above,
                         size_t size, uint8_t *out)
{
    for (; i < size; i++)
        out[i] = (uint8_t)(filtered[i] + ((i < step ? 0 : out[i - step]) + above[i]) / 2);
}

static void undo_paeth(size_t step, size_t i, const uint8_t *filtered, const uint8_t *above,
                       size_t size, uint8_t *out)
{
    for (; i < size && i < step; i++)
        out[i] = (uint8_t)(filtered[i] + above[i]);
    for (; i < size; i++)
        out[i] = (uint8_t)(filtered[i] + predict(out[i - step], above[i], above[i - step]));
}

/* ---- One channel, or three or four with vectors ---------------------------------------------- */

#if defined(__SSE2__)

static __m128i load(const uint8_t *bytes)
{
    return _mm_loadu_si128((const __m128i *)bytes);
}

static bool are_all(const uint8_t *bytes, uint8_t value)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi8(load(bytes), _mm_set1_epi8((char)value))) == 0xffff;
}

static size_t undo_up_by_sixteen(const uint8_t *filtered, const uint8_t *above, size_t size,
                                 uint8_t *out)
{
    size_t i = 0;
    for (; i + 16 <= size; i += 16)
        _mm_storeu_si128((__m128i *)(out + i), _mm_add_epi8(load(filtered + i), load(above + i)));
    return i;
}

/* Sixteen sums of all bytes so far: each step adds what lies 1, 2, 4, 8 bytes before. */
static size_t undo_sub_of_one(const uint8_t *filtered, size_t size, uint8_t *out)
{
    uint8_t left = 0;
    size_t i = 0;
    for (; i + 16 <= size; i += 16) {
        __m128i sum = load(filtered + i);
        sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 1));
        sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 2));
        sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 4));
        sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 8));
        sum = _mm_add_epi8(sum, _mm_set1_epi8((char)left));
        _mm_storeu_si128((__m128i *)(out + i), sum);
        left = out[i + 15];
    }
    return i;
}

/* When all pixels around have one value, both filters predict that. */
static bool is_run(const uint8_t *filtered, const uint8_t *above, size_t i, size_t size,
                   uint8_t left)
{
    return i + 16 <= size && are_all(filtered + i, 0) && are_all(above + i, left);
}

static size_t undo_average_of_one(const uint8_t *filtered, const uint8_t *above, size_t size,
                                  uint8_t *out)
{
    uint8_t left = 0;
    for (size_t i = 0; i < size;) {
        if (is_run(filtered, above, i, size, left)) {
            memset(out + i, left, 16);
            i += 16;
            continue;
        }
        const size_t end = size - i < 16 ? size : i + 16;
        for (; i < end; i++)
            out[i] = left = (uint8_t)(filtered[i] + (left + above[i]) / 2);
    }
    return size;
}

static size_t undo_paeth_of_one(const uint8_t *filtered, const uint8_t *above, size_t size,
                                uint8_t *out)
{
    uint8_t left = 0, above_left = 0;
    for (size_t i = 0; i < size;) {
        if (left == above_left && is_run(filtered, above, i, size, left)) {
            memset(out + i, left, 16);
            i += 16;
            continue;
        }
        const size_t end = size - i < 16 ? size : i + 16;
        for (; i < end; i++) {
            out[i] = left = (uint8_t)(filtered[i] + predict(left, above[i], above_left));
            above_left = above[i];
        }
    }
    return size;
}

/* The pixel at `bytes`, of which four bytes can be read, in the lanes of 16 bits. */
static __m128i load_pixel(const uint8_t *bytes)
{
    int32_t pixel;
    memcpy(&pixel, bytes, sizeof pixel);
    return _mm_unpacklo_epi8(_mm_cvtsi32_si128(pixel), _mm_setzero_si128());
}

/* Writes the lowest bytes of the lanes. */
static void store_pixel(__m128i lanes, size_t step, uint8_t *out)
{
    const int32_t pixel = _mm_cvtsi128_si32(_mm_packus_epi16(lanes, lanes));
    memcpy(out, &pixel, step);
}

static __m128i low_bytes(__m128i lanes)
{
    return _mm_and_si128(lanes, _mm_set1_epi16(0xff));
}

static __m128i magnitude(__m128i lanes)
{
    return _mm_max_epi16(lanes, _mm_sub_epi16(_mm_setzero_si128(), lanes));
}

static __m128i choose_lanes(__m128i mask, __m128i a, __m128i b)
{
    return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}

static __m128i predict_pixel(__m128i left, __m128i above, __m128i above_left)
{
    const __m128i to_left = _mm_sub_epi16(above, above_left);
    const __m128i to_above = _mm_sub_epi16(left, above_left);
    const __m128i from_left = magnitude(to_left), from_above = magnitude(to_above);
    const __m128i from_above_left = magnitude(_mm_add_epi16(to_left, to_above));
    const __m128i least = _mm_min_epi16(from_left, _mm_min_epi16(from_above, from_above_left));
    const __m128i other = choose_lanes(_mm_cmpeq_epi16(least, from_above), above, above_left);
    return choose_lanes(_mm_cmpeq_epi16(least, from_left), left, other);
}

/* These stop before the last pixels of a row of three channels, where four bytes cannot be read;
 * they return where. */

INLINE size_t undo_sub_of_pixels(size_t step, const uint8_t *filtered, size_t size, uint8_t *out)
{
    __m128i left = _mm_setzero_si128();
    size_t i = 0;
    for (; i + 4 <= size; i += step) {
        left = low_bytes(_mm_add_epi16(load_pixel(filtered + i), left));
        store_pixel(left, step, out + i);
    }
    return i;
}

INLINE size_t undo_average_of_pixels(size_t step, const uint8_t *filtered, const uint8_t *above,
                                     size_t size, uint8_t *out)
{
    __m128i left = _mm_setzero_si128();
    size_t i = 0;
    for (; i + 4 <= size; i += step) {
        const __m128i mean = _mm_srli_epi16(_mm_add_epi16(left, load_pixel(above + i)), 1);
        left = low_bytes(_mm_add_epi16(load_pixel(filtered + i), mean));
        store_pixel(left, step, out + i);
    }
    return i;
}

INLINE size_t undo_paeth_of_pixels(size_t step, const uint8_t *filtered, const uint8_t *above,
                                   size_t size, uint8_t *out)
{
    __m128i left = _mm_setzero_si128(), above_left = left;
    size_t i = 0;
    for (; i + 4 <= size; i += step) {
        const __m128i straight = load_pixel(above + i);
        left = low_bytes(
            _mm_add_epi16(load_pixel(filtered + i), predict_pixel(left, straight, above_left)));
        above_left = straight;
        store_pixel(left, step, out + i);
    }
    return i;
}

/* Undoes as much as vectors can. Returns how much that is. */
static size_t undo_by_vectors(unsigned filter, size_t step, const uint8_t *filtered,
                              const uint8_t *above, size_t size, uint8_t *out)
{
    if (filter == FILTER_UP)
        return undo_up_by_sixteen(filtered, above, size, out);
    if (filter == FILTER_SUB)
        return step == 1   ? undo_sub_of_one(filtered, size, out)
               : step == 3 ? undo_sub_of_pixels(3, filtered, size, out)
               : step == 4 ? undo_sub_of_pixels(4, filtered, size, out)
                           : 0;
    if (filter == FILTER_AVERAGE)
        return step == 1   ? undo_average_of_one(filtered, above, size, out)
               : step == 3 ? undo_average_of_pixels(3, filtered, above, size, out)
               : step == 4 ? undo_average_of_pixels(4, filtered, above, size, out)
                           : 0;
    return step == 1   ? undo_paeth_of_one(filtered, above, size, out)
           : step == 3 ? undo_paeth_of_pixels(3, filtered, above, size, out)
           : step == 4 ? undo_paeth_of_pixels(4, filtered, above, size, out)
                       : 0;
}

#else

static size_t undo_by_vectors(unsigned filter, size_t step, const uint8_t *filtered,
                              const uint8_t *above, size_t size, uint8_t *out)
{
    (void)filter, (void)step, (void)filtered, (void)above, (void)size, (void)out;
    return 0;
}

#endif

/* ---- Rows ------------------------------------------------------------------------------------ */

void unfilter(unsigned filter, size_t step, const uint8_t *filtered, const uint8_t *above,
              size_t size, uint8_t *out)
{
    if (filter == FILTER_NONE) {
        memmove(out, filtered, size);
        return;
    }
    const size_t done = undo_by_vectors(filter, step, filtered, above, size, out);
    if (filter == FILTER_SUB)
        undo_sub(step, done, filtered, size, out);
    else if (filter == FILTER_UP)
        undo_up(done, filtered, above, size, out);
    else if (filter == FILTER_AVERAGE)
        undo_average(step, done, filtered, above, size, out);
    else
        undo_paeth(step, done, filtered, above, size, out);
}

void gather_alphas(const uint8_t *samples, size_t channels, size_t count, uint8_t *out)
{
    size_t i = 0;
#if defined(__SSE2__)
    for (; i + ALPHAS_AT_ONCE <= count; i += ALPHAS_AT_ONCE)
        _mm_storeu_si128((__m128i *)(out + i), alphas_of_sixteen(samples + i * channels, channels));
    /* The last overlap those before. */
    if (i > 0 && i < count) {
        i = count - ALPHAS_AT_ONCE;
        _mm_storeu_si128((__m128i *)(out + i), alphas_of_sixteen(samples + i * channels, channels));
        i = count;
    }
#endif
    for (; i < count; i++)
        out[i] = samples[i * channels + channels - 1];
}
