/*
 * xml.c - reads XML with expat, without the features that no atlas needs
 */
#include "atlas/xml.h"

#include "base/budget.h"
#include "base/memory.h"

#include <expat.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXCERPT = 40 };

/* ---- Before the root --------------------------------------------------------------------- */

static bool begins(const char *text, const char *mark)
{
    return strncmp(text, mark, strlen(mark)) == 0;
}

/* The length up to the end of `mark`; 0 when that is not there. */
static size_t length_to(const char *text, const char *mark)
{
    const char *const found = strstr(text, mark);
    return found != NULL ? (size_t)(found - text) + strlen(mark) : 0;
}

/* The length of a document type that only names another file; 0 when it declares something. */
static size_t doctype_length(const char *text)
{
    char quote = 0;
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (quote != 0)
            quote = text[i] == quote ? 0 : quote;
        else if (text[i] == '\'' || text[i] == '"')
            quote = text[i];
        else if (text[i] == '[' || text[i] == '>')
            return text[i] == '>' ? i + 1 : 0;
    }
    return 0;
}

/* The length of the white space, comment, BOM, declaration or document type here; 0 when there is
 * none. */
static size_t part_length(const char *text, size_t size)
{
    if (begins(text, "<!--"))
        return length_to(text, "-->");
    if (begins(text, "<!DOCTYPE "))
        return doctype_length(text);
    if (begins(text, "<?xml "))
        return length_to(text, "?>");
    const size_t space = strspn(text, " \t\r\n");
    return space > 0 ? space : text_bom(text, size);
}

/* XML allows a BOM and a declaration only at the beginning. Returns a copy of the text in which
 * spaces replace each BOM or declaration that stands behind something else, and each document type,
 * so that entities of its file are unknown. NULL when there is nothing to replace. */
static char *without_misplaced(const char *text, size_t size)
{
    char *copy = NULL;
    size_t length;
    for (size_t at = 0; (length = part_length(text + at, size - at)) > 0; at += length) {
        const bool is_declaration = begins(text + at, "<?xml ");
        const bool is_bom = text_bom(text + at, size - at) > 0;
        const bool is_misplaced = at > (is_declaration ? text_bom(text, size) : 0);
        if (!begins(text + at, "<!DOCTYPE ") && !(is_misplaced && (is_declaration || is_bom)))
            continue;
        if (copy == NULL)
            copy = text_copy_n(text, size);
        for (size_t i = at; i < at + length; i++)
            copy[i] = text[i] == '\n' ? '\n' : ' ';
    }
    return copy;
}

/* ---- Bare ampersands ---------------------------------------------------------------------- */

/* Stands for a & that begins no reference while expat reads the text: a character that is allowed
 * in XML, and that nobody writes. */
enum { BARE = 0x7f };

/* True for a & that no name and no ; follow. */
static bool is_bare(const char *at)
{
    static const char name[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:.-#";
    const size_t length = strspn(at + 1, name);
    return length == 0 || at[1 + length] != ';';
}

/* The length of what begins with a < and is not an element, or of an element up to its first
 * quote or its end. */
static size_t markup_length(const char *at)
{
    static const char *const others[][2] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins(at, others[i][0])) {
            const size_t length = length_to(at, others[i][1]);
            return length > 0 ? length : strlen(at);
        }
    return strcspn(at, "\"'>");
}

/* Puts BARE for each bare & in an attribute, in a copy that is to be freed. NULL when there is
 * none, or the text has a BARE of its own. `first` is the place of the first. */
static char *without_bare(const char *text, size_t size, const char **first)
{
    char *copy = NULL;
    if (memchr(text, '&', size) == NULL || memchr(text, BARE, size) != NULL)
        return NULL;
    for (const char *at = text; (at = strchr(at, '<')) != NULL;) {
        at += markup_length(at);
        while (*at == '"' || *at == '\'') {
            const char *const end = strchr(at + 1, *at);
            if (end == NULL)
                return copy;
            for (; at < end; at++) {
                if (*at != '&' || !is_bare(at))
                    continue;
                if (copy == NULL) {
                    copy = text_copy_n(text, size);
                    *first = at;
                }
                copy[at - text] = BARE;
            }
            at++;
            at += strcspn(at, "\"'>");
        }
    }
    return copy;
}

/* ---- Parsing ------------------------------------------------------------------------------ */

struct parse {
    XML_Parser parser;
    void (*begin)(void *user, const struct xml_element *element);
    void (*end)(void *user, const char *name, const char *content); /* NULL: texts do not count */
    void *user;
    struct text *root;   /* only the name of the first element is wanted; NULL: all of the text */
    struct text content; /* of the element that was begun or ended last */
    size_t depth;
    struct error *err;
    bool refused;     /* with the reason in `err` */
    const char *bare; /* in the text, the first & that was read as itself; NULL: none was */
};

static void fail_here(const struct parse *parse, const char *what, const char *reason)
{
    fail_at(parse->err, (size_t)XML_GetCurrentLineNumber(parse->parser),
            (size_t)XML_GetCurrentColumnNumber(parse->parser) + 1, "%s%s", what, reason);
}

static void refuse(struct parse *parse, const char *reason)
{
    fail_here(parse, "", reason);
    parse->refused = true;
    XML_StopParser(parse->parser, XML_FALSE);
}

static void find_root(struct parse *parse, const char *name)
{
    text_add_string(parse->root, name);
    XML_StopParser(parse->parser, XML_FALSE);
}

/* A document type names the root, too. */
static void on_doctype(void *user, const char *name, const char *system, const char *public,
                       int has_subset)
{
    struct parse *const parse = user;
    (void)system, (void)public, (void)has_subset;
    if (parse->root != NULL)
        find_root(parse, name);
    else
        refuse(parse,
               "it declares a document type, which no atlas needs; please remove <!DOCTYPE ...>");
}

static void on_begin(void *user, const char *name, const char **attributes)
{
    struct parse *const parse = user;
    if (parse->root != NULL) {
        find_root(parse, name);
        return;
    }
    for (size_t i = 0; parse->bare != NULL && attributes[i] != NULL; i++)
        for (char *at; (at = strchr(attributes[i], BARE)) != NULL;)
            *at = '&';
    const struct xml_element element = {
        .name = name,
        .attributes = attributes,
        .depth = parse->depth++,
        .line = (size_t)XML_GetCurrentLineNumber(parse->parser),
        .column = (size_t)XML_GetCurrentColumnNumber(parse->parser) + 1,
    };
    parse->content.length = 0;
    if (parse->depth > BUDGET_DEPTH)
        refuse(parse, "elements are nested too deeply");
    else if (parse->begin != NULL)
        parse->begin(parse->user, &element);
}

static void on_text(void *user, const char *bytes, int length)
{
    text_add(&((struct parse *)user)->content, bytes, (size_t)length);
}

static void on_end(void *user, const char *name)
{
    struct parse *const parse = user;
    parse->depth--;
    if (parse->end != NULL) {
        text_add(&parse->content, "", 0);
        parse->end(parse->user, name, parse->content.bytes);
    }
    parse->content.length = 0;
}

/* The error of expat; XML_ERROR_NONE when there is none. */
static enum XML_Error parse_all(struct parse *parse, const char *text, size_t size)
{
    char *const moved = without_misplaced(text, size);
    const char *const from = moved != NULL ? moved : text;
    char *const copy = without_bare(from, size, &parse->bare);
    enum XML_Error error = XML_ERROR_NONE;
    parse->parser = XML_ParserCreate(NULL);
    if (parse->parser == NULL)
        memory_run_out();
    do {
        XML_SetUserData(parse->parser, parse);
        XML_SetElementHandler(parse->parser, on_begin, on_end);
        XML_SetCharacterDataHandler(parse->parser, parse->end != NULL ? on_text : NULL);
        XML_SetStartDoctypeDeclHandler(parse->parser, on_doctype);
        error = XML_Parse(parse->parser, copy != NULL ? copy : from, (int)size, XML_TRUE) ==
                        XML_STATUS_OK
                    ? XML_ERROR_NONE
                    : XML_GetErrorCode(parse->parser);
        /* The declaration says UTF-16, and the bytes before it are not. */
    } while (error == XML_ERROR_INCORRECT_ENCODING && XML_ParserReset(parse->parser, "UTF-8"));
    if (error == XML_ERROR_NO_MEMORY)
        memory_run_out();
    if (parse->bare != NULL)
        parse->bare = text + (parse->bare - from);
    free(moved);
    free(copy);
    return error;
}

/* The first & from there on that begins no reference that XML knows; NULL when there is none. */
static const char *find_bare(const char *at)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#"};
    for (; (at = strchr(at, '&')) != NULL; at++) {
        bool is_bare = true;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            is_bare = is_bare && !begins(at, known[i]);
        if (is_bare)
            return at;
    }
    return NULL;
}

/* The & of a reference whose name ends wrongly at `at`; otherwise `at`. */
static const char *before_name(const char *text, const char *at)
{
    const char *begin = at;
    while (begin > text && strchr("&<>\"'= \t\r\n", begin[-1]) == NULL)
        begin--;
    return begin > text && begin[-1] == '&' ? begin - 1 : at;
}

/* Copies what stands around `at` in its line. */
static void copy_around(char out[EXCERPT], const char *text, const char *at)
{
    const char *begin = at, *end = at;
    while (begin > text && begin[-1] != '\n' && begin[-1] != '\r' && at - begin < EXCERPT / 3)
        begin--;
    while (*end != 0 && *end != '\n' && *end != '\r' && end - begin < EXCERPT - 1)
        end++;
    memcpy(out, begin, (size_t)(end - begin));
    out[end - begin] = 0;
}

/* For a character that cannot stand there, the message shows what is around it and, for those that
 * people forget to escape, what to write. */
static void fail_syntax(const struct parse *parse, const char *text, size_t size,
                        enum XML_Error error)
{
    const XML_Index index = XML_GetCurrentByteIndex(parse->parser);
    const char *at = text + (index > 0 && (size_t)index <= size ? (size_t)index : 0);
    const bool is_token = error == XML_ERROR_INVALID_TOKEN;
    char excerpt[EXCERPT], quoted[2 * EXCERPT];
    const char *advice = "";
    if (!is_token && error != XML_ERROR_UNDEFINED_ENTITY) {
        fail_here(parse, "it is not valid XML: ", XML_ErrorString(error));
        return;
    }
    if (!is_token && find_bare(at) != NULL)
        at = find_bare(at);
    else if (is_token)
        at = before_name(text, at);
    if (*at == '&')
        advice = "; write &amp; for &";
    else if (*at == '<')
        advice = "; write &lt; for <";
    copy_around(excerpt, text, at);
    fail_at(parse->err, (size_t)XML_GetCurrentLineNumber(parse->parser),
            (size_t)XML_GetCurrentColumnNumber(parse->parser) + 1,
            "it is not valid XML: %s near '%s'%s", XML_ErrorString(error),
            text_quote(quoted, sizeof quoted, excerpt), advice);
}

static void warn_bare(const struct atlas_log *log, const char *text, const char *bare)
{
    struct atlas_place place = {1, 1};
    for (const char *at = text; at < bare; at++) {
        const bool ends = *at == '\n';
        place.line += ends;
        place.column = ends ? 1 : place.column + (((unsigned char)*at & 0xc0) != 0x80);
    }
    atlas_warn(log, "bare-ampersand", NULL, NULL, place,
               "an attribute has a & that begins no reference; it is read as itself, but other "
               "programs may refuse the file: write &amp;");
}

bool xml_parse(const char *text, size_t size,
               void (*begin)(void *user, const struct xml_element *element),
               void (*end)(void *user, const char *name, const char *content), void *user,
               const struct atlas_log *log, struct error *err)
{
    if (size > INT_MAX)
        return fail(err, "it is too large for XML: more than %d bytes", INT_MAX);
    struct parse parse = {.begin = begin, .end = end, .user = user, .err = err};
    const enum XML_Error error = parse_all(&parse, text, size);
    if (error != XML_ERROR_NONE && !parse.refused)
        fail_syntax(&parse, text, size, error);
    if (parse.bare != NULL && log != NULL)
        warn_bare(log, text, parse.bare);
    XML_ParserFree(parse.parser);
    text_free(&parse.content);
    return error == XML_ERROR_NONE;
}

void xml_find_root(const char *text, size_t size, struct text *out)
{
    struct parse parse = {.root = out};
    if (size > INT_MAX)
        return;
    parse_all(&parse, text, size);
    XML_ParserFree(parse.parser);
}

/* ---- A tree ------------------------------------------------------------------------------ */

struct tree {
    const char *root_name;
    const struct xml_rule *rules;
    cJSON *root;
    struct node {
        const char *name;
        const struct xml_rule *rule;
        cJSON *value; /* NULL: left out */
    } open[BUDGET_DEPTH + 1];
    size_t depth;
};

static cJSON *placed(cJSON *value, const struct xml_element *element)
{
    return atlas_json_placed(value, (struct atlas_place){element->line, element->column});
}

static void add_string(cJSON *object, const char *key, const char *string,
                       const struct xml_element *element)
{
    atlas_json_put(object, key, placed(cJSON_CreateString(string), element));
}

/* The member of that key, which is made if it is not there. */
static cJSON *member_of(cJSON *object, const char *key, bool is_list,
                        const struct xml_element *element)
{
    cJSON *member = cJSON_GetObjectItemCaseSensitive(object, key);
    if (member == NULL) {
        member = placed(is_list ? cJSON_CreateArray() : cJSON_CreateObject(), element);
        atlas_json_put(object, key, member);
    }
    return member;
}

static cJSON *add_element(const struct node *parent, const struct xml_rule *rule,
                          const struct xml_element *element)
{
    if (rule->form != XML_ITEM)
        return member_of(parent->value, rule->key, rule->form == XML_LIST, element);
    cJSON *const list =
        rule->key == NULL ? parent->value : member_of(parent->value, rule->key, true, element);
    cJSON *const item = placed(cJSON_CreateObject(), element);
    cJSON_AddItemToArray(list, item);
    return item;
}

static void begin_node(void *user, const struct xml_element *element)
{
    struct tree *const tree = user;
    struct node *const node = &tree->open[tree->depth++];
    const struct node *const parent = element->depth > 0 ? node - 1 : NULL;
    *node = (struct node){.value = NULL};
    if (parent == NULL) {
        node->name = tree->root_name;
        node->value = tree->root = placed(cJSON_CreateObject(), element);
    }
    for (const struct xml_rule *rule = tree->rules;
         parent != NULL && parent->value != NULL && node->value == NULL && rule->parent != NULL;
         rule++) {
        if (strcmp(rule->parent, parent->name) != 0 ||
            (rule->name != NULL && strcmp(rule->name, element->name) != 0))
            continue;
        node->name = rule->name != NULL ? rule->name : "";
        node->rule = rule;
        node->value = add_element(parent, rule, element);
    }
    if (node->value == NULL || !cJSON_IsObject(node->value) || node->value->child != NULL)
        return;
    for (const char *const *name = element->attributes; *name != NULL; name += 2)
        add_string(node->value, name[0], name[1], element);
    if (node->rule != NULL && node->rule->name == NULL)
        add_string(node->value, XML_NAME, element->name, element);
}

static void end_node(void *user, const char *name, const char *content)
{
    struct tree *const tree = user;
    const struct node *const node = &tree->open[--tree->depth];
    const char *const key = node->rule != NULL ? node->rule->text : NULL;
    (void)name;
    if (key != NULL && *content != '\0' && json_find(node->value, key) == NULL)
        add_string(node->value, key, content, &(struct xml_element){.line = 0});
}

void xml_read(const char *text, size_t size, const char *root, const struct xml_rule *rules,
              struct atlas *atlas, const struct atlas_log *log,
              void (*read)(struct atlas_json *reader))
{
    struct tree tree = {.rules = rules, .root_name = root};
    struct error err;
    if (!xml_parse(text, size, begin_node, end_node, &tree, log, &err))
        atlas_found_error(log, NULL, NULL, &err);
    /* Mistakes before a place that is not XML are said, too. */
    if (tree.root != NULL)
        atlas_json_read_tree(tree.root, atlas, log, read);
}
