/*
 * test_atlas_aseprite.c - sheets of Aseprite: one document's tags and slices are taken, and those
 * of anything else refused, so that no frame gets into an animation that it does not belong to
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "support/aseprite_sheet.h"
#include "support/atlas_damage.h"
#include "support/atlas_support.h"
#include "support/atlas_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define SLICE(name, keys) "\"slices\":[{\"name\":\"" name "\",\"keys\":[" keys "]}]"
#define WALK_RUN          TAGS(TAG("walk", 0, 1) "," TAG("run", 2, 3))
#define HIT               SLICE("hit", KEY(0))

/* ---- Exports ------------------------------------------------------------------------------- */

static void test_one_document(void **state)
{
    static const struct {
        const char *names, *meta, *expected;
    } exports[] = {
        /* The dialog, and -b, by themselves. */
        {"hero 0.aseprite\nhero 1.aseprite\nhero 2.aseprite\nhero 3.aseprite", WALK_RUN,
         "walk: 0 1\nrun: 2 3\n"},
        {"hero 0.ase\nhero 1.ase\nhero 2.ase", TAGS(TAG("all", 0, 2) "," TAG("step", 1, 1)) "," HIT,
         "all: 0 1 2\nstep: 1\nhit in 0\nhit in 1\nhit in 2\n"},
        {"hero 0.aseprite\nhero 1.aseprite\nhero 2.aseprite", SLICE("hit", KEY(0)) "," TAGS(""),
         "hit in 0\nhit in 1\nhit in 2\n"},
        {"hero 0.aseprite\nhero 1.aseprite", SLICE("late", KEY(1)), "late in 1\n"},
        {"Sprite-0001 0.\nSprite-0001 1.", TAGS(TAG("run", 0, 1)), "run: 0 1\n"},
        {"hero2 0.aseprite\nhero2 1.aseprite", TAGS(TAG("run", 1, 1)), "run: 1\n"},
        {"hero (body) 0.aseprite\nhero (body) 1.aseprite", TAGS(TAG("run", 0, 1)), "run: 0 1\n"},
        /* A single frame. */
        {"hero.aseprite", TAGS(TAG("idle", 0, 0)) "," HIT, "idle: 0\nhit in 0\n"},
        {"hero2 (Layer 1).aseprite", TAGS(TAG("idle", 0, 0)), "idle: 0\n"},
        {"slime 7", TAGS(TAG("idle", 0, 0)), "idle: 0\n"},
        /* {frame}, as Phaser wants it, and other patterns. */
        {"0\n1\n2\n3", WALK_RUN, "walk: 0 1\nrun: 2 3\n"},
        {"8\n9\n10", "\"frameTags\":[]", ""},
        {"hero_1\nhero_2\nhero_3\nhero_4", WALK_RUN, "walk: 0 1\nrun: 2 3\n"},
        {"hero_001.png\nhero_002.png", TAGS(TAG("run", 0, 1)), "run: 0 1\n"},
        {"h08\nh09\nh10", "\"layers\":[{\"name\":\"h\"}]", ""},
        {"hero_1.aseprite\nhero_2.aseprite", TAGS(TAG("run", 0, 1)), "run: 0 1\n"},
        {"hero (0)\nhero (1)", TAGS(TAG("run", 0, 1)), "run: 0 1\n"},
        {"0 of hero\n1 of hero", TAGS(TAG("run", 0, 1)), "run: 0 1\n"},
        {"run 0\nrun 1\nrun 2\nrun 3", WALK_RUN, "walk: 0 1\nrun: 2 3\n"},
        /* {tag}_{tagframe} and the like. */
        {"walk_0\nwalk_1\nrun_0\nrun_1", WALK_RUN, "walk: 0 1\nrun: 2 3\n"},
        {"walk_1\nwalk_2\nrun_1\nrun_2", WALK_RUN "," HIT,
         "walk: 0 1\nrun: 2 3\nhit in 0\nhit in 1\nhit in 2\nhit in 3\n"},
        {"walk0\nwalk1\nrun2\nrun3", WALK_RUN, "walk: 0 1\nrun: 2 3\n"},
        {"0_walk\n1_walk\n2_run\n3_run", WALK_RUN, "walk: 0 1\nrun: 2 3\n"},
        {"hero #walk 0.aseprite\nhero #walk 1.aseprite\nhero #run 0.aseprite\nhero #run 1.aseprite",
         WALK_RUN, "walk: 0 1\nrun: 2 3\n"},
        {"run_walk_0\nrun_walk_1\nrun_run_0\nrun_run_1", WALK_RUN, "walk: 0 1\nrun: 2 3\n"},
        {"walk_walk_0\nwalk_walk_1\nwalk_run_0\nwalk_run_1", WALK_RUN, "walk: 0 1\nrun: 2 3\n"},
        {"h-walk-0\nh-walk-1\nh--2\nh-run-0", TAGS(TAG("walk", 0, 1) "," TAG("run", 3, 3)),
         "walk: 0 1\nrun: 3\n"},
        {"a20\na21\na0\na1", TAGS(TAG("a2", 0, 1) "," TAG("a", 2, 3)), "a2: 0 1\na: 2 3\n"},
        {"hero #idle\nhero #hurt", TAGS(TAG("idle", 0, 0) "," TAG("hurt", 1, 1)),
         "idle: 0\nhurt: 1\n"},
        /* Two tags of one name. */
        {"hero 0\nhero 1\nhero 2", TAGS(TAG("run", 0, 0) "," TAG("run", 1, 1) "," TAG("run", 0, 2)),
         "run: 0\nrun#2: 1\nrun#3: 0 1 2\n"},
        /* Without tags and slices, frames are sprites, whatever they are. */
        {"hero (body) 0.aseprite\nhero (hat) 0.aseprite\nfoe.aseprite", "\"x\":0", ""},
        {"b 3\na 1\nc", TAGS("") ",\"slices\":[]", ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(exports); i++)
        assert_sheet(exports[i].names, exports[i].meta, exports[i].expected);
}

/* The first name that may not be of its frame is said. */
static void test_other_sheets_are_refused(void **state)
{
    static const struct {
        const char *names, *meta, *name;
        int frame;
    } exports[] = {
        /* Layers. */
        {"hero (body) 0.aseprite\nhero (body) 1.aseprite\nhero (hat) 0.aseprite\n"
         "hero (hat) 1.aseprite",
         TAGS(TAG("run", 0, 1)), "hero (hat) 0.aseprite", 2},
        {"hero (body) 0.aseprite\nhero (hat) 0.aseprite", HIT, "hero (hat) 0.aseprite", 1},
        {"hero (Layer 1).aseprite\nhero (Layer 2).aseprite", TAGS(TAG("idle", 0, 0)),
         "hero (Layer 2).aseprite", 1},
        {"hero 0 (L 1)\nhero 1 (L 1)\nhero 0 (L 2)\nhero 1 (L 2)", TAGS(TAG("run", 0, 1)),
         "hero 1 (L 1)", 1},
        /* Documents. */
        {"hero 0.aseprite\nhero 1.aseprite\nfoe 0.aseprite\nfoe 1.aseprite",
         TAGS(TAG("run", 0, 1) "," TAG("run", 0, 1)), "foe 0.aseprite", 2},
        {"hero 0.aseprite\nhero 1.aseprite\nfoe.aseprite", HIT, "foe.aseprite", 2},
        {"Layer 1\nLayer 2", HIT, "Layer 2", 1},
        {"tree1.aseprite\ntree2.aseprite", TAGS(TAG("a", 0, 0) "," TAG("b", 0, 0)),
         "tree1.aseprite", 0},
        {"tree0.aseprite\ntree1.aseprite", HIT, "tree0.aseprite", 0},
        {"Sprite-0001.\nSprite-0002.", HIT, "Sprite-0001.", 0},
        {"coin.aseprite\ncoin 2.aseprite", TAGS(TAG("a", 0, 0)), "coin 2.aseprite", 1},
        {"walk 0\nwalk 1\nrun 0\nrun 1", TAGS(TAG("walk", 0, 1) "," TAG("run", 0, 1)), "run 0", 2},
        {"run 0\nrun 1\nwalk 0\nwalk 1", TAGS(TAG("run", 0, 1)), "walk 0", 2},
        /* "Split Tags", where tags stand in another order, overlap, or leave frames out. */
        {"h #run 0\nh #run 1\nh #walk 0\nh #walk 1", WALK_RUN, "h #walk 0", 2},
        {"h #all 0\nh #all 1\nh #end 0", TAGS(TAG("all", 0, 1) "," TAG("end", 1, 1)), "h #end 0",
         2},
        {"h #walk 0\nh #walk 1\nh #run 0", TAGS(TAG("walk", 0, 1) "," TAG("run", 4, 4)), "h #run 0",
         2},
        {"h #walk 0.ase\nh #walk 1.ase\nh #run.ase", TAGS(TAG("walk", 0, 1) "," TAG("run", 2, 2)),
         "h #run.ase", 2},
        /* A tag within another one, of which a name has only one. */
        {"walk_0\nstep_0\nwalk_2", TAGS(TAG("walk", 0, 2) "," TAG("step", 1, 1)), "step_0", 1},
        /* "Ignore Empty" leaves numbers out. */
        {"hero 0.aseprite\nhero 2.aseprite", TAGS(TAG("run", 0, 1)), "hero 2.aseprite", 1},
        {"hero 1.aseprite\nhero 2.aseprite", TAGS(TAG("run", 0, 1)), "hero 1.aseprite", 0},
        {"hero_2\nhero_3", TAGS(TAG("run", 0, 1)), "hero_2", 0},
        {"0\n1\n3", HIT, "3", 2},
        {"walk_0\nwalk_2\nrun_0\nrun_1", WALK_RUN, "walk_2", 1},
        {"walk_0\nwalk_1\nrun_1\nrun_2", WALK_RUN, "run_1", 2},
        /* Frames in another order, and names that say nothing. */
        {"hero 0\nhero 10\nhero 1", TAGS(TAG("run", 0, 2)), "hero 10", 1},
        {"body\nhat", HIT, "hat", 1},
        {"run_20000000000000000000\nrun_20000000000000000001", HIT, "run_20000000000000000000", 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(exports); i++) {
        char expected[500];
        snprintf(expected, sizeof expected,
                 "2:%d: tags and slices count the frames of one document, and '%s' does not look "
                 "like its frame %d; bake the .aseprite file itself, or export each document and "
                 "layer by itself, without 'Split Tags' and 'Ignore Empty'\n",
                 strstr(exports[i].meta, "frameTags") != NULL ? 13 : 10, exports[i].name,
                 exports[i].frame);
        assert_sheet_wrong(exports[i].names, exports[i].meta, expected);
    }
}

/* One tag alone: its numbers are those of the document, and the animation is the file's. */
static void test_tags_of_more_frames(void **state)
{
    (void)state;
    assert_sheet_warned("hero 0.aseprite\nhero 1.aseprite", TAGS(TAG("run", 4, 5)),
                        "2:14: tag 'run': it ends at frame 5, and the sheet at frame 1: all tags "
                        "are left out, and all frames become one animation [tags-of-more]\n",
                        ": 0 1\n");
    assert_sheet_warned("hero #run 0.ase\nhero #run 1.ase", WALK_RUN "," HIT,
                        "2:46: tag 'run': it ends at frame 3, and the sheet at frame 1: all tags "
                        "are left out, and all frames become one animation [tags-of-more]\n",
                        ": 0 1\nhit in 0\nhit in 1\n");
    assert_sheet_warned("hero.aseprite", TAGS(TAG("hurt", 7, 7)),
                        "2:14: tag 'hurt': it ends at frame 7, and the sheet at frame 0: all tags "
                        "are left out, and all frames become one animation [tags-of-more]\n",
                        ": 0\n");
    assert_sheet_wrong("hero 0.aseprite\nhero 1.aseprite",
                       TAGS(TAG("run", 4, 5)) ",\n" SLICE("hit", KEY(0) "," KEY(5)),
                       "3:80: slice 'hit': it is not the same in all frames, and the sheet does "
                       "not say which frames of the document it holds; bake the .aseprite file "
                       "itself, or export all frames\n"
                       "2:14: tag 'run': it ends at frame 5, and the sheet at frame 1: all tags "
                       "are left out, and all frames become one animation [tags-of-more]\n");
}

/* ---- All kinds of exports ------------------------------------------------------------------ */

struct document {
    const char *title;
    int frames;
    struct {
        const char *name;
        int from, to;
    } tags[2];
};

static const struct document documents[] = {
    {"hero", 4, {{"walk", 0, 1}, {"run", 2, 3}}},
    {"walk", 3, {{"run", 1, 2}}},
    {"tree1", 1, {{"idle", 0, 0}}},
    {"tree2", 1, {{"walk", 0, 0}}},
    {"run", 2, {{"walk", 0, 1}, {"run", 1, 1}}},
    {"hero run", 2, {{"run", 0, 1}}},
};

/* A frame of a sheet, and where it comes from. */
struct origin {
    const struct document *document;
    int layer, frame;
};

struct export
{
    const struct document *documents[2];
    int layers;
    unsigned left_out; /* frames, as bits */
    const char *pattern;
};

static void add_word(struct text *out, const struct origin *from, const char *word)
{
    const struct document *const document = from->document;
    int tag = -1;
    for (int i = 0; i < 2; i++)
        if (document->tags[i].name != NULL && document->tags[i].from <= from->frame &&
            from->frame <= document->tags[i].to &&
            (tag < 0 || document->tags[i].to - document->tags[i].from <
                            document->tags[tag].to - document->tags[tag].from))
            tag = i;
    if (strcmp(word, "title") == 0)
        text_add_string(out, document->title);
    else if (strcmp(word, "layer") == 0)
        text_print(out, "Layer %d", from->layer + 1);
    else if (strcmp(word, "tag") == 0)
        text_add_string(out, tag >= 0 ? document->tags[tag].name : "");
    else if (strcmp(word, "tagframe") == 0)
        text_print(out, "%d", from->frame - (tag >= 0 ? document->tags[tag].from : 0));
    else if (strcmp(word, "frame") == 0)
        text_print(out, "%d", from->frame);
    else if (document->frames > 1) /* " frame": as Aseprite itself names frames */
        text_print(out, " %d", from->frame);
}

/* The names of the frames, a line each, and where they come from. */
static size_t export_frames(const struct export *export, struct text *names, struct origin *origins)
{
    size_t count = 0;
    for (int d = 0; d < 2 && export->documents[d] != NULL; d++)
        for (int layer = 0; layer < export->layers; layer++)
            for (int frame = 0; frame < export->documents[d]->frames; frame++) {
                char word[20];
                if (export->left_out >> frame & 1)
                    continue;
                origins[count] = (struct origin){export->documents[d], layer, frame};
                text_add_string(names, count > 0 ? "\n" : "");
                for (const char *at = export->pattern; *at != '\0'; at++)
                    if (sscanf(at, "{%19[a-z ]}", word) == 1) {
                        add_word(names, &origins[count], word);
                        at = strchr(at, '}');
                    } else
                        text_add(names, at, 1);
                count++;
            }
    return count;
}

/* Exports, and checks each animation of the sheet. True if it is taken, with its tags. */
static bool check_export(const struct export *export)
{
    struct text names = {0}, meta = {0};
    struct origin origins[32];
    struct atlas atlas = {0};
    struct diagnostics diagnostics = {0};
    size_t animation = 0;
    if (export_frames(export, &names, origins) == 0)
        return false;
    text_add_string(&meta, "\"frameTags\":[");
    for (int d = 0; d < 2 && export->documents[d] != NULL; d++)
        for (int i = 0; i < 2 && export->documents[d]->tags[i].name != NULL; i++)
            text_print(&meta, "%s{\"name\":\"%s\",\"from\":%d,\"to\":%d}", d + i > 0 ? "," : "",
                       export->documents[d]->tags[i].name, export->documents[d]->tags[i].from,
                       export->documents[d]->tags[i].to);
    text_add_string(&meta, "]");
    char *const text = write_sheet(names.bytes, meta.bytes);
    const struct atlas_format *const format = atlas_recognise(text, strlen(text));
    const bool ok = atlas_read(format, text, strlen(text), "x.json", &atlas, &diagnostics);
    const bool taken = ok && *atlas.animations[0].name != '\0';
    for (int d = 0; taken && d < 2 && export->documents[d] != NULL; d++)
        for (int i = 0; i < 2 && export->documents[d]->tags[i].name != NULL; i++) {
            const struct atlas_animation *const steps = &atlas.animations[animation++];
            const int from = export->documents[d]->tags[i].from;
            assert_int_equal(steps->count, export->documents[d]->tags[i].to - from + 1);
            for (int k = 0; k < (int)steps->count; k++) {
                const struct origin *const origin = &origins[steps->frames[k]];
                assert_ptr_equal(origin->document, export->documents[d]);
                assert_int_equal(origin->layer, origins[steps->frames[0]].layer);
                assert_int_equal(origin->frame, from + k);
            }
        }
    diagnostics_free(&diagnostics);
    atlas_free(&atlas);
    free(text);
    text_free(&names);
    text_free(&meta);
    return taken;
}

/* Every document with every other one, by layers and not, with frames left out and not. Without
 * titles in names, what is left of two documents may look like one. */
static void test_no_animation_is_wrong(void **state)
{
    static const char *const patterns[] = {
        "{title}{ frame}.aseprite",
        "{title} ({layer}){ frame}.aseprite",
        "{title} #{tag} {tagframe}.ase",
        "{title} ({layer}) #{tag} {frame}",
        "{frame}",
        "{title}_{frame}.png",
        "{tag}_{tagframe}",
        "{tag}{frame}",
        "{layer}-{frame}",
        "{title} {tag} {tagframe}",
        "{frame}_{tag}_{layer}",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(patterns); i++) {
        const bool titled = strstr(patterns[i], "title") != NULL;
        assert_true(check_export(&(struct export){{&documents[0], NULL}, 1, 0, patterns[i]}));
        for (size_t a = 0; a < COUNT(documents); a++)
            for (size_t b = 0; b <= COUNT(documents); b++)
                for (unsigned left_out = 0; left_out < 16; left_out++)
                    for (int layers = 1; layers <= 2; layers++) {
                        const struct document *const other =
                            b < COUNT(documents) ? &documents[b] : NULL;
                        if (a != b && (titled || other == NULL || left_out == 0))
                            check_export(&(struct export){
                                {&documents[a], other}, layers, left_out, patterns[i]});
                    }
    }
}

/* ---- Regions ------------------------------------------------------------------------------- */

/* --trim-by-grid: the region goes on to the next lines of the grid, also outside of the sprite. */
static void test_regions_that_go_on_to_a_grid(void **state)
{
    static const char expected[] =
        "1:20: frame 'a.ase': its region reaches beyond its frame; what lies outside is left out "
        "[clipped]\n";
    struct atlas atlas;
    (void)state;
    read_atlas_warned(
        "{\"frames\":{\"a.ase\":{\"frame\":{\"x\":2,\"y\":4,\"w\":32,\"h\":32},\"rotated\":false,"
        "\"trimmed\":true,\"spriteSourceSize\":{\"x\":-3,\"y\":16,\"w\":32,\"h\":32},"
        "\"sourceSize\":{\"w\":20,\"h\":40},\"duration\":100}},"
        "\"meta\":{\"app\":\"https://www.aseprite.org/\",\"image\":\"a.png\"}}",
        ASEPRITE_FORMAT, expected, &atlas);
    assert_frame(&atlas, "a.ase", "0 5,4 20x24 upright 20x40 at 0,16");
    atlas_free(&atlas);
}

/* ---- Damage -------------------------------------------------------------------------------- */

/* Every beginning, and every byte changed to some that mean something. */
static void test_damage(void **state)
{
    char *const text = write_sheet("h-x-0\nh-x-1\nh--2",
                                   TAGS(TAG("x", 0, 1)) ",\"layers\":[{\"name\":\"a\"}]," HIT);
    (void)state;
    assert_damage(text);
    for (size_t i = 0; text[i] != '\0'; i++)
        for (const char *to = "9\"}(#-"; *to != '\0'; to++) {
            const char was = text[i];
            struct diagnostics diagnostics = {0};
            struct atlas atlas = {0};
            text[i] = *to;
            const struct atlas_format *const found = atlas_recognise(text, strlen(text));
            const bool ok = found != NULL &&
                            atlas_read(found, text, strlen(text), "x.json", &atlas, &diagnostics);
            assert_true(found == NULL || ok == (diagnostics.errors == 0));
            diagnostics_free(&diagnostics);
            atlas_free(&atlas);
            text[i] = was;
        }
    free(text);
}

/* All slices together have a limit, also where each of them reaches it. */
static void test_huge_counts(void **state)
{
    struct text names = {0}, meta = {0};
    (void)state;
    for (int i = 0; i < 2048; i++)
        text_print(&names, "%s%d", i > 0 ? "\n" : "", i);
    for (int i = 0; i < 2100; i++)
        text_print(&meta, "%s{\"name\":\"s%d\",\"keys\":[" KEY(0) "]}",
                   i > 0 ? "," : "\"slices\":[\n", i);
    text_add_string(&meta, "]");
    assert_sheet_wrong(names.bytes, meta.bytes,
                       "3:148419: slice 's2048': all slices up to this one have more than 4194304 "
                       "boxes, the most that is allowed\n");
    text_free(&names);
    text_free(&meta);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_document),
        cmocka_unit_test(test_other_sheets_are_refused),
        cmocka_unit_test(test_tags_of_more_frames),
        cmocka_unit_test(test_no_animation_is_wrong),
        cmocka_unit_test(test_regions_that_go_on_to_a_grid),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_huge_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
