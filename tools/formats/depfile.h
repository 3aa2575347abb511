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
#include "base/memory.h"
#include "base/text.h"
#include "system/diagnostics.h"

/* Adds `path` so that Make reads it as this path. */
void depfile_escape(struct text *out, const char *path);

/* The files and folders that a run has read. Standard input, "-", is not listed, nor a file that is
 * gone when the run ends: a shell calls its pipes /dev/fd/N. A zeroed list is empty. */
struct depfile {
    struct arena arena;
    const char **paths;
    size_t count, capacity;
};

/* Adds a path, or an error if no depfile can hold it. A folder gets a slash at its end. */
void depfile_add(struct depfile *depfile, const char *path, struct diagnostics *found);
void depfile_add_folder(struct depfile *depfile, const char *path, struct diagnostics *found);
void depfile_free(struct depfile *depfile);

/* Warns of names that Make can read and Ninja cannot. */
void depfile_warn(const struct depfile *depfile, struct diagnostics *diagnostics);

/* Fails if this cannot be the target of the rule. */
bool depfile_check_target(const char *path, struct error *err);

/* True if this is a depfile that was written here, and nothing else: one rule, and rules of names
 * alone. */
bool depfile_is(const char *text, size_t size);

/* Writes the rule; `targets` as it is. `phony` gives each path an empty rule of its own, so that
 * Make does not stop when a file is deleted. A path that was added twice is written once. */
bool depfile_write(struct depfile *depfile, const char *targets, bool phony, struct text *out,
                   struct error *err);

/* A path to the same file, to be freed. Ninja, CMake and names in packs take "x/.." out of a path.
 * If x is a link, that would be another file: then the folder in which its target lies takes the
 * place of "x/..", relative if it lies below the current folder. Other links stay, so that somebody
 * who looks at the path later sees where they lead then. */
char *real_name(const char *path);

#endif
