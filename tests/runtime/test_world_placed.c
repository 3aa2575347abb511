/*
 * test_world_placed.c - placed sprites in worlds of every combination of parts
 *
 * The oracle paints upright things into a mask, as far as they lie in the box of the mover. It asks
 * about placed sprites pair by pair.
 */

#include "support/cmocka_all.h"

#include "affine.h"
#include "cpu.h"
#include "placed.h"
#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/views.h"
#include "runtime/world_oracle.h"

#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

enum { ONE = 65536 };

static uint32_t levels;

/* ---- The oracle ------------------------------------------------------------------------------ */

/* The pixels of an object inside a box, or those of one cell alone. */
static void paint(const struct test_world *w, const struct object *object, const hm_box *box,
                  int64_t only, struct subject *out)
{
    uint32_t cell;
    subject_init(out, box->x1 - box->x0, box->y1 - box->y0);
    for (int32_t y = 0; y < out->height; y++)
        for (int32_t x = 0; x < out->width; x++)
            out->pixels[y * out->width + x] =
                object_solid(w, object, (int64_t)box->x0 + x, (int64_t)box->y0 + y, &cell) &&
                (only < 0 || cell == only);
    subject_bake(out);
}

static hm_placement corner_of(const hm_box *box)
{
    return (hm_placement){
        .x = (int64_t)box->x0 * ONE, .y = (int64_t)box->y0 * ONE, .scale_x = ONE, .scale_y = ONE};
}

/* Finds the first contact pixel of `a` with an object, or with one cell of the map. */
static bool touches(const struct test_world *w, const struct object *object, const hm_sprite *a,
                    const hm_placement *at, int64_t only, hm_point *hit)
{
    hm_box box;
    hm_placed_bounds(a, at, &box);
    if (object->at != NULL)
        return hm_box_overlap(&box, &object->box) &&
               hm_placed_first(a, at, object->view, object->at, hit);
    if (box.x0 >= box.x1)
        return false;
    struct subject painted;
    const hm_placement corner = corner_of(&box);
    paint(w, object, &box, only, &painted);
    const bool is = hm_placed_first(a, at, &painted.sprite, &corner, hit);
    subject_free(&painted);
    return is;
}

static uint32_t expect(const struct test_world *w, const hm_sprite *a, const hm_placement *at,
                       hm_met *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const struct object *const object = &w->objects[i];
        const uint32_t cells = object->kind == HM_TILES ? TILE_CELLS : 1;
        for (uint32_t cell = 0; cell < cells; cell++) {
            hm_point hit;
            if (!touches(w, object, a, at, cells > 1 ? (int64_t)cell : -1, &hit))
                continue;
            out[count].kind = object->kind;
            out[count].index = cells > 1 ? cell : object->index;
            hm_placed_pixel(at, hit.x, hit.y, &out[count++].hit);
        }
    }
    return count;
}

/* ---- Standing -------------------------------------------------------------------------------- */

static const hm_met nothing = {HM_NOTHING, 77, {7, 7}};

static void assert_met(const hm_met *is, const hm_met *right)
{
    assert_int_equal(is->kind, right->kind);
    assert_int_equal(is->index, right->index);
    assert_point(is->hit, right->hit);
}

static void check_overlap(const struct test_world *w, const hm_sprite *a, const hm_placement *at,
                          uint32_t capacity)
{
    hm_met right[WORLD_MET], hits[WORLD_MET], met = nothing;
    const uint32_t count = expect(w, a, at, right);
    hm_cursor next = {HM_NOTHING, 0};
    uint32_t seen = 0, found;
    assert_int_equal(hm_world_list_placed(&w->world, a, at, &next, NULL, 0), 0);
    do {
        found = hm_world_list_placed(&w->world, a, at, &next, hits, capacity);
        assert_true(seen + found <= count);
        for (uint32_t i = 0; i < found; i++)
            assert_met(&hits[i], &right[seen + i]);
        seen += found;
    } while (found == capacity);
    assert_int_equal(seen, count);
    assert_int_equal(next.kind, HM_PLACED);
    assert_int_equal(hm_world_placed_overlap(&w->world, a, at, &met), count > 0);
    assert_met(&met, count > 0 ? &right[0] : &nothing);
    assert_int_equal(hm_world_placed_overlap(&w->world, a, at, NULL), count > 0);
}

/* ---- On its way ------------------------------------------------------------------------------ */

static int64_t least(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return a < b ? a : b;
}

static int64_t step_length(const struct test_world *w, const hm_sprite *a, const hm_placement *at,
                           const hm_placement *last)
{
    int64_t length = least(ONE, least(at->scale_x, at->scale_y));
    hm_box box, end;
    hm_placed_bounds(a, at, &box);
    hm_placed_bounds(a, last, &end);
    hm_box_union(&box, &end, &box);
    for (uint32_t i = 0; i < w->count; i++)
        if (w->objects[i].at != NULL && hm_box_overlap(&box, &w->objects[i].box))
            length = least(length, least(w->objects[i].at->scale_x, w->objects[i].at->scale_y));
    return length < 1024 ? 1024 : length;
}

/* by * i / n to the nearest, halves away from zero. */
static int64_t share(int64_t by, int64_t i, int64_t n)
{
    const int64_t size = by < 0 ? -by : by;
    const int64_t part = n > 0 ? (2 * size * i + n) / (2 * n) : 0;
    return by < 0 ? -part : part;
}

/* The contact pixels of `a`, after a move by so many of its own, with all of an upright object. */
static int64_t area_after(const struct test_world *w, const struct object *object,
                          const hm_sprite *a, const hm_placement *at, int32_t right, int32_t down)
{
    const hm_box wide = {-120, -120, 200, 200};
    hm_placement corner;
    hm_affine map;
    hm_box box;
    struct subject painted;
    hm_placed_bounds(a, at, &box);
    corner = corner_of(&box);
    assert_true(hm_affine_place(&map, at, &corner));
    map = shifted_map(&map, wide.x0 - box.x0, wide.y0 - box.y0);
    map = hm_move_map(&map, (int64_t)right * ONE, (int64_t)down * ONE);
    paint(w, object, &wide, -1, &painted);
    const int64_t area = (int64_t)hm_affine_area(a, &painted.sprite, &map);
    subject_free(&painted);
    return area;
}

static void expect_normal(const struct test_world *w, const struct object *object,
                          const hm_sprite *a, const hm_placement *at, int64_t *x, int64_t *y)
{
    if (object->at != NULL) {
        hm_placed_normal(a, at, object->view, object->at, x, y);
        return;
    }
    *x = area_after(w, object, a, at, -1, 0) - area_after(w, object, a, at, 1, 0);
    *y = area_after(w, object, a, at, 0, -1) - area_after(w, object, a, at, 0, 1);
    hm_turn_normal(at, x, y);
}

static bool expect_sweep(const struct test_world *w, const hm_sprite *a, const hm_placement *at,
                         int64_t x, int64_t y, hm_affine_sweep_result *out, hm_met *met)
{
    hm_placement there = *at;
    there.x += x;
    there.y += y;
    const int64_t longest = llabs(x) > llabs(y) ? llabs(x) : llabs(y);
    const int64_t length = step_length(w, a, at, &there);
    const int64_t steps = (longest + length - 1) / length;
    *out = (hm_affine_sweep_result){.moved_x = x, .moved_y = y, .step = (uint64_t)steps};
    for (int64_t i = 0; i <= steps; i++) {
        hm_met all[WORLD_MET];
        there.x = at->x + share(x, i, steps);
        there.y = at->y + share(y, i, steps);
        if (expect(w, a, &there, all) == 0)
            continue;
        *met = all[0];
        out->step = (uint64_t)i;
        out->contact_x = share(x, i, steps);
        out->contact_y = share(y, i, steps);
        out->moved_x = share(x, i > 0 ? i - 1 : 0, steps);
        out->moved_y = share(y, i > 0 ? i - 1 : 0, steps);
        uint32_t k = 0;
        while (w->objects[k].kind != met->kind ||
               (met->kind != HM_TILES && w->objects[k].index != met->index))
            k++;
        assert_true(touches(w, &w->objects[k], a, &there, -1, &out->hit));
        hm_placed_pixel(&there, out->hit.x, out->hit.y, &met->hit);
        expect_normal(w, &w->objects[k], a, &there, &out->normal_x, &out->normal_y);
        return true;
    }
    return false;
}

static void check_sweep(const struct test_world *w, const hm_sprite *a, const hm_placement *at,
                        int64_t x, int64_t y)
{
    hm_affine_sweep_result right, out;
    hm_met wanted = nothing, met = nothing;
    const bool is = expect_sweep(w, a, at, x, y, &right, &wanted);
    memset(&out, 0x55, sizeof out);
    assert_int_equal(hm_world_placed_sweep(&w->world, a, at, x, y, &out, &met), is);
    assert_met(&met, &wanted);
    assert_int_equal(out.step, right.step);
    assert_true(out.moved_x == right.moved_x && out.moved_y == right.moved_y);
    assert_true(out.contact_x == right.contact_x && out.contact_y == right.contact_y);
    assert_point(out.hit, right.hit);
    assert_int_equal(out.normal_x, right.normal_x);
    assert_int_equal(out.normal_y, right.normal_y);
    assert_int_equal(hm_world_placed_sweep(&w->world, a, at, x, y, &out, NULL), is);
}

/* ---- Random worlds --------------------------------------------------------------------------- */

static hm_placement random_place(const hm_sprite *a, uint64_t *random)
{
    static const int32_t scales[] = {ONE, ONE, ONE / 2, 2 * ONE, 90000};
    hm_placement at;
    hm_place(a, random_between(random, -20, 70), random_between(random, -20, 70),
             oracle_random(random, 4) == 0 ? oracle_random(random, 5) << 14
                                           : oracle_random(random, 3 * ONE),
             &at);
    /* Often by half a pixel: then the centres of pixels lie on the edges of others. */
    at.x += oracle_random(random, 3) == 0 ? ONE / 2 : oracle_random(random, ONE);
    at.y += oracle_random(random, 3) == 0 ? ONE / 2 : 0;
    at.scale_x = scales[oracle_random(random, 5)];
    at.scale_y = oracle_random(random, 4) == 0 ? -scales[oracle_random(random, 5)] : at.scale_x;
    return at;
}

static void every_combination_of_parts(void **state)
{
    (void)state;
    static struct test_world w;
    uint64_t random = 1;
    const int worlds = oracle_tries(192);
    for (int i = 0; i < worlds; i++) {
        test_world_scribble(&w, &random, (uint32_t)i % (WITH_ALL + 1));
        for (int k = 0; k < 5; k++) {
            struct subject a, stored;
            subject_scribble(&a, &random, k == 0 ? 150 : 12);
            hm_sprite view = view_of(&a, oracle_random(&random, 4), &stored);
            const hm_placement at = random_place(&view, &random);
            const int32_t far = k < 3 ? 9 : 90;
            view.cpu = (uint32_t)k % (levels + 1);
            test_world_level(&w, view.cpu);
            check_overlap(&w, &view, &at, 1 + oracle_random(&random, 4));
            check_sweep(&w, &view, &at, random_between(&random, -far * ONE, far * ONE),
                        random_between(&random, -far * ONE, far * ONE));
            subject_free(&a);
            subject_free(&stored);
        }
        test_world_free(&w);
    }
}

/* ---- Limits ---------------------------------------------------------------------------------- */

/* Parts that are too large for a map are met all the same. */
static void no_limit_of_maps_is_one_of_worlds(void **state)
{
    (void)state;
    enum { FAR = 1 << 29 };
    static const char *const rows[] = {"##.", "#.#", "###"};
    struct subject s;
    hm_placement at;
    hm_met met;
    hm_affine_sweep_result sweep;
    subject_draw(&s, rows, 3);
    const hm_sprite large = full_box(0, 0, INT32_MAX, INT32_MAX);
    const hm_world world = {.terrain = &large, .terrain_at = {-FAR, -FAR}};
    hm_place(&s.sprite, -FAR - 2, FAR, 0, &at);
    assert_true(hm_world_placed_overlap(&world, &s.sprite, &at, &met));
    assert_point(met.hit, (hm_point){-FAR, FAR + 1});
    at.x -= 5 * ONE;
    assert_false(hm_world_placed_overlap(&world, &s.sprite, &at, &met));
    assert_true(hm_world_placed_sweep(&world, &s.sprite, &at, 9 * ONE, 0, &sweep, &met));
    assert_int_equal(sweep.step, 5);
    assert_point(met.hit, (hm_point){-FAR, FAR + 1});
    assert_true(sweep.normal_x < 0 && sweep.normal_y == 0);
    /* And so are movers: an upright one, far from its first pixel. */
    const hm_sprite *const sprites[] = {&s.sprite};
    const hm_placed_crowd crowd = {&at, sprites, NULL, 1};
    const hm_world turned = {.placed = &crowd};
    hm_sweep_result swept;
    hm_slide_result slide;
    hm_place(&s.sprite, FAR, FAR, 0, &at);
    assert_true(hm_world_overlap(&turned, &large, 0, 0, &met));
    assert_point(met.hit, (hm_point){FAR, FAR});
    assert_int_equal(hm_world_area(&turned, &large, 0, 0), 7);
    assert_false(hm_world_overlap(&turned, &large, FAR + 3, 0, &met));
    assert_true(hm_world_sweep(&turned, &large, FAR + 9, 0, -9, 0, &swept, &met));
    assert_int_equal(swept.step, 7);
    assert_point(met.hit, (hm_point){FAR + 2, FAR + 1});
    assert_int_equal(swept.normal_x, 4);
    assert_true(hm_slide(&turned, &large, FAR + 9, 0, -9, 0, 0, 0, &slide));
    assert_int_equal(slide.moved.x, -6);
    subject_free(&s);
}

/* Also where they are near: a floor that is longer than the side of a map, on a turned plank of
 * more columns than a word has. Of two pixels in a row the left one is first. */
static void a_sprite_that_is_too_long_for_a_map(void **state)
{
    (void)state;
    const hm_sprite floor = full_box(0, 0, HM_AFFINE_SIDE_MAX + 1, 9),
                    plank = full_box(0, 0, 150, 4);
    const hm_sprite *const sprites[] = {&plank};
    hm_placement at;
    hm_met met;
    hm_point first;
    hm_box box;
    for (uint32_t angle = 0; angle < 400; angle += 50) {
        const hm_placed_crowd crowd = {&at, sprites, NULL, 1};
        const hm_world world = {.placed = &crowd};
        hm_place(&plank, 900, -1, angle, &at);
        /* As much of it as the plank can reach is a sprite that fits into a map. */
        hm_placed_bounds(&plank, &at, &box);
        const hm_sprite part = full_box(0, 0, box.x1 - box.x0, 9);
        hm_placement corner = corner_of(&box);
        corner.y = 0;
        assert_true(hm_placed_first(&part, &corner, &plank, &at, &first));
        assert_true(hm_world_overlap(&world, &floor, 0, 0, &met));
        assert_point(met.hit, (hm_point){box.x0 + first.x, first.y});
        assert_int_equal(hm_world_area(&world, &floor, 0, 0),
                         hm_placed_area(&part, &corner, &plank, &at));
    }
}

/* Items are looked at when their boxes share a pixel with hm_placed_bounds of who asks. */
static void boxes_come_first(void **state)
{
    (void)state;
    enum { FAR = 40 };
    const hm_sprite a = full_box(0, 0, 4, 3);
    const hm_sprite *const sprites[] = {&a};
    hm_placement at;
    hm_box own;
    hm_place(&a, 10, 20, 0, &at);
    hm_placed_bounds(&a, &at, &own);
    for (int side = 0; side < 4; side++)
        for (int32_t shared = 0; shared < 2; shared++) {
            hm_box box = {own.x0 - FAR, own.y0 - FAR, own.x1 + FAR, own.y1 + FAR};
            int32_t *const edges[] = {&box.x0, &box.y0, &box.x1, &box.y1};
            const int32_t ends[] = {own.x1 - shared, own.y1 - shared, own.x0 + shared,
                                    own.y0 + shared};
            *edges[side] = ends[side];
            const hm_placed_crowd crowd = {&at, sprites, &box, 1};
            const hm_world world = {.placed = &crowd};
            hm_slide_result slide;
            hm_sweep_result sweep;
            hm_affine_sweep_result turned;
            assert_int_equal(hm_world_overlap(&world, &a, 10, 20, NULL), shared);
            assert_int_equal(hm_world_placed_overlap(&world, &a, &at, NULL), shared);
            assert_int_equal(hm_slide(&world, &a, 10, 20, 0, 0, 0, 0, &slide), shared);
            assert_int_equal(hm_world_sweep(&world, &a, 10, 20, 0, 0, &sweep, NULL), shared);
            assert_int_equal(hm_world_placed_sweep(&world, &a, &at, 0, 0, &turned, NULL), shared);
        }
}

/* On its way a sprite meets an item at the first step at which it would overlap it. */
static void boxes_come_first_on_the_way(void **state)
{
    (void)state;
    const hm_sprite a = full_box(0, 0, 4, 3), wide = full_box(0, 0, 60, 60);
    const hm_sprite *const sprites[] = {&wide};
    const hm_point ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const hm_box box = {28, 27, 33, 34}; /* in the middle of the item */
    hm_placement at;
    hm_place(&wide, 0, 0, 0, &at);
    const hm_placed_crowd crowd = {&at, sprites, &box, 1};
    const hm_world world = {.placed = &crowd};
    for (int i = 0; i < 4; i++) {
        const hm_point way = ways[i], from = {29 - 20 * way.x, 29 - 20 * way.y};
        hm_sweep_result sweep;
        int32_t step = 0;
        while (!hm_world_overlap(&world, &a, from.x + step * way.x, from.y + step * way.y, NULL))
            step++;
        assert_in_range(step, 10, 19);
        assert_true(
            hm_world_sweep(&world, &a, from.x, from.y, 40 * way.x, 40 * way.y, &sweep, NULL));
        assert_int_equal(sweep.step, step);
        assert_false(hm_world_sweep(&world, &a, from.x, from.y, (step - 1) * way.x,
                                    (step - 1) * way.y, &sweep, NULL));
    }
}

/* Beside an item, whose box is met there already, a single step makes contact. */
static void one_step_makes_contact(void **state)
{
    (void)state;
    const hm_sprite a = full_box(0, 0, 4, 3), wall = full_box(0, 0, 9, 9);
    const hm_sprite *const sprites[] = {&wall};
    hm_placement at;
    hm_sweep_result sweep;
    hm_place(&wall, 4, 0, 0, &at);
    const hm_placed_crowd crowd = {&at, sprites, NULL, 1};
    const hm_world world = {.placed = &crowd};
    assert_false(hm_world_sweep(&world, &a, 0, 3, 0, 0, &sweep, NULL));
    assert_true(hm_world_sweep(&world, &a, 0, 3, 1, 0, &sweep, NULL));
    assert_int_equal(sweep.step, 1);
}

/* Pixels of an item outside its box do not stop a sprite that has left the box. */
static void pixels_behind_a_box(void **state)
{
    (void)state;
    const hm_sprite a = full_box(0, 0, 4, 3), wall = full_box(0, 0, 9, 9);
    const hm_sprite *const sprites[] = {&wall};
    const hm_box box = {10, 0, 15, 9};
    hm_placement at;
    hm_sweep_result sweep;
    /* At 15 the sprite is in the box and beside the wall, at 16 in the wall alone. */
    hm_place(&wall, 19, 0, 0, &at);
    const hm_placed_crowd crowd = {&at, sprites, &box, 1};
    const hm_world world = {.placed = &crowd};
    assert_false(hm_world_sweep(&world, &a, 0, 3, 60, 0, &sweep, NULL));
    assert_int_equal(sweep.step, 60);
}

/* A placement that hm_affine_place refuses touches nothing, also in a box of any size. */
static void refused_placements_touch_nothing(void **state)
{
    (void)state;
    const hm_sprite dot = full_box(0, 0, 9, 9);
    const hm_sprite wide = full_box(0, 0, HM_AFFINE_SIDE_MAX + 1, 1);
    const hm_box all = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    const hm_placement flat = {.scale_x = ONE}, upright = {.scale_x = ONE, .scale_y = ONE};
    const hm_sprite *const sprites[] = {&dot, &wide};
    const hm_placement places[] = {flat, upright};
    const hm_box boxes[] = {all, all};
    const hm_placed_crowd crowd = {places, sprites, boxes, 2};
    const hm_world world = {.placed = &crowd}, land = {.terrain = &dot};
    hm_affine_sweep_result sweep;
    hm_slide_result slide;
    hm_cursor next = {HM_NOTHING, 0};
    hm_met met;
    assert_false(hm_world_overlap(&world, &dot, 0, 0, &met));
    assert_int_equal(hm_world_area(&world, &dot, 0, 0), 0);
    assert_false(hm_world_point(&world, 1, 1, &met));
    assert_false(hm_world_box(&world, &all, &met));
    assert_false(hm_world_ray(&world, -9, 1, 1, 0, &met, NULL));
    assert_false(hm_slide(&world, &dot, 0, 0, 9, 9, 3, 3, &slide));
    assert_false(hm_world_placed_overlap(&land, &dot, &flat, &met));
    assert_false(hm_world_placed_overlap(&land, &wide, &upright, &met));
    assert_false(hm_world_placed_overlap(&world, &dot, &upright, &met));
    assert_int_equal(hm_world_list_placed(&world, &dot, &flat, &next, &met, 1), 0);
    assert_true(next.kind == HM_PLACED && next.index == 2);
    next = (hm_cursor){HM_NOTHING, 0};
    assert_int_equal(hm_world_list_placed(&land, &dot, &flat, &next, &met, 1), 0);
    assert_true(next.kind == HM_PLACED && next.index == 0);
    assert_false(hm_world_placed_sweep(&land, &dot, &flat, 9 * ONE, 0, &sweep, &met));
    assert_int_equal(sweep.step, 576);
    assert_false(hm_world_placed_sweep(&land, &dot, &upright, INT64_MAX, 0, &sweep, &met));
    assert_true(sweep.step == 0 && sweep.moved_x == INT64_MAX);
}

/* Its top-left pixel is where an upright one's is, and it turns about its pivot. */
static void a_place_is_that_of_the_top_left_pixel(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int i = 0; i < 200; i++) {
        struct subject s;
        hm_placement at;
        hm_point pixel;
        int64_t x, y;
        subject_scribble(&s, &random, 20);
        const int32_t left = random_anywhere(&random), top = random_anywhere(&random);
        hm_place(&s.sprite, left, top, 0, &at);
        assert_true(hm_placed_pixel(&at, 0, 0, &pixel));
        assert_point(pixel, (hm_point){left, top});
        hm_sprite_pivot(&s.sprite, &x, &y);
        hm_place(&s.sprite, left, top, oracle_random(&random, ONE), &at);
        assert_true(at.x == (int64_t)left * ONE + x && at.y == (int64_t)top * ONE + y);
        assert_true(at.pivot_x == x && at.pivot_y == y);
        assert_true(at.scale_x == ONE && at.scale_y == ONE);
        subject_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_of_parts),
        cmocka_unit_test(no_limit_of_maps_is_one_of_worlds),
        cmocka_unit_test(a_sprite_that_is_too_long_for_a_map),
        cmocka_unit_test(boxes_come_first),
        cmocka_unit_test(boxes_come_first_on_the_way),
        cmocka_unit_test(one_step_makes_contact),
        cmocka_unit_test(pixels_behind_a_box),
        cmocka_unit_test(refused_placements_touch_nothing),
        cmocka_unit_test(a_place_is_that_of_the_top_left_pixel),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
