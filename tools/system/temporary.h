/*
 * temporary.h - files that lie beside a target until they take its place
 *
 * A temporary is called .NAME.PID-TIME-N.hitmask-tmp. It is locked while its run lives, so that
 * other runs can tell it from the leftover of a killed run. A signal that ends this run removes its
 * temporaries first.
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include "base/error.h"

#include <stdbool.h>

struct temporary;

/* From here on a run that is interrupted removes its temporaries, and a broken pipe (STATUS_PIPE)
 * or a file that grows too large is an error instead of an end. */
void temporary_install_signals(void);

/* Makes a new file beside the target with its rights, open for reading and writing as `*fd`. NULL
 * when it fails. */
struct temporary *temporary_create(const char *target, int *fd, struct error *err);

/* Makes a new file that is removed like a temporary, but has its own name from the start. NULL when
 * it fails. */
struct temporary *temporary_create_in_place(const char *path, int *fd, struct error *err);

/* Renames the file to its target, and no longer removes it. */
bool temporary_replace(struct temporary *temporary, const char *target, struct error *err);

/* A file that was made in its place is complete, and no longer removed. */
void temporary_keep(struct temporary *temporary);

/* Forgets the temporary, and removes its file unless it was kept or took its target's place. */
void temporary_end(struct temporary *temporary);

/* Removes what killed runs have left for a target, or for all files of a folder. */
void temporary_clear_target(const char *target);
void temporary_clear_folder(const char *folder);

#endif
