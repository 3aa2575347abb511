/*
 * test_movers_crate.c - crates are pushed, and stop who pushes
 */
#include "support/cmocka_all.h"

#include <hitmask_canvas.h>

#include "samples/movers_stage.h"

enum { CRATE = 4 };

static struct mover *enter_crate(struct stage *stage, const hm_sprite *sprite, int32_t x, int32_t y)
{
    struct mover *const crate = enter(stage, sprite, x, y);
    crate->group = CRATE;
    crate->on_ground = true;
    return crate;
}

/* On a floor at row 60, two men who mirror each other push a crate each, for 60 frames. */
static void crates_are_pushed_alike_to_both_sides(void **state)
{
    (void)state;
    hm_sprite floor_box, man, box;
    hm_sprite_box(800, 10, &floor_box);
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(5, 5, &box);
    const hm_world still = {.terrain = &floor_box, .terrain_at = {0, 60}};
    for (int tenths = 1; tenths < 40; tenths++) {
        struct stage stage;
        set_stage(&stage, &still);
        struct mover *const right = enter(&stage, &man, 500, 54);
        struct mover *const left = enter(&stage, &man, 300 - 4, 54);
        const struct mover *const to_right = enter_crate(&stage, &box, 510, 55);
        const struct mover *const to_left = enter_crate(&stage, &box, 290 - 5, 55);
        right->on_ground = left->on_ground = true;
        for (int frame = 0; frame < 60; frame++) {
            right->speed_x = tenths / 10.0;
            left->speed_x = -right->speed_x;
            for (uint32_t i = 0; i < 2; i++) {
                mover_shove(&stage.scene, i, CRATE);
                mover_walk(&stage.scene, i, false, 2, 4);
            }
            assert_int_equal(right->x - 500, 300 - 4 - left->x);
            assert_int_equal(to_right->x - 510, 290 - 5 - to_left->x);
        }
        /* Nothing is lost at the crate. */
        assert_in_range(right->x - 500, 6 * tenths - 1, 6 * tenths + 1);
        assert_true(tenths < 12 || to_right->x == right->x + 4);
    }
}

/* The man pushes a crate with another one on it, until it meets a wall. */
static void a_crate_without_room_stops_who_pushes(void **state)
{
    (void)state;
    hm_sprite room, man, box;
    static uint64_t buffer[1024];
    hm_canvas canvas;
    assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, 100, 70));
    hm_canvas_fill(&canvas, &(hm_box){0, 60, 100, 70}, HM_ADD);
    hm_canvas_fill(&canvas, &(hm_box){80, 0, 100, 60}, HM_ADD);
    hm_canvas_sprite(&canvas, &room);
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(5, 5, &box);
    const hm_world still = {.terrain = &room};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const m = enter(&stage, &man, 20, 54);
    const struct mover *const below = enter_crate(&stage, &box, 40, 55);
    const struct mover *const above = enter_crate(&stage, &box, 42, 50);
    m->on_ground = true;
    for (int frame = 0; frame < 60; frame++) {
        m->speed_x = 1.7;
        mover_shove(&stage.scene, 0, CRATE);
        mover_walk(&stage.scene, 0, false, 2, 4);
    }
    assert_int_equal(m->x, 75 - 4);
    assert_int_equal(below->x, 75);
    /* The upper one has met the wall before, and stays behind. */
    assert_int_equal(above->x, 75);
    /* Only crates are pushed. */
    stage.movers[1].group = 1;
    m->x = 60;
    stage.movers[1].x = 66;
    m->speed_x = 3;
    mover_shove(&stage.scene, 0, CRATE);
    assert_int_equal(stage.movers[1].x, 66);
}

/* Whichever of the two is found first. */
static void a_stack_of_crates_is_pushed_in_one(void **state)
{
    (void)state;
    hm_sprite floor_box, man, box;
    hm_sprite_box(800, 10, &floor_box);
    hm_sprite_box(10, 24, &man);
    hm_sprite_box(12, 12, &box);
    const hm_world still = {.terrain = &floor_box, .terrain_at = {0, 140}};
    for (int speed = 1; speed < 9; speed++)
        for (int upper = 1; upper < 3; upper++) {
            struct stage stage;
            set_stage(&stage, &still);
            struct mover *const m = enter(&stage, &man, 50, 116);
            m->on_ground = true;
            enter_crate(&stage, &box, 60, upper == 1 ? 116 : 128);
            enter_crate(&stage, &box, 60, upper == 1 ? 128 : 116);
            for (int32_t frame = 1; frame < 20; frame++) {
                m->speed_x = speed;
                mover_shove(&stage.scene, 0, CRATE);
                mover_walk(&stage.scene, 0, false, 4, 4);
                for (int i = 0; i < 3; i++)
                    assert_int_equal(stage.movers[i].x, (i > 0 ? 60 : 50) + frame * speed);
            }
        }
}

/* He stands on the foot of a crate like an L, and pushes its back. */
static void who_stands_on_a_crate_pushes_it_once(void **state)
{
    (void)state;
    static uint64_t buffer[64];
    hm_canvas canvas;
    hm_sprite floor_box, man, crate;
    hm_sprite_box(2000, 10, &floor_box);
    hm_sprite_box(6, 8, &man);
    assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, 30, 20));
    hm_canvas_fill(&canvas, &(hm_box){0, 16, 30, 20}, HM_ADD);
    hm_canvas_fill(&canvas, &(hm_box){26, 0, 30, 20}, HM_ADD);
    hm_canvas_sprite(&canvas, &crate);
    const hm_world still = {.terrain = &floor_box, .terrain_at = {0, 90}};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const m = enter(&stage, &man, 120, 78);
    const struct mover *const pushed = enter_crate(&stage, &crate, 100, 70);
    m->on_ground = true;
    for (int32_t frame = 1; frame < 50; frame++) {
        m->speed_x = 3;
        mover_shove(&stage.scene, 0, CRATE);
        mover_walk(&stage.scene, 0, false, 4, 4);
        assert_int_equal(m->x, 120 + 3 * frame);
        assert_int_equal(pushed->x, 100 + 3 * frame);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crates_are_pushed_alike_to_both_sides),
        cmocka_unit_test(a_crate_without_room_stops_who_pushes),
        cmocka_unit_test(a_stack_of_crates_is_pushed_in_one),
        cmocka_unit_test(who_stands_on_a_crate_pushes_it_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
