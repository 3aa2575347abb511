/*
 * glob.h - patterns over names
 *
 *     ?      any character but '/'
 *     *      any number of them
 *     **     as a whole part: any number of parts, and none too when a '/' follows; elsewhere it
 *            is like one '*'
 *     [a-z]  one of a set, [!a-z] or [^a-z] one that is not; never '/'
 *     \x     the character x
 *
 * Characters are those of UTF-8, and the order of a-z is that of their code points. A byte of a
 * file's name that is not UTF-8 counts as one.
 *
 * A pattern with a '/' is compared with the whole name, another with its last part.
 */
#ifndef GLOB_H
#define GLOB_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

bool glob_match(const char *pattern, const char *name);

/* Fails for a pattern that is likely a mistake. glob_match accepts any pattern: it takes a '['
 * without a ']' and a last '\' for characters. */
bool glob_check(const char *pattern, struct error *err);

/* ---- Many globs, many names ------------------------------------------------------------------ */

/* A glob, which is lent, and the fixed bytes at its ends. They tell most globs from most names. */
struct glob {
    const char *pattern;
    uint64_t last, last_mask; /* the last fixed bytes, and which they are */
    uint32_t first, first_mask;
    uint32_t owner; /* the caller's */
    bool whole;     /* it is compared with the whole name */
};

/* A name, which is lent, with the same bytes of it. */
struct glob_name {
    const char *name;
    uint64_t last;
    uint32_t first, first_of_part; /* of the whole name, and of its last part */
};

struct glob glob_make(const char *pattern, uint32_t owner);
struct glob_name glob_name_make(const char *name);

/* True if the name matches, as glob_match finds out, and faster. */
static inline bool glob_holds(const struct glob *glob, const struct glob_name *name)
{
    const uint32_t first = glob->whole ? name->first : name->first_of_part;
    return ((name->last ^ glob->last) & glob->last_mask) == 0 &&
           ((first ^ glob->first) & glob->first_mask) == 0 && glob_match(glob->pattern, name->name);
}

/* The name whose beginning or end is most like the pattern, which matches none; NULL: none is near.
 */
const char *glob_nearest(const char *pattern, const char *const *names, size_t count);

#endif
