/*
 * test_atlas_json.c - atlases in JSON of TexturePacker, free-tex-packer, PixiJS, Phaser and crunch:
 * what is read, what is found wrong and where, and what is no atlas
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"
#include "support/atlas_text.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- TexturePacker ----------------------------------------------------------------------- */

static const char packer[] = "TexturePacker JSON";

static const char hash[] =
    "{\"frames\": {\n"
    "\n"
    "\"run/1.png\":\n"
    "{\n"
    "\t\"frame\": {\"x\":2,\"y\":3,\"w\":10,\"h\":20},\n"
    "\t\"rotated\": false,\n"
    "\t\"trimmed\": true,\n"
    "\t\"spriteSourceSize\": {\"x\":1,\"y\":4,\"w\":10,\"h\":20},\n"
    "\t\"sourceSize\": {\"w\":16,\"h\":32},\n"
    "\t\"pivot\": {\"x\":0.5,\"y\":0.875}\n"
    "},\n"
    "\"run/2.png\":\n"
    "{\n"
    "\t\"frame\": {\"x\":14,\"y\":3,\"w\":12,\"h\":20},\n"
    "\t\"rotated\": true,\n"
    "\t\"trimmed\": false,\n"
    "\t\"spriteSourceSize\": {\"x\":0,\"y\":0,\"w\":12,\"h\":20},\n"
    "\t\"sourceSize\": {\"w\":12,\"h\":20}\n"
    "}},\n"
    "\"meta\": {\n"
    "\t\"app\": \"https://www.codeandweb.com/texturepacker\",\n"
    "\t\"version\": \"1.0\",\n"
    "\t\"image\": \"run.png\",\n"
    "\t\"format\": \"RGBA8888\",\n"
    "\t\"size\": {\"w\":64,\"h\":32},\n"
    "\t\"scale\": \"1\",\n"
    "\t\"related_multi_packs\": [ \"run-1.json\", \"run-2.json\" ],\n"
    "\t\"smartupdate\": \"$TexturePacker:SmartUpdate:00$\"\n"
    "}\n"
    "}\n";

static const char hash_atlas[] =
    "page run.png 64x32\n"
    "frame run/1.png: 10x20 of page 0 at 2,3, at 1,4 in 16x32 pivot 8,28\n"
    "frame run/2.png: 12x20 of page 0 at 14,3 clockwise, at 0,0 in 12x20\n"
    "related run-1.json\n"
    "related run-2.json\n";

static void test_hash(void **state)
{
    (void)state;
    assert_reads(hash, packer, hash_atlas);
}

/* free-tex-packer has another name for the other files. */
static void test_related_of_free_tex_packer(void **state)
{
    static const char key[] = "related_multi_packs";
    const char *const at = strstr(hash, key);
    (void)state;
    char *const text =
        text_format("%.*srelatedMultiPacks%s", (int)(at - hash), hash, at + sizeof key - 1);
    assert_reads(text, packer, hash_atlas);
    free(text);
}

/* As an editor on Windows saves it. */
static void test_bom_and_crlf(void **state)
{
    struct text text = {0};
    (void)state;
    text_add_string(&text, "\xef\xbb\xbf");
    for (const char *c = hash; *c != '\0'; c++)
        text_add_string(&text, *c == '\n' ? "\r\n" : (const char[]){*c, '\0'});
    assert_reads(text.bytes, packer, hash_atlas);
    text_free(&text);
}

/* free-tex-packer: numbers in quotes here and there, "trimmed" left out, a path of Windows. */
static const char array[] =
    "{ \"meta\" : { \"app\" : \"http://free-tex-packer.com\", \"image\" : \"ui\\\\parts.png\",\n"
    "  \"size\" : { \"w\" : \"128\", \"h\" : 64 }, \"scale\" : 2 },\n"
    "  \"frames\" : [\n"
    "  { \"filename\" : \"ok\", \"frame\" : { \"x\" : \"0\", \"y\" : 0, \"w\" : \"8.0\", \"h\" : "
    "9 },\n"
    "    \"spriteSourceSize\" : { \"x\" : 3, \"y\" : \"2\", \"w\" : 8, \"h\" : 9 },\n"
    "    \"sourceSize\" : { \"w\" : 12, \"h\" : 12 }, \"pivot\" : { \"x\" : \"0.25\", \"y\" : -1 "
    "} },\n"
    "  { \"filename\" : \"bare\", \"frame\" : { \"x\" : 20, \"y\" : 1, \"w\" : 5, \"h\" : 6 } },\n"
    "  { \"filename\" : \"kept\", \"frame\" : { \"x\" : 30, \"y\" : 1, \"w\" : 5, \"h\" : 6 },\n"
    "    \"trimmed\" : false, \"spriteSourceSize\" : { \"x\" : 2, \"y\" : 2, \"w\" : 5, \"h\" : 6 "
    "},\n"
    "    \"sourceSize\" : { \"w\" : 9, \"h\" : 9 } },\n"
    "  { \"filename\" : \"nothing\", \"frame\" : { \"x\" : 0, \"y\" : 0, \"w\" : 0, \"h\" : 0 },\n"
    "    \"trimmed\" : true, \"spriteSourceSize\" : { \"x\" : 0, \"y\" : 0, \"w\" : 0, \"h\" : 0 "
    "},\n"
    "    \"sourceSize\" : { \"w\" : 9, \"h\" : 9 } } ] }";

static void test_array(void **state)
{
    (void)state;
    assert_reads(array, packer,
                 "page ui/parts.png 128x64\n"
                 "frame ok: 8x9 of page 0 at 0,0, at 3,2 in 12x12 pivot 3,-12\n"
                 "frame bare: 5x6 of page 0 at 20,1, at 0,0 in 5x6\n"
                 "frame kept: 5x6 of page 0 at 30,1, at 0,0 in 5x6\n"
                 "frame nothing: 0x0 of page 0 at 0,0, at 0,0 in 9x9\n");
}

static const char pixi[] =
    "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},\"rotated\":false,"
    "\"anchor\":{\"x\":0.5,\"y\":1},\"duration\":80},\n"
    "\"b\":{\"frame\":{\"x\":4,\"y\":0,\"w\":4,\"h\":4},\"anchor\":{\"x\":0.1,\"y\":0}}},\n"
    "\"animations\":{\"ab\":[\"a\",\"b\",\"a\"],\"none\":[]},\n"
    "\"meta\":{\"image\":\"p.png\",\"scale\":\"0.5\"}}";

static void test_pixi(void **state)
{
    (void)state;
    assert_reads(pixi, packer,
                 "page p.png 0x0\n"
                 "frame a: 4x4 of page 0 at 0,0, at 0,0 in 4x4 pivot 2,4 80 ms\n"
                 "frame b: 4x4 of page 0 at 4,0, at 0,0 in 4x4 pivot 0.3999938965,0\n"
                 "animation ab: 0/80 1 0/80\n"
                 "animation none:\n");
}

static void test_absolute_images_are_beside_the_atlas(void **state)
{
    (void)state;
    assert_reads("{\"frames\":{},\"meta\":{\"image\":\"C:\\\\Users\\\\me\\\\tank.png\"}}", packer,
                 "page tank.png 0x0\n");
    assert_reads("{\"frames\":{},\"meta\":{\"image\":\"/home/me/tank.png\"}}", packer,
                 "page tank.png 0x0\n");
    assert_reads("{\"frames\":{},\"meta\":{\"image\":\"ui/tank.png\"}}", packer,
                 "page ui/tank.png 0x0\n");
}

/* All in one run. */
static void test_packer_mistakes(void **state)
{
    (void)state;
    assert_finds(
        "{\"frames\": {\n"
        "\"a\": {\"frame\": {\"x\":-1,\"y\":0.0,\"w\":\"x\"}, \"rotated\": 90},\n"
        "\"b\": {\"frame\": 5, \"trimmed\": true},\n"
        "\"c\": 7,\n"
        "\"d\": {\"frame\": {\"x\":0,\"y\":0,\"w\":1,\"h\":1e10},\n"
        "  \"spriteSourceSize\": {\"x\":0,\"y\":0,\"w\":1,\"h\":1}, \"sourceSize\": "
        "{\"w\":0,\"h\":null},\n"
        "  \"pivot\": {\"x\":\"left\"}, \"duration\": -5},\n"
        "\"e\": {\"frame\": {\"x\":0,\"y\":0,\"w\":1,\"h\":1}, \"pivot\": 3},\n"
        "\"e\": {\"frame\": {\"x\":0,\"y\":0,\"w\":1,\"h\":1}, \"anchor\": "
        "{\"x\":1e300,\"y\":0}}},\n"
        "\"animations\": {\"go\": [\"e\", \"z\", 1], \"no\": 1},\n"
        "\"meta\": {\"image\": 1, \"size\": {\"w\":4}, \"scale\": 0,\n"
        "  \"related_multi_packs\": [\"\", 1]}}",
        packer,
        "11:19: image must be a string\n"
        "11:48: scale must be more than 0\n"
        "11:30: \"size.h\" is missing\n"
        "2:21: frame 'a': frame.x must be a whole number from 0 to 2147483647, not -1\n"
        "2:36: frame 'a': frame.w must be a whole number from 0 to 2147483647, not "
        "\"x\"\n"
        "2:16: frame 'a': \"frame.h\" is missing\n"
        "2:53: frame 'a': rotated must be true or false\n"
        "3:16: frame 'b': frame must be an object\n"
        "3:6: frame 'b': \"spriteSourceSize\" is missing\n"
        "3:6: frame 'b': \"sourceSize\" is missing\n"
        "4:6: frame 'c': must be an object\n"
        "7:38: frame 'd': duration must be a whole number from 0 to 2147483647, not -5\n"
        "5:39: frame 'd': frame.h must be a whole number from 0 to 2147483647, not "
        "10000000000\n"
        "6:69: frame 'd': sourceSize.w must be a whole number from 1 to 2147483647, not "
        "0\n"
        "6:64: frame 'd': \"sourceSize.h\" is missing\n"
        "7:17: frame 'd': pivot.x must be a number, not \"left\"\n"
        "8:52: frame 'e': pivot must be an object\n"
        "9:53: frame 'e': anchor.x puts the pivot more than 4294967296 pixels away\n"
        "12:27: related_multi_packs must hold names of files\n"
        "12:31: related_multi_packs must hold names of files\n"
        "10:28: animation 'go': this file has no frame 'z'\n"
        "10:33: animation 'go': must hold names of frames\n"
        "10:43: animation 'no': must be an array of names of frames\n"
        "9:6: frame 'e': its name is used twice, first on line 8\n");
}

/* People move regions by hand; the sprite keeps its size. */
static void test_regions_beyond_their_frame_are_cut(void **state)
{
    static const struct {
        int x, y;
        const char *expected;
    } cases[] = {
        {5, 0, "0 10,20 1x5 upright 6x5 at 5,0"},   {-2, 0, "0 12,20 1x5 upright 6x5 at 0,0"},
        {0, -4, "0 10,24 3x1 upright 6x5 at 0,0"},  {6, 0, "0 10,20 0x0 upright 6x5 at 0,0"},
        {26, -9, "0 10,25 0x0 upright 6x5 at 0,0"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct text text = {0};
        struct atlas atlas;
        text_print(&text,
                   "{\"frames\": {\"a\": {\"frame\": {\"x\":10,\"y\":20,\"w\":3,\"h\":5}, "
                   "\"trimmed\": true, \"spriteSourceSize\": {\"x\":%d,\"y\":%d,\"w\":3,\"h\":5}, "
                   "\"sourceSize\": {\"w\":6,\"h\":5}}}, \"meta\": {\"image\": \"a.png\"}}",
                   cases[i].x, cases[i].y);
        read_atlas_warned(text.bytes, packer,
                          "1:18: frame 'a': its region reaches beyond its frame; what lies outside "
                          "is left out [clipped]\n",
                          &atlas);
        assert_frame(&atlas, "a", cases[i].expected);
        atlas_free(&atlas);
        text_free(&text);
    }
}

static void test_packer_mistakes_of_the_whole(void **state)
{
    (void)state;
    assert_finds("{\"frames\": [{\"frame\": {\"x\":0,\"y\":0,\"w\":1,\"h\":1}}, 3]}", packer,
                 "1:1: \"meta\" is missing\n"
                 "1:13: frame '#0': \"filename\" is missing\n"
                 "1:51: frame '#1': must be an object\n");
    assert_finds(
        "{\"frames\": {\"a\": {\"frame\": {\"x\":0,\"x\":0,\"y\":0,\"w\":10,\"h\":1}}},\n"
        "\"meta\": {\"image\": \"data:image/png;base64,AAAA\", \"size\": "
        "{\"w\":8,\"h\":8}}}",
        packer,
        "2:19: the image is embedded in this file; please export it as a PNG of its own\n"
        "1:35: frames.a.frame.x: the key is given twice\n"
        "1:18: frame 'a': it lies outside its page: it is 10 x 1 there, at 0,0, and "
        "'embedded' is 8 x 8\n");
    assert_finds(
        "{\"frames\": {\"a\": {\"frame\": {\"x\":0,\"y\":0,\"w\":3,\"h\":5}, \"rotated\": true,\n"
        "\"spriteSourceSize\": {\"x\":0,\"y\":0,\"w\":5,\"h\":3},\n"
        "\"sourceSize\": {\"w\":5,\"h\":3}}}, \"meta\": {\"image\": \"a.png\"}}",
        packer,
        "1:18: frame 'a': frame is 3 x 5, but spriteSourceSize 5 x 3: both must give the size "
        "before the rotation\n");
    assert_finds("{\"frames\": {\"a\": {\"frame\": {\"x\":0,\n\"y\":tru}}}}", packer,
                 "2:5: a value expected, but here is 't'\n");
}

static void test_polygons_are_warned_of(void **state)
{
    static const char text[] =
        "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":4,\"h\":4},"
        "\"vertices\":[[0,0],[4,0],[0,4]]}},\"meta\":{\"image\":\"a.png\"}}";
    struct atlas atlas = {0};
    struct diagnostics diagnostics = {0};
    (void)state;
    assert_true(atlas_read(atlas_recognise(text, strlen(text)), text, strlen(text), "a.json",
                           &atlas, &diagnostics));
    assert_describes(&atlas, "page a.png 0x0\nframe a: 4x4 of page 0 at 0,0, at 0,0 in 4x4\n");
    assert_int_equal(diagnostics.count, 1);
    assert_string_equal(diagnostics.items[0].id, "polygons");
    diagnostics_free(&diagnostics);
    atlas_free(&atlas);
}

/* ---- Phaser and crunch ------------------------------------------------------------------- */

static const char phaser[] =
    "{\n"
    "\t\"textures\": [\n"
    "\t\t{\n"
    "\t\t\t\"image\": \"set-0.png\",\n"
    "\t\t\t\"format\": \"RGBA8888\",\n"
    "\t\t\t\"size\": {\n\t\t\t\t\"w\": 40,\n\t\t\t\t\"h\": 32\n\t\t\t},\n"
    "\t\t\t\"scale\": 1,\n"
    "\t\t\t\"frames\": [\n"
    "\t\t\t\t{\n"
    "\t\t\t\t\t\"filename\": \"one\",\n"
    "\t\t\t\t\t\"rotated\": true,\n"
    "\t\t\t\t\t\"trimmed\": true,\n"
    "\t\t\t\t\t\"sourceSize\": {\"w\": 30, \"h\": 40},\n"
    "\t\t\t\t\t\"spriteSourceSize\": {\"x\": 2, \"y\": 1, \"w\": 20, \"h\": 38},\n"
    "\t\t\t\t\t\"frame\": {\"x\": 1, \"y\": 1, \"w\": 20, \"h\": 38}\n"
    "\t\t\t\t}\n"
    "\t\t\t]\n"
    "\t\t},\n"
    "\t\t{\n"
    "\t\t\t\"image\": \"set-1.png\",\n"
    "\t\t\t\"size\": {\"w\": 16, \"h\": 16},\n"
    "\t\t\t\"frames\": [\n"
    "\t\t\t\t{\"filename\": \"two\", \"frame\": {\"x\": 0, \"y\": 0, \"w\": 16, \"h\": 16}, "
    "\"anchor\": {\"x\": 0, \"y\": 1}}\n"
    "\t\t\t]\n"
    "\t\t}\n"
    "\t],\n"
    "\t\"meta\": {\"app\": \"https://www.codeandweb.com/texturepacker\", \"version\": \"3.0\"}\n"
    "}\n";

static void test_phaser(void **state)
{
    (void)state;
    assert_reads(phaser, "Phaser 3 multiatlas",
                 "page set-0.png 40x32\n"
                 "page set-1.png 16x16\n"
                 "frame one: 20x38 of page 0 at 1,1 clockwise, at 2,1 in 30x40\n"
                 "frame two: 16x16 of page 1 at 0,0, at 0,0 in 16x16 pivot 0,16\n");
}

static void test_phaser_mistakes(void **state)
{
    (void)state;
    assert_finds(
        "{\"textures\": [\n"
        "{\"frames\": [{\"filename\": \"a\", \"frame\": "
        "{\"x\":0,\"y\":0,\"w\":1,\"h\":1}}]},\n"
        "{\"image\": \"b.png\"},\n"
        "{\"image\": \"c.png\", \"frames\": 1},\n"
        "{\"image\": \"d.png\", \"frames\": [{\"filename\": \"a\", \"frame\": "
        "{\"x\":0,\"y\":0,\"w\":1,\"h\":1}}]},\n"
        "1]}",
        "Phaser 3 multiatlas",
        "2:1: \"image\" is missing\n"
        "3:1: frames must be an array or an object\n"
        "4:1: frames must be an array or an object\n"
        "6:1: textures must hold objects\n"
        "5:31: frame 'a': its name is used twice, first on line 2\n");
}

static const char crunch[] =
    "{\n"
    "\t\"textures\":[\n"
    "\t\t{\n"
    "\t\t\t\"name\":\"atlas0\",\n"
    "\t\t\t\"images\":[\n"
    "\t\t\t\t{ \"n\":\"hero\", \"x\":0, \"y\":2, \"w\":10, \"h\":20, \"fx\":-3, \"fy\":-4, "
    "\"fw\":16, \"fh\":32, \"r\":true },\n"
    "\t\t\t\t{ \"n\":\"rock\", \"x\":21, \"y\":0, \"w\":4, \"h\":5, \"fx\":0, \"fy\":0, "
    "\"fw\":4, \"fh\":5, \"r\":0 }\n"
    "\t\t\t]\n"
    "\t\t},\n"
    "\t\t{\n"
    "\t\t\t\"name\":\"atlas1\",\n"
    "\t\t\t\"images\":[\n"
    "\t\t\t\t{ \"n\":\"ui/ok\", \"x\":0, \"y\":0, \"w\":7, \"h\":8 }\n"
    "\t\t\t]\n"
    "\t\t}\n"
    "\t]\n"
    "}\n";

static void test_crunch(void **state)
{
    (void)state;
    assert_reads(crunch, "crunch JSON",
                 "page atlas0.png 0x0\n"
                 "page atlas1.png 0x0\n"
                 "frame hero: 10x20 of page 0 at 0,2 clockwise, at 3,4 in 16x32\n"
                 "frame rock: 4x5 of page 0 at 21,0, at 0,0 in 4x5\n"
                 "frame ui/ok: 7x8 of page 1 at 0,0, at 0,0 in 7x8\n");
}

static void test_crunch_mistakes(void **state)
{
    (void)state;
    assert_finds(
        "{\"textures\":[{\"images\":[\n"
        "{\"n\":\"a\",\"x\":0,\"y\":0,\"w\":1,\"h\":1,\"fx\":3,\"fy\":0,\"fw\":1},\n"
        "{\"x\":0,\"y\":0,\"w\":1,\"h\":-1,\"r\":\"yes\"},\n"
        "2,\n"
        "{\"n\":\"c\",\"x\":0,\"y\":0,\"w\":5,\"h\":5,\"fx\":-1,\"fy\":0,\"fw\":5,"
        "\"fh\":5}]},\n"
        "{\"name\":\"q\"}, 3]}",
        "crunch JSON",
        "1:14: \"name\" is missing\n"
        "2:39: frame 'a': fx must be a whole number from -2147483647 to 0, not 3\n"
        "3:1: frame '#1': \"n\" is missing\n"
        "3:24: frame '#1': h must be a whole number from 0 to 2147483647, not -1\n"
        "4:1: frame '#2': must be an object\n"
        "6:1: \"images\" is missing\n"
        "6:15: textures must hold objects\n"
        "5:1: frame 'c': its region lies outside its untrimmed size: the region is 5 x 5 at 1,0, "
        "the untrimmed size is 5 x 5\n");
}

/* ---- What is taken for an atlas ---------------------------------------------------------- */

static void test_other_json_is_no_atlas(void **state)
{
    static const char *const others[] = {
        "",
        "[]",
        "{}",
        "7",
        "{\"format\": \"hitmask\", \"version\": 1, \"sprites\": []}",
        "{\"format\": \"hitmask\", \"frames\": {\"a\": {\"frame\": {}}}, \"meta\": {}}",
        "{\"frames\": 3, \"meta\": {}}",
        "{\"frames\": {\"a\": {\"x\": 0}}}",
        "{\"textures\": [{\"source\": 1}]}",
        "{\"textures\": {}}",
        "{\"type\": \"map\", \"tilewidth\": 8, \"tileheight\": 8, \"columns\": 8}",
        "{\"tilewidth\": 8, \"tileheight\": 8, \"columns\": 8, \"layers\": []}",
        "{\"name\": \"package\", \"dependencies\": {\"frames\": {\"a\": {\"frame\": 1}}}}",
        "{\"frames\": [",
        "{\"frames\"",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(others); i++)
        assert_null(atlas_recognise(others[i], strlen(others[i])));
}

static void test_atlases_without_frames(void **state)
{
    (void)state;
    assert_reads("{\"frames\":{},\"meta\":{\"image\":\"a.png\"}}", packer, "page a.png 0x0\n");
    assert_reads(
        "{\"frames\":[],\"meta\":{\"app\":\"https://www.aseprite.org/\","
        "\"image\":\"a.png\"}}",
        "Aseprite JSON", "page a.png 0x0\n");
    assert_finds(
        "{\"frames\":[],\"meta\":{\"image\":\"a.png\",\"frameTags\":[{\"name\":\"a\","
        "\"from\":0,\"to\":0}]}}",
        "Aseprite JSON", "1:51: tag 'a': it needs a frame, but the file has none\n");
}

static void damage_does_no_harm(void **state)
{
    (void)state;
    assert_damage_to_all_readers(hash);
    assert_damage_to_all_readers(array);
    assert_damage_to_all_readers(pixi);
    assert_damage_to_all_readers(phaser);
    assert_damage_to_all_readers(crunch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_related_of_free_tex_packer),
        cmocka_unit_test(test_bom_and_crlf),
        cmocka_unit_test(test_array),
        cmocka_unit_test(test_pixi),
        cmocka_unit_test(test_absolute_images_are_beside_the_atlas),
        cmocka_unit_test(test_packer_mistakes),
        cmocka_unit_test(test_packer_mistakes_of_the_whole),
        cmocka_unit_test(test_regions_beyond_their_frame_are_cut),
        cmocka_unit_test(test_polygons_are_warned_of),
        cmocka_unit_test(test_phaser),
        cmocka_unit_test(test_phaser_mistakes),
        cmocka_unit_test(test_crunch),
        cmocka_unit_test(test_crunch_mistakes),
        cmocka_unit_test(test_other_json_is_no_atlas),
        cmocka_unit_test(test_atlases_without_frames),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
