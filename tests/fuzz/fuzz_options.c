/*
 * fuzz_options.c - command lines of all commands; no file is opened
 *
 * The first line chooses the command, each other line is a word.
 */
#include "commands/command.h"
#include "fuzz.h"
#include "plan/bake_options.h"
#include "plan/provenance.h"
#include "plan/recipe.h"
#include "plan/recipes.h"

#include <stdlib.h>
#include <string.h>

struct line {
    size_t count;
    const char *words[64];
};

/* ---- Commands ------------------------------------------------------------------------------ */

static void try_recipes(const struct bake_options *options, const struct arguments *arguments)
{
    struct recipes book = {.arguments = arguments};
    struct diagnostics found = {0};
    const struct provenance description = {.options = options, .arguments = arguments};
    struct text text = {0};
    struct error err;
    bool told;
    recipes_check(arguments, &found);
    if (found.errors == 0) {
        const struct recipe *const recipe = recipes_find(&book, "a.png", NULL, &told, &err);
        REQUIRE(recipe != NULL);
        recipe_describe(recipe, NULL, &text);
        REQUIRE(provenance_add(&description, &text, &err));
    }
    text_free(&text);
    diagnostics_free(&found);
    recipes_free(&book);
}

static bool read_bake(const struct option_set *set, const struct line *line,
                      struct arguments *arguments, struct diagnostics *found)
{
    struct bake_options options;
    const bool ok = bake_options_read(set, line->count, line->words, &options, arguments, found);
    if (ok) {
        struct diagnostics other = {0};
        output_options_check(&options.outputs, options.dry_run, &other);
        arguments_warn_idle(arguments, &other);
        diagnostics_free(&other);
        bake_options_about_pixels(&options, arguments);
        shard_has(&options.shard, "tiles/a-10.png");
        try_recipes(&options, arguments);
    }
    bake_options_free(&options);
    return ok;
}

static bool read_with(const struct command *command, const struct line *line,
                      struct arguments *arguments, struct diagnostics *found)
{
    const struct option_set *const set = command->options;
    if (set == &bake_option_set || set == &tune_option_set)
        return read_bake(set, line, arguments, found);
    void *const options = calloc(1, set->size);
    REQUIRE(options != NULL);
    command_read(set, line->count, line->words, options, arguments, found);
    if (set == &merge_option_set)
        output_options_free(options);
    free(options);
    return found->errors == 0;
}

/* ---- The line ------------------------------------------------------------------------------ */

/* Splits in place. */
static void split(char *text, struct line *out)
{
    const size_t most = sizeof out->words / sizeof *out->words;
    for (char *next; text != NULL && out->count < most; text = next) {
        next = strchr(text, '\n');
        if (next != NULL)
            *next++ = '\0';
        out->words[out->count++] = text;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_string(data, size);
    struct line line = {0};
    struct arguments arguments = {0};
    struct error err = {0};
    split(text, &line);
    const struct command *const command = find_command(line.words[0]);
    if (command == NULL) {
        fail_unknown(line.words[0], false, &err);
        REQUIRE(err.status == STATUS_USAGE);
    } else {
        memmove(line.words, line.words + 1, --line.count * sizeof *line.words);
        struct diagnostics found = {0};
        const bool right = read_with(command, &line, &arguments, &found);
        REQUIRE(right == (found.errors == 0));
        for (size_t i = 0; i < found.count; i++)
            REQUIRE(found.items[i].text[0] != '\0' &&
                    (found.items[i].id != NULL || found.items[i].status == STATUS_USAGE));
        diagnostics_free(&found);
    }
    arguments_free(&arguments);
    free(text);
    return 0;
}
