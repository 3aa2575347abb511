/*
 * inspect_pictures.h - the pictures that `hitmask inspect` writes to files
 */
#ifndef INSPECT_PICTURES_H
#define INSPECT_PICTURES_H

#include "model/model.h"
#include "system/message.h"

/* Where to; NULL: not wanted. */
struct inspect_pictures {
    const char *png, *svg;
    const char *art; /* the folder that sources are looked for in */
};

/* Writes those that are wanted of all sprites of a model that was read from `path`. What goes wrong
 * is said; art that is not there, or is not what it was, is a warning. */
void inspect_pictures(const struct inspect_pictures *wanted, const char *path,
                      const struct model *model, struct messages *messages);

#endif
