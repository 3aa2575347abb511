/*
 * test_affine.c - sprites through affine maps, against one pixel at a time
 *
 * The oracle (map_oracle.h) takes every solid pixel's centre across by the stored numbers.
 */

#include "support/cmocka_all.h"

#include "runtime/answers.h"
#include "runtime/map_check.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"
#include "support/baked_set.h"

#include <hitmask_transform.h>

#ifndef __SIZEOF_INT128__
#include "runtime/left_out.h"
#else

static void check(struct subject *a, const struct subject *b, const hm_affine *map)
{
    check_through(a, &a->sprite, b, &b->sprite, map);
}

/* Without rotation and scale, a whole shift is an offset. */
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

/* The number of the pixel in which pixel (column, row) of a small mask lands, or -1. */
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

/* Checks that the points of a give the answer that they give one by one. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_shifts_are_offsets),
        cmocka_unit_test(random_maps_and_mirrors),
        cmocka_unit_test(every_small_pair),
        cmocka_unit_test(any_numbers_have_an_answer),
        cmocka_unit_test(numbers_out_of_range_touch_nothing),
        cmocka_unit_test(shifts_as_far_as_they_go_touch_by_the_other_way),
        cmocka_unit_test(an_empty_sprite_touches_nothing),
    };
    return cmocka_run_group_tests_name("affine", tests, NULL, NULL);
}

#endif
