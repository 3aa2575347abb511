/*
 * json_put.c - strings as JSON has them
 */
#include "base/json_put.h"

#include "utf8.h"

#include <stdio.h>
#include <string.h>

static void put_character(struct sink *sink, const char *bytes, size_t length)
{
    const unsigned char c = (unsigned char)*bytes;
    char escape[8];
    if (length == 0) {
        sink_put_string(sink, "\\ufffd");
    } else if (c < 0x20 || c == 0x7f) {
        snprintf(escape, sizeof escape, "\\u%04x", c);
        sink_put_string(sink, escape);
    } else {
        if (c == '"' || c == '\\')
            sink_put(sink, "\\", 1);
        sink_put(sink, bytes, length);
    }
}

void json_put_string(struct sink *sink, const char *string)
{
    size_t left = strlen(string);
    sink_put(sink, "\"", 1);
    while (left > 0) {
        uint32_t code;
        const size_t length = utf8_decode((const uint8_t *)string, left, &code);
        const size_t taken = length ? length : 1;
        put_character(sink, string, length);
        string += taken;
        left -= taken;
    }
    sink_put(sink, "\"", 1);
}

void json_add_string(struct text *out, const char *string)
{
    struct sink sink;
    struct error err;
    sink_init_text(&sink, out);
    json_put_string(&sink, string);
    sink_flush(&sink, &err);
}

void json_add_member(struct text *out, const char *name, const char *value)
{
    text_add_string(out, out->length > 0 ? ",\"" : "\"");
    text_add_string(out, name);
    text_add_string(out, "\":");
    text_add_string(out, value);
}
