/*
 * scaled_view.c - scales masks and points down to cells for a drawing, as maps of points are made
 */
#include "model/scaled_view.h"

#include "format.h"

uint32_t scaled_view_scale(uint64_t width, uint64_t height, uint32_t most_width,
                           uint32_t most_height)
{
    const uint64_t across = (width + most_width - 1) / most_width;
    const uint64_t down = (height + most_height - 1) / most_height;
    const uint64_t scale = across > down ? across : down;
    return scale > 1 ? (uint32_t)scale : 1;
}

uint32_t scaled_view_text_scale(uint32_t width, uint32_t height, uint32_t columns)
{
    const bool fits = columns > 0 && columns < TEXT_SIDE_MAX;
    return scaled_view_scale(width, height, fits ? columns : TEXT_SIDE_MAX, TEXT_SIDE_MAX);
}

uint32_t scaled_view_cells(uint32_t pixels, uint32_t scale)
{
    return (uint32_t)(((uint64_t)pixels + scale - 1) / scale);
}

static void mark_points(const struct model *model, const struct model_sprite *sprite,
                        struct bitmap *out)
{
    const struct points points = model_sprite_points(model, sprite);
    for (uint32_t i = 0; i < points.count; i++) {
        uint32_t x = 0, y = 0;
        points_get(&points, i, &x, &y);
        x = cell_centre(x, points.map_width, sprite->width);
        y = cell_centre(y, points.map_height, sprite->height);
        bitmap_set(out, points_cell(x, out->width, sprite->width),
                   points_cell(y, out->height, sprite->height));
    }
}

bool scaled_view_make(const struct model *model, const struct model_sprite *sprite, uint32_t scale,
                      struct scaled_view *out, struct error *err)
{
    const struct mask mask = model_sprite_mask(model, sprite);
    const uint32_t width = scaled_view_cells(sprite->width, scale);
    const uint32_t height = scaled_view_cells(sprite->height, scale);
    *out = (struct scaled_view){0};
    if (!bitmap_init(&out->solid, width, height) || !bitmap_init(&out->points, width, height))
        return fail_memory(err);
    mark_points(model, sprite, &out->points);
    if (mask.area == 0)
        return true;
    points_map(&mask, sprite->width, sprite->height, &out->solid);
    out->left = points_cell(mask.left, width, sprite->width);
    out->top = points_cell(mask.top, height, sprite->height);
    out->right = points_cell(mask.left + mask.width - 1, width, sprite->width) + 1;
    out->bottom = points_cell(mask.top + mask.height - 1, height, sprite->height) + 1;
    return true;
}

void scaled_view_free(struct scaled_view *view)
{
    bitmap_free(&view->solid);
    bitmap_free(&view->points);
    *view = (struct scaled_view){0};
}

/* ---- Two masks ----------------------------------------------------------------------------- */

void overlay_size(struct sprite_of before, struct sprite_of after, uint32_t size[2])
{
    const struct model_sprite none = {0};
    const struct model_sprite *const a = before.sprite != NULL ? before.sprite : &none;
    const struct model_sprite *const b = after.sprite != NULL ? after.sprite : &none;
    size[0] = a->width > b->width ? a->width : b->width;
    size[1] = a->height > b->height ? a->height : b->height;
}

/* Draws a sprite's mask into a bitmap that is at least as large. */
static void draw(struct sprite_of from, uint32_t scale, const struct bitmap *to)
{
    const struct model_sprite *const sprite = from.sprite;
    if (sprite == NULL || sprite->mask == MODEL_NONE)
        return;
    const struct mask mask = model_sprite_mask(from.model, sprite);
    struct bitmap part = {scaled_view_cells(sprite->width, scale),
                          scaled_view_cells(sprite->height, scale), to->row_words, to->words};
    points_map(&mask, sprite->width, sprite->height, &part);
}

bool overlay_make(struct sprite_of before, struct sprite_of after, uint32_t scale,
                  struct overlay *out, struct error *err)
{
    uint32_t size[2];
    *out = (struct overlay){0};
    overlay_size(before, after, size);
    const uint32_t width = scaled_view_cells(size[0], scale),
                   height = scaled_view_cells(size[1], scale);
    if (!bitmap_init(&out->both, width, height) || !bitmap_init(&out->gained, width, height) ||
        !bitmap_init(&out->lost, width, height))
        return fail_memory(err);
    draw(before, scale, &out->lost);
    draw(after, scale, &out->gained);
    for (size_t i = 0; i < out->both.row_words * height; i++) {
        out->both.words[i] = out->lost.words[i] & out->gained.words[i];
        out->lost.words[i] ^= out->both.words[i];
        out->gained.words[i] ^= out->both.words[i];
    }
    return true;
}

void overlay_free(struct overlay *overlay)
{
    bitmap_free(&overlay->both);
    bitmap_free(&overlay->gained);
    bitmap_free(&overlay->lost);
}
