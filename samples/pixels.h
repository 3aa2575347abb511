/*
 * pixels.h - pixels as red, green, blue and alpha, for the published methods
 */
#ifndef PIXELS_H
#define PIXELS_H

#include <hitmask.h>

struct SDL_Texture;

struct picture {
    char file[64];
    int width, height;
    uint8_t *rgba;
    struct SDL_Texture *texture; /* for the stage alone */
};

/* The alpha of a pixel inside the picture. */
static inline uint8_t picture_alpha(const struct picture *picture, int x, int y)
{
    return picture->rgba[(y * picture->width + x) * 4 + 3];
}

/* The placement of the picture when its corner stands at (x, y). */
static inline hm_box picture_box(const struct picture *picture, int x, int y)
{
    return (hm_box){x, y, x + picture->width, y + picture->height};
}

#endif
