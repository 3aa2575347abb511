/*
 * png_quick.h - reads the common kinds of PNG, and undoes only the bytes that decide about a mask
 *
 *     reader -> chunks -> inflate -> filtered rows -> unfilter -> rows of alpha, or of all samples
 *
 * Takes only files that libspng accepts too, and gives the same pixels. It refuses everything else,
 * good or bad, without a reason: then png_file.h reads the file again and finds the words.
 */
#ifndef PNG_QUICK_H
#define PNG_QUICK_H

#include "picture/inflate.h"
#include "picture/png_file.h"

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
