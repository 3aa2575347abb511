/*
 * png_quick.c - reads the common kinds of PNG
 */
#include "picture/png_file.h"

#include "bits.h"

#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Chunks without effect. libspng has limits for their number, and for the bytes that they are
 * decompressed to, up to 1032 of each: with fewer than these no file comes near. */
enum { OTHERS_MOST = 500, OTHERS_SIZE_MOST = 32000 };

/* ---- Chunks --------------------------------------------------------------------------------- */

static bool read_bytes(struct png_quick *png, void *bytes, size_t size)
{
    struct error ignored;
    size_t got;
    return reader_read(png->reader, bytes, size, &got, &ignored) && got == size;
}

static bool is_type(const struct png_quick *png, const char *type)
{
    return memcmp(png->type, type, sizeof png->type) == 0;
}

static bool begin_chunk(struct png_quick *png)
{
    uint8_t header[8];
    if (!read_bytes(png, header, sizeof header))
        return false;
    png->left = png_number(header);
    memcpy(png->type, header + 4, sizeof png->type);
    png->crc = crc_add(0, png->type, sizeof png->type);
    return png->left <= INT32_MAX;
}

/* Gives the next bytes of the chunk, as many as are at hand; none at its end. */
static bool take_bytes(struct png_quick *png, size_t most, const uint8_t **bytes, size_t *size)
{
    struct error ignored;
    *size = 0;
    if (png->left == 0)
        return true;
    if (!reader_take(png->reader, most < png->left ? most : png->left, bytes, size, &ignored) ||
        *size == 0)
        return false;
    png->left -= (uint32_t)*size;
    png->crc = crc_add(png->crc, *bytes, *size);
    return true;
}

static bool end_chunk(struct png_quick *png)
{
    uint8_t crc[4];
    return read_bytes(png, crc, sizeof crc) && png_number(crc) == png->crc;
}

/* Reads a chunk of at most `most` bytes to its end. */
static bool read_chunk(struct png_quick *png, uint8_t *data, size_t most, uint32_t *size)
{
    *size = png->left;
    if (png->left > most || !read_bytes(png, data, png->left))
        return false;
    png->crc = crc_add(png->crc, data, png->left);
    return end_chunk(png);
}

/* Reads a chunk that has no effect. Mistakes in it are none for libspng, but for an empty eXIf. */
static bool skip_chunk(struct png_quick *png)
{
    const uint8_t *bytes;
    size_t size;
    if (png->left > OTHERS_SIZE_MOST - png->others_size || ++png->others > OTHERS_MOST ||
        (is_type(png, "eXIf") && png->left == 0))
        return false;
    png->others_size += png->left;
    do
        if (!take_bytes(png, SIZE_MAX, &bytes, &size))
            return false;
    while (size > 0);
    return end_chunk(png);
}

/* ---- Before the image data ------------------------------------------------------------------- */

/* The depths of each colour type that are read here, as bits, and its channels. */
static const struct {
    uint16_t depths;
    uint8_t channels;
} KINDS[7] = {
    [0] = {1 << 1 | 1 << 2 | 1 << 4 | 1 << 8, 1}, [2] = {1 << 8, 3}, [4] = {1 << 8, 2},
    [3] = {1 << 1 | 1 << 2 | 1 << 4 | 1 << 8, 1}, [6] = {1 << 8, 4},
};

static bool read_header(struct png_quick *png, uint64_t max_pixels)
{
    struct pixel_format *const format = &png->header.format;
    uint8_t signature[8], data[13];
    uint32_t size;
    if (!read_bytes(png, signature, sizeof signature) || !png_begins(signature, sizeof signature) ||
        !begin_chunk(png) || !is_type(png, "IHDR") || !read_chunk(png, data, sizeof data, &size) ||
        size != sizeof data)
        return false;
    png->header.width = png_number(data);
    png->header.height = png_number(data + 4);
    format->depth = data[8];
    format->color_type = data[9];
    return png->header.width - 1 < INT32_MAX && png->header.height - 1 < INT32_MAX &&
           (uint64_t)png->header.width * png->header.height <= max_pixels && data[8] <= 8 &&
           data[9] < sizeof KINDS / sizeof *KINDS && KINDS[data[9]].depths >> data[8] & 1 &&
           data[10] == 0 && data[11] == 0 && data[12] == 0;
}

static bool read_palette(struct png_quick *png)
{
    struct pixel_format *const format = &png->header.format;
    uint8_t data[3 * 256];
    uint32_t size;
    if (format->color_type != 3 || format->palette_count > 0 || png->palette_is_late ||
        !read_chunk(png, data, sizeof data, &size) || size == 0 || size % 3 != 0)
        return false;
    format->palette_count = size / 3;
    memcpy(format->palette, data, size);
    return format->palette_count <= 1u << format->depth;
}

static bool read_transparency(struct png_quick *png)
{
    struct pixel_format *const format = &png->header.format;
    uint8_t data[256];
    uint32_t size;
    if (format->has_trns || !read_chunk(png, data, sizeof data, &size))
        return false;
    png->palette_is_late = format->has_trns = true;
    if (format->color_type == 3) {
        memset(format->palette_alpha, 255, sizeof format->palette_alpha);
        memcpy(format->palette_alpha, data, size);
        return size > 0 && size <= format->palette_count;
    }
    const uint32_t channels = format->color_type == 0 ? 1 : 3;
    if (format->color_type > 3 || size != 2 * channels)
        return false;
    for (uint32_t i = 0; i < channels; i++)
        format->trns[i] = (uint16_t)(data[2 * i] << 8 | data[2 * i + 1]);
    return true;
}

static bool read_before_data(struct png_quick *png)
{
    for (;;) {
        bool ok;
        if (!begin_chunk(png))
            return false;
        if (is_type(png, "IDAT"))
            return png->header.format.color_type != 3 || png->header.format.palette_count > 0;
        if (is_type(png, "PLTE")) {
            ok = read_palette(png);
        } else if (is_type(png, "tRNS")) {
            ok = read_transparency(png);
        } else {
            png->palette_is_late |= is_type(png, "bKGD") || is_type(png, "hIST");
            png->header.animated |= is_type(png, "acTL");
            ok = (png->type[0] & 0x20) != 0 && skip_chunk(png);
        }
        if (!ok)
            return false;
    }
}

bool png_quick_open(struct png_quick *png, struct reader *reader, uint64_t max_pixels)
{
    *png = (struct png_quick){.reader = reader};
    return read_header(png, max_pixels) && read_before_data(png);
}

void png_quick_close(struct png_quick *png)
{
    inflate_end(&png->inflation);
    free(png->rows);
}

/* ---- Filters --------------------------------------------------------------------------------- */

/* Sub, average and Paeth need the pixel to the left, so they go pixel by pixel, with all channels
 * of a pixel at once. Rows of one channel, such as alpha alone, are mostly runs of one value: those
 * go by sixteen. */

/* Paeth takes the one of the three that is nearest to left + above - above_left; in doubt the
 * first. */
INLINE uint8_t predict(unsigned filter, int left, int above, int above_left)
{
    if (filter == FILTER_SUB || filter == FILTER_UP)
        return (uint8_t)(filter == FILTER_SUB ? left : above);
    if (filter == FILTER_AVERAGE)
        return (uint8_t)((left + above) / 2);
    const int to_left = above - above_left, to_above = left - above_left;
    const int from_left = to_left < 0 ? -to_left : to_left;
    const int from_above = to_above < 0 ? -to_above : to_above;
    const int both = to_left + to_above;
    const int from_above_left = both < 0 ? -both : both;
    if (from_left <= from_above && from_left <= from_above_left)
        return (uint8_t)left;
    return (uint8_t)(from_above <= from_above_left ? above : above_left);
}

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

/* When all pixels around have one value, average and Paeth predict that. */
static bool is_run(const uint8_t *filtered, const uint8_t *above, size_t i, size_t size,
                   uint8_t left)
{
    return i + 16 <= size && are_all(filtered + i, 0) && are_all(above + i, left);
}

INLINE size_t undo_of_one(unsigned filter, const uint8_t *filtered, const uint8_t *above,
                          size_t size, uint8_t *out)
{
    uint8_t left = 0, above_left = 0;
    for (size_t i = 0; i < size;) {
        if ((filter == FILTER_AVERAGE || left == above_left) &&
            is_run(filtered, above, i, size, left)) {
            memset(out + i, left, 16);
            i += 16;
            continue;
        }
        const size_t end = size - i < 16 ? size : i + 16;
        for (; i < end; i++) {
            out[i] = left = (uint8_t)(filtered[i] + predict(filter, left, above[i], above_left));
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

INLINE __m128i predict_lanes(unsigned filter, __m128i left, __m128i above, __m128i above_left)
{
    if (filter == FILTER_SUB)
        return left;
    if (filter == FILTER_AVERAGE)
        return _mm_srli_epi16(_mm_add_epi16(left, above), 1);
    const __m128i to_left = _mm_sub_epi16(above, above_left);
    const __m128i to_above = _mm_sub_epi16(left, above_left);
    const __m128i from_left = magnitude(to_left), from_above = magnitude(to_above);
    const __m128i from_above_left = magnitude(_mm_add_epi16(to_left, to_above));
    const __m128i least = _mm_min_epi16(from_left, _mm_min_epi16(from_above, from_above_left));
    const __m128i other = choose_lanes(_mm_cmpeq_epi16(least, from_above), above, above_left);
    return choose_lanes(_mm_cmpeq_epi16(least, from_left), left, other);
}

/* Stops before the last pixels of a row of three channels, where four bytes cannot be read. */
INLINE size_t undo_of_pixels(unsigned filter, size_t step, const uint8_t *filtered,
                             const uint8_t *above, size_t size, uint8_t *out)
{
    __m128i left = _mm_setzero_si128(), above_left = left;
    size_t i = 0;
    for (; i + 4 <= size; i += step) {
        const __m128i straight = load_pixel(above + i);
        left = low_bytes(_mm_add_epi16(load_pixel(filtered + i),
                                       predict_lanes(filter, left, straight, above_left)));
        above_left = straight;
        store_pixel(left, step, out + i);
    }
    return i;
}

#endif

/* Undoes as much as vectors can, then the rest. */
INLINE void undo(unsigned filter, size_t step, const uint8_t *filtered, const uint8_t *above,
                 size_t size, uint8_t *out)
{
    size_t i = 0;
#if defined(__SSE2__)
    i = filter == FILTER_UP                 ? undo_up_by_sixteen(filtered, above, size, out)
        : step == 1 && filter == FILTER_SUB ? undo_sub_of_one(filtered, size, out)
        : step == 1                         ? undo_of_one(filter, filtered, above, size, out)
        : step == 3                         ? undo_of_pixels(filter, 3, filtered, above, size, out)
        : step == 4                         ? undo_of_pixels(filter, 4, filtered, above, size, out)
                                            : 0;
#endif
    for (; i < size; i++)
        out[i] = (uint8_t)(filtered[i] + predict(filter, i < step ? 0 : out[i - step], above[i],
                                                 i < step ? 0 : above[i - step]));
}

void unfilter(unsigned filter, size_t step, const uint8_t *filtered, const uint8_t *above,
              size_t size, uint8_t *out)
{
    switch (filter) {
    case FILTER_SUB:
        undo(FILTER_SUB, step, filtered, above, size, out);
        break;
    case FILTER_UP:
        undo(FILTER_UP, step, filtered, above, size, out);
        break;
    case FILTER_AVERAGE:
        undo(FILTER_AVERAGE, step, filtered, above, size, out);
        break;
    case FILTER_PAETH:
        undo(FILTER_PAETH, step, filtered, above, size, out);
        break;
    default:
        memmove(out, filtered, size);
    }
}

/* ---- The image data -------------------------------------------------------------------------- */

/* The source of the stream: the contents of all IDAT chunks, which follow each other. */
static bool take_data(void *user, size_t most, const uint8_t **bytes, size_t *size)
{
    struct png_quick *const png = user;
    *size = 0;
    while (is_type(png, "IDAT") && png->left == 0)
        if (!end_chunk(png) || !begin_chunk(png))
            return false;
    return !is_type(png, "IDAT") || take_bytes(png, most, bytes, size);
}

bool png_quick_begin_rows(struct png_quick *png, bool colors, bool by_zlib)
{
    struct pixel_format *const format = &png->header.format;
    const uint32_t channels = KINDS[format->color_type].channels;
    const uint64_t bits = (uint64_t)png->header.width * channels * format->depth;
    const uint64_t size = bits / 8 + (bits % 8 > 0);
    if (size > SIZE_MAX / 4)
        return false;
    png->row_size = (size_t)size;
    png->step = format->depth < 8 ? 1 : channels;
    png->alpha_channels = !colors && channels % 2 == 0 ? channels : 0;
    png->is_opaque = !colors && format->color_type == 2 && !format->has_trns;
    if (png->alpha_channels > 0)
        format->color_type = COLOR_ALPHA_ALONE;
    const size_t room = png->row_size + SOLID_SLACK;
    png->rows = calloc(2, room);
    if (png->rows == NULL)
        return false;
    png->row = png->rows;
    png->above = png->rows + room;
    return inflate_begin(&png->inflation, png->header.height * (size + 1), png->row_size + 1,
                         by_zlib, take_data, png);
}

const uint8_t *png_quick_next_row(struct png_quick *png)
{
    const uint8_t *filtered = inflate_next(&png->inflation, png->row_size + 1);
    uint8_t *const row = png->above, *const above = png->row;
    size_t size = png->row_size, step = png->step;
    if (filtered == NULL || filtered[0] >= FILTERS)
        return NULL;
    const unsigned filter = *filtered++;
    if (png->is_opaque)
        return filtered;
    if (png->alpha_channels > 0) {
        size = png->header.width;
        step = 1;
        gather_alphas(filtered, png->alpha_channels, size, row);
        filtered = row;
    }
    unfilter(filter, step, filtered, above, size, row);
    png->row = row;
    png->above = above;
    return row;
}

/* The present chunk is the first after the image data. */
bool png_quick_finish(struct png_quick *png)
{
    if (!inflate_is_whole(&png->inflation))
        return false;
    while (!is_type(png, "IEND")) {
        if ((png->type[0] & 0x20) == 0 || is_type(png, "tRNS") || !skip_chunk(png) ||
            !begin_chunk(png))
            return false;
    }
    return png->left == 0 && end_chunk(png);
}
