/*
 * test_placed_shapes.c - the bounds of placed sprites, and shapes in their world
 *
 * A shape is a set of pixels of the world.
 */

#include "support/cmocka_all.h"

#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/path_oracle.h"
#include "runtime/placed_scene.h"

#include <hitmask_transform.h>

#ifndef __SIZEOF_INT128__
#include "runtime/left_out.h"
#else

/* ---- Bounds ---------------------------------------------------------------------------------- */

static void bounds_hold_the_turned_sprite(void **state)
{
    (void)state;
    uint64_t random = 3;
    int touching = 0;
    for (int round = 0; round < 4000; round++) {
        struct scene scene;
        hm_box boxes[2], expected;
        placed_scene_init(&scene, &random, 60, round % 4 == 0);
        for (int i = 0; i < 2; i++) {
            hm_placed_bounds(&scene.views[i], &scene.actors[i].at, &boxes[i]);
            oracle_bounds(&scene.views[i], &scene.actors[i].at, &expected);
            assert_box(&boxes[i], &expected);
        }
        if (round % 4 != 0 && hm_placed_overlap(&scene.views[0], &scene.actors[0].at,
                                                &scene.views[1], &scene.actors[1].at)) {
            assert_true(hm_box_overlap(&boxes[0], &boxes[1]));
            touching++;
        }
        placed_scene_free(&scene);
    }
    assert_true(touching > 500);
}

/* Sides of many thousands of pixels, where the last place of each factor counts. */
static void bounds_of_large_sprites(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 2000; round++) {
        const hm_sprite large =
            full_box(0, 0, random_between(&random, 1, 30000), random_between(&random, 1, 30000));
        const hm_placement at = random_placement(&large, &random, 0, 0);
        hm_box box, expected;
        hm_placed_bounds(&large, &at, &box);
        oracle_bounds(&large, &at, &expected);
        assert_box(&box, &expected);
    }
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* A pixel of the world. */
struct world_shape {
    bool (*has)(const struct world_shape *shape, int64_t x, int64_t y);
    int64_t numbers[4];
};

static bool box_has(const struct world_shape *shape, int64_t x, int64_t y)
{
    const int64_t *const n = shape->numbers;
    return x >= n[0] && y >= n[1] && x < n[2] && y < n[3];
}

static bool circle_has(const struct world_shape *shape, int64_t x, int64_t y)
{
    const int64_t *const n = shape->numbers;
    const wide dx = (wide)x - n[0], dy = (wide)y - n[1];
    return dx * dx + dy * dy <= (wide)n[2] * n[2];
}

static bool dot_has(const struct world_shape *shape, int64_t x, int64_t y)
{
    return x == shape->numbers[0] && y == shape->numbers[1];
}

/* The first contact pixel of a placed sprite with a shape, one pixel at a time. */
static bool oracle_shape(struct actor *a, const struct world_shape *shape, hm_point *hit)
{
    struct subject *const s = a->picture;
    hm_affine map;
    hm_box box;
    int64_t at_x, at_y;
    wide u, v;
    bool any = false;
    oracle_bounds(a->view, &a->at, &box);
    if (!oracle_world_map(&a->at, &map, &at_x, &at_y))
        return false;
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x < s->width; x++) {
            oracle_take(&map.to_b, x, y, &u, &v);
            const wide wx = u + at_x, wy = v + at_y;
            if (oracle_solid(s, x, y) && wx >= box.x0 && wx < box.x1 && wy >= box.y0 &&
                wy < box.y1 && shape->has(shape, (int64_t)wx, (int64_t)wy))
                s->pixels[y * s->width + x] = 2;
        }
    for (int64_t y = box.y0; y < box.y1; y++)
        for (int64_t x = box.x0; x < box.x1; x++) {
            if (!shape->has(shape, x, y))
                continue;
            oracle_take(&map.to_a, (int32_t)(x - at_x), (int32_t)(y - at_y), &u, &v);
            if (oracle_lands(s, u, v))
                s->pixels[(int64_t)v * s->width + (int64_t)u] = 2;
        }
    for (int32_t i = s->width * s->height - 1; i >= 0; i--)
        if (s->pixels[i] == 2) {
            s->pixels[i] = 1;
            *hit = (hm_point){i % s->width, i / s->width};
            any = true;
        }
    return any;
}

static void check_box(struct actor *a, const hm_box *box)
{
    const struct world_shape shape = {box_has, {box->x0, box->y0, box->x1, box->y1}};
    hm_point expected = {-7, -7}, hit = {-7, -7};
    const bool touches = oracle_shape(a, &shape, &expected);
    assert_int_equal(hm_placed_box(a->view, &a->at, box, NULL), touches);
    assert_int_equal(hm_placed_box(a->view, &a->at, box, &hit), touches);
    assert_point(hit, expected);
}

static void check_circle(struct actor *a, int32_t x, int32_t y, uint32_t radius)
{
    const struct world_shape shape = {circle_has, {x, y, radius, 0}};
    hm_point expected = {-7, -7}, hit = {-7, -7};
    const bool touches = oracle_shape(a, &shape, &expected);
    assert_int_equal(hm_placed_circle(a->view, &a->at, x, y, radius, NULL), touches);
    assert_int_equal(hm_placed_circle(a->view, &a->at, x, y, radius, &hit), touches);
    assert_point(hit, expected);
}

/* Walks the path by its definition; a ray as far as it could touch. */
static void check_way(struct actor *a, int32_t x, int32_t y, int32_t dx, int32_t dy, bool ray)
{
    const uint64_t width = (uint64_t)(dx < 0 ? -(int64_t)dx : dx);
    const uint64_t height = (uint64_t)(dy < 0 ? -(int64_t)dy : dy);
    const uint64_t last = ray && width + height > 0 ? 400 : width + height;
    hm_point expected = {-7, -7}, hit = {-7, -7};
    uint64_t steps = 0, taken = 777;
    int64_t across = 0, along = 0;
    bool touches = false;
    for (; steps <= last; steps++) {
        const struct world_shape dot = {
            dot_has, {x + (dx < 0 ? -across : across), y + (dy < 0 ? -along : along), 0, 0}};
        touches = oracle_shape(a, &dot, &expected);
        if (touches || steps == last)
            break;
        if (path_visits(width, height, (uint64_t)across + 1, (uint64_t)along))
            across++;
        else
            along++;
    }
    if (ray) {
        assert_int_equal(hm_placed_ray(a->view, &a->at, x, y, dx, dy, NULL, NULL), touches);
        assert_int_equal(hm_placed_ray(a->view, &a->at, x, y, dx, dy, &hit, &taken), touches);
        assert_int_equal(taken, touches ? steps : 777);
    } else {
        assert_int_equal(hm_placed_segment(a->view, &a->at, x, y, x + dx, y + dy, NULL), touches);
        assert_int_equal(hm_placed_segment(a->view, &a->at, x, y, x + dx, y + dy, &hit), touches);
    }
    assert_point(hit, expected);
}

static void shapes_are_pixels_of_the_world(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int round = 0; round < 500; round++) {
        struct scene scene;
        placed_scene_init(&scene, &random, round % 7 == 0 ? 60 : 18, false);
        struct actor *const a = &scene.actors[0];
        for (int i = 0; i < 6; i++) {
            const int32_t x = random_between(&random, -50, 50),
                          y = random_between(&random, -50, 50);
            const hm_box box = {x, y, x + random_between(&random, -2, 60),
                                y + random_between(&random, -2, 60)};
            check_box(a, &box);
            check_circle(a, x, y, oracle_random(&random, 50));
        }
        placed_scene_free(&scene);
    }
}

/* The pivot, from which the way of a shape is counted, may lie far outside of the sprite. */
static void shapes_far_from_the_pivot(void **state)
{
    (void)state;
    uint64_t random = 6;
    for (int round = 0; round < 300; round++) {
        struct scene scene;
        hm_box bounds;
        placed_scene_init(&scene, &random, 12, false);
        struct actor *const a = &scene.actors[0];
        a->at.pivot_x += random_between(&random, -30000, 30000) * (int64_t)ONE;
        a->at.pivot_y += random_between(&random, -30000, 30000) * (int64_t)ONE;
        hm_placed_bounds(a->view, &a->at, &bounds);
        for (int i = 0; i < 12 && bounds.x0 < bounds.x1; i++) {
            const int32_t x = random_between(&random, bounds.x0, bounds.x1),
                          y = random_between(&random, bounds.y0, bounds.y1);
            const hm_box box = {x, y, x + random_between(&random, 1, 3),
                                y + random_between(&random, 1, 3)};
            check_box(a, &box);
            check_circle(a, x, y, oracle_random(&random, 3));
        }
        placed_scene_free(&scene);
    }
}

static void segments_and_rays_follow_their_path(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int round = 0; round < 150; round++) {
        struct scene scene;
        placed_scene_init(&scene, &random, 14, false);
        struct actor *const a = &scene.actors[0];
        for (int i = 0; i < 3; i++) {
            const int32_t x = random_between(&random, -50, 50),
                          y = random_between(&random, -50, 50);
            const int32_t dx = random_between(&random, -90, 90),
                          dy = random_between(&random, -90, 90);
            check_way(a, x, y, i == 1 ? 0 : dx, i == 2 ? 0 : dy, false);
            check_way(a, x, y, i == 1 ? 0 : dx, i == 2 ? 0 : dy, true);
        }
        check_way(a, (int32_t)(a->at.x >> 16), (int32_t)(a->at.y >> 16), 0, 0, true);
        check_way(a, (int32_t)(a->at.x >> 16), (int32_t)(a->at.y >> 16), 0, 0, false);
        placed_scene_free(&scene);
    }
}

/* Segments that end in and before the sprite, and rays that pass it closely; now and then it is
 * larger than what is asked about at once. */
static void ways_in_and_about_the_bounds(void **state)
{
    (void)state;
    uint64_t random = 8;
    for (int round = 0; round < 60; round++) {
        const bool large = round % 20 == 19;
        struct scene scene;
        hm_box bounds;
        placed_scene_init(&scene, &random, large ? 90 : 10, false);
        struct actor *const a = &scene.actors[0];
        a->at.scale_x = a->at.scale_y = round % 2 == 0 ? ONE : 2 * ONE;
        hm_placed_bounds(a->view, &a->at, &bounds);
        for (int i = 0; i < (large ? 4 : 60) && bounds.x0 < bounds.x1; i++) {
            const int32_t x = random_between(&random, bounds.x0 - 2, bounds.x1 + 1),
                          y = random_between(&random, bounds.y0 - 2, bounds.y1 + 1);
            const int32_t to_x = random_between(&random, bounds.x0 - 2, bounds.x1 + 1),
                          to_y = random_between(&random, bounds.y0 - 2, bounds.y1 + 1);
            check_way(a, x, y, random_between(&random, -3, 3), random_between(&random, -3, 3),
                      false);
            check_way(a, x, y, to_x - x, to_y - y, i % 2);
            check_way(a, 2 * x - to_x, 2 * y - to_y, to_x - x, to_y - y, i % 2);
        }
        placed_scene_free(&scene);
    }
}

/* A line of 1000 long pixels, nearly level or upright: the way back to them is rounded, so that at
 * its ends, pixels of the world outside of the bounds lead to it, too. */
static bool leads_to_line(const hm_affine *map, int64_t x, int64_t y)
{
    wide u, v;
    oracle_take(&map->to_a, (int32_t)x, (int32_t)y, &u, &v);
    return u >= 0 && u < 1000 && v == 0;
}

static void hits_beyond_the_bounds_do_not_count(void **state)
{
    (void)state;
    const hm_sprite line = full_box(0, 0, 1000, 1);
    uint64_t random = 9;
    int behind = 0, below = 0, before = 0;
    for (int round = 0; round < 400; round++) {
        hm_placement at = {.scale_x = random_between(&random, 60 * ONE, 64 * ONE)};
        hm_affine map;
        hm_box box;
        int64_t x, y;
        at.scale_y = ONE;
        at.angle = (uint32_t)(round % 4 * 16384 + random_between(&random, -600, 600));
        hm_placed_bounds(&line, &at, &box);
        assert_true(oracle_world_map(&at, &map, &x, &y) && x == 0 && y == 0);
        for (int32_t row = box.y0; row < box.y1; row++) {
            if (leads_to_line(&map, box.x1, row) && !leads_to_line(&map, box.x1 - 1, row)) {
                behind++;
                assert_false(hm_placed_ray(&line, &at, box.x1 - 1, row, 1, 0, NULL, NULL));
            }
            if (leads_to_line(&map, box.x0, row)) {
                before++;
                assert_true(hm_placed_segment(&line, &at, box.x0 - 3, row, box.x0, row, NULL));
                assert_false(hm_placed_segment(&line, &at, box.x0 - 3, row, box.x0 - 1, row, NULL));
            }
        }
        for (int32_t column = box.x0; column < box.x1; column++)
            if (leads_to_line(&map, column, box.y1) && !leads_to_line(&map, column, box.y1 - 1)) {
                below++;
                assert_false(hm_placed_ray(&line, &at, column, box.y1 - 1, 0, 1, NULL, NULL));
            }
    }
    assert_true(behind > 0 && below > 0 && before > 0);
}

/* The place of the sprite makes no difference, up to the ends of int32_t. */
static void shapes_anywhere_in_the_world(void **state)
{
    (void)state;
    static const char *const square[] = {"####", "####", "####", "####"};
    static const int32_t places[] = {0, 1000000, INT32_MIN + 20, INT32_MAX - 20};
    struct subject s;
    subject_draw(&s, square, 4);
    for (int i = 0; i < 16; i++) {
        const int32_t x = places[i % 4], y = places[i / 4];
        struct actor a = {&s, &s.sprite, {.scale_x = ONE, .scale_y = ONE, .angle = 5000}};
        const hm_box all = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
        hm_point hit = {-7, -7};
        uint64_t steps;
        hm_sprite_pivot(&s.sprite, &a.at.pivot_x, &a.at.pivot_y);
        a.at.x = (int64_t)x * ONE;
        a.at.y = (int64_t)y * ONE;
        check_box(&a, &all);
        check_box(&a, &(hm_box){x, y, x + 1, y + 1});
        check_circle(&a, x, y, 0);
        check_circle(&a, x, y, UINT32_MAX);
        check_circle(&a, x - 10, y + 9, 12);
        assert_true(hm_placed_ray(&s.sprite, &a.at, x, y, INT32_MIN, INT32_MAX, &hit, &steps));
        assert_int_equal(steps, 0);
        assert_true(hm_placed_segment(&s.sprite, &a.at, INT32_MIN, y, INT32_MAX, y, &hit));
        assert_true(hm_placed_ray(&s.sprite, &a.at, INT32_MAX, y, -1, 0, &hit, &steps));
        assert_true(steps < (uint64_t)INT32_MAX - (uint64_t)(int64_t)x);
    }
    subject_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold_the_turned_sprite),
        cmocka_unit_test(bounds_of_large_sprites),
        cmocka_unit_test(shapes_are_pixels_of_the_world),
        cmocka_unit_test(shapes_far_from_the_pivot),
        cmocka_unit_test(segments_and_rays_follow_their_path),
        cmocka_unit_test(ways_in_and_about_the_bounds),
        cmocka_unit_test(hits_beyond_the_bounds_do_not_count),
        cmocka_unit_test(shapes_anywhere_in_the_world),
    };
    return cmocka_run_group_tests_name("placed_shapes", tests, NULL, NULL);
}

#endif
