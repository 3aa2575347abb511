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

/* A scene of some movers, whose first ones are given. */
enum { MOVERS_MAX = 16 };

struct stage {
    struct scene scene;
    struct mover movers[MOVERS_MAX];
    const hm_sprite *sprites[MOVERS_MAX];
    int32_t x0[MOVERS_MAX], y0[MOVERS_MAX], x1[MOVERS_MAX], y1[MOVERS_MAX];
};

static void set_stage(struct stage *stage, const hm_world *still)
{
    stage->scene = (struct scene){.still = *still,
                                  .movers = stage->movers,
                                  .sprites = stage->sprites,
                                  .x0 = stage->x0,
                                  .y0 = stage->y0,
                                  .x1 = stage->x1,
                                  .y1 = stage->y1};
}

static struct mover *enter(struct stage *stage, const hm_sprite *sprite, int32_t x, int32_t y)
{
    struct mover *const m = &stage->movers[stage->scene.count++];
    *m = (struct mover){.sprite = sprite, .x = x, .y = y};
    return m;
}

static struct mover *enter_platform(struct stage *stage, const hm_sprite *sprite, int32_t x,
                                    int32_t y, bool one_way)
{
    struct mover *const m = enter(stage, sprite, x, y);
    m->platform = true;
    m->one_way = one_way;
    return m;
}

static bool is_free(struct stage *stage, uint32_t i)
{
    const struct mover *const m = choose(&stage->scene, i, false);
    return !hm_world_overlap(&stage->scene.world, m->sprite, m->x, m->y, NULL, NULL);
}

/* One frame of mover 0, who falls when nothing is below. */
static void play_walk(struct stage *stage)
{
    if (!stage->movers[0].on_ground)
        stage->movers[0].speed_y += 0.4;
    walk(&stage->scene, 0, false, 4, 4);
    assert_true(is_free(stage, 0));
}

static void play_patrol(struct stage *stage)
{
    if (!stage->movers[0].on_ground)
        stage->movers[0].speed_y += 0.4;
    patrol(&stage->scene, 0);
    assert_true(is_free(stage, 0));
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
    const hm_world world = {.terrain = &ledge, .terrain_y = 50};
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
    const hm_world world = {.terrain = &ledge, .terrain_y = 30};
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
                walk(&stage.scene, 1, false, 4, 4);
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
    const hm_world world = {.terrain = &floor_box, .terrain_y = 60};
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
            walk(&stage.scene, 0, drops, 4, 4);
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
                move_platform(&stage.scene, 1);
                const bool drops = frame == begins;
                if (drops)
                    m->speed_y = 1 + ceil(platform->speed_y);
                else if (!m->on_ground)
                    m->speed_y += 0.5;
                walk(&stage.scene, 0, drops, 4, 4);
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
    const hm_world world = {.terrain = &floor_box, .terrain_y = 60};
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
    const hm_world world = {.terrain = &floor_box, .terrain_y = 60};
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
            climb(&stage.scene, 0, speed);
        } else {
            if (!m->on_ground)
                m->speed_y += 0.4;
            walk(&stage.scene, 0, false, 4, 4);
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
        hm_kind kind;
        uint32_t index;
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
        assert_true(fly(&stage.scene, 0, drops != 0, &result, &kind, &index));
        assert_int_equal(kind, HM_CROWD);
        assert_int_equal(index, drops ? 2 : 3);
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
    const hm_world world = {.terrain = &floor_box, .terrain_y = 60};
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

/* ---- Bouncing ------------------------------------------------------------------------------- */

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
    const hm_world world = {.terrain = &court->wall, .terrain_x = -7, .terrain_y = 11};
    set_stage(stage, &world);
    return enter(stage, sprite, x + world.terrain_x, y + world.terrain_y);
}

static bool ball_meets(struct stage *stage, int32_t lower)
{
    const struct mover *const m = stage->movers;
    return hm_world_overlap(&stage->scene.still, m->sprite, m->x, m->y + lower, NULL, NULL);
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
            bounce(&stage.scene, 0, &court.disc, MORE, kept);
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
            bounce(&stage.scene, 0, &court.disc, MORE, throw % 3 / 4.0);
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
            if (bounce(&stage.scene, 0, &disc, MORE, 0.6))
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
                ball->speed_y += 0.25;
                if (!bounce(&stage.scene, 0, &disc, MORE, 0.6))
                    continue;
                ball->speed_x *= 0.9, ball->speed_y *= 0.9;
                const double square = ball->speed_x * ball->speed_x + ball->speed_y * ball->speed_y;
                rests = square < 1 && ball_meets(&stage, 1);
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
    const hm_world world = {.terrain = &floor_box, .terrain_y = 200};
    for (int tenths = 1; tenths <= 10; tenths++)
        for (int kept = 0; kept <= 9; kept++)
            for (int32_t height = 1; height <= 60; height++) {
                const double gravity = tenths / 10.0;
                const double most =
                    gravity * gravity * 9 > gravity * 6 ? 9 * gravity * gravity : 6 * gravity;
                struct stage stage;
                set_stage(&stage, &world);
                struct mover *const ball =
                    enter(&stage, &court.sprite, 50, 200 - (2 * BALL + 1) - height);
                bool rests = false;
                for (int frame = 0; frame < 2000 && !rests; frame++) {
                    const double x = ball->speed_x, y = ball->speed_y;
                    rests = x * x + y * y < most && ball_meets(&stage, 1);
                    if (rests)
                        break;
                    ball->speed_y += gravity;
                    if (bounce(&stage.scene, 0, &court.disc, MORE, kept / 10.0))
                        ball->speed_x *= 0.9, ball->speed_y *= 0.9;
                }
                assert_true(rests);
            }
}

/* A floor of tiles, a wall that is a mover, a one-way platform and another ball: it turns round at
 * each, by the normal of each. */
static void a_ball_bounces_off_all_that_is_in_a_scene(void **state)
{
    (void)state;
    static struct court court;
    static const uint16_t cells[20] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    hm_sprite tile, wall, slab;
    hm_sprite_box(10, 10, &tile);
    hm_sprite_box(10, 100, &wall);
    hm_sprite_box(40, 3, &slab);
    make_court(&court, dig_cave);
    const hm_sprite *const tiles_of[] = {NULL, &tile};
    const hm_tiles tiles = {.cells16 = cells,
                            .sprites = tiles_of,
                            .sprite_count = 2,
                            .width = 20,
                            .height = 1,
                            .tile_width = 10,
                            .tile_height = 10};
    const hm_world world = {.tiles = &tiles, .tiles_x = -3, .tiles_y = 100};
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
            bounce(&stage.scene, 0, &court.disc, MORE, 1);
        assert_true(fabs(ball->speed_x - throws[i].turned_x) < 1e-9);
        assert_true(fabs(ball->speed_y - throws[i].turned_y) < 1e-9);
    }
}

/* ---- Platforms ------------------------------------------------------------------------------ */

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
        assert_true(shift(&stage.scene, 2, 0, -1));
        assert_int_equal(lift->y, y);
        assert_int_equal(below->y, y - 6);
        assert_int_equal(top->y, y - 12);
    }
    assert_false(shift(&stage.scene, 2, 0, -1));
    assert_int_equal(lift->y, 17);
    assert_int_equal(below->y, 11);
    assert_int_equal(top->y, 5);
    assert_true(below->rest_y == 0 && below->on_ground);
    for (int32_t y = 18; y < 40; y++) {
        assert_true(shift(&stage.scene, 2, 0, 1));
        assert_int_equal(below->y, y - 6);
        assert_int_equal(top->y, y - 12);
    }
    for (int32_t x = 7; x < 15; x++) {
        assert_true(shift(&stage.scene, 2, 1, 0));
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
    const hm_world still = {.terrain = &wall, .terrain_x = 40};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const on_it = enter(&stage, &man, 8, 14), *const beside =
                                                                enter(&stage, &man, 20, 22);
    struct mover *const platform = enter_platform(&stage, &slab, 4, 20, false);
    for (int moved = 1; moved <= 16; moved++) {
        assert_true(shift(&stage.scene, 2, 1, 0));
        assert_int_equal(on_it->x, 8 + moved);
        assert_int_equal(beside->x, 20 + moved);
    }
    assert_false(shift(&stage.scene, 2, 1, 0));
    assert_int_equal(platform->x, 20);
    assert_int_equal(on_it->x, 24);
    /* Away from them it goes alone, and takes along who stands on it. */
    assert_true(shift(&stage.scene, 2, -1, 0));
    assert_int_equal(on_it->x, 23);
    assert_int_equal(beside->x, 36);
    /* The same, but nobody is pushed by what lets through. */
    beside->x = 35;
    platform->one_way = true;
    assert_true(shift(&stage.scene, 2, 1, 0));
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
    assert_true(shift(&stage.scene, 1, 1, 0));
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
            assert_true(shift(&stage.scene, 2, 0, 1));
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
            move_platform(&stage.scene, 1);
            assert_int_equal(m->x - platform->x, 2);
            assert_int_equal(m->y - platform->y, -6);
        }
        assert_int_equal(platform->x, lets_through ? 2 : 10);
        assert_int_equal(platform->y, lets_through ? 26 : 22);
    }
    for (int frame = 0; frame < 80; frame++)
        move_platform(&stage.scene, 1);
    assert_int_equal(platform->x, 50);
    assert_int_equal(m->x, 52);
    assert_int_equal(platform->y, 11);
    assert_int_equal(m->y, 5);
    /* It goes on when there is room. */
    stage.movers[0].x = 10;
    move_platform(&stage.scene, 1);
    for (int frame = 0; frame < 8; frame++)
        move_platform(&stage.scene, 1);
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
                assert_true(shift(&stage.scene, 1, ways[way].x, ways[way].y));
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
        assert_true(shift(&stage.scene, 2, ways[way].x, ways[way].y));
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
                    bounce(&stage.scene, 0, &man, 0, 1);
                else
                    walk(&stage.scene, 0, false, 4, 4);
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
    const hm_world still = {.terrain = &floor_box, .terrain_y = 200};
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
                    walk(&stage.scene, 0, false, 3, 3);
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
    const hm_world still = {.terrain = &ledge, .terrain_y = 86};
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
            assert_true(shift(&stage.scene, 2, both ? -1 : 1, 0));
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
        walk(&stage.scene, 1, false, 4, 4);
    assert_int_equal(ghost->x, 5);
}

/* ---- Crates --------------------------------------------------------------------------------- */

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
    const hm_world still = {.terrain = &floor_box, .terrain_y = 60};
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
                shove(&stage.scene, i, CRATE);
                walk(&stage.scene, i, false, 2, 4);
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
        shove(&stage.scene, 0, CRATE);
        walk(&stage.scene, 0, false, 2, 4);
    }
    assert_int_equal(m->x, 75 - 4);
    assert_int_equal(below->x, 75);
    /* The upper one has met the wall before, and stays behind. */
    assert_int_equal(above->x, 75);
    /* What is no crate is not pushed. */
    stage.movers[1].group = 1;
    m->x = 60;
    stage.movers[1].x = 66;
    m->speed_x = 3;
    shove(&stage.scene, 0, CRATE);
    assert_int_equal(stage.movers[1].x, 66);
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
                walk(&stage.scene, 0, false, 4, 1);
                assert_true(is_free(&stage, 0));
                landed += frame > 100 && m->on_ground;
            }
            assert_int_equal(landed, 99);
        }
    }
    free(buffer);
}

/* Whichever of the two is found first. */
static void a_stack_of_crates_is_pushed_in_one(void **state)
{
    (void)state;
    hm_sprite floor_box, man, box;
    hm_sprite_box(800, 10, &floor_box);
    hm_sprite_box(10, 24, &man);
    hm_sprite_box(12, 12, &box);
    const hm_world still = {.terrain = &floor_box, .terrain_y = 140};
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
                shove(&stage.scene, 0, CRATE);
                walk(&stage.scene, 0, false, 4, 4);
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
    const hm_world still = {.terrain = &floor_box, .terrain_y = 90};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const m = enter(&stage, &man, 120, 78);
    const struct mover *const pushed = enter_crate(&stage, &crate, 100, 70);
    m->on_ground = true;
    for (int32_t frame = 1; frame < 50; frame++) {
        m->speed_x = 3;
        shove(&stage.scene, 0, CRATE);
        walk(&stage.scene, 0, false, 4, 4);
        assert_int_equal(m->x, 120 + 3 * frame);
        assert_int_equal(pushed->x, 100 + 3 * frame);
    }
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
                hits[side] += walk(&stage.scene, 0, false, 0, 0).hit_x;
            }
        }
        assert_int_equal(hits[0], hits[1]);
        assert_in_range(hits[0], 60 / (10 / tenths + 1), 60);
    }
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
    const hm_world still = {.terrain = &ground, .terrain_y = 60};
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
                move_platform(&stage.scene, 1);
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
    const hm_world still = {.terrain = &wall, .terrain_x = 84, .terrain_y = 60};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const platform = enter_platform(&stage, &slab, 50, 110, false);
    struct mover *const m = enter(&stage, &man, 72, 100);
    platform->speed_x = 1;
    platform->speed_y = -0.5;
    for (int frame = 0; frame < 20; frame++)
        assert_int_equal(move_platform(&stage.scene, 0), platform->x < 54 || frame == 3);
    assert_int_equal(platform->x, 54);
    assert_int_equal(platform->y, 108);
    m->y = 0;
    assert_true(move_platform(&stage.scene, 0));
    assert_int_equal(platform->x, 55);
}

/* The move that is taken back is in no result. */
static void at_an_edge_nothing_has_happened(void **state)
{
    (void)state;
    hm_sprite ground, man;
    hm_sprite_box(40, 10, &ground);
    hm_sprite_box(6, 8, &man);
    const hm_world still = {.terrain = &ground, .terrain_y = 60};
    struct stage stage;
    set_stage(&stage, &still);
    struct mover *const m = enter(&stage, &man, 10, 52);
    int turns = 0;
    m->on_ground = true;
    m->speed_x = 13;
    for (int frame = 0; frame < 60; frame++) {
        const struct mover before = *m;
        const hm_slide_result result = patrol(&stage.scene, 0);
        assert_int_equal(m->x - before.x, result.moved.x);
        turns += m->speed_x != before.speed_x;
        if (m->speed_x != before.speed_x)
            assert_true(result.on_ground && result.kind == HM_NOTHING && !result.hit_x);
    }
    assert_in_range(turns, 10, 50);
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
            const bool went = shift(&stage.scene, 0, way.x, way.y);
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
        cmocka_unit_test(a_ball_bounces_and_is_never_held),
        cmocka_unit_test(a_ball_in_a_pocket_slows_down),
        cmocka_unit_test(a_slow_ball_does_not_hang_in_the_air),
        cmocka_unit_test(a_ball_between_hills_comes_to_rest),
        cmocka_unit_test(a_ball_rests_whatever_gravity_is),
        cmocka_unit_test(a_ball_bounces_off_all_that_is_in_a_scene),
        cmocka_unit_test(a_lift_carries_a_stack_and_waits_below_a_ceiling),
        cmocka_unit_test(a_platform_pushes_who_is_beside_it_and_waits_when_a_wall_holds_them),
        cmocka_unit_test(nobody_is_carried_by_what_they_jump_through),
        cmocka_unit_test(a_platform_that_sinks_leaves_behind_who_stands_on_another),
        cmocka_unit_test(a_platform_has_a_speed_and_goes_on_along_the_free_axis),
        cmocka_unit_test(a_cabin_takes_along_who_fits_in_exactly),
        cmocka_unit_test(who_hold_each_other_are_carried_together),
        cmocka_unit_test(the_end_of_a_platform_stops_nobody),
        cmocka_unit_test(the_end_of_a_platform_stops_nobody_on_the_floor),
        cmocka_unit_test(crates_are_pushed_alike_to_both_sides),
        cmocka_unit_test(a_crate_without_room_stops_who_pushes),
        cmocka_unit_test(a_jump_downhill_lands),
        cmocka_unit_test(a_stack_of_crates_is_pushed_in_one),
        cmocka_unit_test(who_stands_on_a_crate_pushes_it_once),
        cmocka_unit_test(a_platform_that_waits_stays_on_its_way),
        cmocka_unit_test(at_an_edge_nothing_has_happened),
        cmocka_unit_test(walls_are_hit_as_often_on_both_sides),
        cmocka_unit_test(a_platform_that_lets_through_leaves_balls_beside_it),
        cmocka_unit_test(who_passes_others_is_neither_pushed_nor_carried),
        cmocka_unit_test(random_platforms_leave_nobody_in_a_wall_or_in_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
