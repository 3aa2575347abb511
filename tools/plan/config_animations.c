/*
 * config_animations.c - the animations of a config become those of a model
 *
 *     JSON -> check -> list of frames -> direction applied -> model
 */
#include "plan/config.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "plan/config_reading.h"
#include "system/options.h"

#include <stdlib.h>
#include <string.h>

/* ---- Animations as they are written ---------------------------------------------------------- */

enum direction { FORWARD, REVERSE, PINGPONG };
static const char *const direction_names[] = {"forward", "reverse", "pingpong", NULL};

struct wanted {
    const char *name;
    const cJSON *frames;
    const cJSON *durations; /* NULL: `duration` for each */
    uint32_t duration;
    unsigned direction; /* an enum direction */
    bool union_given, has_union;
};

/* Reads the names of frames, or their durations. */
static void check_list(const struct config_reading *reading, const cJSON *value, bool names)
{
    struct error err;
    const cJSON *element;
    const char *name;
    uint32_t duration;
    if (!config_is_array(reading, value))
        return;
    if (names && value->child == NULL)
        config_add_wrong(reading, value, "must have at least one frame");
    cJSON_ArrayForEach(element, value)
    {
        config_check(reading,
                     names ? json_get_name(reading->json, element, &name, &err)
                           : json_get_u32(reading->json, element, 0, UINT32_MAX, &duration, &err),
                     &err);
    }
}

static void read_member(const struct config_reading *reading, const cJSON *member,
                        struct wanted *out)
{
    const struct json *const json = reading->json;
    const char *const key = member->string, *direction;
    struct error err, wrong;
    bool ok = true;
    if (strcmp(key, "name") == 0) {
        ok = json_get_name(json, member, &out->name, &err);
    } else if (strcmp(key, "frames") == 0) {
        out->frames = member;
        check_list(reading, member, true);
    } else if (strcmp(key, "duration") == 0) {
        ok = json_get_u32(json, member, 0, UINT32_MAX, &out->duration, &err);
    } else if (strcmp(key, "durations") == 0) {
        out->durations = member;
        check_list(reading, member, false);
    } else if (strcmp(key, "direction") == 0) {
        ok = json_get_string(json, member, &direction, &err) &&
             (option_choice(direction, direction_names, &out->direction, &wrong) ||
              json_fail(json, member, &err, "%s", wrong.text));
    } else if (strcmp(key, "union") == 0) {
        out->union_given = true;
        out->has_union = cJSON_IsTrue(member) != 0;
        if (!cJSON_IsBool(member))
            config_add_wrong(reading, member, "must be true or false");
    } else {
        ok = json_fail_key(json, member, &err, "unknown key");
    }
    config_check(reading, ok, &err);
}

/* Reads an animation. Returns false after an error; all errors are reported. */
static bool read_animation(const struct config_reading *reading, const cJSON *object,
                           struct wanted *out)
{
    const size_t errors = reading->diagnostics->errors;
    const cJSON *member;
    *out = (struct wanted){.name = NULL};
    if (!config_is_object(reading, object))
        return false;
    cJSON_ArrayForEach(member, object)
    {
        read_member(reading, member, out);
    }
    config_check_given(reading, object, "name");
    config_check_given(reading, object, "frames");
    const bool one = json_find(object, "duration") != NULL;
    const bool many = json_find(object, "durations") != NULL;
    if (!one && !many)
        config_add_wrong(reading, object, "\"duration\" or \"durations\" is missing");
    if (one && many)
        config_add_wrong(reading, object, "must have \"duration\" or \"durations\", not both");
    return reading->diagnostics->errors == errors;
}

void config_check_animation(const struct config_reading *reading, const cJSON *object)
{
    struct wanted ignored;
    read_animation(reading, object, &ignored);
}

/* ---- Steps -------------------------------------------------------------------------------- */

/* A short config can ask for very many frames. */
enum { STEPS_MAX = 1 << 22 };

struct step {
    const char *name; /* of a sprite of the model */
    uint32_t duration;
};

/* The steps of one animation after the other. */
struct steps {
    struct step *items;
    size_t count, capacity;
    size_t of_all;
    uint64_t text_of_all; /* bytes of the steps' names */
};

static bool add_step(struct steps *steps, const char *name, uint32_t duration, struct error *err)
{
    steps->text_of_all += strlen(name);
    if (++steps->of_all > STEPS_MAX)
        return fail(err,
                    "the animations have more than %d frames together, the most that is allowed",
                    (int)STEPS_MAX);
    if (steps->text_of_all > BUDGET_TEXT)
        return fail(err,
                    "the names of the frames of all animations take more than %d bytes, the most "
                    "that is allowed",
                    (int)BUDGET_TEXT);
    struct step *const added = array_push(&steps->items, &steps->count, &steps->capacity);
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
    if (steps->count > first)
        return true;
    const char **const names = memory_new(model->sprite_count, sizeof *names);
    char shown[100];
    for (size_t i = 0; i < model->sprite_count; i++)
        names[i] = model->sprites[i].name;
    const char *const nearest = glob_nearest(frame->valuestring, names, model->sprite_count);
    free((void *)names);
    return nearest == NULL
               ? json_fail(json, frame, err, "matches no sprite")
               : json_fail(json, frame, err, "matches no sprite; the nearest name is '%s'",
                           text_quote(shown, sizeof shown, nearest));
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
    /* Goes back again, but without the frames at both ends. */
    for (size_t i = count; wanted->direction == PINGPONG && i-- > 2;) {
        const struct step step = steps->items[i - 1];
        if (!add_step(steps, step.name, step.duration, err))
            return false;
    }
    return true;
}

/* ---- Into the model -------------------------------------------------------------------------- */

/* Adds an animation of a config to the model. `has_union` holds where it has no "union" of its own.
 */
static bool add_animation(const struct config_reading *reading, const struct wanted *wanted,
                          size_t index, bool has_union, struct steps *steps, struct model *model,
                          struct error *err)
{
    struct arena arena = {0};
    steps->count = 0;
    if (!make_steps(reading->json, model, wanted, steps, err))
        return false;
    struct model_animation animation = {
        .name = wanted->name,
        .origin = arena_format(&arena, "%s (animations[%zu])", reading->path, index),
        .frames = arena_new(&arena, steps->count, sizeof *animation.frames),
        .durations = arena_new(&arena, steps->count, sizeof *animation.durations),
        .count = (uint32_t)steps->count,
        .joined = wanted->union_given ? wanted->has_union : has_union,
    };
    for (size_t i = 0; i < steps->count; i++) {
        animation.frames[i] = steps->items[i].name;
        animation.durations[i] = steps->items[i].duration;
    }
    model_add_animation(model, &animation);
    arena_free(&arena);
    return true;
}

/* True if --union is given, on the command line or, failing that, in the config's "options". */
static bool unites(const cJSON *root)
{
    const cJSON *const given = json_find(root, "union");
    const cJSON *const options = json_find(json_find(root, "config"), "options");
    return cJSON_IsTrue(given != NULL ? given : json_find(options, "union")) != 0;
}

void config_add_animations(const char *description, const struct config *config, const char *path,
                           struct model *model, struct diagnostics *diagnostics)
{
    struct json json = {0};
    struct error err;
    struct steps steps = {0};
    struct wanted wanted;
    if (description == NULL)
        return;
    if (!json_parse(&json, description, strlen(description), &err)) {
        diagnostics_add_error(diagnostics, path, &err);
        json_free(&json);
        return;
    }
    const struct config_reading reading =
        config != NULL ? (struct config_reading){&config->json, config->path, diagnostics, false}
                       : (struct config_reading){&json, path, diagnostics, true};
    const cJSON *const root = config != NULL ? config->json.root : json_find(json.root, "config");
    const cJSON *const list = json_find(root, "animations"), *object;
    const bool has_union = unites(json.root);
    size_t index = 0;
    if (list != NULL)
        model_order(model);
    cJSON_ArrayForEach(object, list)
    {
        if (read_animation(&reading, object, &wanted))
            config_check(&reading,
                         add_animation(&reading, &wanted, index, has_union, &steps, model, &err),
                         &err);
        index++;
    }
    free(steps.items);
    json_free(&json);
}
