/*
 * output_names.c - names held against each other, and files against files
 */
#include "system/output_names.h"

#include "system/output.h"
#include "system/stamp.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_same_target(const char *a, const char *b)
{
    struct error ignored;
    char *first = NULL, *second = NULL;
    const bool same = output_find_target(a, &first, &ignored) &&
                      output_find_target(b, &second, &ignored) && strcmp(first, second) == 0;
    free(first);
    free(second);
    return same;
}

bool output_names_differ(const char *const *names, size_t count, struct error *err)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (names[i] != NULL && names[k] != NULL &&
                (strcmp(names[i], names[k]) == 0 || is_same_target(names[i], names[k])))
                return fail_usage(err, "two outputs cannot both be '%.200s'", names[i]);
    return true;
}

static bool find_input(const char *path, struct file_id *out)
{
    struct stat status;
    if (strcmp(path, "-") != 0)
        return file_id_of_path(path, out);
    if (fstat(STDIN_FILENO, &status) != 0)
        return false;
    *out = file_id_from(&status);
    return true;
}

bool output_name_spares(const char *pack, const char *name, const char *what, struct error *err)
{
    struct file_id read, written;
    if (name == NULL || strcmp(name, "-") == 0 || !find_input(pack, &read) ||
        !file_id_of_path(name, &written) || !file_id_equal(&read, &written))
        return true;
    return fail_usage(err, "is the pack that is read; give the %s another name", what);
}
