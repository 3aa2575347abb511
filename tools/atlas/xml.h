/*
 * xml.h - XML read strictly, one element after the other, and errors that name the place
 *
 *     bytes -> expat -> xml_parse -> `begin` for every element, in the order of the text
 *
 * Elements and their attributes are read, and on request the text in them. A document
 * type that only names a DTD is passed over, and one that declares something is refused before it
 * is read, so that no entity is ever declared. Elements nested too deeply are refused, too. No
 * other file is ever read.
 */
#ifndef XML_H
#define XML_H

#include "atlas/atlas.h"
#include "base/text.h"

#include <stdint.h>

/* Valid until `begin` returns. */
struct xml_element {
    const char *name;
    const char *const *attributes; /* name, value, name, value, ..., NULL */
    size_t depth;                  /* the root's is 0 */
    size_t line, column;           /* from 1; columns count characters */
};

/* Calls `begin`, unless it is NULL, for every element of a text, behind which a NUL must stand. It
 * goes on until the text ends or is not XML. A declaration may stand behind blank lines and
 * comments, and one that says UTF-16 of bytes that are not is ignored: files of well-known programs
 * have both.
 *
 * A bare & in an attribute is read as itself, with a warning to the log, unless that is NULL.
 *
 * Unless it is NULL, calls `end` at the end of every element, with its text, as far as no other
 * element stands in it: for formats that keep values as text. */
bool xml_parse(const char *text, size_t size,
               void (*begin)(void *user, const struct xml_element *element),
               void (*end)(void *user, const char *name, const char *content), void *user,
               const struct atlas_log *log, struct error *err);

/* Sets `out`, which is to be freed, to the name of the first element of a text; empty when there is
 * none. Cheap and safe on any bytes. */
void xml_find_root(const char *text, size_t size, struct text *out);

/* The value of an attribute, NULL when it is missing. */
const char *xml_find(const struct xml_element *element, const char *attribute);

/* An element that is being read, and what messages about it name. */
struct xml_source {
    const struct xml_element *element;
    const struct atlas_log *log;
    const char *what, *name; /* "frame", "hero"; NULL: nothing */
    bool exact;              /* a fraction of a whole number is an error */
    bool wrong;              /* something was reported */
    bool rounded;            /* a fraction was left out */
};

struct atlas_place xml_place(const struct xml_element *element);

/* Reports "frame 'hero': <element> text" at the place of the element. */
void xml_wrong(struct xml_source *source, const char *format, ...) PRINTF_LIKE(2, 3);

/* Each reads an attribute. It reports an attribute that is missing and not optional, or whose value
 * is of another kind or out of range, and then returns 0, false or NULL. */
const char *xml_string(struct xml_source *source, const char *attribute, enum atlas_need need);
/* A whole number from `min` to INT32_MAX, in digits; "263.0" is one, too. */
int64_t xml_number(struct xml_source *source, const char *attribute, int64_t min,
                   enum atlas_need need);
/* A number that may have a fraction and an exponent, required. Digits past the ninth of a fraction
 * do not count. */
struct decimal xml_decimal(struct xml_source *source, const char *attribute);
/* true, false, 1 or 0; optional. */
bool xml_bool(struct xml_source *source, const char *attribute);

#endif
