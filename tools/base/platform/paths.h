/*
 * paths.h - what paths mean, and which names there can be
 */
#ifndef PLATFORM_PATHS_H
#define PLATFORM_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* Both are to be freed; NULL when it fails. */
char *path_current(void);
char *path_real(const char *path); /* absolute, without links and ".."; the file must exist */

/* Does it name the same file from every folder? */
bool path_is_absolute(const char *path);

/* A path as people type it may have '\\' between its parts on some systems. `*out` is then the path
 * with '/', to be freed, and else NULL. False when there is no memory. */
bool path_from_typed(const char *typed, char **out);

/* Why this system has no file of that name, after "the name"; NULL when it may have one. */
const char *path_is_forbidden(const char *path);

/* The path that a link holds. False when it is no link, or holds more than `size` bytes with the
 * NUL. */
bool path_read_link(const char *path, char *out, size_t size);

/* Would Make take the name for a pattern, and find other files by it? */
bool path_matches_others(const char *path);

#endif
