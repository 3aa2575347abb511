/*
 * nearest.h - a sprite by its name, and what was perhaps meant when there is none
 */
#ifndef NEAREST_H
#define NEAREST_H

#include "model/model.h"

/* The sprite of that name in a sorted model; NULL when there is none. */
const struct model_sprite *find_sprite(const struct model *model, const char *name);

/* Fails: there is none. Where an animation or a sheet has the name its sprites are told, else up to
 * three names that are like it: those of pictures in folders, cells and layers first. */
bool fail_no_sprite(const struct model *model, const char *name, struct error *err);

#endif
