/*
 * test_png_file.c - pictures to PNG files, and images from them
 */

#include "support/cmocka_all.h"

#include "draw/canvas.h"
#include "picture/png_file.h"
#include "support/model_support.h"
#include "support/png.h"

#include <errno.h>
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Colours and alphas of all kinds. */
static struct rgba random_canvas(uint32_t width, uint32_t height)
{
    struct rgba canvas;
    struct error err;
    uint32_t random = width;

    assert_true(canvas_init(&canvas, width, height, 0, &err));
    for (size_t i = 0; i < (size_t)width * height * 4; i++)
        canvas.pixels[i] = (uint8_t)png_random(&random, 256);
    return canvas;
}

static struct text png_of(const struct rgba *canvas)
{
    struct text bytes = {0};
    struct sink sink;
    struct error err;

    sink_init_text(&sink, &bytes);
    assert_true(png_write(canvas, &sink, &err));
    assert_true(sink_flush(&sink, &err));
    return bytes;
}

static bool image_of(const void *bytes, size_t size, struct rgba *out, struct error *err)
{
    static struct reader reader;
    FILE *file = tmpfile();
    bool done;

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fflush(file), 0);
    rewind(file);
    reader = (struct reader){.fd = dup(fileno(file))};
    done = png_read(&reader, out, err);
    reader_close(&reader);
    fclose(file);
    return done;
}

static void a_canvas_comes_back_from_libspng_pixel_for_pixel(void **state)
{
    static const uint32_t sizes[][2] = {{1, 1}, {3, 2}, {300, 1}, {1, 300}, {257, 129}};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct rgba canvas = random_canvas(sizes[i][0], sizes[i][1]);
        struct text png = png_of(&canvas);
        spng_ctx *context = spng_ctx_new(0);
        const size_t size = (size_t)canvas.width * canvas.height * 4;
        struct spng_ihdr header;
        uint8_t *pixels = malloc(size);

        assert_non_null(pixels);
        assert_int_equal(spng_set_png_buffer(context, png.bytes, png.length), 0);
        assert_int_equal(spng_get_ihdr(context, &header), 0);
        assert_int_equal(header.width, canvas.width);
        assert_int_equal(header.height, canvas.height);
        assert_int_equal(spng_decode_image(context, pixels, size, SPNG_FMT_RGBA8, 0), 0);
        assert_memory_equal(pixels, canvas.pixels, size);
        spng_ctx_free(context);
        free(pixels);
        text_free(&png);
        rgba_free(&canvas);
    }
}

static void the_same_pixels_give_the_same_bytes(void **state)
{
    (void)state;
    struct rgba canvas = random_canvas(100, 100);
    struct text a = png_of(&canvas), b = png_of(&canvas);

    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.bytes, b.bytes, a.length);
    text_free(&a);
    text_free(&b);
    rgba_free(&canvas);
}

static bool refuse(void *user, const void *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    errno = ENOSPC;
    return false;
}

static void what_a_sink_cannot_take_it_tells_when_it_is_flushed(void **state)
{
    (void)state;
    struct rgba canvas = random_canvas(200, 200);
    struct sink sink;
    struct error err;

    sink_init(&sink, refuse, NULL);
    assert_true(png_write(&canvas, &sink, &err));
    assert_false(sink_flush(&sink, &err));
    assert_string_equal(err.text, "cannot write: No space left on device");
    rgba_free(&canvas);
}

static void an_image_is_read_back_as_it_was_drawn(void **state)
{
    (void)state;
    struct rgba canvas = random_canvas(33, 21), image;
    struct text png = png_of(&canvas);
    struct error err;

    assert_true(image_of(png.bytes, png.length, &image, &err));
    assert_int_equal(image.width, 33);
    assert_int_equal(image.height, 21);
    assert_memory_equal(image.pixels, canvas.pixels, 33 * 21 * 4);
    rgba_free(&image);
    assert_false(image_of(png.bytes, png.length - 20, &image, &err));
    assert_non_null(strstr(err.text, "truncated"));
    assert_null(image.pixels);
    text_free(&png);
    rgba_free(&canvas);
}

static void images_of_every_kind_become_rgba(void **state)
{
    static const struct solid_rule half = {.threshold = 127};
    static const uint8_t key[3] = {0};
    uint32_t random = 1;

    (void)state;
    for (size_t kind = 0; kind < PNG_KINDS; kind++)
        for (int has_trns = 0; has_trns < 2; has_trns++) {
            struct png_image image;
            struct rgba canvas;
            struct error err;
            size_t size;

            /* The low bytes of 16 bits never count. */
            if (PNG_KIND[kind].depth == 16 || (has_trns && PNG_KIND[kind].color_type >= 4))
                continue;
            png_fill_random(&image, 13, 9, PNG_KIND[kind], has_trns, key, &random);
            image.interlaced = kind % 2;
            for (unsigned c = 0; c < 3; c++)
                image.format.trns[c] &= (uint16_t)((1u << image.format.depth) - 1);
            uint8_t *png = png_encode(&image, &size);
            assert_true(image_of(png, size, &canvas, &err));
            for (uint32_t y = 0; y < 9; y++)
                for (uint32_t x = 0; x < 13; x++)
                    assert_int_equal((canvas_get(&canvas, x, y) & 255) > 127,
                                     png_pixel_is_solid(&image, &half, x, y));
            rgba_free(&canvas);
            free(png);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_canvas_comes_back_from_libspng_pixel_for_pixel),
        cmocka_unit_test(the_same_pixels_give_the_same_bytes),
        cmocka_unit_test(what_a_sink_cannot_take_it_tells_when_it_is_flushed),
        cmocka_unit_test(an_image_is_read_back_as_it_was_drawn),
        cmocka_unit_test(images_of_every_kind_become_rgba),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
