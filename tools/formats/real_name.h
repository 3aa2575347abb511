/*
 * real_name.h - paths that stay the same when ".." is taken out of them
 */
#ifndef REAL_NAME_H
#define REAL_NAME_H

/* A path to the same file, to be freed; NULL without memory. Ninja, CMake and names in packs take
 * "x/.." out of a path. Where x is a link, that would be another file: then the folder in which its
 * target lies takes the place of "x/..", relative if it lies below the current folder. Other links
 * stay, so that somebody who looks at the path later sees where they lead then. */
char *real_name(const char *path);

#endif
