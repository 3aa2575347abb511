/*
 * png_file.h - reads PNG files as scanlines or as a picture, and writes pictures
 *
 * Only png_file.c uses libspng. solid.h decides which pixels are solid.
 *
 *     png_open, png_begin_rows, png_next_row ..., png_finish, png_close
 */
#ifndef PNG_FILE_H
#define PNG_FILE_H

#include "base/error.h"
#include "base/sink.h"
#include "picture/bitmap.h"
#include "picture/inflate.h"
#include "picture/solid.h"
#include "system/reader.h"

/* A number as PNG stores it. */
static inline uint32_t png_number(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* True for bytes that begin like a PNG. Eight of them are needed. */
bool png_begins(const uint8_t *bytes, size_t size);

/* The size of the PNG that begins with these bytes; false when they are none, or too few. */
enum { PNG_SIZE_BYTES = 24 };
bool png_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height);

/* Reads the image in 8-bit RGBA, to be freed. Fails when it is too large for struct rgba. */
bool png_read(struct reader *reader, struct rgba *out, struct error *err);

/* A pixel whose colour is not in the palette. */
struct png_outside {
    bool found;
    uint32_t x, y, color, palette_count;
};

/* Decodes a PNG in memory to 8-bit RGBA. `out` is as large as its pixels are; `width` and `height`
 * are what the header must say. `outside` becomes the first such pixel, if there is one: all of
 * them are opaque black. */
bool png_decode(const uint8_t *bytes, size_t size, uint32_t width, uint32_t height, uint8_t *out,
                struct png_outside *outside, struct error *err);

/* Writes 8-bit RGBA. The same pixels give the same bytes with the same zlib. */
bool png_write(const struct rgba *canvas, struct sink *sink, struct error *err);

/* ---- Scanline by scanline --------------------------------------------------------------- */

enum { PNG_CHUNK_HEADER = 8 };

/* The place in the file of the bytes that libspng has read. */
struct png_watch {
    uint64_t left; /* of the signature, or of a chunk's data and checksum */
    size_t header_used;
    uint8_t header[PNG_CHUNK_HEADER]; /* length and type of the chunk that was last begun */
    unsigned trns_count, actl_count;
    uint32_t crc, said_crc; /* of the chunk, if it is not critical: libspng checks the others */
    char damaged[5]; /* the type of the first chunk without a part whose checksum is wrong, or "" */
};

/* The error of a chunk of that type in which the checksum is wrong. */
#define PNG_BAD_CHECKSUM "damaged: a checksum does not match (chunk %s); please save it again"

/* True for a chunk that may be left out: the pixels do not depend on it. */
bool png_is_extra(const uint8_t type[4]);

struct spng_ctx;

struct png_header {
    uint32_t width, height;
    bool interlaced;
    bool animated; /* an APNG, of which only the first picture is read */
    struct pixel_format format;
};

/* A file that is being read; it must stay where it is until it is closed. */
struct png {
    struct png_header header;

    struct reader *reader; /* NULL: the file is in memory */
    const uint8_t *bytes;
    size_t left;
    struct error *err; /* for all errors until it is closed */
    struct png_watch watch;
    struct spng_ctx *context;
};

/* A scanline: its pixel i is pixel (x0 + i * dx, y) of the image. */
struct png_row {
    uint32_t x0, dx, y;
    uint32_t count; /* of pixels */
    bool last;
};

/* Reads all chunks before the image data. To be closed also when it fails. */
bool png_open(struct png *png, struct reader *reader, uint64_t max_pixels, struct error *err);
void png_close(struct png *png);

/* `row_size` becomes the largest size of a scanline's samples. */
bool png_begin_rows(struct png *png, size_t *row_size);

/* Samples are packed as in PNG. In an interlaced file a row comes once in each pass. */
bool png_next_row(struct png *png, uint8_t *samples, size_t row_size, struct png_row *out);

/* Checks the file after the last row: all chunks are there, and none of them is a tRNS. */
bool png_finish(struct png *png);

/* ---- The common kinds, quickly ----------------------------------------------------------- */

/* reader -> chunks -> inflate -> filtered rows -> unfilter -> rows of alpha, or of all samples
 *
 * png_quick undoes only the bytes that decide about a mask. It takes only files that libspng
 * accepts too, and gives the same pixels. It refuses everything else, good or bad, without a
 * reason: then png_open reads the file again and finds the words. */

/* A file that is being read; it must stay where it is until it is closed. */
struct png_quick {
    struct png_header header; /* with the format of the rows that it gives */
    struct reader *reader;

    uint32_t left; /* bytes of the present chunk that were not read */
    uint8_t type[4];
    uint32_t crc;          /* of its type and of the bytes that were read */
    unsigned others;       /* chunks that have no effect on a mask, */
    uint32_t others_size;  /* and their bytes */
    bool palette_is_late;  /* a chunk was there that must follow the palette */
    bool is_opaque;        /* the rows decide nothing, and come filtered */
    size_t row_size, step; /* bytes of a row, without its filter, and of a pixel */
    size_t alpha_channels; /* of a pixel from which only the alpha is taken, or 0 */
    struct inflation inflation;
    uint8_t *rows; /* the memory of two rows that are undone: */
    uint8_t *row, *above;
};

/* Reads all chunks before the image data. False: refused. To be closed in any case. */
bool png_quick_open(struct png_quick *png, struct reader *reader, uint64_t max_pixels);
void png_quick_close(struct png_quick *png);

/* Without `colors` alpha alone decides, and the format of rows with alpha becomes
 * COLOR_ALPHA_ALONE. `by_zlib` leaves libdeflate out. */
bool png_quick_begin_rows(struct png_quick *png, bool colors, bool by_zlib);

/* Gives the samples of the next row, which stay until the next call; NULL: refused. */
const uint8_t *png_quick_next_row(struct png_quick *png);

/* Undoes a filter of PNG on `size` bytes into `out`, which may be `filtered`. Pixels have `step`
 * bytes, 1 to 4. `above` is the row above, undone, or all zero.
 *
 * A filter predicts a byte from the same channel of the pixels to the left, above, and above left.
 * So alpha depends on alpha alone, and colours need not be undone to know it. */
enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH, FILTERS };
void unfilter(unsigned filter, size_t step, const uint8_t *filtered, const uint8_t *above,
              size_t size, uint8_t *out);

/* Checks the file after the last row. */
bool png_quick_finish(struct png_quick *png);

#endif
