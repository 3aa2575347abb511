/*
 * test_canvas.c - what is drawn on a canvas, pixel for pixel
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "draw/canvas.h"
#include "support/model_support.h"

#include <string.h>

enum { BLACK = 0x000000ff, INK = 0x10203040 };
#define WHITE UINT32_C(0xffffffff)

/* The picture of a canvas that has black, which is '.', white, '#', and others, '?'. */
static void assert_canvas(struct rgba *canvas, const char *expected)
{
    struct text text = {0};

    for (uint32_t y = 0; y < canvas->height; y++) {
        for (uint32_t x = 0; x < canvas->width; x++) {
            const uint32_t color = canvas_get(canvas, x, y);

            text_add(&text, color == WHITE ? "#" : color == BLACK ? "." : "?", 1);
        }
        text_add(&text, "\n", 1);
    }
    assert_string_equal(text.bytes, expected);
    text_free(&text);
    rgba_free(canvas);
}

static struct rgba black(uint32_t width, uint32_t height)
{
    struct rgba canvas;
    struct error err;

    assert_true(canvas_init(&canvas, width, height, BLACK, &err));
    return canvas;
}

static struct canvas_point at(int64_t x, int64_t y)
{
    return (struct canvas_point){x, y};
}

static void a_fill_is_clipped_at_every_edge(void **state)
{
    (void)state;
    struct rgba canvas = black(4, 3);

    canvas_fill(&canvas, at(1, 1), 2, 1, WHITE);
    assert_canvas(&canvas, "....\n.##.\n....\n");
    canvas = black(4, 3);
    canvas_fill(&canvas, at(-5, -5), 6, 6, WHITE);
    canvas_fill(&canvas, at(3, 2), UINT64_MAX, UINT64_MAX, WHITE);
    canvas_fill(&canvas, at(INT64_MIN, 1), 5, 5, WHITE);
    canvas_fill(&canvas, at(INT64_MAX, 1), 5, 5, WHITE);
    assert_canvas(&canvas, "#...\n....\n...#\n");
}

static void colors_lie_over_each_other(void **state)
{
    (void)state;
    struct rgba canvas = black(1, 1);
    struct error err;

    canvas_fill(&canvas, at(0, 0), 1, 1, 0xff800080);
    assert_int_equal(canvas_get(&canvas, 0, 0), 0x804000ff);
    canvas_fill(&canvas, at(0, 0), 1, 1, 0xffffff00);
    assert_int_equal(canvas_get(&canvas, 0, 0), 0x804000ff);
    rgba_free(&canvas);
    /* Over nothing a colour is itself, and half over half is three quarters. */
    assert_true(canvas_init(&canvas, 1, 1, 0, &err));
    canvas_fill(&canvas, at(0, 0), 1, 1, INK);
    assert_int_equal(canvas_get(&canvas, 0, 0), INK);
    rgba_free(&canvas);
    assert_true(canvas_init(&canvas, 1, 1, 0x00000080, &err));
    canvas_fill(&canvas, at(0, 0), 1, 1, 0xffffff80);
    assert_int_equal(canvas_get(&canvas, 0, 0), 0xaaaaaac0);
    rgba_free(&canvas);
}

static void frames_are_whole_or_dashed_and_as_thick_as_asked_for(void **state)
{
    (void)state;
    struct rgba canvas = black(7, 5);

    canvas_frame(&canvas, at(1, 0), 5, 5, 1, 0, WHITE);
    assert_canvas(&canvas,
                  ".#####.\n"
                  ".#...#.\n"
                  ".#...#.\n"
                  ".#...#.\n"
                  ".#####.\n");
    canvas = black(9, 7);
    canvas_frame(&canvas, at(0, 0), 9, 7, 1, 2, WHITE);
    assert_canvas(&canvas,
                  "##..##..#\n"
                  "#.......#\n"
                  "#.......#\n"
                  ".........\n"
                  ".........\n"
                  "#.......#\n"
                  "##..##..#\n");
    canvas = black(6, 6);
    canvas_frame(&canvas, at(0, 0), 6, 6, 2, 0, WHITE);
    canvas_frame(&canvas, at(2, 2), 1, 1, 1, 0, WHITE);
    assert_canvas(&canvas,
                  "######\n"
                  "######\n"
                  "###.##\n"
                  "##..##\n"
                  "######\n"
                  "######\n");
}

static void lines_hold_both_ends(void **state)
{
    (void)state;
    struct rgba canvas = black(7, 4);

    canvas_line(&canvas, at(0, 0), at(6, 3), 1, WHITE);
    assert_canvas(&canvas,
                  "##.....\n"
                  "..##...\n"
                  "....##.\n"
                  "......#\n");
    canvas = black(4, 4);
    canvas_line(&canvas, at(3, 0), at(0, 3), 1, WHITE);
    assert_canvas(&canvas, "...#\n..#.\n.#..\n#...\n");
    canvas = black(5, 4);
    canvas_line(&canvas, at(1, 2), at(3, 2), 2, WHITE);
    assert_canvas(&canvas, ".....\n####.\n####.\n.....\n");
    canvas = black(3, 1);
    canvas_line(&canvas, at(1, 0), at(1, 0), 1, WHITE);
    assert_canvas(&canvas, ".#.\n");
}

static void a_bitmap_is_drawn_as_blocks(void **state)
{
    (void)state;
    struct rgba canvas = black(8, 7);
    struct bitmap bitmap;

    bitmap_draw(&bitmap, "#.\n##\n");
    canvas_bitmap(&canvas, at(1, 0), &bitmap, 3, 0, WHITE);
    assert_canvas(&canvas,
                  ".###....\n"
                  ".###....\n"
                  ".###....\n"
                  ".######.\n"
                  ".######.\n"
                  ".######.\n"
                  "........\n");
    canvas = black(8, 7);
    canvas_bitmap(&canvas, at(1, 0), &bitmap, 3, 1, WHITE);
    assert_canvas(&canvas,
                  "........\n"
                  "..#.....\n"
                  "........\n"
                  "........\n"
                  "..#..#..\n"
                  "........\n"
                  "........\n");
    bitmap_free(&bitmap);
}

static void letters_stand_in_cells_of_6(void **state)
{
    (void)state;
    struct rgba canvas = black(18, 8);

    canvas_text(&canvas, at(0, 0), 1, WHITE, "Ag");
    canvas_text(&canvas, at(12, 0), 1, WHITE, "\xc3\xa9");
    assert_canvas(&canvas,
                  ".###........#####.\n"
                  "#...#.......#...#.\n"
                  "#...#..####.#...#.\n"
                  "#####.#...#.#...#.\n"
                  "#...#.#...#.#...#.\n"
                  "#...#..####.#...#.\n"
                  "#...#.....#.#####.\n"
                  ".......###........\n");
    assert_int_equal(canvas_text_width("", 1), 0);
    assert_int_equal(canvas_text_width("Ag", 1), 11);
    assert_int_equal(canvas_text_width("A\xc3\xa9g\xff", 3), 4 * 18 - 3);
}

static void every_printable_character_has_a_letter_of_its_own(void **state)
{
    (void)state;
    struct text seen = {0};

    for (int c = ' '; c <= 0x7f; c++) {
        struct rgba canvas = black(5, 8);

        canvas_text(&canvas, at(0, 0), 1, WHITE, (char[]){(char)c, 0});
        for (size_t i = 0; i < seen.length; i += 160)
            assert_memory_not_equal(seen.bytes + i, canvas.pixels, 160);
        text_add(&seen, canvas.pixels, 160);
        rgba_free(&canvas);
    }
    text_free(&seen);
}

static void a_canvas_is_never_too_large(void **state)
{
    (void)state;
    struct rgba canvas;
    struct error err;

    assert_false(canvas_init(&canvas, 8192, 4097, BLACK, &err));
    assert_string_equal(err.text, "a picture of 8192x4097 pixels is too large");
    assert_false(canvas_init(&canvas, UINT64_MAX, UINT64_MAX, BLACK, &err));
    assert_false(canvas_init(&canvas, 0, 1, BLACK, &err));
    assert_null(canvas.pixels);
    rgba_free(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fill_is_clipped_at_every_edge),
        cmocka_unit_test(colors_lie_over_each_other),
        cmocka_unit_test(frames_are_whole_or_dashed_and_as_thick_as_asked_for),
        cmocka_unit_test(lines_hold_both_ends),
        cmocka_unit_test(a_bitmap_is_drawn_as_blocks),
        cmocka_unit_test(letters_stand_in_cells_of_6),
        cmocka_unit_test(every_printable_character_has_a_letter_of_its_own),
        cmocka_unit_test(a_canvas_is_never_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
