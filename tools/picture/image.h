/*
 * image.h - pictures of all kinds, frame by frame: in 8-bit RGBA, or as bits that say which pixels
 * are solid
 *
 *     still PNG: rows as they are inflated -------\
 *     others: image_kind -> frame in 8-bit RGBA ---> solid_test -> planes of bits -> take
 *
 * A reader knows one kind of file. It has the pixels of one frame at a time and gives each frame to
 * whoever asked for the file. A still PNG is never in memory as a whole.
 */
#ifndef IMAGE_H
#define IMAGE_H

#include "base/budget.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "picture/bitmap.h"
#include "picture/solid.h"
#include "system/reader.h"

/* A part of the animation, with a name. */
struct image_tag {
    char *name;
    uint32_t from, to; /* frames */
    bool backwards, turning;
    uint32_t rounds;  /* 0: for ever */
    const char *data; /* the artist's text, in the image's arena; NULL: none */
};

/* A box with a name, from one frame on; the next of its name replaces it. In the frame's pixels,
 * perhaps past its borders; a width or height of 0 hides it. */
struct image_slice {
    char *name;
    uint32_t frame;
    int32_t x, y;
    uint32_t width, height;
    bool has_pivot;
    int32_t pivot_x, pivot_y; /* from the box's corner */
    const char *data;         /* as a tag has it */
};

/* Flaws of a file that is read nevertheless. Each is told once, at the first place that has it. */
enum image_flaw { IMAGE_DAMAGED_EXTRA, IMAGE_CLIPPED, IMAGE_OUTSIDE_PALETTE, IMAGE_FLAWS };
enum { IMAGE_FLAW_TEXT = 160 };
extern const char *const image_flaw_ids[IMAGE_FLAWS]; /* of their warnings */

/* All that is known of a picture of any kind. The first frame is given once all of it is known, but
 * for durations, tags and slices: those are known after the last. A zeroed one is empty. */
struct image {
    uint32_t width, height; /* of a frame */
    uint32_t frame_count;
    uint32_t *durations; /* of frames that were given, in milliseconds; NULL: a PNG */
    uint8_t *canvas;     /* while it is read: the pixels of a frame, at first transparent black */
    bool has_alpha;
    bool has_more;   /* frames that were not wanted */
    bool has_layers; /* this kind of file has layers with names */
    bool has_layer;  /* the file has the layer that was asked for */
    bool apart;      /* the frames are drawn on that layer alone */
    struct image_tag *tags;
    size_t tag_count, tag_capacity;
    struct image_slice *slices; /* equal names stand together, in the order of their frames */
    size_t slice_count, slice_capacity;
    struct arena arena;
    const char **data; /* the texts of frames that were given, in the arena; NULL: none has any */
    char flaws[IMAGE_FLAWS][IMAGE_FLAW_TEXT]; /* known after the last frame; "": it has not that */
};

/* Takes the pixels of a frame, row by row, which stay until it returns. */
typedef bool image_take(void *user, const struct image *image, uint32_t frame,
                        const uint8_t *pixels, struct error *err);

struct image_rules {
    struct budget *budget; /* that it takes from */
    const char *layer; /* this layer is drawn apart: all frames come a second time; NULL: none */
    bool first;        /* only the first frame is wanted */
    image_take *take;  /* NULL: no pixel is wanted */
    void *user;
};

struct image_kind {
    const char *name;    /* "a WebP" */
    const char *missing; /* the library without which this tool was built; NULL: it can be read */
    bool is_still;       /* it never has more than one frame */
    bool (*begins)(const uint8_t *bytes, size_t size);
    /* `out` is empty before, but for `apart`, and to be freed also after an error. */
    bool (*read)(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                 struct image *out, struct error *err);
};

/* The kind of a file by its first IMAGE_BYTES, or all if it has fewer; NULL: none of them. */
enum { IMAGE_BYTES = 64 };
const struct image_kind *image_kind_of(const uint8_t *bytes, size_t size);

/* True for bytes that begin like a PNG, or like a picture of one of these kinds. */
bool image_begins(const uint8_t *bytes, size_t size);

/* Reads all of the file. `out` is to be freed when this succeeds. Frames that were given before an
 * error are worth nothing. */
bool image_read(const struct image_kind *kind, struct reader *reader,
                const struct image_rules *rules, struct image *out, struct error *err);
bool image_read_bytes(const struct image_kind *kind, const uint8_t *bytes, size_t size,
                      const struct image_rules *rules, struct image *out, struct error *err);
void image_free(struct image *image);

/* Finds the size of a picture of any kind, of one frame of it. The header of a PNG is enough; of
 * others the first frame is read. */
bool image_find_size(struct reader *reader, uint64_t max_pixels, uint32_t *width, uint32_t *height,
                     struct error *err);

/* Finds the kind of a file that can be rewound, also that of an APNG; NULL: a still PNG, if it is
 * anything. */
bool image_find_kind(struct reader *reader, const struct image_kind **kind, struct error *err);

/* Reads a picture of any kind, also a PNG, as 8-bit RGBA: all frames of it, one below the other. */
bool image_read_rgba(struct reader *reader, struct rgba *out, struct error *err);

/* The kinds that were left out of this build: "WebP, GIF"; "" for none. */
#define IMAGE_LEFT_OUT_MAX 64
const char *image_left_out(char out[IMAGE_LEFT_OUT_MAX]);

/* ---- As bits --------------------------------------------------------------------------------- */

/* The planes of bits of a frame, or of all frames one below the other, by one rule. Planes that the
 * rule does not ask for, or the file cannot have, are empty. */
struct decoded {
    union {
        struct bitmap all[PLANES];
        struct {
            struct bitmap solid, matched, near, soft, straddling, visible;
        };
    };
    uint32_t top; /* the row at which they begin in a picture of all frames, one below the other */
    bool has_alpha; /* the file has an alpha channel or tRNS */
    bool keyed;     /* its rule has a key */
    bool apart;     /* they show only the layer that stands apart */
    struct {
        uint64_t matched, near;
    } key; /* pixels */
    uint64_t soft_count;
    const char *data;       /* the artist's text about this frame, lent; NULL: none */
    uint64_t visible_count; /* 0 where it was not asked for */
};

/* Every decoder gives the same pixels and the same errors. */
enum decoder {
    DECODER_QUICK,     /* the fastest */
    DECODER_ZLIB,      /* DECODER_QUICK without libdeflate */
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

void decoded_free(struct decoded *planes);

/* ---- For readers ----------------------------------------------------------------------------- */

/* Fails for a picture with a frame of more pixels than are allowed, or with more than BUDGET_TIMES
 * as many in all frames. */
bool image_check_size(uint64_t width, uint64_t height, uint64_t frames,
                      const struct image_rules *rules, struct error *err);

/* Checks the size of an image, and makes room for its canvas and its durations. */
bool image_begin(struct image *image, const struct image_rules *rules, struct error *err);

/* Memory for the pixels of a frame, transparent black; NULL without memory. */
uint8_t *image_canvas(const struct image *image, struct error *err);

/* Notes a flaw, unless one of its kind is noted already. */
void image_note(struct image *image, enum image_flaw flaw, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Notes that the checksum of a chunk of that type is wrong, and that it plays no part. */
void image_note_damaged(struct image *image, const char *type);

/* Gives a frame to whoever wants it. */
bool image_give(const struct image *image, const struct image_rules *rules, uint32_t frame,
                const uint8_t *pixels, struct error *err);

/* A rectangle of pixels, without `right` and `bottom`; a zeroed one is empty. */
struct image_area {
    int64_t left, top, right, bottom;
};

/* The fate of a frame when its time is over. */
enum image_after { IMAGE_LEAVE, IMAGE_CLEAR, IMAGE_RESTORE };

/* True if a frame of opaque pixels, drawn over what the frames before have left, is opaque
 * throughout. `hole` is what they have not drawn, at first the whole picture; it changes to what
 * the next frame has to draw. Once the answer was no, `hole` is not right any more. */
bool image_covers(struct image_area *hole, struct image_area frame, enum image_after after);

/* A frame that says no time takes as long as browsers show it. */
enum { IMAGE_DURATION = 100 };

extern const struct image_kind image_apng; /* not among the kinds: it begins like a PNG */

/* ---- The user data of Aseprite as text, in its files and in its sheets ------------------------
 */

/* The owner of user data. */
enum user_data_of { USER_DATA_CEL, USER_DATA_SLICE, USER_DATA_TAG };

/* Adds the text, if it is not empty, and a line "color=#rrggbbaa", unless the color is one that
 * Aseprite gives by itself. `color` is NULL when there is none. */
void user_data_add(struct text *out, enum user_data_of of, const char *text, size_t length,
                   const uint8_t *color);

#endif
