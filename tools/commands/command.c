/*
 * command.c - how a command begins and ends, and how it writes a picture
 */
#include "commands/command.h"

#include "model/png_file.h"
#include "system/console.h"
#include "system/output.h"

bool command_read(const struct option_set *set, size_t count, const char *const *words,
                  void *options, struct arguments *arguments, struct error *err)
{
    return common_options_read(set, count, words, options, arguments, err) &&
           arguments_apply(arguments, PASS_EXPLICIT, options, err);
}

bool command_begin(const struct option_set *set, const struct common_options *common,
                   const char *path, const struct error *wrong, struct messages *messages)
{
    messages_init(messages, common->message_format, common->color, common->quiet, common->verbose);
    if (wrong != NULL)
        say_error(messages, path, wrong);
    else if (common->help)
        messages->status = console_help(set);
    return wrong == NULL && !common->help;
}

bool command_start(const struct option_set *set, size_t count, const char *const *words,
                   void *options, struct arguments *arguments, struct messages *messages)
{
    struct error err;
    const bool understood = command_read(set, count, words, options, arguments, &err);
    return command_begin(set, options, NULL, understood ? NULL : &err, messages);
}

enum status command_end(struct arguments *arguments, const struct messages *messages)
{
    arguments_free(arguments);
    return messages->status;
}

static bool write_picture(void *user, struct sink *sink, struct error *err)
{
    return png_write(user, sink, err);
}

bool save_picture(const char *path, struct rgba *picture, struct error *err)
{
    return save_file(path, true, write_picture, picture, err);
}
