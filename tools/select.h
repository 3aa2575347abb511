/*
 * select.h - which sprites of a model a command is about
 */
#ifndef SELECT_H
#define SELECT_H

#include "message.h"
#include "model.h"

/* Keeps the sprites that one of the names or patterns asks for. Each must find one: those that
 * do not are said, as about the file `path`. */
void select_sprites(struct model *model, const char *path, const char *const *names, size_t count,
                    struct messages *messages);

/* Keeps those that the baker warned about. */
void select_with_warnings(struct model *model);

/* Largest first by that, equal ones by name. */
enum sprite_order { BY_NAME, BY_SIZE, BY_AREA, BY_SOLID, BY_POINTS };
bool sort_sprites(struct model *model, enum sprite_order order, struct error *err);

#endif
