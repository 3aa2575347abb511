/*
 * test_atlas_habits.c - what real packers and tools write that no specification has: taken, with a
 * warning where something is lost
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <stdio.h>
#include <string.h>

static const char packer[] = "TexturePacker JSON", starling[] = "Starling XML";

/* ---- JSON --------------------------------------------------------------------------------- */

/* AssetPack writes it in each page but the first. */
static void members_that_are_null_are_missing(void **state)
{
    (void)state;
    struct atlas atlas;
    read_atlas(
        "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":1,\"h\":2},\"rotated\":null,"
        "\"trimmed\":null,\"spriteSourceSize\":null,\"sourceSize\":null,\"pivot\":null,"
        "\"anchor\":null,\"duration\":null,\"vertices\":null}},\"animations\":null,"
        "\"file\":null,\"mc\":null,\"meta\":{\"image\":\"a.png\",\"size\":null,\"scale\":null,"
        "\"frameTags\":null,\"slices\":null,\"prefix\":null,"
        "\"related_multi_packs\":null}}",
        packer, &atlas);
    assert_frame(&atlas, "a", "0 0,0 1x2 upright 1x2 at 0,0");
    assert_int_equal(atlas.related_count, 0);
    assert_false(atlas.frames[0].has_pivot);
    atlas_free(&atlas);
    read_atlas(
        "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":1,\"h\":2},"
        "\"spriteSourceSize\":{\"x\":0,\"y\":0,\"w\":1,\"h\":2},"
        "\"sourceSize\":{\"w\":3,\"h\":2},\"duration\":null}},"
        "\"meta\":{\"app\":\"http://www.aseprite.org/\",\"image\":\"a.png\","
        "\"frameTags\":null,\"slices\":null,\"layers\":null}}",
        "Aseprite JSON", &atlas);
    assert_frame(&atlas, "a", "0 0,0 1x2 upright 3x2 at 0,0");
    atlas_free(&atlas);
    read_atlas(
        "{\"type\":\"tileset\",\"tilewidth\":2,\"tileheight\":2,\"image\":\"a.png\","
        "\"imagewidth\":4,\"imageheight\":2,\"transparentcolor\":null,\"tiles\":null,"
        "\"margin\":null,\"version\":null}",
        "Tiled tileset (.tsj)", &atlas);
    assert_int_equal(atlas.frame_count, 2);
    atlas_free(&atlas);
    /* A missing member that is needed is an error. */
    assert_atlas_wrong("{\"frames\":{\"a\":{\"frame\":null}},\"meta\":{\"image\":null}}",
                       "1:39: \"image\" is missing\n"
                       "1:16: frame 'a': \"frame\" is missing\n");
}

/* An old TexturePacker wrote "version" twice. */
static void only_keys_that_are_read_must_be_there_once(void **state)
{
    (void)state;
    struct atlas atlas;
    read_atlas(
        "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":1,\"h\":2},\"n\":1,\"n\":2}},"
        "\"meta\":{\"version\":\"1.0\",\"image\":\"a.png\",\"version\":\"1.0\"}}",
        packer, &atlas);
    assert_frame(&atlas, "a", "0 0,0 1x2 upright 1x2 at 0,0");
    atlas_free(&atlas);
    assert_atlas_wrong(
        "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":1,\"h\":2}}},\n"
        "\"meta\":{\"image\":\"a.png\",\"version\":1,\"image\":\"b.png\"}}",
        "2:37: meta.image: the key is given twice\n");
    assert_atlas_wrong(
        "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":1,\"h\":2}}},\n"
        "\"meta\":{\"image\":\"a.png\"},\"meta\":{\"image\":\"b.png\"}}",
        "2:26: meta: the key is given twice\n");
}

/* free-tex-packer at a scale of 0.5: engines take 128.5 for 128. */
static void fractions_of_scaled_exports_are_left_out(void **state)
{
    (void)state;
    struct atlas atlas;
    read_atlas_warned(
        "{\"frames\":{\n"
        "\"a\":{\"frame\":{\"x\":1,\"y\":2.5,\"w\":128.5,\"h\":7},\"trimmed\":true,\n"
        "\"spriteSourceSize\":{\"x\":3.5,\"y\":0,\"w\":128.5,\"h\":7},"
        "\"sourceSize\":{\"w\":140.5,\"h\":8}}},\n"
        "\"meta\":{\"image\":\"a.png\",\"size\":{\"w\":256,\"h\":20.5},\"scale\":0.5}}",
        packer,
        "4:45: 6 numbers of pixels have fractions, which are left out; this is the first "
        "[rounded]\n",
        &atlas);
    assert_frame(&atlas, "a", "0 1,2 128x7 upright 140x8 at 3,0");
    assert_int_equal(atlas.pages[0].height, 20);
    atlas_free(&atlas);
}

/* Place and size of a scaled export are rounded, each for itself. More than a pixel is an error. */
static void a_pixel_too_much_by_rounding_is_cut(void **state)
{
    (void)state;
    struct atlas atlas;
    read_atlas_warned(
        "{\"frames\":{\n"
        "\"a\":{\"frame\":{\"x\":1,\"y\":2,\"w\":9,\"h\":7},\"trimmed\":true,"
        "\"spriteSourceSize\":{\"x\":2,\"y\":0,\"w\":9,\"h\":7},"
        "\"sourceSize\":{\"w\":10,\"h\":8}}},\"meta\":{\"image\":\"a.png\"}}",
        packer,
        "2:5: frame 'a': its region reaches beyond its frame; what lies outside is left "
        "out [clipped]\n",
        &atlas);
    assert_frame(&atlas, "a", "0 1,2 8x7 upright 10x8 at 2,0");
    atlas_free(&atlas);
}

/* An untrimmed frame is as large as on the page for engines, whatever the other sizes are. */
static void what_is_not_trimmed_has_the_size_on_the_page(void **state)
{
    (void)state;
    struct atlas atlas;
    read_atlas(
        "{\"frames\":{\n"
        "\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":16,\"h\":10},\"trimmed\":false,"
        "\"spriteSourceSize\":{\"x\":2,\"y\":3,\"w\":16,\"h\":10},"
        "\"sourceSize\":{\"w\":20,\"h\":20},\"anchor\":{\"x\":0.5,\"y\":1}}},"
        "\"meta\":{\"image\":\"a.png\"}}",
        packer, &atlas);
    assert_frame(&atlas, "a", "0 0,0 16x10 upright 16x10 at 0,0");
    assert_int_equal(atlas.frames[0].pivot_x, 8 * 65536);
    assert_int_equal(atlas.frames[0].pivot_y, 10 * 65536);
    atlas_free(&atlas);
}

/* ---- XML ---------------------------------------------------------------------------------- */

static const char sheet[] =
    "<TextureAtlas imagePath='a.png'><SubTexture name='a' x='0' y='0' width='1' height='2'/>"
    "</TextureAtlas>";

/* All output of free-tex-packer for Starling begins with a comment. */
static void anything_may_stand_before_the_root(void **state)
{
    (void)state;
#define DECLARATION "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
#define BOM         "\xef\xbb\xbf"
    static const char *const beginnings[] = {
        "",
        "<!-- Created with a packer -->\n",
        "\n\n  ",
        BOM,
        DECLARATION,
        BOM DECLARATION,
        "<!-- <atlas> --><!-- -->" DECLARATION "\n",
        "<!-- a -->\n" DECLARATION "\n<!-- b -->\n",
        "\n" DECLARATION,
        "\r\n\t" BOM DECLARATION "\r\n",
        "<!-- a -->" BOM,
        BOM "\n" BOM DECLARATION,
        BOM "<!-- a -->" DECLARATION,
        "<?packer made this?>\n<!-- a -->",
    };
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        struct atlas atlas;
        char text[400];
        snprintf(text, sizeof text, "%s%s", beginnings[i], sheet);
        read_atlas(text, starling, &atlas);
        assert_frame(&atlas, "a", "0 0,0 1x2 upright 1x2 at 0,0");
        atlas_free(&atlas);
        assert_damage(text);
    }
    /* Places are those of the file. */
    assert_atlas_wrong("<!-- a -->\n<?xml version='1.0'\n?> <TextureAtlas/>",
                       "3:4: \"imagePath\" is missing\n");
}

/* Flash CS6. */
static void an_encoding_is_that_of_the_bytes(void **state)
{
    (void)state;
    struct atlas atlas;
    char text[400];
    snprintf(text, sizeof text, "%s%s", "<?xml version=\"1.0\" encoding=\"utf-16\"?>\n", sheet);
    read_atlas(text, starling, &atlas);
    assert_int_equal(atlas.frame_count, 1);
    atlas_free(&atlas);
    snprintf(text, sizeof text, "%s%s", BOM "<?xml version=\"1.0\" encoding=\"UTF-16\"?>", sheet);
    read_atlas(text, starling, &atlas);
    assert_int_equal(atlas.frame_count, 1);
    atlas_free(&atlas);
    /* Real UTF-16 stays that. */
    static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>";
    char wide[1000] = "\xff\xfe";
    size_t size = 2;
    for (const char *p = head; *p != '\0'; p++, size += 2)
        wide[size] = *p;
    for (const char *p = sheet; *p != '\0'; p++, size += 2)
        wide[size] = *p;
    const struct atlas_format *const found = atlas_recognise(wide, size);
    assert_non_null(found);
    assert_string_equal(found->name, starling);
}

/* ---- Fractions and frames of Sparrow ------------------------------------------------------- */

static void assert_sparrow(const char *attributes, const char *warnings, const char *expected)
{
    struct atlas atlas;
    char text[600];
    snprintf(text, sizeof text,
             "<TextureAtlas imagePath='a.png'>\n<SubTexture name='a' %s/>\n</TextureAtlas>",
             attributes);
    read_atlas_warned(text, starling, warnings, &atlas);
    assert_frame(&atlas, "a", expected);
    atlas_free(&atlas);
}

static void fractions_in_XML(void **state)
{
    (void)state;
    assert_sparrow(
        "x='263.0' y='1.000' width='20.0' height='30' frameX='-1.0' frameY='-0.0' "
        "frameWidth='32.0' frameHeight='31'",
        "", "0 263,1 20x30 upright 32x31 at 1,0");
    assert_sparrow(
        "x='32.5' y='1' width='20.5' height='30' frameX='-2.5' frameY='0' "
        "frameWidth='40' frameHeight='31'",
        "2:1: 3 numbers of pixels have fractions, which are left out; this is the first "
        "[rounded]\n",
        "0 32,1 20x30 upright 40x31 at 2,0");
}

/* Adobe Animate writes frames that are smaller than their regions, and positive offsets. The oracle
 * draws the page by its frame, pixel by pixel, and leaves out what lies beyond. */
static void regions_beyond_the_frame_are_cut(void **state)
{
    (void)state;
    static const char cut[] =
        "2:1: frame 'a': its region reaches beyond its frame; what lies outside is left out "
        "[clipped]\n";
    assert_sparrow(
        "x='10' y='20' width='8' height='6' frameX='2' frameY='1' frameWidth='5' "
        "frameHeight='4'",
        cut, "0 12,21 5x4 upright 5x4 at 0,0");
    assert_sparrow(
        "x='10' y='20' width='8' height='6' frameX='-3' frameY='-1' frameWidth='5' "
        "frameHeight='9'",
        cut, "0 10,20 2x6 upright 5x9 at 3,1");
    assert_sparrow(
        "x='10' y='20' width='8' height='6' frameX='9' frameY='0' frameWidth='5' "
        "frameHeight='9'",
        cut, "0 18,20 0x0 upright 5x9 at 0,0");
    assert_sparrow(
        "x='10' y='20' width='8' height='6' frameX='0' frameY='0' frameWidth='8' "
        "frameHeight='6'",
        "", "0 10,20 8x6 upright 8x6 at 0,0");
}

/* Any region at any place, however it is turned: what is left is what a loop finds. */
static void clipping_keeps_every_pixel(void **state)
{
    (void)state;
    struct diagnostics diagnostics = {0};
    const struct atlas_log log = {"x.xml", &diagnostics};
    for (int turn = ATLAS_UPRIGHT; turn <= ATLAS_COUNTER_CLOCKWISE; turn++)
        for (int left = -5; left <= 5; left++)
            for (int top = -5; top <= 5; top++) {
                const struct atlas_frame before = {.x = 7,
                                                   .y = 9,
                                                   .width = 4,
                                                   .height = 3,
                                                   .source_width = 5,
                                                   .source_height = 2,
                                                   .turn = (enum atlas_turn)turn};
                struct atlas_frame after = before;
                const bool cut = atlas_clip(&log, "a", &after, left, top);
                uint32_t kept = 0;
                for (uint32_t j = 0; j < before.height; j++)
                    for (uint32_t i = 0; i < before.width; i++) {
                        const int x = left + (int)i, y = top + (int)j;
                        if (x < 0 || y < 0 || x >= 5 || y >= 2)
                            continue;
                        /* Each pixel of the page stays at its place. */
                        const uint32_t u = (uint32_t)x - after.left, v = (uint32_t)y - after.top;
                        assert_true(u < after.width && v < after.height);
                        kept++;
                        if (turn == ATLAS_UPRIGHT) {
                            assert_int_equal(before.x + i, after.x + u);
                            assert_int_equal(before.y + j, after.y + v);
                        } else if (turn == ATLAS_CLOCKWISE) {
                            assert_int_equal(before.x + before.height - 1 - j,
                                             after.x + after.height - 1 - v);
                            assert_int_equal(before.y + i, after.y + u);
                        } else {
                            assert_int_equal(before.x + j, after.x + v);
                            assert_int_equal(before.y + before.width - 1 - i,
                                             after.y + after.width - 1 - u);
                        }
                    }
                assert_int_equal(after.width * after.height, kept);
                assert_int_equal(cut, kept < before.width * before.height);
            }
    diagnostics_free(&diagnostics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_that_are_null_are_missing),
        cmocka_unit_test(only_keys_that_are_read_must_be_there_once),
        cmocka_unit_test(fractions_of_scaled_exports_are_left_out),
        cmocka_unit_test(a_pixel_too_much_by_rounding_is_cut),
        cmocka_unit_test(what_is_not_trimmed_has_the_size_on_the_page),
        cmocka_unit_test(anything_may_stand_before_the_root),
        cmocka_unit_test(an_encoding_is_that_of_the_bytes),
        cmocka_unit_test(fractions_in_XML),
        cmocka_unit_test(regions_beyond_the_frame_are_cut),
        cmocka_unit_test(clipping_keeps_every_pixel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
