/*
 * child.h - runs of the tool as processes of their own
 */
#ifndef CHILD_H
#define CHILD_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* The tool is built beside this program. */
bool child_find_tool(char path[PATH_MAX]);

/* Runs `words`, ended by NULL; false when that fails. */
bool child_run(const char *const *words);

/* Runs it, and measures the most memory that it took, in bytes: 0 when that is unknown, because a
 * child begins as a copy of this program, and its peak includes that copy. */
bool child_run_measured(const char *const *words, uint64_t *peak);

#endif
