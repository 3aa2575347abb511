/*
 * png.h - PNG files of every kind for tests, made in memory, and what must come of them
 *
 * An image is its samples, one number a channel, as PNG means them. libspng writes it;
 * png_pixel_is_solid says of one pixel alone, from the words of the contract, whether it
 * is solid. Shares nothing with the code that it tests.
 */
#ifndef PNG_H
#define PNG_H

#include "picture/image.h"

#include <stddef.h>

enum { PNG_MOST_SAMPLES = 150 * 100 * 4 };

struct png_image {
    uint32_t width, height;
    bool interlaced;
    struct pixel_format format;
    uint32_t palette_alpha_count;       /* entries of tRNS; the others are opaque */
    uint16_t samples[PNG_MOST_SAMPLES]; /* row by row, the channels of a pixel together */
};

/* Every colour type with every depth that it may have. */
struct png_kind {
    uint8_t color_type, depth;
};
enum { PNG_KINDS = 15 };
extern const struct png_kind PNG_KIND[PNG_KINDS];

unsigned png_channels(const struct png_image *image);

/* The next of a fixed sequence of numbers, below `limit`. */
uint32_t png_random(uint32_t *state, uint32_t limit);

/* Fills an image of the size and kind with samples of which many are equal or close to
 * `key`, to what tRNS names, and to the ends of their range. */
void png_fill_random(struct png_image *image, uint32_t width, uint32_t height, struct png_kind kind,
                     bool has_trns, const uint8_t key[3], uint32_t *state);

/* Row y as PNG packs it: 8 bytes a pixel are enough. Returns its size. */
size_t png_pack_row(const struct png_image *image, uint32_t y, uint8_t *out);

/* The right answers for a pixel. */
bool png_pixel_is_keyed(const struct png_image *image, const struct solid_rule *rule, uint32_t x,
                        uint32_t y);
bool png_pixel_is_solid(const struct png_image *image, const struct solid_rule *rule, uint32_t x,
                        uint32_t y);
bool png_pixel_is_near(const struct png_image *image, const struct solid_rule *rule, uint32_t x,
                       uint32_t y);

/* Fails the test when two decoded pictures differ in any bit. */
void png_assert_same_picture(const struct decoded *a, const struct decoded *b);

/* The file, to be freed. Fails the test when it cannot be made. */
uint8_t *png_encode(const struct png_image *image, size_t *size);

/* The offset of the first chunk of the type (of its length), or the size of the file. */
size_t png_find_chunk(const uint8_t *png, size_t size, const char *type);

/* The offset of the chunk after the one at `offset`. */
size_t png_next_chunk(const uint8_t *png, size_t offset);

/* Makes the checksum of the chunk at `offset` right again. */
void png_mend_checksum(uint8_t *png, size_t offset);

/* Puts a chunk in at `offset`. The result is to be freed; `png` is freed. */
uint8_t *png_insert_chunk(uint8_t *png, size_t *size, size_t offset, const char *type,
                          const void *data, uint32_t length);

#endif
