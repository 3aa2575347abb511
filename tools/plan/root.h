/*
 * root.h - what a path is called below --root
 */
#ifndef ROOT_H
#define ROOT_H

#include "base/error.h"

/* The name of a file or folder, to be freed, "" for the root itself: by how the paths are spelled
 * or, failing that, by where they really are. NULL when it does not lie below. */
char *root_name(const char *root, const char *path, struct error *err);

/* What an absolute path is called, when the file at `known` is called `name`: both below one
 * folder, or its last part alone when it lies elsewhere. NULL without memory. */
char *root_name_like(const char *known, const char *name, const char *path);

#endif
