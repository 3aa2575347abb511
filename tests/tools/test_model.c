/*
 * test_model.c - sprites gathered: what is equal is held once, all of it in order
 */

#include "support/cmocka_all.h"

#include "model/model.h"
#include "support/model_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};

static void equal_masks_are_one_wherever_they_stand(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "a", "#.\n##\n", NULL);
    model_draw(&model, "b", "...\n.#.\n.##\n", NULL);
    assert_int_equal(model.mask_count, 1);
    assert_int_equal(model.sprites[1].mask, 0);
    assert_int_equal(model.sprites[1].left, 1);
    assert_int_equal(model.sprites[1].top, 1);
    model_free(&model);
}

static void masks_that_differ_in_anything_are_two(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "a", "#.\n##\n", NULL);
    model_draw(&model, "b", ".#\n##\n", NULL);     /* in a pixel */
    model_draw(&model, "c", "##\n##\n", NULL);     /* full */
    model_draw(&model, "d", "####\n", NULL);       /* full, of the same area */
    model_draw(&model, "e", "#\n#\n#\n#\n", NULL); /* and of another shape again */
    model_draw(&model, "f", "#..\n###\n", NULL);
    assert_int_equal(model.mask_count, 6);
    model_free(&model);
}

static void sorting_drops_what_no_sprite_uses(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "c", "#.\n##\n", &outline);
    model_draw(&model, "b", ".#\n##\n", &outline);
    model_draw(&model, "a", "#.#\n###\n", &outline);
    model.sprites[1] = model.sprites[--model.sprite_count];
    model_sort(&model);
    assert_int_equal(model.mask_count, 2);
    assert_int_equal(model.list_count, 2);
    assert_string_equal(model.sprites[0].name, "a");
    assert_int_equal(model.masks[model.sprites[0].mask].width, 3);
    assert_int_equal(model.lists[model.sprites[0].list].map_width, 3);
    assert_int_equal(model.masks[model.sprites[1].mask].width, 2);
    model_free(&model);
}

static void an_empty_sprite_has_no_mask(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "a", "..\n", NULL);
    assert_int_equal(model.sprites[0].mask, MODEL_NONE);
    assert_int_equal(model.sprites[0].list, MODEL_NONE);
    assert_int_equal(model.mask_count, 0);
    model_free(&model);
}

static void points_wanted_of_an_empty_sprite_are_an_empty_list(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "a", "..\n", &outline);
    model_draw(&model, "b", "..\n", &outline);
    model_draw(&model, "c", "...\n", &outline);
    assert_int_equal(model.list_count, 2); /* of a map of 2 x 1, and of 3 x 1 */
    assert_int_equal(model.sprites[1].list, 0);
    assert_int_equal(model.lists[0].count, 0);
    model_free(&model);
}

static void lists_that_differ_in_anything_are_two(void **state)
{
    (void)state;
    const struct points_rule deeper = {.wanted = true, .cell = 1, .prune = 2};
    const struct points_rule dropped = {.wanted = true, .cell = 1, .prune = 0, .drop_border = true};
    const struct points_rule kept = {.wanted = true, .cell = 1, .prune = 0};
    struct model model = {0};

    model_draw(&model, "a", "##\n#.\n", &outline);
    model_draw(&model, "b", "##\n#.\n", &outline); /* the same */
    assert_int_equal(model.list_count, 1);
    model_draw(&model, "c", "##\n.#\n", &outline);     /* in a cell */
    model_draw(&model, "d", "##.\n#..\n", &outline);   /* in the map's width */
    model_draw(&model, "e", "##\n#.\n..\n", &outline); /* in its height */
    model_draw(&model, "f", "##\n#.\n", &deeper);      /* in the prune */
    model_draw(&model, "g", "##\n#.\n", &kept);
    model_draw(&model, "h", "##\n#.\n", &dropped); /* in what became of the border */
    assert_int_equal(model.list_count, 7);
    model_free(&model);
}

static void sprites_are_sorted_by_bytes(void **state)
{
    (void)state;
    static const char *const sorted[] = {"!", "A", "a", "a.png", "a/b", "a0", "ab", "\xc3\xa9"};
    enum { COUNT = sizeof sorted / sizeof *sorted };
    struct model model = {0};

    for (size_t i = 0; i < COUNT; i++)
        model_draw(&model, sorted[i * 5 % COUNT], "#\n", NULL);
    model_sort(&model);
    for (size_t i = 0; i < COUNT; i++)
        assert_string_equal(model.sprites[i].name, sorted[i]);
    model_free(&model);
}

static void masks_and_lists_are_numbered_by_first_use(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "d", "#..#\n", &outline);
    model_draw(&model, "c", "#.#\n", NULL);
    model_draw(&model, "b", "#\n", &outline);
    model_draw(&model, "a", "#.#\n", &outline);
    model_sort(&model);
    static const int64_t masks[] = {0, 1, 0, 2}, lists[] = {0, 1, MODEL_NONE, 2};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(model.sprites[i].mask, masks[i]);
        assert_int_equal(model.sprites[i].list, lists[i]);
    }
    for (uint32_t i = 0; i < 3; i++) {
        static const uint32_t widths[] = {3, 1, 4};
        assert_int_equal(model.masks[i].width, widths[i]);
        assert_int_equal(model.lists[i].map_width, widths[i]);
    }
    model_free(&model);
}

static void many_sprites_find_their_equals(void **state)
{
    (void)state;
    /* 512 pictures, each three times: the index grows several times on the way. */
    struct model model = {0};

    for (unsigned i = 0; i < 3 * 512; i++) {
        char name[16], picture[] = "#.........#\n";
        for (unsigned bit = 0; bit < 9; bit++)
            picture[bit + 1] = i >> bit & 1 ? '#' : '.';
        snprintf(name, sizeof name, "%04u", i);
        model_draw(&model, name, picture, &outline);
    }
    assert_int_equal(model.mask_count, 512);
    assert_int_equal(model.list_count, 512);
    model_sort(&model);
    for (unsigned i = 0; i < 3 * 512; i++) {
        assert_int_equal(model.sprites[i].mask, i % 512);
        assert_int_equal(model.sprites[i].list, i % 512);
    }
    model_free(&model);
}

static void two_of_one_name_are_told_with_their_origins(void **state)
{
    (void)state;
    static const char *const names[] = {"b", "a", "b", "c", "a", "b"};
    struct model model = {0};
    struct error err;
    struct model_cursor cursor = {0};

    for (int i = 0; i < 6; i++) {
        struct model_sprite *const sprite = model_draw(&model, names[i], "#\n", NULL);
        sprite->origin = (const char *[]){"x1", "x2", "x3", "x4", "x5", "x6"}[i];
    }
    model_sort(&model);
    static const char *const expected[] = {
        "two sprites are named 'a': one from x2, one from x5",
        "two sprites are named 'b': one from x1, one from x3",
        "two sprites are named 'b': one from x3, one from x6",
    };
    for (int i = 0; i < 3; i++) {
        assert_true(model_next_fault(&model, &cursor, &err));
        assert_string_equal(err.text, expected[i]);
    }
    assert_false(model_next_fault(&model, &cursor, &err));
    model_free(&model);
}

/* ---- Animations --------------------------------------------------------------------------- */

static const uint32_t no_time[4];

static void animations_are_sorted_and_their_frames_found(void **state)
{
    (void)state;
    struct model model = {0};
    struct error err;
    struct model_cursor cursor = {0};

    model_animate(&model, "run", "b a b", (const uint32_t[]){7, 0, UINT32_MAX});
    model_animate(&model, "jump", "c", no_time);
    model_animate(&model, "Still", "", NULL);
    model_draw(&model, "b", "#\n", NULL);
    model_draw(&model, "c", "#\n", NULL);
    model_draw(&model, "a", "#\n", NULL);
    model_sort(&model);
    assert_false(model_next_fault(&model, &cursor, &err));
    assert_int_equal(model.frame_count, 4);
    static const char *const names[] = {"Still", "jump", "run"};
    for (int i = 0; i < 3; i++)
        assert_string_equal(model.animations[i].name, names[i]);
    assert_int_equal(model.animations[1].sprites[0], 2);
    static const uint32_t run[] = {1, 0, 1};
    assert_int_equal(model.animations[2].count, 3);
    assert_memory_equal(model.animations[2].sprites, run, sizeof run);
    assert_int_equal(model.animations[2].durations[2], UINT32_MAX);
    model_free(&model);
}

static void every_fault_of_animations_is_told(void **state)
{
    (void)state;
    struct model model = {0};
    struct error err;
    struct model_cursor cursor = {0};

    model_draw(&model, "a", "#\n", NULL);
    model_draw(&model, "a", "#\n", NULL);
    model_animate(&model, "run", "a", no_time);
    model_animate(&model, "hop", "b a A b", no_time);
    model_animate(&model, "run", "a run", no_time);
    model_animate(&model, "run", "", NULL);
    for (int i = 0; i < 4; i++)
        model.animations[i].origin = (const char *[]){"x1", "x2", "x3", "x4"}[i];
    model_sort(&model);
    static const char *const expected[] = {
        "two sprites are named 'a': one from a test, one from a test",
        "two animations are named 'run': one from x1, one from x3",
        "two animations are named 'run': one from x3, one from x4",
        "the animation 'hop' from x2: frame 0 is 'b', which is not a sprite",
        "the animation 'hop' from x2: frame 2 is 'A', which is not a sprite",
        "the animation 'hop' from x2: frame 3 is 'b', which is not a sprite",
        "the animation 'run' from x3: frame 1 is 'run', which is not a sprite",
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(model_next_fault(&model, &cursor, &err));
        assert_string_equal(err.text, expected[i]);
    }
    assert_false(model_next_fault(&model, &cursor, &err));
    model_free(&model);
}

static void frames_without_any_sprite_are_faults(void **state)
{
    (void)state;
    struct model model = {0};
    struct error err;
    struct model_cursor cursor = {0};

    model_animate(&model, "run", "a", no_time);
    model_sort(&model);
    assert_true(model_next_fault(&model, &cursor, &err));
    assert_false(model_next_fault(&model, &cursor, &err));
    model_free(&model);
}

static void options_stay_while_all_inputs_agree(void **state)
{
    (void)state;
    static const struct {
        const char *told[3], *kept;
    } cases[] = {
        {{"{}", "{}", "{}"}, "{}"},
        {{"{}", "{}", "{\"a\":1}"}, NULL},
        {{"{\"a\":1}", "{}", "{\"a\":1}"}, NULL},
        {{"{}", NULL, "{}"}, NULL},
        {{NULL, "{}", "{}"}, NULL},
        {{"{}", "{}", NULL}, NULL},
        {{NULL, NULL, NULL}, NULL},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct model model = {0};
        for (int k = 0; k < 3; k++)
            model_add_options(&model, cases[i].told[k]);
        if (cases[i].kept != NULL)
            assert_string_equal(model.options, cases[i].kept);
        else
            assert_null(model.options);
        model_free(&model);
    }
}

static void an_empty_model_is_sorted_and_has_no_doubles(void **state)
{
    (void)state;
    struct model model = {0};
    struct error err;
    struct model_cursor cursor = {0};

    model_sort(&model);
    assert_false(model_next_fault(&model, &cursor, &err));
    model_free(&model);
}

static void warnings_have_their_documented_names(void **state)
{
    (void)state;
    assert_string_equal(model_warning_id(0), "empty");
    assert_string_equal(model_warning_id(1), "full");
    assert_string_equal(model_warning_id(2), "key-unmatched");
    assert_string_equal(model_warning_id(3), "key-near");
    assert_string_equal(model_warning_id(4), "straddle");
    assert_string_equal(model_warning_id(5), "specks");
    assert_null(model_warning_id(6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_masks_are_one_wherever_they_stand),
        cmocka_unit_test(masks_that_differ_in_anything_are_two),
        cmocka_unit_test(sorting_drops_what_no_sprite_uses),
        cmocka_unit_test(an_empty_sprite_has_no_mask),
        cmocka_unit_test(points_wanted_of_an_empty_sprite_are_an_empty_list),
        cmocka_unit_test(lists_that_differ_in_anything_are_two),
        cmocka_unit_test(sprites_are_sorted_by_bytes),
        cmocka_unit_test(masks_and_lists_are_numbered_by_first_use),
        cmocka_unit_test(many_sprites_find_their_equals),
        cmocka_unit_test(two_of_one_name_are_told_with_their_origins),
        cmocka_unit_test(animations_are_sorted_and_their_frames_found),
        cmocka_unit_test(every_fault_of_animations_is_told),
        cmocka_unit_test(frames_without_any_sprite_are_faults),
        cmocka_unit_test(options_stay_while_all_inputs_agree),
        cmocka_unit_test(an_empty_model_is_sorted_and_has_no_doubles),
        cmocka_unit_test(warnings_have_their_documented_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
