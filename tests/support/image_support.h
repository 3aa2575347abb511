/*
 * image_support.h - pictures in tests: read from the bytes of a file
 */
#ifndef IMAGE_SUPPORT_H
#define IMAGE_SUPPORT_H

#include "picture/image.h"

/* A picture, and the pixels of all its frames. */
struct seen_image {
    struct image about;
    uint8_t *pixels; /* of the frames, one below the other */
    uint8_t *apart;  /* of the layer that was asked for; NULL: there is none */
};

struct seen_rules {
    uint64_t max_pixels;
    const char *layer;
    bool first;
};

/* Reads a copy of the very size, in which a sanitizer sees every step too far. Bytes of no known
 * kind are an error; a PNG is read as an APNG. */
bool read_image(const uint8_t *bytes, size_t size, const struct seen_rules *rules,
                struct seen_image *out, struct error *err);
void seen_image_free(struct seen_image *seen);

#endif
