/*
 * paths_posix.c - paths of POSIX, and of WASI
 */
#define _XOPEN_SOURCE 700

#include "base/platform/paths.h"

#include "base/platform/posix.h"

#include <glob.h>
#include <string.h>
#include <unistd.h>

char *path_current(void)
{
    return getcwd(NULL, 0);
}

bool path_is_absolute(const char *path)
{
    return *path == '/';
}

bool path_from_typed(const char *typed, char **out)
{
    (void)typed;
    *out = NULL;
    return true;
}

const char *path_is_forbidden(const char *path)
{
    (void)path;
    return NULL;
}

bool path_read_link(const char *path, char *out, size_t size)
{
    const char *const at = posix_path_of_link(path);
    const ssize_t length = at != NULL ? readlink(at, out, size) : -1;
    if (length <= 0 || (size_t)length >= size)
        return false;
    out[length] = '\0';
    return true;
}

bool path_matches_others(const char *path)
{
    glob_t found;
    if (strpbrk(path, "*?[") == NULL || glob(path, 0, NULL, &found) != 0)
        return false;
    const bool others = found.gl_pathc != 1 || strcmp(found.gl_pathv[0], path) != 0;
    globfree(&found);
    return others;
}
