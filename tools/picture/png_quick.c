/*
 * png_quick.c - reads the common kinds of PNG
 */
#include "picture/png_quick.h"

#include "picture/unfilter.h"

#include <stdlib.h>
#include <string.h>

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
