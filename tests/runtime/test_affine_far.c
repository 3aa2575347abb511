/*
 * test_affine_far.c - the largest sprites, and sprites that lie far from the origin, through maps
 */

#include "support/cmocka_all.h"

#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/map_check.h"

#include <hitmask_transform.h>

#include <stdlib.h>

#ifndef __SIZEOF_INT128__
#include "runtime/left_out.h"
#else

/* ---- The largest sprites -------------------------------------------------------------------- */

enum { LARGEST = 16384 };

/* A sprite of the largest size with a pixel in each corner. */
struct giant {
    uint8_t *bits, *buffer;
    hm_sprite sprite;
};

static void giant_init(struct giant *giant)
{
    const size_t stride = LARGEST / 8, size = hm_sprite_buffer_size(LARGEST, LARGEST);
    giant->bits = calloc(stride, LARGEST);
    giant->buffer = malloc(size);
    assert_true(giant->bits != NULL && giant->buffer != NULL);
    giant->bits[0] = giant->bits[stride * (LARGEST - 1)] = 1;
    giant->bits[stride - 1] = giant->bits[stride * LARGEST - 1] = 0x80;
    assert_true(hm_sprite_from_bits(giant->bits, stride, LARGEST, LARGEST, giant->buffer, size,
                                    &giant->sprite));
}

static void giant_free(struct giant *giant)
{
    free(giant->bits);
    free(giant->buffer);
}

static void corners_of_the_largest_sprites_meet(void **state)
{
    (void)state;
    static const int32_t scales[] = {ONE / 64, ONE / 3, ONE, 3 * ONE, 64 * ONE};
    struct giant giant;
    hm_affine map;
    hm_point hit;
    giant_init(&giant);
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        for (uint32_t turn = 0; turn < 4; turn++) {
            /* The top left pixel of both at one place, whatever is turned round it. */
            const hm_placement a = {.pivot_x = ONE / 2,
                                    .pivot_y = ONE / 2,
                                    .scale_x = scales[i],
                                    .scale_y = scales[i],
                                    .angle = turn * 16384 + 123};
            const hm_placement b = {
                .pivot_x = ONE / 2, .pivot_y = ONE / 2, .scale_x = ONE, .scale_y = ONE};
            assert_true(hm_affine_place(&map, &a, &b));
            assert_true(hm_affine_overlap(&giant.sprite, &giant.sprite, &map));
            assert_true(hm_affine_first(&giant.sprite, &giant.sprite, &map, &hit));
            assert_int_equal(hit.x, 0);
            assert_int_equal(hit.y, 0);
            assert_int_equal(hm_affine_area(&giant.sprite, &giant.sprite, &map), 1);
        }
    giant_free(&giant);
}

static void a_dot_finds_the_far_corner_of_the_largest_sprite(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct giant giant;
    struct subject small;
    hm_affine map;
    hm_point hit;
    giant_init(&giant);
    subject_draw(&small, dot, 1);
    for (uint32_t angle = 0; angle < ONE; angle += 1111) {
        const hm_placement a = {.pivot_x = LARGEST * (int64_t)ONE - ONE / 2,
                                .pivot_y = LARGEST * (int64_t)ONE - ONE / 2,
                                .scale_x = 64 * ONE,
                                .scale_y = 64 * ONE,
                                .angle = angle};
        const hm_placement b = {
            .pivot_x = ONE / 2, .pivot_y = ONE / 2, .scale_x = ONE, .scale_y = ONE};
        assert_true(hm_affine_place(&map, &a, &b));
        assert_true(hm_affine_first(&giant.sprite, &small.sprite, &map, &hit));
        assert_int_equal(hit.x, LARGEST - 1);
        assert_int_equal(hit.y, LARGEST - 1);
        hm_affine_inverse(&map, &map);
        assert_int_equal(hm_affine_area(&small.sprite, &giant.sprite, &map), 1);
    }
    giant_free(&giant);
    subject_free(&small);
}

/* Its first pixel is its only point. */
static hm_sprite full_box_with_a_point(int32_t width, int32_t height)
{
    static const uint8_t first_cell[8] = {0};
    hm_sprite box = full_box(0, 0, width, height);
    box.points = first_cell;
    box.point_count = box.prune = 1;
    box.cell_bytes = 4;
    box.map_width = (uint32_t)width;
    box.map_height = (uint32_t)height;
    return box;
}

/* All pixels of a full box would be walked, if it could be so large. */
static void what_is_larger_than_the_largest_side_touches_nothing(void **state)
{
    (void)state;
    static const int32_t sides[][2] = {{HM_AFFINE_SIDE_MAX, 1},
                                       {1, HM_AFFINE_SIDE_MAX},
                                       {HM_AFFINE_SIDE_MAX + 1, 1},
                                       {1, HM_AFFINE_SIDE_MAX + 1},
                                       {INT32_MAX, INT32_MAX}};
    static const char *const dot[] = {"#"};
    struct subject small;
    hm_affine map;
    hm_affine_identity(&map);
    const hm_sprite point = full_box_with_a_point(1, 1);
    subject_draw(&small, dot, 1);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const bool touches = i < 2;
        const hm_sprite box = full_box_with_a_point(sides[i][0], sides[i][1]);
        assert_int_equal(hm_affine_points(&box, &small.sprite, &map, 1, NULL), touches);
        assert_int_equal(hm_affine_points(&point, &box, &map, 1, NULL), touches);
        assert_int_equal(hm_affine_points_exact(&box, &point, &map), touches);
        assert_int_equal(hm_affine_points_exact(&point, &box, &map), touches);
        assert_int_equal(hm_affine_overlap(&box, &small.sprite, &map), touches);
        assert_int_equal(hm_affine_overlap(&small.sprite, &box, &map), touches);
        assert_int_equal(hm_affine_first(&box, &box, &map, NULL), touches);
        assert_int_equal(hm_affine_area(&box, &box, &map), touches ? box.area : 0);
    }
    subject_free(&small);
}

/* ---- Far from the origin -------------------------------------------------------------------- */

/* A picture somewhere in a sprite as large as int32_t goes, which may be mirrored. */
struct far_subject {
    struct subject stored, shown;
    hm_sprite view;
    int64_t x, y; /* of the picture in the view */
};

/* Takes a sprite's side to any length. Returns the number of pixels before the picture. */
static int32_t extend(int32_t *side, uint64_t *random, int32_t *behind)
{
    static const int32_t distances[] = {0,       1 << 15, 1 << 24, 1 << 26,
                                        1 << 27, 1 << 29, 3 << 28, (1 << 30) - 100};
    const int32_t before = distances[oracle_random(random, 8)];
    *behind = distances[oracle_random(random, 8)];
    *side += before + *behind;
    return before;
}

static void far_init(struct far_subject *far, uint64_t *random)
{
    const bool flip_x = oracle_random(random, 2), flip_y = oracle_random(random, 2);
    int32_t right, below;
    subject_scribble(&far->stored, random, 20);
    while (far->stored.sprite.area == 0) {
        subject_free(&far->stored);
        subject_scribble(&far->stored, random, 20);
    }
    subject_mirror(&far->stored, flip_x, flip_y, &far->shown);
    hm_sprite sprite = far->stored.sprite;
    far->x = extend(&sprite.width, random, &right);
    far->y = extend(&sprite.height, random, &below);
    const int32_t x = (int32_t)(flip_x ? right : far->x), y = (int32_t)(flip_y ? below : far->y);
    sprite.bounds.x0 += x;
    sprite.bounds.x1 += x;
    sprite.bounds.y0 += y;
    sprite.bounds.y1 += y;
    hm_sprite_flip(&sprite, flip_x, flip_y, &far->view);
}

static void far_free(struct far_subject *far)
{
    subject_free(&far->stored);
    subject_free(&far->shown);
}

/* Any factors, many of them the largest that there are, with a shift that takes some pixel of `a`
 * to some pixel of `b`, or with any shift. False when that shift is out of range. */
static bool far_way(uint64_t *random, const struct far_subject *a, const struct far_subject *b,
                    bool aimed, hm_transform *out)
{
    const int64_t most = INT64_C(1) << 48;
    int32_t *const factors[4] = {&out->xx, &out->xy, &out->yx, &out->yy};
    const int32_t range = oracle_random(random, 2) ? 2 * ONE : HM_AFFINE_FACTOR_MAX;
    for (int i = 0; i < 4; i++)
        *factors[i] = oracle_random(random, 3) == 0 ? range * (1 - 2 * (int32_t)(i % 2))
                                                    : random_between(random, -range, range);
    out->x = oracle_random(random, 2) ? most : -most;
    out->y = oracle_random(random, 2) ? most : -most;
    if (!aimed)
        return true;
    const int64_t px = 2 * (a->x + random_between(random, 0, a->shown.width - 1)) + 1;
    const int64_t py = 2 * (a->y + random_between(random, 0, a->shown.height - 1)) + 1;
    const int64_t qx = b->x + random_between(random, 0, b->shown.width - 1);
    const int64_t qy = b->y + random_between(random, 0, b->shown.height - 1);
    out->x = qx * ONE + random_between(random, 0, ONE) - (out->xx * px + out->xy * py) / 2;
    out->y = qy * ONE + random_between(random, 0, ONE) - (out->yx * px + out->yy * py) / 2;
    return out->x >= -most && out->x <= most && out->y >= -most && out->y <= most;
}

/* The transform between the pictures themselves, without their far places. */
static hm_transform near_way(hm_transform t, const struct far_subject *a,
                             const struct far_subject *b)
{
    t.x += t.xx * a->x + t.xy * a->y - b->x * ONE;
    t.y += t.yx * a->x + t.yy * a->y - b->y * ONE;
    return t;
}

/* A pixel of the view as one of the picture. */
static void assert_far_hit(const struct far_subject *a, hm_point hit, hm_point expected)
{
    assert_int_equal(hit.x, a->x + expected.x);
    assert_int_equal(hit.y, a->y + expected.y);
}

/* Each way may be aimed or lead anywhere else, so most round trips are lost. */
static void check_far(struct far_subject *a, const struct far_subject *b, uint64_t *random,
                      uint64_t *hits)
{
    const uint32_t aimed = oracle_random(random, 3) + 1;
    hm_affine map;
    while (!far_way(random, a, b, aimed & 1, &map.to_b) ||
           !far_way(random, b, a, aimed & 2, &map.to_a))
        continue;
    const hm_affine near = {near_way(map.to_b, a, b), near_way(map.to_a, b, a)};
    hm_point expected = {0, 0}, hit = {0, 0};
    const uint64_t area = oracle_map_area(&a->shown, &b->shown, &near, &expected);
    assert_int_equal(hm_affine_overlap(&a->view, &b->view, &map), area > 0);
    assert_int_equal(hm_affine_area(&a->view, &b->view, &map), area);
    assert_int_equal(hm_affine_first(&a->view, &b->view, &map, &hit), area > 0);
    if (area > 0)
        assert_far_hit(a, hit, expected);
    *hits += area > 0;
}

static void far_pixels_are_not_lost(void **state)
{
    (void)state;
    uint64_t random = 12, hits = 0;
    for (int round = 0; round < 2000; round++) {
        struct far_subject a, b;
        far_init(&a, &random);
        far_init(&b, &random);
        for (int i = 0; i < 20; i++)
            check_far(&a, &b, &random, &hits);
        far_free(&a);
        far_free(&b);
    }
    assert_true(hits > 10000);
}

/* From the last pixel of the largest sprite to the first one, with a way back that leads nowhere:
 * the error of the round trip is 2^31 pixels, which 64 bits cannot hold with 33 binary places. */
static void a_round_trip_that_is_too_long_for_64_bits_is_lost(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    const int32_t last = INT32_MAX - 1;
    const hm_affine map = {.to_b = {ONE, -ONE, ONE, -ONE, ONE / 2, ONE / 2}, .to_a = {.x = -ONE}};
    struct subject small;
    hm_point hit;
    subject_draw(&small, dot, 1);
    hm_sprite far = small.sprite;
    far.width = far.height = INT32_MAX;
    far.bounds = (hm_box){last, last, INT32_MAX, INT32_MAX};
    assert_true(hm_affine_overlap(&far, &small.sprite, &map));
    assert_int_equal(hm_affine_area(&far, &small.sprite, &map), 1);
    assert_true(hm_affine_first(&far, &small.sprite, &map, &hit));
    assert_int_equal(hit.x, last);
    assert_int_equal(hit.y, last);
    subject_free(&small);
}

/* From the last pixel of a sprite of 2^16 rows and columns, away by the largest factors and back by
 * more of them: 2^63 of such an error are 2^30 pixels. */
static void factors_of_a_large_sprite_that_are_too_long_for_64_bits_are_lost(void **state)
{
    (void)state;
    enum { MOST = HM_AFFINE_FACTOR_MAX, SIDE = 65535 };
    const int32_t across = (2 * SIDE - 1) * (MOST / ONE);
    const hm_sprite large = full_box(SIDE - 1, SIDE - 1, 1, 1);
    const hm_sprite far = full_box(across, across, 1, 1);
    const hm_affine map = {.to_b = {MOST, MOST, MOST, MOST, 0, 0},
                           .to_a = {-MOST, -MOST, -MOST, -MOST, 0, 0}};
    assert_true(hm_affine_overlap(&large, &far, &map));
    assert_int_equal(hm_affine_area(&large, &far, &map), 1);
}

/* A way across by 2^28 pixels on one axis, and back by 16 times as much: in 64 bits the sum is 0.
 */
static void a_shift_that_is_too_long_for_64_bits_is_lost(void **state)
{
    (void)state;
    enum { FAR = 1 << 28 };
    static const char *const dot[] = {"#"};
    struct subject small;
    subject_draw(&small, dot, 1);
    for (int i = 0; i < 2; i++) {
        const int32_t x = i == 0 ? FAR : 0, y = i == 0 ? 0 : FAR;
        const hm_affine map = {.to_b = {ONE, 0, 0, ONE, (int64_t)x * ONE, (int64_t)y * ONE},
                               .to_a = {16 * ONE, 0, 0, 16 * ONE, 0, 0}};
        hm_sprite far = small.sprite;
        far.width = x + 1;
        far.height = y + 1;
        far.bounds = (hm_box){x, y, x + 1, y + 1};
        assert_true(hm_affine_overlap(&small.sprite, &far, &map));
        assert_int_equal(hm_affine_area(&small.sprite, &far, &map), 1);
    }
    subject_free(&small);
}

/* On one axis, all that adds up to the shift of the round trip is as large as it may be: 2^62, of
 * which the error is twice as much. On the other axis there is none. */
static void a_sum_of_shifts_that_is_too_long_for_64_bits_is_lost(void **state)
{
    (void)state;
    enum { MOST = HM_AFFINE_FACTOR_MAX, FAR = 1 << 22 };
    static const char *const dot[] = {"#"};
    const int64_t back = HM_AFFINE_SHIFT_MAX * 128;
    struct subject small;
    subject_draw(&small, dot, 1);
    hm_sprite far = small.sprite;
    far.width = FAR + 65;
    far.height = FAR + 1;
    far.bounds = (hm_box){FAR + 64, FAR, FAR + 65, FAR + 1};
    for (int i = 0; i < 2; i++) {
        const hm_affine map = {.to_b = {MOST, MOST, 0, 0, HM_AFFINE_SHIFT_MAX, HM_AFFINE_SHIFT_MAX},
                               .to_a = {i == 0 ? MOST : 0, i == 0 ? MOST : 0, i == 1 ? MOST : 0,
                                        i == 1 ? MOST : 0, i == 0 ? back : 0, i == 1 ? back : 0}};
        assert_true(hm_affine_overlap(&small.sprite, &far, &map));
        assert_int_equal(hm_affine_area(&small.sprite, &far, &map), 1);
    }
    subject_free(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_larger_than_the_largest_side_touches_nothing),
        cmocka_unit_test(corners_of_the_largest_sprites_meet),
        cmocka_unit_test(a_dot_finds_the_far_corner_of_the_largest_sprite),
        cmocka_unit_test(far_pixels_are_not_lost),
        cmocka_unit_test(a_round_trip_that_is_too_long_for_64_bits_is_lost),
        cmocka_unit_test(factors_of_a_large_sprite_that_are_too_long_for_64_bits_are_lost),
        cmocka_unit_test(a_shift_that_is_too_long_for_64_bits_is_lost),
        cmocka_unit_test(a_sum_of_shifts_that_is_too_long_for_64_bits_is_lost),
    };
    return cmocka_run_group_tests_name("affine_far", tests, NULL, NULL);
}

#endif
