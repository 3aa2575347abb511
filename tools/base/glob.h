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
 * A pattern with a '/' in it is held against the whole name, another against its last part.
 */
#ifndef GLOB_H
#define GLOB_H

#include "base/error.h"

#include <stdbool.h>

bool glob_match(const char *pattern, const char *name);

/* Is it one that was meant as it stands? glob_match takes any: a '[' without its ']' and a last
 * '\' are characters to it, and a name never begins with '/' or "./". */
bool glob_check(const char *pattern, struct error *err);

#endif
