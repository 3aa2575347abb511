/*
 * test_points.c - maps, pruning and the order of points, against nested loops
 *
 * The oracle does what DESIGN says, cell by cell, and knows nothing of words of 64 bits.
 */

#include "support/cmocka_all.h"

#include "format.h"
#include "model/points.h"
#include "support/model_support.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 200 };

/* ---- The oracle --------------------------------------------------------------------------- */

static bool pixels[SIDE_MAX][SIDE_MAX]; /* [y][x], of the sprite */
static bool cells[SIDE_MAX][SIDE_MAX];  /* of the map */

static void scale_naively(int width, int height, int map_width, int map_height)
{
    memset(cells, 0, sizeof cells);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (pixels[y][x])
                cells[y * map_height / height][x * map_width / width] = true;
}

/* True if all of the square round a cell is solid. Cells outside the map are not. */
static bool is_deep(int x, int y, int prune, int map_width, int map_height)
{
    for (int v = y - prune; v <= y + prune; v++)
        for (int u = x - prune; u <= x + prune; u++)
            if (u < 0 || u >= map_width || v < 0 || v >= map_height || !cells[v][u])
                return false;
    return true;
}

static bool is_near_border(int x, int y, int prune, int map_width, int map_height)
{
    return x < prune || y < prune || x >= map_width - prune || y >= map_height - prune;
}

static bool is_point(int x, int y, const struct points *points)
{
    const int prune = (int)points->prune;
    const int width = (int)points->map_width, height = (int)points->map_height;
    if (!cells[y][x])
        return false;
    if (points->border_dropped && is_near_border(x, y, prune, width, height))
        return false;
    return prune == 0 || !is_deep(x, y, prune, width, height);
}

struct cell {
    uint32_t x, y;
};

/* The number of FORMAT.md: the bits of the tile's x and y by turns. */
static uint64_t tile_number(const struct cell *cell)
{
    uint64_t number = 0;
    for (int bit = 0; bit < 29; bit++) {
        number |= (uint64_t)(cell->x / 8 >> bit & 1) << (2 * bit);
        number |= (uint64_t)(cell->y / 8 >> bit & 1) << (2 * bit + 1);
    }
    return number;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_on_path(const void *a, const void *b)
{
    const struct cell *const p = a, *const q = b;
    const int tiles = compare_numbers(tile_number(p), tile_number(q));
    const int rows = compare_numbers(p->y, q->y);
    return tiles != 0 ? tiles : rows != 0 ? rows : compare_numbers(p->x, q->x);
}

static size_t reverse(size_t number, unsigned bits)
{
    size_t reversed = 0;
    for (unsigned i = 0; i < bits; i++)
        if (number >> i & 1)
            reversed |= (size_t)1 << (bits - 1 - i);
    return reversed;
}

/* Puts cells in the progressive order. */
static void order_naively(struct cell *list, size_t count)
{
    unsigned bits = 0;
    size_t listed = 0;
    struct cell *const path = malloc((count + 1) * sizeof *path);
    assert_non_null(path);
    memcpy(path, list, count * sizeof *path);
    qsort(path, count, sizeof *path, compare_on_path);
    while ((size_t)1 << bits < count)
        bits++;
    for (size_t i = 0; i < (size_t)1 << bits; i++)
        if (reverse(i, bits) < count)
            list[listed++] = path[reverse(i, bits)];
    assert_int_equal(listed, count);
    free(path);
}

static size_t list_naively(const struct points *points, struct cell *list)
{
    size_t count = 0;
    for (uint32_t y = 0; y < points->map_height; y++)
        for (uint32_t x = 0; x < points->map_width; x++)
            if (is_point((int)x, (int)y, points))
                list[count++] = (struct cell){x, y};
    order_naively(list, count);
    return count;
}

/* ---- Both ways ---------------------------------------------------------------------------- */

static void make_points(const struct points_rule *rule, uint32_t width, uint32_t height,
                        struct points *points)
{
    struct bitmap bitmap;
    struct mask mask;
    struct error err;

    assert_true(bitmap_init(&bitmap, width, height));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            if (pixels[y][x])
                bitmap_set(&bitmap, x, y);
    assert_true(mask_from_bitmap(&bitmap, &mask, &err));
    assert_true(points_make(rule, &mask, width, height, points, &err));
    bitmap_free(&bitmap);
    mask_free(&mask);
}

static void assert_points(const struct points_rule *rule, uint32_t width, uint32_t height)
{
    static struct cell expected[SIDE_MAX * SIDE_MAX];
    struct points points;

    make_points(rule, width, height, &points);
    assert_true(points.present);
    assert_int_equal(points.prune, rule->prune);
    assert_int_equal(points.border_dropped, rule->drop_border);
    scale_naively((int)width, (int)height, (int)points.map_width, (int)points.map_height);
    assert_int_equal(points.count, list_naively(&points, expected));
    for (uint32_t i = 0; i < points.count; i++) {
        uint32_t x, y;
        points_get(&points, i, &x, &y);
        assert_int_equal(x, expected[i].x);
        assert_int_equal(y, expected[i].y);
    }
    points_free(&points);
}

static uint32_t next_random(void)
{
    static uint32_t state = 12345;
    state = state * 1664525 + 1013904223;
    return state >> 16;
}

/* `holes` of a thousand pixels are empty, and what lies outside the ellipse too if asked. */
static void draw_shape(int width, int height, uint32_t holes, bool ellipse)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const int64_t u = (2 * x + 1 - width) * height, v = (2 * y + 1 - height) * width;
            const bool inside =
                !ellipse || u * u + v * v <= (int64_t)width * width * height * height;
            pixels[y][x] = inside && next_random() % 1000 >= holes;
        }
}

static const struct {
    uint32_t holes;
    bool ellipse;
} shapes[] = {{0, false}, {0, true}, {5, false}, {60, true}, {950, false}, {1000, false}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void points_are_those_of_nested_loops(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1},   {1, 9},   {70, 1},   {3, 3},
                                        {13, 13}, {20, 31}, {63, 5},   {64, 64},
                                        {65, 17}, {66, 40}, {128, 30}, {131, 23}};
    static const struct points_rule rules[] = {
        {.cell = 1},
        {.cell = 2},
        {.cell = 3},
        {.cell = 200},
        {.map_width = 1, .map_height = 1},
        {.map_width = 24, .map_height = 24},
        {.map_width = 7, .map_height = 19},
        {.map_width = 65, .map_height = 12},
        {.map_width = 5000, .map_height = 4},
    };

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t k = 0; k < SHAPES; k++) {
            draw_shape((int)sizes[s][0], (int)sizes[s][1], shapes[k].holes, shapes[k].ellipse);
            for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
                for (uint32_t prune = 0; prune <= 6; prune++) {
                    struct points_rule rule = rules[r];
                    rule.wanted = true;
                    rule.prune = prune;
                    assert_points(&rule, sizes[s][0], sizes[s][1]);
                }
        }
}

static void dropped_borders_are_those_of_nested_loops(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {2, 5}, {13, 13}, {40, 31}, {64, 64}, {90, 130}};
    static const uint32_t maps[] = {1, 2, 3, 12, 13, 24, 64, 65, 131};

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t k = 0; k < SHAPES; k++) {
            draw_shape((int)sizes[s][0], (int)sizes[s][1], shapes[k].holes, shapes[k].ellipse);
            for (size_t m = 0; m < sizeof maps / sizeof *maps; m++)
                for (uint32_t prune = 0; prune <= 6; prune++) {
                    const struct points_rule rule = {.wanted = true,
                                                     .map_width = maps[m],
                                                     .map_height = maps[m],
                                                     .prune = prune,
                                                     .drop_border = true};
                    assert_points(&rule, sizes[s][0], sizes[s][1]);
                }
        }
}

static void runs_of_every_length_are_pruned_as_far_as_they_go(void **state)
{
    (void)state;
    /* Solid throughout: what is left is a frame as thick as the prune. */
    static const uint32_t prunes[] = {1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 80};

    for (uint32_t side = 1; side < SIDE_MAX; side += side < 40 ? 1 : 9)
        for (size_t i = 0; i < sizeof prunes / sizeof *prunes; i++) {
            const struct points_rule rule = {.wanted = true, .cell = 1, .prune = prunes[i]};
            const uint32_t deep = side > 2 * prunes[i] ? side - 2 * prunes[i] : 0;
            struct points points;
            draw_shape((int)side, (int)side, 0, false);
            make_points(&rule, side, side, &points);
            assert_int_equal(points.count, side * side - deep * deep);
            points_free(&points);
        }
}

static void one_hole_is_seen_from_far(void **state)
{
    (void)state;
    /* So deep that runs are longer than a word. */
    static const int holes[] = {1, 66, 130, 197};

    for (uint32_t prune = 63; prune <= 65; prune++)
        for (int i = 0; i < 4; i++) {
            const struct points_rule rule = {.wanted = true, .cell = 1, .prune = prune};
            draw_shape(199, 140, 0, false);
            pixels[70][holes[i]] = false;
            assert_points(&rule, 199, 140);
        }
}

static void the_deepest_prune_leaves_all_or_nothing(void **state)
{
    (void)state;
    struct points_rule rule = {.wanted = true, .map_width = 9, .map_height = 9, .prune = PRUNE_MAX};
    struct points points;

    draw_shape(9, 9, 0, false);
    make_points(&rule, 9, 9, &points);
    assert_int_equal(points.count, 81);
    points_free(&points);
    rule.drop_border = true;
    make_points(&rule, 9, 9, &points);
    assert_true(points.present);
    assert_int_equal(points.count, 0);
    points_free(&points);
}

/* The classic surprise: the article's border rule loses a sprite that fills its frame. */
static void a_full_square_keeps_its_outline_unless_borders_are_dropped(void **state)
{
    (void)state;
    struct points_rule rule = {.wanted = true, .map_width = 24, .map_height = 24, .prune = 4};
    struct points points;

    draw_shape(24, 24, 0, false);
    make_points(&rule, 24, 24, &points);
    assert_int_equal(points.count, 24 * 24 - 16 * 16);
    points_free(&points);
    rule.drop_border = true;
    make_points(&rule, 24, 24, &points);
    assert_int_equal(points.count, 0);
    points_free(&points);
}

static void without_points_wanted_there_are_none(void **state)
{
    (void)state;
    const struct points_rule rule = {.wanted = false, .cell = 1};
    struct points points;

    draw_shape(5, 5, 0, false);
    make_points(&rule, 5, 5, &points);
    assert_false(points.present);
    assert_null(points.cells);
}

/* ---- The map ------------------------------------------------------------------------------ */

static void assert_map(struct points_rule rule, uint32_t width, uint32_t height, uint32_t map_width,
                       uint32_t map_height)
{
    uint32_t w, h;

    points_map_size(&rule, width, height, &w, &h);
    assert_int_equal(w, map_width);
    assert_int_equal(h, map_height);
}

static void a_map_is_no_larger_than_the_sprite(void **state)
{
    (void)state;
    const struct points_rule pixel = {.cell = 1}, three = {.cell = 3};
    const struct points_rule map = {.map_width = 24, .map_height = 16};
    const struct points_rule drop = {.map_width = 24, .map_height = 24, .drop_border = true};

    assert_map(pixel, 7, 5, 7, 5);
    assert_map(pixel, INT32_MAX, 1, INT32_MAX, 1);
    assert_map(three, 7, 6, 3, 2); /* rounded up */
    assert_map(three, 1, 2, 1, 1);
    assert_map((struct points_rule){.cell = UINT32_MAX}, INT32_MAX, 2, 1, 1);
    assert_map(map, 100, 100, 24, 16);
    assert_map(map, 23, 100, 23, 16); /* each axis by itself */
    assert_map(map, 100, 15, 24, 15);
    assert_map(map, 1, 1, 1, 1);
    assert_map(drop, 5, 7, 24, 24); /* as in the article */
}

static void dropping_borders_needs_a_square_map(void **state)
{
    (void)state;
    const struct points_rule rules[] = {
        {.wanted = true, .map_width = 24, .map_height = 23, .drop_border = true},
        {.wanted = true, .cell = 1, .drop_border = true},
    };

    for (size_t i = 0; i < 2; i++) {
        const struct mask mask = {.width = 1, .height = 1, .area = 1};
        struct points points;
        struct error err;
        assert_false(points_make(&rules[i], &mask, 6, 5, &points, &err));
        assert_int_equal(err.status, STATUS_USAGE);
        assert_null(points.cells);
    }
}

static void a_cell_stands_for_the_middle_of_its_pixels(void **state)
{
    (void)state;
    for (uint32_t size = 1; size < 100; size++)
        for (uint32_t map = 1; map <= size; map++)
            for (uint32_t cell = 0; cell < map; cell++) {
                uint32_t first = 0, count = 0;
                for (uint32_t pixel = 0; pixel < size; pixel++)
                    if (pixel * map / size == cell && count++ == 0)
                        first = pixel;
                assert_true(count > 0);
                assert_int_equal(cell_centre(cell, map, size), first + count / 2);
            }
}

static void a_cell_without_pixels_still_stands_for_one(void **state)
{
    (void)state;
    static const uint32_t values[] = {0, 1, 2, 7, 255, 65536, INT32_MAX, UINT32_MAX};

    for (int i = 0; i < 8; i++)
        for (int map = 1; map < 7; map++)
            for (int size = 1; size < 7; size++)
                assert_true(cell_centre(values[i], values[map], values[size]) < values[size]);
}

/* ---- The order ---------------------------------------------------------------------------- */

static void the_order_of_the_documented_example(void **state)
{
    (void)state;
    static const struct cell expected[] = {{1, 1}, {8, 8}, {9, 3}, {6, 1}, {2, 9}};
    const struct points_rule rule = {.wanted = true, .cell = 1, .prune = 1};
    struct model model = {0};

    model_draw(&model, "example",
               "..........\n"
               ".#....#...\n"
               "..........\n"
               ".........#\n"
               "..........\n"
               "..........\n"
               "..........\n"
               "..........\n"
               "........#.\n"
               "..#.......\n",
               &rule);
    assert_int_equal(model.lists[0].count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(model.lists[0].cells[2 * i], expected[i].x);
        assert_int_equal(model.lists[0].cells[2 * i + 1], expected[i].y);
    }
    model_free(&model);
}

static void draw_ring(int side, int thickness)
{
    draw_shape(side, side, 0, true);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            const int u = 2 * x + 1 - side, v = 2 * y + 1 - side;
            const int hole = side - 2 * thickness;
            if (u * u + v * v < hole * hole)
                pixels[y][x] = false;
        }
}

/* The first 16 lie in all four quarters. */
static void assert_spread(const struct points *points)
{
    unsigned quarters = 0;

    for (uint32_t i = 0; i < 16; i++) {
        uint32_t x, y;
        points_get(points, i, &x, &y);
        quarters |= 1u << (2 * (y >= points->map_height / 2) + (x >= points->map_width / 2));
    }
    assert_int_equal(quarters, 15);
}

static void the_first_sixteen_points_lie_all_round(void **state)
{
    (void)state;
    const struct points_rule rule = {.wanted = true, .cell = 1, .prune = 1};

    for (int side = 16; side < SIDE_MAX; side++)
        for (int thickness = 2; thickness <= side / 2; thickness += 7) {
            struct points points;
            draw_ring(side, thickness);
            make_points(&rule, (uint32_t)side, (uint32_t)side, &points);
            assert_true(points.count >= 16);
            assert_spread(&points);
            points_free(&points);
        }
}

/* The largest distance, in cells either way, from a point to the nearest of the first n. */
static uint32_t worst_distance(const struct points *points, uint32_t first)
{
    uint32_t worst = 0;

    for (uint32_t i = 0; i < points->count; i++) {
        uint32_t x, y, nearest = UINT32_MAX;
        points_get(points, i, &x, &y);
        for (uint32_t k = 0; k < first; k++) {
            uint32_t u, v;
            points_get(points, k, &u, &v);
            const uint32_t dx = x > u ? x - u : u - x, dy = y > v ? y - v : v - y;
            const uint32_t distance = dx > dy ? dx : dy;
            nearest = distance < nearest ? distance : nearest;
        }
        worst = nearest > worst ? nearest : worst;
    }
    return worst;
}

static void more_points_leave_smaller_gaps(void **state)
{
    (void)state;
    const struct points_rule rule = {.wanted = true, .cell = 1, .prune = 1};
    struct points points;

    draw_ring(128, 64);
    make_points(&rule, 128, 128, &points);
    assert_true(worst_distance(&points, 16) <= 128 / 3);
    assert_true(worst_distance(&points, 32) <= 128 / 6);
    assert_true(worst_distance(&points, 64) <= 128 / 10);
    points_free(&points);
}

static void a_wide_map_is_in_order_too(void **state)
{
    (void)state;
    /* Larger than 256, so cells take two bytes: every 37th of a row of 60,000. */
    enum { WIDTH = 60000, STEP = 37 };
    const struct points_rule rule = {.wanted = true, .cell = 1};
    static struct cell expected[WIDTH / STEP + 1];
    struct bitmap bitmap;
    struct mask mask;
    struct points points;
    struct error err;
    size_t count = 0;

    assert_true(bitmap_init(&bitmap, WIDTH, 20));
    for (uint32_t x = 5; x < WIDTH; x += STEP) {
        expected[count] = (struct cell){x, x % 20};
        bitmap_set(&bitmap, expected[count].x, expected[count].y);
        count++;
    }
    assert_true(mask_from_bitmap(&bitmap, &mask, &err));
    assert_true(points_make(&rule, &mask, WIDTH, 20, &points, &err));
    order_naively(expected, count);
    assert_int_equal(points.count, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x, y;
        points_get(&points, i, &x, &y);
        assert_int_equal(x, expected[i].x);
        assert_int_equal(y, expected[i].y);
    }
    points_free(&points);
    mask_free(&mask);
    bitmap_free(&bitmap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_of_nested_loops),
        cmocka_unit_test(dropped_borders_are_those_of_nested_loops),
        cmocka_unit_test(runs_of_every_length_are_pruned_as_far_as_they_go),
        cmocka_unit_test(one_hole_is_seen_from_far),
        cmocka_unit_test(the_deepest_prune_leaves_all_or_nothing),
        cmocka_unit_test(a_full_square_keeps_its_outline_unless_borders_are_dropped),
        cmocka_unit_test(without_points_wanted_there_are_none),
        cmocka_unit_test(a_map_is_no_larger_than_the_sprite),
        cmocka_unit_test(dropping_borders_needs_a_square_map),
        cmocka_unit_test(a_cell_stands_for_the_middle_of_its_pixels),
        cmocka_unit_test(a_cell_without_pixels_still_stands_for_one),
        cmocka_unit_test(the_order_of_the_documented_example),
        cmocka_unit_test(the_first_sixteen_points_lie_all_round),
        cmocka_unit_test(more_points_leave_smaller_gaps),
        cmocka_unit_test(a_wide_map_is_in_order_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
