/*
 * provenance.c - what sprites were baked with, as a canonical text and back
 */
#include "plan/provenance.h"

#include "base/json.h"
#include "formats/document.h"
#include "plan/recipe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ------------------------------------------------------------------------------ */

/* Puts members between braces; NULL when there are none. */
static char *wrap(const struct text *members)
{
    return members->length > 0 ? text_format("{%s}", members->bytes) : NULL;
}

/* Rules come between presets and explicit options; without rules there is only one recipe. */
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
    struct text members = {0};
    recipe_describe(&preset, NULL, &members);
    char *const object = wrap(&members);
    if (object != NULL)
        json_add_member(out, "preset", object);
    free(object);
    text_free(&members);
    return true;
}

static bool add_all(const struct provenance *description, struct text *out, struct error *err)
{
    const struct bake_options *const options = description->options;
    struct text value = {0};
    if (!add_recipe(description, out, err))
        return false;
    if (options->strip_extension)
        json_add_member(out, "strip-extension", "true");
    if (options->mask_suffix != NULL) {
        json_add_string(&value, options->mask_suffix);
        json_add_member(out, "mask-suffix", value.bytes);
    }
    if (description->config != NULL) {
        const struct json *const config = &description->config->json;
        struct scan scan;
        struct error ignored; /* stays empty: the text was scanned when it was read */
        scan_begin(&scan, config->text, config->size, &ignored);
        scan_space(&scan);
        value.length = 0;
        scan_minify(&scan, &value);
        json_add_member(out, "config", value.bytes);
    }
    text_free(&value);
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
    if (names.length > strlen("[]"))
        json_add_member(out, "joined", names.bytes);
    text_free(&names);
}

/* Puts the options of a shard in the place of the model's. */
static bool set_shard_options(const struct provenance *description, bool has_documents,
                              struct text *members, struct model *model, struct error *err)
{
    char *object;
    if (model_has_layers(model) ||
        (description->config != NULL &&
         json_find(description->config->json.root, "animations") != NULL))
        add_joined(model, members);
    if (has_documents)
        json_add_member(members, "documents", model->options != NULL ? model->options : "null");
    add_shard(description, members);
    object = wrap(members);
    model->options = arena_text(&model->arena, object);
    free(object);
    /* Options of documents may come from anywhere, and be as deep as a text can be. */
    return !has_documents ||
           document_are_options((const uint8_t *)model->options, strlen(model->options)) ||
           fail(err, "the options of the documents are nested too deeply for a shard");
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
    const bool ok = add_all(description, &members, err);
    *out = ok ? wrap(&members) : NULL;
    text_free(&members);
    return ok;
}

bool provenance_tell(const struct provenance *description, size_t pictures, size_t documents,
                     struct model *model, struct error *err)
{
    const struct shard *const shard = &description->options->shard;
    struct text members = {0};
    bool ok = add_all(description, &members, err);
    if (ok && (pictures > 0 || documents == 0)) {
        char *const object = wrap(&members);
        model_add_options(model, object);
        free(object);
    }
    if (ok && shard->count > 1)
        ok = set_shard_options(description, documents > 0, &members, model, err);
    text_free(&members);
    return ok;
}

/* ---- Reading ------------------------------------------------------------------------------ */

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

/* The fact that the member is; -1: none. */
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

/* True if there is a "shard", and it says that there is more than one. */
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

void provenance_read(const char *options, struct provenance_parts *out)
{
    *out = (struct provenance_parts){0};
    if (options == NULL)
        return;
    const struct facts facts = find_facts(options);
    if (!read_shard(&facts, &out->shard)) {
        out->shard = (struct shard){0};
        out->own = arena_text(&out->arena, options);
        return;
    }
    const char **const strings[FACTS] = {
        [JOINED] = &out->joined,
        [DOCUMENTS] = &out->documents,
        [INPUTS] = &out->inputs,
        [NAMES] = &out->names,
    };
    for (int i = 0; i < SHARD; i++)
        if (facts.of[i].value != NULL)
            *strings[i] = arena_text_n(&out->arena, facts.of[i].value,
                                       (size_t)(facts.of[i].end - facts.of[i].value));
    out->has_documents = out->documents != NULL;
    if (out->has_documents && *out->documents == 'n') /* null */
        out->documents = NULL;
    /* The rest ends before the facts: its last comma becomes the brace. */
    const size_t length = (size_t)(facts.begin - options);
    if (length > 1) {
        char *const own = arena_text_n(&out->arena, options, length);
        own[length - 1] = '}';
        out->own = own;
    }
}

void provenance_parts_free(struct provenance_parts *parts)
{
    arena_free(&parts->arena);
    *parts = (struct provenance_parts){0};
}

/* ---- Comparing ---------------------------------------------------------------------------- */

/* Adds the value of an option in the text: JSON, the default if it is not there, or "absent". */
static void add_value_in(const struct json *json, const char *name, struct text *out)
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
}

static void compare_member(const struct json *left, const struct json *right, const char *name,
                           struct text *out)
{
    struct text a = {0}, b = {0};
    char key[64], own[96], other[96];
    add_value_in(left, name, &a);
    add_value_in(right, name, &b);
    if (strcmp(a.bytes, b.bytes) != 0) {
        text_quote(own, sizeof own, a.bytes);
        text_quote(other, sizeof other, b.bytes);
        const bool look_equal = strcmp(own, other) == 0; /* as far as they are shown */
        text_add_string(out, out->length > 0 ? "; " : "");
        text_add_string(out, text_quote(key, sizeof key, name));
        text_add_string(out, look_equal ? " differs" : " is ");
        if (!look_equal) {
            text_add_string(out, own);
            text_add_string(out, ", not ");
            text_add_string(out, other);
        }
    }
    text_free(&a);
    text_free(&b);
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
    const bool ok = parse(&left, options, err) && parse(&right, others, err);
    if (ok) {
        cJSON_ArrayForEach(member, left.root)
        {
            compare_member(&left, &right, member->string, out);
        }
        cJSON_ArrayForEach(member, right.root)
        {
            if (json_find(left.root, member->string) == NULL)
                compare_member(&left, &right, member->string, out);
        }
    }
    json_free(&left);
    json_free(&right);
    return ok;
}
