/*
 * test_recipes.c - the recipes of the header, as they stand there, do what it says of them
 *
 * recipes.c is the code of the section Recipes of hitmask.h; the Makefile takes it out.
 */
#include "support/cmocka_all.h"

#include "runtime/oracle.h"

#include <hitmask.h>

#include <math.h>
#include <stdlib.h>

#include "recipes.c"

static struct mover mover_at(const hm_sprite *sprite, const hm_world *world, int32_t x, int32_t y)
{
    return (struct mover){
        .sprite = sprite, .world = world, .x = x, .y = y, .exact_x = x, .exact_y = y};
}

/* One frame of somebody who falls when nothing is below. */
static void play(void (*go_on)(struct mover *), struct mover *m)
{
    if (!m->on_ground)
        m->speed_y += 0.4;
    go_on(m);
    assert_false(hm_world_overlap(m->world, m->sprite, m->x, m->y, NULL, NULL));
}

static void walk_by_4(struct mover *m)
{
    walk(m, 4, 4);
}

/* ---- Walking -------------------------------------------------------------------------------- */

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
            hm_sprite_box(8, 12, &body);
            struct mover hero = mover_at(&body, &world, 10, 168);
            int frames = 0;
            make_hill(&hill, rise);
            world.terrain = &hill.sprite;
            hero.on_ground = true;
            hero.speed_x = 1.75;
            while (hero.x < 182 && frames++ < 400) {
                if (hero.on_ground && jumps && frames % 20 == 0)
                    hero.speed_y = -3.3;
                play(walk_by_4, &hero);
                assert_true(jumps || hero.on_ground);
            }
            /* The wall stops it on the ground. */
            assert_int_equal(hero.x, 182);
            for (int i = 0; i < 40; i++)
                play(walk_by_4, &hero);
            assert_true(hero.on_ground && hero.speed_x <= 0 && hero.speed_y <= 0);
            assert_int_equal(hero.y, 180 - 100 * rise / 2 - 12);
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
            hm_sprite_box(width, 7, &body);
            struct mover m = mover_at(&body, &world, 12, 20);
            int turns = 0;
            m.speed_x = speed / 4.0;
            for (int frame = 0; frame < 1600; frame++) {
                const double before = m.speed_x;
                play(patrol, &m);
                assert_true(fabs(m.speed_x) == speed / 4.0);
                if ((before > 0) != (m.speed_x > 0)) {
                    turns++;
                    /* At the wall, or with the middle beyond the last columns of the level. */
                    assert_true(m.x == 10 || (m.x < 90 && m.x + width / 2 + speed / 4 + 1 >= 90));
                }
                assert_true(m.y <= 50 - 7);
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
        struct mover m = mover_at(&body, &world, 20, 31);
        m.speed_x = 1;
        m.on_ground = m.had_ground = true;
        for (int frame = 0; frame < 60; frame++) {
            play(patrol, &m);
            assert_true(m.on_ground);
        }
        assert_int_equal(m.y, depth == 6 ? 31 + 6 : 31);
        assert_true((m.speed_x > 0) == (depth == 6));
    }
}

static void who_lands_beyond_an_edge_goes_on(void **state)
{
    (void)state;
    hm_sprite ledge, body;
    hm_sprite_box(90, 10, &ledge);
    hm_sprite_box(9, 7, &body);
    const hm_world world = {.terrain = &ledge, .terrain_y = 50};
    struct mover m = mover_at(&body, &world, 87, 40);
    m.speed_x = 0.25;
    for (int frame = 0; frame < 100; frame++) {
        play(patrol, &m);
        assert_true(m.speed_x > 0);
    }
    assert_true(m.y > 60);
}

/* Two platforms above each other; the floor is at row 60. */
static void platforms_let_through_what_jumps_or_drops(void **state)
{
    (void)state;
    static const int16_t x0[] = {0, 0}, y0[] = {40, 20}, x1[] = {30, 30}, y1[] = {43, 23};
    int16_t ends[2];
    hm_sprite floor_box, body;
    hm_sprite_box(100, 10, &floor_box);
    hm_sprite_box(4, 6, &body);
    const hm_crowd16 all = {x0, y0, x1, y1, NULL, 2};
    hm_crowd16 those;
    const hm_world world = {.terrain = &floor_box, .terrain_y = 60, .crowd16 = &those};
    struct mover m = mover_at(&body, &world, 10, 54);
    static const struct {
        bool drops;
        int32_t ends_at;
    } turns[] = {{false, 34}, {false, 14}, {true, 34}, {true, 54}, {false, 34}};
    m.on_ground = true;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        if (turns[i].drops)
            m.on_ground = false, m.speed_y = 1;
        else
            m.speed_y = -5;
        bool drops = turns[i].drops;
        for (int frame = 0; frame < 60; frame++, drops = false) {
            choose_platforms(&m, &all, drops, ends, &those);
            if (!m.on_ground && !drops)
                m.speed_y += 0.5;
            walk_by_4(&m);
        }
        assert_true(m.on_ground);
        assert_int_equal(m.y, turns[i].ends_at);
    }
}

/* ---- Bouncing ------------------------------------------------------------------------------- */

enum { BALL = 3, MORE = 8 };

/* A cave with corners, slopes, a rock and a shaft that is hardly wider than the ball. */
static void dig_cave(hm_canvas *canvas)
{
    static const hm_box rooms[] = {{20, 20, 280, 100}, {60, 100, 69, 190}, {69, 160, 200, 190}};
    static const hm_corner wedge[] = {
        {200 << 16, 100 << 16}, {280 << 16, 100 << 16}, {240 << 16, 180 << 16}};
    static const hm_corner slope[] = {
        {20 << 16, 60 << 16}, {80 << 16, 100 << 16}, {20 << 16, 100 << 16}};
    hm_canvas_fill(canvas, NULL, HM_ADD);
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        hm_canvas_fill(canvas, &rooms[i], HM_ERASE);
    assert_true(hm_canvas_polygon(canvas, wedge, 3, HM_ERASE));
    assert_true(hm_canvas_polygon(canvas, slope, 3, HM_ADD));
    hm_canvas_circle(canvas, 150, 60, 12, HM_ADD);
}

struct court {
    uint64_t cave_buffer[4096], ball_buffer[256], disc_buffer[256];
    hm_canvas cave;
    hm_sprite wall, sprite, disc;
};

static void make_disc(hm_canvas *canvas, void *buffer, size_t size, int radius, hm_sprite *out)
{
    assert_true(hm_canvas_init(canvas, buffer, size, 2 * radius + 1, 2 * radius + 1));
    hm_canvas_circle(canvas, radius, radius, (uint32_t)radius, HM_ADD);
    hm_canvas_sprite(canvas, out);
}

static void make_court(struct court *court, void (*dig)(hm_canvas *canvas))
{
    static hm_canvas round, larger;
    make_disc(&round, court->ball_buffer, sizeof court->ball_buffer, BALL, &court->sprite);
    make_disc(&larger, court->disc_buffer, sizeof court->disc_buffer, BALL + MORE, &court->disc);
    assert_true(
        hm_canvas_init(&court->cave, court->cave_buffer, sizeof court->cave_buffer, 300, 200));
    dig(&court->cave);
    hm_canvas_sprite(&court->cave, &court->wall);
}

static void a_ball_bounces_and_is_never_held(void **state)
{
    (void)state;
    static struct court court;
    uint64_t random = 1;
    make_court(&court, dig_cave);
    for (int throw = 0; throw < 100; throw ++) {
        const double kept = oracle_random(&random, 5) / 4.0;
        const int32_t left = 90 + (int32_t)oracle_random(&random, 100);
        const int32_t top = 30 + (int32_t)oracle_random(&random, 60);
        struct mover ball = mover_at(&court.sprite, NULL, left, top);
        int hanging = 0;
        ball.speed_x = oracle_random(&random, 25) - 12.0;
        ball.speed_y = oracle_random(&random, 25) - 12.0;
        if (hm_overlap(&court.sprite, &court.wall, -ball.x, -ball.y))
            continue;
        for (int frame = 0; frame < 600; frame++) {
            const int32_t x = ball.x, y = ball.y;
            ball.speed_y += 0.2;
            bounce(&court.wall, &ball, &court.disc, MORE, kept);
            assert_false(hm_overlap(&court.sprite, &court.wall, -ball.x, -ball.y));
            assert_true(ball.held < 20);
            /* At the bottom of a wedge nothing is below it; there it comes to rest. */
            const bool rests = hm_overlap(&court.sprite, &court.wall, -ball.x, -ball.y - 1);
            hanging = ball.x == x && ball.y == y && !rests ? hanging + 1 : 0;
            assert_true(hanging < 100);
        }
    }
}

/* Stairs that lead down to the right wall: the ball is wider than the lowest of them. */
static void dig_stairs(hm_canvas *canvas)
{
    hm_canvas_fill(canvas, NULL, HM_ADD);
    for (int32_t x = 4; x < 296; x += 8) {
        const hm_box shaft = {x, 4, x + 8 < 296 ? x + 8 : 296, 40 + x / 8 * 4};
        hm_canvas_fill(canvas, &shaft, HM_ERASE);
    }
}

static void a_ball_in_a_pocket_slows_down(void **state)
{
    (void)state;
    static struct court court;
    uint64_t random = 1;
    make_court(&court, dig_stairs);
    for (int throw = 0; throw < 50; throw ++) {
        struct mover ball = mover_at(&court.sprite, NULL, 150, 20);
        ball.speed_x = oracle_random(&random, 25) / 4.0;
        for (int frame = 0; frame < 3000; frame++) {
            ball.speed_y += 0.15;
            bounce(&court.wall, &ball, &court.disc, MORE, throw % 3 / 4.0);
        }
        assert_true(fabs(ball.speed_x) + fabs(ball.speed_y) < 4);
    }
}

/* A low stair between a ledge and a wall: the disc is on both, so that the normal points up. */
static void dig_niche(hm_canvas *canvas)
{
    static const hm_box walls[] = {
        {0, 72, 120, 200}, {0, 64, 37, 100}, {0, 68, 41, 100}, {57, 0, 300, 200}};
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++)
        hm_canvas_fill(canvas, &walls[i], HM_ADD);
}

static void a_slow_ball_does_not_hang_in_the_air(void **state)
{
    (void)state;
    static struct court court;
    static uint64_t ball_buffer[256], disc_buffer[256];
    static hm_canvas round, larger;
    hm_sprite sprite, disc;
    make_court(&court, dig_niche);
    make_disc(&round, ball_buffer, sizeof ball_buffer, 5, &sprite);
    make_disc(&larger, disc_buffer, sizeof disc_buffer, 5 + MORE, &disc);
    for (int throw = 0; throw < 41 * 41; throw ++) {
        struct mover ball = mover_at(&sprite, NULL, 42 - 5, 50 - 5);
        int hanging = 0;
        ball.speed_x = (throw % 41 - 20) / 4.0;
        ball.speed_y = (throw / 41 - 20) / 4.0;
        for (int frame = 0; frame < 400; frame++) {
            const int32_t x = ball.x, y = ball.y;
            ball.speed_y += 0.3;
            if (bounce(&court.wall, &ball, &disc, MORE, 0.6))
                ball.speed_x *= 0.9, ball.speed_y *= 0.9;
            const bool rests = hm_overlap(&sprite, &court.wall, -ball.x, -ball.y - 1);
            hanging = ball.x == x && ball.y == y && !rests ? hanging + 1 : 0;
            assert_true(hanging < 100);
        }
    }
}

/* ---- Platforms ------------------------------------------------------------------------------ */

/* Where no crowd has it, the platform's index is nobody's. */
enum { INDEX = 0 };

static bool box_touches(const struct mover *m, const hm_box *box)
{
    hm_box bounds, place;
    hm_sprite_bounds(m->sprite, &bounds);
    hm_box_move(&bounds, m->x, m->y, &place);
    return hm_box_overlap(&place, box);
}

/* A shaft of 20 columns: a man of 4 x 6 stands on a lift of 8 x 2. */
static void a_lift_carries_up_and_down_and_waits_below_a_ceiling(void **state)
{
    (void)state;
    hm_sprite man, ceiling;
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(20, 5, &ceiling);
    const hm_world others = {.terrain = &ceiling};
    struct mover m = mover_at(&man, &others, 8, 44);
    hm_box lift = {6, 50, 14, 52};
    m.on_ground = true;
    for (int32_t y = 49; y >= 11; y--) {
        assert_true(move_platform(INDEX, &lift, false, &m, 1, 0, -1));
        assert_int_equal(lift.y0, y);
        assert_int_equal(m.y, y - 6);
    }
    assert_false(move_platform(INDEX, &lift, false, &m, 1, 0, -1));
    assert_int_equal(lift.y0, 11);
    assert_int_equal(m.y, 5);
    assert_true(m.exact_y == 5 && m.on_ground);
    for (int32_t y = 12; y < 40; y++) {
        assert_true(move_platform(INDEX, &lift, false, &m, 1, 0, 1));
        assert_int_equal(m.y, y - 6);
    }
}

/* On the lift, beside it, and between it and a wall at column 40. */
static void a_platform_pushes_who_is_beside_it_and_waits_when_a_wall_holds_them(void **state)
{
    (void)state;
    hm_sprite man, wall;
    hm_sprite_box(4, 6, &man);
    hm_sprite_box(10, 60, &wall);
    const hm_world others = {.terrain = &wall, .terrain_x = 40};
    struct mover men[] = {mover_at(&man, &others, 8, 14), mover_at(&man, &others, 20, 22)};
    hm_box platform = {4, 20, 20, 30};
    for (int moved = 1; moved <= 16; moved++) {
        assert_true(move_platform(INDEX, &platform, false, men, 2, 1, 0));
        assert_int_equal(men[0].x, 8 + moved);
        assert_int_equal(men[1].x, 20 + moved);
    }
    assert_false(move_platform(INDEX, &platform, false, men, 2, 1, 0));
    assert_int_equal(platform.x0, 20);
    assert_int_equal(men[0].x, 24);
    /* Away from them it goes alone, and takes along who stands on it. */
    assert_true(move_platform(INDEX, &platform, false, men, 2, -1, 0));
    assert_int_equal(men[0].x, 23);
    assert_int_equal(men[1].x, 36);
    /* The same, but nobody is pushed by what lets through. */
    men[1].x = 35;
    assert_true(move_platform(INDEX, &platform, true, men, 2, 1, 0));
    assert_int_equal(men[0].x, 24);
    assert_int_equal(men[1].x, 35);
}

static void nobody_is_carried_by_what_they_jump_through(void **state)
{
    (void)state;
    hm_sprite man;
    hm_sprite_box(4, 6, &man);
    const hm_world others = {0};
    struct mover m = mover_at(&man, &others, 8, 47);
    hm_box platform = {4, 50, 20, 52};
    assert_true(move_platform(INDEX, &platform, true, &m, 1, 1, 0));
    assert_int_equal(m.x, 8);
}

/* Another platform, which stays, is as high as the one that sinks: who stands on both stays. */
static void a_platform_that_sinks_leaves_behind_who_stands_on_another(void **state)
{
    (void)state;
    static const int16_t x0[] = {12}, y0[] = {50}, x1[] = {30}, y1[] = {53};
    int16_t ends[1];
    hm_crowd16 chosen;
    hm_sprite man;
    hm_sprite_box(4, 6, &man);
    const hm_crowd16 all = {x0, y0, x1, y1, NULL, 1};
    const hm_world world = {.crowd16 = &chosen};
    struct mover men[] = {mover_at(&man, &world, 10, 44), mover_at(&man, &world, 5, 44)};
    hm_box platform = {0, 50, 12, 52};
    choose_platforms(&men[0], &all, false, ends, &chosen);
    for (int moved = 1; moved <= 3; moved++) {
        assert_true(move_platform(7, &platform, false, men, 2, 0, 1));
        assert_int_equal(men[0].y, 44);
        assert_int_equal(men[1].y, 44 + moved);
    }
}

/* The platform lies in a notch of the ground, two pixels deep, and goes under a stair of three. */
static void who_is_carried_climbs_stairs_but_does_not_sink(void **state)
{
    (void)state;
    static uint64_t buffer[1024];
    hm_canvas canvas;
    hm_sprite ground, man;
    assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, 60, 60));
    hm_canvas_fill(&canvas, &(hm_box){0, 50, 10, 60}, HM_ADD);
    hm_canvas_fill(&canvas, &(hm_box){10, 52, 60, 60}, HM_ADD);
    hm_canvas_fill(&canvas, &(hm_box){30, 47, 60, 50}, HM_ADD);
    hm_canvas_sprite(&canvas, &ground);
    hm_sprite_box(4, 6, &man);
    const hm_world others = {.terrain = &ground};
    struct mover m = mover_at(&man, &others, 8, 44);
    hm_box platform = {10, 50, 26, 52};
    for (int moved = 1; moved <= 30; moved++) {
        assert_true(move_platform(INDEX, &platform, false, &m, 1, 1, 0));
        assert_int_equal(platform.x0, 10 + moved);
        /* Up on the stair it is no longer on the platform. */
        assert_int_equal(m.x, moved < 19 ? 8 + moved : 27);
        assert_int_equal(m.y, moved < 19 ? 44 : 41);
    }
}

static bool stands_on(const struct mover *m, const hm_box *box)
{
    struct mover lower = *m;
    lower.y++;
    return box_touches(&lower, box) && !box_touches(m, box);
}

static void random_platforms_leave_nobody_in_a_wall_or_in_themselves(void **state)
{
    (void)state;
    enum { MEN = 6, SIDE = 64 };
    static const hm_point ways[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static uint64_t buffer[1024];
    uint64_t random = 4;
    int waits = 0, carried = 0;
    for (int round = 0; round < 300; round++) {
        hm_canvas canvas;
        hm_sprite man, terrain;
        struct mover men[MEN];
        int count = 0;
        assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, SIDE, SIDE));
        for (int i = 0; i < 8; i++) {
            const int32_t x = (int32_t)oracle_random(&random, SIDE);
            const int32_t y = (int32_t)oracle_random(&random, SIDE);
            hm_canvas_fill(&canvas, &(hm_box){x, y, x + 9, y + 3}, HM_ADD);
        }
        hm_canvas_sprite(&canvas, &terrain);
        hm_sprite_box(3, 4, &man);
        const hm_world others = {.terrain = &terrain};
        const int32_t left = 8 + (int32_t)oracle_random(&random, 30);
        hm_box platform = {left, 30, left + 12, 33};
        for (int i = 0; i < MEN; i++) {
            const int32_t x = left - 4 + (int32_t)oracle_random(&random, 18);
            const int32_t y = i % 2 ? 26 : 24 + (int32_t)oracle_random(&random, 10);
            const struct mover m = mover_at(&man, &others, x, y);
            if (!hm_overlap(&man, &terrain, -x, -y) && !box_touches(&m, &platform))
                men[count++] = m;
        }
        for (int step = 0; step < 40; step++) {
            const hm_point way = ways[oracle_random(&random, 4)];
            const hm_box before = platform;
            struct mover old[MEN];
            for (int i = 0; i < count; i++)
                old[i] = men[i];
            const bool went = move_platform(INDEX, &platform, false, men, count, way.x, way.y);
            waits += !went;
            hm_box expected = before;
            if (went)
                hm_box_move(&before, way.x, way.y, &expected);
            assert_memory_equal(&platform, &expected, sizeof platform);
            for (int i = 0; i < count; i++) {
                const int32_t dx = men[i].x - old[i].x, dy = men[i].y - old[i].y;
                assert_false(hm_overlap(&man, &terrain, -men[i].x, -men[i].y));
                assert_false(box_touches(&men[i], &platform));
                assert_true(men[i].exact_x == men[i].x && men[i].exact_y == men[i].y);
                assert_true(went || (dx == 0 && dy == 0));
                if (went && stands_on(&old[i], &before)) {
                    carried += dx != 0 || dy != 0;
                    /* What holds somebody on a platform that goes sideways is a wall. */
                    assert_true(stands_on(&men[i], &platform) || way.y == 0 || way.y > 0);
                }
            }
        }
    }
    assert_true(waits > 100 && carried > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hero_runs_and_jumps_uphill),
        cmocka_unit_test(who_patrols_turns_at_walls_and_edges_and_takes_slopes),
        cmocka_unit_test(who_patrols_goes_down_stairs_of_half_its_width),
        cmocka_unit_test(who_lands_beyond_an_edge_goes_on),
        cmocka_unit_test(platforms_let_through_what_jumps_or_drops),
        cmocka_unit_test(a_ball_bounces_and_is_never_held),
        cmocka_unit_test(a_ball_in_a_pocket_slows_down),
        cmocka_unit_test(a_slow_ball_does_not_hang_in_the_air),
        cmocka_unit_test(a_lift_carries_up_and_down_and_waits_below_a_ceiling),
        cmocka_unit_test(a_platform_pushes_who_is_beside_it_and_waits_when_a_wall_holds_them),
        cmocka_unit_test(nobody_is_carried_by_what_they_jump_through),
        cmocka_unit_test(a_platform_that_sinks_leaves_behind_who_stands_on_another),
        cmocka_unit_test(who_is_carried_climbs_stairs_but_does_not_sink),
        cmocka_unit_test(random_platforms_leave_nobody_in_a_wall_or_in_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
