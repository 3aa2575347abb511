/*
 * multipack.c - animations whose frames lie in several files of an atlas
 */
#include "atlas/multipack.h"

#include "base/memory.h"
#include "base/text.h"
#include "system/fingerprint.h"

#include <stdlib.h>
#include <string.h>

/* ---- Animations of one name ---------------------------------------------------------------- */

/* An animation of one of the files. */
struct part {
    const struct multipack_file *file;
    struct atlas_animation *animation;
};

struct part_step {
    const char *name;
    uint32_t frame; /* in the first file; ATLAS_END: it is in another file */
    uint32_t duration;
};

static int compare_animations(const struct part *a, const struct part *b)
{
    const int order = strcmp(a->file->group, b->file->group);
    return order != 0 ? order : strcmp(a->animation->name, b->animation->name);
}

static int compare_parts(const void *a, const void *b)
{
    const struct part *const p = a, *const q = b;
    const int order = compare_animations(p, q);
    return order != 0 ? order : strcmp(p->file->name, q->file->name);
}

static const char *name_of(const struct part *part, uint32_t step)
{
    const uint32_t frame = part->animation->frames[step];
    return frame != ATLAS_END ? part->file->atlas->frames[frame].name
                              : part->animation->elsewhere[step];
}

static bool are_same(const struct part *parts, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (parts[i].animation->count != parts->animation->count)
            return false;
        for (uint32_t step = 0; step < parts->animation->count; step++)
            if (strcmp(name_of(parts, step), name_of(&parts[i], step)) != 0)
                return false;
    }
    return true;
}

static bool are_in_order(const struct part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (uint32_t step = 1; step < parts[i].animation->count; step++)
            if (text_natural(name_of(&parts[i], step - 1), name_of(&parts[i], step)) >= 0)
                return false;
    return true;
}

/* Sorts by name; of one name, the step whose frame is in the first file comes first. */
static int compare_steps(const void *a, const void *b)
{
    const struct part_step *const p = a, *const q = b;
    const int order = text_natural(p->name, q->name);
    return order != 0 ? order : (p->frame > q->frame) - (p->frame < q->frame);
}

/* The first part gets the steps of all, each name once. */
static void join_parts(const struct part *parts, size_t count)
{
    struct atlas_animation *const first = parts->animation;
    struct atlas *const atlas = parts->file->atlas;
    size_t total = 0, made = 0;
    uint32_t joined = 0;
    for (size_t i = 0; i < count; i++)
        total += parts[i].animation->count;
    struct part_step *const steps = memory_new(total + 1, sizeof *steps);
    for (size_t i = 0; i < count; i++)
        for (uint32_t step = 0; step < parts[i].animation->count; step++)
            steps[made++] = (struct part_step){name_of(&parts[i], step),
                                               i == 0 ? first->frames[step] : ATLAS_END,
                                               parts[i].animation->durations[step]};
    qsort(steps, total, sizeof *steps, compare_steps);
    for (size_t i = 0; i < total; i++)
        if (i == 0 || strcmp(steps[i].name, steps[joined - 1].name) != 0)
            steps[joined++] = steps[i];
    *first = (struct atlas_animation){
        .name = first->name,
        .frames = arena_new(&atlas->arena, joined, sizeof *first->frames),
        .durations = arena_new(&atlas->arena, joined, sizeof *first->durations),
        .count = joined,
        .place = first->place,
    };
    for (uint32_t i = 0; i < joined; i++) {
        first->frames[i] = steps[i].frame;
        first->durations[i] = steps[i].duration;
        if (steps[i].frame == ATLAS_END)
            atlas_step_elsewhere(atlas, first, i, steps[i].name);
    }
    free(steps);
}

static void join_animations(const struct multipack_file *files, size_t count)
{
    struct part *parts = NULL;
    size_t part_count = 0, capacity = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; files[i].group != NULL && k < files[i].atlas->animation_count; k++) {
            struct part *const added = array_push(&parts, &part_count, &capacity);
            *added = (struct part){&files[i], &files[i].atlas->animations[k]};
        }
    if (part_count > 1)
        qsort(parts, part_count, sizeof *parts, compare_parts);
    for (size_t i = 0, end; i < part_count; i = end) {
        for (end = i + 1; end < part_count && compare_animations(&parts[i], &parts[end]) == 0;)
            end++;
        const bool same = are_same(&parts[i], end - i);
        if (end == i + 1 || !(same || are_in_order(&parts[i], end - i)))
            continue;
        if (!same)
            join_parts(&parts[i], end - i);
        /* A part that was joined to an earlier one has no name any more. */
        for (size_t k = i + 1; k < end; k++)
            parts[k].animation->name = NULL;
    }
    free(parts);
    for (size_t i = 0; i < count; i++) {
        struct atlas *const atlas = files[i].atlas;
        size_t kept = 0;
        for (size_t k = 0; k < atlas->animation_count; k++)
            if (atlas->animations[k].name != NULL)
                atlas->animations[kept++] = atlas->animations[k];
        atlas->animation_count = kept;
    }
}

/* ---- Frames in other files ----------------------------------------------------------------- */

/* The frames of all files, by their names. */
struct shelf {
    struct shelved {
        const struct multipack_file *file;
        uint32_t frame;
    } * items;
    size_t count, capacity;
    struct index by_name;
};

static uint64_t hash_of(const char *name)
{
    return digest_of(name, strlen(name)).low;
}

static bool has_steps_elsewhere(const struct multipack_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < files[i].atlas->animation_count; k++)
            if (files[i].atlas->animations[k].elsewhere != NULL)
                return true;
    return false;
}

static void fill(struct shelf *shelf, const struct multipack_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct atlas *const atlas = files[i].atlas;
        const size_t frames = atlas->numbered ? 0 : atlas->frame_count;
        for (uint32_t frame = 0; frame < frames; frame++) {
            index_add(&shelf->by_name, hash_of(atlas->frames[frame].name), (uint32_t)shelf->count);
            struct shelved *const added =
                array_push(&shelf->items, &shelf->count, &shelf->capacity);
            *added = (struct shelved){&files[i], frame};
        }
    }
}

static const struct shelved *find(const struct shelf *shelf, const char *name)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&shelf->by_name, hash_of(name), &step)) != INDEX_END;) {
        const struct shelved *const at = &shelf->items[i];
        const struct atlas *const atlas =
            at->file->atlas; /* NOLINT(*NullDereference): it is there */
        if (strcmp(atlas->frames[at->frame].name, name) == 0)
            return at;
    }
    return NULL;
}

/* A step without a name has its frame in its own file. */
static void link_file(const struct shelf *shelf, const struct multipack_naming *naming,
                      const struct multipack_file *file, struct diagnostics *diagnostics, bool tell)
{
    const struct atlas_log log = {file->path, diagnostics};
    for (size_t i = 0; i < file->atlas->animation_count; i++) {
        const struct atlas_animation *const animation = &file->atlas->animations[i];
        for (uint32_t step = 0; animation->elsewhere != NULL && step < animation->count; step++) {
            char quoted[ATLAS_NAME_SHOWN], **const name = &animation->elsewhere[step];
            const struct shelved *const at = *name != NULL ? find(shelf, *name) : NULL;
            if (at != NULL) {
                char *const sprite = naming->name_sprite(naming->user, at->file, at->frame);
                animation->durations[step] = at->file->atlas->frames[at->frame].duration;
                *name = arena_text(&file->atlas->arena, sprite);
                free(sprite);
            } else if (*name != NULL && tell) {
                atlas_found(&log, "animation", animation->name, animation->place,
                            "neither this file nor another one of the bake has the frame '%s'",
                            text_quote(quoted, sizeof quoted, *name));
            }
        }
    }
}

void multipack_link(const struct multipack_file *files, size_t count,
                    const struct multipack_naming *naming, struct diagnostics *diagnostics)
{
    const bool tell = diagnostics->errors == 0;
    struct shelf shelf = {.items = NULL};
    join_animations(files, count);
    if (has_steps_elsewhere(files, count)) {
        fill(&shelf, files, count);
        for (size_t i = 0; i < count; i++)
            link_file(&shelf, naming, &files[i], diagnostics, tell);
    }
    free(shelf.items);
    index_free(&shelf.by_name);
}
