/*
 * test_document_read.c - JSON documents: what is taken, and what is refused and where
 */

#include "support/cmocka_all.h"

#include "support/document_support.h"
#include "support/model_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- What is taken ---------------------------------------------------------------------- */

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
    const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};
    struct model model = {0};
    char *expected;

    (void)state;
    model_draw(&model, "\xf0\x9f\x90\xb1", step_picture, &outline);
    expected = document_text(&model, JSON_MASK_ROWS);
    assert_again(text, JSON_MASK_ROWS, expected);
    free(expected);
    model_free(&model);
}

static bool are_options(const char *text, size_t size)
{
    return document_are_options((const uint8_t *)text, size);
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
        document_add(text, &model);
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
                document_add(text, &model);
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
    document_add(text, &model);
    assert_true(model_next_fault(&model, &cursor, &err));
    assert_string_equal(err.text,
                        "the animation 'blink' from x.json (animations[0]): frame 1 is "
                        "'Nothing', which is not a sprite");
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
    document_add(text, &model);
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
        assert_document_wrong(cases[i].text, strlen(cases[i].text), cases[i].expected);
    assert_document_wrong("[\"a\0b\"]", 7,
                          "1:4: a control character in a string (a quote missing?)");
    assert_document_wrong("[]\0", 3, "1:3: the end of the text expected, but here is a NUL byte");
}

/* `depth` arrays, one in the other. */
static void assert_nested(size_t depth, const char *expected)
{
    char text[200];

    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    text[2 * depth] = '\0';
    assert_document_wrong(text, 2 * depth, expected);
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
    assert_document_wrong(text.bytes, text.length, "200001:2: k000007: the key is given twice");
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
        {"\"##.\"", "\"##\"",
         "38:9: sprites[2].mask.rows[0]: must be 3 characters '#' and '.', as the box is wide"},
        {"\".##\"", "\".##.\"",
         "39:9: sprites[2].mask.rows[1]: must be 3 characters '#' and '.', as the box is wide"},
        {"\".##\"", "\".#x\"",
         "39:9: sprites[2].mask.rows[1]: must be 3 characters '#' and '.', as the box is wide"},
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
        {"\"##.\"", "\"...\"", "35:17: sprites[2].bounds: the box is larger than the mask"},
        {"\".##\"", "\"...\"", "35:17: sprites[2].bounds: the box is larger than the mask"},
        {"\"##.\"", "\".#.\"", "35:17: sprites[2].bounds: the box is larger than the mask"},
        {"\".##\"", "\".#.\"", "35:17: sprites[2].bounds: the box is larger than the mask"},
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
         "41:63: sprites[2].points.list[1]: the mask gives other points"},
        {"[3, 2], [3, 1]", "[3, 2], [3, 6]",
         "41:71: sprites[2].points.list[2]: the mask gives other points"},
        {"[3, 2], [3, 1]", "[3, 2], 3",
         "41:71: sprites[2].points.list[2]: must be an array of 2 numbers"},
        {", [4, 2]]", "]", "41:54: sprites[2].points.list: 3 points, but the mask gives 4"},
        {", [4, 2]]", ", [4, 2], [4, 2]]",
         "41:87: sprites[2].points.list[4]: the mask gives other points"},
        {"\"list\": []", "\"list\": {}", "27:72: sprites[1].points.list: must be an array"},
        /* data */
        {"\"list\": [] }", "\"list\": [] }, \"data\": 1",
         "27:86: sprites[1].data: must be a string"},
        {"\"list\": [] }", "\"list\": [] }, \"data\": \"\"",
         "27:86: sprites[1].data: must not be empty, or have control characters other than tab and "
         "newline"},
        {"\"list\": [] }", "\"list\": [] }, \"data\": \"a\\r\"",
         "27:86: sprites[1].data: must not be empty, or have control characters other than tab and "
         "newline"},
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

        assert_document_wrong(text, strlen(text), cases[i].expected);
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
        assert_document_wrong(cases[i].text, strlen(cases[i].text), cases[i].expected);
}

static void test_bad_base64(void **state)
{
    /* Instead of "AwY=", the rows 03 and 06, in a box of 3 by 2. */
    static const struct {
        const char *base64, *expected;
    } cases[] = {
        {"", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"AwY", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"AwYAAAA=", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"Aw==", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"AwYA", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"A===", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"====", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"=AwY", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"Aw-=", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"AwZ=", "12:27: sprites[0].mask.base64: must be the base64 of the 2 bytes of the box"},
        {"AwI=", "10:17: sprites[0].bounds: the box is larger than the mask"},
        {"Aw4=", "12:27: sprites[0].mask.base64: row 1 has bits set outside the box"},
        {"gwY=", "12:27: sprites[0].mask.base64: row 0 has bits set outside the box"},
    };
    struct model model = {0};
    char *text, expected[100];

    (void)state;
    model_draw(&model, "a", step_picture, NULL);
    text = document_text(&model, JSON_MASK_BASE64);
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *bad;

        snprintf(expected, sizeof expected, "\"%s\"", cases[i].base64);
        bad = replaced(text, "\"AwY=\"", expected);
        assert_document_wrong(bad, strlen(bad), cases[i].expected);
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
    assert_document_wrong(
        text, strlen(text),
        "2:80: sprites[0].mask.base64: must be the base64 of the 536862720 bytes of the box");
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
    assert_document_wrong(text, strlen(text),
                          "2:41: sprites[0].size: more pixels than --max-pixels 4294967295 allows");
}

/* Whatever the text is cut to, it is refused; nothing behind its end is looked at. */
static void test_every_cut(void **state)
{
    (void)state;
    for (size_t size = 0; size + 1 < strlen(golden); size++) {
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
