/*
 * sprite_table.h - writes tables of a model's sprites and animations, for people
 */
#ifndef SPRITE_TABLE_H
#define SPRITE_TABLE_H

#include "base/sink.h"
#include "model/model.h"

/* Writes a row for each sprite, and below them a row for each animation. No line is wider than
 * `columns`; 0 is any width. */
bool sprite_table_write(const struct model *model, uint32_t columns, struct sink *sink,
                        struct error *err);

#endif
