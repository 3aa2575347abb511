/*
 * png_file.h - PNG files: scanlines or a picture from a reader, a picture into a sink
 *
 * The only door to libspng. Which pixels are solid is for decode.h.
 *
 *     png_open, png_begin_rows, png_next_row ..., png_finish, png_close
 */
#ifndef PNG_FILE_H
#define PNG_FILE_H

#include "base/error.h"
#include "base/sink.h"
#include "model/rgba.h"
#include "model/solid.h"
#include "system/reader.h"

/* Does it begin like a PNG? Eight bytes decide. */
bool png_begins(const uint8_t *bytes, size_t size);

/* The image itself, in 8-bit RGBA, to be freed; a picture that is too large is refused. */
bool png_read(struct reader *reader, struct rgba *out, struct error *err);

/* Writes 8-bit RGBA. The same pixels give the same bytes, given the same zlib. */
bool png_write(const struct rgba *canvas, struct sink *sink, struct error *err);

/* ---- Scanline by scanline --------------------------------------------------------------- */

enum { PNG_CHUNK_HEADER = 8 };

/* How far the bytes that libspng took have come. */
struct png_watch {
    uint64_t left; /* of the signature, or of a chunk's data and checksum */
    size_t header_used;
    uint8_t header[PNG_CHUNK_HEADER]; /* length and type of the chunk that was last begun */
    unsigned trns_count, actl_count;
};

struct spng_ctx;

/* A file that is being read; it must stay where it is until it is closed. */
struct png {
    uint32_t width, height;
    bool interlaced;
    bool animated; /* an APNG, of which only the first picture is read */
    struct pixel_format format;

    struct reader *reader;
    struct error *err; /* of all that fails until it is closed */
    struct png_watch watch;
    struct spng_ctx *context;
};

/* A scanline: its pixel i is pixel (x0 + i * dx, y) of the image. */
struct png_row {
    uint32_t x0, dx, y;
    uint32_t count; /* of pixels */
    bool last;
};

/* Reads all that comes before the image data. To be closed in any case. */
bool png_open(struct png *png, struct reader *reader, uint64_t max_pixels, struct error *err);
void png_close(struct png *png);

/* `row_size` is what the samples of a scanline take at most. */
bool png_begin_rows(struct png *png, size_t *row_size);

/* Samples are as PNG packs them. In an interlaced file a row comes once a pass. */
bool png_next_row(struct png *png, uint8_t *samples, size_t row_size, struct png_row *out);

/* After the last row: what follows matters only by being whole, and by not being a tRNS. */
bool png_finish(struct png *png);

#endif
