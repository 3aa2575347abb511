/*
 * product.h - what one input gives: its sprites, and what was found wrong on the way
 *
 * Made on any thread, without knowing of other inputs; poured into the model when the input's
 * turn comes.
 */
#ifndef PRODUCT_H
#define PRODUCT_H

#include "model/mask.h"
#include "model/model.h"
#include "model/points.h"
#include "system/diagnostics.h"
#include "system/stamp.h"

struct product_sprite {
    struct model_sprite sprite; /* left, top, mask and list are set by model_add */
    struct mask mask;
    struct points points;
};

/* A file that was read for it. */
struct product_file {
    char *path;
    bool fingerprinted; /* what it was like is known */
    struct fingerprint fingerprint;
};

/* A zeroed one is empty. */
struct product {
    struct product_sprite *sprites;
    size_t count, capacity;
    struct product_file *files; /* all but standard input */
    size_t file_count, file_capacity;
    struct model_animation *animations;
    size_t animation_count, animation_capacity;
    bool is_document;    /* not a picture, but what was baked once already */
    uint32_t soft_count; /* sprites whose edges are soft, each with a note among the diagnostics */
    char *options;       /* of a document or pack: what it was baked with; NULL when not said */
    struct diagnostics diagnostics;
};

void product_free(struct product *product);
void product_sprite_free(struct product_sprite *made);

/* Adds a sprite. Takes the strings of `sprite` and the words and cells of `mask` and
 * `points` over, also when it fails. */
bool product_add(struct product *product, struct model_sprite *sprite, struct mask *mask,
                 struct points *points, struct error *err);

/* Adds an animation. Takes all that it points to over, also when it fails. */
bool product_add_animation(struct product *product, struct model_animation *animation,
                           struct error *err);

/* Adds a file that was read; `fingerprint` may be NULL. */
bool product_add_file(struct product *product, const char *path,
                      const struct fingerprint *fingerprint, struct error *err);

/* Moves everything into the model, in order. A document tells the model its options. */
bool product_pour(struct product *product, struct model *model, struct error *err);

#endif
