/*
 * pack.h - models written as packs, and packs read back into products
 */
#ifndef PACK_H
#define PACK_H

#include "base/error.h"
#include "base/sink.h"
#include "model/model.h"
#include "model/product.h"

#include <hitmask.h>

/* Writes a sorted model; with several jobs and a sink that can amend, on two threads. */
void pack_write(const struct model *model, unsigned jobs, struct sink *sink);

/* True if what an open pack says about the places of pictures is right. hm_pack_verify checks the
 * rest. */
bool pack_check_places(const hm_pack *pack);

/* Adds the sprites, animations and options of an open, verified pack to the product. */
bool pack_read(const hm_pack *pack, const char *origin, struct product *out, struct error *err);

#endif
