/*
 * test_sequences.c - which frames belong together by their names, and in what order
 */

#include "support/cmocka_all.h"

#include "bake/animations.h"
#include "support/model_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A bake of inputs that are one pixel large. */
struct bake {
    struct sequences sequences;
    struct model model;
    size_t taken; /* sprites of inputs that have ended */
    bool strip_extension;
};

static struct model_sprite *add_sprite(struct bake *bake, const char *name, uint32_t animate)
{
    char *const origin = text_format("art/%s", name);
    struct model_sprite sprite = {.name = name,
                                  .source = "art.png",
                                  .origin = origin,
                                  .width = 1,
                                  .height = 1,
                                  .animate = animate};
    struct mask mask = {0};
    struct points points = {.present = false};

    model_add(&bake->model, &sprite, &mask, &points);
    free(origin);
    return &bake->model.sprites[bake->model.sprite_count - 1];
}

static void end_input(struct bake *bake, const char *input)
{
    sequences_take(&bake->sequences, &bake->model, bake->taken, input, !bake->strip_extension);
    bake->taken = bake->model.sprite_count;
}

/* Pictures, each an input of its own; their names are apart by '|'. */
static void add_pictures(struct bake *bake, const char *names)
{
    static char kept[32][64]; /* as they must stay */
    static size_t used;

    for (; *names; names += strspn(names, "|")) {
        const size_t length = strcspn(names, "|");
        char *const name = kept[used++ % 32];

        snprintf(name, sizeof kept[0], "%.*s", (int)length, names);
        add_sprite(bake, name, 100);
        end_input(bake, name);
        names += length;
    }
}

/* One line an animation: "run: run_1.png run_2.png". */
static void assert_animations(struct bake *bake, const char *expected)
{
    struct text text = {0};

    sequences_pour(&bake->sequences, &bake->model, NULL);
    model_order(&bake->model);
    text_add(&text, "", 0);
    for (size_t i = 0; i < bake->model.animation_count; i++) {
        const struct model_animation *const animation = &bake->model.animations[i];

        text_add_string(&text, animation->name);
        text_add_string(&text, ":");
        for (uint32_t k = 0; k < animation->count; k++) {
            text_add_string(&text, " ");
            text_add_string(&text, animation->frames[k]);
            if (animation->durations[k] == 100)
                continue;
            text_add_string(&text, "*");
            text_add_number(&text, animation->durations[k]);
        }
        text_add_string(&text, animation->joined ? " joined\n" : "\n");
    }
    assert_string_equal(text.bytes, expected);
    text_free(&text);
    sequences_free(&bake->sequences);
    model_free(&bake->model);
    *bake = (struct bake){.strip_extension = bake->strip_extension};
}

static void assert_pictures(const char *names, const char *expected)
{
    struct bake bake = {.strip_extension = false};

    add_pictures(&bake, names);
    assert_animations(&bake, expected);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static void frames_go_by_their_numbers(void **state)
{
    (void)state;
    assert_pictures("run_10.png|run_9.png|run_008.png|run_100000000000000000000.png",
                    "run: run_008.png run_9.png run_10.png\n");
    assert_pictures("run1.png|run01.png|run001.png", "");
    assert_pictures("run_99999999999999999999.png|run_100000000000000000000.png", "");
}

static void the_name_is_what_stands_before_the_number(void **state)
{
    (void)state;
    assert_pictures("run_0001.png|run_0002.png", "run: run_0001.png run_0002.png\n");
    assert_pictures("run 1.png|run 2.png", "run: run 1.png run 2.png\n");
    assert_pictures("run.1.png|run.2.png", "run: run.1.png run.2.png\n");
    assert_pictures("run - 1.png|run - 2.png", "run: run - 1.png run - 2.png\n");
    assert_pictures("run (1).png|run (2).png", "run: run (1).png run (2).png\n");
    assert_pictures("run[1].png|run[2].png", "run: run[1].png run[2].png\n");
    assert_pictures("run+0.png|run+1.png", "run: run+0.png run+1.png\n");
    assert_pictures("run~0.png|run~1.png", "run: run~0.png run~1.png\n");
    assert_pictures("c++ run_+~0.png|c++ run_+~1.png",
                    "c++ run: c++ run_+~0.png c++ run_+~1.png\n");
    assert_pictures("a/b/run1.png|a/b/run2.png", "a/b/run: a/b/run1.png a/b/run2.png\n");
    assert_pictures("w2_1.png|w2_2.png|w1_1.png|w1_2.png",
                    "w1: w1_1.png w1_2.png\nw2: w2_1.png w2_2.png\n");
}

static void frames_that_are_but_numbers_are_called_by_their_folder(void **state)
{
    (void)state;
    assert_pictures("hero/run/1.png|hero/run/2.png", "hero/run: hero/run/1.png hero/run/2.png\n");
    assert_pictures("run/_1.png|run/_2.png", "run: run/_1.png run/_2.png\n");
    assert_pictures("1.png|2.png|(3).png|(4).png", "");
}

static void one_frame_is_no_sequence(void **state)
{
    (void)state;
    assert_pictures("run_1.png|walk_1.png|a/run_2.png|run.png|runs_2.png", "");
    assert_pictures("run_1x.png|run_2x.png|run 1).png|run 2).png|run(1].png|run(2].png", "");
}

static void names_of_an_atlas_need_no_extension(void **state)
{
    (void)state;
    struct bake bake = {.strip_extension = false};

    add_sprite(&bake, "v1.hero_01", 100);
    add_sprite(&bake, "v1.hero_02", 100);
    add_sprite(&bake, "hero 0.aseprite", 100);
    add_sprite(&bake, "hero 1.aseprite", 100);
    add_sprite(&bake, "big.2", 100);
    add_sprite(&bake, "big.1", 100);
    end_input(&bake, "hero.json");
    assert_animations(&bake,
                      "big: big.1 big.2\n"
                      "hero: hero 0.aseprite hero 1.aseprite\n"
                      "v1.hero: v1.hero_01 v1.hero_02\n");
}

static void names_without_extensions_have_none(void **state)
{
    (void)state;
    struct bake bake = {.strip_extension = true};

    add_pictures(&bake, "a.run1|a.run2|b1.run|b2.run");
    assert_animations(&bake, "a.run: a.run1 a.run2\n");
    add_sprite(&bake, "tiles.big#1", 100);
    end_input(&bake, "tiles.big.png");
    assert_animations(&bake, "tiles.big: tiles.big#1\n");
}

/* ---- Cells ---------------------------------------------------------------------------------- */

static void cells_of_a_sheet_are_one(void **state)
{
    (void)state;
    struct bake bake = {.strip_extension = false};

    for (int i = 11; i > 8; i--) {
        char name[32];

        snprintf(name, sizeof name, "hero/run.png#%d", i);
        add_sprite(&bake, name, 100);
    }
    end_input(&bake, "hero/run.png");
    assert_animations(&bake, "hero/run: hero/run.png#9 hero/run.png#10 hero/run.png#11\n");
}

static void cells_are_one_alone_and_two_sheets_are_two(void **state)
{
    (void)state;
    struct bake bake = {.strip_extension = false};

    add_sprite(&bake, "run_1.png#0", 100);
    end_input(&bake, "run_1.png");
    add_sprite(&bake, "run_2.png#0", 100);
    add_sprite(&bake, "run_2.png#1", 100);
    end_input(&bake, "run_2.png");
    assert_animations(&bake, "run_1: run_1.png#0\nrun_2: run_2.png#0 run_2.png#1\n");
}

/* ---- What is asked for ---------------------------------------------------------------------- */

static void each_frame_stays_as_long_as_it_says(void **state)
{
    (void)state;
    struct bake bake = {.strip_extension = false};

    add_sprite(&bake, "run_1", 50);
    add_sprite(&bake, "run_2", 4000000000);
    add_sprite(&bake, "run_3", 0); /* not asked for */
    end_input(&bake, "hero.json");
    assert_animations(&bake, "run: run_1*50 run_2*4000000000\n");
}

static void layers_are_in_none(void **state)
{
    (void)state;
    struct bake bake = {.strip_extension = true};

    add_sprite(&bake, "run_1:hit1", 100)->layer = "hit1";
    add_sprite(&bake, "run_1:hit2", 100)->layer = "hit2";
    add_sprite(&bake, "run_1", 100);
    add_sprite(&bake, "run_2", 100);
    end_input(&bake, "hero.json");
    assert_animations(&bake, "run: run_1 run_2\n");
}

static void masks_are_joined_when_all_ask_for_it(void **state)
{
    (void)state;
    struct bake bake = {.strip_extension = false};

    add_sprite(&bake, "run_1", 100)->joined = true;
    add_sprite(&bake, "run_2", 100)->joined = true;
    add_sprite(&bake, "walk_1", 100)->joined = true;
    add_sprite(&bake, "walk_2", 100);
    end_input(&bake, "hero.json");
    assert_animations(&bake, "run: run_1 run_2 joined\nwalk: walk_1 walk_2\n");
}

/* ---- Where they come from ------------------------------------------------------------------- */

static void frames_of_files_that_shards_may_part_are_not_together(void **state)
{
    (void)state;
    struct bake bake = {.strip_extension = true};

    add_sprite(&bake, "run_1", 100);
    end_input(&bake, "a.json");
    add_sprite(&bake, "run_2", 100);
    end_input(&bake, "b.json");
    assert_animations(&bake, "");
    add_sprite(&bake, "run_1", 100);
    end_input(&bake, "x/hero-0.json");
    add_sprite(&bake, "run_2", 100);
    end_input(&bake, "x/hero-10.json");
    add_sprite(&bake, "run_3", 100);
    end_input(&bake, "x2/hero-0.json");
    assert_animations(&bake, "run: run_1 run_2\n");
}

static void animations_of_an_atlas_keep_their_frames_and_get_durations(void **state)
{
    (void)state;
    struct bake bake = {.strip_extension = false};
    const struct model_animation run = {
        .name = "run",
        .origin = "hero.atlas",
        .frames = (const char *[]){"run#0", "run#1", "run#0"},
        .durations = (uint32_t[]){0, 40, 0},
        .count = 3,
    };

    add_sprite(&bake, "run#1", 70);
    add_sprite(&bake, "run#0", 100);
    add_sprite(&bake, "walk#0", 100);
    model_add_animation(&bake.model, &run);
    end_input(&bake, "hero.atlas");
    assert_animations(&bake, "run: run#0 run#1*40 run#0\nwalk: walk#0\n");
}

/* A sequence has gaps in none of them. */
static void a_sequence_is_whole_or_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *own, *frames; /* an animation of the atlas */
        const char *expected;
    } cases[] = {
        {"jump", "run_2", "jump: run_2\nrun: run_1 run_2 run_3\n"},
        {"jump", "run_1 run_2", "jump: run_1 run_2\nrun: run_1 run_2 run_3\n"},
        {"jump", "run_3 run_2 run_1", "jump: run_3 run_2 run_1\n"},
        {"run", "run_1 run_3", "run: run_1 run_3\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const uint32_t durations[] = {100, 100, 100};
        struct bake bake = {.strip_extension = false};
        for (int k = 1; k <= 3; k++) {
            char name[16];
            snprintf(name, sizeof name, "run_%d", k);
            add_sprite(&bake, name, 100);
        }
        end_input(&bake, "hero.json");
        model_animate(&bake.model, cases[i].own, cases[i].frames, durations);
        bake.model.animations[0].joined = false;
        assert_animations(&bake, cases[i].expected);
    }
}

static void frames_of_an_atlas_that_are_but_numbers_are_called_after_it(void **state)
{
    (void)state;
    static const char *const files[] = {"walk.json", "art/walk.json", "walk-0.json",
                                        "walk(1).json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct bake bake = {.strip_extension = false};
        add_sprite(&bake, "2.png", 100);
        add_sprite(&bake, "1.png", 100);
        end_input(&bake, files[i]);
        assert_animations(&bake, "walk: 1.png 2.png\n");
    }
    assert_pictures("1.png|2.png", "");
    assert_pictures("(1).png|(2).png", "");
}

static void the_order_of_inputs_does_not_matter(void **state)
{
    (void)state;
    static const char expected[] = "a: a1.png a2.png a3.png\nb: b1.png b2.png\n";

    assert_pictures("a1.png|b1.png|a2.png|b2.png|a3.png", expected);
    assert_pictures("b2.png|a3.png|b1.png|a2.png|a1.png", expected);
}

static void a_name_that_is_given_already_is_told_with_both_origins(void **state)
{
    (void)state;
    static const uint32_t durations[] = {1};
    struct bake bake = {.strip_extension = false};
    struct model_cursor cursor = {0};
    struct error err;

    add_pictures(&bake, "hero.png|run_1.png|run_2.png");
    model_animate(&bake.model, "run", "hero.png", durations);
    sequences_pour(&bake.sequences, &bake.model, NULL);
    model_sort(&bake.model);
    assert_true(model_next_fault(&bake.model, &cursor, &err));
    assert_string_equal(err.text,
                        "two animations are named 'run': one from a test, one from "
                        "art/run_1.png");
    assert_false(model_next_fault(&bake.model, &cursor, &err));
    sequences_free(&bake.sequences);
    model_free(&bake.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_go_by_their_numbers),
        cmocka_unit_test(the_name_is_what_stands_before_the_number),
        cmocka_unit_test(frames_that_are_but_numbers_are_called_by_their_folder),
        cmocka_unit_test(one_frame_is_no_sequence),
        cmocka_unit_test(names_of_an_atlas_need_no_extension),
        cmocka_unit_test(names_without_extensions_have_none),
        cmocka_unit_test(cells_of_a_sheet_are_one),
        cmocka_unit_test(cells_are_one_alone_and_two_sheets_are_two),
        cmocka_unit_test(each_frame_stays_as_long_as_it_says),
        cmocka_unit_test(layers_are_in_none),
        cmocka_unit_test(masks_are_joined_when_all_ask_for_it),
        cmocka_unit_test(frames_of_files_that_shards_may_part_are_not_together),
        cmocka_unit_test(a_sequence_is_whole_or_left_out),
        cmocka_unit_test(frames_of_an_atlas_that_are_but_numbers_are_called_after_it),
        cmocka_unit_test(animations_of_an_atlas_keep_their_frames_and_get_durations),
        cmocka_unit_test(the_order_of_inputs_does_not_matter),
        cmocka_unit_test(a_name_that_is_given_already_is_told_with_both_origins),
    };
    return cmocka_run_group_tests_name("sequences", tests, NULL, NULL);
}
