/*
 * generate.c - `hitmask generate`: prints the pages that `make pages` keeps in the tree
 *
 * It is not in the list of commands. A test compares the kept pages with what this prints, so that
 * the manual and the completions agree with the options.
 */
#include "commands/generate.h"

#include "commands/command.h"
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
    if (command_start(&generate_option_set, count, words, &options, &arguments, &messages)) {
        struct sink sink;
        struct error err;
        console_init(&sink);
        if (!print_page(&arguments, &sink, &err))
            say_error(&messages, NULL, &err);
        console_close(&sink, &messages);
    }
    return command_end(&arguments, &messages);
}
