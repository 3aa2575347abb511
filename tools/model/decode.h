/*
 * decode.h - a PNG becomes the bitmap of its solid pixels
 *
 * Rows are decided as they come; the image itself is never held.
 */
#ifndef DECODE_H
#define DECODE_H

#include "base/error.h"
#include "model/bitmap.h"
#include "model/solid.h"
#include "system/reader.h"

struct decoded {
    struct bitmap solid;
    struct bitmap matched, near; /* which pixels the key's tally counts, if asked for */
    bool has_alpha;              /* the file has an alpha channel or tRNS */
    bool animated;               /* it has other pictures, which are not read */
    bool keyed;                  /* its rule has a key */
    struct key_tally key;
    struct bitmap straddling; /* pixels that are solid by a threshold STRADDLE_MARGIN lower, and
                                 not by one that is as much higher, if the rule asks for them */
    struct bitmap soft;       /* solid pixels that are soft, if the rule asks and any may be */
    uint64_t soft_count;
};

/* `out` is to be freed with decoded_free when this succeeds. */
bool decode_png(struct reader *reader, const struct solid_rule *rule, uint64_t max_pixels,
                struct decoded *out, struct error *err);

/* The same under several rules at once, each with a picture of its own in `out`, for images
 * that are to be cut up: where a rule has a key, the picture tells which pixels it matched. */
bool decode_png_sheet(struct reader *reader, const struct solid_rule *rules, size_t count,
                      uint64_t max_pixels, struct decoded *out, struct error *err);
void decoded_free(struct decoded *picture);

#endif
