/*
 * sequences.c - frames that belong together by their names become animations
 */
#include "bake/sequences.h"

#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "plan/bake_options.h"

#include <stdlib.h>
#include <string.h>

/* The names are the sprite's own. */
struct sequence_frame {
    const char *name, *origin;
    const char *input;   /* the name of the file that it came from, or that of its group */
    size_t stem_length;  /* what frames of one sequence have in common */
    const char *title;   /* what the animation is called */
    size_t title_length; /* 0: it is in none */
    uint32_t duration;
    bool is_cell, joined;
    bool is_taken; /* by an animation of its atlas */
    bool is_named; /* by one that is called like the sequence */
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

/* Frames of an atlas that have but numbers are called after its file. */
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

/* An animation may have frames of several files, so that all must be known. Keeps the frames that
 * have a title. */
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

/* 0: frames of one sequence. */
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

/* The atlas has none of all these frames, nor one of that name. */
static bool is_new(const struct sequence_frame *frames, size_t count)
{
    bool all_taken = true, named = false;
    for (size_t i = 0; i < count; i++) {
        all_taken = all_taken && frames[i].is_taken;
        named = named || frames[i].is_named;
    }
    return !all_taken && !named;
}

void sequences_pour(struct sequences *sequences, struct model *model)
{
    take_all_own(sequences, model);
    const struct sequence_frame *const frames = sequences->frames;
    const size_t count = sequences->count;
    if (count > 1)
        qsort(sequences->frames, count, sizeof *frames, compare_frames);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && compare_groups(&frames[i], &frames[end]) == 0;)
            end++;
        if ((frames[i].is_cell || end - i > 1) && is_new(frames + i, end - i))
            pour(model, frames + i, end - i);
    }
}
