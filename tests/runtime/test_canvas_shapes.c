/*
 * test_canvas_shapes.c - segments and polygons on a canvas, against one pixel at a time
 */

#include "support/cmocka_all.h"

#include "runtime/canvas_model.h"
#include "runtime/path_oracle.h"
#include "wide.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>

#ifndef __SIZEOF_INT128__
#include "runtime/left_out.h"
#else

/* Wider than any product here. */
__extension__ typedef __int128 exact;

/* ---- Wide numbers ---------------------------------------------------------------------------- */

static struct wide wide_of(exact n)
{
    return (struct wide){(uint64_t)(n >> 64), (uint64_t)n};
}

static exact any_exact(uint64_t *random, unsigned bits)
{
    exact n = 0;
    for (unsigned left = oracle_random(random, bits); left > 0; left--)
        n = 2 * n + oracle_random(random, 2);
    return n;
}

static void wide_numbers(void **state)
{
    (void)state;
    /* The largest product, and a quotient that is cut where it has a rest. */
    const exact most_product = (exact)INT64_MIN * INT64_MIN, cut = -((exact)1 << 65) - 3;
    assert_int_equal(hm_wide_divide(wide_of(most_product), 1), INT64_C(1) << 62);
    assert_int_equal(hm_wide_divide(wide_of(cut), 8), -(INT64_C(1) << 62));
    const int64_t most = INT64_C(1) << 62;
    uint64_t random = 2;
    for (int i = 0; i < 200000; i++) {
        const exact n = any_exact(&random, 127) * (oracle_random(&random, 2) ? 1 : -1);
        const int64_t divisor = 1 + (int64_t)any_exact(&random, 50);
        const exact right = n / divisor - (n % divisor < 0);
        assert_int_equal(hm_wide_divide(wide_of(n), divisor), right > most    ? most
                                                              : right < -most ? -most
                                                                              : (int64_t)right);
        const int64_t a = (int64_t)any_exact(&random, 63), b = -(int64_t)any_exact(&random, 63);
        const struct wide product = hm_wide_product(a, b), expected = wide_of((exact)a * b);
        assert_memory_equal(&product, &expected, sizeof product);
        const exact size = any_exact(&random, 127);
        const exact root = hm_wide_root(wide_of(size));
        assert_true(root * root <= size && (root + 1) * (root + 1) > size);
    }
}

/* ---- Segments -------------------------------------------------------------------------------- */

struct segment {
    int32_t x0, y0, x1, y1;
    uint32_t width;
};

static bool in_path(const struct segment *s, int64_t x, int64_t y)
{
    const int64_t right = s->x1 < s->x0 ? -1 : 1, down = s->y1 < s->y0 ? -1 : 1;
    const int64_t width = right * ((int64_t)s->x1 - s->x0),
                  height = down * ((int64_t)s->y1 - s->y0);
    const int64_t i = right * (x - s->x0), k = down * (y - s->y0);
    return i >= 0 && k >= 0 && i <= width && k <= height &&
           path_visits((uint64_t)width, (uint64_t)height, (uint64_t)i, (uint64_t)k);
}

static exact squares(exact x, exact y)
{
    return x * x + y * y;
}

static bool in_segment(const void *shape, int64_t x, int64_t y)
{
    const struct segment *const s = shape;
    if (s->width < 2)
        return in_path(s, x, y);
    const exact dx = (exact)s->x1 - s->x0, dy = (exact)s->y1 - s->y0;
    const exact u = x - s->x0, v = y - s->y0, wide = (exact)s->width * s->width;
    const exact along = u * dx + v * dy, across = dx * v - dy * u, length = squares(dx, dy);
    if (4 * squares(u, v) <= wide || 4 * squares(u - dx, v - dy) <= wide)
        return true;
    if (length == 0 || along < 0 || along > length)
        return false;
    /* 4 * far * far <= wide * length, in numbers that fit. */
    const exact far = across < 0 ? -across : across;
    return far < (exact)1 << 63 && far * far <= wide / 4 * length + wide % 4 * length / 4;
}

static void change_segment(struct twin *twin, struct segment s, hm_op op)
{
    hm_canvas_segment(&twin->canvas, s.x0, s.y0, s.x1, s.y1, s.width, op);
    twin_expect(twin, in_segment, &s, op);
}

/* From each pixel of a small field to each other one, clipped on all sides. */
static void every_short_segment(void **state)
{
    (void)state;
    struct twin twin;
    twin_init(&twin, 7, 6);
    for (int32_t i = 0; i < 10 * 10 * 10 * 10; i++) {
        const struct segment s = {i % 10 - 2, i / 10 % 10 - 2, i / 100 % 10 - 2, i / 1000 - 2,
                                  (uint32_t)i % 7};
        hm_canvas_fill(&twin.canvas, NULL, HM_ERASE);
        memset(twin.right.pixels, 0, 7 * 6);
        change_segment(&twin, s, HM_ADD);
        twin_check_pixels(&twin);
    }
    twin_free(&twin);
}

/* All directions of a wide one, whose corners are not round at a pixel that the discs leave out. */
static void corners_of_wide_segments(void **state)
{
    (void)state;
    for (int32_t i = 0; i < 41 * 17; i++) {
        const struct segment s = {20, 12, i % 41, 4 + i / 41, 7};
        struct twin twin;
        twin_init(&twin, 41, 25);
        change_segment(&twin, s, HM_ADD);
        twin_check_pixels(&twin);
        twin_free(&twin);
    }
}

static int32_t around(uint64_t *random, int32_t side)
{
    return (int32_t)oracle_random(random, (uint32_t)side + 80) - 40;
}

static void random_segments(void **state)
{
    (void)state;
    uint64_t random = 21;
    struct twin twin;
    twin_init(&twin, 200, 150);
    for (int i = 0; i < 400; i++) {
        struct segment s;
        s.x0 = around(&random, 200);
        s.y0 = around(&random, 150);
        s.x1 = oracle_random(&random, 5) == 0 ? s.x0 : around(&random, 200);
        s.y1 = oracle_random(&random, 5) == 0 ? s.y0 : around(&random, 150);
        s.width = oracle_random(&random, oracle_random(&random, 2) ? 4 : 60);
        if (i % 20 == 0)
            twin_scribble(&twin, &random);
        change_segment(&twin, s, ops[oracle_random(&random, 40) == 0 ? 2 : i % 2 * 3]);
        twin_check(&twin, &random);
    }
    twin_free(&twin);
}

static void segments_at_the_ends_of_int32(void **state)
{
    (void)state;
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -1000000,      -3,
                                   20,        1 << 20,       INT32_MAX - 1, INT32_MAX};
    static const uint32_t widths[] = {0,         1, 2, 3, 40, 1000001, INT32_MAX, UINT32_MAX - 1,
                                      UINT32_MAX};
    uint64_t random = 8;
    struct twin twin;
    twin_init(&twin, 70, 40);
    for (int i = 0; i < 4000; i++) {
        int32_t at[4];
        for (int k = 0; k < 4; k++)
            at[k] = ends[oracle_random(&random, 8)];
        const struct segment s = {at[0], at[1], at[2], at[3], widths[oracle_random(&random, 9)]};
        change_segment(&twin, s, HM_TOGGLE);
        twin_check_pixels(&twin);
    }
    twin_free(&twin);
}

/* A line that just passes a canvas far from its ends, with a width that ends there. */
static void wide_segments_whose_edge_is_in_the_canvas(void **state)
{
    (void)state;
    uint64_t random = 8;
    struct twin twin;
    twin_init(&twin, 70, 40);
    for (int i = 0; i < 1000; i++) {
        const int32_t far = (int32_t)oracle_random(&random, INT32_MAX), slope = around(&random, 40);
        const int32_t off = (int32_t)oracle_random(&random, INT32_MAX - 100) / (i % 3 ? 1 : 100000);
        const bool across = oracle_random(&random, 2);
        struct segment s = {-far, off - slope, far, off + slope,
                            2 * (uint32_t)off - oracle_random(&random, 60)};
        if (s.width > UINT32_C(1) << 31)
            s.width = 2;
        if (across)
            s = (struct segment){s.y0, s.x0, s.y1, s.x1, s.width};
        change_segment(&twin, s, HM_TOGGLE);
        twin_check_pixels(&twin);
    }
    twin_free(&twin);
}

/* ---- Polygons -------------------------------------------------------------------------------- */

struct polygon {
    const hm_corner *corners;
    uint32_t count;
};

/* How often the polygon goes round the centre: by the edges that lie left of it. */
static bool in_polygon(const void *shape, int64_t x, int64_t y)
{
    const struct polygon *const p = shape;
    const int64_t cx = x * 65536 + 32768, cy = y * 65536 + 32768;
    int64_t turns = 0;
    for (uint32_t i = 0; p->count > 2 && i < p->count; i++) {
        const hm_corner a = p->corners[i], b = p->corners[(i + 1) % p->count];
        const exact side = (exact)(b.x - a.x) * (cy - a.y) - (exact)(b.y - a.y) * (cx - a.x);
        if (a.y <= cy && cy < b.y && side <= 0)
            turns++;
        if (b.y <= cy && cy < a.y && side >= 0)
            turns--;
    }
    return turns != 0;
}

static void change_polygon(struct twin *twin, const hm_corner *corners, uint32_t count, hm_op op)
{
    assert_true(hm_canvas_polygon(&twin->canvas, corners, count, op));
    twin_expect(twin, in_polygon, &(struct polygon){corners, count}, op);
}

static void a_box_through_centres_is_half_open(void **state)
{
    (void)state;
    const int64_t low = 2 * 65536 + 32768, high = 6 * 65536 + 32768;
    const hm_corner corners[] = {{low, low}, {high, low}, {high, high}, {low, high}};
    const hm_corner reversed[] = {{low, high}, {high, high}, {high, low}, {low, low}};
    struct twin twin;
    hm_sprite view;
    hm_box bounds;
    twin_init(&twin, 10, 10);
    for (int i = 0; i < 2; i++) {
        change_polygon(&twin, i == 0 ? corners : reversed, 4, HM_ADD);
        hm_canvas_sprite(&twin.canvas, &view);
        hm_sprite_bounds(&view, &bounds);
        assert_memory_equal(&bounds, (&(hm_box){2, 2, 6, 6}), sizeof bounds);
        assert_int_equal(hm_sprite_area(&view), 16);
        hm_canvas_fill(&twin.canvas, NULL, HM_ERASE);
    }
    twin_free(&twin);
}

/* Two turns round the middle count as inside; a hole goes the other way round. */
static void stars_and_holes(void **state)
{
    (void)state;
    static const hm_corner star[] = {{20 << 16, 1 << 16},
                                     {31 << 16, 35 << 16},
                                     {2 << 16, 14 << 16},
                                     {38 << 16, 14 << 16},
                                     {8 << 16, 35 << 16}};
    static const hm_corner frame[] = {{0, 0},
                                      {40 << 16, 0},
                                      {40 << 16, 40 << 16},
                                      {0, 40 << 16},
                                      {0, 0},
                                      {9 << 16, 9 << 16},
                                      {9 << 16, 30 << 16},
                                      {30 << 16, 30 << 16},
                                      {30 << 16, 9 << 16},
                                      {9 << 16, 9 << 16}};
    struct twin twin;
    hm_sprite view;
    twin_init(&twin, 40, 40);
    change_polygon(&twin, star, 5, HM_ADD);
    twin_check_pixels(&twin);
    hm_canvas_sprite(&twin.canvas, &view);
    assert_true(hm_solid(&view, 20, 20));
    hm_canvas_fill(&twin.canvas, NULL, HM_ERASE);
    memset(twin.right.pixels, 0, 1600);
    change_polygon(&twin, frame, 10, HM_ADD);
    twin_check_pixels(&twin);
    hm_canvas_sprite(&twin.canvas, &view);
    assert_int_equal(hm_sprite_area(&view), 40 * 40 - 21 * 21);
    twin_free(&twin);
}

static int64_t any_coordinate(uint64_t *random, int32_t side)
{
    const int64_t pixel = around(random, side);
    switch (oracle_random(random, 4)) {
    case 0:
        return pixel * 65536;
    case 1:
        return pixel * 65536 + 32768;
    default:
        return pixel * 65536 + (int64_t)oracle_random(random, 65536);
    }
}

static void random_polygons(void **state)
{
    (void)state;
    uint64_t random = 31;
    struct twin twin;
    hm_corner corners[400];
    twin_init(&twin, 150, 100);
    for (int i = 0; i < 300; i++) {
        /* So many that rows have more edges than are sorted at once. */
        const uint32_t count = i % 50 == 49 ? 400 : oracle_random(&random, i % 2 ? 5 : 12);
        for (uint32_t k = 0; k < count; k++)
            corners[k] = (hm_corner){any_coordinate(&random, 150), any_coordinate(&random, 100)};
        if (i % 20 == 0)
            twin_scribble(&twin, &random);
        change_polygon(&twin, corners, count, ops[oracle_random(&random, 10) == 0 ? 2 : i % 4]);
        twin_check(&twin, &random);
    }
    change_polygon(&twin, NULL, 0, HM_ADD);
    change_polygon(&twin, NULL, 0, HM_KEEP);
    twin_check(&twin, &random);
    twin_free(&twin);
}

static void large_polygons_and_those_too_large(void **state)
{
    (void)state;
    const int64_t most = HM_AFFINE_SHIFT_MAX;
    uint64_t random = 13;
    struct twin twin;
    twin_init(&twin, 70, 40);
    for (int i = 0; i < 500; i++) {
        hm_corner corners[5];
        for (int k = 0; k < 5; k++)
            corners[k] =
                (hm_corner){oracle_random(&random, 3) ? (oracle_random(&random, 2) ? most : -most)
                                                      : any_coordinate(&random, 70),
                            oracle_random(&random, 3) ? any_coordinate(&random, 40)
                                                      : (oracle_random(&random, 2) ? most : -most)};
        change_polygon(&twin, corners, 5, HM_TOGGLE);
        twin_check_pixels(&twin);
        (&corners[i % 5].x)[i / 5 % 2] = (i / 10 % 2 ? most : -most) + (i / 10 % 2 ? 1 : -1);
        assert_false(hm_canvas_polygon(&twin.canvas, corners, 5, HM_KEEP));
        (&corners[i % 5].x)[i / 5 % 2] = i / 10 % 2 ? INT64_MAX : INT64_MIN;
        assert_false(hm_canvas_polygon(&twin.canvas, corners, 5, HM_ADD));
        twin_check_pixels(&twin);
    }
    const hm_corner corners[] = {{0, 0}, {most, 0}, {0, most}};
    assert_false(hm_canvas_polygon(&twin.canvas, corners, 3, (hm_op)9));
    twin_check_pixels(&twin);
    twin_free(&twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_numbers),
        cmocka_unit_test(every_short_segment),
        cmocka_unit_test(corners_of_wide_segments),
        cmocka_unit_test(random_segments),
        cmocka_unit_test(segments_at_the_ends_of_int32),
        cmocka_unit_test(wide_segments_whose_edge_is_in_the_canvas),
        cmocka_unit_test(a_box_through_centres_is_half_open),
        cmocka_unit_test(stars_and_holes),
        cmocka_unit_test(random_polygons),
        cmocka_unit_test(large_polygons_and_those_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
