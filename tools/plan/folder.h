/*
 * folder.h - the PNGs, other art and folders in a folder, by name
 *
 * A folder may well have 100,000 files. The kind of an entry comes with the listing where the file
 * system has it there, and the stamps of files are read only when somebody needs them.
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
    ENTRY_LINK,     /* to nothing, which may become a folder */
};

struct entry {
    size_t name; /* where it is in the names */
    enum entry_kind kind;
    bool link; /* to a folder */
    int error; /* why it is broken */
    bool stamped;
    struct stamp stamp;
};

/* Entries that begin with a dot and files that are no art are left out, but for links to nothing. A
 * zeroed one is empty. */
struct folder {
    struct file_id id;
    struct text names; /* each with its NUL */
    struct entry *items;
    size_t count, capacity;
};

/* `out` is zeroed before, and to be freed whatever happens. The folder is closed when this returns,
 * because folders may be nested deeper than the number of files that may be open. */
bool folder_read(const char *path, bool stamped, struct folder *out, struct error *err);
void folder_free(struct folder *folder);

static inline const char *folder_name(const struct folder *folder, const struct entry *entry)
{
    return folder->names.bytes + entry->name;
}

#endif
