/*
 * output_names.c - names of outputs, followed through links and compared
 */
#include "system/output_names.h"

#include "base/platform/files.h"
#include "base/platform/process.h"
#include "base/text.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Opening these by their paths would begin a redirected file again from its start. */
int output_find_descriptor(const char *path)
{
    static const struct {
        const char *path;
        int fd;
    } names[] = {{"-", STREAM_OUT}, {"/dev/stdout", STREAM_OUT}, {"/dev/stderr", STREAM_ERROR}};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(path, names[i].path) == 0)
            return names[i].fd;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t length = strlen(folders[i]);
        uint64_t number;
        if (strncmp(path, folders[i], length) == 0 &&
            text_to_number(path + length, 0, INT_MAX, &number))
            return (int)number;
    }
    return -1;
}

/* ---- Targets ------------------------------------------------------------------------------ */

/* If `path` is a link, makes it the path that the link holds. */
static bool follow_link(char path[FILE_PATH_MAX])
{
    char held[FILE_PATH_MAX];
    if (!path_read_link(path, held, sizeof held))
        return false;
    const size_t kept = path_is_absolute(held) ? 0 : (size_t)(text_base_name(path) - path);
    if (strlen(held) >= FILE_PATH_MAX - kept)
        return false;
    strcpy(path + kept, held);
    return true;
}

static bool fail_open(int number, struct error *err)
{
    errno = number;
    return fail_errno(err, "open");
}

/* The full path of a file that does not exist yet. */
static bool resolve_new(const char *path, char **target, struct error *err)
{
    char folder[FILE_PATH_MAX + 1], shown[256];
    struct file_facts facts;
    text_folder_name(folder, path);
    text_quote(shown, sizeof shown, folder);
    char *const full = path_real(folder);
    if (full == NULL && errno == ENOENT)
        return fail(err, "the folder '%s' does not exist", shown);
    if (full == NULL && errno != ENOTDIR)
        return fail_errno(err, "open its folder");
    if (full != NULL && !file_facts_of_path(full, &facts)) {
        fail_errno(err, "open its folder");
        free(full);
        return false;
    }
    const bool is_folder = full != NULL && facts.kind == FILE_FOLDER;
    const bool ends = is_folder && full[strlen(full) - 1] == '/'; /* a root */
    *target = is_folder ? text_format("%s%s%s", full, ends ? "" : "/", text_base_name(path)) : NULL;
    free(full);
    if (!is_folder)
        return fail(err, "'%s' is not a folder", shown);
    if (strlen(*target) < FILE_PATH_MAX)
        return true;
    free(*target);
    *target = NULL;
    return fail_open(ENAMETOOLONG, err);
}

/* The last link may point to a file that does not exist yet. */
bool output_find_target(const char *path, char **target, struct error *err)
{
    enum { LINKS_MAX = 40 };
    char at[FILE_PATH_MAX];
    if (strlen(path) >= sizeof at)
        return fail_open(ENAMETOOLONG, err);
    strcpy(at, path);
    for (int i = 0; i < LINKS_MAX; i++) {
        *target = path_real(at);
        if (*target != NULL)
            return true;
        if (errno != ENOENT && errno != ENOTDIR)
            return fail_errno(err, "open");
        if (!follow_link(at))
            return resolve_new(at, target, err);
    }
    return fail_open(ELOOP, err);
}

bool output_find_folder(const char *target, struct file_id *folder)
{
    char name[FILE_PATH_MAX];
    text_folder_name(name, target);
    return file_id_of_path(name, folder);
}

/* ---- Names compared ----------------------------------------------------------------------- */

bool output_targets_are_one(const char *a, const char *b)
{
    struct file_id first, second;
    return text_same_in_any_case(text_base_name(a), text_base_name(b)) &&
           output_find_folder(a, &first) && output_find_folder(b, &second) &&
           file_id_equal(&first, &second);
}

static bool differ(const char *a, const char *b, struct error *err)
{
    char *first = NULL, *second = NULL;
    const bool same = strcmp(a, b) == 0 ||
                      (output_find_target(a, &first, err) && output_find_target(b, &second, err) &&
                       output_targets_are_one(first, second));
    const bool in_case = same && first != NULL && second != NULL &&
                         strcmp(text_base_name(first), text_base_name(second)) != 0;
    free(first);
    free(second);
    if (in_case)
        return fail_usage(
            err,
            "the outputs '%.100s' and '%.100s' differ only in the case of letters, and "
            "some file systems take them for one file; give one of them another name",
            a, b);
    return !same || fail_usage(err, "two outputs cannot both be '%.200s'", b);
}

bool output_names_differ(const char *const *names, size_t count, struct error *err)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++)
            /* An empty name is not a file; to open it is an error of its own. */
            if (names[i] != NULL && names[k] != NULL && *names[i] != 0 && *names[k] != 0 &&
                !differ(names[k], names[i], err))
                return false;
    return true;
}

bool output_name_spares(const char *pack, const char *name, const char *what, struct error *err)
{
    struct file_id read, written;
    if (name == NULL || strcmp(name, "-") == 0 || !file_id_of_input(pack, &read) ||
        !file_id_of_path(name, &written) || !file_id_equal(&read, &written))
        return true;
    return fail_usage(err, "is the pack that is read; give the %s another name", what);
}
