/*
 * bake.c - `hitmask bake`: inputs become a model, and the model an output
 *
 *     operands -> inputs -> products, on several threads -> model -> pack or document
 *
 * What no input knows by itself is made of the model: sequences, the config's animations, unions.
 *
 * Products that the cache has are not made. When it has all of them, and the output is what was
 * made from them, not even the model is.
 *
 * All inputs are tried before anything is given up, and nothing is written unless all of
 * them were good.
 */
#include "commands/command.h"

#include "bake/bake_input.h"
#include "bake/cache.h"
#include "bake/dependencies.h"
#include "bake/report.h"
#include "bake/sequences.h"
#include "bake/unions.h"
#include "formats/outputs.h"
#include "plan/bake_options.h"
#include "plan/config_animations.h"
#include "plan/plan.h"
#include "plan/provenance.h"
#include "system/console.h"
#include "system/parallel.h"
#include "system/progress.h"
#include "system/response.h"
#include "system/table.h"

#include <stdlib.h>
#include <string.h>

struct bake {
    struct response response;
    struct bake_options options;
    struct arguments arguments;
    struct messages messages;
    struct plan plan;
    struct bake_rules rules;
    struct cache cache;
    struct sequences sequences;
    struct model model;
    struct depfile read;
    struct progress progress;
    struct text about_output;
    size_t pictures;             /* inputs that were no documents */
    size_t soft;                 /* sprites whose edges are soft */
    bool unchanged;              /* the output stands as it is, and nothing is made */
    struct report_counts counts; /* of the model, once it is finished */
};

static bool say(struct bake *bake, const char *path, const struct error *err)
{
    say_error(&bake->messages, path, err);
    return false;
}

/* ---- Products ----------------------------------------------------------------------------- */

static void *make_product(void *user, size_t index)
{
    struct bake *const bake = user;
    struct product *const product = calloc(1, sizeof *product);
    if (product != NULL && !cache_take(&bake->cache, index, product))
        produce(&bake->plan.inputs.items[index], &bake->rules, product);
    return product;
}

/* What is said, counted and listed of a product, whether it was made or is known. */
static void note_product(struct bake *bake, size_t index, const struct product *product)
{
    struct inputs *const inputs = &bake->plan.inputs;
    const char *const path = inputs->items[index].path;
    struct error err;
    diagnostics_say(&product->diagnostics, &bake->messages);
    bake->pictures += !product->is_document;
    bake->soft += product->soft_count;
    for (size_t i = 0; i < product->file_count; i++)
        if (strcmp(product->files[i].path, path) != 0 &&
            !inputs_note(&inputs->pages, product->files[i].path, NULL)) {
            fail_memory(&err);
            say(bake, path, &err);
        }
}

static void take_product(void *user, size_t index, void *made)
{
    struct bake *const bake = user;
    struct product *const product = made;
    const char *const path = bake->plan.inputs.items[index].path;
    struct error err;
    if (product == NULL) {
        fail_memory(&err);
        say(bake, path, &err);
        return;
    }
    note_product(bake, index, product);
    cache_keep(&bake->cache, index, product);
    if (!sequences_take(&bake->sequences, product, bake->plan.inputs.items[index].name,
                        !bake->options.strip_extension, &err) ||
        !product_pour(product, &bake->model, &err))
        say(bake, path, &err);
    product_free(product);
    free(product);
    progress_step(&bake->progress);
}

/* What goes to a terminal by itself is not to be mixed with a bar. */
static bool wants_progress(const struct bake_options *options)
{
    const struct common_options *const common = &options->outputs.common;
    const bool to_stdout = strcmp(options->outputs.output, "-") == 0;
    return !common->quiet && !common->no_summary &&
           !(to_stdout && options->progress == PROGRESS_AUTO) && progress_wanted(options->progress);
}

static void make_products(struct bake *bake)
{
    const struct parallel_work work = {bake, bake->plan.inputs.count, make_product, take_product};
    parallel_run(&work, bake->options.jobs);
}

/* In place of products: what was found when they were made. */
static void recall_products(struct bake *bake)
{
    for (size_t i = 0; i < bake->plan.inputs.count; i++) {
        struct product product = {0};
        cache_recall(&bake->cache, i, &product);
        note_product(bake, i, &product);
        product_free(&product);
    }
}

static struct provenance description_of(const struct bake *bake)
{
    const bool has_config = bake->options.config != NULL;
    return (struct provenance){&bake->options, &bake->arguments,
                               has_config ? &bake->plan.config : NULL, bake->plan.of_all};
}

/* Makes the text of what an output comes from beside its sprites. */
static bool describe_output(struct bake *bake, struct error *err)
{
    static const char *const documents[] = {"json rows", "json base64", "json none"};
    static const char *const formats[] = {[FORMAT_HMK] = "hmk", [FORMAT_C] = "c"};
    const struct output_options *const outputs = &bake->options.outputs;
    const struct provenance description = description_of(bake);
    const enum output_format format = output_options_format(outputs);
    struct text *const text = &bake->about_output;
    text_add_string(text, format == FORMAT_JSON ? documents[outputs->json_mask] : formats[format]);
    return provenance_add(&description, text, err) && (!text->failed || fail_memory(err));
}

static void look_up(struct bake *bake)
{
    bake->rules = (struct bake_rules){bake->options.max_pixels,
                                      {bake->options.name, bake->options.strip_extension},
                                      bake->options.cache != NULL};
    cache_look_up(&bake->cache, &bake->plan.inputs, &bake->rules, bake->options.jobs);
}

static void process_inputs(struct bake *bake, const struct output *output)
{
    struct error err;
    if (!describe_output(bake, &err)) {
        say(bake, NULL, &err);
        return;
    }
    progress_begin(&bake->progress, wants_progress(&bake->options), bake->plan.inputs.count);
    look_up(bake);
    bake->unchanged = cache_knows_output(&bake->cache, bake->about_output.bytes, output);
    if (bake->unchanged)
        recall_products(bake);
    else
        make_products(bake);
    progress_hide(&bake->progress);
}

/* ---- What was asked for ----------------------------------------------------------------- */

static bool check_usage(struct bake *bake)
{
    struct error err;
    if (!recipes_check(&(struct recipes){.arguments = &bake->arguments}, &err))
        return say(bake, NULL, &err);
    if (!output_options_check(&bake->options.outputs, bake->options.dry_run, &err))
        return say(bake, NULL, &err);
    if (bake->arguments.operand_count == 0 && bake->options.files0 == NULL) {
        fail_usage(&err, "no input; name PNGs, folders, atlases or JSON documents");
        return say(bake, NULL, &err);
    }
    if (bake->options.name != NULL && bake->options.shard.count > 1) {
        fail_usage(&err,
                   "--name is for one picture, but --shard is for many; use only one of them");
        return say(bake, NULL, &err);
    }
    return true;
}

/* What only shows once the inputs are known. */
static bool check_inputs(struct bake *bake)
{
    const char *const about_pixels = bake_options_about_pixels(&bake->arguments);
    struct error err;
    if (bake->options.name != NULL && (bake->pictures != 1 || bake->plan.inputs.count != 1)) {
        fail_usage(&err, "--name is for one picture, and there %s %zu input%s",
                   bake->plan.inputs.count == 1 ? "is" : "are", bake->plan.inputs.count,
                   bake->plan.inputs.count == 1 ? ", a document" : "s");
        return say(bake, NULL, &err);
    }
    /* Another shard may have the pictures. */
    if (about_pixels != NULL && bake->pictures == 0 && !bake->plan.may_have_pictures) {
        fail_usage(&err, "--%s applies to pictures, but all inputs are JSON documents",
                   about_pixels);
        return say(bake, NULL, &err);
    }
    return true;
}

/* ---- The output --------------------------------------------------------------------------- */

/* Another shard may have the frames. */
static bool add_config_animations(struct bake *bake, struct diagnostics *diagnostics,
                                  struct error *err)
{
    const struct provenance description = description_of(bake);
    char *text = NULL;
    if (description.config == NULL || bake->options.shard.count > 1)
        return true;
    if (!provenance_text(&description, &text, err))
        return false;
    config_animations_add(text, description.config, NULL, &bake->model, diagnostics);
    free(text);
    return true;
}

static bool make_animations(struct bake *bake, struct error *err)
{
    struct diagnostics diagnostics = {0};
    const bool ok = sequences_pour(&bake->sequences, &bake->model, err) &&
                    add_config_animations(bake, &diagnostics, err);
    if (ok)
        unions_make(&bake->model, &diagnostics);
    diagnostics_say(&diagnostics, &bake->messages);
    diagnostics_free(&diagnostics);
    return ok;
}

static bool finish_model(struct bake *bake)
{
    const struct provenance description = description_of(bake);
    struct error err;
    struct model_cursor cursor = {0};
    if (!make_animations(bake, &err) ||
        !provenance_tell(&description, bake->pictures, bake->plan.inputs.count - bake->pictures,
                         &bake->model, &err) ||
        !model_sort(&bake->model, &err))
        return say(bake, NULL, &err);
    while (model_next_fault(&bake->model, &cursor, &err))
        say(bake, NULL, &err);
    return true;
}

static void count_sprites(struct bake *bake)
{
    if (bake->unchanged)
        bake->counts = bake->cache.file.mark.counts;
    else
        report_count(&bake->counts, &bake->model);
}

static void report(struct bake *bake, uint64_t size)
{
    const struct common_options *const common = &bake->options.outputs.common;
    if (common->quiet || common->no_summary)
        return;
    struct report report = {.output = bake->options.outputs.output,
                            .inputs = bake->plan.inputs.count,
                            .cached = cache_taken(&bake->cache),
                            .soft = bake->soft,
                            .left_out = bake->plan.inputs.left_out,
                            .counts = bake->counts,
                            .bytes = size,
                            .seconds = progress_seconds(&bake->progress)};
    if (common->message_format == MESSAGE_JSON)
        report_say_json(&report, &bake->messages);
    else if (bake->progress.wanted && bake->messages.status == STATUS_OK)
        report_say(&report, &bake->messages);
    else if (bake->messages.errors == 0)
        report_as_notes(&report, &bake->messages);
}

static void finish_cache(struct bake *bake, const struct stamp *stamp)
{
    const char *const path = bake->options.cache;
    struct error err;
    if (path == NULL)
        return;
    if (cache_is_damaged(&bake->cache))
        say_note(&bake->messages, path, "was damaged; the lost parts were made again");
    say_note(&bake->messages, path, "%zu of %zu input%s taken from it", cache_taken(&bake->cache),
             bake->plan.inputs.count, bake->plan.inputs.count == 1 ? "" : "s");
    if (!cache_commit(&bake->cache, bake->about_output.bytes, stamp, &bake->counts, &err))
        say(bake, path, &err);
}

static void free_model(void *model)
{
    model_free(model);
}

/* Putting a large file in its place and giving back a large model take as long as each other. */
static bool commit_outputs(struct bake *bake, struct outputs *outputs, struct error *err)
{
    const bool apart = parallel_is_worth(bake->options.jobs, outputs->size);
    struct parallel_task freeing;
    parallel_begin(&freeing, apart, free_model, &bake->model);
    const bool ok = outputs_commit(outputs, err);
    parallel_end(&freeing);
    return ok;
}

static void write_outputs(struct bake *bake, struct outputs *outputs)
{
    struct error err;
    const struct dependencies reads = {&bake->response, &bake->plan};
    if (bake->options.outputs.depfile &&
        !dependencies_list(&reads, outputs, &bake->cache, &bake->read, &err)) {
        say(bake, NULL, &err);
        return;
    }
    if (!outputs_write(outputs, bake->unchanged ? NULL : &bake->model, &bake->read, &err) ||
        !commit_outputs(bake, outputs, &err)) {
        say(bake, outputs->about, &err);
        return;
    }
    say_note(&bake->messages, bake->options.outputs.output, "%llu sprite%s, %llu mask%s",
             (unsigned long long)bake->counts.sprites, bake->counts.sprites == 1 ? "" : "s",
             (unsigned long long)bake->counts.masks, bake->counts.masks == 1 ? "" : "s");
    finish_cache(bake, &outputs->stamp_of_output);
}

/* `outputs` may be NULL: nothing is written. */
static bool open_cache(struct bake *bake, const struct outputs *outputs)
{
    const char *const path = bake->options.cache;
    struct error err;
    if (path == NULL)
        return true;
    if (outputs != NULL && outputs_have(outputs, path)) {
        fail_usage(&err, "is an output; --cache needs a file of its own");
        return say(bake, path, &err);
    }
    return cache_open(&bake->cache, path, &err) || say(bake, path, &err);
}

static void bake_inputs(struct bake *bake, struct outputs *outputs)
{
    if (plan_make(&bake->plan, &bake->options, &bake->arguments, &bake->messages)) {
        const struct dependencies reads = {&bake->response, &bake->plan};
        if (bake->options.outputs.depfile)
            dependencies_warn(&reads, outputs, &bake->cache, &bake->messages);
        dependencies_guard(&reads, outputs, &bake->cache, &bake->messages);
        process_inputs(bake, &outputs->output);
    }
    if (bake->messages.errors == 0)
        check_inputs(bake);
    if (bake->messages.errors == 0 && !bake->unchanged)
        finish_model(bake);
    count_sprites(bake);
    if (bake->messages.errors == 0)
        write_outputs(bake, outputs);
}

static void run(struct bake *bake)
{
    struct outputs outputs = {.jobs = bake->options.jobs};
    struct error err;
    output_options_say_idle(&bake->options.outputs, &bake->arguments, &bake->messages);
    if (!outputs_open(&outputs, &bake->options.outputs, &err))
        say(bake, outputs.about, &err);
    else if (open_cache(bake, &outputs))
        bake_inputs(bake, &outputs);
    say_not_shown(&bake->messages);
    report(bake, outputs.size);
    outputs_close(&outputs);
}

/* ---- A dry run ---------------------------------------------------------------------------- */

static void list_inputs(struct bake *bake)
{
    struct table table;
    struct sink sink;
    struct error err;
    table_init(&table, "lll");
    for (size_t i = 0; i < bake->plan.inputs.count; i++) {
        table_add(&table, cache_has(&bake->cache, i) ? "cached" : "bake");
        table_add_quoted(&table, bake->plan.inputs.items[i].path);
        table_add(&table, "");
    }
    for (size_t i = 0; i < bake->plan.inputs.skipped.count; i++) {
        table_add(&table, "skip");
        table_add_quoted(&table, bake->plan.inputs.skipped.items[i].path);
        table_add(&table, bake->plan.inputs.skipped.items[i].reason);
    }
    console_init(&sink);
    if (!table_write(&table, &sink, &err))
        say(bake, NULL, &err);
    console_close(&sink, &bake->messages);
    table_free(&table);
}

static void run_dry(struct bake *bake)
{
    if (!plan_make(&bake->plan, &bake->options, &bake->arguments, &bake->messages))
        return;
    if (open_cache(bake, NULL))
        look_up(bake);
    say_not_shown(&bake->messages);
    list_inputs(bake);
    if (!bake->options.outputs.common.quiet)
        report_say_left_out(&bake->plan.inputs.left_out, &bake->messages);
}

/* ---- The command -------------------------------------------------------------------------- */

static bool read_arguments(struct bake *bake, size_t count, const char *const *words,
                           struct error *err)
{
    struct error second;
    const bool expanded = response_expand(&bake->response, count, words, err);
    const bool read = bake_options_read(bake->response.count, bake->response.words, &bake->options,
                                        &bake->arguments, expanded ? err : &second);
    return expanded && read;
}

enum status command_bake(size_t count, const char *const *words)
{
    struct bake bake = {.pictures = 0};
    struct error err = {.text = ""};
    const bool understood = read_arguments(&bake, count, words, &err);
    const struct common_options *const common = &bake.options.outputs.common;
    enum status status = STATUS_OK;
    messages_init(&bake.messages, common->message_format, common->color, common->quiet,
                  common->verbose);
    bake.messages.brief = true;
    bake.messages.progress = &bake.progress;
    bake.messages.fatal = bake.options.error_on.items;
    bake.messages.fatal_count = bake.options.error_on.count;
    if (!understood)
        say(&bake, bake.response.about, &err);
    else if (common->help)
        status = console_help(&bake_option_set);
    else if (check_usage(&bake))
        (bake.options.dry_run ? run_dry : run)(&bake);
    status = status_worse(status, bake.messages.status);
    cache_free(&bake.cache);
    sequences_free(&bake.sequences);
    model_free(&bake.model);
    text_free(&bake.about_output);
    plan_free(&bake.plan);
    arguments_free(&bake.arguments);
    bake_options_free(&bake.options);
    depfile_free(&bake.read);
    response_free(&bake.response);
    return status;
}
