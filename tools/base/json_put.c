/*
 * json_put.c - strings as JSON has them
 */
#include "base/json_put.h"

#include "utf8.h"

#include <string.h>

void json_put_string(struct sink *sink, const char *string)
{
    sink_put(sink, "\"", 1);
    for (size_t left = strlen(string); left > 0;) {
        uint32_t code;
        const size_t length = utf8_decode((const uint8_t *)string, left, &code);
        const size_t taken = length > 0 ? length : 1;
        if (length == 0) {
            sink_put_string(sink, "\\ufffd");
        } else if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
            sink_put_format(sink, "\\u%04x", (unsigned)code);
        } else {
            if (code == '"' || code == '\\')
                sink_put(sink, "\\", 1);
            sink_put(sink, string, length);
        }
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
