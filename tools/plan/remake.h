/*
 * remake.h - how the sprites of a pack were made, by the options that the pack keeps
 */
#ifndef REMAKE_H
#define REMAKE_H

#include "model/model.h"

/* Says of each sprite how it was made, as far as the options of the model tell: rules are looked up
 * by the names of sprites and sources. */
void remake(struct model *model);

/* True if these options have a config. */
bool remake_has_config(const char *options);

/* True if the command line of the bake had that option. */
bool remake_has_option(const char *options, const char *name);

#endif
