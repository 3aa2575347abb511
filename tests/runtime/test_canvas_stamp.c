/*
 * test_canvas_stamp.c - canvases changed by sprites and by themselves, and masks as rows of bytes
 */

#include "support/cmocka_all.h"

#include "runtime/canvas_model.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>

/* ---- Sprites --------------------------------------------------------------------------------- */

static void change(struct twin *twin, const struct subject *picture, const hm_sprite *view,
                   int32_t x, int32_t y, hm_op op)
{
    assert_true(hm_canvas_stamp(&twin->canvas, view, x, y, op));
    twin_expect_stamp(twin, picture, x, y, op);
}

/* `a` is the canvas. Its pixels are bits of a number, for there are many of these. */
static void check_small(const struct pair *pair, int32_t dx, int32_t dy)
{
    static uint8_t buffer[256];
    const struct subject *const a = pair->a;
    for (uint32_t i = 0; i < 4; i++) {
        hm_canvas canvas;
        uint8_t bits[4] = {0};
        hm_canvas_init(&canvas, buffer, sizeof buffer, a->width, a->height);
        hm_canvas_stamp(&canvas, &a->sprite, 0, 0, HM_ADD);
        canvas.cpu = (uint32_t)(dx + dy + 16 + (int32_t)i) % (twin_levels() + 1);
        hm_canvas_stamp(&canvas, &pair->b->sprite, dx, dy, ops[i]);
        hm_canvas_bits(&canvas, bits, 1, sizeof bits);
        for (int32_t k = 0; k < a->width * a->height; k++) {
            const int32_t x = k % a->width, y = k / a->width;
            const bool was = a->pixels[k], in = oracle_solid(pair->b, x - dx, y - dy);
            const bool is[] = {was || in, was && !in, was && in, was != in};
            if ((bits[y] >> x & 1) != is[i])
                pair_fail(pair, "stamp", dx, dy);
        }
    }
}

static void every_small_mask_on_every_other(void **state)
{
    (void)state;
    placements_visit(NULL, 37, check_small);
}

static void random_sprites_and_their_mirrors(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int round = 0; round < 150; round++) {
        struct subject canvas;
        struct twin twin;
        subject_scribble(&canvas, &random, round % 10 == 0 ? 400 : 150);
        twin_init_of(&twin, &canvas);
        for (int i = 0; i < 6; i++) {
            struct subject shown, stored;
            subject_scribble(&shown, &random, 200);
            const hm_sprite view = view_of(&shown, oracle_random(&random, 4), &stored);
            twin.canvas.cpu = oracle_random(&random, twin_levels() + 1);
            change(&twin, &shown, &view, random_between(&random, -shown.width, canvas.width - 1),
                   random_between(&random, -shown.height, canvas.height - 1),
                   ops[oracle_random(&random, 4)]);
            twin_check(&twin, &random);
            subject_free(&shown);
            subject_free(&stored);
        }
        twin_free(&twin);
        subject_free(&canvas);
    }
}

/* Alone in one stripe, across two, and cut by the sides of the canvas. */
static void narrow_sprites_at_every_column(void **state)
{
    (void)state;
    static const int32_t widths[] = {1, 2, 37, 63, 64};
    for (int i = 0; i < 5; i++)
        for (int32_t canvas = 64; canvas <= 320; canvas += 128) {
            struct subject shown, stored;
            struct twin twin;
            subject_init(&shown, widths[i], 7);
            memset(shown.pixels, 1, (size_t)widths[i] * 6);
            shown.pixels[widths[i] * 6] = 1;
            shown.pixels[widths[i] * 2] = widths[i] == 1;
            subject_bake(&shown);
            const hm_sprite mirrored = view_of(&shown, 1, &stored);
            twin_init(&twin, canvas, 9);
            for (int32_t x = -widths[i]; x <= canvas; x++) {
                twin.canvas.cpu = (uint32_t)(x + 64) % (twin_levels() + 1);
                change(&twin, &shown, &shown.sprite, x, 1, HM_TOGGLE);
                twin_check_pixels(&twin);
                change(&twin, &shown, &mirrored, x, 0, HM_TOGGLE);
                twin_check_pixels(&twin);
            }
            twin_free(&twin);
            subject_free(&shown);
            subject_free(&stored);
        }
}

/* As many rows as a vector has, some more and several times as many, across two stripes. */
static void narrow_sprites_of_many_rows(void **state)
{
    (void)state;
    uint64_t random = 77;
    for (int32_t height = 1; height <= 40; height++)
        for (int32_t x = 30; x < 64; x += 17) {
            struct subject shown;
            struct twin twin;
            subject_init(&shown, 40, height);
            for (int32_t i = 0; i < 40 * height; i++)
                shown.pixels[i] = i % 39 == 0 || oracle_random(&random, 2) == 0;
            subject_bake(&shown);
            twin_init(&twin, 128, 44);
            for (uint32_t i = 0; i < OPS * (twin_levels() + 1); i++) {
                twin_scribble(&twin, &random);
                twin.canvas.cpu = i / OPS;
                change(&twin, &shown, &shown.sprite, x, 2, ops[i % OPS]);
                twin_check_pixels(&twin);
            }
            twin_free(&twin);
            subject_free(&shown);
        }
}

/* More stripes than a stripe has columns. */
static void a_very_wide_sprite(void **state)
{
    (void)state;
    uint64_t random = 12;
    struct subject picture;
    struct twin twin;
    subject_init(&picture, 4400, 3);
    for (int32_t i = 0; i < 3 * 4400; i++)
        picture.pixels[i] = oracle_random(&random, 2) == 0;
    subject_bake(&picture);
    twin_init(&twin, 4500, 5);
    for (int32_t x = -130; x <= 130; x += 65) {
        change(&twin, &picture, &picture.sprite, x, 1, HM_TOGGLE);
        twin_check_pixels(&twin);
    }
    twin_free(&twin);
    subject_free(&picture);
}

static void sprites_at_the_ends_of_int32(void **state)
{
    (void)state;
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -70,      -1, 0,
                                   89,        INT32_MAX - 1, INT32_MAX};
    static const char *const hook[] = {"####.", "#....", "#...."};
    struct subject picture;
    struct twin twin;
    subject_draw(&picture, hook, 3);
    twin_init(&twin, 90, 80);
    for (int i = 0; i < 64; i++) {
        change(&twin, &picture, &picture.sprite, ends[i % 8], ends[i / 8], HM_TOGGLE);
        twin_check_pixels(&twin);
    }
    change(&twin, &picture, &picture.sprite, INT32_MAX, INT32_MIN, HM_KEEP);
    twin_check_pixels(&twin);
    twin_free(&twin);
    subject_free(&picture);
}

/* ---- The canvas itself ------------------------------------------------------------------------
 */

static void a_canvas_on_itself(void **state)
{
    (void)state;
    static const hm_point sizes[] = {{5, 7}, {64, 64}, {130, 140}, {300, 260}};
    uint64_t random = 9;
    for (int i = 0; i < 400; i++) {
        const hm_point size = sizes[i % 4];
        struct subject before;
        struct twin twin;
        hm_sprite view;
        const int32_t across[] = {0, 1, -1, 64, -64, 65, -63, 130};
        const int32_t x = across[oracle_random(&random, 8)], y = across[oracle_random(&random, 8)];
        twin_init(&twin, size.x, size.y);
        twin_scribble(&twin, &random);
        subject_copy(&twin.right, &before);
        hm_canvas_sprite(&twin.canvas, &view);
        twin.canvas.cpu = oracle_random(&random, twin_levels() + 1);
        change(&twin, &before, &view, x, y, ops[i / 4 % 4]);
        twin_check_pixels(&twin);
        subject_free(&before);
        twin_free(&twin);
    }
}

static void a_mirrored_view_of_the_canvas_is_refused(void **state)
{
    (void)state;
    uint64_t random = 4;
    struct twin twin;
    hm_sprite view, mirrored;
    twin_init(&twin, 80, 70);
    twin_scribble(&twin, &random);
    hm_canvas_sprite(&twin.canvas, &view);
    for (int flips = 1; flips < 4; flips++) {
        hm_sprite_flip(&view, flips & 1, flips & 2, &mirrored);
        assert_false(hm_canvas_stamp(&twin.canvas, &mirrored, 3, 4, HM_TOGGLE));
    }
    hm_sprite_flip(&mirrored, true, true, &mirrored);
    assert_true(hm_canvas_stamp(&twin.canvas, &mirrored, 0, 0, HM_ADD));
    twin_check(&twin, &random);
    twin_free(&twin);
}

/* An old view shows a part of the canvas at most. */
static void an_old_view_stays_in_range(void **state)
{
    (void)state;
    uint64_t random = 4;
    struct twin twin, other;
    hm_sprite view;
    twin_init(&twin, 300, 270);
    twin_init(&other, 70, 90);
    twin_scribble(&twin, &random);
    hm_canvas_sprite(&twin.canvas, &view);
    hm_canvas_fill(&twin.canvas, &(hm_box){20, 20, 280, 260}, HM_TOGGLE);
    assert_true(hm_canvas_stamp(&other.canvas, &view, -3, -4, HM_ADD));
    assert_true(hm_canvas_stamp(&twin.canvas, &view, -3, -4, HM_ADD));
    hm_overlap(&view, &view, 3, 3);
    hm_overlap_area(&view, &view, 3, 3);
    for (int i = 0; i < 200; i++) {
        static uint8_t scratch[1 << 16];
        static hm_corner corners[6000];
        static uint32_t ends[1500], loops;
        const int32_t x = random_between(&random, 0, 299), y = random_between(&random, 0, 269);
        hm_canvas_circle(&twin.canvas, x, y, 30, HM_TOGGLE);
        hm_canvas_stamp_component(&other.canvas, &view, x, y, i & 1, -x, -y, ops[i / 2 % OPS],
                                  scratch, sizeof scratch);
        assert_true(hm_outline(&view, NULL, i & 1, corners, 6000, ends, &loops) > 0);
        assert_true(loops <= 1500);
    }
    twin_free(&twin);
    twin_free(&other);
}

/* ---- Rows of bytes ----------------------------------------------------------------------------
 */

static void check_bits(const struct subject *shown, const hm_sprite *view)
{
    const size_t row = ((size_t)shown->width + 7) / 8, stride = row + 1;
    const size_t size = stride * (size_t)shown->height;
    uint8_t *const bits = malloc(size + 1);
    memset(bits, 0xa5, size + 1);
    assert_true(hm_sprite_bits(view, bits, stride, size));
    for (int32_t y = 0; y < shown->height; y++) {
        const uint8_t *const at = bits + (size_t)y * stride;
        for (int32_t x = 0; x < (int32_t)row * 8; x++)
            assert_int_equal(at[x / 8] >> x % 8 & 1, oracle_solid(shown, x, y));
        assert_int_equal(at[row], 0xa5);
    }
    assert_int_equal(bits[size], 0xa5);
    free(bits);
}

static void check_all_bits(const struct subject *shown)
{
    views_visit(shown, check_bits);
}

static void bits_of_sprites_and_their_mirrors(void **state)
{
    (void)state;
    scribbles_visit(6, 200, 200, check_all_bits);
}

/* Whole words of empty columns before and behind the bounds, up to a solid word at their end. */
static void bits_of_bounds_that_are_words_apart(void **state)
{
    (void)state;
    enum { ROWS = 30 };
    for (int32_t first = 63; first < 66; first++)
        for (int32_t width = 1; width < 67; width += width == 3 ? 60 : 1) {
            struct subject s;
            subject_init(&s, 3 * 64 + 5, ROWS);
            memset(s.pixels + first, 1, (size_t)width);
            s.pixels[(ROWS - 1) * s.width + first] = 1;
            subject_bake(&s);
            check_all_bits(&s);
            /* Behind the words of a mask there may be no more than the zeros for wide reads. */
            const size_t size = ((size_t)width + 63) / 64 * ROWS * 8 + 56;
            uint8_t *const words = malloc(size);
            hm_sprite view = s.sprite;
            memcpy(words, view.words, size);
            view.words = words;
            check_bits(&s, &view);
            free(words);
            subject_free(&s);
        }
}

static void bits_of_few_rows(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject s;
    hm_sprite nothing;
    uint8_t byte = 0xa5;
    memset(&nothing, 0, sizeof nothing);
    assert_true(hm_sprite_bits(&nothing, NULL, 0, 0));
    subject_draw(&s, dot, 1);
    assert_false(hm_sprite_bits(&s.sprite, &byte, 1, 0));
    assert_int_equal(byte, 0xa5);
    assert_true(hm_sprite_bits(&s.sprite, &byte, 1, 1));
    assert_int_equal(byte, 1);
    subject_free(&s);
}

static void bits_that_do_not_fit(void **state)
{
    (void)state;
    uint8_t bits[20];
    struct twin twin;
    hm_sprite view;
    twin_init(&twin, 17, 5);
    hm_canvas_fill(&twin.canvas, NULL, HM_ADD);
    hm_canvas_sprite(&twin.canvas, &view);
    memset(bits, 0xa5, sizeof bits);
    assert_false(hm_sprite_bits(&view, bits, 2, sizeof bits));
    assert_false(hm_sprite_bits(&view, bits, 3, 14));
    assert_false(hm_sprite_bits(&view, bits, SIZE_MAX, SIZE_MAX));
    assert_false(hm_canvas_bits(&twin.canvas, bits, 3, 14));
    assert_int_equal(bits[0], 0xa5);
    assert_true(hm_canvas_bits(&twin.canvas, bits, 3, 15));
    assert_int_equal(bits[0], 0xff);
    assert_int_equal(bits[2], 1);
    assert_int_equal(bits[15], 0xa5);
    twin_free(&twin);
}

/* Its buffer has no room for a pixel, so that a sanitizer or the fence sees each one that is read.
 */
static void a_canvas_without_columns_or_rows_stays_as_it_is(void **state)
{
    (void)state;
    static const int32_t sizes[][2] = {{0, 0}, {0, 1}, {0, 21}, {0, 300}, {21, 0}, {300, 0}};
    static const uint8_t pixels[16 * 300 * 4];
    uint64_t random = 3;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int round = 0; round < 40; round++) {
            struct subject picture;
            struct twin twin;
            hm_sprite mirrored;
            hm_affine map;
            const int32_t x = random_between(&random, -20, 4);
            const int32_t y = random_between(&random, -20, 4);
            const hm_op op = ops[round % OPS];
            twin_init(&twin, sizes[i][0], sizes[i][1]);
            twin.canvas.cpu = (uint32_t)round % (twin_levels() + 1);
            subject_scribble(&picture, &random, 40);
            subject_bake(&picture);
            hm_sprite_flip(&picture.sprite, true, round % 3 == 0, &mirrored);
            hm_affine_translation(&map, -x * INT64_C(65536), -y * INT64_C(65536));
            assert_true(hm_canvas_stamp(&twin.canvas, &picture.sprite, x, y, op));
            assert_true(hm_canvas_stamp(&twin.canvas, &mirrored, x, y, op));
            assert_true(hm_canvas_stamp_affine(&twin.canvas, &picture.sprite, &map, op));
            const hm_picture rendered = {
                .pixels = pixels, .stride = 64, .width = 16, .height = 300, .bytes = 4};
            assert_true(hm_canvas_pixels(&twin.canvas, &rendered, x, y));
            twin_check_pixels(&twin);
            subject_free(&picture);
            twin_free(&twin);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_mask_on_every_other),
        cmocka_unit_test(random_sprites_and_their_mirrors),
        cmocka_unit_test(narrow_sprites_at_every_column),
        cmocka_unit_test(narrow_sprites_of_many_rows),
        cmocka_unit_test(a_very_wide_sprite),
        cmocka_unit_test(sprites_at_the_ends_of_int32),
        cmocka_unit_test(a_canvas_on_itself),
        cmocka_unit_test(a_mirrored_view_of_the_canvas_is_refused),
        cmocka_unit_test(an_old_view_stays_in_range),
        cmocka_unit_test(bits_of_sprites_and_their_mirrors),
        cmocka_unit_test(bits_of_bounds_that_are_words_apart),
        cmocka_unit_test(bits_of_few_rows),
        cmocka_unit_test(bits_that_do_not_fit),
        cmocka_unit_test(a_canvas_without_columns_or_rows_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
