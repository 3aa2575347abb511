/*
 * walk.h - hands over the files in a folder and below, one by one, in the order of their names
 *
 * Links to folders come after all else. A folder that several paths lead to is walked once, which
 * is a warning, or a note for a link to a folder above it.
 *
 * Folders are read ahead on several threads; the order does not depend on it. Does not know what
 * becomes of a file.
 */
#ifndef WALK_H
#define WALK_H

#include "system/diagnostics.h"
#include "system/stamp.h"

/* How to walk, and the functions that take what is found. Names are relative to the root, with '/'
 * between folders. */
struct walk {
    bool stamped;                    /* find out the stamps of files */
    unsigned jobs;                   /* threads that may read folders */
    struct diagnostics *diagnostics; /* gets the errors; the walk goes on */
    void *user;
    /* Is the file or folder of that name left out, with all below? Called on several threads. */
    bool (*is_excluded)(const void *user, const char *name);
    /* Called one at a time, on any thread; false when memory runs out. A folder comes before its
     * entries, or is one that was walked already. `stamp` is NULL when it is not known. */
    bool (*folder)(void *user, const char *path);
    bool (*file)(void *user, const char *path, const char *name, const struct stamp *stamp);
    bool (*excluded)(void *user, const char *path); /* a folder with all below, or a file */
    bool (*link)(void *user, const char *path);     /* to nothing; it has no name of art */
    void (*left_out)(void *user, const char *name); /* a file of another kind, not excluded */
};

/* Walks the folder `path`, whose own name is `name`. */
void walk_folder(const struct walk *walk, const char *path, const char *name);

#endif
