/*
 * console.c - standard output, and the width of its terminal
 */
#include "system/console.h"

#include "base/numbers.h"
#include "base/platform/files.h"
#include "base/platform/process.h"
#include "system/output.h"

#include <stdlib.h>

static bool write_out(void *user, const void *bytes, size_t size)
{
    (void)user;
    return file_write(STREAM_OUT, bytes, size);
}

void console_init(struct sink *sink)
{
    sink_init(sink, write_out, NULL);
}

void console_close(struct sink *sink, struct messages *messages)
{
    struct error err;
    if (!sink_flush(sink, &err))
        say_error(messages, "<stdout>", &err);
}

enum status console_help(const struct option_set *set)
{
    struct messages messages;
    struct sink sink;
    messages_init(&messages, MESSAGE_TEXT, COLOR_AUTO, false, false);
    console_init(&sink);
    options_help(set, &sink);
    console_close(&sink, &messages);
    return messages.status;
}

enum { USUAL_COLUMNS = 80, COLUMNS_MAX = 100000 };

uint32_t terminal_columns(void)
{
    const char *const wanted = getenv("COLUMNS");
    uint64_t columns = 0;
    if (!terminal_is(STREAM_OUT))
        return 0;
    if (wanted != NULL && text_to_number(wanted, 1, COLUMNS_MAX, &columns))
        return (uint32_t)columns;
    const unsigned width = terminal_width(STREAM_OUT);
    return width > 0 ? width : USUAL_COLUMNS;
}
