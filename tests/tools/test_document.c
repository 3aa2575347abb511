/*
 * test_document.c - the JSON document: its exact bytes, there and back
 */

#include "support/cmocka_all.h"

#include "support/document_support.h"
#include "support/model_support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- The bytes -------------------------------------------------------------------------- */

static void test_golden(void **state)
{
    struct model model = {0};

    (void)state;
    make_golden(&model);
    assert_document(&model, JSON_MASK_ROWS, golden);
    assert_again(golden, JSON_MASK_ROWS, golden);
    model_free(&model);
}

static void test_no_sprites(void **state)
{
    static const char empty[] =
        "{\n  \"format\": \"hitmask\", \"version\": 1,\n"
        "  \"sprites\": []\n}\n";
    const struct model model = {0};

    (void)state;
    assert_document(&model, JSON_MASK_ROWS, empty);
    assert_again(empty, JSON_MASK_ROWS, empty);
}

/* Bit 0 of a byte is the leftmost pixel; each row begins with a new byte. */
static void test_base64(void **state)
{
    static const struct {
        const char *picture, *base64;
    } cases[] = {
        {"...\n...\n", ""},
        {"#\n", "AQ=="},                        /* 01 */
        {"##.\n.##\n", "AwY="},                 /* 03 06 */
        {"#..\n.#.\n..#\n", "AQIE"},            /* 01 02 04 */
        {"########\n", "/w=="},                 /* ff */
        {"#########\n", "/wE="},                /* ff 01 */
        {"#.......#\n.#......#\n", "AQECAQ=="}, /* 01 01 02 01 */
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct model model = {0};
        char expected[80], *text, *rows;

        model_draw(&model, "a", cases[i].picture, NULL);
        text = document_text(&model, JSON_MASK_BASE64);
        rows = document_text(&model, JSON_MASK_ROWS);
        snprintf(expected, sizeof expected, "\"mask\": { \"base64\": \"%s\" }\n", cases[i].base64);
        assert_non_null(strstr(text, expected));
        assert_again(text, JSON_MASK_ROWS, rows);
        free(text);
        free(rows);
        model_free(&model);
    }
}

static void test_mask_left_out(void **state)
{
    struct model model = {0};
    char *text;

    (void)state;
    model_draw(&model, "a", "#\n", NULL);
    text = document_text(&model, JSON_MASK_NONE);
    assert_null(strstr(text, "mask\":"));
    assert_document_wrong(
        text, strlen(text),
        "4:5: sprites[0]: \"mask\" is missing: a document of --json-mask none cannot be read back");
    free(text);
    model_free(&model);
}

static void test_strings_are_escaped(void **state)
{
    static const char name[] = "a\"b\\c/\xc3\xa4\xf0\x9f\x90\xb1";
    struct model model = {0}, again = {0};
    char *text;

    (void)state;
    model_draw(&model, name, "#\n", NULL);
    text = document_text(&model, JSON_MASK_ROWS);
    assert_non_null(strstr(text, "\"name\": \"a\\\"b\\\\c/\xc3\xa4\xf0\x9f\x90\xb1\",\n"));
    document_add(text, &again);
    assert_string_equal(again.sprites[0].name, name);
    free(text);
    model_free(&model);
    model_free(&again);
}

static void test_data_comes_back(void **state)
{
    static const char data[] = "damage=10\nname=\"\xc3\xa4\"\t\\";
    struct model model = {0}, again = {0};
    char *text;

    (void)state;
    model_draw(&model, "a", "#\n", NULL);
    model_draw(&model, "b", "#\n", &(struct points_rule){.wanted = true, .cell = 1})->data = data;
    text = document_text(&model, JSON_MASK_NONE);
    /* It is the last key. */
    assert_non_null(strstr(text,
                           "] },\n      \"data\": "
                           "\"damage=10\\u000aname=\\\"\xc3\xa4\\\"\\u0009\\\\\"\n    }\n"));
    free(text);
    text = document_text(&model, JSON_MASK_ROWS);
    document_add(text, &again);
    assert_null(find_sprite(&again, "a")->data);
    assert_string_equal(find_sprite(&again, "b")->data, data);
    free(text);
    model_free(&model);
    model_free(&again);
}

/* ---- Pivots ----------------------------------------------------------------------------- */

static void test_pivots_are_short(void **state)
{
    static const struct {
        int64_t fixed;
        const char *text;
    } cases[] = {
        {0, "0"},
        {65536, "1"},
        {32768, "0.5"},
        {-32768, "-0.5"},
        {-65536 * 3 - 16384, "-3.25"},
        {1, "0.00002"},
        {-1, "-0.00002"},
        {65535, "0.99998"},
        {6554, "0.10001"}, /* the nearest to 0.1 */
        {21845, "0.33333"},
        {656, "0.01001"},
        {52429, "0.8"},
        {INT64_C(4294967296) * 65536, "4294967296"},
        {-INT64_C(4294967296) * 65536, "-4294967296"},
        {INT64_C(4294967295) * 65536 + 65535, "4294967295.99998"},
        {INT64_MIN, "-140737488355328"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct model model = {0};
        char expected[80], *text;

        model_draw(&model, "a", "#\n", NULL)->pivot_x = cases[i].fixed;
        text = document_text(&model, JSON_MASK_ROWS);
        snprintf(expected, sizeof expected, "\"pivot\": [%s, 0.5],\n", cases[i].text);
        if (!strstr(text, expected))
            fail_msg("no %s in %s", expected, text);
        free(text);
        model_free(&model);
    }
}

/* Every fraction there is, near zero and far from it, on both sides. */
static void test_every_fraction_survives(void **state)
{
    const int64_t far = INT64_C(4294967295) * 65536;
    struct model model = {0}, again = {0};
    char name[24], *text;

    (void)state;
    for (int64_t fraction = 0; fraction < 65536; fraction++) {
        struct model_sprite *sprite;

        snprintf(name, sizeof name, "%05" PRId64, fraction);
        sprite = model_draw(&model, name, "#\n", NULL);
        sprite->pivot_x = fraction % 2 ? fraction : -fraction;
        sprite->pivot_y = fraction % 2 ? -far - fraction : far + fraction;
    }
    text = document_text(&model, JSON_MASK_ROWS);
    document_add(text, &again);
    assert_int_equal(again.sprite_count, 65536);
    for (size_t i = 0; i < again.sprite_count; i++) {
        assert_true(again.sprites[i].pivot_x == model.sprites[i].pivot_x);
        assert_true(again.sprites[i].pivot_y == model.sprites[i].pivot_y);
    }
    free(text);
    model_free(&model);
    model_free(&again);
}

/* ---- There and back --------------------------------------------------------------------- */

static uint32_t next_random(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(*seed >> 8) * below >> 24);
}

static char *random_picture(uint32_t *seed)
{
    const uint32_t width = 1 + next_random(seed, 140), height = 1 + next_random(seed, 12);
    const uint32_t solid = next_random(seed, 5); /* of 4: from none to all */
    char *const picture = malloc((size_t)(width + 1) * height + 1), *end = picture;

    assert_non_null(picture);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++)
            *end++ = next_random(seed, 4) < solid ? '#' : '.';
        *end++ = '\n';
    }
    *end = '\0';
    return picture;
}

static struct points_rule random_rule(uint32_t *seed)
{
    struct points_rule rule = {.wanted = next_random(seed, 4) > 0, .cell = 1};

    rule.prune = next_random(seed, 4);
    rule.drop_border = next_random(seed, 4) == 0;
    if (rule.drop_border || next_random(seed, 2)) {
        rule.map_width = 1 + next_random(seed, 40);
        rule.map_height = rule.drop_border ? rule.map_width : 1 + next_random(seed, 40);
    }
    return rule;
}

static void add_random_sprite(struct model *model, const char *name, uint32_t *seed)
{
    const struct points_rule rule = random_rule(seed);
    char *const picture = random_picture(seed);
    struct model_sprite *const sprite = model_draw(model, name, picture, &rule);

    sprite->pivot_x = (int64_t)next_random(seed, 1 << 24) - (1 << 23);
    sprite->region[0] = next_random(seed, 1 << 24);
    sprite->region[1] = UINT32_MAX - sprite->region[0];
    sprite->warnings = next_random(seed, 1 << WARNING_COUNT);
    sprite->layer = next_random(seed, 2) ? "layer" : NULL;
    sprite->data = next_random(seed, 2) ? "damage=10\n" : NULL;
    free(picture);
}

static void test_random_models_come_back(void **state)
{
    uint32_t seed = 1;

    (void)state;
    for (int round = 0; round < 40; round++) {
        struct model model = {0};
        char name[16], *rows, *base64;

        for (int i = 0; i < 20; i++) {
            snprintf(name, sizeof name, "%02d", i);
            add_random_sprite(&model, name, &seed);
        }
        rows = document_text(&model, JSON_MASK_ROWS);
        base64 = document_text(&model, JSON_MASK_BASE64);
        assert_again(rows, JSON_MASK_ROWS, rows);
        assert_again(rows, JSON_MASK_BASE64, base64);
        assert_again(base64, JSON_MASK_ROWS, rows);
        free(rows);
        free(base64);
        model_free(&model);
    }
}

/* The model must be equal to a drawing, words and all. */
static void test_masks_are_the_same(void **state)
{
    struct model model = {0}, again = {0};

    (void)state;
    make_golden(&model);
    document_add(golden, &again);
    assert_int_equal(again.mask_count, 2);
    assert_null(again.masks[0].words); /* solid throughout */
    assert_int_equal(again.masks[0].area, 2);
    for (size_t i = 0; i < 2; i++)
        assert_true(again.masks[i].hash == model.masks[i].hash);
    assert_int_equal(again.masks[1].words[0], 3);
    assert_int_equal(again.masks[1].words[1], 6);
    assert_int_equal(again.sprites[1].mask, MODEL_NONE);
    assert_int_equal(again.sprites[0].list, MODEL_NONE);
    assert_int_equal(again.list_count, 2);
    assert_true(again.lists[0].border_dropped);
    assert_true(again.lists[1].hash == model.lists[1].hash);
    model_free(&model);
    model_free(&again);
}

static void test_many_points(void **state)
{
    enum { SIDE = 400 };
    const struct points_rule all = {.wanted = true, .cell = 1, .prune = 0};
    char *const picture = malloc(SIDE * (SIDE + 1) + 1), *text;
    struct model model = {0};

    (void)state;
    assert_non_null(picture);
    memset(picture, '#', SIDE * (SIDE + 1));
    for (size_t y = 1; y <= SIDE; y++)
        picture[y * (SIDE + 1) - 1] = '\n';
    picture[SIDE * (SIDE + 1)] = '\0';
    model_draw(&model, "a", picture, &all);
    assert_int_equal(model.lists[0].count, SIDE * SIDE);
    text = document_text(&model, JSON_MASK_ROWS);
    assert_again(text, JSON_MASK_ROWS, text);
    free(text);
    free(picture);
    model_free(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_no_sprites),
        cmocka_unit_test(test_base64),
        cmocka_unit_test(test_mask_left_out),
        cmocka_unit_test(test_strings_are_escaped),
        cmocka_unit_test(test_data_comes_back),
        cmocka_unit_test(test_pivots_are_short),
        cmocka_unit_test(test_every_fraction_survives),
        cmocka_unit_test(test_random_models_come_back),
        cmocka_unit_test(test_masks_are_the_same),
        cmocka_unit_test(test_many_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
