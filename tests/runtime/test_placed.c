/*
 * test_placed.c - sprites with placements in a world: against each other, and crowds
 *
 * The oracle moves a placement, makes the map again and counts pixels.
 */

#include "support/cmocka_all.h"

#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/placed_scene.h"
#include "support/baked_set.h"

#include <hitmask_world.h>

#include <string.h>

#ifndef __SIZEOF_INT128__
#include "runtime/left_out.h"
#else

/* ---- The oracle ------------------------------------------------------------------------------ */

/* The map after `a` has moved in the world; false when nothing touches. */
static bool map_after(const struct actor *a, const struct actor *b, int64_t x, int64_t y,
                      hm_affine *out)
{
    const wide dx = (wide)a->at.x - b->at.x + x, dy = (wide)a->at.y - b->at.y + y;
    const wide most = HM_AFFINE_SHIFT_MAX;
    hm_placement there = a->at, here = b->at;
    if (dx < -most || dx > most || dy < -most || dy > most)
        return false;
    there.x = (int64_t)dx;
    there.y = (int64_t)dy;
    here.x = here.y = 0;
    return hm_affine_place(out, &there, &here);
}

static uint64_t area_after(const struct actor *a, const struct actor *b, int64_t x, int64_t y,
                           hm_point *first)
{
    hm_affine map, start;
    if (!map_after(a, b, 0, 0, &start) || !map_after(a, b, x, y, &map))
        return 0;
    return oracle_map_area(a->picture, b->picture, &map, first);
}

static int64_t rounded(wide over, wide under)
{
    const wide twice = 2 * over + under;
    return (int64_t)(twice >= 0 ? twice / (2 * under) : -((-twice + 2 * under - 1) / (2 * under)));
}

static wide size_of(int64_t value)
{
    return value < 0 ? -(wide)value : value;
}

static wide least(wide a, wide b)
{
    return a < b ? a : b;
}

/* The normal through a map, turned by the placement of `a`. */
static void oracle_normal(const struct actor *a, const struct actor *b, int64_t at_x, int64_t at_y,
                          int64_t *x, int64_t *y)
{
    const wide smaller_scale = least(size_of(a->at.scale_x), size_of(a->at.scale_y));
    hm_affine map;
    int32_t c, s;
    *x = *y = 0;
    if (!map_after(a, b, at_x, at_y, &map) ||
        oracle_area_after(a->picture, b->picture, &map, 0, 0) == 0)
        return;
    const wide nx = oracle_area_after(a->picture, b->picture, &map, -ONE, 0) -
                    oracle_area_after(a->picture, b->picture, &map, ONE, 0);
    const wide ny = oracle_area_after(a->picture, b->picture, &map, 0, -ONE) -
                    oracle_area_after(a->picture, b->picture, &map, 0, ONE);
    const wide u =
        nx * rounded(16384 * smaller_scale, size_of(a->at.scale_x)) * (a->at.scale_x < 0 ? -1 : 1);
    const wide v =
        ny * rounded(16384 * smaller_scale, size_of(a->at.scale_y)) * (a->at.scale_y < 0 ? -1 : 1);
    hm_turn(a->at.angle, &c, &s);
    *x = rounded(c * u - s * v, 16384);
    *y = rounded(s * u + c * v, 16384);
}

/* ---- Two sprites ----------------------------------------------------------------------------- */

static void check_touch(const struct actor *a, const struct actor *b)
{
    hm_point expected = {-7, -7}, hit = {-7, -7};
    int64_t x = 1, y = 1, expected_x, expected_y;
    const uint64_t area = area_after(a, b, 0, 0, &expected);
    assert_int_equal(hm_placed_overlap(a->view, &a->at, b->view, &b->at), area > 0);
    assert_int_equal(hm_placed_area(a->view, &a->at, b->view, &b->at), area);
    assert_int_equal(hm_placed_first(a->view, &a->at, b->view, &b->at, NULL), area > 0);
    assert_int_equal(hm_placed_first(a->view, &a->at, b->view, &b->at, &hit), area > 0);
    assert_point(hit, expected);
    oracle_normal(a, b, 0, 0, &expected_x, &expected_y);
    assert_int_equal(hm_placed_normal(a->view, &a->at, b->view, &b->at, &x, &y), area > 0);
    assert_int_equal(x, expected_x);
    assert_int_equal(y, expected_y);
}

static void check_ways_out(const struct actor *a, const struct actor *b, uint32_t limit)
{
    static const int64_t ways[4][2] = {
        [HM_LEFT] = {-ONE, 0}, [HM_RIGHT] = {ONE, 0}, [HM_UP] = {0, -ONE}, [HM_DOWN] = {0, ONE}};
    hm_point first, best = {0, 0}, move = {-7, -7};
    const int32_t reach = (int32_t)limit % 4;
    int32_t length = reach * reach + 1;
    for (int way = HM_LEFT; way <= HM_DOWN; way++) {
        uint32_t distance = 77, i = 0;
        while (i <= limit && area_after(a, b, ways[way][0] * i, ways[way][1] * i, &first) > 0)
            i++;
        assert_int_equal(
            hm_placed_exit(a->view, &a->at, b->view, &b->at, (hm_direction)way, limit, &distance),
            i <= limit);
        assert_int_equal(distance, i <= limit ? i : limit);
    }
    for (int32_t y = -reach; y <= reach; y++)
        for (int32_t x = -reach; x <= reach; x++)
            if (x * x + y * y < length && area_after(a, b, x * ONE, y * ONE, &first) == 0) {
                length = x * x + y * y;
                best = (hm_point){x, y};
            }
    assert_int_equal(hm_placed_escape(a->view, &a->at, b->view, &b->at, (uint32_t)reach, &move),
                     length <= reach * reach);
    assert_point(move, best);
}

static int64_t count_steps(const struct actor *a, const struct actor *b, int64_t x, int64_t y)
{
    wide length = least(least(size_of(a->at.scale_x), size_of(a->at.scale_y)),
                        least(size_of(b->at.scale_x), size_of(b->at.scale_y)));
    length = least(length, ONE);
    length = length > 1024 ? length : 1024;
    const wide most = -least(-size_of(x), -size_of(y));
    return (int64_t)((most + length - 1) / length);
}

static void check_sweep(const struct actor *a, const struct actor *b, int64_t x, int64_t y)
{
    const int64_t steps = count_steps(a, b, x, y);
    hm_affine_sweep_result want = {.moved_x = x, .moved_y = y, .step = (uint64_t)steps}, out;
    bool touches = false;
    for (int64_t i = 0; i <= steps && !touches; i++) {
        const int64_t at_x = oracle_share(x, i, steps), at_y = oracle_share(y, i, steps);
        touches = area_after(a, b, at_x, at_y, &want.hit) > 0;
        if (!touches)
            continue;
        want.step = (uint64_t)i;
        want.moved_x = oracle_share(x, i > 0 ? i - 1 : 0, steps);
        want.moved_y = oracle_share(y, i > 0 ? i - 1 : 0, steps);
        want.contact_x = at_x;
        want.contact_y = at_y;
        oracle_normal(a, b, at_x, at_y, &want.normal_x, &want.normal_y);
    }
    assert_int_equal(hm_placed_sweep(a->view, &a->at, b->view, &b->at, x, y, &out), touches);
    assert_int_equal(out.step, want.step);
    assert_true(out.moved_x == want.moved_x && out.moved_y == want.moved_y);
    assert_true(out.contact_x == want.contact_x && out.contact_y == want.contact_y);
    assert_point(out.hit, want.hit);
    assert_true(out.normal_x == want.normal_x && out.normal_y == want.normal_y);
}

static void two_sprites_anywhere(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int round = 0; round < 1500; round++) {
        struct scene scene;
        placed_scene_init(&scene, &random, 20, round % 2);
        struct actor *const a = &scene.actors[0], *const b = &scene.actors[1];
        check_touch(a, b);
        check_ways_out(a, b, oracle_random(&random, 14));
        const int64_t x = random_between(&random, -20 * ONE, 20 * ONE);
        const int64_t y = random_between(&random, -20 * ONE, 20 * ONE);
        if (round % 2 == 0) {
            a->at.x -= x / 2;
            a->at.y -= y / 2;
        }
        check_sweep(a, b, x, y);
        placed_scene_free(&scene);
    }
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* A sprite of 20 x 10 about its pixel corner (4, 2), which lies at (100.5, 50.25) in the world. */
static void a_pixel_lies_where_it_is_drawn(void **state)
{
    (void)state;
    static const struct {
        int32_t scale_x, scale_y;
        uint32_t angle;
        hm_point pixel, world;
    } cases[] = {
        {ONE, ONE, 0, {4, 2}, {101, 50}},         {ONE, ONE, 0, {0, 0}, {97, 48}},
        {ONE, ONE, 0, {-300, 500}, {-203, 548}},  {ONE, ONE, 16384, {4, 2}, {100, 50}},
        {ONE, ONE, 16384, {5, 2}, {100, 51}},     {ONE, ONE, 16384, {4, 4}, {98, 50}},
        {ONE, ONE, 32768, {4, 2}, {100, 49}},     {ONE, ONE, 49152, {6, 2}, {101, 47}},
        {-ONE, ONE, 0, {5, 2}, {99, 50}},         {2 * ONE, 3 * ONE, 0, {6, 4}, {105, 57}},
        {ONE / 2, ONE / 4, 0, {4, 2}, {100, 50}}, {ONE / 2, ONE / 4, 0, {8, 6}, {102, 51}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hm_placement at = {.x = 100 * ONE + ONE / 2,
                                 .y = 50 * ONE + ONE / 4,
                                 .pivot_x = 4 * ONE,
                                 .pivot_y = 2 * ONE,
                                 .scale_x = cases[i].scale_x,
                                 .scale_y = cases[i].scale_y,
                                 .angle = cases[i].angle};
        hm_point world;
        assert_true(hm_placed_pixel(&at, cases[i].pixel.x, cases[i].pixel.y, &world));
        assert_int_equal(world.x, cases[i].world.x);
        assert_int_equal(world.y, cases[i].world.y);
    }
}

/* A contact pixel that lies in the world where its centre lands. */
static void a_pixel_is_met_where_it_lies(void **state)
{
    (void)state;
    uint64_t random = 11;
    hm_sprite dot;
    hm_sprite_box(1, 1, &dot);
    for (int i = 0; i < 3000; i++) {
        struct subject picture;
        hm_point pixel, hit;
        subject_scribble(&picture, &random, 30);
        const hm_placement at = random_placement(
            &picture.sprite, &random, (int64_t)random_between(&random, -900, 900) * 12345,
            (int64_t)random_between(&random, -900, 900) * 54321);
        if (hm_sprite_area(&picture.sprite) > 0) {
            const hm_point solid = subject_solid(&picture, &random);
            assert_true(hm_placed_pixel(&at, solid.x, solid.y, &pixel));
            const hm_placement there = {
                .x = pixel.x * ONE, .y = pixel.y * ONE, .scale_x = ONE, .scale_y = ONE};
            assert_true(hm_placed_first(&picture.sprite, &at, &dot, &there, &hit));
            assert_true(hit.y < solid.y || (hit.y == solid.y && hit.x <= solid.x));
        }
        subject_free(&picture);
    }
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

enum { CROWD = 60 };

/* ---- Limits ---------------------------------------------------------------------------------- */

static void assert_refused(const hm_sprite *a, const hm_placement *p, const hm_sprite *b,
                           const hm_placement *q)
{
    hm_point hit = {-7, -7}, move = {-7, -7};
    int64_t x = 7, y = 7;
    uint32_t distance = 7;
    hm_affine_sweep_result out;
    assert_false(hm_placed_overlap(a, p, b, q));
    assert_false(hm_placed_first(a, p, b, q, &hit));
    assert_int_equal(hm_placed_area(a, p, b, q), 0);
    assert_false(hm_placed_normal(a, p, b, q, &x, &y));
    assert_true(x == 0 && y == 0 && hit.x == -7);
    assert_true(hm_placed_exit(a, p, b, q, HM_UP, UINT32_MAX, &distance));
    assert_int_equal(distance, 0);
    assert_true(hm_placed_escape(a, p, b, q, UINT32_MAX, &move));
    assert_true(move.x == 0 && move.y == 0);
    assert_false(hm_placed_sweep(a, p, b, q, -ONE, 9, &out));
    assert_true(out.moved_x == -ONE && out.moved_y == 9 && out.normal_x == 0);
}

static void assert_no_shape(const hm_sprite *a, const hm_placement *p)
{
    const hm_box all = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    hm_point hit = {-7, -7};
    uint64_t steps = 7;
    assert_false(hm_placed_box(a, p, &all, &hit));
    assert_false(hm_placed_circle(a, p, 0, 0, UINT32_MAX, &hit));
    assert_false(hm_placed_segment(a, p, INT32_MIN, 0, INT32_MAX, 1, &hit));
    assert_false(hm_placed_ray(a, p, 0, 0, INT32_MIN, INT32_MIN, &hit, &steps));
    assert_true(hit.x == -7 && steps == 7);
}

/* Wherever a move leads: to where they touch, here. */
static void from_out_of_range_nothing_is_met(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    const hm_placement there = {.scale_x = ONE, .scale_y = ONE};
    hm_placement from = there;
    struct subject a;
    hm_affine_sweep_result out;
    subject_draw(&a, box, 2);
    from.x = -HM_AFFINE_SHIFT_MAX;
    assert_true(hm_placed_sweep(&a.sprite, &from, &a.sprite, &there, HM_AFFINE_SHIFT_MAX, 0, &out));
    assert_int_equal(out.step, HM_AFFINE_SHIFT_MAX / ONE - 1);
    from.x -= 1;
    assert_false(
        hm_placed_sweep(&a.sprite, &from, &a.sprite, &there, HM_AFFINE_SHIFT_MAX, 0, &out));
    assert_int_equal(out.step, HM_AFFINE_SHIFT_MAX / ONE);
    assert_int_equal(out.moved_x, HM_AFFINE_SHIFT_MAX);
    subject_free(&a);
}

static void placements_out_of_range_touch_nothing(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    const hm_placement here = {.scale_x = ONE, .scale_y = ONE};
    hm_placement bad[8];
    struct subject a;
    hm_box bounds;
    subject_draw(&a, box, 2);
    for (int i = 0; i < 8; i++)
        bad[i] = here;
    bad[0].scale_x = 0;
    bad[1].scale_y = INT32_MIN;
    bad[2].scale_y = ONE / 65;
    bad[3].pivot_x = HM_AFFINE_SHIFT_MAX + 1;
    bad[4].pivot_y = INT64_MIN;
    bad[5].x = HM_AFFINE_SHIFT_MAX + 1;
    bad[6].y = INT64_MIN;
    bad[7].y = INT64_MAX;
    for (int i = 0; i < 8; i++) {
        assert_refused(&a.sprite, &bad[i], &a.sprite, &here);
        assert_refused(&a.sprite, &here, &a.sprite, &bad[i]);
        if (i > 4)
            continue;
        assert_no_shape(&a.sprite, &bad[i]);
        hm_placed_bounds(&a.sprite, &bad[i], &bounds);
        assert_box(&bounds, &(hm_box){0, 0, 0, 0});
        hm_point pixel = {-7, -7};
        assert_false(hm_placed_pixel(&bad[i], 0, 0, &pixel));
        assert_true(pixel.x == 0 && pixel.y == 0);
    }
    hm_sprite zero;
    memset(&zero, 0, sizeof zero);
    assert_refused(&a.sprite, &here, &zero, &here);
    assert_refused(&zero, &here, &a.sprite, &here);
    assert_no_shape(&zero, &here);
    hm_placed_bounds(&zero, &here, &bounds);
    assert_box(&bounds, &(hm_box){0, 0, 0, 0});
    /* Beyond int32_t, the bounds saturate, and no shape is there. */
    for (int i = 0; i < 4; i++) {
        bad[i] = here;
        *(i % 2 ? &bad[i].x : &bad[i].y) = i < 2 ? INT64_MAX : INT64_MIN;
        assert_no_shape(&a.sprite, &bad[i]);
        hm_placed_bounds(&a.sprite, &bad[i], &bounds);
        assert_true(bounds.x0 >= bounds.x1 || bounds.y0 >= bounds.y1);
        hm_point pixel;
        assert_true(hm_placed_pixel(&bad[i], 0, 0, &pixel));
        assert_int_equal(i % 2 ? pixel.x : pixel.y, i < 2 ? INT32_MAX : INT32_MIN);
        assert_int_equal(i % 2 ? pixel.y : pixel.x, 0);
    }
    /* As far as a factor of 64 throws the last pixel there is. */
    bad[0] = here;
    bad[0].scale_x = bad[0].scale_y = HM_AFFINE_FACTOR_MAX;
    hm_point pixel;
    assert_true(hm_placed_pixel(&bad[0], INT32_MAX, INT32_MIN, &pixel));
    assert_true(pixel.x == INT32_MAX && pixel.y == INT32_MIN);
    assert_true(hm_placed_pixel(&bad[0], 33554431, -33554432, &pixel));
    assert_true(pixel.x == 2147483616 && pixel.y == -2147483616);
    subject_free(&a);
}

/* A move may lead beyond the ends of int64_t: only the distance counts. */
static void moves_out_of_the_world(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    const int64_t ends[] = {INT64_MIN, INT64_MAX};
    struct subject a;
    subject_draw(&a, box, 2);
    for (int i = 0; i < 4; i++) {
        const hm_placement at = {
            .x = ends[i % 2], .y = ends[i / 2], .scale_x = ONE, .scale_y = ONE, .angle = 8192};
        struct actor p = {&a, &a.sprite, at}, q = p;
        check_touch(&p, &q);
        check_ways_out(&p, &q, 5);
        check_sweep(&p, &q, 9 * ONE, -9 * ONE);
        q.at.x += i % 2 ? -5 * ONE : 5 * ONE;
        check_sweep(&p, &q, 9 * ONE, ONE);
        check_sweep(&p, &q, -9 * ONE, ONE);
    }
    subject_free(&a);
}

/* With its pivot far away, `a` stands just before the place where both would be one on the other,
 * and the pivots are as far apart as they may be: all that comes after is out of range. */
static void moves_that_leave_the_range_end_all_contact(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    const int64_t pivot = HM_AFFINE_SHIFT_MAX / 4 + ONE;
    struct subject s;
    subject_draw(&s, box, 2);
    for (int i = 0; i < 4; i++)
        for (int64_t before = 0; before <= 20 * ONE; before += 4 * ONE) {
            const int sign = i % 2 == 0 ? 1 : -1;
            const int64_t x = i < 2 ? sign : 0, y = i < 2 ? 0 : sign;
            struct actor a = {&s, &s.sprite, {.scale_x = 4 * ONE, .scale_y = 4 * ONE}}, b = a;
            a.at.x = x * (HM_AFFINE_SHIFT_MAX - before);
            a.at.y = y * (HM_AFFINE_SHIFT_MAX - before);
            for (int64_t more = 0; more <= 3 * ONE; more += ONE) {
                a.at.pivot_x = x * (pivot + more);
                a.at.pivot_y = y * (pivot + more);
                check_ways_out(&a, &b, 9);
                check_sweep(&a, &b, x * 30 * ONE, y * 30 * ONE);
            }
        }
    subject_free(&s);
}

/* If centres of pixels lie just between two pixels of the other sprite, not a unit may be lost. */
static void halves_of_pixels_apart(void **state)
{
    (void)state;
    static const char *const p_rows[] = {".#.", "###"}, *const q_rows[] = {"##", "#."};
    struct subject p_picture, q_picture;
    subject_draw(&p_picture, p_rows, 2);
    subject_draw(&q_picture, q_rows, 2);
    struct actor p = {&p_picture, &p_picture.sprite, {.scale_x = ONE, .scale_y = ONE}};
    struct actor q = {&q_picture, &q_picture.sprite, {.scale_x = ONE, .scale_y = ONE}};
    q.at.x = 7 * ONE;
    q.at.y = 5 * ONE;
    for (int32_t y = -5; y < 5; y++)
        for (int32_t x = -7; x < 7; x++) {
            p.at.x = q.at.x + x * ONE / 2;
            p.at.y = q.at.y + y * ONE / 2;
            check_touch(&p, &q);
            check_ways_out(&p, &q, 11);
            check_sweep(&p, &q, 0, 0);
            check_sweep(&p, &q, 4 * ONE, -3 * ONE);
        }
    subject_free(&p_picture);
    subject_free(&q_picture);
}

/* Two sprites with one angle and one scale; half of the normal's x, turned, is the nearest whole
 * number, and of two the larger one. */
static void normals_of_every_angle(void **state)
{
    (void)state;
    static const char *const pair[] = {"##"}, *const dot[] = {"#"};
    struct subject a, b;
    subject_draw(&a, pair, 1);
    subject_draw(&b, dot, 1);
    for (uint32_t scale = 2 * ONE; scale < 2 * ONE + 3000; scale += 500)
        for (uint32_t angle = 0; angle < ONE; angle++) {
            const hm_placement at = {.scale_x = (int32_t)scale, .scale_y = ONE, .angle = angle};
            const int64_t weight = (INT64_C(32768) * ONE + scale) / (2 * scale);
            int32_t cosine, sine;
            int64_t x, y;
            hm_turn(angle, &cosine, &sine);
            assert_true(hm_placed_normal(&a.sprite, &at, &b.sprite, &at, &x, &y));
            /* A move to the left leaves the second pixel on the dot. */
            const int64_t off_x = 16384 * x - cosine * weight;
            const int64_t off_y = 16384 * y - sine * weight;
            assert_true(off_x > -8192 && off_x <= 8192 && off_y > -8192 && off_y <= 8192);
        }
    subject_free(&a);
    subject_free(&b);
}

/* A single step goes all the way, and touches at its end alone. */
static void moves_of_one_step(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    struct subject a;
    subject_draw(&a, box, 2);
    for (int i = 0; i < 4; i++) {
        const int32_t x = i == 0 ? 1 : i == 1 ? -1 : 0, y = i == 2 ? 1 : i == 3 ? -1 : 0;
        struct actor p = {&a, &a.sprite, {.scale_x = ONE, .scale_y = ONE}}, q = p;
        q.at.x = 2 * x * ONE;
        q.at.y = 2 * y * ONE;
        check_sweep(&p, &q, x * ONE, y * ONE);
        check_sweep(&p, &q, x * ONE / 3, y * ONE / 3);
    }
    subject_free(&a);
}

/* A unit more than so many whole steps is a step more, at scales above 1 and below 1/64. */
static void moves_of_a_unit_more(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    struct subject a;
    subject_draw(&a, box, 2);
    for (int i = 0; i < 2; i++) {
        const int32_t scale = i == 0 ? 3 * ONE : 900, length = i == 0 ? ONE : 1024;
        struct actor p = {&a, &a.sprite, {.scale_x = scale, .scale_y = scale}}, q = p;
        q.at.x = 20 * ONE;
        for (int64_t steps = 1; steps < 6; steps++)
            for (int64_t more = -1; more <= 1; more++) {
                check_sweep(&p, &q, steps * length + more, 0);
                check_sweep(&p, &q, 3, -steps * length - more);
            }
    }
    subject_free(&a);
}

static void limits_and_directions_of_any_number(void **state)
{
    (void)state;
    static const char *const box[] = {"###", "###"};
    const hm_placement here = {.scale_x = ONE, .scale_y = ONE};
    struct subject a;
    hm_point move;
    subject_draw(&a, box, 2);
    assert_true(hm_placed_escape(&a.sprite, &here, &a.sprite, &here, UINT32_MAX, &move));
    assert_point(move, (hm_point){0, -2});
    for (unsigned number = 4; number < 12; number++) {
        uint32_t distance = 77, expected = 78;
        assert_true(hm_placed_exit(&a.sprite, &here, &a.sprite, &here, (hm_direction)(number % 4),
                                   9, &expected));
        assert_true(
            hm_placed_exit(&a.sprite, &here, &a.sprite, &here, (hm_direction)number, 9, &distance));
        assert_int_equal(distance, expected);
    }
    subject_free(&a);
}

static void moves_out_of_range_touch_nothing(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    static const int64_t moves[] = {HM_AFFINE_SHIFT_MAX + 1, -HM_AFFINE_SHIFT_MAX - 1, INT64_MIN,
                                    INT64_MAX};
    const hm_placement here = {.scale_x = ONE, .scale_y = ONE};
    struct subject a;
    hm_affine_sweep_result out;
    subject_draw(&a, box, 2);
    for (int i = 0; i < 8; i++) {
        const int64_t x = i < 4 ? moves[i] : 0, y = i < 4 ? 1 : moves[i - 4];
        assert_false(hm_placed_sweep(&a.sprite, &here, &a.sprite, &here, x, y, &out));
        assert_true(out.moved_x == x && out.moved_y == y && out.step == 0);
    }
    subject_free(&a);
}

/* Small scales make short steps, and most of a long move is skipped. */
static void the_longest_moves_at_any_scale(void **state)
{
    (void)state;
    static const char *const box[] = {"##", "##"};
    static const int32_t scales[] = {1, 50, ONE / 64, ONE / 3, ONE, 40 * ONE, INT32_MAX};
    struct subject a;
    subject_draw(&a, box, 2);
    for (int i = 0; i < 7; i++)
        for (uint32_t angle = 0; angle < ONE; angle += 9000) {
            const hm_placement there = {.pivot_x = ONE,
                                        .pivot_y = ONE,
                                        .scale_x = scales[i],
                                        .scale_y = scales[i],
                                        .angle = angle};
            hm_placement from = there;
            hm_affine_sweep_result out;
            from.angle = angle / 3;
            /* As far as the distance in the pixels of a sprite allows. */
            const int64_t far =
                scales[i] < ONE ? INT64_C(3000000) * scales[i] : 3000000 * (int64_t)ONE;
            from.x = -far;
            from.y = far / 3;
            assert_true(hm_placed_sweep(&a.sprite, &from, &a.sprite, &there, far, -far / 3, &out));
            assert_true(out.step > 0);
            hm_placement before = from;
            before.x += out.moved_x;
            before.y += out.moved_y;
            assert_false(hm_placed_overlap(&a.sprite, &before, &a.sprite, &there));
            assert_false(hm_placed_sweep(&a.sprite, &from, &a.sprite, &there, -far, far / 3, &out));
        }
    subject_free(&a);
}

/* A full box takes no words. */
static void the_longest_sides(void **state)
{
    (void)state;
    const hm_placement here = {.scale_x = ONE, .scale_y = ONE};
    hm_placement large = {.scale_x = 2 * ONE, .scale_y = 2 * ONE};
    hm_point hit;
    for (int32_t side = HM_AFFINE_SIDE_MAX - 3; side <= HM_AFFINE_SIDE_MAX + 1; side++) {
        const bool fits = side + 3 <= HM_AFFINE_SIDE_MAX;
        const hm_box last = {side - 1, 0, side, 1};
        const hm_sprite box = full_box(0, 0, side, 1);
        assert_int_equal(hm_placed_box(&box, &here, &last, &hit), fits);
        assert_int_equal(hm_placed_circle(&box, &here, side / 2, 0, UINT32_MAX, NULL), fits);
        assert_int_equal(hm_placed_segment(&box, &here, -9, 0, side, 0, NULL), fits);
        assert_int_equal(hm_placed_ray(&box, &here, -9, 0, 1, 0, &hit, NULL), fits);
        assert_no_shape(&box, &large);
        assert_int_equal(hm_placed_overlap(&box, &here, &box, &here), side <= HM_AFFINE_SIDE_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sprites_anywhere),
        cmocka_unit_test(a_pixel_lies_where_it_is_drawn),
        cmocka_unit_test(a_pixel_is_met_where_it_lies),
        cmocka_unit_test(placements_out_of_range_touch_nothing),
        cmocka_unit_test(from_out_of_range_nothing_is_met),
        cmocka_unit_test(moves_out_of_the_world),
        cmocka_unit_test(moves_that_leave_the_range_end_all_contact),
        cmocka_unit_test(halves_of_pixels_apart),
        cmocka_unit_test(normals_of_every_angle),
        cmocka_unit_test(moves_of_one_step),
        cmocka_unit_test(moves_of_a_unit_more),
        cmocka_unit_test(limits_and_directions_of_any_number),
        cmocka_unit_test(moves_out_of_range_touch_nothing),
        cmocka_unit_test(the_longest_moves_at_any_scale),
        cmocka_unit_test(the_longest_sides),
    };
    return cmocka_run_group_tests_name("placed", tests, NULL, NULL);
}

#endif
