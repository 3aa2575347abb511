/*
 * generate.c - `hitmask generate`: prints the pages that `make pages` keeps in the tree: the manual
 * page and the shells' completions, from the tables of options
 *
 * It is not in the list of commands. A test compares the kept pages with what this prints, so that
 * the manual and the completions agree with the options.
 */
#include "commands/command.h"

#include "system/message.h"

#include <hitmask.h>

#include <stdio.h>
#include <string.h>

/* A character that is written as something else. A list ends with one that is 0. */
struct spelling {
    char character;
    const char *spelled;
};

static void put_spelled(struct sink *sink, const char *text, size_t length,
                        const struct spelling *spellings)
{
    for (; length > 0; text++, length--) {
        const struct spelling *spelling = spellings;
        while (spelling->character != 0 && spelling->character != *text)
            spelling++;
        if (spelling->character != 0)
            sink_put_string(sink, spelling->spelled);
        else
            sink_put(sink, text, 1);
    }
}

/* ---- The manual page, in the roff of man(7) ----------------------------------------------- */

static const struct spelling in_roff[] = {{'\\', "\\e"}, {'-', "\\-"}, {0}};

/* Writes one line of a text so that roff reads no request in it. Returns the rest of the text. */
static const char *put_line(struct sink *sink, const char *text)
{
    const size_t length = strcspn(text, "\n");
    if (*text == '.' || *text == '\'')
        sink_put_string(sink, "\\&");
    put_spelled(sink, text, length, in_roff);
    sink_put_string(sink, "\n");
    return text + length + (text[length] == '\n');
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
    put_spelled(sink, option->name, strlen(option->name), in_roff);
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

static void generate_man(struct sink *sink)
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

/* ---- Completions -------------------------------------------------------------------------- */

/* The values of an option are its choices, or files or folders. */
enum value { VALUE_NONE, VALUE_FILE, VALUE_FOLDER, VALUE_CHOICE, VALUE_OTHER };

static enum value value_of(const struct option *option)
{
    if (option->argument == NULL)
        return VALUE_NONE;
    if (option->path != OPTION_NO_PATH)
        return option->path == OPTION_FILE ? VALUE_FILE : VALUE_FOLDER;
    return option->choices != NULL ? VALUE_CHOICE : VALUE_OTHER;
}

static void put_choices(struct sink *sink, const struct option *option)
{
    for (int i = 0; option->choices[i] != NULL; i++) {
        sink_put_string(sink, i > 0 ? " " : "");
        sink_put_string(sink, option->choices[i]);
    }
}

static void each_option(struct sink *sink, const struct command *command,
                        void (*put)(struct sink *, const struct command *, const struct option *))
{
    for (const struct option *const *table = command->options->tables; *table != NULL; table++)
        for (const struct option *option = *table; option->name != NULL; option++)
            if (option->help != NULL)
                put(sink, command, option);
}

/* "bake inspect ... ", and then "help" or the topics. */
static void put_names(struct sink *sink, bool with_topics)
{
    for (const struct command *command = commands; command->help != NULL; command++)
        sink_put_format(sink, "%s ", command->name);
    for (const struct topic *topic = topics; with_topics && topic->name != NULL; topic++)
        sink_put_format(sink, "%s ", topic->name);
    sink_put_string(sink, with_topics ? "" : "help");
}

static void put_note(struct sink *sink)
{
    sink_put_string(sink, "# Made by `make pages` from the tables of options; do not edit.\n");
}

/* ---- bash --------------------------------------------------------------------------------- */

static void put_bash_spelling(struct sink *sink, const struct command *command,
                              const struct option *option)
{
    (void)command;
    sink_put_format(sink, " %s%s", option->one_dash ? "-" : "--", option->name);
    if (option->letter != 0)
        sink_put_format(sink, " -%c", option->letter);
}

static void put_bash_value(struct sink *sink, const struct command *command,
                           const struct option *option)
{
    const char *const dashes = option->one_dash ? "-" : "--";
    const enum value value = value_of(option);
    if (value == VALUE_NONE)
        return;
    sink_put_format(sink, "    '%s %s%s'", command->name, dashes, option->name);
    if (option->letter != 0)
        sink_put_format(sink, " | '%s -%c'", command->name, option->letter);
    sink_put_string(sink, ")\n");
    if (value == VALUE_FILE || value == VALUE_FOLDER)
        sink_put_format(sink, "        _hitmask_paths -%c\n", value == VALUE_FILE ? 'f' : 'd');
    if (value == VALUE_CHOICE) {
        sink_put_string(sink, "        COMPREPLY=($(compgen -W '");
        put_choices(sink, option);
        sink_put_string(sink, "' -- \"$cur\"))\n");
    }
    sink_put_string(sink, "        return ;;\n");
}

static void generate_bash(struct sink *sink)
{
    put_note(sink);
    sink_put_string(sink,
                    "# -f: files, -d: folders; their names may have blanks.\n"
                    "_hitmask_paths() {\n"
                    "    local IFS=$'\\n'\n"
                    "    COMPREPLY=($(compgen \"$1\" -- \"$cur\"))\n"
                    "}\n"
                    "\n"
                    "_hitmask() {\n"
                    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
                    "    local command=${COMP_WORDS[1]} words=\n"
                    "    COMPREPLY=()\n"
                    "    if [[ $cur == = ]]; then\n"
                    "        cur=\n"
                    "    elif [[ $prev == = ]]; then\n"
                    "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
                    "    fi\n"
                    "    if ((COMP_CWORD == 1)); then\n"
                    "        words='");
    put_names(sink, false);
    sink_put_string(sink,
                    "'\n"
                    "        [[ $cur != -* ]] || words='--help --version'\n"
                    "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                    "        return\n"
                    "    fi\n"
                    "    case \"$command $prev\" in\n");
    for (const struct command *command = commands; command->help != NULL; command++)
        each_option(sink, command, put_bash_value);
    sink_put_string(sink, "    esac\n    case $command in\n");
    for (const struct command *command = commands; command->help != NULL; command++) {
        sink_put_format(sink, "    %s) words='", command->name);
        each_option(sink, command, put_bash_spelling);
        sink_put_string(sink, "' ;;\n");
    }
    sink_put_string(sink, "    help)\n        COMPREPLY=($(compgen -W '");
    put_names(sink, true);
    sink_put_string(sink,
                    "' -- \"$cur\"))\n        return ;;\n    esac\n"
                    "    if [[ $cur == -* ]]; then\n"
                    "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                    "    else\n"
                    "        _hitmask_paths -f\n"
                    "    fi\n"
                    "}\n"
                    "complete -o filenames -F _hitmask hitmask\n");
}

/* ---- zsh ---------------------------------------------------------------------------------- */

/* Inside brackets, in single quotes. */
static const struct spelling in_zsh[] = {{'\'', "'\\''"}, {'[', "\\["},   {']', "\\]"},
                                         {':', "\\:"},    {'\\', "\\\\"}, {0}};

static void put_zsh_spec(struct sink *sink, const struct option *option, const char *spelling)
{
    static const char *const actions[] = {"", ":file:_files", ":folder:_files -/", "", ":value: "};
    const enum value value = value_of(option);
    sink_put_format(sink, " \\\n            '%s", spelling);
    sink_put_string(sink, value != VALUE_NONE && strncmp(spelling, "--", 2) == 0 ? "=[" : "[");
    put_spelled(sink, option->help, strlen(option->help), in_zsh);
    sink_put_string(sink, "]");
    sink_put_string(sink, actions[value]);
    if (value == VALUE_CHOICE) {
        sink_put_string(sink, ":value:(");
        put_choices(sink, option);
        sink_put_string(sink, ")");
    }
    sink_put_string(sink, "'");
}

static void put_zsh_option(struct sink *sink, const struct command *command,
                           const struct option *option)
{
    char spelling[64];
    (void)command;
    snprintf(spelling, sizeof spelling, "%s%s", option->one_dash ? "-" : "--", option->name);
    put_zsh_spec(sink, option, spelling);
    if (option->letter != 0)
        put_zsh_spec(sink, option, (char[]){'-', option->letter, 0});
}

static void generate_zsh(struct sink *sink)
{
    sink_put_string(sink, "#compdef hitmask\n");
    put_note(sink);
    sink_put_string(sink,
                    "_hitmask() {\n"
                    "    if ((CURRENT == 2)); then\n"
                    "        [[ $PREFIX != -* ]] || compadd -- --help --version\n"
                    "        compadd ");
    put_names(sink, false);
    sink_put_string(sink,
                    "\n        return\n    fi\n"
                    "    local command=$words[2]\n"
                    "    shift words\n"
                    "    ((CURRENT--))\n"
                    "    case $command in\n");
    for (const struct command *command = commands; command->help != NULL; command++) {
        sink_put_format(sink, "    %s)\n        _arguments", command->name);
        each_option(sink, command, put_zsh_option);
        sink_put_string(sink, " \\\n            '*:file:_files'\n        ;;\n");
    }
    sink_put_string(sink, "    help)\n        compadd ");
    put_names(sink, true);
    sink_put_string(sink, "\n        ;;\n    esac\n}\n_hitmask \"$@\"\n");
}

/* ---- fish --------------------------------------------------------------------------------- */

static const struct spelling in_fish[] = {{'\'', "\\'"}, {'\\', "\\\\"}, {0}};

static void put_fish_option(struct sink *sink, const struct command *command,
                            const struct option *option)
{
    const enum value value = value_of(option);
    sink_put_format(sink, "complete -c hitmask -n '__fish_seen_subcommand_from %s'", command->name);
    if (option->letter != 0)
        sink_put_format(sink, " -s %c", option->letter);
    sink_put_format(sink, " -%c %s", option->one_dash ? 'o' : 'l', option->name);
    if (value == VALUE_FILE)
        sink_put_string(sink, " -rF");
    else if (value == VALUE_FOLDER)
        sink_put_string(sink, " -xa '(__fish_complete_directories)'");
    else if (value == VALUE_CHOICE) {
        sink_put_string(sink, " -xa '");
        put_choices(sink, option);
        sink_put_string(sink, "'");
    } else if (value == VALUE_OTHER) {
        sink_put_string(sink, " -x");
    }
    sink_put_string(sink, " -d '");
    put_spelled(sink, option->help, strlen(option->help), in_fish);
    sink_put_string(sink, "'\n");
}

static void generate_fish(struct sink *sink)
{
    put_note(sink);
    for (const struct command *command = commands; command->help != NULL; command++) {
        sink_put_format(sink, "complete -c hitmask -n __fish_use_subcommand -f -a %s -d '",
                        command->name);
        put_spelled(sink, command->help, strlen(command->help), in_fish);
        sink_put_string(sink, "'\n");
    }
    sink_put_string(sink,
                    "complete -c hitmask -n __fish_use_subcommand -f -a help"
                    " -d 'a page on a command or a topic'\n"
                    "complete -c hitmask -n __fish_use_subcommand -s h -l help"
                    " -d 'commands and topics'\n"
                    "complete -c hitmask -n __fish_use_subcommand -s V -l version"
                    " -d 'the version'\n"
                    "complete -c hitmask -n '__fish_seen_subcommand_from help' -f -a '");
    put_names(sink, true);
    sink_put_string(sink, "'\n");
    for (const struct command *command = commands; command->help != NULL; command++)
        each_option(sink, command, put_fish_option);
}

/* ---- The command -------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*write)(struct sink *sink);
} pages[] = {
    {"man", generate_man}, {"bash", generate_bash}, {"zsh", generate_zsh}, {"fish", generate_fish}};

static int find_page(const struct arguments *arguments)
{
    int page = sizeof pages / sizeof *pages;
    while (arguments->operand_count == 1 && page-- > 0)
        if (strcmp(arguments->operands[0], pages[page].name) == 0)
            return page;
    return -1;
}

static void check(const void *options, const struct arguments *arguments, struct diagnostics *found)
{
    (void)options;
    diagnostics_usage_unless(found, find_page(arguments) >= 0, "name one of man, bash, zsh, fish");
}

static const struct option *const tables[] = {common_option_table, NULL};

const struct option_set generate_option_set = {
    .usage = "hitmask generate man|bash|zsh|fish",
    .about = "Prints the manual page, or the completions for a shell.",
    .tables = tables,
    .size = sizeof(struct common_options),
    .check = check,
};

void command_generate(void *options, const struct arguments *arguments, struct messages *messages)
{
    struct sink sink;
    (void)options;
    console_init(&sink);
    pages[find_page(arguments)].write(&sink);
    console_close(&sink, messages);
}
