/*
 * overlay.c - compares two masks, 64 pixels at a time
 */
#include "model/overlay.h"

#include "model/scaled_view.h"

#include <string.h>

void overlay_size(struct sprite_of before, struct sprite_of after, uint32_t size[2])
{
    const struct model_sprite none = {0};
    const struct model_sprite *const a = before.sprite != NULL ? before.sprite : &none;
    const struct model_sprite *const b = after.sprite != NULL ? after.sprite : &none;
    size[0] = a->width > b->width ? a->width : b->width;
    size[1] = a->height > b->height ? a->height : b->height;
}

/* Copies a sprite's mask into a bitmap that is at least as large. */
static bool draw(struct sprite_of from, uint32_t scale, struct bitmap *to, struct error *err)
{
    struct scaled_view view;
    if (from.sprite == NULL)
        return true;
    const bool ok = scaled_view_make(from.model, from.sprite, scale, &view, err);
    for (uint32_t y = 0; ok && y < view.solid.height; y++)
        memcpy(bitmap_row(to, y), bitmap_row(&view.solid, y),
               view.solid.row_words * sizeof *view.solid.words);
    scaled_view_free(&view);
    return ok;
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
    if (!draw(before, scale, &out->lost, err) || !draw(after, scale, &out->gained, err))
        return false;
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
