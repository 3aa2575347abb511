/*
 * config.c - reads rules and animations, and goes on after an error to find the others
 *
 * Each value is tried on a recipe of its own, so that an error has the place of its value.
 *
 *     "animations": JSON -> check -> list of frames -> direction applied -> model
 */
#include "plan/config.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "plan/recipe.h"
#include "system/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_set sprite_options = {
    .tables = (const struct option *const[]){recipe_option_table, NULL}};

void config_free(struct config *config)
{
    for (size_t i = 0; i < config->rule_count; i++)
        arguments_free(&config->rules[i].options);
    json_free(&config->json);
    free(config->text);
    arena_free(&config->arena);
    *config = (struct config){0};
}

/* ---- Errors ---------------------------------------------------------------------------------- */

/* The text that is being read, and where its errors go. */
struct reading {
    const struct json *json;
    const char *path;
    struct diagnostics *diagnostics;
    bool unplaced; /* lines and columns cannot be looked up */
};

/* Adds the error of a step that failed. Returns whether it succeeded. */
static bool check(const struct reading *reading, bool ok, struct error *err)
{
    if (!ok && reading->unplaced)
        err->line = err->column = 0;
    if (!ok)
        diagnostics_add_error(reading->diagnostics, reading->path, err);
    return ok;
}

static void add_wrong(const struct reading *reading, const cJSON *value, const char *what)
{
    struct error err;
    check(reading, json_fail(reading->json, value, &err, "%s", what), &err);
}

static void check_given(const struct reading *reading, const cJSON *object, const char *key)
{
    struct error err;
    if (json_find(object, key) == NULL)
        check(reading, json_fail(reading->json, object, &err, "\"%s\" is missing", key), &err);
}

static bool is_array(const struct reading *reading, const cJSON *value)
{
    struct error err;
    return check(reading, json_expect_array(reading->json, value, &err), &err);
}

static bool is_object(const struct reading *reading, const cJSON *value)
{
    if (!cJSON_IsObject(value))
        add_wrong(reading, value, "must be an object");
    return cJSON_IsObject(value);
}

/* Fails for a key that is not in `own` nor, where `options` are allowed, an option. */
static bool fail_unknown_key(const struct json *json, const cJSON *member, const char *const *own,
                             bool options, struct error *err)
{
    const struct option *const option =
        options ? options_nearest(&sprite_options, member->string) : NULL;
    const char *near = option != NULL ? option->name : NULL;
    for (; near == NULL && *own != NULL; own++)
        if (text_distance(member->string, *own) <= strlen(*own) / 3)
            near = *own;
    if (near != NULL)
        return json_fail_key(json, member, err, "unknown key; did you mean \"%s\"?", near);
    if (options)
        return json_fail_key(json, member, err,
                             "unknown key; it is not an option for single sprites");
    if (options_find(&sprite_options, member->string) != NULL)
        return json_fail_key(json, member, err, "must be inside \"options\" or a rule");
    return json_fail_key(json, member, err, "unknown key");
}

/* ---- Rules ----------------------------------------------------------------------------------- */

static bool takes_number(const struct option *option)
{
    return option->kind == OPTION_NUMBER || option->kind == OPTION_BYTE;
}

/* A number as the command line would have it: a fraction keeps its digits, a zero has no sign. */
static const char *number_text(struct arena *arena, double number)
{
    char digits[32];
    const double value = number == 0 ? 0 : number;
    snprintf(digits, sizeof digits, "%.15g", value);
    if (strtod(digits, NULL) != value)
        snprintf(digits, sizeof digits, "%.17g", value);
    return arena_text(arena, digits);
}

/* The value as the command line would have it, in `*out`; OPTION_OFF for a flag taken back. */
static bool value_text(struct config *config, const struct option *option, const cJSON *value,
                       const char **out, struct error *err)
{
    if (option->argument == NULL) {
        *out = cJSON_IsFalse(value) ? OPTION_OFF : NULL;
        return cJSON_IsBool(value) || json_fail(&config->json, value, err, "must be true or false");
    }
    if (cJSON_IsNumber(value) && takes_number(option)) {
        *out = number_text(&config->arena, value->valuedouble);
        return true;
    }
    *out = value->valuestring;
    return cJSON_IsString(value) ||
           json_fail(&config->json, value, err, "must be %sa string (%s)",
                     takes_number(option) ? "a number or " : "", option->argument);
}

static bool read_option(struct config *config, struct config_rule *rule, const cJSON *value,
                        const char *const *own, struct error *err)
{
    const struct option *const option = options_find(&sprite_options, value->string);
    struct recipe trial = recipe_default;
    struct error wrong;
    const char *text = NULL;
    if (option == NULL)
        return fail_unknown_key(&config->json, value, own, true, err);
    if (!value_text(config, option, value, &text, err))
        return false;
    if (!option_set_value(option, &trial, text, &wrong))
        return json_fail(&config->json, value, err, "%s", wrong.text);
    return arguments_add(&rule->options, option, text, err);
}

/* Adds a glob to the last rule. */
static void read_glob(struct config *config, const struct reading *reading,
                      struct config_rule *rule, const cJSON *value)
{
    struct error err;
    if (!cJSON_IsString(value)) {
        add_wrong(reading, value, "must be a glob, which is a string");
    } else if (!glob_check(value->valuestring, &err)) {
        add_wrong(reading, value, err.text);
    } else {
        struct glob *const added = arena_array_push(&config->arena, &config->globs,
                                                    &config->glob_count, &config->glob_capacity);
        *added = glob_make(value->valuestring, (uint32_t)(rule - config->rules));
        rule->glob_count++;
    }
}

static void read_match(struct config *config, const struct reading *reading,
                       struct config_rule *rule, const cJSON *value)
{
    const cJSON *element;
    if (!cJSON_IsArray(value)) {
        read_glob(config, reading, rule, value);
        return;
    }
    if (value->child == NULL)
        add_wrong(reading, value, "must have at least one glob");
    cJSON_ArrayForEach(element, value)
    {
        read_glob(config, reading, rule, element);
    }
}

/* Reads an object of options, which is a rule if it has a "match". */
static void read_rule(struct config *config, const struct reading *reading, const cJSON *object,
                      bool matches)
{
    static const char *const own[] = {"match", NULL}, *const none[] = {NULL};
    struct error err;
    const cJSON *member;
    if (!is_object(reading, object))
        return;
    struct config_rule *const rule = arena_array_push(&config->arena, &config->rules,
                                                      &config->rule_count, &config->rule_capacity);
    *rule = (struct config_rule){.source = object};
    cJSON_ArrayForEach(member, object)
    {
        if (matches && strcmp(member->string, "match") == 0)
            read_match(config, reading, rule, member);
        else
            check(reading, read_option(config, rule, member, matches ? own : none, &err), &err);
    }
    if (matches)
        check_given(reading, object, "match");
}

size_t config_match(struct config *config, const char *name, const char *within, uint32_t *out)
{
    const struct glob_name own = glob_name_make(name);
    const struct glob_name other = glob_name_make(within != NULL ? within : name);
    size_t count = 0;
    if (config->rule_count > 0 && config->rules[0].glob_count == 0)
        out[count++] = 0;
    for (size_t i = 0; i < config->glob_count; i++) {
        const struct glob *const glob = &config->globs[i];
        if ((glob_holds(glob, &own) || (within != NULL && glob_holds(glob, &other))) &&
            (count == 0 || out[count - 1] != glob->owner))
            out[count++] = glob->owner;
    }
    for (size_t i = 0; i < count; i++)
        config->rules[out[i]].used = true;
    return count;
}

struct json_place config_rule_place(const struct config *config, const struct config_rule *rule)
{
    return json_place(&config->json, rule->source);
}

void config_warn_unused(const struct config *config, struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < config->rule_count; i++) {
        const struct config_rule *const rule = &config->rules[i];
        if (rule->used || rule->glob_count == 0)
            continue;
        const struct json_place place = config_rule_place(config, rule);
        diagnostics_add_warning_at(diagnostics, config->path, place.line, place.column,
                                   "rule-unmatched",
                                   "no input matches this rule; see 'hitmask help names'");
    }
}

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
static void check_list(const struct reading *reading, const cJSON *value, bool names)
{
    struct error err;
    const cJSON *element;
    const char *name;
    uint32_t duration;
    if (!is_array(reading, value))
        return;
    if (names && value->child == NULL)
        add_wrong(reading, value, "must have at least one frame");
    cJSON_ArrayForEach(element, value)
    {
        check(reading,
              names ? json_get_name(reading->json, element, &name, &err)
                    : json_get_u32(reading->json, element, 0, UINT32_MAX, &duration, &err),
              &err);
    }
}

static void read_member(const struct reading *reading, const cJSON *member, struct wanted *out)
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
            add_wrong(reading, member, "must be true or false");
    } else {
        ok = json_fail_key(json, member, &err, "unknown key");
    }
    check(reading, ok, &err);
}

/* Reads an animation. Returns false after an error; all errors are reported. */
static bool read_animation(const struct reading *reading, const cJSON *object, struct wanted *out)
{
    const size_t errors = reading->diagnostics->errors;
    const cJSON *member;
    *out = (struct wanted){.name = NULL};
    if (!is_object(reading, object))
        return false;
    cJSON_ArrayForEach(member, object)
    {
        read_member(reading, member, out);
    }
    check_given(reading, object, "name");
    check_given(reading, object, "frames");
    const bool one = json_find(object, "duration") != NULL;
    const bool many = json_find(object, "durations") != NULL;
    if (!one && !many)
        add_wrong(reading, object, "\"duration\" or \"durations\" is missing");
    if (one && many)
        add_wrong(reading, object, "must have \"duration\" or \"durations\", not both");
    return reading->diagnostics->errors == errors;
}

/* ---- The file -------------------------------------------------------------------------------- */

/* Reports each key that is given twice, in this value and in all values inside it. */
static void check_keys(const struct reading *reading, const cJSON *value)
{
    struct json_member *doubles = NULL;
    struct error err;
    const cJSON *child;
    size_t count = 0, reported = 0;
    if (cJSON_IsObject(value))
        doubles = json_find_doubles(value, &count);
    cJSON_ArrayForEach(child, value)
    {
        if (reported < count && child == doubles[reported].value) {
            check(reading, json_fail_key(reading->json, child, &err, "the key is given twice"),
                  &err);
            reported++;
        }
        check_keys(reading, child);
    }
    free(doubles);
}

static void read_root(struct config *config, const struct reading *reading)
{
    static const char *const sections[] = {"$schema", "options", "rules", "animations", NULL};
    const cJSON *const root = reading->json->root, *member;
    const char *for_editors;
    struct error err;
    struct wanted wanted;
    check_keys(reading, root);
    if (!is_object(reading, root))
        return;
    const cJSON *const schema = json_find(root, "$schema"), *const options =
                                                                json_find(root, "options");
    const cJSON *const rules = json_find(root, "rules");
    const cJSON *const animations = json_find(root, "animations");
    cJSON_ArrayForEach(member, root)
    {
        size_t i = 0;
        while (sections[i] != NULL && strcmp(member->string, sections[i]) != 0)
            i++;
        check(reading,
              sections[i] != NULL || fail_unknown_key(reading->json, member, sections, false, &err),
              &err);
    }
    if (schema != NULL)
        check(reading, json_get_string(reading->json, schema, &for_editors, &err), &err);
    if (options != NULL)
        read_rule(config, reading, options, false);
    if (rules != NULL && is_array(reading, rules))
        cJSON_ArrayForEach(member, rules)
        {
            read_rule(config, reading, member, true);
        }
    if (animations != NULL && is_array(reading, animations))
        cJSON_ArrayForEach(member, animations)
        {
            read_animation(reading, member, &wanted);
        }
}

static bool parse(struct config *config, struct error *err)
{
    enum { FILE_MOST = 1 << 28 };
    struct reader reader;
    size_t size = 0;
    if (!reader_open(&reader, config->path, err))
        return false;
    const bool ok = reader_read_all(&reader, FILE_MOST, &config->text, &size, err) &&
                    json_parse_doubles(&config->json, (const char *)config->text, size, err);
    if (ok)
        json_find_places(&config->json);
    reader_close(&reader);
    return ok;
}

bool config_read(struct config *config, const char *path, struct diagnostics *diagnostics)
{
    const struct reading reading = {&config->json, path, diagnostics, false};
    const size_t errors = diagnostics->errors;
    struct error err;
    *config = (struct config){.path = path};
    if (check(&reading, parse(config, &err), &err))
        read_root(config, &reading);
    return diagnostics->errors == errors;
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
static bool add_animation(const struct reading *reading, const struct wanted *wanted, size_t index,
                          bool has_union, struct steps *steps, struct model *model,
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
    const struct reading reading =
        config != NULL ? (struct reading){&config->json, config->path, diagnostics, false}
                       : (struct reading){&json, path, diagnostics, true};
    const cJSON *const root = config != NULL ? config->json.root : json_find(json.root, "config");
    const cJSON *const list = json_find(root, "animations"), *object;
    const bool has_union = unites(json.root);
    size_t index = 0;
    if (list != NULL)
        model_order(model);
    cJSON_ArrayForEach(object, list)
    {
        if (read_animation(&reading, object, &wanted))
            check(&reading, add_animation(&reading, &wanted, index, has_union, &steps, model, &err),
                  &err);
        index++;
    }
    free(steps.items);
    json_free(&json);
}
