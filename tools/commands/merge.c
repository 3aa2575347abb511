/*
 * merge.c - `hitmask merge`: the shards of a bake become what one bake would have written
 *
 *     packs -> products, compared with each other -> model -> pack or document
 *
 * All packs are read even when one has an error, and nothing is written unless all are good.
 */
#include "commands/command.h"

#include "bake/unions.h"
#include "commands/merge_check.h"
#include "formats/load.h"
#include "formats/outputs.h"
#include "plan/config.h"
#include "system/response.h"

struct merge {
    struct response response;
    struct output_options options;
    struct arguments arguments;
    struct messages messages;
    struct merge_check check;
    struct model model;
    struct depfile read;
};

static const struct option *const tables[] = {output_option_table, common_option_table, NULL};

const struct option_set merge_option_set = {
    .usage = "hitmask merge [options] PACK... -o OUTPUT",
    .about =
        "Joins the packs that 'hitmask bake --shard I/N' made. The result has the same bytes as a single bake. All N packs must be given, baked from the same inputs with the same options. Packs that are not shards can be joined when their options are the same. JSON documents can take the place of packs.",
    .footer = "@FILE is replaced by the lines of FILE that are not empty, one argument each.\n",
    .tables = tables,
    .paths = ALL_PATHS,
};

static bool say(struct merge *merge, const char *path, const struct error *err)
{
    say_error(&merge->messages, path, err);
    return false;
}

/* ---- Packs -------------------------------------------------------------------------------- */

/* False when the pack could not be read. A pack that does not belong is left out of the model,
 * where it would only cause more errors. */
static bool add_pack(struct merge *merge, const char *path)
{
    struct product product = {0};
    struct error err;
    const bool loaded = load_product(path, &product);
    diagnostics_say(&product.diagnostics, &merge->messages);
    if (loaded && (!merge_check_add(&merge->check, path, &product, &err) ||
                   !product_pour(&product, &merge->model, &err)))
        say(merge, path, &err);
    product_free(&product);
    return loaded;
}

/* ---- The whole ---------------------------------------------------------------------------- */

static void finish_model(struct merge *merge)
{
    struct diagnostics diagnostics = {0};
    struct model_cursor cursor = {0};
    struct error err;
    /* Animations and unions need all sprites, so shards do not have them. */
    if (merge->check.shard.count > 0 && merge->messages.errors == 0) {
        config_add_animations(merge->check.options, NULL, merge->check.first, &merge->model,
                              &diagnostics);
        unions_make(&merge->model, &diagnostics);
    }
    diagnostics_say(&diagnostics, &merge->messages);
    diagnostics_free(&diagnostics);
    if (!merge->model.options_told) {
        model_add_options(&merge->model, merge->check.options);
        merge->check.options = NULL;
    }
    if (!model_sort(&merge->model, &err)) {
        say(merge, NULL, &err);
        return;
    }
    while (model_next_fault(&merge->model, &cursor, &err))
        say(merge, NULL, &err);
}

static void write_outputs(struct merge *merge, struct outputs *outputs)
{
    struct error err;
    const bool depfile = merge->options.depfile;
    bool ok = true;
    for (size_t i = 0; depfile && ok && i < merge->response.file_count; i++)
        ok = depfile_add(&merge->read, merge->response.files[i].path, &err);
    for (size_t i = 0; depfile && ok && i < merge->arguments.operand_count; i++)
        ok = outputs_become(outputs, merge->arguments.operands[i]) ||
             depfile_add(&merge->read, merge->arguments.operands[i], &err);
    if (!ok) {
        say(merge, NULL, &err);
        return;
    }
    struct diagnostics found = {0};
    depfile_warn(&merge->read, &found);
    diagnostics_say(&found, &merge->messages);
    diagnostics_free(&found);
    if (!outputs_write(outputs, &merge->model, &merge->read, &err) ||
        !outputs_commit(outputs, &merge->read, &err)) {
        say(merge, outputs->about, &err);
        return;
    }
    say_note(&merge->messages, merge->options.output, "%zu sprite%s, %zu mask%s",
             merge->model.sprite_count, merge->model.sprite_count == 1 ? "" : "s",
             merge->model.mask_count, merge->model.mask_count == 1 ? "" : "s");
}

/* Reports a file that is read and that an output would write over. A pack may become the output; a
 * list of arguments may not, because it is made by hand. */
static void guard(struct merge *merge, struct outputs *outputs, const char *path,
                  bool may_become_output)
{
    struct file_id file;
    struct error err;
    if (!file_id_of_input(path, &file))
        return;
    const enum outputs_target target = outputs_replacing(outputs, file);
    if (target == OUTPUTS_TARGETS)
        return;
    outputs->is_input = may_become_output && outputs_may_replace_input(outputs, target);
    if (outputs->is_input)
        return;
    fail_usage(
        &err,
        "is read for this merge, and an output would write over it; give the output another name");
    say(merge, path, &err);
}

static void merge_packs(struct merge *merge, struct outputs *outputs)
{
    const struct arguments *const packs = &merge->arguments;
    struct error err;
    bool all = true;
    for (size_t i = 0; i < merge->response.file_count; i++)
        guard(merge, outputs, merge->response.files[i].path, false);
    for (size_t i = 0; i < packs->operand_count; i++)
        guard(merge, outputs, packs->operands[i], true);
    if (merge->messages.errors == 0) {
        struct diagnostics found = {0};
        outputs_check_replaced(outputs, &found);
        diagnostics_say(&found, &merge->messages);
        diagnostics_free(&found);
    }
    for (size_t i = 0; i < packs->operand_count; i++)
        all = add_pack(merge, packs->operands[i]) && all;
    /* Nobody knows which shard a pack is that could not be read. */
    if (all && !merge_check_whole(&merge->check, &err))
        say(merge, NULL, &err);
    finish_model(merge);
    if (merge->messages.errors == 0)
        write_outputs(merge, outputs);
}

static void run(struct merge *merge)
{
    struct outputs outputs = {.jobs = 1};
    struct diagnostics found = {0};
    outputs_open(&outputs, &merge->options, &found);
    response_check_unchanged(&merge->response, &found);
    diagnostics_say(&found, &merge->messages);
    diagnostics_free(&found);
    merge_packs(merge, &outputs);
    outputs_close(&outputs);
}

/* ---- The command -------------------------------------------------------------------------- */

static void check_usage(const struct merge *merge, struct diagnostics *wrong)
{
    struct error err;
    output_options_check(&merge->options, false, wrong);
    if (merge->arguments.operand_count == 0 && !fail_usage(&err, "no pack; name one or more"))
        diagnostics_add_error(wrong, NULL, &err);
}

enum status command_merge(size_t count, const char *const *words)
{
    struct merge merge = {.options = {.output = NULL}};
    struct diagnostics wrong = {0};
    response_expand(&merge.response, count, words, &wrong);
    common_options_read(&merge_option_set, merge.response.count, merge.response.words,
                        &merge.options, &merge.arguments, &wrong);
    if (wrong.errors == 0 && !merge.options.common.help)
        check_usage(&merge, &wrong);
    if (command_begin(&merge_option_set, &merge.options.common, &wrong, &merge.messages))
        run(&merge);
    model_free(&merge.model);
    merge_check_free(&merge.check);
    output_options_free(&merge.options);
    depfile_free(&merge.read);
    response_free(&merge.response);
    return command_end(&merge.arguments, &merge.messages);
}
