/*
 * test_unions.c - one mask for all frames of an animation
 */

#include "support/cmocka_all.h"

#include "bake/animations.h"
#include "format.h"
#include "runtime/oracle.h"
#include "support/model_support.h"

#include <stdio.h>
#include <string.h>

static const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};

/* An animation whose frames, apart by spaces, are to have one mask. */
static void join(struct model *model, const char *name, const char *frames)
{
    static const uint32_t durations[16];

    model_animate(model, name, frames, durations);
    model->animations[model->animation_count - 1].joined = true;
}

static bool is_solid(const struct model *model, const struct model_sprite *sprite, uint32_t x,
                     uint32_t y)
{
    if (sprite->mask == MODEL_NONE || x < sprite->left || y < sprite->top)
        return false;
    const struct mask *const mask = &model->masks[sprite->mask];
    const struct mask box = {0, 0, mask->width, mask->height, mask->area, mask->words, 0};
    x -= sprite->left;
    y -= sprite->top;
    return x < mask->width && y < mask->height && mask_get(&box, x, y);
}

static void assert_drawn(const struct model *model, const char *name, const char *expected)
{
    const struct model_sprite *const sprite = find_sprite(model, name);
    struct text text = {0};

    for (uint32_t y = 0; y < sprite->height; y++) {
        for (uint32_t x = 0; x < sprite->width; x++)
            text_add_string(&text, is_solid(model, sprite, x, y) ? "#" : ".");
        text_add_string(&text, "\n");
    }
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void make_unions(struct model *model)
{
    struct diagnostics diagnostics = {0};

    unions_make(model, &diagnostics);
    assert_int_equal(diagnostics.count, 0);
    diagnostics_free(&diagnostics);
    model_order(model);
}

/* ---- Masks ---------------------------------------------------------------------------------- */

static void frames_have_the_pixels_of_all_in_their_place(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "c", "....\n....\n.#..\n", NULL);
    model_draw(&model, "a", "#...\n....\n....\n", NULL);
    model_draw(&model, "b", "....\n.##.\n....\n", NULL);
    model_draw(&model, "d", "####\n####\n####\n", NULL);
    join(&model, "run", "a b c");
    make_unions(&model);
    assert_drawn(&model, "a", "#...\n.##.\n.#..\n");
    assert_drawn(&model, "b", "#...\n.##.\n.#..\n");
    assert_drawn(&model, "c", "#...\n.##.\n.#..\n");
    assert_drawn(&model, "d", "####\n####\n####\n");
    model_sort(&model);
    assert_int_equal(model.mask_count, 2);
    assert_int_equal(model.masks[0].area, 4);
    model_free(&model);
}

static void only_joined_animations_join(void **state)
{
    (void)state;
    static const uint32_t durations[] = {1, 1};
    struct model model = {0};

    model_draw(&model, "a", "#.\n", NULL);
    model_draw(&model, "b", ".#\n", NULL);
    model_animate(&model, "run", "a b", durations);
    make_unions(&model);
    assert_drawn(&model, "a", "#.\n");
    assert_drawn(&model, "b", ".#\n");
    model_free(&model);
}

static void animations_that_share_a_frame_are_joined_to_each_other(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "a", "#....\n", NULL);
    model_draw(&model, "b", ".#...\n", NULL);
    model_draw(&model, "c", "..#..\n", NULL);
    model_draw(&model, "d", "...#.\n", NULL);
    model_draw(&model, "e", "....#\n", NULL);
    join(&model, "x", "a b");
    join(&model, "z", "d e");
    join(&model, "y", "c b c");
    make_unions(&model);
    assert_drawn(&model, "a", "###..\n");
    assert_drawn(&model, "b", "###..\n");
    assert_drawn(&model, "c", "###..\n");
    assert_drawn(&model, "d", "...##\n");
    model_free(&model);
}

static void empty_and_full_frames(void **state)
{
    (void)state;
    struct model model = {0};

    model_draw(&model, "a", "...\n", NULL);
    model_draw(&model, "b", "...\n", NULL);
    model_draw(&model, "c", "..#\n", NULL);
    model_draw(&model, "d", "...\n", NULL);
    model_draw(&model, "e", "##.\n", NULL);
    model_draw(&model, "f", "..#\n", NULL);
    join(&model, "none", "a b");
    join(&model, "some", "c d");
    join(&model, "full", "e f");
    make_unions(&model);
    assert_drawn(&model, "a", "...\n");
    assert_drawn(&model, "d", "..#\n");
    assert_drawn(&model, "e", "###\n");
    assert_int_equal(find_sprite(&model, "a")->mask, MODEL_NONE);
    assert_null(model.masks[find_sprite(&model, "e")->mask].words);
    model_free(&model);
}

/* ---- What goes with them -------------------------------------------------------------------- */

static void points_are_made_anew_as_each_list_says(void **state)
{
    (void)state;
    const struct points_rule whole = {.wanted = true, .cell = 1, .prune = 0};
    const struct points_rule coarse = {.wanted = true, .cell = 2, .prune = 1};
    const struct points_rule dropped = {
        .wanted = true, .map_width = 3, .map_height = 3, .prune = 1, .drop_border = true};
    const struct points_rule *const rules[] = {&outline, &whole, &coarse, &dropped, NULL, &outline};
    static const char *const drawn[] = {"###.\n....\n....\n....\n", "....\n###.\n....\n....\n",
                                        "....\n....\n###.\n....\n", "....\n....\n....\n###.\n",
                                        "...#\n...#\n....\n....\n", "....\n....\n...#\n...#\n"};
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    struct model model = {0}, expected = {0};

    for (int i = 0; i < 6; i++) {
        model_draw(&model, names[i], drawn[i], rules[i]);
        model_draw(&expected, names[i], "####\n####\n####\n####\n", rules[i]);
    }
    join(&model, "run", "a b c d e f");
    make_unions(&model);
    model_order(&expected);
    for (int i = 0; i < 6; i++) {
        const struct model_sprite *const a = find_sprite(&model, names[i]);
        const struct model_sprite *const b = find_sprite(&expected, names[i]);

        assert_int_equal(a->list == MODEL_NONE, b->list == MODEL_NONE);
        if (a->list == MODEL_NONE)
            continue;
        const struct points *const p = &model.lists[a->list], *const q = &expected.lists[b->list];
        assert_int_equal(p->hash, q->hash);
        assert_int_equal(p->count, q->count);
        assert_memory_equal(p->cells, q->cells, model_list_size(p));
    }
    model_free(&model);
    model_free(&expected);
}

static void pivots_and_warnings_stay_but_empty_ones(void **state)
{
    (void)state;
    struct model model = {0};
    struct model_sprite *sprite;

    model_draw(&model, "a", "#.\n", NULL);
    sprite = model_draw(&model, "b", "..\n", NULL);
    sprite->warnings = WARNING_EMPTY | WARNING_KEY_UNMATCHED;
    sprite->pivot_x = 12345;
    model_draw(&model, "c", "..\n", NULL)->warnings = WARNING_EMPTY;
    model_draw(&model, "d", "..\n", NULL)->warnings = WARNING_EMPTY;
    join(&model, "run", "a b");
    join(&model, "still", "c d");
    make_unions(&model);
    assert_int_equal(find_sprite(&model, "b")->warnings, WARNING_KEY_UNMATCHED);
    assert_int_equal(find_sprite(&model, "c")->warnings, WARNING_EMPTY);
    assert_int_equal(find_sprite(&model, "d")->warnings, WARNING_EMPTY);
    assert_int_equal(find_sprite(&model, "b")->pivot_x, 12345);
    assert_drawn(&model, "b", "#.\n");
    model_free(&model);
}

/* ---- What is wrong -------------------------------------------------------------------------- */

static void sizes_that_differ_are_told_for_each_animation(void **state)
{
    (void)state;
    struct model model = {0};
    struct diagnostics diagnostics = {0};

    model_draw(&model, "a", "#.\n", NULL);
    model_draw(&model, "b", ".#\n", NULL);
    model_draw(&model, "c", "..#\n", NULL);
    join(&model, "run", "a b c");
    join(&model, "walk", "c b");
    join(&model, "sit", "a b");
    unions_make(&model, &diagnostics);
    assert_int_equal(diagnostics.errors, 2);
    assert_string_equal(diagnostics.items[0].path, "a test");
    assert_string_equal(diagnostics.items[0].text,
                        "the animation 'run': 'a' is of 2x1 pixels and 'c' of 3x1, but --union "
                        "needs frames of one size");
    assert_string_equal(diagnostics.items[1].text,
                        "the animation 'walk': 'c' is of 3x1 pixels and 'b' of 2x1, but --union "
                        "needs frames of one size");
    assert_drawn(&model, "a", "#.\n"); /* nothing was joined */
    diagnostics_free(&diagnostics);
    model_free(&model);
}

static void frames_that_are_no_sprites_are_left_to_others(void **state)
{
    (void)state;
    struct model model = {0};
    struct model_cursor cursor = {0};
    struct error err;

    model_draw(&model, "a", "#.\n", NULL);
    model_draw(&model, "b", ".#\n", NULL);
    join(&model, "run", "x a y b");
    join(&model, "gone", "x y");
    join(&model, "nothing", "");
    make_unions(&model);
    assert_drawn(&model, "a", "##\n");
    assert_true(model_next_fault(&model, &cursor, &err));
    model_free(&model);
}

/* ---- Against a loop over pixels ------------------------------------------------------------- */

enum { SPRITES = 10, ANIMATIONS = 4, FRAMES = 3, SIDE_MAX = 150 };

struct scene {
    uint32_t side;
    bool solid[SPRITES][SIDE_MAX][SIDE_MAX];
    bool together[SPRITES][SPRITES];
};

static void draw(struct scene *scene, struct model *model, int sprite, uint64_t *seed)
{
    const uint32_t side = scene->side, one_in = 1 + oracle_random(seed, 3);
    const uint32_t left = oracle_random(seed, side), top = oracle_random(seed, side);
    const char name[] = {(char)('a' + sprite), 0};
    struct text picture = {0};

    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            const bool solid =
                x >= left && y >= top && x < left + 40 && oracle_random(seed, one_in) == 0;

            scene->solid[sprite][y][x] = solid;
            text_add_string(&picture, solid ? "#" : ".");
        }
        text_add_string(&picture, "\n");
    }
    model_draw(model, name, picture.bytes, &outline);
    text_free(&picture);
}

static void join_some(struct scene *scene, struct model *model, uint64_t *seed)
{
    char name[8], frames[2 * FRAMES];
    uint32_t first = 0;

    for (int i = 0; i < FRAMES; i++) {
        const uint32_t sprite = oracle_random(seed, SPRITES);

        first = i == 0 ? sprite : first;
        scene->together[first][sprite] = scene->together[sprite][first] = true;
        frames[2 * i] = (char)('a' + sprite);
        frames[2 * i + 1] = i + 1 < FRAMES ? ' ' : 0;
    }
    snprintf(name, sizeof name, "%zu", model->animation_count);
    join(model, name, frames);
}

/* Animations that share frames with a third one have one mask, too. */
static void close_over(struct scene *scene)
{
    for (int k = 0; k < SPRITES; k++)
        for (int i = 0; i < SPRITES; i++)
            for (int j = 0; j < SPRITES; j++)
                if (scene->together[i][k] && scene->together[k][j])
                    scene->together[i][j] = true;
}

static bool expected(const struct scene *scene, int sprite, uint32_t x, uint32_t y)
{
    for (int i = 0; i < SPRITES; i++)
        if ((i == sprite || scene->together[sprite][i]) && scene->solid[i][y][x])
            return true;
    return false;
}

static void assert_scene(const struct scene *scene, const struct model *model)
{
    for (int i = 0; i < SPRITES; i++) {
        const char name[] = {(char)('a' + i), 0};
        const struct model_sprite *const sprite = find_sprite(model, name);

        for (uint32_t y = 0; y < scene->side; y++)
            for (uint32_t x = 0; x < scene->side; x++)
                if (is_solid(model, sprite, x, y) != expected(scene, i, x, y))
                    fail_msg("%s at %u, %u", name, (unsigned)x, (unsigned)y);
    }
}

static void random_unions_are_what_a_loop_over_pixels_says(void **state)
{
    (void)state;
    static struct scene scene;
    uint64_t seed = 1;

    for (int round = 0; round < 60; round++) {
        struct model model = {0};

        scene = (struct scene){.side = 1 + oracle_random(&seed, round % 10 == 0 ? SIDE_MAX : 20)};
        for (int i = 0; i < SPRITES; i++)
            draw(&scene, &model, i, &seed);
        for (int i = 0; i < ANIMATIONS; i++)
            join_some(&scene, &model, &seed);
        close_over(&scene);
        make_unions(&model);
        assert_scene(&scene, &model);
        model_free(&model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_have_the_pixels_of_all_in_their_place),
        cmocka_unit_test(only_joined_animations_join),
        cmocka_unit_test(animations_that_share_a_frame_are_joined_to_each_other),
        cmocka_unit_test(empty_and_full_frames),
        cmocka_unit_test(points_are_made_anew_as_each_list_says),
        cmocka_unit_test(pivots_and_warnings_stay_but_empty_ones),
        cmocka_unit_test(sizes_that_differ_are_told_for_each_animation),
        cmocka_unit_test(frames_that_are_no_sprites_are_left_to_others),
        cmocka_unit_test(random_unions_are_what_a_loop_over_pixels_says),
    };
    return cmocka_run_group_tests_name("unions", tests, NULL, NULL);
}
