/*
 * test_atlas_web.c - atlases of engines of the web: spritesmith, Egret, LayaBox, DragonBones
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <string.h>

/* ---- spritesmith -------------------------------------------------------------------------- */

#define SMITH "spritesmith JSON"

static const char smith[] =
    "{\"a.png\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"image\":\"sub/game.png\","
    "\"total_width\":64,\"total_height\":32},\n"
    "\"b.png\":{\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"image\":\"sub/game.png\"}}";

static void spritesmith_has_rectangles(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(smith, SMITH, &atlas);
    assert_string_equal(atlas.pages[0].image, "sub/game.png");
    assert_int_equal(atlas.pages[0].width, 64);
    assert_frame(&atlas, "a.png", "0 1,2 3x4 upright 3x4 at 0,0");
    assert_frame(&atlas, "b.png", "0 0,0 1x1 upright 1x1 at 0,0");
    atlas_free(&atlas);
    read_atlas("[{\"name\":\"a\",\"x\":1,\"y\":2,\"width\":3,\"height\":4}]", SMITH, &atlas);
    assert_string_equal(atlas.pages[0].image, "x.png");
    assert_frame(&atlas, "a", "0 1,2 3x4 upright 3x4 at 0,0");
    atlas_free(&atlas);
    assert_damage(smith);
    assert_atlas_wrong(
        "[{\"name\":\"a\",\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"image\":\"a.png\"},\n"
        "{\"x\":1,\"y\":-2,\"width\":3,\"height\":4},\n7,\n"
        "{\"name\":\"d\",\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"image\":\"b.png\"}]",
        "2:1: frame '#1': \"name\" is missing\n"
        "2:12: frame '#1': y must be a whole number from 0 to 2147483647, not -2\n"
        "3:1: frame '#2': must be an object\n"
        "4:54: frame 'd': it has another image than the sprites before it\n");
}

/* ---- Egret -------------------------------------------------------------------------------- */

#define EGRET "Egret sprite sheet"

static const char egret[] =
    "{\"file\":\"game.png\",\"frames\":{\n"
    "\"a\":{\"x\":1,\"y\":2,\"w\":3,\"h\":4,\"offX\":5,\"offY\":6,\"sourceW\":10,\"sourceH\":11},\n"
    "\"b\":{\"x\":0,\"y\":0,\"w\":1,\"h\":2,\"hw\":0.5,\"hh\":1}}}";

static void egret_has_offsets(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(egret, EGRET, &atlas);
    assert_string_equal(atlas.pages[0].image, "game.png");
    assert_frame(&atlas, "a", "0 1,2 3x4 upright 10x11 at 5,6");
    assert_frame(&atlas, "b", "0 0,0 1x2 upright 1x2 at 0,0");
    atlas_free(&atlas);
    assert_damage(egret);
    assert_atlas_wrong("{\"file\":1,\"frames\":{\n\"a\":{\"x\":1},\n\"b\":2}}",
                       "1:9: file must be a string\n"
                       "2:5: frame 'a': \"y\" is missing\n"
                       "2:5: frame 'a': \"w\" is missing\n"
                       "2:5: frame 'a': \"h\" is missing\n"
                       "3:5: frame 'b': must be an object\n");
    assert_atlas_wrong("{\"mc\":{},\"res\":{}}",
                       "1:7: it is a MovieClip of Egret, whose frames have places of their own; "
                       "please export a sprite sheet\n");
}

/* ---- LayaBox ------------------------------------------------------------------------------ */

#define LAYA "LayaBox atlas"

static const char laya[] =
    "{\"frames\":{\n"
    "\"a.png\":{\"frame\":{\"h\":4,\"idx\":1,\"w\":3,\"x\":1,\"y\":2},"
    "\"sourceSize\":{\"h\":11,\"w\":10},\"spriteSourceSize\":{\"x\":5,\"y\":6}},\n"
    "\"b.png\":{\"frame\":{\"h\":1,\"w\":1,\"x\":0,\"y\":0}}},\n"
    "\"meta\":{\"image\":\"game.png,game1.png\",\"prefix\":\"ui/\",\"scale\":0.5}}";

static void laya_has_several_pages_and_a_prefix(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(laya, LAYA, &atlas);
    assert_int_equal(atlas.page_count, 2);
    assert_string_equal(atlas.pages[1].image, "game1.png");
    assert_int_equal(atlas.pages[0].scale, 500000000);
    assert_int_equal(atlas.pages[1].scale, 500000000);
    assert_frame(&atlas, "ui/a.png", "1 1,2 3x4 upright 10x11 at 5,6");
    assert_frame(&atlas, "ui/b.png", "0 0,0 1x1 upright 1x1 at 0,0");
    atlas_free(&atlas);
    assert_damage(laya);
    assert_atlas_wrong(
        "{\"frames\":{\n\"a\":{\"frame\":{\"h\":1,\"idx\":1,\"w\":1,\"x\":0,\"y\":0}},\n"
        "\"b\":{\"frame\":{\"h\":1,\"w\":1,\"x\":0,\"y\":0},\"rotated\":true},\n\"c\":3},\n"
        "\"meta\":{\"image\":\"a.png\",\"prefix\":\"\"}}",
        "2:27: frame 'a': frame.idx must be a whole number from 0 to 0, not 1\n"
        "3:5: frame 'b': rotated is true, which has no certain meaning in this format; please "
        "export it again without rotation\n"
        "4:5: frame 'c': must be an object\n");
}

/* ---- DragonBones -------------------------------------------------------------------------- */

#define DRAGON "DragonBones textures"

static const char dragon[] =
    "{\"name\":\"d\",\"imagePath\":\"d_tex.png\",\"width\":64,\"height\":32,\"scale\":0.5,\"SubTexture\":[\n"
    "{\"name\":\"p/a\",\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"frameX\":-5,\"frameY\":-6,"
    "\"frameWidth\":10,\"frameHeight\":11},\n"
    "{\"name\":\"p/b\",\"x\":0,\"y\":0,\"width\":1,\"height\":2}]}";

static void dragonbones_negates_offsets(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(dragon, DRAGON, &atlas);
    assert_string_equal(atlas.pages[0].image, "d_tex.png");
    assert_int_equal(atlas.pages[0].height, 32);
    assert_int_equal(atlas.pages[0].scale, 500000000);
    assert_frame(&atlas, "p/a", "0 1,2 3x4 upright 10x11 at 5,6");
    assert_frame(&atlas, "p/b", "0 0,0 1x2 upright 1x2 at 0,0");
    atlas_free(&atlas);
    assert_damage(dragon);
    assert_atlas_wrong(
        "{\"scale\":0,\"SubTexture\":[\n1,\n{\"name\":\"b\",\"x\":0,\"y\":0,\"width\":1,"
        "\"height\":2,\"rotated\":true}]}",
        "1:1: \"imagePath\" is missing\n"
        "1:10: scale must be more than 0\n"
        "2:1: frame '#0': must be an object\n"
        "3:1: frame 'b': rotated is true, which has no certain meaning in this format; please "
        "export it again without rotation\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spritesmith_has_rectangles),
        cmocka_unit_test(egret_has_offsets),
        cmocka_unit_test(laya_has_several_pages_and_a_prefix),
        cmocka_unit_test(dragonbones_negates_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
