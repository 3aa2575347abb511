/*
 * depfile.h - tells Make and Ninja what a run has read
 *
 *     target: \
 *       first \
 *       second
 */
#ifndef DEPFILE_H
#define DEPFILE_H

#include "base/error.h"
#include "base/text.h"

/* Adds `path` as a name that Make takes for itself. */
void depfile_escape(struct text *out, const char *path);

/* What a run has read: paths that are lent. Standard input, "-", is not listed, nor what is gone
 * when the run ends: a shell calls its pipes /dev/fd/N. A zeroed one is empty. */
struct depfile {
    const char **paths;
    size_t count, capacity;
};

/* Fails for a path that Make and Ninja have no way to write. */
bool depfile_add(struct depfile *depfile, const char *path, struct error *err);
void depfile_free(struct depfile *depfile);

/* Writes the rule; `targets` as it is. `phony` gives each path an empty rule of its own, so
 * that Make does not stop where one is gone. A path that stands twice is written once. */
void depfile_write(struct depfile *depfile, const char *targets, bool phony, struct text *out);

#endif
