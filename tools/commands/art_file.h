/*
 * art_file.h - finds the image that a sprite was made of, below one folder and nowhere else
 *
 * What a pack says of its sources is not to be trusted: it may name any file there is.
 */
#ifndef ART_FILE_H
#define ART_FILE_H

#include "base/error.h"

/* Is the folder there? */
bool art_folder_check(const char *folder, struct error *err);

/* Gives the path, to be freed, of the PNG that `source` names below `folder`. A name that is
 * absolute or has "..", a link that leads out of the folder, what is no regular file and what
 * does not begin like a PNG are errors. */
bool art_find(const char *folder, const char *source, char **path, struct error *err);

#endif
