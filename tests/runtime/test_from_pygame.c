/*
 * test_from_pygame.c - each line of the table "pygame: masks" of samples/README.md does what
 * pygame's function does, by loops over pixels
 *
 * pygame_rows.c has a function do_NAME for each line; the Makefile takes it out of the table.
 */
#include "support/cmocka_all.h"

#include "runtime/answers.h"
#include "runtime/canvas_model.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>

/* ---- What the lines of the table use ----------------------------------------------------------
 */

enum { CAPACITY = 400, SIDE = 40 };

static hm_canvas a, b, c;
static hm_sprite va, vb;
static uint8_t buffer[4000], scratch[16000];
static const size_t size = sizeof buffer;
static const uint32_t capacity = CAPACITY;
static int32_t x, y, w, h, dx, dy;
static bool is;
static uint64_t n;
static uint32_t count, loops, ends[CAPACITY / 4], pixels[SIDE * SIDE];
static double degrees;
static hm_point hit;
static hm_box box;
static hm_moments moments;
static hm_corner corners[CAPACITY];
static hm_component pieces[CAPACITY];
static hm_picture picture;

static bool is_near(uint32_t pixel)
{
    return (pixel & 0xff) > 99;
}

#include "pygame_rows.c"

/* ---- Masks and their pictures -----------------------------------------------------------------
 */

static struct twin one, two;
static uint64_t random_state = 41;

/* Masks a and b, with their views and pictures; c is an empty one of the size of a and b. */
static void begin(void)
{
    static uint8_t of_c[4000];
    twin_init(&one, random_between(&random_state, 1, SIDE / 2),
              random_between(&random_state, 1, SIDE / 2));
    twin_init(&two, random_between(&random_state, 1, 12), random_between(&random_state, 1, 12));
    twin_scribble(&one, &random_state);
    twin_scribble(&two, &random_state);
    a = one.canvas;
    b = two.canvas;
    hm_canvas_sprite(&a, &va);
    hm_canvas_sprite(&b, &vb);
    dx = random_between(&random_state, -12, SIDE / 2);
    dy = random_between(&random_state, -12, SIDE / 2);
    w = two.right.width;
    h = two.right.height;
    assert_true(
        hm_canvas_init(&c, of_c, sizeof of_c, one.right.width + w - 1, one.right.height + h - 1));
}

static void end(void)
{
    twin_free(&one);
    twin_free(&two);
}

/* The pixels of a canvas are those for which a function says so. */
typedef bool wanted(int32_t px, int32_t py);

static void check(const hm_canvas *canvas, int32_t width, int32_t height, wanted *want)
{
    assert_int_equal(hm_canvas_width(canvas), width);
    assert_int_equal(hm_canvas_height(canvas), height);
    for (int32_t py = 0; py < height; py++)
        for (int32_t px = 0; px < width; px++)
            assert_int_equal(hm_canvas_solid(canvas, px, py), want(px, py));
}

static bool in_a(int32_t px, int32_t py)
{
    return oracle_solid(&one.right, px, py);
}

static bool in_b(int32_t px, int32_t py)
{
    return oracle_solid(&two.right, px - dx, py - dy);
}

static bool in_both(int32_t px, int32_t py)
{
    return in_a(px, py) && in_b(px, py);
}

static bool in_either(int32_t px, int32_t py)
{
    return in_a(px, py) || in_b(px, py);
}

static bool in_a_alone(int32_t px, int32_t py)
{
    return in_a(px, py) && !in_b(px, py);
}

static bool not_in_a(int32_t px, int32_t py)
{
    return !in_a(px, py);
}

static bool nowhere(int32_t px, int32_t py)
{
    (void)px;
    (void)py;
    return false;
}

static bool everywhere(int32_t px, int32_t py)
{
    return !nowhere(px, py);
}

static void run(void (*test)(void))
{
    for (int i = 0; i < oracle_tries(60); i++) {
        begin();
        test();
        end();
    }
}

/* ---- Each line --------------------------------------------------------------------------------
 */

static void sizes_and_pixels(void)
{
    const int32_t width = one.right.width, height = one.right.height;
    do_get_size();
    assert_int_equal(w, width);
    assert_int_equal(h, height);
    do_get_rect();
    assert_box(&box, &(hm_box){0, 0, width, height});
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++) {
            do_get_at();
            assert_int_equal(is, in_a(x, y));
        }
    do_count();
    assert_int_equal(n, hm_sprite_area(&va));
    do_to_surface();
    for (int32_t i = 0; i < w * h; i++)
        assert_int_equal(pixels[i], in_a(i % w, i / w) ? 0xffffffff : 0xff000000);
    x = width / 2, y = height / 2;
    one.right.pixels[y * width + x] = 1;
    do_set_at();
    check(&a, width, height, in_a);
    do_copy();
    check(&c, width, height, in_a);
    w = width + 1, h = height;
    do_Mask();
    check(&a, width + 1, height, nowhere);
}

static void whole_masks(void)
{
    do_invert();
    check(&a, one.right.width, one.right.height, not_in_a);
    do_fill();
    check(&a, one.right.width, one.right.height, everywhere);
    do_clear();
    check(&a, one.right.width, one.right.height, nowhere);
}

static void two_masks(void)
{
    hm_point first = {-1, -1};
    uint64_t area = 0;
    const bool touch = oracle_overlap(&one.right, &two.right, dx, dy, &first, &area);
    do_overlap();
    assert_int_equal(is, touch);
    if (touch)
        assert_point(hit, first);
    do_overlap_area();
    assert_int_equal(n, area);
    do_overlap_mask();
    check(&c, one.right.width, one.right.height, in_both);
}

static void convolved(void)
{
    const int32_t width = w, height = h;
    do_convolve();
    for (int32_t py = 0; py < hm_canvas_height(&c); py++)
        for (int32_t px = 0; px < hm_canvas_width(&c); px++)
            assert_int_equal(hm_canvas_solid(&c, px, py),
                             oracle_overlap(&one.right, &two.right, px - width + 1, py - height + 1,
                                            NULL, NULL));
}

static void drawn(void)
{
    do_draw();
    check(&a, one.right.width, one.right.height, in_either);
}

static void erased(void)
{
    do_erase();
    check(&a, one.right.width, one.right.height, in_a_alone);
}

static bool in_scaled(int32_t px, int32_t py)
{
    return in_a(px * one.right.width / w, py * one.right.height / h);
}

static void scaled(void)
{
    w = random_between(&random_state, 1, SIDE);
    h = random_between(&random_state, 1, SIDE);
    do_scale();
    check(&c, w, h, in_scaled);
}

static void centroid_and_angle(void)
{
    int64_t area = 0, sum_x = 0, sum_y = 0;
    for (int32_t i = 0; i < one.right.width * one.right.height; i++) {
        area += one.right.pixels[i];
        sum_x += one.right.pixels[i] * (i % one.right.width);
        sum_y += one.right.pixels[i] * (i / one.right.width);
    }
    if (area == 0)
        return;
    do_centroid();
    assert_int_equal(x, sum_x / area);
    assert_int_equal(y, sum_y / area);
    /* test_moments.c has the angle; pygame counts it the other way. */
    do_angle();
    const double clockwise = moments.angle * 360.0 / 65536;
    assert_true(degrees >= -90 && degrees < 90);
    assert_true(degrees == -clockwise || degrees == 180 - clockwise);
}

/* Pixels that share a corner are connected. */
static void pieces_of_a(void)
{
    uint64_t area = 0;
    do_connected_components();
    const uint32_t all = count;
    do_get_bounding_rects();
    assert_int_equal(count, all);
    for (uint32_t i = 0; i < count; i++) {
        x = pieces[i].first.x, y = pieces[i].first.y;
        hm_canvas_fill(&c, NULL, HM_ERASE);
        do_connected_component();
        assert_true(is);
        assert_int_equal(hm_canvas_area(&c), pieces[i].area);
        area += pieces[i].area;
        for (int32_t px = 0; px < one.right.width; px++)
            for (int32_t py = 0; py < one.right.height; py++)
                if (hm_canvas_solid(&c, px, py))
                    assert_true(in_a(px, py) && hm_box_contains(&pieces[i].bounds, px, py));
    }
    assert_int_equal(area, hm_sprite_area(&va));
}

static void outlined(void)
{
    do_outline();
    assert_true(count <= CAPACITY);
    hm_canvas_fill(&a, NULL, HM_ERASE);
    for (uint32_t i = 0, first = 0; i < loops; first = ends[i++])
        assert_true(hm_canvas_polygon(&a, corners + first, ends[i] - first, HM_TOGGLE));
    check(&a, one.right.width, one.right.height, in_a);
}

static bool in_picture(int32_t px, int32_t py)
{
    const uint32_t pixel = pixels[py * w + px];
    return picture.mask != 0 ? (pixel & 0xffffff) != picture.key : pixel >> 24 > 127;
}

static bool in_threshold(int32_t px, int32_t py)
{
    return is_near(pixels[py * w + px]);
}

static void from_pictures(void)
{
    uint8_t bytes[SIDE * SIDE * 4];
    w = one.right.width;
    h = one.right.height;
    for (int32_t i = 0; i < w * h; i++) {
        pixels[i] = oracle_random(&random_state, 2) << 31 | oracle_random(&random_state, 3) * 80;
        for (int32_t k = 0; k < 4; k++)
            bytes[4 * i + k] = (uint8_t)(pixels[i] >> 8 * k);
    }
    picture = (hm_picture){.pixels = bytes,
                           .stride = (size_t)w * 4,
                           .width = w,
                           .height = h,
                           .bytes = 4,
                           .alpha = 3,
                           .threshold = 127};
    do_from_surface();
    assert_true(is);
    check(&a, w, h, in_picture);
    picture.key = 80;
    picture.mask = 0xffffff;
    do_from_surface();
    check(&a, w, h, in_picture);
    do_from_threshold();
    check(&a, w, h, in_threshold);
}

#define ROWS(X)                                                                                    \
    X(sizes_and_pixels)                                                                            \
    X(whole_masks)                                                                                 \
    X(two_masks)                                                                                   \
    X(convolved)                                                                                   \
    X(drawn)                                                                                       \
    X(erased)                                                                                      \
    X(scaled)                                                                                      \
    X(centroid_and_angle)                                                                          \
    X(pieces_of_a)                                                                                 \
    X(outlined)                                                                                    \
    X(from_pictures)

#define TEST(name)                                                                                 \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        run(name);                                                                                 \
    }
#define LISTED(name) cmocka_unit_test(test_##name),

ROWS(TEST)

int main(void)
{
    const struct CMUnitTest tests[] = {ROWS(LISTED)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
