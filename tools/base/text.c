/*
 * text.c - bytes as text
 */
#include "base/text.h"

#include "base/array.h"
#include "utf8.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Growing strings -------------------------------------------------------------------- */

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

void text_add(struct text *text, const void *bytes, size_t length)
{
    char *grown = NULL;

    if (text->failed)
        return;
    /* The NUL needs room too. */
    if (length < SIZE_MAX - text->length)
        grown = array_reserve(text->bytes, text->length + length + 1, &text->capacity, 1);
    if (!grown) {
        text->failed = true;
        return;
    }
    text->bytes = grown;
    if (length)
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

const char *text_count(char out[TEXT_COUNT_MAX], uint64_t number)
{
    char digits[24];
    const size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t at = 0;

    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

char *text_copy_n(const char *bytes, size_t length)
{
    char *copy = length < SIZE_MAX ? malloc(length + 1) : NULL;

    if (!copy)
        return NULL;
    if (length)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

bool text_is_png_name(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcasecmp(name + length - 4, ".png") == 0;
}

char *text_copy(const char *string)
{
    return text_copy_n(string, strlen(string));
}

char *text_format(const char *format, ...)
{
    va_list arguments;
    char *formatted = NULL;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0)
        formatted = malloc((size_t)length + 1);
    if (!formatted)
        return NULL;
    va_start(arguments, format);
    vsnprintf(formatted, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return formatted;
}

size_t text_bom(const void *bytes, size_t size)
{
    return size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

const char *text_base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

void text_folder_name(char *folder, const char *path)
{
    size_t length = (size_t)(text_base_name(path) - path);
    if (length > 1)
        length--;
    memcpy(folder, path, length);
    strcpy(folder + length, length == 0 ? "." : "");
}

void text_add_stem(struct text *text, const char *path)
{
    const char *const base = text_base_name(path);
    const char *const dot = strrchr(base, '.');

    text_add(text, path, dot && dot > base ? (size_t)(dot - path) : strlen(path));
}

/* ---- Names made safe to print ----------------------------------------------------------- */

enum { ESCAPE_LENGTH = 4 };

/* Line separators and what turns the direction of text about: no controls, but they can make
 * a name look like another. */
static bool is_misleading(uint32_t code)
{
    return (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* Writes one character, or the escapes of its bytes, into `piece`. Sets `taken` to the bytes
 * of `string` that this was, and returns the length of the piece. */
static size_t quote_piece(char piece[4 * ESCAPE_LENGTH], const char *string, size_t left,
                          size_t *taken)
{
    static const char digits[] = "0123456789ABCDEF";
    const uint8_t *const b = (const uint8_t *)string;
    uint32_t code = 0;
    const size_t n = utf8_decode(b, left, &code);

    *taken = n ? n : 1;
    if (n && !is_control(code) && !is_misleading(code)) {
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
    size_t left = strlen(string), taken;
    size_t used = 0;
    size_t cut = 0; /* where the text ends, should the mark have to follow */

    if (size == 0)
        return out;
    for (; left > 0; string += taken, left -= taken) {
        char piece[4 * ESCAPE_LENGTH];
        size_t length = quote_piece(piece, string, left, &taken);

        if (length >= size - used)
            break;
        memcpy(out + used, piece, length);
        used += length;
        if (used + sizeof mark <= size)
            cut = used;
    }
    if (left > 0) {
        size_t room = size - 1 - cut;
        size_t length = room < sizeof mark - 1 ? room : sizeof mark - 1;

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

/* What terminals agree on: the large blocks, not each character of them. */
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

/* Moves over one character, or one byte that is none. */
static unsigned take_width(const char **string)
{
    uint32_t code = 0;
    const unsigned length = utf8_decode((const uint8_t *)*string, strnlen(*string, 4), &code);

    *string += length ? length : 1;
    return length ? character_width(code) : 1;
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

/* ---- Distance and numbers --------------------------------------------------------------- */

enum { DISTANCE_MAX_LENGTH = 63 };

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned text_distance(const char *a, const char *b)
{
    /* The rows of the usual table for the prefixes of `a` two and one shorter, and this one. */
    unsigned rows[3][DISTANCE_MAX_LENGTH + 1];
    unsigned *older = rows[0], *old = rows[1], *row = rows[2];
    size_t length_a = strlen(a), length_b = strlen(b);

    if (length_a > DISTANCE_MAX_LENGTH || length_b > DISTANCE_MAX_LENGTH)
        return UINT_MAX;
    for (size_t j = 0; j <= length_b; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= length_a; i++) {
        unsigned *spare = older;

        older = old;
        old = row;
        row = spare;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= length_b; j++) {
            unsigned replaced = old[j - 1] + (a[i - 1] != b[j - 1]);

            row[j] = smaller(replaced, smaller(old[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], older[j - 2] + 1);
        }
    }
    return row[length_b];
}

/* Numbers of any length, given by their digits. */
static int compare_digits(const char *a, size_t length_a, const char *b, size_t length_b)
{
    for (; length_a > 0 && *a == '0'; a++)
        length_a--;
    for (; length_b > 0 && *b == '0'; b++)
        length_b--;
    if (length_a != length_b)
        return length_a < length_b ? -1 : 1;
    return memcmp(a, b, length_a);
}

int text_natural(const char *a, const char *b)
{
    static const char digits[] = "0123456789";
    const char *p = a, *q = b;

    while (*p && *q) {
        const size_t m = strspn(p, digits), n = strspn(q, digits);
        const bool numbers = m > 0 && n > 0;
        const int order = numbers ? compare_digits(p, m, q, n) : (uint8_t)*p - (uint8_t)*q;

        if (order != 0)
            return order;
        p += numbers ? m : 1;
        q += numbers ? n : 1;
    }
    return *p || *q ? (*p != '\0') - (*q != '\0') : strcmp(a, b);
}

bool text_to_number(const char *string, uint64_t min, uint64_t max, uint64_t *out)
{
    uint64_t number = 0;

    if (*string == '\0')
        return false;
    for (; *string; string++) {
        unsigned digit = (unsigned)(unsigned char)*string - '0';

        if (digit > 9 || number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    if (number < min || number > max)
        return false;
    *out = number;
    return true;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *const found = c != 0 ? strchr(digits, c) : NULL;
    return found != NULL ? (int)((found - digits) % 16) : -1;
}

bool text_to_color(const char *digits, uint8_t out[3])
{
    if (strlen(digits) != 6)
        return false;
    for (int i = 0; i < 3; i++) {
        const int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}
