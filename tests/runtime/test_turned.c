/*
 * test_turned.c - normals, ways out and sweeps through maps, against one pixel at a time
 *
 * The oracle walks: it moves the map as the header says, and counts pixels after each move.
 */

#include "support/cmocka_all.h"

#include "records.h"
#include "runtime/map_oracle.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"

#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SIZEOF_INT128__

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

/* by * i / n to the nearest, halves away from zero. */
static int64_t share(int64_t by, int64_t i, int64_t n)
{
    if (n == 0)
        return 0;
    const wide twice = 2 * (by < 0 ? -(wide)by : (wide)by) * i + n;
    const int64_t size = (int64_t)(twice / (2 * (wide)n));
    return by < 0 ? -size : size;
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
    *out = (hm_affine_sweep_result){x, y, (uint64_t)steps, {0, 0}, 0, 0};
    for (int64_t i = 0; i <= steps; i++) {
        const int64_t at_x = share(x, i, steps), at_y = share(y, i, steps);
        hm_affine moved;
        if (!oracle_move(duel->map, at_x, at_y, &moved) ||
            oracle_map_area(duel->a, duel->b, &moved, &out->hit) == 0)
            continue;
        out->step = (uint64_t)i;
        out->moved_x = share(x, i > 0 ? i - 1 : 0, steps);
        out->moved_y = share(y, i > 0 ? i - 1 : 0, steps);
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
    assert_int_equal(move.x, best.x);
    assert_int_equal(move.y, best.y);
}

static void assert_same_sweep(const hm_affine_sweep_result *p, const hm_affine_sweep_result *q)
{
    assert_int_equal(p->moved_x, q->moved_x);
    assert_int_equal(p->moved_y, q->moved_y);
    assert_int_equal(p->step, q->step);
    assert_int_equal(p->hit.x, q->hit.x);
    assert_int_equal(p->hit.y, q->hit.y);
    assert_int_equal(p->normal_x, q->normal_x);
    assert_int_equal(p->normal_y, q->normal_y);
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

static void ask_with_flips(struct subject *a, struct subject *b, uint64_t *random, int maps)
{
    const uint32_t flips = oracle_random(random, 16);
    struct subject ma, mb;
    hm_sprite fa, fb;
    hm_affine map;
    subject_mirror(a, flips & 1, flips & 2, &ma);
    subject_mirror(b, flips & 4, flips & 8, &mb);
    hm_sprite_flip(&a->sprite, flips & 1, flips & 2, &fa);
    hm_sprite_flip(&b->sprite, flips & 4, flips & 8, &fb);
    for (int i = 0; i < maps; i++) {
        random_map(random, a, b, &map);
        ask(&(struct duel){a, b, &a->sprite, &b->sprite, &map}, random);
        ask(&(struct duel){&ma, &mb, &fa, &fb, &map}, random);
    }
    subject_free(&ma);
    subject_free(&mb);
}

static void random_maps_and_mirrors(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int round = 0; round < 300; round++) {
        struct subject a, b;
        subject_scribble(&a, &random, round % 5 == 0 ? 200 : 24);
        subject_scribble(&b, &random, round % 5 == 1 ? 200 : 24);
        ask_with_flips(&a, &b, &random, 4);
        subject_free(&a);
        subject_free(&b);
    }
}

/* Nothing says that the two ways fit each other, or that either can be undone. */
static void any_numbers_have_an_answer(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int round = 0; round < 400; round++) {
        struct subject a, b;
        hm_affine map, other;
        subject_scribble(&a, &random, 20);
        subject_scribble(&b, &random, 20);
        random_map(&random, &a, &b, &map);
        random_map(&random, &a, &b, &other);
        const uint32_t choice = oracle_random(&random, 5);
        if (choice == 0)
            map.to_a = other.to_a;
        if (choice == 1)
            map.to_b.xx = map.to_b.xy = 0;
        if (choice == 2)
            memset(&map.to_a, 0, sizeof map.to_a);
        if (choice == 3)
            map.to_a.x += random_between(&random, -8 * ONE, 8 * ONE);
        if (choice == 4)
            map.to_a.xx += random_between(&random, -60 * ONE, 60 * ONE) / 60;
        ask(&(struct duel){&a, &b, &a.sprite, &b.sprite, &map}, &random);
        subject_free(&a);
        subject_free(&b);
    }
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
static void whole_shifts_are_offsets(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int round = 0; round < 400; round++) {
        struct subject a, b;
        hm_affine map;
        int64_t x, y, u, v;
        uint32_t near, far;
        hm_point move, other;
        subject_scribble(&a, &random, 100);
        subject_scribble(&b, &random, 100);
        const int32_t dx = random_between(&random, -b.width, a.width);
        const int32_t dy = random_between(&random, -b.height, a.height);
        hm_affine_translation(&map, (int64_t)dx * ONE, (int64_t)dy * ONE);
        assert_int_equal(hm_affine_normal(&a.sprite, &b.sprite, &map, &x, &y),
                         hm_overlap_normal(&a.sprite, &b.sprite, dx, dy, &u, &v));
        assert_true(x == u && y == v);
        for (int way = HM_LEFT; way <= HM_DOWN; way++) {
            hm_affine_exit(&a.sprite, &b.sprite, &map, (hm_direction)way, 300, &near);
            hm_overlap_exit(&a.sprite, &b.sprite, dx, dy, (hm_direction)way, 300, &far);
            assert_int_equal(near, far);
        }
        assert_int_equal(hm_affine_escape(&a.sprite, &b.sprite, &map, 9, &move),
                         hm_overlap_escape(&a.sprite, &b.sprite, dx, dy, 9, &other));
        assert_true(move.x == other.x && move.y == other.y);
        subject_free(&a);
        subject_free(&b);
    }
}

/* ---- Limits --------------------------------------------------------------------------------- */

/* Nothing touches, whatever is asked. */
static void assert_apart(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
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
    static const char *const box[] = {"##", "##"};
    const int64_t far = INT64_C(1) << 48;
    const int64_t shifts[] = {far + 1, -far - 1, INT64_MIN, INT64_MAX};
    const int32_t factors[] = {HM_AFFINE_FACTOR_MAX + 1, INT32_MIN, INT32_MAX};
    struct subject a, empty;
    hm_affine map;
    hm_sprite zero;
    memset(&zero, 0, sizeof zero);
    subject_draw(&a, box, 2);
    subject_from_number(&empty, 3, 3, 0);
    for (int i = 0; i < 8; i++) {
        hm_affine_identity(&map);
        hm_transform *const t = i % 2 == 0 ? &map.to_a : &map.to_b;
        t->x = shifts[i / 2];
        assert_apart(&a.sprite, &a.sprite, &map);
        hm_affine_identity(&map);
        t->y = shifts[i / 2];
        assert_apart(&a.sprite, &a.sprite, &map);
    }
    for (int i = 0; i < 6; i++) {
        hm_affine_identity(&map);
        hm_transform *const t = i % 2 == 0 ? &map.to_a : &map.to_b;
        t->xy = factors[i / 2];
        assert_apart(&a.sprite, &a.sprite, &map);
    }
    hm_affine_identity(&map);
    assert_apart(&a.sprite, &zero, &map);
    assert_apart(&zero, &a.sprite, &map);
    assert_apart(&zero, &zero, &map);
    assert_apart(&a.sprite, &empty.sprite, &map);
    assert_apart(&empty.sprite, &a.sprite, &map);
    subject_free(&a);
    subject_free(&empty);
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
            assert_true(oracle_move(&there, share(HM_AFFINE_SHIFT_MAX, (int64_t)found.step, steps),
                                    share(-HM_AFFINE_SHIFT_MAX / 3, (int64_t)found.step, steps),
                                    &map));
            assert_true(hm_affine_overlap(&a.sprite, &a.sprite, &map));
            assert_false(hm_affine_sweep(&a.sprite, &a.sprite, &there, -HM_AFFINE_SHIFT_MAX,
                                         HM_AFFINE_SHIFT_MAX / 3, &out));
        }
    subject_free(&a);
}

/* A full box takes no words. */
static void full_box(int32_t width, int32_t height, hm_sprite *out)
{
    memset(out, 0, sizeof *out);
    out->width = out->bounds.x1 = width;
    out->height = out->bounds.y1 = height;
    out->area = (uint64_t)width * (uint64_t)height;
    hm_sprite_view_full(out);
}

static void the_longest_sides(void **state)
{
    (void)state;
    enum { MOST = HM_AFFINE_SIDE_MAX };
    hm_sprite wide_box, high_box, larger_box, dot;
    hm_affine map;
    int64_t x, y;
    uint32_t distance;
    hm_affine_sweep_result out;
    full_box(MOST, 1, &wide_box);
    full_box(1, MOST, &high_box);
    full_box(MOST + 1, 1, &larger_box);
    full_box(1, 1, &dot);
    hm_affine_identity(&map);
    assert_true(hm_affine_normal(&wide_box, &wide_box, &map, &x, &y));
    assert_true(x == 0 && y == 0);
    assert_true(hm_affine_exit(&dot, &wide_box, &map, HM_RIGHT, UINT32_MAX, &distance));
    assert_int_equal(distance, MOST);
    assert_true(hm_affine_exit(&high_box, &wide_box, &map, HM_UP, UINT32_MAX, &distance));
    assert_int_equal(distance, MOST);
    assert_apart(&larger_box, &dot, &map);
    assert_apart(&dot, &larger_box, &map);
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

/* The areas themselves are known to be right, see test_affine.c. */
static void far_normals_are_differences_of_areas(void **state)
{
    (void)state;
    uint64_t random = 5;
    int hits = 0;
    for (int round = 0; round < 20000; round++) {
        struct subject a, b;
        hm_affine map;
        int64_t x, y;
        subject_scribble(&a, &random, 20);
        subject_scribble(&b, &random, 20);
        random_map(&random, &a, &b, &map);
        put_far(&a.sprite, &random);
        put_far(&b.sprite, &random);
        if (aim_far(&map.to_b, &a.sprite, &b.sprite) && aim_far(&map.to_a, &b.sprite, &a.sprite) &&
            hm_affine_normal(&a.sprite, &b.sprite, &map, &x, &y)) {
            const hm_sprite *const p = &a.sprite, *const q = &b.sprite;
            assert_int_equal(x, known_area(p, q, &map, -ONE, 0) - known_area(p, q, &map, ONE, 0));
            assert_int_equal(y, known_area(p, q, &map, 0, -ONE) - known_area(p, q, &map, 0, ONE));
            hits++;
        }
        subject_free(&a);
        subject_free(&b);
    }
    assert_true(hits > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_maps_and_mirrors),
        cmocka_unit_test(any_numbers_have_an_answer),
        cmocka_unit_test(every_small_pair),
        cmocka_unit_test(whole_shifts_are_offsets),
        cmocka_unit_test(numbers_out_of_range_touch_nothing),
        cmocka_unit_test(moved_maps_may_leave_the_range),
        cmocka_unit_test(no_move_leads_out_of_a_map_to_one_point),
        cmocka_unit_test(moves_out_of_range_touch_nothing),
        cmocka_unit_test(the_longest_moves_hit),
        cmocka_unit_test(the_longest_sides),
        cmocka_unit_test(far_normals_are_differences_of_areas),
    };
    return cmocka_run_group_tests_name("turned", tests, NULL, NULL);
}

#else

int main(void)
{
    puts("turned: left out, for the oracle needs integers of 128 bits");
    return 0;
}

#endif
