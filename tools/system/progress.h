/*
 * progress.h - how far a long run has come, as a bar on a terminal
 *
 *     [==========>         ]  1,234 of 2,736  890/s  2 s left
 *
 * Shown once a run has taken half a second, and gone when it ends. Knows nothing of what is
 * counted.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum progress_choice { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

struct progress {
    bool wanted;
    bool shown; /* a bar stands on the last line */
    size_t done, total;
    uint64_t begun, drawn; /* nanoseconds */
};

/* On standard error if it is a terminal, always, or never. */
bool progress_wanted(enum progress_choice choice);

void progress_begin(struct progress *progress, bool wanted, size_t total);

/* One more is done; draws now and then. */
void progress_step(struct progress *progress);

/* Takes the bar away, for now or for good. */
void progress_hide(struct progress *progress);

/* Since progress_begin; 0 before it. */
double progress_seconds(const struct progress *progress);

/* The line of the bar at a time, for a terminal of so many columns. */
void progress_line(char *out, size_t size, const struct progress *progress, double seconds,
                   unsigned columns);

#endif
