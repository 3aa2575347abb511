/*
 * test_atlas_aseprite_gaps.c - sheets of Aseprite without their empty frames ("Ignore Empty"): tags
 * and slices stay at the frames that are left, or an error says why it is not known which these are
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "support/aseprite_sheet.h"

#include <stdlib.h>

#define NEW      ",\"version\":\"1.3.9.2-x64\""
#define LEFT_OUT "2:13:" LEFT_OUT_OF_ONE
#define LAYERS   ",\"layers\":[{\"name\":\"A\"},{\"name\":\"B\"}]"

/* The names count the frames that were left out, and so do the tags. */
static void test_frames_left_out(void **state)
{
    (void)state;
    assert_sheet(
        "hero 0.ase\nhero 1.ase\nhero 3.ase\nhero 4.ase",
        TAGS(TAG("run", 0, 1) "," TAG("jump", 2, 3) "," TAG("off", 2, 2) "," TAG("all", 0, 4)) NEW,
        "run: 0 1\njump: 2\nall: 0 1 2 3\n");
    /* Not two of them follow each other. */
    assert_sheet("hero 0.ase\nhero 2.ase\nhero 4.ase", TAGS(TAG("a", 0, 2) "," TAG("b", 3, 4)) NEW,
                 "a: 0 1\nb: 2\n");
    /* The first frames are empty. */
    assert_sheet("hero 1.ase\nhero 2.ase", TAGS(TAG("a", 0, 1) "," TAG("b", 2, 2)) NEW,
                 "a: 0\nb: 1\n");
    assert_sheet("hero 3.ase\nhero 4.ase", TAGS(TAG("a", 0, 3)) NEW, "a: 0\n");
    assert_sheet("hero 1.ase\nhero 2.ase\nhero 3.ase\nhero 4.ase",
                 TAGS(TAG("a", 0, 1) "," TAG("b", 2, 4)) NEW, "a: 0\nb: 1 2 3\n");
    /* Or these are names of {frame1}: no tag goes to frame 4. */
    assert_sheet_wrong("hero 1.ase\nhero 2.ase\nhero 3.ase\nhero 4.ase",
                       TAGS(TAG("a", 0, 1) "," TAG("b", 2, 3)) NEW, LEFT_OUT);
    /* {title}{frame000} of "hero 1". */
    assert_sheet_wrong("hero 1000.ase\nhero 1001.ase", TAGS(TAG("a", 0, 1)) NEW, LEFT_OUT);
    assert_sheet_wrong("h (A) 1.ase\nh (A) 2.ase\nh (B) 1.ase\nh (B) 2.ase",
                       TAGS(TAG("a", 0, 1)) NEW LAYERS, LEFT_OUT);
    /* {frame1}, which Aseprite does not use by itself. If a tag goes to the last number, it may be
     * {frame} as well. */
    assert_sheet_wrong("hero_1\nhero_2\nhero_3", TAGS(TAG("a", 0, 1) "," TAG("b", 3, 3)) NEW,
                       LEFT_OUT);
    assert_sheet("hero_1\nhero_2", TAGS(TAG("a", 0, 0) "," TAG("b", 0, 1)) NEW, "a: 0\nb: 0 1\n");
    assert_sheet("hero () 1.ase\nhero () 2.ase", TAGS(TAG("a", 0, 0) "," TAG("b", 1, 1)) NEW,
                 "a: 0\nb: 1\n");
    /* To and fro, and from the end. */
    assert_sheet("hero 0.ase\nhero 1.ase\nhero 3.ase",
                 "\"frameTags\":[{\"name\":\"a\",\"from\":0,\"to\":3,"
                 "\"direction\":\"pingpong\"},{\"name\":\"b\",\"from\":1,\"to\":3,"
                 "\"direction\":\"reverse\"}]" NEW,
                 "a: 0 1 2 1\nb: 2 1\n");
}

/* Each layer has frames of its own. */
static void test_frames_of_layers_left_out(void **state)
{
    (void)state;
    assert_sheet("h (A) 0.ase\nh (A) 1.ase\nh (A) 2.ase\nh (B) 1.ase\nh (B) 2.ase",
                 TAGS(TAG("run", 0, 1) "," TAG("off", 0, 0)) NEW LAYERS,
                 "A/run: 0 1\nB/run: 3\nA/off: 0\n");
    assert_sheet("h (A) 0.ase\nh (A) 1.ase\nh (B) 2.ase\nh (B) 3.ase",
                 TAGS(TAG("a", 0, 2) "," TAG("b", 3, 3)) NEW LAYERS, "A/a: 0 1\nB/a: 2\nB/b: 3\n");
    assert_sheet("h (A) 0.ase\nh (A) 1.ase\nh (B) 0.ase", TAGS(TAG("a", 0, 1)) NEW LAYERS,
                 "A/a: 0 1\nB/a: 2\n");
    assert_sheet("h (A) 0.ase\nh (B) 1.ase", TAGS(TAG("a", 0, 1)) NEW LAYERS, "A/a: 0\nB/a: 1\n");
    assert_sheet("h (A) 0.ase\nh (A) 2.ase\nh (B) 1.ase\nh (B) 3.ase",
                 TAGS(TAG("a", 0, 1) "," TAG("b", 2, 3)) NEW LAYERS,
                 "A/a: 0\nB/a: 2\nA/b: 1\nB/b: 3\n");
}

/* Slices count all frames in all versions. */
static void test_slices_of_frames_left_out(void **state)
{
    (void)state;
    assert_sheet("hero 0.ase\nhero 2.ase\nhero 3.ase",
                 "\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(2) "]}]", "hit in 1\nhit in 2\n");
}

/* Older versions moved tags, in some layers, and nobody knows how far. */
static void test_tags_that_may_be_moved(void **state)
{
    static const char *const versions[] = {
        "", ",\"version\":\"1.2.25\"", ",\"version\":\"1.x-dev\"", ",\"version\":\"1.3-beta14\""};
    static const char names[] = "hero 0.ase\nhero 1.ase\nhero 3.ase";
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        char *const meta = text_format("%s%s", TAGS(TAG("a", 0, 1)), versions[i]);
        char *const beyond = text_format("%s%s", TAGS(TAG("a", 1, 3)), versions[i]);
        assert_sheet_wrong(names, meta, LEFT_OUT);
        assert_sheet_wrong(names, beyond, LEFT_OUT);
        free(meta);
        free(beyond);
    }
    assert_sheet(names, TAGS(TAG("a", 0, 1)) ",\"version\":\"1.2.40\"", "a: 0 1\n");
    assert_sheet(names, TAGS(TAG("a", 0, 1)) ",\"version\":\"2.0\"", "a: 0 1\n");
    assert_sheet_wrong("h (A) 0.ase\nh (A) 1.ase\nh (A) 3.ase", TAGS(TAG("a", 1, 3)), LEFT_OUT);
    /* {frame001} or {frame000}, of which one or two were left out? */
    assert_sheet_wrong("fx_002\nfx_003\nfx_004", TAGS(TAG("a", 2, 3)) NEW, LEFT_OUT);
    assert_sheet_wrong("fx_1\nfx_3\nfx_4", TAGS(TAG("a", 0, 2)) NEW, LEFT_OUT);
    assert_sheet_wrong("fx_002\nfx_003\nfx_004",
                       "\"slices\":[{\"name\":\"s\",\"keys\":[" KEY(2) "]}]",
                       "2:10:" LEFT_OUT_OF_ONE);
    assert_sheet_wrong("fx_002\nfx_003", TAGS(TAG("a", 2, 3)) NEW, LEFT_OUT);
    assert_sheet_wrong("h (A) 0.ase\nh (A) 1.ase\nh (B) 0.ase", TAGS(TAG("a", 0, 1)), LEFT_OUT);
    /* In several documents, and where tags are in the names. */
    assert_sheet_wrong("hero 0.ase\nhero 2.ase\nfoe 0.ase\nfoe 1.ase",
                       TAGS(TAG("a", 0, 1) "," TAG("b", 0, 1)) NEW, "2:13:" LEFT_OUT_OF_SEVERAL);
    assert_sheet("Sprite-0001 0.ase\nSprite-0001 1.ase\nSprite-0002.ase", TAGS(TAG("a", 0, 1)) NEW,
                 "Sprite-0001/a: 0 1\n");
    assert_sheet_wrong("h #b 0.ase\nh #b 1.ase\nh 4.ase\nh 6.ase", TAGS(TAG("b", 2, 3)) NEW,
                       LEFT_OUT);
    assert_sheet_wrong("hero #run 2.ase", TAGS(TAG("hero run 2", 1, 1)) NEW, LEFT_OUT);
    /* Also frames at the end. Or was a tag exported alone? */
    assert_sheet_wrong(
        "hero 0.ase\nhero 2.ase", TAGS(TAG("a", 0, 1) "," TAG("b", 2, 3)) NEW,
        "2:69: tag 'b': to must be a whole number from 0 to 2, not 3; if Aseprite left "
        "out empty frames, please export without 'Ignore Empty'\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames_left_out),
        cmocka_unit_test(test_frames_of_layers_left_out),
        cmocka_unit_test(test_slices_of_frames_left_out),
        cmocka_unit_test(test_tags_that_may_be_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
