/*
 * select.h - the sprites that a command is about, by names and patterns, and suggestions for
 * unknown names
 */
#ifndef SELECT_H
#define SELECT_H

#include "model/model.h"
#include "system/message.h"

struct selection {
    const char *const *names; /* or patterns; none: all */
    size_t count;
    bool with_warnings; /* those alone that the baker warned about */
};

/* Keeps the sprites of a sorted model that are asked for, and the animations that have no other
 * frames. Each name must find one: those that do not are said, as about the file `path`. */
void select_sprites(struct model *model, const char *path, const struct selection *selection,
                    struct messages *messages);

/* Puts a model in an order for people: the sprites largest first by that, equal ones and animations
 * by name, run_2 before run_10. It is then no sorted model. */
enum sprite_order { BY_NAME, BY_SIZE, BY_AREA, BY_SOLID, BY_POINTS };
bool sort_sprites(struct model *model, enum sprite_order order, struct error *err);

/* ---- One sprite by its name ------------------------------------------------------------------ */

/* Fails: there is none. Where an animation or a sheet has the name its sprites are told, else up to
 * three names that are like it: those of pictures in folders, cells and layers first. */
bool fail_no_sprite(const struct model *model, const char *name, struct error *err);

#endif
