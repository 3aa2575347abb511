/*
 * test_atlas_aseprite_names.c - sheets of Aseprite: which digits in the names of frames are their
 * numbers
 */
#include "support/cmocka_all.h"

#include "support/aseprite_sheet.h"

#include <stdio.h>

/* "tree20" may be of "tree" or of "tree2", and "tree_10" of "tree_1". */
static void test_numbers_that_stand_behind_titles(void **state)
{
    (void)state;
    assert_sheet_wrong("tree0\ntree1\ntree20\ntree21",
                       TAGS(TAG("a", 0, 1) "," TAG("b", 0, 1)) ",\"version\":\"1.3.9\"",
                       "2:13:" LEFT_OUT_OF_ONE);
    assert_sheet_wrong("tree0\ntree1\ntree_10\ntree_11",
                       TAGS(TAG("a", 0, 1) "," TAG("b", 0, 1)) ",\"version\":\"1.3.9\"",
                       "2:13: " APART);
}

/* Aseprite gives a tag of one frame no number, and a document of one frame, either. */
static void test_numbers_that_are_parts_of_names(void **state)
{
    (void)state;
    assert_sheet("hero #pose 1.aseprite\nhero #pose 2.aseprite\nhero #pose 3.aseprite",
                 TAGS(TAG("pose 1", 0, 0) "," TAG("pose 2", 1, 1) "," TAG("pose 3", 2, 2)),
                 "pose 1: 0\npose 2: 1\npose 3: 2\n");
    assert_sheet("hero #attack 0\nhero #attack 1\nhero #attack 2",
                 TAGS(TAG("attack", 1, 2) "," TAG("attack 2", 2, 2)), "attack: 0 1\nattack 2: 2\n");
    assert_sheet("hero #attack 0\nhero #attack 1\nhero #attack 2",
                 TAGS(TAG("attack", 0, 1) "," TAG("attack 2", 3, 3)), "attack: 0 1\nattack 2: 2\n");
    assert_sheet("hero #attack 2 0\nhero #attack 2 1\nhero #pose 2",
                 TAGS(TAG("attack 2", 1, 2) "," TAG("pose 2", 1, 1)), "attack 2: 0 1\npose 2: 2\n");
    assert_sheet("hero #pose 1", TAGS(TAG("pose 1", 0, 0)) ",\"slices\":[{\"name\":\"hit\","
                                                            "\"keys\":[" KEY(0) "," KEY(1) "]}]",
                 "pose 1: 0\nhit in 0\n");
    assert_sheet("hero #idle 0\nhero #idle 1\nhero #hit1",
                 TAGS(TAG("idle", 0, 1) "," TAG("hit1", 1, 1)), "idle: 0 1\nhit1: 2\n");
    assert_sheet("hero (Layer 1) #1\nhero (Layer 2) #1", TAGS(TAG("1", 0, 0)),
                 "Layer 1/1: 0\nLayer 2/1: 1\n");
    /* Frame 1 of the tag "pose", or the tag "pose 1"? */
    assert_sheet_wrong("hero #pose 0\nhero #pose 1",
                       TAGS(TAG("pose", 0, 1) "," TAG("pose 1", 1, 1)), "2:13: " EITHER);
    assert_sheet_wrong("hero #attack 0.ase\nhero #attack 1.ase\nhero #attack 2.ase",
                       TAGS(TAG("attack", 0, 2) "," TAG("attack 2", 3, 3)), "2:13: " EITHER);
    assert_sheet_wrong("hero # 0\nhero # 1\nhero #attack 2\nhero # 3\nhero #attack 2 4",
                       TAGS(TAG("attack", 2, 2) "," TAG("attack 2", 4, 4)), "2:13: " EITHER);
    /* The numbers of {tagframe1}: frame 2 of "attack", or the tag "attack 2"? */
    assert_sheet_wrong("hero #attack 1.ase\nhero #attack 2.ase\nhero #attack 2 1.ase",
                       TAGS(TAG("attack", 0, 1) "," TAG("attack 2", 2, 2)), "2:13: " EITHER);
    /* Digits of layers. */
    assert_sheet("hero_Layer 1\nhero_Layer 2",
                 TAGS(TAG("run", 0, 0)) ",\"layers\":[{\"name\":\"Layer 1\"},"
                                        "{\"name\":\"Layer 2\"}]",
                 "Layer 1/run: 0\nLayer 2/run: 1\n");
    /* Of a sprite that was never saved. */
    assert_sheet(
        "Sprite-0001 #idle 0.\nSprite-0001 #idle 1.\nSprite-0001 #pose 2.\n"
        "Sprite-0001 #jump.",
        TAGS(TAG("idle", 0, 1) "," TAG("pose 2", 2, 2) "," TAG("jump", 3, 3)),
        "idle: 0 1\npose 2: 2\njump: 3\n");
    assert_sheet("Sprite-0001 (Layer 1 Copy).\nSprite-0001 (Layer 1).", TAGS(TAG("run", 0, 0)),
                 "Layer 1 Copy/run: 0\nLayer 1/run: 1\n");
    assert_sheet("tree.png\nhero 0.ase\nhero 1.ase", TAGS(TAG("run", 0, 1)), "hero/run: 1 2\n");
    /* Nothing stands behind a number in names of Aseprite itself. */
    assert_sheet("hero2 (body).aseprite\nhero2 (Layer 1).aseprite", TAGS(TAG("idle", 0, 0)),
                 "body/idle: 0\nLayer 1/idle: 1\n");
    /* All frames of a document of several have numbers, so these are two documents. */
    assert_sheet_wrong("coin.aseprite\ncoin 2.aseprite", TAGS(TAG("a", 0, 0) "," TAG("b", 0, 0)),
                       "2:13: 'coin 2.aseprite' may be a document of one frame, or a frame of the "
                       "document before it; please export each document by itself\n");
    assert_sheet_wrong("coin.aseprite\ncoin 2.aseprite",
                       "\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(0) "]}]",
                       "2:10: 'coin 2.aseprite' may be a document of one frame, or a frame of the "
                       "document before it; please export each document by itself\n");
    static const char *const single[] = {"slime 1.aseprite", "hero2.aseprite", "level 10 boss"};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        assert_sheet(single[i], TAGS(TAG("idle", 0, 0)), "idle: 0\n");
}

/* "hero (0)", as many packs of art number their frames. */
static void test_numbers_in_brackets(void **state)
{
    (void)state;
    assert_sheet("h (A) (0)\nh (A) (1)\nh (B) (0)\nh (B) (1)",
                 TAGS(TAG("idle", 0, 0) "," TAG("run", 0, 1)) ",\"layers\":[{\"name\":\"A\"},"
                                                              "{\"name\":\"B\"}]",
                 "A/idle: 0\nB/idle: 2\nA/run: 0 1\nB/run: 2 3\n");
    assert_sheet("coin (1)\ncoin (2)\nchest (1)\nchest (2)",
                 TAGS(TAG("coin/spin", 0, 1) "," TAG("chest/open", 1, 1)),
                 "coin/spin: 0 1\nchest/open: 3\n");
    assert_sheet_wrong("coin (0)\ncoin (1)\nchest (0)\nchest (1)",
                       TAGS(TAG("open", 0, 0) "," TAG("spin", 0, 1)), "2:13: " APART);
    assert_sheet("hero (0)\nhero (1)\nhero (3)",
                 TAGS(TAG("idle", 0, 1) "," TAG("run", 2, 3)) ",\"version\":\"1.3.7\"",
                 "idle: 0 1\nrun: 2\n");
    /* No document of one frame has a frame 1. */
    assert_sheet("hero (0).aseprite\nhero (1).aseprite",
                 TAGS(TAG("run", 1, 1)) ",\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(1) "]}]",
                 "run: 1\nhit in 1\n");
    assert_sheet("hero (1).ase\nhero (2).ase\nhero (3).ase",
                 TAGS(TAG("a", 0, 1) "," TAG("b", 2, 2)), "a: 0 1\nb: 2\n");
    /* These are listed layers, those Aseprite's own names of layers. */
    assert_sheet("hero (1)\nhero (2)",
                 TAGS(TAG("run", 0, 0)) ",\"layers\":[{\"name\":\"1\"},{\"name\":\"2\"}]",
                 "1/run: 0\n2/run: 1\n");
    assert_sheet("hero (1).aseprite\nhero (2).aseprite", TAGS(TAG("run", 0, 0)),
                 "1/run: 0\n2/run: 1\n");
}

/* Numbers that Aseprite does not write so are not looked for, and frames not taken as they come. */
static void test_numbers_that_are_not_found(void **state)
{
    (void)state;
    assert_sheet_wrong("h (A) [0].ase\nh (A) [1].ase\nh (B) [0].ase\nh (B) [1].ase",
                       TAGS(TAG("run", 0, 1)), "2:13: " APART);
    assert_sheet_wrong("h 0 (A 1)\nh 1 (A 1)\nh 0 (A 2)\nh 1 (A 2)", TAGS(TAG("run", 0, 1)),
                       "2:13: " APART);
    /* Layers are those of all frames of a document. */
    assert_sheet_wrong("hero (idle) 0\nhero (idle) 1\nhero (run) 0\nhero () 3",
                       TAGS(TAG("idle", 0, 1) "," TAG("run", 2, 2)) ",\"version\":\"1.3.7\"",
                       "2:13: " APART);
    /* "frame" is no extension. */
    assert_sheet("hero.frame0\nhero.frame1", TAGS(TAG("a", 0, 0) "," TAG("b", 1, 1)),
                 "a: 0\nb: 1\n");
}

/* No document has such frames, so these names are not Aseprite's. */
static void test_names_of_other_hands(void **state)
{
    (void)state;
    assert_sheet("walk1.png\ndot.png\nwalk2.png", TAGS(TAG("walk", 0, 2)), "walk: 0 1 2\n");
}

/* Empty frames were left out, and the numbers of two documents happen to go on. */
static void test_documents_whose_numbers_go_on(void **state)
{
    (void)state;
    assert_sheet_wrong("spark 0.aseprite\nspark 1.aseprite\nboom 2.aseprite\nboom 3.aseprite",
                       TAGS(TAG("smoke", 0, 3)) ",\"version\":\"1.3.9\"",
                       "2:13:" LEFT_OUT_OF_SEVERAL);
}

/* Aseprite itself puts a space before numbers, so a title that ends in one is a title. */
static void test_documents_of_one_frame_with_numbers(void **state)
{
    static const char *const titles[] = {"tree2", "tree-2", "tree_2", "tree02", "tree10"};
    (void)state;
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        char names[100], expected[100];
        snprintf(names, sizeof names, "tree 0.aseprite\ntree 1.aseprite\n%s.aseprite", titles[i]);
        snprintf(expected, sizeof expected, "tree/a: 1\n%s/b: 2\n", titles[i]);
        assert_sheet(names, TAGS(TAG("a", 1, 1) "," TAG("b", 0, 0)), expected);
        assert_sheet_wrong(names, TAGS(TAG("b", 0, 0)), "2:13: " APART);
        assert_sheet_wrong(names, "\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(0) "]}]",
                           "2:10: the slices of several documents cannot be told apart; please "
                           "export each document by itself, and list its layers (--list-layers)\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_that_stand_behind_titles),
        cmocka_unit_test(test_numbers_that_are_parts_of_names),
        cmocka_unit_test(test_numbers_in_brackets),
        cmocka_unit_test(test_numbers_that_are_not_found),
        cmocka_unit_test(test_names_of_other_hands),
        cmocka_unit_test(test_documents_whose_numbers_go_on),
        cmocka_unit_test(test_documents_of_one_frame_with_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
