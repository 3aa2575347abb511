/*
 * command.c - the table of commands, how each of them begins and ends, and how one writes a picture
 */
#include "commands/command.h"

#include "base/memory.h"
#include "base/text.h"
#include "draw/markup.h"
#include "formats/load.h"
#include "picture/png_file.h"
#include "plan/bake_options.h"
#include "system/message.h"
#include "system/output.h"

#include <stdlib.h>
#include <string.h>

const struct command commands[] = {
    {"bake", "bake pictures, atlases and documents into a pack or document", &bake_option_set,
     .run = command_bake},
    {"inspect", "show the content of a pack: a table, JSON, drawings, pictures",
     &inspect_option_set, .work = command_inspect},
    {"query", "ask the runtime about two sprites, and draw the answer", &query_option_set,
     .work = command_query},
    {"verify", "check that packs are complete and valid", &verify_option_set,
     .work = command_verify},
    {"diff", "list sprites that changed, and by how many pixels", &diff_option_set,
     .work = command_diff},
    {"merge", "join shards, or packs with equal options, into a pack or document",
     &merge_option_set, .run = command_merge},
    {"tune", "write a page on which masks are chosen by looking", &tune_option_set,
     .run = command_tune},
    {"export", "write shapes for a physics engine", &export_option_set, .work = command_export},
    {"help", NULL, &help_option_set, .work = command_help},
    {"generate", NULL, &generate_option_set, .work = command_generate},
    {0},
};

const struct command *find_command(const char *name)
{
    for (const struct command *command = commands; command->name != NULL; command++)
        if (strcmp(name, command->name) == 0)
            return command;
    return NULL;
}

bool fail_unknown(const char *word, bool may_be_topic, struct error *err)
{
    const char *const what = may_be_topic ? "no command or topic is called" : "unknown command";
    const struct command *command = commands;
    const struct topic *topic = topics;
    const char *nearest = NULL;
    unsigned changes = 3;
    char quoted[80];
    while (command->help != NULL || (may_be_topic && topic->name != NULL)) {
        const bool is_command = command->help != NULL;
        const char *const name = is_command ? command->name : topic->name;
        command += is_command;
        topic += !is_command;
        const unsigned distance = text_distance(word, name);
        if (distance < changes) {
            nearest = name;
            changes = distance;
        }
    }
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
        messages->status = options_print_help(set, common->help);
    return !common->help;
}

enum status command_run(const struct command *command, size_t count, const char *const *words)
{
    const struct option_set *const set = command->options;
    struct arguments arguments = {0};
    struct diagnostics found = {0};
    struct messages messages;
    if (command->run != NULL)
        return command->run(count, words);
    void *const options = memory_new(1, set->size);
    command_read(set, count, words, options, &arguments, &found);
    if (command_begin(set, options, &found, &messages))
        command->work(options, &arguments, &messages);
    arguments_free(&arguments);
    free(options);
    return messages.status;
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

static bool write_page(void *user, struct sink *sink, struct error *err)
{
    return html_write(user, sink, err);
}

bool save_page(const char *path, struct html_page *page, struct error *err)
{
    return save_file(path, false, write_page, page, err);
}

const char *const page_options[] = {"alpha-threshold", "color-key", "key-tolerance", "despeckle",
                                    "fill-holes",      "grow",      "shrink",        NULL};
