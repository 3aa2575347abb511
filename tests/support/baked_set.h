/*
 * baked_set.h - pictures, and the pack that was baked of them, so that they have points
 */
#ifndef BAKED_SET_H
#define BAKED_SET_H

#include "runtime/oracle.h"
#include "support/model_support.h"
#include "support/pack_support.h"

struct baked_set {
    struct subject *pictures; /* once baked, their sprites are those of the pack */
    struct model model;
    struct bytes bytes;
    hm_pack pack;
    size_t count;
};

void baked_set_init(struct baked_set *album, size_t most);
void baked_set_free(struct baked_set *album);

/* Takes the picture over. Without a rule it gets no points. */
void baked_set_add(struct baked_set *album, const struct subject *picture,
                   const struct points_rule *rule);
void baked_set_bake(struct baked_set *album);

/* The baked masks of small_masks.h. */
void baked_set_of_small_masks(struct baked_set *album, const struct points_rule *rule);

#endif
