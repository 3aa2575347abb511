/*
 * test_atlas_xml.c - XML read strictly; Starling, crunch and Tiled
 */

#include "support/cmocka_all.h"

#include "atlas/xml.h"
#include "base/budget.h"
#include "base/text.h"
#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- XML ---- */

static void note_element(void *user, const struct xml_element *element)
{
    char line[100];
    const char *const *const pair = element->attributes;
    const char *const value = *pair != NULL && strcmp(*pair, "v") == 0 ? pair[1] : NULL;

    snprintf(line, sizeof line, "%zu %s %zu:%zu %s\n", element->depth, element->name, element->line,
             element->column, value != NULL ? value : "-");
    text_add_string(user, line);
}

static void elements_come_with_their_attributes_and_places(void **state)
{
    (void)state;
    static const char text[] =
        "\xef\xbb\xbf<?xml version='1.0'?>\r\n"
        "<a v='&lt;&#x41;'>\r\n"
        "  h\xc3\xa9 <b w='1'/><!-- <c/> -->\r\n"
        "  <c v=''><d/></c>\r\n"
        "</a>\r\n";
    struct text seen = {0};
    struct error err;

    assert_true(xml_parse(text, sizeof text - 1, note_element, NULL, &seen, NULL, &err));
    assert_string_equal(seen.bytes,
                        "0 a 2:1 <A\n"
                        "1 b 3:6 -\n"
                        "1 c 4:3 \n"
                        "2 d 4:11 -\n");
    text_free(&seen);
}

static void assert_not_xml(const char *text, size_t line, size_t column, const char *expected)
{
    struct text seen = {0};
    struct error err;

    assert_false(xml_parse(text, strlen(text), note_element, NULL, &seen, NULL, &err));
    assert_string_equal(err.text, expected);
    assert_int_equal(err.line, line);
    assert_int_equal(err.column, column);
    text_free(&seen);
}

static void what_is_no_XML_is_refused_with_its_place(void **state)
{
    (void)state;
    assert_not_xml("", 1, 1, "it is not valid XML: no element found");
    assert_not_xml("<a>\n<b></c></a>", 2, 6, "it is not valid XML: mismatched tag");
    assert_not_xml("<a x='1' x='2'/>", 1, 10, "it is not valid XML: duplicate attribute");
    assert_not_xml(
        "<a x='&nbsp;'/>", 1, 1,
        "it is not valid XML: undefined entity near '<a x='&nbsp;'/>'; write &amp; for &");
    assert_not_xml("<a>\n<b>Q&A</b></a>", 2, 7,
                   "it is not valid XML: not well-formed (invalid token) near '<b>Q&A</b></a>'; "
                   "write &amp; for &");
    assert_not_xml("<a x='1 < 2'/>", 1, 9,
                   "it is not valid XML: not well-formed (invalid token) near '<a x='1 < 2'/>'; "
                   "write &lt; for <");
    assert_not_xml("<a x='1 y='2'/>", 1, 12,
                   "it is not valid XML: not well-formed (invalid token) near '<a x='1 y='2'/>'");
    /* The message shows only a part of a long line; a known reference gives no warning. */
    assert_not_xml(
        "<a>\r\n<bbbbbbbbbbbbbbbbbbbbbbb x='&lt;&amp;&b;' cccccccccccccccccccccccccccc=''/></a>", 2,
        1,
        "it is not valid XML: undefined entity near ' x='&lt;&amp;&b;' "
        "ccccccccccccccccccccc'; write &amp; for &");
    assert_not_xml("<a/>\n<b/>", 2, 1, "it is not valid XML: junk after document element");
}

static void assert_values(const char *text, const char *expected)
{
    struct text seen = {0};
    struct error err;
    assert_true(xml_parse(text, strlen(text), note_element, NULL, &seen, NULL, &err));
    assert_string_equal(seen.bytes, expected);
    text_free(&seen);
}

static void a_bare_ampersand_in_an_attribute_is_itself(void **state)
{
    (void)state;
    struct atlas atlas;
    assert_values("<a v='Q&A'/>", "0 a 1:1 Q&A\n");
    assert_values("<a v=\"it's & &amp; &\" w='&'>it's<b v='&&#x41;&lt'/></a>",
                  "0 a 1:1 it's & & &\n1 b 1:33 &A&lt\n");
    assert_values("<!-- ' & --><a v='&'><![CDATA[ <b v='&'/> ]]><c v='&;'/></a>",
                  "0 a 1:13 &\n1 c 1:46 &;\n");
    /* The place of what follows is right, and the first one is told. */
    read_atlas_warned(
        "<TextureAtlas imagePath='a&b.png'>\n"
        "<SubTexture name='\xc3\xa9 & a' x='0' y='0' width='1' height='1'/>\n"
        "</TextureAtlas>\n",
        "Starling XML",
        "1:27: an attribute has a & that begins no reference; it is read as itself, but "
        "other programs may refuse the file: write &amp; [bare-ampersand]\n",
        &atlas);
    assert_string_equal(atlas.pages[0].image, "a&b.png");
    assert_string_equal(atlas.frames[0].name, "\xc3\xa9 & a");
    atlas_free(&atlas);
    /* A text with the character that stands for it stays as it is. */
    assert_not_xml("<a v='\x7f'>\n<b x='Q&A'/></a>", 2, 10,
                   "it is not valid XML: not well-formed (invalid token) near '<b x='Q&A'/></a>'; "
                   "write &amp; for &");
}

static void a_document_type_is_refused_before_its_entities(void **state)
{
    (void)state;
    static const char doctype[] =
        "it declares a document type, which no atlas needs; please remove <!DOCTYPE ...>";

    /* Ten times ten times ... would be a thousand million. */
    assert_not_xml(
        "<?xml version='1.0'?>\n"
        "<!DOCTYPE TextureAtlas [\n"
        "<!ENTITY a 'aaaaaaaaaa'>\n"
        "<!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>\n"
        "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>\n"
        "<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>\n"
        "<!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'>\n"
        "<!ENTITY f '&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;'>\n"
        "<!ENTITY g '&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;'>\n"
        "<!ENTITY h '&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;'>\n"
        "]>\n"
        "<TextureAtlas imagePath='&h;'/>\n",
        2, 24, doctype);
    assert_not_xml("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a v='&x;'/>", 1, 13,
                   doctype);
    assert_atlas_wrong(
        "<!DOCTYPE tileset SYSTEM 'http://mapeditor.org/dtd/1.0/map.dtd' []>\n"
        "<tileset/>",
        "1:65: it declares a document type, which no atlas needs; please remove "
        "<!DOCTYPE ...>\n");
}

/* Maps of Tiled before 1.0 begin like that. Entities that the other file would declare are unknown,
 * also where they would change a name in silence. */
static void a_document_type_that_only_names_a_file_is_passed_over(void **state)
{
    (void)state;
    struct atlas atlas;
    read_atlas(
        "<?xml version='1.0'?>\n"
        "<!DOCTYPE tileset SYSTEM 'http://mapeditor.org/dtd/1.0/map.dtd'>\n"
        "<tileset tilewidth='2' tileheight='2' columns='1' tilecount='1'>\n"
        "<image source='a.png' width='2' height='2'/></tileset>",
        "Tiled tileset (.tsx)", &atlas);
    assert_frame(&atlas, "0", "0 0,0 2x2 upright 2x2 at 0,0");
    atlas_free(&atlas);
    assert_not_xml(
        "<!DOCTYPE a SYSTEM 'a>b[\"'>\n<a x='&secret;'/>", 2, 1,
        "it is not valid XML: undefined entity near '<a x='&secret;'/>'; write &amp; for "
        "&");
    assert_not_xml(
        "<!DOCTYPE a PUBLIC \"\" \"\"><a>&secret;</a>", 1, 29,
        "it is not valid XML: undefined entity near 'LIC \"\" \"\"><a>&secret;</a>'; write &amp; "
        "for &");
    assert_not_xml("<!DOCTYPE a SYSTEM 'a", 1, 20, "it is not valid XML: unclosed token");
}

static void elements_are_nested_only_so_deep(void **state)
{
    (void)state;
    struct text text = {0}, seen = {0};
    struct error err;

    for (int i = 0; i < BUDGET_DEPTH; i++)
        text_add_string(&text, "<a>");
    for (int i = 0; i < BUDGET_DEPTH; i++)
        text_add_string(&text, "</a>");
    assert_true(xml_parse(text.bytes, text.length, note_element, NULL, &seen, NULL, &err));
    text.length = 0;
    for (int i = 0; i < 100000; i++)
        text_add_string(&text, "<a>");
    assert_not_xml(text.bytes, 1, 3 * BUDGET_DEPTH + 1, "elements are nested too deeply");
    text_free(&text);
    text_free(&seen);
}

/* The values of the attribute x as each type, or "-" after an error. */
static struct {
    char whole[30], number[30], boolean[30];
} values;

static void note_values(struct atlas_json *reader)
{
    static const struct atlas_whole wanted = {"x", -5, INT32_MAX, ATLAS_REQUIRED, 0};
    const cJSON *const root = reader->json.root;
    int32_t whole = 0;
    double number = 0;
    bool truth = false;
    strcpy(values.whole, "-");
    strcpy(values.number, "-");
    strcpy(values.boolean, "-");
    if (atlas_json_wholes(reader, root, "", &wanted, 1, &whole))
        snprintf(values.whole, sizeof values.whole, "%" PRId32, whole);
    if (atlas_json_number(reader, root, "", "x", &number))
        snprintf(values.number, sizeof values.number, "%.9g", number);
    if (atlas_json_bool(reader, root, "x", &truth))
        strcpy(values.boolean, truth ? "true" : "false");
}

static void values_are_read_strictly(void **state)
{
    (void)state;
    static const struct {
        const char *value, *whole, *number, *boolean; /* NULL: refused */
    } rows[] = {
        {"0", "0", "0", "false"},
        {"1", "1", "1", "true"},
        {"-5", "-5", "-5", NULL},
        {"6", "6", "6", NULL},
        {"-6", NULL, "-6", NULL},
        {"0.5", NULL, "0.5", NULL},
        {"-0.5", NULL, "-0.5", NULL},
        {"2147483648", NULL, "2.14748365e+09", NULL},
        {"0.0000152587890625", NULL, "1.5258e-05", NULL},
        {"3.000", "3", "3", NULL},
        {"-4.0", "-4", "-4", NULL},
        {"1.", NULL, NULL, NULL},
        {".5", NULL, NULL, NULL},
        {"", NULL, NULL, NULL},
        {"-", NULL, NULL, NULL},
        {"+1", NULL, NULL, NULL},
        {" 1", NULL, NULL, NULL},
        {"1px", NULL, NULL, NULL},
        {"1e3", "1000", "1000", NULL},
        {"1E-05", NULL, "1e-05", NULL},
        {"1e", NULL, NULL, NULL},
        {"0x1", NULL, NULL, NULL},
        {"--1", NULL, NULL, NULL},
        {"1.5.5", NULL, NULL, NULL},
        {"true", NULL, NULL, "true"},
        {"false", NULL, NULL, "false"},
        {"True", NULL, NULL, NULL},
    };
    static const struct xml_rule rules[] = {{NULL, NULL, NULL, XML_OBJECT, NULL}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[100];
        struct diagnostics diagnostics = {0};
        const struct atlas_log log = {"x.xml", &diagnostics};
        struct atlas atlas = {0};
        snprintf(text, sizeof text, "<e x='%s'/>", rows[i].value);
        xml_read(text, strlen(text), "e", rules, &atlas, &log, note_values);
        assert_string_equal(values.whole, rows[i].whole != NULL ? rows[i].whole : "-");
        assert_string_equal(values.number, rows[i].number != NULL ? rows[i].number : "-");
        assert_string_equal(values.boolean, rows[i].boolean != NULL ? rows[i].boolean : "-");
        atlas_free(&atlas);
        diagnostics_free(&diagnostics);
    }
}

/* ---- Starling ---- */

/* As TexturePacker writes it, with what its templates leave out left out. */
static const char starling[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!-- Created with a packer -->\n"
    "<TextureAtlas imagePath=\"game.png\" width=\"64\" height=\"32\">\n"
    "    <SubTexture name=\"rock\" x=\"2\" y=\"2\" width=\"10\" height=\"12\"/>\n"
    "    <SubTexture name=\"hero_01\" x=\"14\" y=\"2\" width=\"8\" height=\"11\" frameX=\"-3\" "
    "frameY=\"-5\" frameWidth=\"16\" frameHeight=\"20\" pivotX=\"8\" pivotY=\"19.5\"/>\n"
    "    <SubTexture name=\"hero_02\" x=\"24\" y=\"2\" width=\"11\" height=\"8\" rotated=\"true\" "
    "frameX=\"-3\" frameY=\"-5\" frameWidth=\"16\" frameHeight=\"20\"/>\n"
    "    <SubTexture name=\"plain\" x=\"0\" y=\"0\" width=\"4\" height=\"4\" frameX=\"0\" "
    "frameY=\"-0\" frameWidth=\"0\" frameHeight=\"0\" rotated=\"false\"/>\n"
    "</TextureAtlas>\n";

static void starling_files_are_read(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas(starling, "Starling XML", &atlas);
    assert_int_equal(atlas.page_count, 1);
    assert_string_equal(atlas.pages[0].image, "game.png");
    assert_int_equal(atlas.pages[0].width, 64);
    assert_int_equal(atlas.pages[0].height, 32);
    assert_int_equal(atlas.frame_count, 4);
    assert_frame(&atlas, "rock", "0 2,2 10x12 upright 10x12 at 0,0");
    assert_frame(&atlas, "hero_01", "0 14,2 8x11 upright 16x20 at 3,5");
    assert_frame(&atlas, "hero_02", "0 24,2 8x11 clockwise 16x20 at 3,5");
    assert_frame(&atlas, "plain", "0 0,0 4x4 upright 4x4 at 0,0");
    const struct atlas_frame *const hero = find_frame(&atlas, "hero_01");
    assert_true(hero->has_pivot);
    assert_int_equal(hero->pivot_x, 8 * 65536);
    assert_int_equal(hero->pivot_y, 39 * 32768);
    assert_int_equal(hero->place.line, 5);
    assert_int_equal(hero->place.column, 5);
    assert_false(find_frame(&atlas, "rock")->has_pivot);
    atlas_free(&atlas);
}

/* As Flash and Animate do: a byte order mark, CRLF, a comment inside, no page size. */
static void starling_files_of_other_hands_are_read(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas(
        "\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n"
        "<TextureAtlas imagePath='art\\hero.png'>\r\n"
        "\t<!-- Created with an editor -->\r\n"
        "\t<SubTexture  name = 'up &amp; down0000' x='0' y='500'\r\n"
        "\t\twidth='8' height='9' frameX='-1' frameY='0' frameWidth='10' frameHeight='9'>"
        "</SubTexture>\r\n"
        "\t<SubTexture name='gone' x='0' y='0' width='0' height='0' frameX='1073' "
        "frameY='1073' frameWidth='10' frameHeight='9'/>\r\n"
        "</TextureAtlas>",
        "Starling XML", &atlas);
    assert_string_equal(atlas.pages[0].image, "art/hero.png");
    assert_int_equal(atlas.pages[0].width, 0);
    assert_frame(&atlas, "up & down0000", "0 0,500 8x9 upright 10x9 at 1,0");
    assert_frame(&atlas, "gone", "0 0,0 0x0 upright 10x9 at 0,0");
    atlas_free(&atlas);
}

static void turned_frames_are_clockwise(void **state)
{
    (void)state;
    /* The upright L, its top turned to the right. */
    static const char page[] =
        "....\n"
        ".###\n"
        ".#..\n";
    static const char upright[] =
        "#.\n"
        "#.\n"
        "##\n";
    struct atlas atlas;

    read_atlas(
        "<TextureAtlas imagePath='a.png' width='4' height='3'>"
        "<SubTexture name='L' x='1' y='1' width='3' height='2' rotated='true'/>"
        "</TextureAtlas>",
        "Starling XML", &atlas);
    assert_upright(page, find_frame(&atlas, "L"), upright);
    atlas_free(&atlas);
    read_atlas("<atlas><tex n='a'><img n='L' x='1' y='1' w='2' h='3' r='1' /></tex></atlas>",
               "crunch XML", &atlas);
    assert_upright(page, find_frame(&atlas, "L"), upright);
    atlas_free(&atlas);
}

/* HaxeFlixel mirrors within the untrimmed size, so what is left of a frame goes to the other side.
 */
static void frames_of_sparrow_may_be_mirrored(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas(
        "<TextureAtlas imagePath='a.png' width='9' height='9'>"
        "<SubTexture name='x' x='1' y='1' width='3' height='2' flipX='true'/>"
        "<SubTexture name='y' x='1' y='1' width='3' height='2' flipY='1' flipX='false' "
        "frameX='-1' frameY='-2' frameWidth='9' frameHeight='8'/>"
        "<SubTexture name='xy' x='1' y='1' width='3' height='2' flipX='true' flipY='true' "
        "frameX='-1' frameY='-2' frameWidth='9' frameHeight='8' rotated='true'/>"
        "<SubTexture name='none' x='0' y='0' width='0' height='0' flipX='true' frameX='-1' "
        "frameY='0' frameWidth='9' frameHeight='8'/>"
        "</TextureAtlas>",
        "Starling XML", &atlas);
    assert_frame(&atlas, "x", "0 1,1 3x2 upright 3x2 at 0,0");
    assert_frame(&atlas, "y", "0 1,1 3x2 upright 9x8 at 1,4");
    assert_frame(&atlas, "xy", "0 1,1 2x3 clockwise 9x8 at 6,3");
    assert_frame(&atlas, "none", "0 0,0 0x0 upright 9x8 at 0,0");
    assert_true(find_frame(&atlas, "x")->mirrored_x && !find_frame(&atlas, "x")->mirrored_y);
    assert_true(find_frame(&atlas, "y")->mirrored_y && !find_frame(&atlas, "y")->mirrored_x);
    assert_true(find_frame(&atlas, "xy")->mirrored_x && find_frame(&atlas, "xy")->mirrored_y);
    atlas_free(&atlas);
    assert_atlas_wrong(
        "<TextureAtlas imagePath='a.png' width='-64' height='8'>\n"
        "<SubTexture name='a' x='0' y='0' width='4' height='4' flipX='yes'/>\n"
        "<SubTexture name='b' x='0' y='0' width='4' height='4' frameWidth='9' flipY='true'/>\n"
        "</TextureAtlas>\n",
        "1:1: width must be a whole number from 0 to 2147483647, not \"-64\"\n"
        "2:1: frame 'a': flipX must be true or false\n"
        "3:1: frame 'b': its size is 9 x 0, but width and height must be 1 or more\n");
}

static void every_mistake_of_starling_is_said(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "<TextureAtlas width='64' height='wide'>\n"
        "<SubTexture x='1'/>\n"
        "<SubTexture name='a' x='-1' y='1.5e1' width='' height='4'/>\n"
        "<SubTexture name='b' x='0' y='0' width='4' height='4' rotated='90'/>\n"
        "<SubTexture name='c' x='0' y='0' width='4' height='4' frameX='2px' frameWidth='9' "
        "frameHeight='9'/>\n"
        "<SubTexture name='d' x='0' y='0' width='4' height='4' frameX='-6' frameWidth='9'/>\n"
        "<SubTexture name='e' x='61' y='0' width='4' height='4'/>\n"
        "<SubTexture name='f' x='0' y='0' width='4' height='4' pivotX='1,5'/>\n"
        "<SubTexture name='g' x='0' y='0' width='4' height='4'/>\n"
        "<SubTexture name='g' x='0' y='0' width='4' height='4'/>\n"
        "<SubTexture name='' x='0' y='0' width='4' height='4'/>\n"
        "</TextureAtlas>\n",
        "1:1: \"imagePath\" is missing\n"
        "1:1: height must be a whole number from 0 to 2147483647, not \"wide\"\n"
        "2:1: frame '#0': \"name\" is missing\n"
        "2:1: frame '#0': \"y\" is missing\n"
        "2:1: frame '#0': \"width\" is missing\n"
        "2:1: frame '#0': \"height\" is missing\n"
        "3:1: frame 'a': x must be a whole number from 0 to 2147483647, not \"-1\"\n"
        "3:1: frame 'a': width must be a whole number from 0 to 2147483647, not \"\"\n"
        "4:1: frame 'b': rotated must be true or false\n"
        "5:1: frame 'c': frameX must be a whole number from -2147483647 to 2147483647, not "
        "\"2px\"\n"
        "8:1: frame 'f': pivotX must be a number such as 12 or -0.5, not \"1,5\"\n"
        "8:1: frame 'f': \"pivotY\" is missing\n"
        "6:1: frame 'd': its size is 9 x 0, but width and height must be 1 or more\n"
        "11:1: frame '': it has no name\n"
        "10:1: frame 'g': its name is used twice, first on line 9\n");
    assert_atlas_wrong(
        "<TextureAtlas imagePath='a.png' width='8' height='8'>\n"
        "<SubTexture name='e' x='6' y='0' width='4' height='4'/>\n"
        "</TextureAtlas>\n",
        "2:1: frame 'e': it lies outside its page: it is 4 x 4 there, at 6,0, and "
        "'a.png' is 8 x 8\n");
}

static void what_was_right_before_broken_XML_is_checked_too(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "<TextureAtlas imagePath='a.png' width='8' height='8'>\n"
        "<SubTexture name='e' x='6' y='0' width='4' height='4'/>\n"
        "<SubTexture name='f' x='0' y='0' width='4' height='4'>\n"
        "</TextureAtlas>\n",
        "4:3: it is not valid XML: mismatched tag\n"
        "2:1: frame 'e': it lies outside its page: it is 4 x 4 there, at 6,0, and "
        "'a.png' is 8 x 8\n");
}

static void other_formats_in_XML_are_refused_with_the_reason(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "<TextureAtlas imagePath='a.png' width='8' height='8'>\n"
        "  <Frame n='a' x='0' y='0' w='1' h='1'/>\n"
        "  <Frame n='b' x='0' y='0' w='1' h='1'/>\n"
        "</TextureAtlas>\n",
        "2:3: <Frame> belongs to another XML format, which hitmask does not read; please "
        "export as Starling or Sparrow version 2, or as JSON\n");
    assert_atlas_wrong("<TextureAtlas imagePath='a.png'/>",
                       "0:0: there is no <SubTexture> in it: no frame to bake\n");
    static const char svg[] = "<svg/>";
    assert_null(atlas_recognise(svg, strlen(svg)));
}

/* ---- crunch ---- */

static const char crunch[] =
    "<atlas>\n"
    "\t<tex n=\"game0\">\n"
    "\t\t<img n=\"hero/run\" x=\"2\" y=\"3\" w=\"8\" h=\"11\" fx=\"-3\" fy=\"-5\" fw=\"16\" "
    "fh=\"20\" r=\"1\" />\n"
    "\t\t<img n=\"rock\" x=\"0\" y=\"0\" w=\"2\" h=\"2\" fx=\"0\" fy=\"0\" fw=\"2\" fh=\"2\" "
    "r=\"0\" />\n"
    "\t</tex>\n"
    "\t<tex n=\"game1\">\n"
    "\t\t<img n=\"tree\" x=\"1\" y=\"1\" w=\"9\" h=\"9\" />\n"
    "\t</tex>\n"
    "</atlas>";

static void crunch_files_are_read(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas(crunch, "crunch XML", &atlas);
    assert_int_equal(atlas.page_count, 2);
    assert_string_equal(atlas.pages[0].image, "game0.png");
    assert_string_equal(atlas.pages[1].image, "game1.png");
    assert_frame(&atlas, "hero/run", "0 2,3 8x11 clockwise 16x20 at 3,5");
    assert_frame(&atlas, "rock", "0 0,0 2x2 upright 2x2 at 0,0");
    assert_frame(&atlas, "tree", "1 1,1 9x9 upright 9x9 at 0,0");
    atlas_free(&atlas);
}

static void mistakes_of_crunch_are_said(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "<atlas><trim>true</trim>\n"
        "<img n='a' x='0' y='0' w='1' h='1'/>\n"
        "<tex n='game'><img n='b' x='0' y='0' w='1' height='1' r='2'/></tex>\n"
        "</atlas>",
        "3:15: frame 'b': \"h\" is missing\n");
}

/* ---- Tiled ---- */

/* 3 columns and 2 rows: 1 + 3 * 16 + 2 * 2 = 53 of 54 pixels, and 1 + 2 * 8 + 2 = 19 of 25. */
static const char grid[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<tileset version=\"1.10\" tiledversion=\"1.10.2\" name=\"tiles\" tilewidth=\"16\" "
    "tileheight=\"8\" spacing=\"2\" margin=\"1\" tilecount=\"6\" columns=\"3\">\n"
    " <grid orientation=\"orthogonal\" width=\"1\" height=\"1\"/>\n"
    " <properties><property name=\"image\" value=\"x\"/></properties>\n"
    " <image source=\"../art/tiles.png\" trans=\"ff00fe\" width=\"54\" height=\"25\"/>\n"
    " <tile id=\"1\" type=\"water\">\n"
    "  <objectgroup draworder=\"index\"><object id=\"1\" x=\"0\" y=\"0\"/></objectgroup>\n"
    "  <animation>\n"
    "   <frame tileid=\"1\" duration=\"150\"/>\n"
    "   <frame tileid=\"5\" duration=\"100\"/>\n"
    "  </animation>\n"
    " </tile>\n"
    " <wangsets><wangset name=\"a\" tile=\"0\"/></wangsets>\n"
    "</tileset>\n";

static const char tsx[] = "Tiled tileset (.tsx)";

static void grids_of_tiled_are_read(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas(grid, tsx, &atlas);
    assert_true(atlas.numbered);
    assert_int_equal(atlas.page_count, 1);
    assert_string_equal(atlas.pages[0].image, "../art/tiles.png");
    assert_int_equal(atlas.pages[0].width, 54);
    assert_int_equal(atlas.pages[0].height, 25);
    assert_true(atlas.pages[0].keyed);
    assert_memory_equal(atlas.pages[0].key, "\xff\x00\xfe", 3);
    assert_int_equal(atlas.frame_count, 6);
    assert_frame(&atlas, "0", "0 1,1 16x8 upright 16x8 at 0,0");
    assert_frame(&atlas, "2", "0 37,1 16x8 upright 16x8 at 0,0");
    assert_frame(&atlas, "3", "0 1,11 16x8 upright 16x8 at 0,0");
    assert_frame(&atlas, "5", "0 37,11 16x8 upright 16x8 at 0,0");
    assert_int_equal(atlas.animation_count, 1);
    assert_animation(&atlas, "1", "1*150 5*100");
    atlas_free(&atlas);
}

/* As files are that were written before tilecount and columns, or by hand. */
static void grids_may_leave_out_what_is_known(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas(
        "<tileset tilewidth='8' tileheight='8'>"
        "<image source='a.png' trans='#00ff00' width='20' height='17'/></tileset>",
        tsx, &atlas);
    assert_int_equal(atlas.frame_count, 4);
    assert_frame(&atlas, "3", "0 8,8 8x8 upright 8x8 at 0,0");
    assert_memory_equal(atlas.pages[0].key, "\x00\xff\x00", 3);
    atlas_free(&atlas);

    read_atlas(
        "<tileset tilewidth='8' tileheight='8' columns='3' tilecount='5'>"
        "<image source='a.png'/></tileset>",
        tsx, &atlas);
    assert_int_equal(atlas.frame_count, 5);
    assert_int_equal(atlas.pages[0].width, 0);
    assert_false(atlas.pages[0].keyed);
    assert_frame(&atlas, "4", "0 8,8 8x8 upright 8x8 at 0,0");
    atlas_free(&atlas);
}

/* Ids with gaps, two tiles of one image, parts of one, an animation that goes forward. */
static const char collection[] =
    "<tileset version=\"1.9\" name=\"objects\" tilewidth=\"40\" tileheight=\"50\" "
    "tilecount=\"4\" columns=\"0\">\n"
    " <grid orientation=\"orthogonal\" width=\"1\" height=\"1\"/>\n"
    " <tile id=\"0\">\n"
    "  <image width=\"40\" height=\"50\" source=\"tree.png\"/>\n"
    " </tile>\n"
    " <tile id=\"3\">\n"
    "  <image width=\"20\" height=\"10\" source=\"bush.png\" trans=\"ff00ff\"/>\n"
    "  <animation>\n"
    "   <frame tileid=\"12\" duration=\"90\"/>\n"
    "   <frame tileid=\"3\" duration=\"0\"/>\n"
    "  </animation>\n"
    " </tile>\n"
    " <tile id=\"7\" x=\"4\" y=\"5\" width=\"6\" height=\"7\">\n"
    "  <image width=\"40\" height=\"50\" source=\"tree.png\"/>\n"
    " </tile>\n"
    " <tile id=\"12\" x=\"1\" y=\"1\" width=\"6\" height=\"7\">\n"
    "  <image width=\"40\" height=\"50\" source=\"tree.png\"/>\n"
    " </tile>\n"
    "</tileset>\n";

static void collections_of_tiled_are_read(void **state)
{
    (void)state;
    struct atlas atlas;

    read_atlas(collection, tsx, &atlas);
    assert_true(atlas.numbered);
    assert_int_equal(atlas.page_count, 2);
    assert_string_equal(atlas.pages[0].image, "tree.png");
    assert_string_equal(atlas.pages[1].image, "bush.png");
    assert_false(atlas.pages[0].keyed);
    assert_true(atlas.pages[1].keyed);
    assert_int_equal(atlas.frame_count, 4);
    assert_frame(&atlas, "0", "0 0,0 40x50 upright 40x50 at 0,0");
    assert_frame(&atlas, "3", "1 0,0 20x10 upright 20x10 at 0,0");
    assert_frame(&atlas, "7", "0 4,5 6x7 upright 6x7 at 0,0");
    assert_frame(&atlas, "12", "0 1,1 6x7 upright 6x7 at 0,0");
    assert_int_equal(atlas.animation_count, 1);
    assert_animation(&atlas, "3", "12*90 3*0");
    atlas_free(&atlas);
}

static void mistakes_in_a_grid_are_said(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "<tileset tilewidth='0' spacing='-1'>\n"
        " <image width='x' height='8' trans='red'/>\n"
        " <tile/>\n"
        "</tileset>",
        "1:1: tilewidth must be a whole number from 1 to 2147483647, not \"0\"\n"
        "1:1: \"tileheight\" is missing\n"
        "1:1: spacing must be a whole number from 0 to 2147483647, not \"-1\"\n"
        "2:2: \"source\" is missing\n"
        "2:2: image.width must be a whole number from 0 to 2147483647, not \"x\"\n"
        "2:2: trans must be a colour such as \"#ff00ff\"\n"
        "3:2: \"id\" is missing\n");
    assert_atlas_wrong(
        "<tileset tilewidth='-8' tileheight='8' columns='1' tilecount='1'>\n"
        " <image source='a.png' width='16' height='8'/></tileset>",
        "1:1: tilewidth must be a whole number from 1 to 2147483647, not \"-8\"\n");
    assert_atlas_wrong(
        "<tileset tilewidth='8' tileheight='8' columns='4' tilecount='4'>\n"
        " <image source='a.png' width='31' height='8'/></tileset>",
        "1:1: the tileset says 4 columns, but 3 columns of 8 pixels fit into the image's "
        "width of 31; please save the tileset again with Tiled\n");
    assert_atlas_wrong(
        "<tileset tilewidth='8' tileheight='8'>\n"
        " <image source='a.png' width='7' height='8'/></tileset>",
        "2:2: no tile of 8 x 8 fits into the image of 7 x 8\n");
    assert_atlas_wrong(
        "<tileset tilewidth='8' tileheight='8'>\n"
        " <image source='a.png'/></tileset>",
        "2:2: the image's width and height are missing, and so are the tileset's columns and "
        "tilecount; please save the tileset again with Tiled\n");
    assert_atlas_wrong(
        "<tileset tilewidth='1' tileheight='1'>\n"
        " <image source='a.png' width='2147483647' height='2147483647'/></tileset>",
        "2:2: all tilesets up to this one have more than 1048576 tiles, the most that is "
        "allowed\n");
    assert_atlas_wrong(
        "<tileset tilewidth='8' tileheight='8'>\n"
        " <image source='a.png' width='8' height='8'/>\n"
        " <tile id='0'><animation>\n"
        "  <frame tileid='0' duration='1'/>\n"
        "  <frame tileid='1' duration='1'/>\n"
        "  <frame duration='-1'/>\n"
        " </animation></tile></tileset>",
        "6:3: tile '0': \"animation.tileid\" is missing\n"
        "6:3: tile '0': animation.duration must be a whole number from 0 to 2147483647, not "
        "\"-1\"\n"
        "5:3: animation '0': there is no tile 1\n");
    assert_atlas_wrong("<tileset/>",
                       "1:1: \"tilewidth\" is missing\n"
                       "1:1: \"tileheight\" is missing\n");
    assert_atlas_wrong("<tileset tilewidth='8' tileheight='8'/>",
                       "1:1: there is no tile in it: no frame to bake\n");
}

static void mistakes_in_a_collection_are_said(void **state)
{
    (void)state;
    assert_atlas_wrong(
        "<tileset tilewidth='8' tileheight='8'>\n"
        " <tile id='1'/>\n"
        " <tile id='2'><image source='a.png'/></tile>\n"
        " <tile id='3'><image format='png'><data/></image></tile>\n"
        " <tile id='4' x='6' y='0' width='4' height='8'>\n"
        "  <image source='a.png' width='8' height='8'/></tile>\n"
        " <tile id='5'><image source='a.png' width='8' height='8'/></tile>\n"
        " <tile id='5'><image source='a.png' width='8' height='8'/></tile>\n"
        "</tileset>",
        "2:2: tile '1': neither it nor the tileset has an image\n"
        "3:2: tile 2: the width and height of its image are missing; please save the tileset "
        "again with Tiled\n"
        "4:15: tile '3': \"source\" is missing\n"
        "5:2: frame '4': it lies outside its page: it is 4 x 8 there, at 6,0, and 'a.png' is 8 x "
        "8\n"
        "8:2: frame '5': its name is used twice, first on line 7\n");
}

/* ---- All ---- */

static void no_beginning_of_a_text_is_read_past_its_end(void **state)
{
    (void)state;
    assert_damage(starling);
    assert_damage(crunch);
    assert_damage(grid);
    assert_damage(collection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_come_with_their_attributes_and_places),
        cmocka_unit_test(what_is_no_XML_is_refused_with_its_place),
        cmocka_unit_test(a_bare_ampersand_in_an_attribute_is_itself),
        cmocka_unit_test(a_document_type_is_refused_before_its_entities),
        cmocka_unit_test(a_document_type_that_only_names_a_file_is_passed_over),
        cmocka_unit_test(elements_are_nested_only_so_deep),
        cmocka_unit_test(values_are_read_strictly),
        cmocka_unit_test(starling_files_are_read),
        cmocka_unit_test(starling_files_of_other_hands_are_read),
        cmocka_unit_test(turned_frames_are_clockwise),
        cmocka_unit_test(frames_of_sparrow_may_be_mirrored),
        cmocka_unit_test(every_mistake_of_starling_is_said),
        cmocka_unit_test(what_was_right_before_broken_XML_is_checked_too),
        cmocka_unit_test(other_formats_in_XML_are_refused_with_the_reason),
        cmocka_unit_test(crunch_files_are_read),
        cmocka_unit_test(mistakes_of_crunch_are_said),
        cmocka_unit_test(grids_of_tiled_are_read),
        cmocka_unit_test(grids_may_leave_out_what_is_known),
        cmocka_unit_test(collections_of_tiled_are_read),
        cmocka_unit_test(mistakes_in_a_grid_are_said),
        cmocka_unit_test(mistakes_in_a_collection_are_said),
        cmocka_unit_test(no_beginning_of_a_text_is_read_past_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
