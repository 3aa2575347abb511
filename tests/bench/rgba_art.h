/*
 * rgba_art.h - the peer of a bake: files read, and decoded to RGBA8 by libspng alone
 */
#ifndef RGBA_ART_H
#define RGBA_ART_H

#include <stddef.h>
#include <stdint.h>

/* Its buffers are kept, so that it pays for no allocation but libspng's own. A zeroed one is
 * empty. */
struct rgba_art {
    uint8_t *file, *image;
    size_t file_capacity, image_capacity;
};

/* Decodes what is read from a descriptor, which is at the beginning. */
void rgba_art_decode(struct rgba_art *rgba, int descriptor);

/* Opens, decodes, closes. */
void rgba_art_decode_file(struct rgba_art *rgba, const char *path);
void rgba_art_free(struct rgba_art *rgba);

#endif
