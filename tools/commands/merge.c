/*
 * merge.c - `hitmask merge`: the shards of a bake become what one bake would have written
 *
 *     packs -> products, compared with each other -> model -> pack or document
 *
 * All packs must have been baked with the same options and, when they are shards, be all shards of
 * one bake of the same inputs. All are read even when one has an error, and nothing is written
 * unless all are good.
 */
#include "commands/command.h"

#include "bake/animations.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "formats/load.h"
#include "formats/outputs.h"
#include "plan/config.h"
#include "plan/provenance.h"
#include "system/response.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_SHOWN = 128, SHARD_MAX_SHOWN = 48 };

struct merge_shard {
    uint32_t index;
    const char *path;
};

struct merge {
    struct response response;
    struct output_options options;
    struct arguments arguments;
    struct messages messages;
    const char *first;              /* path of the first pack; NULL: none yet */
    struct provenance_parts wanted; /* of the first pack, which the others have to agree with */
    struct merge_shard *shards;     /* that have come */
    size_t shard_count, shard_capacity;
    struct model model;
    struct depfile read;
};

static void check(const void *options, const struct arguments *arguments, struct diagnostics *found)
{
    output_options_check(options, false, found);
    diagnostics_usage_unless(found, arguments->operand_count > 0, "no pack; name one or more");
}

static const struct option *const tables[] = {output_option_table, common_option_table, NULL};

const struct option_set merge_option_set = {
    .usage = "hitmask merge [options] PACK... -o OUTPUT",
    .about =
        "Joins the packs that 'hitmask bake --shard I/N' made. The result has the same bytes as a single bake. All N packs must be given, baked from the same inputs with the same options. Packs that are not shards can be joined when their options are the same. JSON documents can take the place of packs.",
    .footer = "@FILE is replaced by the lines of FILE that are not empty, one argument each.\n",
    .tables = tables,
    .paths = ALL_PATHS,
    .size = sizeof(struct output_options),
    .check = check,
};

/* ---- Shards ------------------------------------------------------------------------------- */

static const char *name_shard(char out[SHARD_MAX_SHOWN], const struct shard *shard)
{
    if (shard->count == 0)
        return "not a shard";
    snprintf(out, SHARD_MAX_SHOWN, "shard %u/%u", (unsigned)shard->index, (unsigned)shard->count);
    return out;
}

/* The pack that is that shard; NULL: it has not come. */
static const char *find_shard(const struct merge *merge, uint64_t index)
{
    for (size_t i = 0; i < merge->shard_count; i++)
        if (merge->shards[i].index == index)
            return merge->shards[i].path;
    return NULL;
}

static bool add_shard(struct merge *merge, const struct shard *shard, const char *path,
                      struct error *err)
{
    const struct shard *const wanted = &merge->wanted.shard;
    const char *const same = find_shard(merge, shard->index);
    char other[PATH_MAX_SHOWN], this_one[SHARD_MAX_SHOWN], that_one[SHARD_MAX_SHOWN];
    if (shard->count != wanted->count)
        return fail(err, "is %s, but %s is %s", name_shard(this_one, shard),
                    text_quote(other, sizeof other, merge->first), name_shard(that_one, wanted));
    if (shard->count == 0)
        return true;
    if (same != NULL)
        return fail(err, "is %s, but %s is the same shard", name_shard(this_one, shard),
                    text_quote(other, sizeof other, same));
    struct merge_shard *const added =
        array_push(&merge->shards, &merge->shard_count, &merge->shard_capacity);
    *added = (struct merge_shard){shard->index, path};
    return true;
}

/* Names the missing shards, "2/5, 4/5", as far as an error has room for them. */
static bool have_all_shards(const struct merge *merge, struct error *err)
{
    const struct shard *const wanted = &merge->wanted.shard;
    const size_t count = wanted->count - merge->shard_count;
    struct text missing = {0};
    if (count == 0)
        return true;
    for (uint64_t i = 1; i <= wanted->count && missing.length < sizeof err->text; i++) {
        if (find_shard(merge, i) != NULL)
            continue;
        text_add_string(&missing, missing.length > 0 ? ", " : "");
        text_add_number(&missing, i);
        text_add_string(&missing, "/");
        text_add_number(&missing, wanted->count);
    }
    if (count == 1)
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

static bool check_options(const struct merge *merge, const char *options, struct error *err)
{
    char first[PATH_MAX_SHOWN];
    struct text how = {0};
    if (equal(merge->wanted.own, options))
        return true;
    if (provenance_compare(options, merge->wanted.own, &how, err))
        fail(err, "was baked with other options than %s%s%s",
             text_quote(first, sizeof first, merge->first), how.length > 0 ? ": " : "",
             how.length > 0 ? how.bytes : "");
    text_free(&how);
    return false;
}

/* With other inputs a sprite could be in none of the shards, or in two under two names. A shard
 * that was made by hand need not have the facts about its inputs. */
static bool check_inputs(const struct merge *merge, const struct provenance_parts *parts,
                         struct error *err)
{
    const struct provenance_parts *const wanted = &merge->wanted;
    char first[PATH_MAX_SHOWN];
    if (equal(wanted->inputs, parts->inputs) && equal(wanted->names, parts->names))
        return true;
    return fail(
        err,
        "was baked from other inputs than %s; shards need the same files, masks, --root and "
        "--exclude",
        text_quote(first, sizeof first, merge->first));
}

static int compare_animations(const void *a, const void *b)
{
    return strcmp(((const struct model_animation *)a)->name,
                  ((const struct model_animation *)b)->name);
}

/* Marks the animations whose frames a shard has joined; `names` is a JSON array of their names. */
static bool mark_joined(struct product *product, const char *names, struct error *err)
{
    struct model *const content = &product->content;
    struct json json = {0};
    const cJSON *name;
    if (names == NULL || content->animation_count == 0)
        return true;
    if (!json_parse(&json, names, strlen(names), err))
        return false;
    qsort(content->animations, content->animation_count, sizeof *content->animations,
          compare_animations);
    cJSON_ArrayForEach(name, json.root)
    {
        const struct model_animation wanted = {.name = name->valuestring};
        struct model_animation *const found =
            cJSON_IsString(name) ? bsearch(&wanted, content->animations, content->animation_count,
                                           sizeof *content->animations, compare_animations)
                                 : NULL;
        if (found != NULL)
            found->joined = true;
    }
    json_free(&json);
    return true;
}

/* Gives the product of a shard the options that its inputs would give to a bake of all: those of
 * its documents, and those of the bake when it has a picture. A shard without sprites has none. */
static void set_whole_options(struct product *product, const struct provenance_parts *parts)
{
    if (parts->shard.count == 0)
        return;
    const bool has_pictures = !parts->has_documents && product->content.sprite_count > 0;
    const char *const options = parts->has_documents ? parts->documents
                                : has_pictures       ? parts->own
                                                     : NULL;
    product_set_options(product, options);
    product->is_document = parts->has_documents || has_pictures;
}

/* ---- Packs -------------------------------------------------------------------------------- */

static bool fits_others(struct merge *merge, const char *path, struct product *product,
                        struct error *err)
{
    struct provenance_parts parts = {0};
    provenance_read(product->options, &parts);
    if (merge->first == NULL) {
        merge->first = path;
        provenance_read(product->options, &merge->wanted);
    }
    const bool ok = add_shard(merge, &parts.shard, path, err) &&
                    check_options(merge, parts.own, err) && check_inputs(merge, &parts, err) &&
                    mark_joined(product, parts.joined, err);
    if (ok)
        set_whole_options(product, &parts);
    provenance_parts_free(&parts);
    return ok;
}

/* False when the pack could not be read. A pack that does not belong is left out of the model,
 * where it would only cause more errors. */
static bool add_pack(struct merge *merge, const char *path)
{
    struct product product = {0};
    struct error err;
    const bool loaded = load_product(path, &product);
    diagnostics_say(&product.diagnostics, false, &merge->messages);
    if (loaded && fits_others(merge, path, &product, &err))
        product_pour(&product, &merge->model);
    else if (loaded)
        say_error(&merge->messages, path, &err);
    product_free(&product);
    return loaded;
}

/* A pack may become the output; a list of arguments may not, because it is made by hand. */
static void guard(const char *path, bool may_become_output, struct outputs *outputs,
                  struct diagnostics *found)
{
    struct file_id file;
    const enum outputs_target target =
        file_id_of_input(path, &file) ? outputs_replacing(outputs, file) : OUTPUTS_TARGETS;
    if (target == OUTPUTS_TARGETS)
        return;
    outputs->is_input = may_become_output && outputs_may_replace_input(outputs, target);
    if (!outputs->is_input)
        diagnostics_fail_usage(found, path,
                               "is read for this merge, and an output would write over it; give "
                               "the output another name");
}

/* ---- The whole ---------------------------------------------------------------------------- */

static void finish_model(struct merge *merge)
{
    struct diagnostics found = {0};
    struct model_cursor cursor = {0};
    struct error err;
    size_t partial = 0;
    /* Animations and unions need all sprites, so shards do not have them. */
    if (merge->wanted.shard.count > 0 && merge->messages.errors == 0) {
        config_add_animations(merge->wanted.own, NULL, merge->first, &merge->model, &found);
        layers_pour(&merge->model, &partial, &found);
        unions_make(&merge->model, &found);
    }
    say_found(&merge->messages, &found);
    if (!merge->model.options_told)
        model_add_options(&merge->model, merge->wanted.own);
    model_sort(&merge->model);
    while (model_next_fault(&merge->model, &cursor, &err))
        say_error(&merge->messages, NULL, &err);
}

static void write_outputs(struct merge *merge, struct outputs *outputs)
{
    const struct model *const model = &merge->model;
    struct diagnostics found = {0};
    struct error err;
    for (size_t i = 0; merge->options.depfile && i < merge->response.file_count; i++)
        depfile_add(&merge->read, merge->response.files[i].path, &found);
    for (size_t i = 0; merge->options.depfile && i < merge->arguments.operand_count; i++)
        if (!outputs_become(outputs, merge->arguments.operands[i]))
            depfile_add(&merge->read, merge->arguments.operands[i], &found);
    depfile_warn(&merge->read, &found);
    if (!say_found(&merge->messages, &found))
        return;
    if (!outputs_write(outputs, model, &merge->read, &err) ||
        !outputs_commit(outputs, &merge->read, &err))
        say_error(&merge->messages, outputs->about, &err);
    else
        say_note(&merge->messages, merge->options.output, "%zu sprite%s, %zu mask%s",
                 model->sprite_count, model->sprite_count == 1 ? "" : "s", model->mask_count,
                 model->mask_count == 1 ? "" : "s");
}

static void run(struct merge *merge)
{
    const struct arguments *const packs = &merge->arguments;
    struct messages *const messages = &merge->messages;
    struct outputs outputs = {.jobs = 1};
    struct diagnostics found = {0};
    struct error err;
    bool all = true;
    outputs_open(&outputs, &merge->options, &found);
    response_check_unchanged(&merge->response, &found);
    for (size_t i = 0; i < merge->response.file_count; i++)
        guard(merge->response.files[i].path, false, &outputs, &found);
    for (size_t i = 0; i < packs->operand_count; i++)
        guard(packs->operands[i], true, &outputs, &found);
    if (found.errors == 0)
        outputs_check_replaced(&outputs, &found);
    say_found(messages, &found);
    for (size_t i = 0; i < packs->operand_count; i++)
        all = add_pack(merge, packs->operands[i]) && all;
    /* Nobody knows which shard a pack is that could not be read. */
    if (all && !have_all_shards(merge, &err))
        say_error(messages, NULL, &err);
    finish_model(merge);
    if (messages->errors == 0)
        write_outputs(merge, &outputs);
    outputs_close(&outputs);
}

enum status command_merge(size_t count, const char *const *words)
{
    struct merge merge = {.options = {.output = NULL}};
    struct diagnostics found = {0};
    response_expand(&merge.response, count, words, &found);
    command_read(&merge_option_set, merge.response.count, merge.response.words, &merge.options,
                 &merge.arguments, &found);
    if (command_begin(&merge_option_set, &merge.options.common, &found, &merge.messages))
        run(&merge);
    model_free(&merge.model);
    provenance_parts_free(&merge.wanted);
    free(merge.shards);
    output_options_free(&merge.options);
    depfile_free(&merge.read);
    response_free(&merge.response);
    arguments_free(&merge.arguments);
    return merge.messages.status;
}
