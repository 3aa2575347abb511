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
        "<map>\n"
        "<tileset tilewidth='8' tileheight='8'/>\n"
        "<tileset firstgid='1' tilewidth='8' tileheight='8' columns='1' "
        "tilecount='2'>\n<image source='a.png'/></tileset>\n"
        "<tileset firstgid='2' tilewidth='8' tileheight='8' columns='1' "
        "tilecount='2'>\n<image source='b.png'/></tileset></map>",
        "2:1: \"firstgid\" is missing\n"
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
    const struct atlas_format *const format = atlas_recognise(text, strlen(text));
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

/* ---- Isometric tilesets ---- */

#define GRID(width, height)                                                                        \
    "<grid orientation='isometric' width='" #width "' height='" #height "'/>"
#define ISOMETRIC(grid, objects)                                                                   \
    "<tileset tilewidth='60' tileheight='50' columns='1' tilecount='1'>" grid                      \
    "<image source='a.png' width='60' height='50'/>"                                               \
    "<tile id='0'><objectgroup>" objects "</objectgroup></tile></tileset>"

/* A shape at (x, y) in a grid of 48 x 24, turned by an angle. */
struct drawn {
    const char *kind;
    double x, y, width, height;
    int degrees;
    double cosine, sine;
};

/* True if the point of the tile is in the shape. Tiled turns shapes on the screen, round the place
 * of the shape. */
static bool is_in(const struct drawn *shape, double x, double y)
{
    const double left = 24 + (shape->x - shape->y), top = 26 + (shape->x + shape->y) / 2;
    const double dx = x - left, dy = y - top;
    const double across = dx * shape->cosine + dy * shape->sine;
    const double down = dy * shape->cosine - dx * shape->sine;
    const double u = down + across / 2, v = down - across / 2;
    const double from_middle_x = 2 * u / shape->width - 1,
                 from_middle_y = 2 * v / shape->height - 1;
    if (*shape->kind != '\0')
        return from_middle_x * from_middle_x + from_middle_y * from_middle_y <= 1;
    return u >= 0 && u <= shape->width && v >= 0 && v <= shape->height;
}

static bool is_at_the_edge(const struct drawn *shape, double x, double y)
{
    const double near = 1.0 / 64;
    const bool is = is_in(shape, x, y);
    return is != is_in(shape, x - near, y) || is != is_in(shape, x + near, y) ||
           is != is_in(shape, x, y - near) || is != is_in(shape, x, y + near);
}

static void shapes_in_an_isometric_grid_are_drawn_as_Tiled_shows_them(void **state)
{
    static const struct drawn shapes[] = {
        {"", 0, 0, 24, 24, 0, 1, 0},
        {"", -3.25, 4, 17, 9, 0, 1, 0},
        {"", 2, -20, 11, 30, 30, 0.86602540378443865, 0.5},
        {"<ellipse/>", 0, 0, 24, 24, 0, 1, 0},
        {"<ellipse/>", 1.5, -6, 20, 10, 0, 1, 0},
        {"<ellipse/>", 10, -4, 22, 12, 90, 0, 1},
        {"<ellipse/>", 3, -20, 14, 26, 30, 0.86602540378443865, 0.5},
    };
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const struct drawn *const shape = &shapes[i];
        struct atlas atlas;
        char text[600];
        size_t solid = 0;
        snprintf(text, sizeof text,
                 ISOMETRIC(GRID(48, 24),
                           "<object x='%g' y='%g' width='%g' height='%g' "
                           "rotation='%d'>%s</object>"),
                 shape->x, shape->y, shape->width, shape->height, shape->degrees, shape->kind);
        read_atlas(text, "Tiled tileset (.tsx)", &atlas);
        assert_int_equal(atlas.box_count, 1);
        for (uint32_t y = 0; y < 50; y++)
            for (uint32_t x = 0; x < 60; x++) {
                const bool is = bitmap_get(&atlas.boxes[0].shape, x, y);
                solid += is;
                if (!is_at_the_edge(shape, x + 0.5, y + 0.5))
                    assert_int_equal(is, is_in(shape, x + 0.5, y + 0.5));
            }
        assert_in_range(solid, 50, 1000);
        atlas_free(&atlas);
    }
    static const char diamond[] = "........\n........\n...##...\n.######.\n.######.\n...##...\n";
    assert_shape("<tileset tilewidth='8' tileheight='6' columns='1' tilecount='1'>" GRID(8, 4)
                 "<image source='a.png' width='8' height='6'/><tile id='0'><objectgroup>"
                 "<object x='0' y='0' width='4' height='4'/></objectgroup></tile></tileset>",
                 diamond);
    assert_shape(
        "{\"type\":\"tileset\",\"tilewidth\":8,\"tileheight\":6,\"columns\":1,"
        "\"tilecount\":1,\"image\":\"a.png\",\"imagewidth\":8,\"imageheight\":6,"
        "\"grid\":{\"orientation\":\"isometric\",\"width\":8,\"height\":4},"
        "\"tiles\":[{\"id\":0,\"objectgroup\":{\"objects\":[{\"x\":0,\"y\":0,"
        "\"width\":4,\"height\":4}]}}]}",
        diamond);
    /* As it is without one. */
    assert_shape(
        "<tileset tilewidth='4' tileheight='1' columns='1' tilecount='1'>"
        "<grid orientation='orthogonal' width='9' height='9'/>"
        "<image source='a.png' width='4' height='1'/><tile id='0'><objectgroup>"
        "<object x='1' y='0' width='2' height='1'/></objectgroup></tile></tileset>",
        ".##.\n");
}

static void what_is_wrong_in_an_isometric_grid_is_said(void **state)
{
    static const char *const grids[] = {"0x24", "48x0", "90x10", "10x90", "40000x40000"};
    (void)state;
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        char text[600], expected[300];
        const char *const height = strchr(grids[i], 'x') + 1;
        snprintf(text, sizeof text,
                 ISOMETRIC("<grid orientation='isometric' width='%d' height='%s'/>",
                           "\n<object x='0' y='0' width='4' height='4'/>"),
                 atoi(grids[i]), height);
        snprintf(expected, sizeof expected,
                 "2:1: shapes are drawn in an isometric grid of %s: it must have a size of at most "
                 "32768, and no side more than 8 times as long as the other\n",
                 grids[i]);
        assert_atlas_wrong(text, expected);
    }
    /* Tiled shows the tile as large as the grid, and the shapes on that. */
    static const char wrong[] =
        "2:1: tile 0: a shape is drawn on the tile as large as the isometric grid; please set "
        "\"Tile Render Size\" to \"Tile Size\" in Tiled, and look at its shapes\n";
    assert_atlas_wrong(
        "<tileset tilewidth='8' tileheight='6' columns='1' tilecount='1' "
        "tilerendersize='grid'>" GRID(8, 4) "<image source='a.png' width='8' height='6'/>"
        "<tile id='0'><objectgroup>\n<object x='0' y='0' width='4' height='4'/></objectgroup>"
        "</tile></tileset>",
        wrong);
    assert_atlas_wrong(
        "{\"type\":\"tileset\",\"tilewidth\":8,\"tileheight\":6,\"columns\":1,\"tilecount\":1,"
        "\"image\":\"a.png\",\"imagewidth\":8,\"imageheight\":6,\"tilerendersize\":\"grid\","
        "\"grid\":{\"orientation\":\"isometric\",\"width\":8,\"height\":4},"
        "\"tiles\":[{\"id\":0,\"objectgroup\":{\"objects\":[\n{\"x\":0,\"y\":0,"
        "\"width\":4,\"height\":4}]}}]}",
        wrong);
    assert_shape("<tileset tilewidth='4' tileheight='4' columns='1' tilecount='1' "
                 "tilerendersize='grid'>" GRID(4, 4) "<image source='a.png' width='4' height='4'/>"
                 "<tile id='0'><objectgroup><object x='0' y='0' width='4' height='4'/>"
                 "</objectgroup></tile></tileset>",
                 ".#..\n###.\n###.\n.#..\n");
    /* Without shapes it plays no part. */
    assert_shape(ISOMETRIC(GRID(0, 0), ""), "");
}

static void what_is_wrong_in_a_shape_is_said(void **state)
{
    (void)state;
    assert_atlas_wrong(TILE("4", "4",
                            "\n<object x='a' y='1'/>\n<object x='40000' y='1'/>\n"
                            "<object x='0' y='0'><polygon points='0,0 1'/></object>"),
                       "2:1: tile '0': x must be a number, not \"a\"\n"
                       "4:21: tile '0': the points of a polygon must be like \"0,0 8,0 8,8\"\n"
                       "3:1: a shape is too far away from its tile\n");
    assert_atlas_wrong(
        TILE("30000", "30000", "\n<object x='0' y='0' width='4' height='4'/>"),
        "2:1: all shapes up to this one have more than 1073741824 pixels to look at, the "
        "most that is allowed\n");
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
        cmocka_unit_test(shapes_in_an_isometric_grid_are_drawn_as_Tiled_shows_them),
        cmocka_unit_test(what_is_wrong_in_an_isometric_grid_is_said),
        cmocka_unit_test(what_is_wrong_in_a_shape_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
