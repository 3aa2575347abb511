/*
 * dependencies.c - the files that a bake reads, for the depfile and for the check of its outputs
 */
#include "bake/dependencies.h"

#include "base/platform/files.h"
#include "base/text.h"
#include "picture/image.h"
#include "plan/naming.h"
#include "system/reader.h"

#include <stdlib.h>
#include <string.h>

/* ---- Listed ------------------------------------------------------------------------------- */

/* A depfile that is being filled. */
struct list {
    struct depfile *out;
    struct file_ids changing; /* folders that this bake changes */
    struct diagnostics *found;
};

static struct file_ids find_changing(const struct outputs *outputs, const struct cache *cache)
{
    struct file_ids changing = {0};
    outputs_add_folders(outputs, &changing);
    cache_add_folder(cache, &changing);
    file_ids_sort(&changing);
    return changing;
}

/* The folder of an output or of the cache changes with every bake, and would ask for the next. */
static bool changes(const char *path, const struct file_ids *changing)
{
    struct file_id folder;
    return file_id_of_path(path, &folder) && file_ids_has(changing, &folder);
}

/* Make reads "t[1].png" as a pattern. Once it matches another file, "t1.png", the name cannot be
 * written any more. So this lists the folder in which such a file would appear. A folder that the
 * bake itself changes must not be listed: then the name is an error. */
static void list_file(const struct list *list, const char *path)
{
    char before[FILE_PATH_MAX], folder[FILE_PATH_MAX], shown[256];
    depfile_add(list->out, path, list->found);
    for (const char *at = path; (at = strchr(at, '[')) != NULL; at++) {
        if ((size_t)(at - path) >= sizeof before)
            break;
        memcpy(before, path, (size_t)(at - path));
        before[at - path] = 0;
        text_folder_name(folder, before);
        if (!changes(folder, &list->changing)) {
            depfile_add_folder(list->out, folder, list->found);
            continue;
        }
        diagnostics_fail(list->found, NULL,
                         "in a dependency file Make reads the name '%s' as a pattern, and the "
                         "bake writes into its folder; rename it, or write to another folder",
                         text_quote(shown, sizeof shown, path));
        return;
    }
}

static void list_response(const struct list *list, const struct response *response)
{
    for (size_t i = 0; i < response->file_count; i++)
        list_file(list, response->files[i].path);
}

void dependencies_list(const struct dependencies *dependencies, const struct outputs *outputs,
                       const struct cache *cache, struct depfile *out, struct diagnostics *found)
{
    const struct plan *const plan = dependencies->plan;
    const struct inputs *const inputs = &plan->inputs;
    struct list list = {out, find_changing(outputs, cache), found};
    list_response(&list, dependencies->response);
    list_response(&list, &plan->names);
    if (plan->options->config != NULL)
        list_file(&list, plan->options->config);
    for (size_t i = 0; i < inputs->pages.count; i++)
        list_file(&list, inputs->pages.items[i].path);
    for (size_t i = 0; i < inputs->count; i++) {
        /* Nothing depends on itself: a document that becomes the output is left out. */
        if (!outputs_become(outputs, inputs->items[i].path))
            list_file(&list, inputs->items[i].path);
        if (inputs->items[i].mask != NULL)
            list_file(&list, inputs->items[i].mask);
    }
    for (size_t i = 0; i < inputs->folders.count; i++)
        if (!changes(inputs->folders.items[i].path, &list.changing))
            depfile_add_folder(out, inputs->folders.items[i].path, found);
    file_ids_free(&list.changing);
}

void dependencies_warn(const struct dependencies *dependencies, const struct outputs *outputs,
                       const struct cache *cache, struct diagnostics *diagnostics)
{
    const struct input_notes *const folders = &dependencies->plan->inputs.folders;
    struct file_ids changing = find_changing(outputs, cache);
    for (size_t i = 0; i < folders->count; i++)
        if (changes(folders->items[i].path, &changing))
            diagnostics_add_warning(
                diagnostics, folders->items[i].path, "output-in-art",
                "an output or the cache is in this folder of art: -MD does not list the "
                "folder, and a new file in it goes unnoticed; write to another folder");
    file_ids_free(&changing);
}

/* ---- Guarded ------------------------------------------------------------------------------ */

struct guard {
    struct outputs *outputs;
    const struct cache *cache;
    struct diagnostics *diagnostics;
    bool replaces_art;
};

/* A document may become what is made of it; pictures and atlases are made by hand. The input and
 * the target are one file, and standard input cannot be opened by its name. */
static bool may_become(const struct input *input, const struct outputs *outputs,
                       enum outputs_target target)
{
    return input != NULL && input->atlas == NULL && outputs_may_replace_input(outputs, target) &&
           !reader_file_begins(outputs->files[TARGET_OUTPUT].output.target, image_begins);
}

/* `input` is NULL for a file that is not an input itself, such as the page of an atlas. */
static void guard_file(const struct guard *guard, const char *path, struct file_id file,
                       const struct input *input)
{
    const enum outputs_target target = outputs_replacing(guard->outputs, file);
    const bool by_cache = guard->cache->exists && file_id_equal(&file, &guard->cache->id);
    if (!by_cache && target == OUTPUTS_TARGETS)
        return;
    if (!by_cache && may_become(input, guard->outputs, target)) {
        guard->outputs->is_input = true;
        return;
    }
    diagnostics_fail_usage(
        guard->diagnostics, path,
        "is read for this bake, and %s would write over it; give the %s another name",
        by_cache ? "--cache" : "an output", by_cache ? "cache" : "output");
}

static void guard_path(const struct guard *guard, const char *path, const struct input *input)
{
    struct file_id file;
    if (file_id_of_input(path, &file))
        guard_file(guard, path, file, input);
}

static void guard_response(const struct guard *guard, const struct response *response)
{
    for (size_t i = 0; i < response->file_count; i++)
        guard_path(guard, response->files[i].path, NULL);
}

/* A walk finds thousands of files without their facts. Looking at each of them is worth it only
 * when an output replaces a file that may be one of them. Documents are few, and seldom named like
 * pictures. */
static void guard_input(const struct guard *guard, const struct input *input)
{
    const struct atlas *const atlas = input->atlas;
    if (atlas == NULL && input->has_facts)
        guard_file(guard, input->path, file_id_from(&input->facts), input);
    else if (guard->replaces_art || atlas != NULL || input->stream ||
             !text_is_picture_name(input->path))
        guard_path(guard, input->path, input);
    struct arena arena = {0};
    for (size_t i = 0; atlas != NULL && i < atlas->page_count; i++)
        guard_path(guard, naming_beside(&arena, input->path, atlas->pages[i].image), NULL);
    arena_free(&arena);
    if (input->mask != NULL)
        guard_path(guard, input->mask, NULL);
}

void dependencies_guard(const struct dependencies *dependencies, struct outputs *outputs,
                        const struct cache *cache, struct diagnostics *diagnostics)
{
    const struct guard guard = {outputs, cache, diagnostics, outputs_replace_art(outputs)};
    if (!outputs_replace_any(outputs) && !cache->exists)
        return;
    guard_response(&guard, dependencies->response);
    guard_response(&guard, &dependencies->plan->names);
    if (dependencies->plan->options->config != NULL)
        guard_path(&guard, dependencies->plan->options->config, NULL);
    const struct inputs *const inputs = &dependencies->plan->inputs;
    for (size_t i = 0; i < inputs->count; i++)
        guard_input(&guard, &inputs->items[i]);
    for (size_t i = 0; i < inputs->pages.count; i++)
        guard_path(&guard, inputs->pages.items[i].path, NULL);
}
