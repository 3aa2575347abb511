/*
 * temporary.h - temporary files that do not outlive the run
 *
 * A temporary lies beside the file whose place it will take, its target, and is called
 * .NAME.PID-TIME-N.hitmask-tmp. It is locked while its run lives, so that other runs can tell it
 * from the leftover of a killed run. A signal that ends this run removes its temporaries first.
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include "base/error.h"

#include <stdbool.h>

struct temporary;

/* From here on a run that is interrupted removes its temporaries, and a broken pipe (STATUS_PIPE)
 * or a file that grows too large is an error instead of an end. */
void temporary_install_signals(void);

/* Makes a new file with the rights of the target, open for reading and writing as `*fd`, and
 * removes what killed runs have left for the same target. NULL when it fails. */
struct temporary *temporary_create(const char *target, int *fd, struct error *err);

/* Puts it in the target's place. False when that fails, with errno set. */
bool temporary_replace(struct temporary *temporary, const char *target);

/* Removes it, unless it is in the target's place, and forgets it. */
void temporary_remove(struct temporary *temporary);

/* Removes what killed runs have left beside the target. */
void temporary_clear_leftovers(const char *target);

#endif
