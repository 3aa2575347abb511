/*
 * json_scan.c - the grammar of RFC 8259 and no more, in one pass by descent
 */
#include "base/json.h"

#include "base/budget.h"
#include "base/text.h"
#include "utf8.h"

#include <stdio.h>
#include <string.h>

/* cJSON cuts longer numbers short. */
enum { NUMBER_LENGTH_MAX = 63 };

void scan_begin(struct scan *scan, const char *text, size_t size, struct error *err)
{
    const char *const begin = text + text_bom(text, size);
    *scan = (struct scan){.text = begin, .at = begin, .end = text + size, .err = err};
}

void scan_advance_place(const char *from, const char *to, size_t *line, size_t *column)
{
    for (const char *c = from; c < to; c++) {
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
    size_t line = 1, column = 1;
    scan_advance_place(scan->text, scan->at, &line, &column);
    return fail_at(scan->err, line, column, "%s", what);
}

/* The bytes of the character here; 0 at the end, or when it is not valid. */
static size_t character_length(const struct scan *scan)
{
    uint32_t code;
    return utf8_decode((const uint8_t *)scan->at, (size_t)(scan->end - scan->at), &code);
}

/* "WHAT expected, but here is X" */
static bool refuse_found(const struct scan *scan, const char *what)
{
    const size_t left = (size_t)(scan->end - scan->at);
    const size_t length = character_length(scan);
    char found[5] = {0}, quoted[20], message[100];
    if (left == 0) {
        snprintf(message, sizeof message, "%s expected, but the text ends", what);
    } else if (*scan->at == '\0') {
        snprintf(message, sizeof message, "%s expected, but here is a NUL byte", what);
    } else {
        memcpy(found, scan->at, length > 0 ? length : 1);
        text_quote(quoted, sizeof quoted, found);
        snprintf(message, sizeof message, "%s expected, but here is '%s'%s", what, quoted,
                 *scan->at == '/' ? "; JSON has no comments" : "");
    }
    return refuse(scan, message);
}

bool scan_is_at(const struct scan *scan, char c)
{
    return scan->at < scan->end && *scan->at == c;
}

static bool at_digit(const struct scan *scan)
{
    return scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9';
}

static bool take(struct scan *scan, char c)
{
    if (!scan_is_at(scan, c))
        return false;
    scan->at++;
    return true;
}

void scan_space(struct scan *scan)
{
    while (scan_is_at(scan, ' ') || scan_is_at(scan, '\t') || scan_is_at(scan, '\n') ||
           scan_is_at(scan, '\r'))
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
        return refuse(scan, "the number has too many digits");
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
        const int digit = text_hex_digit(at[i]);
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

/* Scans the escape at a backslash. */
static bool scan_escape(struct scan *scan)
{
    const char *const begin = scan->at++;
    const char *const hex = scan->at + 1;
    const char *wrong = NULL;
    if (take(scan, 'u')) {
        const long code = peek_hex4(scan, hex);
        const bool follows = scan->end - hex >= 6 && memcmp(hex + 4, "\\u", 2) == 0;
        const long low = follows ? peek_hex4(scan, hex + 6) : -1;
        const bool is_high = code >= 0xd800 && code <= 0xdbff;
        const bool is_low = code >= 0xdc00 && code <= 0xdfff;
        const bool is_pair = is_high && low >= 0xdc00 && low <= 0xdfff;
        if (code < 0)
            wrong = "\\u must be followed by four hexadecimal digits";
        else if (code == 0)
            wrong = "\\u0000 is not allowed";
        else if ((is_high || is_low) && !is_pair)
            wrong = "\\u gives only one half of a surrogate pair";
        else
            scan->at = hex + (is_pair ? 10 : 4);
    } else if (scan->at < scan->end && *scan->at != '\0' &&
               strchr("\"\\/bfnrt", *scan->at) != NULL) {
        scan->at++;
    } else {
        wrong = "JSON has no such escape";
    }
    if (wrong == NULL)
        return true;
    scan->at = begin;
    return refuse(scan, wrong);
}

/* A fast path for printable ASCII. */
static void skip_plain(struct scan *scan)
{
    while (scan->at < scan->end && *scan->at >= ' ' && *scan->at <= '~' && *scan->at != '"' &&
           *scan->at != '\\')
        scan->at++;
}

static bool scan_string(struct scan *scan)
{
    if (!take(scan, '"'))
        return refuse_found(scan, "a string");
    for (skip_plain(scan); !take(scan, '"'); skip_plain(scan)) {
        const size_t length = character_length(scan);
        if (scan->at == scan->end)
            return refuse_found(scan, "a closing quote");
        if (length == 0)
            return refuse(scan, "not valid UTF-8");
        if ((unsigned char)*scan->at < 0x20)
            return refuse(scan, "a control character in a string (a quote missing?)");
        if (*scan->at != '\\')
            scan->at += length;
        else if (!scan_escape(scan))
            return false;
    }
    return true;
}

static bool scan_key(struct scan *scan)
{
    if (!scan_is_at(scan, '"'))
        return refuse_found(scan, "a key in quotes");
    if (!scan_string(scan))
        return false;
    scan_space(scan);
    if (!take(scan, ':'))
        return refuse_found(scan, "':'");
    scan_space(scan);
    return true;
}

/* Scans an array or an object. */
static bool scan_container(struct scan *scan)
{
    if (scan->depth == BUDGET_DEPTH)
        return refuse(scan, "nested too deeply");
    const bool keyed = *scan->at++ == '{';
    const char close = keyed ? '}' : ']';
    scan_space(scan);
    if (take(scan, close))
        return true;
    scan->depth++;
    do {
        scan_space(scan);
        if ((keyed && !scan_key(scan)) || !scan_value(scan))
            return false;
        scan_space(scan);
    } while (take(scan, ','));
    scan->depth--;
    return take(scan, close) || refuse_found(scan, keyed ? "',' or '}'" : "',' or ']'");
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

bool scan_value(struct scan *scan)
{
    if (scan_is_at(scan, '{') || scan_is_at(scan, '['))
        return scan_container(scan);
    if (scan_is_at(scan, '"'))
        return scan_string(scan);
    if (scan_is_at(scan, '-') || at_digit(scan))
        return scan_number(scan);
    return scan_literal(scan);
}

bool scan_text(struct scan *scan)
{
    scan_space(scan);
    if (!scan_value(scan))
        return false;
    scan_space(scan);
    return scan->at == scan->end || refuse_found(scan, "the end of the text");
}

/* ---- Walking ---------------------------------------------------------------------------- */

void scan_minify(struct scan *scan, struct text *out)
{
    struct scan after = *scan;
    bool quoted = false;
    scan_value(&after);
    while (scan->at < after.at) {
        if (!quoted)
            scan_space(scan);
        quoted ^= scan_is_at(scan, '"');
        uint32_t code = 0;
        size_t length =
            utf8_decode((const uint8_t *)scan->at, (size_t)(scan->end - scan->at), &code);
        if (is_control(code)) {
            char escape[8];
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)code);
            text_add_string(out, escape);
        } else {
            length += code == '\\'; /* with the character that it escapes, maybe a quote */
            text_add(out, scan->at, length);
        }
        scan->at += length;
    }
}

/* True if the string at `name` is this key of plain letters, perhaps spelt with escapes. */
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

bool scan_find_member(struct scan *scan, const char *key)
{
    if (!take(scan, '{'))
        return false;
    do {
        scan_space(scan);
        const char *const name = scan->at;
        if (scan_is_at(scan, '}'))
            return false;
        scan_key(scan);
        if (is_key(scan, name, key))
            return true;
        scan_value(scan);
        scan_space(scan);
    } while (take(scan, ','));
    return false;
}
