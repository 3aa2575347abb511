/*
 * output_names.h - which file the name of an output means, and what it must not be
 */
#ifndef OUTPUT_NAMES_H
#define OUTPUT_NAMES_H

#include "base/error.h"
#include "system/fingerprint.h"

#include <stdbool.h>
#include <stddef.h>

/* The descriptor that a path means by its name, as "-" and "/dev/stdout" do; -1 for other paths. */
int output_find_descriptor(const char *path);

/* The file that writing to `path` makes or replaces, all links followed, to be freed. */
bool output_find_target(const char *path, char **target, struct error *err);

/* The folder of such a file, which writing changes: a temporary is made in it, and renamed. */
bool output_find_folder(const char *target, struct file_id *folder);

/* True if two targets are one file. Names that differ only in the case of letters are one file on
 * some file systems, and count as one on all, so that a build works everywhere. */
bool output_targets_are_one(const char *a, const char *b);

/* Fails if two names mean one file, however they are spelled. NULL: an output that is not
 * wanted. */
bool output_names_differ(const char *const *names, size_t count, struct error *err);

/* Fails if the output `name` is the input `pack`, however they are spelled. `what` is the kind of
 * output ("picture"). */
bool output_name_spares(const char *pack, const char *name, const char *what, struct error *err);

#endif
