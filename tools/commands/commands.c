/*
 * commands.c - the table of commands, for main, help, the manual page and the completions
 */
#include "commands/command.h"

#include "base/text.h"
#include "base/text_names.h"
#include "plan/bake_options.h"

#include <string.h>

const struct command commands[] = {
    {"bake", "bake pictures, atlases and documents into a pack or document", &bake_option_set,
     command_bake},
    {"inspect", "show the content of a pack: a table, JSON, drawings, pictures",
     &inspect_option_set, command_inspect},
    {"query", "ask the runtime about two sprites, and draw the answer", &query_option_set,
     command_query},
    {"verify", "check that packs are complete and valid", &verify_option_set, command_verify},
    {"diff", "list sprites that changed, and by how many pixels", &diff_option_set, command_diff},
    {"merge", "join shards, or packs with equal options, into a pack or document",
     &merge_option_set, command_merge},
    {"generate", NULL, &generate_option_set, command_generate},
    {0},
};

const struct command *find_command(const char *name)
{
    for (const struct command *command = commands; command->name != NULL; command++)
        if (strcmp(name, command->name) == 0)
            return command;
    return NULL;
}

const char *nearest_command(const char *word, unsigned *changes)
{
    const char *nearest = NULL;
    for (const struct command *command = commands; command->help != NULL; command++) {
        const unsigned distance = text_distance(word, command->name);
        if (distance < *changes) {
            *changes = distance;
            nearest = command->name;
        }
    }
    return nearest;
}

bool fail_unknown_command(const char *word, struct error *err)
{
    unsigned changes = NEAR_CHANGES;
    const char *const nearest = nearest_command(word, &changes);
    char quoted[80];
    text_quote(quoted, sizeof quoted, word);
    if (nearest == NULL)
        return fail_usage(err, "unknown command '%s'; 'hitmask --help' lists them", quoted);
    return fail_usage(err, "unknown command '%s'; did you mean '%s'?", quoted, nearest);
}
