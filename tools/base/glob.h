/*
 * glob.h - patterns over names
 *
 *     ?      any character but '/'
 *     *      any number of them
 *     **     any number of any characters; "**" and a '/' after it may also stand for nothing
 *     [a-z]  one of a set, [!a-z] one that is not; never '/'
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

bool glob_match(const char *pattern, const char *name);

/* Fails for a pattern that is likely a mistake. glob_match accepts any pattern: it takes a '['
 * without a ']' and a last '\' for characters, and no name begins with '/' or "./". */
bool glob_check(const char *pattern, struct error *err);

#endif
