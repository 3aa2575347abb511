/*
 * test_atlas_json.c - atlases in JSON, as their packers write them: what is read, and what is
 * found wrong and where
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "support/atlas_support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- An atlas as text -------------------------------------------------------------------- */

static void print(struct text *out, const char *format, ...) PRINTF_LIKE(2, 3);

static void print(struct text *out, const char *format, ...)
{
    char line[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_add_string(out, line);
}

static void print_pivot(struct text *out, bool has_pivot, int64_t x, int64_t y)
{
    if (has_pivot)
        print(out, " pivot %.10g,%.10g", (double)x / 65536, (double)y / 65536);
}

static void print_page(struct text *out, const struct atlas_page *page)
{
    print(out, "page %s %" PRIu32 "x%" PRIu32, page->image, page->width, page->height);
    if (page->keyed)
        print(out, " key %02x%02x%02x", page->key[0], page->key[1], page->key[2]);
    print(out, "\n");
}

/* "frame hero: 10x20 of page 0 at 2,3 clockwise, at 1,2 in 16x32" */
static void print_frame(struct text *out, const struct atlas_frame *frame)
{
    static const char *const turns[] = {
        [ATLAS_UPRIGHT] = "", [ATLAS_CLOCKWISE] = " clockwise", [ATLAS_COUNTER_CLOCKWISE] = " ccw"};
    print(out,
          "frame %s: %" PRIu32 "x%" PRIu32 " of page %" PRIu32 " at %" PRIu32 ",%" PRIu32
          "%s, at %" PRIu32 ",%" PRIu32 " in %" PRIu32 "x%" PRIu32,
          frame->name, frame->width, frame->height, frame->page, frame->x, frame->y,
          turns[frame->turn], frame->left, frame->top, frame->source_width, frame->source_height);
    print_pivot(out, frame->has_pivot, frame->pivot_x, frame->pivot_y);
    if (frame->duration > 0)
        print(out, " %" PRIu32 " ms", frame->duration);
    print(out, "\n");
}

static void print_animation(struct text *out, const struct atlas_animation *animation)
{
    print(out, "animation %s:", animation->name);
    for (uint32_t i = 0; i < animation->count; i++) {
        print(out, " %" PRIu32, animation->frames[i]);
        if (animation->durations[i] > 0)
            print(out, "/%" PRIu32, animation->durations[i]);
    }
    print(out, "\n");
}

static void print_box(struct text *out, const struct atlas_box *box)
{
    print(out, "box %s in %" PRIu32 ": %" PRIu32 "x%" PRIu32 " at %" PRIu32 ",%" PRIu32, box->layer,
          box->frame, box->width, box->height, box->x, box->y);
    print_pivot(out, box->has_pivot, box->pivot_x, box->pivot_y);
    print(out, "\n");
}

static char *describe(const struct atlas *atlas)
{
    struct text out = {0};
    print(&out, "%s", atlas->numbered ? "numbered\n" : "");
    for (size_t i = 0; i < atlas->page_count; i++)
        print_page(&out, &atlas->pages[i]);
    for (size_t i = 0; i < atlas->frame_count; i++)
        print_frame(&out, &atlas->frames[i]);
    for (size_t i = 0; i < atlas->animation_count; i++)
        print_animation(&out, &atlas->animations[i]);
    for (size_t i = 0; i < atlas->box_count; i++)
        print_box(&out, &atlas->boxes[i]);
    for (size_t i = 0; i < atlas->related_count; i++)
        print(&out, "related %s\n", atlas->related[i]);
    assert_false(out.failed);
    return out.bytes;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static void assert_describes(const struct atlas *atlas, const char *expected)
{
    char *const described = describe(atlas);
    assert_string_equal(described, expected);
    free(described);
}

static void assert_reads(const char *text, const char *format, const char *expected)
{
    struct atlas atlas;
    read_atlas(text, format, &atlas);
    assert_describes(&atlas, expected);
    atlas_free(&atlas);
}

static void assert_finds(const char *text, const char *format, const char *expected)
{
    const struct atlas_format *const found = atlas_guess(text, strlen(text));
    assert_non_null(found);
    assert_string_equal(found->name, format);
    assert_atlas_wrong(text, expected);
}

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
                 "frame kept: 5x6 of page 0 at 30,1, at 0,0 in 9x9\n"
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

static void test_packer_mistakes_of_the_whole(void **state)
{
    (void)state;
    assert_finds("{\"frames\": [{\"frame\": {\"x\":0,\"y\":0,\"w\":1,\"h\":1}}, 3]}", packer,
                 "1:1: \"meta\" is missing\n"
                 "1:13: frame '#0': \"filename\" is missing\n"
                 "1:51: frame '#1': must be an object\n");
    assert_finds(
        "{\"frames\": {\"a\": {\"frame\": {\"x\":0,\"x\":0,\"y\":0,\"w\":9,\"h\":1}}},\n"
        "\"meta\": {\"image\": \"data:image/png;base64,AAAA\", \"size\": "
        "{\"w\":8,\"h\":8}}}",
        packer,
        "2:19: the image is embedded in this file; please export it as a PNG of its own\n"
        "1:35: frames.a.frame.x: the key is given twice\n"
        "1:18: frame 'a': it lies outside its page: it is 9 x 1 there, at 0,0, and "
        "'embedded' is 8 x 8\n");
    assert_finds(
        "{\"frames\": {\"a\": {\"frame\": {\"x\":0,\"y\":0,\"w\":3,\"h\":5}, \"rotated\": true,\n"
        "\"spriteSourceSize\": {\"x\":0,\"y\":0,\"w\":5,\"h\":3},\n"
        "\"sourceSize\": {\"w\":5,\"h\":3}}}, \"meta\": {\"image\": \"a.png\"}}",
        packer,
        "1:18: frame 'a': frame is 3 x 5, but spriteSourceSize 5 x 3: both must give the size "
        "before the rotation\n");
    assert_finds(
        "{\"frames\": {\"a\": {\"frame\": {\"x\":0,\"y\":0,\"w\":3,\"h\":5}, \"trimmed\": true,\n"
        "\"spriteSourceSize\": {\"x\":4,\"y\":0,\"w\":3,\"h\":5},\n"
        "\"sourceSize\": {\"w\":6,\"h\":5}}}, \"meta\": {\"image\": \"a.png\"}}",
        packer,
        "1:18: frame 'a': its region lies outside its untrimmed size: the region is 3 x 5 at 4,0, "
        "the untrimmed size is 6 x 5\n");
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
    assert_true(
        atlas_guess(text, strlen(text))->read(text, strlen(text), "a.json", &atlas, &diagnostics));
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
        "3:1: \"frames\" is missing\n"
        "4:30: frames must be an array or an object\n"
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
        "2:1: frame 'a': \"fh\" is missing\n"
        "3:1: frame '#1': \"n\" is missing\n"
        "3:24: frame '#1': h must be a whole number from 0 to 2147483647, not -1\n"
        "3:31: frame '#1': r must be true or false\n"
        "4:1: frame '#2': must be an object\n"
        "6:1: \"images\" is missing\n"
        "6:15: textures must hold objects\n"
        "5:1: frame 'c': its region lies outside its untrimmed size: the region is 5 x 5 at 1,0, "
        "the untrimmed size is 5 x 5\n");
}

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
        print(&text,
              "%s{\"filename\":\"%d\",\"frame\":{\"x\":%d,\"y\":0,\"w\":1,\"h\":1},"
              "\"rotated\":false,\"trimmed\":false,\"spriteSourceSize\":{\"x\":0,\"y\":0,\"w\":1,"
              "\"h\":1},\"sourceSize\":{\"w\":1,\"h\":1}}",
              i > 0 ? "," : "", i, i);
    print(&text, "],\"meta\":{\"app\":\"http://www.aseprite.org/\",\"image\":\"a.png\",\n%s}}",
          members);
    return text.bytes;
}

static void assert_tag(const char *tag, const char *expected)
{
    struct text members = {0};
    print(&members, "\"frameTags\":[{\"name\":\"t\",%s}]", tag);
    char *const text = write_aseprite(members.bytes);
    struct atlas atlas;
    read_atlas(text, aseprite_name, &atlas);
    char *const described = describe(&atlas);
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
        "7:1: tag 'd': all tags up to this one have more than 4194304 steps, the most that is "
        "allowed\n"
        "12:30: slice 's': frame must be a whole number from 0 to 3, not 4\n"
        "12:58: slice 's': bounds.w must be a whole number from 0 to 2147483647, not -1\n"
        "12:69: slice 's': \"bounds\" is missing\n"
        "12:81: slice 's': keys must hold objects\n"
        "13:1: slice 's': its name is used twice, first on line 12\n"
        "13:20: slice 's': keys must be an array\n"
        "14:80: slice 't': pivot.x must be a whole number from -2147483647 to 2147483647, not "
        "0.5\n"
        "16:1: slice 'u': the key of frame 1 comes after the key of frame 1; keys must be in the "
        "order of their frames\n");
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
        "3:1: frame 'b': rotated is true, which Aseprite never writes\n"
        "4:62: frame 'c': duration must be a whole number from 0 to 2147483647, not 0.5\n"
        "4:1: frame 'c': \"spriteSourceSize\" is missing\n"
        "4:1: frame 'c': \"sourceSize\" is missing\n");
}

/* ---- Tiled ------------------------------------------------------------------------------- */

static const char tiled_name[] = "Tiled tileset (.tsj)";

static const char grid[] =
    "{ \"columns\":2,\n"
    " \"image\":\"..\\/art\\/tiles.png\",\n"
    " \"imageheight\":20,\n"
    " \"imagewidth\":36,\n"
    " \"margin\":1,\n"
    " \"name\":\"tiles\",\n"
    " \"spacing\":2,\n"
    " \"tilecount\":2,\n"
    " \"tiledversion\":\"1.10.2\",\n"
    " \"tileheight\":16,\n"
    " \"tiles\":[\n"
    "        {\n"
    "         \"animation\":[\n"
    "                {\n"
    "                 \"duration\":150,\n"
    "                 \"tileid\":1\n"
    "                }, \n"
    "                {\n"
    "                 \"duration\":90,\n"
    "                 \"tileid\":0\n"
    "                }],\n"
    "         \"id\":1\n"
    "        }],\n"
    " \"tilewidth\":16,\n"
    " \"transparentcolor\":\"#ff00fe\",\n"
    " \"type\":\"tileset\",\n"
    " \"version\":\"1.10\"\n"
    "}";

static void test_tiled_grid(void **state)
{
    (void)state;
    assert_reads(grid, tiled_name,
                 "numbered\n"
                 "page ../art/tiles.png 36x20 key ff00fe\n"
                 "frame 0: 16x16 of page 0 at 1,1, at 0,0 in 16x16\n"
                 "frame 1: 16x16 of page 0 at 19,1, at 0,0 in 16x16\n"
                 "animation 1: 1/150 0/90\n");
}

static const char collection[] =
    "{ \"columns\":0, \"grid\": { \"height\":1, \"orientation\":\"orthogonal\", \"width\":1 },\n"
    " \"margin\":0, \"name\":\"props\", \"spacing\":0, \"tilecount\":3, \"tileheight\":64,\n"
    " \"tiles\":[\n"
    "  { \"id\":0, \"image\":\"tree.png\", \"imageheight\":64, \"imagewidth\":32 },\n"
    "  { \"height\":8, \"id\":5, \"image\":\"parts.png\", \"imageheight\":64, \"imagewidth\":64,\n"
    "    \"width\":16, \"x\":4, \"y\":2 },\n"
    "  { \"height\":9, \"id\":6, \"image\":\"parts.png\", \"imageheight\":64, \"imagewidth\":64,\n"
    "    \"width\":17, \"x\":30, \"y\":2 }],\n"
    " \"tilewidth\":64, \"type\":\"tileset\", \"version\":1.2 }";

static void test_tiled_collection(void **state)
{
    (void)state;
    assert_reads(collection, tiled_name,
                 "numbered\n"
                 "page tree.png 32x64\n"
                 "page parts.png 64x64\n"
                 "frame 0: 32x64 of page 0 at 0,0, at 0,0 in 32x64\n"
                 "frame 5: 16x8 of page 1 at 4,2, at 0,0 in 16x8\n"
                 "frame 6: 17x9 of page 1 at 30,2, at 0,0 in 17x9\n");
}

static void test_tiled_old_tiles(void **state)
{
    (void)state;
    assert_reads(
        "{\"columns\":0,\"tilecount\":1,\"tileheight\":8,\"tilewidth\":8,\"tiles\":{\"3\":"
        "{\"image\":\"a.png\",\"imageheight\":8,\"imagewidth\":8}}}",
        tiled_name, "numbered\npage a.png 8x8\nframe 3: 8x8 of page 0 at 0,0, at 0,0 in 8x8\n");
}

static void test_tiled_mistakes(void **state)
{
    (void)state;
    assert_finds(
        "{\"type\":\"tileset\",\"version\":\"2.0\",\"tilewidth\":0,\"margin\":-1,\n"
        "\"spacing\":1.5,\"image\":\"a.png\",\"imagewidth\":\"wide\",\n"
        "\"transparentcolor\":\"pink\",\"tiles\":[{\"image\":\"b.png\"},\n"
        "{\"id\":2,\"animation\":[{\"duration\":1}]},3]}",
        tiled_name,
        "1:29: this version of Tiled's format is unknown; versions 1.x can be read\n"
        "1:47: tilewidth must be a whole number from 1 to 2147483647, not 0\n"
        "1:1: \"tileheight\" is missing\n"
        "2:11: spacing must be a whole number from 0 to 2147483647, not 1.5\n"
        "1:58: margin must be a whole number from 0 to 2147483647, not -1\n"
        "3:20: transparentcolor must be a colour such as \"#ff00ff\"\n"
        "2:44: imagewidth must be a whole number from 0 to 2147483647, not \"wide\"\n"
        "3:36: \"id\" is missing\n"
        "4:22: tile '2': \"animation.tileid\" is missing\n"
        "4:39: tiles must hold objects\n");
    assert_finds(
        "{\"type\":\"tileset\",\"tilewidth\":8,\"tileheight\":8,\"tiles\":[\n"
        "{\"id\":0},{\"id\":1,\"image\":\"a.png\",\"imagewidth\":8,\"imageheight\":8},\n"
        "{\"id\":1,\"image\":\"b.png\",\"imagewidth\":8,\"imageheight\":8}]}",
        tiled_name,
        "2:1: tile '0': neither it nor the tileset has an image\n"
        "3:1: frame '1': its name is used twice, first on line 2\n");
    assert_finds("{\"type\":\"tileset\",\"tilewidth\":8,\"tileheight\":8,\"tiles\":[]}", tiled_name,
                 "1:1: there is no tile in it: no frame to bake\n");
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
        assert_null(atlas_guess(others[i], strlen(others[i])));
}

static void test_atlases_without_frames(void **state)
{
    (void)state;
    assert_reads("{\"frames\":{},\"meta\":{\"image\":\"a.png\"}}", packer, "page a.png 0x0\n");
    assert_reads(
        "{\"frames\":[],\"meta\":{\"app\":\"https://www.aseprite.org/\","
        "\"image\":\"a.png\"}}",
        aseprite_name, "page a.png 0x0\n");
    assert_finds(
        "{\"frames\":[],\"meta\":{\"image\":\"a.png\",\"frameTags\":[{\"name\":\"a\","
        "\"from\":0,\"to\":0}]}}",
        aseprite_name, "1:51: tag 'a': it needs a frame, but the file has none\n");
}

/* ---- Damage ------------------------------------------------------------------------------ */

static const char *const fixtures[] = {hash,   array,    pixi, phaser,
                                       crunch, aseprite, grid, collection};

/* All readers, whatever they would have guessed. */
static void read_damaged(const char *text, size_t size)
{
    atlas_guess(text, size);
    for (size_t i = 0; atlas_formats[i] != NULL; i++) {
        struct atlas atlas = {0};
        struct diagnostics diagnostics = {0};
        const bool ok = atlas_formats[i]->read(text, size, "a.json", &atlas, &diagnostics);
        assert_int_equal(ok, diagnostics.errors == 0);
        diagnostics_free(&diagnostics);
        atlas_free(&atlas);
    }
}

/* In a buffer of the exact size, in which a sanitizer sees every step too far. */
static void test_every_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(fixtures); i++) {
        for (size_t size = 0; size <= strlen(fixtures[i]); size++) {
            char *const cut = text_copy_n(fixtures[i], size);
            assert_non_null(cut);
            read_damaged(cut, size);
            free(cut);
        }
    }
}

static void test_every_changed_byte(void **state)
{
    static const char changes[] = {'"', '}', '[', ',', '-', '9', '\0', '\\', '\x80', 'e'};
    (void)state;
    for (size_t i = 0; i < COUNT(fixtures); i++) {
        const size_t size = strlen(fixtures[i]);
        char *const text = text_copy(fixtures[i]);
        assert_non_null(text);
        for (size_t at = 0; at < size; at++) {
            text[at] = changes[at % COUNT(changes)];
            read_damaged(text, size);
            text[at] = fixtures[i][at];
        }
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_bom_and_crlf),
        cmocka_unit_test(test_array),
        cmocka_unit_test(test_pixi),
        cmocka_unit_test(test_absolute_images_are_beside_the_atlas),
        cmocka_unit_test(test_packer_mistakes),
        cmocka_unit_test(test_packer_mistakes_of_the_whole),
        cmocka_unit_test(test_polygons_are_warned_of),
        cmocka_unit_test(test_phaser),
        cmocka_unit_test(test_phaser_mistakes),
        cmocka_unit_test(test_crunch),
        cmocka_unit_test(test_crunch_mistakes),
        cmocka_unit_test(test_aseprite),
        cmocka_unit_test(test_directions_are_unrolled),
        cmocka_unit_test(test_aseprite_mistakes),
        cmocka_unit_test(test_aseprite_frames_that_cannot_be),
        cmocka_unit_test(test_tiled_grid),
        cmocka_unit_test(test_tiled_collection),
        cmocka_unit_test(test_tiled_old_tiles),
        cmocka_unit_test(test_tiled_mistakes),
        cmocka_unit_test(test_other_json_is_no_atlas),
        cmocka_unit_test(test_atlases_without_frames),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_every_changed_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
