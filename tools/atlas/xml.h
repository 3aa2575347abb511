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

#include "atlas/atlas_json.h"
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

/* ---- A tree ---------------------------------------------------------------------------------- */

/* An element becomes a member of its parent, or one more item of a list: of that member or, without
 * a key, of the parent itself. */
enum xml_form { XML_OBJECT, XML_LIST, XML_ITEM };

/* The first rule that an element fits says what becomes of it. An element that fits none is left
 * out, with everything in it. */
struct xml_rule {
    const char *parent, *name; /* a name of NULL is that of any other: its member is XML_NAME */
    const char *key;
    enum xml_form form;
    const char *text; /* the member for text in it, if it has none of that key; NULL: none */
};

#define XML_NAME "element"

/* Makes of a text a tree such as JSON has, and calls `read` for it, which fills the atlas:
 * attributes are strings, and an element that stands twice where one has place is the first. Rules
 * call the root `root`, and end with one without a parent. */
void xml_read(const char *text, size_t size, const char *root, const struct xml_rule *rules,
              struct atlas *atlas, const struct atlas_log *log,
              void (*read)(struct atlas_json *reader));

#endif
