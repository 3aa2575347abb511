/*
 * user_data.h - the user data of Aseprite as text: the artist's words, then a colour
 *
 * Both readers of Aseprite's files use it, so that a file and its sheet have the same text.
 */
#ifndef USER_DATA_H
#define USER_DATA_H

#include "base/text.h"

/* The owner of user data. */
enum user_data_of { USER_DATA_CEL, USER_DATA_SLICE, USER_DATA_TAG };

/* Adds the text, if it is not empty, and a line "color=#rrggbbaa", unless the color is one that
 * Aseprite gives by itself. `color` is NULL when there is none. */
void user_data_add(struct text *out, enum user_data_of of, const char *text, size_t length,
                   const uint8_t *color);

#endif
