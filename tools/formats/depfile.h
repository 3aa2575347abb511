/*
 * depfile.h - the dependency file: lists for Make and Ninja the files that a run has read
 *
 *     target: \
 *       first \
 *       second
 */
#ifndef DEPFILE_H
#define DEPFILE_H

#include "base/error.h"
#include "base/text.h"

/* Adds `path` so that Make reads it as this path. */
void depfile_escape(struct text *out, const char *path);

/* Paths of the files that a run has read; they must live as long. Standard input ("-") is left
 * out, and so are pipes of a shell (/dev/fd/N), which are gone after the run. A zeroed one is
 * empty. */
struct depfile {
    const char **paths;
    size_t count, capacity;
};

/* Fails for a path that no depfile can hold. */
bool depfile_add(struct depfile *depfile, const char *path, struct error *err);
void depfile_free(struct depfile *depfile);

/* Writes the rule, with `targets` as it is and each path once. `phony` gives each path an empty
 * rule of its own, so that Make does not stop where a file is gone. */
void depfile_write(struct depfile *depfile, const char *targets, bool phony, struct text *out);

#endif
