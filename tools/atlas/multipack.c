/*
 * multipack.c - animations whose frames lie in several files of an atlas
 */
#include "atlas/multipack.h"

#include "base/array.h"
#include "base/digest.h"
#include "base/index.h"
#include "base/text.h"
#include "base/text_names.h"

#include <stdlib.h>
#include <string.h>

/* ---- Animations of one name ---------------------------------------------------------------- */

/* What one of the files has of an animation. */
struct part {
    const struct multipack_file *file;
    struct atlas_animation *animation;
};

struct parts {
    struct part *items;
    size_t count, capacity;
};

struct part_step {
    const char *name;
    uint32_t frame; /* in the first file; ATLAS_END: it is in another one */
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

static bool gather_parts(const struct multipack_file *files, size_t count, struct parts *parts)
{
    for (size_t i = 0; i < count; i++) {
        struct atlas *const atlas = files[i].atlas;
        for (size_t k = 0; files[i].group != NULL && k < atlas->animation_count; k++) {
            struct part *const added = array_push(&parts->items, &parts->count, &parts->capacity);
            if (added == NULL)
                return false;
            *added = (struct part){&files[i], &atlas->animations[k]};
        }
    }
    if (parts->count > 1)
        qsort(parts->items, parts->count, sizeof *parts->items, compare_parts);
    return true;
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

/* Of one name, the step whose frame is in the first file comes first. */
static int compare_steps(const void *a, const void *b)
{
    const struct part_step *const p = a, *const q = b;
    const int order = text_natural(p->name, q->name);
    return order != 0 ? order : (p->frame > q->frame) - (p->frame < q->frame);
}

/* The steps of all parts, each name once; NULL without memory. */
static struct part_step *join_steps(const struct part *parts, size_t count, uint32_t *joined)
{
    size_t total = 0, made = 0;
    for (size_t i = 0; i < count; i++)
        total += parts[i].animation->count;
    struct part_step *const steps = calloc(total + 1, sizeof *steps);
    if (steps == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        for (uint32_t step = 0; step < parts[i].animation->count; step++)
            steps[made++] = (struct part_step){name_of(&parts[i], step),
                                               i == 0 ? parts->animation->frames[step] : ATLAS_END,
                                               parts[i].animation->durations[step]};
    qsort(steps, total, sizeof *steps, compare_steps);
    for (size_t i = 0; i < total; i++)
        if (i == 0 || strcmp(steps[i].name, steps[*joined - 1].name) != 0)
            steps[(*joined)++] = steps[i];
    return steps;
}

/* The first part gets the steps of all. */
static bool join_parts(const struct part *parts, size_t count)
{
    struct atlas_animation *const first = parts->animation;
    uint32_t joined = 0;
    struct part_step *const steps = join_steps(parts, count, &joined);
    struct atlas_animation made;
    bool ok =
        atlas_animation_make(&made, text_copy(first->name), joined, first->place) && steps != NULL;
    for (uint32_t i = 0; ok && i < joined; i++) {
        made.frames[i] = steps[i].frame;
        made.durations[i] = steps[i].duration;
        ok = steps[i].frame != ATLAS_END || atlas_step_elsewhere(&made, i, steps[i].name);
    }
    free(steps);
    atlas_animation_free(ok ? first : &made);
    if (ok)
        *first = made;
    return ok;
}

/* Those that became a part of another have no name. */
static void drop_joined(struct atlas *atlas)
{
    size_t kept = 0;
    for (size_t i = 0; i < atlas->animation_count; i++)
        if (atlas->animations[i].name != NULL)
            atlas->animations[kept++] = atlas->animations[i];
    atlas->animation_count = kept;
}

static bool join_animations(const struct multipack_file *files, size_t count)
{
    struct parts parts = {.items = NULL};
    bool ok = gather_parts(files, count, &parts);
    for (size_t i = 0, end; ok && i < parts.count; i = end) {
        const struct part *const first = &parts.items[i];
        for (end = i + 1; end < parts.count && compare_animations(first, &parts.items[end]) == 0;)
            end++;
        const bool same = are_same(first, end - i);
        if (end == i + 1 || !(same || are_in_order(first, end - i)))
            continue;
        ok = same || join_parts(first, end - i);
        for (size_t k = i + 1; ok && k < end; k++)
            atlas_animation_free(parts.items[k].animation);
    }
    for (size_t i = 0; i < count; i++)
        drop_joined(files[i].atlas);
    free(parts.items);
    return ok;
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

static bool fill(struct shelf *shelf, const struct multipack_file *files, size_t count)
{
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        const struct atlas *const atlas = files[i].atlas;
        const size_t frames = atlas->numbered ? 0 : atlas->frame_count;
        for (uint32_t frame = 0; ok && frame < frames; frame++) {
            struct shelved *const added =
                array_push(&shelf->items, &shelf->count, &shelf->capacity);
            if (added != NULL)
                *added = (struct shelved){&files[i], frame};
            ok = added != NULL && index_add(&shelf->by_name, hash_of(atlas->frames[frame].name),
                                            (uint32_t)(shelf->count - 1));
        }
    }
    return ok;
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

/* False when no file has it. A step without a name has its frame in its own file. */
static bool link_step(const struct shelf *shelf, const struct multipack_naming *naming,
                      const struct atlas_animation *animation, uint32_t step, bool *no_memory)
{
    char **const name = &animation->elsewhere[step];
    const struct shelved *const at = *name != NULL ? find(shelf, *name) : NULL;
    if (at == NULL)
        return *name == NULL;
    char *const sprite = naming->name_sprite(naming->user, at->file, at->frame);
    animation->durations[step] = at->file->atlas->frames[at->frame].duration;
    if (sprite == NULL) {
        *no_memory = true;
        return true;
    }
    free(*name);
    *name = sprite;
    return true;
}

static void link_file(const struct shelf *shelf, const struct multipack_naming *naming,
                      const struct multipack_file *file, struct diagnostics *diagnostics, bool tell)
{
    const struct atlas_log log = {file->path, diagnostics};
    for (size_t i = 0; i < file->atlas->animation_count; i++) {
        const struct atlas_animation *const animation = &file->atlas->animations[i];
        for (uint32_t step = 0; animation->elsewhere != NULL && step < animation->count; step++) {
            char quoted[ATLAS_NAME_SHOWN];
            if (!link_step(shelf, naming, animation, step, &diagnostics->failed) && tell)
                atlas_found(&log, "animation", animation->name, animation->place,
                            "neither this file nor another one of the bake has the frame '%s'",
                            text_quote(quoted, sizeof quoted, animation->elsewhere[step]));
        }
    }
}

void multipack_link(const struct multipack_file *files, size_t count,
                    const struct multipack_naming *naming, struct diagnostics *diagnostics)
{
    const bool tell = diagnostics->errors == 0;
    struct shelf shelf = {.items = NULL};
    bool ok = join_animations(files, count);
    if (ok && has_steps_elsewhere(files, count)) {
        ok = fill(&shelf, files, count);
        for (size_t i = 0; ok && i < count; i++)
            link_file(&shelf, naming, &files[i], diagnostics, tell);
    }
    diagnostics->failed |= !ok;
    free(shelf.items);
    index_free(&shelf.by_name);
}
