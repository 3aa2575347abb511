/*
 * solid.h - which pixels are solid: alpha > threshold and not keyed
 *
 * Works on rows of samples just as a PNG stores them. Samples of 16 bits count by their high byte,
 * as engines load them; only `tRNS` is matched at full depth. Knows nothing of files or decoders.
 */
#ifndef SOLID_H
#define SOLID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Two rules with equal members are one: see solids_equal in bake/page.c. */
struct solid_rule {
    uint8_t threshold;
    bool keyed;
    uint8_t key[3];
    uint8_t tolerance;
    bool straddle; /* also find pixels that depend on the exact threshold */
    bool soft;     /* also find solid pixels that are at most half opaque */
};

/* The distance of the two thresholds for `straddle`. Opaque pixels never straddle. */
enum { STRADDLE_MARGIN = 16 };

/* A solid pixel is soft when its alpha is at most this. */
enum { SOFT_MOST = 127 };

/* Beside the colour types of PNG: rows of 8-bit alpha, without the colours of the file. Such rows
 * cannot be keyed. */
enum { COLOR_ALPHA_ALONE = 1 };

/* The format of the pixels in a file. The numbers of `color_type` are those of PNG. */
struct pixel_format {
    uint8_t color_type; /* 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha */
    uint8_t depth;
    bool has_trns;
    uint16_t trns[3]; /* grey in [0], or RGB, at the file's depth */
    uint32_t palette_count;
    uint8_t palette[256][3];
    uint8_t palette_alpha[256];
};

/* The facts about each pixel, each in a plane of bits. */
enum {
    PLANE_SOLID,
    PLANE_MATCHED,    /* it has the colour of the key */
    PLANE_NEAR,       /* it is solid, and close to the key: on every channel within KEY_NEAR */
    PLANE_SOFT,       /* it is solid, and at most half opaque */
    PLANE_STRADDLING, /* it is solid by a threshold STRADDLE_MARGIN lower, and not by one as much
                         higher */
    PLANE_VISIBLE,    /* it is neither transparent nor keyed; where a threshold is above 0 */
    PLANES
};

enum { KEY_NEAR = 24 };

struct solid_test;

/* The function behind solid_test_row for a kind of format; only solid.c uses it. */
typedef uint32_t solid_row(const struct solid_test *test, const uint8_t *samples, uint32_t count,
                           uint64_t *const bits[PLANES]);

/* A rule for one format. One channel of up to 8 bits becomes a table. */
struct solid_test {
    struct solid_rule rule;
    const struct pixel_format *format;
    solid_row *decide;
    unsigned planes; /* bit k: the rule asks for plane k, and the format may have such pixels */
    uint8_t verdict[256]; /* by sample: bit k for plane k */
    /* For 8 bits, if all that is not solid is one range of samples: from `clear` on, one more than
     * `clear_span`; and the last sample of the palette. */
    uint8_t clear, clear_span, last;
};

/* `format` must exist as long as the test is used. */
void solid_test_init(struct solid_test *test, const struct solid_rule *rule,
                     const struct pixel_format *format);

/* Rows can be read so many bytes past their end, whatever is there: sixteen pixels are decided at
 * once, also the last. */
enum { SOLID_SLACK = 16 };

/* Decides `count` pixels of a row. `samples` is the row as packed in PNG: big-endian, channels
 * together, samples of less than a byte from the high bits down; SOLID_SLACK follows. Pixel i
 * becomes bit i of each of the test's planes, 64 in each word, and the rest of the last word is
 * zero; other planes are NULL. Returns the index of the first pixel whose colour is outside the
 * palette, otherwise `count`; such pixels are opaque black. */
uint32_t solid_test_row(const struct solid_test *test, const uint8_t *samples, uint32_t count,
                        uint64_t *const bits[PLANES]);

/* Copies the alpha bytes of `count` pixels of 2 or 4 channels. */
void gather_alphas(const uint8_t *samples, size_t channels, size_t count, uint8_t *out);

/* True for a format that can have transparent pixels. */
bool pixel_format_has_alpha(const struct pixel_format *format);

#endif
