/*
 * plan_atlases.c - which inputs are atlases, and what follows
 *
 * An atlas is read before anything is baked: what its frames are called decides about their
 * recipes, and its pages are no sprites. Its pages are not opened here.
 */
#include "plan_atlases.h"

#include "array.h"
#include "decode.h"
#include "naming.h"
#include "reader.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Reading ------------------------------------------------------------------------------ */

static bool add_atlas(struct input *input)
{
    input->atlas = calloc(1, sizeof *input->atlas);
    return input->atlas != NULL;
}

static bool parse(struct input *input, const char *text, size_t size, struct findings *findings)
{
    const struct atlas_format *const format = atlas_guess(text, size);
    if (format == NULL)
        return true;
    if (!add_atlas(input))
        return false;
    format->read(text, size, input->path, input->atlas, findings);
    return true;
}

/* NULL with a size of 0: a PNG, of which no more is read. */
static bool read_unless_png(const char *path, uint8_t **bytes, size_t *size, struct error *err)
{
    struct reader reader;
    const uint8_t *beginning;
    size_t peeked;
    *bytes = NULL;
    *size = 0;
    if (!reader_open(&reader, path, err))
        return false;
    const bool ok = reader_peek(&reader, 64, &beginning, &peeked, err) &&
                    (decode_is_png(beginning, peeked) ||
                     reader_read_all(&reader, SIZE_MAX / 2, bytes, size, err));
    reader_close(&reader);
    return ok;
}

/* False when memory runs out. What cannot be read counts as an atlas without frames, so that
 * nobody takes it for something else later. */
static bool read_if_atlas(struct input *input, struct findings *findings)
{
    struct error err;
    uint8_t *bytes;
    size_t size;
    bool ok;
    if (read_unless_png(input->path, &bytes, &size, &err)) {
        ok = bytes == NULL || parse(input, (const char *)bytes, size, findings);
    } else {
        findings_add_error(findings, input->path, &err);
        ok = add_atlas(input);
    }
    free(bytes);
    return ok;
}

/* ---- Files by what they are --------------------------------------------------------------- */

struct ids {
    struct file_id *items;
    size_t count, capacity;
};

static bool identify(const char *path, struct file_id *out)
{
    struct stat status;
    if (path == NULL || stat(path, &status) != 0)
        return false;
    *out = (struct file_id){status.st_dev, status.st_ino};
    return true;
}

static bool add_id(struct ids *ids, const struct file_id *id)
{
    struct file_id *const grown =
        array_reserve(ids->items, ids->count + 1, &ids->capacity, sizeof *grown);
    if (grown == NULL)
        return false;
    ids->items = grown;
    ids->items[ids->count++] = *id;
    return true;
}

static bool has_id(const struct ids *ids, const struct file_id *id)
{
    return ids->count > 0 &&
           bsearch(id, ids->items, ids->count, sizeof *ids->items, file_id_compare) != NULL;
}

/* ---- Related files ------------------------------------------------------------------------ */

static bool is_input(const struct inputs *inputs, const struct file_id *id)
{
    struct file_id other;
    for (size_t i = 0; i < inputs->count; i++)
        if (identify(inputs->items[i].path, &other) && file_id_compare(&other, id) == 0)
            return true;
    return false;
}

/* One that cannot be found is added all the same, and found missing when it is baked. */
static bool add_related(struct inputs *inputs, size_t index)
{
    const struct atlas *const atlas = inputs->items[index].atlas;
    for (size_t i = 0; i < atlas->related_count; i++) {
        char *const path = naming_beside(inputs->items[index].path, atlas->related[i]);
        char *const name = naming_source(inputs->items[index].name, atlas->related[i]);
        struct file_id id;
        bool ok = path != NULL && name != NULL;
        if (ok && !(identify(path, &id) && is_input(inputs, &id)))
            ok = inputs_add_file(inputs, path, name);
        free(path);
        free(name);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- Pages -------------------------------------------------------------------------------- */

static bool gather_pages(const struct inputs *inputs, struct ids *pages)
{
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        for (size_t k = 0; input->atlas != NULL && k < input->atlas->page_count; k++) {
            char *const path = naming_beside(input->path, input->atlas->pages[k].image);
            struct file_id id;
            const bool ok = path != NULL && (!identify(path, &id) || add_id(pages, &id));
            free(path);
            if (!ok)
                return false;
        }
    }
    if (pages->count > 1)
        qsort(pages->items, pages->count, sizeof *pages->items, file_id_compare);
    return true;
}

static bool is_page(const void *user, const struct input *input)
{
    struct file_id id;
    return input->atlas == NULL && identify(input->path, &id) && has_id(user, &id);
}

/* ---- All of it ---------------------------------------------------------------------------- */

/* What can be read but once is left to baking: it holds no atlas, for it stands beside nothing. */
static bool is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Related files are read in their turn. */
static bool read_atlases(struct inputs *inputs, struct findings *findings, bool *any)
{
    for (size_t i = 0; i < inputs->count; i++) {
        struct input *const input = &inputs->items[i];
        if (folder_is_png(input->path) || !is_regular(input->path))
            continue;
        if (!read_if_atlas(input, findings) || (input->atlas != NULL && !add_related(inputs, i)))
            return false;
        *any = *any || inputs->items[i].atlas != NULL;
    }
    return true;
}

void plan_atlases(struct inputs *inputs, struct messages *messages)
{
    struct findings findings = {0};
    struct ids pages = {0};
    bool any = false;
    bool ok = read_atlases(inputs, &findings, &any);
    if (ok && any)
        ok = gather_pages(inputs, &pages) &&
             inputs_drop(inputs, is_page, &pages, "a page of an atlas");
    if (!ok)
        findings.failed = true;
    findings_say(&findings, messages);
    findings_free(&findings);
    free(pages.items);
}
