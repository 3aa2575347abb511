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

/* The folder of an output or of the cache changes with every bake, and would ask for the next. */
static bool changes(const char *path, const struct file_ids *changing)
{
    struct file_id folder;
    return file_id_of_path(path, &folder) && file_ids_has(changing, &folder);
}

static bool list_folder(const char *path, const struct file_ids *changing, struct depfile *out,
                        struct error *err)
{
    return changes(path, changing) || depfile_add_folder(out, path, err);
}

/* Make reads "t[1].png" as a pattern. When it comes to match another file, "t1.png", the name can
 * no longer be written: so the folder is listed in which that would come. A folder that cannot be
 * listed would not show it. */
static bool list_file(const char *path, const struct file_ids *changing, struct depfile *out,
                      struct error *err)
{
    char before[FILE_PATH_MAX], folder[FILE_PATH_MAX], shown[256];
    if (!depfile_add(out, path, err))
        return false;
    for (const char *at = path; (at = strchr(at, '[')) != NULL; at++) {
        if ((size_t)(at - path) >= sizeof before)
            break;
        memcpy(before, path, (size_t)(at - path));
        before[at - path] = 0;
        text_folder_name(folder, before);
        if (changes(folder, changing))
            return fail(err,
                        "Make takes the name '%s' in a depfile for a pattern, and the bake writes "
                        "into its folder; rename it, or write to another folder",
                        text_quote(shown, sizeof shown, path));
        if (!depfile_add_folder(out, folder, err))
            return false;
    }
    return true;
}

static bool list_response(const struct response *response, const struct file_ids *changing,
                          struct depfile *out, struct error *err)
{
    for (size_t i = 0; i < response->file_count; i++)
        if (!list_file(response->files[i].path, changing, out, err))
            return false;
    return true;
}

/* Nothing depends on itself: a document that becomes the output is left out. */
static bool list_inputs(const struct inputs *inputs, const struct outputs *outputs,
                        const struct file_ids *changing, struct depfile *out, struct error *err)
{
    for (size_t i = 0; i < inputs->pages.count; i++)
        if (!list_file(inputs->pages.items[i].path, changing, out, err))
            return false;
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        if ((!outputs_become(outputs, input->path) &&
             !list_file(input->path, changing, out, err)) ||
            (input->mask != NULL && !list_file(input->mask, changing, out, err)))
            return false;
    }
    for (size_t i = 0; i < inputs->folders.count; i++)
        if (!list_folder(inputs->folders.items[i].path, changing, out, err))
            return false;
    return true;
}

static void find_changing(const struct outputs *outputs, const struct cache *cache,
                          struct file_ids *out)
{
    outputs_add_folders(outputs, out);
    cache_add_folder(cache, out);
    file_ids_sort(out);
}

void dependencies_warn(const struct dependencies *dependencies, const struct outputs *outputs,
                       const struct cache *cache, struct diagnostics *diagnostics)
{
    const struct input_notes *const folders = &dependencies->plan->inputs.folders;
    struct file_ids changing = {0};
    find_changing(outputs, cache, &changing);
    for (size_t i = 0; i < folders->count; i++)
        if (changes(folders->items[i].path, &changing))
            diagnostics_add_warning(
                diagnostics, folders->items[i].path, "output-in-art",
                "an output or the cache is in this folder of art: -MD does not list the "
                "folder, and a new file in it goes unnoticed; write to another folder");
    file_ids_free(&changing);
}

bool dependencies_list(const struct dependencies *dependencies, const struct outputs *outputs,
                       const struct cache *cache, struct depfile *out, struct error *err)
{
    const struct plan *const plan = dependencies->plan;
    const char *const config = plan->options->config;
    struct file_ids changing = {0};
    find_changing(outputs, cache, &changing);
    const bool ok = list_response(dependencies->response, &changing, out, err) &&
                    list_response(&plan->names, &changing, out, err) &&
                    (config == NULL || list_file(config, &changing, out, err)) &&
                    list_inputs(&plan->inputs, outputs, &changing, out, err);
    file_ids_free(&changing);
    return ok;
}

/* ---- Guarded ------------------------------------------------------------------------------ */

struct guard {
    const struct outputs *outputs;
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
    const bool by_cache = cache_replaces(guard->cache, file);
    struct error err;
    if (!by_cache && (target == OUTPUTS_TARGETS || may_become(input, guard->outputs, target)))
        return;
    fail_usage(&err, "is read for this bake, and %s would write over it; give the %s another name",
               by_cache ? "--cache" : "an output", by_cache ? "cache" : "output");
    diagnostics_add_error(guard->diagnostics, path, &err);
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

static void guard_atlas(const struct guard *guard, const struct input *input)
{
    guard_path(guard, input->path, NULL);
    for (size_t i = 0; i < input->atlas->page_count; i++) {
        char *const path = naming_beside(input->path, input->atlas->pages[i].image);
        guard_path(guard, path, NULL);
        free(path);
    }
}

/* A walk finds thousands of files, without their facts. To look at all of them is only worth it
 * when an output replaces a file that can be one of them. */
static void guard_input(const struct guard *guard, const struct input *input)
{
    if (input->atlas != NULL)
        guard_atlas(guard, input);
    else if (input->has_facts)
        guard_file(guard, input->path, file_id_from(&input->facts), input);
    else if (guard->replaces_art || input->stream)
        guard_path(guard, input->path, input);
    if (input->mask != NULL)
        guard_path(guard, input->mask, NULL);
}

void dependencies_guard(const struct dependencies *dependencies, const struct outputs *outputs,
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

/* Documents are few, and seldom called like pictures. */
bool dependencies_have_output(const struct dependencies *dependencies,
                              const struct outputs *outputs)
{
    const struct inputs *const inputs = &dependencies->plan->inputs;
    struct file_id file;
    if (!outputs_may_replace_input(outputs, TARGET_OUTPUT))
        return false;
    for (size_t i = 0; i < inputs->count; i++)
        if (!text_is_picture_name(inputs->items[i].path) &&
            file_id_of_input(inputs->items[i].path, &file) &&
            outputs_replacing(outputs, file) == TARGET_OUTPUT)
            return true;
    return false;
}
