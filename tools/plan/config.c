/*
 * config.c - reads rules, and goes on after an error to find the others
 *
 * Each value is tried on a recipe of its own, so that an error has the place of its value.
 */
#include "plan/config.h"

#include "base/array.h"
#include "base/glob.h"
#include "base/text.h"
#include "base/text_names.h"
#include "plan/config_animations.h"
#include "plan/recipe.h"
#include "system/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_set sprite_options = {
    .tables = (const struct option *const[]){recipe_option_table, NULL}};

/* ---- Memory ------------------------------------------------------------------------------- */

void config_free(struct config *config)
{
    for (size_t i = 0; i < config->rule_count; i++)
        arguments_free(&config->rules[i].options);
    for (size_t i = 0; i < config->string_count; i++)
        free(config->strings[i]);
    free(config->rules);
    free(config->globs);
    free(config->strings);
    json_free(&config->json);
    free(config->text);
    *config = (struct config){0};
}

static struct config_rule *add_rule(struct config *config, const cJSON *source)
{
    struct config_rule *const added =
        array_push(&config->rules, &config->rule_count, &config->rule_capacity);
    if (added != NULL)
        *added = (struct config_rule){.source = source, .first_glob = config->glob_count};
    return added;
}

/* A number as text that lives as long as the config; NULL without memory. The text must not look
 * like a whole number when the number is none, and a zero has no sign. */
static const char *keep_number(struct config *config, double number)
{
    char digits[32];
    const double value = number == 0 ? 0 : number;
    char **const added =
        array_push(&config->strings, &config->string_count, &config->string_capacity);
    if (added == NULL)
        return NULL;
    snprintf(digits, sizeof digits, "%.15g", value);
    if (strtod(digits, NULL) != value)
        snprintf(digits, sizeof digits, "%.17g", value);
    *added = text_copy(digits);
    return *added;
}

/* ---- Keys --------------------------------------------------------------------------------- */

/* Fails for a key that is not in `own` and, if `options` are allowed there, no option either. */
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

/* ---- Options ------------------------------------------------------------------------------ */

static bool takes_number(const struct option *option)
{
    return option->kind == OPTION_NUMBER || option->kind == OPTION_BYTE || option->numeric;
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
        *out = keep_number(config, value->valuedouble);
        return *out != NULL || fail_memory(err);
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

/* ---- Rules -------------------------------------------------------------------------------- */

/* The config that is being read, and where its errors go. */
struct reading {
    struct config *config;
    struct diagnostics *diagnostics;
};

static void add_error(const struct reading *reading, const struct error *err)
{
    diagnostics_add_error(reading->diagnostics, reading->config->path, err);
}

static void add_wrong(const struct reading *reading, const cJSON *value, const char *what)
{
    struct error err;
    json_fail(&reading->config->json, value, &err, "%s", what);
    add_error(reading, &err);
}

/* The rule is the last one. */
static void read_glob(const struct reading *reading, struct config_rule *rule, const cJSON *value)
{
    struct config *const config = reading->config;
    struct error err;
    if (!cJSON_IsString(value)) {
        add_wrong(reading, value, "must be a glob, which is a string");
    } else if (!glob_check(value->valuestring, &err)) {
        add_wrong(reading, value, err.text);
    } else {
        struct glob *const added =
            array_push(&config->globs, &config->glob_count, &config->glob_capacity);
        if (added != NULL)
            *added = glob_make(value->valuestring, (uint32_t)(rule - config->rules));
        else if (!fail_memory(&err))
            add_error(reading, &err);
        rule->glob_count += added != NULL;
    }
}

static void read_match(const struct reading *reading, struct config_rule *rule, const cJSON *value)
{
    const cJSON *element;
    if (!cJSON_IsArray(value)) {
        read_glob(reading, rule, value);
        return;
    }
    if (value->child == NULL)
        add_wrong(reading, value, "must have at least one glob");
    cJSON_ArrayForEach(element, value)
    {
        read_glob(reading, rule, element);
    }
}

/* Reads an object of options, which is a rule if it has a "match". */
static void read_rule(const struct reading *reading, const cJSON *object, bool matches)
{
    static const char *const own[] = {"match", NULL}, *const none[] = {NULL};
    struct error err;
    const cJSON *member;
    if (!cJSON_IsObject(object)) {
        add_wrong(reading, object, "must be an object");
        return;
    }
    struct config_rule *const rule = add_rule(reading->config, object);
    if (rule == NULL) {
        fail_memory(&err);
        add_error(reading, &err);
        return;
    }
    cJSON_ArrayForEach(member, object)
    {
        if (matches && strcmp(member->string, "match") == 0)
            read_match(reading, rule, member);
        else if (!read_option(reading->config, rule, member, matches ? own : none, &err))
            add_error(reading, &err);
    }
    if (matches && json_find(object, "match") == NULL)
        add_wrong(reading, object, "\"match\" is missing");
}

/* ---- The file ----------------------------------------------------------------------------- */

/* Reports each key that is given twice, in this value and in all values inside it. */
static void check_keys(const struct reading *reading, const cJSON *value)
{
    struct json_member *doubles = NULL;
    struct error err;
    const cJSON *child;
    size_t count = 0, reported = 0;
    if (cJSON_IsObject(value)) {
        doubles = json_find_doubles(value, &count);
        if (doubles == NULL) {
            count = 0;
            fail_memory(&err);
            add_error(reading, &err);
        }
    }
    cJSON_ArrayForEach(child, value)
    {
        if (reported < count && child == doubles[reported].value) {
            json_fail_key(&reading->config->json, child, &err, "the key is given twice");
            add_error(reading, &err);
            reported++;
        }
        check_keys(reading, child);
    }
    free(doubles);
}

/* Read in this order, wherever they are in the file. */
enum section { SCHEMA, OPTIONS, RULES, ANIMATIONS, SECTIONS };
static const char *const section_names[] = {"$schema", "options", "rules", "animations", NULL};

static void read_section(const struct reading *reading, enum section section, const cJSON *value)
{
    const struct json *const json = &reading->config->json;
    const char *ignored;
    struct error err;
    const cJSON *rule;
    if (section == SCHEMA && !json_get_string(json, value, &ignored, &err))
        add_error(reading, &err); /* else it is for editors */
    if (section == OPTIONS)
        read_rule(reading, value, false);
    if (section == RULES && !json_expect_array(json, value, &err))
        add_error(reading, &err);
    else if (section == RULES)
        cJSON_ArrayForEach(rule, value)
        {
            read_rule(reading, rule, true);
        }
    if (section == ANIMATIONS)
        config_animations_check(json, value, reading->config->path, reading->diagnostics);
}

static void read_root(const struct reading *reading)
{
    const struct json *const json = &reading->config->json;
    struct error err;
    const cJSON *member;
    check_keys(reading, json->root);
    if (!cJSON_IsObject(json->root)) {
        add_wrong(reading, json->root, "must be an object");
        return;
    }
    cJSON_ArrayForEach(member, json->root)
    {
        int section = 0;
        while (section < SECTIONS && strcmp(member->string, section_names[section]) != 0)
            section++;
        if (section == SECTIONS && !fail_unknown_key(json, member, section_names, false, &err))
            add_error(reading, &err);
    }
    for (int section = 0; section < SECTIONS; section++)
        cJSON_ArrayForEach(member, json->root)
        {
            if (strcmp(member->string, section_names[section]) == 0)
                read_section(reading, (enum section)section, member);
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
                    json_parse_doubles(&config->json, (const char *)config->text, size, err) &&
                    json_find_places(&config->json, err);
    reader_close(&reader);
    return ok;
}

bool config_read(struct config *config, const char *path, struct diagnostics *diagnostics)
{
    const struct reading reading = {config, diagnostics};
    const size_t errors = diagnostics->errors;
    struct error err;
    *config = (struct config){.path = path};
    if (parse(config, &err))
        read_root(&reading);
    else
        add_error(&reading, &err);
    return diagnostics->errors == errors && !diagnostics->failed;
}

/* ---- Rules in use ------------------------------------------------------------------------- */

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
