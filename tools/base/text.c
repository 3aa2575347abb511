/*
 * text.c - growing strings and copies of strings
 */
#include "base/text.h"

#include "base/array.h"
#include "base/memory.h"

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
