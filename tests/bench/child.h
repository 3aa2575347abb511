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

/* The same, and how many bytes of memory it took at most: 0 when that cannot be told, for a
 * child begins as a copy of this program, and its peak counts that. */
bool child_run_measured(const char *const *words, uint64_t *peak);

#endif
