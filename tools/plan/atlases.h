/*
 * atlases.h - the atlases among the inputs, with their pages and related files
 */
#ifndef ATLASES_H
#define ATLASES_H

#include "plan/plan.h"

/* Reads the atlases among the inputs, which are known by their content, and marks other text files.
 * Adds the files that atlases name beside their pages (other files of a multipack, tilesets), and
 * drops the pictures that are pages. A page or a related file outside the root is an error. */
void atlases_read(struct plan *plan);

#endif
