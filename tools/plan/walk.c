/*
 * walk.c - walks a folder and all below it
 *
 *     read a folder -> its entries, in order: a file is handed to the caller, a folder is walked
 *
 * Threads read the subfolders of a folder ahead, while one thread at a time walks through the
 * folders that were read. Only that one touches the walker.
 */
#include "plan/walk.h"

#include "base/text.h"
#include "plan/folder.h"
#include "system/parallel.h"

#include <errno.h>
#include <stdlib.h>

/* A folder on the way down: a link back to one of them is a loop. */
struct above {
    const struct above *parent;
    struct file_id id;
};

/* The present place: its path, and its name below the root, "" for the root itself. */
struct walker {
    const struct walk *walk;
    unsigned jobs; /* threads that may read folders; 1 below where they do already */
    struct text path, name;
};

/* The result of reading a folder. */
struct reading {
    struct folder folder;
    bool ok, loop;
    struct error err;
};

static bool is_loop(const void *user, struct file_id id)
{
    for (const struct above *above = user; above != NULL; above = above->parent)
        if (file_id_equal(&above->id, &id))
            return true;
    return false;
}

static void read_folder(const struct walk *walk, const char *path, const struct above *parent,
                        struct reading *out)
{
    *out = (struct reading){.ok = false};
    out->ok =
        folder_read(path, walk->stamped, is_loop, parent, &out->loop, &out->folder, &out->err);
}

/* ---- The present place -------------------------------------------------------------------- */

/* One step down. */
static void join(struct text *path, const char *name)
{
    if (path->length > 0 && path->bytes[path->length - 1] != '/')
        text_add(path, "/", 1);
    text_add_string(path, name);
}

/* One step up, to the first `length` bytes. */
static void cut(struct text *path, size_t length)
{
    path->length = length;
    path->bytes[length] = 0;
}

static void add_error(const struct walker *walker, const struct error *err)
{
    diagnostics_add_error(walker->walk->diagnostics, walker->path.bytes, err);
}

static bool walker_init(struct walker *walker, const struct walk *walk, const char *path,
                        const char *name)
{
    *walker = (struct walker){.walk = walk, .jobs = walk->jobs};
    text_add_string(&walker->path, path);
    text_add_string(&walker->name, name);
    return !walker->path.failed && !walker->name.failed;
}

static void walker_free(struct walker *walker)
{
    text_free(&walker->path);
    text_free(&walker->name);
}

/* ---- Entries ------------------------------------------------------------------------------ */

static void walk_reading(struct walker *walker, const struct above *parent,
                         struct reading *reading);

/* Walks the folder at the present place. */
static void walk_here(struct walker *walker, const struct above *parent)
{
    struct reading reading;
    read_folder(walker->walk, walker->path.bytes, parent, &reading);
    walk_reading(walker, parent, &reading);
}

/* Any entry that is not a folder to walk. */
static void walk_file(const struct walker *walker, const struct entry *entry, bool excluded)
{
    const struct walk *const walk = walker->walk;
    const char *const path = walker->path.bytes;
    struct error err;
    bool ok;
    if (excluded) {
        ok = walk->excluded(walk->user, path) || fail_memory(&err);
    } else if (entry->kind == ENTRY_FILE) {
        const struct stamp *const stamp = entry->stamped ? &entry->stamp : NULL;
        ok = walk->file(walk->user, path, walker->name.bytes, stamp) || fail_memory(&err);
    } else if (entry->kind == ENTRY_BROKEN) {
        errno = entry->error;
        ok = fail_errno(&err, "open");
    } else {
        ok = fail(&err, "is not a regular file; name it by itself to read it");
    }
    if (!ok)
        add_error(walker, &err);
}

/* `reading` is the folder's content if it was read ahead, else NULL. */
static void walk_entry(struct walker *walker, const struct above *parent, const struct entry *entry,
                       struct reading *reading)
{
    const struct walk *const walk = walker->walk;
    const bool excluded = walk->is_excluded(walk->user, walker->name.bytes);
    if (entry->kind == ENTRY_LEFT_OUT) {
        if (!excluded)
            walk->left_out(walk->user, walker->name.bytes);
    } else if (excluded || entry->kind != ENTRY_FOLDER)
        walk_file(walker, entry, excluded);
    else if (reading != NULL)
        walk_reading(walker, parent, reading);
    else
        walk_here(walker, parent);
}

/* One step down, and back. After a path that found no memory, no further step is taken. */
static void step(struct walker *walker, const struct above *above, const struct folder *folder,
                 size_t index, struct reading *reading)
{
    const size_t path_length = walker->path.length, name_length = walker->name.length;
    if (walker->path.failed || walker->name.failed)
        return;
    join(&walker->path, folder_name(folder, &folder->items[index]));
    join(&walker->name, folder_name(folder, &folder->items[index]));
    if (!walker->path.failed && !walker->name.failed)
        walk_entry(walker, above, &folder->items[index], reading);
    else
        diagnostics_add_no_memory(walker->walk->diagnostics, walker->path.bytes);
    cut(&walker->path, path_length);
    cut(&walker->name, name_length);
}

/* ---- Folders read ahead ------------------------------------------------------------------- */

/* The entries of a folder. Subfolders are read on several threads, while the walk goes through all
 * entries in order. */
struct ahead {
    struct walker *walker;
    const struct above *above;
    const struct folder *folder;
    char *path, *name;  /* of the folder, while those of the walker move on */
    size_t *subfolders; /* entries that are folders */
    size_t count;
    size_t next; /* entry that the walk comes to */
};

static char *join_copy(const char *path, const char *name)
{
    struct text joined = {0};
    text_add_string(&joined, path);
    join(&joined, name);
    if (joined.failed)
        text_free(&joined);
    return joined.bytes;
}

/* Any thread. Does not open an excluded folder. When this fails, the walk reads the folder itself.
 */
static void *read_subfolder(void *user, size_t index)
{
    const struct ahead *const ahead = user;
    const struct walk *const walk = ahead->walker->walk;
    const char *const entry =
        folder_name(ahead->folder, &ahead->folder->items[ahead->subfolders[index]]);
    char *const path = join_copy(ahead->path, entry), *const name = join_copy(ahead->name, entry);
    struct reading *reading = NULL;
    if (path != NULL && name != NULL && !walk->is_excluded(walk->user, name))
        reading = malloc(sizeof *reading);
    if (reading != NULL)
        read_folder(walk, path, ahead->above, reading);
    free(path);
    free(name);
    return reading;
}

static void walk_up_to(struct ahead *ahead, size_t end)
{
    for (; ahead->next < end; ahead->next++)
        step(ahead->walker, ahead->above, ahead->folder, ahead->next, NULL);
}

/* The files before the subfolder, and the subfolder. */
static void walk_subfolder(void *user, size_t index, void *made)
{
    struct ahead *const ahead = user;
    struct reading *const reading = made;
    walk_up_to(ahead, ahead->subfolders[index]);
    step(ahead->walker, ahead->above, ahead->folder, ahead->next++, reading);
    if (reading != NULL)
        folder_free(&reading->folder);
    free(reading);
}

/* False when threads would not help, or without memory for them. */
static bool find_subfolders(struct ahead *ahead)
{
    const struct folder *const folder = ahead->folder;
    ahead->subfolders = malloc(folder->count * sizeof *ahead->subfolders);
    for (size_t i = 0; ahead->subfolders != NULL && i < folder->count; i++)
        if (folder->items[i].kind == ENTRY_FOLDER)
            ahead->subfolders[ahead->count++] = i;
    if (ahead->count < 2)
        return false;
    ahead->path = text_copy(ahead->walker->path.bytes);
    ahead->name = text_copy(ahead->walker->name.bytes);
    return ahead->path != NULL && ahead->name != NULL;
}

static void walk_entries(struct walker *walker, const struct above *above,
                         const struct folder *folder)
{
    struct ahead ahead = {.walker = walker, .above = above, .folder = folder};
    const unsigned jobs = walker->jobs;
    if (jobs > 1 && find_subfolders(&ahead)) {
        const struct parallel_work work = {&ahead, ahead.count, read_subfolder, walk_subfolder};
        walker->jobs = 1;
        parallel_run(&work, jobs);
        walker->jobs = jobs;
    }
    walk_up_to(&ahead, folder->count);
    free(ahead.subfolders);
    free(ahead.path);
    free(ahead.name);
}

/* Walks the folder at the present place, and frees its content. */
static void walk_reading(struct walker *walker, const struct above *parent, struct reading *reading)
{
    const struct walk *const walk = walker->walk;
    const struct above above = {parent, reading->folder.id};
    bool ok = reading->ok;
    if (reading->loop)
        diagnostics_add(walk->diagnostics, walker->path.bytes, DIAGNOSTIC_NOTE,
                        "is a link back to a folder above it; skipped");
    else if (ok)
        ok = walk->folder(walk->user, walker->path.bytes) || fail_memory(&reading->err);
    if (!ok)
        add_error(walker, &reading->err);
    walk_entries(walker, &above, &reading->folder);
    folder_free(&reading->folder);
}

bool walk_folder(const struct walk *walk, const char *path, const char *name, struct error *err)
{
    struct walker walker;
    const bool ok = walker_init(&walker, walk, path, name);
    if (ok)
        walk_here(&walker, NULL);
    walker_free(&walker);
    return ok || fail_memory(err);
}
