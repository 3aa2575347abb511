/*
 * real_posix.c - the real path of a file on POSIX
 */
#define _XOPEN_SOURCE 700

#include "base/platform/paths.h"

#include "base/platform/posix.h"

#include <stdlib.h>

char *path_real(const char *path)
{
    return realpath(path, NULL);
}

const char *posix_path(const char *path)
{
    return path;
}

const char *posix_path_of_link(const char *path)
{
    return path;
}
