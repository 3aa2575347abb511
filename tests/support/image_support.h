/*
 * image_support.h - pictures in tests: read from the bytes of a file
 */
#ifndef IMAGE_SUPPORT_H
#define IMAGE_SUPPORT_H

#include "picture/image.h"

/* Reads a copy of the very size, in which a sanitizer sees every step too far. Bytes of no known
 * kind are an error; a PNG is read as an APNG. */
bool read_image(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                struct image *out, struct error *err);

#endif
