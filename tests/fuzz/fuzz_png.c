/*
 * fuzz_png.c - any bytes as a PNG, under several rules: alone, as a sheet, in cells, as a picture
 *
 * Whichever way an image is decoded, and by whichever decoder, the same pixels are solid; and all
 * decoders refuse the same bytes with the same words.
 */
#include "atlas/grid.h"
#include "bake/region.h"
#include "fuzz.h"
#include "model/mask.h"
#include "picture/png_file.h"
#include "support/planes.h"

#include <stdlib.h>
#include <string.h>

enum { PIXELS_MAX = 1 << 13 };

static const struct solid_rule rules[] = {
    {.threshold = 0, .soft = true},
    {.threshold = 127, .straddle = true},
    {.threshold = 200, .keyed = true, .key = {255, 0, 255}},
    {.threshold = 3, .keyed = true, .key = {250, 4, 246}, .tolerance = 20, .straddle = true},
};
enum { RULES = sizeof rules / sizeof *rules };

static struct planes_limits by(enum decoder decoder)
{
    return (struct planes_limits){PIXELS_MAX, decoder};
}

static void must_equal(const struct bitmap *a, const struct bitmap *b)
{
    REQUIRE(a->width == b->width && a->height == b->height);
    REQUIRE((a->words != NULL) == (b->words != NULL));
    for (uint32_t y = 0; a->words != NULL && y < a->height; y++)
        REQUIRE(memcmp(bitmap_row(a, y), bitmap_row(b, y), a->row_words * 8) == 0);
}

static void trim(const struct bitmap *solid)
{
    struct mask mask;
    struct error err;
    REQUIRE(mask_from_bitmap(solid, &mask, &err));
    REQUIRE(mask.area == bitmap_count(solid));
    mask_free(&mask);
}

static void cut(const struct decoded *page)
{
    static const struct grid_rule grid = {.width = 5, .height = 3, .margin = 1, .spacing = 2};
    struct atlas cells = {0};
    struct error err;
    bool ragged;
    REQUIRE(grid_cut(&grid, page->solid.width, page->solid.height, &cells, &ragged, &err) ||
            err.status != STATUS_OK);
    for (size_t i = 0; i < cells.frame_count && i < 100; i++) {
        struct cutting cell;
        REQUIRE(cut_frame(page, &cells.frames[i], false, 0, &cell, &err));
        trim(&cell.planes.solid);
        decoded_free(&cell.planes);
    }
    atlas_free(&cells);
}

static bool decode_page(const char *path, enum decoder decoder, struct decoded sheet[RULES],
                        struct error *err)
{
    static struct reader reader;
    const struct planes_limits how = by(decoder);
    REQUIRE(reader_open(&reader, path, err));
    const bool ok = decode_sheet(&reader, rules, RULES, how, sheet, err);
    reader_close(&reader);
    return ok;
}

static void must_equal_sheet(const struct decoded *sheet, struct decoded *other)
{
    for (int i = 0; i < RULES; i++) {
        must_equal(&sheet[i].solid, &other[i].solid);
        must_equal(&sheet[i].matched, &other[i].matched);
        must_equal(&sheet[i].near, &other[i].near);
        must_equal(&sheet[i].straddling, &other[i].straddling);
        must_equal(&sheet[i].soft, &other[i].soft);
        REQUIRE(sheet[i].has_alpha == other[i].has_alpha);
        REQUIRE(sheet[i].key.matched == other[i].key.matched);
        REQUIRE(sheet[i].key.near == other[i].key.near);
        decoded_free(&other[i]);
    }
}

/* All decoders agree; then the sheet is used. */
static bool decode_sheets(const char *path, const struct decoded *alone)
{
    struct decoded sheet[RULES], other[RULES];
    struct error err, other_err;
    const bool ok = decode_page(path, DECODER_REFERENCE, sheet, &err);
    for (enum decoder decoder = DECODER_QUICK; decoder < DECODER_REFERENCE; decoder++) {
        REQUIRE(decode_page(path, decoder, other, &other_err) == ok);
        if (ok)
            must_equal_sheet(sheet, other);
        else
            REQUIRE(strcmp(err.text, other_err.text) == 0);
    }
    REQUIRE(ok == (alone != NULL));
    if (!ok)
        return false;
    must_equal(&sheet[0].solid, &alone->solid);
    for (int i = 0; i < RULES; i++) {
        cut(&sheet[i]);
        decoded_free(&sheet[i]);
    }
    return true;
}

static void decode_canvas(const char *path)
{
    static struct reader reader;
    struct rgba canvas;
    struct error err;
    REQUIRE(reader_open(&reader, path, &err));
    if (png_read(&reader, &canvas, &err))
        rgba_free(&canvas);
    reader_close(&reader);
}

/* False when the bytes are refused. */
static bool decode_file(const char *path)
{
    static struct reader reader;
    const struct planes_limits how = by(DECODER_QUICK);
    struct decoded picture;
    struct error err;
    REQUIRE(reader_open(&reader, path, &err));
    const bool ok = decode_alone(&reader, &rules[0], how, &picture, &err);
    reader_close(&reader);
    if (!decode_sheets(path, ok ? &picture : NULL))
        return false;
    trim(&picture.solid);
    decode_canvas(path);
    decoded_free(&picture);
    return true;
}

/* ---- Checksums ------------------------------------------------------------------------------ */

static uint32_t crc_of(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Makes all chunks' right, without which hardly a change would be looked at. */
static void mend_checksums(uint8_t *bytes, size_t size)
{
    size_t at = 8;
    while (size >= at + 12 && big_endian(bytes + at) <= size - at - 12) {
        const size_t length = big_endian(bytes + at);
        const uint32_t crc = crc_of(bytes + at + 4, length + 4);
        for (unsigned i = 0; i < 4; i++)
            bytes[at + 8 + length + i] = (uint8_t)(crc >> (24 - 8 * i));
        at += length + 12;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    png_begins(data, size);
    if (decode_file(fuzz_file(data, size)))
        return 0;
    uint8_t *const mended = (uint8_t *)fuzz_string(data, size);
    mend_checksums(mended, size);
    decode_file(fuzz_file(mended, size));
    free(mended);
    return 0;
}
