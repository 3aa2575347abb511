/*
 * test_atlas_json_tiled.c - tilesets of Tiled in JSON
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"
#include "support/atlas_text.h"

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

static void damage_does_no_harm(void **state)
{
    (void)state;
    assert_damage_to_all_readers(grid);
    assert_damage_to_all_readers(collection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiled_grid),      cmocka_unit_test(test_tiled_collection),
        cmocka_unit_test(test_tiled_old_tiles), cmocka_unit_test(test_tiled_mistakes),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
