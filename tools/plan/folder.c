/*
 * folder.c - lists a folder
 */
#include "plan/folder.h"

#include "base/array.h"
#include "base/kinds.h"
#include "base/text_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void folder_free(struct folder *folder)
{
    text_free(&folder->names);
    free(folder->items);
    *folder = (struct folder){0};
}

static enum entry_kind entry_kind(enum file_kind kind)
{
    return kind == FILE_REGULAR ? ENTRY_FILE : kind == FILE_FOLDER ? ENTRY_FOLDER : ENTRY_OTHER;
}

static void break_entry(struct entry *out)
{
    out->kind = ENTRY_BROKEN;
    out->error = errno;
}

/* Finds out the kind of an entry, its stamp if it is a file, and whether a folder is a link. */
static void look_at(const struct listing *listing, const char *name, struct entry *out)
{
    struct file_facts facts;
    if (!listing_facts_of(listing, name, true, &facts)) {
        break_entry(out);
        return;
    }
    out->kind = entry_kind(facts.kind);
    out->stamped = stamp_from(&facts, &out->stamp);
    if (out->kind == ENTRY_FOLDER && !listing_facts_of(listing, name, false, &facts))
        break_entry(out);
    else
        out->link = facts.kind == FILE_LINK;
}

static bool is_link(const struct listing *listing, const char *name)
{
    struct file_facts facts;
    return listing_facts_of(listing, name, false, &facts) && facts.kind == FILE_LINK;
}

/* Leads the link to nothing? What only cannot be looked at may be a folder full of art. */
static bool is_lost(const struct entry *entry)
{
    return entry->error == ENOENT || entry->error == ENOTDIR || entry->error == ELOOP ||
           entry->error == ENAMETOOLONG;
}

/* False without memory. */
static bool note_entry(struct folder *out, const struct listing *listing,
                       const struct listed *listed, bool stamped)
{
    const bool is_picture = text_is_picture_name(listed->name);
    struct entry entry = {.name = out->names.length,
                          .kind = listed->has_kind ? entry_kind(listed->kind) : ENTRY_UNKNOWN};
    if (listed->name[0] == '.')
        return true;
    if (entry.kind == ENTRY_UNKNOWN || (entry.kind == ENTRY_FILE && is_picture && stamped))
        look_at(listing, listed->name, &entry);
    if (entry.kind == ENTRY_FILE && !is_picture && kind_has_ending(listed->name))
        entry.kind = ENTRY_LEFT_OUT;
    if (entry.kind != ENTRY_FOLDER && entry.kind != ENTRY_LEFT_OUT && !is_picture) {
        const bool lost = entry.kind == ENTRY_BROKEN && is_lost(&entry);
        /* What is no link and lost has gone since it was listed. */
        if (entry.kind != ENTRY_BROKEN || (lost && !is_link(listing, listed->name)))
            return true;
        if (lost)
            entry.kind = ENTRY_LINK;
    }
    /* The name first: entries without one must not be counted. */
    text_add(&out->names, listed->name, strlen(listed->name) + 1);
    if (out->names.failed)
        return false;
    struct entry *const added = array_push(&out->items, &out->count, &out->capacity);
    if (added != NULL)
        *added = entry;
    return added != NULL;
}

static bool read_entries(struct listing *listing, bool stamped, struct folder *out,
                         struct error *err)
{
    struct listed listed;
    while (listing_next(listing, &listed))
        if (!note_entry(out, listing, &listed, stamped))
            return fail_memory(err);
    return errno == 0 || fail_errno(err, "read");
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
    struct listing *const listing = listing_open(path);
    struct file_facts facts;
    bool ok = (listing != NULL && listing_facts(listing, &facts)) || fail_errno(err, "open");
    if (ok) {
        out->id = file_id_from(&facts);
        ok = read_entries(listing, stamped, out, err) && (sort(out) || fail_memory(err));
    }
    if (listing != NULL)
        listing_close(listing);
    return ok;
}
