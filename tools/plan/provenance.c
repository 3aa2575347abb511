/*
 * provenance.c - what sprites were baked with, as a canonical text and back
 */
#include "plan/provenance.h"

#include "base/json.h"
#include "base/json_put.h"
#include "base/json_scan.h"
#include "formats/document.h"
#include "plan/recipe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ------------------------------------------------------------------------------ */

/* Puts members, of which there is one at least, between braces. */
static bool wrap(const struct text *members, char **out, struct error *err)
{
    struct text object = {0};
    text_add_string(&object, "{");
    text_add(&object, members->bytes, members->length);
    text_add_string(&object, "}");
    if (members->failed || object.failed) {
        text_free(&object);
        fail_memory(err);
        return false;
    }
    *out = object.bytes;
    return true;
}

/* The same, but NULL when there are none. */
static bool wrap_any(const struct text *members, char **out, struct error *err)
{
    *out = NULL;
    return (!members->failed && members->length == 0) || wrap(members, out, err);
}

/* The value must be there unless memory ran out. */
static void add_value(struct text *out, const char *name, const struct text *value)
{
    if (value->failed)
        out->failed = true;
    else
        json_add_member(out, name, value->bytes);
}

static bool add_preset(const struct recipe *preset, struct text *out, struct error *err)
{
    struct text members = {0};
    char *object = NULL;
    recipe_describe(preset, &members);
    const bool ok = wrap_any(&members, &object, err);
    if (object != NULL)
        json_add_member(out, "preset", object);
    free(object);
    text_free(&members);
    return ok;
}

/* Rules stand between presets and explicit options; without any there is but one recipe. */
static bool add_recipe(const struct provenance *description, struct text *out, struct error *err)
{
    struct recipe preset = recipe_default, given = recipe_default;
    if (!arguments_apply(description->arguments, PASS_PRESET, &preset, err))
        return false;
    if (description->config == NULL) {
        if (!arguments_apply(description->arguments, PASS_RECIPE, &preset, err))
            return false;
        recipe_describe(&preset, out);
        return true;
    }
    if (!arguments_apply(description->arguments, PASS_RECIPE, &given, err))
        return false;
    recipe_describe_given(&given, description->arguments, out);
    return add_preset(&preset, out, err);
}

static void add_run_wide(const struct bake_options *options, struct text *out)
{
    struct text suffix = {0};
    if (options->strip_extension)
        json_add_member(out, "strip-extension", "true");
    if (options->mask_suffix == NULL)
        return;
    json_add_string(&suffix, options->mask_suffix);
    add_value(out, "mask-suffix", &suffix);
    text_free(&suffix);
}

static void add_config(const struct config *config, struct text *out)
{
    struct text rules = {0};
    struct scan scan;
    struct error err; /* for nothing: the text was scanned when it was read */
    if (config == NULL)
        return;
    scan_begin(&scan, config->json.text, config->json.size, &err);
    scan_space(&scan);
    scan_minify(&scan, &rules);
    add_value(out, "config", &rules);
    text_free(&rules);
}

static bool add_all(const struct provenance *description, struct text *out, struct error *err)
{
    if (!add_recipe(description, out, err))
        return false;
    add_run_wide(description->options, out);
    add_config(description->config, out);
    return true;
}

static bool tell(struct model *model, const struct text *members, struct error *err)
{
    char *object;
    if (!wrap_any(members, &object, err))
        return false;
    model_add_options(model, object);
    return true;
}

/* Options of documents may come from anywhere, and be as deep as a text can be. */
static bool check_depth(const char *options, struct error *err)
{
    bool right;
    if (!document_are_options((const uint8_t *)options, strlen(options), &right, err))
        return false;
    return right || fail(err, "the options of the documents are nested too deep for a shard");
}

/* Which part this is, and of what. */
static void add_shard(const struct provenance *description, struct text *out)
{
    const struct shard *const shard = &description->options->shard;
    const struct inputs_sum *const of_all = &description->of_all;
    char inputs[32], names[48], part[32];
    snprintf(inputs, sizeof inputs, "%zu", of_all->count);
    snprintf(names, sizeof names, "\"%016" PRIx64 "%016" PRIx64 "\"", of_all->names.high,
             of_all->names.low);
    snprintf(part, sizeof part, "\"%u/%u\"", (unsigned)shard->index, (unsigned)shard->count);
    json_add_member(out, "inputs", inputs);
    json_add_member(out, "names", names);
    json_add_member(out, "shard", part);
}

static void add_joined(const struct model *model, struct text *out)
{
    struct text names = {0};
    text_add_string(&names, "[");
    for (size_t i = 0; i < model->animation_count; i++) {
        if (!model->animations[i].joined)
            continue;
        text_add_string(&names, names.length > 1 ? "," : "");
        json_add_string(&names, model->animations[i].name);
    }
    text_add_string(&names, "]");
    if (names.failed || names.length > strlen("[]"))
        add_value(out, "joined", &names);
    text_free(&names);
}

/* Puts the shard's text in the place of what the model was told. */
static bool tell_shard(const struct provenance *description, bool has_documents,
                       struct text *members, struct model *model, struct error *err)
{
    char *object;
    if (description->config != NULL &&
        json_find(description->config->json.root, "animations") != NULL)
        add_joined(model, members);
    if (has_documents)
        json_add_member(members, "documents", model->options != NULL ? model->options : "null");
    add_shard(description, members);
    if (!wrap(members, &object, err))
        return false;
    free(model->options);
    model->options = object;
    return !has_documents || check_depth(object, err);
}

bool provenance_add(const struct provenance *description, struct text *out, struct error *err)
{
    const struct shard *const shard = &description->options->shard;
    if (!add_all(description, out, err))
        return false;
    if (shard->count > 1)
        add_shard(description, out);
    return true;
}

bool provenance_text(const struct provenance *description, char **out, struct error *err)
{
    struct text members = {0};
    *out = NULL;
    const bool ok = add_all(description, &members, err) && wrap_any(&members, out, err);
    text_free(&members);
    return ok;
}

bool provenance_tell(const struct provenance *description, size_t pictures, size_t documents,
                     struct model *model, struct error *err)
{
    const struct shard *const shard = &description->options->shard;
    struct text members = {0};
    bool ok = add_all(description, &members, err);
    if (ok && (pictures > 0 || documents == 0))
        ok = tell(model, &members, err);
    if (ok && shard->count > 1)
        ok = tell_shard(description, documents > 0, &members, model, err);
    text_free(&members);
    return ok;
}

/* ---- Reading ------------------------------------------------------------------------------ */

void provenance_parts_free(struct provenance_parts *parts)
{
    free(parts->own);
    free(parts->inputs);
    free(parts->names);
    free(parts->joined);
    free(parts->documents);
    *parts = (struct provenance_parts){0};
}

/* Finds `"shard":"I/N"` as the last member, and where it begins. In a minified text no string
 * holds such quotes, and no nested object ends with one. */
static const char *find_shard(const char *options, struct shard *shard)
{
    static const char key[] = "\"shard\":\"", end[] = "\"}";
    const char *last = NULL;
    char part[32];
    for (const char *p = options; (p = strstr(p, key)) != NULL; p++)
        last = p;
    if (last == NULL)
        return NULL;
    const char *const value = last + strlen(key);
    const size_t length = strcspn(value, "\"");
    if (length >= sizeof part || strcmp(value + length, end) != 0)
        return NULL;
    memcpy(part, value, length);
    part[length] = 0;
    return shard_read(part, shard) && shard->count > 1 ? last : NULL;
}

/* Finds the value of a member if it is the last before `end`, and begins with one of `begin`. */
static const char *find_last(const char *options, const char *end, const char *name,
                             const char *begin)
{
    const size_t length = strlen(name);
    struct scan scan;
    struct error err; /* for nothing: the text is right */
    scan_begin(&scan, options, strlen(options), &err);
    if (!scan_find_member(&scan, name))
        return NULL;
    const char *const value = scan.at;
    scan_value(&scan);
    const bool is_ours = scan.at == end && strchr(begin, *value) != NULL &&
                         (size_t)(value - options) > length + 3 &&
                         memcmp(value - length - 2, name, length) == 0;
    return is_ours ? value : NULL;
}

/* A member's end without the comma before the next, which begins at `next`. */
static const char *end_before(const char *options, const char *next)
{
    return next > options + 1 ? next - 1 : next;
}

/* Takes the member of that name off, if it is the last before `*end`. A value goes to `out`; null
 * is NULL. */
static bool take_last(const char *options, const char **end, const char *name, const char *begin,
                      bool *found, char **out)
{
    const char *const value = find_last(options, *end, name, begin);
    *found = value != NULL;
    if (value == NULL)
        return true;
    const bool is_null = *value == 'n';
    *out = is_null ? NULL : text_copy_n(value, (size_t)(*end - value));
    *end = end_before(options, value - strlen(name) - 3); /* two quotes and a colon */
    return is_null || *out != NULL;
}

/* Cuts the text at `end`, and closes it. */
static bool keep_own(const char *options, const char *end, char **out)
{
    const size_t length = (size_t)(end - options);
    if (length <= 1)
        return true;
    *out = text_copy_n(options, length + 1);
    if (*out != NULL)
        (*out)[length] = '}';
    return *out != NULL;
}

bool provenance_read(const char *options, struct provenance_parts *out, struct error *err)
{
    const char *end = options != NULL ? find_shard(options, &out->shard) : NULL;
    bool found;
    if (end == NULL) {
        out->shard = (struct shard){0};
        out->own = options != NULL ? text_copy(options) : NULL;
        return options == NULL || out->own != NULL || fail_memory(err);
    }
    end = end_before(options, end);
    const bool ok =
        take_last(options, &end, "names", "\"", &found, &out->names) &&
        take_last(options, &end, "inputs", "0123456789", &found, &out->inputs) &&
        take_last(options, &end, "documents", "{n", &out->has_documents, &out->documents) &&
        take_last(options, &end, "joined", "[", &found, &out->joined) &&
        keep_own(options, end, &out->own);
    return ok || fail_memory(err);
}

/* ---- Comparing ---------------------------------------------------------------------------- */

/* What an option is in the text: as JSON, or in words where it is not there. */
static bool value_in(const struct json *json, const char *name, struct text *out, struct error *err)
{
    char *value = NULL;
    if (!json_member_text(json, name, &value, err))
        return false;
    if (value != NULL)
        text_add_string(out, value);
    else if (strcmp(name, "strip-extension") == 0)
        text_add_string(out, "false");
    else if (json_find(json->root, "config") == NULL)
        recipe_put_default(name, out);
    if (out->length == 0)
        text_add_string(out, "absent");
    free(value);
    return !out->failed || fail_memory(err);
}

enum { VALUE_MAX_SHOWN = 96 };

/* Where two values that differ begin to be shown: at their beginning or, when they would look the
 * same, so far before the difference that it is seen, though each byte be quoted as four. */
static size_t choose_beginning(const char *a, const char *b)
{
    enum { LEAD = 16 };
    char left[VALUE_MAX_SHOWN], right[VALUE_MAX_SHOWN];
    size_t at = 0;
    if (strcmp(text_quote(left, sizeof left, a), text_quote(right, sizeof right, b)) != 0)
        return 0;
    while (a[at] == b[at])
        at++;
    at = at > LEAD ? at - LEAD : 0;
    while (at > 0 && ((uint8_t)a[at] & 0xc0) == 0x80)
        at--;
    return at;
}

static void show_from(const char *value, size_t beginning, struct text *out)
{
    char quoted[VALUE_MAX_SHOWN];
    text_add_string(out, beginning > 0 ? "..." : "");
    text_add_string(out, text_quote(quoted, sizeof quoted, value + beginning));
}

static bool compare_member(const struct json *left, const struct json *right, const char *name,
                           struct text *out, struct error *err)
{
    struct text a = {0}, b = {0};
    char quoted_name[64];
    const bool ok = value_in(left, name, &a, err) && value_in(right, name, &b, err);
    if (ok && strcmp(a.bytes, b.bytes) != 0) {
        const size_t beginning = choose_beginning(a.bytes, b.bytes);
        text_add_string(out, out->length > 0 ? "; " : "");
        text_add_string(out, text_quote(quoted_name, sizeof quoted_name, name));
        text_add_string(out, " is ");
        show_from(a.bytes, beginning, out);
        text_add_string(out, ", not ");
        show_from(b.bytes, beginning, out);
    }
    text_free(&a);
    text_free(&b);
    return ok;
}

static bool compare_members(const struct json *left, const struct json *right, struct text *out,
                            struct error *err)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, left->root)
    {
        if (!compare_member(left, right, member->string, out, err))
            return false;
    }
    cJSON_ArrayForEach(member, right->root)
    {
        if (json_find(left->root, member->string) == NULL &&
            !compare_member(left, right, member->string, out, err))
            return false;
    }
    return !out->failed || fail_memory(err);
}

static bool parse(struct json *json, const char *options, struct error *err)
{
    options = options != NULL ? options : "{}";
    return json_parse(json, options, strlen(options), err);
}

bool provenance_compare(const char *options, const char *others, struct text *out,
                        struct error *err)
{
    struct json left = {0}, right = {0};
    const bool ok = parse(&left, options, err) && parse(&right, others, err) &&
                    compare_members(&left, &right, out, err);
    json_free(&left);
    json_free(&right);
    return ok;
}
