/*
 * pack.h - models written as packs, and packs read back into models
 */
#ifndef PACK_H
#define PACK_H

#include "error.h"
#include "model.h"
#include "sink.h"

#include <hitmask.h>

/* Writes a sorted model. */
bool pack_write(const struct model *model, struct sink *sink, struct error *err);

/* Adds the sprites, animations and options of an open, verified pack to the model. */
bool pack_read(const hm_pack *pack, const char *origin, struct model *model, struct error *err);

#endif
