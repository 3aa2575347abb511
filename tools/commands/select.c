/*
 * select.c - sprites chosen and put in order
 */
#include "commands/select.h"

#include "base/glob.h"
#include "base/text.h"
#include "commands/nearest.h"

#include <stdlib.h>
#include <string.h>

/* Keeps the animations all of whose frames are kept, and that have any. */
static void keep_animations(struct model *model, const bool *wanted)
{
    size_t kept = 0;
    for (size_t i = 0; i < model->animation_count; i++) {
        struct model_animation *const animation = &model->animations[i];
        uint32_t k = 0;
        while (k < animation->count && wanted[animation->sprites[k]])
            k++;
        if (k > 0 && k == animation->count)
            model->animations[kept++] = *animation;
        else
            model_animation_free(animation);
    }
    model->animation_count = kept;
}

/* Takes one word for each sprite, in the order in which the model was sorted. */
static void keep(struct model *model, const bool *wanted)
{
    size_t kept = 0;
    keep_animations(model, wanted);
    for (size_t i = 0; i < model->sprite_count; i++) {
        if (wanted[i])
            model->sprites[kept++] = model->sprites[i];
        else
            model_sprite_free(&model->sprites[i]);
    }
    model->sprite_count = kept;
}

static bool mark(const struct model *model, const char *name, bool *wanted)
{
    bool found = false;
    for (size_t i = 0; i < model->sprite_count; i++) {
        if (strcmp(name, model->sprites[i].name) != 0 && !glob_match(name, model->sprites[i].name))
            continue;
        wanted[i] = true;
        found = true;
    }
    return found;
}

static bool fail_no_match(const struct model *model, const char *name, struct error *err)
{
    char quoted[256];
    if (strpbrk(name, "*?[") == NULL)
        return fail_no_sprite(model, name, err);
    return fail(err, "no sprite's name matches '%s'", text_quote(quoted, sizeof quoted, name));
}

static void find_wanted(const struct model *model, const char *path, const char *const *names,
                        size_t count, bool *wanted, struct messages *messages)
{
    struct error err;
    for (size_t k = 0; k < count; k++)
        if (!mark(model, names[k], wanted) && !fail_no_match(model, names[k], &err))
            say_error(messages, path, &err);
}

void select_sprites(struct model *model, const char *path, const struct selection *selection,
                    struct messages *messages)
{
    bool *const wanted = calloc(model->sprite_count + 1, sizeof *wanted);
    struct error err;
    if (wanted == NULL) {
        fail_memory(&err);
        say_error(messages, NULL, &err);
        return;
    }
    if (selection->count > 0)
        find_wanted(model, path, selection->names, selection->count, wanted, messages);
    else
        memset(wanted, true, model->sprite_count);
    for (size_t i = 0; selection->with_warnings && i < model->sprite_count; i++)
        wanted[i] = wanted[i] && model->sprites[i].warnings != 0;
    keep(model, wanted);
    free(wanted);
}

/* ---- Order -------------------------------------------------------------------------------- */

/* What it is sorted by; a share counts in 2^-52. */
static uint64_t weight(const struct model *model, const struct model_sprite *sprite,
                       enum sprite_order order)
{
    const uint64_t size = (uint64_t)sprite->width * sprite->height;
    const uint64_t area = sprite->mask == MODEL_NONE ? 0 : model->masks[sprite->mask].area;
    switch (order) {
    case BY_SIZE:
        return size;
    case BY_AREA:
        return area;
    case BY_SOLID:
        return (uint64_t)((double)area / (double)size * (double)(UINT64_C(1) << 52));
    case BY_POINTS:
        return sprite->list == MODEL_NONE ? 0 : model->lists[sprite->list].count + UINT64_C(1);
    default:
        return 0;
    }
}

struct weighed {
    uint64_t weight;
    struct model_sprite sprite;
};

static int compare(const void *a, const void *b)
{
    const struct weighed *const p = a, *const q = b;
    if (p->weight != q->weight)
        return p->weight > q->weight ? -1 : 1;
    return text_natural(p->sprite.name, q->sprite.name);
}

static int compare_animations(const void *a, const void *b)
{
    const struct model_animation *const p = a, *const q = b;
    return text_natural(p->name, q->name);
}

bool sort_sprites(struct model *model, enum sprite_order order, struct error *err)
{
    struct weighed *const list = calloc(model->sprite_count + 1, sizeof *list);
    if (list == NULL)
        return fail_memory(err);
    for (size_t i = 0; i < model->sprite_count; i++)
        list[i] = (struct weighed){weight(model, &model->sprites[i], order), model->sprites[i]};
    qsort(list, model->sprite_count, sizeof *list, compare);
    for (size_t i = 0; i < model->sprite_count; i++)
        model->sprites[i] = list[i].sprite;
    free(list);
    if (model->animation_count > 1)
        qsort(model->animations, model->animation_count, sizeof *model->animations,
              compare_animations);
    return true;
}
