/*
 * generate.c - `hitmask generate`: prints the tables of commands, options and topics
 *
 * It is not in the list of commands. `make pages` makes the manual page and the completions of
 * shells from the table, in tools/dist/pages. A line is a row: its kind, and cells with tabs
 * between.
 *
 *     version  VERSION
 *     command  NAME, ABOUT, USAGE
 *     group    NAME of the options that follow
 *     option   SPELLING, LETTER, ARGUMENT, KIND of value, CHOICES with blanks between, HELP
 *     topic    NAME, ABOUT
 *     text     a line of the text of the command or topic
 */
#include "commands/command.h"

#include "base/sink.h"
#include "base/text.h"
#include "system/message.h"

#include <hitmask.h>
#include <stddef.h>
#include <string.h>

static void put_row(struct sink *sink, const char *kind, const char *const *cells, size_t count)
{
    sink_put_string(sink, kind);
    for (size_t i = 0; i < count; i++) {
        sink_put_string(sink, "\t");
        sink_put_string(sink, cells[i] != NULL ? cells[i] : "");
    }
    sink_put_string(sink, "\n");
}

static void put_text(struct sink *sink, const char *text)
{
    for (size_t length; text != NULL && *text != 0; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        sink_put_string(sink, "text\t");
        sink_put(sink, text, length);
        sink_put_string(sink, "\n");
    }
}

static const char *kind_of_value(const struct option *option)
{
    return option->argument == NULL         ? "none"
           : option->path == OPTION_FILE    ? "file"
           : option->path != OPTION_NO_PATH ? "folder"
           : option->choices != NULL        ? "choice"
                                            : "other";
}

static void put_option(struct sink *sink, const struct option *option)
{
    const char letter[] = {option->letter, 0};
    struct text spelling = {0}, choices = {0};
    text_add_string(&spelling, option->one_dash ? "-" : "--");
    text_add_string(&spelling, option->name);
    for (int i = 0; option->choices != NULL && option->choices[i] != NULL; i++) {
        text_add_string(&choices, i > 0 ? " " : "");
        text_add_string(&choices, option->choices[i]);
    }
    const char *const cells[] = {spelling.bytes,        letter,        option->argument,
                                 kind_of_value(option), choices.bytes, option->help};
    put_row(sink, "option", cells, sizeof cells / sizeof *cells);
    text_free(&spelling);
    text_free(&choices);
}

static void put_command(struct sink *sink, const struct command *command)
{
    const struct option_set *const set = command->options;
    const char *group = "";
    put_row(sink, "command", (const char *[]){command->name, command->help, set->usage}, 3);
    put_text(sink, set->about);
    for (const struct option *const *table = set->tables; *table != NULL; table++)
        for (const struct option *option = *table; option->name != NULL; option++) {
            if (option->help == NULL)
                continue;
            if (option->group != NULL && strcmp(option->group, group) != 0)
                put_row(sink, "group", &option->group, 1);
            group = option->group != NULL ? option->group : group;
            put_option(sink, option);
        }
    put_text(sink, set->footer);
}

static const struct option *const tables[] = {common_option_table, NULL};

const struct option_set generate_option_set = {
    .usage = "hitmask generate",
    .about = "Prints the tables of commands, options and topics, with tabs between the cells.",
    .tables = tables,
    .size = sizeof(struct common_options),
};

void command_generate(void *options, const struct arguments *arguments, struct messages *messages)
{
    struct sink sink;
    (void)options;
    (void)arguments;
    console_init(&sink);
    sink_put_format(&sink, "version\t%d.%d.%d\n", HM_VERSION_MAJOR, HM_VERSION_MINOR,
                    HM_VERSION_PATCH);
    for (const struct command *command = commands; command->help != NULL; command++)
        put_command(&sink, command);
    for (const struct topic *topic = topics; topic->name != NULL; topic++) {
        put_row(&sink, "topic", (const char *[]){topic->name, topic->about}, 2);
        put_text(&sink, topic->text);
    }
    console_close(&sink, messages);
}
