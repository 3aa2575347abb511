/*
 * json.c - a strict scanner before cJSON, and places after it
 *
 * The scanner accepts the grammar of RFC 8259 and no more, and hands cJSON only texts that
 * pass; what cJSON then refuses can only be for want of memory. It is also what finds a
 * value's place: skip along the path, value by value.
 */
#include "json.h"

#include "text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* cJSON cuts longer numbers short. */
enum { NUMBER_LENGTH_MAX = 63 };

static const char bom[] = "\xef\xbb\xbf";

/* ---- Scanning --------------------------------------------------------------------------- */

struct scan {
    const char *text, *at, *end;
    unsigned depth;
    struct error *err;
};

static void scan_begin(struct scan *scan, const char *text, size_t size, struct error *err)
{
    const size_t skipped = size >= 3 && memcmp(text, bom, 3) == 0 ? 3 : 0;

    *scan =
        (struct scan){.text = text + skipped, .at = text + skipped, .end = text + size, .err = err};
}

static void place_of(const struct scan *scan, size_t *line, size_t *column)
{
    *line = 1;
    *column = 1;
    for (const char *c = scan->text; c < scan->at; c++) {
        const bool continues = ((unsigned char)*c & 0xc0) == 0x80;

        if (*c == '\n') {
            ++*line;
            *column = 1;
        } else if (!continues) {
            ++*column;
        }
    }
}

static bool refuse(const struct scan *scan, const char *what)
{
    size_t line, column;

    place_of(scan, &line, &column);
    return fail_at(scan->err, line, column, "%s", what);
}

/* "WHAT expected, but here is X" */
static bool refuse_found(const struct scan *scan, const char *what)
{
    const size_t left = (size_t)(scan->end - scan->at);
    const size_t length = left ? utf8_length(scan->at, left) : 0;
    char found[5] = {0}, quoted[20], message[100];

    if (left == 0) {
        snprintf(message, sizeof message, "%s expected, but the text ends", what);
    } else if (*scan->at == '\0') {
        snprintf(message, sizeof message, "%s expected, but here is a NUL byte", what);
    } else {
        memcpy(found, scan->at, length ? length : 1);
        text_quote(quoted, sizeof quoted, found);
        snprintf(message, sizeof message, "%s expected, but here is '%s'", what, quoted);
    }
    return refuse(scan, message);
}

static bool at_char(const struct scan *scan, char c)
{
    return scan->at < scan->end && *scan->at == c;
}

static bool at_digit(const struct scan *scan)
{
    return scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9';
}

static bool take(struct scan *scan, char c)
{
    if (!at_char(scan, c))
        return false;
    scan->at++;
    return true;
}

static void skip_space(struct scan *scan)
{
    while (at_char(scan, ' ') || at_char(scan, '\t') || at_char(scan, '\n') || at_char(scan, '\r'))
        scan->at++;
}

static bool scan_digits(struct scan *scan)
{
    if (!at_digit(scan))
        return refuse_found(scan, "a digit");
    while (at_digit(scan))
        scan->at++;
    return true;
}

static bool scan_number(struct scan *scan)
{
    const char *const begin = scan->at;

    take(scan, '-');
    if (take(scan, '0')) {
        if (at_digit(scan))
            return refuse(scan, "a number must not begin with 0");
    } else if (!scan_digits(scan)) {
        return false;
    }
    if (take(scan, '.') && !scan_digits(scan))
        return false;
    if (take(scan, 'e') || take(scan, 'E')) {
        if (!take(scan, '-'))
            take(scan, '+');
        if (!scan_digits(scan))
            return false;
    }
    if (scan->at - begin > NUMBER_LENGTH_MAX) {
        scan->at = begin;
        return refuse(scan, "a number of too many digits");
    }
    return true;
}

/* Reads the four digits of a \u escape; -1 when they are not there. */
static long peek_hex4(const struct scan *scan, const char *at)
{
    long code = 0;

    if (scan->end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *digit = at[i] ? strchr(digits, at[i]) : NULL;
        long value;

        if (!digit)
            return -1;
        value = digit - digits;
        code = code * 16 + (value < 16 ? value : value - 6);
    }
    return code;
}

/* `at` stands behind the u; `begin` is the backslash. */
static bool scan_unicode_escape(struct scan *scan, const char *begin)
{
    const long code = peek_hex4(scan, scan->at);
    bool paired = true;

    if (code < 0) {
        scan->at = begin;
        return refuse(scan, "\\u must be followed by four hexadecimal digits");
    }
    scan->at += 4;
    if (code >= 0xd800 && code <= 0xdbff) {
        const bool follows = scan->end - scan->at >= 2 && memcmp(scan->at, "\\u", 2) == 0;
        const long low = follows ? peek_hex4(scan, scan->at + 2) : -1;

        paired = low >= 0xdc00 && low <= 0xdfff;
        scan->at += paired ? 6 : 0;
    } else if (code >= 0xdc00 && code <= 0xdfff) {
        paired = false;
    }
    if (code != 0 && paired)
        return true;
    scan->at = begin;
    return refuse(scan, code == 0 ? "\\u0000 is not allowed" : "\\u of half a surrogate pair");
}

static bool scan_escape(struct scan *scan)
{
    const char *const begin = scan->at++;

    if (take(scan, 'u'))
        return scan_unicode_escape(scan, begin);
    if (scan->at < scan->end && *scan->at && strchr("\"\\/bfnrt", *scan->at)) {
        scan->at++;
        return true;
    }
    scan->at = begin;
    return refuse(scan, "an escape that JSON does not have");
}

/* Most of every string. */
static void skip_plain(struct scan *scan)
{
    while (scan->at < scan->end && *scan->at >= ' ' && *scan->at <= '~' && *scan->at != '"' &&
           *scan->at != '\\')
        scan->at++;
}

static bool scan_special(struct scan *scan)
{
    const size_t length = utf8_length(scan->at, (size_t)(scan->end - scan->at));

    if (at_char(scan, '\\'))
        return scan_escape(scan);
    if (length == 0)
        return refuse(scan, "not valid UTF-8");
    if ((unsigned char)*scan->at < 0x20)
        return refuse(scan, "a control character in a string (a quote missing?)");
    scan->at += length;
    return true;
}

static bool scan_string(struct scan *scan)
{
    if (!take(scan, '"'))
        return refuse_found(scan, "a string");
    for (skip_plain(scan); !take(scan, '"'); skip_plain(scan)) {
        if (scan->at == scan->end)
            return refuse_found(scan, "a closing quote");
        if (!scan_special(scan))
            return false;
    }
    return true;
}

static bool scan_value(struct scan *scan);

static bool scan_key(struct scan *scan)
{
    if (!at_char(scan, '"'))
        return refuse_found(scan, "a key in quotes");
    if (!scan_string(scan))
        return false;
    skip_space(scan);
    if (!take(scan, ':'))
        return refuse_found(scan, "':'");
    skip_space(scan);
    return true;
}

/* What stands between the brackets of an array or an object, and the closing one. */
static bool scan_elements(struct scan *scan, char close)
{
    const bool keyed = close == '}';

    skip_space(scan);
    if (take(scan, close))
        return true;
    do {
        skip_space(scan);
        if ((keyed && !scan_key(scan)) || !scan_value(scan))
            return false;
        skip_space(scan);
    } while (take(scan, ','));
    return take(scan, close) || refuse_found(scan, keyed ? "',' or '}'" : "',' or ']'");
}

static bool scan_container(struct scan *scan)
{
    bool ok;

    if (scan->depth == JSON_DEPTH_MAX)
        return refuse(scan, "nested too deeply");
    scan->depth++;
    ok = scan_elements(scan, *scan->at++ == '[' ? ']' : '}');
    scan->depth--;
    return ok;
}

static bool scan_literal(struct scan *scan)
{
    static const char *const literals[] = {"true", "false", "null"};

    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
        const size_t length = strlen(literals[i]);

        if ((size_t)(scan->end - scan->at) >= length &&
            memcmp(scan->at, literals[i], length) == 0) {
            scan->at += length;
            return true;
        }
    }
    return refuse_found(scan, "a value");
}

static bool scan_value(struct scan *scan)
{
    if (at_char(scan, '{') || at_char(scan, '['))
        return scan_container(scan);
    if (at_char(scan, '"'))
        return scan_string(scan);
    if (at_char(scan, '-') || at_digit(scan))
        return scan_number(scan);
    return scan_literal(scan);
}

static bool scan_text(struct scan *scan)
{
    skip_space(scan);
    if (!scan_value(scan))
        return false;
    skip_space(scan);
    return scan->at == scan->end || refuse_found(scan, "the end");
}

/* ---- Places ----------------------------------------------------------------------------- */

/* The way from the root to a value: the value itself last. */
struct trail {
    struct {
        const cJSON *value;
        size_t index; /* among the parent's children */
    } steps[JSON_DEPTH_MAX];
    size_t length;
};

static bool find_trail(const cJSON *from, const cJSON *wanted, struct trail *trail)
{
    const cJSON *child;
    size_t index = 0;

    if (from == wanted)
        return true;
    if (!from->child)
        return false;
    trail->length++;
    cJSON_ArrayForEach(child, from)
    {
        trail->steps[trail->length - 1].value = child;
        trail->steps[trail->length - 1].index = index++;
        if (find_trail(child, wanted, trail))
            return true;
    }
    trail->length--;
    return false;
}

/* Moves to child `index` of the container at which `scan` stands; returns where its key
 * begins, or the child itself in an array. The text was scanned before: nothing can fail. */
static const char *descend(struct scan *scan, size_t index)
{
    const bool keyed = *scan->at++ == '{';

    for (;; index--) {
        const char *begin;

        skip_space(scan);
        begin = scan->at;
        if (keyed)
            scan_key(scan);
        if (index == 0)
            return begin;
        scan_value(scan);
        skip_space(scan);
        take(scan, ',');
    }
}

/* Is this tree one element of an array that is read apart? */
static bool is_element(const struct json *json)
{
    return json->array_key && !json->next;
}

static bool is_plain_key(const char *key)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

    return *key && key[strspn(key, plain)] == '\0';
}

static void describe_step(char *out, size_t size, const cJSON *value, size_t index, bool first)
{
    char quoted[100];

    if (!value->string)
        snprintf(out, size, "[%zu]", index);
    else if (is_plain_key(value->string))
        snprintf(out, size, "%s%s", first ? "" : ".",
                 text_quote(quoted, sizeof quoted, value->string));
    else
        snprintf(out, size, "[\"%s\"]", text_quote(quoted, sizeof quoted, value->string));
}

/* "sprites[3].mask.rows[2]: "; nothing for the root. A path too long to print is cut. */
static void describe_trail(char *out, size_t size, const struct json *json,
                           const struct trail *trail)
{
    size_t used = 0;

    out[0] = '\0';
    if (is_element(json))
        used = (size_t)snprintf(out, size, "%s[%zu]", json->array_key, json->index);
    for (size_t i = 0; i < trail->length; i++) {
        char step[120];

        describe_step(step, sizeof step, trail->steps[i].value, trail->steps[i].index, used == 0);
        if (strlen(step) + sizeof "...: " > size - used) {
            used += (size_t)snprintf(out + used, size - used, "...");
            break;
        }
        used += (size_t)snprintf(out + used, size - used, "%s", step);
    }
    if (used > 0)
        snprintf(out + used, size - used, ": ");
}

static bool fail_in(const struct json *json, const cJSON *value, bool at_key, struct error *err,
                    const char *format, va_list arguments)
{
    char path[256], message[sizeof err->text];
    struct trail trail = {.length = 0};
    struct scan scan;
    size_t line, column;

    find_trail(json->root, value, &trail);
    describe_trail(path, sizeof path, json, &trail);
    scan_begin(&scan, json->text, json->size, err);
    scan.at = json->begin;
    for (size_t i = 0; i < trail.length; i++) {
        const char *const key = descend(&scan, trail.steps[i].index);

        if (at_key && i + 1 == trail.length)
            scan.at = key;
    }
    place_of(&scan, &line, &column);
    vsnprintf(message, sizeof message, format, arguments);
    return fail_at(err, line, column, "%s%s", path, message);
}

bool json_fail(const struct json *json, const cJSON *value, struct error *err, const char *format,
               ...)
{
    va_list arguments;

    va_start(arguments, format);
    fail_in(json, value, false, err, format, arguments);
    va_end(arguments);
    return false;
}

bool json_fail_key(const struct json *json, const cJSON *member, struct error *err,
                   const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fail_in(json, member, true, err, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Parsing ---------------------------------------------------------------------------- */

struct entry {
    const cJSON *member;
    size_t index;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *const left = a, *const right = b;
    const int order = strcmp(left->member->string, right->member->string);

    return order ? order : (left->index > right->index) - (left->index < right->index);
}

/* Sorted, equal keys are neighbours: an object may have very many. */
static bool check_keys(const struct json *json, const cJSON *object, struct error *err)
{
    const size_t count = (size_t)cJSON_GetArraySize(object);
    struct entry *const entries = calloc(count ? count : 1, sizeof *entries);
    const cJSON *member;
    size_t used = 0;
    bool ok = true;

    if (!entries)
        return fail_memory(err);
    cJSON_ArrayForEach(member, object)
    {
        entries[used] = (struct entry){member, used};
        used++;
    }
    qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 1; i < count && ok; i++)
        if (strcmp(entries[i - 1].member->string, entries[i].member->string) == 0)
            ok = json_fail_key(json, entries[i].member, err, "the key stands twice");
    free(entries);
    return ok;
}

static bool check_all_keys(const struct json *json, const cJSON *value, struct error *err)
{
    const cJSON *child;

    if (cJSON_IsObject(value) && !check_keys(json, value, err))
        return false;
    cJSON_ArrayForEach(child, value)
    {
        if (!check_all_keys(json, child, err))
            return false;
    }
    return true;
}

/* Takes what cJSON made of a text that was scanned: nothing but memory can be wrong. */
static bool take_tree(struct json *json, cJSON *root, struct error *err)
{
    if (!root)
        return fail_memory(err);
    json->root = root;
    if (check_all_keys(json, root, err))
        return true;
    json_free(json);
    return false;
}

/* Scans all of the text and leaves `scan` at the root's value. */
static bool begin_parse(struct json *json, struct scan *scan, const char *text, size_t size,
                        struct error *err)
{
    *json = (struct json){.text = text, .size = size};
    scan_begin(scan, text, size, err);
    if (!scan_text(scan))
        return false;
    scan->at = scan->text;
    skip_space(scan);
    json->begin = scan->at;
    return true;
}

bool json_parse(struct json *json, const char *text, size_t size, struct error *err)
{
    struct scan scan;

    return begin_parse(json, &scan, text, size, err) &&
           take_tree(json, cJSON_ParseWithOpts(scan.at, NULL, true), err);
}

void json_free(struct json *json)
{
    cJSON_Delete(json->root);
    *json = (struct json){0};
}

/* ---- An array read apart ---------------------------------------------------------------- */

/* Is the string at `name` this key of plain letters, perhaps spelt with escapes? */
static bool is_key(const struct scan *scan, const char *name, const char *key)
{
    for (name++; *key; key++) {
        const bool escaped = name[0] == '\\' && name[1] == 'u';

        if (escaped ? peek_hex4(scan, name + 2) != *key : *name != *key)
            return false;
        name += escaped ? 6 : 1;
    }
    return *name == '"';
}

/* Moves from an object to the value of a member; false when there is none. */
static bool find_member(struct scan *scan, const char *key)
{
    if (!take(scan, '{'))
        return false;
    do {
        const char *name;

        skip_space(scan);
        name = scan->at;
        if (at_char(scan, '}'))
            return false;
        scan_key(scan);
        if (is_key(scan, name, key))
            return true;
        scan_value(scan);
        skip_space(scan);
    } while (take(scan, ','));
    return false;
}

/* Parses the text from `scan` on without what lies between the brackets `open` and `close`. */
static cJSON *parse_without(const struct scan *scan, const char *open, const char *close)
{
    struct text outside = {0};
    cJSON *root = NULL;

    text_add(&outside, scan->at, (size_t)(open + 1 - scan->at));
    text_add(&outside, close, (size_t)(scan->end - close));
    if (!outside.failed)
        root = cJSON_ParseWithOpts(outside.bytes, NULL, true);
    text_free(&outside);
    return root;
}

bool json_parse_around(struct json *json, const char *text, size_t size, const char *key,
                       struct error *err)
{
    struct scan scan, array;
    const char *open;

    if (!begin_parse(json, &scan, text, size, err))
        return false;
    array = scan;
    if (!find_member(&array, key) || !at_char(&array, '['))
        return take_tree(json, cJSON_ParseWithOpts(scan.at, NULL, true), err);
    open = array.at;
    scan_value(&array);
    json->array_key = key;
    json->next = open + 1;
    return take_tree(json, parse_without(&scan, open, array.at - 1), err);
}

bool json_next(struct json *json, struct json *element, struct error *err)
{
    struct scan scan;
    const char *end;

    *element = (struct json){.text = json->text, .size = json->size};
    scan_begin(&scan, json->text, json->size, err);
    if (!json->next)
        return true;
    scan.at = json->next;
    skip_space(&scan);
    if (at_char(&scan, ']'))
        return true;
    element->begin = scan.at;
    element->array_key = json->array_key;
    element->index = json->index++;
    scan_value(&scan);
    end = scan.at;
    skip_space(&scan);
    take(&scan, ',');
    json->next = scan.at;
    return take_tree(element, cJSON_ParseWithLength(element->begin, (size_t)(end - element->begin)),
                     err);
}

/* ---- Values ----------------------------------------------------------------------------- */

const cJSON *json_find(const cJSON *object, const char *key)
{
    const cJSON *member;

    if (!cJSON_IsObject(object))
        return NULL;
    cJSON_ArrayForEach(member, object)
    {
        if (strcmp(member->string, key) == 0)
            return member;
    }
    return NULL;
}

static size_t find_key(const struct json_key *keys, size_t count, const char *name)
{
    size_t i = 0;

    while (i < count && strcmp(keys[i].name, name) != 0)
        i++;
    return i;
}

bool json_get_members(const struct json *json, const cJSON *object, const struct json_key *keys,
                      size_t count, const cJSON **values, struct error *err)
{
    const cJSON *member;

    if (!cJSON_IsObject(object))
        return json_fail(json, object, err, "must be an object");
    for (size_t i = 0; i < count; i++)
        values[i] = NULL;
    cJSON_ArrayForEach(member, object)
    {
        const size_t i = find_key(keys, count, member->string);

        if (i == count)
            return json_fail_key(json, member, err, "unknown key");
        values[i] = member;
    }
    for (size_t i = 0; i < count; i++)
        if (keys[i].required && !values[i])
            return json_fail(json, object, err, "\"%s\" is missing", keys[i].name);
    return true;
}

bool json_get_u64(const struct json *json, const cJSON *value, uint64_t min, uint64_t max,
                  uint64_t *out, struct error *err)
{
    const double number = value->valuedouble;

    if (!cJSON_IsNumber(value) || number < (double)min || number > (double)max ||
        number != (double)(uint64_t)number)
        return json_fail(json, value, err, "must be a whole number from %" PRIu64 " to %" PRIu64,
                         min, max);
    *out = (uint64_t)number;
    return true;
}

bool json_get_u32(const struct json *json, const cJSON *value, uint32_t min, uint32_t max,
                  uint32_t *out, struct error *err)
{
    uint64_t number = 0;

    if (!json_get_u64(json, value, min, max, &number, err))
        return false;
    *out = (uint32_t)number;
    return true;
}

bool json_get_number(const struct json *json, const cJSON *value, double min, double max,
                     double *out, struct error *err)
{
    if (!cJSON_IsNumber(value) || value->valuedouble < min || value->valuedouble > max)
        return json_fail(json, value, err, "must be a number from %.15g to %.15g", min, max);
    *out = value->valuedouble;
    return true;
}

bool json_get_string(const struct json *json, const cJSON *value, const char **out,
                     struct error *err)
{
    if (!cJSON_IsString(value))
        return json_fail(json, value, err, "must be a string");
    *out = value->valuestring;
    return true;
}

bool json_expect_array(const struct json *json, const cJSON *value, struct error *err)
{
    return cJSON_IsArray(value) || json_fail(json, value, err, "must be an array");
}

static bool expect_count(const struct json *json, const cJSON *value, size_t count,
                         struct error *err)
{
    return (cJSON_IsArray(value) && (size_t)cJSON_GetArraySize(value) == count) ||
           json_fail(json, value, err, "must be an array of %zu numbers", count);
}

bool json_get_u32s(const struct json *json, const cJSON *value, size_t count, uint32_t min,
                   uint32_t max, uint32_t *out, struct error *err)
{
    const cJSON *element;

    if (!expect_count(json, value, count, err))
        return false;
    cJSON_ArrayForEach(element, value)
    {
        if (!json_get_u32(json, element, min, max, out++, err))
            return false;
    }
    return true;
}

bool json_get_numbers(const struct json *json, const cJSON *value, size_t count, double min,
                      double max, double *out, struct error *err)
{
    const cJSON *element;

    if (!expect_count(json, value, count, err))
        return false;
    cJSON_ArrayForEach(element, value)
    {
        if (!json_get_number(json, element, min, max, out++, err))
            return false;
    }
    return true;
}
