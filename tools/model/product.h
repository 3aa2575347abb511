/*
 * product.h - the product of an input: its sprites, and the diagnostics about it
 *
 * It is made on any thread, and knows nothing of other inputs. Products are added to the model one
 * at a time, in the order of the inputs, by any thread.
 */
#ifndef PRODUCT_H
#define PRODUCT_H

#include "base/budget.h"
#include "model/mask.h"
#include "model/model.h"
#include "model/points.h"
#include "system/diagnostics.h"
#include "system/fingerprint.h"

/* A file that was read for the product. */
struct product_file {
    const char *path;
    bool fingerprinted; /* `fingerprint` is known */
    struct fingerprint fingerprint;
};

/* A zeroed one is empty. */
struct product {
    struct model content;       /* its arena has the strings of files and the options, too */
    struct index listed;        /* baked sprites, the first with each list, by shape */
    struct index shaped;        /* the first sprite with each shapes, by mask */
    struct product_file *files; /* all but standard input */
    size_t file_count, file_capacity;
    uint64_t text;       /* bytes of names that were taken */
    uint64_t map_cells;  /* of maps that were made with more cells than their sprites have pixels */
    bool full;           /* more of either was refused */
    bool is_document;    /* made from a pack or document, not from a picture */
    uint32_t soft_count; /* sprites whose edges are soft, each with a note among the diagnostics */
    const char *options; /* of a pack or document: the options of its bake; NULL when not known */
    struct diagnostics diagnostics;
};

void product_free(struct product *product);

/* Strings are copied. The words of a mask and the cells of points become the product's: `mask` and
 * `points` are then without them. */

void product_add(struct product *product, const struct model_sprite *sprite, struct mask *mask,
                 struct points *points);

/* Counts bytes of names and data that are about to be copied; `own` of all are in the file itself,
 * and do not count. False when they are more than BUDGET_TEXT. */
bool product_take_text(struct product *product, uint64_t bytes, uint64_t own, struct error *err);

/* Counts all strings of a sprite. */
bool product_take_strings(struct product *product, const struct model_sprite *sprite, uint64_t own,
                          struct error *err);

/* Counts the cells of a map that is about to be made, if it has more of them than the sprite has
 * pixels: a sprite of some bytes may ask for very many. False when all are too many. */
bool product_take_map(struct product *product, const struct points_rule *rule, uint32_t width,
                      uint32_t height, struct error *err);

/* Counts pixels of a sprite, in rows of whole words. False when all are too many. */
bool product_take_work(struct budget *budget, uint64_t pixels, struct error *err);

/* Adds a sprite with a mask, and with the points that the rule gives it. What an earlier sprite has
 * is not made or kept again, and is not counted; `budget` is NULL for a sprite that is alone. Sets
 * the sprite's left, top, mask and list. */
bool product_add_baked(struct product *product, struct model_sprite *sprite, struct mask *mask,
                       const struct points_rule *rule, struct budget *budget, struct error *err);

/* Gives the last sprite the shapes of its mask: an earlier sprite's, or new ones. `corners_most` as
 * in shapes_make. */
bool product_add_shapes(struct product *product, const struct shapes_rule *rule,
                        uint64_t corners_most, struct error *err);

void product_add_animation(struct product *product, const struct model_animation *animation);

/* `options` may be NULL. */
void product_set_options(struct product *product, const char *options);

/* Adds a file that was read; `fingerprint` may be NULL. */
void product_add_file(struct product *product, const char *path,
                      const struct fingerprint *fingerprint);

/* Moves everything into the model, in order. The options of a document go there, too. */
void product_pour(struct product *product, struct model *model);

#endif
