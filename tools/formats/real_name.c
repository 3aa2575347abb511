/*
 * real_name.c - paths that stay the same when ".." is taken out of them
 */
#include "formats/real_name.h"

#include "base/platform/files.h"
#include "base/platform/paths.h"
#include "base/text.h"
#include "base/text_names.h"

#include <stdlib.h>
#include <string.h>

/* A path without links, from the current folder on if it lies below: "" for that itself. NULL when
 * it leads nowhere. */
static char *without_links(const char *path)
{
    char *const here = path_real("."), *const real = path_real(path);
    const char *const rest = here != NULL && real != NULL ? text_below(here, real) : NULL;
    char *const name = real != NULL ? text_copy(rest != NULL ? rest : real) : NULL;
    free(here);
    free(real);
    return name;
}

/* The folder in which the target of a link lies. */
static char *folder_of_target(const char *link)
{
    char *const up = text_format("%s/..", link);
    char *const folder = up != NULL ? without_links(up) : NULL;
    free(up);
    return folder;
}

static bool is_link(const char *path)
{
    struct file_facts facts;
    return file_facts_of_link(path, &facts) && facts.kind == FILE_LINK;
}

static char *append(const char *folder, const char *part, size_t length)
{
    const size_t end = strlen(folder);
    const char *const slash = end > 0 && folder[end - 1] != '/' ? "/" : "";
    return text_format("%s%s%.*s", folder, slash, (int)length, part);
}

/* The folder above a path whose ".." are at its beginning, if it has some. */
static char *go_up(const char *path, bool *from_link)
{
    const char *const slash = strrchr(path, '/'), *const last = slash != NULL ? slash + 1 : path;
    if (*last == 0 || strcmp(last, "..") == 0)
        return strcmp(path, "/") == 0 ? text_copy(path) : append(path, "..", 2);
    if (is_link(path)) {
        *from_link = true;
        return folder_of_target(path);
    }
    return text_copy_n(path, slash == path ? 1 : slash != NULL ? (size_t)(slash - path) : 0);
}

char *real_name(const char *path)
{
    if (strstr(path, "/..") == NULL)
        return text_copy(path);
    bool from_link = false;
    char *name = text_copy(*path == '/' ? "/" : "");
    size_t length;
    for (const char *part = path; name != NULL && *part != 0; part += length) {
        part += strspn(part, "/");
        length = strcspn(part, "/");
        if (length == 0 || (length == 1 && *part == '.'))
            continue;
        const bool is_up = length == 2 && memcmp(part, "..", 2) == 0;
        char *const longer = is_up ? go_up(name, &from_link) : append(name, part, length);
        free(name);
        name = longer;
    }
    /* Folders of processes go away with them. */
    if (name != NULL && from_link && strncmp(name, "/proc/", 6) == 0) {
        free(name);
        name = without_links(path);
    }
    /* A path that leads nowhere stays as it is. */
    if (name != NULL && from_link && *name != 0)
        return name;
    const bool is_here = name != NULL && from_link;
    free(name);
    return text_copy(is_here ? "." : path);
}
