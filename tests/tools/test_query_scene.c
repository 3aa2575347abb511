/*
 * test_query_scene.c - what is drawn of a query is what the runtime answers
 */

#include "support/cmocka_all.h"

#include "draw/query_draw.h"
#include "model/scaled_view.h"
#include "support/png.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 24 };

/* A sprite of random bits; the buffer is to be freed. */
static uint8_t *random_sprite(uint32_t *random, hm_sprite *out)
{
    const int32_t width = 1 + (int32_t)png_random(random, SIDE_MAX);
    const int32_t height = 1 + (int32_t)png_random(random, SIDE_MAX);
    const size_t size = hm_sprite_buffer_size(width, height);
    uint8_t bits[SIDE_MAX * 4] = {0};
    uint8_t *buffer = malloc(size);

    assert_non_null(buffer);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            if (png_random(random, 3) == 0)
                bits[y * 4 + x / 8] |= (uint8_t)(1 << x % 8);
    assert_true(hm_sprite_from_bits(bits, 4, width, height, buffer, size, out));
    return buffer;
}

static bool is_set(const struct scene *scene, const struct bitmap *bitmap, int64_t x, int64_t y)
{
    const int64_t column = scene_column(scene, x), row = scene_row(scene, y);

    return column >= 0 && row >= 0 && column < bitmap->width && row < bitmap->height &&
           bitmap_get(bitmap, (uint32_t)column, (uint32_t)row);
}

/* The overlap that is drawn has as many pixels as the runtime counts, and its first one is the
 * first in the drawing too. */
static void assert_drawn(const struct question *question)
{
    struct answer given;
    struct scene scene;
    struct error err;

    answer(question, &given);
    assert_true(scene_make(question, &given, 4096, 4096, &scene, &err));
    assert_int_equal(scene.scale, 1);
    assert_int_equal(bitmap_count(&scene.a), hm_sprite_area(&question->a));
    assert_int_equal(bitmap_count(&scene.both), given.area);
    for (uint32_t y = 0, done = !given.touch; !done; y++)
        for (uint32_t x = 0; x < scene.both.width && !done; x++)
            if (bitmap_get(&scene.both, x, y)) {
                assert_int_equal(scene.left + x, given.first.x);
                assert_int_equal(scene.top + y, given.first.y);
                done = 1;
            }
    for (int32_t y = 0; y < hm_sprite_height(&question->a); y++)
        for (int32_t x = 0; x < hm_sprite_width(&question->a); x++)
            assert_int_equal(is_set(&scene, &scene.a, x, y), hm_solid(&question->a, x, y));
    for (int32_t y = 0; !question->turned && y < hm_sprite_height(&question->b); y++)
        for (int32_t x = 0; x < hm_sprite_width(&question->b); x++)
            assert_int_equal(
                is_set(&scene, &scene.b, (int64_t)x + question->x, (int64_t)y + question->y),
                hm_solid(&question->b, x, y));
    scene_free(&scene);
}

static void upright_and_turned_sprites_are_drawn_as_they_are_counted(void **state)
{
    uint32_t random = 5;
    struct error err;

    (void)state;
    for (int i = 0; i < 4000; i++) {
        struct question question = {0};
        uint8_t *a = random_sprite(&random, &question.a);
        uint8_t *b = random_sprite(&random, &question.b);

        hm_sprite_flip(&question.a, png_random(&random, 2), png_random(&random, 2), &question.a);
        hm_sprite_flip(&question.b, png_random(&random, 2), png_random(&random, 2), &question.b);
        question.x = (int32_t)png_random(&random, 40) - 20;
        question.y = (int32_t)png_random(&random, 40) - 20;
        /* A scale close to 0 has no way back, and is refused. */
        const bool sensible =
            i % 2 == 0 || question_turn(&question, png_random(&random, 65536),
                                        (int32_t)png_random(&random, 200000) - 100000, &err);
        if (sensible)
            assert_drawn(&question);
        free(a);
        free(b);
    }
}

static void sprites_that_are_far_apart_are_drawn_small(void **state)
{
    static const int32_t far[] = {100000, -2000000000, INT32_MAX, INT32_MIN};
    uint32_t random = 9;

    (void)state;
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        struct question question = {.x = far[i], .y = far[i]};
        struct answer given;
        struct scene scene;
        struct error err;
        uint8_t *a = random_sprite(&random, &question.a);
        uint8_t *b = random_sprite(&random, &question.b);

        answer(&question, &given);
        assert_true(scene_make(&question, &given, 100, 50, &scene, &err));
        assert_true(scene.a.width <= 100 && scene.a.height <= 50);
        assert_true(bitmap_count(&scene.a) > 0 && bitmap_count(&scene.b) > 0);
        scene_free(&scene);
        free(a);
        free(b);
    }
}

static void a_move_is_drawn_where_it_ends(void **state)
{
    uint32_t random = 11;

    (void)state;
    for (int i = 0; i < 500; i++) {
        struct question question = {.moving = true,
                                    .x = (int32_t)png_random(&random, 100) - 50,
                                    .y = (int32_t)png_random(&random, 100) - 50,
                                    .move_x = (int32_t)png_random(&random, 200) - 100,
                                    .move_y = (int32_t)png_random(&random, 200) - 100};
        struct answer given;
        struct scene scene;
        struct error err;
        uint8_t *a = random_sprite(&random, &question.a);
        uint8_t *b = random_sprite(&random, &question.b);

        answer(&question, &given);
        assert_true(scene_make(&question, &given, 4096, 4096, &scene, &err));
        assert_int_equal(bitmap_count(&scene.moved), hm_sprite_area(&question.a));
        for (int32_t y = 0; y < hm_sprite_height(&question.a); y++)
            for (int32_t x = 0; x < hm_sprite_width(&question.a); x++)
                assert_int_equal(is_set(&scene, &scene.moved, (int64_t)x + given.sweep.moved.x,
                                        (int64_t)y + given.sweep.moved.y),
                                 hm_solid(&question.a, x, y));
        scene_free(&scene);
        free(a);
        free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upright_and_turned_sprites_are_drawn_as_they_are_counted),
        cmocka_unit_test(sprites_that_are_far_apart_are_drawn_small),
        cmocka_unit_test(a_move_is_drawn_where_it_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
