/*
 * rgba.c - memory for pictures
 */
#include "picture/rgba.h"

#include <stdlib.h>

bool rgba_init(struct rgba *out, uint64_t width, uint64_t height, struct error *err)
{
    *out = (struct rgba){0};
    if (width == 0 || height == 0 || width > RGBA_PIXELS_MAX || height > RGBA_PIXELS_MAX ||
        width * height > RGBA_PIXELS_MAX)
        return fail(err, "a picture of %llux%llu pixels is too large", (unsigned long long)width,
                    (unsigned long long)height);
    out->pixels = calloc((size_t)(width * height), 4);
    if (out->pixels == NULL)
        return fail_memory(err);
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
    return true;
}

void rgba_free(struct rgba *rgba)
{
    free(rgba->pixels);
    *rgba = (struct rgba){0};
}
