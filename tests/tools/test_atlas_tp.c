/*
 * test_atlas_tp.c - what TexturePacker writes for Unity, Godot and everyone: .tpsheet and XML
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <string.h>

/* ---- Generic XML, and Sparrow 1 ----------------------------------------------------------- */

/* B is 3 x 2, turned clockwise. */
static const char page[] =
    "AAAA....\n"
    "AAAA41..\n"
    "....52..\n"
    "....63..\n";

static const char xml[] =
    "<!--Format: n => name of the sprite -->\n"
    "<TextureAtlas imagePath='game.png' width='8' height='4'>\n"
    "  <sprite n='a' x='0' y='0' w='4' h='2' pX='0.25' pY='1' oX='2' oY='3' oW='10' oH='9'/>\n"
    "  <sprite n='b' x='4' y='1' w='2' h='3' r='y'/>\n"
    "</TextureAtlas>\n";

/* A scaled export of free-tex-packer. */
static void fractions_of_generic_xml_are_left_out(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas_warned(
        "<TextureAtlas imagePath='a.png' scale='0.5'>\n"
        "<sprite n='a' x='0' y='0' w='7.5' h='4' pX='0.5' pY='0.5'/>\n"
        "<sprite n='b' x='8.5' y='0.0' w='2' h='3.25'/></TextureAtlas>",
        "Starling XML",
        "2:1: 2 numbers of pixels have fractions, which are left out; this is the "
        "first [rounded]\n",
        &atlas);
    assert_frame(&atlas, "a", "0 0,0 7x4 upright 7x4 at 0,0");
    assert_frame(&atlas, "b", "0 8,0 2x3 upright 2x3 at 0,0");
    atlas_free(&atlas);
}

static void the_sizes_of_generic_xml_are_those_on_the_page(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(xml, "Starling XML", &atlas);
    assert_int_equal(atlas.pages[0].width, 8);
    assert_frame(&atlas, "a", "0 0,0 4x2 upright 10x9 at 2,3");
    assert_int_equal(atlas.frames[0].pivot_x, 10 * 65536 / 4);
    assert_int_equal(atlas.frames[0].pivot_y, 9 * 65536);
    assert_frame(&atlas, "b", "0 4,1 3x2 clockwise 3x2 at 0,0");
    assert_false(atlas.frames[1].has_pivot);
    assert_upright(page, find_frame(&atlas, "b"), "123\n456\n");
    atlas_free(&atlas);
    read_atlas(
        "<TextureAtlas imagePath='game.png'>"
        "<sprite n='a' x='0' y='0' w='2000' h='2000' pX='0.1' pY='1E-05'/></TextureAtlas>",
        "Starling XML", &atlas);
    assert_int_equal(atlas.frames[0].pivot_x, 200 * 65536);
    assert_int_equal(atlas.frames[0].pivot_y, 1311);
    atlas_free(&atlas);
    assert_damage(xml);
}

static void free_tex_packer_writes_upright_sizes_and_a_scale(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(
        "<!--\nCreated with Free texture packer\n-->\n"
        "<TextureAtlas imagePath='game.png' width='8' height='4' scale='1' format='RGBA8888'>"
        "<sprite n='b' x='4' y='1' w='3' h='2' pX='0.5' pY='0.5' r='y'/></TextureAtlas>",
        "Starling XML", &atlas);
    assert_frame(&atlas, "b", "0 4,1 3x2 clockwise 3x2 at 0,0");
    atlas_free(&atlas);
}

static void Sparrow_1_says_w_and_h(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(
        "<TextureAtlas imagePath='game.png'><SubTexture name='a' x='1' y='2' w='3' h='4'/>"
        "</TextureAtlas>",
        "Starling XML", &atlas);
    assert_frame(&atlas, "a", "0 1,2 3x4 upright 3x4 at 0,0");
    atlas_free(&atlas);
}

static void what_is_wrong_in_xml_is_said(void **state)
{
    struct atlas atlas;
    (void)state;
    assert_atlas_wrong(
        "<TextureAtlas imagePath='game.png'>\n"
        "<sprite x='0' y='0' w='1' h='1'/>\n"
        "<sprite n='a' x='0' y='0' w='1' h='1' r='yes'/>\n"
        "<sprite n='b' x='0' y='0' w='1' h='1' oX='0'/>\n"
        "<sprite n='c' x='-1' y='0' w='1' h='1' pX='a' pY='0'/>\n"
        "</TextureAtlas>",
        "2:1: <sprite> has no n\n"
        "3:1: frame 'a': <sprite> has an r that is neither y nor n\n"
        "4:1: frame 'b': <sprite> has no oY\n"
        "4:1: frame 'b': <sprite> has no oW\n"
        "4:1: frame 'b': <sprite> has no oH\n"
        "5:1: frame 'c': <sprite> has x=\"-1\", which is not a whole number from 0 to "
        "2147483647\n"
        "5:1: frame 'c': <sprite> has pX=\"a\", which is not a number such as 12 or "
        "-0.5\n");
    read_atlas_warned(
        "<TextureAtlas imagePath='game.png'>"
        "<sprite n='a' x='0' y='0' w='1' h='1' vertices='0 0 1 0 1 1'/></TextureAtlas>",
        "Starling XML",
        "0:0: frames are polygons (they have vertices): the rectangle of a frame may "
        "hold pixels of its neighbours, and the mask then has them too; pack "
        "rectangles instead [polygons]\n",
        &atlas);
    atlas_free(&atlas);
}

/* ---- For Unity ---------------------------------------------------------------------------- */

#define SHEET "# comment\n\n:format=40300\n:texture=game.png\n:size=64x32\n:pivotpoints=enabled\n\n"
#define UNITY "TexturePacker for Unity (.tpsheet)"

static const char sheet[] = SHEET
    "hero%3B%25 1;2;20;10;4; 0.25;1; 0;0;0;0; 4;10;0;0;0;0;4;10;4; 2;1;2\n"
    "b;0;0;4;4\n";

static void the_y_of_a_sheet_for_Unity_goes_up(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(sheet, UNITY, &atlas);
    assert_false(atlas.pages[0].from_bottom);
    assert_string_equal(atlas.pages[0].image, "game.png");
    assert_int_equal(atlas.pages[0].height, 32);
    assert_frame(&atlas, "hero;% 1", "0 2,8 10x4 upright 10x4 at 0,0");
    assert_int_equal(atlas.frames[0].pivot_x, 10 * 65536 / 4);
    assert_int_equal(atlas.frames[0].pivot_y, 0);
    assert_frame(&atlas, "b", "0 0,28 4x4 upright 4x4 at 0,0");
    assert_false(atlas.frames[1].has_pivot);
    assert_int_equal(atlas.frames[1].place.line, 9);
    atlas_free(&atlas);
    read_atlas(":format=40300\n:texture=game.png\n:pivotpoints=enabled\na;0;0;2000;2000;0.1;1e-1\n",
               UNITY, &atlas);
    assert_int_equal(atlas.frames[0].pivot_x, 200 * 65536);
    assert_int_equal(atlas.frames[0].pivot_y, 1800 * 65536);
    atlas_free(&atlas);
    assert_damage(sheet);
}

static void polygons_for_Unity_are_warned_of(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas_warned(SHEET "a;0;0;4;4; 0.5;0.5; 0;0;0;0; 3;0;0;4;4;2;0; 1;0;1;2\n", UNITY,
                      "0:0: frames are polygons (they have vertices): the rectangle of a frame may "
                      "hold pixels of its neighbours, and the mask then has them too; pack "
                      "rectangles instead [polygons]\n",
                      &atlas);
    atlas_free(&atlas);
}

static void what_is_wrong_for_Unity_is_said(void **state)
{
    (void)state;
    assert_atlas_wrong(
        ":format=40300\n:size=64\n"
        "a;0;0;4\nb;0;0.5;4;4\nc;-1;0;4;4\nd;0;0;4;4;x;1\n",
        "2:1: the size must be like 256x128\n"
        "3:1: frame 'a': the line must be like NAME;X;Y;WIDTH;HEIGHT; "
        "PIVOTX;PIVOTY; in whole pixels\n"
        "4:1: frame 'b': the line must be like NAME;X;Y;WIDTH;HEIGHT; "
        "PIVOTX;PIVOTY; in whole pixels\n"
        "5:1: frame 'c': the line must be like NAME;X;Y;WIDTH;HEIGHT; "
        "PIVOTX;PIVOTY; in whole pixels\n"
        "6:1: frame 'd': the line must be like NAME;X;Y;WIDTH;HEIGHT; "
        "PIVOTX;PIVOTY; in whole pixels\n"
        "1:1: \":texture=\" is missing\n");
    assert_atlas_wrong(SHEET "a;60;0;5;4\n",
                       "8:1: frame 'a': it lies outside its page: it is 5 x 4 there, at 60,28, and "
                       "'game.png' is 64 x 32\n");
    assert_atlas_wrong(SHEET, "1:1: there is no sprite in it: no frame to bake\n");
    assert_atlas_wrong(":format=4\n:texture=a.png\n",
                       "1:1: this format is unknown; formats 40000 to 49999 can be read\n");
}

/* ---- For Godot ---------------------------------------------------------------------------- */

#define GODOT              "TexturePacker for Godot (.tpsheet)"
#define REGION(x, y, w, h) "{\"x\":" x ",\"y\":" y ",\"w\":" w ",\"h\":" h "}"
#define BEGIN              "{\"textures\":[{\"image\":\"a.png\",\"size\":{\"w\":64,\"h\":32},\"sprites\":[\n"
#define SPRITE(name, region, margin)                                                               \
    "{\"filename\":\"" name "\",\"region\":" region ",\"margin\":" margin "}"

static const char godot[] =
    BEGIN SPRITE("a", REGION("1", "2", "3", "4"), REGION("5", "6", "7", "8")) "," SPRITE(
        "b", REGION("0", "0", "1", "1"),
        REGION("0", "0", "0", "0")) "]},{\"image\":\"b.png\",\"sprites\":[]}]}";

static void a_margin_is_what_was_trimmed(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(godot, GODOT, &atlas);
    assert_int_equal(atlas.page_count, 2);
    assert_frame(&atlas, "a", "0 1,2 3x4 upright 10x12 at 5,6");
    assert_frame(&atlas, "b", "0 0,0 1x1 upright 1x1 at 0,0");
    atlas_free(&atlas);
    assert_damage(godot);
}

static void frames_that_were_turned_in_silence_lie_over_others(void **state)
{
    struct atlas atlas;
    static const char unnamed[] = "{\"textures\":[{\"image\":\"\",\"sprites\":[" SPRITE(
        "a", REGION("0", "0", "4", "8"), REGION("0", "0", "0", "0")) "]}]}";
    static const char one[] =
        BEGIN SPRITE("a", REGION("0", "0", "4", "8"), REGION("0", "0", "0", "0")) "," SPRITE(
            "b", REGION("0", "0", "4", "8"),
            REGION("0", "0", "0", "0")) "]}],\"meta\":{\"app\":\"http://free-tex-packer.com\"}}";
    (void)state;
    read_atlas(unnamed, GODOT, &atlas);
    assert_string_equal(atlas.pages[0].image, "x.png");
    atlas_free(&atlas);
    read_atlas(one, GODOT, &atlas);
    atlas_free(&atlas);
    assert_atlas_wrong(
        BEGIN SPRITE("a", REGION("0", "0", "4", "8"), REGION("0", "0", "0", "0")) ",\n" SPRITE(
            "b", REGION("0", "4", "8", "4"),
            REGION("0", "0", "0", "0")) "]}],\"meta\":{\"app\":\"http://free-tex-packer.com\"}}",
        "3:1: frame 'b': it lies over frame 'a': free-tex-packer has turned frames without saying "
        "which; please pack again without rotation\n");
}

static void what_is_wrong_for_Godot_is_said(void **state)
{
    (void)state;
    assert_atlas_wrong(BEGIN "1,\n{\"region\":{}},\n{\"filename\":\"c\"},\n" SPRITE(
                           "d", REGION("0", "0", "1", "1"), REGION("1", "0", "0", "0")) "]}]}",
                       "2:1: frame '#0': must be an object\n"
                       "3:1: frame '#1': \"filename\" is missing\n"
                       "3:11: frame '#1': \"region.x\" is missing\n"
                       "3:11: frame '#1': \"region.y\" is missing\n"
                       "3:11: frame '#1': \"region.w\" is missing\n"
                       "3:11: frame '#1': \"region.h\" is missing\n"
                       "4:1: frame 'c': \"region\" is missing\n"
                       "5:1: frame 'd': its region lies outside its untrimmed size: the region is "
                       "1 x 1 at 1,0, the untrimmed size is 1 x 1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fractions_of_generic_xml_are_left_out),
        cmocka_unit_test(the_sizes_of_generic_xml_are_those_on_the_page),
        cmocka_unit_test(free_tex_packer_writes_upright_sizes_and_a_scale),
        cmocka_unit_test(Sparrow_1_says_w_and_h),
        cmocka_unit_test(what_is_wrong_in_xml_is_said),
        cmocka_unit_test(the_y_of_a_sheet_for_Unity_goes_up),
        cmocka_unit_test(polygons_for_Unity_are_warned_of),
        cmocka_unit_test(what_is_wrong_for_Unity_is_said),
        cmocka_unit_test(a_margin_is_what_was_trimmed),
        cmocka_unit_test(frames_that_were_turned_in_silence_lie_over_others),
        cmocka_unit_test(what_is_wrong_for_Godot_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
