/*
 * test_movers_walk.c - who walks, climbs, turns at edges, drops through platforms and shoots
 */
#include "support/cmocka_all.h"

#include <hitmask_canvas.h>

#include "samples/movers_stage.h"

#include "runtime/oracle.h"

#include <math.h>
#include <stdlib.h>

/* A frame of mover 0, who patrols, and falls when nothing is below. */
static void play_patrol(struct stage *stage)
{
    if (!stage->movers[0].on_ground)
        stage->movers[0].speed_y += 0.4;
    mover_patrol(&stage->scene, 0);
    assert_true(is_free(stage, 0));
}

/* Ground that rises by `rise` pixels in each 2, from column 40 to 140; behind it is a wall. */
static void make_hill(struct subject *out, int rise)
{
    static char text[200][201];
    const char *rows[200];
    for (int y = 0; y < 200; y++) {
        for (int x = 0; x < 200; x++) {
            const int way = x < 40 ? 0 : x < 140 ? x - 40 : 100;
            text[y][x] = y >= 180 - way * rise / 2 || x >= 190 ? '#' : '.';
        }
        rows[y] = text[y];
    }
    subject_draw(out, rows, 200);
}

static void a_hero_runs_and_jumps_uphill(void **state)
{
    (void)state;
    for (int rise = 1; rise <= 2; rise++)
        for (int jumps = 0; jumps < 2; jumps++) {
            struct subject hill;
            hm_world world = {0};
            hm_sprite body;
            struct stage stage;
            int frames = 0;
            make_hill(&hill, rise);
            world.terrain = &hill.sprite;
            set_stage(&stage, &world);
            hm_sprite_box(8, 12, &body);
            struct mover *const hero = enter(&stage, &body, 10, 168);
            hero->on_ground = true;
            hero->speed_x = 1.75;
            while (hero->x < 182 && frames++ < 400) {
                if (hero->on_ground && jumps && frames % 20 == 0)
                    hero->speed_y = -3.3;
                play_walk(&stage);
                assert_true(jumps || hero->on_ground);
            }
            /* The wall stops it on the ground. */
            assert_int_equal(hero->x, 182);
            for (int i = 0; i < 40; i++)
                play_walk(&stage);
            assert_true(hero->on_ground && hero->speed_x <= 0 && hero->speed_y <= 0);
            assert_int_equal(hero->y, 180 - 100 * rise / 2 - 12);
            subject_free(&hill);
        }
}

/* A slope down to the right, a level piece, and the edge of a pit; a wall on the left. */
static void make_ledge(struct subject *out)
{
    static char text[100][121];
    const char *rows[100];
    for (int y = 0; y < 100; y++) {
        for (int x = 0; x < 120; x++) {
            const int top = x < 40 ? 30 : x < 60 ? x - 10 : 50;
            text[y][x] = x < 10 || (x < 90 && y >= top) ? '#' : '.';
        }
        rows[y] = text[y];
    }
    subject_draw(out, rows, 100);
}

/* As fast as is allowed, and slower; fast ones may not stop on a column where they turn. */
static void who_patrols_turns_at_walls_and_edges_and_takes_slopes(void **state)
{
    (void)state;
    struct subject ledge;
    hm_world world = {0};
    make_ledge(&ledge);
    world.terrain = &ledge.sprite;
    for (int width = 3; width <= 13; width++)
        for (int speed = 1; speed <= (width - 1) / 2 * 4; speed++) {
            hm_sprite body;
            struct stage stage;
            set_stage(&stage, &world);
            hm_sprite_box(width, 7, &body);
            struct mover *const m = enter(&stage, &body, 12, 20);
            int turns = 0;
            m->speed_x = speed / 4.0;
            for (int frame = 0; frame < 1600; frame++) {
                const double before = m->speed_x;
                play_patrol(&stage);
                assert_true(fabs(m->speed_x) == speed / 4.0);
                if ((before > 0) != (m->speed_x > 0)) {
                    turns++;
                    /* At the wall, or with the middle beyond the last columns of the level. */
                    assert_true(m->x == 10 ||
                                (m->x < 90 && m->x + width / 2 + speed / 4 + 1 >= 90));
                }
                assert_true(m->y <= 50 - 7);
            }
            assert_true(turns >= 4);
        }
    subject_free(&ledge);
}

/* Half the width of 13 pixels is 6: a stair of 6 pixels is walked down, one of 7 is an edge. */
static void who_patrols_goes_down_stairs_of_half_its_width(void **state)
{
    (void)state;
    for (int32_t depth = 6; depth <= 7; depth++) {
        static uint64_t buffer[1024];
        hm_canvas canvas;
        hm_sprite stairs, body;
        assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, 120, 60));
        hm_canvas_fill(&canvas, &(hm_box){0, 40, 50, 60}, HM_ADD);
        hm_canvas_fill(&canvas, &(hm_box){0, 40 + depth, 120, 60}, HM_ADD);
        hm_canvas_sprite(&canvas, &stairs);
        hm_sprite_box(13, 9, &body);
        const hm_world world = {.terrain = &stairs};
        struct stage stage;
        set_stage(&stage, &world);
        struct mover *const m = enter(&stage, &body, 20, 31);
        m->speed_x = 1;
        m->on_ground = true;
        for (int frame = 0; frame < 60; frame++) {
            play_patrol(&stage);
            assert_true(m->on_ground);
        }
        assert_int_equal(m->y, depth == 6 ? 31 + 6 : 31);
        assert_true((m->speed_x > 0) == (depth == 6));
    }
}

static void who_lands_beyond_an_edge_goes_on(void **state)
{
    (void)state;
    hm_sprite ledge, body;
    hm_sprite_box(90, 10, &ledge);
    hm_sprite_box(9, 7, &body);
    const hm_world world = {.terrain = &ledge, .terrain_at = {0, 50}};
    struct stage stage;
    set_stage(&stage, &world);
    struct mover *const m = enter(&stage, &body, 87, 40);
    m->speed_x = 0.25;
    for (int frame = 0; frame < 100; frame++) {
        play_patrol(&stage);
        assert_true(m->speed_x > 0);
    }
    assert_true(m->y > 60);
}

/* A shelf that is half as wide as its depth allows to step on, and no wider: it is no way down. */
static void who_patrols_does_not_step_down_where_the_next_step_has_no_ground(void **state)
{
    (void)state;
    for (int32_t depth = 1; depth <= 12; depth++)
        for (int32_t width = 1; width <= 14; width++)
            for (int speed = 1; speed <= 12; speed++) {
                static uint64_t buffer[1024];
                hm_canvas canvas;
                hm_sprite ground, body;
                struct stage stage;
                assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, 100, 60));
                hm_canvas_fill(&canvas, &(hm_box){0, 30, 70, 60}, HM_ADD);
                hm_canvas_fill(&canvas, &(hm_box){70, 30 + depth, 70 + width, 60}, HM_ADD);
                hm_canvas_sprite(&canvas, &ground);
                hm_sprite_box(12, 12, &body);
                const hm_world world = {.terrain = &ground};
                set_stage(&stage, &world);
                struct mover *const m = enter(&stage, &body, 40, 18);
                m->on_ground = true;
                m->speed_x = speed / 2.0;
                for (int frame = 0; frame < 150; frame++) {
                    play_patrol(&stage);
                    assert_true(m->on_ground);
                }
            }
}

/* On a ledge of 100 columns, somebody faster walks behind who patrols, and into them. */
static void who_patrols_turns_at_edges_though_somebody_follows(void **state)
{
    (void)state;
    hm_sprite ledge, body;
    hm_sprite_box(100, 10, &ledge);
    hm_sprite_box(12, 12, &body);
    const hm_world world = {.terrain = &ledge, .terrain_at = {0, 30}};
    for (int speed = 1; speed <= 12; speed++)
        for (int follower = 0; follower < 2; follower++) {
            struct stage stage;
            set_stage(&stage, &world);
            struct mover *const m = enter(&stage, &body, 40, 18), *const other =
                                                                      enter(&stage, &body, 20, 18);
            m->on_ground = other->on_ground = true;
            m->speed_x = speed / 2.0;
            for (int frame = 0; frame < 200; frame++) {
                play_patrol(&stage);
                assert_true(m->on_ground && m->x + 6 < 100 && m->x + 6 >= 0);
                if (follower)
                    other->speed_x = m->x > other->x ? 3 : -3;
                mover_walk(&stage.scene, 1, false, 4, 4);
            }
        }
}

/* Two platforms above each other; the floor is at row 60. */
static void platforms_let_through_what_jumps_or_drops(void **state)
{
    (void)state;
    hm_sprite floor_box, body, slab;
    hm_sprite_box(100, 10, &floor_box);
    hm_sprite_box(4, 6, &body);
    hm_sprite_box(30, 3, &slab);
    const hm_world world = {.terrain = &floor_box, .terrain_at = {0, 60}};
    struct stage stage;
    set_stage(&stage, &world);
    struct mover *const m = enter(&stage, &body, 10, 54);
    enter_platform(&stage, &slab, 0, 40, true);
    enter_platform(&stage, &slab, 0, 20, true);
    static const struct {
        bool drops;
        int32_t ends_at;
    } turns[] = {{false, 34}, {false, 14}, {true, 34}, {true, 54}, {false, 34}};
    m->on_ground = true;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        m->speed_y = turns[i].drops ? 1 : -5;
        bool drops = turns[i].drops;
        for (int frame = 0; frame < 60; frame++, drops = false) {
            if (!m->on_ground)
                m->speed_y += 0.5;
            mover_walk(&stage.scene, 0, drops, 4, 4);
        }
        assert_true(m->on_ground);
        assert_int_equal(m->y, turns[i].ends_at);
    }
}

static void who_drops_through_a_platform_that_sinks_is_below_it(void **state)
{
    (void)state;
    hm_sprite body, slab;
    hm_sprite_box(4, 6, &body);
    hm_sprite_box(30, 3, &slab);
    const hm_world world = {0};
    for (int speed = 0; speed <= 30; speed++)
        for (int begins = 0; begins < 8; begins++) {
            struct stage stage;
            set_stage(&stage, &world);
            struct mover *const m = enter(&stage, &body, 10, 34);
            struct mover *const platform = enter_platform(&stage, &slab, 0, 40, true);
            platform->speed_y = speed / 10.0;
            m->on_ground = true;
            for (int frame = 0; frame < 30; frame++) {
                mover_ride(&stage.scene, 1);
                const bool drops = frame == begins;
                if (drops)
                    m->speed_y = 1 + ceil(platform->speed_y);
                else if (!m->on_ground)
                    m->speed_y += 0.5;
                mover_walk(&stage.scene, 0, drops, 4, 4);
                assert_true(m->on_ground == (frame < begins));
            }
        }
}

static void all_jumps_from_one_floor_are_the_same(void **state)
{
    (void)state;
    hm_sprite floor_box, body;
    hm_sprite_box(100, 10, &floor_box);
    hm_sprite_box(4, 6, &body);
    const hm_world world = {.terrain = &floor_box, .terrain_at = {0, 60}};
    struct stage stage;
    int32_t arc[40] = {0};
    set_stage(&stage, &world);
    struct mover *const m = enter(&stage, &body, 10, 54);
    m->on_ground = true;
    for (int jump = 0; jump < 40; jump++) {
        /* Falls from all heights come first. */
        m->y -= jump;
        m->rest_y = jump / 41.0;
        m->on_ground = false;
        for (int frame = 0; frame < 60; frame++)
            play_walk(&stage);
        m->speed_y = -3.7;
        for (int frame = 0; frame < 40; frame++) {
            play_walk(&stage);
            if (jump == 0)
                arc[frame] = m->y;
            assert_int_equal(m->y, arc[frame]);
        }
    }
}

/* A ladder of 40 rows from a floor up to a platform that lets through. */
static void who_climbs_goes_through_platforms_and_stands_at_both_ends(void **state)
{
    (void)state;
    hm_sprite floor_box, body, slab, ladder;
    hm_sprite_box(100, 10, &floor_box);
    hm_sprite_box(4, 6, &body);
    hm_sprite_box(30, 3, &slab);
    hm_sprite_box(6, 40, &ladder);
    const hm_world world = {.terrain = &floor_box, .terrain_at = {0, 60}};
    struct stage stage;
    set_stage(&stage, &world);
    struct mover *const m = enter(&stage, &body, 20, 54);
    enter_platform(&stage, &slab, 10, 20, true);
    m->on_ground = true;
    for (int frame = 0; frame < 200; frame++) {
        const double speed = frame < 100 ? -0.75 : 0.75;
        /* The player lets go on top for a while, and then presses the key for down. */
        const bool presses = frame < 60 || frame >= 100;
        const bool on_it = hm_overlap(&body, &ladder, 19 - m->x, 20 - m->y - (speed > 0));
        if (presses && on_it) {
            mover_climb(&stage.scene, 0, speed);
        } else {
            if (!m->on_ground)
                m->speed_y += 0.4;
            mover_walk(&stage.scene, 0, false, 4, 4);
        }
        if (frame > 60 && frame < 100)
            assert_true(m->y == 14 && m->on_ground);
        assert_int_equal(m->x, 20);
    }
    assert_int_equal(m->y, 54);
}

static void a_shot_flies_through_platforms_and_meets_movers(void **state)
{
    (void)state;
    hm_sprite dot, man, slab;
    hm_sprite_box(1, 1, &dot);
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(30, 3, &slab);
    const hm_world world = {0};
    for (int drops = 0; drops < 2; drops++) {
        struct stage stage;
        hm_sweep_result result;
        hm_met met;
        set_stage(&stage, &world);
        struct mover *const shot = enter(&stage, &dot, 20, 10);
        struct mover *const shooter = enter(&stage, &man, 18, 6);
        enter(&stage, &man, 18, 60);
        enter_platform(&stage, &slab, 10, 30, true);
        shot->group = 1;
        shooter->group = 2;
        for (int i = 1; i < 4; i++)
            stage.movers[i].passes = 1;
        shot->passes = 2;
        shot->speed_y = 100.5;
        assert_true(mover_fly(&stage.scene, 0, drops != 0, &result, &met));
        assert_int_equal(met.kind, HM_CROWD);
        assert_int_equal(met.index, drops ? 2 : 3);
        assert_int_equal(shot->y, drops ? 59 : 29);
        assert_true(shot->rest_y == 0);
    }
}

/* Two men on a floor: one runs into the other, and lands on the other's head. */
static void movers_stop_each_other(void **state)
{
    (void)state;
    hm_sprite floor_box, body;
    hm_sprite_box(100, 10, &floor_box);
    hm_sprite_box(4, 6, &body);
    const hm_world world = {.terrain = &floor_box, .terrain_at = {0, 60}};
    struct stage stage;
    set_stage(&stage, &world);
    struct mover *const runs = enter(&stage, &body, 10, 54), *const stands =
                                                                 enter(&stage, &body, 40, 54);
    runs->on_ground = stands->on_ground = true;
    for (int frame = 0; frame < 60; frame++) {
        runs->speed_x = 1;
        play_walk(&stage);
    }
    assert_int_equal(runs->x, 36);
    for (int frame = 0; frame < 30; frame++) {
        if (frame == 0)
            runs->speed_y = -4;
        runs->speed_x = runs->x < 41 ? 0.5 : 0;
        play_walk(&stage);
    }
    assert_int_equal(runs->y, 48);
    assert_true(runs->on_ground);
}

/* Slopes that fall by `quarters` in 4 columns; the jump hits the ground on the way, and goes
 * beyond. */
static void a_jump_downhill_lands(void **state)
{
    (void)state;
    enum { WIDTH = 3000, HEIGHT = 3200 };
    hm_sprite body, slope;
    hm_canvas canvas;
    const size_t size = hm_canvas_buffer_size(WIDTH, HEIGHT);
    void *const buffer = malloc(size);
    hm_sprite_box(8, 12, &body);
    for (int quarters = 1; quarters <= 4; quarters++) {
        assert_true(hm_canvas_init(&canvas, buffer, size, WIDTH, HEIGHT));
        for (int32_t x = 0; x < WIDTH; x++)
            hm_canvas_fill(&canvas, &(hm_box){x, 100 + x * quarters / 4, x + 1, HEIGHT}, HM_ADD);
        hm_canvas_sprite(&canvas, &slope);
        const hm_world still = {.terrain = &slope};
        for (int speed = 1; speed <= 6; speed++) {
            struct stage stage;
            set_stage(&stage, &still);
            struct mover *const m = enter(&stage, &body, 50, 100 + 50 * quarters / 4 - 20);
            int landed = 0;
            for (int frame = 0; frame < 200; frame++) {
                m->speed_x = frame < 20 ? 0 : speed;
                if (frame == 30)
                    m->speed_y = -3;
                m->speed_y += m->on_ground && frame != 30 ? 0 : 0.3;
                mover_walk(&stage.scene, 0, false, 4, 1);
                assert_true(is_free(&stage, 0));
                landed += frame > 100 && m->on_ground;
            }
            assert_int_equal(landed, 99);
        }
    }
    free(buffer);
}

/* In frames in which a whole pixel is wanted. */
static void walls_are_hit_as_often_on_both_sides(void **state)
{
    (void)state;
    hm_sprite shaft, man;
    static uint64_t buffer[256];
    hm_canvas canvas;
    assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, 24, 40));
    hm_canvas_fill(&canvas, NULL, HM_ADD);
    hm_canvas_fill(&canvas, &(hm_box){10, 0, 14, 30}, HM_ERASE);
    hm_canvas_sprite(&canvas, &shaft);
    hm_sprite_box(4, 6, &man);
    const hm_world still = {.terrain = &shaft};
    for (int tenths = 1; tenths < 20; tenths++) {
        int hits[2] = {0, 0};
        for (int side = 0; side < 2; side++) {
            struct stage stage;
            set_stage(&stage, &still);
            struct mover *const m = enter(&stage, &man, 10, 24);
            m->on_ground = true;
            for (int frame = 0; frame < 60; frame++) {
                m->speed_x = (side ? 1 : -1) * tenths / 10.0;
                hits[side] += mover_walk(&stage.scene, 0, false, 0, 0).hit_x;
            }
        }
        assert_int_equal(hits[0], hits[1]);
        assert_in_range(hits[0], 60 / (10 / tenths + 1), 60);
    }
}

/* The move that is taken back is in no result. */
static void at_an_edge_nothing_has_happened(void **state)
{
    (void)state;
    hm_sprite ground, man;
    hm_sprite_box(40, 10, &ground);
    hm_sprite_box(6, 8, &man);
    const hm_world still = {.terrain = &ground, .terrain_at = {0, 60}};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const m = enter(&stage, &man, 10, 52);
    int turns = 0;
    m->on_ground = true;
    m->speed_x = 13;
    for (int frame = 0; frame < 60; frame++) {
        const struct mover before = *m;
        const hm_slide_result result = mover_patrol(&stage.scene, 0);
        assert_int_equal(m->x - before.x, result.moved.x);
        turns += m->speed_x != before.speed_x;
        if (m->speed_x != before.speed_x)
            assert_true(result.on_ground && result.kind == HM_NOTHING && !result.hit_x);
    }
    assert_in_range(turns, 10, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hero_runs_and_jumps_uphill),
        cmocka_unit_test(who_patrols_turns_at_walls_and_edges_and_takes_slopes),
        cmocka_unit_test(who_patrols_goes_down_stairs_of_half_its_width),
        cmocka_unit_test(who_lands_beyond_an_edge_goes_on),
        cmocka_unit_test(who_patrols_does_not_step_down_where_the_next_step_has_no_ground),
        cmocka_unit_test(who_patrols_turns_at_edges_though_somebody_follows),
        cmocka_unit_test(platforms_let_through_what_jumps_or_drops),
        cmocka_unit_test(who_drops_through_a_platform_that_sinks_is_below_it),
        cmocka_unit_test(all_jumps_from_one_floor_are_the_same),
        cmocka_unit_test(who_climbs_goes_through_platforms_and_stands_at_both_ends),
        cmocka_unit_test(a_shot_flies_through_platforms_and_meets_movers),
        cmocka_unit_test(movers_stop_each_other),
        cmocka_unit_test(a_jump_downhill_lands),
        cmocka_unit_test(walls_are_hit_as_often_on_both_sides),
        cmocka_unit_test(at_an_edge_nothing_has_happened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
