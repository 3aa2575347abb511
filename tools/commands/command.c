/*
 * command.c - how a command begins and ends, and how it writes a picture
 */
#include "commands/command.h"

#include "formats/load.h"
#include "picture/png_file.h"
#include "system/console.h"
#include "system/output.h"

bool command_begin(const struct option_set *set, const struct common_options *common,
                   struct diagnostics *wrong, struct messages *messages)
{
    const bool understood = wrong->errors == 0;
    messages_init(messages, common->message_format, common->color, common->quiet, common->verbose);
    diagnostics_say(wrong, messages);
    diagnostics_free(wrong);
    if (understood && common->help)
        messages->status = console_help(set);
    return understood && !common->help;
}

bool command_start(const struct option_set *set, size_t count, const char *const *words,
                   void *options, struct arguments *arguments, struct messages *messages)
{
    struct diagnostics wrong = {0}, idle = {0};
    common_options_read(set, count, words, options, arguments, &wrong);
    if (!command_begin(set, options, &wrong, messages))
        return false;
    arguments_warn_idle(arguments, &idle);
    diagnostics_say(&idle, messages);
    diagnostics_free(&idle);
    return true;
}

enum status command_end(struct arguments *arguments, const struct messages *messages)
{
    arguments_free(arguments);
    return messages->status;
}

bool command_load(const char *path, struct model *model, struct messages *messages)
{
    struct diagnostics found = {0};
    const bool loaded = load_model(path, model, &found);
    diagnostics_say(&found, messages);
    diagnostics_free(&found);
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
