/*
 * test_atlas_text.c - .atlas texts of libGDX and Spine, and what no atlas may say
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"
#include "support/atlas_text.h"

#include <string.h>

/* As libGDX's packer wrote them until 1.9.12: a blank line first, two pages, an index, a patch. */
static const char legacy[] =
    "\n"
    "game.png\n"
    "size: 64,32\n"
    "format: RGBA8888\n"
    "filter: Nearest,Nearest\n"
    "repeat: none\n"
    "hero/run\n"
    "  rotate: false\n"
    "  xy: 2, 2\n"
    "  size: 10, 12\n"
    "  orig: 16, 20\n"
    "  offset: 3, 5\n"
    "  index: 2\n"
    "hero/run\n"
    "  rotate: true\n"
    "  xy: 14, 2\n"
    "  size: 8, 11\n"
    "  orig: 16, 20\n"
    "  offset: 0, 0\n"
    "  index: 1\n"
    "button\n"
    "  rotate: false\n"
    "  xy: 26, 2\n"
    "  size: 9, 9\n"
    "  split: 3, 3, 3, 3\n"
    "  pad: 1, 1, 1, 1\n"
    "  orig: 9, 9\n"
    "  offset: 0, 0\n"
    "  index: -1\n"
    "\n"
    "game2.png\n"
    "size: 16,16\n"
    "format: RGBA8888\n"
    "filter: Nearest,Nearest\n"
    "repeat: none\n"
    "rock\n"
    "  rotate: false\n"
    "  xy: 0, 0\n"
    "  size: 16, 16\n"
    "  orig: 16, 16\n"
    "  offset: 0, 0\n"
    "  index: -1\n";

/* Newer versions, and Spine, leave out members with their default values. */
static const char newer[] =
    "game.png\n"
    "\tsize:64,32\n"
    "\tfilter:Nearest,Nearest\n"
    "\tpma:true\n"
    "hero/run\n"
    "\tindex:2\n"
    "\tbounds:2,2,10,12\n"
    "\toffsets:3,5,16,20\n"
    "hero/run\n"
    "\tindex:1\n"
    "\tbounds:14,2,8,11\n"
    "\toffsets:0,0,16,20\n"
    "\trotate:90\n"
    "button\n"
    "\tbounds:26,2,9,9\n"
    "\tsplit:3,3,3,3\n"
    "\tpad:1,1,1,1\n"
    "\n"
    "game2.png\n"
    "\tsize:16,16\n"
    "rock\n"
    "\tbounds:0,0,16,16\n";

static const char format[] = "libGDX .atlas";

static void assert_game(const char *text)
{
    struct atlas atlas;

    read_atlas(text, format, &atlas);
    assert_int_equal(atlas.page_count, 2);
    assert_string_equal(atlas.pages[0].image, "game.png");
    assert_int_equal(atlas.pages[0].width, 64);
    assert_int_equal(atlas.pages[0].height, 32);
    assert_string_equal(atlas.pages[1].image, "game2.png");
    assert_false(atlas.numbered);
    assert_int_equal(atlas.frame_count, 4);
    /* An offset counts from below: 20 - 5 - 12 = 3 pixels are above the first one. */
    assert_frame(&atlas, "hero/run#2", "0 2,2 10x12 upright 16x20 at 3,3");
    assert_frame(&atlas, "hero/run#1", "0 14,2 8x11 counter-clockwise 16x20 at 0,9");
    assert_frame(&atlas, "button", "0 26,2 9x9 upright 9x9 at 0,0");
    assert_frame(&atlas, "rock", "1 0,0 16x16 upright 16x16 at 0,0");
    assert_int_equal(atlas.animation_count, 1);
    assert_animation(&atlas, "hero/run", "hero/run#1*0 hero/run#2*0");
    atlas_free(&atlas);
}

static void legacy_files_are_read(void **state)
{
    (void)state;
    assert_game(legacy);
}

static void newer_files_are_read(void **state)
{
    (void)state;
    assert_game(newer);
}

/* `text` with every newline as `ending`, after `before`; of static storage. */
static const char *with_endings(const char *before, const char *text, const char *ending)
{
    static char out[4096];
    size_t used = strlen(before);

    memcpy(out, before, used);
    for (; *text != '\0'; text++) {
        const char *const piece = *text == '\n' ? ending : text;
        const size_t length = *text == '\n' ? strlen(ending) : 1;
        assert_true(used + length < sizeof out);
        memcpy(out + used, piece, length);
        used += length;
    }
    out[used] = '\0';
    return out;
}

static void line_ends_a_byte_order_mark_and_spaces_do_not_matter(void **state)
{
    (void)state;
    assert_game(with_endings("\xef\xbb\xbf", legacy, "\r\n"));
    assert_game(with_endings("", legacy, "\r"));
    assert_game(with_endings("\xef\xbb\xbf\r\n \r\n", newer, "  \t\r\n"));
    assert_game(with_endings("", newer, "\n  \t"));
}

static void a_header_says_nothing(void **state)
{
    (void)state;
    assert_game(with_endings("packer: 1.0\nscale: 0.5\n\n", newer, "\n"));
}

static void the_end_may_lack_its_newline(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas("a.png\nsize: 8,8\nfoot\nbounds: 0,0,8,8", format, &atlas);
    assert_frame(&atlas, "foot", "0 0,0 8x8 upright 8x8 at 0,0");
    atlas_free(&atlas);
}

static void a_page_may_not_say_its_size_and_its_path_gets_slashes(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas("ui\\a.png\nformat: RGBA8888\nfoot\nxy: 900, 0\nsize: 8, 8\n", format, &atlas);
    assert_string_equal(atlas.pages[0].image, "ui/a.png");
    assert_int_equal(atlas.pages[0].width, 0);
    assert_frame(&atlas, "foot", "0 900,0 8x8 upright 8x8 at 0,0");
    atlas_free(&atlas);
}

static void a_page_that_is_named_again_is_the_same_page(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(
        "a.png\nsize:8,8\none\nbounds:0,0,2,2\n\n"
        "b.png\nsize:8,8\ntwo\nbounds:0,0,2,2\n\n"
        "a.png\nsize:8,8\nthree\nbounds:2,0,2,2\n\n"
        "a.png\nfour\nbounds:4,0,2,2\n\n"
        "b.png\nsize:8,8\nfive\nbounds:2,0,2,2\n",
        format, &atlas);
    static const char *const images[] = {"a.png", "b.png", "a.png", "a.png", "b.png"};
    assert_int_equal(atlas.page_count, 3);
    assert_int_equal(atlas.frame_count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(atlas.pages[atlas.frames[i].page].image, images[i]);
        assert_int_equal(atlas.pages[atlas.frames[i].page].width, i == 3 ? 0 : 8);
    }
    atlas_free(&atlas);
}

static void turned_regions_are_counter_clockwise(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas("a.png\nsize: 4,3\nL\nrotate: true\nxy: 1, 1\nsize: 2, 3\n", format, &atlas);
    /* The upright L, its top turned to the left. */
    assert_upright(
        "....\n"
        "...#\n"
        ".###\n",
        find_frame(&atlas, "L"),
        "#.\n"
        "#.\n"
        "##\n");
    atlas_free(&atlas);
}

/* Pixel (i, j) of a region turned by 180 degrees is the last but i of its row, and so on; 270 is a
 * quarter turn the other way, as in the runtimes of Spine. */
static void rotate_is_false_true_or_quarters(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas(
        "a.png\nsize: 64,64\n"
        "a\nbounds: 0,0,2,4\nrotate: false\n"
        "b\nbounds: 0,0,2,4\nrotate: 0\n"
        "c\nbounds: 0,0,2,4\nrotate: true\n"
        "d\nbounds: 0,0,2,4\nrotate: 90\n"
        "e\nbounds: 0,0,2,4\noffsets: 1,2,5,7\nrotate: 180\n"
        "f\nbounds: 0,0,2,4\nrotate: 270\n",
        format, &atlas);
    assert_frame(&atlas, "a", "0 0,0 2x4 upright 2x4 at 0,0");
    assert_frame(&atlas, "b", "0 0,0 2x4 upright 2x4 at 0,0");
    assert_frame(&atlas, "c", "0 0,0 2x4 counter-clockwise 2x4 at 0,0");
    assert_frame(&atlas, "d", "0 0,0 2x4 counter-clockwise 2x4 at 0,0");
    assert_frame(&atlas, "e", "0 0,0 2x4 upright 5x7 at 1,1");
    assert_frame(&atlas, "f", "0 0,0 2x4 clockwise 2x4 at 0,0");
    for (size_t i = 0; i < atlas.frame_count; i++) {
        assert_int_equal(atlas.frames[i].mirrored_x, i == 4);
        assert_int_equal(atlas.frames[i].mirrored_y, i == 4);
    }
    atlas_free(&atlas);

    assert_atlas_wrong(
        "a.png\nsize: 64,64\n"
        "a\nbounds: 0,0,2,4\nrotate: 45\n"
        "b\nbounds: 0,0,2,4\n  rotate: maybe\n"
        "c\nbounds: 0,0,2,4\nrotate: 90\nrotate: 90\n"
        "d\nbounds: 0,0,2,4\nrotate: 360\n",
        "5:9: frame 'a': rotate must be true, false, 0, 90, 180 or 270, not '45'\n"
        "8:11: frame 'b': rotate must be true, false, 0, 90, 180 or 270, not 'maybe'\n"
        "12:1: frame 'c': rotate gives values that the region has already\n"
        "15:9: frame 'd': rotate must be true, false, 0, 90, 180 or 270, not '360'\n");
}

static void indices_make_animations_of_each_name(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas(
        "a.png\nsize: 64,64\n"
        "run\nindex: 10\nbounds: 0,0,1,1\n"
        "jump\nindex: 0\nbounds: 0,0,1,1\n"
        "run\nindex: 9\nbounds: 0,0,1,1\n"
        "runner\nindex: 1\nbounds: 0,0,1,1\n"
        "run\nindex: -1\nbounds: 0,0,1,1\n",
        format, &atlas);
    assert_int_equal(atlas.animation_count, 3);
    assert_animation(&atlas, "jump", "jump#0*0");
    assert_animation(&atlas, "run", "run#9*0 run#10*0");
    assert_animation(&atlas, "runner", "runner#1*0");
    assert_non_null(find_frame(&atlas, "run"));
    atlas_free(&atlas);
}

static void a_region_may_be_there_twice_if_it_is_equal(void **state)
{
    (void)state;
    struct atlas atlas;
    read_atlas(
        "a.png\nsize: 64,64\n"
        "run\nindex: 1\nbounds: 0,0,1,1\n"
        "rock\nbounds: 2,0,1,1\n"
        "run\nindex: 1\nbounds: 0,0,1,1\n"
        "rock\nbounds: 2,0,1,1\n"
        "run\nindex: 2\nbounds: 1,0,1,1\n"
        "rock\nbounds: 2,0,1,1\n",
        format, &atlas);
    assert_int_equal(atlas.frame_count, 3);
    assert_frame(&atlas, "rock", "0 2,0 1x1 upright 1x1 at 0,0");
    assert_animation(&atlas, "run", "run#1*0 run#2*0");
    atlas_free(&atlas);
}

static void one_name_and_index_stands_once(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "a.png\nsize: 64,64\n"
        "run\nindex: 1\nbounds: 0,0,1,1\n"
        "run\nindex: 1\nbounds: 1,0,1,1\n"
        "rock\nbounds: 2,0,1,1\n"
        "rock\nbounds: 3,0,1,1\n",
        "11:1: frame 'rock': its name is used twice, first on line 9\n"
        "6:1: frame 'run#1': its name is used twice, first on line 3\n");
}

static void every_mistake_is_said_with_its_place(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "a.png\n"
        "size: 64\n"
        "size: 64,64\n"
        "a\n"
        "  bounds: 0,0,1\n"
        "b\n"
        "  xy: 1, -2\n"
        "  size: 4, 4.5\n"
        "c\n"
        "  xy: 1, 2\n"
        "d\n"
        "  bounds: 0,0,4,4\n"
        "  size: 4,4\n"
        "e\n"
        "  bounds: 0,0,4,4\n"
        "  offsets: 0,2,4,5\n"
        "f\n"
        "  bounds: 0,0,2147483648,4\n"
        "h\xc3\xa9ro\n"
        "  bounds: 0,0,4,4\n"
        "  offsets: 1,0,4,4\n"
        "g\n"
        "  index: -2\n"
        "  bounds: 0,0,4,4\n"
        "\n"
        "size: 8,8\n",
        "2:7: page 'a.png': size must be two whole numbers of 0 or more, not '64'\n"
        "5:11: frame 'a': bounds must be four whole numbers of 0 or more, not '0,0,1'\n"
        "7:7: frame 'b': xy must be two whole numbers of 0 or more, not '1, -2'\n"
        "8:9: frame 'b': size must be two whole numbers of 0 or more, not '4, 4.5'\n"
        "9:1: frame 'c': it needs bounds, or both xy and size\n"
        "13:3: frame 'd': size gives values that the region has already\n"
        "14:1: frame 'e': its region lies outside its untrimmed size: the offset from the bottom "
        "plus the height is more than the untrimmed height\n"
        "18:11: frame 'f': bounds must be four whole numbers of 0 or more, not '0,0,2147483648,4'\n"
        "23:10: frame 'g': index must be a whole number of -1 or more, not '-2'\n"
        "26:1: a blank line must be followed by the name of a page's image\n"
        "19:1: frame 'h\xc3\xa9ro': its region lies outside its untrimmed size: the region is 4 x "
        "4 at 1,0, the untrimmed size is 4 x 4\n");
}

/* The name of the first region has a colon, and so is taken for something that is known of the
 * page. */
static void a_region_without_its_name_is_told(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "a.png\nsize:64,64\nhero:run\nbounds:8,0,6,6\nrotate:90\ny\nbounds:16,0,4,4\n",
        "4:1: page 'a.png': this line belongs to a region, but no region has begun: its name must "
        "come first, without a colon\n"
        "5:1: page 'a.png': this line belongs to a region, but no region has begun: its name must "
        "come first, without a colon\n");
}

static void frames_lie_on_their_page(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "a.png\nsize: 16,8\n"
        "in\nbounds: 8,0,8,8\n"
        "in turned\nbounds: 8,0,8,8\nrotate: 90\n"
        "out\nbounds: 10,0,8,8\n"
        "out turned\nbounds: 0,0,4,2\nrotate: 90\n"
        "out below\nbounds: 0,6,2,4\n"
        "out turned below\nbounds: 0,0,10,2\nrotate: 90\n"
        "all out\nbounds: 16,0,1,1\n"
        "out on both sides\nbounds: 9,6,8,4\n",
        "8:1: frame 'out': it lies outside its page: it is 8 x 8 there, at 10,0, and "
        "'a.png' is 16 x 8\n"
        "13:1: frame 'out below': it lies outside its page: it is 2 x 4 there, at "
        "0,6, and 'a.png' is 16 x 8\n"
        "15:1: frame 'out turned below': it lies outside its page: it is 2 x 10 "
        "there, at 0,0, and 'a.png' is 16 x 8\n"
        "18:1: frame 'all out': it lies outside its page: it is 1 x 1 there, at 16,0, and "
        "'a.png' is 16 x 8\n"
        "20:1: frame 'out on both sides': it lies outside its page: it is 8 x 4 there, at "
        "9,6, and 'a.png' is 16 x 8\n");
}

/* The page has the rows "abc" and "def"; the sprite is drawn pixel by pixel. */
static void assert_clipped(const char *name, const char *region, const char *expected)
{
    static const char page[] = "abcdef";
    struct text text = {0}, warning = {0};
    struct atlas atlas;
    char drawn[64] = "";
    text_print(&text, "a.png\nsize: 3,2\n%s\n%s\n", name, region);
    text_print(
        &warning,
        "3:1: frame '%s': its region reaches one pixel beyond its page; what lies outside is "
        "left out [clipped]\n",
        name);
    read_atlas_warned(text.bytes, format, warning.bytes, &atlas);
    const struct atlas_frame *const f = &atlas.frames[0];
    for (uint32_t y = 0, at = 0; y < f->source_height; y++, drawn[at++] = '/')
        for (uint32_t x = 0; x < f->source_width; x++)
            drawn[at++] = '.';
    for (uint32_t j = 0; j < f->height; j++)
        for (uint32_t i = 0; i < f->width; i++) {
            const bool clockwise = f->turn == ATLAS_CLOCKWISE, upright = f->turn == ATLAS_UPRIGHT;
            const uint32_t px = upright ? i : clockwise ? f->height - 1 - j : j;
            const uint32_t py = upright ? j : clockwise ? i : f->width - 1 - i;
            const uint32_t x = f->left + (f->mirrored_x ? f->width - 1 - i : i);
            const uint32_t y = f->top + (f->mirrored_y ? f->height - 1 - j : j);
            assert_true(f->x + px < 3 && f->y + py < 2);
            drawn[y * (f->source_width + 1) + x] = page[(f->y + py) * 3 + f->x + px];
        }
    assert_string_equal(drawn, expected);
    atlas_free(&atlas);
    text_free(&text);
    text_free(&warning);
}

static void a_pixel_beyond_the_page_is_cut_off(void **state)
{
    (void)state;
    assert_clipped("upright", "bounds: 0,0,4,3", "abc./def./..../");
    assert_clipped("wide", "bounds: 1,0,3,1", "bc./");
    assert_clipped("high", "bounds: 1,1,1,2", "e/./");
    assert_clipped("left", "bounds: 0,0,3,4\nrotate: 90", ".da/.eb/.fc/.../");
    assert_clipped("right", "bounds: 0,0,3,4\nrotate: 270", ".../cf./be./ad./");
    assert_clipped("down", "bounds: 0,0,4,3\nrotate: 180", "..../.fed/.cba/");
}

static void names_are_utf8_and_sizes_are_not_0(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "a.png\nsize: 16,8\n"
        "caf\xe9\nbounds: 0,0,8,8\n"
        "bell\x07\nbounds: 0,0,8,8\n"
        "nothing\nbounds: 0,0,0,8\n",
        "3:1: frame 'caf\\xE9': its name is not UTF-8, or has control characters; "
        "please rename it\n"
        "5:1: frame 'bell\\x07': its name is not UTF-8, or has control characters; "
        "please rename it\n"
        "7:1: frame 'nothing': its size is 0 x 8, but width and height must be 1 or more\n");
}

static void an_empty_region_of_a_sprite_is_nothing_solid(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas("a.png\nsize: 16,8\nghost\nbounds: 99,99,0,0\noffsets: 0,0,6,7\n", format, &atlas);
    assert_frame(&atlas, "ghost", "0 99,99 0x0 upright 6x7 at 0,7");
    atlas_free(&atlas);
}

static void an_atlas_has_a_region(void **state)
{
    (void)state;
    assert_atlas_wrong("a.png\nsize: 16,8\n", "0:0: there is no region in it: no frame to bake\n");
}

static void a_NUL_is_an_error(void **state)
{
    (void)state;
    static const char text[] = "a.png\nsize: 16,8\nok\nbounds: 0,0,1,1\nfo\0ot\nindex: 7\n";
    const struct atlas_format *const found = atlas_recognise(text, sizeof text - 1);
    struct diagnostics diagnostics = {0};
    struct atlas atlas = {0};

    assert_non_null(found);
    assert_false(atlas_read(found, text, sizeof text - 1, "x.atlas", &atlas, &diagnostics));
    assert_int_equal(diagnostics.count, 1);
    assert_string_equal(diagnostics.items[0].text, "there is a NUL byte in the text");
    assert_int_equal(diagnostics.items[0].line, 5);
    assert_int_equal(diagnostics.items[0].column, 3);
    diagnostics_free(&diagnostics);
    atlas_free(&atlas);
}

static void other_texts_are_not_taken_for_an_atlas(void **state)
{
    (void)state;
    static const char *const others[] = {
        "",
        "\n\n",
        "a.png",
        "a.png\n",
        "a.png\nb.png\n",
        "size: 3,3\nformat: x\n",
        "{\n  \"size\": 3\n}\n",
        "\x89PNG\r\n\x1a\n",
        "# Title\n\nsize: 3\n",
        "\xef\xbb\xbf",
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(atlas_recognise(others[i], strlen(others[i])));
}

static void no_beginning_of_a_text_is_read_past_its_end(void **state)
{
    (void)state;
    assert_damage(legacy);
    assert_damage(with_endings("\xef\xbb\xbf", newer, "\r\n"));
}

/* ---- What no atlas may say, whatever its format ---- */

static void indices_must_exist_and_boxes_lie_in_their_frame(void **state)
{
    (void)state;
    uint32_t frames[] = {0, 7}, durations[] = {0, 0};
    struct atlas_page page = {.image = (char *)"a.png", .width = 8, .height = UINT32_MAX};
    struct atlas_frame ok = {
        .name = (char *)"ok", .width = 4, .height = 4, .source_width = 4, .source_height = 4};
    struct atlas_frame pages[] = {ok, ok, ok};
    struct atlas_animation animation = {(char *)"", frames, NULL, durations, 2, {5, 1}};
    struct atlas_box boxes[] = {
        {.layer = (char *)"hit", .frame = 0, .x = 1, .y = 0, .width = 4, .height = 1},
        {.layer = (char *)"hurt", .frame = 9, .width = 1, .height = 1},
        {.layer = (char *)"huge", .x = UINT32_MAX, .width = UINT32_MAX},
    };
    struct atlas atlas = {.pages = &page,
                          .page_count = 1,
                          .frames = pages,
                          .frame_count = 3,
                          .animations = &animation,
                          .animation_count = 1,
                          .boxes = boxes,
                          .box_count = 3};
    struct diagnostics diagnostics = {0};
    static const char *const expected[] = {
        "page 'a.png': one of its sizes or positions is larger than 2147483647",
        "frame 'lost': it is on page 4, but there are only 1, counted from 0",
        "frame 'huge': one of its sizes or positions is larger than 2147483647",
        "box 'hit': it lies outside frame 'ok': it is 4 x 1 at 1,0, the frame is 4 x 4",
        "box 'hurt': it is in frame 9, but there are only 3, counted from 0",
        "box 'huge': one of its sizes or positions is larger than 2147483647",
        "animation '': it has no name",
        "animation '': its step 1 is frame 7, but there are only 3, counted from 0",
    };

    pages[1].name = (char *)"lost";
    pages[1].page = 4;
    pages[2].name = (char *)"huge";
    pages[2].left = UINT32_MAX;
    atlas_check(&atlas, &(struct atlas_log){"x.atlas", &diagnostics});
    assert_int_equal(diagnostics.count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < diagnostics.count; i++)
        assert_string_equal(diagnostics.items[i].text, expected[i]);
    diagnostics_free(&diagnostics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legacy_files_are_read),
        cmocka_unit_test(newer_files_are_read),
        cmocka_unit_test(line_ends_a_byte_order_mark_and_spaces_do_not_matter),
        cmocka_unit_test(a_header_says_nothing),
        cmocka_unit_test(the_end_may_lack_its_newline),
        cmocka_unit_test(a_page_may_not_say_its_size_and_its_path_gets_slashes),
        cmocka_unit_test(a_page_that_is_named_again_is_the_same_page),
        cmocka_unit_test(turned_regions_are_counter_clockwise),
        cmocka_unit_test(rotate_is_false_true_or_quarters),
        cmocka_unit_test(indices_make_animations_of_each_name),
        cmocka_unit_test(a_region_may_be_there_twice_if_it_is_equal),
        cmocka_unit_test(one_name_and_index_stands_once),
        cmocka_unit_test(every_mistake_is_said_with_its_place),
        cmocka_unit_test(a_region_without_its_name_is_told),
        cmocka_unit_test(frames_lie_on_their_page),
        cmocka_unit_test(a_pixel_beyond_the_page_is_cut_off),
        cmocka_unit_test(names_are_utf8_and_sizes_are_not_0),
        cmocka_unit_test(an_empty_region_of_a_sprite_is_nothing_solid),
        cmocka_unit_test(an_atlas_has_a_region),
        cmocka_unit_test(a_NUL_is_an_error),
        cmocka_unit_test(other_texts_are_not_taken_for_an_atlas),
        cmocka_unit_test(no_beginning_of_a_text_is_read_past_its_end),
        cmocka_unit_test(indices_must_exist_and_boxes_lie_in_their_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
