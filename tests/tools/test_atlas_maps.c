/*
 * test_atlas_maps.c - maps of Tiled, with tilesets in them and beside them
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char tmx[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<map version='1.10' orientation='orthogonal' width='2' height='1' tilewidth='8' tileheight='8'>\n"
    " <tileset firstgid='1' source='sub/tiles.tsx'/>\n"
    " <tileset firstgid='65' name='own' tilewidth='8' tileheight='8' tilecount='2' columns='2'>\n"
    "  <image source='own.png' width='16' height='8'/>\n"
    "  <tile id='1'><animation><frame tileid='1' duration='100'/><frame tileid='0' duration='50'/>"
    "</animation></tile>\n"
    " </tileset>\n"
    " <tileset firstgid='100' name='things' tilewidth='8' tileheight='8' columns='0'>\n"
    "  <tile id='3'><image source='tree.png' width='5' height='7'/></tile>\n"
    " </tileset>\n"
    " <layer id='1' name='a' width='2' height='1'><data encoding='csv'>65,66</data></layer>\n"
    " <imagelayer id='2'><image source='sky.png' width='1' height='1'/></imagelayer>\n"
    "</map>\n";

static const char tmj[] =
    "{ \"type\":\"map\", \"version\":\"1.10\", \"tilewidth\":8, \"tileheight\":8,\n"
    " \"layers\":[{\"data\":[65, 66], \"type\":\"tilelayer\"}],\n"
    " \"tilesets\":[ {\"firstgid\":1, \"source\":\"sub/tiles.tsx\"},\n"
    "  {\"firstgid\":65, \"name\":\"own\", \"tilewidth\":8, \"tileheight\":8, \"tilecount\":2, "
    "\"columns\":2, \"image\":\"own.png\", \"imagewidth\":16, \"imageheight\":8, \"tiles\":[ "
    "{\"id\":1, \"animation\":[ {\"tileid\":1, \"duration\":100}, {\"tileid\":0, \"duration\":50} "
    "] } ] },\n"
    "  {\"firstgid\":100, \"name\":\"things\", \"tilewidth\":8, \"tileheight\":8, \"columns\":0, "
    "\"tiles\":[ {\"id\":3, \"image\":\"tree.png\", \"imagewidth\":5, \"imageheight\":7} ] } ] }\n";

static void the_ids_of_tiles_are_those_of_the_map(void **state)
{
    static const char *const texts[][2] = {{tmx, "Tiled map (.tmx)"}, {tmj, "Tiled map (.tmj)"}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct atlas atlas;
        read_atlas(texts[i][0], texts[i][1], &atlas);
        assert_int_equal(atlas.page_count, 2);
        assert_string_equal(atlas.pages[1].image, "tree.png");
        assert_int_equal(atlas.related_count, 1);
        assert_string_equal(atlas.related[0], "sub/tiles.tsx");
        assert_true(atlas.numbered);
        assert_int_equal(atlas.frame_count, 3);
        assert_frame(&atlas, "65", "0 0,0 8x8 upright 8x8 at 0,0");
        assert_frame(&atlas, "66", "0 8,0 8x8 upright 8x8 at 0,0");
        assert_frame(&atlas, "103", "1 0,0 5x7 upright 5x7 at 0,0");
        assert_int_equal(atlas.animation_count, 1);
        assert_animation(&atlas, "66", "66*100 65*50");
        atlas_free(&atlas);
        assert_damage(texts[i][0]);
    }
}

static void tilesets_may_all_be_files(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas("<map version='1.10'><tileset firstgid='1' source='a.tsx'/></map>",
               "Tiled map (.tmx)", &atlas);
    assert_int_equal(atlas.frame_count, 0);
    assert_int_equal(atlas.related_count, 1);
    atlas_free(&atlas);
    read_atlas("{\"layers\":[],\"tilesets\":[{\"firstgid\":1,\"source\":\"a.tsj\"}]}",
               "Tiled map (.tmj)", &atlas);
    assert_int_equal(atlas.related_count, 1);
    atlas_free(&atlas);
}

static void what_is_wrong_is_said_with_its_place(void **state)
{
    (void)state;
    assert_atlas_wrong("<map version='1.10'/>", "1:1: there is no tile in it: no frame to bake\n");
    assert_atlas_wrong(
        "<map version='2.0'>\n"
        "<tileset tilewidth='8' tileheight='8'/>\n"
        "<tileset firstgid='1' tilewidth='8' tileheight='8' columns='1' "
        "tilecount='2'>\n<image source='a.png'/></tileset>\n"
        "<tileset firstgid='2' tilewidth='8' tileheight='8' columns='1' "
        "tilecount='2'>\n<image source='b.png'/></tileset></map>",
        "1:1: <map> has version 2.0, which is unknown; versions 1.x can be read\n"
        "2:1: <tileset> has no firstgid\n"
        "6:1: frame '2': its name is used twice, first on line 4\n");
    assert_atlas_wrong("{\"type\":\"map\",\"tilesets\":[1,\n{\"tilewidth\":8}]}",
                       "1:27: tilesets must hold objects\n"
                       "2:1: \"firstgid\" is missing\n");
}

/* ---- Shapes on tiles ---------------------------------------------------------------------- */

#define TILE(width, height, objects)                                                               \
    "<tileset tilewidth='" width "' tileheight='" height                                           \
    "' columns='1' tilecount='1'>"                                                                 \
    "<image source='a.png' width='" width "' height='" height                                      \
    "'/>"                                                                                          \
    "<tile id='0'><objectgroup draworder='index'>" objects "</objectgroup></tile></tileset>"

/* Draws the one box of a text; nothing when there is none. */
static void assert_shape(const char *text, const char *expected)
{
    const struct atlas_format *const format = atlas_guess(text, strlen(text));
    struct atlas atlas;
    char drawn[400] = "";
    read_atlas(text, format->name, &atlas);
    assert_true(atlas.box_count <= 1);
    for (size_t i = 0; i < atlas.box_count; i++) {
        const struct bitmap *const shape = &atlas.boxes[i].shape;
        assert_string_equal(atlas.boxes[i].layer, "collision");
        assert_int_equal(atlas.boxes[i].width, shape->width);
        for (uint32_t y = 0; y < shape->height; y++) {
            for (uint32_t x = 0; x < shape->width; x++)
                strcat(drawn, bitmap_get(shape, x, y) ? "#" : ".");
            strcat(drawn, "\n");
        }
    }
    assert_string_equal(drawn, expected);
    atlas_free(&atlas);
}

static void shapes_become_pixels_whose_centres_lie_in_them(void **state)
{
    (void)state;
    assert_shape(TILE("6", "3", "<object id='1' x='1' y='0.6' width='2.5' height='2'/>"),
                 "......\n.##...\n.##...\n");
    assert_shape(TILE("6", "3", "<object id='1' x='1' y='0.5' width='2.6' height='2'/>"),
                 ".###..\n.###..\n......\n");
    assert_shape(
        TILE("8", "8", "<object id='1' x='0' y='0' width='8' height='8'><ellipse/></object>"),
        "..####..\n.######.\n########\n########\n########\n########\n.######.\n..####..\n");
    assert_shape(
        TILE("5", "4", "<object id='1' x='0' y='4'><polygon points='0,0 5,0 5,-4'/></object>"),
        "....#\n...##\n..###\n.####\n");
    assert_shape(TILE("4", "4", "<object id='1' x='3' y='1' width='2' height='3' rotation='90'/>"),
                 "....\n###.\n###.\n....\n");
}

/* The number of pixels of 500 x 300 whose centres lie in an ellipse, or in a capsule, of that size.
 */
static size_t count_round(bool is_capsule)
{
    const int64_t a = 500, b = 300; /* in half pixels */
    size_t count = 0;
    for (int64_t v = 1 - b; v < b; v += 2)
        for (int64_t u = 1 - a; u < a; u += 2) {
            const int64_t over = llabs(u) > a - b ? llabs(u) - (a - b) : 0;
            count += is_capsule ? over * over + v * v <= b * b
                                : u * u * b * b + v * v * a * a <= a * a * b * b;
        }
    return count;
}

static void round_shapes_have_all_pixels_whose_centres_lie_in_them(void **state)
{
    static const char *const kinds[] = {"ellipse", "capsule"};
    /* Upright, and as wide as high before it is turned. */
    static const char *const places[] = {"width='500' height='300'",
                                         "y='300' width='300' height='500' rotation='-90'"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct atlas atlas;
        char text[600];
        snprintf(text, sizeof text, TILE("500", "300", "<object id='1' %s><%s/></object>"),
                 places[i / 2], kinds[i % 2]);
        read_atlas(text, "Tiled tileset (.tsx)", &atlas);
        assert_int_equal(atlas.box_count, 1);
        assert_int_equal(bitmap_count(&atlas.boxes[0].shape), count_round(i % 2 == 1));
        atlas_free(&atlas);
    }
    assert_shape(
        TILE("8", "4", "<object id='1' x='0' y='0' width='8' height='4'><capsule/></object>"),
        ".######.\n########\n########\n.######.\n");
    assert_shape(
        TILE("4", "8", "<object id='1' x='0' y='0' width='4' height='8'><capsule/></object>"),
        ".##.\n####\n####\n####\n####\n####\n####\n.##.\n");
    assert_shape(TILE("4", "3", "<object id='1' x='0' y='0' width='4'><ellipse/></object>"), "");
}

static void shapes_of_a_tile_are_one_layer_as_far_as_they_lie_on_it(void **state)
{
    (void)state;
    assert_shape(TILE("4", "3",
                      "<object id='1' x='-2' y='-2' width='3' height='3'/>"
                      "<object id='2' x='0' y='0' width='2' height='1'/>"
                      "<object id='3' x='3' y='2' width='30000' height='9'/>"
                      "<object id='4' x='1' y='1'><point/></object>"
                      "<object id='5' x='0' y='0'><polyline points='0,0 4,3'/></object>"),
                 "##..\n....\n...#\n");
    assert_shape(TILE("4", "3", "<object id='4' x='1' y='1'><point/></object>"), "");
}

static void shapes_are_the_same_in_JSON(void **state)
{
    (void)state;
    assert_shape(
        "{\"type\":\"tileset\",\"tilewidth\":5,\"tileheight\":4,\"columns\":1,"
        "\"tilecount\":1,\"image\":\"a.png\",\"imagewidth\":5,\"imageheight\":4,"
        "\"tiles\":[{\"id\":0,\"objectgroup\":{\"objects\":[{\"id\":1,\"x\":0,\"y\":4,"
        "\"polygon\":[{\"x\":0,\"y\":0},{\"x\":5,\"y\":0},{\"x\":5,\"y\":-4}]},"
        "{\"x\":0,\"y\":0,\"width\":2,\"height\":2,\"ellipse\":true},"
        "{\"x\":0,\"y\":0,\"point\":true,\"width\":9,\"height\":9},"
        "{\"x\":0,\"y\":3,\"width\":5,\"height\":1,\"capsule\":true}]}}]}",
        "##..#\n##.##\n..###\n#####\n");
}

static void what_is_wrong_in_a_shape_is_said(void **state)
{
    (void)state;
    assert_atlas_wrong(TILE("4", "4",
                            "\n<object x='a' y='1'/>\n<object x='40000' y='1'/>\n"
                            "<object x='0' y='0'><polygon points='0,0 1'/></object>"),
                       "2:1: tile 0: <object> has a x that is no number\n"
                       "4:1: the points of a polygon must be like \"0,0 8,0 8,8\"\n"
                       "3:1: a shape is too far away from its tile\n");
    assert_atlas_wrong(TILE("30000", "30000", "\n<object x='0' y='0' width='4' height='4'/>"),
                       "2:1: the shapes up to this one are too many, or their tiles too large\n");
    assert_damage(TILE("5", "4",
                       "<object id='1' x='0' y='4' rotation='-30.5'>"
                       "<polygon points='0,0 5,0 5,-4'/></object>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ids_of_tiles_are_those_of_the_map),
        cmocka_unit_test(tilesets_may_all_be_files),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
        cmocka_unit_test(shapes_become_pixels_whose_centres_lie_in_them),
        cmocka_unit_test(round_shapes_have_all_pixels_whose_centres_lie_in_them),
        cmocka_unit_test(shapes_of_a_tile_are_one_layer_as_far_as_they_lie_on_it),
        cmocka_unit_test(shapes_are_the_same_in_JSON),
        cmocka_unit_test(what_is_wrong_in_a_shape_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
