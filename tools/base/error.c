/*
 * error.c - errors filled in
 */
#include "base/error.h"

#include "base/memory.h"
#include "base/platform/process.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Ends a text that filled its buffer with "...", but not inside a character. */
static void cut(char *text, size_t size)
{
    static const char mark[] = "...";
    size_t end = size - sizeof mark;
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    memcpy(text + end, mark, sizeof mark);
}

static void fill(struct error *err, enum status status, size_t line, size_t column,
                 const char *format, va_list arguments)
{
    /* Not formatted in place: an argument may be the text of `err` itself. */
    char text[sizeof err->text];
    const int length = vsnprintf(text, sizeof text, format, arguments);
    if (length < 0)
        strcpy(text, "an error that cannot be described");
    else if ((size_t)length >= sizeof text)
        cut(text, sizeof text);
    *err = (struct error){.status = status, .line = line, .column = column};
    memcpy(err->text, text, strlen(text) + 1);
}

bool fail(struct error *err, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(err, STATUS_FAILED, 0, 0, format, arguments);
    va_end(arguments);
    return false;
}

bool fail_usage(struct error *err, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(err, STATUS_USAGE, 0, 0, format, arguments);
    va_end(arguments);
    return false;
}

bool fail_at(struct error *err, size_t line, size_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(err, STATUS_FAILED, line, column, format, arguments);
    va_end(arguments);
    return false;
}

void error_add(struct error *err, const char *format, ...)
{
    const size_t length = strlen(err->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text + length, sizeof err->text - length, format, arguments);
    va_end(arguments);
}

void error_set_errno(struct error *err, const char *verb)
{
    char reason[128];
    const int number = errno;
    if (number == ENOMEM)
        memory_run_out();
    process_error_text(number, reason, sizeof reason);
    fail(err, "cannot %s: %s", verb, reason);
    if (number == EPIPE)
        err->status = STATUS_PIPE;
}

enum status status_worse(enum status a, enum status b)
{
    static const unsigned char badness[] = {
        [STATUS_OK] = 0,     [STATUS_DIFFERS] = 1, [STATUS_PIPE] = 2,
        [STATUS_FAILED] = 3, [STATUS_USAGE] = 4,
    };
    return badness[b] > badness[a] ? b : a;
}
