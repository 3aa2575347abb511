/*
 * config_animations.c - animations that a config names
 *
 *     JSON -> check -> list of frames -> direction applied -> model
 */
#include "plan/config_animations.h"

#include "base/array.h"
#include "base/glob.h"
#include "base/text.h"
#include "base/text_names.h"
#include "format.h"

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

/* The animations that are read, and where errors go. */
struct source {
    const struct json *json;
    const char *path;
    struct diagnostics *diagnostics;
    bool placed; /* lines and columns can be looked up */
    bool joined; /* where an animation has no "union" */
};

static void add_error(const struct source *source, struct error *err)
{
    if (!source->placed)
        err->line = err->column = 0;
    diagnostics_add_error(source->diagnostics, source->path, err);
}

static void add_wrong(const struct source *source, const cJSON *value, const char *what)
{
    struct error err;
    json_fail(source->json, value, &err, "%s", what);
    add_error(source, &err);
}

static void read_frames(const struct source *source, const cJSON *value)
{
    struct error err;
    const cJSON *frame;
    const char *name;
    if (!json_expect_array(source->json, value, &err)) {
        add_error(source, &err);
        return;
    }
    if (value->child == NULL)
        add_wrong(source, value, "must have at least one frame");
    cJSON_ArrayForEach(frame, value)
    {
        if (!json_get_name(source->json, frame, &name, &err))
            add_error(source, &err);
    }
}

static void read_durations(const struct source *source, const cJSON *value)
{
    struct error err;
    const cJSON *element;
    uint32_t duration;
    if (!json_expect_array(source->json, value, &err)) {
        add_error(source, &err);
        return;
    }
    cJSON_ArrayForEach(element, value)
    {
        if (!json_get_u32(source->json, element, 0, UINT32_MAX, &duration, &err))
            add_error(source, &err);
    }
}

static void read_direction(const struct source *source, const cJSON *value, struct wanted *out)
{
    struct error err;
    const char *name;
    int i = 0;
    if (!json_get_string(source->json, value, &name, &err)) {
        add_error(source, &err);
        return;
    }
    while (i < DIRECTIONS && strcmp(name, direction_names[i]) != 0)
        i++;
    if (i == DIRECTIONS)
        add_wrong(source, value, "must be \"forward\", \"reverse\" or \"pingpong\"");
    out->direction = (enum direction)i;
}

static void read_member(const struct source *source, const cJSON *member, struct wanted *out)
{
    const struct json *const json = source->json;
    const char *const key = member->string;
    struct error err;
    bool ok = true;
    if (strcmp(key, "name") == 0) {
        ok = json_get_name(json, member, &out->name, &err);
    } else if (strcmp(key, "frames") == 0) {
        out->frames = member;
        read_frames(source, member);
    } else if (strcmp(key, "duration") == 0) {
        ok = json_get_u32(json, member, 0, UINT32_MAX, &out->duration, &err);
    } else if (strcmp(key, "durations") == 0) {
        out->durations = member;
        read_durations(source, member);
    } else if (strcmp(key, "direction") == 0) {
        read_direction(source, member, out);
    } else if (strcmp(key, "union") == 0) {
        out->joined_given = true;
        out->joined = cJSON_IsTrue(member) != 0;
        if (!cJSON_IsBool(member))
            add_wrong(source, member, "must be true or false");
    } else {
        ok = json_fail_key(json, member, &err, "unknown key");
    }
    if (!ok)
        add_error(source, &err);
}

/* False when anything is wrong with it; all of that is reported. */
static bool read_animation(const struct source *source, const cJSON *object, struct wanted *out)
{
    const size_t errors = source->diagnostics->errors;
    const cJSON *member;
    *out = (struct wanted){.name = NULL};
    if (!cJSON_IsObject(object)) {
        add_wrong(source, object, "must be an object");
        return false;
    }
    cJSON_ArrayForEach(member, object)
    {
        read_member(source, member, out);
    }
    if (json_find(object, "name") == NULL)
        add_wrong(source, object, "\"name\" is missing");
    if (json_find(object, "frames") == NULL)
        add_wrong(source, object, "\"frames\" is missing");
    const bool one = json_find(object, "duration") != NULL;
    const bool many = json_find(object, "durations") != NULL;
    if (!one && !many)
        add_wrong(source, object, "\"duration\" or \"durations\" is missing");
    if (one && many)
        add_wrong(source, object, "must have \"duration\" or \"durations\", not both");
    return source->diagnostics->errors == errors;
}

void config_animations_check(const struct json *json, const cJSON *value, const char *path,
                             struct diagnostics *diagnostics)
{
    const struct source source = {
        .json = json, .path = path, .diagnostics = diagnostics, .placed = true};
    struct error err;
    struct wanted wanted;
    const cJSON *object;
    if (!json_expect_array(json, value, &err)) {
        add_error(&source, &err);
        return;
    }
    cJSON_ArrayForEach(object, value)
    {
        read_animation(&source, object, &wanted);
    }
}

/* ---- Steps -------------------------------------------------------------------------------- */

/* A short config can ask for very many frames. */
enum { STEPS_MAX = 1 << 22 };

struct step {
    const char *name; /* of a sprite of the model */
    uint32_t duration;
};

/* Of all animations of the config. */
struct totals {
    size_t steps;
    uint64_t text; /* bytes of the steps' names */
};

struct steps {
    struct step *items;
    size_t count, capacity;
    struct totals *totals;
};

static bool add_step(struct steps *steps, const char *name, uint32_t duration, struct error *err)
{
    struct totals *const totals = steps->totals;
    totals->text += strlen(name);
    if (++totals->steps > STEPS_MAX)
        return fail(err,
                    "the animations have more than %d frames together, the most that is allowed",
                    (int)STEPS_MAX);
    if (totals->text > MODEL_TEXT_MAX)
        return fail(err,
                    "the names of the frames of all animations take more than %d bytes, the most "
                    "that is allowed",
                    (int)MODEL_TEXT_MAX);
    struct step *const added = array_push(&steps->items, &steps->count, &steps->capacity);
    if (added == NULL)
        return fail_memory(err);
    *added = (struct step){name, duration};
    return true;
}

static int compare_steps(const void *a, const void *b)
{
    return text_natural(((const struct step *)a)->name, ((const struct step *)b)->name);
}

/* Adds the sprites that match. Each name is in the model once; a second one is an error later. */
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
           json_fail(json, durations, err, "must have one number for each frame: %zu, not %zu",
                     steps->count, count);
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
    const size_t count = steps->count;
    for (size_t i = 0; wanted->direction == REVERSE && i < count / 2; i++) {
        const struct step other = steps->items[i];
        steps->items[i] = steps->items[count - 1 - i];
        steps->items[count - 1 - i] = other;
    }
    /* Back again, but without the frames at both ends. */
    for (size_t i = count; wanted->direction == PINGPONG && i-- > 2;) {
        const struct step step = steps->items[i - 1];
        if (!add_step(steps, step.name, step.duration, err))
            return false;
    }
    return true;
}

/* ---- Into the model ----------------------------------------------------------------------- */

static bool keep(const struct source *source, size_t index, const struct wanted *wanted,
                 const struct steps *steps, struct model *model, struct error *err)
{
    struct model_animation animation = {
        .name = text_copy(wanted->name),
        .origin = text_format("%s (animations[%zu])", source->path, index),
        .joined = wanted->joined_given ? wanted->joined : source->joined,
    };
    bool ok = animation.name != NULL && animation.origin != NULL;
    for (size_t i = 0; ok && i < steps->count; i++)
        ok = model_animation_push(&animation, text_copy(steps->items[i].name),
                                  steps->items[i].duration);
    if (ok)
        return model_add_animation(model, &animation, err);
    model_animation_free(&animation);
    return fail_memory(err);
}

static void add(const struct source *source, const cJSON *object, size_t index, struct model *model,
                struct totals *totals)
{
    struct steps steps = {.totals = totals};
    struct wanted wanted;
    struct error err;
    if (!read_animation(source, object, &wanted))
        return;
    if (!make_steps(source->json, model, &wanted, &steps, &err) ||
        !keep(source, index, &wanted, &steps, model, &err))
        add_error(source, &err);
    free(steps.items);
}

/* Is --union given, on the command line or else in the config's "options"? */
static bool joins(const cJSON *root)
{
    const cJSON *const given = json_find(root, "union");
    const cJSON *const options = json_find(json_find(root, "config"), "options");
    return cJSON_IsTrue(given != NULL ? given : json_find(options, "union")) != 0;
}

void config_animations_add(const char *description, const struct config *config, const char *path,
                           struct model *model, struct diagnostics *diagnostics)
{
    struct json json = {0};
    struct error err;
    if (description == NULL)
        return;
    if (json_parse(&json, description, strlen(description), &err)) {
        const cJSON *const root =
            config != NULL ? config->json.root : json_find(json.root, "config");
        const struct source source = {
            .json = config != NULL ? &config->json : &json,
            .path = config != NULL ? config->path : path,
            .diagnostics = diagnostics,
            .placed = config != NULL,
            .joined = joins(json.root),
        };
        const cJSON *const list = json_find(root, "animations"), *object;
        struct totals totals = {0};
        size_t index = 0;
        if (list != NULL)
            model_order(model);
        cJSON_ArrayForEach(object, list)
        {
            add(&source, object, index++, model, &totals);
        }
    } else {
        diagnostics_add_error(diagnostics, path, &err);
    }
    json_free(&json);
}
