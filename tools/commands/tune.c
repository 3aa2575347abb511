/*
 * tune.c - `hitmask tune`: a page on which thresholds, keys and changes to masks are chosen by
 * looking
 *
 *     inputs -> model of the sprites that can be read -> page with the model, the art and how each
 *     sprite was made
 */
#include "commands/command.h"

#include "base/text.h"
#include "commands/art.h"
#include "commands/art_bake.h"
#include "draw/markup.h"
#include "formats/written.h"
#include "system/output_names.h"

#include <stdlib.h>
#include <string.h>

/* A page with more sprites is slow to open. */
enum { TUNE_SPRITES_MAX = 20000 };

/* Options of this command that a bake with the rules of the page does not need. */
static const char *const own[] = {"output",  "force",      "jobs",  "quiet",
                                  "verbose", "no-summary", "color", NULL};

/* ---- The command line of a bake ------------------------------------------------------------ */

struct words {
    const char **items;
    size_t count, capacity;
};

static void add_word(struct art_bake *bake, struct words *words, const char *word)
{
    *(const char **)arena_array_push(&bake->arena, &words->items, &words->count, &words->capacity) =
        word;
}

/* A name that begins with a dash is not taken for an option behind "./". */
static const char *spell_operand(struct art_bake *bake, const char *operand)
{
    return *operand == '-' && operand[1] != 0 ? arena_format(&bake->arena, "./%s", operand)
                                              : operand;
}

/* Sorts the words into those that the page's command line has and those that the page chooses. */
static void sort_words(struct art_bake *bake, struct words *words, struct words *explicit)
{
    const struct arguments *const arguments = &bake->arguments;
    for (size_t i = 0; i < arguments->operand_count; i++)
        add_word(bake, words, spell_operand(bake, arguments->operands[i]));
    for (size_t i = 0; i < arguments->value_count; i++) {
        const struct option_value *const given = &arguments->values[i];
        const char *const name = given->option->name;
        if (text_is_among(name, page_options))
            add_word(bake, explicit, name);
        else if (!text_is_among(name, own))
            add_word(bake, words,
                     given->value == NULL
                         ? arena_format(&bake->arena, "--%s", name)
                         : arena_format(&bake->arena, "--%s=%s", name, given->value));
    }
}

/* ---- The page ------------------------------------------------------------------------------ */

/* Gives the path of each picture to the first sprite that was made from it. False when the page
 * would be written over a picture. */
static bool place_art(const struct art_bake *bake, char **art, struct error *err)
{
    const struct model *const model = &bake->model;
    struct art_user *const users = memory_new(model->sprite_count, sizeof *users);
    size_t count = 0;
    bool ok = true;
    for (size_t i = 0; i < model->sprite_count; i++)
        if (model->sprites[i].made != NULL && strcmp(model->sprites[i].made->path, "-") != 0)
            users[count++] = (struct art_user){model->sprites[i].made->path, i};
    count = art_first_users(users, count);
    for (size_t i = 0; ok && i < count; i++) {
        ok = output_name_spares(users[i].path, bake->options.outputs.output, "page", err);
        art[users[i].sprite] = text_copy(users[i].path);
    }
    free(users);
    return ok;
}

/* The name of the first operand, which may end with a slash. */
static const char *title_of(struct art_bake *bake)
{
    const char *const first =
        bake->arguments.operand_count > 0 ? bake->arguments.operands[0] : "art";
    size_t length = strlen(first);
    while (length > 1 && first[length - 1] == '/')
        length--;
    return text_base_name(arena_text_n(&bake->arena, first, length));
}

static bool write_page(struct art_bake *bake, struct error *err)
{
    const char *const output = bake->options.outputs.output;
    const size_t count = bake->model.sprite_count;
    struct words words = {0}, explicit = {0};
    sort_words(bake, &words, &explicit);
    const struct tune_page tune = {
        .words = words.items,
        .word_count = words.count,
        .has_config = bake->options.config != NULL,
        .explicit = explicit.items,
        .explicit_count = explicit.count,
        .problems = bake->problems,
        .problem_count = bake->problem_count,
    };
    char **const art = memory_new(count, sizeof *art);
    struct html_page page = {
        .model = &bake->model,
        .title = title_of(bake),
        .art = art,
        .tune = &tune,
    };
    const bool ok = place_art(bake, art, err) &&
                    written_check(output, WRITTEN_AS_AID, bake->options.outputs.force, err) &&
                    save_page(output, &page, err);
    for (size_t i = 0; i < count; i++)
        free(art[i]);
    free((void *)art);
    return ok;
}

/* ---- The command --------------------------------------------------------------------------- */

static bool check_count(const struct model *model, struct error *err)
{
    char count[TEXT_COUNT_MAX], most[TEXT_COUNT_MAX];
    size_t pictures = 0;
    for (size_t i = 0; i < model->sprite_count; i++)
        pictures += model->sprites[i].made != NULL;
    if (pictures == 0)
        return fail(err, "nothing to tune: no sprite was made from a picture");
    if (model->sprite_count > TUNE_SPRITES_MAX)
        return fail(err,
                    "%s sprites are more than the %s that a page can show; name a folder or "
                    "an atlas of them",
                    text_count(count, model->sprite_count),
                    text_count(most, (uint64_t)TUNE_SPRITES_MAX));
    return true;
}

static void run(struct art_bake *bake, struct messages *messages)
{
    struct error err;
    const char *const output = bake->options.outputs.output;
    art_bake_run(bake, messages);
    if (bake->model.sprite_count == 0 && messages->errors > 0)
        return;
    if (!check_count(&bake->model, &err))
        say_error(messages, NULL, &err);
    else if (!write_page(bake, &err))
        say_error(messages, output, &err);
}

enum status command_tune(size_t count, const char *const *words)
{
    struct art_bake bake = {.problem_count = 0};
    struct diagnostics found = {0};
    struct messages messages;
    art_bake_read(&bake, &tune_option_set, count, words, &found);
    const struct output_options *const outputs = &bake.options.outputs;
    if (found.errors == 0 && !outputs->common.help)
        diagnostics_usage_unless(&found, outputs->output != NULL, "no page; add -o PAGE.html");
    if (command_begin(&tune_option_set, &outputs->common, &found, &messages))
        run(&bake, &messages);
    art_bake_free(&bake);
    return messages.status;
}
