/*
 * test_grid_fit.c - when a grid is said not to fit, as drawn and beside a loop over all sizes
 */

#include "support/cmocka_all.h"

#include "bake/cells.h"

#include <string.h>

static void draw(struct bitmap *out, const char *const *rows)
{
    uint32_t height = 0;
    while (rows[height] != NULL)
        height++;
    assert_true(bitmap_init(out, (uint32_t)strlen(rows[0]), height));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < out->width; x++)
            if (rows[y][x] == '#')
                bitmap_set(out, x, y);
}

static struct grid_fit fit_of(const struct bitmap *solid, struct grid_rule rule)
{
    struct atlas cells = {0};
    struct grid_fit fit;
    struct error err;
    bool ragged;
    assert_true(grid_cut(&rule, solid->width, solid->height, &cells, &ragged, &err));
    assert_true(grid_fit(solid, &rule, &cells, &fit, &err));
    atlas_free(&cells);
    return fit;
}

/* ---- Examples ----------------------------------------------------------------------------- */

#define ROWS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void assert_fit(const char *const *art, struct grid_rule rule, struct grid_fit wanted)
{
    struct bitmap solid;
    draw(&solid, art);
    const struct grid_fit fit = fit_of(&solid, rule);
    bitmap_free(&solid);
    assert_int_equal(fit.width, wanted.width);
    assert_int_equal(fit.height, wanted.height);
    if (wanted.width == 0)
        return;
    assert_int_equal(fit.cut, wanted.cut);
    assert_int_equal(fit.drawn, wanted.drawn);
}

static const struct grid_fit fits;

static void cells_that_are_half_as_large_are_noticed(void **state)
{
    (void)state;
    const char *const *const art = ROWS(".##..##.", "####.##.", ".##..###", ".#......", "........",
                                        "........", "........", "........");
    assert_fit(art, (struct grid_rule){.width = 4, .height = 4}, fits);
    assert_fit(art, (struct grid_rule){.width = 2, .height = 2}, (struct grid_fit){4, 4, 8, 8});
    assert_fit(art, (struct grid_rule){.columns = 4, .rows = 4}, (struct grid_fit){4, 4, 8, 8});
}

static void a_side_that_fits_is_kept(void **state)
{
    (void)state;
    assert_fit(ROWS("##.##.", "##.##.", "......"), (struct grid_rule){.width = 2, .height = 3},
               (struct grid_fit){3, 3, 2, 3});
}

static void margin_and_spacing_count(void **state)
{
    (void)state;
    assert_fit(ROWS(".......", ".##.##.", "......."),
               (struct grid_rule){.width = 1, .height = 1, .margin = 1, .spacing = 1},
               (struct grid_fit){2, 1, 2, 2});
}

static void few_cells_that_are_cut_are_no_reason(void **state)
{
    (void)state;
    assert_fit(ROWS(".##.....#...#...", "................"),
               (struct grid_rule){.width = 2, .height = 2}, fits);
    assert_fit(ROWS(".##.....#.......", "................"),
               (struct grid_rule){.width = 2, .height = 2}, (struct grid_fit){4, 2, 2, 3});
}

static void tiles_that_touch_everywhere_are_no_reason(void **state)
{
    (void)state;
    assert_fit(ROWS("########", "########", "########", "########"),
               (struct grid_rule){.width = 2, .height = 2}, fits);
    /* Nor is a picture that is one sprite, for then there is no sheet. */
    assert_fit(ROWS(".##.", ".##.", "...."), (struct grid_rule){.width = 2, .height = 3}, fits);
}

/* ---- All sizes ---------------------------------------------------------------------------- */

static bool solid_at(const struct bitmap *solid, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < solid->width && y < solid->height &&
           bitmap_get(solid, (uint32_t)x, (uint32_t)y);
}

/* The cells that have a solid pixel, or one that touches another outside of its cell. */
static size_t count_by_hand(const struct bitmap *solid, const struct atlas *cells, bool cut_alone)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    size_t count = 0;
    for (size_t i = 0; i < cells->frame_count; i++) {
        const struct atlas_frame *const cell = &cells->frames[i];
        const int64_t right = (int64_t)cell->x + cell->width;
        const int64_t bottom = (int64_t)cell->y + cell->height;
        bool counts = false;
        for (int64_t y = cell->y; y < bottom; y++)
            for (int64_t x = cell->x; x < right; x++)
                for (int k = 0; k < 4 && solid_at(solid, x, y); k++) {
                    const int64_t to_x = x + steps[k][0], to_y = y + steps[k][1];
                    const bool inside =
                        to_x >= cell->x && to_x < right && to_y >= cell->y && to_y < bottom;
                    counts = counts || !cut_alone || (!inside && solid_at(solid, to_x, to_y));
                }
        count += counts;
    }
    return count;
}

/* The cells of that size that are cut; -1 when they do not fill the picture. */
static int cut_by_hand(const struct bitmap *solid, struct grid_rule rule)
{
    struct atlas cells = {0};
    struct error err;
    bool ragged;
    int count = -1;
    if (grid_cut(&rule, solid->width, solid->height, &cells, &ragged, &err) && !ragged)
        count = (int)count_by_hand(solid, &cells, true);
    atlas_free(&cells);
    return count;
}

static int distance(uint32_t a, uint32_t b)
{
    return (int)(a > b ? a - b : b - a);
}

/* The distance of the nearest size that cuts nothing, on both sides together; -1: there is none. */
static int nearest_by_hand(const struct bitmap *solid, struct grid_rule rule)
{
    int best = -1;
    for (uint32_t w = 1; w <= solid->width; w++)
        for (uint32_t h = 1; h <= solid->height; h++) {
            const bool near = w <= 4 * rule.width && h <= 4 * rule.height && 4 * w >= rule.width &&
                              4 * h >= rule.height;
            struct grid_rule other = rule;
            other.width = w;
            other.height = h;
            const int x = distance(w, rule.width), y = distance(h, rule.height);
            if (near && cut_by_hand(solid, other) == 0 && (best < 0 || x + y < best))
                best = x + y;
        }
    return best;
}

static bool is_whole_nearest(const struct bitmap *solid, struct grid_rule rule, int nearest)
{
    return distance(solid->width, rule.width) + distance(solid->height, rule.height) == nearest;
}

static uint32_t next_random(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % below;
}

/* Blots at places of a grid of their own. */
static void random_sheet(struct bitmap *solid, uint32_t *seed, bool wide)
{
    const uint32_t step = 3 + next_random(seed, 5), times = wide ? 14 : 4;
    assert_true(bitmap_init(solid, step * (1 + next_random(seed, times)),
                            step * (1 + next_random(seed, 4))));
    for (uint32_t k = 0; k < solid->width * solid->height; k++) {
        const uint32_t x = next_random(seed, solid->width), y = next_random(seed, solid->height);
        if (x % step < step - 1 && y % step < step - 1)
            bitmap_set(solid, x, y);
    }
}

static void sizes_are_those_that_a_loop_finds(void **state)
{
    (void)state;
    uint32_t seed = 1, said = 0;
    for (int i = 0; i < 300; i++) {
        struct bitmap solid;
        random_sheet(&solid, &seed, i % 10 == 0);
        const struct grid_rule rule = {.width = 1 + next_random(&seed, solid.width),
                                       .height = 1 + next_random(&seed, solid.height)};
        struct atlas cells = {0};
        struct error err;
        bool ragged;
        const struct grid_fit fit = fit_of(&solid, rule);
        const int nearest = nearest_by_hand(&solid, rule);
        assert_true(grid_cut(&rule, solid.width, solid.height, &cells, &ragged, &err));
        const size_t cut = count_by_hand(&solid, &cells, true);
        const size_t drawn = count_by_hand(&solid, &cells, false);
        if (fit.width == 0) {
            /* The nearest may be the whole picture, which is no sheet. */
            assert_true(nearest <= 0 || cut * 2 <= drawn ||
                        is_whole_nearest(&solid, rule, nearest));
        } else {
            const struct grid_rule other = {.width = fit.width, .height = fit.height};
            assert_int_equal(cut_by_hand(&solid, other), 0);
            assert_int_equal(distance(fit.width, rule.width) + distance(fit.height, rule.height),
                             nearest);
            assert_true(cut * 2 > drawn);
            assert_int_equal(fit.cut, cut);
            assert_int_equal(fit.drawn, drawn);
            said++;
        }
        atlas_free(&cells);
        bitmap_free(&solid);
    }
    assert_in_range(said, 20, 280);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_that_are_half_as_large_are_noticed),
        cmocka_unit_test(a_side_that_fits_is_kept),
        cmocka_unit_test(margin_and_spacing_count),
        cmocka_unit_test(few_cells_that_are_cut_are_no_reason),
        cmocka_unit_test(tiles_that_touch_everywhere_are_no_reason),
        cmocka_unit_test(sizes_are_those_that_a_loop_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
