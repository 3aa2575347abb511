/*
 * main.c - finds the command and hands it the rest
 */
#include "command.h"
#include "console.h"
#include "message.h"
#include "output.h"
#include "text.h"

#include <hitmask.h>

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    const char *help;
    enum status (*run)(size_t count, const char *const *words);
} commands[] = {
    {"bake", "PNGs, folders and JSON documents into a pack or a document", command_bake},
    {"inspect", "what is in a pack: a table, JSON, or drawings", command_inspect},
    {"merge", "shards, or packs of one making, into one pack or document", command_merge},
    {"verify", "is a pack whole and right?", command_verify},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static enum status print(const char *text)
{
    struct messages messages;
    struct sink sink;
    messages_init(&messages, MESSAGE_TEXT, COLOR_AUTO, false, false);
    console_init(&sink);
    sink_put_string(&sink, text);
    console_close(&sink, &messages);
    return messages.status;
}

static enum status print_version(void)
{
    char line[64];
    snprintf(line, sizeof line, "hitmask %d.%d.%d\n", HM_VERSION_MAJOR, HM_VERSION_MINOR,
             HM_VERSION_PATCH);
    return print(line);
}

static enum status print_help(void)
{
    char page[2048];
    int length = snprintf(page, sizeof page,
                          "Usage: hitmask COMMAND [options] ...\n\n"
                          "Turns sprite art into collision masks and near-pixel points.\n\n"
                          "Commands:\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        length += snprintf(page + length, sizeof page - (size_t)length, "  %-9s %s\n",
                           commands[i].name, commands[i].help);
    snprintf(page + length, sizeof page - (size_t)length,
             "\n'hitmask COMMAND --help' tells all of a command's options;\n"
             "'hitmask --version' the version.\n");
    return print(page);
}

static enum status refuse(const char *word)
{
    struct messages messages;
    struct error err;
    const char *nearest = NULL;
    unsigned best = 3;
    char quoted[80];
    for (int i = 0; word != NULL && i < COMMAND_COUNT; i++) {
        const unsigned distance = text_distance(word, commands[i].name);
        if (distance < best) {
            best = distance;
            nearest = commands[i].name;
        }
    }
    messages_init(&messages, MESSAGE_TEXT, COLOR_AUTO, false, false);
    if (word == NULL)
        fail_usage(&err, "no command; 'hitmask --help' lists them");
    else if (nearest == NULL)
        fail_usage(&err, "unknown command '%s'; 'hitmask --help' lists them",
                   text_quote(quoted, sizeof quoted, word));
    else
        fail_usage(&err, "unknown command '%s'; did you mean '%s'?",
                   text_quote(quoted, sizeof quoted, word), nearest);
    say_error(&messages, NULL, &err);
    return messages.status;
}

int main(int argc, char **argv)
{
    const char *const word = argc > 1 ? argv[1] : NULL;
    output_install_signals();
    if (word == NULL)
        return (int)refuse(NULL);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
        return (int)print_version();
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
        return (int)print_help();
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(word, commands[i].name) == 0)
            return (int)commands[i].run((size_t)argc - 2, (const char *const *)argv + 2);
    return (int)refuse(word);
}
