/*
 * png_file.c - reads and writes PNG files with libspng
 *
 *     reader -> watch -> libspng -> scanline
 *
 * libspng ignores chunks that are not critical when they are damaged. That is right for a text or a
 * date, but without its tRNS a picture looks different, and somebody should know. So this file
 * watches the chunks on their way to libspng; errors then name the chunk, too.
 */
#include "picture/png_file.h"

#include "base/kinds.h"
#include "base/text.h"

#include <inttypes.h>
#include <spng.h>
#include <stdlib.h>
#include <string.h>

/* The most memory for texts, colour profiles and the like: real ones are much smaller. Their number
 * has a limit of libspng, 1000. */
enum { CHUNK_BYTES = 64 << 20 };

enum { SIGNATURE_SIZE = 8, CHUNK_CRC = 4 };

static const uint8_t SIGNATURE[SIGNATURE_SIZE] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

bool png_begins(const uint8_t *bytes, size_t size)
{
    return size >= SIGNATURE_SIZE && memcmp(bytes, SIGNATURE, SIGNATURE_SIZE) == 0;
}

bool png_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height)
{
    if (size < PNG_SIZE_BYTES || !png_begins(bytes, size) || memcmp(bytes + 12, "IHDR", 4) != 0)
        return false;
    const uint32_t w = png_number(bytes + 16), h = png_number(bytes + 20);
    if (w == 0 || h == 0 || w > INT32_MAX || h > INT32_MAX)
        return false;
    *width = w;
    *height = h;
    return true;
}

/* ---- Chunks ----------------------------------------------------------------------------- */

static bool is_critical(const uint8_t type[4])
{
    return (type[0] & 0x20) == 0;
}

bool png_is_extra(const uint8_t type[4])
{
    static const char parts[][5] = {"tRNS", "acTL", "fcTL", "fdAT"};
    bool extra = !is_critical(type);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        extra = extra && memcmp(type, parts[i], 4) != 0;
    return extra;
}

static void begin_chunk(struct png_watch *watch)
{
    watch->left = (uint64_t)png_number(watch->header) + CHUNK_CRC;
    watch->crc = crc_add(0, watch->header + 4, 4);
    watch->said_crc = 0;
    watch->trns_count += memcmp(watch->header + 4, "tRNS", 4) == 0;
    watch->actl_count += memcmp(watch->header + 4, "acTL", 4) == 0;
}

/* Adds bytes of the present chunk to its checksum, or to that which it says. */
static void add_to_checksum(struct png_watch *watch, const uint8_t *bytes, size_t size)
{
    const uint64_t data = watch->left > CHUNK_CRC ? watch->left - CHUNK_CRC : 0;
    const size_t summed = size < data ? size : (size_t)data;
    if (is_critical(watch->header + 4))
        return;
    watch->crc = crc_add(watch->crc, bytes, summed);
    for (size_t i = summed; i < size; i++)
        watch->said_crc = watch->said_crc << 8 | bytes[i];
}

/* False for a wrong checksum in a chunk that plays a part, though it is not critical. */
static bool end_chunk(struct png_watch *watch)
{
    const uint8_t *const type = watch->header + 4;
    watch->header_used = 0;
    if (is_critical(type) || watch->crc == watch->said_crc)
        return true;
    if (watch->damaged[0] == 0)
        memcpy(watch->damaged, type, 4);
    return png_is_extra(type);
}

/* False where end_chunk is. */
static bool watch_bytes(struct png_watch *watch, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        size_t taken = size;
        if (watch->left > 0) {
            if (taken > watch->left)
                taken = (size_t)watch->left;
            add_to_checksum(watch, bytes, taken);
            watch->left -= taken;
            if (watch->left == 0 && !end_chunk(watch))
                return false;
        } else {
            if (taken > PNG_CHUNK_HEADER - watch->header_used)
                taken = PNG_CHUNK_HEADER - watch->header_used;
            memcpy(watch->header + watch->header_used, bytes, taken);
            watch->header_used += taken;
            if (watch->header_used == PNG_CHUNK_HEADER)
                begin_chunk(watch);
        }
        bytes += taken;
        size -= taken;
    }
    return true;
}

/* ---- Memory ----------------------------------------------------------------------------- */

/* When memory runs out while it decompresses, libspng says that the data is damaged. Its allocators
 * do not know their decoder, but run on its thread. */
static _Thread_local bool ran_out;

static void *noted(void *block)
{
    ran_out = ran_out || block == NULL;
    return block;
}

static void *allocate(size_t size)
{
    return noted(malloc(size));
}

static void *allocate_zeroed(size_t count, size_t size)
{
    return noted(calloc(count, size));
}

/* libspng counts a text or suggested palette before it makes room for it. When there is no memory,
 * it frees its list, and reads one entry too many: so each list gets room for an empty entry behind
 * its end. */
static void *reallocate_with_room(void *block, size_t size)
{
    enum { ENTRY_MAX = 256 };
    char *const bigger =
        noted(size <= SIZE_MAX - ENTRY_MAX ? realloc(block, size + ENTRY_MAX) : NULL);
    if (bigger != NULL)
        memset(bigger + size, 0, ENTRY_MAX);
    return bigger;
}

static struct spng_alloc memory = {allocate, reallocate_with_room, allocate_zeroed, free};

/* ---- Errors ----------------------------------------------------------------------------- */

static const struct {
    int code;
    const char *text;
} TEXTS[] = {
    {SPNG_EWIDTH, "the width is zero or beyond what PNG allows"},
    {SPNG_EHEIGHT, "the height is zero or beyond what PNG allows"},
    {SPNG_EBIT_DEPTH, "the bit depth is not one that the colour type can have"},
    {SPNG_ECOLOR_TYPE, "the colour type does not exist"},
    {SPNG_ECOMPRESSION_METHOD, "the compression method is unknown"},
    {SPNG_EFILTER_METHOD, "the filter method is unknown"},
    {SPNG_EINTERLACE_METHOD, "the interlace method is unknown"},
    {SPNG_EIHDR_SIZE, "damaged: the header has the wrong size"},
    {SPNG_ENOIHDR, "damaged: the header does not come first"},
    {SPNG_ENOPLTE, "the palette is missing before the image data"},
    {SPNG_ECHUNK_POS, "damaged: a chunk is out of place"},
    {SPNG_ECHUNK_SIZE, "damaged: a chunk has the wrong size"},
    {SPNG_ECHUNK_STDLEN, "damaged: a chunk is longer than PNG allows"},
    {SPNG_ECHUNK_UNKNOWN_CRITICAL, "a chunk that cannot be left out is unknown"},
    {SPNG_ECHUNK_LIMITS,
     "there are more than 1000 texts, colour profiles and similar chunks, or more than 64 MiB of "
     "them"},
    {SPNG_EIDAT_TOO_SHORT, "damaged: the image data ends too early"},
    {SPNG_EIDAT_STREAM, "damaged: the image data cannot be decompressed"},
    {SPNG_EFILTER, "damaged: the image data has an unknown filter"},
    {SPNG_EOVERFLOW, "the image is too large for this machine"},
};

static const char *text_of(int code)
{
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
        if (TEXTS[i].code == code)
            return TEXTS[i].text;
    return spng_strerror(code);
}

/* Fails with a text and the name of the present chunk, if there is one. */
static bool fail_in_chunk(const struct png *png, const char *text)
{
    char type[5] = "", quoted[32];
    memcpy(type, png->watch.header + 4, 4);
    if (type[0] == 0)
        return fail(png->err, "%s", text);
    return fail(png->err, "%s (chunk %s)", text, text_quote(quoted, sizeof quoted, type));
}

static bool fail_checksum(const struct png *png)
{
    char type[5] = "", quoted[32];
    memcpy(type, png->watch.header + 4, 4);
    return fail(png->err, PNG_BAD_CHECKSUM, text_quote(quoted, sizeof quoted, type));
}

static bool fail_truncated(const struct png *png)
{
    if (png->watch.left > 0 && memcmp(png->watch.header + 4, "IDAT", 4) == 0)
        return fail(png->err, "truncated: the file ends inside the image data");
    if (png->watch.left > 0)
        return fail_in_chunk(png, "truncated: the file ends inside a chunk");
    return fail(png->err, "truncated: the file ends before its last chunk");
}

static bool fail_decoding(const struct png *png, int code)
{
    if (ran_out)
        return fail_memory(png->err);
    /* libspng says that an empty eXIf takes too much memory. */
    if (code == SPNG_ECHUNK_LIMITS && png_number(png->watch.header) == 0)
        code = SPNG_ECHUNK_SIZE;
    switch (code) {
    case SPNG_IO_ERROR: /* the reader has filled `err` */
        return false;
    case SPNG_IO_EOF:
        return fail_truncated(png);
    case SPNG_ECHUNK_CRC:
        return fail_checksum(png);
    default:
        return fail_in_chunk(png, text_of(code));
    }
}

static int read_bytes(spng_ctx *context, void *user, void *bytes, size_t size)
{
    struct png *const png = user;
    size_t got;
    (void)context;
    if (png->reader == NULL) {
        got = size < png->left ? size : png->left;
        memcpy(bytes, png->bytes, got);
        png->bytes += got;
        png->left -= got;
    } else if (!reader_read(png->reader, bytes, size, &got, png->err))
        return SPNG_IO_ERROR;
    if (!watch_bytes(&png->watch, bytes, got)) {
        fail_checksum(png);
        return SPNG_IO_ERROR;
    }
    return got == size ? SPNG_OK : SPNG_IO_EOF;
}

/* ---- Before the image data -------------------------------------------------------------- */

static bool fail_other_kind(struct reader *reader, struct error *err)
{
    const uint8_t *bytes;
    size_t got;
    if (!reader_peek(reader, KIND_BYTES, &bytes, &got, err))
        return false;
    const struct kind *const kind = kind_by_beginning(bytes, got);
    return kind != NULL ? fail_kind_of_page(err, kind) : fail(err, "not a PNG");
}

/* Checks signature, kind and size before libspng does, because its errors do not name the size. A
 * file that ends before them passes here; libspng then says that it is truncated. */
static bool check_beginning(struct reader *reader, uint64_t max_pixels, struct error *err)
{
    enum { TYPE = 12, WIDTH = 16, HEIGHT = 20, NEEDED = 24 };
    const uint8_t *bytes;
    size_t got;
    if (!reader_peek(reader, NEEDED, &bytes, &got, err))
        return false;
    if (got == 0)
        return fail(err, "the file is empty");
    if (memcmp(bytes, SIGNATURE, got < SIGNATURE_SIZE ? got : SIGNATURE_SIZE) != 0)
        return fail_other_kind(reader, err);
    if (got == NEEDED && memcmp(bytes + TYPE, "CgBI", 4) == 0)
        return fail(err,
                    "was made for iOS by Xcode (chunk CgBI), and is not a standard PNG; use the "
                    "original");
    if (got < NEEDED || memcmp(bytes + TYPE, "IHDR", 4) != 0)
        return true;
    const uint32_t width = png_number(bytes + WIDTH), height = png_number(bytes + HEIGHT);
    const uint64_t pixels = (uint64_t)width * height;
    /* libspng reports sizes beyond PNG itself. */
    if (pixels <= max_pixels || width > INT32_MAX || height > INT32_MAX)
        return true;
    return fail(err,
                "%" PRIu32 "x%" PRIu32 " is %" PRIu64 " pixels, more than the %" PRIu64
                " that --max-pixels allows",
                width, height, pixels, max_pixels);
}

static bool begin(struct png *png)
{
    ran_out = false;
    png->context = spng_ctx_new2(&memory, 0);
    if (png->context == NULL)
        return fail_memory(png->err);
    int code = spng_set_crc_action(png->context, SPNG_CRC_ERROR, SPNG_CRC_DISCARD);
    if (code == 0)
        code = spng_set_chunk_limits(png->context, CHUNK_BYTES, CHUNK_BYTES);
    if (code == 0)
        code = spng_set_png_stream(png->context, read_bytes, png);
    return code == 0 || fail_decoding(png, code);
}

static bool read_header(struct png *png)
{
    struct spng_ihdr header;
    const int code = spng_get_ihdr(png->context, &header);
    if (code != 0)
        return fail_decoding(png, code);
    png->header = (struct png_header){
        .width = header.width,
        .height = header.height,
        .interlaced = header.interlace_method != 0,
        .format = {.color_type = header.color_type, .depth = header.bit_depth},
    };
    return true;
}

/* Leaves `format` without a palette when the file has none that matters. */
static int read_palette(spng_ctx *context, struct pixel_format *format)
{
    struct spng_plte palette;
    const int code = format->color_type == 3 ? spng_get_plte(context, &palette) : SPNG_ECHUNKAVAIL;
    if (code != 0)
        return code == SPNG_ECHUNKAVAIL ? 0 : code;
    format->palette_count = palette.n_entries;
    for (uint32_t i = 0; i < palette.n_entries; i++) {
        format->palette[i][0] = palette.entries[i].red;
        format->palette[i][1] = palette.entries[i].green;
        format->palette[i][2] = palette.entries[i].blue;
    }
    return 0;
}

static int read_transparency(spng_ctx *context, struct pixel_format *format)
{
    struct spng_trns trns;
    const int code = spng_get_trns(context, &trns);
    if (code != 0)
        return code == SPNG_ECHUNKAVAIL ? 0 : code;
    format->has_trns = true;
    if (format->color_type == 0) {
        format->trns[0] = trns.gray;
    } else if (format->color_type == 2) {
        format->trns[0] = trns.red;
        format->trns[1] = trns.green;
        format->trns[2] = trns.blue;
    } else {
        memset(format->palette_alpha, 255, sizeof format->palette_alpha);
        memcpy(format->palette_alpha, trns.type3_alpha, trns.n_type3_entries);
    }
    return 0;
}

bool png_open(struct png *png, struct reader *reader, uint64_t max_pixels, struct error *err)
{
    *png = (struct png){.reader = reader, .err = err, .watch.left = SIGNATURE_SIZE};
    if (!check_beginning(reader, max_pixels, err) || !begin(png) || !read_header(png))
        return false;
    /* Either makes libspng read all chunks before the image data. */
    int code = read_palette(png->context, &png->header.format);
    if (code == 0)
        code = read_transparency(png->context, &png->header.format);
    png->header.animated = png->watch.actl_count > 0;
    return code == 0 || fail_decoding(png, code);
}

void png_close(struct png *png)
{
    spng_ctx_free(png->context);
    png->context = NULL;
}

/* ---- The image data --------------------------------------------------------------------- */

bool png_begin_rows(struct png *png, size_t *row_size)
{
    size_t image_size;
    int code = spng_decoded_image_size(png->context, SPNG_FMT_RAW, &image_size);
    if (code == 0)
        code = spng_decode_image(png->context, NULL, 0, SPNG_FMT_RAW, SPNG_DECODE_PROGRESSIVE);
    if (code != 0)
        return fail_decoding(png, code);
    *row_size = image_size / png->header.height;
    return true;
}

bool png_next_row(struct png *png, uint8_t *samples, size_t row_size, struct png_row *out)
{
    /* The first column of each pass of Adam7, and the distance between its columns. */
    static const struct {
        uint8_t x0, dx;
    } passes[7] = {{0, 8}, {4, 8}, {0, 4}, {2, 4}, {0, 2}, {1, 2}, {0, 1}};
    struct spng_row_info info = {0};
    int code = spng_get_row_info(png->context, &info);
    if (code == 0)
        code = spng_decode_scanline(png->context, samples, row_size);
    if (code != 0 && code != SPNG_EOI)
        return fail_decoding(png, code);
    const uint32_t x0 = png->header.interlaced ? passes[info.pass].x0 : 0;
    const uint32_t dx = png->header.interlaced ? passes[info.pass].dx : 1;
    *out = (struct png_row){
        .x0 = x0,
        .dx = dx,
        .y = info.row_num,
        .count = (png->header.width - x0 + dx - 1) / dx,
        .last = code == SPNG_EOI,
    };
    return true;
}

bool png_finish(struct png *png)
{
    const bool may_have_trns = png->header.format.color_type < 4;
    const int code = spng_decode_chunks(png->context);
    if (code != 0)
        return fail_decoding(png, code);
    /* libspng accepts a file that ends inside the last checksum. */
    if (png->watch.left > 0)
        return fail_truncated(png);
    if (may_have_trns && png->watch.trns_count != png->header.format.has_trns)
        return fail(png->err, "damaged: the transparency (chunk tRNS) does not fit the image");
    return true;
}

/* ---- Whole images ----------------------------------------------------------------------- */

/* Paints a row of indices of the palette. */
static void paint_row(const struct png *png, const uint8_t *samples, const struct png_row *row,
                      uint8_t *out, struct png_outside *outside)
{
    const struct pixel_format *const format = &png->header.format;
    const unsigned depth = format->depth, mask = (1u << depth) - 1;
    for (uint32_t i = 0, x = row->x0; i < row->count; i++, x += row->dx) {
        const uint64_t bit = (uint64_t)i * depth;
        const uint32_t color = samples[bit / 8] >> (8 - depth - bit % 8) & mask;
        const bool inside = color < format->palette_count;
        uint8_t *const to = out + ((size_t)png->header.width * row->y + x) * 4;
        for (unsigned c = 0; c < 3; c++)
            to[c] = inside ? format->palette[color][c] : 0;
        to[3] = inside && format->has_trns ? format->palette_alpha[color] : 255;
        if (!inside && !outside->found)
            *outside = (struct png_outside){true, x, row->y, color, format->palette_count};
    }
}

static bool read_indices(struct png *png, uint8_t *out, struct png_outside *outside)
{
    struct png_row row = {.last = false};
    size_t row_size = 0;
    if (!png_begin_rows(png, &row_size))
        return false;
    uint8_t *const samples = calloc(row_size + 1, 1);
    bool ok = samples != NULL || fail_memory(png->err);
    while (ok && !row.last) {
        ok = png_next_row(png, samples, row_size, &row);
        if (ok)
            paint_row(png, samples, &row, out, outside);
    }
    free(samples);
    return ok && png_finish(png);
}

static bool read_pixels(struct png *png, uint8_t *out, struct png_outside *outside)
{
    const size_t size = (size_t)png->header.width * png->header.height * 4;
    *outside = (struct png_outside){false};
    if (png->header.format.color_type == 3)
        return read_indices(png, out, outside);
    const int code = spng_decode_image(png->context, out, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
    return code == 0 ? png_finish(png) : fail_decoding(png, code);
}

bool png_read(struct reader *reader, struct rgba *out, struct error *err)
{
    struct png png;
    struct png_outside ignored;
    *out = (struct rgba){0};
    const bool done = png_open(&png, reader, UINT64_MAX, err) &&
                      rgba_init(out, png.header.width, png.header.height, err) &&
                      read_pixels(&png, out->pixels, &ignored);
    if (!done)
        rgba_free(out);
    png_close(&png);
    return done;
}

bool png_decode(const uint8_t *bytes, size_t size, uint32_t width, uint32_t height, uint8_t *out,
                struct png_outside *outside, struct error *err)
{
    struct png png = {.bytes = bytes, .left = size, .err = err, .watch.left = SIGNATURE_SIZE};
    bool ok = begin(&png) && read_header(&png);
    int code = 0;
    if (ok && (png.header.width != width || png.header.height != height))
        code = SPNG_EIHDR_SIZE;
    if (ok && code == 0)
        code = read_palette(png.context, &png.header.format);
    if (ok && code == 0)
        code = read_transparency(png.context, &png.header.format);
    ok = ok && (code == 0 ? read_pixels(&png, out, outside) : fail_decoding(&png, code));
    png_close(&png);
    return ok;
}

static int write_bytes(spng_ctx *context, void *user, void *bytes, size_t size)
{
    (void)context;
    sink_put(user, bytes, size);
    return ((struct sink *)user)->error != 0 ? SPNG_IO_ERROR : SPNG_OK;
}

bool png_write(const struct rgba *canvas, struct sink *sink, struct error *err)
{
    struct spng_ihdr header = {.width = canvas->width,
                               .height = canvas->height,
                               .bit_depth = 8,
                               .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    struct spng_text software = {
        .keyword = "Software", .type = SPNG_TEXT, .length = strlen("hitmask"), .text = "hitmask"};
    spng_ctx *const context = spng_ctx_new(SPNG_CTX_ENCODER);
    if (context == NULL)
        return fail_memory(err);
    int code = spng_set_png_stream(context, write_bytes, sink);
    /* Pictures are flat: no filter and a quick search are both smaller and faster here. */
    if (code == 0)
        code = spng_set_option(context, SPNG_FILTER_CHOICE, SPNG_DISABLE_FILTERING);
    if (code == 0)
        code = spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 3);
    if (code == 0)
        code = spng_set_ihdr(context, &header);
    if (code == 0)
        code = spng_set_text(context, &software, 1);
    if (code == 0)
        code =
            spng_encode_image(context, canvas->pixels, (size_t)canvas->width * canvas->height * 4,
                              SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    spng_ctx_free(context);
    /* A sink that failed reports it when it is flushed. */
    if (code == 0 || sink->error != 0)
        return true;
    return code == SPNG_EMEM || code == SPNG_EZLIB_INIT
               ? fail_memory(err)
               : fail(err, "cannot make a PNG: %s", spng_strerror(code));
}
