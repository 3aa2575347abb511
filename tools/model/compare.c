/*
 * compare.c - one walk over the names of both, then a search for what was renamed
 */
#include "model/compare.h"

#include "base/array.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const char *aspect_name(unsigned index)
{
    static const char *const names[ASPECT_COUNT] = {"size",   "mask",   "pivot",
                                                    "points", "source", "warnings"};
    return names[index];
}

/* ---- Two sprites -------------------------------------------------------------------------- */

static bool same_mask(struct sprite_of a, struct sprite_of b)
{
    if (a.sprite->mask == MODEL_NONE || b.sprite->mask == MODEL_NONE)
        return a.sprite->mask == b.sprite->mask;
    const struct model_mask *const p = &a.model->masks[a.sprite->mask];
    const struct model_mask *const q = &b.model->masks[b.sprite->mask];
    return a.sprite->left == b.sprite->left && a.sprite->top == b.sprite->top &&
           p->width == q->width && p->height == q->height && p->area == q->area &&
           (model_mask_size(p) == 0 || memcmp(p->words, q->words, model_mask_size(p)) == 0);
}

static bool same_points(struct sprite_of a, struct sprite_of b)
{
    if (a.sprite->list == MODEL_NONE || b.sprite->list == MODEL_NONE)
        return a.sprite->list == b.sprite->list;
    const struct model_list *const p = &a.model->lists[a.sprite->list];
    const struct model_list *const q = &b.model->lists[b.sprite->list];
    return p->map_width == q->map_width && p->map_height == q->map_height && p->prune == q->prune &&
           p->border_dropped == q->border_dropped && p->count == q->count &&
           (p->count == 0 || memcmp(p->cells, q->cells, model_list_size(p)) == 0);
}

static bool same_string(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool same_source(const struct model_sprite *a, const struct model_sprite *b)
{
    return same_string(a->source, b->source) && same_string(a->layer, b->layer) &&
           memcmp(a->region, b->region, sizeof a->region) == 0;
}

static bool same_size(const struct model_sprite *a, const struct model_sprite *b)
{
    return a->width == b->width && a->height == b->height;
}

static unsigned find_aspects(struct sprite_of before, struct sprite_of after)
{
    const struct model_sprite *const a = before.sprite, *const b = after.sprite;
    unsigned aspects = 0;
    aspects |= same_size(a, b) ? 0 : ASPECT_SIZE;
    aspects |= same_mask(before, after) ? 0 : ASPECT_MASK;
    aspects |= a->pivot_x == b->pivot_x && a->pivot_y == b->pivot_y ? 0 : ASPECT_PIVOT;
    aspects |= same_points(before, after) ? 0 : ASPECT_POINTS;
    aspects |= same_source(a, b) ? 0 : ASPECT_SOURCE;
    aspects |= a->warnings == b->warnings ? 0 : ASPECT_WARNINGS;
    return aspects;
}

/* ---- The list ----------------------------------------------------------------------------- */

static bool count_pixels(struct difference *difference, struct error *err)
{
    struct overlay overlay;
    const bool ok = overlay_make(difference->before, difference->after, 1, &overlay, err);
    if (ok) {
        difference->gained = overlay_count(&overlay.gained);
        difference->lost = overlay_count(&overlay.lost);
    }
    overlay_free(&overlay);
    return ok;
}

static bool add(struct comparison *out, const struct difference *difference, struct error *err)
{
    struct difference *const grown =
        array_reserve(out->items, out->count + 1, &out->capacity, sizeof *grown);
    if (grown == NULL)
        return fail_memory(err);
    out->items = grown;
    out->items[out->count++] = *difference;
    return true;
}

/* The sprites of one name. */
static bool add_pair(struct comparison *out, struct sprite_of before, struct sprite_of after,
                     struct error *err)
{
    struct difference difference = {CHANGED, before, after, find_aspects(before, after), 0, 0};
    if (difference.aspects == 0) {
        out->same++;
        return true;
    }
    if ((difference.aspects & ASPECT_MASK) != 0 && !count_pixels(&difference, err))
        return false;
    return add(out, &difference, err);
}

static bool add_single(struct comparison *out, const struct model *model,
                       const struct model_sprite *sprite, enum change change, struct error *err)
{
    const struct sprite_of of = {model, sprite}, none = {model, NULL};
    const uint64_t area = sprite->mask == MODEL_NONE ? 0 : model->masks[sprite->mask].area;
    const struct difference added = {ADDED, none, of, 0, area, 0};
    const struct difference removed = {REMOVED, of, none, 0, 0, area};
    return add(out, change == ADDED ? &added : &removed, err);
}

static bool walk(const struct model *before, const struct model *after, struct comparison *out,
                 struct error *err)
{
    size_t i = 0, k = 0;
    bool ok = true;
    while (ok && (i < before->sprite_count || k < after->sprite_count)) {
        const struct model_sprite *const a = i < before->sprite_count ? &before->sprites[i] : NULL;
        const struct model_sprite *const b = k < after->sprite_count ? &after->sprites[k] : NULL;
        const int order = a == NULL ? 1 : b == NULL ? -1 : strcmp(a->name, b->name);
        if (a != NULL && order < 0)
            ok = add_single(out, before, a, REMOVED, err);
        else if (b != NULL && order > 0)
            ok = add_single(out, after, b, ADDED, err);
        else if (a != NULL && b != NULL)
            ok = add_pair(out, (struct sprite_of){before, a}, (struct sprite_of){after, b}, err);
        i += order <= 0;
        k += order >= 0;
    }
    return ok;
}

/* ---- What was renamed --------------------------------------------------------------------- */

static struct sprite_of only(const struct difference *difference)
{
    return difference->change == ADDED ? difference->after : difference->before;
}

static const char *name_of(const struct difference *difference)
{
    return (difference->after.sprite != NULL ? difference->after : difference->before).sprite->name;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Puts what may be the same sprite together: by size and mask, then the removed ones first. */
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
            return compare_numbers(keys[i][0], keys[i][1]);
    return 0;
}

/* Changed ones come last: they take no part. */
static int compare_for_renames(const void *a, const void *b)
{
    const struct difference *const p = a, *const q = b;
    if ((p->change == CHANGED) != (q->change == CHANGED))
        return p->change == CHANGED ? 1 : -1;
    const int order = p->change == CHANGED ? 0 : compare_shapes(only(p), only(q));
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

/* Pairs the first removed of a group of one shape with its first added, and so on; what was
 * added gives way. */
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

static bool find_renames(struct comparison *out, struct error *err)
{
    bool *const gone = calloc(out->count + 1, sizeof *gone);
    if (gone == NULL)
        return fail_memory(err);
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, compare_for_renames);
    for (size_t i = 0, end; i < out->count && out->items[i].change != CHANGED; i = end) {
        end = i + 1;
        while (end < out->count && out->items[end].change != CHANGED &&
               compare_shapes(only(&out->items[i]), only(&out->items[end])) == 0)
            end++;
        pair_group(out->items + i, end - i, gone + i);
    }
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++)
        if (!gone[i])
            out->items[kept++] = out->items[i];
    out->count = kept;
    free(gone);
    return true;
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
    return a->count == b->count && (a->count == 0 || memcmp(a->durations, b->durations,
                                                            a->count * sizeof *a->durations) == 0);
}

static bool add_animation(struct comparison *out, const struct animation_difference *difference,
                          struct error *err)
{
    struct animation_difference *const grown = array_reserve(
        out->animations, out->animation_count + 1, &out->animation_capacity, sizeof *grown);
    if (grown == NULL)
        return fail_memory(err);
    out->animations = grown;
    out->animations[out->animation_count++] = *difference;
    return true;
}

static bool add_animation_pair(struct comparison *out, const struct model_animation *a,
                               const struct model_animation *b, struct error *err)
{
    const struct animation_difference difference = {CHANGED, b->name, !same_frames(a, b),
                                                    !same_durations(a, b)};
    return (!difference.frames && !difference.durations) || add_animation(out, &difference, err);
}

/* One that stands on one side alone. */
static bool add_animation_single(struct comparison *out, const struct model_animation *animation,
                                 enum change change, struct error *err)
{
    const struct animation_difference difference = {change, animation->name, false, false};
    return add_animation(out, &difference, err);
}

static bool walk_animations(const struct model *before, const struct model *after,
                            struct comparison *out, struct error *err)
{
    size_t i = 0, k = 0;
    bool ok = true;
    while (ok && (i < before->animation_count || k < after->animation_count)) {
        const struct model_animation *const a =
            i < before->animation_count ? &before->animations[i] : NULL;
        const struct model_animation *const b =
            k < after->animation_count ? &after->animations[k] : NULL;
        const int order = a == NULL ? 1 : b == NULL ? -1 : strcmp(a->name, b->name);
        if (a != NULL && order < 0)
            ok = add_animation_single(out, a, REMOVED, err);
        else if (b != NULL && order > 0)
            ok = add_animation_single(out, b, ADDED, err);
        else if (a != NULL && b != NULL)
            ok = add_animation_pair(out, a, b, err);
        i += order <= 0;
        k += order >= 0;
    }
    return ok;
}

bool compare_models(const struct model *before, const struct model *after, struct comparison *out,
                    struct error *err)
{
    *out = (struct comparison){0};
    if (!walk(before, after, out, err) || !find_renames(out, err) ||
        !walk_animations(before, after, out, err))
        return false;
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, compare_names);
    for (size_t i = 0; i < out->count; i++)
        out->counts[out->items[i].change]++;
    return true;
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
