/*
 * animations.c - animations of a whole bake: those that names give, and those of layers
 */
#include "bake/animations.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "plan/bake_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A sprite that may be a frame of a sequence, with names that the sprite lends. */
struct sequence_frame {
    const char *name, *origin;
    const char *input;   /* the name of the file that it came from, or that of its group */
    size_t stem_length;  /* what frames of one sequence have in common */
    const char *title;   /* the name of the animation */
    size_t title_length; /* 0: it is in none */
    uint32_t duration, width, height;
    bool is_cell, joined;
    bool is_taken; /* by an animation of its atlas */
    bool is_named; /* by an animation that has the name of the sequence */
};

void sequences_free(struct sequences *sequences)
{
    free(sequences->frames);
    *sequences = (struct sequences){0};
}

/* ---- Names -------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The length of `name` without its extension. */
static size_t without_extension(const char *name, size_t length)
{
    size_t dot = length;
    while (dot > 0 && name[dot - 1] != '.' && name[dot - 1] != '/')
        dot--;
    if (dot < 2 || name[dot - 1] == '/' || name[dot - 2] == '/' || dot == length ||
        is_digit(name[length - 1]))
        return length;
    return dot - 1;
}

/* Reads the name of a cell, NAME#k. False for another name. */
static bool read_cell(struct sequence_frame *frame, bool extensions)
{
    const char *const base = text_base_name(frame->name), *const hash = strrchr(base, '#');
    if (hash == NULL || hash == base || hash[1] == 0 ||
        hash[1 + strspn(hash + 1, "0123456789")] != 0)
        return false;
    frame->is_cell = true;
    frame->stem_length = (size_t)(hash - frame->name);
    frame->title = frame->name;
    frame->title_length =
        extensions ? without_extension(frame->name, frame->stem_length) : frame->stem_length;
    return true;
}

/* The length of `name` without the number at its end, `length` when there is none. */
static size_t without_number(const char *name, size_t length)
{
    const char last = length > 0 ? name[length - 1] : 0;
    const char opening = last == ')' ? '(' : last == ']' ? '[' : 0;
    const size_t end = opening != 0 ? length - 1 : length;
    size_t begin = end;
    while (begin > 0 && is_digit(name[begin - 1]))
        begin--;
    if (begin == end || (opening != 0 && (begin == 0 || name[begin - 1] != opening)))
        return length;
    return begin;
}

/* The length of a name without what parts it from its number. */
static size_t without_separators(const char *name, size_t length)
{
    while (length > 0 && strchr("_-+~. ([", name[length - 1]) != NULL)
        length--;
    return length;
}

/* Frames of an atlas that have only numbers are named after its file. */
static void read_file(struct sequence_frame *frame)
{
    const char *const name = text_base_name(frame->input);
    const size_t length = without_extension(name, strlen(name));
    const size_t end = without_number(name, length);
    frame->title = name;
    frame->title_length = end < length ? without_separators(name, end) : length;
}

/* Reads a name that ends with a number. */
static void read_numbered(struct sequence_frame *frame, bool extensions)
{
    const char *const name = frame->name;
    const size_t folder = (size_t)(text_base_name(name) - name);
    const size_t length = strlen(name);
    const size_t end = extensions ? without_extension(name, length) : length;
    frame->stem_length = without_number(name, end);
    if (frame->stem_length == end)
        return;
    const size_t title = without_separators(name + folder, frame->stem_length - folder);
    frame->title = name;
    if (title > 0)
        frame->title_length = folder + title;
    else if (folder > 0)
        frame->title_length = folder - 1;
    else
        read_file(frame);
}

/* ---- Gathering ---------------------------------------------------------------------------- */

void sequences_take(struct sequences *sequences, const struct model *model, size_t first,
                    const char *input, bool extensions)
{
    for (size_t i = first; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        struct sequence_frame frame = {.name = sprite->name,
                                       .origin = sprite->origin,
                                       .input = input,
                                       .duration = sprite->animate,
                                       .width = sprite->width,
                                       .height = sprite->height,
                                       .joined = sprite->joined};
        if (sprite->animate == 0 || sprite->layer != NULL)
            continue;
        if (!read_cell(&frame, extensions))
            read_numbered(&frame, extensions);
        *(struct sequence_frame *)array_push(&sequences->frames, &sequences->count,
                                             &sequences->capacity) = frame;
    }
}

/* ---- Animations of atlases ----------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    const struct sequence_frame *const p = a, *const q = b;
    return strcmp(p->name, q->name);
}

/* Marks the frames of an animation that an atlas has. They are sorted by name. */
static void take_own(const struct sequences *sequences, struct model_animation *animation)
{
    for (uint32_t i = 0; i < animation->count; i++) {
        const struct sequence_frame wanted = {.name = animation->frames[i]};
        struct sequence_frame *const found =
            bsearch(&wanted, sequences->frames, sequences->count, sizeof wanted, compare_names);
        if (found == NULL)
            continue;
        found->is_taken = true;
        found->is_named |= found->title_length > 0 &&
                           strncmp(animation->name, found->title, found->title_length) == 0 &&
                           animation->name[found->title_length] == '\0';
        if (animation->durations[i] == 0)
            animation->durations[i] = found->duration;
    }
}

/* Marks the frames of all atlases' animations, once all inputs are known: an animation may have
 * frames of several files. Keeps only the frames that have a title. */
static void take_all_own(struct sequences *sequences, const struct model *model)
{
    const size_t count = sequences->count;
    if (count > 0 && model->animation_count > 0) {
        qsort(sequences->frames, count, sizeof *sequences->frames, compare_names);
        for (size_t i = 0; i < model->animation_count; i++)
            take_own(sequences, &model->animations[i]);
    }
    sequences->count = 0;
    for (size_t i = 0; i < count; i++)
        if (sequences->frames[i].title_length > 0)
            sequences->frames[sequences->count++] = sequences->frames[i];
}

/* ---- Sequences --------------------------------------------------------------------------- */

/* Returns 0 for frames of one sequence. */
static int compare_groups(const struct sequence_frame *a, const struct sequence_frame *b)
{
    if (a->is_cell != b->is_cell)
        return a->is_cell ? 1 : -1;
    if (a->stem_length != b->stem_length)
        return a->stem_length < b->stem_length ? -1 : 1;
    const int order = memcmp(a->name, b->name, a->stem_length);
    return order != 0 ? order : shard_compare(a->input, b->input);
}

static int compare_frames(const void *a, const void *b)
{
    const struct sequence_frame *const p = a, *const q = b;
    const int order = compare_groups(p, q);
    return order != 0 ? order : text_natural(p->name, q->name);
}

static void pour(struct model *model, const struct sequence_frame *frames, size_t count)
{
    struct arena arena = {0};
    struct model_animation animation = {
        .name = arena_text_n(&arena, frames->title, frames->title_length),
        .origin = frames->origin,
        .frames = arena_new(&arena, count, sizeof *animation.frames),
        .durations = arena_new(&arena, count, sizeof *animation.durations),
        .count = (uint32_t)count,
        .joined = true,
    };
    for (size_t i = 0; i < count; i++) {
        animation.frames[i] = frames[i].name;
        animation.durations[i] = frames[i].duration;
        animation.joined = animation.joined && frames[i].joined;
    }
    model_add_animation(model, &animation);
    arena_free(&arena);
}

/* True if the atlas has no animation of all these frames, and none of that name. */
static bool is_new(const struct sequence_frame *frames, size_t count)
{
    bool all_taken = true, named = false;
    for (size_t i = 0; i < count; i++) {
        all_taken = all_taken && frames[i].is_taken;
        named = named || frames[i].is_named;
    }
    return !all_taken && !named;
}

/* The number at which the frame stands; UINT64_MAX for one of very many digits. */
static uint64_t number_of(const struct sequence_frame *frame)
{
    char digits[20] = "";
    uint64_t number;
    const char *const begin = frame->name + frame->stem_length;
    const size_t length = strspn(begin, "0123456789");
    if (length >= sizeof digits)
        return UINT64_MAX;
    memcpy(digits, begin, length);
    return text_to_number(digits, 0, UINT64_MAX - 1, &number) ? number : UINT64_MAX;
}

/* hero/walk-0.png: the frame is called so in a folder. */
static bool is_called_frame(const struct sequence_frame *frame)
{
    return frame->stem_length > 1 && frame->name[frame->stem_length - 1] == '-' &&
           memchr(frame->name, '/', frame->stem_length) != NULL;
}

/* True if the second frame goes on where the first ends. Numbered pictures of other sizes are
 * mostly things of one kind, and no animation. */
static bool goes_on(const struct sequence_frame *a, const struct sequence_frame *b)
{
    const uint64_t number = number_of(a);
    const bool same_size = a->width == b->width && a->height == b->height;
    return number != UINT64_MAX && number_of(b) == number + 1 && (same_size || is_called_frame(a));
}

/* Finds the longest part of a group in which each frame goes on where the one before it ends: the
 * first of several. */
static void find_run(const struct sequence_frame *frames, size_t count, size_t *first,
                     size_t *length)
{
    *first = *length = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && goes_on(&frames[end - 1], &frames[end]);)
            end++;
        if (end - i > *length) {
            *first = i;
            *length = end - i;
        }
    }
}

/* Names the animation if there is room. */
static void note_joined(struct joined *joined, const struct sequence_frame *first, size_t count)
{
    const size_t used = strlen(joined->names);
    char name[160], piece[200];
    char *const title = text_format("%.*s", (int)first->title_length, first->title);
    snprintf(piece, sizeof piece, "%s%s (%zu)", joined->animations > 0 ? ", " : "",
             text_quote(name, sizeof name, title), count);
    if (used + strlen(piece) < sizeof joined->names && joined->named == joined->animations) {
        memcpy(joined->names + used, piece, strlen(piece) + 1);
        joined->named++;
    }
    joined->animations++;
    joined->frames += count;
    free(title);
}

void sequences_pour(struct sequences *sequences, struct model *model, struct joined *joined)
{
    take_all_own(sequences, model);
    const struct sequence_frame *const frames = sequences->frames;
    const size_t count = sequences->count;
    if (count > 1)
        qsort(sequences->frames, count, sizeof *frames, compare_frames);
    for (size_t i = 0, end; i < count; i = end) {
        size_t first = 0, length;
        for (end = i + 1; end < count && compare_groups(&frames[i], &frames[end]) == 0;)
            end++;
        length = end - i;
        if (!frames[i].is_cell)
            find_run(frames + i, end - i, &first, &length);
        if ((!frames[i].is_cell && length <= 1) || !is_new(frames + i + first, length))
            continue;
        pour(model, frames + i + first, length);
        if (joined != NULL)
            note_joined(joined, &frames[i + first], length);
    }
}

/* ---- Layers ------------------------------------------------------------------------------- */

/* The sprites of a model in order that are layers of frames of one animation, by layer. */
struct layer_list {
    uint32_t *sprites;
    size_t count, capacity;
};

/* Adds the layers of a sprite: "hero:click" and "hero:hit" are next to each other. */
static void add_layers(const struct model *model, uint32_t sprite, struct layer_list *list)
{
    char *const begin = text_format("%s:", model->sprites[sprite].name);
    const size_t length = strlen(begin);
    size_t low = sprite + (size_t)1, high = model->sprite_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(model->sprites[middle].name, begin) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < model->sprite_count; low++) {
        const struct model_sprite *const other = &model->sprites[low];
        if (strncmp(other->name, begin, length) != 0)
            break;
        if (other->layer != NULL && strcmp(other->name + length, other->layer) == 0)
            *(uint32_t *)array_push(&list->sprites, &list->count, &list->capacity) = (uint32_t)low;
    }
    free(begin);
}

struct layer_order {
    const char *layer;
    uint32_t sprite;
};

static int compare_layers(const void *a, const void *b)
{
    const struct layer_order *const p = a, *const q = b;
    const int order = strcmp(p->layer, q->layer);
    return order != 0 ? order : (p->sprite > q->sprite) - (p->sprite < q->sprite);
}

static int compare_indices(const void *a, const void *b)
{
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return (p > q) - (p < q);
}

static bool has_animation(const struct model *model, size_t count, const char *name)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(model->animations[middle].name, name);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Adds the sister of an animation. False when the names of all sisters take too many bytes. */
static bool pour_sister(struct model *model, size_t index, const char *layer, uint64_t *text)
{
    const struct model_animation *const of = &model->animations[index];
    struct arena arena = {0};
    struct model_animation animation = {
        .name = arena_format(&arena, "%s:%s", of->name, layer),
        .origin = of->origin,
        .frames = arena_new(&arena, of->count, sizeof *animation.frames),
        .durations = of->durations,
        .count = of->count,
        .joined = of->joined,
    };
    for (uint32_t i = 0; i < of->count && *text <= BUDGET_TEXT; i++) {
        animation.frames[i] = arena_format(&arena, "%s:%s", of->frames[i], layer);
        *text += strlen(animation.frames[i]);
    }
    if (*text <= BUDGET_TEXT)
        model_add_animation(model, &animation);
    arena_free(&arena);
    return *text <= BUDGET_TEXT;
}

/* The frames of an animation as sprites, each once; 0: a frame is not a sprite, or is a layer
 * itself.
 */
static size_t find_frames(const struct model *model, const struct model_animation *animation,
                          uint32_t *out)
{
    size_t count = 0;
    for (uint32_t i = 0; i < animation->count; i++) {
        const uint32_t sprite = animation->sprites[i];
        if (sprite == NO_INDEX || model->sprites[sprite].layer != NULL)
            return 0;
        out[i] = sprite;
    }
    qsort(out, animation->count, sizeof *out, compare_indices);
    for (uint32_t i = 0; i < animation->count; i++)
        if (count == 0 || out[count - 1] != out[i])
            out[count++] = out[i];
    return count;
}

static void note_partial(const struct model_animation *animation, const char *layer, size_t having,
                         size_t frames, struct diagnostics *diagnostics)
{
    char name[100], quoted[100];
    text_quote(name, sizeof name, animation->name);
    text_quote(quoted, sizeof quoted, layer);
    diagnostics_add_warning(diagnostics, animation->origin, DIAGNOSTIC_NOTE,
                            "%zu of %zu frames of the animation '%s' have the layer '%s', so there "
                            "is no animation '%s:%s'",
                            having, frames, name, quoted, name, quoted);
}

void layers_pour(struct model *model, size_t *partial, struct diagnostics *diagnostics)
{
    const size_t animations = model->animation_count;
    uint64_t text = 0;
    if (animations == 0 || !model_has_layers(model))
        return;
    model_order(model);
    uint32_t *const frames = memory_new(model->frame_count + 1, sizeof *frames);
    struct layer_list list = {.sprites = NULL};
    struct layer_order *layers = NULL;
    for (size_t i = 0; i < animations; i++) {
        const size_t count = find_frames(model, &model->animations[i], frames);
        list.count = 0;
        for (size_t k = 0; k < count; k++)
            add_layers(model, frames[k], &list);
        if (list.count == 0)
            continue;
        layers = memory_new(list.count, sizeof *layers);
        for (size_t k = 0; k < list.count; k++)
            layers[k] =
                (struct layer_order){model->sprites[list.sprites[k]].layer, list.sprites[k]};
        qsort(layers, list.count, sizeof *layers, compare_layers);
        for (size_t k = 0, end; k < list.count; k = end) {
            for (end = k + 1; end < list.count && strcmp(layers[end].layer, layers[k].layer) == 0;)
                end++;
            char *const name = text_format("%s:%s", model->animations[i].name, layers[k].layer);
            if (has_animation(model, animations, name)) {
                free(name);
                continue;
            }
            free(name);
            if (end - k < count) {
                (*partial)++;
                note_partial(&model->animations[i], layers[k].layer, end - k, count, diagnostics);
            } else if (!pour_sister(model, i, layers[k].layer, &text)) {
                diagnostics_fail(diagnostics, model->animations[i].origin,
                                 "the animations of layers have frames with more than %d bytes of "
                                 "names, the most that is allowed",
                                 (int)BUDGET_TEXT);
                i = animations - 1;
                break;
            }
        }
        free(layers);
    }
    free(frames);
    free(list.sprites);
}
