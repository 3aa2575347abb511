/*
 * related.c - the files that atlases name beside their pages
 *
 *     atlases -> mentions, sorted by name -> inputs at the end, each file once
 */
#include "plan/related.h"

#include "base/array.h"
#include "base/text.h"
#include "base/text_names.h"
#include "plan/folder.h"
#include "plan/naming.h"

#include <stdlib.h>
#include <string.h>

/* ---- The family --------------------------------------------------------------------------- */

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

static void family_free(struct related_family *family)
{
    free(family->items);
    index_free(&family->by_file);
}

static bool add_member(struct related_family *family, struct file_id file, const char *path,
                       uint32_t input)
{
    struct related_member *const added =
        array_push(&family->items, &family->count, &family->capacity);
    const uint32_t index = (uint32_t)(family->count - 1);
    if (added == NULL)
        return false;
    *added = (struct related_member){file, path, input, index};
    return index_add(&family->by_file, file.inode, index);
}

/* RELATED_NO_INPUT: there is none. What a file names is beside it, so a link in another folder
 * leads to another atlas. */
static uint32_t find_member(const struct related_family *family, const struct file_id *file,
                            const char *path)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&family->by_file, file->inode, &step)) != INDEX_END;) {
        const struct related_member *const member = &family->items[i];
        if (file_id_equal(&member->file, file) && file_paths_are_one(member->path, path) &&
            are_in_one_folder(member->path, path))
            return i;
    }
    return RELATED_NO_INPUT;
}

static uint32_t find_root(struct related_family *family, uint32_t index)
{
    struct related_member *const items = family->items;
    while (items[index].parent != index)
        index = items[index].parent = items[items[index].parent].parent;
    return index;
}

static void join(struct related_family *family, uint32_t a, uint32_t b)
{
    family->items[find_root(family, a)].parent = find_root(family, b);
}

/* Two names of an atlas, of which one is a link to the other, belong together: either may be the
 * one that is found. */
static bool gather_inputs(const struct inputs *inputs, struct related_family *family)
{
    struct file_id file;
    bool ok = true;
    if (family->count > 0)
        return true;
    for (size_t i = 0; ok && i < inputs->count; i++) {
        const char *const path = inputs->items[i].path;
        if (!file_id_of_path(path, &file))
            continue;
        const uint32_t index = (uint32_t)family->count;
        const uint32_t other =
            text_is_picture_name(path) ? RELATED_NO_INPUT : find_member(family, &file, path);
        ok = add_member(family, file, path, (uint32_t)i);
        if (ok && other != RELATED_NO_INPUT)
            join(family, index, other);
    }
    return ok;
}

/* By their names, which are the same in whatever order the inputs were given. */
static bool is_before(const struct inputs *inputs, const struct related_member *a,
                      const struct related_member *b)
{
    return a->input != RELATED_NO_INPUT &&
           (b->input == RELATED_NO_INPUT ||
            strcmp(inputs->items[a->input].name, inputs->items[b->input].name) < 0);
}

static bool name_group(const struct inputs *inputs, const struct related_member *member,
                       const struct related_member *first)
{
    struct input *const input =
        member->input != RELATED_NO_INPUT ? &inputs->items[member->input] : NULL;
    if (input != NULL && input->group == NULL && first->input != RELATED_NO_INPUT)
        input->group = text_copy(inputs->items[first->input].name);
    return input == NULL || input->group != NULL || first->input == RELATED_NO_INPUT;
}

bool related_name_groups(struct related *related, const struct inputs *inputs)
{
    struct related_family *const family = &related->family;
    struct related_member *const items = family->items;
    bool ok = true;
    for (uint32_t i = 0; i < family->count; i++) {
        const uint32_t root = find_root(family, i);
        if (is_before(inputs, &items[i], &items[root]))
            items[root].parent = items[i].parent = i;
    }
    for (uint32_t i = 0; ok && i < family->count; i++) {
        const struct related_member *const first = &items[find_root(family, i)];
        if (first != &items[i])
            ok = name_group(inputs, &items[i], first) && name_group(inputs, first, first);
    }
    return ok;
}

/* ---- Mentions ----------------------------------------------------------------------------- */

static void forget_mentions(struct related_mentions *mentions)
{
    for (size_t i = 0; i < mentions->count; i++) {
        free(mentions->items[i].path);
        free(mentions->items[i].name);
    }
    mentions->count = 0;
}

static int compare_mentions(const void *a, const void *b)
{
    const struct related_mention *const x = a, *const y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : strcmp(x->path, y->path);
}

/* A file that is there by another path is listed by this one, too, because a link on it may be
 * turned. `index` becomes that of the file in the family. */
static bool add_related_file(struct inputs *inputs, struct related_family *family,
                             const struct related_mention *mention, const struct input_rules *rules,
                             uint32_t *index)
{
    *index = find_member(family, &mention->file, mention->path);
    if (*index != RELATED_NO_INPUT) {
        const uint32_t input = family->items[*index].input;
        return input == RELATED_NO_INPUT || strcmp(inputs->items[input].path, mention->path) == 0 ||
               inputs_note(&inputs->pages, mention->path, NULL);
    }
    *index = (uint32_t)family->count;
    if (inputs_is_excluded(rules, mention->name))
        return inputs_note_excluded(inputs, mention->path) &&
               add_member(family, mention->file,
                          inputs->skipped.items[inputs->skipped.count - 1].path, RELATED_NO_INPUT);
    if (!inputs_push(inputs, mention->path, mention->name, NULL))
        return false;
    struct input *const input = &inputs->items[inputs->count - 1];
    input->related = true;
    return add_member(family, mention->file, input->path, (uint32_t)(inputs->count - 1));
}

bool related_add(struct related *related, struct inputs *inputs, const struct input_rules *rules)
{
    struct related_mentions *const mentions = &related->mentions;
    struct related_family *const family = &related->family;
    bool ok = true;
    if (mentions->count > 0)
        qsort(mentions->items, mentions->count, sizeof *mentions->items, compare_mentions);
    for (size_t i = 0; ok && i < mentions->count; i++) {
        const uint32_t by = mentions->items[i].by;
        uint32_t index;
        ok = add_related_file(inputs, family, &mentions->items[i], rules, &index);
        if (ok && by != RELATED_NO_INPUT)
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

/* An atlas that is given by two names would have its files in two groups. */
static void check_twice(const struct inputs *inputs, const struct related_member *first,
                        const struct input *input, struct diagnostics *diagnostics)
{
    struct error err;
    char quoted[200];
    if (&inputs->items[first->input] == input)
        return;
    fail(&err, "is the same file as '%s', which is an input, too; please give one of them",
         text_quote(quoted, sizeof quoted, first->path));
    diagnostics_add_error(diagnostics, input->path, &err);
}

/* Maps share tilesets, whose sprites are called after the file: they do not belong together. */
bool related_find(struct related *related, const struct inputs *inputs, size_t index,
                  const struct operand_rules *rules, struct diagnostics *diagnostics)
{
    struct related_family *const family = &related->family;
    struct related_mentions *const out = &related->mentions;
    const struct input *const input = &inputs->items[index];
    const struct atlas *const atlas = input->atlas;
    struct file_id file;
    if (atlas->related_count == 0)
        return true;
    bool ok = gather_inputs(inputs, family);
    const uint32_t own = ok && file_id_of_path(input->path, &file)
                             ? find_member(family, &file, input->path)
                             : RELATED_NO_INPUT;
    if (own != RELATED_NO_INPUT)
        check_twice(inputs, &family->items[own], input, diagnostics);
    for (size_t i = 0; ok && i < atlas->related_count; i++) {
        struct related_mention mention = {naming_beside(input->path, atlas->related[i]),
                                          naming_source(input, atlas->related[i]),
                                          .by = atlas->numbered ? RELATED_NO_INPUT : own};
        struct related_mention *added = NULL;
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

void related_free(struct related *related)
{
    forget_mentions(&related->mentions);
    free(related->mentions.items);
    family_free(&related->family);
}
