/*
 * sink.c - bytes are collected in a buffer, and written in large pieces
 */
#include "base/sink.h"

#include "base/text.h"
#include "format.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sink_init(struct sink *sink, bool (*write)(void *, const void *, size_t), void *user)
{
    sink->write = write;
    sink->amend = NULL;
    sink->user = user;
    sink->error = 0;
    sink->used = 0;
}

static void write_through(struct sink *sink, const void *bytes, size_t size)
{
    if (sink->error != 0 || size == 0)
        return;
    errno = 0;
    if (!sink->write(sink->user, bytes, size))
        sink->error = errno != 0 ? errno : EIO;
}

static void empty_buffer(struct sink *sink)
{
    write_through(sink, sink->buffer, sink->used);
    sink->used = 0;
}

void sink_put(struct sink *sink, const void *bytes, size_t size)
{
    if (sink->error != 0 || size == 0)
        return;
    if (size > sizeof sink->buffer - sink->used)
        empty_buffer(sink);
    if (size >= sizeof sink->buffer) {
        write_through(sink, bytes, size);
        return;
    }
    memcpy(sink->buffer + sink->used, bytes, size);
    sink->used += size;
}

void sink_amend(struct sink *sink, uint64_t at, const void *bytes, size_t size)
{
    empty_buffer(sink);
    if (sink->error != 0)
        return;
    errno = 0;
    if (!sink->amend(sink->user, at, bytes, size))
        sink->error = errno != 0 ? errno : EIO;
}

void sink_put_string(struct sink *sink, const char *string)
{
    sink_put(sink, string, strlen(string));
}

void sink_put_spaces(struct sink *sink, size_t count)
{
    while (count-- > 0)
        sink_put(sink, " ", 1);
}

void sink_put_number(struct sink *sink, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    sink_put(sink, digits + first, sizeof digits - first);
}

void sink_put_words(struct sink *sink, const uint64_t *words, size_t count)
{
    /* A call of sink_put for each word would take longer than the word. */
    uint8_t bytes[64 * sizeof *words];
    while (count > 0) {
        size_t used = 0;
        for (; count > 0 && used < sizeof bytes; used += sizeof *words, count--)
            put_u64(bytes + used, *words++);
        sink_put(sink, bytes, used);
    }
}

void sink_put_format(struct sink *sink, const char *format, ...)
{
    if (sink->error != 0)
        return;
    /* If the rest of the buffer is too small, a second try has all of it. */
    for (int i = 0; i < 2; i++) {
        const size_t room = sizeof sink->buffer - sink->used;
        va_list arguments;
        va_start(arguments, format);
        const int length = vsnprintf((char *)sink->buffer + sink->used, room, format, arguments);
        va_end(arguments);
        if (length >= 0 && (size_t)length < room) {
            sink->used += (size_t)length;
            return;
        }
        if (i == 0)
            empty_buffer(sink);
    }
    sink->error = EOVERFLOW;
}

static bool add_to_text(void *text, const void *bytes, size_t size)
{
    text_add(text, bytes, size);
    return true;
}

void sink_init_text(struct sink *sink, struct text *text)
{
    sink_init(sink, add_to_text, text);
}

bool sink_flush(struct sink *sink, struct error *err)
{
    empty_buffer(sink);
    if (sink->error == 0)
        return true;
    errno = sink->error;
    return fail_errno(err, "write");
}

/* ---- Base64 ---------------------------------------------------------------------------------- */

const char base64_digits[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_end(struct base64 *encoder)
{
    const uint32_t bits = encoder->bits << 8 * (3 - encoder->count);
    char text[4] = "====";
    if (encoder->count == 0)
        return;
    for (unsigned i = 0; i <= encoder->count; i++)
        text[i] = base64_digits[bits >> (18 - 6 * i) & 63];
    sink_put(encoder->sink, text, sizeof text);
    encoder->bits = encoder->count = 0;
}

bool base64_write(void *user, const void *bytes, size_t size)
{
    struct base64 *const encoder = user;
    const uint8_t *const p = bytes;
    for (size_t i = 0; i < size; i++) {
        encoder->bits = encoder->bits << 8 | p[i];
        if (++encoder->count == 3)
            base64_end(encoder);
    }
    return true;
}
