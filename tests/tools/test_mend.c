/*
 * test_mend.c - masks put right, beside loops of one pixel a turn
 */

#include "support/cmocka_all.h"

#include "model/mend.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SIDE = 140 }; /* of the largest bitmaps here: more than two words */

/* ---- Bitmaps as text -------------------------------------------------------------------- */

static void draw(struct bitmap *bitmap, const char *const *rows)
{
    uint32_t height = 0;

    while (rows[height])
        height++;
    assert_true(bitmap_init(bitmap, (uint32_t)strlen(rows[0]), height));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < bitmap->width; x++)
            if (rows[y][x] == '#')
                bitmap_set(bitmap, x, y);
}

static void assert_drawn(const struct bitmap *bitmap, const char *const *rows)
{
    char row[SIDE + 1];

    for (uint32_t y = 0; y < bitmap->height; y++) {
        for (uint32_t x = 0; x < bitmap->width; x++)
            row[x] = bitmap_get(bitmap, x, y) ? '#' : '.';
        row[bitmap->width] = 0;
        assert_string_equal(row, rows[y]);
    }
}

static void mend_it(struct bitmap *bitmap, struct mend_rule rule)
{
    struct error err;

    assert_true(mend(bitmap, &rule, &err));
}

#define ROWS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void assert_mended(const char *const *before, struct mend_rule rule,
                          const char *const *after)
{
    struct bitmap bitmap;

    draw(&bitmap, before);
    mend_it(&bitmap, rule);
    assert_drawn(&bitmap, after);
    bitmap_free(&bitmap);
}

/* ---- Examples --------------------------------------------------------------------------- */

static void specks_go_and_thin_diagonals_stay(void **state)
{
    (void)state;
    const char *const *const art = ROWS("#..#....", ".#....##", "..#....#", "...#..#.");

    assert_mended(art, (struct mend_rule){.despeckle = 1}, art);
    assert_mended(art, (struct mend_rule){.despeckle = 2},
                  ROWS("#.......", ".#....##", "..#....#", "...#..#."));
    assert_mended(art, (struct mend_rule){.despeckle = 4},
                  ROWS("#.......", ".#....##", "..#....#", "...#..#."));
    assert_mended(art, (struct mend_rule){.despeckle = 5},
                  ROWS("........", "........", "........", "........"));
}

static void holes_are_filled_bays_are_not(void **state)
{
    (void)state;
    /* The second is open to the side; the third is closed though its wall is thin; what is
     * within a hole belongs to it. */
    assert_mended(ROWS("####.####..#...", "#..#.#....#.#..", "#.##.#.###.#...", "####.####......"),
                  (struct mend_rule){.fill_holes = true},
                  ROWS("####.####..#...", "####.#....###..", "####.#.###.#...", "####.####......"));
    assert_mended(ROWS("#####", "#...#", "#.#.#", "#...#", "#####"),
                  (struct mend_rule){.fill_holes = true},
                  ROWS("#####", "#####", "#####", "#####", "#####"));
}

static void squares_grow_within_the_sprite_and_shrink_from_its_border(void **state)
{
    (void)state;
    assert_mended(ROWS(".......", ".......", "...#...", "......."), (struct mend_rule){.grow = 1},
                  ROWS(".......", "..###..", "..###..", "..###.."));
    assert_mended(ROWS("####", "####", "####", "##.#"), (struct mend_rule){.shrink = 1},
                  ROWS("....", ".##.", "....", "...."));
    assert_mended(ROWS(".....", "..#..", "....."), (struct mend_rule){.grow = MEND_SIDE_MAX},
                  ROWS("#####", "#####", "#####"));
    assert_mended(ROWS("#####", "#####", "#####"), (struct mend_rule){.shrink = MEND_SIDE_MAX},
                  ROWS(".....", ".....", "....."));
}

static void they_come_in_a_fixed_order(void **state)
{
    (void)state;
    /* The speck goes before it could grow, the hole is filled before it could shrink away,
     * and growing comes before shrinking: the gap closes. */
    assert_mended(
        ROWS("............", ".###.##...#.", ".#.#.##.....", ".###.##.....", "............"),
        (struct mend_rule){.despeckle = 2, .fill_holes = true, .grow = 1, .shrink = 1},
        ROWS("............", ".######.....", ".######.....", ".######.....", "............"));
}

static void specks_are_counted_beside_something_larger(void **state)
{
    (void)state;
    static const struct {
        uint32_t limit;
        uint64_t count;
    } cases[] = {{0, 0}, {1, 0}, {2, 2}, {3, 3}, {4, 3}, {5, 0}};
    struct bitmap bitmap;
    struct error err;

    draw(&bitmap, ROWS("#..##..", ".......", "##..#..", "##....."));
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint64_t count = 99;

        assert_true(mend_count_specks(&bitmap, cases[i].limit, &count, &err));
        assert_int_equal(count, cases[i].count);
    }
    bitmap_free(&bitmap);
}

/* ---- Oracles ---------------------------------------------------------------------------- */

struct grid {
    uint32_t width, height;
    bool pixel[SIDE][SIDE];
};

static bool at(const struct grid *grid, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < grid->width && y < grid->height && grid->pixel[y][x];
}

static void grid_square(struct grid *grid, int n, bool grow)
{
    static struct grid old;

    old = *grid;
    for (int y = 0; y < (int)grid->height; y++)
        for (int x = 0; x < (int)grid->width; x++) {
            bool any = false, all = true;

            for (int v = y - n; v <= y + n; v++)
                for (int u = x - n; u <= x + n; u++) {
                    any |= at(&old, u, v);
                    all &= at(&old, u, v);
                }
            grid->pixel[y][x] = grow ? any : all;
        }
}

/* Marks what belongs together with a pixel that is marked, until nothing more does. */
static void spread(const struct grid *grid, struct grid *marked, bool solid)
{
    bool more = true;

    while (more) {
        more = false;
        for (int y = 0; y < (int)grid->height; y++)
            for (int x = 0; x < (int)grid->width; x++) {
                bool beside = false;

                if (marked->pixel[y][x] || grid->pixel[y][x] != solid)
                    continue;
                for (int v = -1; v <= 1; v++)
                    for (int u = -1; u <= 1; u++)
                        beside |= (solid || u == 0 || v == 0) && at(marked, x + u, y + v);
                marked->pixel[y][x] = beside;
                more |= beside;
            }
    }
}

static void grid_despeckle(struct grid *grid, uint32_t limit)
{
    static struct grid component, old;

    old = *grid;
    for (uint32_t y = 0; y < old.height; y++)
        for (uint32_t x = 0; x < old.width; x++) {
            uint32_t area = 0;

            if (!old.pixel[y][x])
                continue;
            component = (struct grid){.width = old.width, .height = old.height};
            component.pixel[y][x] = true;
            spread(&old, &component, true);
            for (uint32_t v = 0; v < old.height; v++)
                for (uint32_t u = 0; u < old.width; u++)
                    area += component.pixel[v][u];
            grid->pixel[y][x] = area >= limit;
        }
}

static void grid_fill(struct grid *grid)
{
    static struct grid outside;

    outside = (struct grid){.width = grid->width, .height = grid->height};
    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++)
            outside.pixel[y][x] = !grid->pixel[y][x] && (x == 0 || y == 0 || x + 1 == grid->width ||
                                                         y + 1 == grid->height);
    spread(grid, &outside, false);
    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++)
            grid->pixel[y][x] = !outside.pixel[y][x];
}

static uint32_t next_random(uint32_t *seed, uint32_t limit)
{
    *seed = *seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)*seed * limit >> 32);
}

static void random_grid(struct grid *grid, uint32_t *seed, uint32_t side)
{
    const uint32_t density = 1 + next_random(seed, 9);

    *grid =
        (struct grid){.width = 1 + next_random(seed, side), .height = 1 + next_random(seed, side)};
    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++)
            grid->pixel[y][x] = next_random(seed, 10) < density;
}

static void bitmap_from_grid(struct bitmap *bitmap, const struct grid *grid)
{
    assert_true(bitmap_init(bitmap, grid->width, grid->height));
    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++)
            if (grid->pixel[y][x])
                bitmap_set(bitmap, x, y);
}

/* To the word: what lies past the width must be zero. */
static void assert_equals_grid(const struct bitmap *bitmap, const struct grid *grid)
{
    struct bitmap wanted;

    bitmap_from_grid(&wanted, grid);
    assert_memory_equal(bitmap->words, wanted.words,
                        bitmap->row_words * bitmap->height * sizeof *bitmap->words);
    bitmap_free(&wanted);
}

static void squares_are_those_of_a_pixel_loop(void **state)
{
    (void)state;
    static struct grid grid;
    uint32_t seed = 1;

    for (int i = 0; i < 120; i++) {
        const bool grow = i % 2;
        const uint32_t n = next_random(&seed, i % 10 == 0 ? 70 : 7);
        struct bitmap bitmap;

        random_grid(&grid, &seed, i % 10 == 0 ? 40 : SIDE);
        /* Few are solid where they grow, few are empty where they shrink: else all is gone. */
        for (uint32_t k = 0; k < 3 * SIDE * SIDE && n > 1; k++)
            grid.pixel[next_random(&seed, grid.height)][next_random(&seed, grid.width)] = !grow;
        for (int k = 0; k < 5 && n > 1; k++)
            grid.pixel[next_random(&seed, grid.height)][next_random(&seed, grid.width)] = grow;
        bitmap_from_grid(&bitmap, &grid);
        mend_it(&bitmap, (struct mend_rule){.grow = grow ? n : 0, .shrink = grow ? 0 : n});
        grid_square(&grid, (int)n, grow);
        assert_equals_grid(&bitmap, &grid);
        bitmap_free(&bitmap);
    }
}

static void components_are_those_of_a_pixel_loop(void **state)
{
    (void)state;
    static struct grid grid;
    uint32_t seed = 2;

    for (int i = 0; i < 300; i++) {
        const uint32_t limit = next_random(&seed, 12);
        struct bitmap bitmap;

        random_grid(&grid, &seed, 24);
        bitmap_from_grid(&bitmap, &grid);
        mend_it(&bitmap, (struct mend_rule){.despeckle = limit});
        grid_despeckle(&grid, limit);
        assert_equals_grid(&bitmap, &grid);
        mend_it(&bitmap, (struct mend_rule){.fill_holes = true});
        grid_fill(&grid);
        assert_equals_grid(&bitmap, &grid);
        bitmap_free(&bitmap);
    }
}

static void holes_of_wide_bitmaps_are_those_of_a_pixel_loop(void **state)
{
    (void)state;
    static struct grid grid;
    uint32_t seed = 3;

    for (int i = 0; i < 60; i++) {
        struct bitmap bitmap;

        random_grid(&grid, &seed, SIDE);
        bitmap_from_grid(&bitmap, &grid);
        mend_it(&bitmap, (struct mend_rule){.fill_holes = true});
        grid_fill(&grid);
        assert_equals_grid(&bitmap, &grid);
        bitmap_free(&bitmap);
    }
}

static void a_full_bitmap_is_full_to_its_width(void **state)
{
    (void)state;
    for (uint32_t width = 1; width < SIDE; width += 21) {
        static struct grid grid;
        struct bitmap bitmap;

        grid = (struct grid){.width = width, .height = 3};
        memset(grid.pixel, true, sizeof grid.pixel);
        assert_true(bitmap_init(&bitmap, width, 3));
        bitmap_fill(&bitmap);
        assert_equals_grid(&bitmap, &grid);
        bitmap_free(&bitmap);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specks_go_and_thin_diagonals_stay),
        cmocka_unit_test(holes_are_filled_bays_are_not),
        cmocka_unit_test(squares_grow_within_the_sprite_and_shrink_from_its_border),
        cmocka_unit_test(they_come_in_a_fixed_order),
        cmocka_unit_test(specks_are_counted_beside_something_larger),
        cmocka_unit_test(squares_are_those_of_a_pixel_loop),
        cmocka_unit_test(components_are_those_of_a_pixel_loop),
        cmocka_unit_test(holes_of_wide_bitmaps_are_those_of_a_pixel_loop),
        cmocka_unit_test(a_full_bitmap_is_full_to_its_width),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
