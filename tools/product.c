/*
 * product.c - what one input gives
 */
#include "product.h"

#include "array.h"

#include <stdlib.h>

static void sprite_free(struct product_sprite *made)
{
    model_sprite_free(&made->sprite);
    mask_free(&made->mask);
    points_free(&made->points);
}

void product_free(struct product *product)
{
    for (size_t i = 0; i < product->count; i++)
        sprite_free(&product->sprites[i]);
    free(product->sprites);
    findings_free(&product->findings);
    *product = (struct product){0};
}

/* Most inputs are one picture: room for one does not take room for many. */
static bool reserve(struct product *product)
{
    struct product_sprite *grown;
    if (product->capacity == 0) {
        grown = malloc(sizeof *grown);
        product->capacity = grown != NULL;
    } else {
        grown =
            array_reserve(product->sprites, product->count + 1, &product->capacity, sizeof *grown);
    }
    if (grown != NULL)
        product->sprites = grown;
    return grown != NULL;
}

bool product_add(struct product *product, struct model_sprite *sprite, struct mask *mask,
                 struct points *points, struct error *err)
{
    struct product_sprite made = {*sprite, *mask, *points};
    *sprite = (struct model_sprite){0};
    *mask = (struct mask){0};
    *points = (struct points){0};
    if (reserve(product)) {
        product->sprites[product->count++] = made;
        return true;
    }
    sprite_free(&made);
    return fail_memory(err);
}

bool product_pour(struct product *product, struct model *model, struct error *err)
{
    bool ok = true;
    for (size_t i = 0; i < product->count; i++) {
        struct product_sprite *const made = &product->sprites[i];
        if (ok)
            ok = model_add(model, &made->sprite, &made->mask, &made->points, err);
        else
            sprite_free(made);
    }
    product->count = 0;
    return ok;
}
