/*
 * bake.c - `hitmask bake`: inputs become a model, and the model an output
 *
 *     operands -> inputs -> products, on several threads -> model -> pack or document
 *
 * Products that the cache has are not made. When it has all of them, and the output is what was
 * made from them, not even the model is.
 *
 * All inputs are tried before anything is given up, and nothing is written unless all of
 * them were good.
 */
#include "command.h"

#include "bake_options.h"
#include "cache.h"
#include "console.h"
#include "crew.h"
#include "document.h"
#include "inputs.h"
#include "model.h"
#include "output.h"
#include "pack.h"
#include "produce.h"
#include "recipe_book.h"

#include <stdlib.h>
#include <string.h>

struct bake {
    struct bake_options options;
    struct arguments arguments;
    struct messages messages;
    struct recipe_book book;
    struct inputs inputs;
    struct produce_rules rules;
    struct cache cache;
    struct model model;
    size_t pictures; /* inputs that were no documents */
    bool unchanged;  /* the output stands as it is, and nothing is made */
};

static bool say(struct bake *bake, const char *path, const struct error *err)
{
    say_error(&bake->messages, path, err);
    return false;
}

/* ---- Inputs ------------------------------------------------------------------------------- */

static void gather_inputs(struct bake *bake)
{
    const struct input_rules rules = {bake->options.root, bake->options.exclude,
                                      bake->options.exclude_count, bake->options.cache != NULL};
    for (size_t i = 0; i < bake->arguments.operand_count; i++)
        inputs_add(&bake->inputs, bake->arguments.operands[i], &rules, &bake->messages);
}

static bool choose_recipes(struct bake *bake)
{
    struct error err;
    for (size_t i = 0; i < bake->inputs.count; i++) {
        struct input *const input = &bake->inputs.items[i];
        input->recipe = recipe_book_find(&bake->book, input->name, &err);
        if (input->recipe == NULL)
            return say(bake, input->path, &err);
    }
    return true;
}

/* ---- Products ----------------------------------------------------------------------------- */

static void *make_product(void *user, size_t index)
{
    struct bake *const bake = user;
    struct product *const product = calloc(1, sizeof *product);
    if (product != NULL && !cache_take(&bake->cache, index, product))
        produce(&bake->inputs.items[index], &bake->rules, product);
    return product;
}

static void take_product(void *user, size_t index, void *made)
{
    struct bake *const bake = user;
    struct product *const product = made;
    const char *const path = bake->inputs.items[index].path;
    struct error err;
    if (product == NULL) {
        fail_memory(&err);
        say(bake, path, &err);
        return;
    }
    findings_say(&product->findings, &bake->messages);
    bake->pictures += !product->is_document;
    cache_keep(&bake->cache, index, product);
    if (!product_pour(product, &bake->model, &err))
        say(bake, path, &err);
    product_free(product);
    free(product);
}

static void make_products(struct bake *bake)
{
    const struct crew_work work = {bake, bake->inputs.count, make_product, take_product};
    crew_run(&work, bake->options.jobs);
}

/* In place of products: what was found when they were made. */
static void repeat_findings(struct bake *bake)
{
    for (size_t i = 0; i < bake->inputs.count; i++)
        bake->pictures += !cache_repeat(&bake->cache, i, &bake->messages);
}

static enum output_format choose_format(const struct bake_options *options)
{
    const size_t length = strlen(options->output);
    if (options->format != FORMAT_BY_NAME)
        return options->format;
    return length > 5 && strcmp(options->output + length - 5, ".json") == 0 ? FORMAT_JSON
                                                                            : FORMAT_HMK;
}

/* What an output comes from beside its sprites. */
static const char *describe_output(const struct bake_options *options)
{
    static const char *const documents[] = {"json rows", "json base64", "json none"};
    return choose_format(options) == FORMAT_JSON ? documents[options->json_mask] : "hmk";
}

static void process_inputs(struct bake *bake, const struct output *output)
{
    bake->rules =
        (struct produce_rules){bake->options.max_pixels, bake->options.name,
                               bake->options.strip_extension, bake->options.cache != NULL};
    cache_look_up(&bake->cache, &bake->inputs, &bake->rules, bake->options.jobs);
    bake->unchanged = cache_knows_output(&bake->cache, describe_output(&bake->options), output);
    if (bake->unchanged)
        repeat_findings(bake);
    else
        make_products(bake);
}

/* ---- What was asked for ----------------------------------------------------------------- */

static bool check_usage(struct bake *bake)
{
    struct error err;
    if (recipe_book_find(&bake->book, "", &err) == NULL)
        return say(bake, NULL, &err);
    if (bake->options.output == NULL) {
        fail_usage(&err, "no output; add -o FILE");
        return say(bake, NULL, &err);
    }
    if (bake->arguments.operand_count == 0) {
        fail_usage(&err, "no input; name PNGs, folders or JSON documents");
        return say(bake, NULL, &err);
    }
    return true;
}

/* What only shows once the inputs are known. */
static bool check_inputs(struct bake *bake)
{
    const char *const about_pixels = bake_options_about_pixels(&bake->arguments);
    struct error err;
    if (bake->options.name != NULL && (bake->pictures != 1 || bake->inputs.count != 1)) {
        fail_usage(&err, "--name is for one picture, and there %s %zu input%s",
                   bake->inputs.count == 1 ? "is" : "are", bake->inputs.count,
                   bake->inputs.count == 1 ? ", a document" : "s");
        return say(bake, NULL, &err);
    }
    if (about_pixels != NULL && bake->pictures == 0) {
        fail_usage(&err, "--%s decides about pictures, and all inputs are JSON documents",
                   about_pixels);
        return say(bake, NULL, &err);
    }
    if (bake->model.sprite_count == 0 && bake->pictures == 0 && bake->arguments.operand_count > 0 &&
        bake->inputs.count == 0) {
        fail(&err, "--exclude leaves no input");
        return say(bake, NULL, &err);
    }
    return true;
}

/* ---- The output --------------------------------------------------------------------------- */

static bool sort_model(struct bake *bake)
{
    struct error err;
    size_t position = 0;
    if (!model_sort(&bake->model, &err))
        return say(bake, NULL, &err);
    while (model_next_double(&bake->model, &position, &err))
        say(bake, NULL, &err);
    return true;
}

static bool write_model(const struct bake *bake, struct output *output, struct stamp *stamp,
                        struct error *err)
{
    struct sink sink;
    sink_init(&sink, output_write, output);
    if (choose_format(&bake->options) == FORMAT_JSON)
        document_write(&bake->model, bake->options.json_mask, &sink);
    else if (!pack_write(&bake->model, &sink, err))
        return false;
    return sink_flush(&sink, err) && output_commit_stamped(output, stamp, err);
}

static void finish_cache(struct bake *bake, const struct stamp *stamp,
                         const struct cache_counts *counts)
{
    const char *const path = bake->options.cache;
    struct error err;
    if (path == NULL)
        return;
    if (cache_is_damaged(&bake->cache))
        say_note(&bake->messages, path, "was damaged; what it lost was made again");
    say_note(&bake->messages, path, "%zu of %zu input%s taken from it", cache_taken(&bake->cache),
             bake->inputs.count, bake->inputs.count == 1 ? "" : "s");
    if (!cache_commit(&bake->cache, describe_output(&bake->options), stamp, counts, &err))
        say(bake, path, &err);
}

static void finish(struct bake *bake, struct output *output)
{
    const struct model *const model = &bake->model;
    struct cache_counts counts = {model->sprite_count, model->mask_count};
    struct stamp stamp;
    struct error err;
    if (bake->unchanged)
        counts = bake->cache.file.mark.counts;
    if (bake->unchanged ? !output_touch(output, &stamp, &err)
                        : !write_model(bake, output, &stamp, &err)) {
        say(bake, bake->options.output, &err);
        return;
    }
    say_note(&bake->messages, bake->options.output, "%llu sprite%s, %llu mask%s",
             (unsigned long long)counts.sprites, counts.sprites == 1 ? "" : "s",
             (unsigned long long)counts.masks, counts.masks == 1 ? "" : "s");
    finish_cache(bake, &stamp, &counts);
}

static void bake_inputs(struct bake *bake, struct output *output)
{
    gather_inputs(bake);
    if (choose_recipes(bake))
        process_inputs(bake, output);
    if (bake->messages.errors == 0)
        check_inputs(bake);
    if (bake->messages.errors == 0 && !bake->unchanged)
        sort_model(bake);
    if (bake->messages.errors == 0)
        finish(bake, output);
}

static void run(struct bake *bake)
{
    struct output output = {0};
    struct error err;
    const bool binary = choose_format(&bake->options) == FORMAT_HMK;
    if (!output_open(&output, bake->options.output, binary, &err)) {
        say(bake, bake->options.output, &err);
        return;
    }
    if (bake->options.cache != NULL &&
        !cache_open(&bake->cache, bake->options.cache, &output, &err))
        say(bake, bake->options.cache, &err);
    else
        bake_inputs(bake, &output);
    output_abort(&output);
}

enum status command_bake(size_t count, const char *const *words)
{
    struct bake bake = {.pictures = 0};
    struct error err;
    const bool understood = bake_options_read(count, words, &bake.options, &bake.arguments, &err);
    const struct common_options *const common = &bake.options.common;
    enum status status = STATUS_OK;
    bake.book.arguments = &bake.arguments;
    messages_init(&bake.messages, common->message_format, common->color, common->quiet,
                  common->verbose);
    if (!understood)
        say(&bake, NULL, &err);
    else if (common->help)
        status = console_help(&bake_option_set);
    else if (check_usage(&bake))
        run(&bake);
    status = status_worse(status, bake.messages.status);
    recipe_book_free(&bake.book);
    cache_free(&bake.cache);
    model_free(&bake.model);
    inputs_free(&bake.inputs);
    arguments_free(&bake.arguments);
    bake_options_free(&bake.options);
    return status;
}
