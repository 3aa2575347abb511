/*
 * json.h - JSON texts read strictly, errors that name the place, and strings for writers
 *
 * A text is scanned in full (json_scan.c) before cJSON sees it, and a key that stands twice
 * is refused. The tree that cJSON makes knows no positions; when one is asked for, text and tree
 * are walked together, once.
 *
 * This knows nothing of what a document means.
 */
#ifndef JSON_H
#define JSON_H

#include "base/error.h"
#include "base/sink.h"
#include "base/text.h"

#include <cJSON.h>

#include <stdint.h>

/* The largest whole number that a JSON number holds exactly, as cJSON reads them: 2^53. */
#define JSON_WHOLE_MAX (UINT64_C(1) << 53)

struct json_spot;

struct json {
    const char *text; /* lent: it must stay until json_free */
    size_t size;
    const char *begin; /* of the root's value in it */
    cJSON *root;
    const char *array_key;   /* of the array for json_next, or that the root is an element of */
    size_t index;            /* of the next element, or of the root in its array */
    const char *next;        /* where the next element begins; NULL: there is no such array */
    struct json_spot *spots; /* of all values, after json_find_places */
};

/* Parses `text`, which has a NUL after `size` bytes. A BOM before it is skipped. Lines end
 * with \n; columns count characters. On any thread. */
bool json_parse(struct json *json, const char *text, size_t size, struct error *err);
void json_free(struct json *json);

/* Parses a text in which an object may have a key twice: its reader must call
 * json_find_doubles. */
bool json_parse_doubles(struct json *json, const char *text, size_t size, struct error *err);

struct json_member {
    const cJSON *value;
    size_t index; /* among the object's members */
};

/* The members whose keys an earlier member has, in order: `count` of them, to be freed. */
struct json_member *json_find_doubles(const cJSON *object, size_t *count);

/* json_parse for a text whose root is an object with an array `key` too large for a tree. All
 * of the text is scanned, but in the tree that array is empty: json_next reads it. */
bool json_parse_around(struct json *json, const char *text, size_t size, const char *key,
                       struct error *err);

/* Parses the next element of that array, to be freed before `json`. After the last one its
 * root is NULL. */
bool json_next(struct json *json, struct json *element, struct error *err);

/* The text of the root's member `key`, of ASCII letters: minified, to be freed; NULL when there is
 * none. */
char *json_member_text(const struct json *json, const char *key);

/* Fills `err` with "path: text" and the place of the value; false, like fail. `json_fail_key`
 * gives the place of the member's key instead. */
bool json_fail(const struct json *json, const cJSON *value, struct error *err, const char *format,
               ...) PRINTF_LIKE(4, 5);
bool json_fail_key(const struct json *json, const cJSON *member, struct error *err,
                   const char *format, ...) PRINTF_LIKE(4, 5);

struct json_place {
    size_t line, column;
};

/* Finds the places of all values, in one walk: for texts in which very many may be asked for, or
 * be found wrong. Only for a tree of the whole text. */
void json_find_places(struct json *json);

/* The place of a value of the tree, after json_find_places. */
struct json_place json_place(const struct json *json, const cJSON *value);

/* The member of that name, or NULL: for the few keys of one small object. */
const cJSON *json_find(const cJSON *object, const char *key);

struct json_key {
    const char *name;
    bool required;
};

/* Sets values[i] to the member named by keys[i], or to NULL when it is optional and not there. Any
 * other member is an error, and so is a value that is not an object. */
bool json_get_members(const struct json *json, const cJSON *object, const struct json_key *keys,
                      size_t count, const cJSON **values, struct error *err);

/* Each fails when the value is of another type or out of range. */
bool json_get_u32(const struct json *json, const cJSON *value, uint32_t min, uint32_t max,
                  uint32_t *out, struct error *err);
bool json_get_u64(const struct json *json, const cJSON *value, uint64_t min, uint64_t max,
                  uint64_t *out, struct error *err);

/* The string is the tree's own. */
bool json_get_string(const struct json *json, const cJSON *value, const char **out,
                     struct error *err);

/* A string that is not empty and has no control characters. */
bool json_get_name(const struct json *json, const cJSON *value, const char **out,
                   struct error *err);

/* Fails unless the value is an array. Walk its elements with cJSON_ArrayForEach: look-up by index
 * is linear. */
bool json_expect_array(const struct json *json, const cJSON *value, struct error *err);

/* An array of exactly `count` numbers. */
bool json_get_u32s(const struct json *json, const cJSON *value, size_t count, uint32_t min,
                   uint32_t max, uint32_t *out, struct error *err);
bool json_get_numbers(const struct json *json, const cJSON *value, size_t count, double min,
                      double max, double *out, struct error *err);

/* ---- For writers -------------------------------------------------------------------------- */

/* Puts a string in quotes. Controls, quotes and backslashes are escaped, everything else stays as
 * it is; a byte that is not UTF-8 becomes U+FFFD. */
void json_put_string(struct sink *sink, const char *string);
void json_add_string(struct text *out, const char *string);

/* Adds a member, after a comma if there is one before; `value` is JSON. The braces are the
 * caller's. */
void json_add_member(struct text *out, const char *name, const char *value);

/* ---- A text read by position, without a tree ----------------------------------------------------
 *
 * The scan is strict. It refuses what cJSON would accept or change without an error: bad UTF-8,
 * escaped NULs, half surrogates, deep nesting, trailing bytes. A text that passed may then be
 * walked value by value, to find the place of one. */

struct scan {
    const char *text, *at, *end;
    unsigned depth;
    struct error *err;
};

/* Begins at the first byte; behind a BOM, if there is one. */
void scan_begin(struct scan *scan, const char *text, size_t size, struct error *err);

/* True if the whole text is one value, and nothing else. Otherwise `err` has the first mistake,
 * with its place. */
bool scan_text(struct scan *scan);

/* Moves the place of `from` on to that of `to`, further on in the same text. Lines end with \n,
 * columns count characters; where a text begins both are 1. */
void scan_advance_place(const char *from, const char *to, size_t *line, size_t *column);

/* ---- Walking: only in a text that scan_text has passed, in which nothing can fail --------- */

bool scan_is_at(const struct scan *scan, char c);
void scan_space(struct scan *scan);

/* Moves over the value that begins here. */
bool scan_value(struct scan *scan);

/* Moves over the value that begins here, and adds it to `out` without white space. Control
 * characters that may stand in strings are escaped. */
void scan_minify(struct scan *scan, struct text *out);

/* Moves from an object to the value of the member whose key, of ASCII letters, is `key`,
 * perhaps spelt with escapes; false when there is none. */
bool scan_find_member(struct scan *scan, const char *key);

#endif
