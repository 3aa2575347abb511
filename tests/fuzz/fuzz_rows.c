/*
 * fuzz_rows.c - any bytes as the filtered rows of a PNG that is right in everything else
 *
 * Hardly any change of a compressed stream leaves its checksum right. So the bytes are compressed
 * here; all decoders must then agree about the pixels, or about what is wrong.
 */
#include "fuzz.h"
#include "support/planes.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MOST = 1 << 14, PIXELS_MAX = 1 << 17 };

static const struct {
    uint8_t color_type, depth;
} kinds[] = {{6, 8}, {4, 8}, {3, 8}, {3, 4}, {3, 2},  {3, 1}, {2, 8},
             {0, 8}, {0, 4}, {0, 2}, {0, 1}, {6, 16}, {2, 16}};

static const struct solid_rule rules[] = {
    {.threshold = 0, .soft = true},
    {.threshold = 127, .straddle = true},
    {.threshold = 200, .keyed = true, .key = {255, 0, 255}, .tolerance = 20},
};
enum { RULES = sizeof rules / sizeof *rules };

/* ---- The file -------------------------------------------------------------------------------- */

static uint8_t file[2 * MOST + 4096];
static size_t used;

static void add(const void *bytes, size_t size)
{
    REQUIRE(size <= sizeof file - used);
    memcpy(file + used, bytes, size);
    used += size;
}

static void add_u32(uint32_t value)
{
    const uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                              (uint8_t)value};
    add(bytes, 4);
}

static void add_chunk(const char *type, const void *data, size_t size)
{
    const size_t at = used;
    add_u32((uint32_t)size);
    add(type, 4);
    add(data, size);
    add_u32((uint32_t)crc32(0, file + at + 4, (uInt)(size + 4)));
}

/* The first bytes choose the kind, the width, and what else there is; the rest are rows. */
static void make_file(const uint8_t *data, size_t size)
{
    static uint8_t stream[2 * MOST];
    const unsigned channels[] = {1, 0, 3, 1, 2, 0, 4};
    const uint8_t kind = data[0] % (sizeof kinds / sizeof *kinds);
    const uint32_t width = 1 + data[1];
    const uint8_t type = kinds[kind].color_type, depth = kinds[kind].depth;
    const size_t row = ((size_t)width * channels[type] * depth + 7) / 8 + 1;
    const uint8_t header[5] = {depth, type, 0, 0, data[2] & 1};
    const size_t colors = 1 + data[3] % (depth < 8 ? 1u << depth : 256);
    uint8_t ihdr[13] = {0, 0, (uint8_t)(width >> 8), (uint8_t)width};
    uLongf length = sizeof stream;
    /* With one bit there are bytes too many, with another a row too few. */
    const size_t whole = (size - 4) / row * row;
    const size_t given = data[2] & 8 || whole == 0 ? size - 4 : whole;
    const size_t rows = (size - 4) / row + (whole == 0 || data[3] == 255);
    ihdr[6] = (uint8_t)(rows >> 8);
    ihdr[7] = (uint8_t)rows;
    memcpy(ihdr + 8, header, sizeof header);
    used = 0;
    add("\x89PNG\r\n\x1a\n", 8);
    add_chunk("IHDR", ihdr, sizeof ihdr);
    if (type == 3)
        add_chunk("PLTE", data, (size < 3 * colors ? size / 3 : colors) * 3);
    if (data[2] & 2)
        add_chunk("tRNS", data + 4, type == 0 ? 2 : type == 2 ? 6 : 1);
    REQUIRE(compress2(stream, &length, data + 4, (uLong)given, data[2] >> 4 & 7) == Z_OK);
    const size_t half = data[2] & 4 ? length / 2 : 0;
    if (half > 0)
        add_chunk("IDAT", stream, half);
    add_chunk("IDAT", stream + half, length - half);
    add_chunk("IEND", "", 0);
}

/* ---- Decoded --------------------------------------------------------------------------------- */

static bool decode_file(const char *path, enum decoder decoder, struct decoded out[RULES],
                        struct error *err)
{
    static struct reader reader;
    const struct planes_limits how = {PIXELS_MAX, decoder};
    REQUIRE(reader_open(&reader, path, err));
    const bool ok = decode_sheet(&reader, rules, RULES, how, out, err);
    reader_close(&reader);
    return ok;
}

static void must_equal(const struct bitmap *a, const struct bitmap *b)
{
    REQUIRE((a->words != NULL) == (b->words != NULL));
    REQUIRE(a->words == NULL || memcmp(a->words, b->words, a->row_words * a->height * 8) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct decoded right[RULES], other[RULES];
    struct error err, other_err;
    if (size < 12 || size > MOST)
        return 0;
    make_file(data, size);
    const char *const path = fuzz_file(file, used);
    const bool ok = decode_file(path, DECODER_REFERENCE, right, &err);
    for (enum decoder decoder = DECODER_QUICK; decoder < DECODER_REFERENCE; decoder++) {
        REQUIRE(decode_file(path, decoder, other, &other_err) == ok);
        REQUIRE(ok || strcmp(err.text, other_err.text) == 0);
        for (int i = 0; i < RULES; i++) {
            must_equal(&right[i].solid, &other[i].solid);
            must_equal(&right[i].straddling, &other[i].straddling);
            must_equal(&right[i].soft, &other[i].soft);
            must_equal(&right[i].matched, &other[i].matched);
            REQUIRE(right[i].key.matched == other[i].key.matched);
            decoded_free(&other[i]);
        }
    }
    for (int i = 0; i < RULES; i++)
        decoded_free(&right[i]);
    return 0;
}
