/*
 * depfile.c - the dependency file: lists for Make and Ninja the files that a run has read
 */
#include "formats/depfile.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* Doubles backslashes before a blank, as gcc does, because Make reads them in pairs there. */
void depfile_escape(struct text *out, const char *path)
{
    size_t backslashes = 0;
    for (const char *p = path; *p != 0; p++) {
        if (*p == ' ' || *p == '\t') {
            while (backslashes-- > 0)
                text_add_string(out, "\\");
            text_add_string(out, "\\");
        } else if (*p == '#' || *p == ':') {
            text_add_string(out, "\\");
        } else if (*p == '$') {
            text_add_string(out, "$");
        }
        backslashes = *p == '\\' ? backslashes + 1 : 0;
        text_add(out, p, 1);
    }
}

/* Does the path mean a file that may still be there after the run? */
static bool is_lasting(const char *path)
{
    static const char *const passing[] = {"/dev/fd/", "/dev/std", "/proc/"};
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
        if (strncmp(path, passing[i], strlen(passing[i])) == 0)
            return false;
    return strcmp(path, "-") != 0;
}

bool depfile_add(struct depfile *depfile, const char *path, struct error *err)
{
    char shown[256];
    if (!is_lasting(path))
        return true;
    if (strchr(path, '\n') != NULL)
        return fail(err,
                    "a depfile cannot hold the name '%s', which has a line feed; please rename it",
                    text_quote(shown, sizeof shown, path));
    const char **const added = array_push(&depfile->paths, &depfile->count, &depfile->capacity);
    if (added == NULL)
        return fail_memory(err);
    *added = path;
    return true;
}

void depfile_free(struct depfile *depfile)
{
    free(depfile->paths);
    *depfile = (struct depfile){0};
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void depfile_write(struct depfile *depfile, const char *targets, bool phony, struct text *out)
{
    size_t kept = 0;
    if (depfile->count > 1)
        qsort(depfile->paths, depfile->count, sizeof *depfile->paths, compare_paths);
    for (size_t i = 0; i < depfile->count; i++)
        if (kept == 0 || strcmp(depfile->paths[kept - 1], depfile->paths[i]) != 0)
            depfile->paths[kept++] = depfile->paths[i];
    depfile->count = kept;
    text_add_string(out, targets);
    text_add_string(out, ":");
    for (size_t i = 0; i < depfile->count; i++) {
        text_add_string(out, " \\\n  ");
        depfile_escape(out, depfile->paths[i]);
    }
    text_add_string(out, "\n");
    for (size_t i = 0; phony && i < depfile->count; i++) {
        text_add_string(out, "\n");
        depfile_escape(out, depfile->paths[i]);
        text_add_string(out, ":\n");
    }
}
