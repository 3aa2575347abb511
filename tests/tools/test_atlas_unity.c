/*
 * test_atlas_unity.c - the sprites in Unity's .meta files
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <string.h>

#define FORMAT "Unity .meta"

#ifdef HITMASK_LIBYAML

#define HEAD  "fileFormatVersion: 2\nguid: 00\nTextureImporter:\n  spriteMode: 2\n"
#define SHEET "  spriteSheet:\n    serializedVersion: 2\n    sprites:\n"
#define SPRITE(name, x, y, w, h, alignment, pivot)                                                 \
    "    - name: " name "\n      rect:\n        x: " x "\n        y: " y "\n        width: " w     \
    "\n        height: " h "\n      alignment: " alignment "\n      pivot: {" pivot "}\n"

static const char two[] =
    HEAD SHEET SPRITE("'hero: 0'", "8", "16", "10", "20", "9", "x: 0.25, y: 0")
        SPRITE("hero_1", "0", "0", "4", "8", "3", "x: 0.5, y: 0.5");

static void rectangles_count_from_the_lower_edge(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(two, FORMAT, &atlas);
    assert_int_equal(atlas.page_count, 1);
    assert_true(atlas.pages[0].from_bottom);
    assert_string_equal(atlas.pages[0].image, "x.atlas");
    assert_frame(&atlas, "hero: 0", "0 8,16 10x20 upright 10x20 at 0,0");
    assert_frame(&atlas, "hero_1", "0 0,0 4x8 upright 4x8 at 0,0");
    assert_int_equal(atlas.frames[0].pivot_x, 10 * 65536 / 4);
    assert_int_equal(atlas.frames[0].pivot_y, 20 * 65536);
    assert_int_equal(atlas.frames[1].pivot_x, 4 * 65536);
    assert_int_equal(atlas.frames[1].pivot_y, 0);
    assert_int_equal(atlas.frames[1].place.line, 16);
    atlas_free(&atlas);
    assert_damage(two);
}

static void pivots_are_floats_and_rounded_once(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(HEAD SHEET SPRITE("a", "0", "1.6e1", "2000", "2000.0", "9", "x: 0.1, y: 5e-1")
                   SPRITE("b", "0", "0", "10", "10", "9", "x: 1E-05, y: -1E+00"),
               FORMAT, &atlas);
    assert_frame(&atlas, "a", "0 0,16 2000x2000 upright 2000x2000 at 0,0");
    assert_int_equal(atlas.frames[0].pivot_x, 200 * 65536);
    assert_int_equal(atlas.frames[0].pivot_y, 1000 * 65536);
    assert_int_equal(atlas.frames[1].pivot_x, 7);
    assert_int_equal(atlas.frames[1].pivot_y, 20 * 65536);
    atlas_free(&atlas);
    assert_atlas_wrong(
        HEAD SHEET SPRITE("far", "0", "0", "9", "9", "9", "x: 2147483647, y: 0")
            SPRITE("small", "0", "0", "9", "9", "9", "x: 1e, y: 1e99"),
        "8:7: frame 'far': its pivot is too far away\n"
        "23:18: frame 'small': x must be a number such as 12 or -0.5, not \"1e\"\n"
        "23:25: frame 'small': y must be a number such as 12 or -0.5, not \"1e99\"\n");
}

static void the_picture_has_the_name_of_the_file(void **state)
{
    const struct atlas_format *const format = atlas_recognise(two, strlen(two));
    struct diagnostics diagnostics = {0};
    struct atlas atlas = {0};
    (void)state;
    assert_true(atlas_read(format, two, strlen(two), "art/ui/hero.png.meta", &atlas, &diagnostics));
    assert_string_equal(atlas.pages[0].image, "hero.png");
    atlas_free(&atlas);
    diagnostics_free(&diagnostics);
}

static void what_is_wrong_is_said_with_its_place(void **state)
{
    (void)state;
    assert_atlas_wrong(HEAD SHEET SPRITE("a", "8.5", "16", "10", "20", "0", "x: 0, y: 0")
                       SPRITE("b", "-1", "16", "10", "20", "0", "x: 0, y: 0")
                       SPRITE("c", "1", "x", "10", "20", "0", "x: 0, y: 0")
                       SPRITE("d", "1", "1", "10", "20", "10", "x: 0, y: 0")
                       "    - name: e\n"
                       "    - rect: {x: 0, y: 0, width: 1, height: 1}\n",
                       "8:7: frame 'a': its rect must be whole pixels, 0 or more, not 8.5; please correct "
                       "it in the Sprite Editor\n"
                       "16:7: frame 'b': its rect must be whole pixels, 0 or more, not -1; please correct "
                       "it in the Sprite Editor\n"
                       "27:12: frame 'c': y must be a number such as 12 or -0.5, not \"x\"\n"
                       "32:7: frame 'd': its alignment is unknown; 0 to 9 can be read\n"
                       "40:7: frame 'e': \"rect\" is missing\n"
                       "41:7: frame '#5': \"name\" is missing\n");
    assert_atlas_wrong(
        "fileFormatVersion: 2\nguid: 00\nMonoImporter:\n  serializedVersion: 2\n",
        "1:1: it has no sprites; please bake the picture itself, or cut it in Unity's "
        "Sprite Editor (Sprite Mode: Multiple)\n");
    assert_atlas_wrong(
        "fileFormatVersion: 2\nTextureImporter:\n  spriteMode: 1\n",
        "1:1: it has no sprites; please bake the picture itself, or cut it in Unity's "
        "Sprite Editor (Sprite Mode: Multiple)\n");
    assert_atlas_wrong(
        HEAD "  spriteSheet:\n    sprites: []\n",
        "1:1: it has no sprites; please bake the picture itself, or cut it in Unity's "
        "Sprite Editor (Sprite Mode: Multiple)\n");
    assert_atlas_wrong("fileFormatVersion: 2\nTextureImporter: [\n",
                       "3:1: it is not valid YAML: did not find expected node content\n");
    assert_atlas_wrong(HEAD SHEET SPRITE("a", "0", "0", "4", "4", "0", "x: 0, y: 0")
                           SPRITE("a", "1", "0", "4", "4", "0", "x: 0, y: 0"),
                       "16:7: frame 'a': its name is used twice, first on line 8\n");
}

static void no_alias_is_followed_and_nothing_nests_deeply(void **state)
{
    char deep[300] = "fileFormatVersion: 2\nTextureImporter: ";
    (void)state;
    assert_atlas_wrong("fileFormatVersion: 2\na: &a [x, x]\nb: [*a, *a]\n",
                       "3:5: it has an alias (*), which Unity never writes\n");
    memset(deep + strlen(deep), '[', 200);
    assert_atlas_wrong(deep, "2:81: it is nested too deeply\n");
}

#else

static void without_libyaml_the_error_names_it(void **state)
{
    (void)state;
    assert_atlas_wrong("fileFormatVersion: 2\n",
                       "1:1: it is a .meta file of Unity, and this hitmask was built without "
                       "libyaml, which reads such files; please install libyaml and build hitmask "
                       "again\n");
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef HITMASK_LIBYAML
        cmocka_unit_test(rectangles_count_from_the_lower_edge),
        cmocka_unit_test(pivots_are_floats_and_rounded_once),
        cmocka_unit_test(the_picture_has_the_name_of_the_file),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
        cmocka_unit_test(no_alias_is_followed_and_nothing_nests_deeply),
#else
        cmocka_unit_test(without_libyaml_the_error_names_it),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
