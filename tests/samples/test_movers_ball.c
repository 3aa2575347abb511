/*
 * test_movers_ball.c - balls bounce, are never held, and come to rest
 */
#include "support/cmocka_all.h"

#include <hitmask_canvas.h>

#include "samples/movers_stage.h"

#include "runtime/oracle.h"

#include <math.h>

enum { BALL = 3, MORE = 4 };

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

static struct mover *throw_ball(struct stage *stage, const struct court *court,
                                const hm_sprite *sprite, int32_t x, int32_t y)
{
    const hm_world world = {.terrain = &court->wall, .terrain_at = {-7, 11}};
    set_stage(stage, &world);
    return enter(stage, sprite, x + world.terrain_at.x, y + world.terrain_at.y);
}

static bool ball_meets(struct stage *stage, int32_t lower)
{
    const struct mover *const m = stage->movers;
    return hm_world_overlap(&stage->scene.still, m->sprite, m->x, m->y + lower, NULL);
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
        struct stage stage;
        struct mover *const ball = throw_ball(&stage, &court, &court.sprite, left, top);
        int hanging = 0;
        ball->speed_x = oracle_random(&random, 25) - 12.0;
        ball->speed_y = oracle_random(&random, 25) - 12.0;
        if (ball_meets(&stage, 0))
            continue;
        for (int frame = 0; frame < 600; frame++) {
            const int32_t x = ball->x, y = ball->y;
            ball->speed_y += 0.2;
            mover_bounce(&stage.scene, 0, &court.disc, MORE, kept);
            assert_false(ball_meets(&stage, 0));
            /* At the bottom of a wedge nothing is below it; there it comes to rest. */
            hanging = ball->x == x && ball->y == y && !ball_meets(&stage, 1) ? hanging + 1 : 0;
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
        struct stage stage;
        struct mover *const ball = throw_ball(&stage, &court, &court.sprite, 150, 20);
        ball->speed_x = oracle_random(&random, 25) / 4.0;
        for (int frame = 0; frame < 3000; frame++) {
            ball->speed_y += 0.15;
            mover_bounce(&stage.scene, 0, &court.disc, MORE, throw % 3 / 4.0);
        }
        assert_true(fabs(ball->speed_x) + fabs(ball->speed_y) < 4);
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
        struct stage stage;
        struct mover *const ball = throw_ball(&stage, &court, &sprite, 42 - 5, 50 - 5);
        int hanging = 0;
        ball->speed_x = (throw % 41 - 20) / 4.0;
        ball->speed_y = (throw / 41 - 20) / 4.0;
        for (int frame = 0; frame < 400; frame++) {
            const int32_t x = ball->x, y = ball->y;
            ball->speed_y += 0.3;
            if (mover_bounce(&stage.scene, 0, &disc, MORE, 0.6))
                ball->speed_x *= 0.9, ball->speed_y *= 0.9;
            hanging = ball->x == x && ball->y == y && !ball_meets(&stage, 1) ? hanging + 1 : 0;
            assert_true(hanging < 100);
        }
    }
}

/* Between hills that are steep, a ball loses a tenth of its speed at each contact. */
static void a_ball_between_hills_comes_to_rest(void **state)
{
    (void)state;
    static struct court court;
    static uint64_t ball_buffer[256], disc_buffer[256], land_buffer[4096];
    static hm_canvas round, larger, land;
    hm_sprite sprite, disc;
    uint64_t random = 1;
    int thrown = 0;
    make_disc(&round, ball_buffer, sizeof ball_buffer, 4, &sprite);
    make_disc(&larger, disc_buffer, sizeof disc_buffer, 4 + MORE, &disc);
    assert_true(hm_canvas_init(&land, land_buffer, sizeof land_buffer, 300, 400));
    for (int hills = 0; hills < 150; hills++) {
        enum { TOPS = 13 };
        hm_corner corners[TOPS + 2] = {{0, 400 << 16}, {300 << 16, 400 << 16}};
        for (int i = 0; i < TOPS; i++)
            corners[2 + i] = (hm_corner){(300 - 25 * i) * 65536,
                                         random_between(&random, 100, 390) * (int64_t)65536};
        hm_canvas_fill(&land, NULL, HM_ERASE);
        assert_true(hm_canvas_polygon(&land, corners, TOPS + 2, HM_ADD));
        hm_canvas_fill(&land, &(hm_box){0, 0, 10, 400}, HM_ADD);
        hm_canvas_fill(&land, &(hm_box){290, 0, 300, 400}, HM_ADD);
        hm_canvas_fill(&land, &(hm_box){0, 0, 300, 10}, HM_ADD);
        hm_canvas_sprite(&land, &court.wall);
        for (int throw = 0; throw < 20; throw ++) {
            struct stage stage;
            struct mover *const ball =
                throw_ball(&stage, &court, &sprite, random_between(&random, 20, 270), 40);
            bool rests = false;
            ball->speed_x = random_between(&random, -90, 90) / 10.0;
            ball->speed_y = random_between(&random, -50, 50) / 10.0;
            thrown++;
            for (int frame = 0; frame < 2000 && !rests; frame++) {
                rests = mover_rests(&stage.scene, 0, 0.25);
                if (rests)
                    break;
                ball->speed_y += 0.25;
                if (mover_bounce(&stage.scene, 0, &disc, MORE, 0.6))
                    ball->speed_x *= 0.9, ball->speed_y *= 0.9;
            }
            assert_true(rests);
        }
    }
    assert_int_equal(thrown, 3000);
}

static void a_ball_rests_whatever_gravity_is(void **state)
{
    (void)state;
    static struct court court;
    hm_sprite floor_box;
    hm_sprite_box(100, 20, &floor_box);
    make_court(&court, dig_cave);
    const hm_world world = {.terrain = &floor_box, .terrain_at = {0, 200}};
    for (int tenths = 1; tenths <= 10; tenths++)
        for (int kept = 0; kept <= 9; kept++)
            for (int32_t height = 1; height <= 60; height++) {
                const double gravity = tenths / 10.0;
                const double squares[] = {9 * gravity * gravity, 6 * gravity};
                const double most = squares[squares[0] < squares[1]];
                struct stage stage;
                set_stage(&stage, &world);
                struct mover *const ball =
                    enter(&stage, &court.sprite, 50, 200 - (2 * BALL + 1) - height);
                bool rests = false;
                for (int frame = 0; frame < 2000 && !rests; frame++) {
                    const double x = ball->speed_x, y = ball->speed_y;
                    rests = mover_rests(&stage.scene, 0, gravity);
                    assert_true(rests == (x * x + y * y < most && ball_meets(&stage, 1)));
                    if (rests)
                        break;
                    ball->speed_y += gravity;
                    if (mover_bounce(&stage.scene, 0, &court.disc, MORE, kept / 10.0))
                        ball->speed_x *= 0.9, ball->speed_y *= 0.9;
                }
                assert_true(rests && ball->speed_x == 0 && ball->speed_y == 0);
            }
}

/* A floor of tiles, a wall that is a mover, a one-way platform and another ball: it turns round at
 * each, by the normal of each. */
static void a_ball_bounces_off_all_that_is_in_a_scene(void **state)
{
    (void)state;
    static struct court court;
    static const uint32_t cells[20] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    hm_sprite tile, wall, slab;
    hm_sprite_box(10, 10, &tile);
    hm_sprite_box(10, 100, &wall);
    hm_sprite_box(40, 3, &slab);
    make_court(&court, dig_cave);
    const hm_sprite *const tiles_of[] = {NULL, &tile};
    const hm_tiles tiles = {.cells = cells,
                            .sprites = tiles_of,
                            .sprite_count = 2,
                            .columns = 20,
                            .rows = 1,
                            .tile_width = 10,
                            .tile_height = 10};
    const hm_world world = {.tiles = &tiles, .tiles_at = {-3, 100}};
    static const struct {
        int32_t x, y;
        double speed_x, speed_y, turned_x, turned_y;
    } throws[] = {{20, 80, 0, 9, 0, -9},
                  {100, 40, 9, 0, -9, 0},
                  {60, 40, 0, 9, 0, -9},
                  {60, 66, 0, -9, 0, -9},
                  {20, 40, 9, 0, -9, 0}};
    for (size_t i = 0; i < sizeof throws / sizeof *throws; i++) {
        struct stage stage;
        set_stage(&stage, &world);
        struct mover *const ball = enter(&stage, &court.sprite, throws[i].x, throws[i].y);
        enter_platform(&stage, &wall, 120, 0, false);
        enter_platform(&stage, &slab, 45, 55, true);
        enter(&stage, &court.sprite, 40, 40);
        ball->speed_x = throws[i].speed_x;
        ball->speed_y = throws[i].speed_y;
        for (int frame = 0; frame < 4; frame++)
            mover_bounce(&stage.scene, 0, &court.disc, MORE, 1);
        assert_true(fabs(ball->speed_x - throws[i].turned_x) < 1e-9);
        assert_true(fabs(ball->speed_y - throws[i].turned_y) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_bounces_and_is_never_held),
        cmocka_unit_test(a_ball_in_a_pocket_slows_down),
        cmocka_unit_test(a_slow_ball_does_not_hang_in_the_air),
        cmocka_unit_test(a_ball_between_hills_comes_to_rest),
        cmocka_unit_test(a_ball_rests_whatever_gravity_is),
        cmocka_unit_test(a_ball_bounces_off_all_that_is_in_a_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
