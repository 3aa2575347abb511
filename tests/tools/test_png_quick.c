/*
 * test_png_quick.c - the quick decoder takes every common kind of PNG, and agrees with libspng
 * about all others
 *
 * Files are made here byte by byte, with filters, compression and chunks that no encoder would
 * choose. What a pixel must become is said by support/png.h alone.
 */
#include "picture/png_file.h"
#include "support/files.h"
#include "support/planes.h"
#include "support/png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "support/cmocka_all.h"

/* As many pixels as the largest picture here needs. */
enum { PLENTY = 1 << 25 };

static const uint8_t KEY[3] = {255, 0, 255};

static const struct solid_rule RULES[] = {
    {.threshold = 0, .soft = true},
    {.threshold = 127, .straddle = true},
    {.threshold = 200, .keyed = true, .key = {255, 0, 255}},
    {.threshold = 3, .keyed = true, .key = {250, 4, 246}, .tolerance = 20, .straddle = true},
};
enum { RULE_COUNT = sizeof RULES / sizeof *RULES };

static char path[] = "/dev/shm/test_png_quick.XXXXXX";

static int make_file(void **state)
{
    int fd = mkstemp(path);
    (void)state;
    if (fd < 0) {
        strcpy(path, "/tmp/test_png_quick.XXXXXX");
        fd = mkstemp(path);
    }
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    inflate_leave();
    return unlink(path);
}

/* ---- Files, byte by byte --------------------------------------------------------------------- */

struct bytes_made {
    uint8_t *bytes;
    size_t size;
};

static void add(struct bytes_made *made, const void *bytes, size_t size)
{
    made->bytes = realloc(made->bytes, made->size + size + 1);
    assert_non_null(made->bytes);
    if (size > 0)
        memcpy(made->bytes + made->size, bytes, size);
    made->size += size;
}

static void add_u32(struct bytes_made *made, uint32_t value)
{
    const uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                              (uint8_t)value};
    add(made, bytes, 4);
}

static void add_chunk(struct bytes_made *made, const char *type, const void *data, size_t size)
{
    const size_t at = made->size;
    add_u32(made, (uint32_t)size);
    add(made, type, 4);
    add(made, data, size);
    add_u32(made, (uint32_t)crc32(0, made->bytes + at + 4, (uInt)(size + 4)));
}

static int absolute(int value)
{
    return value < 0 ? -value : value;
}

/* As PNG's text has it. */
static uint8_t paeth(int a, int b, int c)
{
    const int p = a + b - c;
    const int pa = absolute(p - a), pb = absolute(p - b), pc = absolute(p - c);
    return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

/* The prediction of byte i of a row. */
static uint8_t predicted(unsigned filter, size_t step, const uint8_t *row, const uint8_t *above,
                         size_t i)
{
    const uint8_t a = i < step ? 0 : row[i - step], b = above[i];
    const uint8_t c = i < step ? 0 : above[i - step];
    const uint8_t all[5] = {0, a, b, (uint8_t)((a + b) / 2), paeth(a, b, c)};
    return all[filter];
}

static size_t step_of(const struct png_image *image)
{
    return image->format.depth < 8 ? 1 : png_channels(image) * image->format.depth / 8u;
}

/* The rows of an image, each with a filter: `filter`, or a random one if that is FILTERS. */
static struct bytes_made filter_rows(const struct png_image *image, unsigned filter,
                                     uint32_t *random)
{
    static uint8_t rows[2][70 * 8];
    struct bytes_made made = {0};
    memset(rows, 0, sizeof rows);
    for (uint32_t y = 0; y < image->height; y++) {
        uint8_t *const row = rows[y % 2];
        const uint8_t *const above = rows[1 - y % 2];
        const size_t size = png_pack_row(image, y, row);
        const uint8_t chosen = (uint8_t)(filter < FILTERS ? filter : png_random(random, FILTERS));
        add(&made, &chosen, 1);
        for (size_t i = 0; i < size; i++) {
            const uint8_t byte =
                (uint8_t)(row[i] - predicted(chosen, step_of(image), row, above, i));
            add(&made, &byte, 1);
        }
    }
    return made;
}

static struct bytes_made compress_rows(const struct bytes_made *rows, int level)
{
    uLongf size = compressBound((uLong)rows->size);
    struct bytes_made made = {malloc(size), 0};
    assert_non_null(made.bytes);
    assert_int_equal(compress2(made.bytes, &size, rows->bytes, (uLong)rows->size, level), Z_OK);
    made.size = size;
    return made;
}

static void add_header(struct bytes_made *made, const struct png_image *image)
{
    struct bytes_made data = {0};
    const uint8_t rest[5] = {image->format.depth, image->format.color_type, 0, 0,
                             image->interlaced};
    add(made, "\x89PNG\r\n\x1a\n", 8);
    add_u32(&data, image->width);
    add_u32(&data, image->height);
    add(&data, rest, sizeof rest);
    add_chunk(made, "IHDR", data.bytes, data.size);
    free(data.bytes);
}

static void add_colors(struct bytes_made *made, const struct png_image *image)
{
    const struct pixel_format *const format = &image->format;
    uint8_t trns[6];
    for (unsigned i = 0; i < 3; i++) {
        trns[2 * i] = (uint8_t)(format->trns[i] >> 8);
        trns[2 * i + 1] = (uint8_t)format->trns[i];
    }
    if (format->color_type == 3)
        add_chunk(made, "PLTE", format->palette, (size_t)3 * format->palette_count);
    if (format->has_trns && format->color_type == 3)
        add_chunk(made, "tRNS", format->palette_alpha, image->palette_alpha_count);
    else if (format->has_trns)
        add_chunk(made, "tRNS", trns, format->color_type == 0 ? 2 : 6);
}

/* In chunks of `most` bytes; 0 means of random sizes, also of none. */
static void add_data(struct bytes_made *made, const struct bytes_made *stream, size_t most,
                     uint32_t *random)
{
    for (size_t at = 0; at < stream->size;) {
        const size_t wanted = most > 0 ? most : png_random(random, 40);
        const size_t size = wanted < stream->size - at ? wanted : stream->size - at;
        add_chunk(made, "IDAT", stream->bytes + at, size);
        at += size;
    }
}

static struct bytes_made make_png(const struct png_image *image, unsigned filter, int level,
                                  size_t most, uint32_t *random)
{
    struct bytes_made made = {0};
    struct bytes_made rows = filter_rows(image, filter, random);
    struct bytes_made stream = compress_rows(&rows, level);
    add_header(&made, image);
    add_colors(&made, image);
    add_data(&made, &stream, most, random);
    add_chunk(&made, "IEND", NULL, 0);
    free(rows.bytes);
    free(stream.bytes);
    return made;
}

/* ---- Decoded ----------------------------------------------------------------------------------
 */

/* True if the quick decoder itself takes the file that was written. */
static bool is_taken(bool colors, bool by_zlib)
{
    static struct reader reader;
    struct png_quick png;
    struct error err;
    assert_true(reader_open(&reader, path, &err));
    bool ok = png_quick_open(&png, &reader, PLENTY) && png_quick_begin_rows(&png, colors, by_zlib);
    for (uint32_t y = 0; ok && y < png.header.height; y++)
        ok = png_quick_next_row(&png) != NULL;
    ok = ok && png_quick_finish(&png);
    png_quick_close(&png);
    reader_close(&reader);
    return ok;
}

static bool decode_by_all(enum decoder decoder, struct decoded out[RULE_COUNT], struct error *err)
{
    static struct reader reader;
    const struct planes_limits how = {PLENTY, decoder};
    assert_true(reader_open(&reader, path, err));
    const bool ok = decode_sheet(&reader, RULES, RULE_COUNT, how, out, err);
    reader_close(&reader);
    return ok;
}

static bool decode_by(enum decoder decoder, const struct solid_rule *rule, struct decoded *out,
                      struct error *err)
{
    static struct reader reader;
    const struct planes_limits how = {PLENTY, decoder};
    assert_true(reader_open(&reader, path, err));
    const bool ok = decode_alone(&reader, rule, how, out, err);
    reader_close(&reader);
    return ok;
}

/* All decoders agree about the file: its pixels by each rule, or its error. */
static bool assert_agreed(void)
{
    struct decoded sheet[RULE_COUNT];
    struct error err = {0};
    const bool ok = decode_by_all(DECODER_REFERENCE, sheet, &err);
    for (enum decoder decoder = DECODER_QUICK; decoder < DECODER_REFERENCE; decoder++) {
        struct decoded other[RULE_COUNT], alone;
        struct error other_err = {0};
        assert_int_equal(decode_by_all(decoder, other, &other_err), ok);
        if (!ok)
            assert_string_equal(other_err.text, err.text);
        for (unsigned i = 0; ok && i < RULE_COUNT; i++)
            png_assert_same_picture(&sheet[i], &other[i]);
        assert_int_equal(decode_by(decoder, &RULES[0], &alone, &other_err), ok);
        if (ok)
            assert_memory_equal(alone.solid.words, sheet[0].solid.words,
                                alone.solid.row_words * alone.solid.height * 8);
        decoded_free(&alone);
        for (unsigned i = 0; i < RULE_COUNT; i++)
            decoded_free(&other[i]);
    }
    for (unsigned i = 0; i < RULE_COUNT; i++)
        decoded_free(&sheet[i]);
    return ok;
}

/* The decoders take the file, and the pixels are those of the image. */
static void assert_decoded(const struct png_image *image)
{
    struct error err;
    for (enum decoder decoder = DECODER_QUICK; decoder < DECODER_REFERENCE; decoder++) {
        assert_true(is_taken(false, decoder == DECODER_ZLIB));
        assert_true(is_taken(true, decoder == DECODER_ZLIB));
        for (unsigned i = 0; i < RULE_COUNT; i++) {
            struct decoded picture;
            assert_true(decode_by(decoder, &RULES[i], &picture, &err));
            for (uint32_t y = 0; y < image->height; y++)
                for (uint32_t x = 0; x < image->width; x++)
                    assert_int_equal(bitmap_get(&picture.solid, x, y),
                                     png_pixel_is_solid(image, &RULES[i], x, y));
            decoded_free(&picture);
        }
    }
}

/* ---- Every kind -------------------------------------------------------------------------------
 */

static bool is_common(struct png_kind kind)
{
    return kind.depth <= 8;
}

static void fill(struct png_image *image, uint32_t width, uint32_t height, struct png_kind kind,
                 bool has_trns, uint32_t *random)
{
    png_fill_random(image, width, height, kind, has_trns, KEY, random);
    /* Runs of one value, which some filters take by sixteen. */
    const size_t samples = (size_t)width * height * png_channels(image);
    if (png_random(random, 2) == 0)
        for (size_t i = png_channels(image); i < samples; i++)
            if (png_random(random, 8) > 0)
                image->samples[i] = image->samples[i - png_channels(image)];
}

static void every_kind_and_size_is_taken(void **state)
{
    static struct png_image image;
    uint32_t random = 1;
    (void)state;
    for (int k = 0; k < PNG_KINDS; k++)
        for (int has_trns = 0; has_trns <= (PNG_KIND[k].color_type < 4); has_trns++)
            for (uint32_t width = 1; is_common(PNG_KIND[k]) && width <= 70; width++) {
                const uint32_t height = 1 + png_random(&random, 9);
                const int level = (int)png_random(&random, 10);
                fill(&image, width, height, PNG_KIND[k], has_trns, &random);
                struct bytes_made png =
                    make_png(&image, FILTERS, level, png_random(&random, 2) * 1000, &random);
                write_file(path, png.bytes, png.size);
                assert_decoded(&image);
                free(png.bytes);
            }
}

static void every_filter_is_undone(void **state)
{
    static struct png_image image;
    uint32_t random = 2;
    (void)state;
    for (int k = 0; k < PNG_KINDS; k++)
        for (unsigned filter = 0; is_common(PNG_KIND[k]) && filter < FILTERS; filter++)
            for (int i = 0; i < 4; i++) {
                fill(&image, 1 + png_random(&random, 70), 5, PNG_KIND[k], false, &random);
                struct bytes_made png = make_png(&image, filter, 6, 1 << 20, &random);
                write_file(path, png.bytes, png.size);
                assert_decoded(&image);
                free(png.bytes);
            }
}

/* Undone by hand, byte by byte. */
static void rows_of_any_bytes_are_undone(void **state)
{
    uint8_t filtered[80], above[80], out[80], in_place[80];
    uint32_t random = 3;
    (void)state;
    for (int i = 0; i < 40000; i++) {
        const unsigned filter = png_random(&random, FILTERS);
        const size_t step = 1 + png_random(&random, 4);
        const size_t size = step * (1 + png_random(&random, (uint32_t)(80 / step)));
        const uint32_t most = png_random(&random, 2) == 0 ? 256 : 2;
        const uint8_t value = (uint8_t)png_random(&random, 256);
        for (size_t b = 0; b < size; b++) {
            filtered[b] =
                (uint8_t)(png_random(&random, 20) > 0 && most == 2 ? 0 : png_random(&random, most));
            above[b] =
                (uint8_t)(most == 2 && png_random(&random, 30) > 0 ? value
                                                                   : png_random(&random, 256));
        }
        if (most == 2)
            filtered[0] = (uint8_t)(value - predicted(filter, step, out, above, 0));
        memcpy(in_place, filtered, size);
        unfilter(filter, step, filtered, above, size, out);
        unfilter(filter, step, in_place, above, size, in_place);
        assert_memory_equal(out, in_place, size);
        for (size_t b = 0; b < size; b++)
            assert_int_equal(out[b],
                             (uint8_t)(filtered[b] + predicted(filter, step, out, above, b)));
    }
}

/* ---- Chunks -----------------------------------------------------------------------------------
 */

static struct bytes_made small_png(struct png_image *image, struct png_kind kind, bool has_trns)
{
    uint32_t random = 4;
    fill(image, 9, 4, kind, has_trns, &random);
    return make_png(image, FILTERS, 9, 30, &random);
}

/* Puts a chunk before the first chunk of a type. The result is taken by the quick decoder or not.
 */
static void assert_with_chunk(struct png_kind kind, bool has_trns, const char *before,
                              const char *type, size_t size, bool taken)
{
    static struct png_image image;
    static const uint8_t zeros[40000];
    struct bytes_made png = small_png(&image, kind, has_trns);
    const size_t at = png_find_chunk(png.bytes, png.size, before);
    png.bytes = png_insert_chunk(png.bytes, &png.size, at, type, zeros, (uint32_t)size);
    write_file(path, png.bytes, png.size);
    if (is_taken(true, false) != taken || is_taken(false, true) != taken)
        fail_msg("%s of %zu bytes before %s: taken %d", type, size, before, !taken);
    assert_agreed();
    free(png.bytes);
}

static void chunks_beside_the_image_are_passed_over(void **state)
{
    static const struct png_kind rgba = {6, 8}, indexed = {3, 8};
    static const char *const others[] = {"tEXt", "zTXt", "iTXt", "iCCP", "gAMA", "cHRM",
                                         "sRGB", "pHYs", "tIME", "sBIT", "oFFs", "sPLT",
                                         "vpAg", "acTL", "bKGD", "hIST", "eXIf", "fcTL"};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (size_t size = 1; size < 20; size++) {
            assert_with_chunk(rgba, false, "IDAT", others[i], size, true);
            assert_with_chunk(indexed, true, "IDAT", others[i], size, true);
            assert_with_chunk(rgba, false, "IEND", others[i], size, true);
        }
    assert_with_chunk(rgba, false, "IDAT", "tEXt", 0, true);
    assert_with_chunk(rgba, false, "IDAT", "eXIf", 0, false);
    assert_with_chunk(rgba, false, "IDAT", "tEXt", 32000, true);
    assert_with_chunk(rgba, false, "IDAT", "tEXt", 32001, false);
}

static void chunks_that_matter_are_refused_where_they_must_not_be(void **state)
{
    static const struct png_kind grey = {0, 8}, rgb = {2, 8}, indexed = {3, 8}, rgba = {6, 8};
    (void)state;
    assert_with_chunk(indexed, true, "IEND", "IDAT", 3, false);
    assert_with_chunk(indexed, true, "IDAT", "IEND", 0, false);
    assert_with_chunk(indexed, true, "IDAT", "IHDR", 13, false);
    assert_with_chunk(indexed, true, "IDAT", "NeWe", 3, false);
    assert_with_chunk(indexed, true, "IEND", "NeWe", 3, false);
    assert_with_chunk(indexed, true, "IDAT", "PLTE", 3, false);
    assert_with_chunk(indexed, true, "IEND", "PLTE", 3, false);
    assert_with_chunk(indexed, true, "PLTE", "PLTE", 3, false);
    assert_with_chunk(indexed, false, "PLTE", "tRNS", 1, false);
    assert_with_chunk(indexed, false, "PLTE", "bKGD", 1, false);
    assert_with_chunk(indexed, false, "PLTE", "hIST", 1, false);
    assert_with_chunk(indexed, true, "IDAT", "tRNS", 1, false);
    assert_with_chunk(indexed, true, "IEND", "tRNS", 1, false);
    assert_with_chunk(indexed, false, "IDAT", "tRNS", 0, false);
    assert_with_chunk(grey, false, "IDAT", "tRNS", 2, true);
    assert_with_chunk(grey, false, "IDAT", "tRNS", 3, false);
    assert_with_chunk(grey, false, "IDAT", "tRNS", 1, false);
    assert_with_chunk(grey, false, "IEND", "tRNS", 2, false);
    assert_with_chunk(rgb, false, "IDAT", "tRNS", 6, true);
    assert_with_chunk(rgb, false, "IDAT", "tRNS", 2, false);
    assert_with_chunk(rgba, false, "IDAT", "tRNS", 6, false);
    assert_with_chunk(rgba, false, "IDAT", "PLTE", 3, false);
    assert_with_chunk(rgba, false, "IEND", "IEND", 0, true);
    assert_with_chunk(rgba, false, "IEND", "IEND", 1, false);
}

static void palettes_have_1_to_as_many_colours_as_the_depth_allows(void **state)
{
    static const uint8_t zeros[3 * 300];
    static struct png_image image;
    (void)state;
    for (size_t size = 0; size <= sizeof zeros; size++)
        for (uint8_t depth = 1; depth <= 8; depth *= 2) {
            const bool fits = size > 0 && size % 3 == 0 && size / 3 <= 1u << depth;
            struct bytes_made made = {0};
            image = (struct png_image){.width = 8, .height = 1};
            image.format = (struct pixel_format){.color_type = 3, .depth = depth};
            uint8_t row[9] = {0};
            struct bytes_made rows = {row, 1u + depth};
            struct bytes_made stream = compress_rows(&rows, 6);
            add_header(&made, &image);
            add_chunk(&made, "PLTE", zeros, size);
            add_chunk(&made, "IDAT", stream.bytes, stream.size);
            add_chunk(&made, "IEND", NULL, 0);
            write_file(path, made.bytes, made.size);
            assert_int_equal(is_taken(false, false), fits);
            assert_int_equal(assert_agreed(), fits);
            free(stream.bytes);
            free(made.bytes);
        }
}

static void many_chunks_are_left_to_the_reference(void **state)
{
    static struct png_image image;
    static const struct png_kind rgba = {6, 8};
    (void)state;
    for (int count = 499; count <= 1002; count += count == 501 ? 500 : 1) {
        struct bytes_made png = small_png(&image, rgba, false);
        for (int i = 0; i < count; i++)
            png.bytes =
                png_insert_chunk(png.bytes, &png.size, png_find_chunk(png.bytes, png.size, "IDAT"),
                                 "tEXt", "a\0b", 3);
        write_file(path, png.bytes, png.size);
        assert_int_equal(is_taken(false, false), count <= 500);
        assert_agreed();
        free(png.bytes);
    }
}

/* ---- Wrong files ------------------------------------------------------------------------------
 */

static const struct {
    struct png_kind kind;
    bool has_trns, interlaced;
} CORPUS[] = {
    {{6, 8}, false, false}, {{4, 8}, false, false}, {{3, 8}, true, false},  {{3, 2}, false, false},
    {{2, 8}, true, false},  {{0, 1}, true, false},  {{2, 8}, false, false}, {{6, 16}, false, false},
};

static void every_cut_and_changed_byte_is_judged_alike(void **state)
{
    static struct png_image image;
    (void)state;
    for (size_t c = 0; c < sizeof CORPUS / sizeof *CORPUS; c++) {
        struct bytes_made png = small_png(&image, CORPUS[c].kind, CORPUS[c].has_trns);
        for (size_t size = 0; size <= png.size; size++) {
            write_file(path, png.bytes, size);
            assert_int_equal(assert_agreed(), size == png.size);
        }
        for (size_t i = 0; i < png.size; i++)
            for (unsigned bit = 0; bit < 8; bit += 3) {
                png.bytes[i] ^= (uint8_t)(1u << bit);
                write_file(path, png.bytes, png.size);
                assert_agreed();
                png.bytes[i] ^= (uint8_t)(1u << bit);
            }
        free(png.bytes);
    }
}

/* As above, but the checksums of the chunks are right, so that the change is looked at. */
static void every_changed_byte_with_right_checksums_is_judged_alike(void **state)
{
    static struct png_image image;
    (void)state;
    for (size_t c = 0; c < sizeof CORPUS / sizeof *CORPUS; c++) {
        struct bytes_made png = small_png(&image, CORPUS[c].kind, CORPUS[c].has_trns);
        for (size_t chunk = 8; chunk < png.size; chunk = png_next_chunk(png.bytes, chunk))
            for (size_t i = chunk + 4; i + 4 < png_next_chunk(png.bytes, chunk); i++)
                for (unsigned bit = 0; bit < 8; bit++) {
                    png.bytes[i] ^= (uint8_t)(1u << bit);
                    png_mend_checksum(png.bytes, chunk);
                    write_file(path, png.bytes, png.size);
                    assert_agreed();
                    png.bytes[i] ^= (uint8_t)(1u << bit);
                    png_mend_checksum(png.bytes, chunk);
                }
        free(png.bytes);
    }
}

/* The stream of one image in the file of another, which is smaller or larger. */
static void too_much_and_too_little_image_data_is_judged_alike(void **state)
{
    static struct png_image image;
    uint32_t random = 6;
    (void)state;
    for (int by = -2; by <= 2; by++) {
        struct bytes_made made = {0};
        fill(&image, 7, 5, (struct png_kind){6, 8}, false, &random);
        struct bytes_made rows = filter_rows(&image, FILTERS, &random);
        struct bytes_made stream = compress_rows(&rows, 6);
        image.height = (uint32_t)(5 + by);
        add_header(&made, &image);
        add_data(&made, &stream, 20, &random);
        add_chunk(&made, "IEND", NULL, 0);
        write_file(path, made.bytes, made.size);
        assert_int_equal(is_taken(false, false), by == 0);
        assert_int_equal(is_taken(false, true), by == 0);
        assert_int_equal(assert_agreed(), by <= 0);
        free(rows.bytes);
        free(stream.bytes);
        free(made.bytes);
    }
}

static void filters_that_do_not_exist_are_refused(void **state)
{
    static struct png_image image;
    uint32_t random = 7;
    (void)state;
    for (int k = 0; k < PNG_KINDS; k++)
        for (unsigned filter = 4; is_common(PNG_KIND[k]) && filter < 8; filter++) {
            struct bytes_made made = {0};
            fill(&image, 3, 3, PNG_KIND[k], false, &random);
            struct bytes_made rows = filter_rows(&image, FILTER_NONE, &random);
            rows.bytes[rows.size / 3 * 2] = (uint8_t)filter;
            struct bytes_made stream = compress_rows(&rows, 0);
            add_header(&made, &image);
            add_colors(&made, &image);
            add_data(&made, &stream, 1000, &random);
            add_chunk(&made, "IEND", NULL, 0);
            write_file(path, made.bytes, made.size);
            assert_int_equal(is_taken(false, false), filter == 4);
            assert_agreed();
            free(rows.bytes);
            free(stream.bytes);
            free(made.bytes);
        }
}

/* ---- Large pictures ---------------------------------------------------------------------------
 */

/* Pictures of one colour, of these sizes: at once, in the shared memory, by windows, and with rows
 * longer than a window. */
static void large_pictures_are_taken_too(void **state)
{
    static const uint32_t sizes[][2] = {{2000, 2000}, {4200, 1000}, {60000, 20}, {5000, 4400}};
    static struct png_image image;
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const uint32_t width = sizes[i][0], height = sizes[i][1];
        uint32_t random = 8;
        struct bytes_made made = {0}, rows = {NULL, ((size_t)width * 4 + 1) * height};
        struct decoded picture;
        struct error err;
        rows.bytes = calloc(1, rows.size);
        assert_non_null(rows.bytes);
        rows.bytes[((size_t)width * 4 + 1) * (height - 1)] = FILTER_SUB;
        rows.bytes[((size_t)width * 4 + 1) * (height - 1) + 8] = 255;
        struct bytes_made stream = compress_rows(&rows, 1);
        image = (struct png_image){.width = width, .height = height};
        image.format = (struct pixel_format){.color_type = 6, .depth = 8};
        add_header(&made, &image);
        add_data(&made, &stream, 50000, &random);
        add_chunk(&made, "IEND", NULL, 0);
        write_file(path, made.bytes, made.size);
        for (enum decoder decoder = DECODER_QUICK; decoder < DECODER_REFERENCE; decoder++) {
            assert_true(is_taken(false, decoder == DECODER_ZLIB));
            assert_true(decode_by(decoder, &RULES[0], &picture, &err));
            /* From the second pixel of the last row on. */
            assert_int_equal(bitmap_count(&picture.solid), width - 1);
            assert_false(bitmap_get(&picture.solid, 0, height - 1));
            decoded_free(&picture);
        }
        free(rows.bytes);
        free(stream.bytes);
        free(made.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_and_size_is_taken),
        cmocka_unit_test(every_filter_is_undone),
        cmocka_unit_test(rows_of_any_bytes_are_undone),
        cmocka_unit_test(chunks_beside_the_image_are_passed_over),
        cmocka_unit_test(chunks_that_matter_are_refused_where_they_must_not_be),
        cmocka_unit_test(palettes_have_1_to_as_many_colours_as_the_depth_allows),
        cmocka_unit_test(many_chunks_are_left_to_the_reference),
        cmocka_unit_test(every_cut_and_changed_byte_is_judged_alike),
        cmocka_unit_test(every_changed_byte_with_right_checksums_is_judged_alike),
        cmocka_unit_test(too_much_and_too_little_image_data_is_judged_alike),
        cmocka_unit_test(filters_that_do_not_exist_are_refused),
        cmocka_unit_test(large_pictures_are_taken_too),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
