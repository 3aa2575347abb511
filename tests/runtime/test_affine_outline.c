/*
 * test_affine_outline.c - each pixel of an outline is enough for a touch through an affine map, and
 * no other pixel is
 *
 * A mask is shown a little smaller, so that the centre of one of its pixels lies just inside a dot,
 * and the centre of the dot just beside that pixel, where the mask is empty:
 *
 *         ______
 *        |      |  the dot
 *     ___|_  +  |
 *    |   | |    |
 *    |  +|_|____|  the two centres: that of the pixel lies on the dot
 *    |_____|
 */

#include "support/cmocka_all.h"

#include "runtime/oracle.h"

#include <hitmask_transform.h>

enum { ONE = 1 << 16, SMALLER = ONE * 9 / 10 };

/* The place on the dot of the centre of a pixel, that has an empty one on that side. */
static int32_t place_towards(int32_t side)
{
    return side < 0 ? ONE * 97 / 100 : side > 0 ? ONE * 3 / 100 : ONE / 2;
}

/* True if the touch is seen when the dot is beside the pixel (x, y), on its side (u, v). */
static void check_beside(const struct subject *mask, const struct subject *dot, int32_t x,
                         int32_t y, int32_t u, int32_t v)
{
    hm_affine map, back;
    hm_point hit = {-7, -7};
    const int64_t at_x = place_towards(u) - (int64_t)SMALLER * (2 * x + 1) / 2;
    const int64_t at_y = place_towards(v) - (int64_t)SMALLER * (2 * y + 1) / 2;
    assert_true(hm_affine_make(&map, SMALLER, 0, 0, SMALLER, at_x, at_y));
    hm_affine_inverse(&map, &back);
    assert_true(hm_affine_overlap(&dot->sprite, &mask->sprite, &back));
    assert_true(hm_affine_overlap(&mask->sprite, &dot->sprite, &map));
    if (u != 0 && v != 0)
        return; /* those beside the corner lie on the dot, too */
    assert_true(hm_affine_first(&mask->sprite, &dot->sprite, &map, &hit));
    assert_true(hit.x == x && hit.y == y);
    assert_int_equal(hm_affine_area(&mask->sprite, &dot->sprite, &map), 1);
}

/* All pixels that have an empty one beside them, on all sides where they do. */
static void check_outline(const struct subject *mask)
{
    struct subject dot;
    subject_from_number(&dot, 1, 1, 1);
    for (int32_t y = 0; y < mask->height; y++)
        for (int32_t x = 0; x < mask->width; x++)
            for (int i = 0; i < 9 && oracle_solid(mask, x, y); i++) {
                const int32_t u = i % 3 - 1, v = i / 3 - 1;
                if (!oracle_solid(mask, x + u, y + v))
                    check_beside(mask, &dot, x, y, u, v);
            }
    subject_free(&dot);
}

/* Full ones, and such with a hole at one place after the other. */
static void boxes(void **state)
{
    (void)state;
    static const int32_t widths[] = {1, 2, 3, 63, 64, 65, 66, 127, 128, 129, 130, 193};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (int32_t height = 1; height <= 5; height++) {
            struct subject box;
            subject_init(&box, widths[i], height);
            for (int32_t k = 0; k < widths[i] * height; k++)
                box.pixels[k] = 1;
            subject_bake(&box);
            check_outline(&box);
            for (int32_t k = 0; k < widths[i] * height && height == 5; k += 7) {
                box.pixels[k] = 0;
                subject_bake(&box);
                check_outline(&box);
                box.pixels[k] = 1;
            }
            subject_free(&box);
        }
}

static void masks_of_any_kind(void **state)
{
    (void)state;
    scribbles_visit(1, 150, 140, check_outline);
}

/* Over each pixel, and beside the mask. */
static void a_dot_touches_the_pixel_under_it(void **state)
{
    (void)state;
    uint64_t random = 2;
    struct subject mask, dot;
    subject_from_number(&dot, 1, 1, 1);
    subject_init(&mask, 200, 9);
    for (int32_t i = 0; i < 200 * 9; i++)
        mask.pixels[i] = oracle_random(&random, 2) != 0;
    mask.pixels[0] = mask.pixels[200 * 9 - 1] = 1;
    subject_bake(&mask);
    for (int32_t y = -1; y <= 9; y++)
        for (int32_t x = -1; x <= 200; x++) {
            const bool solid = oracle_solid(&mask, x, y);
            hm_affine map;
            hm_affine_translation(&map, x * (int64_t)ONE, y * (int64_t)ONE);
            assert_int_equal(hm_affine_overlap(&mask.sprite, &dot.sprite, &map), solid);
            assert_int_equal(hm_affine_area(&mask.sprite, &dot.sprite, &map), solid);
            hm_affine_inverse(&map, &map);
            assert_int_equal(hm_affine_overlap(&dot.sprite, &mask.sprite, &map), solid);
            assert_int_equal(hm_affine_area(&dot.sprite, &mask.sprite, &map), solid);
        }
    subject_free(&mask);
    subject_free(&dot);
}

/* The two ways are nearly two pixels apart: the dot lands beside the box, and of the box only the
 * pixel in the middle lands on the dot. */
static void a_pixel_that_is_not_of_the_outline_counts_where_ways_do_not_fit(void **state)
{
    (void)state;
    const hm_transform on = {ONE, 0, 0, ONE, ONE * 5 / 2, ONE};
    const hm_transform back = {ONE, 0, 0, ONE, -(ONE * 505 / 1000), -ONE};
    struct subject box, dot;
    subject_from_number(&box, 3, 3, 0x1ff);
    subject_from_number(&dot, 1, 1, 1);
    assert_true(hm_affine_overlap(&dot.sprite, &box.sprite, &(hm_affine){on, back}));
    assert_true(hm_affine_overlap(&box.sprite, &dot.sprite, &(hm_affine){back, on}));
    assert_int_equal(hm_affine_area(&box.sprite, &dot.sprite, &(hm_affine){back, on}), 1);
    subject_free(&box);
    subject_free(&dot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes),
        cmocka_unit_test(masks_of_any_kind),
        cmocka_unit_test(a_dot_touches_the_pixel_under_it),
        cmocka_unit_test(a_pixel_that_is_not_of_the_outline_counts_where_ways_do_not_fit),
    };
    return cmocka_run_group_tests_name("affine_outline", tests, NULL, NULL);
}
