/*
 * command.c - the table of commands, how each of them begins and ends, and how one writes a picture
 */
#include "commands/command.h"

#include "base/text.h"
#include "formats/load.h"
#include "picture/png_file.h"
#include "plan/bake_options.h"
#include "system/message.h"
#include "system/output.h"

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

/* Notes a name if fewer characters differ from the word than before. */
static void consider(const char *name, const char *word, const char **nearest, unsigned *changes)
{
    const unsigned distance = text_distance(word, name);
    *nearest = distance < *changes ? name : *nearest;
    *changes = distance < *changes ? distance : *changes;
}

bool fail_unknown(const char *word, bool may_be_topic, struct error *err)
{
    const char *const what = may_be_topic ? "no command or topic is called" : "unknown command";
    const char *nearest = NULL;
    unsigned changes = 3;
    char quoted[80];
    for (const struct command *command = commands; command->help != NULL; command++)
        consider(command->name, word, &nearest, &changes);
    for (const struct topic *topic = topics; may_be_topic && topic->name != NULL; topic++)
        consider(topic->name, word, &nearest, &changes);
    text_quote(quoted, sizeof quoted, word);
    if (nearest == NULL)
        return fail_usage(err, "%s '%s'; 'hitmask %s' lists them", what, quoted,
                          may_be_topic ? "help" : "--help");
    return fail_usage(err, "%s '%s'; did you mean '%s'?", what, quoted, nearest);
}

/* ---- How a command begins and ends ----------------------------------------------------------- */

void command_read(const struct option_set *set, size_t count, const char *const *words,
                  void *options, struct arguments *arguments, struct diagnostics *found)
{
    const struct common_options *const common = options;
    common_options_read(set, count, words, options, arguments, found);
    if (found->errors > 0 || common->help)
        return;
    arguments_warn_idle(arguments, found);
    if (set->check != NULL)
        set->check(options, arguments, found);
}

bool command_begin(const struct option_set *set, const struct common_options *common,
                   struct diagnostics *found, struct messages *messages)
{
    messages_init(messages, common->message_format, common->color, common->quiet, common->verbose);
    if (!say_found(messages, found))
        return false;
    if (common->help)
        messages->status = options_print_help(set);
    return !common->help;
}

bool command_start(const struct option_set *set, size_t count, const char *const *words,
                   void *options, struct arguments *arguments, struct messages *messages)
{
    struct diagnostics found = {0};
    command_read(set, count, words, options, arguments, &found);
    return command_begin(set, options, &found, messages);
}

enum status command_end(struct arguments *arguments, const struct messages *messages)
{
    arguments_free(arguments);
    return messages->status;
}

bool say_found(struct messages *messages, struct diagnostics *found)
{
    const bool good = found->errors == 0;
    diagnostics_say(found, false, messages);
    diagnostics_free(found);
    return good;
}

bool command_load(const char *path, struct model *model, struct messages *messages)
{
    struct diagnostics found = {0};
    const bool loaded = load_model(path, model, &found);
    say_found(messages, &found);
    return loaded;
}

static bool write_picture(void *user, struct sink *sink, struct error *err)
{
    return png_write(user, sink, err);
}

bool save_picture(const char *path, struct rgba *picture, struct error *err)
{
    return save_file(path, true, write_picture, picture, err);
}
