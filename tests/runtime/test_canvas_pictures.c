/*
 * test_canvas_pictures.c - canvases from pictures, from sprites of another size, and from canvases
 */

#include "support/cmocka_all.h"

#include "runtime/canvas_model.h"
#include "runtime/full_box.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"
#include "support/fence.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>

/* ---- Pictures ---------------------------------------------------------------------------------
 */

struct rendered {
    hm_picture picture;
    int32_t x, y;
};

static bool in_picture(const void *shape, int64_t x, int64_t y)
{
    const struct rendered *const r = shape;
    return x >= r->x && y >= r->y && x < (int64_t)r->x + r->picture.width &&
           y < (int64_t)r->y + r->picture.height;
}

static bool is_solid(const void *shape, int64_t x, int64_t y)
{
    const struct rendered *const r = shape;
    const hm_picture *const p = &r->picture;
    if (!in_picture(shape, x, y))
        return false;
    const uint8_t *const pixel =
        (const uint8_t *)p->pixels + (size_t)(y - r->y) * p->stride + (size_t)(x - r->x) * p->bytes;
    if (p->mask == 0)
        return pixel[p->alpha] > p->threshold;
    for (uint32_t bit = 0; bit < 8 * p->bytes; bit++)
        if ((p->mask >> bit & 1) && (pixel[bit / 8] >> bit % 8 & 1) != (p->key >> bit & 1))
            return true;
    return false;
}

static void take_over(struct twin *twin, const struct rendered *r)
{
    assert_true(hm_canvas_pixels(&twin->canvas, &r->picture, r->x, r->y));
    twin_expect(twin, in_picture, r, HM_ERASE);
    twin_expect(twin, is_solid, r, HM_ADD);
}

/* A pixel's value, as a key has it. */
static uint32_t value_of(const hm_picture *p, const uint8_t *pixel)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < p->bytes; i++)
        value |= (uint32_t)pixel[i] << 8 * i;
    return value;
}

/* By alpha, by a key that some pixels have, or by some bits of it. */
static void choose_test(hm_picture *p, uint64_t *random)
{
    static const uint8_t thresholds[] = {0, 1, 127, 128, 254, 255};
    const uint32_t all = p->bytes == 4 ? UINT32_MAX : (UINT32_C(1) << 8 * p->bytes) - 1;
    p->alpha = oracle_random(random, p->bytes);
    p->threshold = thresholds[oracle_random(random, 6)];
    switch (oracle_random(random, 4)) {
    case 0:
        p->mask = all;
        break;
    case 1:
        p->mask = UINT32_C(0xff) << 8 * p->alpha;
        break;
    case 2:
        p->mask = (oracle_random(random, UINT32_MAX) | 1) & all;
        break;
    default:
        p->mask = 0;
    }
    p->key = value_of(p, p->pixels) | (oracle_random(random, 2) ? ~p->mask : 0);
}

/* Few values, so that keys are met. */
static void fill_bytes(uint8_t *bytes, size_t count, uint64_t *random)
{
    const bool few = oracle_random(random, 2);
    for (size_t k = 0; k < count; k++)
        bytes[k] =
            few ? (uint8_t)(oracle_random(random, 2) * 255) : (uint8_t)oracle_random(random, 256);
}

static void random_pictures(void **state)
{
    (void)state;
    static const hm_point sizes[] = {{1, 1}, {7, 3}, {64, 65}, {130, 9}, {300, 270}};
    uint64_t random = 17;
    for (int i = 0; i < oracle_tries(900); i++) {
        const hm_point size = sizes[i % 5];
        struct twin twin;
        struct rendered r = {.picture = {.width = random_between(&random, 1, i % 7 ? 90 : 300),
                                         .height = random_between(&random, 1, 90),
                                         .bytes = 1 + oracle_random(&random, 4)}};
        hm_picture *const p = &r.picture;
        r.x = random_between(&random, -p->width, size.x);
        r.y = random_between(&random, -p->height, size.y);
        p->stride = (size_t)p->width * p->bytes + oracle_random(&random, 5);
        const size_t count = p->stride * (size_t)(p->height - 1) + (size_t)p->width * p->bytes;
        uint8_t *const bytes = malloc(count);
        fill_bytes(bytes, count, &random);
        p->pixels = bytes;
        choose_test(p, &random);
        twin_init(&twin, size.x, size.y);
        twin_scribble(&twin, &random);
        twin.canvas.cpu = oracle_random(&random, twin_levels() + 1);
        take_over(&twin, &r);
        twin_check(&twin, &random);
        free(bytes);
        twin_free(&twin);
    }
}

/* Pictures that begin and end on either side of the edges of words; nothing behind is read. */
static void pictures_at_the_edges_of_words(void **state)
{
    (void)state;
    uint64_t random = 29;
    struct fence fence;
    fence_init(&fence, 195 * 4);
    for (uint8_t *byte = fence.begin; byte < fence.end; byte++)
        *byte = (uint8_t)oracle_random(&random, 256);
    for (uint32_t bytes = 1; bytes <= 4; bytes++)
        for (int32_t x = 60; x < 68; x++)
            for (int32_t width = 60; width < 195; width += width % 64 == 4 ? 56 : 1) {
                const size_t count = (size_t)width * bytes;
                struct rendered r = {
                    {fence.end - count, count, width, 1, bytes, 0, 0, 0, 99}, x, 1};
                struct twin twin;
                choose_test(&r.picture, &random);
                twin_init(&twin, 270, 2);
                twin.canvas.cpu = (uint32_t)(x + width) % (twin_levels() + 1);
                take_over(&twin, &r);
                r.picture.pixels = fence.begin;
                take_over(&twin, &r);
                twin_check_pixels(&twin);
                twin_free(&twin);
            }
    fence_free(&fence);
}

/* A picture that is larger than the canvas, whose buffer is followed by nothing. */
static void nothing_is_written_behind_the_canvas(void **state)
{
    (void)state;
    uint8_t *const bytes = malloc(140 * 140 * 4);
    const hm_picture picture = {.pixels = bytes,
                                .stride = 560,
                                .width = 140,
                                .height = 140,
                                .bytes = 4,
                                .alpha = 3,
                                .threshold = 99};
    memset(bytes, 0xff, 140 * 140 * 4);
    for (int32_t width = 62; width <= 130; width++) {
        const size_t size = hm_canvas_buffer_size(width, 130);
        struct fence fence;
        hm_canvas canvas;
        hm_sprite view;
        fence_init(&fence, size);
        assert_true(hm_canvas_init(&canvas, fence.end - size, size, width, 130));
        assert_true(hm_canvas_pixels(&canvas, &picture, -3, -3));
        hm_canvas_sprite(&canvas, &view);
        assert_int_equal(hm_sprite_area(&view), width * 130);
        fence_free(&fence);
    }
    free(bytes);
}

/* Every value beside every threshold, and beside every key. */
static void every_value(void **state)
{
    (void)state;
    struct twin twin;
    uint8_t bytes[256 * 4];
    twin_init(&twin, 256, 1);
    for (uint32_t size = 1; size <= 4; size++)
        for (uint32_t level = 0; level <= twin_levels(); level++)
            for (uint32_t value = 0; value < 256; value++) {
                const uint32_t at = value % size;
                struct rendered r = {
                    {bytes, 256 * size, 256, 1, size, at, 0, 0, (uint8_t)value}, 0, 0};
                memset(bytes, 0x80, sizeof bytes);
                for (uint32_t i = 0; i < 256; i++)
                    bytes[i * size + at] = (uint8_t)i;
                twin.canvas.cpu = level;
                take_over(&twin, &r);
                twin_check_pixels(&twin);
                r.picture.mask = UINT32_C(0xff) << 8 * at;
                r.picture.key = value << 8 * at;
                take_over(&twin, &r);
                twin_check_pixels(&twin);
            }
    twin_free(&twin);
}

static void pictures_that_are_refused(void **state)
{
    (void)state;
    uint8_t bytes[16 * 4 * 4];
    const hm_picture right = {
        .pixels = bytes, .stride = 64, .width = 16, .height = 4, .bytes = 4, .alpha = 3};
    hm_picture wrong[] = {right, right, right, right, right, right, right};
    uint64_t random = 3;
    struct twin twin;
    memset(bytes, 0xff, sizeof bytes);
    wrong[0].pixels = NULL;
    wrong[1].stride = 63;
    wrong[2].bytes = 0;
    wrong[3].bytes = 5;
    wrong[4].alpha = 4;
    wrong[5].bytes = 2;
    wrong[6].bytes = 3;
    wrong[6].mask = 0x1000000;
    twin_init(&twin, 70, 40);
    twin_scribble(&twin, &random);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(hm_canvas_pixels(&twin.canvas, &wrong[i], 0, 0));
    twin_check_pixels(&twin);
    twin_free(&twin);
}

static void pictures_at_the_ends_of_int32(void **state)
{
    (void)state;
    static const int32_t ends[] = {INT32_MIN, -5, 0, 60, INT32_MAX};
    static const int32_t sizes[][2] = {{-1, 5}, {5, INT32_MIN}, {0, 5}, {INT32_MIN, 0}};
    uint8_t bytes[16 * 4 * 4];
    uint64_t random = 3;
    struct twin twin;
    memset(bytes, 0xff, sizeof bytes);
    twin_init(&twin, 70, 40);
    twin_scribble(&twin, &random);
    for (int i = 0; i < 25; i++) {
        struct rendered r = {{bytes, 64, 16, 4, 4, 0, 0, 0, 5}, ends[i % 5], ends[i / 5]};
        take_over(&twin, &r);
        for (int k = 0; k < 4; k++) {
            r.picture.width = sizes[k][0];
            r.picture.height = sizes[k][1];
            take_over(&twin, &r);
        }
        twin_check_pixels(&twin);
    }
    twin_free(&twin);
}

/* The pixels may lie in the buffer of the canvas: then nobody knows what is read, but no byte
 * outside of it is. */
static void a_picture_that_is_the_canvas(void **state)
{
    (void)state;
    const size_t size = hm_canvas_buffer_size(128, 64);
    uint8_t *const buffer = malloc(size);
    hm_canvas canvas;
    const hm_picture picture = {
        .pixels = buffer, .stride = 16, .width = 16, .height = 64, .bytes = 1};
    assert_true(hm_canvas_init(&canvas, buffer, size, 128, 64));
    hm_canvas_circle(&canvas, 30, 30, 25, HM_ADD);
    assert_true(hm_canvas_pixels(&canvas, &picture, 70, 3));
    assert_in_range(hm_canvas_area(&canvas), 0, 128 * 64);
    free(buffer);
}

/* ---- Other sizes ------------------------------------------------------------------------------
 */

static void check_resized(const struct subject *s, const hm_sprite *view, int32_t width,
                          int32_t height)
{
    struct twin twin;
    twin_init(&twin, width, height);
    hm_canvas_fill(&twin.canvas, NULL, HM_ADD);
    assert_true(hm_canvas_resize(&twin.canvas, view));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            twin.right.pixels[y * width + x] =
                oracle_solid(s, x * s->width / width, y * s->height / height);
    twin_check_pixels(&twin);
    twin_free(&twin);
}

static void resize_small(const struct subject *s, const hm_sprite *view)
{
    for (int32_t side = 1; side <= 9; side += 2)
        check_resized(s, view, side, 10 - side);
    check_resized(s, view, s->width, s->height);
}

static void resize_small_views(const struct subject *s)
{
    views_visit(s, resize_small);
}

static void small_masks_resized(void **state)
{
    (void)state;
    masks_visit(NULL, 101, resize_small_views);
}

static uint64_t resize_random = 7;

static void resize_large(const struct subject *s, const hm_sprite *view)
{
    check_resized(s, view, random_between(&resize_random, 1, 300),
                  random_between(&resize_random, 1, 200));
}

static void resize_large_views(const struct subject *s)
{
    views_visit(s, resize_large);
}

static void scribbles_resized(void **state)
{
    (void)state;
    scribbles_visit(8, (uint32_t)oracle_tries(150), 200, resize_large_views);
}

static void the_largest_box_resized(void **state)
{
    (void)state;
    const hm_sprite box = full_box(1, 1, INT32_MAX / 2, INT32_MAX / 2);
    struct twin twin;
    twin_init(&twin, 4, 4);
    assert_true(hm_canvas_resize(&twin.canvas, &box));
    for (int32_t i = 0; i < 16; i++)
        twin.right.pixels[i] = (uint8_t)(i >= 4 && i % 4 > 0);
    twin_check_pixels(&twin);
    twin_free(&twin);
}

static void sizes_of_nothing(void **state)
{
    (void)state;
    const hm_sprite nothing = {0};
    static const int32_t sizes[][2] = {{0, 0}, {0, 9}, {9, 0}, {9, 9}};
    struct subject s;
    subject_from_number(&s, 2, 2, 15);
    for (int i = 0; i < 4; i++) {
        struct twin twin;
        hm_sprite view;
        twin_init(&twin, sizes[i][0], sizes[i][1]);
        hm_canvas_fill(&twin.canvas, NULL, HM_ADD);
        assert_int_equal(hm_canvas_area(&twin.canvas), i < 3 ? 0 : 81);
        assert_true(hm_canvas_resize(&twin.canvas, &s.sprite));
        assert_int_equal(hm_canvas_area(&twin.canvas), i < 3 ? 0 : 81);
        hm_canvas_sprite(&twin.canvas, &view);
        assert_false(hm_canvas_resize(&twin.canvas, &view));
        hm_sprite_flip(&view, true, true, &view);
        assert_false(hm_canvas_resize(&twin.canvas, &view));
        assert_int_equal(hm_canvas_area(&twin.canvas), i < 3 ? 0 : 81);
        assert_true(hm_canvas_resize(&twin.canvas, &nothing));
        assert_int_equal(hm_canvas_area(&twin.canvas), 0);
        twin_free(&twin);
    }
    subject_free(&s);
}

/* ---- Without a view ---------------------------------------------------------------------------
 */

static void the_area_and_single_pixels(void **state)
{
    (void)state;
    static const int32_t far[] = {INT32_MIN, -1, INT32_MAX};
    uint64_t random = 13;
    for (int i = 0; i < oracle_tries(60); i++) {
        struct twin twin;
        uint64_t area = 0;
        twin_init(&twin, random_between(&random, 1, 150), random_between(&random, 1, 150));
        for (int k = 0; k < 3; k++) {
            twin_scribble(&twin, &random);
            area = 0;
            for (int32_t y = -1; y <= twin.right.height; y++)
                for (int32_t x = -1; x <= twin.right.width; x++) {
                    area += oracle_solid(&twin.right, x, y);
                    assert_int_equal(hm_canvas_solid(&twin.canvas, x, y),
                                     oracle_solid(&twin.right, x, y));
                }
            for (int f = 0; f < 9; f++)
                assert_false(hm_canvas_solid(&twin.canvas, far[f % 3], far[f / 3]));
            assert_int_equal(hm_canvas_area(&twin.canvas), area);
            assert_int_equal(hm_canvas_area(&twin.canvas), area);
        }
        twin_check(&twin, &random);
        twin_free(&twin);
    }
}

/* ---- Copies -----------------------------------------------------------------------------------
 */

/* A copy goes its own way. It is made before the first view, or with changes since the last. */
static void a_copy_is_a_canvas_of_its_own(void **state)
{
    (void)state;
    uint64_t random = 31;
    for (int i = 0; i < oracle_tries(60); i++) {
        struct twin twin, copy;
        hm_sprite view;
        twin_init(&twin, random_between(&random, 1, 400), random_between(&random, 1, 300));
        twin_init(&copy, twin.right.width, twin.right.height);
        twin_scribble(&twin, &random);
        if (i % 3 > 0)
            hm_canvas_sprite(&twin.canvas, &view);
        if (i % 3 > 1)
            twin_scribble(&twin, &random);
        const size_t size = hm_canvas_buffer_size(twin.right.width, twin.right.height);
        assert_true(hm_canvas_copy(&twin.canvas, copy.buffer, size, &copy.canvas));
        memcpy(copy.right.pixels, twin.right.pixels,
               (size_t)twin.right.width * (size_t)twin.right.height);
        twin_scribble(&twin, &random);
        twin_check(&copy, &random);
        twin_check(&twin, &random);
        twin_scribble(&copy, &random);
        twin_check(&copy, &random);
        twin_check(&twin, &random);
        twin_free(&twin);
        twin_free(&copy);
    }
}

static void copies_that_are_refused(void **state)
{
    (void)state;
    const size_t size = hm_canvas_buffer_size(70, 10);
    uint8_t *const buffer = malloc(size), *const other = malloc(size);
    hm_canvas canvas, copy, none;
    assert_true(hm_canvas_init(&canvas, buffer, size, 70, 10));
    hm_canvas_set(&canvas, 69, 9, true);
    memset(other, 0xa5, size);
    assert_false(hm_canvas_copy(&canvas, other, size - 1, &copy));
    assert_int_equal(hm_canvas_width(&copy), 0);
    assert_int_equal(hm_canvas_area(&copy), 0);
    assert_int_equal(other[0], 0xa5);
    assert_false(hm_canvas_init(&none, buffer, 0, 70, 10));
    assert_false(hm_canvas_copy(&none, other, size, &copy));
    assert_int_equal(other[0], 0xa5);
    assert_int_equal(hm_canvas_area(&canvas), 1);
    free(buffer);
    free(other);
}

/* A canvas may move within its buffer, by less than its size. */
static void a_copy_over_itself(void **state)
{
    (void)state;
    const size_t size = hm_canvas_buffer_size(130, 90);
    uint8_t *const buffer = malloc(size + 24);
    hm_canvas canvas;
    assert_true(hm_canvas_init(&canvas, buffer, size, 130, 90));
    hm_canvas_circle(&canvas, 60, 40, 30, HM_ADD);
    const uint64_t area = hm_canvas_area(&canvas);
    for (size_t by = 0; by <= 24; by += 3) {
        assert_true(hm_canvas_copy(&canvas, buffer + by, size, &canvas));
        assert_int_equal(hm_canvas_area(&canvas), area);
        assert_true(hm_canvas_solid(&canvas, 60, 70));
        assert_false(hm_canvas_solid(&canvas, 60, 71));
        hm_canvas_set(&canvas, 129, 89, true);
        assert_int_equal(hm_canvas_area(&canvas), area + 1);
        hm_canvas_set(&canvas, 129, 89, false);
    }
    free(buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pictures),
        cmocka_unit_test(pictures_at_the_edges_of_words),
        cmocka_unit_test(nothing_is_written_behind_the_canvas),
        cmocka_unit_test(every_value),
        cmocka_unit_test(pictures_that_are_refused),
        cmocka_unit_test(pictures_at_the_ends_of_int32),
        cmocka_unit_test(a_picture_that_is_the_canvas),
        cmocka_unit_test(small_masks_resized),
        cmocka_unit_test(scribbles_resized),
        cmocka_unit_test(the_largest_box_resized),
        cmocka_unit_test(sizes_of_nothing),
        cmocka_unit_test(the_area_and_single_pixels),
        cmocka_unit_test(a_copy_is_a_canvas_of_its_own),
        cmocka_unit_test(copies_that_are_refused),
        cmocka_unit_test(a_copy_over_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
