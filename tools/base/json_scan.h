/*
 * json_scan.h - a JSON text read by position, without a tree
 *
 * The scan is strict. It refuses what cJSON would accept or change without an error: bad UTF-8,
 * escaped NULs, half surrogates, deep nesting, trailing bytes. A text that passed may then be
 * walked value by value, to find the place of one. This knows nothing of cJSON.
 */
#ifndef JSON_SCAN_H
#define JSON_SCAN_H

#include "base/error.h"
#include "base/text.h"

enum { JSON_DEPTH_MAX = 64 };

struct scan {
    const char *text, *at, *end;
    unsigned depth;
    struct error *err;
};

/* Begins at the first byte; behind a BOM, if there is one. */
void scan_begin(struct scan *scan, const char *text, size_t size, struct error *err);

/* Is all of it one value, and no more? The first thing wrong goes to `err`, with its place. */
bool scan_text(struct scan *scan);

/* Moves the place of `from` on to that of `to`, further on in the same text. Lines end with \n,
 * columns count characters; where a text begins both are 1. */
void scan_advance_place(const char *from, const char *to, size_t *line, size_t *column);

/* ---- Walking: only in a text that scan_text has passed, in which nothing can fail --------- */

bool scan_is_at(const struct scan *scan, char c);
void scan_space(struct scan *scan);

/* Moves over the value that begins here. */
bool scan_value(struct scan *scan);

/* The same, and adds the value to `out` without white space. Control characters that may stand
 * in strings are escaped. */
void scan_minify(struct scan *scan, struct text *out);

/* Moves from an object to the value of the member whose key, of ASCII letters, is `key`,
 * perhaps spelt with escapes; false when there is none. */
bool scan_find_member(struct scan *scan, const char *key);

#endif
