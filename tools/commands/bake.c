/*
 * bake.c - `hitmask bake`: pictures, atlases and documents become one pack, document or C file
 *
 *     options -> outputs opened -> plan -> cache -> products, on several threads -> model ->
 * written
 *
 * command_bake() reads like this line. All inputs are tried before the bake is given up, so that
 * one run shows all errors, and nothing is written unless all of them were good. Nothing below this
 * folder prints: this file prints what the stages found.
 */
#include "commands/command.h"

#include "bake/animations.h"
#include "bake/bake.h"
#include "bake/cache.h"
#include "bake/dependencies.h"
#include "bake/report.h"
#include "base/memory.h"
#include "draw/sprite_draw.h"
#include "formats/outputs.h"
#include "formats/written.h"
#include "picture/inflate.h"
#include "plan/bake_options.h"
#include "plan/config.h"
#include "plan/plan.h"
#include "plan/provenance.h"
#include "system/message.h"
#include "system/output.h"
#include "system/output_names.h"
#include "system/parallel.h"
#include "system/response.h"

#include <stdio.h>
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
    struct text about_output;    /* decides, beside the sprites, about the bytes of the output */
    size_t pictures;             /* inputs that were not documents */
    size_t soft;                 /* sprites whose edges are soft */
    struct joined joined;        /* animations that names gave */
    size_t partial_layers;       /* that only some frames of an animation have */
    bool unchanged;              /* the output is up to date, and nothing is made */
    struct report_counts counts; /* of the model, once it is finished */
};

/* True if there was no error so far. A warning that --error-on names counts as one. */
static bool is_without_errors(const struct bake *bake)
{
    return bake->messages.errors == 0;
}

/* ---- Outputs and plan --------------------------------------------------------------------- */

static bool open_outputs(struct bake *bake, struct outputs *outputs)
{
    struct diagnostics found = {0};
    const bool opened = outputs_open(outputs, &bake->options.outputs, &found);
    response_check_unchanged(&bake->response, &found);
    say_found(&bake->messages, &found);
    return opened;
}

/* `outputs` is NULL in a dry run, which writes nothing. */
static bool open_cache(struct bake *bake, const struct outputs *outputs)
{
    const char *const path = bake->options.cache;
    struct error err;
    char *target = NULL;
    if (path == NULL)
        return true;
    /* A cache is only written when it changes, so it need not be writable; but the folder in which
     * it lies must be there. */
    const bool ok = (outputs == NULL || !outputs_have(outputs, path) ||
                     fail_usage(&err, "is an output; --cache needs a file of its own")) &&
                    cache_open(&bake->cache, path, &err) &&
                    (outputs == NULL || output_find_target(path, &target, &err));
    free(target);
    return ok || say_error(&bake->messages, path, &err);
}

static bool make_plan(struct bake *bake)
{
    const bool ok = plan_make(&bake->plan, &bake->options, &bake->arguments);
    diagnostics_say(&bake->plan.diagnostics, false, &bake->messages);
    return ok;
}

/* Finds mistakes of the command line that only show once the inputs are known. */
static void check_count(struct bake *bake)
{
    const struct inputs *const inputs = &bake->plan.inputs;
    const struct atlas *const atlas = inputs->count == 1 ? inputs->items[0].atlas : NULL;
    struct diagnostics found = {0};
    if (bake->options.name == NULL)
        return;
    diagnostics_usage_unless(&found, inputs->count <= 1,
                             "--name is for one picture, and there are %zu inputs", inputs->count);
    diagnostics_usage_unless(&found, atlas == NULL || atlas->numbered || atlas->own_animations,
                             "--name is for one picture, and there is 1 input, an atlas whose "
                             "frames have names of their own");
    say_found(&bake->messages, &found);
}

/* An error here does not stop the inputs from being tried, only from being written. */
static void guard_files(struct bake *bake, struct outputs *outputs)
{
    const struct dependencies dependencies = {&bake->response, &bake->plan};
    struct diagnostics found = {0};
    struct error err;
    if (bake->options.outputs.depfile)
        dependencies_warn(&dependencies, outputs, &bake->cache, &found);
    plan_drop_meant(&bake->plan, &found);
    dependencies_guard(&dependencies, outputs, &bake->cache, &found);
    if (found.errors == 0 && is_without_errors(bake)) {
        outputs_check_replaced(outputs, &found);
        if (!written_check(bake->options.cache, WRITTEN_AS_AID, bake->options.outputs.force, &err))
            diagnostics_add_error(&found, bake->options.cache, &err);
    }
    say_found(&bake->messages, &found);
}

/* ---- Cache -------------------------------------------------------------------------------- */

static struct provenance provenance_of(const struct bake *bake)
{
    const bool has_config = bake->options.config != NULL;
    return (struct provenance){&bake->options, &bake->arguments,
                               has_config ? &bake->plan.config : NULL, bake->plan.of_all};
}

/* `output_fd` is a file that was just created, or -1. */
static void look_up(struct bake *bake, int output_fd)
{
    bake->rules = (struct bake_rules){
        .decoding = {bake->options.max_pixels, bake->options.decoder},
        .naming = {bake->options.name, bake->options.strip_extension},
        .fingerprinted = bake->options.cache != NULL,
        .start = file_system_time(output_fd),
    };
    cache_look_up(&bake->cache, &bake->plan.inputs, &bake->rules, bake->options.jobs);
}

/* Finds the inputs, and perhaps the output, that are as an earlier bake left them. */
static bool look_into_cache(struct bake *bake, struct outputs *outputs)
{
    const struct output *const output = &outputs->files[TARGET_OUTPUT].output;
    const struct provenance provenance = provenance_of(bake);
    struct error err;
    look_up(bake, output->temporary != NULL ? output->fd : -1);
    /* Rules that are wrong cannot be described; and then nothing will be written. */
    if (bake->plan.misruled || !is_without_errors(bake))
        return true;
    output_options_describe_format(&bake->options.outputs, &bake->about_output);
    if (!provenance_add(&provenance, &bake->about_output, &err))
        return say_error(&bake->messages, NULL, &err);
    /* The cache does not know names. */
    bake->unchanged = bake->options.outputs.names == NULL &&
                      cache_knows_output(&bake->cache, bake->about_output.bytes, output,
                                         &outputs->facts_of_output);
    return true;
}

/* ---- Products ----------------------------------------------------------------------------- */

/* Runs on any thread. */
static void *make_product(void *user, size_t index)
{
    struct bake *const bake = user;
    struct product *const product = memory_new(1, sizeof *product);
    if (!cache_take(&bake->cache, index, product))
        bake_input(&bake->plan.inputs.items[index], &bake->rules, product);
    return product;
}

/* Prints, counts and lists the findings of a product, whether it was made or is in the cache. */
static void note_product(struct bake *bake, size_t index, const struct product *product)
{
    const char *const path = bake->plan.inputs.items[index].path;
    /* Warnings depend on the rules. */
    diagnostics_say(&product->diagnostics, bake->plan.misruled, &bake->messages);
    bake->pictures += !product->is_document;
    bake->soft += product->soft_count;
    for (size_t i = 0; i < product->file_count; i++)
        if (strcmp(product->files[i].path, path) != 0)
            inputs_note(&bake->plan, &bake->plan.inputs.pages, product->files[i].path, NULL);
}

/* Takes one product at a time, in the order of the inputs. */
static void take_product(void *user, size_t index, void *made)
{
    struct bake *const bake = user;
    struct product *const product = made;
    const struct input *const input = &bake->plan.inputs.items[index];
    const size_t first = bake->model.sprite_count;
    note_product(bake, index, product);
    cache_keep(&bake->cache, index, product);
    product_pour(product, &bake->model);
    sequences_take(&bake->sequences, &bake->model, first, input_group(input),
                   !bake->options.strip_extension);
    product_free(product);
    free(product);
    progress_step(&bake->progress);
}

/* Finds mistakes of the command line that only show once the inputs are read. */
static bool check_kinds(struct bake *bake)
{
    const char *const about_pixels = bake_options_about_pixels(&bake->options, &bake->arguments);
    const bool named = bake->options.name != NULL;
    struct diagnostics found = {0};
    if (bake->pictures > 0)
        return true;
    diagnostics_usage_unless(&found, !named,
                             "--name is for one picture, and there is 1 input, a document");
    /* Another shard may have the pictures. */
    diagnostics_usage_unless(&found, named || about_pixels == NULL || bake->plan.may_have_pictures,
                             "--%s applies to pictures, but all inputs are JSON documents",
                             about_pixels);
    return say_found(&bake->messages, &found);
}

static bool say_faults(struct bake *bake, struct model_cursor from)
{
    struct error err;
    while (model_next_fault(&bake->model, &from, &err))
        say_error(&bake->messages, NULL, &err);
    return is_without_errors(bake);
}

/* Gathers the findings of the products when the output is up to date, and none is made. */
static void recall_products(struct bake *bake)
{
    for (size_t i = 0; i < bake->plan.inputs.count; i++) {
        struct product product = {0};
        cache_recall(&bake->cache, i, &product);
        note_product(bake, i, &product);
        product_free(&product);
    }
}

/* True if all products are good. Otherwise finds errors that only show in all of them. */
static bool check_products(struct bake *bake)
{
    if (is_without_errors(bake) && check_kinds(bake))
        return true;
    /* Names that clash are errors, too; but after another error they are reported only where it
     * cannot be the cause. Wrong rules give other names, and inputs clash that are given twice or
     * share one --name. An animation may only lack the frames of a wrong input, so no frame is
     * reported. */
    if (!bake->plan.misruled && !bake->plan.inputs.doubled && bake->options.name == NULL) {
        model_order(&bake->model);
        say_faults(bake, (struct model_cursor){.frames_of = bake->model.animation_count});
    }
    return false;
}

/* ---- Model -------------------------------------------------------------------------------- */

/* Adds the results that need several inputs: animations and unions; then sorts. */
static bool finish_model(struct bake *bake)
{
    const struct provenance provenance = provenance_of(bake);
    const size_t documents = bake->plan.inputs.count - bake->pictures;
    struct model *const model = &bake->model;
    struct diagnostics found = {0};
    struct error err;
    if (bake->unchanged)
        return true;
    bool ok = true;
    sequences_pour(&bake->sequences, model, &bake->joined);
    /* Another shard may have the frames of the config's animations. */
    if (provenance.config != NULL && bake->options.shard.count <= 1) {
        char *text = NULL;
        ok = provenance_text(&provenance, &text, &err);
        if (ok)
            config_add_animations(text, provenance.config, NULL, model, &found);
        free(text);
    }
    /* Documents have all their animations, and another shard may have layers. */
    if (ok && bake->pictures > 0 && bake->options.shard.count <= 1)
        layers_pour(model, &bake->partial_layers, &found);
    if (ok)
        unions_make(model, &found);
    say_found(&bake->messages, &found);
    if (!ok || !provenance_tell(&provenance, bake->pictures, documents, model, &err))
        return say_error(&bake->messages, NULL, &err);
    model_sort(model);
    return say_faults(bake, (struct model_cursor){0});
}

/* ---- Written ------------------------------------------------------------------------------ */

static bool list_dependencies(struct bake *bake, const struct outputs *outputs)
{
    const struct dependencies dependencies = {&bake->response, &bake->plan};
    struct diagnostics found = {0};
    dependencies_list(&dependencies, outputs, &bake->cache, &bake->read, &found);
    depfile_warn(&bake->read, &found);
    plan_drop_meant(&bake->plan, &found);
    say_found(&bake->messages, &found);
    return is_without_errors(bake);
}

static void free_model(void *model)
{
    model_free(model);
}

/* Nothing is allocated from the first file that is put in place to the last: a run that finds no
 * memory ends at once, and must not leave some files new and others old. */
static void write_outputs(struct bake *bake, struct outputs *outputs)
{
    const struct report_counts *const counts = &bake->counts;
    struct cache *const cache = &bake->cache;
    struct messages *const messages = &bake->messages;
    struct parallel_task freeing;
    struct error err;
    if (bake->options.outputs.depfile && !list_dependencies(bake, outputs))
        return;
    bool ok = outputs_write(outputs, bake->unchanged ? NULL : &bake->model, &bake->read, &err);
    if (ok) {
        cache_prepare(cache);
        /* Putting a large file in its place and freeing a large model take equally long. */
        parallel_begin(&freeing, parallel_is_worth(bake->options.jobs, outputs->size), free_model,
                       &bake->model);
        ok = outputs_commit(outputs, &bake->read, &err);
        parallel_end(&freeing);
    }
    if (!ok) {
        say_error(messages, outputs->about, &err);
        return;
    }
    say_note(messages, bake->options.outputs.output, "%llu sprite%s, %llu mask%s",
             (unsigned long long)counts->sprites, counts->sprites == 1 ? "" : "s",
             (unsigned long long)counts->masks, counts->masks == 1 ? "" : "s");
    if (cache->path == NULL)
        return;
    if (cache_is_damaged(cache))
        say_note(messages, cache->path, "was damaged; the lost parts were made again");
    say_note(messages, cache->path, "%zu of %zu input%s taken from it", cache_taken(cache),
             bake->plan.inputs.count, bake->plan.inputs.count == 1 ? "" : "s");
    if (!cache_commit(cache, bake->about_output.bytes, &outputs->facts_of_output, counts, &err)) {
        error_add(&err, "; the output is new and stays");
        say_error(messages, cache->path, &err);
    }
}

/* ---- Report ------------------------------------------------------------------------------- */

/* Prints the lines from `from` on: for people who watch, or as notes, which --verbose shows. */
static void print_lines(struct bake *bake, const struct report *report, enum report_line from,
                        bool as_notes)
{
    char line[REPORT_LINE_MAX];
    for (enum report_line i = from; i < REPORT_LINES; i++) {
        if (*report_line(report, i, line) == 0)
            continue;
        if (as_notes)
            say_note(&bake->messages, NULL, "%s", line);
        else
            fprintf(stderr, "%s\n", line);
    }
}

static void print_report(struct bake *bake, uint64_t size)
{
    const struct common_options *const common = &bake->options.outputs.common;
    const struct messages *const messages = &bake->messages;
    const struct report report = {.output = bake->options.outputs.output,
                                  .inputs = bake->plan.inputs.count,
                                  .cached = cache_taken(&bake->cache),
                                  .errors = messages->errors,
                                  .warnings = messages->warnings,
                                  .status = messages->status,
                                  .soft = bake->soft,
                                  .joined = bake->joined,
                                  .partial_layers = bake->partial_layers,
                                  .left_out = bake->plan.inputs.left_out,
                                  .counts = bake->counts,
                                  .bytes = size,
                                  .seconds = progress_seconds(&bake->progress)};
    if (common->quiet || common->no_summary)
        return;
    if (common->message_format == MESSAGE_JSON) {
        struct sink sink;
        struct error ignored;
        message_sink_init(&sink);
        report_put_json(&report, &sink);
        sink_flush(&sink, &ignored);
    } else if (bake->progress.wanted && messages->status == STATUS_OK) {
        print_lines(bake, &report, REPORT_SUMMARY, false);
    } else if (is_without_errors(bake)) {
        print_lines(bake, &report, REPORT_SOFT, true);
    }
}

/* ---- The command -------------------------------------------------------------------------- */

/* An output on a terminal is not mixed with a progress bar, unless the user asks for one. */
static bool wants_progress(const struct bake_options *options)
{
    const struct common_options *const common = &options->outputs.common;
    const bool to_stdout = strcmp(options->outputs.output, "-") == 0;
    return !common->quiet && !common->no_summary &&
           !(to_stdout && options->progress == PROGRESS_AUTO) && progress_wanted(options->progress);
}

static void list_inputs(struct bake *bake)
{
    const struct inputs *const inputs = &bake->plan.inputs;
    struct table table = {.columns = "lll"};
    struct sink sink;
    for (size_t i = 0; i < inputs->count; i++) {
        table_add(&table, cache_has(&bake->cache, i) ? "cached" : "bake");
        table_add_quoted(&table, inputs->items[i].path);
        table_add(&table, "%s", "");
    }
    for (size_t i = 0; i < inputs->skipped.count; i++) {
        table_add(&table, "skip");
        table_add_quoted(&table, inputs->skipped.items[i].path);
        table_add(&table, "%s", inputs->skipped.items[i].reason);
    }
    console_init(&sink);
    table_write(&table, &sink);
    console_close(&sink, &bake->messages);
}

static void run_dry(struct bake *bake)
{
    if (!make_plan(bake))
        return;
    if (open_cache(bake, NULL))
        look_up(bake, -1);
    say_not_shown(&bake->messages);
    list_inputs(bake);
    const struct report report = {.left_out = bake->plan.inputs.left_out};
    /* A dry run is asked for details, so that the note needs no --verbose. */
    bake->messages.verbose = true;
    if (!bake->options.outputs.common.quiet)
        print_lines(bake, &report, REPORT_LEFT_OUT, bake->messages.format == MESSAGE_JSON);
}

/* Words that are missing or do not fit together are only looked for when each by itself is right: a
 * wrong one may have taken the next for its value. */
static void read_options(struct bake *bake, size_t count, const char *const *words,
                         struct diagnostics *found)
{
    const struct bake_options *const options = &bake->options;
    response_expand(&bake->response, count, words, found);
    bake_options_read(&bake_option_set, bake->response.count, bake->response.words, &bake->options,
                      &bake->arguments, found);
    if (found->errors == 0 && options->outputs.common.help)
        return;
    recipes_check(&bake->arguments, found);
    if (found->errors > 0)
        return;
    plan_read_config(&bake->plan, &bake->options, &bake->arguments);
    output_options_check(&options->outputs, options->dry_run, found);
    diagnostics_usage_unless(found, bake->arguments.operand_count > 0 || options->files0 != NULL,
                             "no input; name PNGs, folders, atlases or JSON documents");
    diagnostics_usage_unless(
        found, options->name == NULL || options->shard.count <= 1,
        "--name is for one picture, but --shard is for many; use only one of them");
}

/* Reads the command line. False when the work is done: it was wrong, or help was printed. */
static bool begin(struct bake *bake, size_t count, const char *const *words)
{
    struct messages *const messages = &bake->messages;
    struct diagnostics found = {0};
    read_options(bake, count, words, &found);
    if (!command_begin(&bake_option_set, &bake->options.outputs.common, &found, messages))
        return false;
    messages->brief = true;
    messages->progress = &bake->progress;
    messages->fatal = bake->options.error_on.items;
    messages->fatal_count = bake->options.error_on.count;
    return true;
}

static enum status end(struct bake *bake)
{
    cache_free(&bake->cache);
    sequences_free(&bake->sequences);
    model_free(&bake->model);
    text_free(&bake->about_output);
    plan_free(&bake->plan);
    bake_options_free(&bake->options);
    depfile_free(&bake->read);
    response_free(&bake->response);
    arguments_free(&bake->arguments);
    return bake->messages.status;
}

enum status command_bake(size_t count, const char *const *words)
{
    struct bake bake = {.pictures = 0};
    struct outputs outputs = {.jobs = 0};
    bool made = false;
    if (!begin(&bake, count, words))
        return end(&bake);
    if (bake.options.dry_run) {
        run_dry(&bake);
        return end(&bake);
    }
    outputs.jobs = bake.options.jobs;
    /* An output or cache that cannot be opened does not stop the inputs from being tried. */
    const bool opened = open_outputs(&bake, &outputs);
    const bool guarded = open_cache(&bake, &outputs) && opened;
    if (make_plan(&bake)) {
        const struct parallel_work products = {&bake, bake.plan.inputs.count, make_product,
                                               take_product, inflate_leave};
        check_count(&bake);
        if (guarded)
            guard_files(&bake, &outputs);
        progress_begin(&bake.progress, wants_progress(&bake.options), bake.plan.inputs.count);
        if (look_into_cache(&bake, &outputs)) {
            if (bake.unchanged)
                recall_products(&bake);
            else
                parallel_run(&products, bake.options.jobs);
            progress_hide(&bake.progress);
            made = check_products(&bake) && finish_model(&bake);
        }
    }
    if (bake.unchanged)
        bake.counts = bake.cache.file.mark.counts;
    else
        report_count(&bake.counts, &bake.model);
    if (made)
        write_outputs(&bake, &outputs);
    say_not_shown(&bake.messages);
    print_report(&bake, outputs.size);
    outputs_close(&outputs);
    return end(&bake);
}
