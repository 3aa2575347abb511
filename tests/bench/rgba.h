/*
 * rgba.h - the peer of a bake: files read, and decoded to RGBA8 by libspng alone
 */
#ifndef RGBA_H
#define RGBA_H

#include <stddef.h>
#include <stdint.h>

/* Its buffers are kept, so that it pays for no allocation but libspng's own. A zeroed one is
 * empty. */
struct rgba {
    uint8_t *file, *image;
    size_t file_capacity, image_capacity;
};

/* Decodes what is read from a descriptor, which is at the beginning. */
void rgba_decode(struct rgba *rgba, int descriptor);

/* Opens, decodes, closes. */
void rgba_decode_file(struct rgba *rgba, const char *path);
void rgba_free(struct rgba *rgba);

#endif
