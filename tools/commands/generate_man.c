/*
 * generate_man.c - the manual page, in the roff of man(7)
 */
#include "commands/generate.h"

#include "commands/command.h"
#include "commands/topics.h"

#include <hitmask.h>

#include <string.h>

/* Writes one line of a text so that roff reads no request in it. Returns the rest of the text. */
static const char *put_line(struct sink *sink, const char *text)
{
    if (*text == '.' || *text == '\'')
        sink_put_string(sink, "\\&");
    for (; *text != 0 && *text != '\n'; text++) {
        if (*text == '\\')
            sink_put_string(sink, "\\e");
        else if (*text == '-')
            sink_put_string(sink, "\\-");
        else
            sink_put(sink, text, 1);
    }
    sink_put_string(sink, "\n");
    return *text != 0 ? text + 1 : text;
}

/* Paragraphs are filled; lines that begin with spaces are not. */
static void put_text(struct sink *sink, const char *text)
{
    bool literal = false;
    while (*text != 0) {
        if (*text == '\n') {
            sink_put_string(sink, ".PP\n");
            text++;
            continue;
        }
        if ((*text == ' ') != literal)
            sink_put_string(sink, literal ? ".fi\n" : ".nf\n");
        literal = *text == ' ';
        text = put_line(sink, text);
    }
    if (literal)
        sink_put_string(sink, ".fi\n");
}

static void put_option(struct sink *sink, const struct option *option)
{
    sink_put_string(sink, ".TP\n");
    if (option->letter != 0)
        sink_put_format(sink, "\\fB\\-%c\\fR, ", option->letter);
    sink_put_string(sink, option->one_dash ? "\\fB\\-" : "\\fB\\-\\-");
    for (const char *p = option->name; *p != 0; p++)
        sink_put_string(sink, *p == '-' ? "\\-" : (char[]){*p, 0});
    sink_put_string(sink, "\\fR");
    if (option->argument != NULL)
        sink_put_format(sink, " \\fI%s\\fR", option->argument);
    sink_put_string(sink, "\n");
    put_line(sink, option->help);
}

static void put_options(struct sink *sink, const struct option_set *set)
{
    const char *group = "";
    for (const struct option *const *table = set->tables; *table != NULL; table++)
        for (const struct option *option = *table; option->name != NULL; option++) {
            if (option->help == NULL)
                continue;
            if (option->group != NULL && strcmp(option->group, group) != 0) {
                group = option->group;
                sink_put_format(sink, ".PP\n%s:\n", group);
            }
            put_option(sink, option);
        }
}

static void put_command(struct sink *sink, const struct command *command)
{
    sink_put_format(sink, ".SS %s\n.nf\n.B ", command->name);
    put_line(sink, command->options->usage);
    sink_put_string(sink, ".fi\n.PP\n");
    put_text(sink, command->options->about);
    put_options(sink, command->options);
    if (command->options->footer != NULL) {
        sink_put_string(sink, ".PP\n");
        put_text(sink, command->options->footer);
    }
}

/* The tests run them, one after the other. */
static const struct {
    const char *about, *command;
} examples[] = {
    {"Bake a folder of art:", "hitmask bake art/ -o game.hmk"},
    {"Bake in a build, with a dependency file and a cache:",
     "hitmask bake art/ -o game.hmk -MD --cache art.cache"},
    {"Cut a sheet into cells of 8 x 8 pixels, and show each for 100 ms:",
     "hitmask bake tiles.png --grid 8x8 --animate 100 -o tiles.hmk"},
    {"Look at masks in a browser, over their art:",
     "hitmask inspect game.hmk --html game.html --embed-art --art art/"},
    {"Find out why two sprites touch, and draw the answer:",
     "hitmask query game.hmk person.png enemy.png --at 20,8 --png why.png"},
    {"Check a pack:", "hitmask verify game.hmk"},
    {"See how another option changes the masks:",
     "hitmask bake art/ --alpha-threshold 127 -o new.hmk\n"
     "hitmask diff game.hmk new.hmk"},
};

static void put_examples(struct sink *sink)
{
    sink_put_string(sink, ".SH EXAMPLES\n");
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        sink_put_string(sink, i > 0 ? ".PP\n" : "");
        put_text(sink, examples[i].about);
        sink_put_string(sink, ".nf\n");
        for (const char *line = examples[i].command; *line != 0;) {
            sink_put_string(sink, "  ");
            line = put_line(sink, line);
        }
        sink_put_string(sink, ".fi\n");
    }
}

void generate_man(struct sink *sink)
{
    sink_put_format(sink, ".TH HITMASK 1 \"\" \"hitmask %d.%d.%d\" \"User Commands\"\n",
                    HM_VERSION_MAJOR, HM_VERSION_MINOR, HM_VERSION_PATCH);
    sink_put_string(sink,
                    ".SH NAME\nhitmask \\- pixel\\-perfect collision masks from sprite art\n"
                    ".SH SYNOPSIS\n.B hitmask\n\\fICOMMAND\\fR [\\fIoptions\\fR] ...\n"
                    ".br\n.B hitmask help\n[\\fICOMMAND\\fR|\\fITOPIC\\fR]\n"
                    ".br\n.B hitmask \\-\\-version\n"
                    ".SH DESCRIPTION\n"
                    "hitmask turns sprite art into collision masks and near\\-pixel points at\n"
                    "build time. A small library answers questions about them at run time.\n"
                    ".SH COMMANDS\n");
    for (const struct command *command = commands; command->help != NULL; command++)
        put_command(sink, command);
    for (const struct topic *topic = topics; topic->name != NULL; topic++) {
        sink_put_format(sink, ".SH %s\n", topic->about);
        put_text(sink, topic->text);
    }
    put_examples(sink);
    sink_put_string(sink,
                    ".SH SEE ALSO\n"
                    ".BR cmake (1),\n.BR make (1),\n.BR ninja (1),\n.BR parallel (1),\n"
                    ".BR pkg\\-config (1)\n.PP\n"
                    "The header\n.I hitmask.h\nis the manual of the library.\n"
                    "The folder\n.I share/hitmask\nof the installation has JSON schemas for "
                    "configs and documents,\nand code to copy into a game.\n");
}
