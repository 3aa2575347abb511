/*
 * test_atlas_godot.c - Godot's AtlasTexture and SpriteFrames
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FORMAT "Godot resource (.tres, .tscn)"

static const char single[] =
    "[gd_resource type=\"AtlasTexture\" load_steps=2 format=3 uid=\"uid://bcj\"]\n\n"
    "[ext_resource type=\"Texture2D\" uid=\"uid://bqo\" path=\"res://art/game.png\" id=\"1_n\"]\n\n"
    "[resource]\n"
    "resource_name = \"a \\\"b\\\" ]\"\n"
    "atlas = ExtResource(\"1_n\")\n"
    "region = Rect2(1, 2, 30, 16)\n"
    "margin = Rect2(3, 4, 5.0, 6)\n"
    "filter_clip = true\n";

static void a_margin_is_what_was_trimmed(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(single, FORMAT, &atlas);
    assert_string_equal(atlas.pages[0].image, "game.png");
    assert_frame(&atlas, "x", "0 1,2 30x16 upright 35x22 at 3,4");
    atlas_free(&atlas);
    read_atlas(
        "[gd_resource type=\"AtlasTexture\" load_steps=2 format=2]\r\n"
        "[ext_resource path=\"sub/game.png\" type=\"Texture\" id=1]\r\n"
        "; a comment\r\n[resource]\r\nflags = 4\r\natlas = ExtResource( 1 )\r\n"
        "region = Rect2( 0, 0, 8, 8 )\r\n",
        FORMAT, &atlas);
    assert_string_equal(atlas.pages[0].image, "sub/game.png");
    assert_frame(&atlas, "x", "0 0,0 8x8 upright 8x8 at 0,0");
    atlas_free(&atlas);
    assert_damage(single);
}

#define FRAMES      "[gd_resource type=\"SpriteFrames\" load_steps=4 format=3]\n"
#define PICTURE(id) "[ext_resource type=\"Texture2D\" path=\"res://p" id ".png\" id=\"" id "\"]\n"
#define TEXTURE(id, page, region)                                                                  \
    "[sub_resource type=\"AtlasTexture\" id=\"" id "\"]\natlas = ExtResource(\"" page              \
    "\")\nregion = Rect2(" region ")\n"

static const char frames[] = FRAMES PICTURE("1") PICTURE("2")
    TEXTURE("a", "1", "0, 0, 8, 8") TEXTURE("b", "2", "8, 0, 8, 8")
    "[sub_resource type=\"Curve\" id=\"c\"]\n_data = [Vector2(0, 1), 0.0, {\"]\": 1}]\n"
    "[resource]\n"
    "animations = [{\n"
    "\"frames\": [{\n\"duration\": 1.0,\n\"texture\": SubResource(\"a\")\n}, {\n\"duration\": 2.5,\n"
    "\"texture\": SubResource(\"b\")\n}],\n\"loop\": true,\n\"name\": &\"run\",\n\"speed\": 10.0\n"
    "}, {\n\"frames\": [],\n\"loop\": true,\n\"name\": &\"default\",\n\"speed\": 5.0\n}]\n";

static void animations_have_their_durations(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(frames, FORMAT, &atlas);
    assert_int_equal(atlas.page_count, 2);
    assert_frame(&atlas, "x#0", "0 0,0 8x8 upright 8x8 at 0,0");
    assert_frame(&atlas, "x#1", "1 8,0 8x8 upright 8x8 at 0,0");
    assert_true(atlas.own_animations);
    assert_int_equal(atlas.animation_count, 1);
    assert_animation(&atlas, "run", "x#0*100 x#1*250");
    atlas_free(&atlas);
    assert_damage(frames);
}

static void frames_of_Godot_3_are_textures_alone(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(
        "[gd_resource type=\"SpriteFrames\" load_steps=4 format=2]\n"
        "[ext_resource path=\"res://p.png\" type=\"Texture\" id=1]\n"
        "[sub_resource type=\"AtlasTexture\" id=7]\natlas = ExtResource( 1 )\n"
        "region = Rect2( 0, 0, 8, 8 )\n"
        "[resource]\nanimations = [ {\n\"frames\": [ SubResource( 7 ), SubResource( 7 ) ],\n"
        "\"loop\": true,\n\"name\": \"run\",\n\"speed\": 5.0\n} ]\n",
        FORMAT, &atlas);
    assert_animation(&atlas, "run", "x#0*200 x#0*200");
    atlas_free(&atlas);
}

#define NAMED(name)                                                                                \
    FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8") "[resource]\nanimations = [{\n"            \
    "\"frames\": [{\"duration\": 1.0, \"texture\": SubResource(\"a\")}],\n\"name\": &\"" name \
    "\", \"speed\": 1.0}]\n"

#define STEP(duration, id) "{\"duration\": " duration ", \"texture\": SubResource(\"" id "\")}"

/* Since Godot 4.7. */
static void what_goes_to_and_fro_is_unrolled(void **state)
{
    static const struct {
        const char *loop, *steps, *played;
    } cases[] = {
        {"0", STEP("1.0", "a") STEP("2.0", "b") STEP("1.0", "c"), "x#0*200 x#1*400 x#2*200"},
        {"1", STEP("1.0", "a") STEP("2.0", "b") STEP("1.0", "c"), "x#0*200 x#1*400 x#2*200"},
        {"2", STEP("1.0", "a") STEP("2.0", "b") STEP("1.0", "c"),
         "x#0*200 x#1*400 x#2*200 x#1*400"},
        {"2", STEP("1.0", "a") STEP("2.0", "b"), "x#0*200 x#1*400"},
        {"2", STEP("1.0", "a"), "x#0*200"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct atlas atlas;
        char *const text = text_format(
            FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8") TEXTURE("b", "1", "8, 0, 8, 8")
                TEXTURE("c", "1", "16, 0, 8, 8") "[resource]\nanimations = [{\"frames\": [%s], "
                                                 "\"loop\": %s, \"name\": &\"run\", "
                                                 "\"speed\": 5.0}]\n",
            cases[i].steps, cases[i].loop);
        read_atlas(text, FORMAT, &atlas);
        assert_animation(&atlas, "run", cases[i].played);
        atlas_free(&atlas);
        free(text);
    }
}

/* Frames of Sparrow, as addons for Godot write them. Godot itself takes any numbers. */
static void regions_that_lie_beyond_their_frame_are_cut(void **state)
{
    static const struct {
        const char *region, *margin, *frame, *warning;
    } cases[] = {
        {"8, 4, 6, 5", "-2, -1, 3, 2", "0 10,5 4x4 upright 9x7 at 0,0", "clipped"},
        {"8, 4, 6, 5", "2, 1, 0, 0", "0 8,4 4x4 upright 6x5 at 2,1", "clipped"},
        {"8, 4, 6, 5", "0, 0, -2, -1", "0 8,4 4x4 upright 4x4 at 0,0", "clipped"},
        {"8.5, 4, 6.75, 5.25", "0, 0, 0, 0", "0 8,4 6x5 upright 6x5 at 0,0", "rounded"},
        {"8, 4, 6, 5", "1, 2, 3, 4", "0 8,4 6x5 upright 9x9 at 1,2", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diagnostics diagnostics = {0};
        struct atlas atlas = {0};
        char *const text = text_format(
            "[gd_resource type=\"AtlasTexture\" format=3]\n" PICTURE(
                "1") "[resource]\natlas = ExtResource(\"1\")\nregion = Rect2(%s)\nmargin = Rect2(%s)\n",
            cases[i].region, cases[i].margin);
        assert_true(atlas_read(atlas_recognise(text, strlen(text)), text, strlen(text), "x.tres",
                               &atlas, &diagnostics));
        assert_frame(&atlas, "x", cases[i].frame);
        assert_int_equal(diagnostics.count, cases[i].warning != NULL);
        if (cases[i].warning != NULL)
            assert_string_equal(diagnostics.items[0].id, cases[i].warning);
        diagnostics_free(&diagnostics);
        atlas_free(&atlas);
        free(text);
    }
}

static void escapes_in_names_are_read(void **state)
{
    static const char *const syntax[] = {NAMED("\\u0041"), NAMED("\\U00001f"),
                                         FRAMES "[resource]\nx = \"\\u12"};
    struct atlas atlas;
    (void)state;
    read_atlas(NAMED("a\\\"\\\\\\'\\q\u00e9!"), FORMAT, &atlas);
    assert_animation(&atlas, "a\"\\'q\u00e9!", "x#0*1000");
    atlas_free(&atlas);
    assert_atlas_wrong(NAMED("a\\nb"),
                       "7:16: animation 'a\\x0Ab': its name is not UTF-8, or has control "
                       "characters; please rename it\n");
    for (size_t i = 0; i < sizeof syntax / sizeof *syntax; i++) {
        const struct atlas_format *const format = atlas_recognise(syntax[i], strlen(syntax[i]));
        struct diagnostics diagnostics = {0};
        assert_false(
            atlas_read(format, syntax[i], strlen(syntax[i]), "x.tres", &atlas, &diagnostics));
        assert_true(diagnostics.errors > 0);
        atlas_free(&atlas);
        diagnostics_free(&diagnostics);
    }
    assert_damage(NAMED("a\\\"\\\\!"));
}

/* ---- Scenes and whole pictures --------------------------------------------------------------- */

#define SCENE "[gd_scene load_steps=9 format=3 uid=\"uid://c\"]\n"
#define NODE                                                                                       \
    "[node name=\"Hero\" type=\"Node2D\" groups=[\"a\", \"]\"]]\n"                                 \
    "[node name=\"Drawn\" type=\"AnimatedSprite2D\" parent=\".\"]\n"                               \
    "sprite_frames = SubResource(\"f\")\n"
#define RUN(id, steps)                                                                             \
    "[sub_resource type=\"SpriteFrames\" id=\"" id "\"]\nanimations = [{\n\"frames\": [" steps     \
    "],\n\"loop\": true,\n\"name\": &\"run\",\n\"speed\": 10.0\n}]\n"

static const char scene[] = SCENE PICTURE("1") PICTURE("2")
    "[ext_resource type=\"Script\" path=\"res://hero.gd\" id=\"3\"]\n"
    TEXTURE("a", "1", "0, 0, 8, 8") TEXTURE("b", "1", "8, 0, 8, 8")
    RUN("f", STEP("1.0", "a") ", " STEP("2.0", "b"))
    "[sub_resource type=\"TileSetAtlasSource\" id=\"t\"]\ntexture = ExtResource(\"2\")\n"
    "0:0/0 = 0\n0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, 8)\n"
    "\"odd key = [\" = { 1: \"}\" }\n"
    "[sub_resource type=\"GDScript\" id=\"s\"]\nscript/source = \"extends Node\n\nvar a = \\\"[\\\"\n\"\n"
    NODE
    "tracks/0/keys = { \"times\": PackedFloat32Array(0, -inf, 1e-05), \"update\": 0 }\n"
    "metadata/_custom = Array[ExtResource(\"3\")]([])\n"
    "[connection signal=\"done\" from=\"Drawn\" to=\".\" method=\"_on_done\"]\n"
    "[editable path=\"Drawn\"]\n";

static void a_scene_has_the_frames_of_its_resources(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(scene, FORMAT, &atlas);
    assert_int_equal(atlas.page_count, 1);
    assert_string_equal(atlas.pages[0].image, "p1.png");
    assert_int_equal(atlas.frame_count, 2);
    assert_frame(&atlas, "x#0", "0 0,0 8x8 upright 8x8 at 0,0");
    assert_frame(&atlas, "x#1", "0 8,0 8x8 upright 8x8 at 0,0");
    assert_true(atlas.own_animations);
    assert_animation(&atlas, "run", "x#0*100 x#1*200");
    atlas_free(&atlas);
    assert_damage(scene);
}

/* Godot 3 writes numbers for ids. */
static void a_scene_may_have_several_SpriteFrames(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(
        "[gd_scene load_steps=4 format=2]\n"
        "[ext_resource path=\"res://p.png\" type=\"Texture\" id=1]\n"
        "[sub_resource type=\"AtlasTexture\" id=1]\natlas = ExtResource( 1 )\n"
        "region = Rect2( 0, 0, 8, 8 )\n"
        "[sub_resource type=\"SpriteFrames\" id=2]\nanimations = [ {\n"
        "\"frames\": [ SubResource( 1 ) ],\n\"loop\": true,\n\"name\": \"run\",\n\"speed\": 5.0\n} ]\n"
        "[sub_resource type=\"SpriteFrames\" id=3]\nanimations = [ {\n"
        "\"frames\": [ SubResource( 1 ), SubResource( 1 ) ],\n\"name\": \"run\",\n\"speed\": 5.0\n} ]\n"
        "[node name=\"Hero\" type=\"AnimatedSprite\"]\nframes = SubResource( 2 )\n",
        FORMAT, &atlas);
    assert_animation(&atlas, "run", "x#0*200");
    assert_animation(&atlas, "run#2", "x#0*200 x#0*200");
    atlas_free(&atlas);
    /* In a .tres two animations of one name are an error, because nobody can have made them. */
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8")
                       "[resource]\nanimations = [{\"frames\": [SubResource(\"a\")], \"name\": \"run\"},"
                       " {\"frames\": [SubResource(\"a\")], \"name\": \"run\"}]\n",
                       "7:63: animation 'run': its name is used twice, first on line 7\n");
}

/* The size of p1.png and no other. */
static bool measure(void *user, const char *image, uint32_t *width, uint32_t *height)
{
    (void)user;
    *width = 30;
    *height = 20;
    return strcmp(image, "p1.png") == 0;
}

static void read_measured(const char *text, struct atlas *out)
{
    const struct atlas_measure measured = {measure, NULL};
    struct diagnostics diagnostics = {0};
    *out = (struct atlas){.measure = &measured};
    if (!atlas_read(atlas_recognise(text, strlen(text)), text, strlen(text), "x.tscn", out,
                    &diagnostics))
        fail_msg("%s", diagnostics.items[0].text);
    out->measure = NULL;
    diagnostics_free(&diagnostics);
}

#define OUTSIDE(id) "{\"duration\": 1.0, \"texture\": ExtResource(\"" id "\")}"

/* One frame a picture, whatever the number of steps; of a picture that is not there, one without
 * pixels, because the bake tells of it. */
static void a_frame_may_be_a_whole_picture(void **state)
{
    static const char *const texts[] = {
        SCENE PICTURE("1") PICTURE("2") TEXTURE("a", "1", "0, 0, 8, 8")
            RUN("f", OUTSIDE("1") ", " STEP("2.0", "a") ", " OUTSIDE("2") ", " OUTSIDE("1")) NODE,
        FRAMES PICTURE("1") PICTURE("2")
            TEXTURE("a", "1", "0, 0, 8, 8") "[resource]\nanimations = [{\"frames\": [ExtResource(\"1\"), " STEP(
                "2.0",
                "a") ", ExtResource(\"2\"), " OUTSIDE("1") "], \"name\": \"run\", \"speed\": 10.0}]\n",
    };
    struct atlas atlas;
    (void)state;
    for (int i = 0; i < 2; i++) {
        read_measured(texts[i], &atlas);
        assert_int_equal(atlas.page_count, 2);
        assert_int_equal(atlas.frame_count, 3);
        assert_frame(&atlas, "x#0", "0 0,0 8x8 upright 8x8 at 0,0");
        assert_frame(&atlas, "x#1", "0 0,0 30x20 upright 30x20 at 0,0");
        assert_frame(&atlas, "x#2", "1 0,0 0x0 upright 1x1 at 0,0");
        assert_animation(&atlas, "run", "x#1*100 x#0*200 x#2*100 x#1*100");
        atlas_free(&atlas);
        assert_damage(texts[i]);
    }
    /* So may an AtlasTexture without a region, whose margin Godot then does not use. */
    read_measured("[gd_resource type=\"AtlasTexture\" format=3]\n" PICTURE(
                      "1") "[resource]\natlas = ExtResource(\"1\")\nmargin = Rect2(1, 2, 3, 4)\n",
                  &atlas);
    assert_frame(&atlas, "x", "0 0,0 30x20 upright 30x20 at 0,0");
    atlas_free(&atlas);
}

static void touch(const char *path)
{
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static void res_is_the_folder_with_the_project(void **state)
{
    const struct atlas_format *const format = atlas_recognise(single, strlen(single));
    char folder[] = "/tmp/test_godot.XXXXXX";
    struct diagnostics diagnostics = {0};
    struct atlas atlas = {0};
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("a", 0700), 0);
    assert_int_equal(mkdir("a/b", 0700), 0);
    touch("project.godot");
    assert_true(atlas_read(format, single, strlen(single), "a/b/hero.tres", &atlas, &diagnostics));
    assert_string_equal(atlas.pages[0].image, "../../art/game.png");
    assert_string_equal(atlas.frames[0].name, "hero");
    atlas_free(&atlas);
    assert_int_equal(chdir("a"), 0);
    assert_true(atlas_read(format, single, strlen(single), "hero.tres", &atlas, &diagnostics));
    assert_string_equal(atlas.pages[0].image, "../art/game.png");
    atlas_free(&atlas);
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(unlink("project.godot") | rmdir("a/b") | rmdir("a"), 0);
    assert_int_equal(chdir("/") | rmdir(folder), 0);
    diagnostics_free(&diagnostics);
}

static void what_is_wrong_is_said_with_its_place(void **state)
{
    (void)state;
    assert_atlas_wrong("[gd_resource type=\"TileSet\" format=3]\n[resource]\n",
                       "1:1: it is a resource of Godot, TileSet; hitmask reads AtlasTexture, "
                       "SpriteFrames, and scenes that have them (.tscn)\n");
    assert_atlas_wrong(SCENE NODE,
                       "1:1: there is no AtlasTexture in it, and no picture in "
                       "SpriteFrames: no frame to bake\n");
    assert_atlas_wrong(SCENE
                       "[ext_resource type=\"SpriteFrames\" path=\"res://a.tres\" id=\"1\"]\n" NODE,
                       "1:1: its frames are in other files; please bake 'res://a.tres'\n");
    assert_atlas_wrong(SCENE PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8"),
                       "6:1: it ends before its nodes\n");
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "2", "0, 0, 8, 8"),
                       "4:1: there is no ext_resource of that id\n");
    assert_atlas_wrong(FRAMES PICTURE("1") PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8"),
                       "3:1: another ext_resource has the same id\n");
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8")
                           TEXTURE("a", "1", "8, 0, 8, 8"),
                       "6:1: another sub_resource has the same id\n");
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "-1, 0, 8, 8")
                       TEXTURE("b", "1", "0, 0, 0, 0")
                       "[sub_resource type=\"AtlasTexture\" id=\"c\"]\n"
                       "atlas = SubResource(\"ImageTexture_1\")\n",
                       "3:1: frame 'x#0': its region must be pixels of the picture, and its size "
                       "with the margin 1 pixel or more\n"
                       "9:1: frame 'x#2': it does not name its picture: atlas = "
                       "ExtResource(...) is missing\n");
    assert_atlas_wrong(FRAMES PICTURE("1") "[resource]\nanimations = [{\"frames\": "
                       "[ExtResource(\"2\")], \"name\": \"run\"}]\n",
                       "4:43: there is no ext_resource of that id\n");
    assert_atlas_wrong(FRAMES
                       "[ext_resource type=\"AtlasTexture\" path=\"res://a.tres\" id=\"1\"]\n"
                       "[resource]\nanimations = [{\"frames\": [ExtResource(\"1\"), {\"texture\": "
                       "ExtResource(\"1\")}], \"name\": \"run\"}]\n",
                       "1:1: 2 of its frames are in other files that are not pictures; please bake "
                       "those files\n");
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "0, 4, 0, 8"),
                       "3:1: frame 'x#0': its region has no size; please give it one\n");
    assert_atlas_wrong(
        FRAMES PICTURE("1")
            TEXTURE("a", "1",
                    "0, 0, 8, 8") "[resource]\nanimations = [{\"frames\": [SubResource(\"z\")]}]\n",
        "7:43: a frame is not an AtlasTexture of this file\n");
    assert_atlas_wrong(
        FRAMES PICTURE("1")
            TEXTURE("a", "1", "0, 0, 8, 8") "[resource]\nanimations = [{\"frames\": [{\"duration\": "
                                            "1.0, \"texture\": null}]}]\n",
        "7:60: a frame has no texture; give it an AtlasTexture without a solid pixel\n");
    assert_atlas_wrong(FRAMES "[resource]\n",
                       "1:1: there is no AtlasTexture in it, and no picture in SpriteFrames: no "
                       "frame to bake\n");
    /* A file that was cut. */
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8") "[resource]\n",
                       "7:1: it ends before its animations\n");
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8"),
                       "6:1: it ends before its section [resource]\n");
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8") "margin = R",
                       "6:1: region and margin must be Rect2(x, y, width, height)\n");
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8") "margin =\n[resource]\n",
                       "6:1: region and margin must be Rect2(x, y, width, height)\n");
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8") "[resource]\n"
                                                                           "animations = null\n",
                       "7:1: animations must be an array\n");
    assert_atlas_wrong(FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8") "[resource]\n"
                                                                           "animations = Array[int]\n",
                       "7:1: animations must be an array\n");
    static const struct {
        const char *member;
        int column;
    } kinds[] = {{"\"frames\": null", 30},
                 {"\"name\": 1", 25},
                 {"\"speed\": \"x\"", 28},
                 {"\"frames\": [{\"duration\": true}]", 44}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char *const text =
            text_format("%s[resource]\nanimations = [{%s}]\n",
                        FRAMES PICTURE("1") TEXTURE("a", "1", "0, 0, 8, 8"), kinds[i].member);
        char *const expected =
            text_format("7:%d: it is not a valid text resource of Godot\n", kinds[i].column);
        assert_atlas_wrong(text, expected);
        free(text);
        free(expected);
    }
    assert_atlas_wrong(FRAMES "[resource\nx = 1\n",
                       "4:1: it is not a valid text resource of Godot\n");
    assert_atlas_wrong(FRAMES "[resource]\nx = [1, (2}\n",
                       "4:1: it is not a valid text resource of Godot\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_margin_is_what_was_trimmed),
        cmocka_unit_test(animations_have_their_durations),
        cmocka_unit_test(frames_of_Godot_3_are_textures_alone),
        cmocka_unit_test(what_goes_to_and_fro_is_unrolled),
        cmocka_unit_test(regions_that_lie_beyond_their_frame_are_cut),
        cmocka_unit_test(escapes_in_names_are_read),
        cmocka_unit_test(a_scene_has_the_frames_of_its_resources),
        cmocka_unit_test(a_scene_may_have_several_SpriteFrames),
        cmocka_unit_test(a_frame_may_be_a_whole_picture),
        cmocka_unit_test(res_is_the_folder_with_the_project),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
