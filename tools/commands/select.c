/*
 * select.c - chooses sprites by names and patterns, and suggests names for unknown ones
 */
#include "commands/select.h"

#include "base/glob.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keeps the sprites that are wanted, and the animations that have frames and whose frames are all
 * kept. `wanted` is in the order in which the model was sorted. */
static void keep(struct model *model, const bool *wanted)
{
    size_t kept = 0;
    for (size_t i = 0; i < model->animation_count; i++) {
        struct model_animation *const animation = &model->animations[i];
        uint32_t k = 0;
        while (k < animation->count && wanted[animation->sprites[k]])
            k++;
        if (k > 0 && k == animation->count)
            model->animations[kept++] = *animation;
    }
    model->animation_count = kept;
    kept = 0;
    for (size_t i = 0; i < model->sprite_count; i++)
        if (wanted[i])
            model->sprites[kept++] = model->sprites[i];
    model->sprite_count = kept;
}

/* Marks the sprites that match a name or pattern. False when there are none. */
static bool mark_matches(const struct model *model, const char *name, bool *wanted)
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

static bool mark(const struct model *model, const char *name, bool *wanted, struct error *err)
{
    char quoted[256];
    if (mark_matches(model, name, wanted))
        return true;
    if (strpbrk(name, "*?[") == NULL)
        return fail_no_sprite(model, name, err);
    return fail(err, "no sprite's name matches '%s'", text_quote(quoted, sizeof quoted, name));
}

void keep_matching(struct model *model, const char *const *names, size_t count, bool *matched)
{
    bool *const wanted = memory_new(model->sprite_count, sizeof *wanted);
    for (size_t k = 0; k < count; k++)
        matched[k] |= mark_matches(model, names[k], wanted);
    keep(model, wanted);
    free(wanted);
}

void select_sprites(struct model *model, const char *path, const struct selection *selection,
                    struct messages *messages)
{
    bool *const wanted = memory_new(model->sprite_count, sizeof *wanted);
    struct error err;
    memset(wanted, selection->count == 0, model->sprite_count);
    for (size_t k = 0; k < selection->count; k++)
        if (!mark(model, selection->names[k], wanted, &err))
            say_error(messages, path, &err);
    for (size_t i = 0; selection->with_warnings && i < model->sprite_count; i++)
        wanted[i] = wanted[i] && model->sprites[i].warnings != 0;
    keep(model, wanted);
    free(wanted);
}

/* ---- Order -------------------------------------------------------------------------------- */

/* The number that sprites are sorted by; the solid share in units of 2^-52. */
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

void sort_sprites(struct model *model, enum sprite_order order)
{
    struct weighed *const list = memory_new(model->sprite_count, sizeof *list);
    for (size_t i = 0; i < model->sprite_count; i++)
        list[i] = (struct weighed){weight(model, &model->sprites[i], order), model->sprites[i]};
    qsort(list, model->sprite_count, sizeof *list, compare);
    for (size_t i = 0; i < model->sprite_count; i++)
        model->sprites[i] = list[i].sprite;
    free(list);
    if (model->animation_count > 1)
        qsort(model->animations, model->animation_count, sizeof *model->animations,
              compare_animations);
}

/* ---- One sprite by its name ------------------------------------------------------------------ */

enum { NEAREST_MAX = 3 };

struct candidate {
    const char *name;
    unsigned distance;
};

/* True if a name contains a word, in upper or lower case of ASCII letters. Nobody types a word of
 * more bytes. */
static bool contains(const char *name, const char *word)
{
    enum { WORD_MOST = 255 };
    if (strlen(word) > WORD_MOST)
        return false;
    while (*name != 0 && !text_begins_in_any_case(name, word))
        name++;
    return *name != 0;
}

/* How far a word is from a name; UINT_MAX when it is too far to be meant. */
static unsigned remoteness(const char *word, const char *name)
{
    const char *const slash = strrchr(name, '/');
    const unsigned limit = (unsigned)strlen(word) / 3;
    const unsigned whole = text_distance(word, name);
    const unsigned last = slash != NULL ? text_distance(word, slash + 1) : whole;
    const unsigned nearest = whole < last ? whole : last;
    if (nearest <= (limit > 1 ? limit : 1))
        return nearest;
    return *word != 0 && contains(name, word) ? limit + 1 : (unsigned)-1;
}

/* The better suggestion comes first. */
static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *const p = a, *const q = b;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    return text_natural(p->name, q->name);
}

/* The length of a name without its cell and layer: 8 for "hero.png#3:hit". A file may have '#' in
 * its own name, so that only a number behind it is a cell. */
static size_t picture_length(const char *name)
{
    const char *const colon = strrchr(name, ':');
    const size_t length = colon != NULL ? (size_t)(colon - name) : strlen(name);
    size_t at = length;
    while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9')
        at--;
    return at > 0 && at < length && name[at - 1] == '#' ? at - 1 : length;
}

/* True if the sprite is a cell or a layer of a picture of that name, perhaps in a folder. */
static bool is_part_of(const char *name, const char *word)
{
    const size_t picture = picture_length(name), length = strlen(word);
    return length > 0 && length <= picture && strncmp(name + picture - length, word, length) == 0 &&
           (length == picture || name[picture - length - 1] == '/');
}

static bool is_cell(const char *name)
{
    return name[picture_length(name)] == '#';
}

static bool is_same_picture(const char *a, const char *b)
{
    const size_t length = picture_length(a);
    return length == picture_length(b) && strncmp(a, b, length) == 0;
}

bool fail_no_sprite(const struct model *model, const char *name, struct error *err)
{
    struct candidate *const candidates = memory_new(model->sprite_count, sizeof *candidates);
    char quoted[128], guesses[400] = "";
    size_t count = 0, near = 0;
    for (size_t i = 0; i < model->sprite_count; i++) {
        const char *const sprite = model->sprites[i].name;
        const bool is_part = is_part_of(sprite, name);
        /* One cell of each sheet of that name is enough. */
        if (is_part && is_cell(sprite) && i > 0 &&
            is_same_picture(sprite, model->sprites[i - 1].name))
            continue;
        const unsigned distance = is_part ? 0 : remoteness(name, sprite);
        if (distance != (unsigned)-1)
            candidates[count++] = (struct candidate){sprite, distance};
    }
    if (count > 1)
        qsort(candidates, count, sizeof *candidates, compare_candidates);
    while (near < count && near < NEAREST_MAX &&
           candidates[near].distance <= candidates[0].distance + 1)
        near++;
    for (size_t i = 0, used = 0; i < near; i++)
        used += (size_t)snprintf(guesses + used, sizeof guesses - used, "%s'%s'%s",
                                 i == 0         ? "; did you mean "
                                 : i + 1 < near ? ", "
                                                : " or ",
                                 text_quote(quoted, sizeof quoted, candidates[i].name),
                                 i + 1 < near ? "" : "?");
    free(candidates);
    text_quote(quoted, sizeof quoted, name);
    for (size_t i = 0; i < model->animation_count; i++)
        if (strcmp(model->animations[i].name, name) == 0)
            return fail(err, "'%s' is an animation, not a sprite", quoted);
    return fail(err, "no sprite is named '%s'%s", quoted, guesses);
}
