/*
 * tree.h - a folder of many small sprites, as a large game has them
 */
#ifndef TREE_H
#define TREE_H

#include <stddef.h>

/* Makes PNGs of drawn shapes below `root`, which exists, in folders of 500. The same every
 * time. */
void tree_make(const char *root, size_t count);

/* Removes a folder with all that is in it. */
void tree_remove(const char *root);

#endif
