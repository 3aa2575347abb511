/*
 * generate.c - `hitmask generate`: prints what `make pages` keeps in the tree
 *
 * It is not in the list of commands. A test compares what is kept with what this prints, so that
 * the manual and the completions stay in step with the options.
 */
#include "commands/generate.h"

#include "base/text.h"
#include "commands/command.h"
#include "system/common_options.h"
#include "system/console.h"

#include <string.h>

static const struct option *const tables[] = {common_option_table, NULL};

const struct option_set generate_option_set = {
    .usage = "hitmask generate man|bash|zsh|fish",
    .about = "Prints the manual page, or the completions for a shell.",
    .tables = tables,
};

static const struct {
    const char *name;
    void (*write)(struct sink *sink);
} pages[] = {
    {"man", generate_man}, {"bash", generate_bash}, {"zsh", generate_zsh}, {"fish", generate_fish}};

enum { PAGE_COUNT = sizeof pages / sizeof *pages };

static bool print_page(const struct arguments *arguments, struct sink *sink, struct error *err)
{
    for (int i = 0; arguments->operand_count == 1 && i < PAGE_COUNT; i++) {
        if (strcmp(arguments->operands[0], pages[i].name) != 0)
            continue;
        pages[i].write(sink);
        return true;
    }
    return fail_usage(err, "name one of man, bash, zsh, fish");
}

enum status command_generate(size_t count, const char *const *words)
{
    struct common_options options = {0};
    struct arguments arguments = {0};
    struct messages messages;
    struct sink sink;
    struct error err;
    const bool understood =
        common_options_read(&generate_option_set, count, words, &options, &arguments, &err);
    messages_init(&messages, options.message_format, options.color, options.quiet, options.verbose);
    console_init(&sink);
    if (understood && options.help)
        options_help(&generate_option_set, &sink);
    else if (!understood || !print_page(&arguments, &sink, &err))
        say_error(&messages, NULL, &err);
    console_close(&sink, &messages);
    arguments_free(&arguments);
    return messages.status;
}
