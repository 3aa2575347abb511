/*
 * test_affine_make.c - angles, and maps that are made of numbers and of placements
 */

#include "support/cmocka_all.h"

#include "runtime/answers.h"
#include "runtime/map_check.h"

#include <hitmask_transform.h>

#ifndef __SIZEOF_INT128__
#include "runtime/left_out.h"
#else

/* ---- Angles --------------------------------------------------------------------------------- */

/* The series, far beyond where it still adds anything. */
static void turn_slowly(uint32_t angle, long double *cosine, long double *sine)
{
    const long double x = (long double)angle * 3.14159265358979323846264338327950288L / 32768;
    long double term = 1;
    *cosine = *sine = 0;
    for (int n = 0; n < 60; n++) {
        long double *const sum = n % 2 == 0 ? cosine : sine;
        *sum += n / 2 % 2 == 0 ? term : -term;
        term *= x / (n + 1);
    }
}

static void every_angle_is_right_to_half_a_unit(void **state)
{
    (void)state;
    for (uint32_t angle = 0; angle < ONE; angle++) {
        long double cosine, sine;
        int32_t c, s;
        turn_slowly(angle, &cosine, &sine);
        hm_turn(angle, &c, &s);
        const long double dc = cosine * ONE - c, ds = sine * ONE - s;
        assert_true(dc > -0.501L && dc < 0.501L && ds > -0.501L && ds < 0.501L);
    }
}

/* Games on different machines that must stay alike, and recorded ones, need the same bits. */
static void no_angle_changes_a_bit(void **state)
{
    (void)state;
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t hash = 0;
    for (uint32_t angle = 0; angle < ONE; angle++) {
        int32_t c, s;
        hm_turn(angle, &c, &s);
        hash = (hash ^ (uint32_t)c) * factor;
        hash ^= hash >> 29;
        hash = (hash ^ (uint32_t)s) * factor;
        hash ^= hash >> 29;
    }
    assert_true(hash == UINT64_C(0xf8e1ee32db827f87));
}

static void quarters_are_exact_and_octants_alike(void **state)
{
    (void)state;
    int32_t c, s, other_c, other_s;
    hm_turn(0, &c, &s);
    assert_true(c == ONE && s == 0);
    hm_turn(16384, &c, &s);
    assert_true(c == 0 && s == ONE);
    hm_turn(32768, &c, &s);
    assert_true(c == -ONE && s == 0);
    hm_turn(49152, &c, &s);
    assert_true(c == 0 && s == -ONE);
    for (uint32_t angle = 0; angle < ONE; angle++) {
        hm_turn(angle, &c, &s);
        hm_turn(0 - angle, &other_c, &other_s);
        assert_true(other_c == c && other_s == -s);
        hm_turn(16384 - angle, &other_c, &other_s);
        assert_true(other_c == s && other_s == c);
        hm_turn(angle + 5 * ONE, &other_c, &other_s);
        assert_true(other_c == c && other_s == s);
    }
}

/* True if the direction of an angle, in half a turn after that of x, is at or before (x, y). */
static bool reached(int64_t x, int64_t y, uint32_t angle)
{
    int32_t c, s;
    hm_turn(angle, &c, &s);
    return (wide)y * c - (wide)x * s >= 0;
}

/* From -most to `most`, which is below 2^48. */
static int64_t anywhere(uint64_t *random, int64_t most)
{
    const uint64_t number =
        (uint64_t)oracle_random(random, UINT32_MAX) << 20 | oracle_random(random, 1 << 20);
    return (int64_t)(number % (uint64_t)(2 * most + 1)) - most;
}

static void the_angle_of_a_direction_is_the_last_before_it(void **state)
{
    (void)state;
    static const int64_t far = INT64_C(1) << 47;
    uint64_t random = 1;
    int32_t c, s;
    for (uint32_t angle = 0; angle < ONE; angle++) {
        hm_turn(angle, &c, &s);
        assert_int_equal(hm_angle(c, s), angle);
    }
    for (int i = 0; i < 20000; i++) {
        const int64_t most = i % 2 ? 30 : far - 1;
        const int64_t x = anywhere(&random, most), y = anywhere(&random, most);
        const uint32_t angle = hm_angle(x, y);
        if (x == 0 && y == 0) {
            assert_int_equal(angle, 0);
            continue;
        }
        assert_true(reached(x, y, angle) && !reached(x, y, angle + 1));
        assert_true(y < 0 || (y == 0 && x < 0) ? angle >= 32768 : angle < 32768);
    }
    /* The last bit counts up to 2^47. */
    for (uint32_t angle = 1; angle < ONE / 4; angle++) {
        const int64_t x = far - 1 - (anywhere(&random, far / 16) + far / 16) * (angle % 2);
        hm_turn(angle, &c, &s);
        const int64_t y = (int64_t)(((wide)x * s + c - 1) / c);
        if (y >= far)
            break;
        assert_int_equal(hm_angle(x, y), angle);
        assert_int_equal(hm_angle(x, y - 1), angle - 1);
        assert_int_equal(hm_angle(-x, -y), ONE / 2 + angle);
        assert_int_equal(hm_angle(-y, x), ONE / 4 + angle);
        /* From there on it does not. */
        for (int32_t sign = -1; sign <= 1; sign += 2)
            for (int64_t more = 0; more < far; more += far - 1) {
                const int64_t past = sign * (far + more);
                assert_int_equal(hm_angle(past, y), hm_angle(past >> 17, y >> 17));
                assert_int_equal(hm_angle(past, -y), hm_angle(past >> 17, -y >> 17));
                assert_int_equal(hm_angle(y, past), hm_angle(y >> 17, past >> 17));
            }
    }
    /* Beyond 2^47 the last 17 bits do not count. */
    assert_int_equal(hm_angle(far, 3), hm_angle(far >> 17, 0));
    assert_int_equal(hm_angle(-3, -far), hm_angle(-1, -(far >> 17)));
    assert_int_equal(hm_angle(far - 1, 1), 0);
    assert_int_equal(hm_angle(far - 1, far / 10000), hm_angle(far / 2, far / 20000));
    assert_int_equal(hm_angle(INT64_MIN, INT64_MIN), 32768 + 8192);
    assert_int_equal(hm_angle(INT64_MIN, INT64_MAX), hm_angle(-far / 2, far / 2 - 1));
    assert_int_equal(hm_angle(0, -1), 49152);
}

/* ---- Builders ------------------------------------------------------------------------------- */

/* |n / d - value| <= 1/2 */
static void assert_nearest(wide n, wide d, int64_t value)
{
    const wide error = 2 * (n - d * value);
    assert_true((error < 0 ? -error : error) <= (d < 0 ? -d : d));
}

static void the_way_back_is_the_inverse_to_the_nearest(void **state)
{
    (void)state;
    uint64_t random = 1;
    int made = 0;
    for (int round = 0; round < 100000; round++) {
        static const int32_t ranges[] = {3000, ONE, 4 * ONE, HM_AFFINE_FACTOR_MAX};
        const int32_t range = ranges[oracle_random(&random, 4)];
        const int64_t far = oracle_random(&random, 2) ? 1000 : HM_AFFINE_SHIFT_MAX / 40000;
        const int64_t x = random_between(&random, -40000, 40000) * far;
        const int64_t y = random_between(&random, -40000, 40000) * far;
        hm_affine m;
        if (!hm_affine_make(&m, random_between(&random, -range, range),
                            random_between(&random, -range, range),
                            random_between(&random, -range, range),
                            random_between(&random, -range, range), x, y))
            continue;
        const hm_transform t = m.to_b, s = m.to_a;
        const wide d = (wide)t.xx * t.yy - (wide)t.xy * t.yx, one = (wide)1 << 32;
        assert_nearest(t.yy * one, d, s.xx);
        assert_nearest(-t.xy * one, d, s.xy);
        assert_nearest(-t.yx * one, d, s.yx);
        assert_nearest(t.xx * one, d, s.yy);
        assert_nearest(((wide)t.xy * y - (wide)t.yy * x) * ONE, d, s.x);
        assert_nearest(((wide)t.yx * x - (wide)t.xx * y) * ONE, d, s.y);
        made++;
    }
    assert_true(made > 50000);
}

static void what_is_degenerate_or_out_of_range_is_refused(void **state)
{
    (void)state;
    static const struct {
        int32_t xx, xy, yx, yy;
        int64_t x, y;
        bool accepted;
    } cases[] = {
        {ONE, 0, 0, ONE, 0, 0, true},
        {0, 0, 0, 0, 0, 0, false},
        {ONE, ONE, ONE, ONE, 0, 0, false},
        {ONE, 2 * ONE, 2 * ONE, 4 * ONE, 0, 0, false},
        {ONE, 0, 0, 0, 0, 0, false},
        {64 * ONE, 0, 0, 64 * ONE, 0, 0, true},
        {64 * ONE + 1, 0, 0, ONE, 0, 0, false},
        {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MIN, 0, 0, false},
        {ONE / 64, 0, 0, ONE / 64, 0, 0, true},
        {ONE / 64 - 1, 0, 0, ONE / 64, 0, 0, false},
        {ONE, 0, 0, ONE, HM_AFFINE_SHIFT_MAX, -HM_AFFINE_SHIFT_MAX, true},
        {ONE, 0, 0, ONE, HM_AFFINE_SHIFT_MAX + 1, 0, false},
        {ONE, 0, 0, ONE, 0, -HM_AFFINE_SHIFT_MAX - 1, false},
        {ONE, 0, 0, ONE, INT64_MIN, INT64_MAX, false},
    };
    static const char *const box[] = {"##", "##"};
    struct subject a;
    subject_draw(&a, box, 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hm_affine map;
        assert_int_equal(hm_affine_make(&map, cases[i].xx, cases[i].xy, cases[i].yx, cases[i].yy,
                                        cases[i].x, cases[i].y),
                         cases[i].accepted);
        if (!cases[i].accepted)
            assert_apart(&a.sprite, &a.sprite, &map);
    }
    subject_free(&a);
}

static hm_placement standing(const struct subject *s, int64_t x, int64_t y, uint32_t angle)
{
    hm_placement p = {.x = x * ONE, .y = y * ONE, .scale_x = ONE, .scale_y = ONE, .angle = angle};
    hm_sprite_pivot(&s->sprite, &p.pivot_x, &p.pivot_y);
    return p;
}

/* Nobody could wait for the pixels of these. */
static void no_pixel_is_asked_through_a_refused_map(void **state)
{
    (void)state;
    hm_sprite a, b;
    hm_affine map;
    hm_sprite_box(HM_AFFINE_SIDE_MAX, HM_AFFINE_SIDE_MAX, &a);
    hm_sprite_box(HM_AFFINE_SIDE_MAX, HM_AFFINE_SIDE_MAX, &b);
    assert_false(hm_affine_make(&map, 0, 0, 0, 0, 0, 0));
    assert_apart(&a, &b, &map);
    const hm_placement none = {0}, whole = {.scale_x = ONE, .scale_y = ONE};
    hm_point hit;
    assert_false(hm_affine_place(&map, &whole, &none));
    assert_apart(&a, &b, &map);
    assert_false(hm_placed_first(&a, &none, &b, &whole, &hit));
    assert_int_equal(hm_placed_area(&a, &whole, &b, &none), 0);
}

static void a_drawn_quarter_turn(void **state)
{
    (void)state;
    /* Turned clockwise about its middle, the bar stands upright, its hook below. */
    static const char *const bar[] = {
        "....",
        "...#",
        "####",
        "....",
    };
    static const char *const standing_bar[] = {
        ".#..",
        ".#..",
        ".#..",
        ".##.",
    };
    struct subject a, b;
    hm_affine map;
    hm_point hit;
    subject_draw(&a, bar, 4);
    subject_draw(&b, standing_bar, 4);
    const hm_placement turned = standing(&a, 10, 10, 16384), upright = standing(&b, 10, 10, 0);
    assert_true(hm_affine_place(&map, &turned, &upright));
    assert_int_equal(hm_affine_area(&a.sprite, &b.sprite, &map), 5);
    assert_true(hm_affine_first(&a.sprite, &b.sprite, &map, &hit));
    assert_int_equal(hit.x, 3);
    assert_int_equal(hit.y, 1);
    check_through(&a, &a.sprite, &b, &b.sprite, &map);
    subject_free(&a);
    subject_free(&b);
}

static void a_pivot_lands_where_the_other_says(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    uint64_t random = 2;
    struct subject a;
    subject_draw(&a, dot, 1);
    for (int round = 0; round < 2000; round++) {
        hm_affine map, back;
        hm_placement p = {.x = random_between(&random, -ONE * 99, ONE * 99),
                          .y = random_between(&random, -ONE * 99, ONE * 99),
                          .scale_x = random_between(&random, ONE / 4, ONE * 4),
                          .scale_y = random_between(&random, ONE / 4, ONE * 4),
                          .angle = oracle_random(&random, ONE)};
        hm_placement q = p;
        q.scale_x =
            random_between(&random, ONE / 4, ONE * 4) * (oracle_random(&random, 2) ? 1 : -1);
        q.angle = oracle_random(&random, ONE);
        q.pivot_x = random_between(&random, -ONE, ONE * 20);
        q.pivot_y = random_between(&random, -ONE, ONE * 20);
        assert_true(hm_affine_place(&map, &p, &q));
        assert_int_equal(map.to_b.x, q.pivot_x);
        assert_int_equal(map.to_b.y, q.pivot_y);
        assert_true(hm_affine_place(&back, &q, &p));
        hm_affine_inverse(&back, &back);
        assert_memory_equal(&back, &map, sizeof map);
    }
    subject_free(&a);
}

/* The world point of (x, y) in the sprite, in numbers that are easy to trust. */
static void to_world(const hm_placement *p, double x, double y, double *u, double *v)
{
    long double c, s;
    turn_slowly(p->angle, &c, &s);
    const double sx = (x - (double)p->pivot_x / ONE) * p->scale_x / ONE;
    const double sy = (y - (double)p->pivot_y / ONE) * p->scale_y / ONE;
    *u = (double)p->x / ONE + (double)c * sx - (double)s * sy;
    *v = (double)p->y / ONE + (double)s * sx + (double)c * sy;
}

static double distance(double a, double b)
{
    return a < b ? b - a : a - b;
}

static void place_two(uint64_t *random, int32_t least_scale, hm_placement p[2])
{
    for (int i = 0; i < 2; i++)
        p[i] = (hm_placement){.x = random_between(random, -ONE * 200, ONE * 200),
                              .y = random_between(random, -ONE * 200, ONE * 200),
                              .pivot_x = random_between(random, -ONE * 9, ONE * 64),
                              .pivot_y = random_between(random, -ONE * 9, ONE * 64),
                              .scale_x = random_between(random, least_scale, ONE * 2),
                              .scale_y = -random_between(random, least_scale, ONE * 2),
                              .angle = oracle_random(random, 3 * ONE)};
}

static void placements_say_where_points_are_in_the_world(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int round = 0; round < 5000; round++) {
        hm_placement p[2];
        hm_affine map;
        double u, v, back_u, back_v;
        place_two(&random, ONE / 2, p);
        assert_true(hm_affine_place(&map, &p[0], &p[1]));
        const double x = random_between(&random, 0, 64), y = random_between(&random, 0, 64);
        const double bx = (map.to_b.xx * x + map.to_b.xy * y + (double)map.to_b.x) / ONE;
        const double by = (map.to_b.yx * x + map.to_b.yy * y + (double)map.to_b.y) / ONE;
        to_world(&p[0], x, y, &u, &v);
        to_world(&p[1], bx, by, &back_u, &back_v);
        assert_true(distance(u, back_u) < 0.02 && distance(v, back_v) < 0.02);
    }
}

/* The exact quotient, rounded to the nearest, halves away from zero. */
static int64_t quotient(int64_t n, int64_t d)
{
    const int64_t sign = (n < 0) == (d < 0) ? 1 : -1;
    const int64_t whole = n < 0 ? -n : n, part = d < 0 ? -d : d;
    return sign * ((2 * whole + part) / (2 * part));
}

static void the_numbers_of_a_map_are_those_in_the_header(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int round = 0; round < 20000; round++) {
        hm_placement p[2];
        hm_affine map;
        int32_t c, s, e, f;
        place_two(&random, ONE / 7, p);
        const hm_placement a = p[0], b = p[1];
        hm_turn(a.angle - b.angle, &c, &s);
        hm_turn(b.angle, &e, &f);
        const int64_t x = a.x - b.x, y = a.y - b.y;
        const int64_t xx = quotient((int64_t)c * a.scale_x, b.scale_x);
        const int64_t xy = quotient(-(int64_t)s * a.scale_y, b.scale_x);
        const int64_t yx = quotient((int64_t)s * a.scale_x, b.scale_y);
        const int64_t yy = quotient((int64_t)c * a.scale_y, b.scale_y);
        assert_true(hm_affine_place(&map, &a, &b));
        assert_true(map.to_b.xx == xx && map.to_b.xy == xy);
        assert_true(map.to_b.yx == yx && map.to_b.yy == yy);
        assert_int_equal(map.to_b.x, b.pivot_x - quotient(xx * a.pivot_x + xy * a.pivot_y, 65536) +
                                         quotient(e * x + f * y, b.scale_x));
        assert_int_equal(map.to_b.y, b.pivot_y - quotient(yx * a.pivot_x + yy * a.pivot_y, 65536) +
                                         quotient(e * y - f * x, b.scale_y));
    }
}

static void placements_out_of_range_are_refused(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    struct subject a;
    hm_affine map;
    subject_draw(&a, box, 2);
    const hm_placement here = standing(&a, 0, 0, 100);
    hm_placement p;
    assert_true(hm_affine_place(&map, &here, &here));
#define REFUSED(field, value)                                                                      \
    do {                                                                                           \
        p = here;                                                                                  \
        p.field = value;                                                                           \
        assert_false(hm_affine_place(&map, &p, &here));                                            \
        assert_apart(&a.sprite, &a.sprite, &map);                                                  \
        assert_false(hm_affine_place(&map, &here, &p));                                            \
        assert_apart(&a.sprite, &a.sprite, &map);                                                  \
    } while (0)
    REFUSED(scale_x, 0);
    REFUSED(scale_y, 0);
    REFUSED(scale_x, INT32_MIN);
    REFUSED(scale_y, 65 * ONE);
    REFUSED(scale_y, ONE / 65);
    REFUSED(x, HM_AFFINE_SHIFT_MAX + 1);
    REFUSED(y, INT64_MIN);
    REFUSED(y, INT64_MAX);
    REFUSED(pivot_x, INT64_MIN);
    REFUSED(pivot_y, HM_AFFINE_SHIFT_MAX + 1);
#undef REFUSED
    /* In range, but the sum of both is not: on one axis or the other. */
    for (int i = 0; i < 2; i++) {
        hm_placement q = p = here;
        p.angle = q.angle = 0;
        *(i == 0 ? &p.x : &p.y) = HM_AFFINE_SHIFT_MAX;
        assert_true(hm_affine_place(&map, &p, &q));
        assert_true(hm_affine_place(&map, &q, &p));
        *(i == 0 ? &q.pivot_x : &q.pivot_y) = HM_AFFINE_SHIFT_MAX;
        assert_false(hm_affine_place(&map, &p, &q));
        assert_false(hm_affine_place(&map, &q, &p));
    }
    /* In range one way, but not back: pixels of half the size are twice as far. */
    for (int i = 0; i < 2; i++) {
        p = here;
        p.angle = 0;
        p.scale_x = p.scale_y = ONE / 2;
        const hm_placement upright = standing(&a, 0, 0, 0);
        *(i == 0 ? &p.x : &p.y) = HM_AFFINE_SHIFT_MAX - 2 * ONE;
        assert_false(hm_affine_place(&map, &p, &upright));
        assert_apart(&a.sprite, &a.sprite, &map);
        assert_false(hm_affine_place(&map, &upright, &p));
        assert_apart(&a.sprite, &a.sprite, &map);
    }
    /* Only their places relative to each other count. */
    p = here;
    p.scale_x = p.scale_y = 1;
    assert_true(hm_affine_place(&map, &p, &p));
    p = here;
    p.x = INT64_MIN;
    p.scale_x = p.scale_y = INT32_MAX;
    assert_true(hm_affine_place(&map, &p, &p));
    assert_int_equal(hm_affine_area(&a.sprite, &a.sprite, &map), 4);
    subject_free(&a);
}

/* 65537 parts of two wholes. */
static void halves_are_rounded_away_from_zero(void **state)
{
    (void)state;
    const hm_placement whole = {.scale_x = 2 * ONE, .scale_y = 2 * ONE};
    const hm_placement part = {.scale_x = ONE + 1, .scale_y = -ONE - 1};
    hm_affine map;
    assert_true(hm_affine_place(&map, &part, &whole));
    assert_int_equal(map.to_b.xx, ONE / 2 + 1);
    assert_int_equal(map.to_b.yy, -ONE / 2 - 1);
    /* Into pixels twice as large, which are those of the world, from a unit off the pivot. */
    const hm_placement world = {.scale_x = ONE, .scale_y = ONE};
    const hm_placement small = {
        .pivot_x = 1, .pivot_y = -1, .scale_x = ONE / 2, .scale_y = ONE / 2};
    assert_true(hm_affine_place(&map, &small, &world));
    assert_int_equal(map.to_b.x, -1);
    assert_int_equal(map.to_b.y, 1);
}

static void shifts_and_the_identity_are_as_they_are_said_to_be(void **state)
{
    (void)state;
    const hm_affine shift = {{ONE, 0, 0, ONE, -5, 7}, {ONE, 0, 0, ONE, 5, -7}};
    const hm_affine none = {{ONE, 0, 0, ONE, 0, 0}, {ONE, 0, 0, ONE, 0, 0}};
    const hm_affine far = {{ONE, 0, 0, ONE, INT64_MAX, INT64_MAX},
                           {ONE, 0, 0, ONE, INT64_MIN, INT64_MIN}};
    hm_affine map;
    hm_affine_translation(&map, 5, -7);
    assert_memory_equal(&map, &shift, sizeof map);
    hm_affine_translation(&map, INT64_MIN, INT64_MIN);
    assert_memory_equal(&map, &far, sizeof map);
    hm_affine_identity(&map);
    assert_memory_equal(&map, &none, sizeof map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_angle_is_right_to_half_a_unit),
        cmocka_unit_test(no_angle_changes_a_bit),
        cmocka_unit_test(quarters_are_exact_and_octants_alike),
        cmocka_unit_test(the_angle_of_a_direction_is_the_last_before_it),
        cmocka_unit_test(the_way_back_is_the_inverse_to_the_nearest),
        cmocka_unit_test(what_is_degenerate_or_out_of_range_is_refused),
        cmocka_unit_test(no_pixel_is_asked_through_a_refused_map),
        cmocka_unit_test(a_drawn_quarter_turn),
        cmocka_unit_test(a_pivot_lands_where_the_other_says),
        cmocka_unit_test(placements_say_where_points_are_in_the_world),
        cmocka_unit_test(the_numbers_of_a_map_are_those_in_the_header),
        cmocka_unit_test(placements_out_of_range_are_refused),
        cmocka_unit_test(halves_are_rounded_away_from_zero),
        cmocka_unit_test(shifts_and_the_identity_are_as_they_are_said_to_be),
    };
    return cmocka_run_group_tests_name("affine_make", tests, NULL, NULL);
}

#endif
