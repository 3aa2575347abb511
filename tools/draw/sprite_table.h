/*
 * sprite_table.h - what a model has as tables, for people
 */
#ifndef SPRITE_TABLE_H
#define SPRITE_TABLE_H

#include "base/sink.h"
#include "model/model.h"

/* A row a sprite, and below them one an animation; no wider than `columns`; 0 is any width. */
bool sprite_table_write(const struct model *model, uint32_t columns, struct sink *sink,
                        struct error *err);

#endif
