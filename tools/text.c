/*
 * text.c - bytes as text
 */
#include "text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Growing strings -------------------------------------------------------------------- */

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

/* Makes room for `length` bytes and the NUL. */
static bool grow(struct text *text, size_t length)
{
    size_t capacity = text->capacity ? text->capacity : 64;
    char *bytes;

    if (length < text->capacity)
        return true;
    while (capacity <= length) {
        if (capacity > SIZE_MAX / 2)
            return false;
        capacity *= 2;
    }
    bytes = realloc(text->bytes, capacity);
    if (!bytes)
        return false;
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_add(struct text *text, const void *bytes, size_t length)
{
    if (text->failed)
        return;
    if (length > SIZE_MAX - text->length || !grow(text, text->length + length)) {
        text->failed = true;
        return;
    }
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
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

char *text_copy(const char *string)
{
    return text_copy_n(string, strlen(string));
}

/* ---- UTF-8 ------------------------------------------------------------------------------ */

/* The valid sequences by their first byte; the second has a range of its own, all after it
 * are 80..BF (Unicode, table 3-7). */
struct sequence {
    unsigned char first, last, low, high, length;
};

static const struct sequence sequences[] = {
    {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

static const struct sequence *find_sequence(unsigned char first)
{
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
        if (first >= sequences[i].first && first <= sequences[i].last)
            return &sequences[i];
    return NULL;
}

size_t utf8_length(const char *bytes, size_t length)
{
    const unsigned char *b = (const unsigned char *)bytes;
    const struct sequence *sequence = length ? find_sequence(b[0]) : NULL;

    if (!sequence || sequence->length > length)
        return 0;
    if (sequence->length > 1 && (b[1] < sequence->low || b[1] > sequence->high))
        return 0;
    for (size_t i = 2; i < sequence->length; i++)
        if ((b[i] & 0xc0) != 0x80)
            return 0;
    return sequence->length;
}

/* Is the valid character of `length` bytes a control (C0, DEL, C1)? */
static bool is_control(const unsigned char *b, size_t length)
{
    if (length == 1)
        return b[0] < 0x20 || b[0] == 0x7f;
    return length == 2 && b[0] == 0xc2 && b[1] < 0xa0;
}

/* Line separators and what turns the direction of text about (U+2028..202E, U+2066..2069):
 * no controls, but they can make a name look like another. */
static bool is_misleading(const unsigned char *b, size_t length)
{
    if (length != 3 || b[0] != 0xe2)
        return false;
    return (b[1] == 0x80 && b[2] >= 0xa8 && b[2] <= 0xae) ||
           (b[1] == 0x81 && b[2] >= 0xa6 && b[2] <= 0xa9);
}

bool text_is_name(const char *bytes, size_t length)
{
    while (length > 0) {
        size_t n = utf8_length(bytes, length);

        if (n == 0 || is_control((const unsigned char *)bytes, n))
            return false;
        bytes += n;
        length -= n;
    }
    return true;
}

/* ---- Names made safe to print ----------------------------------------------------------- */

enum { ESCAPE_LENGTH = 4 };

/* Writes one character, or the escapes of its bytes, into `piece`. Sets `taken` to the bytes
 * of `string` that this was, and returns the length of the piece. */
static size_t quote_piece(char piece[4 * ESCAPE_LENGTH], const char *string, size_t left,
                          size_t *taken)
{
    static const char digits[] = "0123456789ABCDEF";
    const unsigned char *b = (const unsigned char *)string;
    size_t n = utf8_length(string, left);

    *taken = n ? n : 1;
    if (n && !is_control(b, n) && !is_misleading(b, n)) {
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
