/*
 * sprite_table.h - the sprites of a model as a table, for people
 */
#ifndef SPRITE_TABLE_H
#define SPRITE_TABLE_H

#include "model.h"
#include "sink.h"

/* A row a sprite, no wider than `columns`; 0 is any width. */
bool sprite_table_write(const struct model *model, uint32_t columns, struct sink *sink,
                        struct error *err);

#endif
