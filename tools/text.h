/*
 * text.h - bytes as text: growing strings, and names made safe to print
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing string, NUL-terminated once it holds anything. A zeroed one is empty and ready;
 * text_free leaves it so. After a failed allocation `failed` stays set and adds do nothing,
 * so that a caller may check once at the end. */
struct text {
    char *bytes;
    size_t length, capacity;
    bool failed;
};

void text_free(struct text *text);
void text_add(struct text *text, const void *bytes, size_t length);
void text_add_string(struct text *text, const char *string);

/* The bytes of the byte order mark before a text: 3, or 0 when there is none. */
size_t text_bom(const void *bytes, size_t size);

/* Writes `string` into `out` with what a terminal might obey, or cannot show, as \xNN;
 * cut with "..." when it does not fit. Returns `out`. */
const char *text_quote(char *out, size_t size, const char *string);

/* How many columns of a terminal a text of UTF-8 takes: two for a wide character, none for a
 * combining one. */
size_t text_width(const char *string);

/* Writes `string` into `out`, and where it is wider than `columns` with ".." for its middle.
 * Returns `out`. */
const char *text_shorten(char *out, size_t size, const char *string, size_t columns);

/* Edit distance for suggestions ("did you mean"): insertions, deletions, replacements
 * and swaps of neighbours. Strings longer than 63 bytes are far from everything. */
unsigned text_distance(const char *a, const char *b);

/* Parses all of `string` as a decimal number in [min, max]. */
bool text_to_number(const char *string, uint64_t min, uint64_t max, uint64_t *out);

char *text_copy(const char *string);
char *text_copy_n(const char *bytes, size_t length);

#endif
