/*
 * bake_sprite.h - a picture and a recipe give a sprite: mask, points, pivot, warnings
 */
#ifndef BAKE_SPRITE_H
#define BAKE_SPRITE_H

#include "model/decode.h"
#include "model/product.h"
#include "plan/recipe.h"

/* A sprite that loses more of its solid pixels when those that are soft go is told of. */
enum { SOFT_PERCENT = 20 };

/* What is known of a sprite beside its pixels. */
struct sprite_facts {
    const char *path;       /* of the file that messages are about */
    const char *frame;      /* what messages call it there; NULL: it is the whole file */
    const uint32_t *region; /* where it stands in its source; NULL: it is all of it */
    const int64_t *pivot;   /* that the file gives it; NULL: none */
    uint32_t duration;      /* that the file gives it, in milliseconds; 0: none */
    bool one_of_many;       /* the caller tells of empty ones together */
};

/* Adds the sprite to the product and its warnings to the diagnostics. `sprite` has its strings,
 * which are taken over, also when it fails. Where the recipe says so, the picture becomes solid
 * throughout. */
bool bake_sprite(struct decoded *picture, const struct recipe *recipe,
                 const struct sprite_facts *facts, struct model_sprite *sprite,
                 struct product *product, struct error *err);

#endif
