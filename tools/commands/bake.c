/*
 * bake.c - `hitmask bake`: pictures, atlases and documents become one pack, document or C file
 *
 *     options -> outputs opened -> plan -> cache -> products, on several threads -> model -> output
 *
 * run() reads like this line; each stage says whether the next may begin. All inputs are tried
 * before the bake is given up, so that one run shows all errors, and nothing is written unless all
 * of them were good. Nothing below this folder prints: this file prints what the stages found.
 */
#include "commands/command.h"

#include "bake/bake_input.h"
#include "bake/cache.h"
#include "bake/dependencies.h"
#include "bake/report.h"
#include "bake/sequences.h"
#include "bake/unions.h"
#include "draw/table.h"
#include "formats/outputs.h"
#include "formats/written.h"
#include "plan/bake_options.h"
#include "plan/config_animations.h"
#include "plan/plan.h"
#include "plan/provenance.h"
#include "system/console.h"
#include "system/output_target.h"
#include "system/parallel.h"
#include "system/progress.h"
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
    size_t pictures;             /* inputs that were no documents */
    size_t soft;                 /* sprites whose edges are soft */
    bool unchanged;              /* the output is up to date, and nothing is made */
    struct report_counts counts; /* of the model, once it is finished */
};

static bool say(struct bake *bake, const char *path, const struct error *err)
{
    say_error(&bake->messages, path, err);
    return false;
}

static bool say_no_memory(struct bake *bake, const char *path)
{
    struct error err;
    fail_memory(&err);
    return say(bake, path, &err);
}

/* Prints and forgets them. */
static void say_all(struct bake *bake, struct diagnostics *diagnostics)
{
    diagnostics_say(diagnostics, &bake->messages);
    diagnostics_free(diagnostics);
}

/* True so far: a warning named by --error-on counts as an error. */
static bool is_without_errors(const struct bake *bake)
{
    return bake->messages.errors == 0;
}

/* ---- Plan --------------------------------------------------------------------------------- */

static void check_usage(const struct bake *bake, struct diagnostics *wrong)
{
    const struct bake_options *const options = &bake->options;
    struct error err;
    output_options_check(&options->outputs, options->dry_run, wrong);
    if (bake->arguments.operand_count == 0 && options->files0 == NULL &&
        !fail_usage(&err, "no input; name PNGs, folders, atlases or JSON documents"))
        diagnostics_add_error(wrong, NULL, &err);
    if (options->name != NULL && options->shard.count > 1 &&
        !fail_usage(&err,
                    "--name is for one picture, but --shard is for many; use only one of them"))
        diagnostics_add_error(wrong, NULL, &err);
}

static bool open_outputs(struct bake *bake, struct outputs *outputs)
{
    struct diagnostics found = {0};
    const bool opened = outputs_open(outputs, &bake->options.outputs, &found);
    response_check_unchanged(&bake->response, &found);
    say_all(bake, &found);
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
    if (outputs != NULL && outputs_have(outputs, path)) {
        fail_usage(&err, "is an output; --cache needs a file of its own");
        return say(bake, path, &err);
    }
    /* A cache that stays as it is need not be writable, but it must have a place. */
    const bool ok = cache_open(&bake->cache, path, &err) &&
                    (outputs == NULL || output_find_target(path, &target, &err));
    free(target);
    return ok || say(bake, path, &err);
}

static bool make_plan(struct bake *bake)
{
    const bool ok = plan_make(&bake->plan, &bake->options, &bake->arguments);
    diagnostics_say(&bake->plan.diagnostics, &bake->messages);
    return ok;
}

/* An error here does not stop the inputs from being tried, only from being written. */
static void guard_files(struct bake *bake, struct outputs *outputs)
{
    const struct dependencies dependencies = {&bake->response, &bake->plan};
    struct diagnostics found = {0};
    struct error err;
    if (bake->options.outputs.depfile)
        dependencies_warn(&dependencies, outputs, &bake->cache, &found);
    dependencies_guard(&dependencies, outputs, &bake->cache, &found);
    outputs->is_input = dependencies_have_output(&dependencies, outputs);
    if (found.errors == 0 && is_without_errors(bake)) {
        outputs_check_replaced(outputs, &found);
        if (!written_check(bake->options.cache, WRITTEN_AS_AID, bake->options.outputs.force, &err))
            diagnostics_add_error(&found, bake->options.cache, &err);
    }
    say_all(bake, &found);
}

/* ---- Cache -------------------------------------------------------------------------------- */

static struct provenance provenance_of(const struct bake *bake)
{
    const bool has_config = bake->options.config != NULL;
    return (struct provenance){&bake->options, &bake->arguments,
                               has_config ? &bake->plan.config : NULL, bake->plan.of_all};
}

static bool describe_output(struct bake *bake)
{
    const struct provenance provenance = provenance_of(bake);
    struct text *const text = &bake->about_output;
    struct error err;
    output_options_describe_format(&bake->options.outputs, text);
    if (!provenance_add(&provenance, text, &err))
        return say(bake, NULL, &err);
    return !text->failed || say_no_memory(bake, NULL);
}

/* `output_fd` is a file that was just created, or -1. */
static void look_up(struct bake *bake, int output_fd)
{
    bake->rules = (struct bake_rules){{bake->options.max_pixels, bake->options.decoder},
                                      {bake->options.name, bake->options.strip_extension},
                                      bake->options.cache != NULL,
                                      stamp_present(output_fd)};
    cache_look_up(&bake->cache, &bake->plan.inputs, &bake->rules, bake->options.jobs);
}

/* Finds the inputs, and perhaps the output, that are as an earlier bake left them. */
static bool look_into_cache(struct bake *bake, struct outputs *outputs)
{
    const struct output *const output = &outputs->files[TARGET_OUTPUT].output;
    look_up(bake, output->temporary != NULL ? output->fd : -1);
    /* Rules that are wrong cannot be described; and then nothing will be written. */
    if (bake->plan.misruled || !is_without_errors(bake))
        return true;
    if (!describe_output(bake))
        return false;
    bake->unchanged = cache_knows_output(&bake->cache, bake->about_output.bytes, output,
                                         &outputs->stamp_of_output);
    return true;
}

/* ---- Products ----------------------------------------------------------------------------- */

/* Any thread. */
static void *make_product(void *user, size_t index)
{
    struct bake *const bake = user;
    struct product *const product = calloc(1, sizeof *product);
    if (product != NULL && !cache_take(&bake->cache, index, product))
        bake_input(&bake->plan.inputs.items[index], &bake->rules, product);
    return product;
}

/* Prints, counts and lists the findings of a product, whether it was made or is in the cache. */
static void note_product(struct bake *bake, size_t index, const struct product *product)
{
    struct inputs *const inputs = &bake->plan.inputs;
    const char *const path = inputs->items[index].path;
    /* Warnings depend on the rules. */
    (bake->plan.misruled ? diagnostics_say_errors : diagnostics_say)(&product->diagnostics,
                                                                     &bake->messages);
    bake->pictures += !product->is_document;
    bake->soft += product->soft_count;
    for (size_t i = 0; i < product->file_count; i++)
        if (strcmp(product->files[i].path, path) != 0 &&
            !inputs_note(&inputs->pages, product->files[i].path, NULL))
            say_no_memory(bake, path);
}

/* One at a time, in the order of the inputs. */
static void take_product(void *user, size_t index, void *made)
{
    struct bake *const bake = user;
    struct product *const product = made;
    const struct input *const input = &bake->plan.inputs.items[index];
    struct error err;
    if (product == NULL) {
        say_no_memory(bake, input->path);
        return;
    }
    note_product(bake, index, product);
    cache_keep(&bake->cache, index, product);
    if (!sequences_take(&bake->sequences, product, input_group(input),
                        !bake->options.strip_extension, &err) ||
        !product_pour(product, &bake->model, &err))
        say(bake, input->path, &err);
    product_free(product);
    free(product);
    progress_step(&bake->progress);
}

/* For an output that is up to date: only the findings of the products. */
static void recall_products(struct bake *bake)
{
    for (size_t i = 0; i < bake->plan.inputs.count; i++) {
        struct product product = {0};
        cache_recall(&bake->cache, i, &product);
        note_product(bake, i, &product);
        product_free(&product);
    }
}

/* Mistakes of the command line that only show once the inputs are known. */
static void check_count(struct bake *bake)
{
    const struct inputs *const inputs = &bake->plan.inputs;
    struct error err;
    if (bake->options.name == NULL || inputs->count == 0)
        return;
    const struct atlas *const atlas = inputs->items[0].atlas;
    if (inputs->count > 1)
        fail_usage(&err, "--name is for one picture, and there are %zu inputs", inputs->count);
    else if (atlas != NULL && !atlas->numbered && !atlas->own_animations)
        fail_usage(&err,
                   "--name is for one picture, and there is 1 input, an atlas whose frames "
                   "have names of their own");
    else
        return;
    say(bake, NULL, &err);
}

/* And those that only show once they are read. */
static bool check_kinds(struct bake *bake)
{
    const char *const about_pixels = bake_options_about_pixels(&bake->options, &bake->arguments);
    struct error err;
    if (bake->options.name != NULL && bake->pictures == 0) {
        fail_usage(&err, "--name is for one picture, and there is 1 input, a document");
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

static bool bake_inputs(struct bake *bake)
{
    const struct parallel_work work = {bake, bake->plan.inputs.count, make_product, take_product,
                                       decode_leave};
    if (bake->unchanged)
        recall_products(bake);
    else
        parallel_run(&work, bake->options.jobs);
    progress_hide(&bake->progress);
    return is_without_errors(bake) && check_kinds(bake);
}

/* ---- Model -------------------------------------------------------------------------------- */

static bool add_config_animations(struct bake *bake, struct diagnostics *found, struct error *err)
{
    const struct provenance provenance = provenance_of(bake);
    char *text = NULL;
    /* Another shard may have the frames. */
    if (provenance.config == NULL || bake->options.shard.count > 1)
        return true;
    if (!provenance_text(&provenance, &text, err))
        return false;
    config_animations_add(text, provenance.config, NULL, &bake->model, found);
    free(text);
    return true;
}

static bool say_faults(struct bake *bake, struct model_cursor from)
{
    struct error err;
    while (model_next_fault(&bake->model, &from, &err))
        say(bake, NULL, &err);
    return is_without_errors(bake);
}

/* After the error of an input: names that clash do so all the same. But an animation may only lack
 * the frames of that input, other rules may give other names, and an input that is given twice, or
 * several with one --name, clash because of that. */
static void find_more_errors(struct bake *bake)
{
    if (bake->plan.misruled || bake->plan.inputs.doubled || bake->options.name != NULL)
        return;
    model_order(&bake->model);
    say_faults(bake, (struct model_cursor){.frames_of = bake->model.animation_count});
}

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
    bool ok =
        sequences_pour(&bake->sequences, model, &err) && add_config_animations(bake, &found, &err);
    if (ok)
        unions_make(model, &found);
    say_all(bake, &found);
    ok = ok && provenance_tell(&provenance, bake->pictures, documents, model, &err) &&
         model_sort(model, &err);
    if (!ok)
        return say(bake, NULL, &err);
    return say_faults(bake, (struct model_cursor){0});
}

/* ---- Output ------------------------------------------------------------------------------- */

static void free_model(void *model)
{
    model_free(model);
}

/* Putting a large file in its place and freeing a large model take equally long. */
static bool commit_outputs(struct bake *bake, struct outputs *outputs, struct error *err)
{
    const bool apart = parallel_is_worth(bake->options.jobs, outputs->size);
    struct parallel_task freeing;
    parallel_begin(&freeing, apart, free_model, &bake->model);
    const bool ok = outputs_commit(outputs, &bake->read, err);
    parallel_end(&freeing);
    return ok;
}

static bool write_outputs(struct bake *bake, struct outputs *outputs)
{
    const struct dependencies dependencies = {&bake->response, &bake->plan};
    const struct report_counts *const counts = &bake->counts;
    struct error err;
    if (bake->options.outputs.depfile) {
        struct diagnostics found = {0};
        if (!dependencies_list(&dependencies, outputs, &bake->cache, &bake->read, &err))
            return say(bake, NULL, &err);
        depfile_warn(&bake->read, &found);
        say_all(bake, &found);
        if (!is_without_errors(bake))
            return false;
    }
    if (!outputs_write(outputs, bake->unchanged ? NULL : &bake->model, &bake->read, &err) ||
        !commit_outputs(bake, outputs, &err))
        return say(bake, outputs->about, &err);
    say_note(&bake->messages, bake->options.outputs.output, "%llu sprite%s, %llu mask%s",
             (unsigned long long)counts->sprites, counts->sprites == 1 ? "" : "s",
             (unsigned long long)counts->masks, counts->masks == 1 ? "" : "s");
    return true;
}

static void commit_cache(struct bake *bake, const struct stamp *stamp)
{
    const char *const path = bake->options.cache;
    struct error err;
    if (path == NULL)
        return;
    if (cache_is_damaged(&bake->cache))
        say_note(&bake->messages, path, "was damaged; the lost parts were made again");
    say_note(&bake->messages, path, "%zu of %zu input%s taken from it", cache_taken(&bake->cache),
             bake->plan.inputs.count, bake->plan.inputs.count == 1 ? "" : "s");
    if (cache_commit(&bake->cache, bake->about_output.bytes, stamp, &bake->counts, &err))
        return;
    error_add(&err, "; the output is new and stays");
    say(bake, path, &err);
}

/* ---- Report ------------------------------------------------------------------------------- */

/* A line for people who watch, or else a note, which --verbose shows. */
static void print_line(struct bake *bake, const struct report *report, enum report_line which,
                       bool as_note)
{
    char line[REPORT_LINE_MAX];
    if (*report_line(report, which, line) == 0)
        return;
    if (as_note)
        say_note(&bake->messages, NULL, "%s", line);
    else
        fprintf(stderr, "%s\n", line);
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
        for (enum report_line line = REPORT_SUMMARY; line < REPORT_LINES; line++)
            print_line(bake, &report, line, false);
    } else if (is_without_errors(bake)) {
        print_line(bake, &report, REPORT_SOFT, true);
        print_line(bake, &report, REPORT_LEFT_OUT, true);
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

/* An output or cache that cannot be opened does not stop the inputs from being tried. */
static bool make_model(struct bake *bake, struct outputs *outputs)
{
    const bool with_outputs = open_outputs(bake, outputs);
    const bool with_cache = open_cache(bake, outputs);
    if (!make_plan(bake))
        return false;
    check_count(bake);
    if (with_outputs && with_cache)
        guard_files(bake, outputs);
    progress_begin(&bake->progress, wants_progress(&bake->options), bake->plan.inputs.count);
    if (!look_into_cache(bake, outputs))
        return false;
    if (bake_inputs(bake))
        return finish_model(bake);
    find_more_errors(bake);
    return false;
}

static void run(struct bake *bake)
{
    struct outputs outputs = {.jobs = bake->options.jobs};
    const bool made = make_model(bake, &outputs);
    if (bake->unchanged)
        bake->counts = bake->cache.file.mark.counts;
    else
        report_count(&bake->counts, &bake->model);
    if (made && write_outputs(bake, &outputs))
        commit_cache(bake, &outputs.stamp_of_output);
    say_not_shown(&bake->messages);
    print_report(bake, outputs.size);
    outputs_close(&outputs);
}

static void list_inputs(struct bake *bake)
{
    struct table table;
    struct sink sink;
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
        print_line(bake, &report, REPORT_LEFT_OUT, bake->messages.format == MESSAGE_JSON);
}

/* Words that are missing or do not fit together are only looked for when each by itself is right: a
 * wrong one may have taken the next for its value. */
static void read_arguments(struct bake *bake, size_t count, const char *const *words,
                           struct diagnostics *wrong)
{
    response_expand(&bake->response, count, words, wrong);
    bake_options_read(bake->response.count, bake->response.words, &bake->options, &bake->arguments,
                      wrong);
    if (wrong->errors == 0 && bake->options.outputs.common.help)
        return;
    recipes_check(&bake->arguments, wrong);
    if (wrong->errors == 0)
        check_usage(bake, wrong);
}

enum status command_bake(size_t count, const char *const *words)
{
    struct bake bake = {.pictures = 0};
    struct diagnostics wrong = {0};
    read_arguments(&bake, count, words, &wrong);
    if (command_begin(&bake_option_set, &bake.options.outputs.common, &wrong, &bake.messages)) {
        bake.messages.brief = true;
        bake.messages.progress = &bake.progress;
        bake.messages.fatal = bake.options.error_on.items;
        bake.messages.fatal_count = bake.options.error_on.count;
        (bake.options.dry_run ? run_dry : run)(&bake);
    }
    const enum status status = bake.messages.status;
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
