/*
 * test_compare.c - what differs between two models
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "draw/diff_draw.h"
#include "model/compare.h"
#include "support/model_support.h"

#include <string.h>

static const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};

/* The lines about two models, which it frees, without the last one. */
static void assert_differences(struct model *before, struct model *after, const char *expected)
{
    struct comparison comparison;
    struct text text = {0};
    struct sink sink;
    struct error err;

    model_sort(before);
    model_sort(after);
    compare_models(before, after, &comparison);
    sink_init_text(&sink, &text);
    diff_put_text(&comparison, &sink);
    assert_true(sink_flush(&sink, &err));
    char *const last = strstr(text.bytes, " added, ");
    assert_non_null(last);
    char *end = last;
    while (end > text.bytes && end[-1] != '\n')
        end--;
    *end = 0;
    assert_string_equal(text.bytes, expected);
    text_free(&text);
    comparison_free(&comparison);
    model_free(before);
    model_free(after);
}

/* One sprite in both models. The result is the one in `after`, which the test may change. */
static struct model_sprite *draw_both(struct model *before, struct model *after, const char *name,
                                      const char *picture)
{
    model_draw(before, name, picture, NULL);
    return model_draw(after, name, picture, NULL);
}

static void what_is_the_same_is_not_told(void **state)
{
    struct model before = {0}, after = {0};

    (void)state;
    model_draw(&before, "a", "#.\n", &outline);
    model_draw(&before, "b", "..\n", NULL);
    model_draw(&after, "b", "..\n", NULL);
    model_draw(&after, "a", "#.\n", &outline);
    assert_differences(&before, &after, "");
    assert_differences(&before, &after, "");
}

static void pixels_are_counted_in_untrimmed_space(void **state)
{
    struct model before = {0}, after = {0};

    (void)state;
    /* A mask that moves: one pixel stays. */
    model_draw(&before, "a", "....\n.##.\n", NULL);
    model_draw(&after, "a", "....\n..##\n", NULL);
    /* Another size: nothing is moved for that. */
    model_draw(&before, "b", "##\n##\n", NULL);
    model_draw(&after, "b", "..#\n.##\n###\n", NULL);
    model_draw(&before, "c", "#\n", NULL);
    model_draw(&after, "c", ".\n", NULL);
    assert_differences(&before, &after,
                       "changed  a: mask +1 -1 (100.0 %)\n"
                       "changed  b: size 2x2 -> 3x3, mask +5 -3 (200.0 %), pivot, source\n"
                       "changed  c: mask +0 -1 (100.0 %)\n");
}

static void each_aspect_is_named(void **state)
{
    struct model before = {0}, after = {0};

    (void)state;
    draw_both(&before, &after, "pivot", "#.\n")->pivot_x++;
    model_draw(&before, "points", "#.\n", NULL);
    model_draw(&after, "points", "#.\n", &outline);
    draw_both(&before, &after, "region", "#.\n")->region[0] = 7;
    draw_both(&before, &after, "layer", "#.\n")->layer = "feet";
    draw_both(&before, &after, "warnings", "#.\n")->warnings = WARNING_KEY_NEAR;
    draw_both(&before, &after, "data", "#.\n")->data = "damage=10";
    assert_differences(&before, &after,
                       "changed  data: data\n"
                       "changed  layer: source\n"
                       "changed  pivot: pivot\n"
                       "changed  points: points\n"
                       "changed  region: source\n"
                       "changed  warnings: warnings\n");
}

static void a_renamed_sprite_has_the_size_and_the_mask_of_one_that_is_gone(void **state)
{
    struct model before = {0}, after = {0};

    (void)state;
    model_draw(&before, "old", "#.\n##\n", NULL);
    model_draw(&after, "new", "#.\n##\n", NULL)->pivot_y++;
    /* A mask in another place, or in a sprite of another size, makes another sprite. */
    model_draw(&before, "moved", ".#\n..\n", NULL);
    model_draw(&after, "moves", "..\n.#\n", NULL);
    model_draw(&before, "small", "#\n", NULL);
    model_draw(&after, "large", "#.\n", NULL);
    assert_differences(&before, &after,
                       "added    large: 2x1, 1 solid\n"
                       "removed  moved: 2x2, 1 solid\n"
                       "added    moves: 2x2, 1 solid\n"
                       "renamed  old -> new: pivot\n"
                       "removed  small: 1x1, 1 solid\n");
}

static void several_of_one_mask_are_renamed_in_order(void **state)
{
    struct model before = {0}, after = {0};

    (void)state;
    model_draw(&before, "a1", "#.\n", NULL);
    model_draw(&before, "a2", "#.\n", NULL);
    model_draw(&before, "a3", "#.\n", NULL);
    draw_both(&before, &after, "stays", "#.\n");
    model_draw(&after, "b1", "#.\n", NULL);
    model_draw(&after, "b2", "#.\n", NULL);
    assert_differences(&before, &after,
                       "removed  a3: 2x1, 1 solid\n"
                       "renamed  a1 -> b1\n"
                       "renamed  a2 -> b2\n");
}

static void animations_are_compared_by_name(void **state)
{
    struct model before = {0}, after = {0};
    const uint32_t slow[] = {100, 100, 100}, fast[] = {100, 50, 100};

    (void)state;
    draw_both(&before, &after, "a", "#.\n");
    draw_both(&before, &after, "b", ".#\n");
    model_animate(&before, "gone", "a", slow);
    model_animate(&after, "came", "a", slow);
    model_animate(&before, "frames", "a b a", slow);
    model_animate(&after, "frames", "a b b", slow);
    model_animate(&before, "longer", "a b", slow);
    model_animate(&after, "longer", "a b a", slow);
    model_animate(&before, "same", "a b a", slow);
    model_animate(&after, "same", "a b a", slow);
    model_animate(&before, "times", "a b", slow);
    model_animate(&after, "times", "a b", fast);
    assert_differences(&before, &after,
                       "added    animation came\n"
                       "changed  animation frames: frames\n"
                       "removed  animation gone\n"
                       "changed  animation longer: frames, durations\n"
                       "changed  animation times: durations\n");
}

static void everything_and_nothing(void **state)
{
    struct model before = {0}, after = {0};

    (void)state;
    model_draw(&after, "a", "#\n", NULL);
    assert_differences(&before, &after, "added    a: 1x1, 1 solid\n");
    model_draw(&before, "a", "#\n", NULL);
    assert_differences(&before, &after, "removed  a: 1x1, 1 solid\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_the_same_is_not_told),
        cmocka_unit_test(pixels_are_counted_in_untrimmed_space),
        cmocka_unit_test(each_aspect_is_named),
        cmocka_unit_test(a_renamed_sprite_has_the_size_and_the_mask_of_one_that_is_gone),
        cmocka_unit_test(several_of_one_mask_are_renamed_in_order),
        cmocka_unit_test(animations_are_compared_by_name),
        cmocka_unit_test(everything_and_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
