/*
 * test_atlas_plist.c - cocos2d's property lists
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <string.h>

#define FORMAT "cocos2d property list"
#define HEAD                                                                                       \
    "<?xml version='1.0' encoding='UTF-8'?>\n"                                                     \
    "<!DOCTYPE plist PUBLIC '-//Apple//DTD PLIST 1.0//EN' "                                        \
    "'http://www.apple.com/DTDs/PropertyList-1.0.dtd'>\n"                                          \
    "<plist version='1.0'><dict><key>frames</key><dict>\n"
#define META(format)                                                                               \
    "</dict><key>metadata</key><dict><key>format</key><integer>" format                            \
    "</integer><key>size</key><string>{64,32}</string>"                                            \
    "<key>textureFileName</key><string>game.png</string></dict></dict></plist>\n"
#define FRAME(name, members) "<key>" name "</key><dict>" members "</dict>\n"
#define STRING(key, value)   "<key>" key "</key><string>" value "</string>"

/* The page of all tests: B is 3 x 2, turned clockwise. */
static const char page[] =
    "AAAA....\n"
    "AAAA41..\n"
    "....52..\n"
    "....63..\n";

static const char format_2[] =
    HEAD FRAME("a.png", STRING("frame", "{{0,0},{4,2}}")
                            STRING("offset", "{-1,1}") "<key>rotated</key><false/>" STRING(
                                "sourceColorRect", "{{2,3},{4,2}}") STRING("sourceSize", "{10,10}"))
        FRAME("b.png", STRING("frame", "{ {4, 1}, {3, 2} }")
                           STRING("offset", "{0,0}") "<key>rotated</key><true/>" STRING(
                               "sourceSize", "{3,2}")) META("2");

static void sizes_are_upright_and_a_turn_is_clockwise(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(format_2, FORMAT, &atlas);
    assert_int_equal(atlas.page_count, 1);
    assert_string_equal(atlas.pages[0].image, "game.png");
    assert_int_equal(atlas.pages[0].width, 64);
    assert_int_equal(atlas.pages[0].height, 32);
    assert_frame(&atlas, "a.png", "0 0,0 4x2 upright 10x10 at 2,3");
    assert_frame(&atlas, "b.png", "0 4,1 3x2 clockwise 3x2 at 0,0");
    assert_upright(page, find_frame(&atlas, "b.png"), "123\n456\n");
    assert_int_equal(atlas.frames[0].place.line, 4);
    atlas_free(&atlas);
    assert_damage(format_2);
}

static const char format_3[] = HEAD FRAME(
    "a.png", "<key>aliases</key><array><string>c.png</string><string>d.png</string></array>" STRING(
                 "anchor", "{0.25,1}") STRING("spriteOffset", "{-0.5,1.5}")
                 STRING("spriteSize", "{4,3}") STRING("spriteSourceSize", "{9,10}")
                     STRING("textureRect", "{{1,2},{3,4}}") "<key>textureRotated</key><true/>")
    META("3");

static void format_3_has_aliases_anchors_and_half_pixels(void **state)
{
    static const char *const names[] = {"a.png", "c.png", "d.png"};
    struct atlas atlas;
    (void)state;
    read_atlas(format_3, FORMAT, &atlas);
    assert_int_equal(atlas.frame_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_frame(&atlas, names[i], "0 1,2 4x3 clockwise 9x10 at 2,2");
        assert_int_equal(find_frame(&atlas, names[i])->pivot_x, 9 * 65536 / 4);
        assert_int_equal(find_frame(&atlas, names[i])->pivot_y, 0);
    }
    atlas_free(&atlas);
    read_atlas(HEAD FRAME("a", STRING("frame", "{{0,0},{4,2}}") STRING("sourceSize", "{2000,2000}")
                                   STRING("anchor", "{0.1,1E-1}")) META("3"),
               FORMAT, &atlas);
    assert_int_equal(atlas.frames[0].pivot_x, 200 * 65536);
    assert_int_equal(atlas.frames[0].pivot_y, 1800 * 65536);
    atlas_free(&atlas);
    assert_damage(format_3);
}

/* An old packer rounds the offset, where the source is odd and the region even. */
static void what_lies_between_two_pixels_is_rounded_with_a_warning(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas_warned(
        HEAD FRAME("a", STRING("frame", "{{0,0},{4,4}}") STRING("offset", "{1,0}")
                            STRING("sourceSize", "{9,4}")) META("2"),
        FORMAT, "0:0: offsets of frames lie between two pixels, and are rounded down [rounded]\n",
        &atlas);
    assert_frame(&atlas, "a", "0 0,0 4x4 upright 9x4 at 3,0");
    atlas_free(&atlas);
}

#define NUMBER(key, value) "<key>" key "</key><integer>" value "</integer>"
#define REAL(key, value)   "<key>" key "</key><real>" value "</real>"

static void format_0_and_UIKit_have_plain_numbers(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas("<plist><dict><key>texture</key><dict>" NUMBER("width", "64")
                   NUMBER("height", "32") "</dict><key>frames</key><dict>" FRAME(
                       "a",
                       NUMBER("x", "1") NUMBER("y", "2") NUMBER("width", "4") NUMBER("height", "6")
                           REAL("offsetX", "-1.0") REAL("offsetY", "2") NUMBER("originalWidth", "8")
                               NUMBER("originalHeight", "10")) "</dict></dict></plist>",
               FORMAT, &atlas);
    assert_string_equal(atlas.pages[0].image, "x.png");
    assert_int_equal(atlas.pages[0].width, 64);
    assert_frame(&atlas, "a", "0 1,2 4x6 upright 8x10 at 1,0");
    atlas_free(&atlas);
    read_atlas("<plist><dict><key>frames</key><dict>" FRAME(
                   "a", REAL("x", "1") REAL("y", "2") REAL("w", "4.000000") REAL("h", "6")
                            REAL("oX", "3") REAL("oY", "4") REAL("oW", "8")
                                REAL("oH", "10")) "</dict><key>meta</key><dict>" STRING("image",
                                                                                        "ui/a.png")
                   NUMBER("width", "64") NUMBER("height", "32") "</dict></dict></plist>",
               FORMAT, &atlas);
    assert_string_equal(atlas.pages[0].image, "ui/a.png");
    assert_frame(&atlas, "a", "0 1,2 4x6 upright 8x10 at 3,4");
    atlas_free(&atlas);
}

/* cocos2d takes originalHeight without its sign. It does not read sourceColorRect, so that of a
 * frame that is not trimmed may say anything. */
static void what_cocos2d_does_not_read_plays_no_part(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas("<plist><dict><key>frames</key><dict>" FRAME(
                   "a",
                   NUMBER("x", "1") NUMBER("y", "2") NUMBER("width", "4") NUMBER("height", "6")
                       NUMBER("offsetX", "0") NUMBER("offsetY", "0") NUMBER("originalWidth", "8")
                           NUMBER("originalHeight", "-10")) "</dict></dict></plist>",
               FORMAT, &atlas);
    assert_frame(&atlas, "a", "0 1,2 4x6 upright 8x10 at 2,2");
    atlas_free(&atlas);
    read_atlas(HEAD FRAME("a", STRING("frame", "{{1,2},{4,6}}") STRING("offset", "{0,0}")
                                   STRING("sourceColorRect", "{{3,1},{4,6}}")
                                       STRING("sourceSize", "{4,6}")) META("2"),
               FORMAT, &atlas);
    assert_frame(&atlas, "a", "0 1,2 4x6 upright 4x6 at 0,0");
    atlas_free(&atlas);
    assert_atlas_wrong(HEAD FRAME("a", STRING("frame", "{{1,2},{4,6}}") STRING("offset", "{0,0}")
                                           STRING("sourceColorRect", "{{3,1},{4,6}}")
                                               STRING("sourceSize", "{5,6}")) META("2"),
                       "4:13: frame 'a': its offset puts part of the region outside the sprite; "
                       "please export it again\n");
}

static void the_page_may_be_named_without_its_ending(void **state)
{
    static const char *const rows[][2] = {
        {STRING("textureFileName", "sub/hero"), "sub/hero.png"},
        {STRING("textureFileName", "hero") "<key>target</key><dict>" STRING("textureFileExtension",
                                                                            ".webp") "</dict>",
         "hero.webp"},
        {STRING("textureFileName", "hero") STRING("realTextureFileName", "hero-hd.png"),
         "hero-hd.png"},
        {STRING("textureFileName", "hero.pvr.ccz") STRING("realTextureFileName", "hero.png"),
         "hero.pvr.ccz"},
        {"", "x.png"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct atlas atlas;
        char text[1000] =
            HEAD FRAME("a", STRING("frame", "{{0,0},{4,4}}")) "</dict><key>metadata</key><dict>";
        strcat(strcat(text, rows[i][0]), "</dict></dict></plist>");
        read_atlas(text, FORMAT, &atlas);
        assert_string_equal(atlas.pages[0].image, rows[i][1]);
        atlas_free(&atlas);
    }
}

static void what_is_wrong_is_said_with_its_place(void **state)
{
    (void)state;
    assert_atlas_wrong(
        HEAD FRAME("a", STRING("frame", "{{0,0},{4}}")) FRAME("b", STRING("offset", "{0,0}")) FRAME(
            "d", STRING("frame", "{{-1,0},{4,4}}")) FRAME("e", STRING("frame", "{{0.5,0},{4,4}}"))
            FRAME("f", STRING("frame", "{{0,0},{4,4}}") STRING("offset", "{5,0}"))
                FRAME("i", STRING("textureRect", "{{0,0},{4,2}}") STRING("textureRotated", "true")
                               STRING("offsetX", "left")) META("2"),
        "4:35: frame 'a': frame is \"{{0,0},{4}}\", but must be like {{2,2},{30,16}}\n"
        "5:13: frame 'b': it has no frame and no textureRect\n"
        "6:13: frame 'd': its x and y must be whole numbers, 0 or more, not -1\n"
        "7:13: frame 'e': its x and y must be whole numbers, 0 or more, not 0.5\n"
        "8:13: frame 'f': its offset puts part of the region outside the sprite; please export it "
        "again\n"
        "9:96: frame 'i': textureRotated is \"true\", but must be <true/> or <false/>\n"
        "9:135: frame 'i': offsetX is \"left\", but must be a number\n");
    assert_atlas_wrong(HEAD FRAME("a", STRING("frame", "{{0,0},{4,4}}")) META("4"),
                       "5:50: this format is unknown; formats 0 to 3 can be read\n");
    assert_atlas_wrong("<plist><dict><key>CFBundleName</key><string>x</string></dict></plist>",
                       "1:1: it is a property list without frames: no frame to bake\n");
    assert_atlas_wrong("<plist><dict><key>frames</key><dict/></dict></plist>",
                       "1:1: it is a property list without frames: no frame to bake\n");
    assert_atlas_wrong(HEAD FRAME("a", STRING("frame", "{{0,0},{4,4}}"))
                           FRAME("a", STRING("frame", "{{1,0},{4,4}}")) META("2"),
                       "5:13: frame 'a': its name is used twice, first on line 4\n");
    assert_atlas_wrong(HEAD FRAME("a", STRING("frame", "{{62,0},{4,4}}")) META("2"),
                       "4:13: frame 'a': it lies outside its page: it is 4 x 4 there, at 62,0, and "
                       "'game.png' is 64 x 32\n");
}

static void no_entity_is_declared_or_fetched(void **state)
{
    (void)state;
    assert_atlas_wrong("<!DOCTYPE plist [<!ENTITY a 'aaaa'>]><plist><dict/></plist>",
                       "1:17: it declares a document type, which no atlas needs; please remove "
                       "<!DOCTYPE ...>\n");
    assert_atlas_wrong(
        "<!DOCTYPE plist SYSTEM 'file:///etc/passwd'>\n"
        "<plist><dict><key>&secret;</key></dict></plist>",
        "2:19: it is not valid XML: undefined entity near 't><dict><key>&secret;</key></dict></pli'; "
        "write &amp; for &\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_upright_and_a_turn_is_clockwise),
        cmocka_unit_test(format_3_has_aliases_anchors_and_half_pixels),
        cmocka_unit_test(what_lies_between_two_pixels_is_rounded_with_a_warning),
        cmocka_unit_test(format_0_and_UIKit_have_plain_numbers),
        cmocka_unit_test(the_page_may_be_named_without_its_ending),
        cmocka_unit_test(what_cocos2d_does_not_read_plays_no_part),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
        cmocka_unit_test(no_entity_is_declared_or_fetched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
