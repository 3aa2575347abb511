/*
 * inputs.c - walks folders and names what it finds
 */
#include "inputs.h"

#include "array.h"
#include "companion.h"
#include "glob.h"
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Paths ------------------------------------------------------------------------------- */

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
    free(input->recipes);
    if (input->atlas != NULL)
        atlas_free(input->atlas);
    free(input->atlas);
}

bool inputs_drop(struct inputs *inputs, bool (*which)(const void *, const struct input *),
                 const void *user, const char *reason)
{
    size_t kept = 0;
    bool ok = true;
    for (size_t i = 0; i < inputs->count; i++) {
        struct input *const input = &inputs->items[i];
        if (!which(user, input)) {
            inputs->items[kept++] = *input;
        } else {
            ok = ok && inputs_note(&inputs->skipped, input->path, reason);
            input_free(input);
        }
    }
    inputs->count = kept;
    return ok;
}

static bool note_excluded(struct inputs *inputs, const char *path, struct error *err)
{
    return inputs_note(&inputs->skipped, path, "--exclude") || fail_memory(err);
}

bool inputs_add_file(struct inputs *inputs, const char *path, const char *name,
                     const struct input_rules *rules)
{
    struct error err;
    if (is_excluded(rules, name))
        return note_excluded(inputs, path, &err);
    return push(inputs, text_copy(path), text_copy(name), NULL, &err);
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
    notes_free(&inputs->pages);
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

static struct file_id file_id(const struct stat *status)
{
    return (struct file_id){status->st_dev, status->st_ino};
}

/* One that is gone by now is as good as none. */
static bool remember_companion(struct inputs *inputs, const char *path, struct error *err)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return true;
    struct companion *const grown = array_reserve(inputs->companions, inputs->companion_count + 1,
                                                  &inputs->companion_capacity, sizeof *grown);
    if (grown == NULL)
        return fail_memory(err);
    inputs->companions = grown;
    char *const copy = text_copy(path);
    if (copy == NULL)
        return fail_memory(err);
    grown[inputs->companion_count++] = (struct companion){copy, file_id(&status)};
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

/* Adds a file; a companion is only remembered. `stamp` may be NULL. */
static bool add_file(struct inputs *inputs, const char *path, const char *name,
                     const struct stamp *stamp, const struct input_rules *rules, struct error *err)
{
    const bool may_pair = rules->mask_suffix != NULL && folder_is_png(path) && folder_is_png(name);
    if (may_pair && companion_is(path, rules->mask_suffix))
        return remember_companion(inputs, path, err);
    if (!push(inputs, text_copy(path), text_copy(name), stamp, err))
        return false;
    return !may_pair || find_mask(inputs, &inputs->items[inputs->count - 1], rules, err);
}

void inputs_warn_unused(struct inputs *inputs, struct messages *messages)
{
    if (inputs->mask_count > 1)
        qsort(inputs->masks, inputs->mask_count, sizeof *inputs->masks, file_id_compare);
    for (size_t i = 0; i < inputs->companion_count; i++) {
        const struct companion *const companion = &inputs->companions[i];
        if (inputs->mask_count == 0 || bsearch(&companion->id, inputs->masks, inputs->mask_count,
                                               sizeof *inputs->masks, file_id_compare) == NULL)
            say_warning(messages, companion->path, "mask-unused",
                        "is skipped: the picture whose mask it is by its name is no input");
    }
}

/* ---- Folders ------------------------------------------------------------------------------ */

/* A folder on the way down from the operand: a link back to one of them is a loop. */
struct above {
    const struct above *parent;
    struct file_id id;
};

/* Where the walk is: the path, and the name below the root, "" for the root itself. */
struct walk {
    struct inputs *inputs;
    const struct input_rules *rules;
    struct messages *messages;
    struct text path, name;
};

static bool is_loop(const void *user, struct file_id id)
{
    for (const struct above *above = user; above != NULL; above = above->parent)
        if (above->id.device == id.device && above->id.inode == id.inode)
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

static void walk_folder(struct walk *walk, const struct above *parent);

static void walk_entry(struct walk *walk, const struct above *parent, const struct entry *entry)
{
    struct error err;
    bool ok = true;
    if (is_excluded(walk->rules, walk->name.bytes)) {
        ok = entry->kind == ENTRY_FOLDER || note_excluded(walk->inputs, walk->path.bytes, &err);
    } else if (entry->kind == ENTRY_FILE) {
        ok = add_file(walk->inputs, walk->path.bytes, walk->name.bytes,
                      entry->stamped ? &entry->stamp : NULL, walk->rules, &err);
    } else if (entry->kind == ENTRY_FOLDER) {
        walk_folder(walk, parent);
    } else if (entry->kind == ENTRY_BROKEN) {
        errno = entry->error;
        ok = fail_errno(&err, "open");
    } else {
        ok = fail(&err, "is not a regular file; name it by itself to read it");
    }
    if (!ok)
        say_at(walk, &err);
}

static void walk_entries(struct walk *walk, const struct above *above, const struct folder *folder)
{
    const size_t path_length = walk->path.length, name_length = walk->name.length;
    struct error err;
    bool ok = true;
    for (size_t i = 0; ok && i < folder->count; i++) {
        join(&walk->path, folder_name(folder, &folder->items[i]));
        join(&walk->name, folder_name(folder, &folder->items[i]));
        ok = !walk->path.failed && !walk->name.failed;
        if (ok)
            walk_entry(walk, above, &folder->items[i]);
        cut(&walk->path, path_length);
        cut(&walk->name, name_length);
    }
    if (!ok) {
        fail_memory(&err);
        say_at(walk, &err);
    }
}

/* Walks the folder where the walk is. */
static void walk_folder(struct walk *walk, const struct above *parent)
{
    struct folder folder = {.count = 0};
    struct error err;
    bool loop = false;
    bool ok =
        folder_read(walk->path.bytes, walk->rules->stamped, is_loop, parent, &loop, &folder, &err);
    const struct above above = {parent, folder.id};
    if (loop)
        say_note(walk->messages, walk->path.bytes, "is a link back to a folder above it; skipped");
    else if (ok)
        ok = inputs_note(&walk->inputs->folders, walk->path.bytes, NULL) || fail_memory(&err);
    if (!ok)
        say_at(walk, &err);
    if (folder.count > 0)
        walk_entries(walk, &above, &folder);
    folder_free(&folder);
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
    if (is_excluded(rules, name))
        return note_excluded(inputs, path, err);
    return add_file(inputs, path, name, stamped ? &stamp : NULL, rules, err);
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
