/*
 * test_sprite_picture.c - pictures of known masks, pixel for pixel
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "draw/sprite_draw.h"
#include "support/model_support.h"

#include <string.h>

static const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};

#define PAPER UINT32_C(0x000000ff)

/* The letter of a pixel: one for each clear colour, '?' for a colour that shines through. */
static char letter_of(uint32_t color)
{
    static const struct {
        uint32_t color;
        char letter;
    } letters[] = {{PAPER, ' '},       {COLOR_DARK, '.'},  {COLOR_LIGHT, ','},
                   {COLOR_SOLID, 's'}, {COLOR_EDGE, 'E'},  {COLOR_BOUNDS, 'B'},
                   {COLOR_PIVOT, 'V'}, {COLOR_PAPER, 'v'}, {COLOR_POINT, 'o'}};

    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].color == color)
            return letters[i].letter;
    return '?';
}

static void assert_picture(const struct rgba *canvas, const char *expected)
{
    struct text text = {0};

    for (uint32_t y = 0; y < canvas->height; y++) {
        for (uint32_t x = 0; x < canvas->width; x++)
            text_add(&text, (char[]){letter_of(canvas_get(canvas, x, y))}, 1);
        text_add(&text, "\n", 1);
    }
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static struct rgba paint(const struct model *model, const struct rgba *art, uint32_t scale,
                         uint32_t zoom, uint32_t width, uint32_t height)
{
    struct rgba canvas;
    struct error err;

    assert_true(canvas_init(&canvas, width, height, PAPER, &err));
    const struct sheet_cell stage = {&canvas, {2, 2}, scale, zoom};
    assert_true(sprite_picture_paint(model, &model->sprites[0], art, &stage, &err));
    return canvas;
}

static void a_mask_with_its_outline_bounds_and_pivot(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "a", "....\n.##.\n.###\n", NULL);
    struct rgba canvas = paint(&model, NULL, 1, 4, 20, 16);
    assert_picture(&canvas,
                   "                    \n"
                   "         vvv        \n"
                   "  ,,,,,,,vVv......  \n"
                   "  ,,,,,,,vVv......  \n"
                   "  ,,,,,,,vVv......  \n"
                   "  ,,,BBBBvVv.BBBB.  \n"
                   "  ,,,BEEEvVvEEE... B\n"
                   "  ,vvvvvvvVvvvvvvv B\n"
                   "  ,vVVVVVVVVVVVVVv B\n"
                   "  ,vvvvvvvVvvvvvvv B\n"
                   "  ....EssvVvssEEEEE \n"
                   "  ....EssvVvssssssE \n"
                   "  ....EssvVvssssssE \n"
                   "  ....EssvVvssssssE \n"
                   "     BEEEvVvEEEEEEEB\n"
                   "     BBBBvvv BBBB   \n");
    rgba_free(&canvas);
    model_free(&model);
}

static void points_are_blocks_inside_their_pixels(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "a", "###\n###\n###\n", &outline);
    model.sprites[0].pivot_x = model.sprites[0].pivot_y = -65536 * 10;
    struct rgba canvas = paint(&model, NULL, 1, 4, 16, 16);
    assert_picture(&canvas,
                   "                \n"
                   " BBBB    BBBB   \n"
                   " BEEEEEEEEEEEEEB\n"
                   " BEoossoossoosEB\n"
                   " BEoossoossoosEB\n"
                   " BEsssssssssssEB\n"
                   "  EsssssssssssE \n"
                   "  EoossssssoosE \n"
                   "  EoossssssoosE \n"
                   "  EsssssssssssE \n"
                   " BEsssssssssssEB\n"
                   " BEoossoossoosEB\n"
                   " BEoossoossoosEB\n"
                   " BEsssssssssssEB\n"
                   "  EEEEEEEEEEEEE \n"
                   " BBBB    BBBB   \n");
    rgba_free(&canvas);
    model_free(&model);
}

static void a_large_sprite_is_scaled_down(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "a", "........\n.#......\n........\n......##\n", &outline);
    model.sprites[0].pivot_x = model.sprites[0].pivot_y = -65536 * 10;
    struct rgba canvas = paint(&model, NULL, 2, 1, 8, 6);
    assert_picture(&canvas,
                   "        \n"
                   " BBB   B\n"
                   " Bo,,, B\n"
                   " B,,,o B\n"
                   " B     B\n"
                   " BBB   B\n");
    rgba_free(&canvas);
    model_free(&model);
}

/* How far the hue of a colour is round the circle, of 360. */
static int hue(uint32_t color)
{
    const int r = (uint8_t)(color >> 24), g = (uint8_t)(color >> 16), b = (uint8_t)(color >> 8);
    const int high = r > g ? (r > b ? r : b) : (g > b ? g : b);
    const int low = r < g ? (r < b ? r : b) : (g < b ? g : b);
    const int range = high - low;
    return high == r   ? (60 * (g - b) / range + 360) % 360
           : high == g ? 60 * (b - r) / range + 120
                       : 60 * (r - g) / range + 240;
}

static void art_keeps_its_hues(void **state)
{
    static const uint32_t colors[] = {0xff69b4ff, 0xffc0cbff, 0xd03030ff, 0xe8c040ff,
                                      0x40a050ff, 0x3060d0ff, 0x8040c0ff};
    (void)state;
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
        struct model model = {0};
        struct rgba art;
        struct error err;

        assert_true(canvas_init(&art, 2, 1, colors[i], &err));
        model_draw(&model, "a", "#.\n", NULL);
        model.sprites[0].pivot_x = model.sprites[0].pivot_y = -65536 * 10;
        struct rgba canvas = paint(&model, &art, 1, 6, 16, 10);
        assert_in_range(hue(canvas_get(&canvas, 5, 5)) - hue(colors[i]) + 10, 7, 13);
        rgba_free(&canvas);
        rgba_free(&art);
        model_free(&model);
    }
}

static void art_lies_below_dimmed(void **state)
{
    (void)state;
    struct model model = {0};
    struct rgba art;
    struct error err;

    assert_true(canvas_init(&art, 2, 1, 0xffffffff, &err));
    model_draw(&model, "a", "#.\n", NULL);
    model.sprites[0].pivot_x = model.sprites[0].pivot_y = -65536 * 10;
    struct rgba canvas = paint(&model, &art, 1, 6, 16, 10);
    /* White under a little paper, and under much of it beside the mask. */
    assert_int_equal(canvas_get(&canvas, 5, 5), 0xd3d3d4ff);
    assert_int_equal(canvas_get(&canvas, 11, 5), 0x5d5e62ff);
    rgba_free(&canvas);
    rgba_free(&art);
    model_free(&model);
}

/* ---- Sheets ------------------------------------------------------------------------------- */

struct counted {
    size_t painted;
    uint32_t side;
    const char *name, *figures;
    struct canvas_point places[40];
    struct sheet_cell last;
};

static void describe(void *user, size_t index, uint32_t size[2],
                     char lines[SHEET_LINES][SHEET_LINE])
{
    const struct counted *counted = user;

    (void)index;
    size[0] = size[1] = counted->side;
    strcpy(lines[0], counted->name);
    strcpy(lines[1], counted->figures);
}

static bool note(void *user, size_t index, const struct sheet_cell *stage, struct error *err)
{
    struct counted *counted = user;

    (void)err;
    if (index < 40)
        counted->places[index] = stage->at;
    counted->last = *stage;
    counted->painted++;
    return true;
}

static struct counted draw_labelled(size_t count, uint32_t side, const char *name,
                                    const char *figures, uint32_t size[2])
{
    static const struct contact_sheet_key legend[] = {{COLOR_EDGE, "key"}, {0, NULL}};
    struct counted counted = {.side = side, .name = name, .figures = figures};
    const struct contact_sheet sheet = {count, legend, &counted, describe, note};
    struct rgba canvas;
    struct error err;
    size_t drawn;

    assert_true(contact_sheet_draw(&sheet, &canvas, &drawn, &err));
    assert_int_equal(drawn, counted.painted);
    size[0] = canvas.width;
    size[1] = canvas.height;
    rgba_free(&canvas);
    return counted;
}

static struct counted draw_sheet(size_t count, uint32_t side, uint32_t size[2])
{
    return draw_labelled(count, side, "a name", "figures", size);
}

/* A picture of 5 x 3 pixels in a sprite of 7 x 6, packed by hand: turned on a page, or scaled to
 * twice its size. What is drawn is the picture at its place, and nothing beside it. */
static void art_is_upright_and_at_its_place(void **state)
{
    (void)state;
    for (uint32_t turn = 0; turn < PLACE_TURNS; turn++)
        for (uint32_t times = 1; times <= 2; times++)
            for (uint32_t shrink = 1; shrink <= 3; shrink++) {
                enum { WIDTH = 5, HEIGHT = 3 };
                const bool turned = turn != PLACE_UPRIGHT;
                struct model_sprite sprite = {
                    .width = 7 * times,
                    .height = 6 * times,
                    .turn = turn,
                    .region = {2, 1, turned ? HEIGHT : WIDTH, turned ? WIDTH : HEIGHT},
                    .place = {times, 2 * times, WIDTH * times, HEIGHT * times},
                };
                struct rgba page, canvas;
                struct error err;
                assert_true(canvas_init(&page, 9, 9, UINT32_C(0xff00ffff), &err));
                assert_true(canvas_init(&canvas, 20, 20, PAPER, &err));
                for (uint32_t j = 0; j < HEIGHT; j++)
                    for (uint32_t i = 0; i < WIDTH; i++) {
                        const struct canvas_point at = {
                            2 + (turn == PLACE_UPRIGHT     ? i
                                 : turn == PLACE_CLOCKWISE ? HEIGHT - 1 - j
                                                           : j),
                            1 + (turn == PLACE_UPRIGHT     ? j
                                 : turn == PLACE_CLOCKWISE ? i
                                                           : WIDTH - 1 - i)};
                        canvas_fill(&page, at, 1, 1, (1 + i) << 24 | (1 + j) << 16 | 255);
                    }
                sprite_picture_art(&canvas, (struct canvas_point){1, 3}, &page, &sprite, shrink, 1);
                for (uint32_t y = 0; y < 20; y++)
                    for (uint32_t x = 0; x < 20; x++) {
                        const uint32_t u = (x - 1) * shrink, v = (y - 3) * shrink;
                        const uint32_t i = u / times - 1, j = v / times - 2;
                        const bool drawn = x >= 1 && y >= 3 && u < sprite.width &&
                                           v < sprite.height && i < WIDTH && j < HEIGHT;
                        assert_int_equal(canvas_get(&canvas, x, y),
                                         drawn ? (1 + i) << 24 | (1 + j) << 16 | 255 : PAPER);
                    }
                rgba_free(&page);
                rgba_free(&canvas);
            }
}

static void one_thing_is_large_and_many_are_smaller(void **state)
{
    uint32_t size[2];
    struct counted counted;

    (void)state;
    counted = draw_sheet(1, 16, size);
    assert_int_equal(counted.last.zoom, 24);
    counted = draw_sheet(1, 100, size);
    assert_int_equal(counted.last.zoom, 9);
    counted = draw_sheet(40, 16, size);
    assert_int_equal(counted.painted, 40);
    assert_int_equal(counted.last.zoom, 16);
    for (size_t i = 1; i < 40; i++)
        assert_true(counted.places[i].x > counted.places[i - 1].x ||
                    counted.places[i].y > counted.places[i - 1].y);
    counted = draw_sheet(0, 16, size);
    assert_int_equal(counted.painted, 0);
}

static uint32_t cell_width(const char *name, const char *figures)
{
    uint32_t size[2];
    const struct counted counted = draw_labelled(12, 16, name, figures, size);

    return (uint32_t)(counted.places[1].x - counted.places[0].x);
}

static void cells_are_as_wide_as_their_figures_but_not_as_names(void **state)
{
    static const char wide[] = "65535x65535  100.0%  1000000 pts";

    (void)state;
    assert_true(cell_width("a name", wide) > canvas_text_width(wide, 2));
    assert_int_equal(cell_width(wide, "1x1"), cell_width("a name", "1x1"));
}

static void what_is_huge_is_shrunk(void **state)
{
    uint32_t size[2];
    const struct counted counted = draw_sheet(1, 16384, size);

    (void)state;
    assert_int_equal(counted.last.scale, 18);
    assert_int_equal(counted.last.zoom, 1);
    assert_true(size[0] < 1100 && size[1] < 1100);
}

static void a_million_things_do_not_make_gigabytes(void **state)
{
    uint32_t size[2];
    const struct counted counted = draw_sheet(1000000, 16, size);

    (void)state;
    assert_true(counted.painted > 50000);
    assert_true(counted.painted < 1000000);
    assert_true((uint64_t)size[0] * size[1] <= RGBA_PIXELS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mask_with_its_outline_bounds_and_pivot),
        cmocka_unit_test(points_are_blocks_inside_their_pixels),
        cmocka_unit_test(a_large_sprite_is_scaled_down),
        cmocka_unit_test(art_keeps_its_hues),
        cmocka_unit_test(art_lies_below_dimmed),
        cmocka_unit_test(art_is_upright_and_at_its_place),
        cmocka_unit_test(one_thing_is_large_and_many_are_smaller),
        cmocka_unit_test(cells_are_as_wide_as_their_figures_but_not_as_names),
        cmocka_unit_test(what_is_huge_is_shrunk),
        cmocka_unit_test(a_million_things_do_not_make_gigabytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
