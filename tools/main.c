/*
 * main.c - finds the command and hands it the rest
 */
#include "base/platform/process.h"
#include "commands/command.h"
#include "picture/image.h"
#include "system/message.h"
#include "system/temporary.h"

#include <hitmask.h>

#include <string.h>

static enum status print_version(void)
{
    struct messages messages;
    struct sink sink;
#ifdef HITMASK_LIBYAML
    static const char unity[] = "";
#else
    static const char unity[] = "Unity .meta";
#endif
    char images[IMAGE_LEFT_OUT_MAX];
    messages_init(&messages, MESSAGE_TEXT, COLOR_AUTO, false, false);
    console_init(&sink);
    sink_put_format(&sink, "hitmask %d.%d.%d\n", HM_VERSION_MAJOR, HM_VERSION_MINOR,
                    HM_VERSION_PATCH);
    image_left_out(images);
    if (*images != 0 || *unity != 0) /* for want of libraries that a build may do without */
        sink_put_format(&sink, "built without %s%s%s\n", images,
                        *images != 0 && *unity != 0 ? ", " : "", unity);
    console_close(&sink, &messages);
    return messages.status;
}

static enum status run(int argc, const char *const *argv)
{
    const char *const word = argc > 1 ? argv[1] : NULL;
    if (word == NULL)
        return command_unknown(0, NULL);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
        return print_version();
    const bool asks = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    const struct command *const command = find_command(asks ? "help" : word);
    if (command == NULL)
        return command_unknown((size_t)argc - 1, argv + 1);
    return command_run(command, asks ? 0 : (size_t)argc - 2, argv + 2);
}

/* When the reader of a pipe leaves, the run ends as SIGPIPE would have ended it, but not before
 * its other outputs are in place and its temporaries are gone. Where the signal is blocked, the
 * status says the same to a shell. */
int main(int argc, char **argv)
{
    process_begin(&argc, &argv);
    temporary_install_signals();
    const enum status status = run(argc, (const char *const *)argv);
    if (status == STATUS_PIPE)
        process_end_by_pipe();
    return (int)status;
}
