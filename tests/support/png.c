/*
 * png.c - PNG files of every kind for tests, made in memory, and what must come of them
 */
#include "support/png.h"

#include "support/fuzz_seed.h"

#include <spng.h>
#include <stdlib.h>
#include <string.h>

#include "support/cmocka_all.h"

const struct png_kind PNG_KIND[PNG_KINDS] = {
    {0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
    {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16},
};

unsigned png_channels(const struct png_image *image)
{
    static const unsigned channels[7] = {1, 0, 3, 1, 2, 0, 4};

    return channels[image->format.color_type];
}

static uint32_t sample_max(const struct png_image *image)
{
    return (1u << image->format.depth) - 1;
}

/* ---- Random images ---------------------------------------------------------------------- */

uint32_t png_random(uint32_t *state, uint32_t limit)
{
    *state = *state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)*state * limit >> 32);
}

/* A value near `centre`, in range. */
static uint32_t close_to(uint32_t centre, uint32_t reach, uint32_t max, uint32_t *state)
{
    const uint32_t low = centre > reach ? centre - reach : 0;
    const uint32_t high = max - centre > reach ? centre + reach : max;

    return low + png_random(state, high - low + 1);
}

/* A sample for a channel in which the key has `key`, of 0 to 255. */
static uint32_t random_sample(uint32_t key, uint32_t trns, uint32_t max, uint32_t way,
                              uint32_t *state)
{
    const uint32_t wanted = (key * max + 127) / 255;

    switch (way) {
    case 0:
        return wanted;
    case 1:
        return close_to(wanted, 4 * max / 255 + 1, max, state);
    case 2:
        return close_to(wanted, 26 * max / 255 + 1, max, state);
    case 3:
        return trns & max;
    case 4:
        return close_to(trns & max, 1, max, state);
    case 5:
        return png_random(state, 2) * max;
    default:
        return png_random(state, max + 1);
    }
}

static void fill_palette(struct png_image *image, const uint8_t key[3], uint32_t *state)
{
    struct pixel_format *format = &image->format;
    const uint32_t most = sample_max(image) + 1;

    format->palette_count = 1 + png_random(state, most);
    image->palette_alpha_count = 1 + png_random(state, format->palette_count);
    for (uint32_t i = 0; i < format->palette_count; i++) {
        const uint32_t way = png_random(state, 7);

        for (unsigned c = 0; c < 3; c++)
            format->palette[i][c] = (uint8_t)random_sample(key[c], 0, 255, way, state);
    }
    for (uint32_t i = 0; i < 256; i++)
        format->palette_alpha[i] =
            i < image->palette_alpha_count ? (uint8_t)png_random(state, 256) : 255;
}

static void fill_samples(struct png_image *image, const uint8_t key[3], uint32_t *state)
{
    const struct pixel_format *format = &image->format;
    const unsigned channels = png_channels(image);
    const uint32_t max = format->color_type == 3 ? format->palette_count - 1 : sample_max(image);

    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        const uint32_t way = png_random(state, 7);

        for (unsigned c = 0; c < channels; c++) {
            const bool is_alpha = channels % 2 == 0 && c == channels - 1;
            const uint32_t sample = format->color_type == 3 ? png_random(state, max + 1)
                                    : is_alpha
                                        ? random_sample(128, 0, max, png_random(state, 7), state)
                                        : random_sample(key[c], format->trns[c], max, way, state);

            image->samples[i * channels + c] = (uint16_t)sample;
        }
    }
}

void png_fill_random(struct png_image *image, uint32_t width, uint32_t height, struct png_kind kind,
                     bool has_trns, const uint8_t key[3], uint32_t *state)
{
    *image = (struct png_image){.width = width, .height = height};
    image->format.color_type = kind.color_type;
    image->format.depth = kind.depth;
    image->format.has_trns = has_trns;
    assert_true((size_t)width * height * png_channels(image) <= PNG_MOST_SAMPLES);
    /* Bits above the depth stand in the file too, and mean nothing. */
    for (unsigned c = 0; c < 3; c++)
        image->format.trns[c] = (uint16_t)png_random(state, 65536);
    if (kind.color_type == 3)
        fill_palette(image, key, state);
    fill_samples(image, key, state);
}

/* ---- What a pixel must become ----------------------------------------------------------- */

static const uint16_t *pixel_at(const struct png_image *image, uint32_t x, uint32_t y)
{
    return image->samples + ((size_t)y * image->width + x) * png_channels(image);
}

/* A sample of 16 bits counts by its high byte. */
static int64_t counted(const struct png_image *image, uint16_t sample)
{
    return image->format.depth == 16 ? sample >> 8 : sample;
}

static int64_t counted_max(const struct png_image *image)
{
    return counted(image, (uint16_t)sample_max(image));
}

/* Red, green and blue as fractions of `max`. */
static void pixel_color(const struct png_image *image, uint32_t x, uint32_t y, int64_t color[3],
                        int64_t *max)
{
    const uint16_t *pixel = pixel_at(image, x, y);

    *max = counted_max(image);
    for (unsigned c = 0; c < 3; c++) {
        switch (image->format.color_type) {
        case 0:
        case 4:
            color[c] = counted(image, pixel[0]);
            break;
        case 3:
            color[c] = image->format.palette[pixel[0]][c];
            *max = 255;
            break;
        default:
            color[c] = counted(image, pixel[c]);
        }
    }
}

static bool is_transparent_color(const struct png_image *image, const uint16_t *pixel)
{
    for (unsigned c = 0; c < png_channels(image); c++)
        if (pixel[c] != (image->format.trns[c] & sample_max(image)))
            return false;
    return true;
}

/* Alpha as a fraction of `max`. */
static int64_t pixel_alpha(const struct png_image *image, uint32_t x, uint32_t y, int64_t *max)
{
    const uint16_t *pixel = pixel_at(image, x, y);

    *max = counted_max(image);
    if (image->format.color_type == 4)
        return counted(image, pixel[1]);
    if (image->format.color_type == 6)
        return counted(image, pixel[3]);
    if (!image->format.has_trns)
        return *max;
    if (image->format.color_type != 3)
        return is_transparent_color(image, pixel) ? 0 : *max;
    *max = 255;
    return pixel[0] < image->palette_alpha_count ? image->format.palette_alpha[pixel[0]] : 255;
}

/* True if all channels are within `tolerance` of 255 from the key. */
static bool is_within(const struct png_image *image, const struct solid_rule *rule, uint32_t x,
                      uint32_t y, int64_t tolerance)
{
    int64_t color[3], max;

    pixel_color(image, x, y, color, &max);
    for (unsigned c = 0; c < 3; c++)
        if (llabs(color[c] * 255 - rule->key[c] * max) > tolerance * max)
            return false;
    return true;
}

bool png_pixel_is_keyed(const struct png_image *image, const struct solid_rule *rule, uint32_t x,
                        uint32_t y)
{
    return rule->keyed && is_within(image, rule, x, y, rule->tolerance);
}

bool png_pixel_is_solid(const struct png_image *image, const struct solid_rule *rule, uint32_t x,
                        uint32_t y)
{
    int64_t max;
    const int64_t alpha = pixel_alpha(image, x, y, &max);

    return alpha * 255 > rule->threshold * max && !png_pixel_is_keyed(image, rule, x, y);
}

bool png_pixel_is_near(const struct png_image *image, const struct solid_rule *rule, uint32_t x,
                       uint32_t y)
{
    return rule->keyed && png_pixel_is_solid(image, rule, x, y) && is_within(image, rule, x, y, 24);
}

static void assert_same_bits(const struct bitmap *a, const struct bitmap *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->words != NULL, b->words != NULL);
    if (a->words != NULL)
        assert_memory_equal(a->words, b->words, a->row_words * a->height * sizeof *a->words);
}

void png_assert_same_picture(const struct decoded *a, const struct decoded *b)
{
    assert_same_bits(&a->solid, &b->solid);
    assert_same_bits(&a->matched, &b->matched);
    assert_same_bits(&a->near, &b->near);
    assert_same_bits(&a->straddling, &b->straddling);
    assert_same_bits(&a->soft, &b->soft);
    assert_int_equal(a->soft_count, b->soft_count);
    assert_int_equal(a->has_alpha, b->has_alpha);
    assert_int_equal(a->keyed, b->keyed);
    assert_int_equal(a->key.matched, b->key.matched);
    assert_int_equal(a->key.near, b->key.near);
}

/* ---- Files ------------------------------------------------------------------------------ */

size_t png_pack_row(const struct png_image *image, uint32_t y, uint8_t *out)
{
    const size_t depth = image->format.depth;
    const size_t count = (size_t)image->width * png_channels(image);
    const uint16_t *row = image->samples + y * count;
    const size_t size = (count * depth + 7) / 8;

    memset(out, 0, size);
    for (size_t i = 0; i < count * depth; i++)
        if (row[i / depth] >> (depth - 1 - i % depth) & 1)
            out[i / 8] |= (uint8_t)(0x80 >> i % 8);
    return size;
}

static void set_palette(spng_ctx *png, const struct pixel_format *format)
{
    struct spng_plte plte = {.n_entries = format->palette_count};

    for (uint32_t i = 0; i < format->palette_count; i++) {
        plte.entries[i].red = format->palette[i][0];
        plte.entries[i].green = format->palette[i][1];
        plte.entries[i].blue = format->palette[i][2];
    }
    assert_int_equal(spng_set_plte(png, &plte), 0);
}

static void set_transparency(spng_ctx *png, const struct png_image *image)
{
    const struct pixel_format *format = &image->format;
    struct spng_trns trns = {.n_type3_entries = image->palette_alpha_count};

    trns.gray = format->trns[0];
    trns.red = format->trns[0];
    trns.green = format->trns[1];
    trns.blue = format->trns[2];
    memcpy(trns.type3_alpha, format->palette_alpha, sizeof trns.type3_alpha);
    assert_int_equal(spng_set_trns(png, &trns), 0);
}

static void write_rows(spng_ctx *png, const struct png_image *image)
{
    uint8_t *rows = malloc(PNG_MOST_SAMPLES * 2);
    size_t size = 0;

    assert_non_null(rows);
    for (uint32_t y = 0; y < image->height; y++)
        size += png_pack_row(image, y, rows + size);
    assert_int_equal(spng_encode_image(png, rows, size, SPNG_FMT_RAW, SPNG_ENCODE_FINALIZE), 0);
    free(rows);
}

uint8_t *png_encode(const struct png_image *image, size_t *size)
{
    struct spng_ihdr header = {.width = image->width,
                               .height = image->height,
                               .bit_depth = image->format.depth,
                               .color_type = image->format.color_type,
                               .interlace_method = image->interlaced};
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    uint8_t *bytes;
    int error;

    assert_non_null(png);
    assert_int_equal(spng_set_option(png, SPNG_ENCODE_TO_BUFFER, 1), 0);
    assert_int_equal(spng_set_ihdr(png, &header), 0);
    if (image->format.color_type == 3)
        set_palette(png, &image->format);
    if (image->format.has_trns)
        set_transparency(png, image);
    write_rows(png, image);
    bytes = spng_get_png_buffer(png, size, &error);
    assert_non_null(bytes);
    spng_ctx_free(png);
    fuzz_seed("png", bytes, *size);
    return bytes;
}

/* ---- Chunks ----------------------------------------------------------------------------- */

static uint32_t load_u32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store_u32(uint8_t *p, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t crc32_of(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < size * 8; i++) {
        const uint32_t bit = (crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1;

        crc = crc >> 1 ^ (bit ? 0xedb88320u : 0);
    }
    return ~crc;
}

size_t png_next_chunk(const uint8_t *png, size_t offset)
{
    return offset + 12 + load_u32(png + offset);
}

size_t png_find_chunk(const uint8_t *png, size_t size, const char *type)
{
    size_t offset = 8;

    while (offset < size && memcmp(png + offset + 4, type, 4) != 0)
        offset = png_next_chunk(png, offset);
    return offset;
}

void png_mend_checksum(uint8_t *png, size_t offset)
{
    const uint32_t length = load_u32(png + offset);

    store_u32(png + offset + 8 + length, crc32_of(png + offset + 4, length + 4));
}

uint8_t *png_insert_chunk(uint8_t *png, size_t *size, size_t offset, const char *type,
                          const void *data, uint32_t length)
{
    uint8_t *bigger = realloc(png, *size + length + 12);

    assert_non_null(bigger);
    memmove(bigger + offset + length + 12, bigger + offset, *size - offset);
    store_u32(bigger + offset, length);
    memcpy(bigger + offset + 4, type, 4);
    memcpy(bigger + offset + 8, data, length);
    png_mend_checksum(bigger, offset);
    *size += length + 12;
    return bigger;
}
