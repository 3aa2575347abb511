/*
 * decode.h - a PNG becomes the bitmap of its solid pixels
 *
 * The only door to libspng's decoder. Rows are decided as they come; the image itself is
 * held only for pictures of it.
 */
#ifndef DECODE_H
#define DECODE_H

#include "bitmap.h"
#include "canvas.h"
#include "error.h"
#include "reader.h"
#include "solid.h"

struct picture {
    struct bitmap solid;
    bool has_alpha; /* the file has an alpha channel or tRNS */
    struct key_tally key;
};

/* Does it begin like a PNG? Eight bytes decide. */
bool decode_is_png(const uint8_t *bytes, size_t size);

/* `out` is to be freed with picture_free when this succeeds. */
bool decode_png(struct reader *reader, const struct solid_rule *rule, uint64_t max_pixels,
                struct picture *out, struct error *err);
void picture_free(struct picture *picture);

/* The image itself, in 8-bit RGBA, to be freed; what a canvas cannot hold is refused. */
bool decode_png_image(struct reader *reader, struct canvas *out, struct error *err);

#endif
