/*
 * atlases.c - finds the atlases among the inputs, and the files that belong to them
 *
 *     inputs -> atlases -> their pages, which are not sprites
 *                       -> related files, sorted by name -> inputs at the end, each file once
 *
 * An atlas is read before anything is baked, because the names of its frames decide about their
 * recipes. Its pages are not decoded here.
 */
#include "plan/plan.h"

#include "base/memory.h"
#include "base/text.h"
#include "picture/image.h"
#include "plan/naming.h"
#include "system/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files that an atlas names ----------------------------------------------------------------
 */

static bool may_name(struct plan *plan, const struct input *input, const char *path,
                     struct error *err)
{
    const struct bake_options *const options = plan->options;
    const char *const project = input->atlas->project;
    return options->allow_outside ||
           root_holds(options->root, input->path,
                      project != NULL ? naming_beside(&plan->arena, input->path, project) : NULL,
                      path, err);
}

/* ---- Pages of an atlas ----------------------------------------------------------------------- */

static bool is_missing(const char *path)
{
    struct file_facts facts;
    return !file_facts_of_path(path, &facts) && errno == ENOENT;
}

/* Finds a picture beside the atlas that is named like it: "hero.png" for "art/hero.xml", or
 * otherwise with another ending. Returns its name; NULL: there is none. Pictures that are tried
 * before it may come later: a depfile lists them, where it matters. */
static const char *find_own_image(struct plan *plan, const struct input *input, bool matters)
{
    const char *const base = text_base_name(input->path);
    const char *const dot = strrchr(base, '.');
    const size_t length = dot != NULL && dot > base ? (size_t)(dot - base) : strlen(base);
    for (const char *const *ending = text_picture_endings; *ending != NULL; ending++) {
        const char *const name = arena_format(&plan->arena, "%.*s%s", (int)length, base, *ending);
        if (reader_file_begins(naming_beside(&plan->arena, input->path, name), image_begins))
            return name;
        if (matters)
            atlas_add_sought(input->atlas, name);
    }
    return NULL;
}

/* Finds the size of an image beside the atlas; false when there is none that it may name. */
static bool measure_image(struct plan *plan, const struct input *input, const char *image,
                          uint32_t *width, uint32_t *height)
{
    const char *const path = naming_beside(&plan->arena, input->path, image);
    struct reader reader;
    struct error err;
    if (!may_name(plan, input, path, &err) || !reader_open_regular(&reader, path, &err))
        return false;
    const bool ok = image_find_size(&reader, plan->options->max_pixels, width, height, &err);
    reader_close(&reader);
    return ok;
}

/* Finds the size of a page while its atlas is read, as struct atlas_measure wants it. A page may
 * have been renamed, see rename_page. */
struct measuring {
    struct plan *plan;
    const struct input *input;
};

static bool find_size(void *user, const char *image, uint32_t *width, uint32_t *height)
{
    const struct measuring *const measuring = user;
    const struct input *const input = measuring->input;
    const bool missing = is_missing(naming_beside(&measuring->plan->arena, input->path, image));
    const char *const own = missing ? find_own_image(measuring->plan, input, true) : NULL;
    return measure_image(measuring->plan, input, own != NULL ? own : image, width, height);
}

/* True if the only page can be an image of that size: the atlas says it, and all frames lie in it.
 */
static bool is_page(const struct atlas *atlas, uint32_t width, uint32_t height)
{
    const struct atlas_page *const page = atlas->pages;
    bool ok = page->loose_size || page->width == 0 || page->height == 0 ||
              (page->width == width && page->height == height);
    for (size_t i = 0; ok && i < atlas->frame_count; i++) {
        const struct atlas_frame *const frame = &atlas->frames[i];
        ok = frame->width == 0 || frame->height == 0 ||
             ((uint64_t)frame->x + atlas_width_on_page(frame) <= width &&
              (uint64_t)frame->y + atlas_height_on_page(frame) <= height);
    }
    return ok;
}

/* The picture of the atlas' own name, if it is the page: the page is not there under its name, or
 * is another picture, which does not fit, while this one does. `why` says so. */
static const char *find_renamed(struct plan *plan, const struct input *input, const char **why)
{
    const char *const image = input->atlas->pages->image;
    *why = "there is no such file";
    if (is_missing(naming_beside(&plan->arena, input->path, image)))
        return find_own_image(plan, input, true);
    const char *const own = find_own_image(plan, input, false);
    uint32_t width, height, own_width, own_height;
    if (own == NULL || strcmp(own, image) == 0 ||
        !measure_image(plan, input, image, &width, &height) ||
        is_page(input->atlas, width, height) ||
        !measure_image(plan, input, own, &own_width, &own_height) ||
        !is_page(input->atlas, own_width, own_height))
        return NULL;
    *why = "that file does not have the size and the frames of the atlas";
    return find_own_image(plan, input, true);
}

/* People rename an atlas and its page together, and another picture may have the old name. */
static void rename_page(struct plan *plan, struct input *input, const struct atlas_log *log)
{
    struct atlas *const atlas = input->atlas;
    struct atlas_page *const page = atlas->pages;
    char quoted[ATLAS_NAME_SHOWN];
    const char *why;
    if (atlas->page_count != 1 || page->unread)
        return;
    const char *const own = find_renamed(plan, input, &why);
    if (own == NULL)
        return;
    atlas_warn(log, "page-renamed", "page", page->image, page->place,
               "%s; '%s' is taken, which has the name of the atlas", why,
               text_quote(quoted, sizeof quoted, own));
    atlas_add_sought(atlas, page->image);
    page->image = arena_text(&atlas->arena, own);
}

/* Settles which files the pages of an atlas are. A page that the atlas may not name
 * is an error, and not opened. A depfile lists all files that decide about the pages. */
static void settle_pages(struct plan *plan, struct input *input)
{
    const struct atlas_log log = {input->path, &plan->diagnostics};
    rename_page(plan, input, &log);
    for (size_t i = 0; i < input->atlas->page_count; i++) {
        struct atlas_page *const page = &input->atlas->pages[i];
        struct error err;
        if (page->unread)
            continue;
        const char *const path = naming_beside(&plan->arena, input->path, page->image);
        page->unread = !may_name(plan, input, path, &err);
        if (page->unread)
            atlas_found(&log, "page", page->image, page->place, "%s", err.text);
    }
    for (size_t i = 0; i < input->atlas->sought_count; i++)
        inputs_note_sought(plan, naming_beside(&plan->arena, input->path, input->atlas->sought[i]));
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void parse(struct plan *plan, struct input *input, const char *text, size_t size)
{
    const struct atlas_format *const format = atlas_recognise(text, size);
    struct diagnostics *const diagnostics = &plan->diagnostics;
    const size_t errors = diagnostics->errors;
    struct measuring measuring = {plan, input};
    const struct atlas_measure measure = {find_size, &measuring};
    if (format == NULL)
        return;
    struct atlas *const atlas = arena_new(&plan->arena, 1, sizeof *atlas);
    input->atlas = atlas;
    atlas->measure = &measure;
    /* An atlas with errors keeps its list of pages, so that they are not baked as sprites. */
    if (!atlas_read(format, text, size, input->path, atlas, diagnostics))
        atlas_forget_frames(atlas);
    else if (atlas->frame_count == 0 && atlas->related_count == 0 && diagnostics->errors == errors)
        atlas_found(&(struct atlas_log){input->path, diagnostics}, NULL, NULL,
                    (struct atlas_place){0, 0}, "there is no frame in it to bake");
    atlas->measure = NULL;
    atlas_link(atlas);
}

/* `bytes` stays NULL when the first bytes show that the file is not a text; the rest is not
 * read. */
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

/* A file that cannot be read counts as an atlas without frames, so that it is not baked as a
 * picture later. */
static void read_if_atlas(struct plan *plan, struct input *input)
{
    struct reader reader;
    struct error err;
    struct fingerprint fingerprint;
    uint8_t *bytes = NULL;
    size_t size;
    bool ok = reader_open_regular(&reader, input->path, &err);
    if (ok) {
        if (plan->options->cache != NULL)
            reader_begin_fingerprint(&reader);
        ok = read_if_text(&reader, input_text_most(input), &bytes, &size, &err);
        if (ok && bytes != NULL)
            parse(plan, input, (const char *)bytes, size);
        input->is_text = ok && bytes != NULL && input->atlas == NULL;
        if (input->atlas != NULL && reader_end_fingerprint(&reader, &fingerprint)) {
            struct fingerprint *const kept = arena_new(&plan->arena, 1, sizeof *kept);
            *kept = fingerprint;
            input->fingerprint = kept;
        }
        free(bytes);
        reader_close(&reader);
    }
    if (!ok) {
        diagnostics_add_error(&plan->diagnostics, input->path, &err);
        input->atlas = arena_new(&plan->arena, 1, sizeof *input->atlas);
    }
}

/* ---- The family ------------------------------------------------------------------------------ */

/* Files by what they are: those of all inputs, found out when the first related file is met, or all
 * pages. Files that belong together are a tree: each has a parent, and the root is its own. */
struct family {
    struct member {
        struct file_id file;
        const char *path; /* lent */
        uint32_t input;   /* or NO_INPUT: it is excluded */
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

static uint32_t add_member(struct family *family, struct file_id file, const char *path,
                           uint32_t input)
{
    const uint32_t index = (uint32_t)family->count;
    struct member *const added = array_push(&family->items, &family->count, &family->capacity);
    *added = (struct member){file, path, input, index};
    index_add(&family->by_file, file.inode, index);
    return index;
}

/* The member that a file is; NO_INPUT: none. A file names others beside itself, so a link in
 * another folder leads to another atlas. */
static uint32_t find_member(const struct family *family, const struct file_id *file,
                            const char *path)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&family->by_file, file->inode, &step)) != INDEX_END;) {
        const struct member *const member = &family->items[i];
        /* NOLINTNEXTLINE(*NullDereference): an index names what is there */
        if (file_id_equal(&member->file, file) && file_paths_are_one(member->path, path) &&
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

/* Two names of an atlas, of which one is a link to the other, belong together: either may be the
 * one that is found. */
static void gather_family(struct family *family, const struct inputs *inputs)
{
    struct file_id file;
    for (size_t i = 0; i < inputs->count; i++) {
        const char *const path = inputs->items[i].path;
        if (!file_id_of_path(path, &file))
            continue;
        const uint32_t other =
            text_is_picture_name(path) ? NO_INPUT : find_member(family, &file, path);
        const uint32_t index = add_member(family, file, path, (uint32_t)i);
        if (other != NO_INPUT)
            join(family, index, other);
    }
}

/* Compares names, because these do not depend on the order of the inputs. */
static bool is_before(const struct inputs *inputs, const struct member *a, const struct member *b)
{
    return a->input != NO_INPUT &&
           (b->input == NO_INPUT ||
            strcmp(inputs->items[a->input].name, inputs->items[b->input].name) < 0);
}

/* Gives the files that belong together the name of the first one. */
static void name_groups(struct family *family, struct inputs *inputs)
{
    struct member *const items = family->items;
    for (uint32_t i = 0; i < family->count; i++) {
        const uint32_t root = find_root(family, i);
        if (is_before(inputs, &items[i], &items[root]))
            items[root].parent = items[i].parent = i;
    }
    for (uint32_t i = 0; i < family->count; i++) {
        const struct member *const first = &items[find_root(family, i)];
        if (first == &items[i] || first->input == NO_INPUT)
            continue;
        const char *const name = inputs->items[first->input].name;
        inputs->items[first->input].group = name;
        if (items[i].input != NO_INPUT)
            inputs->items[items[i].input].group = name;
    }
}

/* ---- Related files --------------------------------------------------------------------------- */

/* Files that atlases name, and where these stand in the family. */
struct mentions {
    struct mention {
        const char *path, *name;
        struct file_id file;
        uint32_t by; /* or NO_INPUT: they do not belong together */
    } * items;
    size_t count, capacity;
};

struct related {
    struct family family;
    struct mentions mentions;
};

static int compare_mentions(const void *a, const void *b)
{
    const struct mention *const x = a, *const y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : strcmp(x->path, y->path);
}

/* Adds the file of a mention to the inputs, and returns its index in the family. A file that is
 * there by another path is listed by this path, too, because a link on it may change. */
static uint32_t add_related_file(struct plan *plan, struct family *family,
                                 const struct mention *mention)
{
    struct inputs *const inputs = &plan->inputs;
    const uint32_t index = find_member(family, &mention->file, mention->path);
    if (index != NO_INPUT) {
        const uint32_t input = family->items[index].input;
        if (input != NO_INPUT && strcmp(inputs->items[input].path, mention->path) != 0)
            inputs_note(plan, &inputs->pages, mention->path, NULL);
        return index;
    }
    if (inputs_exclude(plan, mention->name)) {
        inputs_note(plan, &inputs->skipped, mention->path, "--exclude");
        return add_member(family, mention->file, mention->path, NO_INPUT);
    }
    inputs_push(plan, mention->path, mention->name)->related = true;
    return add_member(family, mention->file, mention->path, (uint32_t)(inputs->count - 1));
}

/* Adds the files that were mentioned to the end of the inputs. A file that several atlases name
 * gets the first of its names, in whatever order they were read. */
static void add_related(struct plan *plan, struct related *related)
{
    struct mentions *const mentions = &related->mentions;
    if (mentions->count > 1)
        qsort(mentions->items, mentions->count, sizeof *mentions->items, compare_mentions);
    for (size_t i = 0; i < mentions->count; i++) {
        const uint32_t by = mentions->items[i].by;
        const uint32_t index = add_related_file(plan, &related->family, &mentions->items[i]);
        if (by != NO_INPUT)
            join(&related->family, by, index);
    }
    mentions->count = 0;
}

/* True if the file is there, and the atlas may name it. */
static bool check_related(struct plan *plan, const struct input *input, const char *related,
                          struct mention *mention)
{
    struct error err;
    const bool ok = !file_id_of_path(mention->path, &mention->file)
                        ? fail_errno(&err, "open")
                        : may_name(plan, input, mention->path, &err);
    if (!ok)
        atlas_found(&(struct atlas_log){input->path, &plan->diagnostics}, "related file", related,
                    (struct atlas_place){0, 0}, "%s", err.text);
    return ok;
}

/* Finds the files that an atlas names beside its pages. Maps that share a tileset do not belong
 * together, because the sprites of a tileset are named after its file. */
static void find_related(struct plan *plan, struct related *related, const struct input *input)
{
    struct family *const family = &related->family;
    struct mentions *const out = &related->mentions;
    const struct atlas *const atlas = input->atlas;
    struct file_id file;
    char quoted[200];
    if (atlas->related_count == 0)
        return;
    if (family->count == 0)
        gather_family(family, &plan->inputs);
    const uint32_t own =
        file_id_of_path(input->path, &file) ? find_member(family, &file, input->path) : NO_INPUT;
    /* An atlas that is given by two names would have its files in two groups. */
    /* NOLINTNEXTLINE(*NullDereference): it is one of the items */
    if (own != NO_INPUT && &plan->inputs.items[family->items[own].input] != input)
        diagnostics_fail(
            &plan->diagnostics, input->path,
            "is the same file as '%s', which is an input, too; please give one of them",
            text_quote(quoted, sizeof quoted, family->items[own].path));
    for (size_t i = 0; i < atlas->related_count; i++) {
        struct mention mention = {
            .path = naming_beside(&plan->arena, input->path, atlas->related[i]),
            .name = naming_source(&plan->arena, input, atlas->related[i]),
            .by = atlas->numbered ? NO_INPUT : own,
        };
        if (check_related(plan, input, atlas->related[i], &mention))
            *(struct mention *)array_push(&out->items, &out->count, &out->capacity) = mention;
    }
}

/* ---- Inputs that are pages ------------------------------------------------------------------- */

static void add_page(struct family *pages, const char *path)
{
    struct file_id file;
    size_t step = 0;
    if (!file_id_of_path(path, &file))
        return;
    for (uint32_t i; (i = index_next(&pages->by_file, file.inode, &step)) != INDEX_END;)
        /* NOLINTNEXTLINE(*NullDereference): an index names what is there */
        if (strcmp(pages->items[i].path, path) == 0)
            return;
    add_member(pages, file, path, NO_INPUT);
}

/* Returns the path of the page that the input is, which may differ from the input's; NULL: the
 * input is not a page. */
static const char *find_page(const struct family *pages, const struct input *input)
{
    struct file_id file;
    size_t step = 0;
    if (input->atlas != NULL || !file_id_of_path(input->path, &file))
        return NULL;
    for (uint32_t i; (i = index_next(&pages->by_file, file.inode, &step)) != INDEX_END;) {
        const struct member *const page = &pages->items[i];
        /* NOLINTNEXTLINE(*NullDereference): an index names what is there */
        if (file_id_equal(&page->file, &file) && file_paths_are_one(page->path, input->path))
            return page->path;
    }
    return NULL;
}

/* A depfile lists both paths of a page that is an input through a link, because the link may
 * change. */
static void drop_pages(struct plan *plan)
{
    struct inputs *const inputs = &plan->inputs;
    struct family pages = {.items = NULL};
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        for (size_t k = 0; input->atlas != NULL && k < input->atlas->page_count; k++)
            add_page(&pages,
                     naming_beside(&plan->arena, input->path, input->atlas->pages[k].image));
    }
    for (size_t i = 0; i < inputs->count; i++) {
        struct input *const input = &inputs->items[i];
        const char *const page = find_page(&pages, input);
        input->dropped = page != NULL;
        if (page == NULL || strcmp(page, input->path) == 0)
            continue;
        inputs_note(plan, &inputs->pages, input->path, NULL);
        inputs_note(plan, &inputs->pages, page, NULL);
    }
    inputs_drop(plan, "a page of an atlas");
    family_free(&pages);
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* A pipe can only be read once, so it is left to baking. It cannot be an atlas, because no page
 * lies beside it. The files that atlases name are added when all inputs are read, and are then
 * read, too. */
void atlases_read(struct plan *plan)
{
    struct inputs *const inputs = &plan->inputs;
    struct related related = {.family = {.items = NULL}};
    bool any = false;
    for (size_t end = inputs->count, i = 0; i < end; i++) {
        struct input *const input = &inputs->items[i];
        if (!text_is_picture_name(input->path) && !input->stream) {
            read_if_atlas(plan, input);
            if (input->atlas != NULL) {
                any = true;
                settle_pages(plan, input);
                find_related(plan, &related, input);
            }
        }
        if (i + 1 == end) {
            add_related(plan, &related);
            end = inputs->count;
        }
    }
    name_groups(&related.family, inputs);
    family_free(&related.family);
    free(related.mentions.items);
    if (any)
        drop_pages(plan);
}
