/*
 * decode.h - turns a picture into the bitmap of its solid pixels
 *
 * Each row of a PNG is decided when it is read; the image as a whole is never in memory.
 */
#ifndef DECODE_H
#define DECODE_H

#include "base/error.h"
#include "picture/bitmap.h"
#include "picture/image.h"
#include "picture/solid.h"
#include "system/reader.h"

struct decoded {
    struct bitmap solid;
    struct bitmap matched, near; /* the pixels that the key's tally counts, for sheets only */
    bool has_alpha;              /* the file has an alpha channel or tRNS */
    bool animated;               /* it has other pictures, which are not read */
    bool keyed;                  /* its rule has a key */
    struct key_tally key;
    struct bitmap straddling; /* pixels that are solid by a threshold STRADDLE_MARGIN lower, and
                                 not by one as much higher, if the rule has `straddle` */
    struct bitmap soft;       /* soft solid pixels, if the rule has `soft` and the file may have
                                 any */
    uint64_t soft_count;
};

/* The part of a sprite that a picture is; all else of it is empty. By axis. */
struct window {
    uint32_t at[2], size[2]; /* the size of the picture */
    uint32_t whole[2];       /* the size of the sprite */
};

/* Every decoder gives the same pixels and the same errors. */
enum decoder {
    DECODER_QUICK,     /* the fastest */
    DECODER_ZLIB,      /* the same without libdeflate */
    DECODER_REFERENCE, /* libspng alone */
};

struct decode_rules {
    uint64_t max_pixels;
    enum decoder decoder;
};

/* Reads from the beginning of the reader. `out` is to be freed with decoded_free when this
 * succeeds.
 */
bool decode_png(struct reader *reader, const struct solid_rule *rule,
                const struct decode_rules *how, struct decoded *out, struct error *err);

/* The same by several rules at once, each with a picture of its own in `out`, for images that are
 * cut into frames: if a rule has a key, its picture also has the pixels that match. All pictures
 * together have IMAGE_WORK times as many pixels at most as `how` allows an image. */
bool decode_png_sheet(struct reader *reader, const struct solid_rule *rules, size_t count,
                      const struct decode_rules *how, struct decoded *out, struct error *err);

/* The same of all frames of an image: the bits of those of each rule stand one below the other. */
bool decode_image(const struct image *image, const struct solid_rule *rules, size_t count,
                  bool with_key_bits, uint64_t max_pixels, struct decoded *out, struct error *err);

/* Frees the memory that this thread keeps for the next picture. Call it when a thread ends. */
void decode_leave(void);
void decoded_free(struct decoded *picture);

#endif
