/*
 * base64.c - bytes as base64, group by group
 */
#include "formats/base64.h"

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
