/*
 * config_animations.c - animations that a config names
 *
 *     object -> checked -> steps, one a frame -> turned round -> model
 */
#include "config_animations.h"

#include "array.h"
#include "format.h"
#include "glob.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* ---- As it is written --------------------------------------------------------------------- */

enum direction { FORWARD, REVERSE, PINGPONG };
static const char *const direction_names[] = {"forward", "reverse", "pingpong"};
enum { DIRECTIONS = sizeof direction_names / sizeof *direction_names };

struct wanted {
    const char *name;
    const cJSON *frames;
    const cJSON *durations; /* NULL: `duration` for each */
    uint32_t duration;
    enum direction direction;
    bool joined_given, joined;
};

static bool read_frames(const struct json *json, const cJSON *value, struct error *err)
{
    const cJSON *frame;
    const char *name;
    if (!json_expect_array(json, value, err))
        return false;
    if (value->child == NULL)
        return json_fail(json, value, err, "must have at least one frame");
    cJSON_ArrayForEach(frame, value)
    {
        if (!json_get_name(json, frame, &name, err))
            return false;
    }
    return true;
}

static bool read_durations(const struct json *json, const cJSON *object, const cJSON *each,
                           struct wanted *out, struct error *err)
{
    const cJSON *element;
    uint32_t duration;
    if ((each != NULL) == (out->durations != NULL))
        return json_fail(json, object, err, "either \"duration\" or \"durations\" must be there");
    if (each != NULL)
        return json_get_u32(json, each, 0, UINT32_MAX, &out->duration, err);
    if (!json_expect_array(json, out->durations, err))
        return false;
    cJSON_ArrayForEach(element, out->durations)
    {
        if (!json_get_u32(json, element, 0, UINT32_MAX, &duration, err))
            return false;
    }
    return true;
}

static bool read_direction(const struct json *json, const cJSON *value, struct wanted *out,
                           struct error *err)
{
    const char *name;
    int i = 0;
    if (value == NULL)
        return true;
    if (!json_get_string(json, value, &name, err))
        return false;
    while (i < DIRECTIONS && strcmp(name, direction_names[i]) != 0)
        i++;
    out->direction = (enum direction)i;
    return i < DIRECTIONS ||
           json_fail(json, value, err, "must be \"forward\", \"reverse\" or \"pingpong\"");
}

static bool read_union(const struct json *json, const cJSON *value, struct wanted *out,
                       struct error *err)
{
    out->joined_given = value != NULL;
    out->joined = cJSON_IsTrue(value) != 0;
    return value == NULL || cJSON_IsBool(value) ||
           json_fail(json, value, err, "must be true or false");
}

static bool read_animation(const struct json *json, const cJSON *object, struct wanted *out,
                           struct error *err)
{
    enum { NAME, FRAMES, DURATION, DURATIONS, DIRECTION, UNION, KEYS };
    static const struct json_key keys[KEYS] = {[NAME] = {"name", true},
                                               [FRAMES] = {"frames", true},
                                               [DURATION] = {"duration", false},
                                               [DURATIONS] = {"durations", false},
                                               [DIRECTION] = {"direction", false},
                                               [UNION] = {"union", false}};
    const cJSON *values[KEYS];
    *out = (struct wanted){.name = NULL};
    if (!json_get_members(json, object, keys, KEYS, values, err) ||
        !json_get_name(json, values[NAME], &out->name, err))
        return false;
    out->frames = values[FRAMES];
    out->durations = values[DURATIONS];
    return read_frames(json, out->frames, err) &&
           read_durations(json, object, values[DURATION], out, err) &&
           read_direction(json, values[DIRECTION], out, err) &&
           read_union(json, values[UNION], out, err);
}

void config_animations_check(const struct json *json, const cJSON *value, const char *path,
                             struct findings *findings)
{
    struct error err;
    struct wanted wanted;
    const cJSON *object;
    if (!json_expect_array(json, value, &err)) {
        findings_add_error(findings, path, &err);
        return;
    }
    cJSON_ArrayForEach(object, value)
    {
        if (!read_animation(json, object, &wanted, &err))
            findings_add_error(findings, path, &err);
    }
}

/* ---- Steps -------------------------------------------------------------------------------- */

/* A few words of a config can ask for very much. */
enum { STEPS_MAX = 1 << 22 };

struct step {
    const char *name; /* of a sprite of the model */
    uint32_t duration;
};

struct steps {
    struct step *items;
    size_t count, capacity;
};

static bool add_step(struct steps *steps, const char *name, uint32_t duration, struct error *err)
{
    if (steps->count == STEPS_MAX)
        return fail(err, "an animation of more than %d frames is not made", (int)STEPS_MAX);
    struct step *const grown =
        array_reserve(steps->items, steps->count + 1, &steps->capacity, sizeof *grown);
    if (grown == NULL)
        return fail_memory(err);
    steps->items = grown;
    steps->items[steps->count++] = (struct step){name, duration};
    return true;
}

static int compare_steps(const void *a, const void *b)
{
    return text_natural(((const struct step *)a)->name, ((const struct step *)b)->name);
}

/* A model has a name but once, unless that is found wrong later. */
static bool add_matches(const struct model *model, const char *glob, uint32_t duration,
                        struct steps *steps, struct error *err)
{
    const bool layers = strchr(glob, ':') != NULL;
    const size_t first = steps->count;
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        if ((sprite->layer == NULL || layers) && glob_match(glob, sprite->name) &&
            !add_step(steps, sprite->name, duration, err))
            return false;
    }
    if (steps->count > first)
        qsort(steps->items + first, steps->count - first, sizeof *steps->items, compare_steps);
    return true;
}

static bool add_frame(const struct json *json, const struct model *model, const cJSON *frame,
                      uint32_t duration, struct steps *steps, struct error *err)
{
    const uint32_t sprite = model_find(model, frame->valuestring);
    const size_t first = steps->count;
    if (sprite != NO_INDEX)
        return add_step(steps, model->sprites[sprite].name, duration, err);
    if (!add_matches(model, frame->valuestring, duration, steps, err))
        return false;
    return steps->count > first || json_fail(json, frame, err, "matches no sprite");
}

static bool set_durations(const struct json *json, const cJSON *durations, struct steps *steps,
                          struct error *err)
{
    const cJSON *element;
    size_t count = 0;
    if (durations == NULL)
        return true;
    cJSON_ArrayForEach(element, durations)
    {
        if (count < steps->count)
            steps->items[count].duration = (uint32_t)element->valuedouble;
        count++;
    }
    return count == steps->count ||
           json_fail(json, durations, err, "there must be as many as frames: %zu, not %zu",
                     steps->count, count);
}

static void reverse(struct steps *steps)
{
    for (size_t i = 0; i < steps->count / 2; i++) {
        const struct step other = steps->items[i];
        steps->items[i] = steps->items[steps->count - 1 - i];
        steps->items[steps->count - 1 - i] = other;
    }
}

/* And back again, up to the second. */
static bool go_back(struct steps *steps, struct error *err)
{
    for (size_t i = steps->count; i-- > 2;) {
        const struct step step = steps->items[i - 1];
        if (!add_step(steps, step.name, step.duration, err))
            return false;
    }
    return true;
}

static bool make_steps(const struct json *json, const struct model *model,
                       const struct wanted *wanted, struct steps *steps, struct error *err)
{
    const cJSON *frame;
    cJSON_ArrayForEach(frame, wanted->frames)
    {
        if (!add_frame(json, model, frame, wanted->duration, steps, err))
            return false;
    }
    if (!set_durations(json, wanted->durations, steps, err))
        return false;
    if (wanted->direction == REVERSE)
        reverse(steps);
    return wanted->direction != PINGPONG || go_back(steps, err);
}

/* ---- Into the model ----------------------------------------------------------------------- */

/* Where the animations are read. */
struct source {
    const struct json *json;
    const cJSON *list; /* NULL: none */
    const char *path;
    bool placed; /* lines and columns can be looked up */
    bool joined; /* where "union" is not said */
};

static bool copy_steps(const struct steps *steps, struct model_animation *animation)
{
    animation->frames = calloc(steps->count + 1, sizeof *animation->frames);
    animation->durations = calloc(steps->count + 1, sizeof *animation->durations);
    if (animation->frames == NULL || animation->durations == NULL)
        return false;
    for (size_t i = 0; i < steps->count; i++) {
        animation->durations[i] = steps->items[i].duration;
        animation->frames[i] = text_copy(steps->items[i].name);
        if (animation->frames[i] == NULL)
            return false;
        animation->count++;
    }
    return true;
}

static bool keep(const struct source *source, size_t index, const struct wanted *wanted,
                 const struct steps *steps, struct model *model, struct error *err)
{
    struct model_animation animation = {
        .name = text_copy(wanted->name),
        .origin = text_format("%s (animations[%zu])", source->path, index),
        .joined = wanted->joined_given ? wanted->joined : source->joined,
    };
    if (animation.name != NULL && animation.origin != NULL && copy_steps(steps, &animation))
        return model_add_animation(model, &animation, err);
    model_animation_free(&animation);
    return fail_memory(err);
}

static bool add(const struct source *source, const cJSON *object, size_t index, struct model *model,
                struct error *err)
{
    struct steps steps = {0};
    struct wanted wanted;
    const bool ok = read_animation(source->json, object, &wanted, err) &&
                    make_steps(source->json, model, &wanted, &steps, err) &&
                    keep(source, index, &wanted, &steps, model, err);
    free(steps.items);
    return ok;
}

static void add_all(const struct source *source, struct model *model, struct findings *findings)
{
    struct error err;
    const cJSON *object;
    size_t index = 0;
    model_order(model);
    cJSON_ArrayForEach(object, source->list)
    {
        if (add(source, object, index++, model, &err))
            continue;
        if (!source->placed)
            err.line = err.column = 0;
        findings_add_error(findings, source->path, &err);
    }
}

/* What --union says for all: the command line, or else the config. */
static bool joins(const cJSON *root)
{
    const cJSON *const given = json_find(root, "union");
    const cJSON *const options = json_find(json_find(root, "config"), "options");
    return cJSON_IsTrue(given != NULL ? given : json_find(options, "union")) != 0;
}

void config_animations_add(const char *description, const struct config *config, const char *path,
                           struct model *model, struct findings *findings)
{
    struct json json = {0};
    struct error err;
    if (description == NULL)
        return;
    if (json_parse(&json, description, strlen(description), &err)) {
        const struct json *const read = config != NULL ? &config->json : &json;
        const cJSON *const root =
            config != NULL ? config->json.root : json_find(json.root, "config");
        const struct source source = {read, json_find(root, "animations"),
                                      config != NULL ? config->path : path, config != NULL,
                                      joins(json.root)};
        if (source.list != NULL)
            add_all(&source, model, findings);
    } else {
        findings_add_error(findings, path, &err);
    }
    json_free(&json);
}
