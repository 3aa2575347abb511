/*
 * test_decode.c - PNG files of every kind to solid bits, and what is said of bad ones
 */

#include "support/cmocka_all.h"

#include "picture/image.h"
#include "picture/png_file.h"
#include "support/files.h"
#include "support/planes.h"
#include "support/png.h"
#include "system/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct solid_rule ANY_ALPHA = {.threshold = 0};
static const uint8_t MAGENTA[3] = {255, 0, 255};

enum { PLENTY = 1 << 20 };

static char path[] = "/tmp/test_decode.XXXXXX";

static int make_file(void **state)
{
    const int fd = mkstemp(path);

    (void)state;
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

/* By every decoder, which must agree about pixels and errors. */
static bool decode(const uint8_t *bytes, size_t size, const struct solid_rule *rule,
                   uint64_t max_pixels, struct decoded *picture, struct error *err)
{
    static struct reader reader;
    bool done;

    write_file(path, bytes, size);
    assert_true(reader_open(&reader, path, err));
    done = decode_alone(&reader, rule, (struct planes_limits){max_pixels, DECODER_REFERENCE},
                        picture, err);
    reader_close(&reader);
    for (enum decoder decoder = DECODER_QUICK; decoder < DECODER_REFERENCE; decoder++) {
        struct decoded other;
        struct error other_err = {0};
        assert_true(reader_open(&reader, path, &other_err));
        assert_int_equal(decode_alone(&reader, rule, (struct planes_limits){max_pixels, decoder},
                                      &other, &other_err),
                         done);
        reader_close(&reader);
        if (done)
            png_assert_same_picture(picture, &other);
        else
            assert_string_equal(err->text, other_err.text);
        decoded_free(&other);
    }
    return done;
}

/* The error for bytes that the decoder must refuse. */
static const char *complaint(const uint8_t *bytes, size_t size)
{
    static struct error err;
    struct decoded picture;

    err = (struct error){0};
    assert_false(decode(bytes, size, &ANY_ALPHA, PLENTY, &picture, &err));
    assert_int_equal(err.status, STATUS_FAILED);
    assert_null(picture.solid.words);
    return err.text;
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" does not say \"%s\"", text, part);
}

/* ---- Good files ------------------------------------------------------------------------- */

/* True if it is solid by a threshold 16 lower and not by one 16 higher. Opaque pixels never count.
 */
static bool straddles(const struct png_image *image, const struct solid_rule *rule, uint32_t x,
                      uint32_t y)
{
    struct solid_rule lower = *rule, higher = *rule;

    lower.threshold = rule->threshold > 16 ? (uint8_t)(rule->threshold - 16) : 0;
    higher.threshold = rule->threshold < 238 ? (uint8_t)(rule->threshold + 16) : 254;
    return png_pixel_is_solid(image, &lower, x, y) && !png_pixel_is_solid(image, &higher, x, y);
}

/* True if it is solid, and not by a threshold of 127. */
static bool is_soft(const struct png_image *image, const struct solid_rule *rule, uint32_t x,
                    uint32_t y)
{
    struct solid_rule half = *rule;

    half.threshold = rule->threshold > 127 ? rule->threshold : 127;
    return png_pixel_is_solid(image, rule, x, y) && !png_pixel_is_solid(image, &half, x, y);
}

static void compare(const struct png_image *image, const uint8_t *png, size_t size,
                    const struct solid_rule *rule)
{
    uint64_t matched = 0, near = 0, soft = 0, visible = 0;
    const struct solid_rule any = {.keyed = rule->keyed,
                                   .key = {rule->key[0], rule->key[1], rule->key[2]},
                                   .tolerance = rule->tolerance};
    struct decoded picture;
    struct error err;

    if (!decode(png, size, rule, PLENTY, &picture, &err))
        fail_msg("%s", err.text);
    assert_int_equal(picture.solid.width, image->width);
    assert_int_equal(picture.solid.height, image->height);
    assert_int_equal(picture.has_alpha, pixel_format_has_alpha(&image->format));
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < picture.solid.row_words * 64; x++) {
            const bool inside = x < image->width;

            if (bitmap_get(&picture.solid, x, y) !=
                (inside && png_pixel_is_solid(image, rule, x, y)))
                fail_msg("type %u depth %u interlaced %d, %ux%u: wrong at %u,%u",
                         image->format.color_type, image->format.depth, image->interlaced,
                         image->width, image->height, x, y);
            matched += inside && png_pixel_is_keyed(image, rule, x, y);
            near += inside && png_pixel_is_near(image, rule, x, y);
            if (rule->straddle &&
                bitmap_get(&picture.straddling, x, y) != (inside && straddles(image, rule, x, y)))
                fail_msg("%u,%u straddles, or does not", x, y);
            soft += rule->soft && inside && is_soft(image, rule, x, y);
            visible += inside && png_pixel_is_solid(image, &any, x, y);
        }
    assert_int_equal(picture.soft_count, soft);
    assert_int_equal(picture.visible_count, rule->threshold > 0 && picture.has_alpha ? visible : 0);
    assert_int_equal(picture.key.matched, matched);
    assert_int_equal(picture.key.near, near);
    decoded_free(&picture);
}

static void every_kind_of_file_is_decided_pixel_by_pixel(void **state)
{
    static const struct solid_rule rules[] = {
        {.threshold = 0},
        {.threshold = 127},
        {.threshold = 255},
        {.threshold = 0, .straddle = true},
        {.threshold = 250, .straddle = true},
        {.threshold = 120, .straddle = true, .keyed = true, .key = {255, 0, 255}},
        {.threshold = 0, .keyed = true, .key = {255, 0, 255}},
        {.threshold = 200, .keyed = true, .key = {255, 0, 255}, .tolerance = 12},
        {.threshold = 0, .soft = true},
        {.threshold = 100, .soft = true, .straddle = true},
        {.threshold = 0, .soft = true, .keyed = true, .key = {255, 0, 255}},
    };
    static const uint32_t sizes[][2] = {{1, 1}, {2, 3}, {5, 1}, {1, 9}, {8, 8}, {63, 5}, {70, 9}};
    static struct png_image image;
    uint32_t random = 7;

    (void)state;
    for (size_t kind = 0; kind < PNG_KINDS; kind++)
        for (int has_trns = 0; has_trns <= (PNG_KIND[kind].color_type < 4); has_trns++)
            for (size_t s = 0; s < 2 * sizeof sizes / sizeof sizes[0]; s++) {
                uint8_t *png;
                size_t size;

                png_fill_random(&image, sizes[s / 2][0], sizes[s / 2][1], PNG_KIND[kind], has_trns,
                                MAGENTA, &random);
                image.interlaced = s % 2;
                png = png_encode(&image, &size);
                for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++)
                    compare(&image, png, size, &rules[r]);
                free(png);
            }
}

/* A small image of a kind, as a file. */
static struct png_image small_image(uint8_t color_type, uint8_t depth, bool has_trns)
{
    struct png_image image;
    uint32_t random = 3;

    png_fill_random(&image, 5, 4, (struct png_kind){color_type, depth}, has_trns, MAGENTA, &random);
    return image;
}

static uint8_t *small_png(uint8_t color_type, uint8_t depth, bool has_trns, size_t *size)
{
    const struct png_image image = small_image(color_type, depth, has_trns);

    return png_encode(&image, size);
}

static void what_follows_the_end_does_not_matter(void **state)
{
    const struct png_image image = small_image(6, 8, false);
    size_t size;
    uint8_t *png = png_encode(&image, &size);
    uint8_t *longer = realloc(png, size + 100);

    (void)state;
    assert_non_null(longer);
    memset(longer + size, 'x', 100);
    compare(&image, longer, size + 100, &ANY_ALPHA);
    free(longer);
}

static void texts_and_unknown_chunks_do_not_matter(void **state)
{
    const struct png_image image = small_image(3, 4, true);
    size_t size;
    uint8_t *png = png_encode(&image, &size);

    (void)state;
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "PLTE"), "tEXt", "Title\0x", 7);
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IDAT"), "quIt", "", 0);
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IEND"), "tEXt", " bad \0", 6);
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IDAT"), "gAMA", "\0\0\0\0", 4);
    compare(&image, png, size, &ANY_ALPHA);
    free(png);
}

static void eight_bytes_tell_a_png(void **state)
{
    size_t size;
    uint8_t *png = small_png(6, 8, false, &size);

    (void)state;
    assert_true(png_begins(png, size));
    assert_true(png_begins(png, 8));
    assert_false(png_begins(png, 7));
    png[7] ^= 1;
    assert_false(png_begins(png, size));
    free(png);
}

/* ---- Bad files -------------------------------------------------------------------------- */

static void other_files_are_not_png(void **state)
{
    (void)state;
    assert_string_equal(complaint((const uint8_t *)"text, say", 9), "not a PNG");
    assert_string_equal(complaint((const uint8_t *)"\xff\xd8\xff, say", 8),
                        "is a JPEG, not a PNG: convert it to PNG");
    assert_string_equal(complaint((const uint8_t *)"G", 1), "not a PNG");
    assert_string_equal(complaint((const uint8_t *)"", 0), "the file is empty");
}

static void every_truncated_length_is_told(void **state)
{
    size_t size;
    uint8_t *png = small_png(3, 4, true, &size);
    const size_t idat = png_find_chunk(png, size, "IDAT");

    (void)state;
    png = png_insert_chunk(png, &size, png_next_chunk(png, idat), "tEXt", "Title\0x", 7);
    for (size_t length = 1; length < size; length++) {
        const char *text = complaint(png, length);
        const bool inside = length >= idat + 8 && length < png_next_chunk(png, idat);

        assert_contains(text, "truncated: the file ends ");
        assert_int_equal(strstr(text, "inside the image data") != NULL, inside);
    }
    assert_contains(complaint(png, png_find_chunk(png, size, "tRNS") + 9), "(chunk tRNS)");
    free(png);
}

/* The flaws that every decoder notes in a picture that it reads nevertheless. */
static void assert_noted(const uint8_t *bytes, size_t size, enum image_flaw flaw,
                         const char *expected)
{
    static struct reader reader;
    write_file(path, bytes, size);
    for (enum decoder decoder = DECODER_QUICK; decoder <= DECODER_REFERENCE; decoder++) {
        struct budget budget = {.most = PLENTY};
        struct decoded taken;
        struct planes_taken planes = {&taken, 1};
        const struct decode_order order = {.rules = &ANY_ALPHA,
                                           .count = 1,
                                           .decoder = decoder,
                                           .budget = &budget,
                                           .take = planes_take,
                                           .user = &planes};
        struct image image;
        struct error err = {.text = ""};
        assert_true(reader_open(&reader, path, &err));
        if (!decode_picture(&reader, &order, &image, &err))
            fail_msg("%s", err.text);
        for (unsigned i = 0; i < IMAGE_FLAWS; i++)
            assert_string_equal(image.flaws[i], i == (unsigned)flaw ? expected : "");
        reader_close(&reader);
        decoded_free(&taken);
        image_free(&image);
    }
}

static void every_checksum_is_checked(void **state)
{
    struct decoded good, picture;
    struct error err = {.text = ""};
    size_t size;
    uint8_t *png = small_png(3, 4, true, &size);
    unsigned parts = 0, extras = 0;

    (void)state;
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IDAT"), "tEXt", "Title\0x", 7);
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "PLTE"), "iCCP", "no profile", 10);
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IEND"), "quIt", "bytes", 5);
    assert_true(decode(png, size, &ANY_ALPHA, PLENTY, &good, &err));
    for (size_t chunk = 8; chunk < size; chunk = png_next_chunk(png, chunk)) {
        const size_t last = png_next_chunk(png, chunk) - 1;
        const char *const type = (const char *)png + chunk + 4;
        char said[160];

        png[last] ^= 0x10;
        if (strncmp(type, "tEXt", 4) != 0 && strncmp(type, "iCCP", 4) != 0 &&
            strncmp(type, "quIt", 4) != 0) {
            snprintf(said, sizeof said,
                     "damaged: a checksum does not match (chunk %.4s); please save it again", type);
            assert_string_equal(complaint(png, size), said);
            parts++;
        } else {
            snprintf(said, sizeof said,
                     "a checksum does not match (chunk %.4s), but this chunk plays no part in the "
                     "mask",
                     type);
            assert_noted(png, size, IMAGE_DAMAGED_EXTRA, said);
            assert_true(decode(png, size, &ANY_ALPHA, PLENTY, &picture, &err));
            png_assert_same_picture(&picture, &good);
            decoded_free(&picture);
            extras++;
        }
        png[last] ^= 0x10;
    }
    assert_int_equal(parts, 5);
    assert_int_equal(extras, 3);
    decoded_free(&good);
    free(png);
}

/* Whatever libspng would make of their contents. */
static void every_kind_of_extra_chunk_may_be_damaged(void **state)
{
    static const char types[][5] = {"cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV",
                                    "cLLI", "bKGD", "hIST", "pHYs", "sPLT", "eXIf", "tIME",
                                    "iTXt", "tEXt", "zTXt", "oFFs", "vpAg", "prVt"};
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        for (uint32_t length = 1; length < 20; length += length) {
            char said[200];
            size_t size;
            uint8_t *png = small_png(3, 4, true, &size);
            const size_t at = png_find_chunk(png, size, i % 2 ? "IDAT" : "PLTE");
            png = png_insert_chunk(png, &size, at, types[i], "\1\0\2\0a\0\0xyz0123456789", length);
            png[png_next_chunk(png, at) - 1] ^= 1;
            snprintf(said, sizeof said,
                     "a checksum does not match (chunk %s), but this chunk plays no part in the "
                     "mask",
                     types[i]);
            assert_noted(png, size, IMAGE_DAMAGED_EXTRA, said);
            free(png);
        }
    }
}

static void the_first_damaged_extra_chunk_is_named(void **state)
{
    size_t size;
    uint8_t *png = small_png(6, 8, false, &size);
    size_t at;

    (void)state;
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IDAT"), "tEXt", "Title\0x", 7);
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IDAT"), "cLLI", "12345678", 8);
    for (at = 8; at < size; at = png_next_chunk(png, at))
        if (png[at + 4] & 0x20)
            png[at + 8] ^= 1; /* of the contents, not of the checksum */
    assert_noted(png, size, IMAGE_DAMAGED_EXTRA,
                 "a checksum does not match (chunk tEXt), but this chunk plays no part in the "
                 "mask");
    free(png);
}

/* The error after a byte of the header has changed; fields begin at its first byte. */
static const char *header_complaint(size_t field, uint8_t value)
{
    size_t size;
    uint8_t *png = small_png(6, 8, false, &size);
    const char *text;

    png[16 + field] = value;
    png_mend_checksum(png, 8);
    text = complaint(png, size);
    free(png);
    return text;
}

static void bad_headers_are_told(void **state)
{
    enum { WIDTH_LOW = 3, HEIGHT_LOW = 7, DEPTH = 8, COLOR, COMPRESSION, FILTER, INTERLACE };

    (void)state;
    assert_contains(header_complaint(WIDTH_LOW, 0), "the width is zero");
    assert_contains(header_complaint(HEIGHT_LOW, 0), "the height is zero");
    assert_contains(header_complaint(0, 0xff), "the width is zero or beyond what PNG allows");
    assert_contains(header_complaint(DEPTH, 3), "the bit depth is not one that the colour type");
    assert_contains(header_complaint(COLOR, 5), "the colour type does not exist");
    assert_contains(header_complaint(COMPRESSION, 1), "the compression method is unknown");
    assert_contains(header_complaint(FILTER, 1), "the filter method is unknown");
    assert_contains(header_complaint(INTERLACE, 2), "the interlace method is unknown");
    assert_contains(header_complaint(HEIGHT_LOW, 5), "damaged: the image data ends too early");
}

static void an_image_beyond_the_limit_is_refused_before_it_is_read(void **state)
{
    struct decoded picture;
    struct error err;
    size_t size;
    uint8_t *png = small_png(6, 8, false, &size);

    (void)state;
    assert_false(decode(png, size, &ANY_ALPHA, 19, &picture, &err));
    assert_string_equal(err.text, "5x4 is 20 pixels, more than the 19 that --max-pixels allows");
    assert_true(decode(png, size, &ANY_ALPHA, 20, &picture, &err));
    decoded_free(&picture);
    memcpy(png + 16, "\x7f\xff\xff\xff\x7f\xff\xff\xff", 8);
    png_mend_checksum(png, 8);
    assert_contains(complaint(png, 33), "2147483647x2147483647 is 4611686014132420609 pixels");
    free(png);
}

static void a_missing_palette_is_told(void **state)
{
    size_t size;
    uint8_t *png = small_png(3, 4, false, &size);

    (void)state;
    memcpy(png + png_find_chunk(png, size, "PLTE") + 4, "quIt", 4);
    png_mend_checksum(png, png_find_chunk(png, size, "quIt"));
    assert_contains(complaint(png, size), "the palette is missing");
    free(png);
}

/* As by a palette that goes on with opaque black. */
static void colours_outside_the_palette_are_opaque_black(void **state)
{
    static const struct solid_rule rules[] = {
        {.threshold = 0}, {.threshold = 200}, {.keyed = true}, {.keyed = true, .tolerance = 3}};
    uint32_t dice = 4;
    (void)state;
    for (unsigned i = 0; i < 64; i++) {
        static const uint8_t depths[] = {1, 2, 4, 8};
        struct png_image image;
        struct decoded expected, picture;
        struct error err = {.text = ""};
        size_t size;
        png_fill_random(&image, 9, 5, (struct png_kind){3, depths[i % 4]}, i % 3 == 0, MAGENTA,
                        &dice);
        image.interlaced = i % 5 == 0;
        const uint32_t colors = 1u << image.format.depth, count = 1 + png_random(&dice, colors);
        image.format.palette_count = colors;
        for (uint32_t k = count; k < colors; k++) {
            memset(image.format.palette[k], 0, 3);
            image.format.palette_alpha[k] = 255;
        }
        if (image.palette_alpha_count > count)
            image.palette_alpha_count = count;
        uint8_t *png = png_encode(&image, &size);
        assert_true(decode(png, size, &rules[i / 4 % 4], PLENTY, &expected, &err));
        free(png);
        image.format.palette_count = count;
        png = png_encode(&image, &size);
        if (!decode(png, size, &rules[i / 4 % 4], PLENTY, &picture, &err))
            fail_msg("%s", err.text);
        png_assert_same_picture(&picture, &expected);
        decoded_free(&picture);
        decoded_free(&expected);
        free(png);
    }
}

static void a_colour_outside_the_palette_is_told_with_its_place(void **state)
{
    (void)state;
    for (int interlaced = 0; interlaced < 2; interlaced++) {
        struct png_image image = small_image(3, 4, false);
        uint8_t *png;
        size_t size;

        memset(image.samples, 0, sizeof image.samples);
        image.interlaced = interlaced;
        image.format.palette_count = 7;
        image.samples[2 * 5 + 3] = 7;
        png = png_encode(&image, &size);
        assert_noted(png, size, IMAGE_OUTSIDE_PALETTE,
                     "the pixel at 3,2 has colour 7, but the palette ends at 6; such pixels count "
                     "as opaque black");
        free(png);
    }
}

static void transparency_that_would_be_dropped_is_an_error(void **state)
{
    static const char text[] = "damaged: the transparency (chunk tRNS) does not fit the image";
    size_t size;
    uint8_t *png = small_png(2, 8, false, &size);

    (void)state;
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IDAT"), "tRNS", "12345", 5);
    assert_string_equal(complaint(png, size), text);
    free(png);

    png = small_png(2, 8, true, &size);
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IDAT"), "tRNS", "123456", 6);
    assert_string_equal(complaint(png, size), text);
    free(png);

    png = small_png(2, 8, false, &size);
    png = png_insert_chunk(png, &size, png_find_chunk(png, size, "IEND"), "tRNS", "123456", 6);
    assert_string_equal(complaint(png, size), text);
    free(png);
}

static void damaged_image_data_is_told(void **state)
{
    size_t size;
    uint8_t *png = small_png(6, 8, false, &size);
    const size_t idat = png_find_chunk(png, size, "IDAT");

    (void)state;
    png[idat + 8 + 2] = 0x07; /* a block of a kind that does not exist */
    png_mend_checksum(png, idat);
    assert_contains(complaint(png, size), "damaged: the image data cannot be decompressed");
    memcpy(png + idat + 4, "QUIT", 4);
    png_mend_checksum(png, idat);
    assert_contains(complaint(png, size), "a chunk that cannot be left out is unknown");
    assert_contains(complaint(png, size), "(chunk QUIT)");
    free(png);
}

/* ---- The reader ------------------------------------------------------------------------- */

static void what_cannot_be_opened_or_read_is_told(void **state)
{
    static struct reader reader;
    struct decoded picture;
    struct error err;

    (void)state;
    assert_true(reader_open(&reader, "/tmp", &err));
    assert_false(decode_alone(&reader, &ANY_ALPHA, (struct planes_limits){.max_pixels = PLENTY},
                              &picture, &err));
    assert_string_equal(err.text, "is a folder");
    reader_close(&reader);
    assert_false(reader_open(&reader, "/tmp/there/is/no/such.png", &err));
    assert_string_equal(err.text, "cannot open: No such file or directory");
    reader_close(&reader);

    write_file(path, (const uint8_t *)"", 0);
    assert_true(reader_open(&reader, path, &err));
    assert_int_equal(close(reader.fd), 0);
    assert_false(decode_alone(&reader, &ANY_ALPHA, (struct planes_limits){.max_pixels = PLENTY},
                              &picture, &err));
    assert_string_equal(err.text, "cannot read: Bad file descriptor");
}

/* A file of `size` bytes, of which byte i is i * 7 + i / 256. */
static uint8_t *numbered_file(size_t size)
{
    uint8_t *bytes = malloc(size);

    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    write_file(path, bytes, size);
    return bytes;
}

static void reading_and_looking_ahead_in_any_steps_gives_the_file(void **state)
{
    static const size_t steps[] = {1, 7, 4096, 32767, 32768, 40000, 200000};
    enum { SIZE = 100003 };
    static struct reader reader;
    static uint8_t out[200000];
    uint8_t *bytes = numbered_file(SIZE);
    struct error err;

    (void)state;
    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
        size_t taken = 0, got = 1;

        assert_true(reader_open(&reader, path, &err));
        while (got > 0) {
            const size_t left = SIZE - taken;
            const size_t most = steps[s] < sizeof reader.buffer ? steps[s] : sizeof reader.buffer;
            const uint8_t *ahead;

            assert_true(reader_peek(&reader, steps[s], &ahead, &got, &err));
            assert_int_equal(got, left < most ? left : most);
            assert_memory_equal(ahead, bytes + taken, got);
            assert_true(reader_read(&reader, out, steps[s], &got, &err));
            assert_int_equal(got, left < steps[s] ? left : steps[s]);
            assert_memory_equal(out, bytes + taken, got);
            taken += got;
        }
        assert_int_equal(taken, SIZE);
        reader_close(&reader);
    }
    free(bytes);
}

static void reading_all_stops_at_the_limit(void **state)
{
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 200000};
    static struct reader reader;
    struct error err;

    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        uint8_t *bytes = numbered_file(sizes[s] + 1), *all;
        size_t size;

        write_file(path, bytes, sizes[s]);
        assert_true(reader_open(&reader, path, &err));
        assert_true(reader_read_all(&reader, sizes[s], &all, &size, &err));
        assert_int_equal(size, sizes[s]);
        assert_memory_equal(all, bytes, size);
        assert_int_equal(all[size], 0);
        reader_close(&reader);
        free(all);

        write_file(path, bytes, sizes[s] + 1);
        assert_true(reader_open(&reader, path, &err));
        assert_false(reader_read_all(&reader, sizes[s], &all, &size, &err));
        assert_contains(err.text, "is larger than ");
        reader_close(&reader);
        free(bytes);
    }
}

/* A pipe gives what has been written so far; a reader asks on until it has enough. */
static void short_reads_are_not_the_end(void **state)
{
    static struct reader reader;
    const uint8_t *ahead;
    struct error err;
    uint8_t out[6];
    size_t got;
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    const pid_t writer = fork();
    if (writer == 0) {
        for (const char *c = "abcdef"; *c; c++) {
            if (write(ends[1], c, 1) != 1)
                _exit(1);
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        }
        _exit(0);
    }
    close(ends[1]);
    reader = (struct reader){.fd = ends[0]};
    assert_true(reader_peek(&reader, 3, &ahead, &got, &err));
    assert_int_equal(got, 3);
    assert_memory_equal(ahead, "abc", 3);
    assert_true(reader_read(&reader, out, 6, &got, &err));
    assert_int_equal(got, 6);
    assert_memory_equal(out, "abcdef", 6);
    assert_true(reader_read(&reader, out, 6, &got, &err));
    assert_int_equal(got, 0);
    reader_close(&reader);
    assert_int_equal(waitpid(writer, NULL, 0), writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_file_is_decided_pixel_by_pixel),
        cmocka_unit_test(what_follows_the_end_does_not_matter),
        cmocka_unit_test(texts_and_unknown_chunks_do_not_matter),
        cmocka_unit_test(eight_bytes_tell_a_png),
        cmocka_unit_test(other_files_are_not_png),
        cmocka_unit_test(every_truncated_length_is_told),
        cmocka_unit_test(every_checksum_is_checked),
        cmocka_unit_test(every_kind_of_extra_chunk_may_be_damaged),
        cmocka_unit_test(the_first_damaged_extra_chunk_is_named),
        cmocka_unit_test(bad_headers_are_told),
        cmocka_unit_test(an_image_beyond_the_limit_is_refused_before_it_is_read),
        cmocka_unit_test(a_missing_palette_is_told),
        cmocka_unit_test(colours_outside_the_palette_are_opaque_black),
        cmocka_unit_test(a_colour_outside_the_palette_is_told_with_its_place),
        cmocka_unit_test(transparency_that_would_be_dropped_is_an_error),
        cmocka_unit_test(damaged_image_data_is_told),
        cmocka_unit_test(what_cannot_be_opened_or_read_is_told),
        cmocka_unit_test(reading_and_looking_ahead_in_any_steps_gives_the_file),
        cmocka_unit_test(reading_all_stops_at_the_limit),
        cmocka_unit_test(short_reads_are_not_the_end),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
