/*
 * merge_check.c - compares each pack with the first, and finds the shards that are missing
 */
#include "commands/merge_check.h"

#include "base/array.h"
#include "base/json.h"
#include "base/text.h"
#include "plan/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_SHOWN = 128 };

void merge_check_free(struct merge_check *check)
{
    free(check->options);
    free(check->inputs);
    free(check->names);
    free(check->shards);
    *check = (struct merge_check){0};
}

/* ---- Shards ------------------------------------------------------------------------------- */

static const char *name_shard(char out[48], const struct shard *shard)
{
    if (shard->count == 0)
        return "not a shard";
    snprintf(out, 48, "shard %u/%u", (unsigned)shard->index, (unsigned)shard->count);
    return out;
}

static bool check_kind(const struct merge_check *check, const struct shard *shard,
                       struct error *err)
{
    char first[PATH_MAX_SHOWN], this_one[48], that_one[48];
    if (shard->count == check->shard.count)
        return true;
    return fail(err, "is %s, but %s is %s", name_shard(this_one, shard),
                text_quote(first, sizeof first, check->first), name_shard(that_one, &check->shard));
}

static bool add_shard(struct merge_check *check, const struct shard *shard, const char *path,
                      struct error *err)
{
    char other[PATH_MAX_SHOWN], name[48];
    if (shard->count == 0)
        return true;
    for (size_t i = 0; i < check->shard_count; i++)
        if (check->shards[i].index == shard->index)
            return fail(err, "is %s, but %s is the same shard", name_shard(name, shard),
                        text_quote(other, sizeof other, check->shards[i].path));
    struct merge_shard *const added =
        array_push(&check->shards, &check->shard_count, &check->shard_capacity);
    if (added == NULL)
        return fail_memory(err);
    *added = (struct merge_shard){shard->index, path};
    return true;
}

static int compare_shards(const void *a, const void *b)
{
    const struct merge_shard *const left = a, *const right = b;
    return (left->index > right->index) - (left->index < right->index);
}

/* Adds the missing shards, "2/5, 4/5"; the shards that have come are sorted. Stops when the text is
 * longer than an error can be. */
static void list_missing(const struct merge_check *check, struct text *out)
{
    size_t come = 0;
    const size_t room = sizeof((struct error){0}).text;
    for (uint64_t i = 1; i <= check->shard.count && out->length < room; i++) {
        if (come < check->shard_count && check->shards[come].index == i) {
            come++;
            continue;
        }
        text_add_string(out, out->length > 0 ? ", " : "");
        text_add_number(out, i);
        text_add_string(out, "/");
        text_add_number(out, check->shard.count);
    }
}

bool merge_check_whole(struct merge_check *check, struct error *err)
{
    struct text missing = {0};
    const size_t count = check->shard.count - check->shard_count;
    if (count == 0)
        return true;
    if (check->shard_count > 1)
        qsort(check->shards, check->shard_count, sizeof *check->shards, compare_shards);
    list_missing(check, &missing);
    if (missing.failed)
        fail_memory(err);
    else if (count == 1)
        fail(err, "shard %s is missing", missing.bytes);
    else
        fail(err, "%zu shards are missing: %s", count, missing.bytes);
    text_free(&missing);
    return false;
}

/* ---- Options ------------------------------------------------------------------------------ */

static bool equal(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool check_options(const struct merge_check *check, const char *options, struct error *err)
{
    char first[PATH_MAX_SHOWN];
    struct text how = {0};
    if (equal(check->options, options))
        return true;
    if (provenance_compare(options, check->options, &how, err))
        fail(err, "was baked with other options than %s%s%s",
             text_quote(first, sizeof first, check->first), how.length > 0 ? ": " : "",
             how.length > 0 ? how.bytes : "");
    text_free(&how);
    return false;
}

/* With other inputs a sprite could be in none of the shards, or in two under two names. A shard
 * that was made by hand need not have the facts about its inputs. */
static bool check_inputs(const struct merge_check *check, const struct provenance_parts *parts,
                         struct error *err)
{
    static const char wanted[] = "shards need the same files, --root and --exclude";
    char first[PATH_MAX_SHOWN];
    text_quote(first, sizeof first, check->first);
    if (!equal(check->inputs, parts->inputs))
        return fail(err,
                    "was baked from other inputs than %s: their number is %.20s, not %.20s; %s",
                    first, parts->inputs != NULL ? parts->inputs : "unknown",
                    check->inputs != NULL ? check->inputs : "unknown", wanted);
    if (!equal(check->names, parts->names))
        return fail(
            err,
            "was baked from other inputs than %s: their number is the same, but names or masks "
            "differ; %s",
            first, wanted);
    return true;
}

static int compare_animations(const void *a, const void *b)
{
    return strcmp(((const struct model_animation *)a)->name,
                  ((const struct model_animation *)b)->name);
}

/* Marks the animations whose frames a shard has joined; `names` is a JSON array of their names. */
static bool mark_joined(struct product *product, const char *names, struct error *err)
{
    struct json json = {0};
    const cJSON *name;
    if (names == NULL)
        return true;
    if (!json_parse(&json, names, strlen(names), err))
        return false;
    if (product->animation_count > 1)
        qsort(product->animations, product->animation_count, sizeof *product->animations,
              compare_animations);
    cJSON_ArrayForEach(name, json.root)
    {
        const struct model_animation wanted = {.name = name->valuestring};
        struct model_animation *const found =
            !cJSON_IsString(name) || product->animation_count == 0
                ? NULL
                : bsearch(&wanted, product->animations, product->animation_count,
                          sizeof *product->animations, compare_animations);
        if (found != NULL)
            found->joined = true;
    }
    json_free(&json);
    return true;
}

static bool copy_any(const char *string, char **out, struct error *err)
{
    *out = string != NULL ? text_copy(string) : NULL;
    return string == NULL || *out != NULL || fail_memory(err);
}

/* Gives the product of a shard the options that its inputs would give to a bake of all: those of
 * its documents, and those of the bake when it has a picture. A shard without sprites has none. */
static bool set_whole_options(struct product *product, const struct provenance_parts *parts,
                              struct error *err)
{
    if (parts->shard.count == 0)
        return true;
    free(product->options);
    product->options = NULL;
    if (parts->has_documents)
        return copy_any(parts->documents, &product->options, err);
    product->is_document = product->content.sprite_count > 0;
    return product->content.sprite_count == 0 || copy_any(parts->own, &product->options, err);
}

bool merge_check_add(struct merge_check *check, const char *path, struct product *product,
                     struct error *err)
{
    struct provenance_parts parts = {0};
    bool ok = true;
    provenance_read(product->options, &parts);
    if (check->first == NULL) {
        check->first = path;
        check->shard = parts.shard;
        ok = copy_any(parts.own, &check->options, err) &&
             copy_any(parts.inputs, &check->inputs, err) &&
             copy_any(parts.names, &check->names, err);
    }
    ok = ok && check_kind(check, &parts.shard, err) && add_shard(check, &parts.shard, path, err) &&
         check_options(check, parts.own, err) && check_inputs(check, &parts, err) &&
         mark_joined(product, parts.joined, err) && set_whole_options(product, &parts, err);
    provenance_parts_free(&parts);
    return ok;
}
