/*
 * test_atlas_json_aseprite.c - the JSON of one document of Aseprite: frames, tags and slices
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"
#include "support/atlas_text.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Aseprite ---------------------------------------------------------------------------- */

static const char aseprite_name[] = "Aseprite JSON";

/* --trim --inner-padding 1; the third frame is empty. */
static const char aseprite[] =
    "{ \"frames\": {\n"
    "   \"hero 0.aseprite\": {\n"
    "    \"frame\": { \"x\": 0, \"y\": 0, \"w\": 10, \"h\": 14 },\n"
    "    \"rotated\": false,\n"
    "    \"trimmed\": true,\n"
    "    \"spriteSourceSize\": { \"x\": 4, \"y\": 3, \"w\": 8, \"h\": 12 },\n"
    "    \"sourceSize\": { \"w\": 16, \"h\": 16 },\n"
    "    \"duration\": 100\n"
    "   },\n"
    "   \"hero 1.aseprite\": {\n"
    "    \"frame\": { \"x\": 10, \"y\": 0, \"w\": 18, \"h\": 18 },\n"
    "    \"rotated\": false,\n"
    "    \"trimmed\": false,\n"
    "    \"spriteSourceSize\": { \"x\": 0, \"y\": 0, \"w\": 16, \"h\": 16 },\n"
    "    \"sourceSize\": { \"w\": 16, \"h\": 16 },\n"
    "    \"duration\": 250\n"
    "   },\n"
    "   \"hero 2.aseprite\": {\n"
    "    \"frame\": { \"x\": 28, \"y\": 0, \"w\": 3, \"h\": 3 },\n"
    "    \"rotated\": false,\n"
    "    \"trimmed\": true,\n"
    "    \"spriteSourceSize\": { \"x\": 0, \"y\": 0, \"w\": 1, \"h\": 1 },\n"
    "    \"sourceSize\": { \"w\": 16, \"h\": 16 },\n"
    "    \"duration\": 50\n"
    "   }\n"
    " },\n"
    " \"meta\": {\n"
    "  \"app\": \"https://www.aseprite.org/\",\n"
    "  \"version\": \"1.3.2-x64\",\n"
    "  \"image\": \"hero.png\",\n"
    "  \"format\": \"RGBA8888\",\n"
    "  \"size\": { \"w\": 31, \"h\": 18 },\n"
    "  \"scale\": \"1\",\n"
    "  \"frameTags\": [\n"
    "   { \"name\": \"walk\", \"from\": 0, \"to\": 1, \"direction\": \"forward\", \"color\": "
    "\"#000000ff\" },\n"
    "   { \"name\": \"back\", \"from\": 0, \"to\": 2, \"direction\": \"reverse\", \"repeat\": "
    "\"2\" }\n"
    "  ],\n"
    "  \"slices\": [\n"
    "   { \"name\": \"hit\", \"color\": \"#0000ffff\", \"keys\": [{ \"frame\": 0, \"bounds\": "
    "{\"x\": 4, \"y\": 2, \"w\": 8, \"h\": 9 }, \"pivot\": {\"x\": 4, \"y\": 9 } }, "
    "{ \"frame\": 2, \"bounds\": {\"x\": -2, \"y\": 10, \"w\": 5, \"h\": 99 } }] },\n"
    "   { \"name\": \"late\", \"keys\": [{ \"frame\": 1, \"bounds\": {\"x\": 0, \"y\": 0, "
    "\"w\": 3, \"h\": 3 } }, { \"frame\": 2, \"bounds\": {\"x\": 0, \"y\": 0, \"w\": 0, \"h\": "
    "0 } }] },\n"
    "   { \"name\": \"outside\", \"keys\": [{ \"frame\": 0, \"bounds\": {\"x\": 16, \"y\": 0, "
    "\"w\": 3, \"h\": 3 } }] },\n"
    "   { \"name\": \"unused\" }\n"
    "  ]\n"
    " }\n"
    "}\n";

static void test_aseprite(void **state)
{
    (void)state;
    assert_reads(aseprite, aseprite_name,
                 "page hero.png 31x18\n"
                 "frame hero 0.aseprite: 8x12 of page 0 at 1,1, at 4,3 in 16x16 100 ms\n"
                 "frame hero 1.aseprite: 16x16 of page 0 at 11,1, at 0,0 in 16x16 250 ms\n"
                 "frame hero 2.aseprite: 1x1 of page 0 at 29,1, at 0,0 in 16x16 50 ms\n"
                 "animation walk: 0/100 1/250\n"
                 "animation back: 2/50 1/250 0/100 2/50 1/250 0/100\n"
                 "box hit in 0: 8x9 at 4,2 pivot 8,11\n"
                 "box hit in 1: 8x9 at 4,2 pivot 8,11\n"
                 "box hit in 2: 3x6 at 0,10\n"
                 "box late in 1: 3x3 at 0,0\n");
}

/* Four frames of a pixel, and `meta`'s further members. */
static char *write_aseprite(const char *members)
{
    struct text text = {0};
    text_add_string(&text, "{\"frames\":[");
    for (int i = 0; i < 4; i++)
        text_print(
            &text,
            "%s{\"filename\":\"%d\",\"frame\":{\"x\":%d,\"y\":0,\"w\":1,\"h\":1},"
            "\"rotated\":false,\"trimmed\":false,\"spriteSourceSize\":{\"x\":0,\"y\":0,\"w\":1,"
            "\"h\":1},\"sourceSize\":{\"w\":1,\"h\":1}}",
            i > 0 ? "," : "", i, i);
    text_print(&text, "],\"meta\":{\"app\":\"http://www.aseprite.org/\",\"image\":\"a.png\",\n%s}}",
               members);
    return text.bytes;
}

static void assert_tag(const char *tag, const char *expected)
{
    struct text members = {0};
    text_print(&members, "\"frameTags\":[{\"name\":\"t\",%s}]", tag);
    char *const text = write_aseprite(members.bytes);
    struct atlas atlas;
    read_atlas(text, aseprite_name, &atlas);
    char *const described = describe_atlas(&atlas);
    assert_string_equal(strstr(described, "animation t:"), expected);
    free(described);
    atlas_free(&atlas);
    free(text);
    text_free(&members);
}

static void test_directions_are_unrolled(void **state)
{
    static const struct {
        const char *tag, *expected;
    } cases[] = {
        {"\"from\":0,\"to\":3", "animation t: 0 1 2 3\n"},
        {"\"from\":0,\"to\":3,\"direction\":\"forward\"", "animation t: 0 1 2 3\n"},
        {"\"from\":1,\"to\":3,\"direction\":\"reverse\"", "animation t: 3 2 1\n"},
        {"\"from\":0,\"to\":3,\"direction\":\"pingpong\"", "animation t: 0 1 2 3 2 1\n"},
        {"\"from\":0,\"to\":3,\"direction\":\"pingpong_reverse\"", "animation t: 3 2 1 0 1 2\n"},
        {"\"from\":1,\"to\":2,\"direction\":\"pingpong\"", "animation t: 1 2\n"},
        {"\"from\":2,\"to\":2,\"direction\":\"pingpong\"", "animation t: 2\n"},
        {"\"from\":0,\"to\":1,\"repeat\":\"3\"", "animation t: 0 1 0 1 0 1\n"},
        {"\"from\":0,\"to\":1,\"repeat\":0", "animation t: 0 1\n"},
        {"\"from\":1,\"to\":3,\"direction\":\"pingpong\",\"repeat\":\"1\"", "animation t: 1 2 3\n"},
        {"\"from\":1,\"to\":3,\"direction\":\"pingpong\",\"repeat\":\"2\"",
         "animation t: 1 2 3 2 1\n"},
        {"\"from\":0,\"to\":1,\"direction\":\"pingpong\",\"repeat\":\"3\"",
         "animation t: 0 1 0 1\n"},
        {"\"from\":1,\"to\":3,\"direction\":\"pingpong_reverse\",\"repeat\":\"2\"",
         "animation t: 3 2 1 2 3\n"},
        {"\"from\":2,\"to\":2,\"direction\":\"pingpong\",\"repeat\":\"3\"", "animation t: 2 2 2\n"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_tag(cases[i].tag, cases[i].expected);
}

static void test_aseprite_mistakes(void **state)
{
    char *const text = write_aseprite(
        "\"frameTags\":[\n"
        "{\"name\":\"a\",\"from\":0,\"to\":4,\"direction\":\"sideways\"},\n"
        "{\"from\":0,\"to\":1},\n"
        "{\"name\":\"b\",\"from\":2,\"to\":1},\n"
        "{\"name\":\"c\",\"from\":0,\"to\":3,\"repeat\":\"often\"},\n"
        "{\"name\":\"d\",\"from\":0,\"to\":3,\"repeat\":\"2000000000\"},\n"
        "{\"name\":\"e\",\"from\":0,\"to\":3},\n"
        "{\"name\":\"e\",\"from\":0,\"to\":3},\n"
        "7],\n"
        "\"slices\":[\n"
        "{\"name\":\"s\",\"keys\":[{\"frame\":4,\"bounds\":{\"x\":0,\"y\":0,\"w\":-1,\"h\":1}},"
        "{\"frame\":0},5]},\n"
        "{\"name\":\"s\",\"keys\":{}},\n"
        "{\"name\":\"t\",\"keys\":[{\"frame\":1,\"bounds\":{\"x\":0,\"y\":0,\"w\":1,\"h\":1},"
        "\"pivot\":{\"x\":0.5,\"y\":0}}]},\n"
        "{\"name\":\"u\",\"keys\":[{\"frame\":1,\"bounds\":{\"x\":0,\"y\":0,\"w\":1,\"h\":1}},\n"
        "{\"frame\":1,\"bounds\":{\"x\":0,\"y\":0,\"w\":1,\"h\":1}}]}]");
    (void)state;
    assert_finds(
        text, aseprite_name,
        "3:41: tag 'a': direction must be \"forward\", \"reverse\", \"pingpong\" or "
        "\"pingpong_reverse\"\n"
        "4:1: tag '': \"name\" is missing\n"
        "5:1: tag 'b': it goes from frame 2 to 1, but its last frame must not come before its "
        "first one\n"
        "6:38: tag 'c': repeat must be a whole number from 0 to 2147483647, not \"often\"\n"
        "10:1: tag '': must be an object\n"
        "12:30: slice 's': frame must be a whole number from 0 to 3, not 4\n"
        "12:58: slice 's': bounds.w must be a whole number from 0 to 2147483647, not -1\n"
        "12:69: slice 's': \"bounds\" is missing\n"
        "12:81: slice 's': keys must hold objects\n"
        "13:20: slice 's': keys must be an array\n"
        "14:80: slice 't': pivot.x must be a whole number from -2147483647 to 2147483647, not "
        "0.5\n"
        "16:1: slice 'u': the key of frame 1 comes after the key of frame 1; keys must be in the "
        "order of their frames\n"
        "7:1: tag 'd': all tags up to this one have more than 4194304 steps, the most that is "
        "allowed\n");
    free(text);
}

static void test_aseprite_frames_that_cannot_be(void **state)
{
    (void)state;
    assert_finds(
        "{\"frames\":[\n"
        "{\"filename\":\"a\",\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":5},"
        "\"spriteSourceSize\":{\"x\":0,\"y\":0,\"w\":2,\"h\":2},"
        "\"sourceSize\":{\"w\":9,\"h\":9},\"duration\":1},\n"
        "{\"filename\":\"b\",\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},\"rotated\":true,"
        "\"spriteSourceSize\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},"
        "\"sourceSize\":{\"w\":9,\"h\":9},\"duration\":1},\n"
        "{\"filename\":\"c\",\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},\"duration\":0.5}"
        "],\"meta\":{\"app\":\"http://www.aseprite.org/\",\"size\":{\"w\":9,\"h\":9}}}",
        aseprite_name,
        "4:75: \"image\" is missing\n"
        "2:1: frame 'a': frame is 4 x 5, and spriteSourceSize 2 x 2: the padding must be the same "
        "on all sides\n"
        "3:1: frame 'b': rotated is true, which has no certain meaning in this format; please "
        "export it again without rotation\n"
        "4:62: frame 'c': duration must be a whole number from 0 to 2147483647, not 0.5\n"
        "4:1: frame 'c': \"spriteSourceSize\" is missing\n"
        "4:1: frame 'c': \"sourceSize\" is missing\n");
}

static void damage_does_no_harm(void **state)
{
    (void)state;
    assert_damage_to_all_readers(aseprite);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aseprite),
        cmocka_unit_test(test_directions_are_unrolled),
        cmocka_unit_test(test_aseprite_mistakes),
        cmocka_unit_test(test_aseprite_frames_that_cannot_be),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
