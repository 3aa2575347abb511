/*
 * inputs.c - the list of inputs, and the masks that belong to them
 */
#include "plan/inputs.h"

#include "base/glob.h"
#include "base/memory.h"
#include "base/platform/files.h"
#include "base/text.h"
#include "plan/naming.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- The list ------------------------------------------------------------------------------- */

bool inputs_exclude(const struct plan *plan, const char *name)
{
    bool excluded = false;
    for (size_t i = 0; i < plan->options->exclude.count; i++) {
        struct exclusion *const exclusion = &plan->options->exclude.items[i];
        if (glob_match(exclusion->glob, name)) {
            exclusion->matched = true;
            excluded = true;
        }
    }
    return excluded;
}

/* A name is mostly the end of its path, and is kept as that: there may be a million inputs. */
struct input *inputs_push(struct plan *plan, const char *path, const char *name)
{
    struct inputs *const inputs = &plan->inputs;
    struct input *const input = array_push(&inputs->items, &inputs->count, &inputs->capacity);
    const size_t length = strlen(path), own = strlen(name);
    input->path = arena_text_n(&plan->arena, path, length);
    input->name = own <= length && memcmp(path + length - own, name, own) == 0
                      ? input->path + length - own
                      : arena_text_n(&plan->arena, name, own);
    return input;
}

static void add_note(struct input_notes *notes, const char *path, const char *reason)
{
    struct input_note *const added = array_push(&notes->items, &notes->count, &notes->capacity);
    *added = (struct input_note){path, reason};
}

void inputs_note(struct plan *plan, struct input_notes *notes, const char *path, const char *reason)
{
    add_note(notes, arena_text(&plan->arena, path), reason);
}

void inputs_drop(struct plan *plan, const char *reason)
{
    struct inputs *const inputs = &plan->inputs;
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        struct input *const input = &inputs->items[i];
        if (!input->dropped) {
            inputs->items[kept++] = *input;
            continue;
        }
        add_note(&inputs->skipped, input->path, reason);
        if (input->atlas != NULL)
            atlas_free(input->atlas);
    }
    inputs->count = kept;
}

void inputs_free(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->items[i].atlas != NULL)
            atlas_free(inputs->items[i].atlas);
    free(inputs->items);
    free(inputs->folders.items);
    free(inputs->skipped.items);
    free(inputs->pages.items);
    free(inputs->masks);
    *inputs = (struct inputs){0};
}

/* ---- Files that may come or go --------------------------------------------------------------- */

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

void inputs_note_missing(struct plan *plan, const char *path)
{
    enum { LINKS_MAX = 40 };
    char place[FILE_PATH_MAX], folder[FILE_PATH_MAX], missing[FILE_PATH_MAX], target[FILE_PATH_MAX];
    if (strlen(path) >= sizeof place)
        return;
    strcpy(place, path);
    for (int i = 0; i < LINKS_MAX; i++) {
        find_missing(place, folder, missing);
        inputs_note(plan, &plan->inputs.folders, folder, NULL);
        if (!path_read_link(missing, target, sizeof target))
            return;
        /* The rest of the path follows the target of the link. */
        const char *const rest = place + strlen(missing);
        const size_t kept = *target == '/' ? 0 : (size_t)(text_base_name(missing) - missing);
        if (kept + strlen(target) + strlen(rest) >= sizeof place)
            return;
        strcat(target, rest);
        strcpy(place + kept, target);
    }
}

void inputs_note_sought(struct plan *plan, const char *path)
{
    struct file_facts facts;
    if (file_facts_of_path(path, &facts))
        inputs_note(plan, &plan->inputs.pages, path, NULL);
    else
        inputs_note_missing(plan, path);
}

/* ---- Masks ----------------------------------------------------------------------------------- */

/* A mask that was deleted in the meantime is ignored. It is listed also when no input has it: it
 * may be a link, and lead to something else later. */
static void remember_mask(struct plan *plan, const char *path)
{
    struct inputs *const inputs = &plan->inputs;
    struct file_id id;
    inputs_note(plan, &inputs->pages, path, NULL);
    if (!file_id_of_path(path, &id))
        return;
    struct input_mask *const added =
        array_push(&inputs->masks, &inputs->mask_count, &inputs->mask_capacity);
    *added = (struct input_mask){inputs->pages.items[inputs->pages.count - 1].path, id};
}

/* True also for a pipe, and for a link that leads nowhere, so that reading it is an error. */
static bool is_there(const char *path)
{
    struct file_facts facts;
    return file_facts_of_path(path, &facts) ? facts.kind != FILE_FOLDER
                                            : file_facts_of_link(path, &facts);
}

/* Looks beside an input for its mask. A mask that comes later is a new file in the folder of the
 * picture; folders that are walked were noted just before. */
static void find_mask(struct plan *plan, struct input *input)
{
    struct input_notes *const folders = &plan->inputs.folders;
    const char *const suffix = plan->options->mask_suffix;
    char *const path = naming_mask(input->path, suffix);
    char *const name = naming_mask(input->name, suffix);
    char folder[FILE_PATH_MAX];
    const bool excluded = inputs_exclude(plan, name);
    if (!excluded && is_there(path)) {
        input->mask = arena_text(&plan->arena, path);
    } else if (!excluded && strlen(input->path) < sizeof folder) {
        text_folder_name(folder, input->path);
        if (folders->count == 0 || strcmp(folders->items[folders->count - 1].path, folder) != 0)
            inputs_note(plan, folders, folder, NULL);
    }
    free(path);
    free(name);
}

struct input *inputs_add(struct plan *plan, const char *path, const char *name,
                         const struct file_facts *facts)
{
    const char *const suffix = plan->options->mask_suffix;
    const bool may_pair =
        suffix != NULL && text_is_picture_name(path) && text_is_picture_name(name);
    if (may_pair && naming_is_mask(path, suffix)) {
        remember_mask(plan, path);
        return NULL;
    }
    struct input *const input = inputs_push(plan, path, name);
    input->has_facts = facts != NULL;
    if (facts != NULL)
        input->facts = *facts;
    if (may_pair)
        find_mask(plan, input);
    return input;
}

/* Only masks of the inputs that are left count: a page of an atlas is not an input any more, and
 * has no mask. */
void inputs_skip_masks(struct plan *plan)
{
    struct inputs *const inputs = &plan->inputs;
    struct file_ids used = {0};
    struct file_id id;
    if (inputs->mask_count == 0)
        return;
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->items[i].mask != NULL && file_id_of_path(inputs->items[i].mask, &id))
            file_ids_add(&used, id);
    file_ids_sort(&used);
    for (size_t i = 0; i < inputs->mask_count; i++) {
        const struct input_mask *const mask = &inputs->masks[i];
        const bool is_used = file_ids_has(&used, &mask->id);
        if (!is_used)
            diagnostics_add_warning(
                &plan->diagnostics, mask->path, "mask-unused",
                "is skipped: its name makes it the mask of a picture that is not an input");
        add_note(&inputs->skipped, mask->path, is_used ? "a mask" : "a mask without its picture");
    }
    file_ids_free(&used);
}

/* Only a link leads to another folder than that of the picture. */
void inputs_check_masks(struct inputs *inputs, const char *root, struct diagnostics *diagnostics)
{
    struct file_facts facts;
    struct error err;
    for (size_t i = 0; i < inputs->count; i++) {
        struct input *const input = &inputs->items[i];
        if (input->mask == NULL || !file_facts_of_link(input->mask, &facts) ||
            facts.kind != FILE_LINK || root_holds(root, input->path, NULL, input->mask, &err))
            continue;
        diagnostics_add_error(diagnostics, input->mask, &err);
        input->mask_unread = true;
    }
}

/* ---- The sum --------------------------------------------------------------------------------- */

/* A sum of digests does not depend on the order of the inputs. */
struct inputs_sum inputs_sum(const struct inputs *inputs)
{
    struct inputs_sum sum = {.count = inputs->count};
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        /* The name counts with its NUL when the input has a mask. */
        const struct digest one =
            digest_of(input->name, strlen(input->name) + (input->mask != NULL));
        sum.names.low += one.low;
        sum.names.high += one.high;
    }
    return sum;
}

/* ---- Paths that are one, or differ in case alone --------------------------------------------- */

/* Letters of either case give one hash, and so do some other characters. */
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

void inputs_check_paths(struct inputs *inputs, struct diagnostics *diagnostics)
{
    struct index index = {0}; /* of each path once */
    for (size_t i = 0; i < inputs->count; i++) {
        const char *const path = inputs->items[i].path, *other = NULL;
        const uint64_t hash = hash_in_any_case(path);
        struct input *same = NULL;
        char first[200], second[200];
        size_t step = 0, nearest = SIZE_MAX;
        for (uint32_t k; (k = index_next(&index, hash, &step)) != INDEX_END;) {
            if (strcmp(inputs->items[k].path, path) == 0)
                same = &inputs->items[k];
            else if (k < nearest && text_same_in_any_case(inputs->items[k].path, path))
                other = inputs->items[nearest = k].path;
        }
        if (same == NULL)
            index_add(&index, hash, (uint32_t)i);
        else if (!same->doubled)
            diagnostics_fail(diagnostics, path, "is given twice");
        if (same != NULL)
            same->doubled = inputs->doubled = true;
        if (same != NULL || other == NULL)
            continue;
        const size_t folder = (size_t)(text_base_name(path) - path);
        const size_t shown = strncmp(path, other, folder) == 0 ? folder : 0;
        diagnostics_add_warning(
            diagnostics, path, "name-case",
            "'%s' and '%s' cannot both be checked out on Windows or macOS; rename one",
            text_quote(first, sizeof first, other + shown),
            text_quote(second, sizeof second, path + shown));
    }
    index_free(&index);
}

/* ---- Images of one name ---------------------------------------------------------------------- */

/* The inputs are named below the operand that they came with: with a/ui.json and b/ui.json, both
 * files may call their page "page.png". */
struct named_image {
    const char *name;
    const char *path;
    bool page; /* of an atlas; two sprites of one name are an error anyway */
};

static int compare_images(const void *a, const void *b)
{
    const struct named_image *const first = a, *const second = b;
    const int order = strcmp(first->name, second->name);
    return order != 0 ? order : strcmp(first->path, second->path);
}

/* A page that is not there is an error once it is read. */
static bool are_confused(const struct named_image *image, const struct named_image *other)
{
    struct file_id id, other_id;
    /* NOLINTNEXTLINE(*NullDereference): both are items of an array that has them */
    return strcmp(image->name, other->name) == 0 && (image->page || other->page) &&
           strcmp(image->path, other->path) != 0 && file_id_of_path(image->path, &id) &&
           file_id_of_path(other->path, &other_id) && !file_id_equal(&id, &other_id);
}

void inputs_warn_of_images(const struct inputs *inputs, struct diagnostics *diagnostics)
{
    struct named_image *images = NULL;
    struct arena arena = {0};
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        for (size_t k = 0; input->atlas != NULL && k < input->atlas->page_count; k++) {
            const struct atlas_page *const page = &input->atlas->pages[k];
            if (!page->unread)
                *(struct named_image *)array_push(&images, &count, &capacity) =
                    (struct named_image){naming_source(&arena, input, page->image),
                                         naming_beside(&arena, input->path, page->image), true};
        }
    }
    for (size_t i = 0; images != NULL && i < inputs->count; i++)
        if (inputs->items[i].atlas == NULL && !inputs->items[i].is_text)
            *(struct named_image *)array_push(&images, &count, &capacity) =
                (struct named_image){inputs->items[i].name, inputs->items[i].path, false};
    if (images != NULL)
        qsort(images, count, sizeof *images, compare_images);
    for (size_t i = 1; i < count; i++) {
        const struct named_image *const image = &images[i], *const other = image - 1;
        char first[200], name[200];
        if (are_confused(image, other))
            diagnostics_add_warning(
                diagnostics, image->path, "source-twice",
                "'%s' is called '%s' in the output, too; --root DIR names images by their paths below DIR",
                text_quote(first, sizeof first, other->path),
                text_quote(name, sizeof name, image->name));
    }
    free(images);
    arena_free(&arena);
}
