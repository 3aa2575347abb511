/*
 * inputs.c - walks folders and names what it finds
 *
 * A folder of 100,000 files is nothing unusual. What a file is comes with the listing where the
 * file system tells it, and files are only asked for their stamps when somebody wants them.
 */
/* For what readdir tells about an entry; it is done without where it is not told. */
#define _DEFAULT_SOURCE

#include "inputs.h"

#include "array.h"
#include "companion.h"
#include "glob.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Paths -------------------------------------------------------------------------------- */

/* What follows `root` in `path`, both absolute and in their simplest form: nothing when they
 * are the same. NULL when `path` does not lie in it. */
static const char *below(const char *root, const char *path)
{
    const size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(root, path, length) != 0 || (path[length] != '/' && path[length] != 0))
        return NULL;
    return path + length + (path[length] == '/');
}

/* An absolute path without ".", ".." and double slashes; links stay what they are called. */
static char *absolute(const char *path)
{
    struct text out = {0};
    if (path[0] != '/') {
        char *const here = getcwd(NULL, 0);
        if (here == NULL)
            return NULL;
        if (strcmp(here, "/") != 0)
            text_add_string(&out, here);
        free(here);
    }
    while (*path != 0) {
        const size_t length = strcspn(path, "/");
        if (length == 2 && strncmp(path, "..", 2) == 0) {
            while (out.length > 0 && out.bytes[--out.length] != '/')
                ;
            if (out.bytes != NULL)
                out.bytes[out.length] = 0;
        } else if (length > 0 && !(length == 1 && path[0] == '.')) {
            text_add_string(&out, "/");
            text_add(&out, path, length);
        }
        path += length + (path[length] == '/');
    }
    if (out.length == 0)
        text_add_string(&out, "/");
    if (out.failed)
        text_free(&out);
    return out.bytes;
}

static char *real(const char *path)
{
    return realpath(path, NULL);
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The name of a file or folder under --root: by how the paths are spelled or, failing that,
 * by where they really are. */
static char *name_below_root(const char *root, const char *path, struct error *err)
{
    static char *(*const spell[])(const char *) = {absolute, real};
    char quoted[256], *name = NULL;
    text_quote(quoted, sizeof quoted, root);
    if (!is_folder(root)) {
        fail(err, "--root %s is not a folder", quoted);
        return NULL;
    }
    for (int i = 0; i < 2 && name == NULL; i++) {
        char *const from = spell[i](root), *const to = spell[i](path);
        const char *const rest = from != NULL && to != NULL ? below(from, to) : NULL;
        if (rest != NULL)
            name = text_copy(rest);
        free(from);
        free(to);
    }
    if (name == NULL)
        fail(err, "lies outside --root %s", quoted);
    return name;
}

static const char *base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* ---- The list ----------------------------------------------------------------------------- */

static bool is_excluded(const struct input_rules *rules, const char *name)
{
    for (size_t i = 0; i < rules->exclude_count; i++)
        if (glob_match(rules->exclude[i], name))
            return true;
    return false;
}

/* Takes both strings over. `stamp` may be NULL. */
static bool push(struct inputs *inputs, char *path, char *name, const struct stamp *stamp,
                 struct error *err)
{
    struct input *const grown =
        array_reserve(inputs->items, inputs->count + 1, &inputs->capacity, sizeof *grown);
    if (grown != NULL)
        inputs->items = grown;
    if (path == NULL || name == NULL || grown == NULL) {
        free(path);
        free(name);
        return fail_memory(err);
    }
    struct input *const input = &inputs->items[inputs->count++];
    *input = (struct input){.path = path, .name = name, .stamped = stamp != NULL};
    if (stamp != NULL)
        input->stamp = *stamp;
    return true;
}

bool inputs_note(struct input_notes *notes, const char *path, const char *reason)
{
    struct input_note *const grown =
        array_reserve(notes->items, notes->count + 1, &notes->capacity, sizeof *grown);
    char *const copy = text_copy(path);
    if (grown != NULL)
        notes->items = grown;
    if (grown == NULL || copy == NULL) {
        free(copy);
        return false;
    }
    notes->items[notes->count++] = (struct input_note){copy, reason};
    return true;
}

static void input_free(struct input *input)
{
    free(input->path);
    free(input->mask);
    free(input->name);
}

bool inputs_keep_shard(struct inputs *inputs, const struct shard *shard)
{
    size_t kept = 0;
    bool ok = true;
    for (size_t i = 0; i < inputs->count; i++) {
        struct input *const input = &inputs->items[i];
        if (shard_has(shard, input->name)) {
            inputs->items[kept++] = *input;
        } else {
            ok = ok && inputs_note(&inputs->skipped, input->path, "another shard");
            input_free(input);
        }
    }
    inputs->count = kept;
    return ok;
}

static void notes_free(struct input_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->items[i].path);
    free(notes->items);
}

void inputs_free(struct inputs *inputs)
{
    notes_free(&inputs->folders);
    notes_free(&inputs->skipped);
    for (size_t i = 0; i < inputs->count; i++)
        input_free(&inputs->items[i]);
    for (size_t i = 0; i < inputs->companion_count; i++)
        free(inputs->companions[i].path);
    free(inputs->items);
    free(inputs->companions);
    free(inputs->masks);
    *inputs = (struct inputs){0};
}

/* ---- Companions --------------------------------------------------------------------------- */

static bool is_png_name(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcasecmp(name + length - 4, ".png") == 0;
}

static struct file_id file_id(const struct stamp *stamp)
{
    return (struct file_id){stamp->device, stamp->inode};
}

static bool remember_companion(struct inputs *inputs, const char *path, const struct stamp *stamp,
                               struct error *err)
{
    struct companion *const grown = array_reserve(inputs->companions, inputs->companion_count + 1,
                                                  &inputs->companion_capacity, sizeof *grown);
    if (grown == NULL)
        return fail_memory(err);
    inputs->companions = grown;
    char *const copy = text_copy(path);
    if (copy == NULL)
        return fail_memory(err);
    grown[inputs->companion_count++] = (struct companion){copy, file_id(stamp)};
    return true;
}

/* Gives the input its companion, whose path it takes over. */
static bool give_mask(struct inputs *inputs, struct input *input, char *path,
                      const struct stamp *stamp, struct error *err)
{
    struct file_id *const grown =
        array_reserve(inputs->masks, inputs->mask_count + 1, &inputs->mask_capacity, sizeof *grown);
    input->mask = path;
    if (grown == NULL)
        return fail_memory(err);
    inputs->masks = grown;
    grown[inputs->mask_count++] = file_id(stamp);
    return true;
}

/* Looks beside the input for its companion. One that is excluded is not there. */
static bool find_mask(struct inputs *inputs, struct input *input, const struct input_rules *rules,
                      struct error *err)
{
    char *const path = companion_name(input->path, rules->mask_suffix);
    char *const name = companion_name(input->name, rules->mask_suffix);
    struct stamp stamp;
    if (path == NULL || name == NULL) {
        free(path);
        free(name);
        return fail_memory(err);
    }
    const bool found = !is_excluded(rules, name) && stamp_of_path(path, &stamp);
    free(name);
    if (found)
        return give_mask(inputs, input, path, &stamp, err);
    free(path);
    return true;
}

/* Adds a file: a companion only to be remembered. `stamp` may be NULL where there are none. */
static bool add_file(struct inputs *inputs, const char *path, const char *name,
                     const struct stamp *stamp, const struct input_rules *rules, struct error *err)
{
    const bool may_pair =
        stamp != NULL && rules->mask_suffix != NULL && is_png_name(path) && is_png_name(name);
    if (may_pair && companion_is(path, rules->mask_suffix))
        return remember_companion(inputs, path, stamp, err);
    if (!push(inputs, text_copy(path), text_copy(name), stamp, err))
        return false;
    return !may_pair || find_mask(inputs, &inputs->items[inputs->count - 1], rules, err);
}

static int compare_ids(const void *a, const void *b)
{
    const struct file_id *const left = a, *const right = b;
    if (left->device != right->device)
        return left->device < right->device ? -1 : 1;
    return (left->inode > right->inode) - (left->inode < right->inode);
}

void inputs_warn_unused(struct inputs *inputs, struct messages *messages)
{
    if (inputs->mask_count > 1)
        qsort(inputs->masks, inputs->mask_count, sizeof *inputs->masks, compare_ids);
    for (size_t i = 0; i < inputs->companion_count; i++) {
        const struct companion *const companion = &inputs->companions[i];
        if (inputs->mask_count == 0 || bsearch(&companion->id, inputs->masks, inputs->mask_count,
                                               sizeof *inputs->masks, compare_ids) == NULL)
            say_warning(messages, companion->path, "mask-unused",
                        "is skipped: the picture whose mask it is by its name is no input");
    }
}

/* ---- What is in a folder ------------------------------------------------------------------ */

enum kind { KIND_UNKNOWN, KIND_FILE, KIND_FOLDER, KIND_OTHER, KIND_BROKEN };

struct entry {
    size_t name; /* where it is in the names */
    enum kind kind;
    int error; /* why it is broken */
    bool stamped;
    struct stamp stamp;
};

/* Without entries that begin with a dot, and files that are no PNGs. */
struct entries {
    struct text names; /* each with its NUL */
    struct entry *items;
    size_t count, capacity;
};

static void entries_free(struct entries *entries)
{
    text_free(&entries->names);
    free(entries->items);
}

/* What the listing itself tells. A link may lead to anything. */
static enum kind listed_kind(const struct dirent *entry)
{
#ifdef DT_DIR
    return entry->d_type == DT_DIR   ? KIND_FOLDER
           : entry->d_type == DT_REG ? KIND_FILE
                                     : KIND_UNKNOWN;
#else
    (void)entry;
    return KIND_UNKNOWN;
#endif
}

static void ask(int folder, const char *name, struct entry *out)
{
    struct stat status;
    if (fstatat(folder, name, &status, 0) != 0) {
        out->kind = KIND_BROKEN;
        out->error = errno;
        return;
    }
    out->kind = S_ISDIR(status.st_mode) ? KIND_FOLDER : KIND_OTHER;
    out->stamped = stamp_from(&status, &out->stamp);
    if (out->stamped)
        out->kind = KIND_FILE;
}

static bool entries_push(struct entries *entries, const struct entry *entry, const char *name)
{
    struct entry *const grown =
        array_reserve(entries->items, entries->count + 1, &entries->capacity, sizeof *grown);
    if (grown == NULL)
        return false;
    entries->items = grown;
    entries->items[entries->count] = *entry;
    entries->items[entries->count++].name = entries->names.length;
    text_add(&entries->names, name, strlen(name) + 1);
    return !entries->names.failed;
}

static bool note_entry(struct entries *entries, int folder, const struct dirent *listed,
                       bool stamped)
{
    const bool is_png = is_png_name(listed->d_name);
    struct entry entry = {.kind = listed_kind(listed)};
    if (listed->d_name[0] == '.' || (entry.kind == KIND_FILE && !is_png))
        return true;
    if (entry.kind == KIND_UNKNOWN || (entry.kind == KIND_FILE && stamped))
        ask(folder, listed->d_name, &entry);
    if (entry.kind != KIND_FOLDER && !is_png)
        return true;
    return entries_push(entries, &entry, listed->d_name);
}

static bool read_entries(DIR *dir, bool stamped, struct entries *out, struct error *err)
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

struct named_entry {
    const char *name;
    const struct entry *entry;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct named_entry *)a)->name, ((const struct named_entry *)b)->name);
}

/* Sorted: the order of messages must not be the file system's. To be freed. */
static struct named_entry *sort_entries(const struct entries *entries)
{
    struct named_entry *const sorted = calloc(entries->count + 1, sizeof *sorted);
    if (sorted == NULL)
        return NULL;
    for (size_t i = 0; i < entries->count; i++)
        sorted[i] =
            (struct named_entry){entries->names.bytes + entries->items[i].name, &entries->items[i]};
    qsort(sorted, entries->count, sizeof *sorted, compare_names);
    return sorted;
}

/* ---- Folders ------------------------------------------------------------------------------ */

/* A folder on the way down from the operand: a link back to one of them is a loop. */
struct folder {
    const struct folder *parent;
    dev_t device;
    ino_t inode;
};

/* Where the walk is: the path, and the name below the root, "" for the root itself. */
struct walk {
    struct inputs *inputs;
    const struct input_rules *rules;
    struct messages *messages;
    struct text path, name;
};

static bool is_loop(const struct folder *folder)
{
    for (const struct folder *f = folder->parent; f != NULL; f = f->parent)
        if (f->device == folder->device && f->inode == folder->inode)
            return true;
    return false;
}

/* One step down. */
static void join(struct text *path, const char *name)
{
    if (path->length > 0 && path->bytes[path->length - 1] != '/')
        text_add(path, "/", 1);
    text_add_string(path, name);
}

/* Back up to what was `length` bytes long. */
static void cut(struct text *path, size_t length)
{
    path->length = length;
    path->bytes[length] = 0;
}

static void say_at(const struct walk *walk, const struct error *err)
{
    say_error(walk->messages, walk->path.bytes, err);
}

static void walk_folder(struct walk *walk, const struct folder *parent);

static void walk_file(struct walk *walk, const struct entry *entry)
{
    struct error err;
    if (!add_file(walk->inputs, walk->path.bytes, walk->name.bytes,
                  entry->stamped ? &entry->stamp : NULL, walk->rules, &err))
        say_at(walk, &err);
}

static bool note_excluded(struct inputs *inputs, const char *path, struct error *err)
{
    return inputs_note(&inputs->skipped, path, "--exclude") || fail_memory(err);
}

static void walk_entry(struct walk *walk, const struct folder *parent, const struct entry *entry)
{
    struct error err;
    switch (entry->kind) {
    case KIND_FILE:
        walk_file(walk, entry);
        break;
    case KIND_FOLDER:
        walk_folder(walk, parent);
        break;
    case KIND_BROKEN:
        errno = entry->error;
        fail_errno(&err, "open");
        say_at(walk, &err);
        break;
    case KIND_OTHER:
    case KIND_UNKNOWN:
        fail(&err, "is not a regular file; name it by itself to read it");
        say_at(walk, &err);
        break;
    }
}

/* What stands where the walk is now. */
static void visit(struct walk *walk, const struct folder *parent, const struct entry *entry)
{
    struct error err;
    if (!is_excluded(walk->rules, walk->name.bytes))
        walk_entry(walk, parent, entry);
    else if (is_png_name(walk->path.bytes) && !note_excluded(walk->inputs, walk->path.bytes, &err))
        say_at(walk, &err);
}

static void walk_entries(struct walk *walk, const struct folder *folder,
                         const struct entries *entries)
{
    const size_t path_length = walk->path.length, name_length = walk->name.length;
    struct named_entry *const sorted = sort_entries(entries);
    struct error err;
    bool ok = sorted != NULL;
    for (size_t i = 0; ok && i < entries->count; i++) {
        join(&walk->path, sorted[i].name);
        join(&walk->name, sorted[i].name);
        ok = !walk->path.failed && !walk->name.failed;
        if (ok)
            visit(walk, folder, sorted[i].entry);
        cut(&walk->path, path_length);
        cut(&walk->name, name_length);
    }
    if (!ok) {
        fail_memory(&err);
        say_at(walk, &err);
    }
    free(sorted);
}

/* Companions are known by what they are, not by their paths. */
static bool wants_stamps(const struct input_rules *rules)
{
    return rules->stamped || rules->mask_suffix != NULL;
}

/* Walks the folder where the walk is. It is closed before those in it are opened: they may be
 * deeper than there may be open files. */
static void walk_folder(struct walk *walk, const struct folder *parent)
{
    struct entries entries = {.count = 0};
    struct folder folder = {.parent = parent};
    struct stat status;
    struct error err;
    DIR *const dir = opendir(walk->path.bytes);
    bool ok = dir != NULL && fstat(dirfd(dir), &status) == 0;
    if (ok) {
        folder.device = status.st_dev;
        folder.inode = status.st_ino;
    } else {
        fail_errno(&err, "open");
    }
    const bool loop = ok && is_loop(&folder);
    if (loop)
        say_note(walk->messages, walk->path.bytes, "is a link back to a folder above it; skipped");
    else
        ok = ok && read_entries(dir, wants_stamps(walk->rules), &entries, &err) &&
             (inputs_note(&walk->inputs->folders, walk->path.bytes, NULL) || fail_memory(&err));
    if (dir != NULL)
        closedir(dir);
    if (!ok)
        say_at(walk, &err);
    if (entries.count > 0)
        walk_entries(walk, &folder, &entries);
    entries_free(&entries);
}

/* ---- Operands ----------------------------------------------------------------------------- */

/* `name` is the folder's own below the root. */
static bool add_folder(struct inputs *inputs, const char *path, const char *name,
                       const struct input_rules *rules, struct messages *messages,
                       struct error *err)
{
    const size_t before = inputs->count + inputs->companion_count, errors = messages->errors;
    struct walk walk = {.inputs = inputs, .rules = rules, .messages = messages};
    text_add_string(&walk.path, path);
    text_add_string(&walk.name, name);
    bool ok = !walk.path.failed && !walk.name.failed;
    if (ok)
        walk_folder(&walk, NULL);
    else
        fail_memory(err);
    text_free(&walk.path);
    text_free(&walk.name);
    if (ok && inputs->count + inputs->companion_count == before && messages->errors == errors)
        ok = fail(err, "no PNG in this folder%s",
                  rules->exclude_count > 0 ? " that --exclude leaves" : "");
    return ok;
}

static bool add_file_operand(struct inputs *inputs, const char *path, const char *name,
                             const struct stat *status, const struct input_rules *rules,
                             struct error *err)
{
    struct stamp stamp;
    const bool stamped = stamp_from(status, &stamp);
    return is_excluded(rules, name)
               ? note_excluded(inputs, path, err)
               : add_file(inputs, path, name, stamped ? &stamp : NULL, rules, err);
}

static bool add_operand(struct inputs *inputs, const char *operand, const struct input_rules *rules,
                        struct messages *messages, struct error *err)
{
    struct stat status;
    char *below_root = NULL;
    if (strcmp(operand, "-") == 0)
        return push(inputs, text_copy("-"), text_copy("-"), NULL, err);
    if (stat(operand, &status) != 0)
        return fail_errno(err, "open");
    const bool is_dir = S_ISDIR(status.st_mode);
    if (rules->root != NULL) {
        below_root = name_below_root(rules->root, operand, err);
        if (below_root == NULL)
            return false;
    }
    const char *const name = below_root != NULL ? below_root : is_dir ? "" : base_name(operand);
    const bool ok = is_dir ? add_folder(inputs, operand, name, rules, messages, err)
                           : add_file_operand(inputs, operand, name, &status, rules, err);
    free(below_root);
    return ok;
}

void inputs_add(struct inputs *inputs, const char *operand, const struct input_rules *rules,
                struct messages *messages)
{
    struct error err;
    if (!add_operand(inputs, operand, rules, messages, &err))
        say_error(messages, operand, &err);
}
