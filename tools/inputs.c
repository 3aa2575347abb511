/*
 * inputs.c - walks folders and names what it finds
 */
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

static char *join(const char *folder, const char *name)
{
    struct text path = {0};
    const size_t length = strlen(folder);
    text_add_string(&path, folder);
    if (length > 0 && folder[length - 1] != '/')
        text_add_string(&path, "/");
    text_add_string(&path, name);
    if (path.failed)
        text_free(&path);
    return path.bytes;
}

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

/* Takes both strings over. */
static bool push(struct inputs *inputs, char *path, char *name, struct error *err)
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
    inputs->items[inputs->count++] = (struct input){.path = path, .name = name};
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

static struct file_id file_id(const struct stat *status)
{
    return (struct file_id){status->st_dev, status->st_ino};
}

static bool remember_companion(struct inputs *inputs, const char *path, const struct stat *status,
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
    grown[inputs->companion_count++] = (struct companion){copy, file_id(status)};
    return true;
}

/* Gives the input its companion, whose path it takes over. */
static bool give_mask(struct inputs *inputs, struct input *input, char *path,
                      const struct stat *status, struct error *err)
{
    struct file_id *const grown =
        array_reserve(inputs->masks, inputs->mask_count + 1, &inputs->mask_capacity, sizeof *grown);
    input->mask = path;
    if (grown == NULL)
        return fail_memory(err);
    inputs->masks = grown;
    grown[inputs->mask_count++] = file_id(status);
    return true;
}

/* Looks beside the input for its companion. One that is excluded is not there. */
static bool find_mask(struct inputs *inputs, struct input *input, const struct input_rules *rules,
                      struct error *err)
{
    char *const path = companion_name(input->path, rules->mask_suffix);
    char *const name = companion_name(input->name, rules->mask_suffix);
    struct stat status;
    if (path == NULL || name == NULL) {
        free(path);
        free(name);
        return fail_memory(err);
    }
    const bool found =
        !is_excluded(rules, name) && stat(path, &status) == 0 && S_ISREG(status.st_mode);
    free(name);
    if (found)
        return give_mask(inputs, input, path, &status, err);
    free(path);
    return true;
}

/* Adds a file, of which `status` tells: a companion only to be remembered. */
static bool add_file(struct inputs *inputs, const char *path, const char *name,
                     const struct stat *status, const struct input_rules *rules, struct error *err)
{
    const bool may_pair = rules->mask_suffix != NULL && is_png_name(path) && is_png_name(name);
    if (may_pair && companion_is(path, rules->mask_suffix))
        return remember_companion(inputs, path, status, err);
    if (!push(inputs, text_copy(path), text_copy(name), err))
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

/* ---- Folders ------------------------------------------------------------------------------ */

/* A folder on the way down from the operand: a link back to one of them is a loop. */
struct folder {
    const struct folder *parent;
    dev_t device;
    ino_t inode;
    const char *path;
    const char *name; /* below the root; "" for the root itself */
};

struct walk {
    struct inputs *inputs;
    const struct input_rules *rules;
    struct messages *messages;
};

static bool is_loop(const struct folder *folder)
{
    for (const struct folder *f = folder->parent; f != NULL; f = f->parent)
        if (f->device == folder->device && f->inode == folder->inode)
            return true;
    return false;
}

static int compare_strings(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct entries {
    char **names;
    size_t count, capacity;
};

static void entries_free(struct entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        free(entries->names[i]);
    free(entries->names);
}

static bool entries_push(struct entries *entries, const char *name)
{
    char **const grown =
        array_reserve(entries->names, entries->count + 1, &entries->capacity, sizeof *grown);
    if (grown == NULL)
        return false;
    entries->names = grown;
    entries->names[entries->count] = text_copy(name);
    return entries->names[entries->count] != NULL && ++entries->count > 0;
}

/* The entries of a folder, sorted: the order of messages must not be the file system's. */
static bool list_folder(const char *path, struct entries *out, struct error *err)
{
    bool ok = true;
    *out = (struct entries){0};
    DIR *const dir = opendir(path);
    if (dir == NULL)
        return fail_errno(err, "open");
    for (;;) {
        errno = 0;
        const struct dirent *const entry = readdir(dir);
        if (entry == NULL) {
            ok = errno == 0 || fail_errno(err, "read");
            break;
        }
        if (entry->d_name[0] == '.')
            continue;
        if (!entries_push(out, entry->d_name)) {
            ok = fail_memory(err);
            break;
        }
    }
    closedir(dir);
    if (ok && out->count > 1)
        qsort(out->names, out->count, sizeof *out->names, compare_strings);
    return ok;
}

static bool note_excluded(struct inputs *inputs, const char *path, struct error *err)
{
    return inputs_note(&inputs->skipped, path, "--exclude") || fail_memory(err);
}

static void walk_folder(const struct walk *walk, struct folder *folder);

static void walk_entry(const struct walk *walk, const struct folder *parent, char *path, char *name)
{
    struct stat status;
    struct error err;
    if (stat(path, &status) != 0) {
        if (is_png_name(path)) {
            fail_errno(&err, "open");
            say_error(walk->messages, path, &err);
        }
    } else if (S_ISDIR(status.st_mode)) {
        struct folder folder = {parent, status.st_dev, status.st_ino, path, name};
        walk_folder(walk, &folder);
    } else if (is_png_name(path)) {
        if (!S_ISREG(status.st_mode)) {
            fail(&err, "is not a regular file; name it by itself to read it");
            say_error(walk->messages, path, &err);
        } else if (!add_file(walk->inputs, path, name, &status, walk->rules, &err)) {
            say_error(walk->messages, path, &err);
        }
    }
}

static void walk_folder(const struct walk *walk, struct folder *folder)
{
    struct entries entries;
    struct error err;
    if (is_loop(folder)) {
        say_note(walk->messages, folder->path, "is a link back to a folder above it; skipped");
        return;
    }
    if (!list_folder(folder->path, &entries, &err) ||
        (!inputs_note(&walk->inputs->folders, folder->path, NULL) && !fail_memory(&err)))
        say_error(walk->messages, folder->path, &err);
    for (size_t i = 0; i < entries.count; i++) {
        char *const path = join(folder->path, entries.names[i]);
        char *const name = join(folder->name, entries.names[i]);
        if (path == NULL || name == NULL) {
            fail_memory(&err);
            say_error(walk->messages, folder->path, &err);
        } else if (!is_excluded(walk->rules, name)) {
            walk_entry(walk, folder, path, name);
        } else if (is_png_name(path) && !note_excluded(walk->inputs, path, &err)) {
            say_error(walk->messages, path, &err);
        }
        free(path);
        free(name);
    }
    entries_free(&entries);
}

/* ---- Operands ----------------------------------------------------------------------------- */

static bool add_folder(struct inputs *inputs, const char *path, const struct stat *status,
                       const struct walk *walk, struct error *err)
{
    const size_t before = inputs->count + inputs->companion_count;
    const size_t errors = walk->messages->errors;
    char *name = NULL;
    if (walk->rules->root != NULL) {
        name = name_below_root(walk->rules->root, path, err);
        if (name == NULL)
            return false;
    }
    struct folder folder = {NULL, status->st_dev, status->st_ino, path, name ? name : ""};
    walk_folder(walk, &folder);
    free(name);
    if (inputs->count + inputs->companion_count == before && walk->messages->errors == errors)
        return fail(err, "no PNG in this folder%s",
                    walk->rules->exclude_count > 0 ? " that --exclude leaves" : "");
    return true;
}

static bool add_operand(struct inputs *inputs, const char *operand, const struct walk *walk,
                        struct error *err)
{
    struct stat status;
    if (strcmp(operand, "-") == 0)
        return push(inputs, text_copy("-"), text_copy("-"), err);
    if (stat(operand, &status) != 0)
        return fail_errno(err, "open");
    if (S_ISDIR(status.st_mode))
        return add_folder(inputs, operand, &status, walk, err);
    char *const name = walk->rules->root != NULL ? name_below_root(walk->rules->root, operand, err)
                                                 : text_copy(base_name(operand));
    if (name == NULL)
        return walk->rules->root != NULL ? false : fail_memory(err);
    const bool ok = is_excluded(walk->rules, name)
                        ? note_excluded(inputs, operand, err)
                        : add_file(inputs, operand, name, &status, walk->rules, err);
    free(name);
    return ok;
}

void inputs_add(struct inputs *inputs, const char *operand, const struct input_rules *rules,
                struct messages *messages)
{
    const struct walk walk = {inputs, rules, messages};
    struct error err;
    if (!add_operand(inputs, operand, &walk, &err))
        say_error(messages, operand, &err);
}
