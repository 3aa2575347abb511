/*
 * fuzz_roundtrip.c - a bitmap that is baked by any recipe is what the pack answers
 */
#include "format.h"
#include "formats/pack.h"
#include "fuzz.h"
#include "model/mask.h"
#include "model/mend.h"
#include "model/points.h"
#include "whole.h"

#include <hitmask.h>

#include <stdlib.h>

/* ---- What is baked ------------------------------------------------------------------------- */

/* Three words wide, or high enough for all that pruning looks at, and no more of both than there is
 * time for: most of it goes into the points' text. */
enum { WIDTH_MAX = 140, HEIGHT_MAX = 24, PIXELS_MAX = 700 };

/* The rest of the input again and again, or solid, or empty. */
static void draw(struct bitmap *bitmap, struct dice *dice)
{
    const struct dice whole = *dice;
    struct dice bits = whole;
    unsigned held = 0, byte = 0;
    for (uint32_t y = 0; y < bitmap->height; y++)
        for (uint32_t x = 0; x < bitmap->width; x++) {
            if (held == 0) {
                bits = bits.left == 0 ? whole : bits;
                byte = dice_byte(&bits);
                held = 8;
            }
            if (byte >> --held & 1)
                bitmap_set(bitmap, x, y);
        }
}

static struct mend_rule choose_mending(struct dice *dice)
{
    const uint8_t which = dice_byte(dice);
    return (struct mend_rule){
        .despeckle = which & 1 ? dice_below(dice, 20) : 0,
        .fill_holes = which & 2,
        .grow = which & 4 ? dice_below(dice, 5) : 0,
        .shrink = which & 8 ? dice_below(dice, 5) : 0,
    };
}

static struct points_rule choose_points(struct dice *dice)
{
    const uint8_t which = dice_byte(dice);
    struct points_rule rule = {
        .wanted = which % 4 > 0, .cell = 1 + dice_below(dice, 8), .prune = dice_below(dice, 5)};
    if (which % 4 == 2)
        rule.map_width = rule.map_height = 1 + dice_below(dice, 30);
    rule.drop_border = which % 4 == 2 && which & 64;
    return rule;
}

/* ---- What comes of it ---------------------------------------------------------------------- */

static bool solid_in(const struct bitmap *bitmap, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < bitmap->width && y < bitmap->height &&
           bitmap_get(bitmap, (uint32_t)x, (uint32_t)y);
}

static void must_be_drawn(const hm_sprite *sprite, const struct bitmap *bitmap)
{
    hm_box bounds;
    hm_sprite_bounds(sprite, &bounds);
    REQUIRE(hm_sprite_width(sprite) == (int32_t)bitmap->width);
    REQUIRE(hm_sprite_height(sprite) == (int32_t)bitmap->height);
    REQUIRE(hm_sprite_area(sprite) == bitmap_count(bitmap));
    for (int32_t y = -1; y <= hm_sprite_height(sprite); y++)
        for (int32_t x = -1; x <= hm_sprite_width(sprite); x++) {
            const bool solid = solid_in(bitmap, x, y);
            REQUIRE(hm_solid(sprite, x, y) == solid);
            REQUIRE(!solid || hm_box_contains(&bounds, x, y));
        }
}

/* The map, straight from its definition. */
static void draw_map(const struct bitmap *bitmap, struct bitmap *map)
{
    for (uint32_t y = 0; y < bitmap->height; y++)
        for (uint32_t x = 0; x < bitmap->width; x++)
            if (bitmap_get(bitmap, x, y))
                bitmap_set(map, x * map->width / bitmap->width, y * map->height / bitmap->height);
}

static bool is_listed(const struct bitmap *map, const struct points *points, uint32_t x, uint32_t y)
{
    const int64_t prune = points->prune;
    if (!bitmap_get(map, x, y))
        return false;
    if (points->border_dropped &&
        (x < prune || y < prune || x + prune >= map->width || y + prune >= map->height))
        return false;
    for (int64_t v = y - prune; v <= y + prune; v++)
        for (int64_t u = x - prune; u <= x + prune; u++)
            if (!solid_in(map, u, v))
                return true;
    return prune == 0;
}

static void must_list(const struct points *points, const struct bitmap *bitmap)
{
    struct bitmap map, listed;
    REQUIRE(bitmap_init(&map, points->map_width, points->map_height));
    REQUIRE(bitmap_init(&listed, points->map_width, points->map_height));
    draw_map(bitmap, &map);
    for (uint32_t i = 0; i < points->count; i++) {
        uint32_t x, y;
        points_get(points, i, &x, &y);
        REQUIRE(!bitmap_get(&listed, x, y));
        bitmap_set(&listed, x, y);
    }
    for (uint32_t y = 0; y < map.height; y++)
        for (uint32_t x = 0; x < map.width; x++)
            REQUIRE(bitmap_get(&listed, x, y) == is_listed(&map, points, x, y));
    bitmap_free(&map);
    bitmap_free(&listed);
}

/* ---- There and back ------------------------------------------------------------------------ */

static void add_sprite(const struct bitmap *bitmap, const struct points_rule *rule,
                       struct product *out)
{
    struct model_sprite sprite = {
        .name = "it",
        .source = "it.png",
        .origin = "it.png",
        .region = {0, 0, bitmap->width, bitmap->height},
        .width = bitmap->width,
        .height = bitmap->height,
        .pivot_x = model_centre(bitmap->width),
        .pivot_y = model_centre(bitmap->height),
    };
    struct mask mask;
    struct points points;
    struct error err;
    REQUIRE(mask_from_bitmap(bitmap, &mask, &err));
    REQUIRE(points_make(rule, &mask, bitmap->width, bitmap->height, &points, &err));
    if (points.present)
        must_list(&points, bitmap);
    product_add(out, &sprite, &mask, &points);
}

static void must_answer(struct product *product, const struct bitmap *bitmap)
{
    static struct sink sink;
    struct model model = {0};
    struct text bytes = {0};
    struct error err;
    hm_pack pack;
    hm_sprite sprite;
    product_pour(product, &model);
    model_sort(&model);
    sink_init_text(&sink, &bytes);
    pack_write(&model, 1, &sink);
    REQUIRE(sink_flush(&sink, &err));
    REQUIRE(hm_pack_open(&pack, bytes.bytes, bytes.length) == HM_OK);
    REQUIRE(hm_pack_find(&pack, "it", &sprite));
    must_be_drawn(&sprite, bitmap);
    text_free(&bytes);
    model_free(&model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dice dice = {data, size};
    const uint32_t width = 1 + dice_byte(&dice) % WIDTH_MAX;
    const uint32_t height = 1 + dice_byte(&dice) % HEIGHT_MAX % (PIXELS_MAX / width);
    const struct mend_rule mending = choose_mending(&dice);
    const struct points_rule points = choose_points(&dice);
    struct product product = {0}, again = {0};
    struct bitmap bitmap;
    struct error err;
    REQUIRE(bitmap_init(&bitmap, width, height));
    draw(&bitmap, &dice);
    REQUIRE(mend(&bitmap, &mending, &err));
    add_sprite(&bitmap, &points, &product);
    add_sprite(&bitmap, &points, &again);
    must_answer(&product, &bitmap);
    must_survive(&again, MADE_BY_US);
    product_free(&product);
    product_free(&again);
    bitmap_free(&bitmap);
    return 0;
}
