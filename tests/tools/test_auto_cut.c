/*
 * test_auto_cut.c - sheets cut into their pieces, as drawn and beside loops of one pixel a turn
 */

#include "support/cmocka_all.h"

#include "bake/cells.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 40, BOXES = SIDE * SIDE };

struct grid {
    uint32_t width, height;
    bool pixel[SIDE][SIDE];
};

static void cut(const struct grid *grid, struct auto_cut_rule rule, struct atlas *out)
{
    struct bitmap solid;
    struct error err;
    assert_true(bitmap_init(&solid, grid->width, grid->height));
    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++)
            if (grid->pixel[y][x])
                bitmap_set(&solid, x, y);
    *out = (struct atlas){0};
    assert_true(auto_cut(&solid, &rule, out, &err));
    bitmap_free(&solid);
}

/* ---- Examples ----------------------------------------------------------------------------- */

#define ROWS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The second drawing has the number of each box in all of its pixels. */
static void assert_cut(const char *const *art, struct auto_cut_rule rule, const char *const *wanted)
{
    static struct grid grid;
    char got[SIDE][SIDE + 1];
    struct atlas atlas;
    grid = (struct grid){.width = (uint32_t)strlen(art[0])};
    for (uint32_t y = 0; art[y] != NULL; y++, grid.height++)
        for (uint32_t x = 0; x < grid.width; x++)
            grid.pixel[y][x] = art[y][x] == '#';
    cut(&grid, rule, &atlas);
    memset(got, '.', sizeof got);
    for (size_t i = 0; i < atlas.frame_count; i++) {
        const struct atlas_frame *const frame = &atlas.frames[i];
        assert_int_equal(atoi(frame->name), (int)i);
        for (uint32_t y = frame->y; y < frame->y + frame->height; y++) {
            assert_true(frame->x + frame->width <= grid.width && y < grid.height);
            memset(&got[y][frame->x], '0' + (int)i, frame->width);
        }
    }
    for (uint32_t y = 0; y < grid.height; y++) {
        got[y][grid.width] = 0;
        assert_string_equal(got[y], wanted[y]);
    }
    atlas_free(&atlas);
}

static void pieces_are_boxes_in_reading_order(void **state)
{
    (void)state;
    assert_cut(ROWS("..#..##.", ".##...#.", "........", "##....#."), (struct auto_cut_rule){0, 0},
               ROWS(".00..11.", ".00..11.", "........", "22....3."));
}

static void pixels_that_touch_at_a_corner_are_one_piece(void **state)
{
    (void)state;
    assert_cut(ROWS("#...", ".#..", "...#"), (struct auto_cut_rule){0, 0},
               ROWS("00..", "00..", "...1"));
}

static void pieces_whose_boxes_overlap_are_one(void **state)
{
    (void)state;
    /* A piece within another, or one that reaches into its box, belongs to it. */
    assert_cut(ROWS("#####..", "#...#..", "#.#.#.#", "#...#..", "#####.."),
               (struct auto_cut_rule){0, 0},
               ROWS("00000..", "00000..", "00000.1", "00000..", "00000.."));
    assert_cut(ROWS("#...", "#.##", "##..", "...#"), (struct auto_cut_rule){1, 0},
               ROWS("0000", "0000", "0000", "0000"));
}

static void the_gap_joins_what_has_fewer_pixels_between(void **state)
{
    (void)state;
    const char *const *const art = ROWS("#.#..#", "......", "......", "#.....");
    assert_cut(art, (struct auto_cut_rule){1, 0}, ROWS("0.1..2", "......", "......", "3....."));
    assert_cut(art, (struct auto_cut_rule){2, 0}, ROWS("000..1", "......", "......", "2....."));
    assert_cut(art, (struct auto_cut_rule){3, 0}, ROWS("000000", "000000", "000000", "000000"));
}

static void a_box_that_grew_joins_what_is_close_now(void **state)
{
    (void)state;
    /* The dot lies in the box around the two others, and in neither of theirs. */
    assert_cut(ROWS("#.#####", "#......", "#....#.", "###...."), (struct auto_cut_rule){0, 0},
               ROWS("0000000", "0000000", "0000000", "0000000"));
    assert_cut(ROWS("#......", "#......", "#....#.", "###...."), (struct auto_cut_rule){0, 0},
               ROWS("000....", "000....", "000..1.", "000...."));
}

static void small_pieces_are_left_out(void **state)
{
    (void)state;
    assert_cut(ROWS("#..##..", ".......", "##..#.."), (struct auto_cut_rule){0, 2},
               ROWS("...00..", ".......", "11....."));
    assert_cut(ROWS("#.#.#"), (struct auto_cut_rule){9, 2}, ROWS("....."));
}

static void a_sprite_that_is_drawn_anew_keeps_its_number(void **state)
{
    (void)state;
    const char *const *const numbers =
        ROWS(".......", "00.11.2", "00.11.2", "00.11.2", ".......", "33.44..", "33.44..");
    assert_cut(ROWS(".......", "##.##.#", "##.##.#", "##.##.#", ".......", "##.##..", "##.##.."),
               (struct auto_cut_rule){0, 0}, numbers);
    /* One is higher now, another lower, and one begins where the next row does. */
    assert_cut(ROWS("...##..", "##.##..", "##.##.#", "##.##.#", "......#", "##.##..", "##.##.."),
               (struct auto_cut_rule){0, 0},
               ROWS("...11..", "00.11..", "00.11.2", "00.11.2", "......2", "33.44..", "33.44.."));
}

static void an_empty_picture_has_no_sprite(void **state)
{
    (void)state;
    assert_cut(ROWS("...", "..."), (struct auto_cut_rule){5, 0}, ROWS("...", "..."));
}

/* ---- The oracle --------------------------------------------------------------------------- */

struct box {
    int x0, y0, x1, y1; /* the last ones belong to it */
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Clears a piece and returns its number of pixels. */
static uint32_t take_piece(struct grid *grid, int x, int y, struct box *box)
{
    uint32_t count = 1;
    if (x < 0 || y < 0 || x >= (int)grid->width || y >= (int)grid->height || !grid->pixel[y][x])
        return 0;
    grid->pixel[y][x] = false;
    *box = (struct box){smaller(box->x0, x), smaller(box->y0, y), larger(box->x1, x),
                        larger(box->y1, y)};
    for (int i = 0; i < 9; i++)
        count += take_piece(grid, x + i % 3 - 1, y + i / 3 - 1, box);
    return count;
}

/* The pixels between two sides, or a negative number when they overlap. */
static int between(int a0, int a1, int b0, int b1)
{
    return larger(a0, b0) - smaller(a1, b1) - 1;
}

static bool join_two(struct box *boxes, size_t *count, int gap)
{
    for (size_t i = 0; i < *count; i++)
        for (size_t k = i + 1; k < *count; k++) {
            struct box *const a = &boxes[i], *const b = &boxes[k];
            const int across = between(a->x0, a->x1, b->x0, b->x1);
            const int down = between(a->y0, a->y1, b->y0, b->y1);
            if ((across >= 0 && across >= gap) || (down >= 0 && down >= gap))
                continue;
            *a = (struct box){smaller(a->x0, b->x0), smaller(a->y0, b->y0), larger(a->x1, b->x1),
                              larger(a->y1, b->y1)};
            *b = boxes[--*count];
            return true;
        }
    return false;
}

static bool is_in_row(const struct box *first, const struct box *other)
{
    const double a = (first->y0 + first->y1 + 1) / 2.0, b = (other->y0 + other->y1 + 1) / 2.0;
    return (a >= other->y0 && a < other->y1 + 1) || (b >= first->y0 && b < first->y1 + 1);
}

static bool comes_first(const struct box *a, const struct box *b, bool by_side)
{
    const int first = by_side ? a->x0 - b->x0 : a->y0 - b->y0;
    const int second = by_side ? a->y0 - b->y0 : a->x0 - b->x0;
    return first != 0 ? first < 0 : second < 0;
}

static size_t find_first(const struct box *boxes, size_t count, const bool *among, bool by_side)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++)
        if (among[i] && (best == count || comes_first(&boxes[i], &boxes[best], by_side)))
            best = i;
    return best;
}

/* Row after row, each from left to right. */
static void order(const struct box *boxes, size_t count, struct box *out)
{
    static bool left[BOXES], row[BOXES];
    size_t done = 0, i;
    memset(left, true, sizeof left);
    while ((i = find_first(boxes, count, left, false)) < count) {
        const struct box first = boxes[i];
        for (size_t k = 0; k < count; k++)
            row[k] = left[k] && is_in_row(&first, &boxes[k]);
        for (; (i = find_first(boxes, count, row, true)) < count; row[i] = left[i] = false)
            out[done++] = boxes[i];
    }
}

static void assert_as_by_hand(const struct grid *grid, struct auto_cut_rule rule)
{
    static struct grid rest;
    static struct box boxes[BOXES], ordered[BOXES];
    struct atlas atlas;
    size_t count = 0;
    rest = *grid;
    for (int i = 0; i < SIDE * SIDE; i++) {
        boxes[count] = (struct box){SIDE, SIDE, 0, 0};
        const uint32_t area = take_piece(&rest, i % SIDE, i / SIDE, &boxes[count]);
        count += area > 0 && area >= rule.least;
    }
    while (join_two(boxes, &count, (int)rule.gap))
        continue;
    order(boxes, count, ordered);
    cut(grid, rule, &atlas);
    assert_int_equal(atlas.frame_count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(atlas.frames[i].x, ordered[i].x0);
        assert_int_equal(atlas.frames[i].y, ordered[i].y0);
        assert_int_equal(atlas.frames[i].width, ordered[i].x1 - ordered[i].x0 + 1);
        assert_int_equal(atlas.frames[i].height, ordered[i].y1 - ordered[i].y0 + 1);
    }
    atlas_free(&atlas);
}

static uint32_t next_random(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % below;
}

static void random_sheets_are_cut_as_by_hand(void **state)
{
    (void)state;
    static struct grid grid;
    uint32_t seed = 1;
    for (int i = 0; i < 600; i++) {
        const uint32_t blots = next_random(&seed, 60), most = 1 + next_random(&seed, 6);
        grid = (struct grid){.width = 1 + next_random(&seed, SIDE),
                             .height = 1 + next_random(&seed, SIDE)};
        for (uint32_t k = 0; k < blots; k++) {
            const uint32_t x = next_random(&seed, grid.width), y = next_random(&seed, grid.height);
            const uint32_t right = x + 1 + next_random(&seed, most);
            const uint32_t bottom = y + 1 + next_random(&seed, most);
            for (uint32_t py = y; py < bottom && py < grid.height; py++)
                for (uint32_t px = x; px < right && px < grid.width; px++)
                    grid.pixel[py][px] = true;
        }
        assert_as_by_hand(&grid,
                          (struct auto_cut_rule){next_random(&seed, 4), next_random(&seed, 3)});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_boxes_in_reading_order),
        cmocka_unit_test(pixels_that_touch_at_a_corner_are_one_piece),
        cmocka_unit_test(pieces_whose_boxes_overlap_are_one),
        cmocka_unit_test(the_gap_joins_what_has_fewer_pixels_between),
        cmocka_unit_test(a_box_that_grew_joins_what_is_close_now),
        cmocka_unit_test(small_pieces_are_left_out),
        cmocka_unit_test(a_sprite_that_is_drawn_anew_keeps_its_number),
        cmocka_unit_test(an_empty_picture_has_no_sprite),
        cmocka_unit_test(random_sheets_are_cut_as_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
