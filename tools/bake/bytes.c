/*
 * bytes.c - numbers and strings as bytes, and back
 */
#include "bake/bytes.h"

#include "base/sink.h"
#include "format.h"

#include <string.h>

/* In place of a length: no string. */
static const uint32_t NO_LENGTH = UINT32_MAX;

void bytes_add_u32(struct text *out, uint32_t number)
{
    uint8_t bytes[4];
    put_u32(bytes, number);
    text_add(out, bytes, sizeof bytes);
}

void bytes_add_u64(struct text *out, uint64_t number)
{
    uint8_t bytes[8];
    put_u64(bytes, number);
    text_add(out, bytes, sizeof bytes);
}

void bytes_add_words(struct text *out, const uint64_t *words, size_t count)
{
    struct sink sink;
    struct error never;
    sink_init_text(&sink, out);
    sink_put_words(&sink, words, count);
    sink_flush(&sink, &never);
}

void bytes_add_string(struct text *out, const char *string)
{
    const size_t length = string != NULL ? strlen(string) : 0;
    bytes_add_u32(out, string != NULL ? (uint32_t)length : NO_LENGTH);
    if (string != NULL)
        text_add(out, string, length + 1);
}

const uint8_t *bytes_take(struct bytes *bytes, uint64_t size)
{
    const uint8_t *const taken = bytes->next;
    if (bytes->failed || size > bytes->left) {
        bytes->failed = true;
        return NULL;
    }
    bytes->next += size;
    bytes->left -= (size_t)size;
    return taken;
}

uint32_t bytes_take_u32(struct bytes *bytes)
{
    const uint8_t *const taken = bytes_take(bytes, 4);
    return taken != NULL ? get_u32(taken) : 0;
}

uint64_t bytes_take_u64(struct bytes *bytes)
{
    const uint8_t *const taken = bytes_take(bytes, 8);
    return taken != NULL ? get_u64(taken) : 0;
}

const char *bytes_take_string(struct bytes *bytes)
{
    const uint32_t length = bytes_take_u32(bytes);
    if (length == NO_LENGTH)
        return NULL;
    const char *const string = (const char *)bytes_take(bytes, (uint64_t)length + 1);
    if (string != NULL && text_length(string, (size_t)length + 1) == length)
        return string;
    bytes->failed = true;
    return NULL;
}
