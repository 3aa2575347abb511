/*
 * fuzz_shapes.c - the shapes of any mask by any rule are sound, and right by shapes_check
 *
 * The input is a rule, a width, and the pixels, a bit each.
 */
#include "fuzz.h"
#include "model/engine.h"
#include "model/hull.h"
#include "model/shapes_check.h"
#include "picture/bitmap.h"

#include <stdlib.h>
#include <string.h>

static struct shapes_rule read_rule(struct dice *dice)
{
    const uint32_t least = 65536 / 100 * 36 + 65536;
    struct shapes_rule rule = {.outline = dice_below(dice, 2) != 0,
                               .polygons = true,
                               .tolerance = least + dice_number(dice) % (64 * 65536 - least),
                               .fit = dice_below(dice, FIT_COUNT),
                               .min_area = dice_below(dice, 9),
                               .pieces = dice_below(dice, 7),
                               .hull = dice_below(dice, 12),
                               .notch = dice_number(dice) % (8 * 65536),
                               .pixels_per_metre = 1 + dice_below(dice, PIXELS_PER_METRE_MOST)};
    if (dice_below(dice, 4) == 0)
        rule.tolerance = 0;
    if (dice_below(dice, 2) == 0)
        rule.tolerance = rule.tolerance % (4 * 65536) + (rule.tolerance > 0 ? least : 0);
    if (rule.fit == FIT_NEAR)
        rule.connect = dice_below(dice, 2) == 0 ? 8 : 4;
    if (rule.tolerance > 0 && dice_below(dice, 4) == 0)
        rule.polygon_vertices = 3 + dice_below(dice, 200);
    rule.pieces += rule.pieces > 0 ? 2 : 0;
    rule.hull += rule.hull > 0 ? 2 : 0;
    return rule;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dice dice = {data, size < 512 ? size : 512};
    const struct shapes_rule rule = read_rule(&dice);
    const uint32_t width = 1 + dice_below(&dice, 64);
    const uint32_t height = (uint32_t)(dice.left * 8 / width);
    struct bitmap bitmap;
    struct mask mask;
    struct shapes shapes;
    struct error err;
    if (height == 0 || !bitmap_init(&bitmap, width, height))
        return 0;
    for (uint32_t i = 0; i < width * height; i++)
        if ((dice.next[i / 8] >> i % 8 & 1) != 0)
            bitmap_set(&bitmap, i % width, i / width);
    REQUIRE(mask_from_bitmap(&bitmap, &mask, &err));
    bitmap_free(&bitmap);
    const bool made = shapes_make(&mask, &rule, 1 << 20, &shapes, &err);
    REQUIRE(made || rule.polygon_vertices > 0);
    if (made) {
        REQUIRE(shapes_are_sound(&shapes));
        REQUIRE(shapes_check(&shapes, &mask, &err));
        shapes_free(&shapes);
    }
    mask_free(&mask);
    return 0;
}
