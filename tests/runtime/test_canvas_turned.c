/*
 * test_canvas_turned.c - canvases from rows of bytes, scrolled, and stamped by turned sprites
 */

#include "support/cmocka_all.h"

#include "runtime/canvas_model.h"
#include "runtime/full_box.h"
#include "runtime/views.h"
#include "support/fence.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>

static const hm_point sizes[] = {{1, 1}, {7, 3}, {64, 65}, {130, 9}, {300, 270}};

enum { SIZES = sizeof sizes / sizeof *sizes, ONE = 1 << 16 };

static int32_t around(uint64_t *random, int32_t side, int32_t more)
{
    return (int32_t)oracle_random(random, (uint32_t)(side + 2 * more)) - more;
}

/* ---- Scrolling --------------------------------------------------------------------------------
 */

static void scroll(struct twin *twin, int32_t dx, int32_t dy)
{
    struct subject *const right = &twin->right;
    struct subject before;
    subject_copy(right, &before);
    for (int32_t i = 0; i < right->width * right->height; i++)
        right->pixels[i] = oracle_solid(&before, (int64_t)(i % right->width) - dx,
                                        (int64_t)(i / right->width) - dy);
    subject_free(&before);
    hm_canvas_scroll(&twin->canvas, dx, dy);
}

static void scrolled(void **state)
{
    (void)state;
    static const int32_t ways[] = {0, 1, -1, 3, 64, -64, -65, 100, INT32_MIN, INT32_MAX};
    uint64_t random = 19;
    for (int i = 0; i < 500; i++) {
        struct twin twin;
        twin_init(&twin, sizes[i % SIZES].x, sizes[i % SIZES].y);
        twin_scribble(&twin, &random);
        twin.canvas.cpu = oracle_random(&random, twin_levels() + 1);
        for (int k = 0; k < 3; k++)
            scroll(&twin, ways[oracle_random(&random, k == 0 ? 10 : 6)],
                   ways[oracle_random(&random, k == 0 ? 10 : 6)]);
        twin_check(&twin, &random);
        twin_free(&twin);
    }
}

/* ---- Rows of bytes -----------------------------------------------------------------------------
 */

static void saved_and_loaded(void **state)
{
    (void)state;
    uint64_t random = 23;
    for (int i = 0; i < 50; i++) {
        const hm_point size = sizes[i % SIZES];
        const size_t stride = (size_t)(size.x + 7) / 8 + (size_t)i % 3,
                     bytes = stride * (size_t)size.y;
        uint8_t *const bits = malloc(bytes);
        struct twin twin;
        twin_init(&twin, size.x, size.y);
        twin_scribble(&twin, &random);
        /* Bits past the width are set, and left out. */
        memset(bits, 0xff, bytes);
        assert_true(hm_canvas_bits(&twin.canvas, bits, stride, bytes));
        for (int32_t y = 0; size.x % 8 != 0 && y < size.y; y++)
            bits[(size_t)y * stride + (size_t)size.x / 8] |= (uint8_t)(0xff << size.x % 8);
        hm_canvas_circle(&twin.canvas, 3, 3, 30, HM_TOGGLE);
        assert_false(hm_canvas_from_bits(&twin.canvas, bits, stride, bytes - 1));
        assert_false(hm_canvas_from_bits(&twin.canvas, bits, (size_t)(size.x - 1) / 8, bytes));
        assert_false(hm_canvas_from_bits(&twin.canvas, bits, SIZE_MAX, bytes));
        assert_true(hm_canvas_from_bits(&twin.canvas, bits, stride, bytes));
        twin_check(&twin, &random);
        free(bits);
        twin_free(&twin);
    }
}

/* One column or row, or many words, of which each pixel alone is loaded; and no rows at all. */
static void loaded_one_pixel_at_a_time(void **state)
{
    (void)state;
    static const hm_point narrow[] = {{1, 1}, {1, 70}, {70, 1}, {4200, 1}};
    for (int i = 0; i < 4; i++) {
        const size_t stride = ((size_t)narrow[i].x + 7) / 8, size = stride * (size_t)narrow[i].y;
        uint8_t *const bits = calloc(size, 1);
        struct twin twin;
        twin_init(&twin, narrow[i].x, narrow[i].y);
        for (int32_t y = 0; y < narrow[i].y; y += 23)
            for (int32_t x = 0; x < narrow[i].x; x += 61) {
                uint8_t *const byte = &bits[(size_t)y * stride + (size_t)x / 8];
                *byte = (uint8_t)(1 << x % 8);
                assert_true(hm_canvas_from_bits(&twin.canvas, bits, stride, size));
                *byte = 0;
                twin.right.pixels[y * narrow[i].x + x] = 1;
                twin_check_pixels(&twin);
                twin.right.pixels[y * narrow[i].x + x] = 0;
            }
        free(bits);
        twin_free(&twin);
    }
    uint8_t buffer[128];
    hm_canvas canvas;
    assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, 5, 0));
    assert_true(hm_canvas_from_bits(&canvas, buffer, 1, 0));
}

/* ---- Turned sprites ----------------------------------------------------------------------------
 */

struct turned {
    const struct subject *picture;
    hm_transform t;
};

static bool in_turned(const void *shape, int64_t x, int64_t y)
{
    const struct turned *const turned = shape;
    const hm_transform *const t = &turned->t;
    /* Twice the position of the centre. */
    const int64_t px = t->xx * (2 * x + 1) + t->xy * (2 * y + 1) + 2 * t->x;
    const int64_t py = t->yx * (2 * x + 1) + t->yy * (2 * y + 1) + 2 * t->y;
    return oracle_solid(turned->picture, px >> 17, py >> 17);
}

static void change_turned(struct twin *twin, const struct subject *picture, const hm_sprite *view,
                          const hm_affine *map, hm_op op)
{
    assert_true(hm_canvas_stamp_affine(&twin->canvas, view, map, op));
    twin_expect(twin, in_turned, &(struct turned){picture, map->to_a}, op);
}

static int32_t any_factor(uint64_t *random)
{
    switch (oracle_random(random, 8)) {
    case 0:
        return 0;
    case 1:
        return oracle_random(random, 2) ? HM_AFFINE_FACTOR_MAX : -HM_AFFINE_FACTOR_MAX;
    default:
        return (int32_t)oracle_random(random, 4 * 65536) - 2 * 65536;
    }
}

static void any_map(uint64_t *random, const struct twin *twin, hm_affine *map)
{
    hm_placement a = {.scale_x = 65536, .scale_y = 65536}, b = a;
    a.x = (int64_t)around(random, twin->right.width, 30) * 65536 + oracle_random(random, 3) * 16384;
    a.y = (int64_t)around(random, twin->right.height, 30) * 65536;
    a.pivot_x = a.pivot_y = 20 * 65536;
    a.angle = oracle_random(random, 65536);
    a.scale_x = 20000 + (int32_t)oracle_random(random, 100000);
    if (!hm_affine_place(map, &a, &b))
        fail();
    /* No builder makes such maps, but a caller may write them. */
    if (oracle_random(random, 4) == 0)
        map->to_a = (hm_transform){any_factor(random), any_factor(random), any_factor(random),
                                   any_factor(random), map->to_a.x,        map->to_a.y};
}

static void random_turns(void **state)
{
    (void)state;
    uint64_t random = 29;
    for (int i = 0; i < 400; i++) {
        const hm_point size = sizes[i % SIZES];
        struct twin twin;
        struct subject shown, stored;
        hm_affine map;
        twin_init(&twin, size.x, size.y);
        twin_scribble(&twin, &random);
        subject_scribble(&shown, &random, 100);
        const hm_sprite view = view_of(&shown, oracle_random(&random, 4), &stored);
        any_map(&random, &twin, &map);
        change_turned(&twin, &shown, &view, &map, ops[oracle_random(&random, 4)]);
        twin_check(&twin, &random);
        subject_free(&shown);
        subject_free(&stored);
        twin_free(&twin);
    }
}

static void maps_and_sprites_that_are_refused(void **state)
{
    (void)state;
    static const char *const hook[] = {"####.", "#....", "#...."};
    const int64_t limit = INT64_C(1) << 48;
    struct subject picture;
    struct twin twin;
    hm_affine map;
    hm_sprite view;
    uint64_t random = 2;
    subject_draw(&picture, hook, 3);
    twin_init(&twin, 70, 40);
    twin_scribble(&twin, &random);
    hm_canvas_sprite(&twin.canvas, &view);
    hm_affine_identity(&map);
    assert_false(hm_canvas_stamp_affine(&twin.canvas, &view, &map, HM_ERASE));
    assert_false(hm_canvas_stamp_affine(&twin.canvas, &picture.sprite, &map, (hm_op)4));
    map.to_b.xx = HM_AFFINE_FACTOR_MAX + 1;
    assert_false(hm_canvas_stamp_affine(&twin.canvas, &picture.sprite, &map, HM_KEEP));
    hm_affine_translation(&map, limit + 1, 0);
    assert_false(hm_canvas_stamp_affine(&twin.canvas, &picture.sprite, &map, HM_KEEP));
    assert_false(hm_affine_make(&map, 0, 0, 0, 0, 0, 0));
    assert_false(hm_canvas_stamp_affine(&twin.canvas, &picture.sprite, &map, HM_KEEP));
    twin_check_pixels(&twin);
    for (int i = 0; i < 4; i++) {
        hm_affine_translation(&map, i & 1 ? limit : -limit, i & 2 ? limit : -limit);
        change_turned(&twin, &picture, &picture.sprite, &map, HM_TOGGLE);
        twin_check_pixels(&twin);
    }
    change_turned(&twin, &picture, &picture.sprite, &map, HM_KEEP);
    twin_check_pixels(&twin);
    twin_free(&twin);
    subject_free(&picture);
}

/* A sprite without a mask, as packs have it, has no words that could be looked at. */
static void a_sprite_without_a_mask(void **state)
{
    (void)state;
    const hm_sprite none = {.width = 40, .height = 30};
    uint64_t random = 3;
    struct twin twin;
    hm_affine map;
    hm_affine_translation(&map, -9 * ONE, -5 * ONE);
    twin_init(&twin, 70, 40);
    twin_scribble(&twin, &random);
    for (int i = 0; i < OPS; i++)
        if (ops[i] != HM_KEEP) {
            assert_true(hm_canvas_stamp_affine(&twin.canvas, &none, &map, ops[i]));
            twin_check_pixels(&twin);
        }
    assert_true(hm_canvas_stamp_affine(&twin.canvas, &none, &map, HM_KEEP));
    memset(twin.right.pixels, 0, 70 * 40);
    twin_check_pixels(&twin);
    twin_free(&twin);
}

static void sides_that_are_too_large(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject picture;
    hm_affine map;
    subject_draw(&picture, dot, 1);
    hm_affine_identity(&map);
    for (int32_t side = HM_AFFINE_SIDE_MAX; side <= HM_AFFINE_SIDE_MAX + 1; side++) {
        const size_t size = hm_canvas_buffer_size(side, 1);
        void *const buffer = malloc(size);
        hm_canvas canvas;
        hm_sprite view;
        hm_canvas_init(&canvas, buffer, size, side, 1);
        const bool fits = side <= HM_AFFINE_SIDE_MAX;
        assert_int_equal(hm_canvas_stamp_affine(&canvas, &picture.sprite, &map, HM_ADD), fits);
        hm_canvas_sprite(&canvas, &view);
        assert_int_equal(hm_sprite_area(&view), fits);
        free(buffer);
    }
    subject_free(&picture);
}

/* The end of a very wide or high sprite, enlarged 64 times: the first 100 pixels of the canvas. */
static void the_end_of_a_long_sprite(void **state)
{
    (void)state;
    enum { LENGTH = 60000, SHOWN = 100, SIDE = 130 };
    const int64_t before = LENGTH * (int64_t)ONE - SHOWN * (int64_t)ONE / 64;
    for (int i = 0; i < 2; i++) {
        const hm_sprite box = full_box(0, 0, i == 0 ? LENGTH : 1, i == 0 ? 1 : LENGTH);
        hm_affine map;
        struct twin twin;
        assert_true(hm_affine_make(&map, 64 * ONE, 0, 0, 64 * ONE, i == 0 ? -64 * before : 0,
                                   i == 0 ? 0 : -64 * before));
        twin_init(&twin, SIDE, SIDE);
        assert_true(hm_canvas_stamp_affine(&twin.canvas, &box, &map, HM_ADD));
        for (int32_t y = 0; y < (i == 0 ? 64 : SHOWN); y++)
            memset(twin.right.pixels + y * SIDE, 1, i == 0 ? SHOWN : 64);
        twin_check_pixels(&twin);
        twin_free(&twin);
    }
}

/* A way to the sprite, of all pixels to the same place. */
static void all_pixels_land_on_one(void **state)
{
    (void)state;
    const hm_sprite dot = full_box(0, 0, 1, 1);
    const hm_affine map = {.to_b = {ONE, 0, 0, ONE, 0, 0}, .to_a = {.x = ONE / 2, .y = ONE / 2}};
    struct twin twin;
    twin_init(&twin, 70, 9);
    assert_true(hm_canvas_stamp_affine(&twin.canvas, &dot, &map, HM_ADD));
    memset(twin.right.pixels, 1, 70 * 9);
    twin_check_pixels(&twin);
    twin_free(&twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scrolled),
        cmocka_unit_test(saved_and_loaded),
        cmocka_unit_test(loaded_one_pixel_at_a_time),
        cmocka_unit_test(random_turns),
        cmocka_unit_test(the_end_of_a_long_sprite),
        cmocka_unit_test(all_pixels_land_on_one),
        cmocka_unit_test(maps_and_sprites_that_are_refused),
        cmocka_unit_test(a_sprite_without_a_mask),
        cmocka_unit_test(sides_that_are_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
