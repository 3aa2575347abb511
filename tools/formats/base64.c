/*
 * base64.c - bytes as base64, group by group
 */
#include "formats/base64.h"

const char base64_digits[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void put_group(struct base64 *group, struct sink *sink)
{
    const uint32_t bits = group->bits << 8 * (3 - group->count);
    char text[4] = "====";
    for (unsigned i = 0; i <= group->count; i++)
        text[i] = base64_digits[bits >> (18 - 6 * i) & 63];
    sink_put(sink, text, sizeof text);
    *group = (struct base64){0, 0};
}

void base64_add(struct base64 *group, uint8_t byte, struct sink *sink)
{
    group->bits = group->bits << 8 | byte;
    if (++group->count == 3)
        put_group(group, sink);
}

void base64_end(struct base64 *group, struct sink *sink)
{
    if (group->count > 0)
        put_group(group, sink);
}

bool base64_write(void *user, const void *bytes, size_t size)
{
    struct base64_encoder *const encoder = user;
    const uint8_t *const p = bytes;
    for (size_t i = 0; i < size; i++)
        base64_add(&encoder->group, p[i], encoder->sink);
    return true;
}
