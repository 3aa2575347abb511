/*
 * xml.h - XML read strictly, one element after the other, and errors that name the place
 *
 *     bytes -> expat -> xml_parse -> `begin` for every element, in the order of the text
 *
 * Elements and their attributes are read, and on request the text in them. A document
 * type that only names a DTD is passed over, and one that declares something is refused before it
 * is read, so that no entity is ever declared. Elements nested too deeply are refused, too. No
 * other file is ever read. This file knows nothing of atlases.
 */
#ifndef XML_H
#define XML_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

enum { XML_DEPTH_MAX = 64 };

/* Valid until `begin` returns. */
struct xml_element {
    const char *name;
    const char *const *attributes; /* name, value, name, value, ..., NULL */
    size_t depth;                  /* the root's is 0 */
    size_t line, column;           /* from 1; columns count characters */
};

/* Calls `begin` for every element of a text. It goes on until the text ends or is not XML. A
 * declaration may stand behind blank lines and comments, and one that says UTF-16 of bytes that are
 * not is ignored: files of well-known programs have both.
 *
 * Unless it is NULL, calls `end` at the end of every element, with its text, as far as no other
 * element stands in it: for formats that keep values as text. */
bool xml_parse(const char *text, size_t size,
               void (*begin)(void *user, const struct xml_element *element),
               void (*end)(void *user, const char *name, const char *content), void *user,
               struct error *err);

/* Sets `out`, which is to be freed, to the name of the first element of a text; empty when there is
 * none. Cheap and safe on any bytes. */
void xml_find_root(const char *text, size_t size, struct text *out);

/* The value of an attribute, NULL when it is missing. */
const char *xml_find(const struct xml_element *element, const char *attribute);

/* Fills `err` with "<element> text" and its place; false, like fail. */
bool xml_fail(const struct xml_element *element, struct error *err, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Each fails when the attribute is missing, has no such value, or is out of range. */
bool xml_get_string(const struct xml_element *element, const char *attribute, const char **out,
                    struct error *err);
/* A whole number, in digits; "263.0" is one, too. A fraction is left out, and `*rounded` then
 * becomes true; it is an error when `rounded` is NULL. */
bool xml_get_number(const struct xml_element *element, const char *attribute, int64_t min,
                    int64_t max, int64_t *out, bool *rounded, struct error *err);
/* A number that may have a fraction and an exponent. Digits past the ninth of a fraction do not
 * count. The second gives it in 16.16, rounded to the nearest. */
bool xml_get_decimal(const struct xml_element *element, const char *attribute, struct decimal *out,
                     struct error *err);
bool xml_get_fixed(const struct xml_element *element, const char *attribute, int64_t *out,
                   struct error *err);
/* true, false, 1 or 0. */
bool xml_get_bool(const struct xml_element *element, const char *attribute, bool *out,
                  struct error *err);

#endif
