/*
 * solid.h - which pixels are solid: alpha > threshold and not keyed
 *
 * Works on rows of samples just as a PNG stores them, at their own depth, so that nothing
 * is rounded before it is compared. Knows nothing of files or decoders.
 */
#ifndef SOLID_H
#define SOLID_H

#include <stdbool.h>
#include <stdint.h>

struct solid_rule {
    uint8_t threshold;
    bool keyed;
    uint8_t key[3];
    uint8_t tolerance;
    bool straddle; /* tell what depends on the threshold's exact value */
    bool soft;     /* tell which solid pixels are at most half opaque */
};

/* How far the threshold is moved to find that out; what is opaque never counts. */
enum { STRADDLE_MARGIN = 16 };

/* A solid pixel of no more alpha than that is soft. */
enum { SOFT_MOST = 127 };

/* How a file stores its pixels. The numbers of `color_type` are those of PNG. */
struct pixel_format {
    uint8_t color_type; /* 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha */
    uint8_t depth;
    bool has_trns;
    uint16_t trns[3]; /* grey in [0], or RGB, at the file's depth */
    uint32_t palette_count;
    uint8_t palette[256][3];
    uint8_t palette_alpha[256];
};

/* What a run over an image found of the colour key. */
struct key_tally {
    uint64_t matched; /* pixels of the key's colour */
    uint64_t near;    /* solid pixels close to it, on every channel within KEY_NEAR */
};

enum { KEY_NEAR = 24 };

/* Where the bits of a row go: pixel i becomes bit i, 64 a word; the rest of the last word is
 * zero. */
struct row_bits {
    uint64_t *solid;
    uint64_t *matched, *near; /* of the key; NULL: not wanted */
    uint64_t *soft;           /* NULL: not wanted; only for a test that has `soft` */
};

struct solid_test;

/* What solid_test_row does, for one kind of format; for solid.c alone. */
typedef uint32_t solid_row(const struct solid_test *test, const uint8_t *samples, uint32_t count,
                           const struct row_bits *bits, struct key_tally *tally);

/* The rule made ready for one format. Palettes and greys up to 8 bits become a table. */
struct solid_test {
    struct solid_rule rule;
    const struct pixel_format *format;
    solid_row *decide;
    uint8_t verdict[256]; /* by sample, for one-channel formats of up to 8 bits */
    bool soft;            /* the rule asks for soft pixels, and the format may have some */
};

/* `format` is looked at as long as the test is used. */
void solid_test_init(struct solid_test *test, const struct solid_rule *rule,
                     const struct pixel_format *format);

/* Decides `count` pixels of a row. `samples` is the row as PNG packs it: big-endian, channels
 * together, samples of less than a byte from the high bits down.
 * Returns the index of the first pixel that is outside the palette, else `count`. */
uint32_t solid_test_row(const struct solid_test *test, const uint8_t *samples, uint32_t count,
                        const struct row_bits *bits, struct key_tally *tally);

/* Has the format any way to be transparent? */
bool pixel_format_has_alpha(const struct pixel_format *format);

#endif
