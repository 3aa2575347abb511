/*
 * provenance.c - what sprites were baked with, as a canonical text and back
 */
#include "plan/provenance.h"

#include "base/json.h"
#include "base/json_scan.h"
#include "formats/document.h"
#include "plan/recipe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ------------------------------------------------------------------------------ */

/* Puts members between braces; NULL when there are none. */
static bool wrap(const struct text *members, char **out, struct error *err)
{
    *out = NULL;
    if (!members->failed && members->length == 0)
        return true;
    if (!members->failed)
        *out = text_format("{%s}", members->bytes);
    return *out != NULL || fail_memory(err);
}

/* `value` is JSON, and not empty unless memory ran out. */
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
    recipe_describe(preset, NULL, &members);
    const bool ok = wrap(&members, &object, err);
    if (object != NULL)
        json_add_member(out, "preset", object);
    free(object);
    text_free(&members);
    return ok;
}

/* Rules come between presets and explicit options; without rules there is but one recipe. */
static bool add_recipe(const struct provenance *description, struct text *out, struct error *err)
{
    const struct arguments *const arguments = description->arguments;
    const bool has_rules = description->config != NULL;
    struct recipe preset = recipe_default, given = recipe_default;
    if (!arguments_apply(arguments, PASS_PRESET, &preset, err) ||
        !arguments_apply(arguments, PASS_RECIPE, has_rules ? &given : &preset, err))
        return false;
    if (!has_rules) {
        recipe_describe(&preset, NULL, out);
        return true;
    }
    recipe_describe(&given, arguments, out);
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

/* Adds the facts that are in every shard. */
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

/* Puts the options of a shard in the place of the model's. */
static bool set_shard_options(const struct provenance *description, bool has_documents,
                              struct text *members, struct model *model, struct error *err)
{
    char *object;
    bool right;
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
    if (!has_documents || object == NULL)
        return true;
    /* Options of documents may come from anywhere, and be as deep as a text can be. */
    return document_are_options((const uint8_t *)object, strlen(object), &right, err) &&
           (right || fail(err, "the options of the documents are nested too deep for a shard"));
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
    const bool ok = add_all(description, &members, err) && wrap(&members, out, err);
    text_free(&members);
    return ok;
}

bool provenance_tell(const struct provenance *description, size_t pictures, size_t documents,
                     struct model *model, struct error *err)
{
    const struct shard *const shard = &description->options->shard;
    struct text members = {0};
    char *object = NULL;
    bool ok = add_all(description, &members, err);
    if (ok && (pictures > 0 || documents == 0)) {
        ok = wrap(&members, &object, err);
        if (ok)
            model_add_options(model, object);
    }
    if (ok && shard->count > 1)
        ok = set_shard_options(description, documents > 0, &members, model, err);
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

/* The facts of a shard, in the order in which they end its text, and how their values begin. */
enum fact { JOINED, DOCUMENTS, INPUTS, NAMES, SHARD, FACTS };
static const struct {
    const char *key, *begin;
} fact_spellings[FACTS] = {{"\"joined\":", "["},
                           {"\"documents\":", "{n"},
                           {"\"inputs\":", "0123456789"},
                           {"\"names\":", "\""},
                           {"\"shard\":", "\""}};

/* The places of the facts in a text. */
struct facts {
    const char *begin; /* of the first one's key; NULL: there are none */
    struct {
        const char *value, *end; /* NULL: it is not there */
    } of[FACTS];
};

/* Which fact the member is; -1: none. */
static int fact_at(const char *key, const char *value)
{
    int fact = FACTS - 1;
    while (fact >= 0 && (strncmp(key, fact_spellings[fact].key, (size_t)(value - key)) != 0 ||
                         strchr(fact_spellings[fact].begin, *value) == NULL))
        fact--;
    return fact;
}

/* Facts are the last members of the text, each at most once, and in their order. Members of such
 * names before other members are not facts. */
static struct facts find_facts(const char *options)
{
    struct facts facts = {0};
    struct scan scan;
    struct error err; /* stays empty: the text was checked when it was read */
    int last = -1;
    scan_begin(&scan, options, strlen(options), &err);
    /* After the last member comes '}', and after that the end of the text. */
    for (const char *key = options + 1; *key == '"'; key = scan.at + 1) {
        scan.at = key;
        scan_value(&scan);
        const char *const value = ++scan.at; /* behind the colon */
        scan_value(&scan);
        const int fact = fact_at(key, value);
        if (fact <= last)
            facts = (struct facts){0};
        last = fact;
        if (fact < 0)
            continue;
        if (facts.begin == NULL)
            facts.begin = key;
        facts.of[fact].value = value;
        facts.of[fact].end = scan.at;
    }
    return facts;
}

/* Is there a "shard", and does it say that there is more than one? */
static bool read_shard(const struct facts *facts, struct shard *out)
{
    char part[32];
    if (facts->of[SHARD].value == NULL)
        return false;
    const size_t length = (size_t)(facts->of[SHARD].end - facts->of[SHARD].value) - 2; /* quotes */
    if (length >= sizeof part)
        return false;
    memcpy(part, facts->of[SHARD].value + 1, length);
    part[length] = 0;
    return shard_read(part, out) && out->count > 1;
}

/* The value of a fact; NULL when it is not there. */
static bool copy_fact(const struct facts *facts, enum fact fact, char **out)
{
    const char *const value = facts->of[fact].value;
    if (value != NULL)
        *out = text_copy_n(value, (size_t)(facts->of[fact].end - value));
    return value == NULL || *out != NULL;
}

bool provenance_read(const char *options, struct provenance_parts *out, struct error *err)
{
    *out = (struct provenance_parts){0};
    if (options == NULL)
        return true;
    struct facts facts = find_facts(options);
    if (!read_shard(&facts, &out->shard)) {
        out->shard = (struct shard){0};
        out->own = text_copy(options);
        return out->own != NULL || fail_memory(err);
    }
    out->has_documents = facts.of[DOCUMENTS].value != NULL;
    if (out->has_documents && *facts.of[DOCUMENTS].value == 'n') /* null */
        facts.of[DOCUMENTS].value = NULL;
    /* The rest ends before the facts: its last comma becomes the brace. */
    const size_t length = (size_t)(facts.begin - options);
    if (length > 1) {
        out->own = text_copy_n(options, length);
        if (out->own == NULL)
            return fail_memory(err);
        out->own[length - 1] = '}';
    }
    return (copy_fact(&facts, NAMES, &out->names) && copy_fact(&facts, INPUTS, &out->inputs) &&
            copy_fact(&facts, DOCUMENTS, &out->documents) &&
            copy_fact(&facts, JOINED, &out->joined)) ||
           fail_memory(err);
}

/* ---- Comparing ---------------------------------------------------------------------------- */

/* Adds the value of an option in the text: JSON, the default if it is not there, or "absent". */
static bool value_in(const struct json *json, const char *name, struct text *out, struct error *err)
{
    char *const value = json_member_text(json, name);
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

/* Two values that differ are shown from here on: from their beginning or, if that looks the same
 * in both, from a little before the difference. A quoted byte may take four. */
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

static bool parse(struct json *json, const char *options, struct error *err)
{
    options = options != NULL ? options : "{}";
    return json_parse(json, options, strlen(options), err);
}

bool provenance_compare(const char *options, const char *others, struct text *out,
                        struct error *err)
{
    struct json left = {0}, right = {0};
    const cJSON *member;
    bool ok = parse(&left, options, err) && parse(&right, others, err);
    cJSON_ArrayForEach(member, left.root)
    {
        ok = ok && compare_member(&left, &right, member->string, out, err);
    }
    cJSON_ArrayForEach(member, right.root)
    {
        if (json_find(left.root, member->string) == NULL)
            ok = ok && compare_member(&left, &right, member->string, out, err);
    }
    json_free(&left);
    json_free(&right);
    return ok && (!out->failed || fail_memory(err));
}
