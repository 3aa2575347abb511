/*
 * text.c - growing strings, copies of strings, and text that is safe to print and fits
 */
#include "base/text.h"

#include "base/array.h"
#include "base/memory.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

void text_add(struct text *text, const void *bytes, size_t length)
{
    if (length >= SIZE_MAX - text->length)
        memory_run_out();
    /* The NUL needs room too. */
    text->bytes = array_reserve(text->bytes, text->length + length + 1, &text->capacity, 1);
    if (length > 0)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_add_number(struct text *text, uint64_t number)
{
    char digits[24];
    text_add(text, digits, (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number));
}

char *text_copy_n(const char *bytes, size_t length)
{
    char *const copy = memory_resize(NULL, length + 1, 1);
    if (length > 0)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

size_t text_length(const char *string, size_t most)
{
    const char *const end = memchr(string, 0, most);
    return end != NULL ? (size_t)(end - string) : most;
}

char *text_copy(const char *string)
{
    return text_copy_n(string, strlen(string));
}

char *text_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *const formatted = memory_resize(NULL, (size_t)length + 1, 1);
    va_start(arguments, format);
    vsnprintf(formatted, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return formatted;
}

size_t text_bom(const void *bytes, size_t size)
{
    return size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* ---- Names made safe to print ----------------------------------------------------------- */

enum { ESCAPE_LENGTH = 4 };

/* Line separators, characters that turn the direction of text, such without width, and codes that
 * are no characters. They are no controls, but can make one name look like another; the last must
 * not be in XML. */
static bool is_misleading(uint32_t code)
{
    return code == 0x200b || code == 0x2060 || code == 0xfeff || code == 0xfffe || code == 0xffff ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* Writes the first character of `string`, or the escapes of its bytes, into `piece`. Sets `*taken`
 * to the bytes of the character, and returns the length of the piece. */
static size_t quote_piece(char piece[4 * ESCAPE_LENGTH], const char *string, size_t left,
                          size_t *taken)
{
    static const char digits[] = "0123456789ABCDEF";
    const uint8_t *const b = (const uint8_t *)string;
    uint32_t code = 0;
    const size_t n = utf8_decode(b, left, &code);
    *taken = n > 0 ? n : 1;
    if (n > 0 && !is_control(code) && !is_misleading(code)) {
        memcpy(piece, string, n);
        return n;
    }
    for (size_t i = 0; i < *taken; i++) {
        *piece++ = '\\';
        *piece++ = 'x';
        *piece++ = digits[b[i] >> 4];
        *piece++ = digits[b[i] & 15];
    }
    return *taken * ESCAPE_LENGTH;
}

const char *text_quote(char *out, size_t size, const char *string)
{
    static const char mark[] = "...";
    size_t left = strlen(string), taken, used = 0;
    size_t cut = 0; /* the length of the text before the mark, should it be too long */
    if (size == 0)
        return out;
    for (; left > 0; string += taken, left -= taken) {
        char piece[4 * ESCAPE_LENGTH];
        const size_t length = quote_piece(piece, string, left, &taken);
        if (length >= size - used)
            break;
        memcpy(out + used, piece, length);
        used += length;
        if (used + sizeof mark <= size)
            cut = used;
    }
    if (left > 0) {
        const size_t room = size - 1 - cut;
        const size_t length = room < sizeof mark - 1 ? room : sizeof mark - 1;
        memcpy(out + cut, mark, length);
        used = cut + length;
    }
    out[used] = '\0';
    return out;
}

/* ---- Widths ----------------------------------------------------------------------------- */

struct range {
    uint32_t first, last;
};

static bool is_in(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

/* All terminals agree on these large blocks, but not on each character. */
static unsigned character_width(uint32_t code)
{
    static const struct range none[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},
                                        {0x610, 0x61a},   {0x64b, 0x65f},   {0x200b, 0x200f},
                                        {0x20d0, 0x20f0}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    static const struct range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},  {0x3041, 0xa4cf},
                                        {0xac00, 0xd7a3},   {0xf900, 0xfaff},  {0xfe30, 0xfe6f},
                                        {0xff00, 0xff60},   {0xffe0, 0xffe6},  {0x1f300, 0x1f64f},
                                        {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    if (code < none[0].first)
        return 1;
    if (is_in(code, none, sizeof none / sizeof *none))
        return 0;
    return is_in(code, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

/* Moves over a character, or over a byte that is not UTF-8. */
static unsigned take_width(const char **string)
{
    uint32_t code = 0;
    const unsigned length = utf8_decode((const uint8_t *)*string, text_length(*string, 4), &code);
    *string += length > 0 ? length : 1;
    return length > 0 ? character_width(code) : 1;
}

size_t text_width(const char *string)
{
    size_t width = 0;
    while (*string)
        width += take_width(&string);
    return width;
}

/* The bytes at the beginning of `string` that take at most so many columns. */
static size_t fitting(const char *string, size_t columns)
{
    const char *at = string;
    while (*at) {
        const char *next = at;
        const unsigned width = take_width(&next);
        if (width > columns)
            break;
        columns -= width;
        at = next;
    }
    return (size_t)(at - string);
}

const char *text_shorten(char *out, size_t size, const char *string, size_t columns)
{
    static const char mark[] = "..";
    const size_t width = text_width(string);
    const size_t left = columns >= sizeof mark ? (columns - 1) / 2 : columns;
    const size_t right = columns >= sizeof mark ? columns - left - (sizeof mark - 1) : 0;
    const char *end = string;
    size_t passed = 0;
    if (width <= columns || size == 0) {
        snprintf(out, size, "%s", string);
        return out;
    }
    while (width - passed > right)
        passed += take_width(&end);
    snprintf(out, size, "%.*s%s%s", (int)fitting(string, left), string,
             columns >= sizeof mark ? mark : "", end);
    return out;
}
