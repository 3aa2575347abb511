/*
 * test_canvas.c - a canvas, its boxes and circles, and its view, against one pixel at a time
 */

#include "support/cmocka_all.h"

#include "runtime/canvas_model.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>

/* Around the sides of stripes, bands and blocks. */
static const hm_point sizes[] = {{1, 1},   {7, 3},     {63, 64},   {64, 65},  {65, 63},
                                 {130, 9}, {100, 130}, {256, 256}, {300, 70}, {320, 257}};

enum { SIZES = sizeof sizes / sizeof *sizes };

static int32_t around(uint64_t *state, int32_t side)
{
    return (int32_t)oracle_random(state, (uint32_t)side + 40) - 20;
}

static hm_op any_op(uint64_t *state)
{
    /* Erasing and adding leave most to see. */
    static const hm_op mostly[] = {HM_ADD, HM_ADD, HM_ERASE, HM_ERASE, HM_TOGGLE, HM_KEEP};
    return mostly[oracle_random(state, 6)];
}

/* ---- Buffers --------------------------------------------------------------------------------- */

static void sizes_that_are_not_possible(void **state)
{
    (void)state;
    assert_int_equal(hm_canvas_buffer_size(-1, 5), 0);
    assert_int_equal(hm_canvas_buffer_size(5, INT32_MIN), 0);
    assert_true(hm_canvas_buffer_size(0, 0) > 0);
    assert_true(hm_canvas_buffer_size(0, INT32_MAX) > 0);
    /* Beside the pixels, each band of 64 rows of a stripe takes two bytes, and all of it four. */
    assert_int_equal(hm_canvas_buffer_size(64, 64) - hm_sprite_buffer_size(64, 64), 2 + 4);
    assert_int_equal(hm_canvas_buffer_size(64, 65) - hm_sprite_buffer_size(64, 65), 4 + 4);
    assert_int_equal(hm_canvas_buffer_size(65, 129) - hm_sprite_buffer_size(65, 129), 12 + 4);
    /* Half of all addresses is the most. */
    assert_int_equal(hm_canvas_buffer_size(INT32_MAX, INT32_MAX) == 0, SIZE_MAX <= UINT32_MAX);
}

static void a_buffer_that_is_too_small(void **state)
{
    (void)state;
    const size_t size = hm_canvas_buffer_size(70, 10);
    uint8_t *const buffer = malloc(size);
    hm_canvas canvas;
    hm_sprite view;
    memset(buffer, 0xa5, size);
    assert_false(hm_canvas_init(&canvas, buffer, size - 1, 70, 10));
    assert_false(hm_canvas_init(&canvas, buffer, size, -70, 10));
    assert_int_equal(buffer[0], 0xa5);
    assert_int_equal(hm_canvas_width(&canvas), 0);
    assert_int_equal(hm_canvas_height(&canvas), 0);
    hm_canvas_set(&canvas, 0, 0, true);
    hm_canvas_fill(&canvas, NULL, HM_ADD);
    hm_canvas_circle(&canvas, 0, 0, 10, HM_KEEP);
    hm_canvas_sprite(&canvas, &view);
    assert_true(hm_canvas_stamp(&canvas, &view, 0, 0, HM_ADD));
    assert_int_equal(hm_sprite_area(&view), 0);
    assert_false(hm_solid(&view, 0, 0));
    assert_false(hm_overlap(&view, &view, 0, 0));
    free(buffer);
}

static void a_canvas_without_pixels(void **state)
{
    (void)state;
    static const hm_point flat[] = {{0, 0}, {0, 500}, {500, 0}};
    uint64_t random = 1;
    for (int i = 0; i < 3; i++) {
        struct twin twin;
        twin_init(&twin, flat[i].x, flat[i].y);
        hm_canvas_fill(&twin.canvas, NULL, HM_ADD);
        hm_canvas_circle(&twin.canvas, 0, 0, 600, HM_TOGGLE);
        twin_check(&twin, &random);
        twin_free(&twin);
    }
}

static void a_new_canvas_is_empty_wherever_the_buffer_lies(void **state)
{
    (void)state;
    const size_t size = hm_canvas_buffer_size(300, 300);
    uint8_t *const bytes = malloc(size + 8);
    for (size_t at = 0; at < 8; at++) {
        hm_canvas canvas;
        hm_sprite view;
        hm_box bounds;
        memset(bytes, 0xff, size + 8);
        assert_true(hm_canvas_init(&canvas, bytes + at, size, 300, 300));
        hm_canvas_sprite(&canvas, &view);
        assert_int_equal(hm_sprite_area(&view), 0);
        hm_canvas_circle(&canvas, 150, 150, 20, HM_ADD);
        hm_canvas_sprite(&canvas, &view);
        hm_sprite_bounds(&view, &bounds);
        assert_int_equal(hm_sprite_area(&view), 1257);
        assert_memory_equal(&bounds, (&(hm_box){130, 130, 171, 171}), sizeof bounds);
    }
    free(bytes);
}

static void the_view_is_a_sprite_without_a_name(void **state)
{
    (void)state;
    struct twin twin;
    hm_sprite view;
    int64_t x, y;
    twin_init(&twin, 31, 8);
    hm_canvas_sprite(&twin.canvas, &view);
    hm_sprite_pivot(&view, &x, &y);
    assert_int_equal(x, 31 * 32768);
    assert_int_equal(y, 8 * 32768);
    assert_string_equal(hm_sprite_name(&view), "");
    assert_int_equal(hm_sprite_point_count(&view), 0);
    twin_free(&twin);
}

/* ---- Pixels, boxes, circles ------------------------------------------------------------------ */

struct round {
    int64_t x, y;
    uint64_t radius;
};

static bool in_circle(const void *shape, int64_t x, int64_t y)
{
    const struct round *const c = shape;
    const uint64_t dx = (uint64_t)llabs(x - c->x), dy = (uint64_t)llabs(y - c->y);
    return dx <= c->radius && dy <= c->radius && dx * dx + dy * dy <= c->radius * c->radius;
}

static bool in_box(const void *shape, int64_t x, int64_t y)
{
    const hm_box *const box = shape;
    return x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1;
}

static void change_circle(struct twin *twin, int32_t x, int32_t y, uint32_t radius, hm_op op)
{
    hm_canvas_circle(&twin->canvas, x, y, radius, op);
    twin_expect(twin, in_circle, &(struct round){x, y, radius}, op);
}

static void change_box(struct twin *twin, hm_box box, hm_op op)
{
    hm_canvas_fill(&twin->canvas, &box, op);
    twin_expect(twin, in_box, &box, op);
}

static void random_changes(struct twin *twin, uint64_t *random)
{
    const int32_t width = twin->right.width, height = twin->right.height;
    const int32_t x = around(random, width), y = around(random, height);
    const hm_op op = any_op(random);
    switch (oracle_random(random, 3)) {
    case 0:
        change_circle(twin, x, y, oracle_random(random, 1 + (uint32_t)width / 2), op);
        break;
    case 1:
        change_box(twin, (hm_box){x, y, around(random, width), around(random, height)}, op);
        break;
    default:
        hm_canvas_set(&twin->canvas, x, y, op == HM_ADD);
        twin_expect(twin, in_box, &(hm_box){x, y, x + 1, y + 1}, op == HM_ADD ? HM_ADD : HM_ERASE);
    }
}

static void pixels_beside_a_canvas_are_not_set(void **state)
{
    (void)state;
    for (int i = 0; i < SIZES; i++) {
        const int32_t width = sizes[i].x, height = sizes[i].y;
        struct twin twin;
        twin_init(&twin, width, height);
        for (int32_t y = -1; y <= height; y++) {
            hm_canvas_set(&twin.canvas, -1, y, true);
            hm_canvas_set(&twin.canvas, width, y, true);
        }
        for (int32_t x = -1; x <= width; x++) {
            hm_canvas_set(&twin.canvas, x, -1, true);
            hm_canvas_set(&twin.canvas, x, height, true);
        }
        twin_check_pixels(&twin);
        twin_free(&twin);
    }
}

/* A view is made after each change or after some, because bounds are found from where they were. */
static void changes_one_after_another(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int i = 0; i < SIZES; i++) {
        struct twin twin;
        twin_init(&twin, sizes[i].x, sizes[i].y);
        for (int k = 0; k < 60; k++) {
            if (k % 20 == 0)
                twin_scribble(&twin, &random);
            for (uint32_t changes = 1 + oracle_random(&random, 3); changes > 0; changes--)
                random_changes(&twin, &random);
            twin_check(&twin, &random);
        }
        twin_free(&twin);
    }
}

static void large_canvases(void **state)
{
    (void)state;
    static const hm_point large[] = {{256, 2080}, {1100, 300}, {2048, 1024}};
    uint64_t random = 11;
    for (int i = 0; i < 3; i++) {
        struct twin twin;
        twin_init(&twin, large[i].x, large[i].y);
        change_box(&twin, (hm_box){0, 150, large[i].x, large[i].y}, HM_ADD);
        for (int k = 0; k < 12; k++) {
            const int32_t x = around(&random, large[i].x), y = around(&random, large[i].y);
            change_circle(&twin, x, y, oracle_random(&random, 60), k % 4 == 3 ? HM_ADD : HM_ERASE);
            twin_check(&twin, &random);
        }
        change_circle(&twin, large[i].x / 2, 160, 200, HM_KEEP);
        twin_check(&twin, &random);
        twin_free(&twin);
    }
}

/* So few pixels that most blocks have none, with each number of rows in the last ones. */
static void large_canvases_of_few_pixels(void **state)
{
    (void)state;
    static const int32_t heights[] = {256, 257, 258, 259, 270, 287, 316, 1100, 2080};
    uint64_t random = 12;
    for (int i = 0; i < 9; i++) {
        struct twin twin;
        const int32_t width = 256 + (int32_t)oracle_random(&random, 70);
        twin_init(&twin, width, heights[i]);
        for (int k = 0; k < 12; k++) {
            for (int n = 0; n < 6; n++) {
                const int32_t x = around(&random, width), y = around(&random, heights[i]);
                change_box(&twin, (hm_box){x, y, x + 1, y + 1}, HM_ADD);
            }
            change_circle(&twin, around(&random, width), around(&random, heights[i]), 30, HM_ERASE);
            twin_check_pixels(&twin);
        }
        twin_free(&twin);
    }
}

static void the_ends_of_int32(void **state)
{
    (void)state;
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -1,       0, 5,
                                   40,        INT32_MAX - 1, INT32_MAX};
    static const uint32_t radii[] = {0, 1, 30, INT32_MAX, UINT32_MAX - 1, UINT32_MAX};
    struct twin twin;
    twin_init(&twin, 70, 40);
    for (int i = 0; i < 8 * 8 * 6; i++) {
        const int32_t x = ends[i % 8], y = ends[i / 8 % 8];
        change_circle(&twin, x, y, radii[i / 64], i % 3 == 0 ? HM_ADD : HM_TOGGLE);
        change_box(&twin, (hm_box){x, y, ends[(i + 3) % 8], ends[(i / 8 + 5) % 8]}, HM_TOGGLE);
        hm_canvas_set(&twin.canvas, x, y, false);
        twin_expect(&twin, in_box,
                    &(hm_box){x, y, x < INT32_MAX ? x + 1 : x, y < INT32_MAX ? y + 1 : y},
                    HM_ERASE);
        twin_check_pixels(&twin);
    }
    hm_canvas_fill(&twin.canvas, NULL, HM_ADD);
    change_box(&twin, (hm_box){0, 0, 70, 40}, HM_ADD);
    change_box(&twin, (hm_box){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX}, HM_KEEP);
    change_circle(&twin, INT32_MIN, 20, INT32_MAX, HM_KEEP);
    twin_check_pixels(&twin);
    twin_free(&twin);
}

/* The largest side that a machine may have memory for. */
static void a_canvas_of_one_long_row(void **state)
{
    (void)state;
    const int32_t wide = 1 << 24;
    const size_t size = hm_canvas_buffer_size(wide, 1);
    void *const buffer = malloc(size);
    hm_canvas canvas;
    hm_sprite view;
    hm_box bounds;
    assert_true(hm_canvas_init(&canvas, buffer, size, wide, 1));
    hm_canvas_circle(&canvas, wide / 2, INT32_MIN, UINT32_C(1) << 31, HM_ADD);
    hm_canvas_circle(&canvas, 5, 0, 3, HM_ADD);
    hm_canvas_sprite(&canvas, &view);
    hm_sprite_bounds(&view, &bounds);
    assert_int_equal(hm_sprite_area(&view), 8);
    assert_memory_equal(&bounds, (&(hm_box){2, 0, wide / 2 + 1, 1}), sizeof bounds);
    free(buffer);
}

static void an_operation_that_there_is_not(void **state)
{
    (void)state;
    uint64_t random = 3;
    struct twin twin;
    twin_init(&twin, 90, 70);
    twin_scribble(&twin, &random);
    for (int op = HM_TOGGLE + 1; op < HM_TOGGLE + 4; op++) {
        hm_canvas_fill(&twin.canvas, NULL, (hm_op)op);
        hm_canvas_circle(&twin.canvas, 40, 40, 20, (hm_op)op);
        subject_bake(&twin.right);
        assert_false(hm_canvas_stamp(&twin.canvas, &twin.right.sprite, 3, 3, (hm_op)op));
    }
    twin_check_pixels(&twin);
    twin_free(&twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_that_are_not_possible),
        cmocka_unit_test(a_buffer_that_is_too_small),
        cmocka_unit_test(a_canvas_without_pixels),
        cmocka_unit_test(a_new_canvas_is_empty_wherever_the_buffer_lies),
        cmocka_unit_test(the_view_is_a_sprite_without_a_name),
        cmocka_unit_test(pixels_beside_a_canvas_are_not_set),
        cmocka_unit_test(changes_one_after_another),
        cmocka_unit_test(large_canvases),
        cmocka_unit_test(large_canvases_of_few_pixels),
        cmocka_unit_test(the_ends_of_int32),
        cmocka_unit_test(a_canvas_of_one_long_row),
        cmocka_unit_test(an_operation_that_there_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
