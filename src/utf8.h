/*
 * utf8.h - the characters that names and texts are made of
 */
#ifndef HM_UTF8_H
#define HM_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of the UTF-8 character at `p`, of which `left` are there, and its code point;
 * 0 when they are not valid: overlong forms, surrogates and what lies past U+10FFFF. */
static inline unsigned utf8_decode(const uint8_t *p, size_t left, uint32_t *code)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (left == 0)
        return 0;
    const unsigned length = p[0] < 0x80   ? 1
                            : p[0] < 0xc2 ? 0
                            : p[0] < 0xe0 ? 2
                            : p[0] < 0xf0 ? 3
                            : p[0] < 0xf5 ? 4
                                          : 0;
    if (length == 0 || length > left)
        return 0;
    uint32_t value = length == 1 ? p[0] : p[0] & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (p[i] & 0x3f);
    }
    if (value < smallest[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    *code = value;
    return length;
}

/* Control characters: C0, DEL and C1. */
static inline bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/* True if it is UTF-8 without control characters, and not empty. `lines` allows newlines and tabs.
 */
static inline bool utf8_is_allowed(const uint8_t *p, size_t length, bool lines)
{
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        const unsigned step = utf8_decode(p + i, length - i, &code);
        if (step == 0 || (is_control(code) && !(lines && (code == '\n' || code == '\t'))))
            return false;
        i += step;
    }
    return length > 0;
}

static inline bool utf8_is_name(const uint8_t *p, size_t length)
{
    return utf8_is_allowed(p, length, false);
}

static inline bool utf8_is_text(const uint8_t *p, size_t length)
{
    return utf8_is_allowed(p, length, true);
}

#endif
