/*
 * source_names.c - images of several folders that would have one name in the pack
 *
 * The inputs are named below the operand that they came with: with a/ui.json and b/ui.json, both
 * files may call their page "page.png".
 */
#include "plan/source_names.h"

#include "base/array.h"
#include "base/text.h"
#include "plan/naming.h"
#include "system/stamp.h"

#include <stdlib.h>
#include <string.h>

struct image {
    char *name;
    char *path;
    bool page; /* of an atlas; else it is a sprite, and two sprites of one name are an error */
};

/* A zeroed one is empty. */
struct images {
    struct image *items;
    size_t count, capacity;
};

/* Takes the strings over, also when it fails. */
static bool add(struct images *images, char *name, char *path, bool page)
{
    struct image *const added = name == NULL || path == NULL
                                    ? NULL
                                    : array_push(&images->items, &images->count, &images->capacity);
    if (added != NULL) {
        *added = (struct image){name, path, page};
        return true;
    }
    free(name);
    free(path);
    return false;
}

static bool add_pages(struct images *images, const struct input *input)
{
    const struct atlas *const atlas = input->atlas;
    for (size_t i = 0; i < atlas->page_count; i++) {
        const char *const image = atlas->pages[i].image;
        if (!atlas->pages[i].unread &&
            !add(images, naming_source(input, image), naming_beside(input->path, image), true))
            return false;
    }
    return true;
}

static bool gather(struct images *images, const struct inputs *inputs)
{
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        if (input->atlas != NULL)
            ok = add_pages(images, input);
        else if (!input->is_text)
            ok = add(images, text_copy(input->name), text_copy(input->path), false);
    }
    return ok;
}

static int compare(const void *a, const void *b)
{
    const struct image *const first = a, *const second = b;
    const int order = strcmp(first->name, second->name);
    return order != 0 ? order : strcmp(first->path, second->path);
}

/* A page that is not there is an error once it is read. */
static bool are_confused(const struct image *image, const struct image *other)
{
    struct file_id id, other_id;
    return strcmp(image->name, other->name) == 0 && (image->page || other->page) &&
           strcmp(image->path, other->path) != 0 && file_id_of_path(image->path, &id) &&
           file_id_of_path(other->path, &other_id) && !file_id_equal(&id, &other_id);
}

void source_names_warn(const struct inputs *inputs, struct diagnostics *diagnostics)
{
    struct images images = {.items = NULL};
    if (!gather(&images, inputs))
        diagnostics_add_no_memory(diagnostics, NULL);
    if (images.count > 1)
        qsort(images.items, images.count, sizeof *images.items, compare);
    for (size_t i = 1; i < images.count; i++) {
        const struct image *const image = &images.items[i], *const other = image - 1;
        char first[200], name[200];
        if (are_confused(image, other))
            diagnostics_add_warning(
                diagnostics, image->path, "source-twice",
                "'%s' is called '%s' in the output, too; --root DIR names images by their paths below DIR",
                text_quote(first, sizeof first, other->path),
                text_quote(name, sizeof name, image->name));
    }
    for (size_t i = 0; i < images.count; i++) {
        free(images.items[i].name);
        free(images.items[i].path);
    }
    free(images.items);
}
