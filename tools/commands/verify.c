/*
 * verify.c - `hitmask verify`: checks each pack in full
 */
#include "commands/command.h"

#include "base/text.h"
#include "formats/load.h"
#include "system/message.h"

static void check(const void *options, const struct arguments *arguments, struct diagnostics *found)
{
    (void)options;
    diagnostics_usage_unless(found, arguments->operand_count > 0, "no pack; name one or more");
}

static const struct option *const tables[] = {common_option_table, NULL};

const struct option_set verify_option_set = {
    .usage = "hitmask verify [options] PACK...",
    .about =
        "Reads each pack in full and checks its structure, its checksum, and whether all its data agrees. The exit status is 3 when a pack is not valid.",
    .tables = tables,
    .paths = ALL_PATHS,
    .size = sizeof(struct common_options),
    .check = check,
};

static void verify(const char *path, struct sink *sink, struct messages *messages)
{
    struct pack_file file;
    struct error err;
    if (!pack_file_open(&file, path, STATUS_DIFFERS, &err) ||
        !pack_file_verify(&file, STATUS_DIFFERS, &err)) {
        say_error(messages, path, &err);
    } else if (!messages->quiet) {
        const uint32_t count = hm_pack_count(&file.pack);
        char name[256];
        sink_put_format(sink, "%s: ok, %u sprite%s\n", text_quote(name, sizeof name, path),
                        (unsigned)count, count == 1 ? "" : "s");
    }
    pack_file_free(&file);
}

void command_verify(void *options, const struct arguments *arguments, struct messages *messages)
{
    struct sink sink;
    (void)options;
    console_init(&sink);
    for (size_t i = 0; i < arguments->operand_count; i++)
        verify(arguments->operands[i], &sink, messages);
    console_close(&sink, messages);
}
