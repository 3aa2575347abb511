/*
 * test_solid.c - which pixels are solid, row by row
 */

#include "support/cmocka_all.h"

#include "picture/solid.h"
#include "support/png.h"

#include <stdlib.h>
#include <string.h>

static const struct solid_rule ANY_ALPHA = {.threshold = 0};
static const struct solid_rule MAGENTA = {.keyed = true, .key = {255, 0, 255}};

static size_t bits_a_pixel(const struct pixel_format *format)
{
    static const size_t channels[7] = {1, 0, 3, 1, 2, 0, 4};

    return channels[format->color_type] * format->depth;
}

/* Decides one row and draws it: '#' solid, '.' not. */
static const char *drawn(const struct solid_rule *rule, const struct pixel_format *format,
                         const uint8_t *samples, uint32_t count, uint64_t *matched, uint64_t *near)
{
    static char text[65];
    static struct solid_test test;
    uint8_t row[64 * 8 + SOLID_SLACK] = {0};
    uint64_t words[PLANES] = {0}, *bits[PLANES];

    assert_true(count <= 64);
    memcpy(row, samples, (count * bits_a_pixel(format) + 7) / 8);
    solid_test_init(&test, rule, format);
    for (int k = 0; k < PLANES; k++)
        bits[k] = test.planes >> k & 1 ? &words[k] : NULL;
    assert_int_equal(solid_test_row(&test, row, count, bits), count);
    for (uint32_t x = 0; x < count; x++)
        text[x] = words[PLANE_SOLID] >> x & 1 ? '#' : '.';
    *matched = words[PLANE_MATCHED];
    *near = words[PLANE_NEAR];
    text[count] = 0;
    return text;
}

#define ROW(rule, format, ...)                                                                     \
    drawn(rule, format, (const uint8_t[]){__VA_ARGS__},                                            \
          (uint32_t)(sizeof(uint8_t[]){__VA_ARGS__} * 8 / bits_a_pixel(format)), &(uint64_t){0},   \
          &(uint64_t){0})

static void alpha_is_solid_above_the_threshold(void **state)
{
    const struct pixel_format rgba = {.color_type = 6, .depth = 8};
    const struct pixel_format grey_alpha = {.color_type = 4, .depth = 8};
    const struct solid_rule half = {.threshold = 127};

    (void)state;
    assert_string_equal(ROW(&ANY_ALPHA, &rgba, 9, 9, 9, 0, 0, 0, 0, 1, 0, 0, 0, 255), ".##");
    assert_string_equal(ROW(&half, &rgba, 0, 0, 0, 127, 0, 0, 0, 128), ".#");
    assert_string_equal(ROW(&half, &grey_alpha, 255, 127, 0, 128, 0, 255), ".##");
}

static void sixteen_bits_count_by_their_high_byte(void **state)
{
    const struct pixel_format grey_alpha = {.color_type = 4, .depth = 16};
    const struct solid_rule one = {.threshold = 1};

    (void)state;
    assert_string_equal(ROW(&ANY_ALPHA, &grey_alpha, 0, 0, 0, 255, 0, 0, 1, 0), ".#");
    assert_string_equal(ROW(&one, &grey_alpha, 0, 0, 1, 255, 0, 0, 2, 0), ".#");
}

static void threshold_255_leaves_nothing(void **state)
{
    const struct pixel_format rgba = {.color_type = 6, .depth = 8};
    const struct pixel_format rgb = {.color_type = 2, .depth = 8};
    const struct pixel_format grey = {.color_type = 0, .depth = 1};
    const struct solid_rule none = {.threshold = 255};

    (void)state;
    assert_string_equal(ROW(&none, &rgba, 1, 2, 3, 255), ".");
    assert_string_equal(ROW(&none, &rgb, 1, 2, 3), ".");
    assert_string_equal(ROW(&none, &grey, 0xa5), "........");
}

static void a_file_without_alpha_is_opaque(void **state)
{
    const struct pixel_format rgb = {.color_type = 2, .depth = 8};
    const struct pixel_format grey = {.color_type = 0, .depth = 1};
    const struct solid_rule most = {.threshold = 254};

    (void)state;
    assert_string_equal(ROW(&most, &rgb, 0, 0, 0, 255, 255, 255), "##");
    assert_string_equal(ROW(&most, &grey, 0x0f), "########");
}

static void trns_is_matched_at_full_depth(void **state)
{
    const struct pixel_format grey16 = {
        .color_type = 0, .depth = 16, .has_trns = true, .trns = {0x1234}};
    const struct pixel_format rgb = {
        .color_type = 2, .depth = 8, .has_trns = true, .trns = {1, 2, 3}};

    (void)state;
    assert_string_equal(ROW(&ANY_ALPHA, &grey16, 0x12, 0x34, 0x12, 0x35, 0x13, 0x34), ".##");
    assert_string_equal(ROW(&ANY_ALPHA, &rgb, 1, 2, 3, 1, 2, 4, 0, 2, 3), ".##");
}

static void trns_bits_above_the_depth_mean_nothing(void **state)
{
    const struct pixel_format grey2 = {
        .color_type = 0, .depth = 2, .has_trns = true, .trns = {0xfffe}};

    (void)state;
    /* Pixels 0, 1, 2, 3 from the high bits down. */
    assert_string_equal(ROW(&ANY_ALPHA, &grey2, 0x1b), "##.#");
}

static void palette_entries_past_trns_are_opaque(void **state)
{
    struct pixel_format palette = {
        .color_type = 3, .depth = 4, .has_trns = true, .palette_count = 4};

    (void)state;
    memset(palette.palette_alpha, 255, sizeof palette.palette_alpha);
    palette.palette_alpha[0] = 0;
    palette.palette_alpha[1] = 1;
    assert_string_equal(ROW(&ANY_ALPHA, &palette, 0x01, 0x23), ".###");
}

static void a_keyed_pixel_is_not_solid_whatever_its_alpha(void **state)
{
    const struct pixel_format rgba = {.color_type = 6, .depth = 8};
    uint64_t matched, near;
    static const uint8_t row[] = {255, 0, 255, 255, 255, 0, 255, 0, 255, 0, 254, 255, 9, 9, 9, 0};

    (void)state;
    assert_string_equal(drawn(&MAGENTA, &rgba, row, 4, &matched, &near), "..#.");
    assert_int_equal(matched, 3);
    assert_int_equal(near, 4);
}

static void near_reaches_24_on_every_channel(void **state)
{
    const struct pixel_format rgb = {.color_type = 2, .depth = 8};
    uint64_t matched, near;
    static const uint8_t row[] = {231, 24, 231, 230, 24, 231, 231, 25, 231, 231, 24, 230};

    (void)state;
    assert_string_equal(drawn(&MAGENTA, &rgb, row, 4, &matched, &near), "####");
    assert_int_equal(matched, 0);
    assert_int_equal(near, 1);
}

static void the_key_looks_at_the_high_byte_of_16_bits(void **state)
{
    const struct pixel_format grey = {.color_type = 0, .depth = 16};
    const struct solid_rule rule = {.keyed = true, .key = {16, 16, 16}, .tolerance = 1};

    (void)state;
    assert_string_equal(ROW(&rule, &grey, 14, 255, 15, 0, 17, 255, 18, 0), "#..#");
}

static void greys_of_few_bits_are_scaled_for_the_key(void **state)
{
    const struct pixel_format grey2 = {.color_type = 0, .depth = 2};
    const struct solid_rule rule = {.keyed = true, .key = {85, 85, 85}};

    (void)state;
    assert_string_equal(ROW(&rule, &grey2, 0x1b), "#.##");
}

static void a_pixel_outside_the_palette_is_found_and_opaque_black(void **state)
{
    const struct solid_rule black = {.keyed = true};
    const struct pixel_format palette = {.color_type = 3,
                                         .depth = 8,
                                         .palette_count = 3,
                                         .palette = {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}},
                                         .has_trns = true,
                                         .palette_alpha = {0, 0, 0}};
    uint8_t row[100 + SOLID_SLACK] = {0};
    static struct solid_test test;
    uint64_t words[2], *const bits[PLANES] = {words};

    (void)state;
    solid_test_init(&test, &ANY_ALPHA, &palette);
    assert_int_equal(solid_test_row(&test, row, 100, bits), 100);
    row[70] = 3;
    row[99] = 255;
    assert_int_equal(solid_test_row(&test, row, 100, bits), 70);
    assert_true(words[0] == 0);
    assert_true(words[1] == (UINT64_C(1) << 6 | UINT64_C(1) << 35));
    assert_int_equal(solid_test_row(&test, row, 70, bits), 70);
    solid_test_init(&test, &black, &palette);
    uint64_t matched[2], near[2],
                             *const keyed[PLANES] = {
                                 [PLANE_SOLID] = words,
                                 [PLANE_MATCHED] = matched,
                                 [PLANE_NEAR] = near,
                             };
    assert_int_equal(solid_test_row(&test, row, 100, keyed), 70);
    assert_true(words[0] == 0 && words[1] == 0);
    assert_true(matched[1] == (UINT64_C(1) << 6 | UINT64_C(1) << 35));
}

static void formats_tell_whether_they_have_alpha(void **state)
{
    (void)state;
    for (uint8_t type = 0; type <= 6; type++) {
        const struct pixel_format plain = {.color_type = type, .depth = 8};
        const struct pixel_format trns = {.color_type = type, .depth = 8, .has_trns = true};

        assert_int_equal(pixel_format_has_alpha(&plain),
                         type == 4 || type == 6 || type == COLOR_ALPHA_ALONE);
        assert_true(pixel_format_has_alpha(&trns));
    }
}

/* ---- Every format against one pixel at a time ------------------------------------------- */

static void compare_rows(const struct png_image *image, const struct solid_rule *rule)
{
    static struct solid_test test;
    struct solid_rule half = *rule, any = *rule;

    half.threshold = rule->threshold > 127 ? rule->threshold : 127;
    any.threshold = 0;
    solid_test_init(&test, rule, &image->format);
    for (uint32_t y = 0; y < image->height; y++) {
        /* A buffer of exact size, so that a sanitizer sees a step beyond it. What is in the slack
         * makes no difference. */
        uint8_t packed[80 * 8];
        const size_t size = png_pack_row(image, y, packed);
        uint8_t *row = malloc(size + SOLID_SLACK);
        uint64_t words[PLANES][2], *bits[PLANES];

        assert_non_null(row);
        memcpy(row, packed, size);
        memset(row + size, y % 2 ? 255 : 0, SOLID_SLACK);
        for (int k = 0; k < PLANES; k++) {
            const bool wanted = test.planes >> k & 1;
            memset(words[k], wanted ? 255 : 0, sizeof words[k]);
            bits[k] = wanted ? words[k] : NULL;
        }
        assert_int_equal(solid_test_row(&test, row, image->width, bits), image->width);
        free(row);
        for (uint32_t x = 0; x < (image->width + 63) / 64 * 64; x++) {
            const bool inside = x < image->width;

            const bool solid = inside && png_pixel_is_solid(image, rule, x, y);
            const bool wanted[PLANES] = {
                [PLANE_SOLID] = solid,
                [PLANE_MATCHED] = inside && png_pixel_is_keyed(image, rule, x, y),
                [PLANE_NEAR] = inside && png_pixel_is_near(image, rule, x, y),
                [PLANE_SOFT] = solid && !png_pixel_is_solid(image, &half, x, y),
                [PLANE_VISIBLE] = inside && rule->threshold > 0 &&
                                  pixel_format_has_alpha(&image->format) &&
                                  png_pixel_is_solid(image, &any, x, y),
            };

            for (int k = 0; k < PLANES; k++)
                assert_int_equal(words[k][x / 64] >> x % 64 & 1, wanted[k]);
        }
    }
}

static void compare_rules(const struct png_image *image, const uint8_t key[3])
{
    static const uint8_t thresholds[] = {0, 1, 127, 128, 254, 255};
    static const int tolerances[] = {-1, 0, 3, 24, 40, 255};

    for (size_t i = 0; i < sizeof thresholds; i++)
        for (size_t k = 0; k < sizeof tolerances / sizeof tolerances[0]; k++) {
            struct solid_rule rule = {
                .threshold = thresholds[i], .keyed = tolerances[k] >= 0, .soft = true};

            memcpy(rule.key, key, sizeof rule.key);
            rule.tolerance = rule.keyed ? (uint8_t)tolerances[k] : 0;
            compare_rows(image, &rule);
        }
}

static void every_format_agrees_with_one_pixel_at_a_time(void **state)
{
    static const uint8_t keys[][3] = {{255, 0, 255}, {85, 85, 85}, {120, 131, 7}};
    static const uint32_t widths[] = {1, 7, 15, 16, 17, 31, 33, 48, 63, 64, 65, 70, 79, 80};
    static struct png_image image;
    uint32_t random = 1;

    (void)state;
    for (size_t kind = 0; kind < PNG_KINDS; kind++)
        for (int has_trns = 0; has_trns <= (PNG_KIND[kind].color_type < 4); has_trns++)
            for (size_t key = 0; key < 3; key++)
                for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
                    png_fill_random(&image, widths[w], 4, PNG_KIND[kind], has_trns, keys[key],
                                    &random);
                    compare_rules(&image, keys[key]);
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alpha_is_solid_above_the_threshold),
        cmocka_unit_test(sixteen_bits_count_by_their_high_byte),
        cmocka_unit_test(threshold_255_leaves_nothing),
        cmocka_unit_test(a_file_without_alpha_is_opaque),
        cmocka_unit_test(trns_is_matched_at_full_depth),
        cmocka_unit_test(trns_bits_above_the_depth_mean_nothing),
        cmocka_unit_test(palette_entries_past_trns_are_opaque),
        cmocka_unit_test(a_keyed_pixel_is_not_solid_whatever_its_alpha),
        cmocka_unit_test(near_reaches_24_on_every_channel),
        cmocka_unit_test(the_key_looks_at_the_high_byte_of_16_bits),
        cmocka_unit_test(greys_of_few_bits_are_scaled_for_the_key),
        cmocka_unit_test(a_pixel_outside_the_palette_is_found_and_opaque_black),
        cmocka_unit_test(formats_tell_whether_they_have_alpha),
        cmocka_unit_test(every_format_agrees_with_one_pixel_at_a_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
