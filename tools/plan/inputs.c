/*
 * inputs.c - the list of inputs, and the companions that belong to them
 */
#include "plan/inputs.h"

#include "base/array.h"
#include "base/glob.h"
#include "base/index.h"
#include "base/platform/paths.h"
#include "base/text.h"
#include "base/text_names.h"
#include "plan/folder.h"
#include "plan/naming.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool inputs_is_excluded(const struct input_rules *rules, const char *name)
{
    bool excluded = false;
    for (size_t i = 0; i < rules->exclude_count; i++)
        if (glob_match(rules->exclude[i].glob, name)) {
            atomic_store_explicit(&rules->exclude[i].matched, true, memory_order_relaxed);
            excluded = true;
        }
    return excluded;
}

/* Both in one block, because there may be a million inputs. */
static bool copy_names(const char *path, const char *name, struct input *out)
{
    const size_t path_size = strlen(path) + 1, name_size = strlen(name) + 1;
    out->path = malloc(path_size + name_size);
    if (out->path == NULL)
        return false;
    out->name = out->path + path_size;
    memcpy(out->path, path, path_size);
    memcpy(out->path + path_size, name, name_size);
    return true;
}

bool inputs_push(struct inputs *inputs, const char *path, const char *name,
                 const struct stamp *stamp)
{
    struct input input = {.stamped = stamp != NULL};
    struct input *const grown =
        array_reserve(inputs->items, inputs->count + 1, &inputs->capacity, sizeof *grown);
    if (grown != NULL)
        inputs->items = grown;
    if (grown == NULL || !copy_names(path, name, &input))
        return false;
    if (stamp != NULL)
        input.stamp = *stamp;
    inputs->items[inputs->count++] = input;
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

bool inputs_note_excluded(struct inputs *inputs, const char *path)
{
    return inputs_note(&inputs->skipped, path, "--exclude");
}

static void input_free(struct input *input)
{
    free(input->path);
    free(input->mask);
    free(input->group);
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
    *inputs = (struct inputs){0};
}

/* ---- Companions --------------------------------------------------------------------------- */

/* A companion that was deleted in the meantime is ignored. It is listed also when no input has it:
 * it may be a link, and lead to something else later. */
static bool remember_companion(struct inputs *inputs, const char *path)
{
    struct companion companion;
    if (!inputs_note(&inputs->pages, path, NULL))
        return false;
    if (!file_id_of_path(path, &companion.id))
        return true;
    struct companion *const grown = array_reserve(inputs->companions, inputs->companion_count + 1,
                                                  &inputs->companion_capacity, sizeof *grown);
    if (grown == NULL)
        return false;
    inputs->companions = grown;
    companion.path = text_copy(path);
    if (companion.path == NULL)
        return false;
    grown[inputs->companion_count++] = companion;
    return true;
}

/* True also for a pipe, and for a link that leads nowhere, so that reading it is an error. */
static bool is_there(const char *path)
{
    struct file_facts facts;
    return file_facts_of_path(path, &facts) ? facts.kind != FILE_FOLDER
                                            : file_facts_of_link(path, &facts);
}

/* A companion that comes later is a new file in the folder of the picture. Folders that are walked
 * were noted just before. */
static bool note_folder_of(struct inputs *inputs, const char *path)
{
    const struct input_notes *const folders = &inputs->folders;
    char folder[FILE_PATH_MAX];
    if (strlen(path) >= sizeof folder)
        return true;
    text_folder_name(folder, path);
    return (folders->count > 0 && strcmp(folders->items[folders->count - 1].path, folder) == 0) ||
           inputs_note(&inputs->folders, folder, NULL);
}

/* Gets the nearest folder above a path that is there, and the path as far as the first part below
 * that. Both have room for all of the path. */
static void find_missing(const char *path, char *folder, char *missing)
{
    struct file_facts facts;
    strcpy(missing, path);
    text_folder_name(folder, missing);
    while (!(file_facts_of_path(folder, &facts) && facts.kind == FILE_FOLDER) &&
           strcmp(folder, ".") != 0 && strcmp(folder, "/") != 0) {
        strcpy(missing, folder);
        text_folder_name(folder, missing);
    }
}

bool inputs_note_missing(struct inputs *inputs, const char *path)
{
    enum { LINKS_MAX = 40 };
    char place[FILE_PATH_MAX], folder[FILE_PATH_MAX], missing[FILE_PATH_MAX], target[FILE_PATH_MAX];
    bool ok = true;
    if (strlen(path) >= sizeof place)
        return true;
    strcpy(place, path);
    for (int i = 0; ok && i < LINKS_MAX; i++) {
        find_missing(place, folder, missing);
        ok = inputs_note(&inputs->folders, folder, NULL);
        if (!path_read_link(missing, target, sizeof target))
            break;
        /* What stands behind the link goes on behind what the link holds. */
        const char *const rest = place + strlen(missing);
        const size_t kept = *target == '/' ? 0 : (size_t)(text_base_name(missing) - missing);
        if (kept + strlen(target) + strlen(rest) >= sizeof place)
            break;
        strcat(target, rest);
        strcpy(place + kept, target);
    }
    return ok;
}

bool inputs_note_sought(struct inputs *inputs, const char *path)
{
    struct file_facts facts;
    return file_facts_of_path(path, &facts) ? inputs_note(&inputs->pages, path, NULL)
                                            : inputs_note_missing(inputs, path);
}

/* Looks beside the last input for its companion, unless that is excluded. */
static bool find_mask(struct inputs *inputs, const struct input_rules *rules)
{
    struct input *const input = &inputs->items[inputs->count - 1];
    char *path = companion_name(input->path, rules->mask_suffix);
    char *const name = companion_name(input->name, rules->mask_suffix);
    bool ok = path != NULL && name != NULL;
    if (ok && !inputs_is_excluded(rules, name)) {
        if (is_there(path)) {
            input->mask = path;
            path = NULL;
        } else {
            ok = note_folder_of(inputs, input->path);
        }
    }
    free(path);
    free(name);
    return ok;
}

bool inputs_add(struct inputs *inputs, const char *path, const char *name,
                const struct stamp *stamp, const struct input_rules *rules)
{
    const bool may_pair =
        rules->mask_suffix != NULL && text_is_picture_name(path) && text_is_picture_name(name);
    if (may_pair && companion_is(path, rules->mask_suffix))
        return remember_companion(inputs, path);
    if (!inputs_push(inputs, path, name, stamp))
        return false;
    return !may_pair || find_mask(inputs, rules);
}

/* The masks of the inputs that are left: pages of atlases are no inputs any more, and have none. */
static bool gather_masks(const struct inputs *inputs, struct file_ids *masks)
{
    struct file_id id;
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->items[i].mask != NULL && file_id_of_path(inputs->items[i].mask, &id) &&
            !file_ids_add(masks, id))
            return false;
    file_ids_sort(masks);
    return true;
}

void inputs_skip_companions(struct inputs *inputs, struct diagnostics *diagnostics)
{
    struct file_ids masks = {0};
    if (inputs->companion_count == 0)
        return;
    bool ok = gather_masks(inputs, &masks);
    for (size_t i = 0; ok && i < inputs->companion_count; i++) {
        const struct companion *const companion = &inputs->companions[i];
        const bool used = file_ids_has(&masks, &companion->id);
        if (!used)
            diagnostics_add_warning(
                diagnostics, companion->path, "mask-unused",
                "is skipped: its name makes it the mask of a picture that is not an input");
        ok = inputs_note(&inputs->skipped, companion->path,
                         used ? "a mask" : "a mask without its picture");
    }
    if (!ok)
        diagnostics_add_no_memory(diagnostics, NULL);
    file_ids_free(&masks);
}

/* Only a link leads to another folder than that of the picture. */
void inputs_check_masks(struct inputs *inputs, const char *root, struct diagnostics *diagnostics)
{
    struct file_facts facts;
    struct error err;
    for (size_t i = 0; i < inputs->count; i++) {
        struct input *const input = &inputs->items[i];
        if (input->mask == NULL || !file_facts_of_link(input->mask, &facts) ||
            facts.kind != FILE_LINK || root_holds(root, input->path, input->mask, &err))
            continue;
        diagnostics_add_error(diagnostics, input->mask, &err);
        input->mask_unread = true;
    }
}

/* ---- The sum ------------------------------------------------------------------------------ */

/* A sum of digests does not depend on the order of the inputs. */
struct inputs_sum inputs_sum(const struct inputs *inputs)
{
    struct inputs_sum sum = {.count = inputs->count};
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        /* With its NUL when it has a companion. */
        const struct digest one =
            digest_of(input->name, strlen(input->name) + (input->mask != NULL));
        sum.names.low += one.low;
        sum.names.high += one.high;
    }
    return sum;
}

/* ---- Doubles ------------------------------------------------------------------------------ */

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void inputs_check_doubles(struct inputs *inputs, struct diagnostics *diagnostics)
{
    const char **const paths = calloc(inputs->count + 1, sizeof *paths);
    struct error err;
    if (paths == NULL) {
        diagnostics_add_no_memory(diagnostics, NULL);
        return;
    }
    for (size_t i = 0; i < inputs->count; i++)
        paths[i] = inputs->items[i].path;
    qsort(paths, inputs->count, sizeof *paths, compare_paths);
    fail(&err, "is given twice");
    for (size_t i = 1; i < inputs->count; i++)
        if (strcmp(paths[i], paths[i - 1]) == 0 &&
            (i == 1 || strcmp(paths[i], paths[i - 2]) != 0)) {
            diagnostics_add_error(diagnostics, paths[i], &err);
            inputs->doubled = true;
        }
    free(paths);
}

/* ---- Names that differ in case alone --------------------------------------------------------- */

/* Letters of either case give the same hash, and so do some other characters. */
static uint64_t hash_in_any_case(const char *path)
{
    const uint64_t lower = 0x2020202020202020, spread = 0x9e3779b97f4a7c15;
    size_t left = strlen(path);
    uint64_t hash = left;
    while (left > 0) {
        const size_t size = left < sizeof lower ? left : sizeof lower;
        uint64_t word = 0;
        memcpy(&word, path, size);
        hash = (hash ^ (word | lower)) * spread;
        hash ^= hash >> 32;
        path += size;
        left -= size;
    }
    return hash;
}

/* The first input of those in the index that has this path, in whatever case; NULL: none. */
static const char *find_in_any_case(const struct inputs *inputs, const struct index *index,
                                    uint64_t hash, const char *path)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(index, hash, &step)) != INDEX_END;)
        if (text_same_in_any_case(inputs->items[i].path, path))
            return inputs->items[i].path;
    return NULL;
}

static void warn_of_case(const char *path, const char *other, struct diagnostics *diagnostics)
{
    const size_t folder = (size_t)(text_base_name(path) - path);
    const size_t shown = strncmp(path, other, folder) == 0 ? folder : 0;
    char first[200], second[200];
    diagnostics_add_warning(
        diagnostics, path, "name-case",
        "'%s' and '%s' cannot both be checked out on Windows or macOS; rename one",
        text_quote(first, sizeof first, other + shown),
        text_quote(second, sizeof second, path + shown));
}

void inputs_warn_of_case(const struct inputs *inputs, struct diagnostics *diagnostics)
{
    struct index index = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->count; i++) {
        const char *const path = inputs->items[i].path;
        const uint64_t hash = hash_in_any_case(path);
        const char *const other = find_in_any_case(inputs, &index, hash, path);
        if (other == NULL)
            ok = index_add(&index, hash, (uint32_t)i);
        else if (strcmp(other, path) != 0)
            warn_of_case(path, other, diagnostics);
    }
    if (!ok)
        diagnostics_add_no_memory(diagnostics, NULL);
    index_free(&index);
}
