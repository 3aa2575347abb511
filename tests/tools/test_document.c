/*
 * test_document.c - the JSON document: its exact bytes, and what is refused and where
 */

#include "support/cmocka_all.h"

#include "formats/document.h"
#include "support/fuzz_seed.h"
#include "support/model_support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};

/* The document of a model, to be freed. */
static char *write_text(const struct model *model, enum json_mask form)
{
    struct text text = {0};
    struct sink *const sink = malloc(sizeof *sink);
    struct error err;

    assert_non_null(sink);
    sink_init_text(sink, &text);
    document_write(model, form, sink);
    assert_true(sink_flush(sink, &err));
    free(sink);
    return text.bytes;
}

static void read_text(const char *text, struct model *model)
{
    struct product product = {0};
    struct error err = {0};

    fuzz_seed("document", text, strlen(text));
    if (!document_read(text, strlen(text), "x.json", UINT32_MAX, &product))
        fail_msg("%s", product.diagnostics.items[0].text);
    assert_true(product_pour(&product, model, &err));
    product_free(&product);
    assert_true(model_sort(model, &err));
}

static void assert_written(const struct model *model, enum json_mask form, const char *expected)
{
    char *const text = write_text(model, form);

    assert_string_equal(text, expected);
    free(text);
}

/* Reads a document and writes it again. */
static void assert_again(const char *text, enum json_mask form, const char *expected)
{
    struct model model = {0};

    read_text(text, &model);
    assert_written(&model, form, expected);
    model_free(&model);
}

/* "line:column: text", or the text alone. */
static void assert_refused(const char *text, size_t size, const char *expected)
{
    struct product product = {0};
    struct text messages = {0};

    fuzz_seed("document", text, size);
    if (document_read(text, size, "x.json", UINT32_MAX, &product))
        fail_msg("accepted, instead of: %s", expected);
    for (size_t i = 0; i < product.diagnostics.count; i++) {
        const struct diagnostic *const found = &product.diagnostics.items[i];
        char place[50];

        snprintf(place, sizeof place, "%s%zu:%zu: ", i > 0 ? "\n" : "", found->line, found->column);
        text_add_string(&messages, place);
        text_add_string(&messages, found->text);
        assert_int_equal(found->status, STATUS_FAILED);
        assert_string_equal(found->path, "x.json");
    }
    assert_false(messages.failed);
    assert_string_equal(messages.bytes, expected);
    text_free(&messages);
    product_free(&product);
}

/* ---- The bytes -------------------------------------------------------------------------- */

static const char step_picture[] =
    "........\n"
    "..##....\n"
    "...##...\n"
    "........\n"
    "........\n"
    "........\n";

static const char golden[] =
    "{\n"
    "  \"format\": \"hitmask\", \"version\": 1,\n"
    "  \"sprites\": [\n"
    "    {\n"
    "      \"name\": \"full\",\n"
    "      \"source\": \"art.png\",\n"
    "      \"region\": [0, 0, 2, 1],\n"
    "      \"size\": [2, 1],\n"
    "      \"pivot\": [1, 0.5],\n"
    "      \"bounds\": [0, 0, 2, 1],\n"
    "      \"area\": 2,\n"
    "      \"mask\": { \"rows\": [\n"
    "        \"##\"\n"
    "      ] }\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"nothing\",\n"
    "      \"source\": \"art.png\",\n"
    "      \"layer\": \"hurt\",\n"
    "      \"region\": [16, 32, 3, 3],\n"
    "      \"size\": [3, 3],\n"
    "      \"pivot\": [-0.25, 1.5],\n"
    "      \"bounds\": [0, 0, 0, 0],\n"
    "      \"area\": 0,\n"
    "      \"warnings\": [\"empty\", \"key-near\"],\n"
    "      \"mask\": { \"rows\": [] },\n"
    "      \"points\": { \"map\": [4, 4], \"prune\": 2, \"border\": "
    "\"drop\", \"list\": [] }\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"step\",\n"
    "      \"source\": \"art.png\",\n"
    "      \"region\": [0, 0, 8, 6],\n"
    "      \"size\": [8, 6],\n"
    "      \"pivot\": [4, 3],\n"
    "      \"bounds\": [2, 1, 3, 2],\n"
    "      \"area\": 4,\n"
    "      \"mask\": { \"rows\": [\n"
    "        \"##.\",\n"
    "        \".##\"\n"
    "      ] },\n"
    "      \"points\": { \"map\": [8, 6], \"prune\": 1, \"list\": "
    "[[2, 1], [3, 2], [3, 1], [4, 2]] }\n"
    "    }\n"
    "  ],\n"
    "  \"animations\": [\n"
    "    { \"name\": \"blink\", \"frames\": [\"step\", \"nothing\", \"step\"], "
    "\"durations\": [100, 0, 4294967295] },\n"
    "    { \"name\": \"still\", \"frames\": [], \"durations\": [] }\n"
    "  ],\n"
    "  \"options\": {\"cell\":1,\"key\":\"\\u0009#, \\\" \\\\\"}\n"
    "}\n";

static void make_golden(struct model *model)
{
    const struct points_rule drop = {
        .wanted = true, .map_width = 4, .map_height = 4, .prune = 2, .drop_border = true};
    struct model_sprite *sprite;
    struct error err;

    model_draw(model, "step", step_picture, &outline);
    sprite = model_draw(model, "nothing", "...\n...\n...\n", &drop);
    sprite->layer = text_copy("hurt");
    sprite->region[0] = 16;
    sprite->region[1] = 32;
    sprite->pivot_x = -16384;
    sprite->warnings = WARNING_KEY_NEAR | WARNING_EMPTY;
    model_draw(model, "full", "##\n", NULL);
    model_animate(model, "still", "", NULL);
    model_animate(model, "blink", "step nothing step", (const uint32_t[]){100, 0, UINT32_MAX});
    model_add_options(model, text_copy("{\"cell\":1,\"key\":\"\\u0009#, \\\" \\\\\"}"));
    assert_true(model_sort(model, &err));
}

static void test_golden(void **state)
{
    struct model model = {0};

    (void)state;
    make_golden(&model);
    assert_written(&model, JSON_MASK_ROWS, golden);
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
    assert_written(&model, JSON_MASK_ROWS, empty);
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
        text = write_text(&model, JSON_MASK_BASE64);
        rows = write_text(&model, JSON_MASK_ROWS);
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
    text = write_text(&model, JSON_MASK_NONE);
    assert_null(strstr(text, "mask\":"));
    assert_refused(
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
    text = write_text(&model, JSON_MASK_ROWS);
    assert_non_null(strstr(text, "\"name\": \"a\\\"b\\\\c/\xc3\xa4\xf0\x9f\x90\xb1\",\n"));
    read_text(text, &again);
    assert_string_equal(again.sprites[0].name, name);
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
        text = write_text(&model, JSON_MASK_ROWS);
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
    text = write_text(&model, JSON_MASK_ROWS);
    read_text(text, &again);
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
    sprite->layer = next_random(seed, 2) ? text_copy("layer") : NULL;
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
        rows = write_text(&model, JSON_MASK_ROWS);
        base64 = write_text(&model, JSON_MASK_BASE64);
        assert_again(rows, JSON_MASK_ROWS, rows);
        assert_again(rows, JSON_MASK_BASE64, base64);
        assert_again(base64, JSON_MASK_ROWS, rows);
        free(rows);
        free(base64);
        model_free(&model);
    }
}

/* What stands in the model must be what drawing gives, words and all. */
static void test_masks_are_the_same(void **state)
{
    struct model model = {0}, again = {0};

    (void)state;
    make_golden(&model);
    read_text(golden, &again);
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
    text = write_text(&model, JSON_MASK_ROWS);
    assert_again(text, JSON_MASK_ROWS, text);
    free(text);
    free(picture);
    model_free(&model);
}

/* ---- What is taken ---------------------------------------------------------------------- */

static char *replaced(const char *text, const char *old, const char *new)
{
    const char *const at = strstr(text, old);
    struct text out = {0};

    if (!at)
        fail_msg("no %s in the document", old);
    assert_null(strstr(at + 1, old));
    text_add(&out, text, (size_t)(at - text));
    text_add_string(&out, new);
    text_add_string(&out, at + strlen(old));
    return out.bytes;
}

static void test_is_json(void **state)
{
    static const struct {
        const char *bytes;
        bool expected;
    } cases[] = {
        {"{}", true},        {" \t\r\n[", true}, {"\xef\xbb\xbf {", true},
        {"", false},         {"   ", false},     {"\"a\"", false},
        {"\x89PNG", false},  {"\x89HMK", false}, {"\xef\xbb\xbf", false},
        {"\xef\xbb", false}, {"<a>{", false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(document_is_json((const uint8_t *)cases[i].bytes, strlen(cases[i].bytes)),
                         cases[i].expected);
}

/* Any white space, order of keys and spelling of a value means the same document. */
static void test_other_spellings(void **state)
{
    static const char text[] =
        "\xef\xbb\xbf {\r\n\"s\\u0070rites\":[{\"points\":{\"list\":[[2,1],[3,2],[3,1],[4,2]],"
        "\"border\":\"keep\",\"map\":[8,6],\"prune\":1},\"mask\":{\"base64\":\"AwY=\"},"
        "\"warnings\":[],\"area\":4,\"bounds\":[2,1,3,2],\"pivot\":[40e-1,3.000001],"
        "\"size\":[8.0,6],\"region\":[0,0,8,6],\"source\":\"\\u0061rt\\u002epng\","
        "\"name\":\"\\ud83d\\uDC31\"}],\t\"version\":1,\"format\":\"hitmask\"}";
    struct model model = {0};
    char *expected;

    (void)state;
    model_draw(&model, "\xf0\x9f\x90\xb1", step_picture, &outline);
    expected = write_text(&model, JSON_MASK_ROWS);
    assert_again(text, JSON_MASK_ROWS, expected);
    free(expected);
    model_free(&model);
}

static bool are_options(const char *text, size_t size)
{
    struct error err = {0};
    bool right = false;

    assert_true(document_are_options((const uint8_t *)text, size, &right, &err));
    return right;
}

/* White space goes, what a string holds stays; only controls are escaped. */
static void test_options_are_minified(void **state)
{
    static const struct {
        const char *text, *minified;
    } cases[] = {
        {"{}", "{}"},
        {" {\r\n } ", "{}"},
        {"{ \"a\" : [ 1 , -2.50e+1, true ,null ] , \"b\":{ } }",
         "{\"a\":[1,-2.50e+1,true,null],\"b\":{}}"},
        {"{\"a b\": \" x \\\" , : { \\\\\"}", "{\"a b\":\" x \\\" , : { \\\\\"}"},
        {"{\"\\u00e9\xc3\xa9\": \"\\/\\n\x7f\xc2\x9b\"}",
         "{\"\\u00e9\xc3\xa9\":\"\\/\\n\\u007f\\u009b\"}"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct model model = {0};
        char text[200];

        snprintf(text, sizeof text,
                 "{\"format\": \"hitmask\", \"version\": 1, \"options\": %s, \"sprites\": []}",
                 cases[i].text);
        read_text(text, &model);
        assert_string_equal(model.options, cases[i].minified);
        assert_true(are_options(model.options, strlen(model.options)));
        model_free(&model);
    }
}

static void test_are_options(void **state)
{
    static const char *const others[] = {
        "",
        "{",
        "}",
        "[]",
        "{} ",
        " {}",
        "{}{}",
        "{},\"a\":{}",
        "{\"a\" :1}",
        "{\"a\":1,}",
        "{\"a\":\x7f}",
        "{\"a\":\"\x7f\"}",
        "{a:1}",
        "{\"\xff\":1}",
        "{\"a\":1,\"a\":1}",
        "{}}",
        "1",
    };

    (void)state;
    assert_true(are_options("{\"a\":[1]}", 9));
    for (size_t i = 0; i < COUNT(others); i++)
        if (are_options(others[i], strlen(others[i])))
            fail_msg("%s", others[i]);
    assert_false(are_options("{}\0", 3));
}

/* Several documents become one model. */
static void test_documents_agree_on_options(void **state)
{
    static const char *const options[] = {"\"options\": { \"a\": 1 },", "\"options\": {\"a\":1},",
                                          "\"options\": {\"a\":2},", ""};

    (void)state;
    for (size_t i = 0; i < COUNT(options); i++)
        for (size_t k = 0; k < COUNT(options); k++) {
            struct model model = {0};
            const size_t both[2] = {i, k};

            for (int n = 0; n < 2; n++) {
                char text[100];

                snprintf(text, sizeof text,
                         "{\"format\": \"hitmask\", \"version\": 1, %s \"sprites\": []}",
                         options[both[n]]);
                read_text(text, &model);
            }
            assert_int_equal(model.options != NULL, (i < 2 && k < 2) || (i == 2 && k == 2));
            model_free(&model);
        }
}

static void test_missing_frames_name_their_places(void **state)
{
    char *const text = replaced(golden, "\"nothing\", \"step\"]", "\"Nothing\", \"step\"]");
    struct model model = {0};
    struct error err = {0};
    struct model_cursor cursor = {0};

    (void)state;
    read_text(text, &model);
    assert_true(model_next_fault(&model, &cursor, &err));
    assert_string_equal(err.text,
                        "the animation 'blink' from x.json (animations[0]): frame 1 is "
                        "'Nothing', which is no sprite");
    assert_false(model_next_fault(&model, &cursor, &err));
    free(text);
    model_free(&model);
}

static void test_doubles_name_their_places(void **state)
{
    char *const text = replaced(golden, "\"name\": \"full\"", "\"name\": \"step\"");
    struct model model = {0};
    struct error err = {0};
    struct model_cursor cursor = {0};

    (void)state;
    read_text(text, &model);
    assert_true(model_next_fault(&model, &cursor, &err));
    assert_non_null(strstr(err.text, "x.json (sprites[0])"));
    assert_non_null(strstr(err.text, "x.json (sprites[2])"));
    free(text);
    model_free(&model);
}

/* ---- What is refused -------------------------------------------------------------------- */

static void test_bad_syntax(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"", "1:1: a value expected, but the text ends"},
        {"\xef\xbb\xbf", "1:1: a value expected, but the text ends"},
        {"{\n  ]", "2:3: a key in quotes expected, but here is ']'"},
        {"{\"a\" 1}", "1:6: ':' expected, but here is '1'"},
        {"{\"a\": 1 \"b\": 2}", "1:9: ',' or '}' expected, but here is '\"'"},
        {"{\"a\": 1,}", "1:9: a key in quotes expected, but here is '}'"},
        {"[1, 2,]", "1:7: a value expected, but here is ']'"},
        {"[1 2]", "1:4: ',' or ']' expected, but here is '2'"},
        {"[1", "1:3: ',' or ']' expected, but the text ends"},
        {"[tru]", "1:2: a value expected, but here is 't'"},
        {"[NaN]", "1:2: a value expected, but here is 'N'"},
        {"[] []", "1:4: the end of the text expected, but here is '['"},
        {"[]\r\n\r\n  x", "3:3: the end of the text expected, but here is 'x'"},
        {"[01]", "1:3: a number must not begin with 0"},
        {"[+1]", "1:2: a value expected, but here is '+'"},
        {"[-]", "1:3: a digit expected, but here is ']'"},
        {"[1.]", "1:4: a digit expected, but here is ']'"},
        {"[.5]", "1:2: a value expected, but here is '.'"},
        {"[1e]", "1:4: a digit expected, but here is ']'"},
        {"[1.0000000000000000000000000000000000000000000000000000000000000000]",
         "1:2: the number has too many digits"},
        {"[\"a", "1:4: a closing quote expected, but the text ends"},
        {"[\"a\nb\"]", "1:4: a control character in a string (a quote missing?)"},
        {"[\"\xc3\xa4\xf0\x9f\x90\xb1\" x]", "1:7: ',' or ']' expected, but here is 'x'"},
        {"[\"\xc3\xa4\xff\"]", "1:4: not valid UTF-8"},
        {"[\"\xc3\"]", "1:3: not valid UTF-8"},
        {"[\"\xed\xa0\x80\"]", "1:3: not valid UTF-8"},
        {"[\"\xc0\x80\"]", "1:3: not valid UTF-8"},
        {"[\xff]", "1:2: a value expected, but here is '\\xFF'"},
        {"[\"\\x\"]", "1:3: JSON has no such escape"},
        {"[\"ab\\u12g4\"]", "1:5: \\u must be followed by four hexadecimal digits"},
        {"[\"\\u12", "1:3: \\u must be followed by four hexadecimal digits"},
        {"[\"ab\\u0000\"]", "1:5: \\u0000 is not allowed"},
        {"[\"\\ud800\"]", "1:3: \\u gives only one half of a surrogate pair"},
        {"[\"\\ud800\\u0041\"]", "1:3: \\u gives only one half of a surrogate pair"},
        {"[\"\\udc00\\ud800\"]", "1:3: \\u gives only one half of a surrogate pair"},
        {"[\"\\ud83d\\udc31\\udc31\"]", "1:15: \\u gives only one half of a surrogate pair"},
        {"{\"a\": 1,\n \"b\": {\"c\": [2], \"c\": 3}}", "2:18: b.c: the key is given twice"},
        {"{\"a\": 1,\n \"\\u0061\": 2}", "2:2: a: the key is given twice"},
        {"[[], {\"a b\": 1, \"a b\": 2}]", "1:17: [1][\"a b\"]: the key is given twice"},
        {"{\"b\":1,\"a\":1,\"b\":2,\"a\":2,\"b\":3}", "1:14: b: the key is given twice"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_refused(cases[i].text, strlen(cases[i].text), cases[i].expected);
    assert_refused("[\"a\0b\"]", 7, "1:4: a control character in a string (a quote missing?)");
    assert_refused("[]\0", 3, "1:3: the end of the text expected, but here is a NUL byte");
}

/* `depth` arrays, one in the other. */
static void assert_nested(size_t depth, const char *expected)
{
    char text[200];

    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    text[2 * depth] = '\0';
    assert_refused(text, 2 * depth, expected);
}

static void test_depth(void **state)
{
    (void)state;
    assert_nested(64, "1:1: not a hitmask document: no \"format\"");
    assert_nested(65, "1:65: nested too deeply");
}

/* A comparison of each key with each other would take minutes. */
static void test_very_many_keys(void **state)
{
    struct text text = {0};
    char key[32];

    (void)state;
    text_add_string(&text, "{");
    for (int i = 0; i < 200000; i++) {
        snprintf(key, sizeof key, "\"k%06d\":0,\n", i * 7919 % 200000);
        text_add_string(&text, key);
    }
    text_add_string(&text, " \"k000007\":0}");
    assert_refused(text.bytes, text.length, "200001:2: k000007: the key is given twice");
    text_free(&text);
}

static void test_bad_documents(void **state)
{
    /* One change to the golden document each. */
    static const struct {
        const char *old, *new, *expected;
    } cases[] = {
        {"\"format\": \"hitmask\", ", "", "1:1: not a hitmask document: no \"format\""},
        {"\"hitmask\"", "\"hitbox\"",
         "2:13: format: not a hitmask document: this must be \"hitmask\""},
        {"\"hitmask\"", "1", "2:13: format: must be a string"},
        {"\"version\": 1", "\"other\": 1", "1:1: \"version\" is missing"},
        {"\"version\": 1,", "\"version\": 2, \"new\": 0,",
         "2:35: version: 2 is newer than 1, the newest version that this hitmask reads"},
        {"\"version\": 1", "\"version\": 0",
         "2:35: version: must be a whole number from 1 to 4294967295"},
        {"\"version\": 1", "\"version\": 1, \"layers\": []", "2:38: layers: unknown key"},
        {"\"version\": 1", "\"version\": 1, \"sprites\": [{}]",
         "3:3: sprites: the key is given twice"},
        {"\"sprites\": [", "\"sprite\": [", "3:3: sprite: unknown key"},
        {"\"version\": 1,", "\"version\": 1}",
         "3:3: the end of the text expected, but here is '\"'"},
        {"\"name\": \"full\"", "\"name\": \"a\", \"name\": \"a\"",
         "5:20: sprites[0].name: the key is given twice"},
        {"\"name\": \"step\"", "\"name\": \"a\", \"name\": \"a\"",
         "30:20: sprites[2].name: the key is given twice"},
        {"\"sprites\": [\n    {\n      \"name\": \"full\"",
         "\"sprites\": [ 7,\n    {\n\"name\": \"\"",
         "3:16: sprites[0]: must be an object\n5:9: sprites[1].name: must not be empty"},
        {"\"name\": \"full\"", "\"name\": \"\"", "5:15: sprites[0].name: must not be empty"},
        {"\"name\": \"full\"", "\"name\": \"a\\nb\"",
         "5:15: sprites[0].name: must not hold control characters"},
        {"\"name\": \"full\"", "\"name\": \"\\u0085\"",
         "5:15: sprites[0].name: must not hold control characters"},
        {"\"name\": \"full\",", "", "4:5: sprites[0]: \"name\" is missing"},
        {"\"name\": \"full\"", "\"name\": \"a\", \"Name\": \"b\"",
         "5:20: sprites[0].Name: unknown key"},
        {"\"name\": \"full\"", "\"name\": \"a\", \"a\\u001b[0mb\": \"b\"",
         "5:20: sprites[0][\"a\\x1B[0mb\"]: unknown key"},
        {"\"hurt\"", "[]", "19:16: sprites[1].layer: must be a string"},
        {"[16, 32, 3, 3]", "[16, 32, 3]",
         "20:17: sprites[1].region: must be an array of 4 numbers"},
        {"[16, 32, 3, 3]", "[16, 32, 3.5, 3]",
         "20:26: sprites[1].region[2]: must be a whole number from 0 to 4294967295"},
        {"[16, 32, 3, 3]", "[16, -1, 3, 3]",
         "20:22: sprites[1].region[1]: must be a whole number from 0 to 4294967295"},
        {"[16, 32, 3, 3]", "[4294967296, 0, 3, 3]",
         "20:18: sprites[1].region[0]: must be a whole number from 0 to 4294967295"},
        {"\"size\": [2, 1]", "\"size\": [2, 0]",
         "8:19: sprites[0].size[1]: must be a whole number from 1 to 2147483647"},
        {"\"size\": [2, 1]", "\"size\": [2, true]",
         "8:19: sprites[0].size[1]: must be a whole number from 1 to 2147483647"},
        {"[-0.25, 1.5]", "[-0.25, 1e11]",
         "22:24: sprites[1].pivot[1]: must be a number from -4294967296 to 4294967296"},
        {"[-0.25, 1.5]", "[-0.25, 1e999]",
         "22:24: sprites[1].pivot[1]: must be a number from -4294967296 to 4294967296"},
        {"[-0.25, 1.5]", "\"centre\"", "22:16: sprites[1].pivot: must be an array of 2 numbers"},
        {"\"empty\", ", "\"emtpy\", ",
         "25:20: sprites[1].warnings[0]: 'emtpy' is not the id of a warning"},
        {"\"empty\", ", "\"key-near\", ", "25:32: sprites[1].warnings[1]: is given twice"},
        /* boxes */
        {"[2, 1, 3, 2]", "[6, 1, 3, 2]", "35:17: sprites[2].bounds: outside the sprite of 8x6"},
        {"[2, 1, 3, 2]", "[2, 5, 3, 2]", "35:17: sprites[2].bounds: outside the sprite of 8x6"},
        {"[2, 1, 3, 2]", "[2, 2147483647, 3, 2]",
         "35:17: sprites[2].bounds: outside the sprite of 8x6"},
        {"[2, 1, 3, 2]", "[2, 1, 0, 2]",
         "35:17: sprites[2].bounds: an empty box must be [0, 0, 0, 0]"},
        {"[0, 0, 0, 0]", "[1, 0, 0, 0]",
         "23:17: sprites[1].bounds: an empty box must be [0, 0, 0, 0]"},
        {"\"area\": 4", "\"area\": 5",
         "36:15: sprites[2].area: 5, but the mask has 4 solid pixels"},
        {"\"area\": 0", "\"area\": 1",
         "24:15: sprites[1].area: 1, but the mask has 0 solid pixels"},
        {"\"area\": 4", "\"area\": -4",
         "36:15: sprites[2].area: must be a whole number from 0 to 9007199254740992"},
        /* masks as rows */
        {"\"##.\"", "\"##\"", "38:9: sprites[2].mask.rows[0]: 2 characters, but the box is 3 wide"},
        {"\".##\"", "\".##.\"",
         "39:9: sprites[2].mask.rows[1]: 4 characters, but the box is 3 wide"},
        {"\".##\"", "\".#x\"",
         "39:9: sprites[2].mask.rows[1]: must have only the characters '#' and '.'"},
        {"\".##\"", "7", "39:9: sprites[2].mask.rows[1]: must be a string"},
        {",\n        \".##\"", "", "37:25: sprites[2].mask.rows: 1 rows, but the box is 2 high"},
        {"\"rows\": []", "\"rows\": [\"\"]",
         "26:25: sprites[1].mask.rows: 1 rows, but the box is 0 high"},
        {"\"rows\": []", "\"rows\": 0", "26:25: sprites[1].mask.rows: must be an array"},
        {"{ \"rows\": [] }", "{}",
         "26:15: sprites[1].mask: must hold one of \"rows\" and \"base64\""},
        {"{ \"rows\": [] }", "{ \"rows\": [], \"base64\": \"\" }",
         "26:15: sprites[1].mask: must hold one of \"rows\" and \"base64\""},
        {"{ \"rows\": [] }", "{ \"words\": [] }", "26:17: sprites[1].mask.words: unknown key"},
        {"{ \"rows\": [] }", "null", "26:15: sprites[1].mask: must be an object"},
        {"\"##.\"", "\"...\"",
         "35:17: sprites[2].bounds: the box is larger than the mask: its first row is empty"},
        {"\".##\"", "\"...\"",
         "35:17: sprites[2].bounds: the box is larger than the mask: its last row is empty"},
        {"\"##.\"", "\".#.\"",
         "35:17: sprites[2].bounds: the box is larger than the mask: its first column is empty"},
        {"\".##\"", "\".#.\"",
         "35:17: sprites[2].bounds: the box is larger than the mask: its last column is empty"},
        /* points */
        {"\"map\": [8, 6]", "\"map\": [8, 7]",
         "41:26: sprites[2].points.map: larger than the sprite of 8x6"},
        {"\"map\": [8, 6]", "\"map\": [8, 0]",
         "41:30: sprites[2].points.map[1]: must be a whole number from 1 to 2147483647"},
        {"\"map\": [4, 4]", "\"map\": [4, 5]",
         "27:26: sprites[1].points.map: must be square because \"border\" is \"drop\""},
        {"\"prune\": 1", "\"prune\": 65536",
         "41:43: sprites[2].points.prune: must be a whole number from 0 to 65535"},
        {"\"prune\": 1, ", "", "41:17: sprites[2].points: \"prune\" is missing"},
        {"\"drop\"", "\"cut\"", "27:56: sprites[1].points.border: must be \"keep\" or \"drop\""},
        {"[3, 2], [3, 1]", "[3, 1], [3, 2]",
         "41:63: sprites[2].points.list[1]: [3, 1], but the mask gives [3, 2]"},
        {"[3, 2], [3, 1]", "[3, 2], [3, 6]",
         "41:71: sprites[2].points.list[2]: outside the map of 8x6"},
        {"[3, 2], [3, 1]", "[3, 2], 3",
         "41:71: sprites[2].points.list[2]: must be an array of 2 numbers"},
        {", [4, 2]]", "]", "41:54: sprites[2].points.list: 3 points, but the mask gives 4"},
        {", [4, 2]]", ", [4, 2], [4, 2]]",
         "41:87: sprites[2].points.list[4]: the mask gives only 4 points"},
        {"\"list\": []", "\"list\": {}", "27:72: sprites[1].points.list: must be an array"},
        /* animations and options */
        {"\"animations\": [\n", "\"animations\": [ 1,\n",
         "44:19: animations[0]: must be an object"},
        {"\"animations\": [", "\"animations\": {}, \"more\": [", "44:21: more: unknown key"},
        {"\"name\": \"still\"", "\"name\": \"\"", "46:15: animations[1].name: must not be empty"},
        {"\"name\": \"still\", ", "", "46:5: animations[1]: \"name\" is missing"},
        {"\"name\": \"still\"", "\"name\": \"s\", \"loop\": true",
         "46:20: animations[1].loop: unknown key"},
        {"\"frames\": []", "\"frames\": 0", "46:34: animations[1].frames: must be an array"},
        {"\"frames\": []", "\"frames\": [\"full\"]",
         "46:57: animations[1].durations: must be an array of 1 numbers"},
        {"\"frames\": []", "\"frames\": [0]", "46:35: animations[1].frames[0]: must be a string"},
        {"\"frames\": []", "\"frames\": [\"\\u007f\"]",
         "46:35: animations[1].frames[0]: must not hold control characters"},
        {", 4294967295]", "]", "45:76: animations[0].durations: must be an array of 3 numbers"},
        {"4294967295", "4294967296",
         "45:85: animations[0].durations[2]: must be a whole number from 0 to 4294967295"},
        {"4294967295", "0.5",
         "45:85: animations[0].durations[2]: must be a whole number from 0 to 4294967295"},
        {", \"durations\": []", "", "46:5: animations[1]: \"durations\" is missing"},
        {"{\"cell\":1", "[1], \"x\": {\"cell\":1", "48:19: x: unknown key"},
        {"\"options\": ", "\"options\": [], \"more\": ", "48:18: more: unknown key"},
        {"\"cell\":1,\"key\"", "\"cell\":1,\"cell\"",
         "48:24: options.cell: the key is given twice"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *const text = replaced(golden, cases[i].old, cases[i].new);

        assert_refused(text, strlen(text), cases[i].expected);
        free(text);
    }
}

static void test_no_document(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {" []", "1:2: not a hitmask document: no \"format\""},
        {"{}", "1:1: not a hitmask document: no \"format\""},
        {"{\"frames\": {}}",
         "1:1: not a hitmask document: it resembles TexturePacker JSON, but \"frame\" is missing "
         "in what comes first in \"frames\""},
        {"{\"a\": 1, \"b\\\"\": {}}",
         "1:1: not a hitmask document: an unknown kind of atlas: its keys are \"a\", \"b\\\"\""},
        {"{\"format\": \"hitmask\", \"version\": 1}", "1:1: \"sprites\" is missing"},
        {"{\"format\": \"hitmask\", \"version\": 1,\n\"sprites\": {}}",
         "2:12: sprites: must be an array"},
        {"{\"format\": \"hitmask\", \"version\": 1,\n\"sprites\": [[]]}",
         "2:13: sprites[0]: must be an object"},
        {"{\"format\": \"hitmask\", \"version\": 1, \"sprites\": [],\n\"animations\": {}}",
         "2:15: animations: must be an array"},
        {"{\"format\": \"hitmask\", \"version\": 1, \"sprites\": [],\n\"options\": [1]}",
         "2:12: options: must be an object"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_refused(cases[i].text, strlen(cases[i].text), cases[i].expected);
}

static void test_bad_base64(void **state)
{
    /* Instead of "AwY=", the rows 03 and 06, in a box of 3 by 2. */
    static const struct {
        const char *base64, *expected;
    } cases[] = {
        {"", "12:27: sprites[0].mask.base64: 0 characters, but the box needs 4"},
        {"AwY", "12:27: sprites[0].mask.base64: 3 characters, but the box needs 4"},
        {"AwYAAAA=", "12:27: sprites[0].mask.base64: 8 characters, but the box needs 4"},
        {"Aw==",
         "12:27: sprites[0].mask.base64: the padding ('=' at the end) has the wrong length"},
        {"AwYA",
         "12:27: sprites[0].mask.base64: the padding ('=' at the end) has the wrong length"},
        {"A===",
         "12:27: sprites[0].mask.base64: the padding ('=' at the end) has the wrong length"},
        {"====",
         "12:27: sprites[0].mask.base64: the padding ('=' at the end) has the wrong length"},
        {"=AwY", "12:27: sprites[0].mask.base64: must have only base64 characters"},
        {"Aw-=", "12:27: sprites[0].mask.base64: must have only base64 characters"},
        {"AwZ=", "12:27: sprites[0].mask.base64: the unused bits of the last character must be 0"},
        {"AwI=",
         "10:17: sprites[0].bounds: the box is larger than the mask: its last column is empty"},
        {"Aw4=", "12:27: sprites[0].mask.base64: row 1 has bits set outside the box"},
        {"gwY=", "12:27: sprites[0].mask.base64: row 0 has bits set outside the box"},
    };
    struct model model = {0};
    char *text, expected[100];

    (void)state;
    model_draw(&model, "a", step_picture, NULL);
    text = write_text(&model, JSON_MASK_BASE64);
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *bad;

        snprintf(expected, sizeof expected, "\"%s\"", cases[i].base64);
        bad = replaced(text, "\"AwY=\"", expected);
        assert_refused(bad, strlen(bad), cases[i].expected);
        free(bad);
    }
    free(text);
    model_free(&model);
}

/* A box far larger than its text must be refused before memory is taken for it. */
static void test_huge_box(void **state)
{
    static const char text[] =
        "{\"format\": \"hitmask\", \"version\": 1, \"sprites\": [{\"name\": \"a\", \"source\": "
        "\"a\","
        " \"region\": [0, 0, 65535, 65535], \"size\": [65535, 65535],\n"
        "\"pivot\": [0, 0], \"bounds\": [0, 0, 65535, 65535], \"area\": 1,"
        " \"mask\": {\"base64\": \"AQ==\"}}]}";

    (void)state;
    assert_refused(text, strlen(text),
                   "2:80: sprites[0].mask.base64: 4 characters, but the box needs 715816960");
}

/* No sprite is larger than --max-pixels allows an image to be. */
static void test_too_many_pixels(void **state)
{
    static const char text[] =
        "{\"format\": \"hitmask\", \"version\": 1, \"sprites\": [{\"name\": \"a\", \"source\": "
        "\"a\",\n"
        "\"region\": [0, 0, 65536, 65536], \"size\": [65536, 65536], \"pivot\": [0, 0],"
        " \"bounds\": [0, 0, 0, 0], \"area\": 0, \"mask\": {\"rows\": []}}]}";

    (void)state;
    assert_refused(text, strlen(text),
                   "2:41: sprites[0].size: more pixels than --max-pixels 4294967295 allows");
}

/* Whatever the text is cut to, it is refused; nothing behind its end is looked at. */
static void test_every_cut(void **state)
{
    (void)state;
    for (size_t size = 0; size + 2 < sizeof golden; size++) {
        char *const text = text_copy_n(golden, size);
        struct product product = {0};

        assert_non_null(text);
        assert_false(document_read(text, size, "x.json", UINT32_MAX, &product));
        assert_true(product.diagnostics.items[0].line > 0);
        product_free(&product);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_no_sprites),
        cmocka_unit_test(test_base64),
        cmocka_unit_test(test_mask_left_out),
        cmocka_unit_test(test_strings_are_escaped),
        cmocka_unit_test(test_pivots_are_short),
        cmocka_unit_test(test_every_fraction_survives),
        cmocka_unit_test(test_random_models_come_back),
        cmocka_unit_test(test_masks_are_the_same),
        cmocka_unit_test(test_many_points),
        cmocka_unit_test(test_is_json),
        cmocka_unit_test(test_other_spellings),
        cmocka_unit_test(test_options_are_minified),
        cmocka_unit_test(test_are_options),
        cmocka_unit_test(test_documents_agree_on_options),
        cmocka_unit_test(test_missing_frames_name_their_places),
        cmocka_unit_test(test_doubles_name_their_places),
        cmocka_unit_test(test_bad_syntax),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_very_many_keys),
        cmocka_unit_test(test_bad_documents),
        cmocka_unit_test(test_no_document),
        cmocka_unit_test(test_bad_base64),
        cmocka_unit_test(test_huge_box),
        cmocka_unit_test(test_too_many_pixels),
        cmocka_unit_test(test_every_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
