/*
 * nearest.c - names held against a word: whole, by their last part, and by what they contain
 */
#include "commands/nearest.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { NEAREST_MAX = 3 };

struct candidate {
    const char *name;
    unsigned distance;
};

const struct model_sprite *find_sprite(const struct model *model, const char *name)
{
    size_t low = 0, high = model->sprite_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(name, model->sprites[middle].name);
        if (order == 0)
            return &model->sprites[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

/* Without regard to the case of ASCII letters. */
static bool contains(const char *name, const char *word)
{
    for (; *name != 0; name++) {
        size_t i = 0;
        while (word[i] != 0 && lower(name[i]) == lower(word[i]))
            i++;
        if (word[i] == 0)
            return true;
    }
    return false;
}

/* How far a word is from a name; those that are too far, and more, are UINT_MAX. */
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

/* Is `a` to be told before `b`, which may be none? */
static bool comes_before(const struct candidate *a, const struct candidate *b)
{
    if (b->name == NULL || a->distance != b->distance)
        return b->name == NULL || a->distance < b->distance;
    return text_natural(a->name, b->name) < 0;
}

/* Keeps the nearest ones, of equal ones those that come first by name. */
static void consider(struct candidate nearest[NEAREST_MAX], const char *name, unsigned distance)
{
    const struct candidate candidate = {name, distance};
    size_t at = NEAREST_MAX;
    while (at > 0 && comes_before(&candidate, &nearest[at - 1]))
        at--;
    if (at == NEAREST_MAX)
        return;
    memmove(nearest + at + 1, nearest + at, (NEAREST_MAX - 1 - at) * sizeof *nearest);
    nearest[at] = candidate;
}

/* What is much further than the nearest one was not meant. */
static bool is_near(const struct candidate nearest[NEAREST_MAX], size_t i)
{
    return i < NEAREST_MAX && nearest[i].name != NULL &&
           nearest[i].distance <= nearest[0].distance + 1;
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

/* Is the sprite a cell or a layer of a picture that is called so, or of one in some folder? */
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

/* Fails when the word is the name of one sheet; true when it is of none, or of several. */
static bool check_no_sheet(const struct model *model, const char *word, struct error *err)
{
    char quoted[128], names[2][128];
    const char *first = NULL, *last = NULL;
    for (size_t i = 0; i < model->sprite_count; i++) {
        const char *const name = model->sprites[i].name;
        if (!is_cell(name) || !is_part_of(name, word))
            continue;
        if (first != NULL && !is_same_picture(first, name))
            return true;
        if (first == NULL || text_natural(name, first) < 0)
            first = name;
        if (last == NULL || text_natural(name, last) > 0)
            last = name;
    }
    if (first == NULL)
        return true;
    text_quote(quoted, sizeof quoted, word);
    text_quote(names[0], sizeof names[0], first);
    text_quote(names[1], sizeof names[1], last);
    if (first == last)
        return fail(err, "'%s' is a sheet, not a sprite: its sprite is '%s'", quoted, names[0]);
    return fail(err, "'%s' is a sheet, not a sprite: its sprites are '%s' to '%s'", quoted,
                names[0], names[1]);
}

static const struct model_animation *find_animation(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->animation_count; i++)
        if (strcmp(model->animations[i].name, name) == 0)
            return &model->animations[i];
    return NULL;
}

static bool fail_animation(const struct model_animation *animation, struct error *err)
{
    char name[128], first[128], last[128];
    text_quote(name, sizeof name, animation->name);
    if (animation->count == 0)
        return fail(err, "'%s' is an animation without frames, not a sprite", name);
    return fail(
        err, "'%s' is an animation, not a sprite: its first frame is '%s', its last frame is '%s'",
        name, text_quote(first, sizeof first, animation->frames[0]),
        text_quote(last, sizeof last, animation->frames[animation->count - 1]));
}

static bool fail_unknown(const struct model *model, const char *name, struct error *err)
{
    struct candidate nearest[NEAREST_MAX] = {0};
    char quoted[128], guesses[400] = "";
    for (size_t i = 0; i < model->sprite_count; i++) {
        const char *const sprite = model->sprites[i].name;
        const bool is_part = is_part_of(sprite, name);
        /* Of several sheets of that name one cell each is enough. */
        if (is_part && is_cell(sprite) && i > 0 &&
            is_same_picture(sprite, model->sprites[i - 1].name))
            continue;
        const unsigned distance = is_part ? 0 : remoteness(name, sprite);
        if (distance != (unsigned)-1)
            consider(nearest, sprite, distance);
    }
    for (size_t i = 0, used = 0; is_near(nearest, i); i++) {
        const bool last = !is_near(nearest, i + 1);
        used +=
            (size_t)snprintf(guesses + used, sizeof guesses - used, "%s'%s'%s",
                             i == 0 ? "; did you mean "
                             : last ? " or "
                                    : ", ",
                             text_quote(quoted, sizeof quoted, nearest[i].name), last ? "?" : "");
    }
    return fail(err, "no sprite is named '%s'%s", text_quote(quoted, sizeof quoted, name), guesses);
}

bool fail_no_sprite(const struct model *model, const char *name, struct error *err)
{
    const struct model_animation *const animation = find_animation(model, name);
    if (animation != NULL)
        return fail_animation(animation, err);
    return check_no_sheet(model, name, err) && fail_unknown(model, name, err);
}
