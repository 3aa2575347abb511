/*
 * test_moments.c - centroid, spread and main axis against sums over all pixels
 */

#include "support/cmocka_all.h"

#include "runtime/full_box.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask_canvas.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Sums over all pixels ----------------------------------------------------------------- */

/* The quotient in 16.16, to the nearest; halves go up. The dividend is below 2^45 in size. */
static int64_t rounded(int64_t dividend, int64_t divisor)
{
    const int64_t twice = 2 * dividend * 65536 + divisor, rest = twice % (2 * divisor);
    return (twice - (rest < 0 ? rest + 2 * divisor : rest)) / (2 * divisor);
}

static bool oracle_moments(const struct subject *s, hm_moments *out)
{
    int64_t n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int64_t py = 0; py < s->height; py++)
        for (int64_t px = 0; px < s->width; px++) {
            if (!oracle_solid(s, px, py))
                continue;
            n++;
            x += px;
            y += py;
            xx += px * px;
            xy += px * py;
            yy += py * py;
        }
    if (n == 0)
        return false;
    out->x = rounded(2 * x + n, 2 * n);
    out->y = rounded(2 * y + n, 2 * n);
    out->xx = rounded(n * xx - x * x, n * n);
    out->xy = rounded(n * xy - x * y, n * n);
    out->yy = rounded(n * yy - y * y, n * n);
    return true;
}

/* Twice the angle leads along the vector (xx - yy, 2 xy): less than a bit more than a unit of
 * 65536 a turn beside it. */
static void check_angle(const hm_moments *m)
{
    const double x = (double)(m->xx - m->yy), y = 2 * (double)m->xy;
    int32_t cosine, sine;
    hm_turn(2 * m->angle, &cosine, &sine);
    const double across = y * cosine - x * sine, along = x * cosine + y * sine;
    assert_true(m->angle < 32768);
    assert_true(along > 0 || (x == 0 && y == 0 && m->angle == 0));
    assert_true((across < 0 ? -across : across) <= along * 1.2 * 6.2831854 / 65536);
}

static void assert_moments(const hm_moments *is, const hm_moments *expected)
{
    assert_int_equal(is->x, expected->x);
    assert_int_equal(is->y, expected->y);
    assert_int_equal(is->xx, expected->xx);
    assert_int_equal(is->xy, expected->xy);
    assert_int_equal(is->yy, expected->yy);
    check_angle(is);
}

static void check_view(const struct subject *s, const hm_sprite *view)
{
    hm_moments moments = {.x = 7, .angle = 8}, expected;
    const bool any = oracle_moments(s, &expected);
    assert_int_equal(hm_sprite_moments(view, &moments), any);
    if (any)
        assert_moments(&moments, &expected);
    else
        assert_true(moments.x == 7 && moments.angle == 8);
}

static void check_views(const struct subject *s)
{
    views_visit(s, check_view);
}

/* ---- Drawn -------------------------------------------------------------------------------- */

static void moments_drawn(void **state)
{
    (void)state;
    static const char *const bar[] = {"......", "..####", "......"};
    struct subject s;
    hm_moments m;
    subject_draw(&s, bar, 3);
    assert_true(hm_sprite_moments(&s.sprite, &m));
    assert_moments(&m, &(hm_moments){4 * 65536, 98304, 65536 + 16384, 0, 0, 0});
    assert_int_equal(m.angle, 0);
    subject_free(&s);
}

/* Lines of every kind lie along their axis: 8192 is an eighth, downwards to the right. */
static void lines_lie_along_their_axis(void **state)
{
    (void)state;
    static const struct {
        int32_t right, down;
        uint32_t angle;
    } lines[] = {{1, 0, 0},    {0, 1, 16384},  {1, 1, 8192},    {-1, 1, 24576},
                 {3, 1, 3356}, {-3, 1, 29412}, {1, 2, 11548},   {-1, 2, 21220},
                 {4, 3, 6712}, {5, 12, 12266}, {-12, 5, 28650}, {40, 1, 261}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const int32_t right = lines[i].right, down = lines[i].down;
        struct subject s;
        hm_moments m;
        subject_init(&s, 401, 101);
        for (int32_t k = 0; k < 5; k++)
            s.pixels[down * k * 401 + (right < 0 ? 400 : 0) + right * k] = 1;
        subject_bake(&s);
        assert_true(hm_sprite_moments(&s.sprite, &m));
        assert_int_equal(m.angle, lines[i].angle);
        subject_free(&s);
    }
}

/* Squares, discs and crosses have no main axis. */
static void a_shape_that_is_alike_all_round_has_no_axis(void **state)
{
    (void)state;
    static const char *const cross[] = {"..#..", "..#..", "#####", "..#..", "..#.."};
    struct subject s;
    hm_moments m;
    subject_draw(&s, cross, 5);
    assert_true(hm_sprite_moments(&s.sprite, &m));
    assert_moments(&m, &(hm_moments){163840, 163840, 72818, 0, 72818, 0});
    subject_free(&s);
}

/* Just between two units, where the second one is taken: a bit of a recorded game. */
static void an_axis_between_two_units(void **state)
{
    (void)state;
    static const char *const below[] = {"#.#.", "##.#", "###."};
    static const char *const above[] = {".#.#", "#.##", ".###"};
    const char *const *const pictures[] = {below, above};
    static const uint32_t angles[] = {32443, 326};
    for (int i = 0; i < 2; i++) {
        struct subject s;
        hm_moments m;
        subject_draw(&s, pictures[i], 3);
        assert_true(hm_sprite_moments(&s.sprite, &m));
        assert_int_equal(m.angle, angles[i]);
        subject_free(&s);
    }
}

static void every_small_mask(void **state)
{
    (void)state;
    masks_visit(NULL, 1, check_views);
}

static void random_masks(void **state)
{
    (void)state;
    scribbles_visit(3, 400, 150, check_views);
}

/* Sprites of 512 pixels, whose mean products often lie halfway between two numbers: such means
 * round up. */
static void halves_go_up(void **state)
{
    (void)state;
    enum { SIDE = 40, PIXELS = 512 };
    uint64_t random = 5;
    int halves = 0;
    for (int round = 0; round < 60; round++) {
        struct subject s;
        subject_init(&s, SIDE, SIDE);
        for (int count = 0; count < PIXELS;) {
            uint8_t *const pixel = &s.pixels[oracle_random(&random, SIDE * SIDE)];
            count += *pixel == 0;
            *pixel = 1;
        }
        subject_bake(&s);
        check_views(&s);
        int64_t x = 0, y = 0;
        for (int32_t i = 0; i < SIDE * SIDE; i++) {
            x += s.pixels[i] * (i % SIDE);
            y += s.pixels[i] * (i / SIDE);
        }
        halves += x * y % 4 == 2;
        subject_free(&s);
    }
    assert_true(halves > 5);
}

/* ---- Limits ------------------------------------------------------------------------------- */

/* A row of n pixels has a variance of (n * n - 1) / 12. */
static void the_largest_boxes(void **state)
{
    (void)state;
    enum { MOST = HM_AFFINE_SIDE_MAX, FAR = INT32_MAX - MOST };
    const clock_t begin = clock();
    hm_moments m;
    for (int32_t side = MOST; side > 0; side /= 3) {
        const hm_sprite box = full_box(FAR, 11, MOST, side);
        assert_true(hm_sprite_moments(&box, &m));
        assert_int_equal(m.x, (2 * (int64_t)FAR + MOST) * 32768);
        assert_int_equal(m.y, (2 * 11 + side) * INT64_C(32768));
        assert_int_equal(m.xx, rounded(((int64_t)MOST * MOST - 1), 12));
        assert_int_equal(m.yy, rounded(((int64_t)side * side - 1), 12));
        assert_int_equal(m.xy, 0);
        assert_int_equal(m.angle, 0);
    }
    const hm_sprite wide = full_box(0, 0, MOST + 1, 1), high = full_box(0, 0, 1, MOST + 1);
    const hm_sprite all = full_box(0, 0, INT32_MAX, INT32_MAX);
    assert_false(hm_sprite_moments(&wide, &m));
    assert_false(hm_sprite_moments(&high, &m));
    assert_false(hm_sprite_moments(&all, &m));
    assert_true(clock() - begin < CLOCKS_PER_SEC / 10);
}

/* Two pixels as far apart as may be: the sums are as large as they get for what they tell. */
static void far_corners(void **state)
{
    (void)state;
    enum { MOST = HM_AFFINE_SIDE_MAX };
    const size_t size = hm_sprite_buffer_size(MOST, 2), stride = (MOST + 7) / 8;
    uint8_t *const bits = calloc(stride, 2), *const buffer = malloc(size);
    const int64_t half = (int64_t)(MOST - 1) / 2;
    hm_sprite sprite;
    hm_moments m;
    bits[0] = 1;
    bits[stride + (MOST - 1) / 8] = 1 << (MOST - 1) % 8;
    assert_true(hm_sprite_from_bits(bits, stride, MOST, 2, buffer, size, &sprite));
    for (int flips = 0; flips < 4; flips++) {
        hm_sprite view;
        hm_sprite_flip(&sprite, flips & 1, flips & 2, &view);
        assert_true(hm_sprite_moments(&view, &m));
        assert_int_equal(m.x, MOST * INT64_C(32768));
        assert_int_equal(m.y, 65536);
        assert_int_equal(m.xx, half * half * 65536);
        assert_int_equal(m.yy, 16384);
        assert_int_equal(m.xy, (flips == 1 || flips == 2 ? -half : half) * 32768);
    }
    free(bits);
    free(buffer);
}

static void an_empty_sprite_has_none(void **state)
{
    (void)state;
    hm_sprite nothing;
    hm_moments m;
    memset(&nothing, 0, sizeof nothing);
    assert_false(hm_sprite_moments(&nothing, &m));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_drawn),
        cmocka_unit_test(lines_lie_along_their_axis),
        cmocka_unit_test(a_shape_that_is_alike_all_round_has_no_axis),
        cmocka_unit_test(an_axis_between_two_units),
        cmocka_unit_test(every_small_mask),
        cmocka_unit_test(random_masks),
        cmocka_unit_test(halves_go_up),
        cmocka_unit_test(the_largest_boxes),
        cmocka_unit_test(far_corners),
        cmocka_unit_test(an_empty_sprite_has_none),
    };
    return cmocka_run_group_tests_name("moments", tests, NULL, NULL);
}
