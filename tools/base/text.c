/*
 * text.c - growing strings; text that is safe to print; names taken apart, ordered, compared;
 * numbers
 */
#include "base/text.h"

#include "base/memory.h"

#include "utf8.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
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

void text_add_lines(struct text *text, const char *lines, size_t length)
{
    if (text->length > 0)
        text_add_string(text, "\n");
    for (size_t i = 0; i < length; i++) {
        const bool ends = lines[i] == '\r';
        text_add(text, ends ? "\n" : &lines[i], 1);
        i += ends && i + 1 < length && lines[i + 1] == '\n';
    }
}

void text_add_number(struct text *text, uint64_t number)
{
    char digits[24] = "";
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

/* True for line separators, characters that turn the direction of text, characters without width,
 * and codes that are not characters. None is a control, but each can make one name look like
 * another; the last must not be in XML. */
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

/* ---- Names of files ----------------------------------------------------------------------- */

const char *text_base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

void text_folder_name(char *folder, const char *path)
{
    size_t length = (size_t)(text_base_name(path) - path);
    if (length > 1)
        length--;
    memcpy(folder, path, length);
    strcpy(folder + length, length == 0 ? "." : "");
}

const char *text_below(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/';
    if (strncmp(folder, path, length) != 0 || (path[length] != '/' && path[length] != 0))
        return NULL;
    return path + length + (path[length] == '/');
}

void text_add_stem(struct text *text, const char *path)
{
    const char *const base = text_base_name(path);
    const char *const dot = strrchr(base, '.');
    text_add(text, path, dot != NULL && dot > base ? (size_t)(dot - path) : strlen(path));
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_begins_in_any_case(const char *text, const char *beginning)
{
    while (*beginning != 0 && lower(*text) == lower(*beginning)) {
        text++;
        beginning++;
    }
    return *beginning == 0;
}

bool text_is_among(const char *text, const char *const *list)
{
    while (*list != NULL && strcmp(*list, text) != 0)
        list++;
    return *list != NULL;
}

bool text_same_in_any_case(const char *a, const char *b)
{
    return strlen(a) == strlen(b) && text_begins_in_any_case(a, b);
}

const char *const text_picture_endings[] = {".png",      ".qoi", ".tga",  ".apng", ".ase",
                                            ".aseprite", ".gif", ".webp", NULL};

bool text_is_picture_name(const char *name)
{
    const char *const base = text_base_name(name), *const dot = strrchr(base, '.');
    const char *const *ending = text_picture_endings;
    for (; dot != NULL && dot > base && *ending != NULL; ending++)
        if (text_same_in_any_case(dot, *ending))
            return true;
    return false;
}

/* ---- Order and distance ------------------------------------------------------------------- */

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

enum { DISTANCE_MAX_LENGTH = 63 };

unsigned text_distance(const char *a, const char *b)
{
    /* The rows of the usual table for the prefixes of `a` two and one shorter, and this one. */
    unsigned rows[3][DISTANCE_MAX_LENGTH + 1];
    unsigned *older = rows[0], *old = rows[1], *row = rows[2];
    const size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a > DISTANCE_MAX_LENGTH || length_b > DISTANCE_MAX_LENGTH)
        return UINT_MAX;
    for (size_t j = 0; j <= length_b; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= length_a; i++) {
        unsigned *const spare = older;
        older = old;
        old = row;
        row = spare;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= length_b; j++) {
            const unsigned replaced = old[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = min_u32(replaced, min_u32(old[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = min_u32(row[j], older[j - 2] + 1);
        }
    }
    return row[length_b];
}

/* ---- Numbers -------------------------------------------------------------------------------- */

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

int text_hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *const found = c != 0 ? strchr(digits, c) : NULL;
    return found != NULL ? (int)((found - digits) % 16) : -1;
}

/* Parses two hexadecimal digits a byte. */
static bool read_bytes(const char *digits, size_t count, uint8_t *out)
{
    if (strlen(digits) != 2 * count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const int high = text_hex_digit(digits[2 * i]), low = text_hex_digit(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

bool text_to_color(const char *digits, uint8_t out[3])
{
    return read_bytes(digits, 3, out);
}

bool text_to_rgba(const char *digits, uint8_t out[4])
{
    out[3] = UINT8_MAX;
    return read_bytes(digits, 4, out) || read_bytes(digits, 3, out);
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

/* ---- Fixed point -------------------------------------------------------------------------- */

int64_t fixed_from_double(double number)
{
    const double scaled = number * 65536;
    return (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

const char *decimal_read(const char *text, struct decimal *out)
{
    const bool negative = *text == '-';
    const char *const first = text + negative;
    const char *p = first;
    int64_t number = 0;
    *out = (struct decimal){0};
    for (; isdigit((unsigned char)*p); p++) {
        number = number * 10 + (*p - '0');
        if (number > UINT32_MAX)
            return NULL;
    }
    if (p == first)
        return NULL;
    number *= DECIMAL_ONE;
    if (*p == '.' && isdigit((unsigned char)p[1])) {
        int64_t unit = DECIMAL_ONE / 10;
        for (p++; isdigit((unsigned char)*p); p++, unit /= 10) {
            number += (*p - '0') * unit;
            out->decimals++;
        }
    }
    out->billionths = negative ? -number : number;
    return p;
}

const char *decimal_read_float(const char *text, struct decimal *out)
{
    const char *const exponent = decimal_read(text, out);
    if (exponent == NULL || (*exponent != 'e' && *exponent != 'E'))
        return exponent;
    const bool small = exponent[1] == '-';
    const char *p = exponent + 1 + (small || exponent[1] == '+');
    const char *const first = p;
    unsigned power = 0;
    for (; isdigit((unsigned char)*p); p++)
        power = power < 100 ? power * 10 + (unsigned)(*p - '0') : power;
    for (; small && power > 1 && out->billionths != 0; power--)
        out->billionths /= 10;
    if (small && power > 0)
        out->billionths = (out->billionths + (out->billionths < 0 ? -5 : 5)) / 10;
    for (; !small && power > 0 && out->billionths != 0; power--) {
        if (out->billionths > INT64_MAX / 10 || out->billionths < INT64_MIN / 10)
            return NULL;
        out->billionths *= 10;
    }
    const int64_t whole = out->billionths / DECIMAL_ONE;
    return p == first ? exponent : llabs(whole) > UINT32_MAX ? NULL : p;
}

bool fixed_from_part(struct decimal part, uint32_t pixels, int64_t *out)
{
    const double number = (double)part.billionths / (double)DECIMAL_ONE * pixels;
    const bool near = number >= -FIXED_MAX && number <= FIXED_MAX;
    *out = near ? fixed_from_double(number) : 0;
    return near;
}

int64_t fixed_from_decimal(struct decimal number)
{
    const int64_t whole = number.billionths / DECIMAL_ONE, rest = number.billionths % DECIMAL_ONE;
    const int64_t half = rest < 0 ? -DECIMAL_ONE / 2 : DECIMAL_ONE / 2;
    return whole * 65536 + (rest * 65536 + half) / DECIMAL_ONE;
}

const char *fixed_to_text(char out[FIXED_TEXT_MAX], int64_t number)
{
    const uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    const uint64_t decimals = (magnitude % 65536 * 100000 + 32768) / 65536;
    size_t length = (size_t)snprintf(out, FIXED_TEXT_MAX, "%s%" PRIu64 ".%05" PRIu64,
                                     number < 0 ? "-" : "", magnitude / 65536, decimals);
    while (out[length - 1] == '0')
        length--;
    length -= out[length - 1] == '.';
    out[length] = '\0';
    return out;
}
