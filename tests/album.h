/*
 * album.h - pictures, and the pack that was baked of them, so that they have points
 */
#ifndef ALBUM_H
#define ALBUM_H

#include "model_support.h"
#include "oracle.h"
#include "pack_support.h"

struct album {
    struct subject *pictures; /* once baked, their sprites are those of the pack */
    struct model model;
    struct bytes bytes;
    hm_pack pack;
    size_t count;
};

void album_init(struct album *album, size_t most);
void album_free(struct album *album);

/* Takes the picture over. Without a rule it gets no points. */
void album_add(struct album *album, const struct subject *picture, const struct points_rule *rule);
void album_bake(struct album *album);

/* Of all the masks of pairs.h, baked. */
void album_of_small_masks(struct album *album, const struct points_rule *rule);

#endif
