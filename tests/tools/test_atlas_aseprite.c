/*
 * test_atlas_aseprite.c - sheets of Aseprite with several documents, layers and tags: each tag is
 * an animation of the frames of its own document, or an error says why it cannot be
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "support/aseprite_sheet.h"
#include "support/atlas_damage.h"
#include "support/atlas_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What can be told ---------------------------------------------------------------------- */

/* --split-layers: all frames of the one layer, then all of the other. The tags stand there once,
 * and count the frames of the document. */
static void test_layers(void **state)
{
    (void)state;
    assert_sheet(
        "hero (body) 0.aseprite\nhero (body) 1.aseprite\nhero (body) 2.aseprite\n"
        "hero (Layer 1) 0.aseprite\nhero (Layer 1) 1.aseprite\nhero (Layer 1) 2.aseprite",
        TAGS(TAG("walk", 0, 1) "," TAG("jump", 1, 2)),
        "body/walk: 0 1\nLayer 1/walk: 3 4\nbody/jump: 1 2\nLayer 1/jump: 4 5\n");
    /* Of one frame, which has no number. */
    assert_sheet("hero (Layer 1).aseprite\nhero (Layer 2).aseprite", TAGS(TAG("stand", 0, 0)),
                 "Layer 1/stand: 0\nLayer 2/stand: 1\n");
    assert_sheet(
        "hero (a (b)) 0.aseprite\nhero (a (b)) 1.aseprite\nhero (c) 0.aseprite\n"
        "hero (c) 1.aseprite",
        TAGS(TAG("walk", 0, 1)), "a (b)/walk: 0 1\nc/walk: 2 3\n");
}

/* A slice is in each layer. */
static void test_slices_of_layers(void **state)
{
    (void)state;
    assert_sheet("hero (body) 0.ase\nhero (body) 1.ase\nhero (hat) 0.ase\nhero (hat) 1.ase",
                 "\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(0) "]},"
                 "{\"name\":\"late\",\"keys\":[" KEY(1) "]}]",
                 "hit in 0\nhit in 1\nhit in 2\nhit in 3\nlate in 1\nlate in 3\n");
}

/* Two files in one sheet: a falling "from" begins the tags of the second. */
static void test_documents(void **state)
{
    (void)state;
    assert_sheet(
        "hero 0.aseprite\nhero 1.aseprite\nhero 2.aseprite\nfoe 0.aseprite\n"
        "foe 1.aseprite",
        TAGS(TAG("walk", 0, 1) "," TAG("jump", 2, 2) "," TAG("walk", 0, 1)),
        "hero/walk: 0 1\nhero/jump: 2\nfoe/walk: 3 4\n");
    assert_sheet(
        "hero (a) 0.aseprite\nhero (a) 1.aseprite\nhero (b) 0.aseprite\n"
        "hero (b) 1.aseprite\nfoe (a) 0.aseprite\nfoe (a) 1.aseprite",
        TAGS(TAG("x", 0, 0) "," TAG("y", 1, 1) "," TAG("z", 0, 1)),
        "hero/a/x: 0\nhero/b/x: 2\nhero/a/y: 1\nhero/b/y: 3\nfoe/a/z: 4 5\n");
    /* The numbers are in the titles of documents, too. */
    assert_sheet("foe1 0.aseprite\nfoe1 1.aseprite\nfoe2 0.aseprite\nfoe2 1.aseprite",
                 TAGS(TAG("x", 0, 0) "," TAG("y", 1, 1) "," TAG("x", 0, 0) "," TAG("y", 1, 1)),
                 "foe1/x: 0\nfoe1/y: 1\nfoe2/x: 2\nfoe2/y: 3\n");
    /* A document in brackets is none of another's layers. */
    assert_sheet("hero 0.aseprite\nhero 1.aseprite\nhero (old) 0.aseprite\nhero (old) 1.aseprite",
                 TAGS(TAG("x", 0, 0) "," TAG("y", 1, 1) "," TAG("x", 0, 1)),
                 "hero/x: 0\nhero/y: 1\nhero (old)/x: 2 3\n");
    assert_sheet(
        "foe 0.aseprite\nfoe 1.aseprite\nfoe 2.aseprite\nhero (old) 0.aseprite\n"
        "hero (old) 1.aseprite\nhero (new) 0.aseprite\nhero (new) 1.aseprite",
        TAGS(TAG("x", 2, 2) "," TAG("y", 1, 1) "," TAG("z", 0, 1)),
        "foe/x: 2\nhero (old)/y: 4\nhero (new)/z: 5 6\n");
    assert_sheet_wrong(
        "foe 0.aseprite\nfoe 1.aseprite\nhero (old) #a.aseprite\n"
        "hero (new) #b.aseprite",
        TAGS(TAG("a", 0, 0) "," TAG("b", 0, 0) "," TAG("c", 1, 1)), "2:13: " APART);
    /* Layers of one document have their tags together, and these are in two lists. */
    assert_sheet_wrong(
        "hero (a) 0.aseprite\nhero (a) 1.aseprite\nhero (b) 0.aseprite\nhero (b) 1.aseprite",
        TAGS(TAG("x", 0, 0) "," TAG("y", 1, 1) "," TAG("z", 0, 1)), "2:13: " APART);
}

/* Only one document has a frame 2; only one has a tag of that title. */
static void test_documents_told_by_other_means(void **state)
{
    (void)state;
    assert_sheet(
        "hero 0.aseprite\nhero 1.aseprite\nfoe 0.aseprite\nfoe 1.aseprite\n"
        "foe 2.aseprite",
        TAGS(TAG("walk", 0, 2)), "foe/walk: 2 3 4\n");
    assert_sheet("hero 0.aseprite\nhero 1.aseprite\nfoe 0.aseprite\nfoe 1.aseprite",
                 TAGS(TAG("hero walk", 0, 1) "," TAG("foe walk", 0, 1)),
                 "hero walk: 0 1\nfoe walk: 2 3\n");
}

/* --split-tags, and names with {tag} in them. */
static void test_tags_in_names(void **state)
{
    (void)state;
    assert_sheet(
        "hero #jump 0.aseprite\nhero #jump 1.aseprite\nhero #walk 0.aseprite\n"
        "hero #walk 1.aseprite\nhero #walk 2.aseprite",
        TAGS(TAG("walk", 0, 2) "," TAG("jump", 4, 5)), "walk: 2 3 4\njump: 0 1\n");
    /* {title}-{tag}-{tagframe}, with a frame that has no tag. */
    assert_sheet("hero-walk-0\nhero-walk-1\nhero--2\nhero-run-0\nhero-run-1",
                 TAGS(TAG("walk", 0, 1) "," TAG("run", 3, 4)), "walk: 0 1\nrun: 3 4\n");
    /* {tag}{frame}: numbered through. */
    assert_sheet("walk0\nwalk1\nrun2\nrun3", TAGS(TAG("walk", 0, 1) "," TAG("run", 2, 3)),
                 "walk: 0 1\nrun: 2 3\n");
}

/* --split-tags with tags of one frame, whose names have no number. */
static void test_tags_of_one_frame(void **state)
{
    static const char names[] =
        "hero (body) #idle\nhero (hit) #idle\nhero (body) #hurt\nhero (hit) #hurt";
    (void)state;
    assert_sheet(names, TAGS(TAG("idle", 0, 0) "," TAG("hurt", 1, 1)),
                 "body/idle: 0\nhit/idle: 1\nbody/hurt: 2\nhit/hurt: 3\n");
    assert_sheet(names,
                 TAGS(TAG("idle", 3, 3) "," TAG("hurt", 5, 5)) ",\"layers\":[{\"name\":\"body\"},"
                                                               "{\"name\":\"hit\"}]",
                 "body/idle: 0\nhit/idle: 1\nbody/hurt: 2\nhit/hurt: 3\n");
    assert_sheet("hero (body) #hurt\nhero (hit) #hurt", TAGS(TAG("hurt", 1, 1)),
                 "body/hurt: 0\nhit/hurt: 1\n");
    assert_sheet("hero #idle\nhero #run", TAGS(TAG("idle", 1, 1) "," TAG("run", 2, 2)),
                 "idle: 0\nrun: 1\n");
    assert_sheet(
        "hero #idle\nhero #run\nbat #fly\nbat #jump",
        TAGS(TAG("idle", 0, 0) "," TAG("run", 1, 1) "," TAG("fly", 0, 0) "," TAG("jump", 1, 1)),
        "hero/idle: 0\nhero/run: 1\nbat/fly: 2\nbat/jump: 3\n");
    assert_sheet(
        "hero #idle\nhero #run\nbat #run\nbat #jump",
        TAGS(TAG("idle", 0, 0) "," TAG("run", 1, 1) "," TAG("run", 0, 0) "," TAG("jump", 1, 1)),
        "hero/idle: 0\nhero/run: 1\nbat/run: 2\nbat/jump: 3\n");
    /* {tag}, of frames that have one each */
    assert_sheet("idle\nhurt", TAGS(TAG("idle", 0, 0) "," TAG("hurt", 1, 1)), "idle: 0\nhurt: 1\n");
}

/* Two documents have a tag of one name and length, at other frames. */
static void test_tags_of_one_name_in_names(void **state)
{
    (void)state;
    assert_sheet("hero #idle 0\nhero #idle 1\nhero #run 0\nbat #idle 0\nbat #idle 1",
                 TAGS(TAG("idle", 1, 2) "," TAG("run", 6, 6) "," TAG("idle", 0, 1)),
                 "hero/idle: 0 1\nhero/run: 2\nbat/idle: 3 4\n");
}

/* --split-tags, and frames that were left out. */
static void test_parts_of_tags(void **state)
{
    (void)state;
    assert_sheet_wrong("h (A) #idle 0\nh (A) #idle 1\nh (B) #idle 0\nh (A) #run 0\nh (A) #run 1",
                       TAGS(TAG("idle", 1, 2) "," TAG("run", 3, 4)), "2:13: " APART);
    assert_sheet(
        "h (A) #idle 0.ase\nh (B) #idle 1.ase",
        TAGS(TAG("idle", 0,
                 1)) ",\"version\":\"1.3.9\",\"layers\":[{\"name\":\"A\"},{\"name\":\"B\"}]",
        "A/idle: 0\nB/idle: 1\n");
}

/* "Ignore Empty" and --split-tags: the numbers count in the tag. */
static void test_parts_of_tags_of_one_document(void **state)
{
    static const char tags[] = TAGS(TAG("idle", 0, 2) "," TAG("run", 3, 5) "," TAG("off", 6, 7));
    char meta[300];
    (void)state;
    snprintf(meta, sizeof meta, "%s,\"version\":\"1.3.9.2-x64\"", tags);
    assert_sheet(
        "hero #idle 0.aseprite\nhero #idle 2.aseprite\nhero #run 1.aseprite\n"
        "hero #run 2.aseprite",
        meta, "idle: 0 1\nrun: 2 3\n");
    assert_sheet(
        "hero (a) #idle 1.aseprite\nhero (b) #idle 0.aseprite\nhero (b) #idle 1.aseprite\n"
        "hero (b) #idle 2.aseprite\nhero (a) #run 2.aseprite",
        meta, "a/idle: 0\nb/idle: 1 2 3\na/run: 4\n");
    /* A slice is at the frames of the document. */
    snprintf(meta, sizeof meta,
             "%s,\"version\":\"1.3.9.2-x64\",\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(4) "]}]",
             tags);
    assert_sheet("hero #idle 2.aseprite\nhero #run 0.aseprite\nhero #run 2.aseprite", meta,
                 "idle: 0\nrun: 1 2\nhit in 2\n");
    /* Not of several documents, and not of versions that moved tags. */
    assert_sheet_wrong(
        "hero #idle 0.ase\nhero #idle 1.ase\nhero #hurt 1.ase",
        TAGS(TAG("idle", 0, 1) "," TAG("hurt", 2, 2)) ",\"version\":\"1.2.25\"",
        "2:13: the names of frames leave numbers out, and it cannot be told which "
        "frames tags and slices mean; please export without 'Ignore Empty', and with "
        "{frame}\n");
    assert_sheet_wrong(
        "hero_run_1\nhero__3", TAGS(TAG("run", 0, 1)) ",\"version\":\"1.3.9\"",
        "2:13: the names of frames leave numbers out, and it cannot be told which "
        "frames tags and slices mean; please export without 'Ignore Empty', and with "
        "{frame}\n");
    assert_sheet_wrong("hero #idle 0.aseprite\nhero #idle 2.aseprite\nhero #run 1.aseprite", tags,
                       "2:13: " APART);
}

/* A tag of which each layer has a part. */
static void test_layers_with_parts_of_a_tag(void **state)
{
    (void)state;
    assert_sheet_wrong("h (A) #idle 0\nh (B) #idle 1\nh (B) #idle 2", TAGS(TAG("idle", 1, 4)),
                       "2:13: " APART);
}

/* {title} ({layer}) #{tag} {frame}, where the tag is the innermost one of the frame. */
static void test_tags_in_tags_in_names(void **state)
{
    static const char tags[] = TAGS(TAG("walk", 0, 2) "," TAG("step", 1, 1));
    static const char listed[] = TAGS(TAG("walk", 0, 2) "," TAG(
        "step", 1, 1)) ",\"layers\":[{\"name\":\"body\"},{\"name\":\"hit\"}]";
    static const char expected[] = "body/walk: 0 1 2\nhit/walk: 3 4 5\nbody/step: 1\nhit/step: 4\n";
    static const char *const bracketed =
        "hero (body) #walk 0.ase\nhero (body) #step 1.ase\nhero (body) #walk 2.ase\n"
        "hero (hit) #walk 0.ase\nhero (hit) #step 1.ase\nhero (hit) #walk 2.ase";
    (void)state;
    assert_sheet(bracketed, tags, expected);
    assert_sheet(bracketed, listed, expected);
    assert_sheet("body/walk_0\nbody/step_1\nbody/walk_2\nhit/walk_0\nhit/step_1\nhit/walk_2",
                 listed, expected);
    /* Not of several documents. */
    assert_sheet_wrong("hero #walk 0\nhero #step 1\nhero #walk 2\nhero 3\nbat #run 0\nbat #run 1",
                       TAGS(TAG("walk", 0, 2) "," TAG("step", 1, 1) "," TAG("run", 0, 1)),
                       "2:13: " APART);
    /* Of several documents, words may be of titles. */
    assert_sheet_wrong("hero walk 0\nhero step 1\nhero walk 2\nhero 3\nbat run 0\nbat run 1",
                       TAGS(TAG("walk", 0, 2) "," TAG("step", 1, 1) "," TAG("run", 0, 1)),
                       "2:13: " APART);
    assert_sheet("hero #walk 0\nhero #step 1\nhero #walk 2", tags, "walk: 0 1 2\nstep: 1\n");
    /* {frame1} */
    assert_sheet("hero #walk 1\nhero #step 2\nhero #walk 3", tags, "walk: 0 1 2\nstep: 1\n");
    /* {tagframe} */
    assert_sheet_wrong("a #walk 0\na #step 0\na #walk 2\nb #walk 0\nb #step 0\nb #walk 2", tags,
                       "2:13: " APART);
}

/* Two documents that are called like their tags, or one with two tags of the same frames: the
 * animations are the same. With a third tag it is not known whose that is. */
static void test_documents_that_are_called_like_tags(void **state)
{
    static const char names[] = "walk 0.aseprite\nwalk 1.aseprite\nrun 0.aseprite\nrun 1.aseprite";
    (void)state;
    assert_sheet(names, TAGS(TAG("walk", 0, 1) "," TAG("run", 0, 1)), "walk: 0 1\nrun: 2 3\n");
    assert_sheet_wrong(names, TAGS(TAG("walk", 0, 1) "," TAG("run", 0, 1) "," TAG("x", 0, 0)),
                       "2:13: " APART);
    assert_sheet_wrong(names,
                       TAGS(TAG("walk", 0, 1) "," TAG("run", 0, 1)) ",\"slices\":[{\"name\":"
                                                                    "\"hit\",\"keys\":[" KEY(
                                                                        0) "]}]",
                       "2:87: the slices of several documents cannot be told apart; please export "
                       "each document by itself, and list its layers (--list-layers)\n");
    /* The frames of "run" are twice there. */
    assert_sheet_wrong("hero_run 0.ase\nhero_run 1.ase\nhero-run 0.ase\nhero-run 1.ase",
                       TAGS(TAG("run", 0, 1) "," TAG("run", 0, 1)), "2:13: " APART);
    assert_sheet_wrong("hero_run-01\nhero-run-01\nhero-run-02",
                       TAGS(TAG("run", 0, 0) "," TAG("run", 0, 1)), "2:13: " APART);
    /* Overlapping tags of one document, each exported for itself. */
    assert_sheet(
        "hero #all 0.ase\nhero #all 1.ase\nhero #all 2.ase\nhero #end 0.ase\n"
        "hero #end 1.ase",
        TAGS(TAG("all", 0, 2) "," TAG("end", 1, 2) "," TAG("one", 1, 1)),
        "all: 0 1 2\nend: 3 4\none: 1\n");
}

/* Words of titles are tags of other documents. */
static void test_titles_with_names_of_tags(void **state)
{
    static const char *const titles[] = {"attack", "hero attack", "hero_attack", "hero-attack"};
    (void)state;
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        char names[200], expected[100];
        snprintf(names, sizeof names,
                 "slime 0.aseprite\nslime 1.aseprite\nslime 2.aseprite\n%s 0.aseprite\n"
                 "%s 1.aseprite",
                 titles[i], titles[i]);
        snprintf(expected, sizeof expected, "slime/attack: 1 2\n%s/loop: 3 4\n", titles[i]);
        assert_sheet(names, TAGS(TAG("attack", 1, 2) "," TAG("loop", 0, 1)), expected);
    }
    /* As the message advises. With a space it would be two tags of "hero", or not. */
    assert_sheet("hero () 0\nhero () 1\nhero run () 0\nhero run () 1",
                 TAGS(TAG("hero/run", 0, 1) "," TAG("hero run/go", 0, 1)),
                 "hero/run: 0 1\nhero run/go: 2 3\n");
    assert_sheet_wrong("hero () 0\nhero () 1\nhero run () 0\nhero run () 1",
                       TAGS(TAG("hero run", 0, 1) "," TAG("hero run go", 0, 1)), "2:13: " APART);
    /* A tag of "hero", or the document "hero run"? */
    assert_sheet_wrong(
        "slime 0.aseprite\nslime 1.aseprite\nhero 0.aseprite\nhero 1.aseprite\n"
        "hero run (a).aseprite\nhero run (b).aseprite",
        TAGS(TAG("hit", 1, 1) "," TAG("idle", 0, 0) "," TAG("run", 0, 0)), "2:13: " APART);
    /* The title keeps its word, whichever document comes first. */
    assert_sheet(
        "hero-attack 0.aseprite\nhero-attack 1.aseprite\nslime 0.aseprite\n"
        "slime 1.aseprite\nslime 2.aseprite",
        TAGS(TAG("windup", 0, 0) "," TAG("hit", 1, 1) "," TAG("attack", 0, 2)),
        "hero-attack/windup: 0\nhero-attack/hit: 1\nslime/attack: 2 3 4\n");
    assert_sheet_wrong(
        "hero-run 0.aseprite\nhero-run 1.aseprite\nhero 0.aseprite\n"
        "hero 1.aseprite\nhero 2.aseprite\nhero 3.aseprite",
        TAGS(TAG("run", 0, 1) "," TAG("idle", 0, 1) "," TAG("run", 2, 3)), "2:13: " APART);
    /* Names of somebody else may have tags and titles. */
    assert_sheet_wrong(
        "coin//0\ncoin//1\ncoin//2\ncoin//3\nhero/run/0\nhero/run/1\n"
        "hero/idle/0\nhero/idle/1",
        TAGS(TAG("run", 0, 1) "," TAG("idle", 2, 3)), "2:13: " APART);
    assert_sheet_wrong(
        "hero () run 0.aseprite\nhero () hit 0.aseprite\nfoe () 0.aseprite\n"
        "foe () 1.aseprite",
        TAGS(TAG("run", 0, 0) "," TAG("hit", 1, 1)), "2:13: " APART);
    /* --tagname-format changes the list, and not the names. */
    assert_sheet_wrong(
        "coin #spin 0\ncoin #spin 1\ncoin #spin 2\ncoin #spin 3\nhero #run 0\n"
        "hero #run 1\nhero #walk 0\nhero #walk 1",
        TAGS(TAG("coin spin", 0, 3) "," TAG("hero run", 0, 1) "," TAG("hero walk", 2, 3)),
        "2:13: " APART);
    /* Names with words of tags have numbers, or have none. */
    assert_sheet_wrong("hero_run.aseprite\nhero-1.aseprite",
                       TAGS(TAG("idle", 0, 0) "," TAG("run", 0, 0)), "2:13: " APART);
    /* Behind a "#" it is a tag, and that of no other document. */
    assert_sheet("hero 0.aseprite\nhero 1.aseprite\nslime #hit2.aseprite", TAGS(TAG("hit2", 0, 0)),
                 "slime/hit2: 2\n");
}

/* Where a document is exported by its tags, all documents are: a title may have a "#", too. */
static void test_titles_with_the_mark_of_a_tag(void **state)
{
    (void)state;
    assert_sheet_wrong(
        "slime 0.aseprite\nslime 1.aseprite\nhero #attack 0.aseprite\n"
        "hero #attack 1.aseprite",
        TAGS(TAG("attack", 0, 1) "," TAG("run", 0, 1)), "2:13: " APART);
    assert_sheet_wrong("slime #1.aseprite\nboss 0.aseprite\nboss 1.aseprite",
                       TAGS(TAG("walk", 0, 0) "," TAG("1", 0, 0) "," TAG("attack", 1, 1)),
                       "2:13: " APART);
    assert_sheet_wrong("coin #run.aseprite\nhero 0.aseprite\nhero 1.aseprite",
                       TAGS(TAG("run", 0, 0) "," TAG("walk", 1, 1)), "2:13: " APART);
}

/* A tag may begin with the title of another document. */
static void test_tags_that_begin_with_titles(void **state)
{
    (void)state;
    assert_sheet("hero #sword-swing 0.ase\nhero #sword-swing 1.ase\nsword 0.ase\nsword 1.ase",
                 TAGS(TAG("sword-swing", 0, 1)), "hero/sword-swing: 0 1\n");
    assert_sheet("hero 0.ase\nhero 1.ase\nhero 2.ase\nhero 3.ase\nsword 0.ase\nsword 1.ase",
                 TAGS(TAG("sword-swing", 2, 3)), "hero/sword-swing: 2 3\n");
    assert_sheet_wrong("hero 0.ase\nhero 1.ase\nsword 0.ase\nsword 1.ase",
                       TAGS(TAG("sword-swing", 0, 1)), "2:13: " APART);
    assert_sheet("hero 0.ase\nhero 1.ase\nsword 0.ase\nsword 1.ase", TAGS(TAG("sword/swing", 0, 1)),
                 "sword/swing: 2 3\n");
    assert_sheet("hero (a) 0\nhero (b) 0\nfoe (a) 0\nfoe (a) 1",
                 TAGS(TAG("hero/x", 0, 0) "," TAG("foe/x", 0, 1)),
                 "hero/a/x: 0\nhero/b/x: 1\nfoe/a/x: 2 3\n");
    assert_sheet("hero () 0\nhero () 1\nfoe () 0",
                 TAGS(TAG("hero/x", 0, 1)) ",\"layers\":[{\"name\":\"a\"}]", "hero/x: 0 1\n");
    /* What stands behind a layer is of the same pattern. */
    assert_sheet("run (a) 0.ase\nrun (a) 1.ase\nhero (old) (a) #run fast.ase",
                 TAGS(TAG("run fast", 0, 0)), "hero (old)/run fast: 2\n");
    /* --tagname-format '{title} {tag}' names two documents, or goes with names of its own. */
    assert_sheet("hero 0.ase\nhero 1.ase\nsword 0.ase\nsword 1.ase",
                 TAGS(TAG("hero run", 0, 1) "," TAG("sword swing", 0, 1)),
                 "hero run: 0 1\nsword swing: 2 3\n");
    assert_sheet("hero () 0\nhero () 1\nsword () 0\nsword () 1", TAGS(TAG("sword swing", 0, 1)),
                 "sword swing: 2 3\n");
}

/* "Ignore Empty", and layers that are drawn one after the other. */
static void test_layers_whose_numbers_go_on(void **state)
{
    static const char version[] = ",\"version\":\"1.3.9\"";
    char meta[200];
    (void)state;
    snprintf(meta, sizeof meta, "%s%s", TAGS(TAG("swing", 0, 3)), version);
    assert_sheet("door (open) 0.ase\ndoor (open) 1.ase\ndoor (shut) 2.ase\ndoor (shut) 3.ase", meta,
                 "open/swing: 0 1\nshut/swing: 2 3\n");
    assert_sheet(
        "door (open) #swing 0.ase\ndoor (open) #swing 1.ase\ndoor (shut) #swing 2.ase\n"
        "door (shut) #swing 3.ase",
        meta, "open/swing: 0 1\nshut/swing: 2 3\n");
}

static void test_a_title_with_the_name_of_a_tag(void **state)
{
    (void)state;
    assert_sheet("hero_jump #idle.ase\nhero_jump #jump.ase\nhero_jump #fall.ase",
                 TAGS(TAG("idle", 0, 0) "," TAG("jump", 1, 1) "," TAG("fall", 2, 2)),
                 "idle: 0\njump: 1\nfall: 2\n");
}

/* What is in brackets is a layer. */
static void test_layers_with_names_of_tags(void **state)
{
    static const char layers[] = ",\"layers\":[{\"name\":\"arm run\"},{\"name\":\"#run\"}]";
    (void)state;
    for (int listed = 0; listed < 2; listed++) {
        char meta[300];
        snprintf(meta, sizeof meta, "%s%s", TAGS(TAG("run", 0, 0)), listed ? layers : "");
        assert_sheet("hero (arm run).aseprite\nhero (#run).aseprite", meta,
                     "arm run/run: 0\n#run/run: 1\n");
    }
}

/* The layers of a document are called in one way. */
static void test_layers_that_are_called_in_two_ways(void **state)
{
    static const char layers[] = ",\"layers\":[{\"name\":\"old\"},{\"name\":\"1\"}]";
    char meta[200];
    (void)state;
    snprintf(meta, sizeof meta, "%s,\"version\":\"1.3.9\"",
             TAGS(TAG("x", 0, 0) "," TAG("y", 0, 0) "," TAG("y", 0, 1)));
    assert_sheet_wrong("hero (a).aseprite\nhero (b) 0.aseprite\nhero (b) 1.aseprite", meta,
                       "2:13: " APART);
    assert_sheet_wrong("hero (a) #run.aseprite\nhero (b).aseprite", TAGS(TAG("run", 0, 0)),
                       "2:13: " APART);
    snprintf(meta, sizeof meta, "%s%s", TAGS(TAG("x", 0, 0) "," TAG("y", 1, 1)), layers);
    assert_sheet_wrong("hero (old) 0.ase\nhero (old) 1.ase\nhero-1 0.ase\nhero-1 1.ase", meta,
                       "2:13: " APART);
    assert_sheet_wrong("hero old 0.ase\nhero old 1.ase\nhero-1 0.ase\nhero-1 1.ase", meta,
                       "2:13: " APART);
    /* A document has a title, or none has. */
    assert_sheet_wrong("foe 0.ase\nfoe 1.ase\nold.ase\nolder.ase",
                       TAGS(TAG("x", 1, 1) "," TAG("y", 0, 0)) ",\"layers\":[{\"name\":\"old\"},"
                                                              "{\"name\":\"older\"}]",
                       "2:13: " APART);
    /* What a "#" marks is no layer. */
    snprintf(meta, sizeof meta, "%s%s", TAGS(TAG("hero 1", 1, 2)), layers);
    assert_sheet_wrong("hero #1 0.ase\nhero #1 1.ase\nfoe 0.ase\nfoe 1.ase\nfoe 2.ase", meta,
                       "2:13: " APART);
}

static void test_documents_of_one_frame_alone(void **state)
{
    (void)state;
    /* Of other names it is no document of one frame. */
    assert_sheet("hero_001\nhero_002", "\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(0) "]}]",
                 "hit in 0\nhit in 1\n");
    assert_sheet_wrong("hero.ase\nhero-1.ase", TAGS(TAG("a", 0, 0) "," TAG("b", 0, 0)),
                       "2:13: " APART);
    assert_sheet("hero.ase\nhero-1.ase", TAGS(TAG("hero/a", 0, 0) "," TAG("hero-1/b", 0, 0)),
                 "hero/a: 0\nhero-1/b: 1\n");
}

/* A word of a title may be the name of a listed layer. */
static void test_titles_with_names_of_layers(void **state)
{
    static const char layers[] = ",\"layers\":[{\"name\":\"body\"},{\"name\":\"head\"}]";
    static const char names[] =
        "hero_body 0.aseprite\nhero_body 1.aseprite\nhero_head 0.aseprite\nhero_head 1.aseprite";
    char meta[300];
    (void)state;
    snprintf(meta, sizeof meta, "%s%s", TAGS(TAG("a", 0, 0) "," TAG("b", 1, 1)), layers);
    assert_sheet_wrong(names, meta, "2:13: " APART);
    snprintf(meta, sizeof meta, "\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(0) "]}]%s", layers);
    assert_sheet_wrong(names, meta,
                       "2:10: the slices of several documents cannot be told apart; please export "
                       "each document by itself, and list its layers (--list-layers)\n");
    snprintf(meta, sizeof meta, "%s%s", TAGS(TAG("a", 1, 1) "," TAG("b", 0, 0)), layers);
    assert_sheet(names, meta, "hero_body/a: 1\nhero_head/b: 2\n");
}

/* Tags of one name in several documents, of which some are as long as others. */
static void test_tags_of_one_name_and_many_lengths(void **state)
{
    (void)state;
    assert_sheet(
        "a #idle 0.ase\na #idle 1.ase\na #idle 2.ase\na #run.ase\nb #idle 0.ase\n"
        "b #idle 1.ase\nb #run.ase",
        TAGS(TAG("idle", 0, 2) "," TAG("run", 3, 3) "," TAG("idle", 0, 1) "," TAG(
            "run", 2, 2)) ",\"version\":\"1.3.9\"",
        "a/idle: 0 1 2\na/run: 3\nb/idle: 4 5\nb/run: 6\n");
}

/* Documents that are called like their tags or layers, of which each has layers of its own. */
static void test_documents_that_are_called_like_tags_with_layers(void **state)
{
    static const char tags[] = TAGS(TAG("idle", 0, 1) "," TAG("attack", 0, 1));
    static const char layers[] = TAGS(TAG("run", 0, 1) "," TAG(
        "blink", 0, 1)) ",\"layers\":[{\"name\":\"body\"},{\"name\":\"head\"}]";
    (void)state;
    assert_sheet_wrong(
        "idle (a) 0.ase\nidle (a) 1.ase\nattack (a) 0.ase\nattack (a) 1.ase\n"
        "attack (b) 0.ase\nattack (b) 1.ase",
        tags, "2:13: " APART);
    assert_sheet_wrong("body 0.ase\nbody 1.ase\nhead 0.ase\nhead 1.ase", layers, "2:13: " APART);
    /* Exported by tags, they are in order. */
    assert_sheet("a #idle 0.ase\na #idle 1.ase\nb #idle 0.ase\nb #idle 1.ase",
                 TAGS(TAG("idle", 0, 1) "," TAG("idle", 0, 1)), "a/idle: 0 1\nb/idle: 2 3\n");
    assert_sheet("a (x) #run.ase\na (y) #run.ase\nb (x) #idle.ase\nb (x) #run.ase",
                 TAGS(TAG("run", 0, 0) "," TAG("idle", 0, 0) "," TAG("run", 1, 1)),
                 "a/x/run: 0\na/y/run: 1\nb/x/idle: 2\nb/x/run: 3\n");
}

/* The title of the only document has the name of its tag or its layer, which changes nothing. */
static void test_slices_of_a_title_with_the_name_of_a_tag(void **state)
{
    static const char slices[] = ",\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(1) "]}]";
    char meta[300];
    (void)state;
    snprintf(meta, sizeof meta, "%s%s", TAGS(TAG("run", 0, 1)), slices);
    assert_sheet("hero_run 0.ase\nhero_run 1.ase", meta, "run: 0 1\nhit in 1\n");
    snprintf(meta, sizeof meta, "%s%s,\"layers\":[{\"name\":\"body\"}]",
             TAGS(TAG("a", 0, 0) "," TAG("b", 1, 1)), slices);
    assert_sheet("hero_body 0.ase\nhero_body 1.ase", meta, "a: 0\nb: 1\nhit in 1\n");
}

/* "Ignore Empty", and a title with the name of a tag. */
static void test_a_title_with_the_name_of_a_tag_and_gaps(void **state)
{
    (void)state;
    assert_sheet("hero_run 0.ase\nhero_run 2.ase\nhero_run 3.ase",
                 TAGS(TAG("idle", 0, 1) "," TAG("run", 2, 3)) ",\"version\":\"1.3.9\"",
                 "idle: 0\nrun: 1 2\n");
}

/* Names that are not Aseprite's may be of layers, of which some end before others. */
static void test_layers_that_look_like_documents(void **state)
{
    (void)state;
    assert_sheet_wrong("body_0\nbody_1\nbody_2\nhat_0\nhat_1",
                       TAGS(TAG("a", 0, 1) "," TAG("b", 2, 2)) ",\"version\":\"1.3.9\"",
                       "2:13: " APART);
    assert_sheet("body_0\nbody_1\nbody_2\nhat_0\nhat_1", TAGS(TAG("a", 2, 2) "," TAG("b", 0, 1)),
                 "body/a: 2\nhat/b: 3 4\n");
    /* Tags with titles are of no other document. */
    assert_sheet_wrong("tree__0\ntree__1\ntree__2\nhero_run_0\nhero_run_1",
                       TAGS(TAG("hero/walk", 1, 2) "," TAG("hero/run", 0, 1)), "2:13: " APART);
    assert_sheet_wrong(
        "enemy0\nenemy20\nenemy21",
        TAGS(TAG("enemy/a", 0, 0) "," TAG("enemy2/b", 0, 1)) ",\"version\":\"1.3.9\"",
        "2:13:" LEFT_OUT_OF_ONE);
}

/* As the message advises, also where a title has a "#". */
static void test_titles_with_a_mark_and_tags_with_titles(void **state)
{
    (void)state;
    assert_sheet("hero #1 () 0\nhero #1 () 1\nfoe () 0",
                 TAGS(TAG("hero #1/run", 0, 1) "," TAG("foe/run", 0, 0)),
                 "hero #1/run: 0 1\nfoe/run: 2\n");
}

/* Of a document with tags from 0 to 9 only one was exported, and its numbers are those of the
 * document; others are listed beside it, or not. */
static void test_one_tag_alone(void **state)
{
    (void)state;
    assert_sheet("hero 0.aseprite\nhero 1.aseprite", TAGS(TAG("run", 4, 5)), "run: 0 1\n");
    assert_sheet("hero 0.aseprite\nhero 1.aseprite",
                 TAGS(TAG("run", 4, 5)) ",\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(0) "]},"
                                        "{\"name\":\"late\",\"keys\":[" KEY(5) "," KEY(9) "]}]",
                 "run: 0 1\nhit in 0\nhit in 1\nlate in 1\n");
    assert_sheet("hero #run 0.aseprite\nhero #run 1.aseprite",
                 TAGS(TAG("walk", 0, 3) "," TAG("run", 4, 5)), "run: 0 1\n");
    assert_sheet("hero #walk 0.aseprite\nhero #walk 1.aseprite",
                 TAGS(TAG("walk", 0, 1) "," TAG("run", 4, 5)), "walk: 0 1\n");
    /* The document goes on. */
    assert_sheet(
        "hero #walk 0.aseprite\nhero #walk 1.aseprite",
        TAGS(TAG("walk", 0, 1)) ",\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(0) "," KEY(9) "]}]",
        "walk: 0 1\nhit in 0\nhit in 1\n");
}

static void test_tags_of_one_name(void **state)
{
    (void)state;
    assert_sheet("hero 0.aseprite\nhero 1.aseprite",
                 TAGS(TAG("run", 0, 0) "," TAG("run", 1, 1) "," TAG("run", 0, 1)),
                 "run: 0\nrun#2: 1\nrun#3: 0 1\n");
}

/* Another pattern: the names of the layers are listed (--list-layers). */
static void test_listed_layers(void **state)
{
    (void)state;
    assert_sheet(
        "hero-body-0\nhero-body-1\nhero-body hat-0\nhero-body hat-1",
        TAGS(TAG("walk", 0, 1)) ",\"layers\":[{\"name\":\"body\"},{\"name\":\"body hat\"}]",
        "body/walk: 0 1\nbody hat/walk: 2 3\n");
}

/* ---- Regions ------------------------------------------------------------------------------ */

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

/* ---- What cannot be told ------------------------------------------------------------------- */

static void test_what_cannot_be_told(void **state)
{
    (void)state;
    /* Whose tags? */
    assert_sheet_wrong("hero 0.aseprite\nhero 1.aseprite\nfoe 0.aseprite\nfoe 1.aseprite",
                       TAGS(TAG("walk", 0, 1)), "2:13: " APART);
    assert_sheet_wrong("hero 0.aseprite\nhero 1.aseprite\nfoe 0.aseprite\nfoe 1.aseprite",
                       TAGS(TAG("a", 0, 0) "," TAG("b", 0, 1)), "2:13: " APART);
    /* More lists than documents. */
    assert_sheet_wrong(
        "hero 0.aseprite\nhero 1.aseprite\nfoe 0.aseprite\nfoe 1.aseprite",
        TAGS(TAG("a", 1, 1) "," TAG("b", 0, 1) "," TAG("c", 1, 1) "," TAG("d", 0, 1)),
        "2:13: " APART);
    /* Frames or documents of one frame? */
    assert_sheet_wrong("foe1.aseprite\nfoe2.aseprite", TAGS(TAG("a", 0, 0) "," TAG("b", 0, 0)),
                       "2:13: " APART);
    assert_sheet("foe1.aseprite\nfoe2.aseprite", TAGS(TAG("a", 0, 0) "," TAG("b", 1, 1)),
                 "a: 0\nb: 1\n");
    /* Layers or documents? */
    assert_sheet_wrong("hero-body-0\nhero-body-1\nhero-hat-0\nhero-hat-1", TAGS(TAG("a", 0, 1)),
                       "2:13: " APART);
    assert_sheet_wrong("hero 0.aseprite\nhero 2.aseprite\nhero 1.aseprite", TAGS(TAG("a", 0, 1)),
                       "2:13: the frames of one sprite do not follow each other: 'hero "
                       "1.aseprite' comes after others of the same name; please export them in "
                       "order, and a document whose title ends in a number by itself\n");
    assert_sheet_wrong("hero 0.aseprite\nhero 1.aseprite", TAGS(TAG("a", 0, 2)),
                       "2:40: tag 'a': to must be a whole number from 0 to 1, not 2; if Aseprite "
                       "left out empty frames, please export without 'Ignore Empty'\n");
    assert_sheet_wrong("hero 0.aseprite\nfoe 0.aseprite",
                       "\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(0) "]}]",
                       "2:10: the slices of several documents cannot be told apart; please export "
                       "each document by itself, and list its layers (--list-layers)\n");
}

/* ---- Damage -------------------------------------------------------------------------------- */

/* Every beginning, and every byte changed to some that mean something. */
static void test_damage(void **state)
{
    char *const text = write_sheet(
        "hero (a) #x 0.ase\nhero (a) #x 1.ase\nfoe (b) 0.ase\nfoe (b) 1.ase\nfoe (c) 0.ase",
        TAGS(TAG("x", 0, 1) "," TAG("y", 0, 0)) ",\"layers\":[{\"name\":\"a\"}],"
                                                "\"slices\":[{\"name\":\"hit\",\"keys\":[" KEY(
                                                    0) "]}]");
    (void)state;
    assert_damage(text);
    for (size_t i = 0; text[i] != '\0'; i++)
        for (const char *to = "9\"}(#"; *to != '\0'; to++) {
            const char was = text[i];
            struct diagnostics diagnostics = {0};
            struct atlas atlas = {0};
            text[i] = *to;
            const struct atlas_format *const found = atlas_guess(text, strlen(text));
            const bool ok =
                found != NULL && found->read(text, strlen(text), "x.json", &atlas, &diagnostics);
            assert_true(found == NULL || ok == (diagnostics.errors == 0));
            diagnostics_free(&diagnostics);
            atlas_free(&atlas);
            text[i] = was;
        }
    free(text);
}

/* A million steps, items and tags are refused or read in a moment. */
static void test_huge_counts(void **state)
{
    struct text names = {0}, tags = {0};
    char line[100];
    (void)state;
    for (int i = 0; i < 3000; i++) {
        snprintf(line, sizeof line, "%sd%d x 0.ase\nd%d x 1.ase", i > 0 ? "\n" : "", i, i);
        text_add_string(&names, line);
    }
    for (int i = 0; i < 3000; i++) {
        snprintf(line, sizeof line, "%s{\"name\":\"t%d\",\"from\":0,\"to\":1}",
                 i > 0 ? "," : "\"frameTags\":[", i);
        text_add_string(&tags, line);
    }
    text_add_string(&tags, "]");
    assert_sheet_wrong(names.bytes, tags.bytes,
                       "2:13: it has more than 1024 tags, or documents and layers; please export "
                       "them into several sheets\n");
    text_free(&names);
    text_free(&tags);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_slices_of_layers),
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_documents_told_by_other_means),
        cmocka_unit_test(test_tags_in_names),
        cmocka_unit_test(test_tags_of_one_frame),
        cmocka_unit_test(test_tags_of_one_name_in_names),
        cmocka_unit_test(test_parts_of_tags),
        cmocka_unit_test(test_parts_of_tags_of_one_document),
        cmocka_unit_test(test_layers_with_parts_of_a_tag),
        cmocka_unit_test(test_tags_in_tags_in_names),
        cmocka_unit_test(test_documents_that_are_called_like_tags),
        cmocka_unit_test(test_titles_with_names_of_tags),
        cmocka_unit_test(test_titles_with_the_mark_of_a_tag),
        cmocka_unit_test(test_tags_that_begin_with_titles),
        cmocka_unit_test(test_layers_whose_numbers_go_on),
        cmocka_unit_test(test_a_title_with_the_name_of_a_tag),
        cmocka_unit_test(test_layers_with_names_of_tags),
        cmocka_unit_test(test_layers_that_are_called_in_two_ways),
        cmocka_unit_test(test_documents_of_one_frame_alone),
        cmocka_unit_test(test_titles_with_names_of_layers),
        cmocka_unit_test(test_tags_of_one_name_and_many_lengths),
        cmocka_unit_test(test_documents_that_are_called_like_tags_with_layers),
        cmocka_unit_test(test_slices_of_a_title_with_the_name_of_a_tag),
        cmocka_unit_test(test_a_title_with_the_name_of_a_tag_and_gaps),
        cmocka_unit_test(test_layers_that_look_like_documents),
        cmocka_unit_test(test_titles_with_a_mark_and_tags_with_titles),
        cmocka_unit_test(test_one_tag_alone),
        cmocka_unit_test(test_tags_of_one_name),
        cmocka_unit_test(test_listed_layers),
        cmocka_unit_test(test_regions_that_go_on_to_a_grid),
        cmocka_unit_test(test_what_cannot_be_told),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_huge_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
