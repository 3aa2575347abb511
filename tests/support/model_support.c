/*
 * model_support.c - models drawn as text
 */

#include "support/cmocka_all.h"

#include "support/model_support.h"

#include <stdlib.h>
#include <string.h>

void bitmap_draw(struct bitmap *bitmap, const char *picture)
{
    const size_t width = strcspn(picture, "\n");
    const size_t height = strlen(picture) / (width + 1);

    assert_int_equal(strlen(picture), height * (width + 1));
    assert_true(bitmap_init(bitmap, (uint32_t)width, (uint32_t)height));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            if (picture[y * (width + 1) + x] == '#')
                bitmap_set(bitmap, x, y);
}

bool mask_get(const struct mask *mask, uint32_t x, uint32_t y)
{
    if (mask->words == NULL)
        return mask->area > 0;
    return mask->words[(size_t)(x / 64) * mask->height + y] >> (x % 64) & 1;
}

struct model_sprite sprite_draw(const char *name, const char *picture,
                                const struct points_rule *rule, struct mask *mask,
                                struct points *points)
{
    const struct points_rule without = {.wanted = false};
    struct bitmap bitmap;
    struct error err;

    bitmap_draw(&bitmap, picture);
    assert_true(mask_from_bitmap(&bitmap, mask, &err));
    assert_true(
        points_make(rule ? rule : &without, mask, bitmap.width, bitmap.height, points, &err));
    const struct model_sprite sprite = {
        .name = name,
        .source = "art.png",
        .origin = "a test",
        .region = {0, 0, bitmap.width, bitmap.height},
        .width = bitmap.width,
        .height = bitmap.height,
        .pivot_x = model_centre(bitmap.width),
        .pivot_y = model_centre(bitmap.height),
    };
    bitmap_free(&bitmap);
    return sprite;
}

struct model_sprite *model_draw(struct model *model, const char *name, const char *picture,
                                const struct points_rule *rule)
{
    struct mask mask;
    struct points points;
    struct model_sprite sprite = sprite_draw(name, picture, rule, &mask, &points);

    model_add(model, &sprite, &mask, &points);
    return &model->sprites[model->sprite_count - 1];
}

const struct model_sprite *find_sprite(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->sprite_count; i++)
        if (strcmp(model->sprites[i].name, name) == 0)
            return &model->sprites[i];
    fail_msg("there is no sprite '%s'", name);
    return NULL;
}

void model_animate(struct model *model, const char *name, const char *frames,
                   const uint32_t *durations)
{
    struct arena arena = {0};
    struct model_animation animation = {.name = name, .origin = "a test"};
    size_t count = 0, room = 0;

    for (; *frames; frames += strspn(frames, " ")) {
        const size_t length = strcspn(frames, " ");

        *(const char **)arena_array_push(&arena, &animation.frames, &count, &room) =
            arena_text_n(&arena, frames, length);
        frames += length;
    }
    animation.count = (uint32_t)count;
    animation.durations = arena_new(&arena, count + 1, sizeof *animation.durations);
    for (size_t i = 0; i < count; i++)
        animation.durations[i] = durations[i];
    model_add_animation(model, &animation);
    arena_free(&arena);
}
