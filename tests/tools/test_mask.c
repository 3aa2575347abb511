/*
 * test_mask.c - bitmaps trimmed to their solid pixels and packed in stripes
 */

#include "support/cmocka_all.h"

#include "model/mask.h"
#include "support/model_support.h"

static void mask_draw(struct mask *mask, const char *picture)
{
    struct bitmap bitmap;
    struct error err;

    bitmap_draw(&bitmap, picture);
    assert_true(mask_from_bitmap(&bitmap, mask, &err));
    bitmap_free(&bitmap);
}

static void assert_box(const struct mask *mask, uint32_t left, uint32_t top, uint32_t width,
                       uint32_t height)
{
    assert_int_equal(mask->left, left);
    assert_int_equal(mask->top, top);
    assert_int_equal(mask->width, width);
    assert_int_equal(mask->height, height);
}

static void the_box_is_tight(void **state)
{
    (void)state;
    struct mask mask;

    mask_draw(&mask,
              "......\n"
              "..#...\n"
              "....#.\n"
              "......\n"
              "......\n");
    assert_box(&mask, 2, 1, 3, 2);
    assert_int_equal(mask.area, 2);
    assert_non_null(mask.words);
    assert_int_equal(mask.words[0], 1);
    assert_int_equal(mask.words[1], 4);
    mask_free(&mask);
}

static void nothing_solid_is_no_box(void **state)
{
    (void)state;
    struct mask mask;

    mask_draw(&mask, "...\n...\n");
    assert_box(&mask, 0, 0, 0, 0);
    assert_int_equal(mask.area, 0);
    assert_null(mask.words);
}

static void a_box_that_is_solid_throughout_has_no_words(void **state)
{
    (void)state;
    struct mask mask;

    mask_draw(&mask, "#\n");
    assert_box(&mask, 0, 0, 1, 1);
    assert_null(mask.words);
    mask_draw(&mask,
              ".....\n"
              ".###.\n"
              ".###.\n");
    assert_box(&mask, 1, 1, 3, 2);
    assert_int_equal(mask.area, 6);
    assert_null(mask.words);
    assert_true(mask_get(&mask, 2, 1));
    mask_draw(&mask,
              ".....\n"
              ".###.\n"
              ".#.#.\n");
    assert_int_equal(mask.area, 5);
    assert_non_null(mask.words);
    assert_false(mask_get(&mask, 1, 1));
    mask_free(&mask);
}

/* ---- Against nested loops ----------------------------------------------------------------- */

static uint32_t next_random(void)
{
    static uint32_t state = 99;
    state = state * 1664525 + 1013904223;
    return state >> 16;
}

static void find_box_naively(const struct bitmap *bitmap, struct mask *box)
{
    uint32_t right = 0, bottom = 0;

    *box = (struct mask){.left = UINT32_MAX, .top = UINT32_MAX};
    for (uint32_t y = 0; y < bitmap->height; y++)
        for (uint32_t x = 0; x < bitmap->width; x++)
            if (bitmap_get(bitmap, x, y)) {
                box->left = x < box->left ? x : box->left;
                box->top = y < box->top ? y : box->top;
                right = x + 1 > right ? x + 1 : right;
                bottom = y + 1 > bottom ? y + 1 : bottom;
                box->area++;
            }
    if (box->area == 0) {
        *box = (struct mask){0};
        return;
    }
    box->width = right - box->left;
    box->height = bottom - box->top;
}

/* The words, bit by bit: what is no pixel of the box is zero. */
static void assert_words(const struct mask *mask, const struct bitmap *bitmap)
{
    const uint32_t stripes = (mask->width + 63) / 64;

    for (uint32_t x = 0; x < stripes * 64; x++)
        for (uint32_t y = 0; y < mask->height; y++) {
            const bool bit = mask->words[x / 64 * mask->height + y] >> x % 64 & 1;
            const bool pixel = x < mask->width && bitmap_get(bitmap, mask->left + x, mask->top + y);
            assert_int_equal(bit, pixel);
        }
}

/* Four words for 64 blocks of each stripe, one below the other; then those below them. */
static bool block_bit(const struct mask *mask, uint32_t column, uint32_t row)
{
    const uint32_t stripes = (mask->width + 63) / 64;
    const uint64_t *const blocks = mask->words + (size_t)stripes * mask->height;
    return blocks[row / 64 * stripes * 4 + column] >> row % 64 & 1;
}

/* True if a pixel is solid in the 16 x 16 of a block, as far as they lie in the box. */
static bool block_is_used(const struct mask *mask, uint32_t column, uint32_t row)
{
    for (uint32_t y = row * 16; y < row * 16 + 16 && y < mask->height; y++)
        for (uint32_t x = column * 16; x < column * 16 + 16 && x < mask->width; x++)
            if (mask_get(mask, x, y))
                return true;
    return false;
}

static void assert_blocks(const struct mask *mask)
{
    for (uint32_t row = 0; row < (mask->height + 1023) / 1024 * 64; row++)
        for (uint32_t column = 0; column < (mask->width + 63) / 64 * 4; column++)
            assert_int_equal(block_bit(mask, column, row), block_is_used(mask, column, row));
}

static void assert_mask(const struct bitmap *bitmap)
{
    struct mask mask, expected;
    struct error err;

    find_box_naively(bitmap, &expected);
    assert_true(mask_from_bitmap(bitmap, &mask, &err));
    assert_box(&mask, expected.left, expected.top, expected.width, expected.height);
    assert_int_equal(mask.area, expected.area);
    const bool stored = mask.area != (uint64_t)mask.width * mask.height;
    assert_int_equal(mask.words != NULL, stored);
    if (stored)
        assert_words(&mask, bitmap);
    for (uint32_t y = 0; y < mask.height; y++)
        for (uint32_t x = 0; x < mask.width; x++)
            assert_int_equal(mask_get(&mask, x, y),
                             bitmap_get(bitmap, mask.left + x, mask.top + y));
    mask_free(&mask);
}

/* Some pixels of a box in a picture: `part` of a hundred. */
static void scatter(struct bitmap *bitmap, uint32_t left, uint32_t top, uint32_t width,
                    uint32_t height, uint32_t part)
{
    for (uint32_t y = top; y < top + height; y++)
        for (uint32_t x = left; x < left + width; x++)
            if (next_random() % 100 < part)
                bitmap_set(bitmap, x, y);
}

static void masks_are_those_of_nested_loops(void **state)
{
    (void)state;
    static const uint32_t parts[] = {1, 10, 50, 98, 100};

    for (int round = 0; round < 1500; round++) {
        struct bitmap bitmap;
        const uint32_t width = 1 + next_random() % 200, height = 1 + next_random() % 12;
        const uint32_t left = next_random() % width, top = next_random() % height;
        assert_true(bitmap_init(&bitmap, width, height));
        scatter(&bitmap, left, top, 1 + next_random() % (width - left),
                1 + next_random() % (height - top), parts[round % 5]);
        assert_mask(&bitmap);
        bitmap_free(&bitmap);
    }
}

/* Each place and width at which a box may lie across words. */
static void boxes_lie_anywhere_across_words(void **state)
{
    (void)state;
    for (uint32_t left = 0; left < 130; left += left % 64 == 2 ? 29 : 1)
        for (uint32_t width = 1; width <= 130; width += width % 64 == 2 ? 29 : 1) {
            struct bitmap bitmap;
            assert_true(bitmap_init(&bitmap, left + width + (left + width) % 3, 3));
            bitmap_set(&bitmap, left, 1);
            bitmap_set(&bitmap, left + width - 1, 2);
            assert_mask(&bitmap);
            bitmap_free(&bitmap);
        }
}

static void large_masks_have_blocks(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{256, 256},  {257, 300},  {320, 1024},
                                        {256, 1025}, {300, 2050}, {1100, 260}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bitmap bitmap;
        struct mask mask;
        struct error err;
        const uint32_t width = sizes[i][0], height = sizes[i][1];
        assert_true(bitmap_init(&bitmap, width, height));
        bitmap_set(&bitmap, 0, 0);
        bitmap_set(&bitmap, width - 1, height - 1);
        for (int k = 0; k < 60; k++)
            bitmap_set(&bitmap, next_random() % width, next_random() % height);
        assert_true(mask_from_bitmap(&bitmap, &mask, &err));
        assert_blocks(&mask);
        mask_free(&mask);
        bitmap_free(&bitmap);
    }
}

/* ---- Two masks ---------------------------------------------------------------------------- */

/* A box of random size and place; every third is solid throughout. */
static void fill_some(struct bitmap *bitmap, struct mask *mask, uint32_t turn)
{
    const uint32_t left = next_random() % bitmap->width, top = next_random() % bitmap->height;
    const uint32_t right = left + next_random() % (bitmap->width - left);
    const uint32_t bottom = top + next_random() % (bitmap->height - top);
    struct error err;
    for (uint32_t y = top; y <= bottom; y++)
        for (uint32_t x = left; x <= right; x++)
            if (turn % 3 == 0 || next_random() % 2 == 0)
                bitmap_set(bitmap, x, y);
    assert_true(mask_from_bitmap(bitmap, mask, &err));
}

static void pixels_of_both_are_those_of_nested_loops(void **state)
{
    (void)state;
    for (uint32_t turn = 0; turn < 3000; turn++) {
        struct bitmap bitmaps[2];
        struct mask masks[2];
        uint64_t both = 0;
        for (uint32_t i = 0; i < 2; i++) {
            assert_true(bitmap_init(&bitmaps[i], 1 + next_random() % 300, 1 + next_random() % 20));
            fill_some(&bitmaps[i], &masks[i], i == 0 ? turn : turn / 3);
        }
        for (uint32_t y = 0; y < bitmaps[0].height && y < bitmaps[1].height; y++)
            for (uint32_t x = 0; x < bitmaps[0].width && x < bitmaps[1].width; x++)
                both += bitmap_get(&bitmaps[0], x, y) && bitmap_get(&bitmaps[1], x, y);
        assert_true(mask_count_both(&masks[0], &masks[1]) == both);
        assert_true(mask_count_both(&masks[1], &masks[0]) == both);
        for (uint32_t i = 0; i < 2; i++) {
            mask_free(&masks[i]);
            bitmap_free(&bitmaps[i]);
        }
    }
}

/* They have no words, so nothing may be read, and nothing be counted one by one. */
static void huge_boxes_are_counted_at_once(void **state)
{
    (void)state;
    const struct mask wide = {0, 0, INT32_MAX, 65535, (uint64_t)INT32_MAX * 65535, NULL, 0};
    const struct mask tall = {7, 0, 65535, INT32_MAX, (uint64_t)INT32_MAX * 65535, NULL, 0};
    const struct mask apart = {0, 65535, 1, 1, 1, NULL, 0}, none = {0};
    assert_true(mask_count_both(&wide, &tall) == (uint64_t)65535 * 65535);
    assert_true(mask_count_both(&wide, &apart) == 0);
    assert_true(mask_count_both(&wide, &none) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_box_is_tight),
        cmocka_unit_test(nothing_solid_is_no_box),
        cmocka_unit_test(a_box_that_is_solid_throughout_has_no_words),
        cmocka_unit_test(masks_are_those_of_nested_loops),
        cmocka_unit_test(boxes_lie_anywhere_across_words),
        cmocka_unit_test(large_masks_have_blocks),
        cmocka_unit_test(pixels_of_both_are_those_of_nested_loops),
        cmocka_unit_test(huge_boxes_are_counted_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
