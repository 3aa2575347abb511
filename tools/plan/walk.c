/*
 * walk.c - the walk through a folder
 *
 *     a folder -> its entries, sorted -> a file is taken, a folder is walked,
 *                      a link to a folder waits until the rest is done
 *
 * A folder is entered once, whatever leads to it: otherwise two links in each of 30 folders would
 * be a billion paths. Links wait so that a folder goes by its own name. The folders on the way down
 * are an array, because a tree may be deeper than the stack.
 */
#include "plan/plan.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- A folder -------------------------------------------------------------------------------- */

/* A folder may well have 100,000 files. The kind of an entry comes with the listing where the file
 * system has it there, and the facts of files are read only when a cache needs them. */
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
    const char *name; /* in the arena of the folder */
    enum entry_kind kind;
    bool link;      /* to a folder */
    int error;      /* why it is broken */
    bool has_facts; /* and is a file */
    struct file_facts facts;
};

/* The art and the folders in a folder, or the reason why it could not be read. Entries that begin
 * with a dot and files that are not art are left out, but for links to nothing. */
struct folder {
    bool ok;
    struct error err;
    struct file_id id;
    struct arena arena;
    struct entry *items;
    size_t count, capacity;
};

static void folder_free(struct folder *folder)
{
    arena_free(&folder->arena);
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

/* Finds out the kind of an entry, its facts if it is a file, and whether a folder is a link. */
static void look_at(const struct listing *listing, const char *name, struct entry *out)
{
    struct file_facts facts;
    if (!listing_facts_of(listing, name, true, &facts)) {
        break_entry(out);
        return;
    }
    out->kind = entry_kind(facts.kind);
    out->has_facts = facts.kind == FILE_REGULAR;
    out->facts = facts;
    if (out->kind == ENTRY_FOLDER && !listing_facts_of(listing, name, false, &facts))
        break_entry(out);
    else
        out->link = facts.kind == FILE_LINK;
}

/* True if the link leads to nothing. A link that cannot be looked at may lead to a folder full of
 * art. */
static bool is_lost(const struct entry *entry)
{
    return entry->error == ENOENT || entry->error == ENOTDIR || entry->error == ELOOP ||
           entry->error == ENAMETOOLONG;
}

static void note_entry(struct folder *out, const struct listing *listing,
                       const struct listed *listed, bool with_facts)
{
    const bool is_picture = text_is_picture_name(listed->name);
    struct entry entry = {.kind = listed->has_kind ? entry_kind(listed->kind) : ENTRY_UNKNOWN};
    if (listed->name[0] == '.')
        return;
    if (entry.kind == ENTRY_UNKNOWN || (entry.kind == ENTRY_FILE && is_picture && with_facts))
        look_at(listing, listed->name, &entry);
    if (entry.kind == ENTRY_FILE && !is_picture && kind_has_ending(listed->name))
        entry.kind = ENTRY_LEFT_OUT;
    if (entry.kind != ENTRY_FOLDER && entry.kind != ENTRY_LEFT_OUT && !is_picture) {
        const bool lost = entry.kind == ENTRY_BROKEN && is_lost(&entry);
        struct file_facts facts;
        /* A file that is lost, but is not a link, has gone since it was listed. */
        if (entry.kind != ENTRY_BROKEN ||
            (lost &&
             !(listing_facts_of(listing, listed->name, false, &facts) && facts.kind == FILE_LINK)))
            return;
        if (lost)
            entry.kind = ENTRY_LINK;
    }
    entry.name = arena_text(&out->arena, listed->name);
    *(struct entry *)array_push(&out->items, &out->count, &out->capacity) = entry;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

/* Sorts the entries, because the order of messages must not be the file system's. The
 * folder is closed when this returns, because folders may be nested deeper than the number of files
 * that may be open. `out` is to be freed whatever happens. */
static void folder_read(const char *path, bool stamped, struct folder *out)
{
    struct listing *const listing = listing_open(path);
    struct file_facts facts;
    struct listed listed;
    *out = (struct folder){.ok = false};
    if (listing == NULL || !listing_facts(listing, &facts)) {
        fail_errno(&out->err, "open");
    } else {
        out->id = file_id_from(&facts);
        while (listing_next(listing, &listed))
            note_entry(out, listing, &listed, stamped);
        out->ok = errno == 0 || fail_errno(&out->err, "read");
    }
    if (listing != NULL)
        listing_close(listing);
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, compare_names);
}

/* ---- The present place ----------------------------------------------------------------------- */

/* A folder on the way down, and where its own names end. */
struct level {
    struct folder folder;
    size_t next; /* entry */
    size_t path_length, name_length;
};

/* A folder that was entered, and its first path. */
struct entered {
    struct file_id id;
    const char *path;
};

/* A link to a folder. */
struct link {
    const char *path, *name;
};

/* The place of the walk: its path, and its name below the root, "" for the root itself. */
struct walker {
    struct plan *plan;
    struct text path, name;
    struct level *levels;
    size_t depth, level_capacity;
    struct entered *entered;
    size_t entered_count, entered_capacity;
    struct index index; /* of their ids */
    struct link *links;
    size_t link_count, link_capacity;
    struct arena arena; /* has the strings of both */
};

/* Goes one step down. */
static void join(struct text *path, const char *name)
{
    if (path->length > 0 && path->bytes[path->length - 1] != '/')
        text_add(path, "/", 1);
    text_add_string(path, name);
}

/* ---- Folders --------------------------------------------------------------------------------- */

/* True if the folder at the present place was entered before. Says that it is skipped. */
static bool is_again(const struct walker *walker, struct file_id id)
{
    struct plan *const plan = walker->plan;
    const char *const path = walker->path.bytes, *first = NULL;
    char quoted[200];
    size_t step = 0;
    for (uint32_t i;
         first == NULL && (i = index_next(&walker->index, id.inode, &step)) != INDEX_END;)
        if (file_id_equal(&walker->entered[i].id, &id))
            first = walker->entered[i].path;
    if (first == NULL)
        return false;
    const size_t length = strlen(first);
    if (strncmp(path, first, length) == 0 && (path[length] == '/' || first[length - 1] == '/'))
        diagnostics_add(&plan->diagnostics, path, DIAGNOSTIC_NOTE,
                        "is a link back to a folder above it; skipped");
    else
        diagnostics_add_warning(&plan->diagnostics, path, "folder-again",
                                "is the folder %s again, which is baked already; skipped",
                                text_quote(quoted, sizeof quoted, first));
    /* It may be another folder later. */
    inputs_note(plan, &plan->inputs.folders, path, NULL);
    return true;
}

/* Goes into the folder at the present place, unless there is a reason not to. */
static void enter(struct walker *walker)
{
    struct plan *const plan = walker->plan;
    const char *const path = walker->path.bytes;
    struct folder folder;
    folder_read(path, plan->options->cache != NULL, &folder);
    if (!folder.ok)
        diagnostics_add_error(&plan->diagnostics, path, &folder.err);
    if (!folder.ok || is_again(walker, folder.id)) {
        folder_free(&folder);
        return;
    }
    struct entered *const entered =
        array_push(&walker->entered, &walker->entered_count, &walker->entered_capacity);
    struct level *const level =
        array_push(&walker->levels, &walker->depth, &walker->level_capacity);
    *entered = (struct entered){folder.id, arena_text(&walker->arena, path)};
    *level = (struct level){folder, 0, walker->path.length, walker->name.length};
    index_add(&walker->index, folder.id.inode, (uint32_t)(walker->entered_count - 1));
    inputs_note(plan, &plan->inputs.folders, path, NULL);
}

/* ---- Entries --------------------------------------------------------------------------------- */

/* Takes the entry at the present place. */
static void walk_entry(struct walker *walker, const struct entry *entry)
{
    struct plan *const plan = walker->plan;
    const char *const path = walker->path.bytes, *const name = walker->name.bytes;
    struct error err;
    if (inputs_exclude(plan, name)) {
        if (entry->kind != ENTRY_LEFT_OUT && entry->kind != ENTRY_LINK)
            inputs_note(plan, &plan->inputs.skipped, path, "--exclude");
        return;
    }
    switch (entry->kind) {
    case ENTRY_FILE:
        inputs_add(plan, path, name, entry->has_facts ? &entry->facts : NULL);
        return;
    case ENTRY_FOLDER:
        if (!entry->link)
            enter(walker);
        else
            *(struct link *)array_push(&walker->links, &walker->link_count,
                                       &walker->link_capacity) =
                (struct link){arena_text(&walker->arena, path), arena_text(&walker->arena, name)};
        return;
    case ENTRY_LEFT_OUT:
        kind_count(&plan->inputs.left_out, name);
        return;
    case ENTRY_LINK:
        diagnostics_add_warning(&plan->diagnostics, path, "link-broken",
                                "is a link to something that is not there; skipped");
        inputs_note_missing(plan, path);
        return;
    case ENTRY_BROKEN:
        errno = entry->error;
        fail_errno(&err, "open");
        diagnostics_add_error(&plan->diagnostics, path, &err);
        return;
    default:
        diagnostics_fail(&plan->diagnostics, path,
                         "is not a regular file; name it by itself to read it");
    }
}

/* Takes the next entry of the last level, or leaves the level. */
static void step(struct walker *walker)
{
    struct level *const level = &walker->levels[walker->depth - 1];
    if (level->next == level->folder.count) {
        folder_free(&level->folder);
        walker->depth--;
        return;
    }
    const struct entry entry = level->folder.items[level->next++];
    walker->path.length = level->path_length;
    walker->name.length = level->name_length;
    join(&walker->path, entry.name);
    join(&walker->name, entry.name);
    walk_entry(walker, &entry);
}

/* ---- The walk -------------------------------------------------------------------------------- */

/* Walks the folder at that path, and all below it. A folder that was entered before is not read. */
static void walk_from(struct walker *walker, const char *path, const char *name)
{
    struct file_id id;
    walker->path.length = walker->name.length = 0;
    text_add_string(&walker->path, path);
    text_add_string(&walker->name, name);
    if (!file_id_of_path(path, &id) || !is_again(walker, id))
        enter(walker);
    while (walker->depth > 0)
        step(walker);
}

void walk_folder(struct plan *plan, const char *path, const char *name)
{
    struct walker walker = {.plan = plan};
    walk_from(&walker, path, name);
    for (size_t i = 0; i < walker.link_count; i++)
        walk_from(&walker, walker.links[i].path, walker.links[i].name);
    free(walker.entered);
    free(walker.links);
    free(walker.levels);
    index_free(&walker.index);
    text_free(&walker.path);
    text_free(&walker.name);
    arena_free(&walker.arena);
}
