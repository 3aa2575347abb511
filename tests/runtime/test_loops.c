/*
 * test_loops.c - the shapes of sprites in packs: flipped, placed, and damaged
 */

#include "support/cmocka_all.h"

#include "format.h"
#include "model/shapes.h"
#include "support/ask_everything.h"
#include "support/model_support.h"
#include "support/pack_support.h"

#include <hitmask_transform.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A sprite of 6 x 4 pixels with a hole, and one of one pixel. */
static const char ring[] =
    "......\n"
    ".####.\n"
    ".#.##.\n"
    ".####.\n";

static struct bytes bytes_with_shapes(uint32_t tolerance)
{
    static const struct shapes_rule base = {
        .outline = true, .polygons = true, .pieces = 8, .hull = 8, .pixels_per_metre = 1};
    struct shapes_rule rule = base;
    struct model model = {0};
    rule.tolerance = tolerance;
    static const char *const names[] = {"dot", "none", "ring"};
    static const char *const pictures[] = {"#\n", "##\n", ring};
    for (int i = 0; i < 3; i++) {
        struct model_sprite *const sprite = model_draw(&model, names[i], pictures[i], NULL);
        const struct mask mask = model_sprite_mask(&model, sprite);
        struct shapes shapes;
        struct error err;
        if (i == 1)
            continue;
        assert_true(shapes_make(&mask, &rule, 1000, &shapes, &err));
        sprite->shapes = model_keep_shapes(&model, &shapes);
        shapes_free(&shapes);
    }
    const struct bytes bytes = pack_bytes(&model);
    model_free(&model);
    return bytes;
}

static void open_sprite(const struct bytes *bytes, const char *name, hm_pack *pack,
                        hm_sprite *sprite)
{
    assert_int_equal(hm_pack_open(pack, bytes->at, bytes->size), HM_OK);
    assert_int_equal(hm_pack_verify(pack), HM_OK);
    assert_true(hm_pack_find(pack, name, sprite));
}

static void assert_loop(const hm_spot *corners, uint32_t count, const char *expected)
{
    char text[512] = "";
    for (uint32_t i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%g,%g", i > 0 ? " " : "",
                 (double)corners[i].x / 65536, (double)corners[i].y / 65536);
    assert_string_equal(text, expected);
}

static void loops_come_by_kind_and_index(void **unused)
{
    (void)unused;
    const struct bytes bytes = bytes_with_shapes(0);
    hm_pack pack;
    hm_sprite sprite;
    hm_shapes shapes;
    hm_spot corners[16];
    open_sprite(&bytes, "ring", &pack, &sprite);
    assert_true(hm_sprite_shapes(&sprite, &shapes));
    assert_int_equal(hm_shapes_count(&shapes, HM_SHAPE_OUTLINE), 2);
    assert_int_equal(hm_shapes_count(&shapes, HM_SHAPE_POLYGONS), 2);
    assert_int_equal(hm_shapes_count(&shapes, HM_SHAPE_HULL), 1);
    uint32_t count = hm_shapes_loop(&shapes, HM_SHAPE_OUTLINE, 0, corners, 16);
    assert_loop(corners, count, "1,1 5,1 5,4 1,4");
    count = hm_shapes_loop(&shapes, HM_SHAPE_OUTLINE, 1, corners, 16);
    assert_loop(corners, count, "2,2 2,3 3,3 3,2");
    count = hm_shapes_loop(&shapes, HM_SHAPE_HULL, 0, corners, 16);
    assert_loop(corners, count, "1,1 5,1 5,4 1,4");
    assert_int_equal(hm_shapes_loop(&shapes, HM_SHAPE_OUTLINE, 2, corners, 16), 0);
    assert_int_equal(hm_shapes_loop(&shapes, (hm_shape_kind)4, 0, corners, 16), 0);
    /* Too little room: nothing is copied. */
    corners[0].x = 7;
    assert_int_equal(hm_shapes_loop(&shapes, HM_SHAPE_OUTLINE, 0, corners, 3), 4);
    assert_int_equal(corners[0].x, 7);
    open_sprite(&bytes, "none", &pack, &sprite);
    assert_false(hm_sprite_shapes(&sprite, &shapes));
    assert_int_equal(hm_shapes_count(&shapes, HM_SHAPE_OUTLINE), 0);
    assert_int_equal(hm_shapes_loop(&shapes, HM_SHAPE_OUTLINE, 0, corners, 16), 0);
    free(bytes.at);
}

static void flips_mirror_the_corners_and_keep_the_winding(void **unused)
{
    (void)unused;
    static const char *const outer[4] = {"1,1 5,1 5,4 1,4", "5,1 1,1 1,4 5,4", "1,3 5,3 5,0 1,0",
                                         "5,3 1,3 1,0 5,0"};
    const struct bytes bytes = bytes_with_shapes(0);
    hm_pack pack;
    hm_sprite sprite, flipped;
    hm_shapes shapes;
    hm_spot corners[16];
    open_sprite(&bytes, "ring", &pack, &sprite);
    for (int flips = 0; flips < 4; flips++) {
        hm_sprite_flip(&sprite, (flips & 1) != 0, (flips & 2) != 0, &flipped);
        assert_true(hm_sprite_shapes(&flipped, &shapes));
        for (uint32_t loop = 0; loop < 2; loop++) {
            int64_t area = 0;
            const uint32_t count = hm_shapes_loop(&shapes, HM_SHAPE_OUTLINE, loop, corners, 16);
            for (uint32_t i = 0; i < count; i++) {
                const hm_spot a = corners[i], b = corners[(i + 1) % count];
                area += (a.x / 65536) * (b.y / 65536) - (b.x / 65536) * (a.y / 65536);
            }
            assert_int_equal(area, loop == 0 ? 24 : -2);
        }
        /* The first corner stays the first; a mirrored loop goes the other way from it. */
        const uint32_t count = hm_shapes_loop(&shapes, HM_SHAPE_OUTLINE, 0, corners, 16);
        char expected[64];
        hm_spot turned[4];
        for (uint32_t i = 0; i < 4; i++)
            turned[i] = corners[flips == 1 || flips == 2 ? (4 - i) % 4 : i];
        memcpy(expected, outer[flips], strlen(outer[flips]) + 1);
        assert_loop(turned, count, expected);
    }
    free(bytes.at);
}

static void placements_turn_scale_and_mirror(void **unused)
{
    (void)unused;
    const struct bytes bytes = bytes_with_shapes(0);
    hm_pack pack;
    hm_sprite sprite;
    hm_shapes shapes;
    hm_spot corners[16];
    hm_placement at;
    open_sprite(&bytes, "ring", &pack, &sprite);
    assert_true(hm_sprite_shapes(&sprite, &shapes));
    hm_place(&sprite, 10, 20, 0, &at);
    uint32_t count = hm_shapes_placed(&shapes, HM_SHAPE_OUTLINE, 0, &at, corners, 16);
    assert_loop(corners, count, "11,21 15,21 15,24 11,24");
    /* About the pivot (3, 2), a quarter clockwise on the screen. */
    at.angle = 16384;
    count = hm_shapes_placed(&shapes, HM_SHAPE_OUTLINE, 0, &at, corners, 16);
    assert_loop(corners, count, "14,20 14,24 11,24 11,20");
    at.angle = 0;
    at.scale_x = -2 * 65536;
    count = hm_shapes_placed(&shapes, HM_SHAPE_OUTLINE, 0, &at, corners, 16);
    assert_loop(corners, count, "17,21 17,24 9,24 9,21");
    at.pivot_x = INT64_MAX;
    assert_int_equal(hm_shapes_placed(&shapes, HM_SHAPE_OUTLINE, 0, &at, corners, 16), 0);
    free(bytes.at);
}

/* Every byte of the sections of shapes becomes many others. */
static void damaged_shapes_are_harmless(void **unused)
{
    static const uint8_t values[] = {0, 1, 2, 15, 16, 31, 127, 128, 254, 255};
    (void)unused;
    const struct bytes bytes = bytes_with_shapes(65536);
    size_t first = bytes.size;
    for (uint32_t i = 0; i < get_u32(bytes.at + HEADER_SECTIONS); i++) {
        const uint8_t *const record = bytes.at + HEADER_SIZE + i * SECTION_RECORD;
        if (get_u32(record + SECTION_ID) == SECTION_SHAPES)
            first = (size_t)get_u64(record + SECTION_OFFSET);
    }
    assert_true(first < bytes.size);
    for (size_t i = first; i < bytes.size; i++)
        for (size_t k = 0; k < sizeof values; k++) {
            const uint8_t before = bytes.at[i];
            hm_pack pack;
            bytes.at[i] = values[k];
            uint8_t *const exact = malloc(bytes.size);
            memcpy(exact, bytes.at, bytes.size);
            if (hm_pack_open(&pack, exact, bytes.size) == HM_OK)
                ask_everything(&pack, TRUST_OPENED, (hm_point){3, -2});
            free(exact);
            bytes.at[i] = before;
        }
    free(bytes.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_come_by_kind_and_index),
        cmocka_unit_test(flips_mirror_the_corners_and_keep_the_winding),
        cmocka_unit_test(placements_turn_scale_and_mirror),
        cmocka_unit_test(damaged_shapes_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
