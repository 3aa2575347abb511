/*
 * product.c - collects the sprites of an input
 */
#include "model/product.h"

#include "base/memory.h"
#include "format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void product_free(struct product *product)
{
    model_free(&product->content);
    index_free(&product->listed);
    index_free(&product->shaped);
    free(product->files);
    diagnostics_free(&product->diagnostics);
    *product = (struct product){.files = NULL};
}

/* Most inputs are one picture from one file, so the first room is for one element only. */
static void *reserve(size_t *capacity, size_t size)
{
    *capacity = 1;
    return memory_new(1, size);
}

static struct model *begin(struct product *product)
{
    struct model *const content = &product->content;
    if (content->sprite_capacity + content->mask_capacity + content->list_capacity == 0) {
        content->sprites = reserve(&content->sprite_capacity, sizeof *content->sprites);
        content->masks = reserve(&content->mask_capacity, sizeof *content->masks);
        content->lists = reserve(&content->list_capacity, sizeof *content->lists);
    }
    return content;
}

void product_add(struct product *product, const struct model_sprite *sprite, struct mask *mask,
                 struct points *points)
{
    model_add(begin(product), sprite, mask, points);
}

bool product_take_text(struct product *product, uint64_t bytes, uint64_t own, struct error *err)
{
    product->text += bytes;
    product->full |= product->text > BUDGET_TEXT + own;
    return product->text <= BUDGET_TEXT + own ||
           fail(err,
                "the names of the sprites, and of the frames of animations, take more than %d "
                "bytes together, the most that is allowed",
                (int)BUDGET_TEXT);
}

/* ---- Baked sprites ------------------------------------------------------------------------ */

/* The hash of all that decides about a list beside the rule. */
static uint64_t hash_shape(const struct model_sprite *sprite)
{
    uint64_t hash =
        checksum_mix((uint64_t)sprite->mask, (uint64_t)sprite->left << 32 | sprite->top);
    hash = checksum_mix(hash, (uint64_t)sprite->width << 32 | sprite->height);
    return hash ^ hash >> 32;
}

static bool same_shape(const struct model_sprite *a, const struct model_sprite *b)
{
    return a->mask == b->mask && a->left == b->left && a->top == b->top && a->width == b->width &&
           a->height == b->height;
}

static bool is_by_rule(const struct points *list, const struct points_rule *rule,
                       const struct model_sprite *sprite)
{
    uint32_t width, height;
    points_map_size(rule, sprite->width, sprite->height, &width, &height);
    return list->map_width == width && list->map_height == height && list->prune == rule->prune &&
           list->border_dropped == rule->drop_border;
}

/* The list that the rule gives the sprite, if an earlier sprite has it; otherwise MODEL_NONE. */
static int64_t find_list(const struct product *product, const struct points_rule *rule,
                         const struct model_sprite *sprite)
{
    const struct model *const content = &product->content;
    size_t step = 0;
    for (uint32_t i; (i = index_next(&product->listed, hash_shape(sprite), &step)) != INDEX_END;) {
        const struct model_sprite *const other = &content->sprites[i];
        if (same_shape(other, sprite) && is_by_rule(&content->lists[other->list], rule, sprite))
            return other->list;
    }
    return MODEL_NONE;
}

static bool take_room(const struct mask *mask, struct budget *budget, struct error *err)
{
    const uint64_t pixels = (uint64_t)mask->width * mask->height;
    const uint64_t most = budget->most * (budget->has_frames ? BUDGET_TIMES : 1);
    budget->full = pixels > most - budget->kept;
    if (budget->full)
        return fail(err,
                    "the sprites of this image have too many pixels together: up to this one, "
                    "the different sprites have more than the %" PRIu64
                    " that this --max-pixels "
                    "allows",
                    most);
    budget->kept += pixels;
    return true;
}

bool product_take_strings(struct product *product, const struct model_sprite *sprite, uint64_t own,
                          struct error *err)
{
    const char *const strings[] = {sprite->name, sprite->source, sprite->origin, sprite->layer,
                                   sprite->data};
    uint64_t bytes = 0;
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        bytes += strings[i] != NULL ? strlen(strings[i]) : 0;
    return product_take_text(product, bytes, own, err);
}

bool product_take_map(struct product *product, const struct points_rule *rule, uint32_t width,
                      uint32_t height, struct error *err)
{
    uint32_t map_width, map_height;
    if (!rule->wanted)
        return true;
    points_map_size(rule, width, height, &map_width, &map_height);
    const uint64_t cells = (uint64_t)map_width * map_height;
    if (cells <= (uint64_t)width * height)
        return true;
    product->map_cells += cells;
    product->full |= product->map_cells > BUDGET_CELLS;
    return product->map_cells <= BUDGET_CELLS ||
           fail(err,
                "maps with more cells than their sprites have pixels have more than %" PRIu64
                " "
                "cells together, the most that is allowed",
                BUDGET_CELLS);
}

bool product_take_work(struct budget *budget, uint64_t pixels, struct error *err)
{
    const uint64_t many = budget->most * BUDGET_TIMES;
    const uint64_t most = many > BUDGET_WORK_LEAST ? many : BUDGET_WORK_LEAST;
    budget->worked += pixels;
    budget->full = budget->worked > most;
    return !budget->full ||
           fail(err,
                "the sprites of this image have too many pixels together: up to this one, all "
                "sprites, equal or not, have more than the %" PRIu64
                " that this --max-pixels "
                "allows; each row counts as a multiple of 64",
                most);
}

static bool add_list(struct product *product, const struct points_rule *rule,
                     struct model_sprite *sprite, struct error *err)
{
    const struct mask mask = model_sprite_mask(&product->content, sprite);
    struct points points;
    if (!product_take_map(product, rule, sprite->width, sprite->height, err) ||
        !points_make(rule, &mask, sprite->width, sprite->height, &points, err))
        return false;
    sprite->list = model_keep_points(&product->content, &points);
    points_free(&points);
    return true;
}

bool product_add_baked(struct product *product, struct model_sprite *sprite, struct mask *mask,
                       const struct points_rule *rule, struct budget *budget, struct error *err)
{
    struct model *const content = begin(product);
    const size_t masks_before = content->mask_count;
    sprite->left = mask->left;
    sprite->top = mask->top;
    sprite->list = MODEL_NONE;
    sprite->mask = model_keep_mask(content, mask);
    mask_free(mask);
    const bool is_new = content->mask_count > masks_before;
    if (rule->wanted && !is_new)
        sprite->list = find_list(product, rule, sprite);
    const bool is_listed = !rule->wanted || sprite->list != MODEL_NONE;
    if ((is_new || !is_listed) && budget != NULL && sprite->mask != MODEL_NONE &&
        !take_room(&content->masks[sprite->mask], budget, err))
        return false;
    if (!is_listed && !add_list(product, rule, sprite, err))
        return false;
    model_push(content, sprite);
    /* It is the first with its list. Without a budget it is the only one. */
    if (!is_listed && budget != NULL)
        index_add(&product->listed, hash_shape(sprite), (uint32_t)content->sprite_count - 1);
    return true;
}

static bool same_rule(const struct shapes_rule *a, const struct shapes_rule *b)
{
    return a->outline == b->outline && a->polygons == b->polygons && a->tolerance == b->tolerance &&
           a->fit == b->fit && a->polygon_vertices == b->polygon_vertices &&
           a->connect == b->connect && a->min_area == b->min_area && a->pieces == b->pieces &&
           a->hull == b->hull && a->notch == b->notch && a->pixels_per_metre == b->pixels_per_metre;
}

bool product_add_shapes(struct product *product, const struct shapes_rule *rule,
                        uint64_t corners_most, struct error *err)
{
    struct model *const content = &product->content;
    struct model_sprite *const sprite = &content->sprites[content->sprite_count - 1];
    const struct mask mask = model_sprite_mask(content, sprite);
    struct shapes shapes;
    size_t step = 0;
    if (!shapes_are_wanted(rule))
        return true;
    for (uint32_t i; (i = index_next(&product->shaped, mask.hash, &step)) != INDEX_END;) {
        const struct model_sprite *const other = &content->sprites[i];
        if (other->mask == sprite->mask &&
            same_rule(&model_sprite_shapes(content, other)->rule, rule)) {
            sprite->shapes = other->shapes;
            return true;
        }
    }
    if (!shapes_make(&mask, rule, corners_most, &shapes, err))
        return false;
    sprite->shapes = model_keep_shapes(content, &shapes);
    shapes_free(&shapes);
    const struct shapes *const kept = model_sprite_shapes(content, sprite);
    /* Another rule may have made the same shapes. */
    if (kept != NULL && same_rule(&kept->rule, rule))
        index_add(&product->shaped, mask.hash, (uint32_t)content->sprite_count - 1);
    return true;
}

/* ---- Files, animations, options ----------------------------------------------------------- */

void product_add_file(struct product *product, const char *path,
                      const struct fingerprint *fingerprint)
{
    if (product->file_capacity == 0)
        product->files = reserve(&product->file_capacity, sizeof *product->files);
    struct product_file *const file =
        array_push(&product->files, &product->file_count, &product->file_capacity);
    file->path = arena_text(&product->content.arena, path);
    file->fingerprinted = fingerprint != NULL;
    if (fingerprint != NULL)
        file->fingerprint = *fingerprint;
}

void product_add_animation(struct product *product, const struct model_animation *animation)
{
    model_add_animation(&product->content, animation);
}

void product_set_options(struct product *product, const char *options)
{
    product->options = options != NULL ? arena_text(&product->content.arena, options) : NULL;
}

void product_pour(struct product *product, struct model *model)
{
    if (product->is_document)
        model_add_options(model, product->options);
    model_pour(model, &product->content);
    index_free(&product->listed);
    index_free(&product->shaped);
    product->file_count = 0;
    product->options = NULL;
}
