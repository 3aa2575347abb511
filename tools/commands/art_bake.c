/*
 * art_bake.c - inputs become a model, and whatever cannot be read is left out
 */
#include "commands/art_bake.h"

#include "bake/animations.h"
#include "base/memory.h"
#include "commands/command.h"
#include "picture/inflate.h"
#include "system/parallel.h"

#include <stdlib.h>
#include <string.h>

void art_bake_read(struct art_bake *bake, const struct option_set *set, size_t count,
                   const char *const *words, struct diagnostics *found)
{
    response_expand(&bake->response, count, words, found);
    bake_options_read(set, bake->response.count, bake->response.words, &bake->options,
                      &bake->arguments, found);
    if (found->errors > 0 || bake->options.outputs.common.help)
        return;
    recipes_check(&bake->arguments, found);
    if (found->errors > 0)
        return;
    plan_read_config(&bake->plan, &bake->options, &bake->arguments);
    diagnostics_usage_unless(found,
                             bake->arguments.operand_count > 0 || bake->options.files0 != NULL,
                             "no input; name PNGs, folders, atlases or JSON documents");
}

/* ---- Inputs ------------------------------------------------------------------------------- */

/* Prints and keeps the errors. Warnings are left to the bake. */
static void note(struct art_bake *bake, const struct diagnostics *found)
{
    char path[200], text[600];
    for (size_t i = 0; i < found->count; i++) {
        const struct diagnostic *const item = &found->items[i];
        if (item->id != NULL)
            continue;
        const char **const added = arena_array_push(&bake->arena, &bake->problems,
                                                    &bake->problem_count, &bake->problem_capacity);
        text_quote(text, sizeof text, item->text);
        *added = item->path == NULL ? arena_text(&bake->arena, text)
                                    : arena_format(&bake->arena, "%s: %s",
                                                   text_quote(path, sizeof path, item->path), text);
    }
    diagnostics_say(found, true, bake->messages);
}

/* Runs on any thread. */
static void *make_product(void *user, size_t index)
{
    struct art_bake *const bake = user;
    struct product *const product = memory_new(1, sizeof *product);
    bake_input(&bake->plan.inputs.items[index], &bake->rules, product);
    return product;
}

/* Takes one product at a time, in the order of the inputs. */
static void take_product(void *user, size_t index, void *made)
{
    struct art_bake *const bake = user;
    struct product *const product = made;
    (void)index;
    note(bake, &product->diagnostics);
    product_pour(product, &bake->model);
    product_free(product);
    free(product);
}

/* ---- All of them -------------------------------------------------------------------------- */

void art_bake_run(struct art_bake *bake, struct messages *messages)
{
    struct model_cursor cursor = {0};
    struct error err;
    bake->messages = messages;
    const bool planned = plan_make(&bake->plan, &bake->options, &bake->arguments);
    note(bake, &bake->plan.diagnostics);
    if (!planned)
        return;
    bake->rules = (struct bake_rules){
        .decoding = {bake->options.max_pixels, bake->options.decoder},
        .naming = {bake->options.name, bake->options.strip_extension},
        .made = true,
    };
    const struct parallel_work work = {bake, bake->plan.inputs.count, make_product, take_product,
                                       inflate_leave};
    parallel_run(&work, bake->options.jobs);
    /* The page and the table make points of the masks themselves. */
    for (size_t i = 0; i < bake->model.sprite_count; i++)
        bake->model.sprites[i].list = MODEL_NONE;
    model_sort(&bake->model);
    /* Animations may have frames of inputs that could not be read. */
    cursor.frames_of = bake->model.animation_count;
    while (model_next_fault(&bake->model, &cursor, &err))
        say_error(messages, NULL, &err);
}

void art_bake_free(struct art_bake *bake)
{
    model_free(&bake->model);
    plan_free(&bake->plan);
    bake_options_free(&bake->options);
    response_free(&bake->response);
    arguments_free(&bake->arguments);
    arena_free(&bake->arena);
}
