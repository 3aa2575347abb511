/*
 * test_atlas_editors.c - files of editors: LDtk's tilesets, GameMaker's sprites
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <stdio.h>
#include <string.h>

/* ---- LDtk --------------------------------------------------------------------------------- */

#define LDTK  "LDtk project"
#define BEGIN "{\"__header__\":{\"app\":\"LDtk\"},\"defs\":{\"tilesets\":[\n"
#define TILESET(name, path, w, h, cw, ch, size, more)                                              \
    "{\"__cWid\":" cw ",\"__cHei\":" ch ",\"identifier\":\"" name "\",\"relPath\":" path           \
    ",\"pxWid\":" w ",\"pxHei\":" h ",\"tileGridSize\":" size more "}"

static const char ldtk[] = BEGIN
    TILESET("Icons", "null", "512", "1024", "32", "64", "16", ",\"embedAtlas\":\"LdtkIcons\"") ",\n" TILESET(
        "Dungeon", "\"../art/d.png\"", "36", "19", "2", "1", "16",
        ",\"spacing\":1,\"padding\":1") ",\n" TILESET("Sky", "\"sky.png\"", "16", "32", "1", "2",
                                                      "16", "") "]},\"levels\":[]}";

static void tiles_are_called_after_their_tileset(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(ldtk, LDTK, &atlas);
    assert_int_equal(atlas.page_count, 2);
    assert_string_equal(atlas.pages[0].image, "../art/d.png");
    assert_int_equal(atlas.frame_count, 4);
    assert_frame(&atlas, "Dungeon#0", "0 1,1 16x16 upright 16x16 at 0,0");
    assert_frame(&atlas, "Dungeon#1", "0 18,1 16x16 upright 16x16 at 0,0");
    assert_frame(&atlas, "Sky#1", "1 0,16 16x16 upright 16x16 at 0,0");
    atlas_free(&atlas);
    assert_damage(ldtk);
}

/* Before 0.9 the project did not say how many tiles there are. */
static void tiles_of_an_old_LDtk_are_counted(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(BEGIN
               "{\"identifier\":\"T\",\"relPath\":\"t.png\",\"pxWid\":36,\"pxHei\":19,"
               "\"tileGridSize\":16,\"spacing\":1,\"padding\":1}]}}",
               LDTK, &atlas);
    assert_int_equal(atlas.frame_count, 2);
    assert_frame(&atlas, "T#1", "0 18,1 16x16 upright 16x16 at 0,0");
    atlas_free(&atlas);
}

/* LDtk counts them, and numbers the others accordingly. */
static void tiles_that_the_image_cuts_off_are_left_out(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas_warned(
        BEGIN TILESET("T", "\"t.png\"", "40", "40", "3", "3", "16", "") "]}}", LDTK,
        "2:1: tileset 'T': its image of 40x40 pixels cuts off tiles of 16x16 at its right or "
        "bottom; they are left out [ragged]\n",
        &atlas);
    assert_int_equal(atlas.frame_count, 4);
    assert_frame(&atlas, "T#1", "0 16,0 16x16 upright 16x16 at 0,0");
    assert_frame(&atlas, "T#3", "0 0,16 16x16 upright 16x16 at 0,0");
    assert_frame(&atlas, "T#4", "0 16,16 16x16 upright 16x16 at 0,0");
    atlas_free(&atlas);
    read_atlas_warned(
        BEGIN TILESET("T", "\"t.png\"", "64", "16", "4", "1", "16", ",\"spacing\":1") "]}}", LDTK,
        "2:1: tileset 'T': its image of 64x16 pixels cuts off tiles of 16x16 at its right or "
        "bottom; they are left out [ragged]\n",
        &atlas);
    assert_int_equal(atlas.frame_count, 3);
    atlas_free(&atlas);
    /* The fifth one would begin beyond the image. */
    read_atlas_warned(
        BEGIN TILESET("T", "\"t.png\"", "64", "16", "5", "1", "16", "") "]}}", LDTK,
        "2:1: tileset 'T': its image of 64x16 pixels cuts off tiles of 16x16 at its right or "
        "bottom; they are left out [ragged]\n",
        &atlas);
    assert_int_equal(atlas.frame_count, 4);
    atlas_free(&atlas);
}

static void what_is_wrong_in_LDtk_is_said(void **state)
{
    (void)state;
    assert_atlas_wrong(
        BEGIN "1,\n{},\n" TILESET("a", "\"a.png\"", "16", "16", "2", "1", "16", "") ",\n" TILESET(
            "b", "\"b.png\"", "16", "16", "0", "1", "16", "") "]}}",
        "2:1: tileset '': must be an object\n"
        "3:1: tileset '': \"identifier\" is missing\n"
        "4:1: tileset 'a': its image of 16x16 pixels cuts off tiles of 16x16 at its right or "
        "bottom; they are left out [ragged]\n"
        "5:11: tileset 'b': __cWid must be a whole number from 1 to 2147483647, not 0\n");
    assert_atlas_wrong(
        BEGIN TILESET("a", "\"a.png\"", "2000000", "2000000", "2000000", "2000000", "1", "") "]}}",
        "2:1: tileset 'a': all tilesets up to this one have more than 1048576 tiles, "
        "the most that is allowed\n");
    assert_atlas_wrong("{\"defs\":{\"tilesets\":[]}}",
                       "1:1: no tileset in it has an image: no frame to bake\n");
}

/* ---- GameMaker ---------------------------------------------------------------------------- */

#define GAMEMAKER "GameMaker sprite (.yy)"

static const char gamemaker[] =
    "{\n  \"$GMSprite\":\"\",\n  \"%Name\":\"spr_hero\",\n  \"bboxMode\":0,\n  \"bbox_bottom\":31,\n"
    "  \"bbox_left\":4,\n  \"bbox_right\":27,\n  \"bbox_top\":2,\n  \"collisionKind\":1,\n"
    "  \"frames\":[\n    {\"$GMSpriteFrame\":\"\",\"name\":\"aaaa-1\",},\n"
    "    {\"$GMSpriteFrame\":\"\",\"name\":\"bbbb,]-2\",},\n  ],\n  \"height\":32,\n"
    "  \"name\":\"spr_hero\",\n  \"resourceType\":\"GMSprite\",\n"
    "  \"sequence\":{\"playbackSpeed\":20.0,\"playbackSpeedType\":0,\"xorigin\":16,\"yorigin\":31,},\n"
    "  \"type\":0,\n  \"width\":30,\n}\n";

static void each_frame_is_a_picture(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(gamemaker, GAMEMAKER, &atlas);
    assert_int_equal(atlas.page_count, 2);
    assert_string_equal(atlas.pages[0].image, "aaaa-1.png");
    assert_string_equal(atlas.pages[1].image, "bbbb,]-2.png");
    assert_frame(&atlas, "spr_hero#0", "0 0,0 30x32 upright 30x32 at 0,0");
    assert_frame(&atlas, "spr_hero#1", "1 0,0 30x32 upright 30x32 at 0,0");
    assert_int_equal(atlas.frames[1].pivot_x, 16 * 65536);
    assert_int_equal(atlas.frames[1].pivot_y, 31 * 65536);
    assert_animation(&atlas, "spr_hero", "spr_hero#0*50 spr_hero#1*50");
    assert_int_equal(atlas.box_count, 2);
    assert_string_equal(atlas.boxes[1].layer, "bbox");
    assert_int_equal(atlas.boxes[1].x, 4);
    assert_int_equal(atlas.boxes[1].y, 2);
    assert_int_equal(atlas.boxes[1].width, 24);
    assert_int_equal(atlas.boxes[1].height, 30);
    assert_int_equal(atlas.frames[1].place.line, 12);
    atlas_free(&atlas);
    assert_damage(gamemaker);
}

/* Before 2.3. */
static void an_old_sprite_is_read_too(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(
        "{\"modelName\":\"GMSprite\",\"mvc\":\"1.12\",\"name\":\"s\",\"bbox_bottom\":3,\"bbox_left\":1,"
        "\"bbox_right\":2,\"bbox_top\":0,\"bboxmode\":0,\"colkind\":1,\"frames\":["
        "{\"id\":\"aa\",\"modelName\":\"GMSpriteFrame\"},{\"id\":\"bb\",\"modelName\":\"GMSpriteFrame\"}],"
        "\"height\":4,\"width\":4,\"type\":0,\"playbackSpeed\":10,\"playbackSpeedType\":0,"
        "\"xorig\":2,\"yorig\":3}",
        GAMEMAKER, &atlas);
    assert_string_equal(atlas.pages[1].image, "bb.png");
    assert_int_equal(atlas.frames[1].pivot_x, 2 * 65536);
    assert_int_equal(atlas.frames[1].pivot_y, 3 * 65536);
    assert_animation(&atlas, "s", "s#0*100 s#1*100");
    assert_int_equal(atlas.boxes[1].width, 2);
    atlas_free(&atlas);
}

#define KEYFRAME(key, length, name)                                                                \
    "{\"Key\":" key ",\"Length\":" length ",\"Channels\":{\"0\":{\"Id\":{\"name\":\"" name         \
    "\",},},},},"

static void keyframes_give_order_and_lengths(void **state)
{
    static const struct {
        const char *keyframes;
        int speed;
        const char *animation;
    } cases[] = {
        {KEYFRAME("0.0", "2.0", "b") KEYFRAME("2.0", "1.0", "a") KEYFRAME("3.0", "0.5", "b"), 10,
         "s#1*200 s#0*100 s#1*50"},
        {KEYFRAME("2.0", "1.0", "a") KEYFRAME("0.0", "2.0", "b"), 10, "s#1*200 s#0*100"},
        {"", 10, "s#0*100 s#1*100"},
        {KEYFRAME("0.0", "1.0", "b") KEYFRAME("1.0", "1.0", "c"), 10, "s#0*100 s#1*100"},
        {KEYFRAME("0.0", "0.0", "b") KEYFRAME("1.0", "1.0", "a"), 10, "s#0*100 s#1*100"},
        {"{},", 10, "s#0*100 s#1*100"},
        {"7,", 10, "s#0*100 s#1*100"},
        /* Each length is rounded by itself, not the time of a frame. */
        {KEYFRAME("0.0", "2.0", "b") KEYFRAME("2.0", "3.0", "a"), 30, "s#1*67 s#0*100"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct atlas atlas;
        char text[2000];
        snprintf(text, sizeof text,
                 "{\"resourceType\":\"GMSprite\",\"bboxMode\":0,\"name\":\"s\",\"width\":8,"
                 "\"height\":8,\"frames\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"sequence\":{"
                 "\"playbackSpeed\":%d,\"tracks\":[{\"keyframes\":{\"Keyframes\":[%s],},},],},}",
                 cases[i].speed, cases[i].keyframes);
        read_atlas(text, GAMEMAKER, &atlas);
        assert_animation(&atlas, "s", cases[i].animation);
        atlas_free(&atlas);
        assert_damage(text);
    }
}

static void before_2_3_frames_have_ids(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(
        "{\"modelName\":\"GMSprite\",\"bboxMode\":0,\"colkind\":0,\"name\":\"s\","
        "\"width\":8,\"height\":8,\"xorig\":1,\"yorig\":2,\"playbackSpeed\":1,"
        "\"playbackSpeedType\":1,\"frames\":[{\"id\":\"1234\"}]}",
        GAMEMAKER, &atlas);
    assert_string_equal(atlas.pages[0].image, "1234.png");
    assert_int_equal(atlas.frames[0].pivot_y, 2 * 65536);
    /* A frame of a game of 60 frames a second. */
    assert_int_equal(atlas.frames[0].duration, 17);
    assert_int_equal(atlas.animation_count + atlas.box_count, 0);
    atlas_free(&atlas);
}

#define GM "{\"resourceType\":\"GMSprite\",\"bboxMode\":0,\"name\":\"s\",\n"

static void what_is_wrong_in_GameMaker_is_said(void **state)
{
    (void)state;
    assert_atlas_wrong(GM "\"width\":8,\"height\":0,\"frames\":[],}",
                       "2:20: height must be a whole number from 1 to 2147483647, not 0\n");
    assert_atlas_wrong(GM "\"width\":8,\"height\":8,\n\"type\":2,\"frames\":[],}",
                       "3:8: the sprite is drawn by vectors or bones (type 2); only bitmaps can be "
                       "read\n");
    assert_atlas_wrong(GM "\"width\":8,\"height\":8,\"frames\":[\n{},],}",
                       "3:1: a frame has neither name nor id\n");
    assert_atlas_wrong(GM
                       "\"width\":8,\"height\":8,\"collisionKind\":1,\"bbox_left\":8,"
                       "\"bbox_top\":0,\"bbox_right\":7,\n\"frames\":[],}",
                       "2:52: bbox_left must be a whole number from 0 to 7, not 8\n"
                       "1:1: \"bbox_bottom\" is missing\n");
    assert_atlas_wrong(GM ",}", "2:2: a key in quotes expected, but here is '}'\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_are_called_after_their_tileset),
        cmocka_unit_test(tiles_of_an_old_LDtk_are_counted),
        cmocka_unit_test(tiles_that_the_image_cuts_off_are_left_out),
        cmocka_unit_test(what_is_wrong_in_LDtk_is_said),
        cmocka_unit_test(each_frame_is_a_picture),
        cmocka_unit_test(an_old_sprite_is_read_too),
        cmocka_unit_test(keyframes_give_order_and_lengths),
        cmocka_unit_test(before_2_3_frames_have_ids),
        cmocka_unit_test(what_is_wrong_in_GameMaker_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
