/*
 * xml.c - reads XML with expat, without the features that no atlas needs
 */
#include "atlas/xml.h"

#include "base/numbers.h"
#include "base/text.h"

#include <expat.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SHOWN = 60, NAME_SHOWN = 60 };

/* ---- Parsing ------------------------------------------------------------------------------ */

struct parse {
    XML_Parser parser;
    void (*begin)(void *user, const struct xml_element *element);
    void *user;
    size_t depth;
    bool refused; /* with the reason in `err` */
    struct error *err;
};

static size_t line_of(XML_Parser parser)
{
    return (size_t)XML_GetCurrentLineNumber(parser);
}

static size_t column_of(XML_Parser parser)
{
    return (size_t)XML_GetCurrentColumnNumber(parser) + 1;
}

static void refuse(struct parse *parse, const char *reason)
{
    fail_at(parse->err, line_of(parse->parser), column_of(parse->parser), "%s", reason);
    parse->refused = true;
    XML_StopParser(parse->parser, XML_FALSE);
}

static void on_doctype(void *user, const char *name, const char *system, const char *public,
                       int has_subset)
{
    (void)name, (void)system, (void)public, (void)has_subset;
    refuse(user, "it declares a document type, which no atlas needs; please remove <!DOCTYPE ...>");
}

static void on_begin(void *user, const char *name, const char **attributes)
{
    struct parse *const parse = user;
    const struct xml_element element = {
        .name = name,
        .attributes = attributes,
        .depth = parse->depth++,
        .line = line_of(parse->parser),
        .column = column_of(parse->parser),
    };
    if (parse->depth > XML_DEPTH_MAX)
        refuse(parse, "elements are nested too deeply");
    else
        parse->begin(parse->user, &element);
}

static void on_end(void *user, const char *name)
{
    struct parse *const parse = user;
    (void)name;
    parse->depth--;
}

bool xml_parse(const char *text, size_t size,
               void (*begin)(void *user, const struct xml_element *element), void *user,
               struct error *err)
{
    if (size > INT_MAX)
        return fail(err, "it is too large for XML: more than %d bytes", INT_MAX);
    struct parse parse = {XML_ParserCreate(NULL), begin, user, 0, false, err};
    if (parse.parser == NULL)
        return fail_memory(err);
    XML_SetUserData(parse.parser, &parse);
    XML_SetElementHandler(parse.parser, on_begin, on_end);
    XML_SetStartDoctypeDeclHandler(parse.parser, on_doctype);
    bool ok = XML_Parse(parse.parser, text, (int)size, XML_TRUE) == XML_STATUS_OK;
    if (!ok && XML_GetErrorCode(parse.parser) == XML_ERROR_NO_MEMORY)
        fail_memory(err);
    else if (!ok && !parse.refused)
        fail_at(err, line_of(parse.parser), column_of(parse.parser), "it is not valid XML: %s",
                XML_ErrorString(XML_GetErrorCode(parse.parser)));
    XML_ParserFree(parse.parser);
    return ok;
}

/* ---- The root alone ----------------------------------------------------------------------- */

struct search {
    XML_Parser parser;
    struct text *name;
};

static void on_root(void *user, const char *name, const char **attributes)
{
    struct search *const search = user;
    (void)attributes;
    text_add_string(search->name, name);
    XML_StopParser(search->parser, XML_FALSE);
}

/* A document type names the root, too. */
static void on_root_doctype(void *user, const char *name, const char *system, const char *public,
                            int has_subset)
{
    (void)system, (void)public, (void)has_subset;
    on_root(user, name, NULL);
}

bool xml_find_root(const char *text, size_t size, struct text *out)
{
    struct search search = {XML_ParserCreate(NULL), out};
    if (search.parser == NULL)
        return false;
    XML_SetUserData(search.parser, &search);
    XML_SetStartElementHandler(search.parser, on_root);
    XML_SetStartDoctypeDeclHandler(search.parser, on_root_doctype);
    if (size <= INT_MAX)
        XML_Parse(search.parser, text, (int)size, XML_TRUE);
    const bool ok = XML_GetErrorCode(search.parser) != XML_ERROR_NO_MEMORY && !out->failed;
    XML_ParserFree(search.parser);
    return ok;
}

/* ---- Attributes --------------------------------------------------------------------------- */

const char *xml_find(const struct xml_element *element, const char *attribute)
{
    for (const char *const *at = element->attributes; *at != NULL; at += 2)
        if (strcmp(at[0], attribute) == 0)
            return at[1];
    return NULL;
}

bool xml_fail(const struct xml_element *element, struct error *err, const char *format, ...)
{
    char name[NAME_SHOWN], text[sizeof err->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fail_at(err, element->line, element->column, "<%s> %s",
                   text_quote(name, sizeof name, element->name), text);
}

bool xml_get_string(const struct xml_element *element, const char *attribute, const char **out,
                    struct error *err)
{
    *out = xml_find(element, attribute);
    return *out != NULL || xml_fail(element, err, "has no %s", attribute);
}

/* Reports '<SubTexture> has x="a", which is not TEXT'. */
static bool fail_value(const struct xml_element *element, const char *attribute, const char *value,
                       struct error *err, const char *text)
{
    char quoted[VALUE_SHOWN];
    return xml_fail(element, err, "has %s=\"%s\", which is not %s", attribute,
                    text_quote(quoted, sizeof quoted, value), text);
}

bool xml_get_number(const struct xml_element *element, const char *attribute, int64_t min,
                    int64_t max, int64_t *out, struct error *err)
{
    const char *value;
    char range[80];
    uint64_t magnitude;
    if (!xml_get_string(element, attribute, &value, err))
        return false;
    const bool negative = *value == '-';
    if (text_to_number(value + negative, 0, INT64_MAX, &magnitude)) {
        *out = negative ? -(int64_t)magnitude : (int64_t)magnitude;
        if (*out >= min && *out <= max)
            return true;
    }
    snprintf(range, sizeof range, "a whole number from %" PRId64 " to %" PRId64, min, max);
    return fail_value(element, attribute, value, err, range);
}

bool xml_get_fixed(const struct xml_element *element, const char *attribute, int64_t *out,
                   struct error *err)
{
    const char *value;
    struct decimal number;
    if (!xml_get_string(element, attribute, &value, err))
        return false;
    const char *const end = decimal_read(value, &number);
    *out = fixed_from_decimal(number);
    return (end != NULL && *end == '\0' && llabs(number.billionths) / DECIMAL_ONE <= INT32_MAX) ||
           fail_value(element, attribute, value, err, "a number such as 12 or -0.5");
}

bool xml_get_bool(const struct xml_element *element, const char *attribute, bool *out,
                  struct error *err)
{
    const char *value;
    if (!xml_get_string(element, attribute, &value, err))
        return false;
    *out = strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
    return *out || strcmp(value, "false") == 0 || strcmp(value, "0") == 0 ||
           fail_value(element, attribute, value, err, "true or false");
}
