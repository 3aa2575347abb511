/*
 * test_affine.c - sprites through affine maps, against one pixel at a time
 *
 * The oracle (map_oracle.h) takes every solid pixel's centre across by the stored numbers.
 */

#include "support/cmocka_all.h"

#include "records.h"
#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/map_check.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"
#include "support/baked_set.h"

#include <hitmask.h>

#include <stdlib.h>
#include <string.h>

#ifndef __SIZEOF_INT128__
#include "runtime/left_out.h"
#else

static void check(struct subject *a, const struct subject *b, const hm_affine *map)
{
    check_through(a, &a->sprite, b, &b->sprite, map);
}

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
    check(&a, &b, &map);
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

static void placements_say_where_points_are_in_the_world(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int round = 0; round < 5000; round++) {
        hm_placement p[2];
        hm_affine map;
        double u, v, back_u, back_v;
        for (int i = 0; i < 2; i++)
            p[i] = (hm_placement){.x = random_between(&random, -ONE * 200, ONE * 200),
                                  .y = random_between(&random, -ONE * 200, ONE * 200),
                                  .pivot_x = random_between(&random, -ONE, ONE * 64),
                                  .pivot_y = random_between(&random, -ONE, ONE * 64),
                                  .scale_x = random_between(&random, ONE / 2, ONE * 2),
                                  .scale_y = -random_between(&random, ONE / 2, ONE * 2),
                                  .angle = oracle_random(&random, 3 * ONE)};
        assert_true(hm_affine_place(&map, &p[0], &p[1]));
        const double x = random_between(&random, 0, 64), y = random_between(&random, 0, 64);
        const double bx = (map.to_b.xx * x + map.to_b.xy * y + (double)map.to_b.x) / ONE;
        const double by = (map.to_b.yx * x + map.to_b.yy * y + (double)map.to_b.y) / ONE;
        to_world(&p[0], x, y, &u, &v);
        to_world(&p[1], bx, by, &back_u, &back_v);
        assert_true(distance(u, back_u) < 0.02 && distance(v, back_v) < 0.02);
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
    /* What counts is how they stand to each other. */
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

static void shift(struct subject *a, struct subject *b, uint64_t *random)
{
    hm_affine map;
    for (int i = 0; i < 20; i++) {
        const int32_t dx = random_between(random, -b->width, a->width);
        const int32_t dy = random_between(random, -b->height, a->height);
        hm_point p = {0, 0}, q = {0, 0};
        hm_affine_translation(&map, (int64_t)dx * ONE, (int64_t)dy * ONE);
        assert_int_equal(hm_affine_overlap(&a->sprite, &b->sprite, &map),
                         hm_overlap(&a->sprite, &b->sprite, dx, dy));
        assert_int_equal(hm_affine_first(&a->sprite, &b->sprite, &map, &p),
                         hm_overlap_first(&a->sprite, &b->sprite, dx, dy, &q));
        assert_point(p, q);
        assert_int_equal(hm_affine_area(&a->sprite, &b->sprite, &map),
                         hm_overlap_area(&a->sprite, &b->sprite, dx, dy));
    }
    hm_affine_identity(&map);
    assert_int_equal(hm_affine_area(&a->sprite, &a->sprite, &map), hm_sprite_area(&a->sprite));
}

static void whole_shifts_are_offsets(void **state)
{
    (void)state;
    scribbled_pairs_visit(4, 300, 100, 100, shift);
}

/* ---- Any map -------------------------------------------------------------------------------- */

static void check_random_maps(struct subject *a, struct subject *b, uint64_t *random)
{
    const uint32_t flips = oracle_random(random, 16);
    struct subject stored_a, stored_b;
    const hm_sprite p = view_of(a, flips, &stored_a), q = view_of(b, flips >> 2, &stored_b);
    for (int i = 0; i < 20; i++) {
        hm_affine map;
        random_map(random, a, b, &map);
        check(&stored_a, &stored_b, &map);
        check_through(a, &p, b, &q, &map);
    }
    subject_free(&stored_a);
    subject_free(&stored_b);
}

static void random_maps_and_mirrors(void **state)
{
    (void)state;
    scribbled_pairs_visit(5, 2200, 24, 24, check_random_maps);
    scribbled_pairs_visit(14, 200, 150, 24, check_random_maps);
    scribbled_pairs_visit(15, 200, 24, 150, check_random_maps);
}

/* ---- All small cases ------------------------------------------------------------------------ */

/* Where pixel (column, row) of a small mask lands: a number of a pixel there is, or -1. */
struct landing {
    int8_t x[PAIR_SIDE][PAIR_SIDE], y[PAIR_SIDE][PAIR_SIDE];
};

struct small_map {
    hm_affine map, back;
    struct landing to_b, to_a;
};

enum { LINEAR = 14, SHIFTS = 4, AIMED = 24, MAPS = LINEAR * SHIFTS + AIMED };
static struct small_map small_maps[MAPS];

static void land(const hm_transform *t, struct landing *out)
{
    for (int32_t y = 0; y < PAIR_SIDE; y++)
        for (int32_t x = 0; x < PAIR_SIDE; x++) {
            wide u, v;
            oracle_take(t, x, y, &u, &v);
            const bool inside = u >= 0 && u < PAIR_SIDE && v >= 0 && v < PAIR_SIDE;
            out->x[y][x] = inside ? (int8_t)u : -1;
            out->y[y][x] = inside ? (int8_t)v : -1;
        }
}

static bool lands(const struct landing *landing, int32_t x, int32_t y, const struct subject *on)
{
    return oracle_solid(on, landing->x[y][x], landing->y[y][x]);
}

/* About the middles of 3 x 3 and 2 x 2 pixels, and from there by a shift. */
static void make_linear(struct small_map *out, const int32_t factors[4], hm_point shift)
{
    const int32_t xx = factors[0], xy = factors[1], yx = factors[2], yy = factors[3];
    assert_true(hm_affine_make(&out->map, xx, xy, yx, yy, ONE + shift.x - (xx + xy) * 3 / 2,
                               ONE + shift.y - (yx + yy) * 3 / 2));
}

static void make_small_maps(void)
{
    enum { HALF = ONE / 2, ROOT = 46341 };
    static const int32_t linear[LINEAR][4] = {
        /* The eight symmetries of a square. */
        {ONE, 0, 0, ONE},
        {-ONE, 0, 0, ONE},
        {ONE, 0, 0, -ONE},
        {-ONE, 0, 0, -ONE},
        {0, ONE, ONE, 0},
        {0, -ONE, ONE, 0},
        {0, ONE, -ONE, 0},
        {0, -ONE, -ONE, 0},
        /* An eighth of a turn; half, one and a half and twice as large; shears. */
        {ROOT, -ROOT, ROOT, ROOT},
        {HALF, 0, 0, HALF},
        {ONE + HALF, 0, 0, ONE + HALF},
        {2 * ONE, 0, 0, 2 * ONE},
        {ONE, HALF, 0, ONE},
        {ONE, 0, -ONE, ONE},
    };
    /* Some put centres on edges and on corners. */
    static const hm_point shifts[SHIFTS] = {{0, 0}, {HALF, 0}, {ONE, -HALF}, {-ONE / 3, ONE / 5}};
    uint64_t random = 6;
    struct subject a, b;
    subject_from_number(&a, 3, 3, 0);
    subject_from_number(&b, 2, 2, 0);
    for (size_t i = 0; i < MAPS; i++) {
        struct small_map *const m = &small_maps[i];
        if (i < LINEAR * SHIFTS)
            make_linear(m, linear[i / SHIFTS], shifts[i % SHIFTS]);
        else
            random_map(&random, &a, &b, &m->map);
        hm_affine_inverse(&m->map, &m->back);
        land(&m->map.to_b, &m->to_b);
        land(&m->map.to_a, &m->to_a);
    }
    subject_free(&a);
    subject_free(&b);
}

/* The solid pixels of a that touch; bit i is pixel i in reading order. */
static uint32_t touching(const struct pair *pair, const struct small_map *m)
{
    const struct subject *const a = pair->a, *const b = pair->b;
    uint32_t pixels = 0;
    for (int32_t i = 0; i < a->width * a->height; i++)
        if (a->pixels[i] && lands(&m->to_b, i % a->width, i / a->width, b))
            pixels |= UINT32_C(1) << i;
    for (int32_t i = 0; i < b->width * b->height; i++) {
        const int32_t x = i % b->width, y = i / b->width;
        if (b->pixels[i] && lands(&m->to_a, x, y, a))
            pixels |= UINT32_C(1) << (m->to_a.y[y][x] * a->width + m->to_a.x[y][x]);
    }
    return pixels;
}

static bool is_right(const struct pair *pair, const struct small_map *m)
{
    const hm_sprite *const a = &pair->a->sprite, *const b = &pair->b->sprite;
    const uint32_t pixels = touching(pair, m);
    hm_point first = {-7, -7}, hit = {-7, -7};
    uint64_t area = 0;
    for (int32_t i = PAIR_SIDE * PAIR_SIDE - 1; i >= 0; i--)
        if (pixels >> i & 1) {
            first = (hm_point){i % pair->a->width, i / pair->a->width};
            area++;
        }
    return hm_affine_overlap(a, b, &m->map) == (area > 0) &&
           hm_affine_first(a, b, &m->map, &hit) == (area > 0) && hit.x == first.x &&
           hit.y == first.y && hm_affine_area(a, b, &m->map) == area;
}

/* Do the points of a give the answer that they give one by one? */
static bool points_are_right(const hm_sprite *a, const struct subject *b, const hm_affine *map,
                             const struct landing *landing, bool *touches)
{
    hm_point p = {-7, -7}, hit = {-7, -7};
    *touches = false;
    for (uint32_t i = 0; !*touches && hm_sprite_point(a, i, &p); i++)
        *touches = lands(landing, p.x, p.y, b);
    if (!*touches)
        p = (hm_point){-7, -7};
    return hm_affine_points(a, &b->sprite, map, UINT32_MAX, &hit) == *touches && hit.x == p.x &&
           hit.y == p.y;
}

static void check_pair(const struct pair *pair)
{
    for (int i = 0; i < MAPS; i++) {
        const struct small_map *const m = &small_maps[i];
        const hm_sprite *const a = &pair->a->sprite, *const b = &pair->b->sprite;
        bool on_b, on_a;
        if (!is_right(pair, m))
            pair_fail(pair, "pixels through a map", i, 0);
        if (!points_are_right(a, pair->b, &m->map, &m->to_b, &on_b) ||
            !points_are_right(b, pair->a, &m->back, &m->to_a, &on_a))
            pair_fail(pair, "points through a map", i, 0);
        if (hm_affine_points_exact(a, b, &m->map) && (on_b || on_a) != (touching(pair, m) != 0))
            pair_fail(pair, "lists that are said to be exact", i, 0);
    }
}

static void every_small_pair(void **state)
{
    (void)state;
    const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};
    const struct points_rule cells = {.wanted = true, .cell = 2};
    struct baked_set album;
    make_small_maps();
    baked_set_of_small_masks(&album, &outline);
    pairs_visit(album.pictures, 61, check_pair);
    baked_set_free(&album);
    baked_set_of_small_masks(&album, &cells);
    pairs_visit(album.pictures, 251, check_pair);
    baked_set_free(&album);
}

/* ---- Numbers of the caller's own ------------------------------------------------------------ */

static void check_unfit_maps(struct subject *a, struct subject *b, uint64_t *random)
{
    for (int i = 0; i < 10; i++) {
        hm_affine map;
        random_unfit_map(random, a, b, &map);
        check(a, b, &map);
    }
}

static void any_numbers_have_an_answer(void **state)
{
    (void)state;
    scribbled_pairs_visit(7, 1000, 90, 20, check_unfit_maps);
}

static void numbers_out_of_range_touch_nothing(void **state)
{
    (void)state;
    check_maps_out_of_range(assert_apart);
}

static void shifts_as_far_as_they_go_touch_by_the_other_way(void **state)
{
    (void)state;
    struct subject box;
    hm_affine map;
    subject_from_number(&box, 2, 2, 0xf);
    for (int i = 0; i < 4; i++) {
        hm_affine_identity(&map);
        hm_transform *const t = i % 2 == 0 ? &map.to_a : &map.to_b;
        *(i / 2 == 0 ? &t->x : &t->y) = INT64_C(1) << 48;
        assert_int_equal(hm_affine_area(&box.sprite, &box.sprite, &map), 4);
    }
    hm_affine_translation(&map, INT64_MIN, INT64_MAX);
    assert_apart(&box.sprite, &box.sprite, &map);
    subject_free(&box);
}

static void an_empty_sprite_touches_nothing(void **state)
{
    (void)state;
    static const hm_sprite zero;
    struct subject box;
    hm_affine map;
    hm_point hit = {-7, -7};
    check_empty_pairs(assert_apart);
    subject_from_number(&box, 2, 2, 0xf);
    hm_affine_identity(&map);
    assert_false(hm_affine_points_exact(&zero, &zero, &map));
    assert_false(hm_affine_first(&box.sprite, &zero, &map, &hit));
    assert_point(hit, (hm_point){-7, -7});
    subject_free(&box);
}

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

/* The same way between the pictures. */
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

/* ---- Point lists ---------------------------------------------------------------------------- */

/* All scribbled. */
static void scribble(struct baked_set *album, uint32_t count, const struct points_rule *rule)
{
    uint64_t random = 8;
    baked_set_init(album, count);
    for (uint32_t i = 0; i < count; i++) {
        struct subject s;
        subject_scribble(&s, &random, 40);
        baked_set_add(album, &s, rule);
    }
    baked_set_bake(album);
}

/* What the first `limit` points hit, one by one. */
static bool find_point(const hm_sprite *a, const struct subject *b, const hm_affine *map,
                       uint32_t limit, hm_point *hit)
{
    hm_point p;
    for (uint32_t i = 0; i < limit && hm_sprite_point(a, i, &p); i++) {
        wide u, v;
        oracle_take(&map->to_b, p.x, p.y, &u, &v);
        if (oracle_lands(b, u, v)) {
            *hit = p;
            return true;
        }
    }
    return false;
}

static const struct subject *any_of(const struct baked_set *album, uint64_t *random)
{
    return &album->pictures[oracle_random(random, (uint32_t)album->count)];
}

static void check_points(const struct points_rule *rule)
{
    static const uint32_t limits[] = {0, 1, 7, 16, UINT32_MAX};
    uint64_t random = 9;
    struct baked_set album;
    scribble(&album, 60, rule);
    for (int round = 0; round < 7000; round++) {
        const struct subject *const s = any_of(&album, &random), *const b = any_of(&album, &random);
        hm_affine map;
        hm_sprite a;
        hm_sprite_flip(&s->sprite, oracle_random(&random, 2), oracle_random(&random, 2), &a);
        random_map(&random, s, b, &map);
        for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
            hm_point expected = {-7, -7}, hit = {-7, -7};
            const bool touches = find_point(&a, b, &map, limits[k], &expected);
            assert_int_equal(hm_affine_points(&a, &b->sprite, &map, limits[k], &hit), touches);
            assert_int_equal(hm_affine_points(&a, &b->sprite, &map, limits[k], NULL), touches);
            assert_point(hit, expected);
        }
    }
    baked_set_free(&album);
}

static void points_are_taken_one_by_one(void **state)
{
    (void)state;
    check_points(&(struct points_rule){.wanted = true, .cell = 1, .prune = 1});
    check_points(&(struct points_rule){.wanted = true, .cell = 3, .prune = 0});
    check_points(&(struct points_rule){.wanted = true, .map_width = 7, .map_height = 5});
}

/* ---- When lists are exact ------------------------------------------------------------------- */

/* Lists fail first where a deep pixel of a small block lands on a dot that is seen from the
 * other side beside the block: blocks with little inside, dots, and blocks with holes. */
static void draw_actor(struct subject *s, uint64_t *random, int32_t prune)
{
    const uint32_t choice = oracle_random(random, 3);
    const int32_t side = 2 * prune + 1;
    if (choice == 0) {
        subject_init(s, random_between(random, side, side + 2),
                     random_between(random, side, side + 2));
        memset(s->pixels, 1, (size_t)(s->width * s->height));
    } else {
        subject_init(s, random_between(random, side, side + 12),
                     random_between(random, side, side + 12));
        const uint32_t one_in = choice == 1 ? 25 : 30;
        for (int32_t i = 0; i < s->width * s->height; i++)
            s->pixels[i] = (oracle_random(random, one_in) == 0) == (choice == 1);
    }
    subject_bake(s);
}

static void draw_actors(struct baked_set *album, uint32_t count, uint32_t prune)
{
    const struct points_rule rule = {.wanted = true, .cell = 1, .prune = prune};
    uint64_t random = 10 + prune;
    baked_set_init(album, count);
    for (uint32_t i = 0; i < count; i++) {
        struct subject s;
        draw_actor(&s, &random, (int32_t)prune);
        baked_set_add(album, &s, &rule);
    }
    baked_set_bake(album);
}

/* Factors with a row sum that the condition for lists pruned by P just allows, give or take a
 * few units, or that it just does not allow: 2P + 1 and `more`. Either way may be the long one. */
static bool edge_factors(uint64_t *random, uint32_t prune, int32_t more, hm_affine *out)
{
    const int64_t sum = (int64_t)(2 * prune + 1) * ONE + more;
    int32_t c, s;
    hm_turn(oracle_random(random, ONE), &c, &s);
    const int64_t scale = sum * ONE / (abs(c) + abs(s));
    const int32_t sc = (int32_t)(c * scale / ONE), ss = (int32_t)(s * scale / ONE);
    const int32_t shear = (int32_t)sum - ONE;
    bool made = false;
    switch (oracle_random(random, 4)) {
    case 0:
        made = hm_affine_make(out, sc, -ss, ss, sc, 0, 0);
        break;
    case 1:
        made = hm_affine_make(out, -sc, ss, ss, sc, 0, 0);
        break;
    case 2:
        made = hm_affine_make(out, ONE, oracle_random(random, 2) ? shear : -shear, 0, ONE, 0, 0);
        break;
    default:
        made = hm_affine_make(out, (int32_t)sum - ONE, ONE, -ONE / 2, ONE, 0, 0);
        break;
    }
    if (made && oracle_random(random, 2))
        hm_affine_inverse(out, out);
    return made;
}

/* Deep pixels are in the middle. */
static int32_t near_middle(uint64_t *random, int32_t side)
{
    return (random_between(random, 0, side - 1) + random_between(random, 0, side - 1)) / 2;
}

/* Moves a map so that a solid pixel of `a` lands in a solid one of `b`: a hit, for certain. */
static bool aim_at_solid(const hm_sprite *a, const hm_sprite *b, uint64_t *random, hm_affine *map)
{
    const int32_t px = near_middle(random, a->width), py = near_middle(random, a->height);
    const int32_t qx = near_middle(random, b->width), qy = near_middle(random, b->height);
    if (!hm_solid(a, px, py) || !hm_solid(b, qx, qy))
        return false;
    const hm_transform t = map->to_b;
    const int64_t x = qx * (int64_t)ONE + random_between(random, 1, ONE - 2) -
                      ((int64_t)t.xx * (2 * px + 1) + (int64_t)t.xy * (2 * py + 1)) / 2;
    const int64_t y = qy * (int64_t)ONE + random_between(random, 1, ONE - 2) -
                      ((int64_t)t.yx * (2 * px + 1) + (int64_t)t.yy * (2 * py + 1)) / 2;
    return hm_affine_make(map, t.xx, t.xy, t.yx, t.yy, x, y);
}

struct search {
    uint32_t hits, exact, missed;
};

/* Aims at random until there were so many hits; `more` is how far the row sums are beyond the
 * bound. Lists that are said to be exact must be. */
static struct search search_hits(uint32_t prune, int32_t more, uint32_t hits)
{
    struct search found = {0};
    uint64_t random = 11 + prune;
    struct baked_set album;
    draw_actors(&album, 64, prune);
    while (found.hits < hits) {
        hm_sprite a, b;
        hm_affine map, back;
        a = any_of(&album, &random)->sprite;
        b = any_of(&album, &random)->sprite;
        if (!edge_factors(&random, prune, more - (int32_t)oracle_random(&random, 40), &map))
            continue;
        for (int i = 0; i < 16; i++) {
            if (!aim_at_solid(&a, &b, &random, &map))
                continue;
            hm_affine_inverse(&map, &back);
            const bool exact = hm_affine_points_exact(&a, &b, &map);
            const bool listed = hm_affine_points(&a, &b, &map, UINT32_MAX, NULL) ||
                                hm_affine_points(&b, &a, &back, UINT32_MAX, NULL);
            assert_true(hm_affine_overlap(&a, &b, &map));
            assert_true(listed || !exact);
            found.hits++;
            found.exact += exact;
            found.missed += !listed;
        }
    }
    baked_set_free(&album);
    return found;
}

static void lists_are_exact_up_to_the_bound(void **state)
{
    (void)state;
    uint32_t exact = 0;
    for (uint32_t prune = 1; prune <= 4; prune++) {
        exact += search_hits(prune, 2, 600000).exact;
        exact += search_hits(prune, -ONE / 3, 100000).exact;
    }
    assert_true(exact >= 1500000);
}

/* So the search above does find what it looks for. */
static void lists_beyond_the_bound_miss_some(void **state)
{
    (void)state;
    for (uint32_t prune = 1; prune <= 4; prune++) {
        const struct search found = search_hits(prune, 2 * ONE, 300000);
        assert_int_equal(found.exact, 0);
        assert_true(found.missed > 0);
    }
}

static void the_bound_is_where_it_is_said_to_be(void **state)
{
    (void)state;
    /* One side pruned by 1 stretches to a row sum of 3, exclusive. */
    static const struct {
        int32_t xx, xy, yx, yy;
        bool exact;
    } cases[] = {
        {ONE, 0, 0, ONE, true},
        {3 * ONE - 1, 0, 0, ONE, false}, /* the way back is rounded: an error of its own */
        {3 * ONE, 0, 0, ONE, false},
        {2 * ONE, 0, 0, 2 * ONE, true},
        {ONE / 2, 0, 0, ONE / 2, true},
        {ONE, 2 * ONE - 1, 0, ONE, true},
        {ONE, 2 * ONE, 0, ONE, false},
    };
    struct baked_set album;
    draw_actors(&album, 2, 1);
    const hm_sprite a = album.pictures[0].sprite, b = album.pictures[1].sprite;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hm_affine map;
        assert_true(hm_affine_make(&map, cases[i].xx, cases[i].xy, cases[i].yx, cases[i].yy, 0, 0));
        assert_int_equal(hm_affine_points_exact(&a, &b, &map), cases[i].exact);
        hm_affine_inverse(&map, &map);
        assert_int_equal(hm_affine_points_exact(&b, &a, &map), cases[i].exact);
    }
    baked_set_free(&album);
}

/* Both ways stretch, which no map and its inverse do: round trips of these small sprites still
 * come back near enough, but from deep to deep no step is short on either side. */
static void two_ways_that_both_stretch_are_not_exact(void **state)
{
    (void)state;
    const struct points_rule rule = {.wanted = true, .cell = 1, .prune = 1};
    const hm_transform longer = {ONE * 6 / 5, 0, 0, ONE * 6 / 5, -ONE * 3 / 10, -ONE * 3 / 10};
    const hm_transform equal = {ONE, 0, 0, ONE, 0, 0};
    struct model model = {0};
    hm_pack pack;
    hm_sprite a;
    model_draw(&model, "a", "###\n###\n###\n", &rule);
    struct bytes bytes = pack_bytes(&model);
    model_free(&model);
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_true(hm_pack_find(&pack, "a", &a));
    assert_true(hm_affine_points_exact(&a, &a, &(hm_affine){equal, equal}));
    assert_true(hm_affine_points_exact(&a, &a, &(hm_affine){longer, equal}));
    assert_true(hm_affine_points_exact(&a, &a, &(hm_affine){equal, longer}));
    assert_false(hm_affine_points_exact(&a, &a, &(hm_affine){longer, longer}));
    free(bytes.at);
}

/* ---- The condition for exact lists, as it is defined ----------------------------------------- */

static wide absolute_of(wide value)
{
    return value < 0 ? -value : value;
}

static wide larger_of(wide a, wide b)
{
    return a > b ? a : b;
}

/* The largest |S(T(p)) - p| over the corners of a box, with 32 binary places. */
static wide trip_error(const hm_transform *t, const hm_transform *s, const hm_box *box)
{
    wide error = 0;
    for (int i = 0; i < 4; i++) {
        const wide x = i & 1 ? box->x1 : box->x0, y = i & 2 ? box->y1 : box->y0;
        const wide u = t->xx * x + t->xy * y + t->x, v = t->yx * x + t->yy * y + t->y;
        error = larger_of(error, absolute_of(s->xx * u + s->xy * v + ((wide)s->x - x * ONE) * ONE));
        error = larger_of(error, absolute_of(s->yx * u + s->yy * v + ((wide)s->y - y * ONE) * ONE));
    }
    return error;
}

/* P >= max(1, floor(1/2 + R/2 + error)), with R the largest row sum of the way back. */
static bool is_pruned_enough(const hm_sprite *sprite, const hm_transform *there,
                             const hm_transform *back)
{
    hm_box box;
    hm_sprite_bounds(sprite, &box);
    const wide stretch = larger_of(absolute_of(back->xx) + absolute_of(back->xy),
                                   absolute_of(back->yx) + absolute_of(back->yy));
    const wide needed = (((wide)1 << 32) + stretch * ONE + 2 * trip_error(there, back, &box)) >> 33;
    return sprite->prune >= larger_of(1, needed);
}

/* Is one of (1, 0), (0, 1), (1, 1), (1, -1) at most `prune` pixels long through t, on either axis?
 */
static bool has_short_step(const hm_transform *t, uint32_t prune)
{
    static const int32_t steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        const wide x = t->xx * (wide)steps[i][0] + t->xy * (wide)steps[i][1];
        const wide y = t->yx * (wide)steps[i][0] + t->yy * (wide)steps[i][1];
        if (larger_of(absolute_of(x), absolute_of(y)) <= (wide)prune * ONE)
            return true;
    }
    return false;
}

/* 0, 1 or -1, or two or three times that, and a few units more or less. */
static int32_t near_whole(uint64_t *random)
{
    const int32_t most = oracle_random(random, 4) == 0 ? 3 : 1;
    return random_between(random, -most, most) * ONE +
           (oracle_random(random, 2) ? random_between(random, -2, 2) : 0);
}

/* Two ways that nearly undo each other, about the middle of a sprite of 3 x 3 pixels, or two that
 * each have a step of a whole number of pixels. */
static bool bounding_map(uint64_t *random, hm_affine *out)
{
    const int64_t shift = random_between(random, -2, 2) * ONE + random_between(random, -1, 1);
    if (!hm_affine_make(out, near_whole(random), near_whole(random), near_whole(random),
                        near_whole(random), shift, random_between(random, -3 * ONE, 3 * ONE)))
        return false;
    hm_transform *const t = oracle_random(random, 2) ? &out->to_a : &out->to_b;
    t->xx += random_between(random, -2, 2);
    t->yy += random_between(random, -2, 2);
    t->xy += random_between(random, -2, 2);
    t->yx += random_between(random, -2, 2);
    t->x += random_between(random, -ONE / 4, ONE / 4);
    return true;
}

/* Stretches both ways about the middle of 3 x 3 pixels, so that the round trip is a short one. */
static void stretch_both(uint64_t *random, hm_affine *out)
{
    for (int i = 0; i < 2; i++) {
        hm_transform *const t = i == 0 ? &out->to_b : &out->to_a;
        t->xx = t->yy = ONE + random_between(random, -2, 2);
        t->xy = random_between(random, -2, 2);
        t->yx = random_between(random, -2, 2);
        t->x = t->y = 0;
    }
}

static void the_condition_is_the_one_that_is_defined(void **state)
{
    (void)state;
    uint64_t random = 13;
    uint32_t exact = 0, only_steps = 0;
    struct baked_set album;
    draw_actors(&album, 64, 1);
    for (int round = 0; round < 300000; round++) {
        hm_sprite a = any_of(&album, &random)->sprite, b = any_of(&album, &random)->sprite;
        hm_affine map;
        a.prune = (uint16_t)oracle_random(&random, 4);
        b.prune = (uint16_t)oracle_random(&random, 4);
        hm_sprite_flip(&a, oracle_random(&random, 2), oracle_random(&random, 2), &a);
        if (oracle_random(&random, 3) == 0)
            stretch_both(&random, &map);
        else if (!bounding_map(&random, &map))
            continue;
        const bool pruned = is_pruned_enough(&a, &map.to_b, &map.to_a) &&
                            is_pruned_enough(&b, &map.to_a, &map.to_b);
        const bool steps = has_short_step(&map.to_a, a.prune) || has_short_step(&map.to_b, b.prune);
        assert_int_equal(hm_affine_points_exact(&a, &b, &map), pruned && steps);
        exact += pruned && steps;
        only_steps += pruned && !steps;
    }
    assert_true(exact > 1000 && only_steps > 100);
    baked_set_free(&album);
}

/* A list counts as one of the outline only when it has all of it. */
static void coarse_or_dropped_lists_are_never_exact(void **state)
{
    (void)state;
    static const struct points_rule rules[] = {
        {.wanted = false},
        {.wanted = true, .cell = 2},
        {.wanted = true, .map_width = 12, .map_height = 12, .prune = 1, .drop_border = true},
    };
    static const char *const picture =
        "############\n############\n############\n############\n"
        "############\n############\n############\n############\n"
        "############\n############\n############\n############\n";
    hm_affine map;
    hm_affine_identity(&map);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct model model = {0};
        hm_pack pack;
        hm_sprite a, b;
        const struct points_rule good = {.wanted = true, .cell = 1, .prune = 1};
        model_draw(&model, "a", picture, &rules[i]);
        model_draw(&model, "b", picture, &good);
        struct bytes bytes = pack_bytes(&model);
        model_free(&model);
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
        assert_true(hm_pack_find(&pack, "a", &a) && hm_pack_find(&pack, "b", &b));
        assert_true(hm_affine_points_exact(&b, &b, &map));
        assert_false(hm_affine_points_exact(&a, &b, &map));
        assert_false(hm_affine_points_exact(&b, &a, &map));
        free(bytes.at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_angle_is_right_to_half_a_unit),
        cmocka_unit_test(no_angle_changes_a_bit),
        cmocka_unit_test(quarters_are_exact_and_octants_alike),
        cmocka_unit_test(the_way_back_is_the_inverse_to_the_nearest),
        cmocka_unit_test(what_is_degenerate_or_out_of_range_is_refused),
        cmocka_unit_test(a_drawn_quarter_turn),
        cmocka_unit_test(a_pivot_lands_where_the_other_says),
        cmocka_unit_test(placements_say_where_points_are_in_the_world),
        cmocka_unit_test(placements_out_of_range_are_refused),
        cmocka_unit_test(halves_are_rounded_away_from_zero),
        cmocka_unit_test(shifts_and_the_identity_are_as_they_are_said_to_be),
        cmocka_unit_test(whole_shifts_are_offsets),
        cmocka_unit_test(random_maps_and_mirrors),
        cmocka_unit_test(every_small_pair),
        cmocka_unit_test(any_numbers_have_an_answer),
        cmocka_unit_test(numbers_out_of_range_touch_nothing),
        cmocka_unit_test(shifts_as_far_as_they_go_touch_by_the_other_way),
        cmocka_unit_test(an_empty_sprite_touches_nothing),
        cmocka_unit_test(what_is_larger_than_the_largest_side_touches_nothing),
        cmocka_unit_test(corners_of_the_largest_sprites_meet),
        cmocka_unit_test(a_dot_finds_the_far_corner_of_the_largest_sprite),
        cmocka_unit_test(far_pixels_are_not_lost),
        cmocka_unit_test(a_round_trip_that_is_too_long_for_64_bits_is_lost),
        cmocka_unit_test(a_shift_that_is_too_long_for_64_bits_is_lost),
        cmocka_unit_test(points_are_taken_one_by_one),
        cmocka_unit_test(lists_are_exact_up_to_the_bound),
        cmocka_unit_test(lists_beyond_the_bound_miss_some),
        cmocka_unit_test(the_bound_is_where_it_is_said_to_be),
        cmocka_unit_test(two_ways_that_both_stretch_are_not_exact),
        cmocka_unit_test(the_condition_is_the_one_that_is_defined),
        cmocka_unit_test(coarse_or_dropped_lists_are_never_exact),
    };
    return cmocka_run_group_tests_name("affine", tests, NULL, NULL);
}

#endif
