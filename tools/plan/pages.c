/*
 * pages.c - the pages of an atlas
 *
 * The pages are not decoded here.
 */
#include "plan/pages.h"

#include "base/array.h"
#include "base/index.h"
#include "base/text.h"
#include "base/text_names.h"
#include "picture/image.h"
#include "plan/folder.h"
#include "plan/naming.h"
#include "system/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Their files -------------------------------------------------------------------------- */

static bool may_name(const struct page_rules *of, const char *path, struct error *err)
{
    return of->rules->allow_outside || root_holds(of->rules->root, of->input->path, path, err);
}

static bool is_missing(const char *path)
{
    struct file_facts facts;
    return !file_facts_of_path(path, &facts) && errno == ENOENT;
}

/* Finds a picture beside the atlas that is called like it: "hero.png" for "art/hero.xml", or else
 * with another ending; NULL: there is none. Those that are tried before it may come later. False
 * without memory. */
static bool find_own_image(const struct input *input, char **found)
{
    const char *const base = text_base_name(input->path);
    const char *const dot = strrchr(base, '.');
    const size_t length = dot != NULL && dot > base ? (size_t)(dot - base) : strlen(base);
    bool ok = true;
    *found = NULL;
    for (const char *const *ending = text_picture_endings; ok && *ending != NULL; ending++) {
        char *const name = text_format("%.*s%s", (int)length, base, *ending);
        char *const path = name != NULL ? naming_beside(input->path, name) : NULL;
        const bool there = path != NULL && reader_file_begins(path, image_begins);
        ok = path != NULL;
        if (ok && !there)
            atlas_add_sought(input->atlas, name);
        free(path);
        if (there) {
            *found = name;
            return true;
        }
        free(name);
    }
    return ok;
}

/* The path of a page that may have been renamed, see rename_page; NULL without memory. */
static char *find_page(const struct input *input, const char *image)
{
    char *const path = naming_beside(input->path, image), *own = NULL;
    if (path == NULL || !is_missing(path) || !find_own_image(input, &own) || own == NULL)
        return path;
    char *const found = naming_beside(input->path, own);
    free(path);
    free(own);
    return found;
}

bool pages_find_size(void *user, const char *image, uint32_t *width, uint32_t *height)
{
    const struct page_rules *const of = user;
    char *const path = find_page(of->input, image);
    struct reader reader;
    struct error err;
    bool ok = path != NULL && may_name(of, path, &err) && reader_open_regular(&reader, path, &err);
    if (ok) {
        ok = image_find_size(&reader, of->rules->max_pixels, width, height, &err);
        reader_close(&reader);
    }
    free(path);
    return ok;
}

/* People rename an atlas and its page together: when the page is not there under its name, the
 * picture of the atlas' own name is taken. */
static void rename_page(struct input *input, struct diagnostics *diagnostics)
{
    const struct atlas_log log = {input->path, diagnostics};
    struct atlas *const atlas = input->atlas;
    struct atlas_page *const page = atlas->pages;
    if (atlas->page_count != 1 || page->unread)
        return;
    char *const path = naming_beside(input->path, page->image), *own = NULL;
    if (path == NULL || (is_missing(path) && !find_own_image(input, &own))) {
        atlas_found_no_memory(&log);
    } else if (own != NULL) {
        char quoted[ATLAS_NAME_SHOWN];
        atlas_warn(&log, "page-renamed", "page", page->image, page->place,
                   "there is no such file; '%s' is taken, which has the name of the atlas",
                   text_quote(quoted, sizeof quoted, own));
        atlas_add_sought(atlas, page->image);
        page->image = arena_text(&atlas->arena, own);
    }
    free(own);
    free(path);
}

/* A page that the atlas may not name is an error, and not opened. */
static void check_pages(const struct input *input, const char *root,
                        struct diagnostics *diagnostics)
{
    const struct atlas_log log = {input->path, diagnostics};
    for (size_t i = 0; i < input->atlas->page_count; i++) {
        struct atlas_page *const page = &input->atlas->pages[i];
        char *const path = page->unread ? NULL : naming_beside(input->path, page->image);
        struct error err;
        if (path == NULL && !page->unread)
            atlas_found_no_memory(&log);
        page->unread = path == NULL || !root_holds(root, input->path, path, &err);
        if (path != NULL && page->unread)
            atlas_found(&log, "page", page->image, page->place, "%s", err.text);
        free(path);
    }
}

/* A depfile lists what decides about the pages. */
static bool note_sought(struct inputs *inputs, const struct input *input)
{
    bool ok = true;
    for (size_t i = 0; ok && i < input->atlas->sought_count; i++) {
        char *const path = naming_beside(input->path, input->atlas->sought[i]);
        ok = path != NULL && inputs_note_sought(inputs, path);
        free(path);
    }
    return ok;
}

bool pages_settle(struct inputs *inputs, struct input *input, const struct operand_rules *rules,
                  struct diagnostics *diagnostics)
{
    rename_page(input, diagnostics);
    if (!rules->allow_outside)
        check_pages(input, rules->root, diagnostics);
    return note_sought(inputs, input);
}

/* ---- Inputs that are pages ---------------------------------------------------------------- */

/* The pages of all atlases. */
struct pages {
    struct page_file {
        struct file_id file;
        char *path;
    } * items;
    size_t count, capacity;
    struct index by_file;
};

static void pages_free(struct pages *pages)
{
    for (size_t i = 0; i < pages->count; i++)
        free(pages->items[i].path);
    free(pages->items);
    index_free(&pages->by_file);
}

static bool has_page_file(const struct pages *pages, struct file_id file, const char *path)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&pages->by_file, file.inode, &step)) < pages->count;)
        if (strcmp(pages->items[i].path, path) == 0)
            return true;
    return false;
}

/* Takes the path. */
static bool add_page_file(struct pages *pages, struct file_id file, char *path)
{
    if (has_page_file(pages, file, path)) {
        free(path);
        return true;
    }
    struct page_file *const added = array_push(&pages->items, &pages->count, &pages->capacity);
    if (added == NULL) {
        free(path);
        return false;
    }
    *added = (struct page_file){file, path};
    return index_add(&pages->by_file, file.inode, (uint32_t)(pages->count - 1));
}

static bool gather_pages(const struct inputs *inputs, struct pages *pages)
{
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        for (size_t k = 0; input->atlas != NULL && k < input->atlas->page_count; k++) {
            char *const path = naming_beside(input->path, input->atlas->pages[k].image);
            struct file_id file;
            if (path == NULL)
                return false;
            if (!file_id_of_path(path, &file))
                free(path);
            else if (!add_page_file(pages, file, path))
                return false;
        }
    }
    return true;
}

/* The page that the input is, perhaps by another path; NULL: none. */
static const struct page_file *find_page_file(const struct pages *pages, const struct input *input)
{
    struct file_id file;
    size_t step = 0;
    if (input->atlas != NULL || !file_id_of_path(input->path, &file))
        return NULL;
    for (uint32_t i; (i = index_next(&pages->by_file, file.inode, &step)) < pages->count;)
        if (file_id_equal(&pages->items[i].file, &file) &&
            file_paths_are_one(pages->items[i].path, input->path))
            return &pages->items[i];
    return NULL;
}

/* Finds the inputs that are pages. A depfile lists both paths of one that is an input through a
 * link: this may be turned. */
static bool find_pages(struct inputs *inputs, const struct pages *pages)
{
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->count; i++) {
        struct input *const input = &inputs->items[i];
        const struct page_file *const page = find_page_file(pages, input);
        input->is_page = page != NULL;
        ok = page == NULL || strcmp(page->path, input->path) == 0 ||
             (inputs_note(&inputs->pages, input->path, NULL) &&
              inputs_note(&inputs->pages, page->path, NULL));
    }
    return ok;
}

static bool is_page(const void *user, const struct input *input)
{
    (void)user;
    return input->is_page;
}

bool pages_drop(struct inputs *inputs)
{
    struct pages pages = {.items = NULL};
    const bool ok = gather_pages(inputs, &pages) && find_pages(inputs, &pages) &&
                    inputs_drop(inputs, is_page, NULL, "a page of an atlas");
    pages_free(&pages);
    return ok;
}
