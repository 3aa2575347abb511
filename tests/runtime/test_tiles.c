/*
 * test_tiles.c - worlds of tiles alone, against the same maps drawn as one picture
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/answers.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "runtime/tile_map.h"
#include "runtime/views.h"

#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

static uint32_t levels;

/* ---- A world of tiles alone ----------------------------------------------------------------- */

static bool tiles_overlap(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y)
{
    return hm_world_overlap(&(hm_world){.tiles = tiles}, a, x, y, NULL);
}

/* The first pixel of `a`, as in any result: all tiles are one. */
static bool tiles_first(const hm_tiles *tiles, const hm_sprite *a, int32_t x, int32_t y,
                        hm_point *hit)
{
    hm_sweep_result sweep;
    if (!hm_world_sweep(&(hm_world){.tiles = tiles}, a, x, y, 0, 0, &sweep, NULL))
        return false;
    *hit = sweep.hit;
    return true;
}

static bool tiles_solid(const hm_tiles *tiles, int32_t x, int32_t y)
{
    return hm_world_point(&(hm_world){.tiles = tiles}, x, y, NULL);
}

/* ---- Transposed sprites --------------------------------------------------------------------- */

static void check_transposed(const struct subject *s, const hm_sprite *view)
{
    const size_t size = hm_sprite_buffer_size(s->height, s->width);
    const size_t back_size = hm_sprite_buffer_size(s->width, s->height);
    uint8_t *const buffer = malloc(size), *const again = malloc(back_size);
    hm_sprite out, back;
    hm_box box, turned;
    int64_t x, y, px, py;
    assert_false(hm_sprite_transpose(view, buffer, size - 1, &out));
    assert_int_equal(hm_sprite_area(&out), 0);
    assert_true(hm_sprite_transpose(view, buffer, size, &out));
    assert_int_equal(hm_sprite_width(&out), s->height);
    assert_int_equal(hm_sprite_height(&out), s->width);
    assert_int_equal(hm_sprite_area(&out), hm_sprite_area(view));
    for (int32_t v = 0; v < s->height; v++)
        for (int32_t u = 0; u < s->width; u++)
            assert_int_equal(hm_solid(&out, v, u), oracle_solid(s, u, v));
    hm_sprite_bounds(view, &box);
    hm_sprite_bounds(&out, &turned);
    assert_true(turned.x0 == box.y0 && turned.y0 == box.x0 && turned.x1 == box.y1 &&
                turned.y1 == box.x1);
    hm_sprite_pivot(view, &x, &y);
    hm_sprite_pivot(&out, &px, &py);
    assert_true(px == y && py == x);
    back = out;
    assert_true(hm_sprite_transpose(&back, again, back_size, &back));
    assert_int_equal(hm_overlap_area(&back, view, 0, 0), hm_sprite_area(view));
    free(buffer);
    free(again);
}

static void check_all_transposed(const struct subject *s)
{
    views_visit(s, check_transposed);
}

static void every_small_mask_transposed(void **state)
{
    (void)state;
    masks_visit(NULL, 7, check_all_transposed);
}

static void large_masks_transposed(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < 60; i++) {
        struct subject s;
        if (i % 6 == 0)
            subject_scatter(&s, &random, 270 + (int32_t)oracle_random(&random, 100), 300);
        else
            subject_scribble(&s, &random, 200);
        check_all_transposed(&s);
        subject_free(&s);
    }
}

/* The blocks of a large one are right, too: queries that use them agree with those that do not. */
static void a_large_transposed_mask_touches_as_it_should(void **state)
{
    (void)state;
    uint64_t random = 2;
    struct subject s, turned;
    subject_scatter(&s, &random, 300, 280);
    subject_init(&turned, 280, 300);
    for (int32_t y = 0; y < 280; y++)
        for (int32_t x = 0; x < 300; x++)
            turned.pixels[x * 280 + y] = s.pixels[y * 300 + x];
    subject_bake(&turned);
    const size_t size = hm_sprite_buffer_size(280, 300);
    uint8_t *const buffer = malloc(size);
    hm_sprite sprite;
    assert_true(hm_sprite_transpose(&s.sprite, buffer, size, &sprite));
    for (int32_t i = 0; i < 400; i++) {
        const int32_t dx = (int32_t)oracle_random(&random, 560) - 280;
        const int32_t dy = (int32_t)oracle_random(&random, 600) - 300;
        assert_int_equal(hm_overlap(&sprite, &turned.sprite, dx, dy),
                         hm_overlap(&turned.sprite, &turned.sprite, dx, dy));
    }
    free(buffer);
    subject_free(&s);
    subject_free(&turned);
}

/* ---- Every small mask ----------------------------------------------------------------------- */

/* b is the only tile of a map of one cell, and stands at (dx, dy) of a. */
static void check_one_cell(const struct pair *pair, int32_t dx, int32_t dy)
{
    static const uint32_t cell = 0;
    const hm_sprite *const tile = &pair->b->sprite, *const a = &pair->a->sprite;
    const hm_tiles tiles = {1, 1, 4, 4, &cell, &tile, NULL, 1};
    const uint32_t area = pair_area(pair, dx, dy);
    const hm_point right = pair_first(pair, dx, dy);
    hm_point hit = {-7, -7};
    if (tiles_overlap(&tiles, a, -dx, -dy) != (area > 0) ||
        tiles_first(&tiles, a, -dx, -dy, &hit) != (area > 0) || hit.x != right.x ||
        hit.y != right.y || hm_world_area(&(hm_world){.tiles = &tiles}, a, -dx, -dy) != area)
        pair_fail(pair, "one cell", dx, dy);
}

static void every_small_pair_as_a_tile(void **state)
{
    (void)state;
    placements_visit(NULL, 17, check_one_cell);
}

/* Every mask, turned in every way. */
static void check_turned(const struct subject *s)
{
    uint8_t buffer[256];
    hm_sprite transposed;
    assert_true(hm_sprite_transpose(&s->sprite, buffer, sizeof buffer, &transposed));
    const hm_sprite *const sprites[] = {NULL, &s->sprite}, *const turned[] = {NULL, &transposed};
    for (uint32_t turn = 0; turn < 8; turn++) {
        const uint32_t cell = turn << 29 | 1;
        const hm_tiles map = {1, 1, 4, 4, &cell, sprites, turned, 2};
        const int32_t width = turn & 1 ? s->height : s->width;
        const int32_t height = turn & 1 ? s->width : s->height;
        for (int32_t y = -1; y <= 4; y++)
            for (int32_t x = -1; x <= 4; x++) {
                const int32_t u = turn & 4 ? width - 1 - x : x, v = turn & 2 ? height - 1 - y : y;
                const bool solid = turn & 1 ? oracle_solid(s, v, u) : oracle_solid(s, u, v);
                assert_int_equal(tiles_solid(&map, x, y), solid);
            }
    }
}

static void every_small_mask_in_every_turn(void **state)
{
    (void)state;
    masks_visit(NULL, 7, check_turned);
}

/* ---- Random maps ---------------------------------------------------------------------------- */

static void check_sweep(const struct tile_map *map, const hm_sprite *a, int32_t x, int32_t y,
                        hm_point move)
{
    hm_sweep_result result, right;
    const bool is = hm_sweep(a, &map->drawn.sprite, -x, -y, move.x, move.y, &right);
    memset(&result, 0x55, sizeof result);
    assert_int_equal(
        hm_world_sweep(&(hm_world){.tiles = &map->tiles}, a, x, y, move.x, move.y, &result, NULL),
        is);
    assert_sweep(&result, &right);
}

/* All that is asked about a sprite. */
static void check_sprite(const struct tile_map *map, const struct subject *a, const hm_sprite *view,
                         int32_t x, int32_t y, hm_point move)
{
    const hm_sprite *const b = &map->drawn.sprite;
    const hm_world world = {.tiles = &map->tiles};
    hm_point hit = {-7, -7}, right = {-7, -7}, way, right_way;
    uint64_t area;
    int64_t nx, ny, rx, ry;
    uint32_t distance, right_distance;
    bool is = oracle_overlap(a, &map->drawn, -x, -y, &right, &area);
    assert_int_equal(tiles_overlap(&map->tiles, view, x, y), is);
    assert_int_equal(tiles_first(&map->tiles, view, x, y, &hit), is);
    assert_point(hit, right);
    assert_int_equal(hm_world_area(&world, view, x, y), area);
    assert_int_equal(hm_world_normal(&world, view, x, y, &nx, &ny), is);
    assert_int_equal(hm_overlap_normal(view, b, -x, -y, &rx, &ry), is);
    assert_true(nx == rx && ny == ry);
    for (hm_direction d = HM_LEFT; d <= HM_DOWN; d++) {
        is = hm_overlap_exit(view, b, -x, -y, d, 20, &right_distance);
        assert_int_equal(hm_world_exit(&world, view, x, y, d, 20, &distance), is);
        assert_int_equal(distance, right_distance);
        /* The limit itself is tried. */
        assert_int_equal(hm_world_exit(&world, view, x, y, d, right_distance, &distance), is);
        assert_int_equal(distance, right_distance);
    }
    is = hm_overlap_escape(view, b, -x, -y, 6, &right_way);
    assert_int_equal(hm_world_escape(&world, view, x, y, 6, &way), is);
    assert_point(way, right_way);
    check_sweep(map, view, x, y, move);
}

static bool in_circle(hm_point p, int64_t radius, int32_t x, int32_t y)
{
    const int64_t right = (int64_t)x - p.x, down = (int64_t)y - p.y;
    /* Nothing here is as far away as a square of 64 bits. */
    return llabs(right) <= radius && llabs(down) <= radius &&
           (uint64_t)(right * right) + (uint64_t)(down * down) <=
               (uint64_t)radius * (uint64_t)radius;
}

/* The smallest cell with a pixel of a box or, with a radius, of a circle, and the first such pixel.
 */
static bool find_shape(const struct tile_map *map, const hm_box *box, hm_point p, int64_t radius,
                       hm_met *out)
{
    bool found = false;
    uint32_t cell;
    for (int32_t y = 0; y < map->drawn.height; y++)
        for (int32_t x = 0; x < map->drawn.width; x++) {
            const bool inside =
                box != NULL ? hm_box_contains(box, x, y) : in_circle(p, radius, x, y);
            if (!inside || !tile_map_solid(map, x, y, &cell) || (found && cell >= out->index))
                continue;
            *out = (hm_met){HM_TILES, cell, {x, y}};
            found = true;
        }
    return found;
}

static void assert_met(const hm_met *is, const hm_met *right)
{
    assert_int_equal(is->kind, right->kind);
    assert_int_equal(is->index, right->index);
    assert_point(is->hit, right->hit);
}

/* A pixel of a path, and the cell that it lies in. */
static void note_pixel(const struct tile_map *map, bool is, hm_point hit, hm_met *out)
{
    if (!is)
        return;
    out->kind = HM_TILES;
    out->hit = hit;
    assert_true(tile_map_solid(map, hit.x, hit.y, &out->index));
}

/* All that is asked about shapes. */
static void check_shapes(const struct tile_map *map, hm_point p, hm_point q, uint32_t radius)
{
    const hm_sprite *const b = &map->drawn.sprite;
    const hm_world world = {.tiles = &map->tiles};
    const hm_box box = {p.x, p.y, q.x, q.y};
    hm_met met = {HM_NOTHING, 7, {-7, -7}}, right = met;
    hm_point hit;
    uint64_t steps = 7, right_steps = 7;
    assert_int_equal(tiles_solid(&map->tiles, p.x, p.y), oracle_solid(&map->drawn, p.x, p.y));
    assert_int_equal(hm_world_box(&world, &box, &met), find_shape(map, &box, p, 0, &right));
    assert_met(&met, &right);
    assert_int_equal(hm_world_circle(&world, p.x, p.y, radius, &met),
                     find_shape(map, NULL, p, radius, &right));
    assert_met(&met, &right);
    bool is = hm_overlap_segment(b, p.x, p.y, q.x, q.y, &hit);
    note_pixel(map, is, hit, &right);
    assert_int_equal(hm_world_segment(&world, p.x, p.y, q.x, q.y, &met), is);
    assert_met(&met, &right);
    is = hm_overlap_ray(b, p.x, p.y, q.x, q.y, &hit, &right_steps);
    note_pixel(map, is, hit, &right);
    assert_int_equal(hm_world_ray(&world, p.x, p.y, q.x, q.y, &met, &steps), is);
    assert_met(&met, &right);
    assert_int_equal(steps, right_steps);
    assert_int_equal(hm_world_ray(&world, p.x, p.y, q.x / 2 - p.x / 2, 0, NULL, NULL),
                     hm_overlap_ray(b, p.x, p.y, q.x / 2 - p.x / 2, 0, NULL, NULL));
    /* A ray without a direction sees the pixel that it begins at. */
    assert_int_equal(hm_world_ray(&world, p.x, p.y, 0, 0, NULL, NULL),
                     oracle_solid(&map->drawn, p.x, p.y));
}

static int32_t about(uint64_t *random, int32_t size, int32_t aside)
{
    return (int32_t)oracle_random(random, (uint32_t)(size + 2 * aside)) - aside;
}

static hm_point point_about(uint64_t *random, const struct subject *s, int32_t aside)
{
    hm_point p;
    p.x = about(random, s->width, aside);
    p.y = about(random, s->height, aside);
    return p;
}

static void check_random_maps(uint64_t seed, int maps, int places, int32_t tile_side,
                              int32_t a_side)
{
    uint64_t random = seed;
    struct tile_map map;
    for (int i = 0; i < maps; i++) {
        struct subject a, stored;
        tile_map_scribble(&map, &random, tile_side);
        subject_scribble(&a, &random, a_side);
        hm_sprite view = view_of(&a, oracle_random(&random, 4), &stored);
        for (int k = 0; k < places; k++) {
            const hm_point at = point_about(&random, &map.drawn, a_side + 3);
            const hm_point p = point_about(&random, &map.drawn, 9);
            const hm_point q = point_about(&random, &map.drawn, 9);
            const hm_point move = {about(&random, 0, 4 * tile_side), about(&random, 0, 90)};
            for (uint32_t level = 0; level <= levels; level++) {
                tile_map_level(&map, level);
                view.cpu = level;
                check_sprite(&map, &a, &view, at.x, at.y, move);
                check_shapes(&map, p, q, oracle_random(&random, 30));
            }
        }
        tile_map_free(&map);
        subject_free(&a);
        subject_free(&stored);
    }
}

static void random_maps_of_small_tiles(void **state)
{
    (void)state;
    check_random_maps(1, 250, 12, 5, 9);
}

static void random_maps_of_large_tiles(void **state)
{
    (void)state;
    check_random_maps(2, 40, 6, 40, 70);
    check_random_maps(3, 20, 6, 16, 150);
}

/* ---- Extremes -------------------------------------------------------------------------------- */

static const int32_t ends[] = {INT32_MIN + 1, INT32_MIN + 2, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
enum { ENDS = sizeof ends / sizeof *ends };

/* Sprites that are wider than 64 cells take another way. */
static void a_row_of_pixels_as_tiles(void **state)
{
    (void)state;
    enum { WIDTH = 100 };
    uint32_t cells[WIDTH];
    uint8_t bits[WIDTH / 8 + 1], buffer[256];
    hm_sprite dot, a;
    uint64_t random = 9;
    int hits = 0;
    hm_sprite_box(1, 1, &dot);
    const hm_sprite *const sprites[] = {NULL, &dot};
    const hm_tiles tiles = {WIDTH, 1, 1, 1, cells, sprites, NULL, 2};
    for (int round = 0; round < 200; round++) {
        const int32_t width = 60 + (int32_t)oracle_random(&random, 40);
        int32_t first = -1;
        memset(bits, 0, sizeof bits);
        for (int32_t i = 0; i < 6; i++) {
            const uint32_t bit = oracle_random(&random, (uint32_t)width);
            bits[bit / 8] |= (uint8_t)(1 << bit % 8);
        }
        assert_true(hm_sprite_from_bits(bits, sizeof bits, width, 1, buffer, sizeof buffer, &a));
        for (int32_t i = 0; i < WIDTH; i++) {
            cells[i] = oracle_random(&random, 16) == 0;
            first = first < 0 && cells[i] ? i : first;
        }
        for (int32_t x = -WIDTH; x <= WIDTH; x++) {
            bool touches = false;
            for (int32_t i = 0; i < width; i++)
                touches |= x + i >= 0 && x + i < WIDTH && cells[x + i] && hm_solid(&a, i, 0);
            assert_int_equal(tiles_overlap(&tiles, &a, x, 0), touches);
            hits += touches;
        }
        hm_met met = {.hit = {-1, -1}};
        assert_int_equal(hm_world_ray(&(hm_world){.tiles = &tiles}, -3, 0, 1, 0, &met, NULL),
                         first >= 0);
        assert_int_equal(met.hit.x, first);
    }
    assert_in_range(hits, 1000, 39000);
}

/* From where no sprite reaches the map. */
static void the_ends_of_the_numbers(void **state)
{
    (void)state;
    uint64_t random = 4;
    struct tile_map map;
    struct subject a;
    hm_sweep_result sweep;
    tile_map_scribble(&map, &random, 6);
    subject_scribble(&a, &random, 9);
    for (int i = 0; i < ENDS; i++)
        for (int k = 0; k < ENDS; k++) {
            const hm_point p = {ends[i], ends[k]};
            check_shapes(&map, p, (hm_point){ends[k], ends[ENDS - 1 - i]}, UINT32_MAX);
            check_shapes(&map, p, (hm_point){4, 5}, 7);
            check_shapes(&map, (hm_point){2, 3}, p, INT32_MAX);
            check_sprite(&map, &a, &a.sprite, p.x, p.y, (hm_point){ends[k], -3});
            if (p.x > INT32_MIN && p.y > INT32_MIN)
                check_sprite(&map, &a, &a.sprite, 1, 2, p);
        }
    /* The whole way, and over the map on it. */
    assert_false(hm_world_sweep(&(hm_world){.tiles = &map.tiles}, &a.sprite, INT32_MIN, -500,
                                INT32_MAX, 0, &sweep, NULL));
    assert_int_equal(sweep.step, INT32_MAX);
    tile_map_free(&map);
    subject_free(&a);
}

/* Maps that have no pixels. */
static void maps_of_nothing(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject a;
    subject_draw(&a, dot, 1);
    const hm_sprite *const tile = &a.sprite;
    const uint32_t cells[4] = {0, 0, 0, 0};
    const hm_tiles full = {2, 2, 1, 1, cells, &tile, NULL, 1};
    assert_true(tiles_overlap(&full, &a.sprite, 1, 1));
    for (int i = 0; i < 13; i++) {
        hm_tiles empty = full;
        int32_t *const numbers[] = {&empty.columns, &empty.rows, &empty.tile_width,
                                    &empty.tile_height};
        if (i < 8)
            *numbers[i / 2] = i % 2 ? INT32_MIN : 0;
        else if (i == 8)
            empty.cells = NULL;
        else if (i == 9) {
            /* The product of both is a size in the lowest 32 bits alone. */
            empty.columns = -3;
            empty.tile_width = 1 << 30;
        } else if (i == 10) {
            empty.rows = -3;
            empty.tile_height = 1 << 30;
        } else if (i == 11) {
            empty.sprites = NULL;
            empty.sprite_count = 0;
        } else {
            /* More cells than there are numbers for: none of them is read. */
            empty.columns = empty.rows = 1 << 16;
        }
        const hm_world world = {.tiles = &empty};
        const hm_box box = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
        hm_sweep_result sweep;
        assert_false(tiles_overlap(&empty, &a.sprite, 0, 0));
        assert_int_equal(hm_world_area(&world, &a.sprite, 0, 0), 0);
        assert_false(tiles_solid(&empty, 0, 0));
        assert_false(hm_world_box(&world, &box, NULL));
        assert_false(hm_world_circle(&world, 0, 0, UINT32_MAX, NULL));
        assert_false(hm_world_ray(&world, 0, 0, 1, 1, NULL, NULL));
        assert_false(hm_world_ray(&world, 0, 0, 0, 0, NULL, NULL));
        assert_false(hm_world_segment(&world, 0, 0, 9, 9, NULL));
        assert_false(hm_world_sweep(&world, &a.sprite, 0, 0, 9, 9, &sweep, NULL));
    }
    subject_free(&a);
}

/* A cell that reaches beyond INT32_MAX is empty; the one before it is not. */
static void cells_beyond_the_numbers(void **state)
{
    (void)state;
    static const char *const dot[] = {"#"};
    struct subject a;
    hm_met met;
    subject_draw(&a, dot, 1);
    const hm_sprite *const tile = &a.sprite;
    const uint32_t cells[4] = {0, 0, 0, 0};
    const int32_t side = 1 << 30;
    const hm_tiles wide = {4, 1, side, 1, cells, &tile, NULL, 1};
    const hm_tiles high = {1, 4, 1, side - 1, cells, &tile, NULL, 1};
    assert_true(tiles_solid(&wide, 0, 0));
    assert_false(tiles_solid(&wide, side, 0));
    assert_true(tiles_overlap(&high, &a.sprite, 0, side - 1));
    assert_false(tiles_overlap(&high, &a.sprite, 0, 2 * (side - 1)));
    const hm_world world = {.tiles = &high};
    assert_true(hm_world_ray(&world, 0, INT32_MAX, 0, -1, &met, NULL));
    assert_int_equal(met.hit.y, side - 1);
    assert_true(hm_world_circle(&world, 0, INT32_MIN, UINT32_MAX, &met));
    assert_int_equal(met.hit.y, 0);
    subject_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_mask_transposed),
        cmocka_unit_test(large_masks_transposed),
        cmocka_unit_test(a_large_transposed_mask_touches_as_it_should),
        cmocka_unit_test(every_small_pair_as_a_tile),
        cmocka_unit_test(every_small_mask_in_every_turn),
        cmocka_unit_test(random_maps_of_small_tiles),
        cmocka_unit_test(random_maps_of_large_tiles),
        cmocka_unit_test(a_row_of_pixels_as_tiles),
        cmocka_unit_test(the_ends_of_the_numbers),
        cmocka_unit_test(maps_of_nothing),
        cmocka_unit_test(cells_beyond_the_numbers),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
