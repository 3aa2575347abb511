/*
 * decode.h - turns a picture of any kind into bits: which of its pixels are solid
 *
 *     still PNG: rows as they are inflated --\
 *     other kinds: each frame when it is drawn -> solid_test -> planes of bits -> decode_order.take
 *
 * A still PNG is never in memory as a whole, and of other kinds only one frame is.
 */
#ifndef DECODE_H
#define DECODE_H

#include "base/error.h"
#include "picture/bitmap.h"
#include "picture/image.h"
#include "picture/solid.h"
#include "system/reader.h"

/* The planes of bits of a frame, or of all frames one below the other, by one rule. Those that the
 * rule does not ask for, or the file cannot have, are empty. */
struct decoded {
    union {
        struct bitmap all[PLANES];
        struct {
            struct bitmap solid, matched, near, soft, straddling;
        };
    };
    uint32_t top;   /* the row of the picture that is their first, when all frames are thought one
                       below the other */
    bool has_alpha; /* the file has an alpha channel or tRNS */
    bool keyed;     /* its rule has a key */
    bool apart;     /* they are those of the layer that stands apart */
    struct {
        uint64_t matched, near;
    } key; /* pixels */
    uint64_t soft_count;
};

/* Every decoder gives the same pixels and the same errors. */
enum decoder {
    DECODER_QUICK,     /* the fastest */
    DECODER_ZLIB,      /* the same without libdeflate */
    DECODER_REFERENCE, /* libspng alone */
};

/* Takes the planes of the next frame: one for each rule, which it may change or take over (what it
 * takes over it zeroes). */
typedef bool decode_take(void *user, const struct image *image, struct decoded *planes,
                         struct error *err);

/* Says which bits of a picture are wanted, and who takes them. */
struct decode_order {
    const struct solid_rule *rules;
    size_t count; /* of rules: all planes together have BUDGET_TIMES the pixels at most that an
                     image may have */
    enum decoder decoder;
    struct budget *budget;
    bool first;   /* only the first frame is wanted */
    bool stacked; /* all frames are wanted at once, one below the other */
    const char
        *layer; /* it is left out of the frames, which come again with it alone; NULL: none */
    decode_take *take;
    void *user;
};

/* Reads a picture from the beginning of the reader. `image` becomes what is known of it, to be
 * freed also after an error; a still PNG has one frame. What was taken before an error is worth
 * nothing.
 */
bool decode_picture(struct reader *reader, const struct decode_order *order, struct image *image,
                    struct error *err);

/* Frees the memory that this thread keeps for the next picture. Call it when a thread ends. */
void decode_leave(void);
void decoded_free(struct decoded *planes);

#endif
