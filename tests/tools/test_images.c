/*
 * test_images.c - GIF, APNG, WebP, QOI and TGA: each pixel of each frame is what the file says
 */
#include "support/cmocka_all.h"

#include "picture/image.h"
#include "support/film.h"
#include "support/image_support.h"
#include "support/png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct seen_rules any_size = {.max_pixels = 1 << 20};

static bool can_read(const char *beginning)
{
    return image_kind_of((const uint8_t *)beginning, 16)->missing == NULL;
}

/* The colour of a pixel that is not seen does not count. */
static void assert_pixel(const struct seen_image *image, uint32_t frame, uint32_t x, uint32_t y,
                         const uint16_t expected[4])
{
    const size_t at = (((size_t)frame * image->about.height + y) * image->about.width + x) * 4;
    for (unsigned i = 0; i < 4; i++)
        if ((i == 3 || expected[3] > 0) && image->pixels[at + i] != expected[i])
            fail_msg("channel %u of %u,%u in frame %u is %u, not %u", i, x, y, frame,
                     image->pixels[at + i], expected[i]);
}

static void assert_is_film(const struct made_file *file, const struct film *film)
{
    struct seen_image image;
    struct error err = {.text = ""};
    if (!read_image(file->bytes, file->size, &any_size, &image, &err))
        fail_msg("%s", err.text);
    assert_int_equal(image.about.width, film->width);
    assert_int_equal(image.about.height, film->height);
    assert_int_equal(image.about.frame_count, film->count);
    assert_null(image.apart);
    for (uint32_t frame = 0; frame < film->count; frame++) {
        assert_int_equal(image.about.durations[frame], film->frames[frame].duration);
        for (uint32_t i = 0; i < film->width * film->height; i++) {
            uint16_t expected[4];
            film_pixel(film, frame, i % film->width, i / film->width, expected);
            assert_pixel(&image, frame, i % film->width, i / film->width, expected);
        }
    }
    seen_image_free(&image);
}

/* ---- Animations ------------------------------------------------------------------------------ */

static const struct film_rules of_gif = {.depth = 8, .restores = true, .colors = 15, .unit = 10};
static const struct film_rules of_apng = {
    .depth = 8, .half_alphas = true, .restores = true, .replaces = true, .unit = 1};
static const struct film_rules of_webp = {.depth = 8, .replaces = true, .even = true, .unit = 1};

static void gifs_are_drawn(void **state)
{
    uint32_t dice = 1;
    (void)state;
    if (!can_read("GIF89a.........."))
        skip();
    for (unsigned i = 0; i < 300; i++) {
        struct film film;
        struct made_file file;
        film_roll(&film, &of_gif, &dice);
        film_gif(&film, i % 2, &file);
        assert_is_film(&file, &film);
        made_free(&file);
    }
}

static void apngs_are_drawn(void **state)
{
    uint32_t dice = 2;
    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        struct film film;
        struct made_file file;
        struct film_rules rules = of_apng;
        const bool indexed = i % 4 == 3;
        rules.depth = i % 3 == 0 && !indexed ? 16 : 8;
        rules.half_alphas = !indexed;
        rules.colors = indexed ? 15 : 0;
        film_roll(&film, &rules, &dice);
        film.indexed = indexed;
        film_apng(&film, i % 2, &file);
        assert_is_film(&file, &film);
        made_free(&file);
    }
}

static void webps_are_drawn(void **state)
{
    uint32_t dice = 3;
    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        struct film film;
        struct made_file file;
        film_roll(&film, &of_webp, &dice);
        if (i % 3 == 0) {
            film.count = 1;
            film.frames[0].duration = 0;
            film.frames[0].over = false;
        }
        if (!film_webp(&film, &file))
            skip();
        assert_is_film(&file, &film);
        made_free(&file);
    }
}

/* ---- Animations that browsers show, though something is wrong -------------------------------- */

/* Reads a film that has that flaw and no other. */
static void assert_is_flawed(const struct made_file *file, const struct film *film,
                             enum image_flaw flaw, const char *expected)
{
    struct seen_image image;
    struct error err = {.text = ""};
    assert_is_film(file, film);
    assert_true(read_image(file->bytes, file->size, &any_size, &image, &err));
    for (unsigned i = 0; i < IMAGE_FLAWS; i++)
        assert_string_equal(image.about.flaws[i], i == (unsigned)flaw ? expected : "");
    seen_image_free(&image);
}

/* Frame 0 fills the film, which others leave. */
static void frames_of_a_gif_that_reach_beyond_the_picture_are_clipped(void **state)
{
    uint32_t dice = 20;
    unsigned clipped = 0;
    (void)state;
    if (!can_read("GIF89a.........."))
        skip();
    for (unsigned i = 0; i < 300; i++) {
        struct film film;
        struct made_file file;
        char text[160] = "";
        film_roll(&film, &of_gif, &dice);
        film.width = film.frames[0].width = 1 + png_random(&dice, film.width);
        film.height = film.frames[0].height = 1 + png_random(&dice, film.height);
        for (uint32_t k = 1; k < film.count && *text == 0; k++) {
            const struct film_frame *const at = &film.frames[k];
            if (at->x + at->width > film.width || at->y + at->height > film.height)
                snprintf(text, sizeof text,
                         "frame %u is %ux%u at %u,%u, and the picture is %ux%u; what lies outside "
                         "is left out",
                         k, at->width, at->height, at->x, at->y, film.width, film.height);
        }
        clipped += *text != 0;
        film_gif(&film, i % 2, &file);
        assert_is_flawed(&file, &film, IMAGE_CLIPPED, text);
        made_free(&file);
    }
    assert_true(clipped > 100);
}

static void a_gif_is_as_large_as_its_first_frame_reaches(void **state)
{
    uint32_t dice = 21;
    (void)state;
    if (!can_read("GIF89a.........."))
        skip();
    for (unsigned i = 0; i < 100; i++) {
        struct film film;
        struct made_file file;
        film_roll(&film, &of_gif, &dice);
        film.frames[0].x = png_random(&dice, 3);
        film.frames[0].y = png_random(&dice, 3);
        film.width += film.frames[0].x;
        film.height += film.frames[0].y;
        film_gif(&film, i % 2, &file);
        file.bytes[6] = (uint8_t)png_random(&dice, film.width + 1);
        file.bytes[8] = (uint8_t)png_random(&dice, film.height + 1);
        assert_is_flawed(&file, &film, IMAGE_FLAWS, "");
        made_free(&file);
    }
}

/* A pixel of colour 1 in a picture of one, with a palette of `colors`. */
static void put_gif_dot(unsigned colors, struct made_file *out)
{
    *out = (struct made_file){0};
    made_put(out, "GIF89a\2\0\1\0", 10);
    made_put_low(out, 3, colors > 0 ? 0xf0 | (colors / 4) : 0x70);
    for (unsigned i = 0; i < colors; i++)
        made_put(out, "\xff\0\0", 3);
    /* codes of 3 bits: clear, 0, 3, end */
    made_put(out, "\x2c\0\0\0\0\2\0\1\0\0\2\2\xc4\x0a\0;", 16);
}

static void colours_that_no_palette_has_are_opaque_black_in_a_gif(void **state)
{
    static const struct {
        unsigned colors;
        const char *pixels, *text;
    } cases[] = {
        {4, "\xff\0\0\xff\xff\0\0\xff", ""},
        {2, "\xff\0\0\xff\0\0\0\xff",
         "the pixel at 1,0 of frame 0 has colour 3, but the palette ends at 1; such pixels count as "
         "opaque black"},
        {0, "\0\0\0\xff\0\0\0\xff",
         "the pixel at 0,0 of frame 0 has colour 0, but there is no palette; such pixels count as "
         "opaque black"},
    };
    (void)state;
    if (!can_read("GIF89a.........."))
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made_file file;
        struct seen_image image;
        struct error err = {.text = ""};
        put_gif_dot(cases[i].colors, &file);
        if (!read_image(file.bytes, file.size, &any_size, &image, &err))
            fail_msg("%s", err.text);
        assert_memory_equal(image.pixels, cases[i].pixels, 8);
        assert_false(image.about.has_alpha);
        assert_string_equal(image.about.flaws[IMAGE_OUTSIDE_PALETTE], cases[i].text);
        seen_image_free(&image);
        made_free(&file);
    }
}

/* The palette of the file loses its last colours. */
static void colours_that_no_palette_has_are_opaque_black_in_an_apng(void **state)
{
    static const struct film_rules rules = {.depth = 8, .colors = 15, .unit = 1};
    uint32_t dice = 22;
    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        struct film film;
        struct made_file file;
        char text[160] = "";
        const uint32_t colors = 1 + i % 15;
        film_roll(&film, &rules, &dice);
        film.indexed = true;
        for (uint32_t k = 0; k < film.count; k++)
            for (uint32_t p = 0; p < film.frames[k].width * film.frames[k].height; p++)
                film.frames[k].pixels[p][3] = 255; /* and so there is no tRNS */
        film_apng(&film, i % 2, &file);
        const size_t at = png_find_chunk(file.bytes, file.size, "PLTE");
        file.bytes[at + 3] = (uint8_t)(3 * colors);
        memmove(file.bytes + at + 8 + 3 * colors, file.bytes + at + 8 + 48,
                file.size - at - 8 - 48);
        file.size -= 48 - 3 * colors;
        png_mend_checksum(file.bytes, at);
        for (uint32_t k = 0; k < film.count; k++)
            for (uint32_t p = 0; p < film.frames[k].width * film.frames[k].height; p++) {
                uint16_t *const pixel = film.frames[k].pixels[p];
                uint32_t color = 0;
                while (pixel[0] != color * 37 % 256 || pixel[1] != (color * 37 + 91) % 256)
                    color++;
                if (color < colors)
                    continue;
                memset(pixel, 0, 3 * sizeof *pixel);
                if (*text == 0)
                    snprintf(text, sizeof text,
                             "the pixel at %u,%u of frame %u has colour %u, but the palette ends "
                             "at %u; such pixels count as opaque black",
                             p % film.frames[k].width, p / film.frames[k].width, k, color,
                             colors - 1);
            }
        assert_is_flawed(&file, &film, IMAGE_OUTSIDE_PALETTE, text);
        made_free(&file);
    }
}

static void a_damaged_chunk_that_plays_no_part_in_an_apng_is_noted(void **state)
{
    static const char *const parts[] = {"acTL", "fcTL", "fdAT", "IDAT", "IHDR", "IEND"};
    uint32_t dice = 23;
    struct film film;
    struct made_file file;
    struct seen_image image;
    struct error err = {.text = ""};
    char text[100];
    (void)state;
    film_roll(&film, &of_apng, &dice);
    film_apng(&film, false, &file);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const size_t last =
            png_next_chunk(file.bytes, png_find_chunk(file.bytes, file.size, parts[i])) - 1;
        file.bytes[last] ^= 1;
        assert_false(read_image(file.bytes, file.size, &any_size, &image, &err));
        snprintf(text, sizeof text,
                 "damaged: a checksum does not match (chunk %s); please save it again", parts[i]);
        assert_string_equal(err.text, text);
        seen_image_free(&image);
        file.bytes[last] ^= 1;
    }
    file.bytes = png_insert_chunk(file.bytes, &file.size,
                                  png_find_chunk(file.bytes, file.size, "IEND"), "tEXt", "a\0b", 3);
    file.bytes[png_find_chunk(file.bytes, file.size, "tEXt") + 8] = 'c';
    assert_is_flawed(&file, &film, IMAGE_DAMAGED_EXTRA,
                     "a checksum does not match (chunk tEXt), but this chunk plays no part in the "
                     "mask");
    made_free(&file);
}

/* ---- Alpha and durations --------------------------------------------------------------------- */

/* A film of opaque pixels has alpha where no frame has drawn. */
static void pixels_that_no_frame_has_drawn_are_alpha(void **state)
{
    unsigned with = 0, without = 0;
    uint32_t dice = 10;
    (void)state;
    if (!can_read("GIF89a.........."))
        skip();
    for (unsigned i = 0; i < 800; i++) {
        struct film film;
        struct made_file file;
        struct seen_image image;
        struct error err = {.text = ""};
        bool expected = false;
        film_roll(&film, &of_gif, &dice);
        for (uint32_t frame = 0; frame < film.count; frame++) {
            struct film_frame *const at = &film.frames[frame];
            if (i % 2) {
                at->x = at->y = 0;
                at->width = film.width - (frame == i % 7);
                at->height = film.height;
                at->width += at->width == 0;
            }
            for (uint32_t k = 0; k < at->width * at->height; k++)
                at->pixels[k][3] = 255;
        }
        for (uint32_t k = 0; k < film.count * film.width * film.height; k++) {
            uint16_t color[4];
            film_pixel(&film, k / film.width / film.height, k % film.width,
                       k / film.width % film.height, color);
            expected = expected || color[3] == 0;
        }
        film.indexed = true;
        if (i % 4 < 2)
            film_gif(&film, false, &file);
        else
            film_apng(&film, i % 8 > 4, &file);
        if (!read_image(file.bytes, file.size, &any_size, &image, &err))
            fail_msg("%s", err.text);
        with += image.about.has_alpha;
        without += !image.about.has_alpha;
        assert_int_equal(image.about.has_alpha, expected);
        seen_image_free(&image);
        made_free(&file);
    }
    assert_true(with > 20 && without > 20);
}

/* As in browsers. */
static void frames_without_a_time_last_a_tenth_of_a_second(void **state)
{
    uint32_t dice = 4;
    struct film film;
    struct made_file file;
    struct seen_image image;
    struct error err;
    (void)state;
    film_roll(&film, &of_apng, &dice);
    film.frames[0].duration = 0;
    film_apng(&film, false, &file);
    assert_true(read_image(file.bytes, file.size, &any_size, &image, &err));
    assert_int_equal(image.about.durations[0], 100);
    seen_image_free(&image);
    made_free(&file);
}

static void only_the_first_frame_is_read_if_asked(void **state)
{
    const struct seen_rules first = {.max_pixels = FILM_SIDE * FILM_SIDE, .first = true};
    uint32_t dice = 5;
    struct film film;
    struct made_file files[2] = {{0}};
    (void)state;
    film_roll(&film, &of_gif, &dice);
    film_gif(&film, false, &files[0]);
    film_webp(&film, &files[1]);
    for (int i = 0; i < 2; i++) {
        struct seen_image image;
        struct error err = {.text = ""};
        if (files[i].size == 0 || !can_read(i == 0 ? "GIF89a.........." : "RIFF....WEBP...."))
            continue;
        assert_true(read_image(files[i].bytes, files[i].size, &first, &image, &err));
        assert_int_equal(image.about.frame_count, 1);
        assert_true(image.about.has_more);
        seen_image_free(&image);
        made_free(&files[i]);
    }
}

/* ---- Pictures -------------------------------------------------------------------------------- */

static void qois_are_read(void **state)
{
    static const struct film_rules colors[] = {
        {.depth = 8, .half_alphas = true, .colors = 3, .unit = 1},
        {.depth = 8, .half_alphas = true, .unit = 1},
    };
    uint32_t dice = 6;
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        struct film film;
        struct made_file file;
        film_roll(&film, &colors[i % 2], &dice);
        film.count = 1;
        film.frames[0].duration = 0;
        film.frames[0].over = false;
        for (uint32_t k = 1; k < film.width * film.height && i % 3 == 0; k++)
            for (int c = 0; c < 3; c++) /* small differences */
                film.frames[0].pixels[k][c] =
                    (uint16_t)((film.frames[0].pixels[k - 1][c] + png_random(&dice, 5) + 254) %
                               256);
        film_qoi(&film, &dice, &file);
        assert_is_film(&file, &film);
        made_free(&file);
    }
}

/* Leaves of each colour the bits that such a file can hold. */
static void reduce(struct film *film, struct film_tga how)
{
    const unsigned bits = how.type % 8 == 1 ? how.map_bits : how.bits;
    for (uint32_t i = 0; i < film->width * film->height; i++) {
        uint16_t *const color = film->frames[0].pixels[i];
        if (how.type % 8 == 3)
            color[1] = color[2] = color[0];
        for (int k = 0; k < 3 && how.type % 8 != 3 && bits <= 16; k++)
            color[k] = (uint16_t)(color[k] >> 3 << 3 | color[k] >> 5);
        const bool has_bit = bits == 16 && how.type % 8 != 3;
        if (has_bit ? how.attributes < 3 : how.descriptor % 16 == 0)
            color[3] = 255;
        else if (has_bit)
            color[3] = color[3] > 0 ? 255 : 0;
    }
}

static void tgas_are_read(void **state)
{
    static const struct film_tga ways[] = {
        {2, 24, 0, 0, 0},  {2, 32, 0, 8, 0},  {2, 16, 0, 1, 4},  {2, 15, 0, 0, 0},
        {3, 8, 0, 0, 0},   {3, 16, 0, 8, 0},  {1, 8, 24, 0, 0},  {1, 8, 32, 8, 0},
        {1, 8, 16, 1, 3},  {10, 32, 0, 8, 0}, {10, 24, 0, 0, 0}, {10, 16, 0, 0, 0},
        {11, 16, 0, 8, 0}, {9, 8, 32, 8, 0},  {1, 16, 24, 0, 0}, {9, 16, 32, 8, 0},
    };
    static const struct film_rules colors = {.depth = 8, .colors = 15, .unit = 1};
    uint32_t dice = 7;
    (void)state;
    for (unsigned i = 0; i < 40 * sizeof ways / sizeof *ways; i++) {
        struct film film;
        struct made_file file;
        struct film_tga how = ways[i / 40];
        how.descriptor |= i % 4 << 4;
        film_roll(&film, &colors, &dice);
        film.count = 1;
        film.frames[0].duration = 0;
        film.frames[0].over = false;
        film_tga(&film, how, &dice, &file);
        /* A colour that is none is not found again in a palette without alpha. */
        for (uint32_t k = 0; k < film.width * film.height && how.type % 8 == 1; k++)
            for (int c = 0; c < 3 && film.frames[0].pixels[k][3] == 0; c++)
                film.frames[0].pixels[k][c] = (uint16_t)((15 * 37 + c * 91) % 256);
        reduce(&film, how);
        assert_is_film(&file, &film);
        made_free(&file);
    }
}

/* Programs write 0 alpha bits beside alpha. A fourth byte that never changes is none. */
static void a_tga_has_alpha_where_it_varies(void **state)
{
    static const struct film_tga how = {2, 32, 0, 0, 0};
    struct film film = {.width = 2, .height = 1, .count = 1, .depth = 8};
    struct made_file file;
    struct seen_image image;
    struct error err;
    uint32_t dice = 1;
    (void)state;
    film.frames[0] = (struct film_frame){.width = 2, .height = 1};
    film_tga(&film, how, &dice, &file);
    assert_true(read_image(file.bytes, file.size, &any_size, &image, &err));
    assert_false(image.about.has_alpha);
    assert_memory_equal(image.pixels, "\0\0\0\xff\0\0\0\xff", 8);
    seen_image_free(&image);
    made_free(&file);
    film.frames[0].pixels[1][3] = 7;
    film_tga(&film, how, &dice, &file);
    assert_true(read_image(file.bytes, file.size, &any_size, &image, &err));
    assert_true(image.about.has_alpha);
    assert_memory_equal(image.pixels, "\0\0\0\0\0\0\0\7", 8);
    seen_image_free(&image);
    made_free(&file);
}

/* The attribute bit of 16 bits, whatever the descriptor says of it. */
static void an_attribute_bit_is_alpha_where_the_extension_area_says_so(void **state)
{
    static const struct {
        struct film_tga how;
        bool is_alpha;
    } cases[] = {
        {{2, 16, 0, 1, 0}, false}, {{2, 16, 0, 1, 1}, false}, {{2, 16, 0, 1, 2}, false},
        {{2, 16, 0, 1, 3}, true},  {{10, 16, 0, 0, 4}, true}, {{1, 8, 16, 1, 0}, false},
        {{1, 8, 16, 1, 2}, false}, {{9, 8, 16, 0, 3}, true},  {{2, 16, 0, 1, 5}, false},
    };
    struct film film = {.width = 2, .height = 1, .count = 1, .depth = 8};
    uint32_t dice = 1;
    (void)state;
    film.frames[0] = (struct film_frame){.width = 2, .height = 1};
    /* Colour 0 of the palette is opaque, and the last one is not. */
    memcpy(film.frames[0].pixels[0], (uint16_t[4]){0, 91, 182, 255}, sizeof(uint16_t[4]));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made_file file;
        struct seen_image image;
        struct error err = {.text = ""};
        film_tga(&film, cases[i].how, &dice, &file);
        if (!read_image(file.bytes, file.size, &any_size, &image, &err))
            fail_msg("case %zu: %s", i, err.text);
        assert_int_equal(image.about.has_alpha, cases[i].is_alpha);
        assert_int_equal(image.pixels[3], 255);
        assert_int_equal(image.pixels[7], cases[i].is_alpha ? 0 : 255);
        seen_image_free(&image);
        made_free(&file);
    }
}

/* An area that is short, or lies elsewhere, is none. */
static void a_damaged_extension_area_says_nothing(void **state)
{
    static const struct {
        size_t from_end;
        uint8_t value;
    } damages[] = {{26, 0xff}, {25, 0xff}, {23, 0xff}, {26, 0}, {18, 'x'}, {1, 'x'}, {26 + 494, 0}};
    struct film film = {.width = 1, .height = 1, .count = 1, .depth = 8};
    uint32_t dice = 1;
    (void)state;
    film.frames[0] = (struct film_frame){.width = 1, .height = 1};
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct made_file file;
        struct seen_image image;
        struct error err = {.text = ""};
        film_tga(&film, (struct film_tga){2, 16, 0, 1, 3}, &dice, &file);
        file.bytes[file.size - damages[i].from_end] = damages[i].value;
        assert_true(read_image(file.bytes, file.size, &any_size, &image, &err));
        assert_false(image.about.has_alpha);
        seen_image_free(&image);
        made_free(&file);
    }
}

/* ---- Bad files ------------------------------------------------------------------------------- */

enum { SAMPLES = 6 };

/* One file of each kind; of size 0 where it cannot be read. The TGA has an extension area with
 * those attributes, if any. */
static void make_samples(struct made_file files[SAMPLES], unsigned attributes, uint32_t *dice)
{
    static const struct film_rules plain = {.depth = 8, .even = true, .colors = 15, .unit = 10};
    struct film film;
    film_roll(&film, &plain, dice);
    film_apng(&film, false, &files[0]);
    film_qoi(&film, dice, &files[1]);
    film_tga(&film, (struct film_tga){10, attributes > 0 ? 16 : 32, 0, 8, attributes}, dice,
             &files[2]);
    film_webp(&film, &files[3]);
    film_gif(&film, false, &files[4]);
    film.count = 1;
    film_webp(&film, &files[5]);
    if (!can_read("GIF89a.........."))
        made_free(&files[4]);
}

static void every_truncation_is_told(void **state)
{
    struct made_file files[SAMPLES];
    uint32_t dice = 8;
    (void)state;
    make_samples(files, 0, &dice);
    for (unsigned i = 0; i < SAMPLES; i++) {
        for (size_t size = 0; size < files[i].size; size++) {
            struct seen_image image;
            struct error err = {.text = ""};
            if (read_image(files[i].bytes, size, &any_size, &image, &err))
                fail_msg("%zu of %zu bytes of file %u are taken", size, files[i].size, i);
            assert_true(err.text[0] != 0);
            seen_image_free(&image);
        }
        made_free(&files[i]);
    }
}

static void mutations_do_no_harm(void **state)
{
    uint32_t dice = 9;
    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        struct made_file files[SAMPLES];
        make_samples(files, i % 4, &dice);
        for (unsigned k = 0; k < SAMPLES; k++) {
            const struct seen_rules rules = {.max_pixels = 1 << 14};
            struct seen_image image;
            struct error err = {.text = ""};
            for (unsigned n = 1 + png_random(&dice, 4); n > 0 && files[k].size > 0; n--)
                files[k].bytes[png_random(&dice, (uint32_t)files[k].size)] =
                    (uint8_t)png_random(&dice, 256);
            for (size_t at = 8; k == 0 && i % 2 && at + 12 <= files[k].size &&
                                png_next_chunk(files[k].bytes, at) <= files[k].size &&
                                png_next_chunk(files[k].bytes, at) > at;
                 at = png_next_chunk(files[k].bytes, at))
                png_mend_checksum(files[k].bytes, at);
            if (!read_image(files[k].bytes, files[k].size, &rules, &image, &err))
                assert_true(err.text[0] != 0);
            seen_image_free(&image);
            made_free(&files[k]);
        }
    }
}

static void assert_refused(const char *bytes, size_t size, const char *expected)
{
    struct seen_image image;
    struct error err = {.text = ""};
    assert_false(read_image((const uint8_t *)bytes, size, &any_size, &image, &err));
    assert_string_equal(err.text, expected);
    seen_image_free(&image);
}

/* Only a few bytes say how many pixels outside of the picture are to be decoded. */
static void a_gif_far_beyond_its_picture_is_refused(void **state)
{
    static const char dot[] =
        "GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\0\0"
        "\x2c\0\0\0\0\1\0\1\0\0\2\2\x44\1\0",
                      huge[] = "\x2c\0\0\0\0\xff\xff\xff\xff\0\2\2\x44\1\0;";
    char file[sizeof dot + sizeof huge];
    (void)state;
    if (!can_read("GIF89a.........."))
        skip();
    memcpy(file, dot, sizeof dot - 1);
    memcpy(file + sizeof dot - 1, huge, sizeof huge);
    assert_refused(
        file, sizeof dot + sizeof huge - 2,
        "frames that reach beyond the picture have more pixels than 16 times the 1048576 "
        "that --max-pixels allows");
}

/* The pixels of a frame count, and 16 times as many for all of them. */
static void all_frames_have_sixteen_times_the_pixels_of_one_at_most(void **state)
{
    static const char dot[] = "\x2c\0\0\0\0\3\0\1\0\0\2\3\x04\x80\2\0";
    struct seen_image image;
    struct error err = {.text = ""};
    struct made_file file = {0};
    (void)state;
    if (!can_read("GIF89a.........."))
        skip();
    made_put(&file, "GIF89a\3\0\1\0\x80\0\0\0\0\0\xff\0\0", 19);
    for (unsigned i = 0; i < 17; i++) {
        const size_t size = file.size;
        made_put(&file, dot, sizeof dot - 1);
        if (i < 15)
            continue;
        made_put(&file, ";", 1);
        const struct seen_rules rules[] = {{.max_pixels = 3}, {.max_pixels = 2}};
        const bool ok = read_image(file.bytes, file.size, &rules[0], &image, &err);
        assert_int_equal(ok, i == 15);
        if (!ok)
            assert_string_equal(err.text,
                                "3x1 in 17 frames is more pixels than 16 times the 3 that "
                                "--max-pixels allows");
        seen_image_free(&image);
        assert_false(read_image(file.bytes, file.size, &rules[1], &image, &err));
        assert_string_equal(err.text, "3x1 is more pixels than the 2 that --max-pixels allows");
        seen_image_free(&image);
        file.size = size + sizeof dot - 1;
    }
    made_free(&file);
}

/* They stand one below the other, in rows that 32 bits count. */
static void all_frames_have_a_number_of_rows_at_most(void **state)
{
    struct budget budget = {.most = 1 << 28};
    const struct image_rules rules = {.budget = &budget};
    struct error err = {.text = ""};
    (void)state;
    assert_true(image_check_size(1, 65535, 32768, &rules, &err));
    assert_false(image_check_size(1, 65535, 32769, &rules, &err));
    assert_string_equal(err.text,
                        "its frames have more than 2147483647 rows together: 32769 frames "
                        "of 65535");
    assert_false(image_check_size(2, 65535, 32769, &rules, &err));
    assert_false(image_check_size(1 << 14, 1 << 14, 17, &rules, &err));
    assert_string_equal(err.text,
                        "16384x16384 in 17 frames is more pixels than 16 times the "
                        "268435456 that --max-pixels allows");
}

static void huge_claims_are_refused(void **state)
{
    (void)state;
    assert_refused("qoif\0\xff\xff\xff\0\xff\xff\xff\4\0\0\0", 16,
                   "16777215x16777215 is more pixels than the 1048576 that --max-pixels allows");
    assert_refused("qoif\0\0\0\0\0\0\0\1\4\0\0\0", 16, "the picture is 0x1, and has no pixel");
    assert_refused("\0\0\2\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\x20\0", 18,
                   "65535x65535 is more pixels than the 1048576 that --max-pixels allows");
    if (can_read("GIF89a.........."))
        assert_refused("GIF89a\xff\xff\xff\xff\0\0\0\x2c\0\0\0\0\1\0\1\0\0\2\2\x44\1\0;", 29,
                       "65535x65535 is more pixels than the 1048576 that --max-pixels allows");
    if (can_read("RIFF....WEBP...."))
        assert_refused("RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x12\0\0\0\xff\x7f\0\xff\x7f\0", 30,
                       "32768x32768 is more pixels than the 1048576 that --max-pixels allows");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gifs_are_drawn),
        cmocka_unit_test(apngs_are_drawn),
        cmocka_unit_test(webps_are_drawn),
        cmocka_unit_test(frames_of_a_gif_that_reach_beyond_the_picture_are_clipped),
        cmocka_unit_test(a_gif_is_as_large_as_its_first_frame_reaches),
        cmocka_unit_test(colours_that_no_palette_has_are_opaque_black_in_a_gif),
        cmocka_unit_test(colours_that_no_palette_has_are_opaque_black_in_an_apng),
        cmocka_unit_test(a_damaged_chunk_that_plays_no_part_in_an_apng_is_noted),
        cmocka_unit_test(pixels_that_no_frame_has_drawn_are_alpha),
        cmocka_unit_test(frames_without_a_time_last_a_tenth_of_a_second),
        cmocka_unit_test(only_the_first_frame_is_read_if_asked),
        cmocka_unit_test(qois_are_read),
        cmocka_unit_test(tgas_are_read),
        cmocka_unit_test(a_tga_has_alpha_where_it_varies),
        cmocka_unit_test(an_attribute_bit_is_alpha_where_the_extension_area_says_so),
        cmocka_unit_test(a_damaged_extension_area_says_nothing),
        cmocka_unit_test(every_truncation_is_told),
        cmocka_unit_test(mutations_do_no_harm),
        cmocka_unit_test(a_gif_far_beyond_its_picture_is_refused),
        cmocka_unit_test(all_frames_have_sixteen_times_the_pixels_of_one_at_most),
        cmocka_unit_test(all_frames_have_a_number_of_rows_at_most),
        cmocka_unit_test(huge_claims_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
