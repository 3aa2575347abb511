/*
 * test_world_shapes.c - shapes in worlds of every combination of parts, pixel by pixel
 *
 * A placed item is asked about each pixel of a shape by itself.
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/answers.h"
#include "runtime/full_box.h"
#include "runtime/path_oracle.h"
#include "runtime/world_oracle.h"

#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

static uint32_t levels;

/* ---- The oracle ------------------------------------------------------------------------------ */

struct shape {
    hm_box box;
    hm_point centre;
    uint32_t radius;
    bool is_circle;
};

static bool holds(const struct shape *s, int32_t x, int32_t y)
{
    const int64_t right = (int64_t)x - s->centre.x, down = (int64_t)y - s->centre.y;
    return s->is_circle ? right * right + down * down <= (int64_t)s->radius * s->radius
                        : hm_box_contains(&s->box, x, y);
}

/* True if a pixel of the world, by itself, is on an object. */
static bool pixel_meets(const struct test_world *w, const struct object *object, int32_t x,
                        int32_t y, uint32_t *cell)
{
    const hm_box pixel = {x, y, x + 1, y + 1};
    if (object->at == NULL)
        return object_solid(w, object, x, y, cell);
    *cell = object->index;
    return hm_box_overlap(&pixel, &object->box) &&
           hm_placed_box(object->view, object->at, &pixel, NULL);
}

/* All pixels of a shape that may matter, for each object. */
static uint32_t expect(const struct test_world *w, const struct shape *s, hm_met *out)
{
    uint32_t count = 0, cell;
    for (uint32_t i = 0; i < w->count; i++) {
        const uint32_t first = count;
        for (int32_t y = -60; y < 130; y++)
            for (int32_t x = -60; x < 130; x++) {
                if (!holds(s, x, y) || !pixel_meets(w, &w->objects[i], x, y, &cell))
                    continue;
                uint32_t k = first;
                while (k < count && out[k].index < cell)
                    k++;
                if (k < count && out[k].index == cell)
                    continue;
                memmove(out + k + 1, out + k, (count - k) * sizeof *out);
                out[k] = (hm_met){w->objects[i].kind, cell, {x, y}};
                count++;
            }
    }
    return count;
}

static bool expect_on_path(const struct test_world *w, hm_point from, hm_point way, int64_t steps,
                           hm_met *met, uint64_t *taken)
{
    const uint64_t width = (uint64_t)llabs((long long)way.x);
    const uint64_t height = (uint64_t)llabs((long long)way.y);
    uint64_t i = 0, j = 0;
    for (int64_t step = 0; step <= steps; step++) {
        const int32_t x = from.x + (way.x < 0 ? -(int32_t)i : (int32_t)i);
        const int32_t y = from.y + (way.y < 0 ? -(int32_t)j : (int32_t)j);
        for (uint32_t k = 0; k < w->count; k++)
            if (pixel_meets(w, &w->objects[k], x, y, &met->index)) {
                met->kind = w->objects[k].kind;
                met->hit = (hm_point){x, y};
                *taken = (uint64_t)step;
                return true;
            }
        const bool is_x = path_visits(width, height, i + 1, j);
        i += is_x;
        j += !is_x;
    }
    return false;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static const hm_met nothing = {HM_NOTHING, 77, {7, 7}};

static void assert_met(const hm_met *is, const hm_met *right)
{
    assert_int_equal(is->kind, right->kind);
    assert_int_equal(is->index, right->index);
    assert_point(is->hit, right->hit);
}

static uint32_t list(const hm_world *world, const struct shape *s, hm_cursor *next, hm_met *hits,
                     uint32_t capacity)
{
    if (!s->is_circle)
        return hm_world_list_box(world, &s->box, next, hits, capacity);
    if (s->radius == 0)
        return hm_world_list_point(world, s->centre.x, s->centre.y, next, hits, capacity);
    return hm_world_list_circle(world, s->centre.x, s->centre.y, s->radius, next, hits, capacity);
}

static bool find(const hm_world *world, const struct shape *s, hm_met *met)
{
    if (!s->is_circle)
        return hm_world_box(world, &s->box, met);
    if (s->radius == 0)
        return hm_world_point(world, s->centre.x, s->centre.y, met);
    return hm_world_circle(world, s->centre.x, s->centre.y, s->radius, met);
}

static void check_shape(const struct test_world *w, const struct shape *s, uint32_t capacity)
{
    hm_met right[WORLD_MET], hits[WORLD_MET], met = nothing;
    const uint32_t count = expect(w, s, right);
    hm_cursor next = {HM_NOTHING, 0};
    uint32_t seen = 0, found;
    assert_int_equal(list(&w->world, s, &next, NULL, 0), 0);
    do {
        found = list(&w->world, s, &next, hits, capacity);
        assert_true(seen + found <= count);
        for (uint32_t i = 0; i < found; i++)
            assert_met(&hits[i], &right[seen + i]);
        seen += found;
    } while (found == capacity);
    assert_int_equal(seen, count);
    assert_int_equal(next.kind, HM_PLACED);
    assert_int_equal(find(&w->world, s, &met), count > 0);
    assert_met(&met, count > 0 ? &right[0] : &nothing);
    assert_int_equal(find(&w->world, s, NULL), count > 0);
}

static void check_path(const struct test_world *w, hm_point p, hm_point q)
{
    const hm_point way = {q.x - p.x, q.y - p.y};
    const int64_t length = llabs((long long)way.x) + llabs((long long)way.y);
    hm_met right = nothing, met = nothing;
    uint64_t taken = 7, steps = 7;
    bool is = expect_on_path(w, p, way, length, &right, &taken);
    assert_int_equal(hm_world_segment(&w->world, p.x, p.y, q.x, q.y, &met), is);
    assert_met(&met, is ? &right : &nothing);
    assert_int_equal(hm_world_segment(&w->world, p.x, p.y, q.x, q.y, NULL), is);
    right = met = nothing;
    taken = 7;
    is = expect_on_path(w, p, way, length > 0 ? 500 : 0, &right, &taken);
    assert_int_equal(hm_world_ray(&w->world, p.x, p.y, way.x, way.y, &met, &steps), is);
    assert_met(&met, is ? &right : &nothing);
    assert_int_equal(steps, taken);
    assert_int_equal(hm_world_ray(&w->world, p.x, p.y, way.x, way.y, NULL, NULL), is);
}

static hm_point random_point(uint64_t *random, int32_t low, int32_t high)
{
    const int32_t x = random_between(random, low, high);
    return (hm_point){x, random_between(random, low, high)};
}

static void every_combination_of_parts(void **state)
{
    (void)state;
    static struct test_world w;
    uint64_t random = 1;
    const int worlds = oracle_tries(144);
    for (int i = 0; i < worlds; i++) {
        test_world_scribble(&w, &random, (uint32_t)i % (WITH_ALL + 1));
        for (int k = 0; k < 8; k++) {
            const hm_point p = random_point(&random, -30, 80), q = random_point(&random, -30, 80);
            const struct shape s = {.box = {p.x, p.y, q.x, q.y},
                                    .centre = p,
                                    .radius = k % 3 == 0 ? 0 : oracle_random(&random, 30),
                                    .is_circle = k % 4 != 0};
            test_world_level(&w, (uint32_t)k % (levels + 1));
            check_shape(&w, &s, 1 + oracle_random(&random, 4));
            check_path(&w, p, q);
            check_path(&w, p, (hm_point){q.x, p.y});
            check_path(&w, p, p);
        }
        test_world_free(&w);
    }
}

/* ---- Extremes -------------------------------------------------------------------------------- */

/* A part may reach beyond the ends of the numbers: it is met there, and the place is cut. */
static void beyond_the_ends(void **state)
{
    (void)state;
    const hm_sprite box = full_box(0, 0, 100, 100);
    const hm_world world = {.terrain = &box, .terrain_at = {INT32_MAX - 9, INT32_MAX - 9}};
    const hm_box all = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    uint64_t steps;
    hm_met met;
    assert_true(hm_world_point(&world, INT32_MAX, INT32_MAX, &met));
    assert_point(met.hit, (hm_point){INT32_MAX, INT32_MAX});
    assert_true(hm_world_box(&world, &all, &met));
    assert_point(met.hit, (hm_point){INT32_MAX - 9, INT32_MAX - 9});
    assert_true(hm_world_ray(&world, INT32_MIN, INT32_MAX, 1, 0, &met, &steps));
    assert_int_equal(steps, (int64_t)INT32_MAX - 9 - INT32_MIN);
    assert_true(hm_world_overlap(&world, &box, INT32_MAX, INT32_MAX, &met));
    assert_point(met.hit, (hm_point){INT32_MAX, INT32_MAX});
    assert_int_equal(hm_world_area(&world, &box, INT32_MAX, INT32_MAX), 91 * 91);
}

/* Boxes that take no bytes are counted without looking at their pixels. */
static void the_largest_areas(void **state)
{
    (void)state;
    enum { COUNT = 3 };
    const hm_sprite all = full_box(0, 0, INT32_MAX, INT32_MAX);
    const int32_t x0[COUNT] = {0, 1 << 30, -5}, y0[COUNT] = {0, 1 << 30, INT32_MAX - 1};
    const int32_t x1[COUNT] = {(1 << 30) + 1, INT32_MAX, 70},
                  y1[COUNT] = {(1 << 30) + 2, INT32_MAX, INT32_MAX};
    const hm_crowd crowd = {x0, y0, x1, y1, NULL, COUNT};
    const hm_world world = {.crowd = &crowd};
    const uint64_t half = UINT64_C(1) << 30, rest = INT32_MAX - half;
    int64_t nx, ny;
    assert_int_equal(hm_world_area(&world, &all, 0, 0),
                     (half + 1) * (half + 2) + rest * rest - 2 + 70);
    assert_true(hm_world_normal(&world, &all, 0, 0, &nx, &ny));
    /* On terrain that is everywhere, each pixel counts once. */
    const hm_world both = {.terrain = &all, .crowd = &crowd};
    assert_int_equal(hm_world_area(&both, &all, 0, 0), (uint64_t)INT32_MAX * INT32_MAX);
}

/* An item without a sprite is left out, also the first, and also when nothing else is there. */
static void the_first_item_has_no_sprite(void **state)
{
    (void)state;
    const hm_sprite dot = full_box(0, 0, 1, 1);
    const hm_sprite *const sprites[] = {NULL, &dot};
    const int32_t low[] = {5, 5}, high[] = {6, 6};
    const hm_crowd crowd = {low, low, high, high, sprites, 2};
    const hm_world world = {.crowd = &crowd};
    hm_met met;
    assert_true(hm_world_point(&world, 5, 5, &met));
    assert_int_equal(met.index, 1);
    assert_false(hm_world_point(&world, 4, 5, &met));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_of_parts),
        cmocka_unit_test(beyond_the_ends),
        cmocka_unit_test(the_largest_areas),
        cmocka_unit_test(the_first_item_has_no_sprite),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
