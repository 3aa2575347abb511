/*
 * pack.h - models written as packs
 */
#ifndef PACK_H
#define PACK_H

#include "base/sink.h"
#include "model/model.h"

/* Writes a sorted model; with several jobs and a sink that can amend, on two threads. */
void pack_write(const struct model *model, unsigned jobs, struct sink *sink);

#endif
