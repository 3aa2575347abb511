/*
 * walk.h - all that lies in a folder and below, told one by one in the order of the names
 *
 * Folders are read on several threads, ahead of what is told; this cannot be seen from outside.
 * Knows nothing of what becomes of a file.
 */
#ifndef WALK_H
#define WALK_H

#include "base/error.h"
#include "system/diagnostics.h"
#include "system/stamp.h"

/* What to walk with, and whom to tell. Names are below the root, '/' between. */
struct walk {
    bool stamped;                    /* find out the stamps of files */
    unsigned jobs;                   /* threads that may read folders */
    struct diagnostics *diagnostics; /* told what is wrong; the walk goes on */
    void *user;
    /* Is what has that name left out, with all below? On any thread, several at once. */
    bool (*is_excluded)(const void *user, const char *name);
    /* The others one at a time, on any thread; false for want of memory, which is then said. A
     * folder comes before what is in it. `stamp` is NULL when it is not known. */
    bool (*folder)(void *user, const char *path);
    bool (*file)(void *user, const char *path, const char *name, const struct stamp *stamp);
    bool (*excluded)(void *user, const char *path); /* a folder with all below, or a file */
    void (*left_out)(void *user, const char *name); /* a file of another kind, not excluded */
};

/* Walks the folder `path`, whose own name is `name`. False when it was not begun. */
bool walk_folder(const struct walk *walk, const char *path, const char *name, struct error *err);

#endif
