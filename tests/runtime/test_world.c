/*
 * test_world.c - moves through terrain, tiles and crowds, against walking every step of the way
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "runtime/views.h"
#include "runtime/world_oracle.h"

#include <hitmask_canvas.h>
#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

static uint32_t levels;

/* ---- Checks -------------------------------------------------------------------------------- */

static void assert_met(const hm_met *is, const hm_met *right)
{
    assert_int_equal(is->kind, right->kind);
    assert_int_equal(is->index, right->index);
    assert_point(is->hit, right->hit);
}

/* In pages of some size. */
static void check_list(const struct test_world *w, const hm_sprite *view, int32_t x, int32_t y,
                       const hm_met *right, uint32_t count, uint32_t capacity)
{
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[WORLD_MET];
    uint32_t seen = 0, found;
    assert_int_equal(hm_world_list(&w->world, view, x, y, &next, NULL, 0), 0);
    assert_true(next.kind == HM_NOTHING && next.index == 0);
    do {
        found = hm_world_list(&w->world, view, x, y, &next, hits, capacity);
        assert_true(found <= capacity && seen + found <= count);
        for (uint32_t i = 0; i < found; i++)
            assert_met(&hits[i], &right[seen + i]);
        seen += found;
    } while (found == capacity);
    assert_int_equal(seen, count);
    assert_int_equal(next.kind, HM_PLACED);
    assert_int_equal(next.index, w->world.placed != NULL ? w->world.placed->count : 0);
    assert_int_equal(hm_world_list(&w->world, view, x, y, &next, hits, capacity), 0);
}

static void check_overlap(const struct test_world *w, const struct subject *a,
                          const hm_sprite *view, int32_t x, int32_t y)
{
    const hm_met none = {HM_NOTHING, 77, {7, 7}};
    hm_met right[WORLD_MET], met = none;
    int64_t nx, ny;
    const uint32_t count = oracle_list(w, a, x, y, right);
    assert_int_equal(hm_world_overlap(&w->world, view, x, y, &met), count > 0);
    assert_int_equal(hm_world_overlap(&w->world, view, x, y, NULL), count > 0);
    assert_met(&met, count > 0 ? &right[0] : &none);
    check_list(w, view, x, y, right, count, 1 + (uint32_t)(x + y) % 3);
    check_list(w, view, x, y, right, count, WORLD_MET);
    assert_int_equal(hm_world_area(&w->world, view, x, y), oracle_world_area(w, a, x, y));
    assert_int_equal(hm_world_normal(&w->world, view, x, y, &nx, &ny), count > 0);
    assert_int_equal(nx, count == 0 ? 0
                                    : (int64_t)oracle_world_area(w, a, x - 1, y) -
                                          (int64_t)oracle_world_area(w, a, x + 1, y));
    assert_int_equal(ny, count == 0 ? 0
                                    : (int64_t)oracle_world_area(w, a, x, y - 1) -
                                          (int64_t)oracle_world_area(w, a, x, y + 1));
}

static void check_ways_out(const struct test_world *w, const struct subject *a,
                           const hm_sprite *view, int32_t x, int32_t y, uint32_t limit)
{
    uint32_t distance, right_distance;
    hm_point move, right_move;
    for (hm_direction d = HM_LEFT; d <= HM_DOWN; d++) {
        const bool is = oracle_world_exit(w, a, x, y, d, limit, &right_distance);
        assert_int_equal(hm_world_exit(&w->world, view, x, y, d, limit, &distance), is);
        assert_int_equal(distance, right_distance);
    }
    const bool is = oracle_world_escape(w, a, x, y, (int32_t)limit, &right_move);
    assert_int_equal(hm_world_escape(&w->world, view, x, y, limit, &move), is);
    assert_point(move, right_move);
}

static void check_sweep(const struct test_world *w, const struct subject *a, const hm_sprite *view,
                        hm_point at, hm_point move)
{
    const struct object *object;
    hm_sweep_result right, result;
    const hm_met none = {HM_NOTHING, 77, {7, 7}};
    hm_met met = none, wanted = none;
    const bool is = oracle_world_sweep(w, a, at.x, at.y, move.x, move.y, &right, &object);
    memset(&result, 0x55, sizeof result);
    assert_int_equal(hm_world_sweep(&w->world, view, at.x, at.y, move.x, move.y, &result, &met),
                     is);
    assert_sweep(&result, &right);
    if (is) {
        const hm_point there = {at.x + right.contact.x, at.y + right.contact.y};
        wanted.kind = object->kind;
        oracle_touching(w, object, a, there.x, there.y, NULL, &wanted.index);
        wanted.hit = (hm_point){there.x + right.hit.x, there.y + right.hit.y};
    }
    assert_met(&met, &wanted);
    assert_int_equal(hm_world_sweep(&w->world, view, at.x, at.y, move.x, move.y, &result, NULL),
                     is);
}

static void assert_slide(const hm_slide_result *result, const hm_slide_result *right)
{
    assert_point(result->moved, right->moved);
    assert_int_equal(result->hit_x, right->hit_x);
    assert_int_equal(result->hit_y, right->hit_y);
    assert_int_equal(result->on_ground, right->on_ground);
    assert_int_equal(result->stuck, right->stuck);
    assert_int_equal(result->kind, right->kind);
    assert_int_equal(result->index, right->index);
    assert_point(result->hit, right->hit);
    assert_point(result->contact, right->contact);
    assert_int_equal(result->normal_x, right->normal_x);
    assert_int_equal(result->normal_y, right->normal_y);
    assert_int_equal(result->ground_kind, right->ground_kind);
    assert_int_equal(result->ground_index, right->ground_index);
    assert_int_equal(result->rise, right->rise);
}

static void check_slide(const struct test_world *w, const struct subject *a, const hm_sprite *view,
                        hm_point at, hm_point move, uint32_t up, uint32_t down)
{
    hm_slide_result right, result;
    const bool is = oracle_slide(w, a, at.x, at.y, move.x, move.y, up, down, &right);
    memset(&result, 0x55, sizeof result);
    assert_int_equal(hm_slide(&w->world, view, at.x, at.y, move.x, move.y, up, down, &result), is);
    assert_slide(&result, &right);
    if (!right.hit_x || !right.hit_y)
        return;
    /* Checks which axis was blocked first, and that the end is beside the thing that blocked the
     * other. */
    const bool x_first =
        move.x < 0 ? right.contact.x < right.moved.x : right.contact.x > right.moved.x;
    const int64_t x = at.x + right.moved.x, y = at.y + right.moved.y;
    assert_true(x_first
                    ? right.contact.x == right.moved.x + (move.x < 0 ? -1 : 1)
                    : right.contact.y == right.moved.y + (move.y < 0 ? -1 : 1) || up + down > 0);
    assert_non_null(oracle_meets(w, a,
                                 x + (x_first      ? 0
                                      : move.x < 0 ? -1
                                                   : 1),
                                 y + (!x_first     ? 0
                                      : move.y < 0 ? -1
                                                   : 1)));
}

/* ---- Every small mask ----------------------------------------------------------------------- */

/* b is all that there is: terrain, a tile, an item or a placed one, in turns. */
static void check_small(const struct pair *pair, int32_t dx, int32_t dy)
{
    static const hm_point moves[] = {{4, 0}, {0, 5}, {-4, 3}, {5, -2}, {-1, -6}};
    static uint32_t turn;
    static struct test_world w;
    const hm_sprite *const sprite = &pair->b->sprite;
    hm_placement place;
    hm_box box;
    w.map.tiles = (hm_tiles){1, 1, 4, 4, w.map.cells, &sprite, NULL, 1};
    w.map.art[0] = *pair->b;
    hm_sprite_bounds(sprite, &box);
    hm_box_move(&box, dx, dy, &box);
    hm_place(sprite, dx, dy, 0, &place);
    const hm_crowd crowd = {&box.x0, &box.y0, &box.x1, &box.y1, &sprite, 1};
    const hm_placed_crowd placed = {&place, &sprite, NULL, 1};
    const hm_kind kind = (hm_kind)(HM_TERRAIN + turn++ % 4);
    w.world = (hm_world){.terrain_at = {dx, dy}, .tiles_at = {dx, dy}};
    w.objects[0] = (struct object){kind, 0, pair->b, dx, dy, box, NULL, sprite};
    if (kind == HM_TERRAIN)
        w.world.terrain = sprite;
    else if (kind == HM_TILES)
        w.world.tiles = &w.map.tiles;
    else if (kind == HM_CROWD)
        w.world.crowd = &crowd;
    else {
        w.world.placed = &placed;
        w.objects[0].at = &place;
        hm_placed_bounds(sprite, &place, &w.objects[0].box);
    }
    w.count = hm_sprite_area(sprite) > 0;
    const hm_point move = moves[turn % 5], at = {(int32_t)(turn / 7 % 3) - 1, 0};
    check_overlap(&w, pair->a, &pair->a->sprite, at.x, at.y);
    check_sweep(&w, pair->a, &pair->a->sprite, at, move);
    check_slide(&w, pair->a, &pair->a->sprite, at, move, turn % 4, turn / 4 % 4);
    check_ways_out(&w, pair->a, &pair->a->sprite, at.x, at.y, turn % 3);
}

static void every_small_pair_on_its_way(void **state)
{
    (void)state;
    placements_visit(NULL, 1193, check_small);
}

/* ---- Random worlds -------------------------------------------------------------------------- */

static void check_world(struct test_world *w, uint64_t *random, int32_t a_side, int places)
{
    struct subject a, stored;
    subject_scribble(&a, random, a_side);
    hm_sprite view = view_of(&a, oracle_random(random, 4), &stored);
    for (int i = 0; i < places; i++) {
        const hm_point at = {random_between(random, -50, 90), random_between(random, -50, 90)};
        const int32_t far = oracle_random(random, 3) == 0 ? 120 : 12;
        const hm_point move = {random_between(random, -far, far),
                               random_between(random, -far, far)};
        const uint32_t up = oracle_random(random, 5), down = oracle_random(random, 5);
        for (uint32_t level = 0; level <= levels; level++) {
            test_world_level(w, level);
            view.cpu = level;
            check_overlap(w, &a, &view, at.x, at.y);
            check_sweep(w, &a, &view, at, move);
            check_slide(w, &a, &view, at, move, up, down);
        }
        check_ways_out(w, &a, &view, at.x, at.y, up);
    }
    subject_free(&a);
    subject_free(&stored);
}

/* Every combination of parts. */
static void random_worlds(void **state)
{
    (void)state;
    uint64_t random = 1;
    static struct test_world w;
    const int worlds = oracle_tries(160);
    for (int i = 0; i < worlds; i++) {
        test_world_scribble(&w, &random, (uint32_t)i % (WITH_ALL + 1));
        check_world(&w, &random, 9, 6);
        check_world(&w, &random, 30, 1);
        test_world_free(&w);
    }
}

/* Sprites of more columns and rows than a word has bits. */
static void large_sprites_in_random_worlds(void **state)
{
    (void)state;
    static const hm_point sides[] = {{64, 64}, {65, 128}, {128, 63}, {129, 70}};
    uint64_t random = 11;
    static struct test_world w;
    for (uint32_t i = 0; i < 2 * (WITH_ALL + 1); i++) {
        struct subject a;
        const hm_point side = sides[i / 3 % 4];
        test_world_scribble(&w, &random, i % (WITH_ALL + 1));
        subject_init(&a, side.x, side.y);
        for (int32_t k = 0; k < side.x * side.y; k++)
            a.pixels[k] = oracle_random(&random, 9) == 0;
        subject_bake(&a);
        check_overlap(&w, &a, &a.sprite, random_between(&random, -60, 0),
                      random_between(&random, -60, 0));
        subject_free(&a);
        test_world_free(&w);
    }
}

/* A sprite that covers an upright world has as many pixels on it as the world has itself, also when
 * nobody could count all of the sprite's. */
static void a_sprite_that_covers_the_world(void **state)
{
    (void)state;
    enum { SIDE = 1 << 20 };
    const hm_sprite all = full_box(0, 0, SIDE, SIDE);
    const hm_point corner = {-120, -120};
    uint64_t random = 12;
    static struct test_world w;
    for (uint32_t i = 0; i < 4 * WITH_PLACED; i++) {
        struct subject window;
        test_world_scribble(&w, &random, i % WITH_PLACED);
        subject_init(&window, 320, 320);
        memset(window.pixels, 1, 320 * 320);
        subject_bake(&window);
        assert_int_equal(hm_world_area(&w.world, &all, -SIDE / 2, -SIDE / 2),
                         oracle_world_area(&w, &window, corner.x, corner.y));
        subject_free(&window);
        test_world_free(&w);
    }
}

/* Nothing is near whose distance is not a number of 32 bits, nor what lies there when it is cut. */
static void terrain_beyond_any_offset(void **state)
{
    (void)state;
    const hm_sprite a = full_box(0, 0, 9, 9), land = full_box(0, 0, 9, 9);
    const hm_world world = {.terrain = &land, .terrain_at = {INT32_MIN, INT32_MIN}};
    for (int32_t i = 0; i < 9; i++) {
        assert_int_equal(hm_world_area(&world, &a, INT32_MAX - i, INT32_MIN), 0);
        assert_int_equal(hm_world_area(&world, &a, INT32_MIN, INT32_MAX - i), 0);
        assert_int_equal(hm_world_area(&world, &a, INT32_MIN, INT32_MIN + i), 9 * (9 - i));
    }
}

/* A placed item is met through the map of the two, wherever they are. */
static void placed_items_far_away(void **state)
{
    (void)state;
    uint64_t random = 5;
    const int tries = oracle_tries(4000);
    int hits = 0;
    for (int i = 0; i < tries; i++) {
        const int32_t x = random_anywhere(&random), y = random_anywhere(&random);
        struct subject a, b;
        hm_placement at, upright = {.scale_x = 65536, .scale_y = 65536};
        hm_point right = {-7, -7};
        hm_met met = {HM_NOTHING, 7, {7, 7}};
        subject_scribble(&a, &random, 12);
        subject_scribble(&b, &random, 12);
        hm_place(&b.sprite, x, y, oracle_random(&random, 65536), &at);
        upright.x = ((int64_t)x + random_between(&random, -6, 6)) * 65536;
        upright.y = ((int64_t)y + random_between(&random, -6, 6)) * 65536;
        const int64_t left = upright.x / 65536, top = upright.y / 65536;
        const hm_sprite *const sprite = &b.sprite;
        const hm_placed_crowd crowd = {&at, &sprite, NULL, 1};
        const hm_world world = {.placed = &crowd};
        const bool is = hm_placed_first(&a.sprite, &upright, sprite, &at, &right);
        if (left >= INT32_MIN && left < INT32_MAX - 40 && top >= INT32_MIN &&
            top < INT32_MAX - 40 && x < INT32_MAX - 40 && y < INT32_MAX - 40 &&
            x > INT32_MIN + 40 && y > INT32_MIN + 40) {
            assert_int_equal(hm_world_overlap(&world, &a.sprite, (int32_t)left, (int32_t)top, &met),
                             is);
            if (is) {
                hm_sweep_result swept;
                int64_t nx, ny;
                assert_point(met.hit, (hm_point){(int32_t)left + right.x, (int32_t)top + right.y});
                /* A normal is in pixels here, and in 16.16 there. */
                hm_placed_normal(&a.sprite, &upright, sprite, &at, &nx, &ny);
                assert_true(hm_world_sweep(&world, &a.sprite, (int32_t)left, (int32_t)top, 0, 0,
                                           &swept, NULL));
                assert_int_equal(swept.normal_x * 65536, nx);
                assert_int_equal(swept.normal_y * 65536, ny);
            }
            hits += is;
        }
        subject_free(&a);
        subject_free(&b);
    }
    assert_true(hits > tries / 20);
}

/* More items near the sprite than any list holds. */
static void a_dense_crowd(void **state)
{
    (void)state;
    enum { SIDE = 12, COUNT = SIDE * SIDE };
    static const char *const dot[] = {"#."};
    static const char *const man[] = {".##", "###"};
    static int32_t x0[COUNT], y0[COUNT], x1[COUNT], y1[COUNT];
    static const hm_sprite *sprites[COUNT];
    struct subject item, a;
    subject_draw(&item, dot, 1);
    subject_draw(&a, man, 2);
    for (int32_t i = 0; i < COUNT; i++) {
        x0[i] = i % SIDE * 5;
        y0[i] = i / SIDE * 5;
        x1[i] = x0[i] + 1;
        y1[i] = y0[i] + 1;
        sprites[i] = &item.sprite;
    }
    const hm_crowd crowd = {x0, y0, x1, y1, sprites, COUNT};
    hm_world world = {0};
    hm_slide_result result;
    world.crowd = &crowd;
    /* Down between two columns, and onto none. */
    assert_false(hm_slide(&world, &a.sprite, 1, -9, 0, 90, 0, 0, &result));
    assert_int_equal(result.moved.y, 90);
    /* Down onto item 3, then to the right as far as there is room. */
    assert_true(hm_slide(&world, &a.sprite, 13, -9, 4, 90, 0, 0, &result));
    assert_int_equal(result.kind, HM_CROWD);
    assert_int_equal(result.index, 3);
    world.self_kind = HM_CROWD;
    world.self_index = 3;
    assert_true(hm_slide(&world, &a.sprite, 13, -9, 0, 90, 0, 0, &result));
    assert_int_equal(result.index, 3 + SIDE);
    subject_free(&item);
    subject_free(&a);
}

/* ---- What platformers do -------------------------------------------------------------------- */

/* A man of 2 x 3 pixels stands with his feet on row `feet`, and walks in a drawn world. */
static hm_slide_result walk_in(const char *const *rows, int32_t height, int32_t x, int32_t feet,
                               hm_point move, uint32_t up, uint32_t down)
{
    static const char *const man[] = {"##", "##", "##"};
    struct subject a, terrain;
    hm_world world = {0};
    hm_slide_result result;
    subject_draw(&a, man, 3);
    subject_draw(&terrain, rows, height);
    world.terrain = &terrain.sprite;
    hm_slide(&world, &a.sprite, x, feet - 2, move.x, move.y, up, down, &result);
    subject_free(&a);
    subject_free(&terrain);
    return result;
}

static void slopes_and_stairs(void **state)
{
    (void)state;
    static const char *const hill[] = {
        "..............", "..............", "..............", "..............", "..............",
        "......###.....", ".....#####....", "....#######...", "##############",
    };
    /* Up and over the hill, and down on the other side, always on the ground. */
    hm_slide_result r = walk_in(hill, 9, 0, 7, (hm_point){11, 0}, 1, 1);
    assert_point(r.moved, (hm_point){11, 0});
    assert_true(!r.hit_x && r.on_ground && r.kind == HM_NOTHING);
    r = walk_in(hill, 9, 0, 7, (hm_point){5, 3}, 1, 1);
    assert_point(r.moved, (hm_point){5, -3});
    assert_true(!r.hit_x && r.hit_y && r.on_ground && r.kind == HM_TERRAIN);
    /* Without steps the slope is a wall. */
    r = walk_in(hill, 9, 0, 7, (hm_point){10, 0}, 0, 0);
    assert_point(r.moved, (hm_point){2, 0});
    assert_true(r.hit_x && r.on_ground);
    assert_point(r.hit, (hm_point){1, 2});
    assert_true(r.normal_x < 0);
    /* Without steps down it walks off the top into the air. */
    r = walk_in(hill, 9, 0, 7, (hm_point){10, 0}, 1, 0);
    assert_point(r.moved, (hm_point){10, -3});
    assert_false(r.on_ground);
    /* Nobody who jumps is held by the ground. */
    r = walk_in(hill, 9, 6, 4, (hm_point){4, -2}, 1, 3);
    assert_point(r.moved, (hm_point){4, -2});
}

static void walls_and_edges(void **state)
{
    (void)state;
    static const char *const steps[] = {
        "............", "............", "............", "............", ".......#####",
        ".......#####", "############", "####........", "####........",
    };
    /* Two pixels up are enough for this stair, one is not. */
    hm_slide_result r = walk_in(steps, 9, 2, 5, (hm_point){6, 0}, 2, 0);
    assert_point(r.moved, (hm_point){6, -2});
    assert_true(r.on_ground && !r.hit_x);
    r = walk_in(steps, 9, 2, 5, (hm_point){6, 0}, 1, 0);
    assert_point(r.moved, (hm_point){3, 0});
    assert_true(r.on_ground && r.hit_x);
    /* A stair that is deeper than the step is an edge. */
    static const char *const edge[] = {"......", "......", "......", "####..",
                                       "####..", "####..", "######"};
    r = walk_in(edge, 7, 1, 2, (hm_point){3, 0}, 0, 2);
    assert_point(r.moved, (hm_point){3, 0});
    assert_false(r.on_ground);
    r = walk_in(edge, 7, 1, 2, (hm_point){3, 0}, 0, 3);
    assert_point(r.moved, (hm_point){3, 3});
    assert_true(r.on_ground);
    /* Under a thin ceiling nobody rises through it. */
    static const char *const low[] = {"......", "......", "......", "####..",
                                      "......", "......", "...###", "######"};
    r = walk_in(low, 8, 0, 6, (hm_point){3, 0}, 5, 0);
    assert_point(r.moved, (hm_point){1, 0});
    assert_true(r.hit_x);
}

/* `rise` is the height of a wall of up to 32 pixels, however much of it is stepped up, unless a
 * ceiling is in the way. */
static void the_rise_is_the_height_of_a_wall(void **state)
{
    (void)state;
    const hm_sprite hero = full_box(0, 0, 3, 8);
    for (int32_t height = 1; height <= 40; height++)
        for (int32_t room = 30; room <= 50; room++) {
            /* The floor, the wall, and a ceiling so far above the hero. */
            const int32_t x0[] = {-50, 10, -50}, y0[] = {0, -height, -8 - room - 5};
            const int32_t x1[] = {50, 12, 50}, y1[] = {9, 0, -8 - room};
            const hm_crowd crowd = {x0, y0, x1, y1, NULL, 3};
            const hm_world world = {.crowd = &crowd};
            const uint32_t rise = height <= 32 && height <= room ? (uint32_t)height : 0;
            for (uint32_t up = 0; up < 40; up += 3) {
                hm_slide_result r;
                const bool is = hm_slide(&world, &hero, 0, -8, 9, 0, up, 0, &r);
                const bool climbs = up >= (uint32_t)height && height <= room;
                assert_int_equal(is, !climbs);
                assert_int_equal(r.hit_x, !climbs);
                assert_int_equal(r.rise, climbs ? 0 : rise);
                assert_point(r.moved, climbs ? (hm_point){9, -height} : (hm_point){7, 0});
            }
        }
}

static void stuck_and_falling(void **state)
{
    (void)state;
    static const char *const floor[] = {"#....", ".....", ".....", ".....", ".....", "#####"};
    hm_slide_result r = walk_in(floor, 6, 0, 2, (hm_point){3, 3}, 2, 2);
    assert_true(r.stuck && !r.hit_x && !r.hit_y && r.kind == HM_TERRAIN);
    assert_true(!r.on_ground && r.ground_kind == HM_NOTHING);
    assert_point(r.moved, (hm_point){0, 0});
    assert_point(r.hit, (hm_point){0, 0});
    /* It lands, and slides on. */
    r = walk_in(floor, 6, 1, 2, (hm_point){2, 9}, 0, 0);
    assert_point(r.moved, (hm_point){2, 2});
    assert_true(!r.stuck && r.hit_y && !r.hit_x && r.on_ground && r.ground_kind == HM_TERRAIN);
    assert_true(r.normal_y < 0 && r.normal_x == 0);
}

/* ---- Extremes -------------------------------------------------------------------------------- */

static void far_and_fast(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject a;
    hm_sweep_result sweep;
    hm_slide_result slide;
    hm_met met;
    subject_draw(&a, dot, 1);
    const hm_sprite *const sprites[] = {&a.sprite};
    const int32_t low = INT32_MAX - 1, high = INT32_MAX;
    const hm_crowd crowd = {&low, &low, &high, &high, sprites, 1};
    hm_world world = {0};
    /* Nothing at all, over the longest way there is. */
    assert_false(hm_slide(&world, &a.sprite, 0, 0, INT32_MIN, INT32_MAX, 3, 3, &slide));
    assert_point(slide.moved, (hm_point){INT32_MIN, INT32_MAX});
    assert_false(slide.on_ground);
    world.crowd = &crowd;
    assert_true(hm_world_sweep(&world, &a.sprite, 0, 0, INT32_MAX, INT32_MAX, &sweep, &met));
    assert_int_equal(sweep.step, 2 * (uint64_t)(INT32_MAX - 1));
    assert_int_equal(met.kind, HM_CROWD);
    assert_point(met.hit, (hm_point){low, low});
    assert_true(hm_slide(&world, &a.sprite, low, 0, 0, INT32_MAX, 3, 3, &slide));
    assert_point(slide.moved, (hm_point){0, INT32_MAX - 2});
    assert_true(slide.hit_y && slide.on_ground);
    /* Further away than any offset. */
    world.terrain = &a.sprite;
    world.terrain_at = (hm_point){INT32_MAX, INT32_MAX};
    assert_false(hm_world_overlap(&world, &a.sprite, INT32_MIN, INT32_MIN, NULL));
    assert_false(
        hm_world_sweep(&world, &a.sprite, INT32_MIN, INT32_MAX, INT32_MAX, 0, &sweep, NULL));
    assert_true(hm_world_sweep(&world, &a.sprite, 1, INT32_MAX, INT32_MAX, 0, &sweep, &met));
    assert_int_equal(sweep.step, INT32_MAX - 1);
    assert_int_equal(met.kind, HM_TERRAIN);
    subject_free(&a);
}

/* A box of a crowd without sprites may be larger than any sprite. */
static void the_largest_box(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject a;
    hm_slide_result slide;
    subject_draw(&a, dot, 1);
    const int32_t x0 = INT32_MIN, y0 = 100, x1 = INT32_MAX, y1 = INT32_MAX;
    const hm_crowd crowd = {&x0, &y0, &x1, &y1, NULL, 1};
    hm_world world = {0};
    world.crowd = &crowd;
    assert_true(hm_slide(&world, &a.sprite, -5, 0, -70, 1000, 3, 3, &slide));
    assert_point(slide.moved, (hm_point){-70, 99});
    assert_true(slide.hit_y && slide.on_ground && slide.kind == HM_CROWD);
    assert_false(hm_world_overlap(&world, &a.sprite, 5, 200, NULL));
    subject_free(&a);
}

/* A sprite that is nearly as long as int32_t goes, along either axis, is stopped by a dot. */
static void the_longest_sprites_slide(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject wall;
    hm_slide_result slide;
    hm_world world = {0};
    subject_draw(&wall, dot, 1);
    world.terrain = &wall.sprite;
    for (int32_t less = 0; less < 130; less += 9) {
        const int32_t length = INT32_MAX - less;
        const hm_sprite wide = full_box(0, 0, length, 1), high = full_box(0, 0, 1, length);
        world.terrain_at = (hm_point){50, 40};
        assert_true(hm_slide(&world, &wide, 0, 0, 0, 100, 0, 0, &slide));
        assert_point(slide.moved, (hm_point){0, 39});
        world.terrain_at = (hm_point){40, 50};
        assert_true(hm_slide(&world, &high, 0, 0, 100, 0, 0, 0, &slide));
        assert_point(slide.moved, (hm_point){39, 0});
    }
    subject_free(&wall);
}

/* The steps behind a wall or a floor are left out at once. */
static void endless_moves_end_where_they_are_blocked(void **state)
{
    (void)state;
    hm_sprite body, room;
    static uint64_t buffer[512];
    hm_canvas canvas;
    hm_slide_result slide;
    hm_world world = {0};
    assert_true(hm_canvas_init(&canvas, buffer, sizeof buffer, 100, 100));
    hm_canvas_fill(&canvas, NULL, HM_ADD);
    hm_canvas_fill(&canvas, &(hm_box){10, 10, 90, 90}, HM_ERASE);
    hm_canvas_sprite(&canvas, &room);
    hm_sprite_box(2, 2, &body);
    world.terrain = &room;
    static const hm_point ways[] = {{INT32_MAX, 0}, {INT32_MIN, 0}, {0, INT32_MAX}, {0, INT32_MIN}};
    static const hm_point ends[] = {{88, 50}, {10, 50}, {50, 88}, {50, 10}};
    for (int i = 0; i < 4; i++) {
        assert_true(hm_slide(&world, &body, 50, 50, ways[i].x, ways[i].y, 4, 4, &slide));
        assert_point(slide.moved, (hm_point){ends[i].x - 50, ends[i].y - 50});
        assert_true(slide.hit_x == (ways[i].x != 0) && slide.hit_y == (ways[i].y != 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_pair_on_its_way),
        cmocka_unit_test(random_worlds),
        cmocka_unit_test(large_sprites_in_random_worlds),
        cmocka_unit_test(a_sprite_that_covers_the_world),
        cmocka_unit_test(terrain_beyond_any_offset),
        cmocka_unit_test(placed_items_far_away),
        cmocka_unit_test(a_dense_crowd),
        cmocka_unit_test(slopes_and_stairs),
        cmocka_unit_test(walls_and_edges),
        cmocka_unit_test(the_rise_is_the_height_of_a_wall),
        cmocka_unit_test(stuck_and_falling),
        cmocka_unit_test(far_and_fast),
        cmocka_unit_test(the_largest_box),
        cmocka_unit_test(the_longest_sprites_slide),
        cmocka_unit_test(endless_moves_end_where_they_are_blocked),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
