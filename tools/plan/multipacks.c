/*
 * multipacks.c - animations whose frames lie in several files of an atlas
 */
#include "plan/multipacks.h"

#include "base/array.h"
#include "base/digest.h"
#include "base/index.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* The frames of all files, by their names. */
struct shelf {
    struct shelved {
        const struct input *input;
        uint32_t frame;
    } * items;
    size_t count, capacity;
    struct index by_name;
};

static uint64_t hash_of(const char *name)
{
    return digest_of(name, strlen(name)).low;
}

static bool has_steps_elsewhere(const struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        const struct atlas *const atlas = inputs->items[i].atlas;
        for (size_t k = 0; atlas != NULL && k < atlas->animation_count; k++)
            if (atlas->animations[k].elsewhere != NULL)
                return true;
    }
    return false;
}

static bool fill(struct shelf *shelf, const struct inputs *inputs)
{
    bool ok = true;
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        const size_t count =
            input->atlas != NULL && !input->atlas->numbered ? input->atlas->frame_count : 0;
        for (uint32_t frame = 0; ok && frame < count; frame++) {
            struct shelved *const added =
                array_push(&shelf->items, &shelf->count, &shelf->capacity);
            ok = added != NULL &&
                 index_add(&shelf->by_name, hash_of(input->atlas->frames[frame].name),
                           (uint32_t)(shelf->count - 1));
            if (ok)
                *added = (struct shelved){input, frame};
        }
    }
    return ok;
}

static const struct shelved *find(const struct shelf *shelf, const char *name)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&shelf->by_name, hash_of(name), &step)) != INDEX_END;) {
        const struct shelved *const at = &shelf->items[i];
        if (strcmp(at->input->atlas->frames[at->frame].name, name) == 0)
            return at;
    }
    return NULL;
}

/* A step without a name has its frame in its own file. */
static bool link_step(const struct shelf *shelf, const struct naming_rules *rules, char **name,
                      bool *missing)
{
    if (*name == NULL)
        return true;
    const struct shelved *const at = find(shelf, *name);
    *missing = at == NULL;
    if (at == NULL)
        return true;
    char *const sprite = naming_sprite(at->input, rules, at->input->atlas, *name,
                                       at->input->recipes[at->frame]->layer);
    if (sprite == NULL)
        return false;
    free(*name);
    *name = sprite;
    return true;
}

static bool link_atlas(const struct shelf *shelf, const struct naming_rules *rules,
                       const struct input *input, struct diagnostics *diagnostics, bool tell)
{
    const struct atlas_log log = {input->path, diagnostics};
    bool ok = true;
    for (size_t i = 0; input->atlas != NULL && i < input->atlas->animation_count; i++) {
        const struct atlas_animation *const animation = &input->atlas->animations[i];
        for (uint32_t step = 0; ok && animation->elsewhere != NULL && step < animation->count;
             step++) {
            bool missing = false;
            char quoted[ATLAS_NAME_SHOWN];
            ok = link_step(shelf, rules, &animation->elsewhere[step], &missing);
            if (missing && tell)
                atlas_found(&log, "animation", animation->name, animation->place,
                            "neither this file nor another one of the bake has the frame '%s'",
                            text_quote(quoted, sizeof quoted, animation->elsewhere[step]));
        }
    }
    return ok;
}

void multipacks_link(const struct inputs *inputs, const struct naming_rules *rules,
                     struct diagnostics *diagnostics)
{
    const bool tell = diagnostics->errors == 0;
    struct shelf shelf = {.items = NULL};
    if (!has_steps_elsewhere(inputs))
        return;
    bool ok = fill(&shelf, inputs);
    for (size_t i = 0; ok && i < inputs->count; i++)
        ok = link_atlas(&shelf, rules, &inputs->items[i], diagnostics, tell);
    diagnostics->failed |= !ok;
    free(shelf.items);
    index_free(&shelf.by_name);
}
