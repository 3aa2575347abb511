/*
 * multipack.h - animations whose frames lie in several files of an atlas
 *
 * The caller says which files belong together, and how their sprites are named. This file opens no
 * file.
 */
#ifndef MULTIPACK_H
#define MULTIPACK_H

#include "atlas/atlas.h"

struct multipack_file {
    struct atlas *atlas;
    const char *path;  /* for messages */
    const char *name;  /* which decides about the first one of several */
    const char *group; /* equal in all files that belong together; NULL: the file is alone */
    const void *owner; /* the caller's */
};

/* Gives the name of the sprite of a frame, to be freed. */
struct multipack_naming {
    char *(*name_sprite)(void *user, const struct multipack_file *file, uint32_t frame);
    void *user;
};

/* Animations of one name in files of a group become one, in the first file, if they are the same,
 * or if each has its frames in the order of their numbers, which the joined one then has, too.
 * Others stay, and are reported later as two of one name.
 *
 * Steps whose frame is in another file (see atlas_step_elsewhere) get the name of its sprite. A
 * frame that no file has is an error, but not after other errors: it may be in a file that was not
 * read. */
void multipack_link(const struct multipack_file *files, size_t count,
                    const struct multipack_naming *naming, struct diagnostics *diagnostics);

#endif
