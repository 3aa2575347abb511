/*
 * select.h - chooses sprites by names and patterns, orders them, and suggests names for unknown
 * ones
 */
#ifndef SELECT_H
#define SELECT_H

#include "model/model.h"
#include "system/message.h"

struct selection {
    const char *const *names; /* or patterns */
    size_t count;             /* 0: all sprites */
    bool with_warnings;       /* only sprites that the baker warned about */
};

/* Keeps the selected sprites of a sorted model, and the animations that have no other frames. A
 * name that matches no sprite is an error about the file `path`. */
void select_sprites(struct model *model, const char *path, const struct selection *selection,
                    struct messages *messages);

/* Keeps the sprites that match a name or pattern, and the animations of such frames. Sets `matched`
 * of each name that does. */
void keep_matching(struct model *model, const char *const *names, size_t count, bool *matched);

/* Puts a model in an order for people: sprites with the largest first, animations and equal sprites
 * by name, run_2 before run_10. The model is then not sorted as model_sort sorts it. */
enum sprite_order { BY_NAME, BY_SIZE, BY_AREA, BY_SOLID, BY_POINTS };
void sort_sprites(struct model *model, enum sprite_order order);

/* ---- One sprite by its name ------------------------------------------------------------------ */

/* Fails because no sprite has that name. The error says that an animation has it, or otherwise
 * suggests up to three names: first pictures in folders, cells and layers, then similar names. */
bool fail_no_sprite(const struct model *model, const char *name, struct error *err);

#endif
