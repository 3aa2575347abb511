/*
 * config.c - reads rules, and goes on after an error to find the others
 *
 * Each value is tried on a recipe of its own, so that an error has the place of its value.
 */
#include "plan/config.h"

#include "base/memory.h"
#include "base/text.h"
#include "format.h"
#include "plan/bake_options.h"
#include "plan/config_reading.h"
#include "plan/recipe.h"
#include "system/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_set sprite_options = {
    .tables = (const struct option *const[]){recipe_option_table, recipe_rule_table, NULL}};

void config_free(struct config *config)
{
    for (size_t i = 0; i < config->rule_count; i++) {
        const struct config_rule *const rule = &config->rules[i];
        arguments_free(&config->rules[i].options);
        for (size_t k = 0; k < rule->layer_count; k++)
            arguments_free(&rule->layers[k].options);
    }
    arguments_free(&config->bake);
    json_free(&config->json);
    free(config->text);
    arena_free(&config->arena);
    *config = (struct config){0};
}

/* ---- Errors ---------------------------------------------------------------------------------- */

bool config_check(const struct config_reading *reading, bool ok, struct error *err)
{
    if (!ok && reading->unplaced)
        err->line = err->column = 0;
    if (!ok)
        diagnostics_add_error(reading->diagnostics, reading->path, err);
    return ok;
}

void config_add_wrong(const struct config_reading *reading, const cJSON *value, const char *what)
{
    struct error err;
    config_check(reading, json_fail(reading->json, value, &err, "%s", what), &err);
}

void config_check_given(const struct config_reading *reading, const cJSON *object, const char *key)
{
    struct error err;
    if (json_find(object, key) == NULL)
        config_check(reading, json_fail(reading->json, object, &err, "\"%s\" is missing", key),
                     &err);
}

bool config_is_array(const struct config_reading *reading, const cJSON *value)
{
    struct error err;
    return config_check(reading, json_expect_array(reading->json, value, &err), &err);
}

bool config_is_object(const struct config_reading *reading, const cJSON *value)
{
    if (!cJSON_IsObject(value))
        config_add_wrong(reading, value, "must be an object");
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
    if (options_find(&sprite_options, member->string) != NULL ||
        options_find(&bake_option_set, member->string) != NULL)
        return json_fail_key(json, member, err, "must be inside \"options\" or a rule");
    return json_fail_key(json, member, err, "unknown key");
}

/* ---- Rules ----------------------------------------------------------------------------------- */

static bool takes_number(const struct option *option)
{
    return option->kind == OPTION_NUMBER || option->kind == OPTION_BYTE || option->takes_number;
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

/* The strings of a list, with commas between. */
static bool list_text(struct config *config, const cJSON *value, const char **out,
                      struct error *err)
{
    const cJSON *element;
    struct text joined = {0};
    text_add_string(&joined, "");
    cJSON_ArrayForEach(element, value)
    {
        if (!cJSON_IsString(element) || strchr(element->valuestring, ',') != NULL) {
            text_free(&joined);
            return json_fail(&config->json, element, err, "must be the id of a warning");
        }
        text_add_string(&joined, element == value->child ? "" : ",");
        text_add_string(&joined, element->valuestring);
    }
    *out = arena_text(&config->arena, joined.bytes);
    text_free(&joined);
    return cJSON_IsArray(value) ||
           json_fail(&config->json, value, err, "must be a list of ids of warnings");
}

/* The value as the command line would have it, in `*out`; OPTION_OFF for a flag taken back. */
static bool value_text(struct config *config, const struct option *option, const cJSON *value,
                       const char **out, struct error *err)
{
    if (option->argument == NULL) {
        *out = cJSON_IsFalse(value) ? OPTION_OFF : NULL;
        return cJSON_IsBool(value) || json_fail(&config->json, value, err, "must be true or false");
    }
    if (option == recipe_rule_table)
        return list_text(config, value, out, err);
    if (cJSON_IsNumber(value) && takes_number(option)) {
        *out = number_text(&config->arena, value->valuedouble);
        return true;
    }
    *out = value->valuestring;
    return cJSON_IsString(value) ||
           json_fail(&config->json, value, err, "must be %sa string (%s)",
                     takes_number(option) ? "a number or " : "", option->argument);
}

/* Options of a bake that are for one run on one machine, or would lead away from the config. */
static const char *const for_command_line[] = {"output", "config", "force",    "jobs",  "cache",
                                               "shard",  "help",   "progress", "color", NULL};

static bool add_bake_option(struct config *config, const struct option *option, const cJSON *value,
                            struct error *err)
{
    struct bake_options trial = {.jobs = 1};
    struct error wrong;
    const char *text = NULL;
    if (!value_text(config, option, value, &text, err))
        return false;
    const bool ok = option_set_value(option, &trial, text, &wrong);
    bake_options_free(&trial);
    return ok ? arguments_add(&config->bake, option, text, err)
              : json_fail(&config->json, value, err, "%s", wrong.text);
}

/* Reads an option of the whole bake; one that may be repeated may be a list. */
static bool read_bake_option(struct config *config, const struct option *option, const cJSON *value,
                             struct error *err)
{
    static const char *const repeated[] = {"exclude", "error-on", "MT", NULL};
    const cJSON *element;
    if (!cJSON_IsArray(value) || !text_is_among(option->name, repeated))
        return add_bake_option(config, option, value, err);
    cJSON_ArrayForEach(element, value)
    {
        if (!add_bake_option(config, option, element, err))
            return false;
    }
    return true;
}

void config_apply(const struct config *config, const struct arguments *command_line,
                  struct bake_options *options, struct diagnostics *diagnostics)
{
    static const char *const adding[] = {"exclude", "error-on", NULL};
    static const char *const levels[] = {"quiet", "no-summary", "verbose", NULL};
    struct error err;
    bool level_given = false;
    for (size_t i = 0; levels[i] != NULL; i++)
        level_given = level_given || arguments_have(command_line, levels[i]);
    for (size_t i = 0; i < config->bake.value_count; i++) {
        const struct option_value *const given = &config->bake.values[i];
        const bool chosen = text_is_among(given->option->name, levels)
                                ? level_given
                                : arguments_have(command_line, given->option->name);
        if ((!chosen || text_is_among(given->option->name, adding)) &&
            !option_set_value(given->option, options, given->value, &err))
            diagnostics_add_error(diagnostics, config->path, &err);
    }
}

/* The objects that have options, and their other keys. */
enum place { IN_OPTIONS, IN_RULE, IN_LAYER };
static const char *const own_keys[][3] = {
    [IN_OPTIONS] = {"layers", NULL}, [IN_RULE] = {"match", "layers", NULL}, [IN_LAYER] = {NULL}};

/* Adds an option to those of a rule or layer or, if it is for the whole bake, to the config's. */
static bool read_option(struct config *config, struct arguments *options, const cJSON *value,
                        enum place place, struct error *err)
{
    const struct option *const option = options_find(&sprite_options, value->string);
    const struct option *const of_bake = options_find(&bake_option_set, value->string);
    struct recipe trial = recipe_default;
    struct error wrong;
    const char *text = NULL;
    if (option == NULL && of_bake != NULL && text_is_among(of_bake->name, for_command_line))
        return json_fail_key(&config->json, value, err, "must be on the command line");
    if (option == NULL && of_bake != NULL && place == IN_OPTIONS)
        return read_bake_option(config, of_bake, value, err);
    if (option == NULL && of_bake != NULL)
        return json_fail_key(&config->json, value, err,
                             "is for the whole bake; it must be in the config's \"options\"");
    if (option == NULL)
        return fail_unknown_key(&config->json, value, own_keys[place], true, err);
    if (place == IN_LAYER && !recipe_is_for_layers(option))
        return json_fail_key(&config->json, value, err,
                             "must not be in a layer, which has the picture's cells and frames");
    if (!value_text(config, option, value, &text, err))
        return false;
    if (!option_set_value(option, &trial, text, &wrong))
        return json_fail(&config->json, value, err, "%s", wrong.text);
    return arguments_add(options, option, text, err);
}

/* Adds a glob to the last rule. */
static void read_glob(struct config *config, const struct config_reading *reading,
                      struct config_rule *rule, const cJSON *value)
{
    struct error err;
    if (!cJSON_IsString(value)) {
        config_add_wrong(reading, value, "must be a glob, which is a string");
    } else if (!glob_check(value->valuestring, &err)) {
        config_add_wrong(reading, value, err.text);
    } else {
        struct glob *const added = arena_array_push(&config->arena, &config->globs,
                                                    &config->glob_count, &config->glob_capacity);
        *added = glob_make(value->valuestring, (uint32_t)(rule - config->rules));
        rule->glob_count++;
    }
}

static void read_match(struct config *config, const struct config_reading *reading,
                       struct config_rule *rule, const cJSON *value)
{
    const cJSON *element;
    if (!cJSON_IsArray(value)) {
        read_glob(config, reading, rule, value);
        return;
    }
    if (value->child == NULL)
        config_add_wrong(reading, value, "must have at least one glob");
    cJSON_ArrayForEach(element, value)
    {
        read_glob(config, reading, rule, element);
    }
}

/* Adds a layer, or several, to the rule. */
static void read_layers(struct config *config, const struct config_reading *reading,
                        struct config_rule *rule, const cJSON *object)
{
    const cJSON *member, *value;
    struct error err;
    if (!config_is_object(reading, object))
        return;
    cJSON_ArrayForEach(member, object)
    {
        if (!recipe_check_layer(member->string, &err)) {
            config_check(reading, json_fail_key(reading->json, member, &err, "%s", err.text), &err);
            continue;
        }
        if (!config_is_object(reading, member))
            continue;
        struct config_layer *const layer = arena_array_push(
            &config->arena, &rule->layers, &rule->layer_count, &rule->layer_capacity);
        *layer = (struct config_layer){.name = member->string};
        cJSON_ArrayForEach(value, member)
        {
            config_check(reading, read_option(config, &layer->options, value, IN_LAYER, &err),
                         &err);
        }
    }
}

/* Reads an object of options, which is a rule if it has a "match". */
static void read_rule(struct config *config, const struct config_reading *reading,
                      const cJSON *object, bool matches)
{
    struct error err;
    const cJSON *member;
    if (!config_is_object(reading, object))
        return;
    struct config_rule *const rule = arena_array_push(&config->arena, &config->rules,
                                                      &config->rule_count, &config->rule_capacity);
    *rule = (struct config_rule){.source = object};
    cJSON_ArrayForEach(member, object)
    {
        if (matches && strcmp(member->string, "match") == 0)
            read_match(config, reading, rule, member);
        else if (strcmp(member->string, "layers") == 0)
            read_layers(config, reading, rule, member);
        else
            config_check(
                reading,
                read_option(config, &rule->options, member, matches ? IN_RULE : IN_OPTIONS, &err),
                &err);
    }
    if (matches)
        config_check_given(reading, object, "match");
}

/* The most names that a sprite has for rules. */
enum { NAMES_MOST = 4 };

size_t config_match(struct config *config, const char *name, const char *const *others,
                    uint32_t *out)
{
    struct glob_name names[NAMES_MOST] = {glob_name_make(name)};
    size_t count = 0, name_count = 1;
    for (; others != NULL && *others != NULL && name_count < NAMES_MOST; others++)
        if (strcmp(*others, name) != 0)
            names[name_count++] = glob_name_make(*others);
    if (config->rule_count > 0 && config->rules[0].glob_count == 0)
        out[count++] = 0;
    for (size_t i = 0; i < config->glob_count; i++) {
        const struct glob *const glob = &config->globs[i];
        bool holds = false;
        for (size_t k = 0; k < name_count && !holds; k++)
            holds = glob_holds(glob, &names[k]);
        if (holds && (count == 0 || out[count - 1] != glob->owner))
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

void config_warn_unused(const struct config *config, const char *const *names, size_t count,
                        struct diagnostics *diagnostics)
{
    size_t unused = 0, glob = 0;
    for (size_t i = 0; i < config->rule_count; i++) {
        const struct config_rule *const rule = &config->rules[i];
        const size_t first = glob;
        glob += rule->glob_count;
        if (rule->used || rule->glob_count == 0)
            continue;
        const char *const wanted = config->globs[first].pattern;
        const struct json_place place = config_rule_place(config, rule);
        char pattern[100], name[100], text[400];
        /* Looking for it takes long where there are many of both. */
        const char *const nearest =
            unused++ < WARNINGS_SHOWN ? glob_nearest(wanted, names, count) : NULL;
        snprintf(text, sizeof text, "no input matches '%s'%s%s%s%s; see 'hitmask help names'",
                 text_quote(pattern, sizeof pattern, wanted),
                 rule->glob_count > 1 ? " and the other patterns of this rule" : "",
                 nearest != NULL ? "; the nearest name is '" : "",
                 nearest != NULL ? text_quote(name, sizeof name, nearest) : "",
                 nearest != NULL ? "'" : "");
        diagnostics_add_warning_at(diagnostics, config->path, place.line, place.column,
                                   "rule-unmatched", text);
    }
}

/* ---- The file -------------------------------------------------------------------------------- */

/* Reports each key that is given twice, in this value and in all values inside it. */
static void check_keys(const struct config_reading *reading, const cJSON *value)
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
            config_check(reading,
                         json_fail_key(reading->json, child, &err, "the key is given twice"), &err);
            reported++;
        }
        check_keys(reading, child);
    }
    free(doubles);
}

static void read_root(struct config *config, const struct config_reading *reading)
{
    static const char *const sections[] = {"$schema", "options", "rules", "animations", NULL};
    const cJSON *const root = reading->json->root, *member;
    const char *for_editors;
    struct error err;
    check_keys(reading, root);
    if (!config_is_object(reading, root))
        return;
    const cJSON *const schema = json_find(root, "$schema"), *const options =
                                                                json_find(root, "options");
    const cJSON *const rules = json_find(root, "rules");
    const cJSON *const animations = json_find(root, "animations");
    cJSON_ArrayForEach(member, root)
    {
        config_check(reading,
                     text_is_among(member->string, sections) ||
                         fail_unknown_key(reading->json, member, sections, false, &err),
                     &err);
    }
    if (schema != NULL)
        config_check(reading, json_get_string(reading->json, schema, &for_editors, &err), &err);
    if (options != NULL)
        read_rule(config, reading, options, false);
    if (rules != NULL && config_is_array(reading, rules))
        cJSON_ArrayForEach(member, rules)
        {
            read_rule(config, reading, member, true);
        }
    if (animations != NULL && config_is_array(reading, animations))
        cJSON_ArrayForEach(member, animations)
        {
            config_check_animation(reading, member);
        }
}

/* Puts spaces in the place of comments, from // to the end of the line, so that all else keeps its
 * place. */
static void blank_comments(uint8_t *text, size_t size)
{
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        if (in_string && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            in_string = !in_string;
        else if (!in_string && text[i] == '/' && i + 1 < size && text[i + 1] == '/')
            while (i < size && text[i] != '\n' && text[i] != '\r')
                text[i++] = ' ';
    }
}

static bool parse(struct config *config, struct error *err)
{
    enum { FILE_MOST = 1 << 28 };
    struct reader reader;
    size_t size = 0;
    if (!reader_open(&reader, config->path, err))
        return false;
    bool ok = reader_read_all(&reader, FILE_MOST, &config->text, &size, err);
    if (ok)
        blank_comments(config->text, size);
    ok = ok && json_parse_doubles(&config->json, (const char *)config->text, size, err);
    if (ok)
        json_find_places(&config->json);
    reader_close(&reader);
    return ok;
}

bool config_read(struct config *config, const char *path, struct diagnostics *diagnostics)
{
    const struct config_reading reading = {&config->json, path, diagnostics, false};
    const size_t errors = diagnostics->errors;
    struct error err;
    *config = (struct config){.path = path};
    if (config_check(&reading, parse(config, &err), &err))
        read_root(config, &reading);
    return diagnostics->errors == errors;
}

bool config_read_text(struct config *config, const char *text, struct diagnostics *diagnostics)
{
    const struct config_reading reading = {&config->json, "the config", diagnostics, true};
    const size_t errors = diagnostics->errors;
    struct error err;
    *config = (struct config){.path = "the config", .text = (uint8_t *)text_copy(text)};
    if (config_check(
            &reading,
            json_parse_doubles(&config->json, (const char *)config->text, strlen(text), &err),
            &err)) {
        json_find_places(&config->json);
        read_root(config, &reading);
    }
    return diagnostics->errors == errors;
}

void config_add_options(struct config *config, const cJSON *object, struct arguments *out)
{
    const cJSON *member;
    struct error ignored;
    cJSON_ArrayForEach(member, object)
    {
        const struct option *const option = options_find(&sprite_options, member->string);
        struct recipe trial = recipe_default;
        const char *text = NULL;
        if (option != NULL && value_text(config, option, member, &text, &ignored) &&
            option_set_value(option, &trial, text, &ignored))
            arguments_add(out, option, text, &ignored);
    }
}
