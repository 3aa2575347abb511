/*
 * text.h - bytes as text: growing strings, copies, and text for a terminal
 */
#ifndef TEXT_H
#define TEXT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing string, NUL-terminated once it holds anything. A zeroed one is empty, and text_free
 * leaves it so. */
struct text {
    char *bytes;
    size_t length, capacity;
    bool failed; /* never: goes when nobody asks any more */
};

void text_free(struct text *text);
void text_add(struct text *text, const void *bytes, size_t length);
void text_add_string(struct text *text, const char *string);
void text_add_number(struct text *text, uint64_t number);

/* Copies to be freed. */
char *text_copy(const char *string);
char *text_copy_n(const char *bytes, size_t length);

/* The text that printf would write, to be freed. */
char *text_format(const char *format, ...) PRINTF_LIKE(1, 2);

/* The length of a string, or `most` if it is longer. */
size_t text_length(const char *string, size_t most);

/* The bytes of the byte order mark before a text: 3, or 0 when there is none. */
size_t text_bom(const void *bytes, size_t size);

/* ---- For a terminal ----------------------------------------------------------------------- */

/* Writes `string` into `out`, with \xNN for bytes that a terminal might obey or cannot show; cut
 * with "..." when it does not fit. Returns `out`. */
const char *text_quote(char *out, size_t size, const char *string);

/* The columns of a terminal that a text of UTF-8 takes: two for a wide character, none for a
 * combining one. */
size_t text_width(const char *string);

/* Writes `string` into `out`, with ".." for its middle if it is wider than `columns`. Returns
 * `out`. */
const char *text_shorten(char *out, size_t size, const char *string, size_t columns);

#endif
