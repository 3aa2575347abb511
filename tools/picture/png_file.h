/*
 * png_file.h - reads PNG files as scanlines or as a picture, and writes pictures
 *
 * Only this file uses libspng. decode.h decides which pixels are solid.
 *
 *     png_open, png_begin_rows, png_next_row ..., png_finish, png_close
 */
#ifndef PNG_FILE_H
#define PNG_FILE_H

#include "base/error.h"
#include "base/sink.h"
#include "picture/bitmap.h"
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

/* Decodes a PNG in memory to 8-bit RGBA. `out` is as large as its pixels are; `width` and `height`
 * are what the header must say. */
bool png_decode(const uint8_t *bytes, size_t size, uint32_t width, uint32_t height, uint8_t *out,
                struct error *err);

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
};

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

#endif
