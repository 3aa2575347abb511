/*
 * verify.c - `hitmask verify`: every check there is, on each pack given
 */
#include "commands/command.h"

#include "base/text.h"
#include "formats/load.h"
#include "system/common_options.h"
#include "system/console.h"

#include <stdio.h>

static const struct option *const tables[] = {common_option_table, NULL};

const struct option_set verify_option_set = {
    .usage = "hitmask verify [options] PACK...",
    .about =
        "Reads each pack in full and checks its structure, its checksum, and whether all its data agrees. The exit status is 3 when a pack is not valid.",
    .tables = tables,
};

static void verify(const char *path, struct sink *sink, struct messages *messages)
{
    struct pack_file file;
    struct error err;
    if (!pack_file_open(&file, path, STATUS_DIFFERS, &err)) {
        say_error(messages, path, &err);
        return;
    }
    if (!pack_file_verify(&file, STATUS_DIFFERS, &err)) {
        say_error(messages, path, &err);
    } else if (!messages->quiet) {
        char name[256], line[400];
        snprintf(line, sizeof line, "%s: ok, %u sprite%s\n", text_quote(name, sizeof name, path),
                 (unsigned)hm_pack_count(&file.pack), hm_pack_count(&file.pack) == 1 ? "" : "s");
        sink_put_string(sink, line);
    }
    pack_file_free(&file);
}

enum status command_verify(size_t count, const char *const *words)
{
    struct common_options options = {0};
    struct arguments arguments = {0};
    struct messages messages;
    struct sink sink;
    struct error err;
    enum status status = STATUS_OK;
    const bool understood =
        common_options_read(&verify_option_set, count, words, &options, &arguments, &err);
    messages_init(&messages, options.message_format, options.color, options.quiet, options.verbose);
    console_init(&sink);
    if (!understood) {
        say_error(&messages, NULL, &err);
    } else if (options.help) {
        status = console_help(&verify_option_set);
    } else if (arguments.operand_count == 0) {
        fail_usage(&err, "no pack; name one or more");
        say_error(&messages, NULL, &err);
    }
    for (size_t i = 0; understood && !options.help && i < arguments.operand_count; i++)
        verify(arguments.operands[i], &sink, &messages);
    console_close(&sink, &messages);
    arguments_free(&arguments);
    return status_worse(status, messages.status);
}
