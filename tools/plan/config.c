/*
 * config.c - reads rules, and goes on after what is wrong to find the rest
 *
 * Each value is tried on a recipe of its own, so that a bad one is told where it stands.
 */
#include "plan/config.h"

#include "base/array.h"
#include "base/glob.h"
#include "base/text.h"
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
    text_free(&config->globs);
    free(config->strings);
    json_free(&config->json);
    free(config->text);
    *config = (struct config){0};
}

static struct config_rule *add_rule(struct config *config, const cJSON *source)
{
    struct config_rule *const grown =
        array_reserve(config->rules, config->rule_count + 1, &config->rule_capacity, sizeof *grown);
    if (grown == NULL)
        return NULL;
    config->rules = grown;
    grown[config->rule_count] =
        (struct config_rule){.source = source, .first_glob = config->globs.length};
    return &grown[config->rule_count++];
}

/* The rule is the last one. */
static bool add_glob(struct config *config, struct config_rule *rule, const char *glob,
                     struct error *err)
{
    text_add(&config->globs, glob, strlen(glob) + 1);
    if (config->globs.failed)
        return fail_memory(err);
    rule->glob_count++;
    return true;
}

/* A number as text that lives as long as the config; NULL without memory. What is not quite a
 * whole number must not look like one, and a zero has no sign. */
static const char *keep_number(struct config *config, double number)
{
    char digits[32];
    const double value = number == 0 ? 0 : number;
    char **const grown = array_reserve(config->strings, config->string_count + 1,
                                       &config->string_capacity, sizeof *grown);
    if (grown == NULL)
        return NULL;
    config->strings = grown;
    snprintf(digits, sizeof digits, "%.15g", value);
    if (strtod(digits, NULL) != value)
        snprintf(digits, sizeof digits, "%.17g", value);
    grown[config->string_count] = text_copy(digits);
    return grown[config->string_count] != NULL ? grown[config->string_count++] : NULL;
}

/* ---- Keys --------------------------------------------------------------------------------- */

/* Fails for a key that is none of `own`, nor, if `options` may stand there too, an option. */
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

/* What is being read, and where what is wrong goes. */
struct reading {
    struct config *config;
    struct diagnostics *diagnostics;
};

static void find(const struct reading *reading, const struct error *err)
{
    diagnostics_add_error(reading->diagnostics, reading->config->path, err);
}

static bool read_glob(struct config *config, struct config_rule *rule, const cJSON *value,
                      struct error *err)
{
    struct error wrong;
    if (!cJSON_IsString(value))
        return json_fail(&config->json, value, err, "must be a glob, which is a string");
    if (!glob_check(value->valuestring, &wrong))
        return json_fail(&config->json, value, err, "%s", wrong.text);
    return add_glob(config, rule, value->valuestring, err);
}

static void read_match(const struct reading *reading, struct config_rule *rule, const cJSON *value)
{
    struct error err;
    const cJSON *element;
    if (!cJSON_IsArray(value)) {
        if (!read_glob(reading->config, rule, value, &err))
            find(reading, &err);
        return;
    }
    if (value->child == NULL) {
        json_fail(&reading->config->json, value, &err, "must have at least one glob");
        find(reading, &err);
    }
    cJSON_ArrayForEach(element, value)
    {
        if (!read_glob(reading->config, rule, element, &err))
            find(reading, &err);
    }
}

/* Reads an object of options, and of a rule's own keys if it is one. */
static void read_rule(const struct reading *reading, const cJSON *object, bool matches)
{
    static const char *const own[] = {"match", NULL}, *const none[] = {NULL};
    struct config *const config = reading->config;
    struct error err;
    const cJSON *member;
    if (!cJSON_IsObject(object)) {
        json_fail(&config->json, object, &err, "must be an object");
        find(reading, &err);
        return;
    }
    struct config_rule *const rule = add_rule(config, object);
    if (rule == NULL) {
        fail_memory(&err);
        find(reading, &err);
        return;
    }
    cJSON_ArrayForEach(member, object)
    {
        if (matches && strcmp(member->string, "match") == 0)
            read_match(reading, rule, member);
        else if (!read_option(config, rule, member, matches ? own : none, &err))
            find(reading, &err);
    }
    if (matches && json_find(object, "match") == NULL) {
        json_fail(&config->json, object, &err, "\"match\" is missing");
        find(reading, &err);
    }
}

/* What editors check the file with is nothing to a bake. */
static void read_schema(const struct reading *reading, const cJSON *value)
{
    const char *ignored;
    struct error err;
    if (!json_get_string(&reading->config->json, value, &ignored, &err))
        find(reading, &err);
}

static void read_options(const struct reading *reading, const cJSON *value)
{
    read_rule(reading, value, false);
}

static void read_rules(const struct reading *reading, const cJSON *value)
{
    struct error err;
    const cJSON *element;
    if (!json_expect_array(&reading->config->json, value, &err)) {
        find(reading, &err);
        return;
    }
    cJSON_ArrayForEach(element, value)
    {
        read_rule(reading, element, true);
    }
}

static void read_animations(const struct reading *reading, const cJSON *value)
{
    config_animations_check(&reading->config->json, value, reading->config->path,
                            reading->diagnostics);
}

/* ---- The file ----------------------------------------------------------------------------- */

/* Tells each key that stands twice, in this value and all that it holds. */
static void check_keys(const struct reading *reading, const cJSON *value)
{
    struct json_member *doubles = NULL;
    struct error err;
    const cJSON *child;
    size_t count = 0, told = 0;
    if (cJSON_IsObject(value)) {
        doubles = json_find_doubles(value, &count);
        if (doubles == NULL) {
            count = 0;
            fail_memory(&err);
            find(reading, &err);
        }
    }
    cJSON_ArrayForEach(child, value)
    {
        if (told < count && child == doubles[told].value) {
            json_fail_key(&reading->config->json, child, &err, "the key is given twice");
            find(reading, &err);
            told++;
        }
        check_keys(reading, child);
    }
    free(doubles);
}

/* Read in this order, wherever they stand. */
static const struct {
    const char *name;
    void (*read)(const struct reading *reading, const cJSON *value);
} sections[] = {{"$schema", read_schema},
                {"options", read_options},
                {"rules", read_rules},
                {"animations", read_animations}};

enum { SECTION_COUNT = sizeof sections / sizeof *sections };

static void check_sections(const struct reading *reading)
{
    const char *names[SECTION_COUNT + 1] = {NULL};
    struct error err;
    const cJSON *member;
    for (size_t i = 0; i < SECTION_COUNT; i++)
        names[i] = sections[i].name;
    cJSON_ArrayForEach(member, reading->config->json.root)
    {
        size_t i = 0;
        while (i < SECTION_COUNT && strcmp(member->string, names[i]) != 0)
            i++;
        if (i < SECTION_COUNT)
            continue;
        fail_unknown_key(&reading->config->json, member, names, false, &err);
        find(reading, &err);
    }
}

static void read_sections(const struct reading *reading)
{
    const struct json *const json = &reading->config->json;
    struct error err;
    const cJSON *value;
    check_keys(reading, json->root);
    if (!cJSON_IsObject(json->root)) {
        json_fail(json, json->root, &err, "must be an object");
        find(reading, &err);
        return;
    }
    check_sections(reading);
    for (size_t i = 0; i < SECTION_COUNT; i++) {
        cJSON_ArrayForEach(value, json->root)
        {
            if (strcmp(value->string, sections[i].name) == 0)
                sections[i].read(reading, value);
        }
    }
}

static bool parse(struct config *config, struct error *err)
{
    struct reader reader;
    size_t size = 0;
    if (!reader_open(&reader, config->path, err))
        return false;
    const bool ok = reader_read_all(&reader, SIZE_MAX / 2, &config->text, &size, err) &&
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
        read_sections(&reading);
    else
        find(&reading, &err);
    return diagnostics->errors == errors && !diagnostics->failed;
}

/* ---- Rules in use ------------------------------------------------------------------------- */

bool config_rule_holds(const struct config *config, struct config_rule *rule, const char *name)
{
    const char *glob = config->globs.bytes;
    bool holds = rule->glob_count == 0;
    for (size_t i = 0; i < rule->glob_count && !holds; i++) {
        glob += i == 0 ? rule->first_glob : strlen(glob) + 1;
        holds = glob_match(glob, name);
    }
    rule->used = rule->used || holds;
    return holds;
}

struct json_place config_rule_place(const struct config *config, const struct config_rule *rule)
{
    return json_place(&config->json, rule->source);
}

/* Makes the glob for all files in the folder of that name: one at the top, or one anywhere. */
static void add_folder_glob(const char *folder, bool anywhere, struct text *out)
{
    const size_t length = strlen(folder);
    out->length = 0;
    text_add_string(out, anywhere ? "**/" : "");
    text_add(out, folder, length - (length > 0 && folder[length - 1] == '/'));
    text_add_string(out, "/**");
}

/* Finds the glob that would match, were one of the rule's the name of a folder. */
static bool find_folder_glob(const struct config *config, const struct config_rule *rule,
                             const struct config_names *names, struct text *out)
{
    const char *glob = config->globs.bytes + rule->first_glob;
    for (size_t i = 0; i < rule->glob_count; i++, glob += strlen(glob) + 1) {
        for (int anywhere = 0; anywhere <= 1; anywhere++) {
            add_folder_glob(glob, anywhere, out);
            if (!out->failed && names->any_matches(names->user, out->bytes))
                return true;
        }
    }
    return false;
}

void config_warn_unused(const struct config *config, const struct config_names *names,
                        struct diagnostics *diagnostics)
{
    /* Of very many rules: each look goes over all names. */
    enum { LOOKS_MAX = 100 };
    struct text glob = {0};
    char shown[200];
    int looks = 0;
    for (size_t i = 0; i < config->rule_count; i++) {
        const struct config_rule *const rule = &config->rules[i];
        if (rule->used || rule->glob_count == 0)
            continue;
        const struct json_place place = config_rule_place(config, rule);
        char text[300] = "no input matches this rule";
        if (looks++ < LOOKS_MAX && find_folder_glob(config, rule, names, &glob))
            snprintf(text, sizeof text,
                     "no input matches this rule; write '%s' for all files in the folder",
                     text_quote(shown, sizeof shown, glob.bytes));
        diagnostics_add_warning_at(diagnostics, config->path, place.line, place.column,
                                   "rule-unmatched", text);
    }
    text_free(&glob);
}

bool config_has_animations(const struct config *config)
{
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(config->json.root, "animations")) >
           0;
}
