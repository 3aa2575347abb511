/*
 * unions.c - one mask for all frames of an animation
 *
 *     joined animations -> sets of sprites -> each set's masks on one bitmap -> mask, points
 */
#include "bake/animations.h"

#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "picture/bitmap.h"

#include <stdlib.h>

/* Sets of sprites that get one mask. `next` leads round the members of a set. */
struct sets {
    uint32_t *parent, *next;
};

static uint32_t find(struct sets *sets, uint32_t sprite)
{
    uint32_t *const parent = sets->parent;
    while (parent[sprite] != sprite)
        sprite = parent[sprite] = parent[parent[sprite]];
    return sprite;
}

/* Two rings become one when two of their members change places. */
static void unite(struct sets *sets, uint32_t a, uint32_t b)
{
    const uint32_t root = find(sets, a), other = find(sets, b), next = sets->next[a];
    if (root == other)
        return;
    sets->parent[other] = root;
    sets->next[a] = sets->next[b];
    sets->next[b] = next;
}

static void fail_sizes(struct diagnostics *found, const struct model_animation *animation,
                       const struct model_sprite *a, const struct model_sprite *b)
{
    char name[100], first[100], other[100];
    diagnostics_fail(found, animation->origin,
                     "the animation '%s': '%s' is of %ux%u pixels and '%s' of %ux%u, but --union "
                     "needs frames of one size",
                     text_quote(name, sizeof name, animation->name),
                     text_quote(first, sizeof first, a->name), (unsigned)a->width,
                     (unsigned)a->height, text_quote(other, sizeof other, b->name),
                     (unsigned)b->width, (unsigned)b->height);
}

/* Unites the frames of an animation. Frames that are not sprites are reported elsewhere. */
static void gather(const struct model *model, const struct model_animation *animation,
                   struct sets *sets, struct diagnostics *found)
{
    uint32_t first = NO_INDEX;
    for (uint32_t i = 0; i < animation->count; i++) {
        const uint32_t sprite = animation->sprites[i];
        if (sprite == NO_INDEX)
            continue;
        first = first == NO_INDEX ? sprite : first;
        const struct model_sprite *const a = &model->sprites[first], *const b =
                                                                         &model->sprites[sprite];
        if (a->width != b->width || a->height != b->height) {
            fail_sizes(found, animation, a, b);
            return;
        }
        unite(sets, first, sprite);
    }
}

/* ---- Joining ------------------------------------------------------------------------------ */

/* The pixels that the boxes of all unions may have more than those of their frames. A few small
 * frames, far apart in huge sprites, are a huge mask together. */
enum { ADDED_MAX = 1 << 28 };

/* The mask of all sprites of the ring. */
static bool make_mask(const struct model *model, const struct sets *sets, uint32_t first,
                      struct mask *out, struct error *err)
{
    const uint32_t width = model->sprites[first].width, height = model->sprites[first].height;
    struct bitmap bitmap;
    uint32_t i = first;
    bool ok = bitmap_init(&bitmap, width, height) || fail_memory(err);
    if (ok) {
        do {
            const struct mask mask = model_sprite_mask(model, &model->sprites[i]);
            points_map(&mask, width, height, &bitmap);
            i = sets->next[i];
        } while (i != first);
        ok = mask_from_bitmap(&bitmap, out, err);
    }
    bitmap_free(&bitmap);
    return ok;
}

/* Makes the points of the sprite's new mask by the rule of its old list. Frames of an animation
 * mostly have one rule: then the sprite gets the list `*last` of the frame before. */
static bool set_points(struct model *model, struct model_sprite *sprite, int64_t *last,
                       struct error *err)
{
    if (sprite->list == MODEL_NONE)
        return true;
    const struct points *const old = &model->lists[sprite->list];
    const struct points *const other = *last != MODEL_NONE ? &model->lists[*last] : NULL;
    if (other != NULL && other->map_width == old->map_width &&
        other->map_height == old->map_height && other->prune == old->prune &&
        other->border_dropped == old->border_dropped) {
        sprite->list = *last;
        return true;
    }
    const struct points_rule rule = {.wanted = true,
                                     .map_width = old->map_width,
                                     .map_height = old->map_height,
                                     .cell = 1,
                                     .prune = old->prune,
                                     .drop_border = old->border_dropped};
    const struct mask mask = model_sprite_mask(model, sprite);
    struct points points;
    *last = MODEL_NONE;
    if (!points_make(&rule, &mask, sprite->width, sprite->height, &points, err))
        return false;
    *last = sprite->list = model_keep_points(model, &points);
    points_free(&points);
    return true;
}

/* Makes the shapes of the sprite's new mask by the rule of its old ones. */
static bool set_shapes(struct model *model, struct model_sprite *sprite, struct error *err)
{
    const struct shapes *const old = model_sprite_shapes(model, sprite);
    const struct mask mask = model_sprite_mask(model, sprite);
    struct shapes shapes;
    if (old == NULL)
        return true;
    if (!shapes_make(&mask, &old->rule, SHAPES_CORNERS_MOST, &shapes, err))
        return false;
    sprite->shapes = model_keep_shapes(model, &shapes);
    shapes_free(&shapes);
    return true;
}

/* Counts what a union adds to the pixels of its frames. */
static bool add_pixels(const struct model *model, const struct sets *sets, uint32_t first,
                       const struct mask *mask, uint64_t *added, struct error *err)
{
    const uint64_t pixels = (uint64_t)mask->width * mask->height;
    uint64_t before = 0;
    uint32_t i = first;
    do {
        const struct mask one = model_sprite_mask(model, &model->sprites[i]);
        before += (uint64_t)one.width * one.height;
        i = sets->next[i];
    } while (i != first && before < pixels);
    *added += pixels > before ? pixels - before : 0;
    return *added <= ADDED_MAX ||
           fail(err,
                "the masks that --union makes have more than %d pixels beyond those of their "
                "frames, the most that is allowed",
                (int)ADDED_MAX);
}

static bool join(struct model *model, const struct sets *sets, uint32_t first, uint64_t *added,
                 struct error *err)
{
    struct mask mask = {0};
    int64_t index = MODEL_NONE, list = MODEL_NONE;
    uint32_t i = first;
    bool ok = make_mask(model, sets, first, &mask, err) &&
              add_pixels(model, sets, first, &mask, added, err);
    if (ok)
        index = model_keep_mask(model, &mask);
    do {
        struct model_sprite *const sprite = &model->sprites[i];
        sprite->left = mask.left;
        sprite->top = mask.top;
        sprite->mask = index;
        if (mask.area > 0)
            sprite->warnings &= ~(uint32_t)WARNING_EMPTY;
        ok = ok && set_points(model, sprite, &list, err) && set_shapes(model, sprite, err);
        i = sets->next[i];
    } while (ok && i != first);
    mask_free(&mask);
    return ok;
}

void unions_make(struct model *model, struct diagnostics *diagnostics)
{
    const size_t count = model->sprite_count, errors = diagnostics->errors;
    struct error err;
    bool any = false;
    for (size_t i = 0; i < model->animation_count; i++)
        any |= model->animations[i].joined;
    if (!any)
        return;
    model_order(model);
    struct sets sets = {memory_new(count, sizeof *sets.parent),
                        memory_new(count, sizeof *sets.next)};
    for (size_t i = 0; i < count; i++)
        sets.parent[i] = sets.next[i] = (uint32_t)i;
    for (size_t i = 0; i < model->animation_count; i++)
        if (model->animations[i].joined)
            gather(model, &model->animations[i], &sets, diagnostics);
    const bool fit = diagnostics->errors == errors;
    uint64_t added = 0;
    for (uint32_t i = 0; fit && added <= ADDED_MAX && i < count; i++)
        if (sets.next[i] != i && sets.parent[i] == i && !join(model, &sets, i, &added, &err))
            diagnostics_add_error(diagnostics, model->sprites[i].origin, &err);
    free(sets.parent);
    free(sets.next);
}
