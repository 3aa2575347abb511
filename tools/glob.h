/*
 * glob.h - patterns over names
 *
 *     ?      any character but '/'
 *     *      any number of them
 *     **     any number of any characters; "**" and a '/' after it may also stand for nothing
 *     [a-z]  one of a set, [!a-z] one that is not; never '/'
 *     \x     the character x
 *
 * A pattern with a '/' in it is held against the whole name, another against its last part.
 */
#ifndef GLOB_H
#define GLOB_H

#include <stdbool.h>

bool glob_match(const char *pattern, const char *name);

#endif
