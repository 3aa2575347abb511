/*
 * help.c - `hitmask help`: the list of commands, a command's page, or a topic
 */
#include "commands/command.h"

#include "base/text.h"
#include "base/text_names.h"
#include "commands/topics.h"
#include "system/console.h"
#include "system/message.h"

#include <string.h>

static void put_list(struct sink *sink)
{
    sink_put_string(sink,
                    "Usage: hitmask COMMAND [options] ...\n\n"
                    "Turns sprite art into collision masks and near-pixel points.\n\n"
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

static bool fail_unknown_page(const char *word, struct error *err)
{
    unsigned changes = NEAR_CHANGES;
    const char *nearest = nearest_command(word, &changes);
    char quoted[80];
    for (const struct topic *topic = topics; topic->name != NULL; topic++) {
        const unsigned distance = text_distance(word, topic->name);
        if (distance < changes) {
            changes = distance;
            nearest = topic->name;
        }
    }
    text_quote(quoted, sizeof quoted, word);
    if (nearest == NULL)
        return fail_usage(err, "no command or topic is called '%s'; 'hitmask help' lists them",
                          quoted);
    return fail_usage(err, "no command or topic is called '%s'; did you mean '%s'?", quoted,
                      nearest);
}

static bool put_page(size_t count, const char *const *words, struct sink *sink, struct error *err)
{
    if (count > 1)
        return fail_usage(err, "help takes one command or one topic");
    if (count == 0) {
        put_list(sink);
        return true;
    }
    const struct command *const command = find_command(words[0]);
    const struct topic *topic = topics;
    while (topic->name != NULL && strcmp(words[0], topic->name) != 0)
        topic++;
    if (command == NULL && topic->name == NULL)
        return fail_unknown_page(words[0], err);
    if (command != NULL)
        options_help(command->options, sink);
    else
        sink_put_string(sink, topic->text);
    return true;
}

static const struct option *const tables[] = {common_option_table, NULL};

static const struct option_set help_option_set = {
    .usage = "hitmask help [COMMAND|TOPIC]",
    .about = "Explains a command or a topic, or lists them all.",
    .tables = tables,
};

enum status command_help(size_t count, const char *const *words)
{
    struct common_options options = {0};
    struct arguments arguments = {0};
    struct messages messages;
    struct sink sink;
    struct error err;
    if (command_start(&help_option_set, count, words, &options, &arguments, &messages)) {
        console_init(&sink);
        if (!put_page(arguments.operand_count, arguments.operands, &sink, &err))
            say_error(&messages, NULL, &err);
        console_close(&sink, &messages);
    }
    return command_end(&arguments, &messages);
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
    messages_init(&messages, options.message_format, options.color, false, false);
    if (count == 0)
        fail_usage(&err, "no command; 'hitmask --help' lists them");
    else
        fail_unknown_command(words[0], &err);
    say_error(&messages, NULL, &err);
    return command_end(&arguments, &messages);
}
