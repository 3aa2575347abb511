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

/* Two stars that are not a whole part of the pattern are like one. */
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

bool glob_match(const char *pattern, const char *name)
{
    return match_whole(pattern, strchr(pattern, '/') == NULL ? text_base_name(name) : name);
}

/* ---- Many globs, many names ------------------------------------------------------------------ */

/* The first bytes of a text that has `length`, and a mask of those that it has. */
static uint32_t first_bytes(const char *text, size_t length, uint32_t *mask)
{
    uint32_t first = 0;
    const size_t taken = length < sizeof first ? length : sizeof first;
    *mask = 0;
    memcpy(&first, text, taken);
    memset(mask, 0xff, taken);
    return first;
}

/* The last bytes of a text that has `length`, behind zeros, and a mask of those that it has. */
static uint64_t last_bytes(const char *text, size_t length, uint64_t *mask)
{
    uint64_t last = 0;
    const size_t taken = length < sizeof last ? length : sizeof last;
    *mask = 0;
    memcpy((char *)&last + sizeof last - taken, text + length - taken, taken);
    memset((char *)mask + sizeof last - taken, 0xff, taken);
    return last;
}

struct glob glob_make(const char *pattern, uint32_t owner)
{
    static const char special[] = "*?[]\\";
    struct glob glob = {.pattern = pattern, .owner = owner, .whole = strchr(pattern, '/') != NULL};
    const size_t length = strlen(pattern), head = strcspn(pattern, special);
    size_t tail = length;
    while (tail > 0 && strchr(special, pattern[tail - 1]) == NULL)
        tail--;
    /* The '/' of a "**" before it may stand for nothing. */
    tail += tail > 0 && pattern[tail - 1] == '*' && pattern[tail] == '/';
    glob.first = first_bytes(pattern, head, &glob.first_mask);
    glob.last = last_bytes(pattern + tail, length - tail, &glob.last_mask);
    return glob;
}

struct glob_name glob_name_make(const char *name)
{
    const char *const part = text_base_name(name);
    uint64_t last_mask;
    uint32_t mask;
    return (struct glob_name){
        .name = name,
        .last = last_bytes(name, strlen(name), &last_mask),
        .first = first_bytes(name, strlen(name), &mask),
        .first_of_part = first_bytes(part, strlen(part), &mask),
    };
}

/* ---- Patterns that match nothing ------------------------------------------------------------- */

/* The fixed characters at the beginning of a pattern, or at its end if it begins with a wildcard.
 */
struct fixed_part {
    char text[64];
    bool at_end;
};

static struct fixed_part fixed_part_of(const char *pattern)
{
    static const char wild[] = "*?[]\\!";
    struct fixed_part part = {.at_end = false};
    size_t length = strcspn(pattern, wild);
    if (length == 0) {
        part.at_end = true;
        for (const char *p = pattern; *p != 0; p++)
            if (strchr(wild, *p) != NULL)
                pattern = p + 1;
        length = strlen(pattern);
    }
    if (length < sizeof part.text)
        memcpy(part.text, pattern, length);
    return part;
}

const char *glob_nearest(const char *pattern, const char *const *names, size_t count)
{
    const struct fixed_part part = fixed_part_of(pattern);
    const size_t length = strlen(part.text);
    const char *nearest = NULL;
    unsigned best = (unsigned)length / 2;
    for (size_t i = 0; i < count && best > 0; i++) {
        const char *const name = strchr(pattern, '/') != NULL ? names[i] : text_base_name(names[i]);
        const size_t whole = strlen(name);
        /* A letter too many or too few moves the rest. */
        for (size_t cut = length > 0 ? length - 1 : 0; cut <= length + 1 && cut <= whole; cut++) {
            char piece[sizeof part.text + 1] = "";
            memcpy(piece, part.at_end ? name + whole - cut : name, cut);
            const unsigned distance = text_distance(part.text, piece);
            if (distance < best) {
                best = distance;
                nearest = names[i];
            }
        }
    }
    return nearest;
}
