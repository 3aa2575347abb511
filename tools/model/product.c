/*
 * product.c - collects the sprites of an input
 */
#include "model/product.h"

#include "base/array.h"
#include "base/text.h"

#include <stdlib.h>

void product_sprite_free(struct product_sprite *made)
{
    model_sprite_free(&made->sprite);
    mask_free(&made->mask);
    points_free(&made->points);
}

void product_free(struct product *product)
{
    for (size_t i = 0; i < product->count; i++)
        product_sprite_free(&product->sprites[i]);
    for (size_t i = 0; i < product->file_count; i++)
        free(product->files[i].path);
    for (size_t i = 0; i < product->animation_count; i++)
        model_animation_free(&product->animations[i]);
    free(product->sprites);
    free(product->files);
    free(product->animations);
    free(product->options);
    diagnostics_free(&product->diagnostics);
    *product = (struct product){0};
}

/* Most inputs are one picture from one file, so the first room is for one element only. */
static void *reserve(void *array, size_t count, size_t *capacity, size_t size)
{
    if (*capacity > 0)
        return array_reserve(array, count + 1, capacity, size);
    void *const one = malloc(size);
    *capacity = one != NULL;
    return one;
}

bool product_add(struct product *product, struct model_sprite *sprite, struct mask *mask,
                 struct points *points, struct error *err)
{
    struct product_sprite made = {*sprite, *mask, *points};
    *sprite = (struct model_sprite){0};
    *mask = (struct mask){0};
    *points = (struct points){0};
    struct product_sprite *const grown =
        reserve(product->sprites, product->count, &product->capacity, sizeof *grown);
    if (grown == NULL) {
        product_sprite_free(&made);
        return fail_memory(err);
    }
    product->sprites = grown;
    product->sprites[product->count++] = made;
    return true;
}

bool product_add_file(struct product *product, const char *path,
                      const struct fingerprint *fingerprint, struct error *err)
{
    struct product_file *const grown =
        reserve(product->files, product->file_count, &product->file_capacity, sizeof *grown);
    char *const copy = text_copy(path);
    if (grown != NULL)
        product->files = grown;
    if (grown == NULL || copy == NULL) {
        free(copy);
        return fail_memory(err);
    }
    product->files[product->file_count++] = (struct product_file){
        copy, fingerprint != NULL,
        fingerprint != NULL ? *fingerprint : (struct fingerprint){.settled = false}};
    return true;
}

bool product_add_animation(struct product *product, struct model_animation *animation,
                           struct error *err)
{
    struct model_animation *const added =
        array_push(&product->animations, &product->animation_count, &product->animation_capacity);
    if (added == NULL) {
        model_animation_free(animation);
        return fail_memory(err);
    }
    *added = *animation;
    *animation = (struct model_animation){0};
    return true;
}

bool product_pour(struct product *product, struct model *model, struct error *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < product->count; i++) {
        struct product_sprite *const made = &product->sprites[i];
        ok = model_add(model, &made->sprite, &made->mask, &made->points, err);
        *made = (struct product_sprite){.sprite = {.name = NULL}};
    }
    for (size_t i = 0; ok && i < product->animation_count; i++) {
        ok = model_add_animation(model, &product->animations[i], err);
        product->animations[i] = (struct model_animation){.name = NULL};
    }
    if (!ok)
        return false;
    product->count = product->animation_count = 0;
    if (product->is_document)
        model_add_options(model, product->options);
    product->options = product->is_document ? NULL : product->options;
    return true;
}
