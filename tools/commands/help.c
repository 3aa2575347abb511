/*
 * help.c - `hitmask help`: the list of commands, a command's page, or a topic
 *
 * The topics of topics.txt are the short manual; tools/README.md and tools/manual/ are the long
 * one, with a section for each of them.
 */
#include "commands/command.h"

#include "system/message.h"

#include <stddef.h>
#include <string.h>

/* ---- The command -------------------------------------------------------------------------- */

static void put_list(struct sink *sink)
{
    sink_put_string(sink,
                    "Usage: hitmask COMMAND [options] ...\n\n"
                    "Turns sprite art into pixel-perfect collision masks for 2D games.\n\n"
                    "Commands:\n");
    for (const struct command *command = commands; command->help != NULL; command++)
        sink_put_format(sink, "  %-11s %s\n", command->name, command->help);
    sink_put_string(sink, "\nTopics:\n");
    for (const struct topic *topic = topics; topic->name != NULL; topic++)
        sink_put_format(sink, "  %-11s %s\n", topic->name, topic->about);
    sink_put_string(sink,
                    "\n'hitmask COMMAND --help' lists the options of a command.\n"
                    "'hitmask help TOPIC' explains a topic.\n"
                    "'hitmask --version' prints the version.\n");
}

static const struct option *const tables[] = {common_option_table, NULL};

const struct option_set help_option_set = {
    .usage = "hitmask help [COMMAND|TOPIC]",
    .about = "Explains a command or a topic, or lists them all.",
    .tables = tables,
    .size = sizeof(struct common_options),
};

void command_help(void *options, const struct arguments *arguments, struct messages *messages)
{
    const char *const word = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    const struct command *const command = word != NULL ? find_command(word) : NULL;
    const struct topic *topic = topics;
    struct sink sink;
    struct error err;
    bool ok = true;
    (void)options;
    console_init(&sink);
    while (word != NULL && topic->name != NULL && strcmp(word, topic->name) != 0)
        topic++;
    if (arguments->operand_count > 1)
        ok = fail_usage(&err, "help takes one command or one topic");
    else if (word == NULL)
        put_list(&sink);
    else if (command != NULL)
        options_help(command->options, HELP_MOST, &sink);
    else if (topic->name != NULL)
        sink_put_string(&sink, topic->text);
    else
        ok = fail_unknown(word, true, &err);
    if (!ok)
        say_error(messages, NULL, &err);
    console_close(&sink, messages);
}

/* The words may be wrong, or belong to the options of a command that is misspelled. */
enum status command_unknown(size_t count, const char *const *words)
{
    struct common_options options = {0};
    struct arguments arguments = {0};
    struct diagnostics ignored = {0};
    struct messages messages;
    struct error err;
    common_options_read(&help_option_set, count, words, &options, &arguments, &ignored);
    diagnostics_free(&ignored);
    arguments_free(&arguments);
    messages_init(&messages, options.message_format, options.color, false, false);
    if (count == 0)
        fail_usage(&err, "no command; 'hitmask --help' lists them");
    else
        fail_unknown(words[0], false, &err);
    say_error(&messages, NULL, &err);
    return messages.status;
}
