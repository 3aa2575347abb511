/*
 * font.h - small letters for the labels of pictures
 */
#ifndef FONT_H
#define FONT_H

#include <stdbool.h>
#include <stdint.h>

/* The last row is for what hangs below the line. */
enum { FONT_WIDTH = 5, FONT_HEIGHT = 8 };

/* Is a pixel of the character inked? x and y are inside the size above. */
bool font_pixel(uint32_t character, unsigned x, unsigned y);

#endif
