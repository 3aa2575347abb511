/*
 * draw.c - a sprite as a picture of characters
 */
#include "draw.h"

#include "bitmap.h"

#include <hitmask.h>

#include <stdlib.h>
#include <string.h>

/* Marks the pixels that the points stand for. */
static bool mark_points(const struct model *model, const struct model_sprite *sprite,
                        struct bitmap *marks)
{
    if (!bitmap_init(marks, sprite->width, sprite->height))
        return false;
    if (sprite->list == MODEL_NONE)
        return true;
    const struct model_list *const list = &model->lists[sprite->list];
    const struct points points = {.map_width = list->map_width,
                                  .map_height = list->map_height,
                                  .count = list->count,
                                  .cells = list->cells};
    for (uint32_t i = 0; i < points.count; i++) {
        uint32_t x = 0, y = 0;
        points_get(&points, i, &x, &y);
        bitmap_set(marks, points_centre(x, list->map_width, sprite->width),
                   points_centre(y, list->map_height, sprite->height));
    }
    return true;
}

static void draw_row(const struct mask *box, const struct model_sprite *sprite,
                     const struct bitmap *marks, uint32_t y, char *line)
{
    for (uint32_t x = 0; x < sprite->width; x++) {
        const bool inside = x >= box->left && x - box->left < box->width && y >= box->top &&
                            y - box->top < box->height;
        const bool solid = inside && mask_get(box, x - box->left, y - box->top);
        line[x] = bitmap_get(marks, x, y) ? 'o' : solid ? '#' : inside ? '.' : ' ';
    }
}

bool draw_ascii(const struct model *model, const struct model_sprite *sprite, struct sink *sink,
                struct error *err)
{
    struct mask box = {0};
    struct bitmap marks = {0};
    char *const line = malloc((size_t)sprite->width + 1);
    const bool ok = line != NULL && mark_points(model, sprite, &marks);
    if (sprite->mask != MODEL_NONE) {
        const struct model_mask *const mask = &model->masks[sprite->mask];
        box = (struct mask){sprite->left, sprite->top, mask->width,
                            mask->height, mask->area,  mask->words};
    }
    for (uint32_t y = 0; ok && y < sprite->height; y++) {
        draw_row(&box, sprite, &marks, y, line);
        size_t length = sprite->width;
        while (length > 0 && line[length - 1] == ' ')
            length--;
        line[length] = '\n';
        sink_put(sink, line, length + 1);
    }
    bitmap_free(&marks);
    free(line);
    return ok || fail_memory(err);
}
