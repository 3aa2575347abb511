/*
 * idle.h - options that have no effect, as the others and the inputs are
 */
#ifndef IDLE_H
#define IDLE_H

#include "system/diagnostics.h"
#include "system/options.h"

/* One reason why an option may be without effect. */
struct idle {
    const char *option; /* its long name */
    bool is_idle;
    const char *why; /* follows "has no effect" */
};

/* Warns of each option of the command line that has no effect, in a line. */
void idle_warn(const struct idle *table, size_t count, const struct arguments *arguments,
               struct diagnostics *diagnostics);

#endif
