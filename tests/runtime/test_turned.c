/*
 * test_turned.c - normals through maps, against one pixel at a time
 *
 * The oracle walks: it moves the map as the header says, and counts pixels after each move.
 */

#include "support/cmocka_all.h"

#include "affine.h"

#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/map_check.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"

#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

#ifndef __SIZEOF_INT128__
#include "runtime/left_out.h"
#else

/* Two sprites as pictures, and the views of them that are asked. */
struct duel {
    struct subject *a;
    const struct subject *b;
    const hm_sprite *view_a, *view_b;
    const hm_affine *map;
};

static int64_t area_after(const struct duel *duel, int64_t x, int64_t y)
{
    return oracle_area_after(duel->a, duel->b, duel->map, x, y);
}

/* ---- The oracle ------------------------------------------------------------------------------ */

static void oracle_normal(const struct duel *duel, int64_t at_x, int64_t at_y, int64_t *x,
                          int64_t *y)
{
    hm_affine moved;
    *x = *y = 0;
    if (!oracle_move(duel->map, at_x, at_y, &moved))
        return;
    struct duel there = *duel;
    there.map = &moved;
    if (area_after(&there, 0, 0) == 0)
        return;
    *x = area_after(&there, -ONE, 0) - area_after(&there, ONE, 0);
    *y = area_after(&there, 0, -ONE) - area_after(&there, 0, ONE);
}

/* ---- The questions --------------------------------------------------------------------------- */

static void check_normal(const struct duel *duel)
{
    int64_t expected_x, expected_y, x = -7, y = -7;
    oracle_normal(duel, 0, 0, &expected_x, &expected_y);
    assert_int_equal(hm_map_normal(duel->view_a, duel->view_b, duel->map, &x, &y),
                     area_after(duel, 0, 0) > 0);
    assert_int_equal(x, expected_x);
    assert_int_equal(y, expected_y);
}

/* ---- Any map -------------------------------------------------------------------------------- */

static void ask_through_random_maps(struct subject *a, struct subject *b, uint64_t *random)
{
    const uint32_t flips = oracle_random(random, 16);
    struct subject stored_a, stored_b;
    const hm_sprite p = view_of(a, flips, &stored_a), q = view_of(b, flips >> 2, &stored_b);
    for (int i = 0; i < 4; i++) {
        hm_affine map;
        random_map(random, a, b, &map);
        check_normal(
            &(struct duel){&stored_a, &stored_b, &stored_a.sprite, &stored_b.sprite, &map});
        check_normal(&(struct duel){a, b, &p, &q, &map});
    }
    subject_free(&stored_a);
    subject_free(&stored_b);
}

static void random_maps_and_mirrors(void **state)
{
    (void)state;
    scribbled_pairs_visit(1, 180, 24, 24, ask_through_random_maps);
    scribbled_pairs_visit(6, 60, 200, 24, ask_through_random_maps);
    scribbled_pairs_visit(7, 60, 24, 200, ask_through_random_maps);
}

/* Every pixel by chance, so that each counts; as wide and as tall as words, and as the parts that
 * are added up one by one. */
static void draw_dense(struct subject *subject, uint64_t *random)
{
    static const int32_t sides[] = {20, 62, 63, 64, 124, 128, 184, 186, 190, 192, 193, 200};
    const int32_t width = sides[oracle_random(random, 12)];
    const int32_t height = sides[oracle_random(random, 12)];
    const uint32_t one_in = 2 + oracle_random(random, 2);
    subject_init(subject, width, height);
    for (int32_t i = 0; i < width * height; i++)
        subject->pixels[i] = oracle_random(random, one_in) == 0;
    for (int32_t y = 0; y < height; y++)
        subject->pixels[y * width] = subject->pixels[y * width + width - 1] = 1;
    subject_bake(subject);
}

static void normals_of_large_sprites(void **state)
{
    (void)state;
    uint64_t random = 8;
    for (int round = 0; round < 150; round++) {
        const uint32_t flips = oracle_random(&random, 16);
        struct subject a, b, stored_a, stored_b;
        hm_affine map;
        draw_dense(&a, &random);
        draw_dense(&b, &random);
        const hm_sprite p = view_of(&a, flips, &stored_a), q = view_of(&b, flips >> 2, &stored_b);
        random_map(&random, &a, &b, &map);
        check_normal(&(struct duel){&a, &b, &p, &q, &map});
        subject_free(&a);
        subject_free(&b);
        subject_free(&stored_a);
        subject_free(&stored_b);
    }
}

/* Pixels of `a` that are several of b long, and a part of one thin, lie between centres of b's. */
static void normals_of_thin_pixels(void **state)
{
    (void)state;
    uint64_t random = 9;
    for (int round = 0; round < 1000; round++) {
        struct subject a, b;
        hm_affine map;
        int32_t c, s;
        subject_init(&a, 6, 40);
        subject_init(&b, 40, 40);
        for (int i = 0; i < 6 * 40; i++)
            a.pixels[i] = oracle_random(&random, 3) == 0;
        for (int i = 0; i < 40 * 40; i++)
            b.pixels[i] = oracle_random(&random, 20) != 0;
        subject_bake(&a);
        subject_bake(&b);
        hm_turn(oracle_random(&random, ONE), &c, &s);
        const int64_t length = random_between(&random, 2 * ONE, 5 * ONE);
        const int64_t width = random_between(&random, ONE / 10, ONE / 2);
        if (hm_affine_make(&map, (int32_t)(c * length / ONE), (int32_t)(-s * width / ONE),
                           (int32_t)(s * length / ONE), (int32_t)(c * width / ONE),
                           random_between(&random, 0, 40 * ONE),
                           random_between(&random, 0, 40 * ONE)))
            check_normal(&(struct duel){&a, &b, &a.sprite, &b.sprite, &map});
        subject_free(&a);
        subject_free(&b);
    }
}

/* The ways fit at the end of `a`, and less and less towards its beginning, or the other way round.
 */
static void normals_through_ways_that_drift_apart(void **state)
{
    (void)state;
    uint64_t random = 10;
    for (int round = 0; round < 20000; round++) {
        struct subject a, b;
        hm_affine map;
        subject_scribble(&a, &random, 5);
        subject_scribble(&b, &random, 9);
        random_map(&random, &a, &b, &map);
        const bool along_x = oracle_random(&random, 2), at_end = oracle_random(&random, 2);
        const int64_t more = random_between(&random, -4 * ONE, 4 * ONE);
        const hm_transform t = map.to_b;
        hm_transform *const s = &map.to_a;
        /* More of what T(p) has gone from where the beginning or the end lands. */
        if (along_x && t.xx != 0) {
            const int64_t still = t.x + (at_end ? t.xx * (int64_t)a.width : 0);
            s->xx += (int32_t)more;
            s->x -= more * still / ONE;
        } else {
            const int64_t still = t.y + (at_end ? t.yy * (int64_t)a.height : 0);
            s->yy += (int32_t)more;
            s->y -= more * still / ONE;
        }
        check_normal(&(struct duel){&a, &b, &a.sprite, &b.sprite, &map});
        subject_free(&a);
        subject_free(&b);
    }
}

static void ask_through_an_unfit_map(struct subject *a, struct subject *b, uint64_t *random)
{
    hm_affine map;
    random_unfit_map(random, a, b, &map);
    check_normal(&(struct duel){a, b, &a->sprite, &b->sprite, &map});
}

static void any_numbers_have_an_answer(void **state)
{
    (void)state;
    scribbled_pairs_visit(2, 400, 20, 20, ask_through_an_unfit_map);
}

/* ---- All small cases ------------------------------------------------------------------------ */

static uint64_t pair_random;

static void check_pair(const struct pair *pair)
{
    struct subject *const a = (struct subject *)(uintptr_t)pair->a;
    hm_affine map;
    random_map(&pair_random, pair->a, pair->b, &map);
    const struct duel duel = {a, pair->b, &pair->a->sprite, &pair->b->sprite, &map};
    check_normal(&duel);
}

static void every_small_pair(void **state)
{
    (void)state;
    pair_random = 3;
    pairs_visit(NULL, 47, check_pair);
}

/* Without rotation and scale, a whole shift is an offset. */
static void shift(struct subject *a, struct subject *b, uint64_t *random)
{
    const hm_sprite *const p = &a->sprite, *const q = &b->sprite;
    const int32_t dx = random_between(random, -b->width, a->width);
    const int32_t dy = random_between(random, -b->height, a->height);
    hm_affine map;
    int64_t x, y, u, v;
    hm_affine_translation(&map, (int64_t)dx * ONE, (int64_t)dy * ONE);
    assert_int_equal(hm_map_normal(p, q, &map, &x, &y), hm_overlap_normal(p, q, dx, dy, &u, &v));
    assert_true(x == u && y == v);
}

static void whole_shifts_are_offsets(void **state)
{
    (void)state;
    scribbled_pairs_visit(4, 400, 100, 100, shift);
}

/* ---- Limits --------------------------------------------------------------------------------- */

/* Nothing touches, whatever is asked. */
static void assert_nothing_touches(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    int64_t x = 7, y = 7;
    assert_false(hm_map_normal(a, b, map, &x, &y));
    assert_true(x == 0 && y == 0);
}

static void numbers_out_of_range_touch_nothing(void **state)
{
    (void)state;
    check_maps_out_of_range(assert_nothing_touches);
}

static void an_empty_sprite_touches_nothing(void **state)
{
    (void)state;
    check_empty_pairs(assert_nothing_touches);
}

/* A move may take a map out of its range, or as far as it goes. */
static void moved_maps_may_leave_the_range(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    const int64_t far = INT64_C(1) << 48;
    struct subject a;
    subject_draw(&a, box, 2);
    for (int way = 0; way < 4; way++)
        for (int end = 0; end < 2; end++)
            for (int64_t less = 0; less < 3 * ONE; less += ONE) {
                hm_affine map;
                hm_affine_identity(&map);
                hm_transform *const t = end == 0 ? &map.to_a : &map.to_b;
                *(way % 2 == 0 ? &t->x : &t->y) = way < 2 ? far - less : less - far;
                const struct duel duel = {&a, &a, &a.sprite, &a.sprite, &map};
                check_normal(&duel);
            }
    subject_free(&a);
}

static void the_longest_sides(void **state)
{
    (void)state;
    enum { MOST = HM_AFFINE_SIDE_MAX };
    const hm_sprite wide_box = full_box(0, 0, MOST, 1);
    const hm_sprite larger_box = full_box(0, 0, MOST + 1, 1), dot = full_box(0, 0, 1, 1);
    hm_affine map;
    int64_t x, y;
    hm_affine_identity(&map);
    assert_true(hm_map_normal(&wide_box, &wide_box, &map, &x, &y));
    assert_true(x == 0 && y == 0);
    assert_nothing_touches(&larger_box, &dot, &map);
    assert_nothing_touches(&dot, &larger_box, &map);
    /* A quarter turn, and the first pixel of one on the last of the other. */
    assert_true(hm_affine_make(&map, 0, -ONE, ONE, 0, MOST * INT64_C(65536), 0));
    assert_true(hm_map_normal(&wide_box, &wide_box, &map, &x, &y));
    assert_true(x == 1 && y == -1);
}

/* ---- Far from the origin --------------------------------------------------------------------- */

static int64_t known_area(const hm_sprite *a, const hm_sprite *b, const hm_affine *map, int64_t x,
                          int64_t y)
{
    hm_affine moved;
    return oracle_move(map, x, y, &moved) ? (int64_t)hm_affine_area(a, b, &moved) : 0;
}

/* A sprite as large as int32_t goes, with its picture anywhere in it. */
static void put_far(hm_sprite *sprite, uint64_t *random)
{
    static const int32_t places[] = {0, 1 << 15, 1 << 26, 3 << 28};
    const int32_t x = places[oracle_random(random, 4)], y = places[oracle_random(random, 4)];
    const bool at_end = oracle_random(random, 3) == 0;
    const int32_t right = at_end ? INT32_MAX - sprite->width : x;
    const int32_t down = at_end ? INT32_MAX - sprite->height : y;
    sprite->width += right;
    sprite->height += down;
    sprite->bounds.x0 += right;
    sprite->bounds.x1 += right;
    sprite->bounds.y0 += down;
    sprite->bounds.y1 += down;
    hm_sprite_flip(sprite, oracle_random(random, 2), oracle_random(random, 2), sprite);
}

/* A shift that takes a pixel of the bounds of `a` into one of `b`'s; false when it is out of range.
 */
static bool aim_far(hm_transform *t, const hm_sprite *a, const hm_sprite *b)
{
    const int64_t most = INT64_C(1) << 48;
    hm_box p, q;
    hm_sprite_bounds(a, &p);
    hm_sprite_bounds(b, &q);
    t->x = ((int64_t)q.x0 + q.x1) * (ONE / 2) -
           (t->xx * ((int64_t)p.x0 + p.x1) + t->xy * ((int64_t)p.y0 + p.y1)) / 2;
    t->y = ((int64_t)q.y0 + q.y1) * (ONE / 2) -
           (t->yx * ((int64_t)p.x0 + p.x1) + t->yy * ((int64_t)p.y0 + p.y1)) / 2;
    return t->x >= -most && t->x <= most && t->y >= -most && t->y <= most;
}

static uint32_t far_hits;

/* The areas themselves are known to be right, see test_affine_far.c. */
static void check_far_normal(struct subject *a, struct subject *b, uint64_t *random)
{
    const hm_sprite *const p = &a->sprite, *const q = &b->sprite;
    hm_affine map;
    int64_t x, y;
    random_map(random, a, b, &map);
    put_far(&a->sprite, random);
    put_far(&b->sprite, random);
    if (!aim_far(&map.to_b, p, q) || !aim_far(&map.to_a, q, p) ||
        !hm_map_normal(p, q, &map, &x, &y))
        return;
    assert_int_equal(x, known_area(p, q, &map, -ONE, 0) - known_area(p, q, &map, ONE, 0));
    assert_int_equal(y, known_area(p, q, &map, 0, -ONE) - known_area(p, q, &map, 0, ONE));
    far_hits++;
}

static void far_normals_are_differences_of_areas(void **state)
{
    (void)state;
    far_hits = 0;
    scribbled_pairs_visit(5, 20000, 20, 20, check_far_normal);
    assert_true(far_hits > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_maps_and_mirrors),
        cmocka_unit_test(normals_of_large_sprites),
        cmocka_unit_test(normals_of_thin_pixels),
        cmocka_unit_test(normals_through_ways_that_drift_apart),
        cmocka_unit_test(any_numbers_have_an_answer),
        cmocka_unit_test(every_small_pair),
        cmocka_unit_test(whole_shifts_are_offsets),
        cmocka_unit_test(numbers_out_of_range_touch_nothing),
        cmocka_unit_test(an_empty_sprite_touches_nothing),
        cmocka_unit_test(moved_maps_may_leave_the_range),
        cmocka_unit_test(the_longest_sides),
        cmocka_unit_test(far_normals_are_differences_of_areas),
    };
    return cmocka_run_group_tests_name("turned", tests, NULL, NULL);
}

#endif
