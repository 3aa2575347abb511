/*
 * bake_sprite.h - a picture and a recipe give a sprite: mask, points, pivot, warnings
 */
#ifndef BAKE_SPRITE_H
#define BAKE_SPRITE_H

#include "model/product.h"
#include "picture/decode.h"
#include "plan/recipe.h"

/* Edges are soft when more of the solid pixels than this have an alpha of at most SOFT_MOST. */
enum { SOFT_PERCENT = 20 };

/* Everything that is known about a sprite beside its pixels. */
struct sprite_facts {
    const char *name;            /* without the layer */
    const char *layer;           /* NULL: none */
    const char *source, *origin; /* as in struct model_sprite */
    const char *path;            /* of the file that messages are about */
    bool is_frame;               /* messages name the sprite as a frame of that file */
    bool one_of_many;            /* the caller reports empty sprites, all in one message */
    bool skip_empty;             /* without a solid pixel it is left out */
    bool cut_by_key;             /* the key has matched round it */
    const uint32_t *region;      /* of the source; NULL: all of it */
    uint32_t turn;               /* of the picture there: enum place_turn */
    const struct window *window; /* the part that the picture is; NULL: the whole sprite */
    const uint32_t *place;       /* that the upright picture covers; NULL: the whole sprite */
    const int64_t *pivot;        /* that the file has; NULL: none */
    uint32_t duration;           /* that the file has, in milliseconds; 0: none */
    struct product_room *room;   /* of the sprites of one image; NULL: no limit */
};

/* How many pixels of a sprite round those that are drawn must be in a picture of a part of it. */
uint32_t sprite_margin(const struct recipe *recipe);

/* Adds the sprite to the product and its warnings to the diagnostics. Changes the picture's
 * pixels as the recipe says: afterwards they are the mask. */
bool bake_sprite(struct decoded *picture, const struct recipe *recipe,
                 const struct sprite_facts *facts, struct product *product, struct error *err);

#endif
