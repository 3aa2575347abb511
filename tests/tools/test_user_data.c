/*
 * test_user_data.c - what artists write about frames, slices, tiles and shapes becomes their data
 *
 * A file of Aseprite and its sheet say the same, and so do tilesets of Tiled in XML and in JSON.
 */

#include "support/cmocka_all.h"

#include "atlas/tag.h"
#include "base/text.h"
#include "picture/image.h"
#include "support/ase_file.h"
#include "support/atlas_support.h"
#include "support/atlas_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts -------------------------------------------------------------------------------- */

static void assert_user_data(enum user_data_of of, const char *text, const uint8_t *color,
                             const char *expected)
{
    struct text out = {0};
    user_data_add(&out, of, text, strlen(text), color);
    assert_string_equal(out.length > 0 ? out.bytes : "", expected);
    text_free(&out);
}

static void colors_of_a_new_slice_or_tag_are_left_out(void **state)
{
    (void)state;
    static const uint8_t orange[] = {255, 128, 0, 16}, blue[] = {0, 0, 255, 255};
    static const uint8_t black[] = {0, 0, 0, 255}, none[] = {9, 9, 9, 0};
    for (enum user_data_of of = USER_DATA_CEL; of <= USER_DATA_TAG; of++) {
        assert_user_data(of, "", NULL, "");
        assert_user_data(of, "damage=10", NULL, "damage=10");
        assert_user_data(of, "damage=10", orange, "damage=10\ncolor=#ff800010");
        assert_user_data(of, "", orange, "color=#ff800010");
        assert_user_data(of, "a", blue, "a");
        assert_user_data(of, "a", none, "a");
        assert_user_data(of, "a", black, of == USER_DATA_TAG ? "a" : "a\ncolor=#000000ff");
    }
}

static void lines_end_with_newlines(void **state)
{
    (void)state;
    assert_user_data(USER_DATA_CEL, "a\r\nb\rc\nd\n\re", NULL, "a\nb\nc\nd\n\ne");
    assert_user_data(USER_DATA_CEL, "a\r", NULL, "a\n");
}

/* ---- Aseprite ----------------------------------------------------------------------------- */

static const uint8_t dot[4] = {1, 2, 3, 255}, orange[4] = {255, 128, 0, 255};

static void draw_dot(struct ase_file *file, unsigned layer)
{
    ase_raw(file, (struct ase_place){.layer = layer, .opacity = 255}, 1, 1, dot, 4);
}

/* Five frames. Layer 0 "body" and 1 "hat" are shown, 2 "notes" is hidden. Tags: "walk" of 0 to 2,
 * "late" of 2 to 3. */
static void write_document(struct ase_file *file)
{
    static const struct ase_tag tags[] = {{0, 2, 0, 0, "walk"}, {2, 3, 0, 0, "late"}};
    static const int32_t hit[][7] = {{0, 0, 0, 1, 1, 0, 0}, {3, 0, 0, 2, 1, 0, 0}};
    static const int32_t plain[][7] = {{0, 0, 0, 1, 1, 0, 0}};
    ase_begin(file, 2, 1, 32, 1, 0);
    ase_frame(file, 100);
    ase_user_data(file, "of the file");
    ase_layer(file, 1, 0, 0, 0, 255, "body", 0);
    ase_user_data(file, "of a layer");
    ase_layer(file, 1, 0, 0, 0, 255, "hat", 0);
    ase_layer(file, 0, 0, 0, 0, 255, "notes", 0);
    ase_tags(file, tags, 2);
    ase_colored_data(file, "walks", (const uint8_t[]){0, 0, 0, 255});
    ase_colored_data(file, "is late", orange);
    ase_user_data(file, "of nothing");
    ase_slice(file, "hit", false, false, hit, 2);
    ase_user_data(file, "damage=10");
    ase_slice(file, "plain", false, false, plain, 1);
    ase_colored_data(file, NULL, (const uint8_t[]){0, 0, 255, 255});
    draw_dot(file, 0);
    ase_user_data(file, "step");
    draw_dot(file, 2);
    ase_user_data(file, "not shown");
    ase_frame(file, 100);
    draw_dot(file, 0);
    ase_frame(file, 100);
    draw_dot(file, 0);
    ase_frame(file, 100);
    draw_dot(file, 1);
    ase_colored_data(file, "wave", orange);
    ase_link(file, (struct ase_place){.layer = 0, .opacity = 255}, 0);
    ase_frame(file, 100);
    draw_dot(file, 0);
    ase_end(file);
}

/* The data of frames, and of the boxes in them, one a line. */
static char *describe_data(const struct atlas *atlas)
{
    struct text out = {0};
    text_add_string(&out, "");
    for (size_t i = 0; i < atlas->frame_count; i++) {
        const char *const data = atlas->frames[i].data;
        if (data != NULL)
            text_print(&out, "%s: %s\n", atlas->frames[i].name, data);
    }
    for (size_t i = 0; i < atlas->box_count; i++) {
        const struct atlas_box *const box = &atlas->boxes[i];
        if (box->data != NULL)
            text_print(&out, "%s:%s: %s\n", atlas->frames[box->frame].name, box->layer, box->data);
    }
    return out.bytes;
}

static void assert_data(const struct atlas *atlas, const char *expected)
{
    char *const described = describe_data(atlas);
    assert_string_equal(described, expected);
    free(described);
}

static const char of_document[] =
    "0: step\n"
    "1: walks\n"
    "2: walks\nis late\ncolor=#ff8000ff\n"
    "3: step\nwave\ncolor=#ff8000ff\n"
    "0:hit: damage=10\n"
    "1:hit: damage=10\n"
    "2:hit: damage=10\n"
    "3:hit: damage=10\n"
    "4:hit: damage=10\n";

static bool take_nothing(void *user, const struct image *image, uint32_t frame,
                         const uint8_t *pixels, struct error *err)
{
    (void)user, (void)image, (void)frame, (void)pixels, (void)err;
    return true;
}

static bool read_file(const struct ase_file *file, const char *layer, image_take *take, void *user,
                      struct image *out, struct error *err)
{
    struct budget budget = {.most = 1000};
    const struct image_rules rules = {
        .budget = &budget, .layer = layer, .take = take, .user = user};
    const struct image_kind *const kind = image_kind_of(file->made.bytes, file->made.size);
    assert_non_null(kind);
    return image_read_bytes(kind, file->made.bytes, file->made.size, &rules, out, err);
}

static void slices_go_before_cels_and_cels_before_tags(void **state)
{
    (void)state;
    struct ase_file file;
    struct image image;
    struct atlas atlas;
    struct error err;
    struct diagnostics found = {0};
    const struct atlas_log log = {"a.aseprite", &found};
    write_document(&file);
    assert_true(read_file(&file, NULL, take_nothing, NULL, &image, &err));
    assert_true(image_atlas(&image, &atlas, &log));
    assert_data(&atlas, of_document);
    atlas_free(&atlas);
    image_free(&image);
    ase_free(&file);
    diagnostics_free(&found);
}

/* Notes the data of each frame as it is given; "-" for none. */
static bool take_data(void *user, const struct image *image, uint32_t frame, const uint8_t *pixels,
                      struct error *err)
{
    const char *const data = image->data != NULL ? image->data[frame] : NULL;
    (void)pixels, (void)err;
    text_print(user, "%s%s|", image->apart ? "apart " : "", data != NULL ? data : "-");
    return true;
}

static void a_layer_that_stands_apart_has_the_data_of_its_cels(void **state)
{
    (void)state;
    struct text given = {0};
    struct ase_file file;
    struct image image;
    struct error err;
    write_document(&file);
    assert_true(read_file(&file, "notes", take_data, &given, &image, &err));
    assert_string_equal(given.bytes,
                        "step|walks|walks\nis late\ncolor=#ff8000ff|"
                        "step\nwave\ncolor=#ff8000ff|-|"
                        "apart not shown|apart walks|"
                        "apart walks\nis late\ncolor=#ff8000ff|"
                        "apart is late\ncolor=#ff8000ff|apart -|");
    image_free(&image);
    ase_free(&file);
    text_free(&given);
}

static void assert_refused(struct ase_file *file, const char *expected)
{
    struct image image;
    struct error err;
    ase_end(file);
    assert_false(read_file(file, NULL, take_nothing, NULL, &image, &err));
    assert_string_equal(err.text, expected);
    ase_free(file);
}

/* A file of one frame and one cel. */
static void begin_file(struct ase_file *file)
{
    ase_begin(file, 1, 1, 32, 1, 0);
    ase_frame(file, 100);
    ase_layer(file, 1, 0, 0, 0, 255, "body", 0);
    draw_dot(file, 0);
}

static void damaged_data_is_told(void **state)
{
    (void)state;
    struct ase_file file;
    begin_file(&file);
    ase_user_data(&file, "abcd");
    file.made.bytes[file.made.size - 2] = 0;
    assert_refused(&file,
                   "damaged: user data has a NUL in its text (frame 0, the chunk at byte 202)");
    begin_file(&file);
    ase_user_data(&file, "abcd");
    file.made.bytes[file.made.size - 6]++;
    assert_refused(&file, "damaged: it ends too early (frame 0, the chunk at byte 202)");
}

/* Two cels in each of very many frames, all linked to the first two, whose long texts would be put
 * together in each. */
static void few_bytes_do_not_make_very_many(void **state)
{
    (void)state;
    enum { LONG = 65535, FRAMES = 2100 };
    char *const words = malloc(LONG + 1);
    struct ase_file file;
    assert_non_null(words);
    memset(words, 'a', LONG);
    words[LONG] = 0;
    ase_begin(&file, 1, 1, 32, 1, 0);
    ase_frame(&file, 100);
    for (unsigned layer = 0; layer < 2; layer++)
        ase_layer(&file, 1, 0, 0, 0, 255, "body", 0);
    for (unsigned layer = 0; layer < 2; layer++) {
        draw_dot(&file, layer);
        ase_user_data(&file, words);
    }
    for (unsigned i = 0; i < FRAMES; i++) {
        ase_frame(&file, 100);
        for (unsigned layer = 0; layer < 2; layer++)
            ase_link(&file, (struct ase_place){.layer = layer, .opacity = 255}, 0);
    }
    struct image image;
    struct error err;
    struct budget budget = {.most = 1 << 20};
    const struct image_rules rules = {.budget = &budget, .take = take_nothing};
    ase_end(&file);
    assert_false(image_read_bytes(image_kind_of(file.made.bytes, file.made.size), file.made.bytes,
                                  file.made.size, &rules, &image, &err));
    assert_string_equal(err.text,
                        "the user data of several cels or tags of one frame takes more "
                        "than 268435456 bytes in all frames together, the most that is "
                        "allowed");
    ase_free(&file);
    free(words);
}

/* ---- Sheets of Aseprite ------------------------------------------------------------------- */

/* Five frames of a pixel with these names, and the data of the document in `meta`. */
static char *write_sheet(const char *const *names, const char *meta)
{
    struct text text = {0};
    text_add_string(&text, "{\"frames\":[");
    for (int i = 0; i < 5; i++)
        text_print(&text,
                   "%s{\"filename\":\"%s\",\"frame\":{\"x\":%d,\"y\":0,\"w\":2,\"h\":1},"
                   "\"rotated\":false,\"trimmed\":false,\"spriteSourceSize\":{\"x\":0,\"y\":0,"
                   "\"w\":2,\"h\":1},\"sourceSize\":{\"w\":2,\"h\":1},\"duration\":100}",
                   i > 0 ? "," : "", names[i], 2 * i);
    text_print(&text,
               "],\"meta\":{\"app\":\"https://www.aseprite.org/\",\"image\":\"a.png\",\n%s}}",
               meta);
    return text.bytes;
}

static const char *const in_order[] = {"0", "1", "2", "3", "4"};

#define LAYERS                                                                                     \
    "\"layers\":[{\"name\":\"body\",\"cels\":[{\"frame\":0,\"data\":\"step\"},"                    \
    "{\"frame\":3,\"data\":\"step\"},{\"frame\":4,\"opacity\":9}]},"                               \
    "{\"name\":\"hat\",\"data\":\"of a layer\",\"cels\":[{\"frame\":3,\"color\":\"#ff8000ff\","    \
    "\"data\":\"wave\"}]}]"

static void a_sheet_has_the_data_of_its_document(void **state)
{
    (void)state;
    char *const text = write_sheet(
        in_order,
        "\"frameTags\":[{\"name\":\"walk\",\"from\":0,\"to\":2,\"direction\":\"forward\","
        "\"color\":\"#000000ff\",\"data\":\"walks\"},{\"name\":\"late\",\"from\":2,\"to\":3,"
        "\"direction\":\"forward\",\"color\":\"#ff8000ff\",\"data\":\"is late\"}]," LAYERS
        ",\"slices\":[{\"name\":\"hit\",\"color\":\"#0000ffff\",\"data\":\"damage=10\","
        "\"keys\":[{\"frame\":0,\"bounds\":{\"x\":0,\"y\":0,\"w\":1,\"h\":1}},{\"frame\":3,"
        "\"bounds\":{\"x\":0,\"y\":0,\"w\":2,\"h\":1}}]},{\"name\":\"plain\","
        "\"color\":\"#0000ffff\",\"keys\":[{\"frame\":0,\"bounds\":{\"x\":0,\"y\":0,\"w\":1,"
        "\"h\":1}}]}]");
    struct atlas atlas;
    read_atlas(text, "Aseprite JSON", &atlas);
    assert_data(&atlas, of_document);
    atlas_free(&atlas);
    free(text);
}

static void data_of_cels_of_other_frames_is_left_out(void **state)
{
    (void)state;
    static const char *const others[] = {"a", "b", "c", "d", "e"};
    char *text = write_sheet(in_order, LAYERS);
    struct atlas atlas;
    read_atlas(text, "Aseprite JSON", &atlas);
    assert_data(&atlas, "0: step\n3: step\nwave\ncolor=#ff8000ff\n");
    atlas_free(&atlas);
    free(text);
    text = write_sheet(others, LAYERS);
    read_atlas_warned(text, "Aseprite JSON",
                      "2:10: the user data of cels is left out: they count the frames of one "
                      "document, and 'b' does not look like its frame 1; bake the .aseprite file "
                      "itself, or export each document and layer by itself, without 'Split Tags' "
                      "and 'Ignore Empty' [data-left-out]\n",
                      &atlas);
    assert_data(&atlas, "");
    atlas_free(&atlas);
    free(text);
}

static void wrong_data_of_a_sheet_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *tag, *expected;
    } cases[] = {
        {"\"data\":1", "2:49: tag 'a': data must be a string\n"},
        {"\"color\":\"red\"", "2:50: tag 'a': color must be like \"#ff8000ff\"\n"},
        {"\"color\":1", "2:50: tag 'a': color must be a string\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text meta = {0};
        text_print(&meta, "\"frameTags\":[{\"name\":\"a\",\"from\":0,\"to\":0,%s}]", cases[i].tag);
        char *const text = write_sheet(in_order, meta.bytes);
        assert_atlas_wrong(text, cases[i].expected);
        free(text);
        text_free(&meta);
    }
}

/* ---- Tiled -------------------------------------------------------------------------------- */

/* Two tiles; the second is a door with properties of all types, and shapes. */
static const char xml[] =
    "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"2\" columns=\"2\">\n"
    " <properties><property name=\"no\" value=\"no\"/></properties>\n"
    " <image source=\"t.png\" width=\"32\" height=\"16\"/>\n"
    " <tile id=\"1\" type=\"door\">\n"
    "  <properties>\n"
    "   <property name=\"damage\" type=\"int\" value=\"10\"/>\n"
    "   <property name=\"empty\" value=\"\"/>\n"
    "   <property name=\"note\">a\nb</property>\n"
    "   <property name=\"stats\" type=\"class\" propertytype=\"S\">\n"
    "    <properties>\n"
    "     <property name=\"hp\" type=\"float\" value=\"0.5\"/>\n"
    "     <property name=\"in\" type=\"class\"><properties><property name=\"x\" value=\"1\"/>"
    "</properties></property>\n"
    "     <property name=\"on\" type=\"bool\" value=\"true\"/>\n"
    "    </properties>\n"
    "   </property>\n"
    "   <property name=\"drops\" type=\"list\"><item type=\"int\" value=\"7\"/>"
    "<item value=\"coin\"/></property>\n"
    "   <property name=\"end\" value=\"&#13;&#10;x\"/>\n"
    "  </properties>\n"
    "  <objectgroup>\n"
    "   <properties><property name=\"no\" value=\"no\"/></properties>\n"
    "   <object x=\"1\" y=\"1\" width=\"4\" height=\"4\" type=\"hit\"><properties>"
    "<property name=\"damage\" value=\"20\"/></properties></object>\n"
    "   <object x=\"8\" y=\"8\" width=\"4\" height=\"4\"/>\n"
    "   <object x=\"9\" y=\"9\" width=\"4\" height=\"4\" class=\"round\"><ellipse/></object>\n"
    "   <object x=\"9\" y=\"9\" type=\"place\"><point/></object>\n"
    "  </objectgroup>\n"
    " </tile>\n"
    "</tileset>\n";

static const char json[] =
    "{\"type\":\"tileset\",\"tilewidth\":16,\"tileheight\":16,\"columns\":2,\"tilecount\":2,"
    "\"image\":\"t.png\",\"imagewidth\":32,\"imageheight\":16,"
    "\"properties\":[{\"name\":\"no\",\"value\":\"no\"}],\"tiles\":[\n"
    " {\"id\":1,\"type\":\"door\",\"properties\":[\n"
    "  {\"name\":\"damage\",\"type\":\"int\",\"value\":10},{\"name\":\"empty\",\"value\":\"\"},\n"
    "  {\"name\":\"note\",\"value\":\"a\\nb\"},\n"
    "  {\"name\":\"stats\",\"type\":\"class\",\"value\":{\"hp\":0.5,\"in\":{\"x\":\"1\"},"
    "\"on\":true}},\n"
    "  {\"name\":\"drops\",\"type\":\"list\",\"value\":[{\"type\":\"int\",\"value\":7},\"coin\"]},\n"
    "  {\"name\":\"end\",\"value\":\"\\r\\nx\"}],\n"
    " \"objectgroup\":{\"objects\":[\n"
    "  {\"x\":1,\"y\":1,\"width\":4,\"height\":4,\"type\":\"hit\","
    "\"properties\":[{\"name\":\"damage\",\"value\":\"20\"}]},\n"
    "  {\"x\":8,\"y\":8,\"width\":4,\"height\":4,\"type\":\"\"},\n"
    "  {\"x\":9,\"y\":9,\"width\":4,\"height\":4,\"class\":\"round\",\"ellipse\":true},\n"
    "  {\"x\":9,\"y\":9,\"type\":\"place\",\"point\":true}]}}]}\n";

static const char of_tiles[] =
    "1: class=door\ndamage=10\nempty=\nnote=a\nb\nstats.hp=0.5\nstats.in.x=1\nstats.on=true\n"
    "drops.0=7\ndrops.1=coin\nend=\nx\n"
    "1:collision: class=hit\ndamage=20\nclass=round\n";

static void tiles_and_shapes_have_class_and_properties(void **state)
{
    (void)state;
    struct atlas atlas;
    read_atlas(xml, "Tiled tileset (.tsx)", &atlas);
    assert_data(&atlas, of_tiles);
    atlas_free(&atlas);
    read_atlas(json, "Tiled tileset (.tsj)", &atlas);
    assert_data(&atlas, of_tiles);
    atlas_free(&atlas);
}

static void properties_were_once_an_object(void **state)
{
    (void)state;
    struct atlas atlas;
    read_atlas(
        "{\"type\":\"tileset\",\"tilewidth\":16,\"tileheight\":16,\"columns\":2,"
        "\"tilecount\":2,\"image\":\"t.png\",\"imagewidth\":32,\"imageheight\":16,"
        "\"tiles\":{\"1\":{\"properties\":{\"damage\":10,\"note\":\"a\"}}}}",
        "Tiled tileset (.tsj)", &atlas);
    assert_data(&atlas, "1: damage=10\nnote=a\n");
    atlas_free(&atlas);
}

/* One long name before very many members stands in all their lines. */
static void long_names_of_many_members_are_refused(void **state)
{
    (void)state;
    enum { LONG = 100000, MEMBERS = 2000 };
    static const char refused[] =
        "all texts up to this one have more than 134217728 bytes of data, "
        "the most that is allowed";
    struct text as_xml = {0}, as_json = {0}, name = {0};
    char expected[200];
    for (int i = 0; i < LONG; i++)
        text_add_string(&name, "n");
    text_add_string(&as_xml,
                    "<tileset tilewidth=\"1\" tileheight=\"1\"><image source=\"a.png\" "
                    "width=\"1\" height=\"1\"/>\n<tile id=\"0\"><properties>"
                    "<property name=\"");
    text_add_string(&as_xml, name.bytes);
    text_add_string(&as_xml, "\" type=\"class\"><properties>");
    text_add_string(&as_json,
                    "{\"type\":\"tileset\",\"tilewidth\":1,\"tileheight\":1,"
                    "\"image\":\"a.png\",\"imagewidth\":1,\"imageheight\":1,"
                    "\"tiles\":[\n{\"id\":0,\"properties\":[{\"name\":\"");
    text_add_string(&as_json, name.bytes);
    text_add_string(&as_json, "\",\"value\":{");
    for (int i = 0; i < MEMBERS; i++) {
        text_print(&as_xml, "<property name=\"%d\" value=\"\"/>", i);
        text_print(&as_json, "%s\"%d\":\"\"", i > 0 ? "," : "", i);
    }
    text_add_string(&as_xml, "</properties></property></properties></tile></tileset>");
    text_add_string(&as_json, "}}]}]}");
    snprintf(expected, sizeof expected, "2:1: %s\n", refused);
    assert_atlas_wrong(as_xml.bytes, expected);
    snprintf(expected, sizeof expected, "2:1: %s\n", refused);
    assert_atlas_wrong(as_json.bytes, expected);
    text_free(&as_xml);
    text_free(&as_json);
    text_free(&name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_of_a_new_slice_or_tag_are_left_out),
        cmocka_unit_test(lines_end_with_newlines),
        cmocka_unit_test(slices_go_before_cels_and_cels_before_tags),
        cmocka_unit_test(a_layer_that_stands_apart_has_the_data_of_its_cels),
        cmocka_unit_test(damaged_data_is_told),
        cmocka_unit_test(few_bytes_do_not_make_very_many),
        cmocka_unit_test(a_sheet_has_the_data_of_its_document),
        cmocka_unit_test(data_of_cels_of_other_frames_is_left_out),
        cmocka_unit_test(wrong_data_of_a_sheet_is_told),
        cmocka_unit_test(tiles_and_shapes_have_class_and_properties),
        cmocka_unit_test(properties_were_once_an_object),
        cmocka_unit_test(long_names_of_many_members_are_refused),
    };
    return cmocka_run_group_tests_name("user data", tests, NULL, NULL);
}
