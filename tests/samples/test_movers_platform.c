/*
 * test_movers_platform.c - platforms carry and push, and leave nobody in a wall
 */
#include "support/cmocka_all.h"

#include <hitmask_canvas.h>

#include "samples/movers_stage.h"

#include "runtime/oracle.h"

/* A shaft with a ceiling down to row 5: a man of 4 x 6 stands on a lift of 8 x 2, another on him.
 */
static void a_lift_carries_a_stack_and_waits_below_a_ceiling(void **state)
{
    (void)state;
    hm_sprite man, slab, ceiling;
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(8, 2, &slab);
    hm_sprite_box(20, 5, &ceiling);
    const hm_world still = {.terrain = &ceiling};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const top = enter(&stage, &man, 10, 38), *const below =
                                                               enter(&stage, &man, 8, 44);
    struct mover *const lift = enter_platform(&stage, &slab, 6, 50, false);
    below->on_ground = true;
    for (int32_t y = 49; y >= 17; y--) {
        assert_true(mover_shift(&stage.scene, 2, 0, -1));
        assert_int_equal(lift->y, y);
        assert_int_equal(below->y, y - 6);
        assert_int_equal(top->y, y - 12);
    }
    assert_false(mover_shift(&stage.scene, 2, 0, -1));
    assert_int_equal(lift->y, 17);
    assert_int_equal(below->y, 11);
    assert_int_equal(top->y, 5);
    assert_true(below->rest_y == 0 && below->on_ground);
    for (int32_t y = 18; y < 40; y++) {
        assert_true(mover_shift(&stage.scene, 2, 0, 1));
        assert_int_equal(below->y, y - 6);
        assert_int_equal(top->y, y - 12);
    }
    for (int32_t x = 7; x < 15; x++) {
        assert_true(mover_shift(&stage.scene, 2, 1, 0));
        assert_int_equal(below->x, x + 2);
        assert_int_equal(top->x, x + 4);
    }
}

/* On the lift, beside it, and between it and a wall at column 40. */
static void a_platform_pushes_who_is_beside_it_and_waits_when_a_wall_holds_them(void **state)
{
    (void)state;
    hm_sprite man, slab, wall;
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(16, 10, &slab);
    hm_sprite_box(10, 60, &wall);
    const hm_world still = {.terrain = &wall, .terrain_at = {40, 0}};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const on_it = enter(&stage, &man, 8, 14), *const beside =
                                                                enter(&stage, &man, 20, 22);
    struct mover *const platform = enter_platform(&stage, &slab, 4, 20, false);
    for (int moved = 1; moved <= 16; moved++) {
        assert_true(mover_shift(&stage.scene, 2, 1, 0));
        assert_int_equal(on_it->x, 8 + moved);
        assert_int_equal(beside->x, 20 + moved);
    }
    assert_false(mover_shift(&stage.scene, 2, 1, 0));
    assert_int_equal(platform->x, 20);
    assert_int_equal(on_it->x, 24);
    /* Away from them it goes alone, and takes along who stands on it. */
    assert_true(mover_shift(&stage.scene, 2, -1, 0));
    assert_int_equal(on_it->x, 23);
    assert_int_equal(beside->x, 36);
    /* A one-way platform pushes nobody. */
    beside->x = 35;
    platform->one_way = true;
    assert_true(mover_shift(&stage.scene, 2, 1, 0));
    assert_int_equal(on_it->x, 24);
    assert_int_equal(beside->x, 35);
}

static void nobody_is_carried_by_what_they_jump_through(void **state)
{
    (void)state;
    hm_sprite man, slab;
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(16, 2, &slab);
    const hm_world still = {0};
    struct stage stage;
    set_stage(&stage, &still);
    const struct mover *const m = enter(&stage, &man, 8, 47);
    enter_platform(&stage, &slab, 4, 50, true);
    assert_true(mover_shift(&stage.scene, 1, 1, 0));
    assert_int_equal(m->x, 8);
}

/* Another platform, which stays, is as high as the one that sinks: who stands on both stays. */
static void a_platform_that_sinks_leaves_behind_who_stands_on_another(void **state)
{
    (void)state;
    hm_sprite man, lift, other;
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(12, 2, &lift);
    hm_sprite_box(18, 3, &other);
    const hm_world still = {0};
    for (int ways = 0; ways < 4; ways++) {
        struct stage stage;
        set_stage(&stage, &still);
        const struct mover *const on_both = enter(&stage, &man, 10, 44);
        const struct mover *const on_one = enter(&stage, &man, 5, 44);
        enter_platform(&stage, &lift, 0, 50, ways % 2 != 0);
        enter_platform(&stage, &other, 12, 50, ways / 2 != 0);
        for (int moved = 1; moved <= 3; moved++) {
            assert_true(mover_shift(&stage.scene, 2, 0, 1));
            assert_int_equal(on_both->y, 44);
            assert_int_equal(on_one->y, 44 + moved);
        }
    }
}

/* Half a pixel along x and a third along y in each frame, up to a ceiling that holds the rider. */
static void a_platform_has_a_speed_and_goes_on_along_the_free_axis(void **state)
{
    (void)state;
    hm_sprite man, slab, ceiling;
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(8, 2, &slab);
    hm_sprite_box(200, 5, &ceiling);
    const hm_world still = {.terrain = &ceiling};
    struct stage stage;
    set_stage(&stage, &still);
    const struct mover *const m = enter(&stage, &man, 12, 24);
    struct mover *const platform = enter_platform(&stage, &slab, 10, 30, true);
    for (int lets_through = 1; lets_through >= 0; lets_through--) {
        platform->one_way = lets_through != 0;
        platform->speed_x = lets_through ? -0.5 : 0.5;
        platform->speed_y = -0.25;
        for (int frame = 1; frame <= 16; frame++) {
            mover_ride(&stage.scene, 1);
            assert_int_equal(m->x - platform->x, 2);
            assert_int_equal(m->y - platform->y, -6);
        }
        assert_int_equal(platform->x, lets_through ? 2 : 10);
        assert_int_equal(platform->y, lets_through ? 26 : 22);
    }
    for (int frame = 0; frame < 80; frame++)
        mover_ride(&stage.scene, 1);
    assert_int_equal(platform->x, 50);
    assert_int_equal(m->x, 52);
    assert_int_equal(platform->y, 11);
    assert_int_equal(m->y, 5);
    /* It goes on when there is room. */
    stage.movers[0].x = 10;
    mover_ride(&stage.scene, 1);
    for (int frame = 0; frame < 8; frame++)
        mover_ride(&stage.scene, 1);
    assert_true(platform->y < 11);
}

/* A cabin of 30 x 40 with a hole for a man that fits exactly, and one pixel larger. */
static void a_cabin_takes_along_who_fits_in_exactly(void **state)
{
    (void)state;
    static const hm_point ways[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int32_t spare = 0; spare < 2; spare++)
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
            static uint64_t buffer[256];
            hm_canvas canvas;
            hm_sprite man, cabin;
            struct stage stage;
            const hm_world still = {0};
            assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, 30, 40));
            hm_canvas_fill(&canvas, NULL, HM_ADD);
            hm_canvas_fill(&canvas, &(hm_box){5, 5 - spare, 15 + spare, 19}, HM_ERASE);
            hm_canvas_sprite(&canvas, &cabin);
            hm_sprite_box(10, 14, &man);
            set_stage(&stage, &still);
            const struct mover *const m = enter(&stage, &man, 5, 5);
            const struct mover *const c = enter_platform(&stage, &cabin, 0, 0, false);
            for (int moved = 1; moved <= 5; moved++) {
                assert_true(mover_shift(&stage.scene, 1, ways[way].x, ways[way].y));
                assert_int_equal(c->x, moved * ways[way].x);
                assert_int_equal(m->x, 5 + c->x);
                assert_int_equal(m->y, 5 + c->y);
            }
        }
}

/* Two hooks, each of which holds the other, on a lift. */
static void who_hold_each_other_are_carried_together(void **state)
{
    (void)state;
    static const hm_point ways[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static const char *const left[] = {"####", "#..#", "#...", "#..."};
    static const char *const right[] = {"...#", "#..#", "####", "####"};
    struct subject a, b;
    hm_sprite slab;
    subject_draw(&a, left, 4);
    subject_draw(&b, right, 4);
    hm_sprite_box(40, 2, &slab);
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        const hm_world still = {0};
        struct stage stage;
        set_stage(&stage, &still);
        const struct mover *const m = enter(&stage, &a.sprite, 20, 16);
        const struct mover *const other = enter(&stage, &b.sprite, 22, 16);
        enter_platform(&stage, &slab, 10, 20, false);
        assert_false(meets(m, other, 0, 0));
        assert_true(mover_shift(&stage.scene, 2, ways[way].x, ways[way].y));
        assert_int_equal(m->x - 20, ways[way].x);
        assert_int_equal(m->y - 16, ways[way].y);
        assert_int_equal(other->x - 22, ways[way].x);
        assert_int_equal(other->y - 16, ways[way].y);
    }
    subject_free(&a);
    subject_free(&b);
}

/* Above the platform at first, beside its end later. */
static void the_end_of_a_platform_stops_nobody(void **state)
{
    (void)state;
    hm_sprite man, slab;
    hm_sprite_box(10, 14, &man);
    hm_sprite_box(60, 3, &slab);
    const hm_world still = {0};
    for (int32_t fall = 1; fall <= 20; fall++)
        for (int32_t along = 1; along <= 20; along++)
            for (int bounces = 0; bounces < 2; bounces++) {
                struct stage stage;
                set_stage(&stage, &still);
                struct mover *const m = enter(&stage, &man, 80, 86 - 1);
                enter_platform(&stage, &slab, 92, 100, true);
                m->speed_x = along;
                m->speed_y = fall;
                if (bounces)
                    mover_bounce(&stage.scene, 0, &man, 0, 1);
                else
                    mover_walk(&stage.scene, 0, false, 4, 4);
                const bool on_top = m->y == 100 - 14;
                assert_true(on_top || (m->x == 80 + along && m->y == 85 + fall));
                assert_true(m->speed_x == along);
            }
}

/* The floor stops the fall first; the end of the plate must not stop what is left of the move. */
static void the_end_of_a_platform_stops_nobody_on_the_floor(void **state)
{
    (void)state;
    hm_sprite man, slab, floor_box;
    hm_sprite_box(10, 10, &man);
    hm_sprite_box(40, 3, &slab);
    hm_sprite_box(300, 10, &floor_box);
    const hm_world still = {.terrain = &floor_box, .terrain_at = {0, 200}};
    for (int32_t top = 180; top < 200; top++)
        for (int32_t left = 50; left < 64; left++)
            for (int32_t along = 1; along <= 12; along++)
                for (int32_t fall = 1; fall <= 30; fall++) {
                    struct stage stage;
                    set_stage(&stage, &still);
                    struct mover *const m = enter(&stage, &man, 100, 165);
                    enter_platform(&stage, &slab, left, top, true);
                    m->speed_x = -along;
                    m->speed_y = fall;
                    mover_walk(&stage.scene, 0, false, 3, 3);
                    assert_int_equal(m->x, 100 - along);
                }
}

/* On the lift, with the head at the height of a ledge: somebody on the ledge passes who rides. */
static void who_passes_others_is_neither_pushed_nor_carried(void **state)
{
    (void)state;
    hm_sprite man, slab, ledge;
    hm_sprite_box(10, 14, &man);
    hm_sprite_box(40, 3, &slab);
    hm_sprite_box(50, 20, &ledge);
    const hm_world still = {.terrain = &ledge, .terrain_at = {0, 86}};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const rides = enter(&stage, &man, 55, 86), *const ghost =
                                                                 enter(&stage, &man, 46, 72);
    enter_platform(&stage, &slab, 40, 106 - 6, false);
    rides->group = 1;
    ghost->group = 2;
    for (int both = 0; both < 2; both++) {
        ghost->passes = 1;
        rides->passes = both ? 2 : 0;
        for (int moved = 0; moved < 5; moved++)
            assert_true(mover_shift(&stage.scene, 2, both ? -1 : 1, 0));
        assert_int_equal(rides->x, both ? 55 : 60);
        assert_int_equal(ghost->x, 46);
    }
    /* They walk through each other. */
    rides->y = ghost->y = 72;
    rides->x = 20;
    ghost->x = 30;
    ghost->speed_x = -1;
    ghost->on_ground = true;
    for (int frame = 0; frame < 25; frame++)
        mover_walk(&stage.scene, 1, false, 4, 4);
    assert_int_equal(ghost->x, 5);
}

/* A ball rests on a floor, and a platform that lets through comes from the side, or from below. */
static void a_platform_that_lets_through_leaves_balls_beside_it(void **state)
{
    (void)state;
    static uint64_t floor_bits[512], ball_bits[64];
    hm_canvas canvas;
    hm_sprite ground, ball, slab;
    assert_true(hm_canvas_init(&canvas, ball_bits, sizeof ball_bits, 11, 11));
    hm_canvas_circle(&canvas, 5, 5, 5, HM_ADD);
    hm_canvas_sprite(&canvas, &ball);
    assert_true(hm_canvas_init(&canvas, floor_bits, sizeof floor_bits, 200, 4));
    hm_canvas_fill(&canvas, NULL, HM_ADD);
    hm_canvas_sprite(&canvas, &ground);
    hm_sprite_box(40, 5, &slab);
    const hm_world still = {.terrain = &ground, .terrain_at = {0, 60}};
    for (int32_t top = 40; top <= 60; top++)
        for (int rises = 0; rises < 2; rises++) {
            struct stage stage;
            set_stage(&stage, &still);
            struct mover *const m = enter(&stage, &ball, 100, 49);
            struct mover *const platform = enter_platform(&stage, &slab, 130, top, true);
            platform->speed_x = -1;
            for (int frame = 0; frame < 60; frame++) {
                const struct mover before = *m;
                const bool is_above = m->y + 11 <= platform->y;
                mover_ride(&stage.scene, 1);
                assert_true(is_above || (m->x == before.x && m->y == before.y));
                if (rises && frame == 30) {
                    platform->speed_x = 0;
                    platform->speed_y = -1;
                }
            }
        }
}

/* Up and to the right, with a man between it and a wall. */
static void a_platform_that_waits_stays_on_its_way(void **state)
{
    (void)state;
    hm_sprite wall, man, slab;
    hm_sprite_box(6, 80, &wall);
    hm_sprite_box(10, 40, &man);
    hm_sprite_box(20, 6, &slab);
    const hm_world still = {.terrain = &wall, .terrain_at = {84, 60}};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const platform = enter_platform(&stage, &slab, 50, 110, false);
    struct mover *const m = enter(&stage, &man, 72, 100);
    platform->speed_x = 1;
    platform->speed_y = -0.5;
    for (int frame = 0; frame < 20; frame++)
        assert_int_equal(mover_ride(&stage.scene, 0), platform->x < 54 || frame == 3);
    assert_int_equal(platform->x, 54);
    assert_int_equal(platform->y, 108);
    m->y = 0;
    assert_true(mover_ride(&stage.scene, 0));
    assert_int_equal(platform->x, 55);
}

/* Men in a field of blocks, with platforms of both kinds that go anywhere: nobody is ever in a
 * block, in another or in a solid platform, and who stood on a platform that went up or sideways
 * still stands on it, unless something holds them. */
static void random_platforms_leave_nobody_in_a_wall_or_in_others(void **state)
{
    (void)state;
    enum { MEN = 8, SIDE = 64 };
    static const hm_point ways[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static uint64_t buffer[1024];
    uint64_t random = 4;
    int waits = 0, carried = 0, stacked = 0;
    for (int round = 0; round < 600; round++) {
        hm_canvas canvas;
        hm_sprite man, slab, terrain;
        struct stage stage;
        assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, SIDE, SIDE));
        for (int i = 0; i < 12; i++) {
            const int32_t x = (int32_t)oracle_random(&random, SIDE);
            const int32_t y = (int32_t)oracle_random(&random, SIDE);
            hm_canvas_fill(&canvas, &(hm_box){x, y, x + 9, y + 3}, HM_ADD);
        }
        hm_canvas_sprite(&canvas, &terrain);
        hm_sprite_box(3, 4, &man);
        hm_sprite_box(12, 3, &slab);
        const hm_world still = {.terrain = &terrain};
        const int32_t left = 8 + (int32_t)oracle_random(&random, 30);
        const bool one_way = oracle_random(&random, 3) == 0;
        set_stage(&stage, &still);
        enter_platform(&stage, &slab, left, 30, one_way);
        for (int i = 0; i < MEN; i++) {
            const int32_t x = left - 4 + (int32_t)oracle_random(&random, 18);
            const int32_t y = i % 3 == 0   ? 26
                              : i % 3 == 1 ? 22
                                           : 20 + (int32_t)oracle_random(&random, 14);
            enter(&stage, &man, x, y);
            if (!is_free(&stage, stage.scene.count - 1))
                stage.scene.count--;
        }
        for (int step = 0; step < 40; step++) {
            const hm_point way = ways[oracle_random(&random, 4)];
            struct stage old = stage;
            const bool went = mover_shift(&stage.scene, 0, way.x, way.y);
            const struct mover *const now = stage.movers, *const before = old.movers;
            waits += !went;
            assert_true(went || !one_way);
            assert_int_equal(now[0].x - before[0].x, went ? way.x : 0);
            assert_int_equal(now[0].y - before[0].y, went ? way.y : 0);
            for (uint32_t i = 1; i < stage.scene.count; i++) {
                const int32_t dx = now[i].x - before[i].x, dy = now[i].y - before[i].y;
                assert_false(hm_overlap(&man, &terrain, -now[i].x, -now[i].y));
                assert_true(one_way || !meets(&now[i], &now[0], 0, 0));
                assert_true(now[i].rest_x == 0 && now[i].rest_y == 0);
                assert_true((dx == 0 && dy == 0) || (went && dx == way.x && dy == way.y));
                for (uint32_t k = 1; k < i; k++) {
                    assert_false(meets(&now[i], &now[k], 0, 0));
                    stacked += (dx != 0 || dy != 0) && meets(&before[i], &before[k], 0, 1);
                }
                const bool stood =
                    meets(&before[i], &before[0], 0, 1) && !meets(&before[i], &before[0], 0, 0);
                carried += stood && (dx != 0 || dy != 0);
                if (went && stood && way.y < 0 && !one_way)
                    assert_int_equal(dy, -1);
                if (went && stood && dx == 0 && dy == 0) {
                    bool held = hm_overlap(&man, &terrain, -now[i].x - way.x, -now[i].y - way.y);
                    for (uint32_t k = 1; k < stage.scene.count; k++)
                        held |= k != i && meets(&now[i], &now[k], way.x, way.y);
                    assert_true(held);
                }
            }
        }
    }
    assert_in_range(waits, 100, 9999);
    assert_in_range(carried, 1000, 99999);
    assert_in_range(stacked, 100, 99999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lift_carries_a_stack_and_waits_below_a_ceiling),
        cmocka_unit_test(a_platform_pushes_who_is_beside_it_and_waits_when_a_wall_holds_them),
        cmocka_unit_test(nobody_is_carried_by_what_they_jump_through),
        cmocka_unit_test(a_platform_that_sinks_leaves_behind_who_stands_on_another),
        cmocka_unit_test(a_platform_has_a_speed_and_goes_on_along_the_free_axis),
        cmocka_unit_test(a_cabin_takes_along_who_fits_in_exactly),
        cmocka_unit_test(who_hold_each_other_are_carried_together),
        cmocka_unit_test(the_end_of_a_platform_stops_nobody),
        cmocka_unit_test(the_end_of_a_platform_stops_nobody_on_the_floor),
        cmocka_unit_test(who_passes_others_is_neither_pushed_nor_carried),
        cmocka_unit_test(a_platform_that_lets_through_leaves_balls_beside_it),
        cmocka_unit_test(a_platform_that_waits_stays_on_its_way),
        cmocka_unit_test(random_platforms_leave_nobody_in_a_wall_or_in_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
