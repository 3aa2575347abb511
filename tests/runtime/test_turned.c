/*
 * test_turned.c - normals, ways out and sweeps through maps, against one pixel at a time
 *
 * The oracle walks: it moves the map as the header says, and counts pixels after each move.
 */

#include "support/cmocka_all.h"

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

static int64_t pixels_of(wide length)
{
    const wide size = length < 0 ? -length : length;
    return (int64_t)((size + ONE - 1) / ONE);
}

static int64_t largest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The number of steps of a sweep. */
static int64_t count_steps(const hm_affine *map, int64_t x, int64_t y)
{
    const hm_transform *const t = &map->to_b;
    const wide across = (((wide)t->xx * x + (wide)t->xy * y) * 2 + ONE) >> 17;
    const wide along = (((wide)t->yx * x + (wide)t->yy * y) * 2 + ONE) >> 17;
    return largest(largest(pixels_of(x), pixels_of(y)),
                   largest(pixels_of(across), pixels_of(along)));
}

static bool oracle_sweep(const struct duel *duel, int64_t x, int64_t y, hm_affine_sweep_result *out)
{
    const int64_t steps = count_steps(duel->map, x, y);
    *out = (hm_affine_sweep_result){.moved_x = x, .moved_y = y, .step = (uint64_t)steps};
    for (int64_t i = 0; i <= steps; i++) {
        const int64_t at_x = oracle_share(x, i, steps), at_y = oracle_share(y, i, steps);
        hm_affine moved;
        if (!oracle_move(duel->map, at_x, at_y, &moved) ||
            oracle_map_area(duel->a, duel->b, &moved, &out->hit) == 0)
            continue;
        out->step = (uint64_t)i;
        out->moved_x = oracle_share(x, i > 0 ? i - 1 : 0, steps);
        out->moved_y = oracle_share(y, i > 0 ? i - 1 : 0, steps);
        out->contact_x = at_x;
        out->contact_y = at_y;
        oracle_normal(duel, at_x, at_y, &out->normal_x, &out->normal_y);
        return true;
    }
    return false;
}

/* ---- The questions --------------------------------------------------------------------------- */

static void check_normal(const struct duel *duel)
{
    int64_t expected_x, expected_y, x = -7, y = -7;
    oracle_normal(duel, 0, 0, &expected_x, &expected_y);
    assert_int_equal(hm_affine_normal(duel->view_a, duel->view_b, duel->map, &x, &y),
                     area_after(duel, 0, 0) > 0);
    assert_int_equal(x, expected_x);
    assert_int_equal(y, expected_y);
}

static void check_exit(const struct duel *duel, uint32_t limit)
{
    static const int64_t ways[4][2] = {
        [HM_LEFT] = {-ONE, 0}, [HM_RIGHT] = {ONE, 0}, [HM_UP] = {0, -ONE}, [HM_DOWN] = {0, ONE}};
    for (int way = HM_LEFT; way <= HM_DOWN; way++) {
        uint32_t distance = 77, i = 0;
        while (i <= limit && area_after(duel, ways[way][0] * i, ways[way][1] * i) > 0)
            i++;
        assert_int_equal(hm_affine_exit(duel->view_a, duel->view_b, duel->map, (hm_direction)way,
                                        limit, &distance),
                         i <= limit);
        assert_int_equal(distance, i <= limit ? i : limit);
    }
}

static void check_escape(const struct duel *duel, int32_t limit)
{
    hm_point best = {0, 0}, move = {-7, -7};
    int32_t length = limit * limit + 1;
    for (int32_t y = -limit; y <= limit; y++)
        for (int32_t x = -limit; x <= limit; x++)
            if (x * x + y * y < length && area_after(duel, x * ONE, y * ONE) == 0) {
                length = x * x + y * y;
                best = (hm_point){x, y};
            }
    assert_int_equal(
        hm_affine_escape(duel->view_a, duel->view_b, duel->map, (uint32_t)limit, &move),
        length <= limit * limit);
    assert_point(move, best);
}

static void assert_same_sweep(const hm_affine_sweep_result *p, const hm_affine_sweep_result *q)
{
    assert_int_equal(p->moved_x, q->moved_x);
    assert_int_equal(p->moved_y, q->moved_y);
    assert_int_equal(p->step, q->step);
    assert_point(p->hit, q->hit);
    assert_int_equal(p->normal_x, q->normal_x);
    assert_int_equal(p->normal_y, q->normal_y);
    assert_int_equal(p->contact_x, q->contact_x);
    assert_int_equal(p->contact_y, q->contact_y);
}

static void check_sweep(const struct duel *duel, int64_t x, int64_t y)
{
    hm_affine_sweep_result expected, out;
    memset(&out, 0x77, sizeof out);
    const bool touches = oracle_sweep(duel, x, y, &expected);
    assert_int_equal(hm_affine_sweep(duel->view_a, duel->view_b, duel->map, x, y, &out), touches);
    assert_same_sweep(&out, &expected);
}

/* ---- Any map -------------------------------------------------------------------------------- */

/* Before the sweep, `a` stands where a part of the move brought it. */
static void sweep_into(const struct duel *duel, uint64_t *random, int32_t reach)
{
    const int64_t x = random_between(random, -reach * ONE, reach * ONE);
    const int64_t y = random_between(random, -reach * ONE, reach * ONE);
    hm_affine before;
    struct duel start = *duel;
    start.map = &before;
    if (oracle_move(duel->map, -x / 2, -y / 2, &before))
        check_sweep(&start, x, y);
}

static void ask(const struct duel *duel, uint64_t *random)
{
    const bool small = duel->a->width <= 24 && duel->a->height <= 24 && duel->b->width <= 24 &&
                       duel->b->height <= 24;
    check_normal(duel);
    if (!small)
        return;
    check_exit(duel, oracle_random(random, 20));
    check_escape(duel, (int32_t)oracle_random(random, 5));
    sweep_into(duel, random, 20);
    check_sweep(duel, random_between(random, -2 * ONE, 2 * ONE), random_between(random, -9, 9));
}

static void ask_through_random_maps(struct subject *a, struct subject *b, uint64_t *random)
{
    const uint32_t flips = oracle_random(random, 16);
    struct subject stored_a, stored_b;
    const hm_sprite p = view_of(a, flips, &stored_a), q = view_of(b, flips >> 2, &stored_b);
    for (int i = 0; i < 4; i++) {
        hm_affine map;
        random_map(random, a, b, &map);
        ask(&(struct duel){&stored_a, &stored_b, &stored_a.sprite, &stored_b.sprite, &map}, random);
        ask(&(struct duel){a, b, &p, &q, &map}, random);
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
    ask(&(struct duel){a, b, &a->sprite, &b->sprite, &map}, random);
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
    check_exit(&duel, 6);
    check_escape(&duel, 2);
    sweep_into(&duel, &pair_random, 6);
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
    uint32_t near, far;
    hm_point move, other;
    hm_affine_translation(&map, (int64_t)dx * ONE, (int64_t)dy * ONE);
    assert_int_equal(hm_affine_normal(p, q, &map, &x, &y), hm_overlap_normal(p, q, dx, dy, &u, &v));
    assert_true(x == u && y == v);
    for (int way = HM_LEFT; way <= HM_DOWN; way++) {
        hm_affine_exit(p, q, &map, (hm_direction)way, 300, &near);
        hm_overlap_exit(p, q, dx, dy, (hm_direction)way, 300, &far);
        assert_int_equal(near, far);
    }
    assert_int_equal(hm_affine_escape(p, q, &map, 9, &move),
                     hm_overlap_escape(p, q, dx, dy, 9, &other));
    assert_point(move, other);
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
    uint32_t distance = 7;
    hm_point move = {7, 7};
    hm_affine_sweep_result out;
    assert_false(hm_affine_normal(a, b, map, &x, &y));
    assert_true(x == 0 && y == 0);
    assert_true(hm_affine_exit(a, b, map, HM_LEFT, UINT32_MAX, &distance));
    assert_int_equal(distance, 0);
    assert_true(hm_affine_escape(a, b, map, UINT32_MAX, &move));
    assert_true(move.x == 0 && move.y == 0);
    assert_false(hm_affine_sweep(a, b, map, ONE, -3 * ONE, &out));
    assert_true(out.moved_x == ONE && out.moved_y == -3 * ONE);
    assert_true(out.normal_x == 0 && out.normal_y == 0 && out.hit.x == 0 && out.hit.y == 0);
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
                check_exit(&duel, 5);
                check_escape(&duel, 3);
                check_sweep(&duel, 4 * ONE, ONE / 2);
                check_sweep(&duel, -ONE / 2, -4 * ONE);
            }
    subject_free(&a);
}

/* Every pixel of `a` lands in the same pixel of b, wherever `a` is. */
static void no_move_leads_out_of_a_map_to_one_point(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    struct subject a;
    uint32_t distance;
    hm_point move = {7, 7};
    hm_affine map = {.to_b = {.x = ONE}, .to_a = {.x = -ONE}};
    subject_draw(&a, box, 2);
    assert_false(hm_affine_exit(&a.sprite, &a.sprite, &map, HM_UP, 1000, &distance));
    assert_int_equal(distance, 1000);
    assert_false(hm_affine_escape(&a.sprite, &a.sprite, &map, 20, &move));
    assert_true(move.x == 0 && move.y == 0);
    subject_free(&a);
}

/* A dot in the middle of a box with two holes, to which the moves are equally long. */
static void of_ways_as_long_the_first_in_reading_order_is_taken(void **state)
{
    (void)state;
    static const hm_point moves[] = {{0, -5}, {-3, -4}, {3, -4}, {-4, -3}, {4, -3}, {-5, 0},
                                     {5, 0},  {-4, 3},  {4, 3},  {-3, 4},  {3, 4},  {0, 5}};
    enum { COUNT = sizeof moves / sizeof *moves, SIDE = 11 };
    const hm_sprite dot = full_box(0, 0, 1, 1);
    hm_affine map;
    hm_affine_translation(&map, -SIDE / 2 * ONE, -SIDE / 2 * ONE);
    for (int i = 0; i < COUNT; i++)
        for (int k = i; k < COUNT; k++) {
            struct subject box;
            hm_point move;
            subject_init(&box, SIDE, SIDE);
            memset(box.pixels, 1, (size_t)SIDE * SIDE);
            box.pixels[(moves[i].y + SIDE / 2) * SIDE + moves[i].x + SIDE / 2] = 0;
            box.pixels[(moves[k].y + SIDE / 2) * SIDE + moves[k].x + SIDE / 2] = 0;
            subject_bake(&box);
            assert_true(hm_affine_escape(&dot, &box.sprite, &map, 9, &move));
            assert_point(move, moves[i]);
            subject_free(&box);
        }
}

static void moves_out_of_range_touch_nothing(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    static const int64_t moves[] = {HM_AFFINE_SHIFT_MAX + 1, -HM_AFFINE_SHIFT_MAX - 1, INT64_MIN,
                                    INT64_MAX};
    struct subject a;
    hm_affine map;
    hm_affine_sweep_result out;
    subject_draw(&a, box, 2);
    hm_affine_identity(&map);
    for (int i = 0; i < 8; i++) {
        const int64_t x = i < 4 ? moves[i] : 0, y = i < 4 ? 1 : moves[i - 4];
        assert_false(hm_affine_sweep(&a.sprite, &a.sprite, &map, x, y, &out));
        assert_true(out.moved_x == x && out.moved_y == y && out.step == 0);
    }
    subject_free(&a);
}

/* The steps at which the bounds do not meet are skipped: 2^22 pixels take no time. */
static void the_longest_moves_hit(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    static const int32_t scales[] = {ONE / 64, ONE / 3, ONE, 5 * ONE, 64 * ONE};
    struct subject a;
    hm_affine map, there;
    subject_draw(&a, box, 2);
    for (int i = 0; i < 5; i++)
        for (uint32_t turn = 0; turn < ONE; turn += 7000) {
            const int64_t far = HM_AFFINE_SHIFT_MAX / 64;
            int32_t c, s;
            hm_affine_sweep_result out;
            hm_turn(turn, &c, &s);
            const int32_t xx = (int32_t)((int64_t)c * scales[i] / ONE);
            const int32_t yx = (int32_t)((int64_t)s * scales[i] / ONE);
            /* About the middle of both. */
            if (!hm_affine_make(&map, xx, -yx, yx, xx, ONE - xx + yx, ONE - xx - yx))
                continue;
            assert_true(oracle_move(&map, -far, far / 3, &there));
            assert_true(hm_affine_sweep(&a.sprite, &a.sprite, &there, far, -far / 3, &out));
            assert_true(hm_affine_sweep(&a.sprite, &a.sprite, &there, HM_AFFINE_SHIFT_MAX,
                                        -HM_AFFINE_SHIFT_MAX / 3, &out));
            const hm_affine_sweep_result found = out;
            assert_true(oracle_move(&there, found.moved_x, found.moved_y, &map));
            assert_false(hm_affine_overlap(&a.sprite, &a.sprite, &map));
            const int64_t steps =
                count_steps(&there, HM_AFFINE_SHIFT_MAX, -HM_AFFINE_SHIFT_MAX / 3);
            assert_true(oracle_move(
                &there, oracle_share(HM_AFFINE_SHIFT_MAX, (int64_t)found.step, steps),
                oracle_share(-HM_AFFINE_SHIFT_MAX / 3, (int64_t)found.step, steps), &map));
            assert_true(hm_affine_overlap(&a.sprite, &a.sprite, &map));
            assert_false(hm_affine_sweep(&a.sprite, &a.sprite, &there, -HM_AFFINE_SHIFT_MAX,
                                         HM_AFFINE_SHIFT_MAX / 3, &out));
        }
    subject_free(&a);
}

static void the_longest_sides(void **state)
{
    (void)state;
    enum { MOST = HM_AFFINE_SIDE_MAX };
    const hm_sprite wide_box = full_box(0, 0, MOST, 1), high_box = full_box(0, 0, 1, MOST);
    const hm_sprite larger_box = full_box(0, 0, MOST + 1, 1), dot = full_box(0, 0, 1, 1);
    hm_affine map;
    int64_t x, y;
    uint32_t distance;
    hm_affine_sweep_result out;
    hm_affine_identity(&map);
    assert_true(hm_affine_normal(&wide_box, &wide_box, &map, &x, &y));
    assert_true(x == 0 && y == 0);
    assert_true(hm_affine_exit(&dot, &wide_box, &map, HM_RIGHT, UINT32_MAX, &distance));
    assert_int_equal(distance, MOST);
    assert_true(hm_affine_exit(&high_box, &wide_box, &map, HM_UP, UINT32_MAX, &distance));
    assert_int_equal(distance, MOST);
    assert_nothing_touches(&larger_box, &dot, &map);
    assert_nothing_touches(&dot, &larger_box, &map);
    /* A quarter turn, and the first pixel of one on the last of the other. */
    assert_true(hm_affine_make(&map, 0, -ONE, ONE, 0, MOST * INT64_C(65536), 0));
    assert_true(hm_affine_normal(&wide_box, &wide_box, &map, &x, &y));
    assert_true(x == 1 && y == -1);
    assert_true(hm_affine_sweep(&wide_box, &wide_box, &map, 0, 3 * ONE, &out));
    assert_int_equal(out.step, 0);
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
        !hm_affine_normal(p, q, &map, &x, &y))
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

/* A box a million pixels from its sprite's corner is met from all sides, through one way alone. */
static void a_sweep_to_a_far_box(void **state)
{
    (void)state;
    enum { FAR = 1000000 };
    static const hm_point ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const hm_sprite dot = full_box(0, 0, 1, 1), box = full_box(FAR, FAR, 3, 3);
    for (int i = 0; i < 4; i++) {
        const hm_point way = ways[i];
        hm_affine_sweep_result out;
        hm_affine map;
        hm_affine_translation(&map, (10 * way.x - FAR - 1) * (int64_t)ONE,
                              (10 * way.y - FAR - 1) * (int64_t)ONE);
        map.to_a.x = 50 * FAR * (int64_t)ONE;
        assert_true(hm_affine_sweep(&dot, &box, &map, way.x * 20 * ONE, way.y * 20 * ONE, &out));
        assert_int_equal(out.step, 9);
        assert_true(out.moved_x == way.x * 8 * ONE && out.moved_y == way.y * 8 * ONE);
    }
}

/* One way of a map is enough for a contact, also for a move of no length. */
static void no_move_through_one_way_alone(void **state)
{
    (void)state;
    const hm_sprite dot = full_box(0, 0, 1, 1);
    hm_affine_sweep_result out;
    hm_affine map;
    hm_affine_identity(&map);
    map.to_a.x = 99 * ONE;
    assert_true(hm_affine_sweep(&dot, &dot, &map, 0, 0, &out));
    hm_affine_inverse(&map, &map);
    assert_true(hm_affine_sweep(&dot, &dot, &map, 0, 0, &out));
}

/* A unit of b's pixel is gone from half a unit on, and not before. Through the other way nothing
 * touches. */
static void moves_are_rounded_to_the_nearest(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject a;
    subject_draw(&a, dot, 1);
    for (int axis = 0; axis < 4; axis++)
        for (int32_t at = -2; at <= 1; at++)
            for (int32_t move = ONE / 2 - 1; move <= ONE / 2 + 1; move++) {
                hm_affine map = {.to_a = {.x = 99 * ONE}};
                hm_transform *const t = &map.to_b;
                *(axis == 0 ? &t->xx : axis == 1 ? &t->xy : axis == 2 ? &t->yx : &t->yy) = 1;
                *(axis < 2 ? &t->x : &t->y) = at;
                const struct duel duel = {&a, &a, &a.sprite, &a.sprite, &map};
                const bool is_x = axis % 2 == 0;
                check_sweep(&duel, is_x ? move : 0, is_x ? 0 : move);
                check_sweep(&duel, is_x ? -move : 0, is_x ? 0 : -move);
            }
    subject_free(&a);
}

/* Through one way alone, not a pixel is lost on the way to a box that is far away. */
static void far_moves_are_exact(void **state)
{
    (void)state;
    enum { FAR = 1 << 20 };
    const hm_sprite dot = full_box(0, 0, 1, 1), box = full_box(FAR, FAR, 1, 1);
    for (int i = 0; i < 4; i++) {
        const int32_t x = (i % 2 == 0 ? FAR : 2 * FAR), y = (i / 2 == 0 ? FAR : 2 * FAR);
        hm_affine_sweep_result out;
        hm_affine map;
        hm_affine_translation(&map, (x - FAR) * (int64_t)ONE, (y - FAR) * (int64_t)ONE);
        map.to_a.x = 50 * FAR * (int64_t)ONE;
        assert_true(hm_affine_sweep(&dot, &box, &map, x * (int64_t)ONE, y * (int64_t)ONE, &out));
        assert_int_equal(out.step, x > y ? x : y);
    }
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
        cmocka_unit_test(no_move_leads_out_of_a_map_to_one_point),
        cmocka_unit_test(of_ways_as_long_the_first_in_reading_order_is_taken),
        cmocka_unit_test(moves_out_of_range_touch_nothing),
        cmocka_unit_test(the_longest_moves_hit),
        cmocka_unit_test(the_longest_sides),
        cmocka_unit_test(far_normals_are_differences_of_areas),
        cmocka_unit_test(a_sweep_to_a_far_box),
        cmocka_unit_test(no_move_through_one_way_alone),
        cmocka_unit_test(moves_are_rounded_to_the_nearest),
        cmocka_unit_test(far_moves_are_exact),
    };
    return cmocka_run_group_tests_name("turned", tests, NULL, NULL);
}

#endif
