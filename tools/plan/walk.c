/*
 * walk.c - walks a folder and all below it
 *
 *     read a folder -> its entries, in order: a file is handed to the caller, a folder is walked,
 *                      a link to a folder waits until all else is done
 *
 * A folder is entered once, whatever leads to it: two links in each of 30 folders would else be a
 * billion paths. Links wait so that a folder goes by its own name. The folders on the way down are
 * an array, because a tree may be deeper than the stack.
 *
 * Threads read the subfolders of a folder ahead, while one thread at a time walks through the
 * folders that were read. Only that one touches the walker.
 */
#include "plan/walk.h"

#include "base/array.h"
#include "base/index.h"
#include "base/text.h"
#include "plan/folder.h"
#include "system/parallel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A folder on the way down, and where the names of its parent end. */
struct level {
    struct folder folder;
    size_t next; /* entry */
    size_t path_length, name_length;
};

/* A folder that was entered, and its first path. */
struct entered {
    struct file_id id;
    char *path;
};

/* A link to a folder. */
struct link {
    char *path, *name;
};

/* The present place: its path, and its name below the root, "" for the root itself. */
struct walker {
    const struct walk *walk;
    unsigned jobs; /* threads that may read folders; 1 below where they do already */
    struct text path, name;
    struct level *levels;
    size_t depth, level_capacity;
    struct entered *entered;
    size_t entered_count, entered_capacity;
    struct index index; /* of their ids */
    struct link *links;
    size_t link_count, link_capacity;
};

/* The result of reading a folder. */
struct reading {
    struct folder folder;
    bool ok;
    struct error err;
};

static void read_folder(const struct walk *walk, const char *path, struct reading *out)
{
    *out = (struct reading){.ok = false};
    out->ok = folder_read(path, walk->stamped, &out->folder, &out->err);
}

/* ---- The present place -------------------------------------------------------------------- */

/* One step down. */
static void join(struct text *path, const char *name)
{
    if (path->length > 0 && path->bytes[path->length - 1] != '/')
        text_add(path, "/", 1);
    text_add_string(path, name);
}

/* One step up, to names of these lengths. */
static void cut(struct walker *walker, size_t path_length, size_t name_length)
{
    walker->path.length = path_length;
    walker->path.bytes[path_length] = 0;
    walker->name.length = name_length;
    walker->name.bytes[name_length] = 0;
}

/* Has a name found no memory? Then no further entry is looked at. */
static bool has_failed(const struct walker *walker)
{
    return walker->path.failed || walker->name.failed;
}

static void add_error(const struct walker *walker, const struct error *err)
{
    diagnostics_add_error(walker->walk->diagnostics, walker->path.bytes, err);
}

static void add_no_memory(const struct walker *walker)
{
    diagnostics_add_no_memory(walker->walk->diagnostics, walker->path.bytes);
}

/* ---- Folders ------------------------------------------------------------------------------ */

static const struct entered *find_entered(const struct walker *walker, struct file_id id)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&walker->index, id.inode, &step)) != INDEX_END;)
        if (file_id_equal(&walker->entered[i].id, &id))
            return &walker->entered[i];
    return NULL;
}

static bool remember_entered(struct walker *walker, struct file_id id)
{
    struct entered *const added =
        array_push(&walker->entered, &walker->entered_count, &walker->entered_capacity);
    if (added == NULL)
        return false;
    *added = (struct entered){id, text_copy(walker->path.bytes)};
    return added->path != NULL &&
           index_add(&walker->index, id.inode, (uint32_t)(walker->entered_count - 1));
}

/* Is the folder at the present place one that was entered before? Says that it is skipped. */
static bool is_again(const struct walker *walker, struct file_id id)
{
    const struct walk *const walk = walker->walk;
    const struct entered *const first = find_entered(walker, id);
    struct diagnostics *const diagnostics = walk->diagnostics;
    const char *const path = walker->path.bytes;
    char quoted[200];
    if (first == NULL)
        return false;
    const size_t length = strlen(first->path);
    if (strncmp(path, first->path, length) == 0 &&
        (path[length] == '/' || first->path[length - 1] == '/'))
        diagnostics_add(diagnostics, path, DIAGNOSTIC_NOTE,
                        "is a link back to a folder above it; skipped");
    else
        diagnostics_add_warning(diagnostics, path, "folder-again",
                                "is the folder %s again, which is baked already; skipped",
                                text_quote(quoted, sizeof quoted, first->path));
    /* It may be another folder later. */
    if (!walk->folder(walk->user, path))
        add_no_memory(walker);
    return true;
}

/* Goes into the folder at the present place, whose parent's names have these lengths. `reading` is
 * its content if it was read ahead, else NULL. */
static bool enter(struct walker *walker, struct reading *reading, size_t path_length,
                  size_t name_length)
{
    const struct walk *const walk = walker->walk;
    struct level *level = NULL;
    struct reading own;
    if (reading == NULL) {
        read_folder(walk, walker->path.bytes, &own);
        reading = &own;
    }
    if (!reading->ok) {
        add_error(walker, &reading->err);
    } else if (!is_again(walker, reading->folder.id)) {
        if (remember_entered(walker, reading->folder.id) &&
            walk->folder(walk->user, walker->path.bytes))
            level = array_push(&walker->levels, &walker->depth, &walker->level_capacity);
        if (level == NULL)
            add_no_memory(walker);
    }
    if (level != NULL)
        *level = (struct level){reading->folder, 0, path_length, name_length};
    else
        folder_free(&reading->folder);
    reading->folder = (struct folder){.count = 0};
    return level != NULL;
}

static void leave(struct walker *walker)
{
    struct level *const level = &walker->levels[--walker->depth];
    cut(walker, level->path_length, level->name_length);
    folder_free(&level->folder);
}

/* ---- Entries ------------------------------------------------------------------------------ */

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

static void remember_link(struct walker *walker)
{
    struct link *const added =
        array_push(&walker->links, &walker->link_count, &walker->link_capacity);
    if (added != NULL)
        *added = (struct link){text_copy(walker->path.bytes), text_copy(walker->name.bytes)};
    if (added == NULL || added->path == NULL || added->name == NULL)
        add_no_memory(walker);
}

/* The entry at the present place, whose parent's names have these lengths. True if it is a folder
 * that was entered. */
static bool walk_entry(struct walker *walker, const struct entry *entry, struct reading *reading,
                       size_t path_length, size_t name_length)
{
    const struct walk *const walk = walker->walk;
    const bool excluded = walk->is_excluded(walk->user, walker->name.bytes);
    if (entry->kind == ENTRY_LEFT_OUT) {
        if (!excluded)
            walk->left_out(walk->user, walker->name.bytes);
        return false;
    }
    if (entry->kind == ENTRY_LINK) {
        if (excluded)
            return false;
        diagnostics_add_warning(walk->diagnostics, walker->path.bytes, "link-broken",
                                "is a link to something that is not there; skipped");
        if (!walk->link(walk->user, walker->path.bytes))
            add_no_memory(walker);
        return false;
    }
    if (!excluded && entry->kind == ENTRY_FOLDER && !entry->link)
        return enter(walker, reading, path_length, name_length);
    if (!excluded && entry->kind == ENTRY_FOLDER)
        remember_link(walker);
    else
        walk_file(walker, entry, excluded);
    return false;
}

/* Takes the next entry of the last level, or leaves that. */
static void step(struct walker *walker, struct reading *reading)
{
    struct level *const level = &walker->levels[walker->depth - 1];
    const size_t path_length = walker->path.length, name_length = walker->name.length;
    bool entered = false;
    if (level->next == level->folder.count || has_failed(walker)) {
        leave(walker);
        return;
    }
    const struct entry entry = level->folder.items[level->next++];
    join(&walker->path, folder_name(&level->folder, &entry));
    join(&walker->name, folder_name(&level->folder, &entry));
    if (has_failed(walker))
        add_no_memory(walker);
    else
        entered = walk_entry(walker, &entry, reading, path_length, name_length);
    if (!entered)
        cut(walker, path_length, name_length);
}

static void read_ahead(struct walker *walker);

/* Goes on until that many levels are left. */
static void walk_up_to(struct walker *walker, size_t depth)
{
    while (walker->depth > depth) {
        if (walker->jobs > 1 && walker->levels[walker->depth - 1].next == 0)
            read_ahead(walker);
        step(walker, NULL);
    }
}

/* ---- Folders read ahead ------------------------------------------------------------------- */

/* The entries of a folder. Subfolders are read on several threads, while the walk goes through all
 * entries in order. */
struct ahead {
    struct walker *walker;
    size_t depth;         /* with its level */
    struct folder folder; /* the level's, which may move */
    char *path, *name;    /* of the folder, while those of the walker move on */
    size_t *subfolders;   /* entries that are folders */
    size_t count;
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
        folder_name(&ahead->folder, &ahead->folder.items[ahead->subfolders[index]]);
    char *const path = join_copy(ahead->path, entry), *const name = join_copy(ahead->name, entry);
    struct reading *reading = NULL;
    if (path != NULL && name != NULL && !walk->is_excluded(walk->user, name))
        reading = malloc(sizeof *reading);
    if (reading != NULL)
        read_folder(walk, path, reading);
    free(path);
    free(name);
    return reading;
}

/* The files before the subfolder, the subfolder, and all below it. */
static void walk_subfolder(void *user, size_t index, void *made)
{
    const struct ahead *const ahead = user;
    struct walker *const walker = ahead->walker;
    struct reading *const reading = made;
    while (walker->levels[ahead->depth - 1].next < ahead->subfolders[index] && !has_failed(walker))
        step(walker, NULL);
    if (!has_failed(walker)) {
        step(walker, reading);
        walk_up_to(walker, ahead->depth);
    }
    if (reading != NULL)
        folder_free(&reading->folder);
    free(reading);
}

/* False when threads would not help, or without memory for them. */
static bool find_subfolders(struct ahead *ahead)
{
    const struct folder *const folder = &ahead->folder;
    ahead->subfolders = malloc(folder->count * sizeof *ahead->subfolders);
    for (size_t i = 0; ahead->subfolders != NULL && i < folder->count; i++)
        if (folder->items[i].kind == ENTRY_FOLDER && !folder->items[i].link)
            ahead->subfolders[ahead->count++] = i;
    if (ahead->count < 2)
        return false;
    ahead->path = text_copy(ahead->walker->path.bytes);
    ahead->name = text_copy(ahead->walker->name.bytes);
    return ahead->path != NULL && ahead->name != NULL;
}

/* Walks the entries of the last level up to its last subfolder, if it has several. */
static void read_ahead(struct walker *walker)
{
    struct ahead ahead = {.walker = walker,
                          .depth = walker->depth,
                          .folder = walker->levels[walker->depth - 1].folder};
    const unsigned jobs = walker->jobs;
    if (find_subfolders(&ahead)) {
        const struct parallel_work work = {&ahead, ahead.count, read_subfolder, walk_subfolder,
                                           NULL};
        walker->jobs = 1;
        parallel_run(&work, jobs);
        walker->jobs = jobs;
    }
    free(ahead.subfolders);
    free(ahead.path);
    free(ahead.name);
}

/* ---- The walk ----------------------------------------------------------------------------- */

/* Walks the folder at that path, and all below it. One that was entered before is not read. */
static void walk_from(struct walker *walker, const char *path, const char *name)
{
    struct file_id id;
    text_add_string(&walker->path, path);
    text_add_string(&walker->name, name);
    if (has_failed(walker)) {
        diagnostics_add_no_memory(walker->walk->diagnostics, path);
        return;
    }
    if ((!file_id_of_path(path, &id) || !is_again(walker, id)) && enter(walker, NULL, 0, 0))
        walk_up_to(walker, 0);
    cut(walker, 0, 0);
}

void walk_folder(const struct walk *walk, const char *path, const char *name)
{
    struct walker walker = {.walk = walk, .jobs = walk->jobs};
    walk_from(&walker, path, name);
    for (size_t i = 0; i < walker.link_count && !has_failed(&walker); i++)
        if (walker.links[i].path != NULL && walker.links[i].name != NULL)
            walk_from(&walker, walker.links[i].path, walker.links[i].name);
    for (size_t i = 0; i < walker.entered_count; i++)
        free(walker.entered[i].path);
    for (size_t i = 0; i < walker.link_count; i++) {
        free(walker.links[i].path);
        free(walker.links[i].name);
    }
    free(walker.entered);
    free(walker.links);
    free(walker.levels);
    index_free(&walker.index);
    text_free(&walker.path);
    text_free(&walker.name);
}
