/*
 * progress.h - how far a long run has come, as a bar on a terminal
 *
 *     [==========>         ]  1,234 of 2,736  890/s  2 s left
 *
 * The bar appears after half a second, and disappears at the end of the run. Nothing here knows
 * what is counted.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum progress_choice { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

struct progress {
    bool wanted;
    bool shown; /* there is a bar on the last line */
    size_t done, total;
    uint64_t begun, drawn; /* nanoseconds */
};

/* On standard error if it is a terminal, always, or never. */
bool progress_wanted(enum progress_choice choice);

void progress_begin(struct progress *progress, bool wanted, size_t total);

/* Counts one more thing as done, and draws the bar now and then. */
void progress_step(struct progress *progress);

/* Takes the bar away, for now or for good. */
void progress_hide(struct progress *progress);

/* The time since progress_begin; 0 before it. */
double progress_seconds(const struct progress *progress);

/* Writes the line with the bar after that time, for a terminal of so many columns. */
void progress_line(char *out, size_t size, const struct progress *progress, double seconds,
                   unsigned columns);

#endif
