/*
 * test_atlas_tp.c - generic XML of TexturePacker and free-tex-packer, and Sparrow 1
 */

#include "support/cmocka_all.h"

#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <string.h>

/* ---- Generic XML, and Sparrow 1 ----------------------------------------------------------- */

/* B is 3 x 2, turned clockwise. */
static const char page[] =
    "AAAA....\n"
    "AAAA41..\n"
    "....52..\n"
    "....63..\n";

static const char xml[] =
    "<!--Format: n => name of the sprite -->\n"
    "<TextureAtlas imagePath='game.png' width='8' height='4'>\n"
    "  <sprite n='a' x='0' y='0' w='4' h='2' pX='0.25' pY='1' oX='2' oY='3' oW='10' oH='9'/>\n"
    "  <sprite n='b' x='4' y='1' w='2' h='3' r='y'/>\n"
    "</TextureAtlas>\n";

/* A scaled export of free-tex-packer. */
static void fractions_of_generic_xml_are_left_out(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas_warned(
        "<TextureAtlas imagePath='a.png' scale='0.5'>\n"
        "<sprite n='a' x='0' y='0' w='7.5' h='4' pX='0.5' pY='0.5'/>\n"
        "<sprite n='b' x='8.5' y='0.0' w='2' h='3.25'/></TextureAtlas>",
        "Starling XML",
        "2:1: 3 numbers of pixels have fractions, which are left out; this is the "
        "first [rounded]\n",
        &atlas);
    assert_frame(&atlas, "a", "0 0,0 7x4 upright 7x4 at 0,0");
    assert_frame(&atlas, "b", "0 8,0 2x3 upright 2x3 at 0,0");
    atlas_free(&atlas);
}

static void the_sizes_of_generic_xml_are_those_on_the_page(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(xml, "Starling XML", &atlas);
    assert_int_equal(atlas.pages[0].width, 8);
    assert_frame(&atlas, "a", "0 0,0 4x2 upright 10x9 at 2,3");
    assert_int_equal(atlas.frames[0].pivot_x, 10 * 65536 / 4);
    assert_int_equal(atlas.frames[0].pivot_y, 9 * 65536);
    assert_frame(&atlas, "b", "0 4,1 3x2 clockwise 3x2 at 0,0");
    assert_false(atlas.frames[1].has_pivot);
    assert_upright(page, find_frame(&atlas, "b"), "123\n456\n");
    atlas_free(&atlas);
    read_atlas(
        "<TextureAtlas imagePath='game.png'>"
        "<sprite n='a' x='0' y='0' w='2000' h='2000' pX='0.1' pY='1E-05'/></TextureAtlas>",
        "Starling XML", &atlas);
    assert_int_equal(atlas.frames[0].pivot_x, 200 * 65536);
    assert_int_equal(atlas.frames[0].pivot_y, 1311);
    atlas_free(&atlas);
    assert_damage(xml);
}

static void free_tex_packer_writes_upright_sizes_and_a_scale(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(
        "<!--\nCreated with Free texture packer\n-->\n"
        "<TextureAtlas imagePath='game.png' width='8' height='4' scale='1' format='RGBA8888'>"
        "<sprite n='b' x='4' y='1' w='3' h='2' pX='0.5' pY='0.5' r='y'/></TextureAtlas>",
        "Starling XML", &atlas);
    assert_frame(&atlas, "b", "0 4,1 3x2 clockwise 3x2 at 0,0");
    atlas_free(&atlas);
}

static void Sparrow_1_says_w_and_h(void **state)
{
    struct atlas atlas;
    (void)state;
    read_atlas(
        "<TextureAtlas imagePath='game.png'><SubTexture name='a' x='1' y='2' w='3' h='4'/>"
        "</TextureAtlas>",
        "Starling XML", &atlas);
    assert_frame(&atlas, "a", "0 1,2 3x4 upright 3x4 at 0,0");
    atlas_free(&atlas);
}

static void what_is_wrong_in_xml_is_said(void **state)
{
    struct atlas atlas;
    (void)state;
    assert_atlas_wrong(
        "<TextureAtlas imagePath='game.png'>\n"
        "<sprite x='0' y='0' w='1' h='1'/>\n"
        "<sprite n='a' x='0' y='0' w='1' h='1' r='yes'/>\n"
        "<sprite n='b' x='0' y='0' w='1' h='1' oX='0'/>\n"
        "<sprite n='c' x='-1' y='0' w='1' h='1' pX='a' pY='0'/>\n"
        "</TextureAtlas>",
        "2:1: frame '#0': \"n\" is missing\n"
        "3:1: frame 'a': r must be y or n\n"
        "4:1: frame 'b': \"oY\" is missing\n"
        "4:1: frame 'b': \"oW\" is missing\n"
        "4:1: frame 'b': \"oH\" is missing\n"
        "5:1: frame 'c': x must be a whole number from 0 to 2147483647, not \"-1\"\n"
        "5:1: frame 'c': pX must be a number such as 12 or -0.5, not \"a\"\n");
    read_atlas_warned(
        "<TextureAtlas imagePath='game.png'>"
        "<sprite n='a' x='0' y='0' w='1' h='1' vertices='0 0 1 0 1 1'/></TextureAtlas>",
        "Starling XML",
        "0:0: frames are polygons (they have vertices): the rectangle of a frame may "
        "hold pixels of its neighbours, and the mask then has them too; pack "
        "rectangles instead [polygons]\n",
        &atlas);
    atlas_free(&atlas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fractions_of_generic_xml_are_left_out),
        cmocka_unit_test(the_sizes_of_generic_xml_are_those_on_the_page),
        cmocka_unit_test(free_tex_packer_writes_upright_sizes_and_a_scale),
        cmocka_unit_test(Sparrow_1_says_w_and_h),
        cmocka_unit_test(what_is_wrong_in_xml_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
