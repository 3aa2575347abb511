/*
 * folder.h - what is in a folder, as far as inputs go: PNGs, other art and folders, by name
 *
 * A folder of 100,000 files is nothing unusual. What an entry is comes with the listing where
 * the file system tells it, and files are only asked for their stamps when somebody wants them.
 */
#ifndef FOLDER_H
#define FOLDER_H

#include "base/error.h"
#include "base/text.h"
#include "system/stamp.h"

enum entry_kind {
    ENTRY_UNKNOWN,
    ENTRY_FILE,
    ENTRY_FOLDER,
    ENTRY_OTHER,
    ENTRY_BROKEN,
    ENTRY_LEFT_OUT, /* a file with the ending of art that is not read */
};

struct entry {
    size_t name; /* where it is in the names */
    enum entry_kind kind;
    int error; /* why it is broken */
    bool stamped;
    struct stamp stamp;
};

/* Without entries that begin with a dot, and files that are no art. A zeroed one is empty. */
struct folder {
    struct file_id id;
    struct text names; /* each with its NUL */
    struct entry *items;
    size_t count, capacity;
};

/* Reads the folder unless `is_loop` says of its id that it must not be; `out` is zeroed before,
 * and to be freed whatever happens. It is closed when this returns: those in it may be deeper
 * than there may be open files. */
bool folder_read(const char *path, bool stamped, bool (*is_loop)(const void *, struct file_id),
                 const void *user, bool *loop, struct folder *out, struct error *err);
void folder_free(struct folder *folder);

static inline const char *folder_name(const struct folder *folder, const struct entry *entry)
{
    return folder->names.bytes + entry->name;
}

#endif
