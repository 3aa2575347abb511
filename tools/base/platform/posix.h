/*
 * posix.h - what the files for POSIX and for WASI share
 */
#ifndef PLATFORM_POSIX_H
#define PLATFORM_POSIX_H

#include <stdbool.h>
#include <sys/stat.h>

struct file_facts;

/* The facts of what a call like stat() gave, if its result is 0. */
bool posix_facts(int result, const struct stat *status, struct file_facts *out);

/* Gives another path of a file on systems that follow links wrongly: of the target of a link, or of
 * the link itself. It is kept until the next call. NULL, with errno set, when there is none. */
const char *posix_path(const char *path);
const char *posix_path_of_link(const char *path);

#endif
