/*
 * atlas_inputs.c - finds the atlases among the inputs, and adds the files that belong to them
 *
 * An atlas is read before anything is baked, because the names of its frames decide about their
 * recipes, and its pages are no sprites. Its pages are not opened here.
 */
#include "plan/atlas_inputs.h"

#include "base/array.h"
#include "base/index.h"
#include "base/kinds.h"
#include "base/platform/paths.h"
#include "base/text.h"
#include "base/text_names.h"
#include "picture/image.h"
#include "plan/folder.h"
#include "plan/naming.h"
#include "system/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ------------------------------------------------------------------------------ */

/* An atlas with errors keeps its list of pages, so that they are not baked as sprites. */
static void forget_frames(struct atlas *atlas)
{
    struct atlas pages = {.pages = atlas->pages, .page_count = atlas->page_count};
    pages.related = atlas->related;
    pages.related_count = atlas->related_count;
    atlas->pages = NULL;
    atlas->page_count = 0;
    atlas->related = NULL;
    atlas->related_count = 0;
    atlas_free(atlas);
    *atlas = pages;
}

static bool add_atlas(struct input *input)
{
    input->atlas = calloc(1, sizeof *input->atlas);
    return input->atlas != NULL;
}

/* May the input name that file? NULL: it may name all. */
struct page_rules {
    const struct input *input;
    const struct operand_rules *rules;
};

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
static bool find_own_image(const struct input *input, const struct atlas_log *log, char **found)
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
        ok = path != NULL && (there || atlas_add_sought(input->atlas, name, log));
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
    if (path == NULL || !is_missing(path) || !find_own_image(input, NULL, &own) || own == NULL)
        return path;
    char *const found = naming_beside(input->path, own);
    free(path);
    free(own);
    return found;
}

static bool find_size(void *user, const char *image, uint32_t *width, uint32_t *height)
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

static bool parse(struct input *input, const struct operand_rules *rules, const char *text,
                  size_t size, struct diagnostics *diagnostics)
{
    const struct atlas_format *const format = atlas_guess(text, size);
    struct page_rules of = {input, rules};
    const struct atlas_measure measure = {find_size, &of};
    if (format == NULL)
        return true;
    if (!add_atlas(input))
        return false;
    const size_t errors = diagnostics->errors;
    input->atlas->measure = &measure;
    if (!format->read(text, size, input->path, input->atlas, diagnostics))
        forget_frames(input->atlas);
    else if (input->atlas->frame_count == 0 && input->atlas->related_count == 0 &&
             diagnostics->errors == errors)
        atlas_found(&(struct atlas_log){input->path, diagnostics}, NULL, NULL,
                    (struct atlas_place){0, 0}, "there is no frame in it to bake");
    input->atlas->measure = NULL;
    atlas_link(input->atlas);
    return true;
}

/* `bytes` stays NULL when the first bytes show that the file is no text; the rest is not read. */
static bool read_if_text(struct reader *reader, size_t most, uint8_t **bytes, size_t *size,
                         struct error *err)
{
    const uint8_t *beginning;
    size_t peeked;
    *bytes = NULL;
    *size = 0;
    return reader_peek(reader, KIND_BYTES, &beginning, &peeked, err) &&
           (image_begins(beginning, peeked) || kind_by_beginning(beginning, peeked) != NULL ||
            reader_read_all(reader, most, bytes, size, err));
}

/* False when memory runs out. A file that cannot be read counts as an atlas without frames, so that
 * it is not baked as a picture later. */
static bool read_if_atlas(struct input *input, const struct operand_rules *rules,
                          struct diagnostics *diagnostics)
{
    struct reader reader;
    struct error err;
    uint8_t *bytes;
    size_t size;
    bool ok;
    if (!reader_open_regular(&reader, input->path, &err)) {
        diagnostics_add_error(diagnostics, input->path, &err);
        return add_atlas(input);
    }
    if (rules->inputs.stamped)
        reader_begin_fingerprint(&reader);
    if (read_if_text(&reader, input_text_most(input), &bytes, &size, &err)) {
        ok = bytes == NULL || parse(input, rules, (const char *)bytes, size, diagnostics);
        input->is_text = bytes != NULL && input->atlas == NULL;
        if (input->atlas != NULL)
            input->fingerprinted = reader_end_fingerprint(&reader, &input->fingerprint);
    } else {
        diagnostics_add_error(diagnostics, input->path, &err);
        ok = add_atlas(input);
    }
    free(bytes);
    reader_close(&reader);
    return ok;
}

/* ---- Related files ------------------------------------------------------------------------ */

/* Do both paths lead to one file, once links are followed? Two names of a file are two files: where
 * it is copied to, or unpacked, they may be. */
static bool is_same_file(const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return true;
    char *const first = path_real(a), *const second = path_real(b);
    const bool same = first != NULL && second != NULL && strcmp(first, second) == 0;
    free(first);
    free(second);
    return same;
}

static bool are_in_one_folder(const char *a, const char *b)
{
    char first[FILE_PATH_MAX], second[FILE_PATH_MAX];
    struct file_id x, y;
    if (strlen(a) >= sizeof first || strlen(b) >= sizeof second)
        return false;
    text_folder_name(first, a);
    text_folder_name(second, b);
    return file_id_of_path(first, &x) && file_id_of_path(second, &y) && file_id_equal(&x, &y);
}

/* The files of all inputs, found out when the first related file is met. Those that belong together
 * are a tree: each has a parent, and the root is its own. */
struct family {
    struct member {
        struct file_id file;
        const char *path; /* lent */
        uint32_t input;   /* NO_INPUT: it is excluded */
        uint32_t parent;
    } * items;
    size_t count, capacity;
    struct index by_file;
};

#define NO_INPUT UINT32_MAX

static void family_free(struct family *family)
{
    free(family->items);
    index_free(&family->by_file);
}

static bool add_member(struct family *family, struct file_id file, const char *path, uint32_t input)
{
    struct member *const added = array_push(&family->items, &family->count, &family->capacity);
    const uint32_t index = (uint32_t)(family->count - 1);
    if (added == NULL)
        return false;
    *added = (struct member){file, path, input, index};
    return index_add(&family->by_file, file.inode, index);
}

static bool gather_inputs(const struct inputs *inputs, struct family *family)
{
    struct file_id file;
    bool ok = true;
    if (family->count > 0)
        return true;
    for (size_t i = 0; ok && i < inputs->count; i++) {
        const char *const path = inputs->items[i].path;
        ok = !file_id_of_path(path, &file) || add_member(family, file, path, (uint32_t)i);
    }
    return ok;
}

/* NO_INPUT: there is none. What a file names is beside it, so a link in another folder leads to
 * another atlas. */
static uint32_t find_member(const struct family *family, const struct file_id *file,
                            const char *path)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&family->by_file, file->inode, &step)) != INDEX_END;) {
        const struct member *const member = &family->items[i];
        if (file_id_equal(&member->file, file) && is_same_file(member->path, path) &&
            are_in_one_folder(member->path, path))
            return i;
    }
    return NO_INPUT;
}

static uint32_t find_root(struct family *family, uint32_t index)
{
    struct member *const items = family->items;
    while (items[index].parent != index)
        index = items[index].parent = items[items[index].parent].parent;
    return index;
}

static void join(struct family *family, uint32_t a, uint32_t b)
{
    family->items[find_root(family, a)].parent = find_root(family, b);
}

/* By their names, which are the same in whatever order the inputs were given. */
static bool is_before(const struct inputs *inputs, const struct member *a, const struct member *b)
{
    return a->input != NO_INPUT &&
           (b->input == NO_INPUT ||
            strcmp(inputs->items[a->input].name, inputs->items[b->input].name) < 0);
}

static bool name_group(const struct inputs *inputs, const struct member *member,
                       const struct member *first)
{
    struct input *const input = member->input != NO_INPUT ? &inputs->items[member->input] : NULL;
    if (input != NULL && input->group == NULL && first->input != NO_INPUT)
        input->group = text_copy(inputs->items[first->input].name);
    return input == NULL || input->group != NULL || first->input == NO_INPUT;
}

/* Gives the files that belong together the name of the first one. */
static bool name_groups(const struct inputs *inputs, struct family *family)
{
    struct member *const items = family->items;
    bool ok = true;
    for (uint32_t i = 0; i < family->count; i++) {
        const uint32_t root = find_root(family, i);
        if (is_before(inputs, &items[i], &items[root]))
            items[root].parent = items[i].parent = i;
    }
    for (uint32_t i = 0; ok && i < family->count; i++) {
        const struct member *const first = &items[find_root(family, i)];
        if (first != &items[i])
            ok = name_group(inputs, &items[i], first) && name_group(inputs, first, first);
    }
    return ok;
}

/* A file that an atlas names, and where that atlas stands in the family. */
struct mention {
    char *path, *name;
    struct file_id file;
    uint32_t by; /* NO_INPUT: they do not belong together */
};

struct mentions {
    struct mention *items;
    size_t count, capacity;
};

static void forget_mentions(struct mentions *mentions)
{
    for (size_t i = 0; i < mentions->count; i++) {
        free(mentions->items[i].path);
        free(mentions->items[i].name);
    }
    mentions->count = 0;
}

static int compare_mentions(const void *a, const void *b)
{
    const struct mention *const x = a, *const y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : strcmp(x->path, y->path);
}

/* A file that is there by another path is listed by this one, too, because a link on it may be
 * turned. `index` becomes that of the file in the family. */
static bool add_related_file(struct inputs *inputs, struct family *family,
                             const struct mention *mention, const struct input_rules *rules,
                             uint32_t *index)
{
    *index = find_member(family, &mention->file, mention->path);
    if (*index != NO_INPUT) {
        const uint32_t input = family->items[*index].input;
        return input == NO_INPUT || strcmp(inputs->items[input].path, mention->path) == 0 ||
               inputs_note(&inputs->pages, mention->path, NULL);
    }
    *index = (uint32_t)family->count;
    if (inputs_is_excluded(rules, mention->name))
        return inputs_note_excluded(inputs, mention->path) &&
               add_member(family, mention->file,
                          inputs->skipped.items[inputs->skipped.count - 1].path, NO_INPUT);
    if (!inputs_push(inputs, mention->path, mention->name, NULL))
        return false;
    struct input *const input = &inputs->items[inputs->count - 1];
    input->related = true;
    return add_member(family, mention->file, input->path, (uint32_t)(inputs->count - 1));
}

/* A file that several atlases name gets the first of its names, in whatever order they were read.
 */
static bool add_mentioned(struct inputs *inputs, struct family *family, struct mentions *mentions,
                          const struct input_rules *rules)
{
    bool ok = true;
    if (mentions->count > 0)
        qsort(mentions->items, mentions->count, sizeof *mentions->items, compare_mentions);
    for (size_t i = 0; ok && i < mentions->count; i++) {
        const uint32_t by = mentions->items[i].by;
        uint32_t index;
        ok = add_related_file(inputs, family, &mentions->items[i], rules, &index);
        if (ok && by != NO_INPUT)
            join(family, by, index);
    }
    forget_mentions(mentions);
    return ok;
}

/* Is there a file that the atlas may name? */
static bool check_related(const struct input *input, const char *related, const char *path,
                          const struct operand_rules *rules, struct diagnostics *diagnostics,
                          struct file_id *file)
{
    struct error err;
    const bool ok = !file_id_of_path(path, file)
                        ? fail_errno(&err, "open")
                        : rules->allow_outside || root_holds(rules->root, input->path, path, &err);
    if (!ok)
        atlas_found(&(struct atlas_log){input->path, diagnostics}, "related file", related,
                    (struct atlas_place){0, 0}, "%s", err.text);
    return ok;
}

/* Maps share tilesets, whose sprites are called after the file: they do not belong together. */
static bool find_related(struct inputs *inputs, struct family *family, size_t index,
                         const struct operand_rules *rules, struct diagnostics *diagnostics,
                         struct mentions *out)
{
    const struct input *const input = &inputs->items[index];
    const struct atlas *const atlas = input->atlas;
    struct file_id file;
    bool ok = atlas->related_count == 0 || gather_inputs(inputs, family);
    const uint32_t own =
        ok && atlas->related_count > 0 && !atlas->numbered && file_id_of_path(input->path, &file)
            ? find_member(family, &file, input->path)
            : NO_INPUT;
    for (size_t i = 0; ok && i < atlas->related_count; i++) {
        struct mention mention = {naming_beside(input->path, atlas->related[i]),
                                  naming_source(input, atlas->related[i]), .by = own};
        struct mention *added = NULL;
        ok = mention.path != NULL && mention.name != NULL;
        if (ok && check_related(input, atlas->related[i], mention.path, rules, diagnostics,
                                &mention.file)) {
            added = array_push(&out->items, &out->count, &out->capacity);
            ok = added != NULL;
        }
        if (added != NULL) {
            *added = mention;
        } else {
            free(mention.path);
            free(mention.name);
        }
    }
    return ok;
}

/* ---- Pages -------------------------------------------------------------------------------- */

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
    if (path == NULL || (is_missing(path) && !find_own_image(input, &log, &own))) {
        atlas_found_no_memory(&log);
    } else if (own != NULL) {
        char quoted[ATLAS_NAME_SHOWN];
        atlas_warn(&log, "page-renamed", "page", page->image, page->place,
                   "there is no such file; '%s' is taken, which has the name of the atlas",
                   text_quote(quoted, sizeof quoted, own));
        atlas_add_sought(atlas, page->image, &log);
        free(page->image);
        page->image = own;
    }
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

/* Takes the path. */
static bool add_page_file(struct pages *pages, struct file_id file, char *path)
{
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
    for (uint32_t i; (i = index_next(&pages->by_file, file.inode, &step)) != INDEX_END;)
        if (file_id_equal(&pages->items[i].file, &file) &&
            is_same_file(pages->items[i].path, input->path))
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

/* ---- Atlases ------------------------------------------------------------------------------- */

static bool read_input(struct inputs *inputs, struct family *family, size_t index,
                       const struct operand_rules *rules, struct diagnostics *diagnostics,
                       struct mentions *mentions)
{
    struct input *const input = &inputs->items[index];
    /* A pipe can only be read once, so it is left to baking. It can be no atlas: no page lies
     * beside it. */
    if (text_is_picture_name(input->path) || input->stream)
        return true;
    if (!read_if_atlas(input, rules, diagnostics))
        return false;
    if (input->atlas == NULL)
        return true;
    rename_page(input, diagnostics);
    if (!rules->allow_outside)
        check_pages(input, rules->root, diagnostics);
    return note_sought(inputs, input) &&
           find_related(inputs, family, index, rules, diagnostics, mentions);
}

/* The files that atlases name are added at the end of the inputs when all of these are read, and
 * then are read too. */
static bool read_atlases(struct inputs *inputs, const struct operand_rules *rules,
                         struct diagnostics *diagnostics, bool *any)
{
    struct family family = {.items = NULL};
    struct mentions mentions = {.items = NULL};
    bool ok = true;
    size_t end = inputs->count;
    for (size_t i = 0; ok && i < end; i++) {
        ok = read_input(inputs, &family, i, rules, diagnostics, &mentions);
        *any = *any || inputs->items[i].atlas != NULL;
        if (ok && i + 1 == end) {
            ok = add_mentioned(inputs, &family, &mentions, &rules->inputs);
            end = inputs->count;
        }
    }
    ok = ok && name_groups(inputs, &family);
    forget_mentions(&mentions);
    free(mentions.items);
    family_free(&family);
    return ok;
}

void atlas_inputs_plan(struct inputs *inputs, const struct operand_rules *rules,
                       struct diagnostics *diagnostics)
{
    struct pages pages = {.items = NULL};
    bool any = false;
    bool ok = read_atlases(inputs, rules, diagnostics, &any);
    if (ok && any)
        ok = gather_pages(inputs, &pages) && find_pages(inputs, &pages) &&
             inputs_drop(inputs, is_page, NULL, "a page of an atlas");
    if (!ok)
        diagnostics->failed = true;
    pages_free(&pages);
}
