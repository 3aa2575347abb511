/*
 * test_outline.c - the edge of a mask: which paths there are, and that they give it again
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "draw/canvas.h"
#include "support/model_support.h"
#include "support/png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_path(void *user, const struct corner *corners, size_t count)
{
    char corner[32];

    for (size_t i = 0; i < count; i++) {
        snprintf(corner, sizeof corner, "%s%u,%u", i > 0 ? " " : "", (unsigned)corners[i].x,
                 (unsigned)corners[i].y);
        text_add_string(user, corner);
    }
    text_add_string(user, "\n");
}

static void assert_paths(const char *picture, const char *expected)
{
    struct bitmap bitmap;
    struct text text = {0};
    struct error err;

    bitmap_draw(&bitmap, picture);
    assert_true(outline_trace(&bitmap, write_path, &text, &err));
    assert_string_equal(text.bytes ? text.bytes : "", expected);
    text_free(&text);
    bitmap_free(&bitmap);
}

static void paths_go_clockwise_from_their_first_corner(void **state)
{
    (void)state;
    assert_paths("...\n", "");
    assert_paths("#\n", "0,0 1,0 1,1 0,1\n");
    assert_paths("....\n.##.\n####\n", "1,1 3,1 3,2 4,2 4,3 0,3 0,2 1,2\n");
}

static void holes_go_the_other_way(void **state)
{
    (void)state;
    assert_paths("###\n#.#\n###\n", "0,0 3,0 3,3 0,3\n1,2 2,2 2,1 1,1\n");
}

static void pixels_that_touch_at_a_corner_are_apart(void **state)
{
    (void)state;
    assert_paths("#.\n.#\n", "0,0 1,0 1,1 0,1\n1,1 2,1 2,2 1,2\n");
    assert_paths(".#\n#.\n", "1,0 2,0 2,1 1,1\n0,1 1,1 1,2 0,2\n");
    /* Also the two ends of a ring, of which the path passes one corner twice. */
    assert_paths("##.\n#.#\n###\n", "0,0 2,0 2,1 1,1 1,2 2,2 2,1 3,1 3,3 0,3\n");
}

/* ---- Every mask of a few pixels, and larger ones ------------------------------------------ */

/* How often the paths pass a point at the centre of a pixel on its left side, downwards less
 * upwards; the crossings of a ray to the left. */
struct fill {
    uint32_t width, height;
    int *winding, *crossings; /* by pixel */
    size_t paths;
    size_t edges; /* their whole length */
    bool straight;
};

static void cross(struct fill *fill, uint32_t x, uint32_t y, int way)
{
    for (uint32_t i = x; i < fill->width; i++) {
        fill->winding[y * fill->width + i] += way;
        fill->crossings[y * fill->width + i]++;
    }
}

static void fill_path(void *user, const struct corner *corners, size_t count)
{
    struct fill *fill = user;

    fill->paths++;
    for (size_t i = 0; i < count; i++) {
        const struct corner a = corners[i], b = corners[(i + 1) % count];
        const struct corner c = corners[(i + 2) % count];

        assert_true((a.x == b.x) != (a.y == b.y));
        fill->straight |= (a.x == b.x) == (b.x == c.x); /* no corner at b */
        for (uint32_t y = a.y; y < b.y; y++)
            cross(fill, a.x, y, -1);
        for (uint32_t y = b.y; y < a.y; y++)
            cross(fill, a.x, y, 1);
        fill->edges += (size_t)abs((int)a.x - (int)b.x) + (size_t)abs((int)a.y - (int)b.y);
    }
}

static bool solid_at(const struct bitmap *bitmap, uint32_t x, uint32_t y)
{
    return x < bitmap->width && y < bitmap->height && bitmap_get(bitmap, x, y);
}

/* Sides of pixels between a solid and an empty one. */
static size_t count_edges(const struct bitmap *bitmap)
{
    size_t edges = 0;

    for (uint32_t y = 0; y <= bitmap->height; y++)
        for (uint32_t x = 0; x <= bitmap->width; x++)
            edges += (size_t)(solid_at(bitmap, x, y) != solid_at(bitmap, x, y - 1)) +
                     (size_t)(solid_at(bitmap, x, y) != solid_at(bitmap, x - 1, y));
    return edges;
}

/* Filled by even-odd and by winding they are the mask; outer paths wind by 1 and holes take
 * it back; they are as long as the edge. */
static void assert_fills(const struct bitmap *bitmap)
{
    const size_t pixels = (size_t)bitmap->width * bitmap->height;
    struct fill fill = {.width = bitmap->width, .height = bitmap->height};
    struct error err;

    fill.winding = calloc(pixels, sizeof *fill.winding);
    fill.crossings = calloc(pixels, sizeof *fill.crossings);
    assert_true(fill.winding && fill.crossings);
    assert_true(outline_trace(bitmap, fill_path, &fill, &err));
    assert_false(fill.straight);
    assert_int_equal(fill.edges, count_edges(bitmap));
    for (size_t i = 0; i < pixels; i++) {
        const int solid =
            bitmap_get(bitmap, (uint32_t)(i % bitmap->width), (uint32_t)(i / bitmap->width));

        if (fill.winding[i] != solid || fill.crossings[i] % 2 != solid)
            fail_msg("pixel %zu of %ux%u", i, (unsigned)bitmap->width, (unsigned)bitmap->height);
    }
    free(fill.winding);
    free(fill.crossings);
}

static void filling_the_paths_gives_every_mask_of_4_x_4(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 1u << 16; bits++) {
        struct bitmap bitmap;

        assert_true(bitmap_init(&bitmap, 4, 4));
        for (unsigned i = 0; i < 16; i++)
            if (bits >> i & 1)
                bitmap_set(&bitmap, i % 4, i / 4);
        assert_fills(&bitmap);
        bitmap_free(&bitmap);
    }
}

static void filling_the_paths_gives_masks_of_several_words(void **state)
{
    uint32_t random = 1;

    (void)state;
    for (uint32_t width = 60; width < 200; width += 11)
        for (uint32_t share = 1; share < 10; share += 2) {
            struct bitmap bitmap;

            assert_true(bitmap_init(&bitmap, width, 30));
            for (uint32_t i = 0; i < width * 30; i++)
                if (png_random(&random, 10) < share)
                    bitmap_set(&bitmap, i % width, i / width);
            assert_fills(&bitmap);
            bitmap_free(&bitmap);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_go_clockwise_from_their_first_corner),
        cmocka_unit_test(holes_go_the_other_way),
        cmocka_unit_test(pixels_that_touch_at_a_corner_are_apart),
        cmocka_unit_test(filling_the_paths_gives_every_mask_of_4_x_4),
        cmocka_unit_test(filling_the_paths_gives_masks_of_several_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
