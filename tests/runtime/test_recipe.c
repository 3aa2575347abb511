/*
 * test_recipe.c - the recipe of EXACT.md, as it stands there, does what it says of it
 *
 * recipe.c is the code of the section Recipe; the Makefile takes it out.
 */
#include "support/cmocka_all.h"

#include "runtime/oracle.h"

#include <hitmask_world.h>

#include <stdlib.h>

#include "recipe.c"

static bool is_free(const hm_world *world, const struct mover *m, int32_t lower)
{
    return !hm_world_overlap(world, m->sprite, m->x, m->y + lower, NULL);
}

static void play(const hm_world *world, struct mover *m)
{
    if (!m->on_ground)
        m->speed_y += 0.4;
    walk(world, m, 3, 3);
    assert_true(is_free(world, m, 0));
    assert_true(!m->on_ground || !is_free(world, m, 1));
    assert_true(-1 < m->rest_x && m->rest_x < 1 && -1 < m->rest_y && m->rest_y < 1);
}

enum { WIDTH = 400, HEIGHT = 300 };

/* Ground between two walls, whose top in each column is `top`, mirrored when asked for. */
static void make_ground(struct subject *out, const int *top, bool mirrored)
{
    static char text[HEIGHT][WIDTH + 1];
    const char *rows[HEIGHT];
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const bool wall = x < 4 || x >= WIDTH - 4;
            text[y][mirrored ? WIDTH - 1 - x : x] = wall || y >= top[x] ? '#' : '.';
        }
        rows[y] = text[y];
    }
    subject_draw(out, rows, HEIGHT);
}

/* Hills of up to 2 pixels in a column; who runs and jumps over them is never inside them, and two
 * who mirror each other do the same. */
static void who_runs_and_jumps_is_on_the_ground_or_in_the_air(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 20; seed++) {
        int top[WIDTH], slope = 0, jumps = 0, landings = 0;
        srand(seed);
        for (int x = 0, y = 200; x < WIDTH; x++) {
            if (x % 30 == 0)
                slope = rand() % 5 - 2;
            y += y + slope > 60 && y + slope < HEIGHT - 10 ? slope : 0;
            top[x] = y;
        }
        struct subject ground[2];
        hm_world worlds[2] = {0};
        hm_sprite body;
        struct mover movers[2];
        hm_sprite_box(8, 12, &body);
        for (int side = 0; side < 2; side++) {
            make_ground(&ground[side], top, side == 1);
            worlds[side].terrain = &ground[side].sprite;
            movers[side] = (struct mover){
                .sprite = &body, .x = side == 0 ? 10 : WIDTH - 10 - 8, .y = 20, .speed_x = 0};
        }
        double speed = 1.75;
        for (int frame = 0; frame < 1500; frame++) {
            if (frame % 200 == 0)
                speed = -speed;
            const bool jump = movers[0].on_ground && rand() % 25 == 0;
            for (int side = 0; side < 2; side++) {
                const bool was_on_ground = movers[side].on_ground;
                movers[side].speed_x = side == 0 ? speed : -speed;
                if (jump)
                    movers[side].speed_y = -4.5;
                play(&worlds[side], &movers[side]);
                landings += !was_on_ground && movers[side].on_ground;
            }
            jumps += jump;
            assert_int_equal(movers[0].x, WIDTH - 8 - movers[1].x);
            assert_int_equal(movers[0].y, movers[1].y);
        }
        assert_true(jumps > 5 && landings >= 2 * (jumps - 1));
        subject_free(&ground[0]);
        subject_free(&ground[1]);
    }
}

/* On a slope that falls by 2 pixels in 3 columns: a jump of some speed is over before the slope is.
 */
static void a_jump_downhill_lands(void **state)
{
    (void)state;
    int top[WIDTH];
    for (int x = 0; x < WIDTH; x++)
        top[x] = 30 + x * 2 / 3;
    struct subject ground;
    hm_sprite body;
    make_ground(&ground, top, false);
    hm_sprite_box(8, 12, &body);
    const hm_world world = {.terrain = &ground.sprite};
    for (int quarters = 4; quarters <= 20; quarters++) {
        struct mover m = {.sprite = &body, .x = 20, .y = 30 + 20 * 2 / 3 - 12, .on_ground = true};
        m.speed_x = quarters / 4.0;
        m.speed_y = -1.5;
        do {
            play(&world, &m);
            assert_true(m.x < WIDTH - 20);
        } while (!m.on_ground);
    }
    subject_free(&ground);
}

/* Two platforms above each other, and a floor below them. */
static void platforms_let_through_what_comes_from_below(void **state)
{
    (void)state;
    const int32_t x0[] = {0, 0}, y0[] = {40, 20}, x1[] = {60, 60}, ends[] = {42, 22};
    int32_t y1[2];
    const hm_crowd platforms = {x0, y0, x1, ends, NULL, 2}, there = {x0, y0, x1, y1, NULL, 2};
    hm_sprite ground, body;
    hm_sprite_box(60, 5, &ground);
    hm_sprite_box(6, 8, &body);
    const hm_world world = {.terrain = &ground, .terrain_at = {0, 60}, .crowd = &there};
    struct mover m = {.sprite = &body, .x = 20, .y = 60 - 8, .on_ground = true};
    static const int32_t tops[] = {60, 40, 20};
    for (int i = 1; i < 3; i++) {
        m.speed_y = -4.5;
        for (int frame = 0; frame < 60; frame++) {
            choose(&m, &platforms, false, y1);
            play(&world, &m);
        }
        assert_true(m.on_ground);
        assert_int_equal(m.y, tops[i] - 8);
    }
    for (int i = 1; i >= 0; i--) {
        m.speed_y = 1;
        m.on_ground = false;
        choose(&m, &platforms, true, y1);
        play(&world, &m);
        for (int frame = 0; frame < 60; frame++) {
            choose(&m, &platforms, false, y1);
            play(&world, &m);
        }
        assert_true(m.on_ground);
        assert_int_equal(m.y, tops[i] - 8);
    }
}

/* It sinks by up to `sinks` pixels in a frame, and takes along who stands on it. Who drops through
 * is below it. */
static void who_drops_through_a_platform_that_sinks_is_below_it(void **state)
{
    (void)state;
    for (int sinks = 0; sinks <= 4; sinks++) {
        int32_t x0 = 0, y0 = 40, x1 = 60, ends = 43, y1;
        const hm_crowd platforms = {&x0, &y0, &x1, &ends, NULL, 1};
        const hm_crowd there = {&x0, &y0, &x1, &y1, NULL, 1};
        const hm_world world = {.crowd = &there};
        hm_sprite body;
        hm_sprite_box(6, 8, &body);
        struct mover m = {.sprite = &body, .x = 20, .y = 40 - 8, .on_ground = true};
        for (int frame = 0; frame < 30; frame++) {
            for (int i = frame % 2; i < sinks; i++) {
                m.y += m.y + 8 == y0;
                y0++;
                ends++;
            }
            const bool drops = frame == 10;
            if (drops) {
                m.speed_y = 1 + sinks;
                m.on_ground = false;
            }
            choose(&m, &platforms, drops, &y1);
            play(&world, &m);
            assert_true(m.on_ground == (frame < 10));
        }
        assert_true(m.y > ends);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_runs_and_jumps_is_on_the_ground_or_in_the_air),
        cmocka_unit_test(a_jump_downhill_lands),
        cmocka_unit_test(platforms_let_through_what_comes_from_below),
        cmocka_unit_test(who_drops_through_a_platform_that_sinks_is_below_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
