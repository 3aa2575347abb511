/*
 * real_name.h - paths that stay the same when ".." is taken out of them
 */
#ifndef REAL_NAME_H
#define REAL_NAME_H

/* A path to the same file, to be freed; NULL without memory. Ninja, CMake and names in packs take
 * "x/.." out of a path. Where x is a link, that would be another file: then it is the path without
 * links, from the current folder on if it lies below. */
char *real_name(const char *path);

#endif
