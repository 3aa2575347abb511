/*
 * generate_shells.c - completions of commands and options for bash, zsh and fish
 *
 * The values of an option are its choices, or files or folders.
 */
#include "commands/generate.h"

#include "commands/command.h"
#include "commands/topics.h"

#include <stdio.h>
#include <string.h>

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

void generate_bash(struct sink *sink)
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

/* Writes a text that is inside brackets, in single quotes. */
static void put_zsh_text(struct sink *sink, const char *text)
{
    for (; *text != 0; text++) {
        if (*text == '\'')
            sink_put_string(sink, "'\\''");
        else if (strchr("[]:\\", *text) != NULL)
            sink_put_format(sink, "\\%c", *text);
        else
            sink_put(sink, text, 1);
    }
}

static void put_zsh_spec(struct sink *sink, const struct option *option, const char *spelling)
{
    static const char *const actions[] = {"", ":file:_files", ":folder:_files -/", "", ":value: "};
    const enum value value = value_of(option);
    sink_put_format(sink, " \\\n            '%s", spelling);
    sink_put_string(sink, value != VALUE_NONE && strncmp(spelling, "--", 2) == 0 ? "=[" : "[");
    put_zsh_text(sink, option->help);
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

void generate_zsh(struct sink *sink)
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

static void put_fish_text(struct sink *sink, const char *text)
{
    for (; *text != 0; text++) {
        if (*text == '\'' || *text == '\\')
            sink_put_string(sink, "\\");
        sink_put(sink, text, 1);
    }
}

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
    put_fish_text(sink, option->help);
    sink_put_string(sink, "'\n");
}

void generate_fish(struct sink *sink)
{
    put_note(sink);
    for (const struct command *command = commands; command->help != NULL; command++) {
        sink_put_format(sink, "complete -c hitmask -n __fish_use_subcommand -f -a %s -d '",
                        command->name);
        put_fish_text(sink, command->help);
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
