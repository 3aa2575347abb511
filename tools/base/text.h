/*
 * text.h - bytes as text: growing strings, text for a terminal, names, and numbers without a locale
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
};

void text_free(struct text *text);
void text_add(struct text *text, const void *bytes, size_t length);
void text_add_string(struct text *text, const char *string);
void text_add_number(struct text *text, uint64_t number);

/* Adds lines behind those that are there. The ends of lines of all systems become newlines. */
void text_add_lines(struct text *text, const char *lines, size_t length);

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

/* ---- Names of files and options ------------------------------------------------------------- */

/* The part of a path after its last slash. */
const char *text_base_name(const char *path);

/* Writes the folder of a path, "." where it names none; `folder` has room for all of the path. */
void text_folder_name(char *folder, const char *path);

/* The rest of `path` behind `folder`, both absolute and in their simplest form; "" when they are
 * the same. NULL when the path does not lie in the folder. */
const char *text_below(const char *folder, const char *path);

/* Adds a path without its extension, if its last part has one: out/game.hmk -> out/game. */
void text_add_stem(struct text *text, const char *path);

/* The endings of names of pictures, ".png" first; ended by NULL. */
extern const char *const text_picture_endings[];

/* True if the name of a file ends like a picture that can be baked, in upper or lower case. */
bool text_is_picture_name(const char *name);

/* True if the text is one of the list, which NULL ends. */
bool text_is_among(const char *text, const char *const *list);

/* True if two texts are equal, or if one begins with the other, but for the case of ASCII
 * letters. */
bool text_same_in_any_case(const char *a, const char *b);
bool text_begins_in_any_case(const char *text, const char *beginning);

/* The order in which people count: digits in a row are a number, so that "run_2" comes before
 * "run_10"; everything else goes by bytes. Names that differ only in leading zeros go by bytes too,
 * so that 0 means equal. */
int text_natural(const char *a, const char *b);

/* Edit distance for suggestions ("did you mean"): insertions, deletions, replacements
 * and swaps of neighbours. Strings longer than 63 bytes are far from everything. */
unsigned text_distance(const char *a, const char *b);

/* ---- Numbers -------------------------------------------------------------------------------- */

/* Parses all of `string` as a decimal number in [min, max]. */
bool text_to_number(const char *string, uint64_t min, uint64_t max, uint64_t *out);

/* The value of a hexadecimal digit; -1 for other characters. */
int text_hex_digit(char c);

/* Parses six hexadecimal digits, red first. */
bool text_to_color(const char *digits, uint8_t out[3]);
/* Parses eight of them, alpha last, or six for an opaque color. */
bool text_to_rgba(const char *digits, uint8_t out[4]);

/* A number with a comma between thousands, for people. Returns `out`. */
enum { TEXT_COUNT_MAX = 32 };
const char *text_count(char out[TEXT_COUNT_MAX], uint64_t number);

static inline uint32_t min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t max_u32(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* ---- Fixed point ------------------------------------------------------------------------- */

/* Numbers this far from 0 fit: beyond any sprite, and near enough for a double to tell 1/65536
 * apart. */
#define FIXED_MAX 4294967296.0

/* The nearest 1/65536 of a number from -FIXED_MAX to FIXED_MAX. */
int64_t fixed_from_double(double number);

/* The billionths in 1. */
#define DECIMAL_ONE INT64_C(1000000000)

/* A decimal number, exactly up to its ninth digit behind the point. */
struct decimal {
    int64_t billionths;
    size_t decimals; /* all digits behind the point, also those that are left out */
};

/* Reads the number at the beginning of a text, such as "12" or "-0.5": a digit before the point,
 * one behind it if there is a point, no exponent, and nearer to 0 than FIXED_MAX. Returns what
 * follows it, or NULL when there is no such number. */
const char *decimal_read(const char *text, struct decimal *out);

/* Reads a number that may also have an exponent, such as "1E-05": programs write small numbers so.
 * `decimals` means nothing then. */
const char *decimal_read_float(const char *text, struct decimal *out);

/* The nearest 1/65536. */
int64_t fixed_from_decimal(struct decimal number);

/* The nearest 1/65536 of that part of so many pixels; false when it is farther from 0 than
 * FIXED_MAX. */
bool fixed_from_part(struct decimal part, uint32_t pixels, int64_t *out);

/* A decimal fraction. Five decimals err by less than a third of 1/65536, so that any reader finds
 * the number again. Returns `out`. */
enum { FIXED_TEXT_MAX = 32 };
const char *fixed_to_text(char out[FIXED_TEXT_MAX], int64_t number);

#endif
