/*
 * fuzz_png.c - any bytes as a PNG, under several rules: alone, as a sheet, in cells, as a picture
 *
 * Whichever way an image is decoded, the same pixels are solid.
 */
#include "atlas/grid.h"
#include "bake/frame_cut.h"
#include "fuzz.h"
#include "model/mask.h"
#include "picture/decode.h"
#include "picture/png_file.h"

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

static void must_equal(const struct bitmap *a, const struct bitmap *b)
{
    REQUIRE(a->width == b->width && a->height == b->height);
    for (uint32_t y = 0; y < a->height; y++)
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
        struct decoded cell;
        REQUIRE(cut_frame(page, &cells.frames[i], false, &cell, &err));
        trim(&cell.solid);
        decoded_free(&cell);
    }
    atlas_free(&cells);
}

static void decode_sheet(const char *path, const struct decoded *alone)
{
    static struct reader reader;
    struct decoded sheet[RULES];
    struct error err;
    REQUIRE(reader_open(&reader, path, &err));
    REQUIRE(decode_png_sheet(&reader, rules, RULES, PIXELS_MAX, sheet, &err));
    reader_close(&reader);
    must_equal(&sheet[0].solid, &alone->solid);
    for (int i = 0; i < RULES; i++) {
        cut(&sheet[i]);
        decoded_free(&sheet[i]);
    }
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
static bool decode(const char *path)
{
    static struct reader reader;
    struct decoded picture;
    struct error err;
    REQUIRE(reader_open(&reader, path, &err));
    const bool ok = decode_png(&reader, &rules[0], PIXELS_MAX, &picture, &err);
    reader_close(&reader);
    if (!ok)
        return false;
    trim(&picture.solid);
    decode_sheet(path, &picture);
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
    if (decode(fuzz_file(data, size)))
        return 0;
    uint8_t *const mended = (uint8_t *)fuzz_string(data, size);
    mend_checksums(mended, size);
    decode(fuzz_file(mended, size));
    free(mended);
    return 0;
}
