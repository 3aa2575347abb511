/*
 * glob.c - one walk over pattern and name, going back to the last star that can still grow
 *
 * Only the last star of either kind is ever tried again, and each try moves on, so the time
 * is at most the product of the lengths.
 */
#include "base/glob.h"

#include "base/text.h"

#include "utf8.h"

#include <stddef.h>
#include <string.h>

/* Names of files may have bytes that are not UTF-8. Such a byte is a character of its own, and its
 * code lies behind all others. */
static uint32_t take_beyond_ascii(const char **p)
{
    uint32_t code = (unsigned char)**p;
    const unsigned length = utf8_decode((const uint8_t *)*p, text_length(*p, 4), &code);
    *p += length > 0 ? length : 1;
    return length > 0 ? code : 0x110000 + code;
}

/* Takes a character off a text that has one. */
static inline uint32_t take(const char **p)
{
    const unsigned char byte = (unsigned char)**p;
    if (byte >= 0x80)
        return take_beyond_ascii(p);
    (*p)++;
    return byte;
}

/* Matches the set that begins at `pattern` ("[..."). Returns its end, or NULL when it has
 * none, and the '[' is just a character. */
static const char *match_set(const char *pattern, uint32_t c, bool *matches)
{
    const char *p = pattern + 1;
    const bool negated = *p == '!' || *p == '^';
    bool found = false;
    p += negated;
    const char *const first = p;
    while (*p != ']' || p == first) {
        if (*p == 0)
            return NULL;
        const uint32_t low = take(&p);
        uint32_t high = low;
        if (*p == '-' && p[1] != ']' && p[1] != 0) {
            p++;
            high = take(&p);
        }
        found |= low <= c && c <= high;
    }
    *matches = found != negated && c != '/';
    return p + 1;
}

/* Matches one character. Returns where the pattern goes on, or NULL. */
static const char *match_one(const char *pattern, uint32_t c)
{
    bool matches = false;
    const char *end = NULL;
    if (*pattern == '[' && (end = match_set(pattern, c, &matches)) != NULL)
        return matches ? end : NULL;
    if (*pattern == '?')
        return c != '/' ? pattern + 1 : NULL;
    if (*pattern == '\\' && pattern[1] != 0)
        pattern++;
    return take(&pattern) == c ? pattern : NULL;
}

/* A place to go back to: the pattern after a star, and how much of the name it has taken. */
struct star {
    const char *pattern, *name;
    char kind; /* '*' stays in one part of the name, 'a' takes all, '/' takes whole parts */
};

/* Two stars that are no whole part of the pattern are like one. */
static struct star read_star(const char *begin, const char *pattern, const char *name)
{
    const bool begins_part = pattern == begin || pattern[-1] == '/';
    if (begins_part && pattern[1] == '*' && pattern[2] == 0)
        return (struct star){pattern + 2, name, 'a'};
    if (begins_part && pattern[1] == '*' && pattern[2] == '/')
        return (struct star){pattern + 3, name, '/'};
    return (struct star){pattern + 1, name, '*'};
}

/* Takes more of the name. False when it cannot. */
static bool star_grow(struct star *star)
{
    if (star->pattern == NULL || *star->name == 0 || (star->kind == '*' && *star->name == '/'))
        return false;
    if (star->kind == '/') {
        star->name = strchr(star->name, '/');
        if (star->name == NULL)
            star->pattern = NULL;
    }
    if (star->pattern == NULL)
        return false;
    take(&star->name);
    return true;
}

static bool match_whole(const char *pattern, const char *name)
{
    const char *const begin = pattern;
    struct star small = {0}, big = {0};
    while (*pattern != 0 || *name != 0) {
        if (*pattern == '*') {
            const struct star star = read_star(begin, pattern, name);
            small = star.kind == '*' ? star : (struct star){0};
            big = star.kind == '*' ? big : star;
            pattern = star.pattern;
            continue;
        }
        const char *rest = name, *next = NULL;
        if (*pattern != 0 && *name != 0)
            next = match_one(pattern, take(&rest));
        if (next != NULL) {
            pattern = next;
            name = rest;
        } else if (star_grow(&small)) {
            pattern = small.pattern;
            name = small.name;
        } else if (star_grow(&big)) {
            small = (struct star){0};
            pattern = big.pattern;
            name = big.name;
        } else {
            return false;
        }
    }
    return true;
}

bool glob_check(const char *pattern, struct error *err)
{
    bool ignored;
    if (*pattern == 0)
        return fail(err, "an empty glob matches nothing");
    while (*pattern != 0) {
        const char *end = *pattern == '[' ? match_set(pattern, 0, &ignored) : pattern + 1;
        if (end == NULL)
            return fail(err, "the glob has a [ without a ]; write \\[ for the character [");
        if (*pattern == '\\' && *end++ == 0)
            return fail(err, "the glob ends with a single \\; write \\\\ for the character \\");
        pattern = end;
    }
    return true;
}

static bool is_special(char c)
{
    return c == '*' || c == '?' || c == '[' || c == '\\';
}

/* Do they match up to the pattern's first special character? A name may have such a character too,
 * and there it is not special. */
static bool may_begin(const char *pattern, const char *name)
{
    while (*pattern != 0 && *pattern == *name && !is_special(*pattern)) {
        pattern++;
        name++;
    }
    return *pattern == 0 || is_special(*pattern);
}

bool glob_match(const char *pattern, const char *name)
{
    const char *const slash = strrchr(name, '/');
    /* A fast path: most globs do not match most names. */
    if (!may_begin(pattern, name) && (slash == NULL || !may_begin(pattern, slash + 1)))
        return false;
    if (strchr(pattern, '/') == NULL && slash != NULL)
        name = slash + 1;
    return match_whole(pattern, name);
}

/* ---- Many globs, many names ------------------------------------------------------------------ */

/* Up to `room` bytes of a text that has `length`: its first ones at the front, or its last ones at
 * the back. The others are 0. */
static void copy_first(void *out, size_t room, const char *text, size_t length)
{
    memset(out, 0, room);
    memcpy(out, text, length < room ? length : room);
}

static void copy_last(void *out, size_t room, const char *text, size_t length)
{
    const size_t taken = length < room ? length : room;
    memset(out, 0, room);
    memcpy((char *)out + room - taken, text + length - taken, taken);
}

struct glob glob_make(const char *pattern, uint32_t owner)
{
    static const char special[] = "*?[]\\", ones[] = "\xff\xff\xff\xff\xff\xff\xff\xff";
    struct glob glob = {.pattern = pattern, .owner = owner, .whole = strchr(pattern, '/') != NULL};
    const size_t length = strlen(pattern), head = strcspn(pattern, special);
    size_t tail = length;
    while (tail > 0 && strchr(special, pattern[tail - 1]) == NULL)
        tail--;
    /* The '/' of a "**" before it may stand for nothing. */
    tail += tail > 0 && pattern[tail - 1] == '*' && pattern[tail] == '/';
    copy_first(&glob.first, sizeof glob.first, pattern, head);
    copy_first(&glob.first_mask, sizeof glob.first_mask, ones,
               head < sizeof glob.first_mask ? head : sizeof glob.first_mask);
    copy_last(&glob.last, sizeof glob.last, pattern + tail, length - tail);
    copy_last(&glob.last_mask, sizeof glob.last_mask, ones,
              length - tail < sizeof glob.last_mask ? length - tail : sizeof glob.last_mask);
    return glob;
}

struct glob_name glob_name_make(const char *name)
{
    struct glob_name out = {.name = name};
    const char *const slash = strrchr(name, '/'), *const part = slash != NULL ? slash + 1 : name;
    copy_first(&out.first, sizeof out.first, name, strlen(name));
    copy_first(&out.first_of_part, sizeof out.first_of_part, part, strlen(part));
    copy_last(&out.last, sizeof out.last, name, strlen(name));
    return out;
}
