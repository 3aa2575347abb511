/*
 * walk.h - adds the files in a folder and below to the inputs, in the order of their names
 *
 * Links to folders come last. A folder that several paths lead to is walked once, which
 * is a warning, or a note for a link to a folder above it.
 *
 * Folders are read ahead on several threads; the order does not depend on it.
 */
#ifndef WALK_H
#define WALK_H

#include "plan/plan.h"

/* Walks the folder `path`, whose own name is `name`: names are relative to the root, with '/'
 * between folders. Errors go to the plan's diagnostics, and the walk goes on. */
void walk_folder(struct plan *plan, const char *path, const char *name);

#endif
