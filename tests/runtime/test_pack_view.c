/*
 * test_pack_view.c - views of sprites: what they tell, in packs and of bits, wherever these lie
 */

#include "support/cmocka_all.h"

#include <hitmask_canvas.h>
#include <hitmask_world.h>

#include "support/pack_support.h"

#include "sprite.h"
#include "support/model_support.h"

#include <stdlib.h>

/* ---- What a view tells -------------------------------------------------------------------- */

static void a_view_is_what_was_drawn(void **state)
{
    (void)state;
    static const char picture[] =
        ".....\n"
        "..#..\n"
        ".##..\n"
        ".....\n";
    const struct points_rule rule = {.wanted = true, .cell = 2, .prune = 0};
    struct model model = {0};
    hm_pack pack;
    hm_sprite sprite;
    hm_point point;
    hm_box bounds;
    int64_t x, y;

    model_draw(&model, "foot", picture, &rule);
    struct bytes bytes = pack_bytes(&model);
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_true(hm_pack_find(&pack, "foot", &sprite));
    assert_string_equal(hm_sprite_name(&sprite), "foot");
    assert_int_equal(hm_sprite_width(&sprite), 5);
    assert_int_equal(hm_sprite_height(&sprite), 4);
    assert_int_equal(hm_sprite_area(&sprite), 3);
    hm_sprite_bounds(&sprite, &bounds);
    assert_int_equal(bounds.x0, 1);
    assert_int_equal(bounds.y0, 1);
    assert_int_equal(bounds.x1, 3);
    assert_int_equal(bounds.y1, 3);
    hm_sprite_pivot(&sprite, &x, &y);
    assert_int_equal(x, 5 * 32768);
    assert_int_equal(y, 4 * 32768);
    for (int32_t row = -1; row < 5; row++)
        for (int32_t column = -1; column < 6; column++) {
            const bool drawn = row >= 0 && row < 4 && column >= 0 && column < 5 &&
                               picture[row * 6 + column] == '#';
            assert_int_equal(hm_solid(&sprite, column, row), drawn);
        }

    /* The map is 3 x 2: pixel columns 0 1 | 2 3 | 4, so (2, 1), (1, 2) and (2, 2) are three
     * cells, whose middle pixels are these. */
    assert_int_equal(hm_sprite_point_count(&sprite), 3);
    static const hm_point points[] = {{3, 1}, {3, 3}, {1, 3}};
    for (uint32_t i = 0; i < 3; i++)
        for (int flips = 0; flips < 4; flips++) {
            hm_sprite view;
            hm_sprite_flip(&sprite, flips & 1, flips & 2, &view);
            assert_true(hm_sprite_point(&view, i, &point));
            assert_int_equal(point.x, flips & 1 ? 4 - points[i].x : points[i].x);
            assert_int_equal(point.y, flips & 2 ? 3 - points[i].y : points[i].y);
        }
    point = (hm_point){-1, -2};
    assert_false(hm_sprite_point(&sprite, 3, &point)); /* and writes nothing */
    assert_true(point.x == -1 && point.y == -2);
    free(bytes.at);
    model_free(&model);
}

/* Opening a pack does not look at points. A cell off the map, of a damaged pack, has no pixel: it
 * gets the last. */
static void a_cell_off_the_map_stands_for_the_last_pixel(void **state)
{
    (void)state;
    for (int axis = 0; axis < 2; axis++) {
        const struct fault fault = {"cell", HM_OK, {{SECTION_POINTS, axis, 1, 0xff}}};
        struct bytes bytes = example_with(&fault);
        hm_pack pack;
        hm_sprite sprite;
        hm_point point;
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
        assert_true(hm_pack_find(&pack, "box", &sprite));
        assert_true(hm_sprite_point(&sprite, 0, &point));
        assert_int_equal(point.x, axis == 0 ? hm_sprite_width(&sprite) - 1 : 0);
        assert_int_equal(point.y, axis == 1 ? hm_sprite_height(&sprite) - 1 : 0);
        free(bytes.at);
    }
}

static void a_buffer_is_as_large_as_it_must_be(void **state)
{
    (void)state;
    static const struct {
        int32_t width, height;
        size_t words;
    } cases[] = {
        {0, 0, 0},
        {0, 5, 0},
        {5, 0, 0},
        {1, 1, 1},
        {64, 3, 3},
        {65, 3, 6},
        {256, 255, 4 * 255},
        {256, 256, 4 * 256 + 16},
        {256, 1024, 4 * 1024 + 16},
        {300, 1025, 5 * 1025 + 40},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(hm_sprite_buffer_size(cases[i].width, cases[i].height),
                         8 * cases[i].words + WORDS_SLACK);
    assert_int_equal(hm_sprite_buffer_size(-1, 5), 0);
    assert_int_equal(hm_sprite_buffer_size(5, -1), 0);
    assert_int_equal(hm_sprite_buffer_size(INT32_MIN, INT32_MIN), 0);
}

/* A box of pixels, without the one in the middle unless it is full. */
static uint8_t *view_of_box(int32_t width, int32_t height, bool full, hm_sprite *out)
{
    const size_t stride = ((size_t)width + 7) / 8, size = hm_sprite_buffer_size(width, height);
    uint8_t *const bits = malloc(stride * (size_t)height), *const buffer = malloc(size);

    assert_non_null(bits);
    assert_non_null(buffer);
    memset(bits, 0xff, stride * (size_t)height);
    memset(buffer, 0xff, size);
    if (!full)
        bits[(size_t)(height / 2) * stride + (size_t)width / 16] ^= 1;
    assert_true(hm_sprite_from_bits(bits, stride, width, height, buffer, size, out));
    for (size_t i = size - WORDS_SLACK; i < size; i++)
        assert_int_equal(buffer[i], 0);
    assert_int_equal(out->pivot_x, width * INT64_C(32768));
    assert_int_equal(out->pivot_y, height * INT64_C(32768));
    free(bits);
    return buffer;
}

/* It changes no answer, only how fast it comes. */
static void a_view_says_which_code_may_read_it(void **state)
{
    (void)state;
    static const struct {
        int32_t width, height;
        bool full;
        unsigned plain;
    } cases[] = {
        {1, 1, true, PLAIN | PLAIN_NARROW},
        {64, FULL_ROWS, true, PLAIN | PLAIN_NARROW},
        {64, FULL_ROWS + 1, true, 0},
        {65, 1, true, 0},
        {256, 256, true, 0},
        {64, 1, false, PLAIN | PLAIN_NARROW},
        {64, 1000, false, PLAIN | PLAIN_NARROW},
        {65, 1, false, PLAIN},
        {65, 1000, false, PLAIN},
        {255, 256, false, PLAIN},
        {256, 255, false, PLAIN},
        {256, 256, false, PLAIN | PLAIN_LARGE},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hm_sprite sprite, view;
        uint8_t *const buffer =
            view_of_box(cases[i].width, cases[i].height, cases[i].full, &sprite);
        for (int flips = 0; flips < 4; flips++) {
            hm_sprite_flip(&sprite, flips & 1, flips & 2, &view);
            assert_int_equal(view.plain, cases[i].plain * (unsigned)(STORED + (flips == 0)));
        }
        free(buffer);
    }
}

static bool block_has_pixel(const hm_sprite *sprite, int32_t i, int32_t j)
{
    for (int32_t y = 16 * j; y < 16 * j + 16; y++)
        for (int32_t x = 16 * i; x < 16 * i + 16; x++)
            if (hm_solid(sprite, x, y))
                return true;
    return false;
}

/* The bit of each block stands where FORMAT.md says, up to the end of the last words. */
static void assert_blocks(const hm_sprite *sprite)
{
    const int32_t columns = (sprite->width + 63) / 64 * 4;
    const int32_t rows = (sprite->height + 1023) / 1024 * 64;

    for (int32_t j = 0; j < rows; j++)
        for (int32_t i = 0; i < columns; i++) {
            const uint64_t word = get_u64(sprite->blocks + 8 * (j / 64 * columns + i));
            assert_int_equal(word >> j % 64 & 1, block_has_pixel(sprite, i, j));
        }
}

/* Two corners, and the first pixel of the second stripe. */
static uint8_t *view_of_few(int32_t width, int32_t height, hm_sprite *out)
{
    const size_t stride = ((size_t)width + 7) / 8, size = hm_sprite_buffer_size(width, height);
    uint8_t *const bits = calloc(stride, (size_t)height), *const buffer = malloc(size);

    assert_non_null(bits);
    assert_non_null(buffer);
    bits[0] = bits[8] = 1;
    bits[stride * (size_t)height - 1] = (uint8_t)(1 << (width - 1) % 8);
    assert_true(hm_sprite_from_bits(bits, stride, width, height, buffer, size, out));
    free(bits);
    return buffer;
}

/* With as many rows as words of blocks are for, and some more or less. */
static void a_view_of_large_bits_has_its_blocks(void **state)
{
    (void)state;
    static const int32_t sides[][2] = {{256, 256},  {300, 1010}, {257, 1024}, {300, 1030},
                                       {300, 1100}, {700, 1500}, {256, 2048}};

    for (size_t i = 0; i < 2 * sizeof sides / sizeof *sides; i++) {
        const int32_t width = sides[i / 2][0], height = sides[i / 2][1];
        hm_sprite sprite;
        uint8_t *const buffer = i % 2 == 0 ? view_of_box(width, height, false, &sprite)
                                           : view_of_few(width, height, &sprite);
        assert_true(sprite.blocks == buffer + 8 * stripe_count((uint32_t)width) * (size_t)height);
        assert_blocks(&sprite);
        free(buffer);
    }
}

static void a_view_without_pixels_has_no_bounds(void **state)
{
    (void)state;
    static const uint8_t bits[2 * 3] = {0};
    static const hm_box none = {0, 0, 0, 0};
    uint8_t buffer[256];
    hm_sprite sprite;
    hm_box bounds;

    assert_true(hm_sprite_from_bits(bits, 2, 9, 3, buffer, sizeof buffer, &sprite));
    hm_sprite_bounds(&sprite, &bounds);
    assert_memory_equal(&bounds, &none, sizeof none);
    assert_int_equal(hm_sprite_area(&sprite), 0);
}

static void the_pivot_is_mirrored_with_the_view(void **state)
{
    (void)state;
    hm_sprite sprite, view;
    uint8_t *const buffer = view_of_box(7, 5, true, &sprite);

    sprite.pivot_x = -100;
    sprite.pivot_y = 65537;
    for (int flips = 0; flips < 4; flips++) {
        int64_t x = 0, y = 0;
        hm_sprite_flip(&sprite, flips & 1, flips & 2, &view);
        hm_sprite_pivot(&view, &x, &y);
        assert_int_equal(x, flips & 1 ? 7 * 65536 + 100 : -100);
        assert_int_equal(y, flips & 2 ? 5 * 65536 - 65537 : 65537);
    }
    free(buffer);
}

static void a_box_is_solid_inside_alone(void **state)
{
    (void)state;
    static const int32_t widths[] = {2, 63, 64, 65, 126, 128, 130, 200};

    for (size_t i = 0; i < 2 * sizeof widths / sizeof *widths; i++)
        for (int flips = 0; flips < 4; flips++) {
            const int32_t width = widths[i / 2], height = 5;
            hm_sprite sprite, view;
            uint8_t *const buffer = view_of_box(width, height, i % 2, &sprite);
            hm_sprite_flip(&sprite, flips & 1, flips & 2, &view);
            for (int32_t y = -2; y < height + 2; y++)
                for (int32_t x = -2; x < width + 2; x++) {
                    const int32_t u = flips & 1 ? width - 1 - x : x;
                    const int32_t v = flips & 2 ? height - 1 - y : y;
                    const bool inside = u >= 0 && u < width && v >= 0 && v < height;
                    const bool hole = i % 2 == 0 && u == width / 16 * 8 && v == height / 2;
                    assert_int_equal(hm_solid(&view, x, y), inside && !hole);
                }
            free(buffer);
        }
}

/* Builds without SIMD do not use blocks. */
#if defined(HM_SIMD)
enum { BLOCKS_USED = 1 };
#else
enum { BLOCKS_USED = 0 };
#endif

static void the_view_of_a_large_mask_has_its_blocks(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{256, 256}, {255, 256}, {256, 255}, {300, 1100}};

    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const uint32_t width = sides[i][0], height = sides[i][1];
        const bool large = BLOCKS_USED && width >= 256 && height >= 256;
        struct text picture = {0};
        struct model model = {0};
        hm_pack pack;
        hm_sprite sprite;
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x <= width; x++)
                text_add(&picture, x == width ? "\n" : x * y % 7 == 0 || x == y ? "#" : ".", 1);
        model_draw(&model, "large", picture.bytes, NULL);
        struct bytes bytes = pack_bytes(&model);
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
        assert_true(hm_pack_sprite(&pack, 0, &sprite));
        assert_int_equal(sprite.blocks != NULL, large);
        if (large)
            assert_blocks(&sprite);
        free(bytes.at);
        text_free(&picture);
        model_free(&model);
    }
}

/* A box without bytes is the sprite of bits that are all set, also for other sprites. */
static void a_box_needs_no_bits(void **state)
{
    (void)state;
    static const int32_t sides[] = {1, 2, 16, 17, 63, 64, 65, 129, 300};
    enum { SIDES = sizeof sides / sizeof *sides };

    for (size_t i = 0; i < (size_t)SIDES * SIDES; i++) {
        const int32_t width = sides[i % SIDES], height = sides[i / SIDES];
        uint8_t shown[38 * 300], expected[38 * 300];
        hm_sprite box, drawn;
        uint8_t *const buffer = view_of_box(width, height, true, &drawn);
        memset(&box, 0xff, sizeof box);
        hm_sprite_box(width, height, &box);
        assert_int_equal(box.width, width);
        assert_int_equal(box.height, height);
        assert_true(box.pivot_x == drawn.pivot_x && box.pivot_y == drawn.pivot_y);
        assert_memory_equal(&box.bounds, &drawn.bounds, sizeof box.bounds);
        assert_true(hm_sprite_area(&box) == hm_sprite_area(&drawn));
        assert_int_equal(hm_sprite_point_count(&box), 0);
        assert_string_equal(hm_sprite_name(&box), "");
        memset(shown, 0, sizeof shown);
        memset(expected, 0, sizeof expected);
        assert_true(hm_sprite_bits(&box, shown, 38, sizeof shown));
        assert_true(hm_sprite_bits(&drawn, expected, 38, sizeof expected));
        assert_memory_equal(shown, expected, sizeof shown);
        for (int32_t dx = -width; dx <= width; dx += (width + 3) / 4)
            for (int32_t dy = -height; dy <= height; dy += (height + 3) / 4) {
                const uint64_t common = (uint64_t)(width - abs(dx)) * (uint64_t)(height - abs(dy));
                assert_int_equal(hm_overlap(&box, &drawn, dx, dy), common > 0);
                assert_true(hm_overlap_area(&box, &drawn, dx, dy) == common);
                assert_true(hm_overlap_area(&box, &box, dx, dy) == common);
            }
        free(buffer);
    }
}

static void the_largest_box_and_boxes_without_pixels(void **state)
{
    (void)state;
    static const int32_t empty[][2] = {{0, 0}, {0, 5}, {5, 0}, {-1, 5}, {5, INT32_MIN}, {-1, -1}};
    const hm_box none = {0, 0, 0, 0};
    hm_sprite large, box;
    hm_point hit;

    hm_sprite_box(INT32_MAX, INT32_MAX, &large);
    assert_true(hm_sprite_area(&large) == (uint64_t)INT32_MAX * INT32_MAX);
    hm_sprite_box(1, 1, &box);
    assert_true(hm_overlap_first(&large, &box, INT32_MAX - 1, INT32_MAX - 1, &hit));
    assert_true(hit.x == INT32_MAX - 1 && hit.y == INT32_MAX - 1);
    assert_false(hm_overlap(&large, &box, INT32_MAX, 0));
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        hm_sprite_box(empty[i][0], empty[i][1], &box);
        assert_int_equal(box.width, empty[i][0] > 0 ? empty[i][0] : 0);
        assert_int_equal(box.height, empty[i][1] > 0 ? empty[i][1] : 0);
        assert_true(box.pivot_x == box.width * INT64_C(32768));
        assert_true(box.pivot_y == box.height * INT64_C(32768));
        assert_int_equal(hm_sprite_area(&box), 0);
        assert_memory_equal(&box.bounds, &none, sizeof none);
        assert_false(hm_overlap(&large, &box, 0, 0));
        assert_false(hm_overlap(&box, &box, 0, 0));
    }
}

static void any_address_will_do(void **state)
{
    (void)state;
    struct bytes example = example_bytes();
    hm_pack at_home;

    assert_int_equal(hm_pack_open(&at_home, example.at, example.size), HM_OK);
    for (size_t shift = 1; shift < 8; shift++) {
        uint8_t *const moved = malloc(example.size + shift);
        hm_pack pack;
        assert_non_null(moved);
        memcpy(moved + shift, example.at, example.size);
        assert_int_equal(hm_pack_open(&pack, moved + shift, example.size), HM_OK);
        assert_int_equal(hm_pack_verify(&pack), HM_OK);
        assert_same_sprites(&at_home, &pack);
        free(moved);
    }
    free(example.at);
}

/* As where a sprite is not found. */
static void a_view_of_zeros_is_an_empty_sprite(void **state)
{
    (void)state;
    static const hm_placement upright = {.scale_x = 65536, .scale_y = 65536};
    hm_sprite zeros = {0}, box;
    hm_box bounds = {1, 1, 1, 1};
    hm_point point;
    hm_sweep_result sweep;
    hm_slide_result slide;
    hm_moments moments;
    hm_affine map;
    uint8_t bits[8];
    const hm_sprite *const both[] = {&zeros, &box};
    hm_sprite_box(9, 9, &box);
    const hm_world world = {.terrain = &zeros};
    assert_string_equal(hm_sprite_name(&zeros), "");
    assert_int_equal(hm_sprite_width(&zeros) | hm_sprite_height(&zeros), 0);
    assert_int_equal(hm_sprite_area(&zeros), 0);
    assert_int_equal(hm_sprite_point_count(&zeros), 0);
    hm_sprite_bounds(&zeros, &bounds);
    assert_int_equal(bounds.x0 | bounds.y0 | bounds.x1 | bounds.y1, 0);
    assert_false(hm_solid(&zeros, 0, 0));
    assert_true(hm_sprite_bits(&zeros, bits, 1, sizeof bits));
    assert_false(hm_sprite_moments(&zeros, &moments));
    assert_false(hm_nearest(&zeros, 0, 0, 9, &point));
    assert_int_equal(hm_components(&zeros, true, bits, 0, NULL, 0), 0);
    assert_true(hm_affine_place(&map, &upright, &upright));
    for (int i = 0; i < 2; i++) {
        const hm_sprite *const a = both[i], *const b = both[1 - i];
        assert_false(hm_overlap(a, b, 0, 0));
        assert_false(hm_overlap_first(a, b, 0, 0, &point));
        assert_int_equal(hm_overlap_area(a, b, 0, 0), 0);
        assert_false(hm_sweep(a, b, 2, 2, 9, 9, &sweep));
        assert_false(hm_points_overlap(a, b, 0, 0, UINT32_MAX, &point));
        assert_false(hm_affine_overlap(a, b, &map));
        assert_false(hm_placed_overlap(a, &upright, b, &upright));
        assert_false(hm_world_overlap(&world, a, 0, 0, NULL));
        assert_false(hm_slide(&world, a, 0, 0, 5, 5, 1, 1, &slide));
        assert_int_equal(slide.moved.x, 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_of_zeros_is_an_empty_sprite),
        cmocka_unit_test(a_view_is_what_was_drawn),
        cmocka_unit_test(a_cell_off_the_map_stands_for_the_last_pixel),
        cmocka_unit_test(a_buffer_is_as_large_as_it_must_be),
        cmocka_unit_test(a_view_says_which_code_may_read_it),
        cmocka_unit_test(a_view_of_large_bits_has_its_blocks),
        cmocka_unit_test(a_view_without_pixels_has_no_bounds),
        cmocka_unit_test(the_pivot_is_mirrored_with_the_view),
        cmocka_unit_test(a_box_is_solid_inside_alone),
        cmocka_unit_test(the_view_of_a_large_mask_has_its_blocks),
        cmocka_unit_test(a_box_needs_no_bits),
        cmocka_unit_test(the_largest_box_and_boxes_without_pixels),
        cmocka_unit_test(any_address_will_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
