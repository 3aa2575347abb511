/*
 * root.c - what a path is called below --root
 */
#include "plan/root.h"

#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What follows `root` in `path`, both absolute and in their simplest form: nothing when they
 * are the same. NULL when `path` does not lie in it. */
static const char *below(const char *root, const char *path)
{
    const size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(root, path, length) != 0 || (path[length] != '/' && path[length] != 0))
        return NULL;
    return path + length + (path[length] == '/');
}

/* An absolute path without ".", ".." and double slashes; links stay what they are called. */
static char *absolute(const char *path)
{
    struct text out = {0};
    if (path[0] != '/') {
        char *const here = getcwd(NULL, 0);
        if (here == NULL)
            return NULL;
        if (strcmp(here, "/") != 0)
            text_add_string(&out, here);
        free(here);
    }
    while (*path != 0) {
        const size_t length = strcspn(path, "/");
        if (length == 2 && strncmp(path, "..", 2) == 0) {
            while (out.length > 0 && out.bytes[--out.length] != '/')
                ;
            if (out.bytes != NULL)
                out.bytes[out.length] = 0;
        } else if (length > 0 && !(length == 1 && path[0] == '.')) {
            text_add_string(&out, "/");
            text_add(&out, path, length);
        }
        path += length + (path[length] == '/');
    }
    if (out.length == 0)
        text_add_string(&out, "/");
    if (out.failed)
        text_free(&out);
    return out.bytes;
}

static char *real(const char *path)
{
    return realpath(path, NULL);
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* By one way to spell paths. NULL when `path` does not lie in `root` by it, or it failed. */
static char *name_by(char *(*spell)(const char *), const char *root, const char *path)
{
    char *const from = spell(root), *const to = spell(path);
    const char *const rest = from != NULL && to != NULL ? below(from, to) : NULL;
    char *const name = rest != NULL ? text_copy(rest) : NULL;
    free(from);
    free(to);
    return name;
}

char *root_name(const char *root, const char *path, struct error *err)
{
    char quoted[256], *name;
    text_quote(quoted, sizeof quoted, root);
    if (!is_folder(root)) {
        fail(err, "--root %s is not a folder", quoted);
        return NULL;
    }
    errno = 0;
    name = name_by(absolute, root, path);
    if (name == NULL && errno != ENOMEM)
        name = name_by(real, root, path);
    if (name == NULL && errno == ENOMEM)
        fail_memory(err);
    else if (name == NULL)
        fail(err, "lies outside --root %s", quoted);
    return name;
}

/* By one way to spell paths. NULL when `path` lies elsewhere by it, or it failed. */
static char *name_like_by(char *(*spell)(const char *), const char *known, const char *name,
                          const char *path)
{
    char *const from = spell(known), *const to = spell(path);
    const size_t length = from != NULL ? strlen(from) : 0, own = strlen(name);
    char *out = NULL;
    if (to != NULL && length > own && strcmp(from + length - own, name) == 0 &&
        from[length - own - 1] == '/' && strncmp(from, to, length - own) == 0)
        out = text_copy(to + length - own);
    free(from);
    free(to);
    return out;
}

char *root_name_like(const char *known, const char *name, const char *path)
{
    char *out = name_like_by(absolute, known, name, path);
    if (out == NULL)
        out = name_like_by(real, known, name, path);
    return out != NULL ? out : text_copy(text_base_name(path));
}
