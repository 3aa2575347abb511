/*
 * user_data.c - the user data of Aseprite as text
 */
#include "picture/user_data.h"

#include <stdio.h>
#include <string.h>

/* The color of a new slice, which no owner can have on purpose, and that of a new tag. */
static const uint8_t of_slices[4] = {0, 0, 255, 255}, of_tags[4] = {0, 0, 0, 255};

/* A transparent color is none. */
static bool is_chosen(enum user_data_of of, const uint8_t *color)
{
    return color[3] != 0 && memcmp(color, of_slices, 4) != 0 &&
           !(of == USER_DATA_TAG && memcmp(color, of_tags, 4) == 0);
}

void user_data_add(struct text *out, enum user_data_of of, const char *text, size_t length,
                   const uint8_t *color)
{
    char line[24];
    if (length > 0)
        text_add_lines(out, text, length);
    if (color == NULL || !is_chosen(of, color))
        return;
    snprintf(line, sizeof line, "color=#%02x%02x%02x%02x", color[0], color[1], color[2], color[3]);
    text_add_lines(out, line, strlen(line));
}
