/*
 * compare.c - a walk over the names of both models, then a search for renamed sprites
 */
#include "model/compare.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const char *aspect_name(unsigned index)
{
    static const char *const names[ASPECT_COUNT] = {"size",   "mask",     "pivot", "points",
                                                    "source", "warnings", "data",  "shapes"};
    return names[index];
}

/* ---- Two sprites -------------------------------------------------------------------------- */

static bool same_mask(struct sprite_of a, struct sprite_of b)
{
    if (a.sprite->mask == MODEL_NONE || b.sprite->mask == MODEL_NONE)
        return a.sprite->mask == b.sprite->mask;
    return a.sprite->left == b.sprite->left && a.sprite->top == b.sprite->top &&
           model_same_mask(&a.model->masks[a.sprite->mask], &b.model->masks[b.sprite->mask]);
}

static bool same_points(struct sprite_of a, struct sprite_of b)
{
    if (a.sprite->list == MODEL_NONE || b.sprite->list == MODEL_NONE)
        return a.sprite->list == b.sprite->list;
    return model_same_list(&a.model->lists[a.sprite->list], &b.model->lists[b.sprite->list]);
}

static bool same_shapes(struct sprite_of a, struct sprite_of b)
{
    const struct shapes *const p = model_sprite_shapes(a.model, a.sprite), *const q =
                                                                               model_sprite_shapes(
                                                                                   b.model,
                                                                                   b.sprite);
    return p == NULL || q == NULL ? p == q : shapes_are_equal(p, q);
}

static bool same_string(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static unsigned find_aspects(struct sprite_of before, struct sprite_of after)
{
    const struct model_sprite *const a = before.sprite, *const b = after.sprite;
    const bool same_source = same_string(a->source, b->source) && same_string(a->layer, b->layer) &&
                             memcmp(a->region, b->region, sizeof a->region) == 0 &&
                             a->turn == b->turn && memcmp(a->place, b->place, sizeof a->place) == 0;
    unsigned aspects = 0;
    aspects |= a->width == b->width && a->height == b->height ? 0 : ASPECT_SIZE;
    aspects |= same_mask(before, after) ? 0 : ASPECT_MASK;
    aspects |= a->pivot_x == b->pivot_x && a->pivot_y == b->pivot_y ? 0 : ASPECT_PIVOT;
    aspects |= same_points(before, after) ? 0 : ASPECT_POINTS;
    aspects |= same_source ? 0 : ASPECT_SOURCE;
    aspects |= a->warnings == b->warnings ? 0 : ASPECT_WARNINGS;
    aspects |= same_string(a->data, b->data) ? 0 : ASPECT_DATA;
    aspects |= same_shapes(before, after) ? 0 : ASPECT_SHAPES;
    return aspects;
}

/* ---- The list ----------------------------------------------------------------------------- */

static void add(struct comparison *out, struct difference difference)
{
    *(struct difference *)array_push(&out->items, &out->count, &out->capacity) = difference;
}

/* Adds the difference, if any, of two sprites of the same name. */
static void add_pair(struct comparison *out, struct sprite_of before, struct sprite_of after)
{
    struct difference difference = {CHANGED, before, after, find_aspects(before, after), 0, 0};
    if (difference.aspects == 0) {
        out->same++;
        return;
    }
    if ((difference.aspects & ASPECT_MASK) != 0) {
        const struct mask a = model_sprite_mask(before.model, before.sprite);
        const struct mask b = model_sprite_mask(after.model, after.sprite);
        const uint64_t both = mask_count_both(&a, &b);
        difference.gained = b.area - both;
        difference.lost = a.area - both;
    }
    add(out, difference);
}

static void compare_sprites(const struct model *before, const struct model *after,
                            struct comparison *out)
{
    size_t i = 0, k = 0;
    while (i < before->sprite_count || k < after->sprite_count) {
        const struct sprite_of a = {before, i < before->sprite_count ? &before->sprites[i] : NULL};
        const struct sprite_of b = {after, k < after->sprite_count ? &after->sprites[k] : NULL};
        const int order = a.sprite == NULL   ? 1
                          : b.sprite == NULL ? -1
                                             : strcmp(a.sprite->name, b.sprite->name);
        if (order == 0)
            add_pair(out, a, b);
        else if (order < 0)
            add(out, (struct difference){.change = REMOVED,
                                         .before = a,
                                         .after = {before, NULL},
                                         .lost = model_sprite_mask(before, a.sprite).area});
        else
            add(out, (struct difference){.change = ADDED,
                                         .before = {after, NULL},
                                         .after = b,
                                         .gained = model_sprite_mask(after, b.sprite).area});
        i += order <= 0;
        k += order >= 0;
    }
}

/* ---- Renamed sprites ---------------------------------------------------------------------- */

/* The newer sprite of a difference; for one that was added or removed, its only sprite. */
static struct sprite_of newer(const struct difference *difference)
{
    return difference->after.sprite != NULL ? difference->after : difference->before;
}

static const char *name_of(const struct difference *difference)
{
    return newer(difference).sprite->name;
}

/* By size and mask, so that sprites that may be the same are neighbours. */
static int compare_shapes(struct sprite_of a, struct sprite_of b)
{
    const struct model_sprite *const p = a.sprite, *const q = b.sprite;
    const uint64_t keys[][2] = {
        {p->width, q->width},
        {p->height, q->height},
        {p->left, q->left},
        {p->top, q->top},
        {p->mask == MODEL_NONE ? 0 : a.model->masks[p->mask].hash,
         q->mask == MODEL_NONE ? 0 : b.model->masks[q->mask].hash},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] > keys[i][1] ? 1 : -1;
    return 0;
}

/* By shape, then the removed ones first. Changed ones come last, because they cannot be renamed. */
static int compare_for_renames(const void *a, const void *b)
{
    const struct difference *const p = a, *const q = b;
    if ((p->change == CHANGED) != (q->change == CHANGED))
        return p->change == CHANGED ? 1 : -1;
    const int order = p->change == CHANGED ? 0 : compare_shapes(newer(p), newer(q));
    if (order != 0)
        return order;
    if (p->change != q->change)
        return p->change == REMOVED ? -1 : 1;
    return strcmp(name_of(p), name_of(q));
}

static int compare_names(const void *a, const void *b)
{
    const struct difference *const p = a, *const q = b;
    const int order = strcmp(name_of(p), name_of(q));
    return order != 0 ? order : (int)p->change - (int)q->change;
}

/* Pairs the first removed sprite of a group of one shape with the first added one, and so on. A
 * pair becomes one difference, and `gone` marks the other. */
static void pair_group(struct difference *group, size_t count, bool *gone)
{
    size_t added = 0;
    while (added < count && group[added].change == REMOVED)
        added++;
    for (size_t i = 0; i < added && added + i < count; i++) {
        if (!same_mask(group[i].before, group[added + i].after))
            continue;
        group[i].change = RENAMED;
        group[i].after = group[added + i].after;
        group[i].aspects = find_aspects(group[i].before, group[i].after) & ~(unsigned)ASPECT_SOURCE;
        group[i].lost = 0;
        gone[added + i] = true;
    }
}

static void find_renames(struct comparison *out)
{
    bool *const gone = memory_new(out->count, sizeof *gone);
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, compare_for_renames);
    for (size_t i = 0, end; i < out->count && out->items[i].change != CHANGED; i = end) {
        end = i + 1;
        while (end < out->count && out->items[end].change != CHANGED &&
               compare_shapes(newer(&out->items[i]), newer(&out->items[end])) == 0)
            end++;
        pair_group(out->items + i, end - i, gone + i);
    }
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++)
        if (!gone[i])
            out->items[kept++] = out->items[i];
    out->count = kept;
    free(gone);
}

/* ---- Animations --------------------------------------------------------------------------- */

static bool same_frames(const struct model_animation *a, const struct model_animation *b)
{
    for (uint32_t i = 0; a->count == b->count && i < a->count; i++)
        if (strcmp(a->frames[i], b->frames[i]) != 0)
            return false;
    return a->count == b->count;
}

static bool same_durations(const struct model_animation *a, const struct model_animation *b)
{
    return a->count == b->count &&
           memcmp(a->durations, b->durations, a->count * sizeof *a->durations) == 0;
}

static void compare_animations(const struct model *before, const struct model *after,
                               struct comparison *out)
{
    size_t i = 0, k = 0;
    while (i < before->animation_count || k < after->animation_count) {
        const struct model_animation *const a =
            i < before->animation_count ? &before->animations[i] : NULL;
        const struct model_animation *const b =
            k < after->animation_count ? &after->animations[k] : NULL;
        const int order = a == NULL ? 1 : b == NULL ? -1 : strcmp(a->name, b->name);
        const struct model_animation *const either = order < 0 ? a : b;
        struct animation_difference difference = {
            .change = order < 0 ? REMOVED : ADDED,
            .name = either->name, /* NOLINT(*NullDereference): one of them is there */
        };
        if (order == 0) {
            difference.change = CHANGED;
            difference.frames = !same_frames(a, b);
            difference.durations = !same_durations(a, b);
        }
        if (order != 0 || difference.frames || difference.durations)
            *(struct animation_difference *)array_push(&out->animations, &out->animation_count,
                                                       &out->animation_capacity) = difference;
        i += order <= 0;
        k += order >= 0;
    }
}

void compare_models(const struct model *before, const struct model *after, struct comparison *out)
{
    *out = (struct comparison){0};
    compare_sprites(before, after, out);
    find_renames(out);
    compare_animations(before, after, out);
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, compare_names);
    for (size_t i = 0; i < out->count; i++)
        out->counts[out->items[i].change]++;
}

static int compare_naturally(const void *a, const void *b)
{
    const struct difference *const p = a, *const q = b;
    const int order = text_natural(name_of(p), name_of(q));
    return order != 0 ? order : (int)p->change - (int)q->change;
}

static int compare_animations_naturally(const void *a, const void *b)
{
    const struct animation_difference *const p = a, *const q = b;
    return text_natural(p->name, q->name);
}

void comparison_order_naturally(struct comparison *comparison)
{
    if (comparison->count > 1)
        qsort(comparison->items, comparison->count, sizeof *comparison->items, compare_naturally);
    if (comparison->animation_count > 1)
        qsort(comparison->animations, comparison->animation_count, sizeof *comparison->animations,
              compare_animations_naturally);
}

bool comparison_differs(const struct comparison *comparison)
{
    return comparison->count > 0 || comparison->animation_count > 0;
}

void comparison_free(struct comparison *comparison)
{
    free(comparison->items);
    free(comparison->animations);
    *comparison = (struct comparison){0};
}
