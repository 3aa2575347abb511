/*
 * folder.c - lists a folder
 */
/* For d_type, the kind of an entry in a listing. Systems without it work too. */
#define _DEFAULT_SOURCE

#include "plan/folder.h"

#include "base/array.h"
#include "base/kinds.h"
#include "base/text_names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

void folder_free(struct folder *folder)
{
    text_free(&folder->names);
    free(folder->items);
    *folder = (struct folder){0};
}

/* The kind of an entry by the listing itself. A link may lead to anything. */
static enum entry_kind listed_kind(const struct dirent *entry)
{
#ifdef DT_DIR
    return entry->d_type == DT_DIR   ? ENTRY_FOLDER
           : entry->d_type == DT_REG ? ENTRY_FILE
                                     : ENTRY_UNKNOWN;
#else
    (void)entry;
    return ENTRY_UNKNOWN;
#endif
}

/* Finds out the kind of an entry, and its stamp if it is a file. */
static void look_at(int folder, const char *name, struct entry *out)
{
    struct stat status;
    if (fstatat(folder, name, &status, 0) != 0) {
        out->kind = ENTRY_BROKEN;
        out->error = errno;
        return;
    }
    out->kind = S_ISDIR(status.st_mode) ? ENTRY_FOLDER : ENTRY_OTHER;
    out->stamped = stamp_from(&status, &out->stamp);
    if (out->stamped)
        out->kind = ENTRY_FILE;
}

static bool is_link(int folder, const char *name)
{
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
}

/* False without memory. */
static bool note_entry(struct folder *out, int folder, const struct dirent *listed, bool stamped)
{
    const bool is_picture = text_is_picture_name(listed->d_name);
    struct entry entry = {.name = out->names.length, .kind = listed_kind(listed)};
    if (listed->d_name[0] == '.')
        return true;
    if (entry.kind == ENTRY_UNKNOWN || (entry.kind == ENTRY_FILE && is_picture && stamped))
        look_at(folder, listed->d_name, &entry);
    entry.link = entry.kind == ENTRY_FOLDER && listed_kind(listed) == ENTRY_UNKNOWN &&
                 is_link(folder, listed->d_name);
    if (entry.kind == ENTRY_FILE && !is_picture && kind_has_ending(listed->d_name))
        entry.kind = ENTRY_LEFT_OUT;
    if (entry.kind != ENTRY_FOLDER && entry.kind != ENTRY_LEFT_OUT && !is_picture)
        return true;
    /* The name first: entries without one must not be counted. */
    text_add(&out->names, listed->d_name, strlen(listed->d_name) + 1);
    if (out->names.failed)
        return false;
    struct entry *const added = array_push(&out->items, &out->count, &out->capacity);
    if (added != NULL)
        *added = entry;
    return added != NULL;
}

static bool read_entries(DIR *dir, bool stamped, struct folder *out, struct error *err)
{
    for (;;) {
        errno = 0;
        const struct dirent *const listed = readdir(dir);
        if (listed == NULL)
            return errno == 0 || fail_errno(err, "read");
        if (!note_entry(out, dirfd(dir), listed, stamped))
            return fail_memory(err);
    }
}

/* ---- In order ----------------------------------------------------------------------------- */

struct named_entry {
    const char *name;
    struct entry entry;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct named_entry *)a)->name, ((const struct named_entry *)b)->name);
}

/* The order of messages must not be the file system's. */
static bool sort(struct folder *folder)
{
    struct named_entry *const sorted = calloc(folder->count + 1, sizeof *sorted);
    if (sorted == NULL)
        return false;
    for (size_t i = 0; i < folder->count; i++)
        sorted[i] = (struct named_entry){folder_name(folder, &folder->items[i]), folder->items[i]};
    qsort(sorted, folder->count, sizeof *sorted, compare_names);
    for (size_t i = 0; i < folder->count; i++)
        folder->items[i] = sorted[i].entry;
    free(sorted);
    return true;
}

bool folder_read(const char *path, bool stamped, struct folder *out, struct error *err)
{
    DIR *const dir = opendir(path);
    struct stat status;
    bool ok = (dir != NULL && fstat(dirfd(dir), &status) == 0) || fail_errno(err, "open");
    if (ok) {
        out->id = file_id_from(&status);
        ok = read_entries(dir, stamped, out, err) && (sort(out) || fail_memory(err));
    }
    if (dir != NULL)
        closedir(dir);
    return ok;
}
