/*
 * image.h - pictures of other kinds than PNG, with all frames that they have
 *
 *     bytes -> image_kind_of -> image_read -> struct image -> decode_image (decode.h)
 *
 * A reader knows one kind of file. It gives pixels in 8-bit RGBA, the frames one below the other,
 * as if the file were a sheet of one column.
 */
#ifndef IMAGE_H
#define IMAGE_H

#include "picture/rgba.h"
#include "system/reader.h"

/* A part of the animation, with a name. */
struct image_tag {
    char *name;
    uint32_t from, to; /* frames */
    bool backwards, turning;
    uint32_t rounds; /* 0: for ever */
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
};

/* A zeroed one is empty. */
struct image {
    uint32_t width, height; /* of a frame */
    uint32_t frame_count;
    uint32_t *durations; /* milliseconds */
    bool has_alpha;
    bool has_more;   /* frames that were not wanted */
    bool has_layers; /* this kind of file has layers with names */
    uint32_t
        columns;     /* 2: the layer that was asked for stands to the right of each frame; else 1 */
    uint8_t *pixels; /* `columns` times `width` by `frame_count` times `height` */
    struct image_tag *tags;
    size_t tag_count, tag_capacity;
    struct image_slice *slices; /* those of one name stand together, in the order of their frames */
    size_t slice_count, slice_capacity;
};

/* A file of a few bytes may ask for much: pixels that are drawn one over the other, the same image
 * by many rules, equal sprites. One input is worth so many times the pixels that an image may have.
 */
enum { IMAGE_WORK = 16 };

struct image_rules {
    uint64_t max_pixels; /* in all frames */
    const char *layer;   /* this layer is drawn apart; NULL: none */
    bool first;          /* only the first frame is wanted */
};

struct image_kind {
    const char *name;    /* "a WebP" */
    const char *missing; /* the library without which this tool was built; NULL: it can be read */
    bool is_still;       /* it never has more than one frame */
    bool (*begins)(const uint8_t *bytes, size_t size);
    /* `out` is zeroed before, and to be freed also after an error. */
    bool (*read)(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                 struct image *out, struct error *err);
};

/* The kind of a file by its first IMAGE_BYTES, or all if it has fewer; NULL: none of them. */
enum { IMAGE_BYTES = 64 };
const struct image_kind *image_kind_of(const uint8_t *bytes, size_t size);

/* Does it begin like a PNG, or like a picture of one of these kinds? */
bool image_begins(const uint8_t *bytes, size_t size);

/* Reads all of the file. `out` is to be freed when this succeeds. */
bool image_read(const struct image_kind *kind, struct reader *reader,
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

/* ---- For readers ----------------------------------------------------------------------------- */

/* Is a picture of that many pixels allowed? */
bool image_check_size(uint64_t width, uint64_t height, uint64_t frames,
                      const struct image_rules *rules, struct error *err);

/* Makes room for the pixels and durations of an image whose size and columns are set.
 * Everything is transparent black. */
bool image_make_room(struct image *image, const struct image_rules *rules, struct error *err);

/* Bytes of a row of pixels, and the first of frame `frame`. */
size_t image_row_size(const struct image *image);
uint8_t *image_frame(const struct image *image, uint32_t frame);

/* A frame that says no time takes as long as browsers show it. */
enum { IMAGE_DURATION = 100 };

extern const struct image_kind image_apng; /* not among the kinds: it begins like a PNG */

#endif
