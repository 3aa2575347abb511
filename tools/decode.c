/*
 * decode.c - libspng, from the first byte of a file to its solid bits
 *
 * libspng hands over one scanline at a time, in the file's own samples; solid.c decides it
 * and the bits go into the bitmap. In an interlaced file a scanline holds every dx-th pixel
 * of a row, so its bits are scattered.
 *
 *     reader -> watch -> libspng -> scanline -> solid_test_row -> bitmap
 *
 * libspng drops what it finds wrong in chunks that are not critical. That is as it should
 * be for a text or a date, but a tRNS that is dropped changes the mask; so the chunks are
 * watched on their way, which lets errors name them too.
 */
#include "decode.h"

#include "text.h"

#include <inttypes.h>
#include <spng.h>
#include <stdlib.h>
#include <string.h>

/* What texts, colour profiles and the like may take: real ones stay far below. Of how many
 * there are libspng's own limit is enough. */
enum { CHUNK_BYTES = 64 << 20 };

enum { SIGNATURE_SIZE = 8, CHUNK_HEADER = 8, CHUNK_CRC = 4 };

static const uint8_t SIGNATURE[SIGNATURE_SIZE] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

/* How far the bytes that libspng took have come. */
struct watch {
    uint64_t left; /* of the signature, or of a chunk's data and checksum */
    size_t header_used;
    uint8_t header[CHUNK_HEADER]; /* length and type of the chunk that was last begun */
    unsigned trns_count;
};

struct decoder {
    struct reader *reader;
    struct error *err;
    struct watch watch;
    spng_ctx *png;
    struct spng_ihdr header;
    struct layer *layers; /* one a rule */
    size_t layer_count;
    size_t row_size;
    uint8_t *row;
    uint64_t *pass_bits;  /* of one scanline of an interlaced file, three times */
    uint64_t *other_bits; /* of one scanline by two other thresholds, when a rule asks */
};

/* A rule made ready, and the picture under it. */
struct layer {
    const struct solid_rule *rule;
    struct solid_test test;
    struct solid_test lower, higher; /* by other thresholds, when the rule asks */
    struct picture *picture;
};

/* ---- Chunks ----------------------------------------------------------------------------- */

static uint32_t load_big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void begin_chunk(struct watch *watch)
{
    watch->left = (uint64_t)load_big_endian(watch->header) + CHUNK_CRC;
    watch->trns_count += memcmp(watch->header + 4, "tRNS", 4) == 0;
}

static void watch_bytes(struct watch *watch, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        size_t taken = size;

        if (watch->left > 0) {
            if (taken > watch->left)
                taken = (size_t)watch->left;
            watch->left -= taken;
            if (watch->left == 0)
                watch->header_used = 0;
        } else {
            if (taken > CHUNK_HEADER - watch->header_used)
                taken = CHUNK_HEADER - watch->header_used;
            memcpy(watch->header + watch->header_used, bytes, taken);
            watch->header_used += taken;
            if (watch->header_used == CHUNK_HEADER)
                begin_chunk(watch);
        }
        bytes += taken;
        size -= taken;
    }
}

static int hand_bytes(spng_ctx *png, void *user, void *bytes, size_t size)
{
    struct decoder *decoder = user;
    size_t got;

    (void)png;
    if (!reader_read(decoder->reader, bytes, size, &got, decoder->err))
        return SPNG_IO_ERROR;
    watch_bytes(&decoder->watch, bytes, got);
    return got == size ? SPNG_OK : SPNG_IO_EOF;
}

/* ---- Memory ----------------------------------------------------------------------------- */

/* Data that cannot be decompressed for want of memory is damaged by what libspng says. It hands
 * nothing to these by which a decoder could be told from another, but calls them on the
 * decoder's own thread. */
static _Thread_local bool ran_out;

static void *noted(void *block)
{
    ran_out = ran_out || !block;
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

/* libspng counts a text or suggested palette before it makes room for it. When there is none, it
 * frees what it has, and looks at one entry more than that: so each of its lists has room for
 * one behind its end, with nothing in it to free. */
static void *reallocate_with_room(void *block, size_t size)
{
    enum { ENTRY_MAX = 256 };
    char *const bigger =
        noted(size <= SIZE_MAX - ENTRY_MAX ? realloc(block, size + ENTRY_MAX) : NULL);

    if (bigger)
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
    {SPNG_ECHUNK_CRC, "damaged: a checksum does not match"},
    {SPNG_ECHUNK_UNKNOWN_CRITICAL, "a chunk that cannot be left out is unknown"},
    {SPNG_ECHUNK_LIMITS, "the chunks beside the image take too much memory"},
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

/* The text, with the chunk that it is about when one has been begun. */
static bool fail_in_chunk(const struct decoder *decoder, const char *text)
{
    char type[5] = "", quoted[32];

    memcpy(type, decoder->watch.header + 4, 4);
    if (type[0] == 0)
        return fail(decoder->err, "%s", text);
    return fail(decoder->err, "%s (chunk %s)", text, text_quote(quoted, sizeof quoted, type));
}

static bool fail_truncated(const struct decoder *decoder)
{
    if (decoder->watch.left > 0 && memcmp(decoder->watch.header + 4, "IDAT", 4) == 0)
        return fail(decoder->err, "truncated: the file ends inside the image data");
    if (decoder->watch.left > 0)
        return fail_in_chunk(decoder, "truncated: the file ends inside a chunk");
    return fail(decoder->err, "truncated: the file ends before its last chunk");
}

static bool fail_decoding(const struct decoder *decoder, int code)
{
    if (ran_out)
        return fail_memory(decoder->err);
    switch (code) {
    case SPNG_IO_ERROR: /* the reader has told */
        return false;
    case SPNG_IO_EOF:
        return fail_truncated(decoder);
    default:
        return fail_in_chunk(decoder, text_of(code));
    }
}

/* ---- Before the image data -------------------------------------------------------------- */

bool decode_is_png(const uint8_t *bytes, size_t size)
{
    return size >= SIGNATURE_SIZE && memcmp(bytes, SIGNATURE, SIGNATURE_SIZE) == 0;
}

static bool check_size(uint32_t width, uint32_t height, uint64_t max_pixels, struct error *err)
{
    const uint64_t pixels = (uint64_t)width * height;

    /* libspng has words for what is beyond PNG. */
    if (pixels <= max_pixels || width > INT32_MAX || height > INT32_MAX)
        return true;
    return fail(err,
                "%" PRIu32 "x%" PRIu32 " is %" PRIu64 " pixels, more than the %" PRIu64
                " that --max-pixels allows",
                width, height, pixels, max_pixels);
}

/* Looks at signature and size before libspng does: it refuses some sizes without telling
 * them. A file that ends before they do passes: it is truncated, not something else. */
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
        return fail(err, "not a PNG");
    if (got < NEEDED || memcmp(bytes + TYPE, "IHDR", 4) != 0)
        return true;
    return check_size(load_big_endian(bytes + WIDTH), load_big_endian(bytes + HEIGHT), max_pixels,
                      err);
}

static bool begin(struct decoder *decoder)
{
    int code;

    ran_out = false;
    decoder->png = spng_ctx_new2(&memory, 0);
    if (!decoder->png)
        return fail_memory(decoder->err);
    code = spng_set_crc_action(decoder->png, SPNG_CRC_ERROR, SPNG_CRC_ERROR);
    if (code == 0)
        code = spng_set_chunk_limits(decoder->png, CHUNK_BYTES, CHUNK_BYTES);
    if (code == 0)
        code = spng_set_png_stream(decoder->png, hand_bytes, decoder);
    return code == 0 || fail_decoding(decoder, code);
}

static bool read_header(struct decoder *decoder)
{
    const int code = spng_get_ihdr(decoder->png, &decoder->header);

    return code == 0 || fail_decoding(decoder, code);
}

/* Leaves `format` without a palette when the file has none that matters. */
static int read_palette(spng_ctx *png, struct pixel_format *format)
{
    struct spng_plte palette;
    const int code = format->color_type == 3 ? spng_get_plte(png, &palette) : SPNG_ECHUNKAVAIL;

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

static int read_transparency(spng_ctx *png, struct pixel_format *format)
{
    struct spng_trns trns;
    const int code = spng_get_trns(png, &trns);

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

static struct solid_rule with_threshold(const struct solid_rule *rule, int threshold)
{
    struct solid_rule other = *rule;

    other.threshold = (uint8_t)(threshold < 0 ? 0 : threshold > 254 ? 254 : threshold);
    return other;
}

static void init_tests(struct layer *layer, const struct pixel_format *format)
{
    const struct solid_rule *const rule = layer->rule;
    const struct solid_rule lower = with_threshold(rule, rule->threshold - STRADDLE_MARGIN);
    const struct solid_rule higher = with_threshold(rule, rule->threshold + STRADDLE_MARGIN);

    solid_test_init(&layer->test, rule, format);
    if (rule->straddle) {
        solid_test_init(&layer->lower, &lower, format);
        solid_test_init(&layer->higher, &higher, format);
    }
}

/* Reads all chunks before the image data. */
static bool read_format(struct decoder *decoder)
{
    struct pixel_format format = {.color_type = decoder->header.color_type,
                                  .depth = decoder->header.bit_depth};
    int code = read_palette(decoder->png, &format);

    if (code == 0)
        code = read_transparency(decoder->png, &format);
    if (code != 0)
        return fail_decoding(decoder, code);
    for (size_t i = 0; i < decoder->layer_count; i++) {
        struct layer *const layer = &decoder->layers[i];

        init_tests(layer, &format);
        layer->picture->has_alpha = pixel_format_has_alpha(&format);
        layer->picture->keyed = layer->rule->keyed;
    }
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------- */

/* Pixel i of a scanline of a pass is pixel x0 + i * dx of its row. */
struct pass {
    uint32_t x0, dx;
};

static const struct pass WHOLE_ROW = {0, 1};
static const struct pass ADAM7[7] = {{0, 8}, {4, 8}, {0, 4}, {2, 4}, {0, 2}, {1, 2}, {0, 1}};

/* Key bits are for images that are cut up; for a whole one the tally says as much. */
static bool begin_picture(const struct decoder *decoder, const struct layer *layer,
                          bool with_key_bits)
{
    const uint32_t width = decoder->header.width, height = decoder->header.height;
    struct picture *const picture = layer->picture;

    return bitmap_init(&picture->solid, width, height) &&
           (!layer->rule->straddle || bitmap_init(&picture->straddling, width, height)) &&
           (!with_key_bits || !layer->rule->keyed ||
            (bitmap_init(&picture->matched, width, height) &&
             bitmap_init(&picture->near, width, height)));
}

static bool begin_rows(struct decoder *decoder, bool with_key_bits)
{
    const struct spng_ihdr *header = &decoder->header;
    const bool interlaced = header->interlace_method != 0;
    bool others = false;
    size_t image_size, row_words;
    int code = spng_decoded_image_size(decoder->png, SPNG_FMT_RAW, &image_size);

    if (code == 0)
        code = spng_decode_image(decoder->png, NULL, 0, SPNG_FMT_RAW, SPNG_DECODE_PROGRESSIVE);
    if (code != 0)
        return fail_decoding(decoder, code);
    for (size_t i = 0; i < decoder->layer_count; i++) {
        if (!begin_picture(decoder, &decoder->layers[i], with_key_bits))
            return fail_memory(decoder->err);
        others |= decoder->layers[i].rule->straddle;
    }
    row_words = decoder->layers[0].picture->solid.row_words;
    decoder->row_size = image_size / header->height;
    decoder->row = malloc(decoder->row_size);
    if (interlaced)
        decoder->pass_bits = malloc(row_words * 3 * sizeof *decoder->pass_bits);
    if (others)
        decoder->other_bits = malloc(row_words * 2 * sizeof *decoder->other_bits);
    if (!decoder->row || (interlaced && !decoder->pass_bits) || (others && !decoder->other_bits))
        return fail_memory(decoder->err);
    return true;
}

static void scatter(const uint64_t *bits, uint32_t count, struct pass pass, struct bitmap *bitmap,
                    uint32_t y)
{
    for (uint32_t i = 0, x = pass.x0; i < count; i++, x += pass.dx)
        if (bits[i / 64] >> (i % 64) & 1)
            bitmap_set(bitmap, x, y);
}

/* Pixel `i` of the scanline, which is pixel (x, y), has an index beyond the palette. */
static bool fail_outside_palette(const struct decoder *decoder, uint32_t i, uint32_t x, uint32_t y)
{
    const uint32_t depth = decoder->header.bit_depth;
    const uint64_t bit = (uint64_t)i * depth;
    const uint32_t byte = decoder->row[bit / 8];
    const uint32_t index = byte >> (8 - depth - bit % 8) & ((1u << depth) - 1);

    return fail(decoder->err,
                "the pixel at %" PRIu32 ",%" PRIu32 " has colour %" PRIu32
                ", but the palette ends at %" PRIu32,
                x, y, index, decoder->layers[0].test.format.palette_count - 1);
}

/* Where the bits of a scanline go: straight to row `y`, or to be scattered. */
static struct row_bits choose_bits(const struct decoder *decoder, const struct picture *picture,
                                   uint32_t y)
{
    const bool has_key_bits = picture->matched.words;
    const size_t row_words = picture->solid.row_words;
    uint64_t *const pass_bits = decoder->pass_bits;

    if (pass_bits)
        return (struct row_bits){pass_bits, has_key_bits ? pass_bits + row_words : NULL,
                                 pass_bits + 2 * row_words};
    return (struct row_bits){bitmap_row(&picture->solid, y),
                             has_key_bits ? bitmap_row(&picture->matched, y) : NULL,
                             has_key_bits ? bitmap_row(&picture->near, y) : NULL};
}

/* The pixels of a scanline that the lower threshold takes and the higher does not. */
static void find_straddling(const struct decoder *decoder, const struct layer *layer,
                            uint32_t count, struct pass pass, uint32_t y)
{
    uint64_t *const low = decoder->other_bits;
    uint64_t *const high = low + layer->picture->straddling.row_words;
    const struct row_bits low_row = {.solid = low}, high_row = {.solid = high};
    struct key_tally ignored = {0};

    solid_test_row(&layer->lower, decoder->row, count, &low_row, &ignored);
    solid_test_row(&layer->higher, decoder->row, count, &high_row, &ignored);
    for (uint32_t i = 0; 64 * i < count; i++)
        low[i] &= ~high[i];
    scatter(low, count, pass, &layer->picture->straddling, y);
}

static bool decide_scanline(struct decoder *decoder, const struct spng_row_info *info,
                            const struct layer *layer)
{
    struct picture *const picture = layer->picture;
    const bool interlaced = decoder->header.interlace_method != 0;
    const struct pass pass = interlaced ? ADAM7[info->pass] : WHOLE_ROW;
    const uint32_t count = (decoder->header.width - pass.x0 + pass.dx - 1) / pass.dx;
    const struct row_bits bits = choose_bits(decoder, picture, info->row_num);
    const uint32_t decided =
        solid_test_row(&layer->test, decoder->row, count, &bits, &picture->key);

    if (decided < count)
        return fail_outside_palette(decoder, decided, pass.x0 + decided * pass.dx, info->row_num);
    if (interlaced)
        scatter(bits.solid, count, pass, &picture->solid, info->row_num);
    if (interlaced && bits.matched) {
        scatter(bits.matched, count, pass, &picture->matched, info->row_num);
        scatter(bits.near, count, pass, &picture->near, info->row_num);
    }
    if (layer->rule->straddle)
        find_straddling(decoder, layer, count, pass, info->row_num);
    return true;
}

static bool decode_rows(struct decoder *decoder)
{
    int code = 0;

    while (code == 0) {
        struct spng_row_info info = {0};

        code = spng_get_row_info(decoder->png, &info);
        if (code == 0)
            code = spng_decode_scanline(decoder->png, decoder->row, decoder->row_size);
        if (code != 0 && code != SPNG_EOI)
            return fail_decoding(decoder, code);
        for (size_t i = 0; i < decoder->layer_count; i++)
            if (!decide_scanline(decoder, &info, &decoder->layers[i]))
                return false;
    }
    return true;
}

/* The chunks after the image data matter only by being whole, and by not being a tRNS. */
static bool finish(struct decoder *decoder)
{
    const struct pixel_format *format = &decoder->layers[0].test.format;
    const bool may_have_trns = format->color_type < 4;
    const int code = spng_decode_chunks(decoder->png);

    if (code != 0)
        return fail_decoding(decoder, code);
    /* libspng does not mind when the file ends inside the very last checksum. */
    if (decoder->watch.left > 0)
        return fail_truncated(decoder);
    if (may_have_trns && decoder->watch.trns_count != format->has_trns)
        return fail(decoder->err, "damaged: the transparency (chunk tRNS) does not fit the image");
    return true;
}

static bool decode(struct reader *reader, struct layer *layers, size_t count, bool with_key_bits,
                   uint64_t max_pixels, struct error *err)
{
    struct decoder decoder = {.reader = reader,
                              .err = err,
                              .watch.left = SIGNATURE_SIZE,
                              .layers = layers,
                              .layer_count = count};
    const bool done = check_beginning(reader, max_pixels, err) && begin(&decoder) &&
                      read_header(&decoder) && read_format(&decoder) &&
                      begin_rows(&decoder, with_key_bits) && decode_rows(&decoder) &&
                      finish(&decoder);

    for (size_t i = 0; i < count && !done; i++)
        picture_free(layers[i].picture);
    free(decoder.other_bits);
    free(decoder.pass_bits);
    free(decoder.row);
    spng_ctx_free(decoder.png);
    return done;
}

bool decode_png(struct reader *reader, const struct solid_rule *rule, uint64_t max_pixels,
                struct picture *out, struct error *err)
{
    struct layer layer = {.rule = rule, .picture = out};

    *out = (struct picture){0};
    return decode(reader, &layer, 1, false, max_pixels, err);
}

bool decode_png_sheet(struct reader *reader, const struct solid_rule *rules, size_t count,
                      uint64_t max_pixels, struct picture *out, struct error *err)
{
    struct layer *const layers = calloc(count, sizeof *layers);
    bool done;

    for (size_t i = 0; i < count; i++) {
        out[i] = (struct picture){0};
        if (layers)
            layers[i] = (struct layer){.rule = &rules[i], .picture = &out[i]};
    }
    if (!layers)
        return fail_memory(err);
    done = decode(reader, layers, count, true, max_pixels, err);
    free(layers);
    return done;
}

void picture_free(struct picture *picture)
{
    bitmap_free(&picture->solid);
    bitmap_free(&picture->matched);
    bitmap_free(&picture->near);
    bitmap_free(&picture->straddling);
    *picture = (struct picture){0};
}

static bool decode_pixels(struct decoder *decoder, struct canvas *out)
{
    size_t size;
    int code;

    if (!canvas_init(out, decoder->header.width, decoder->header.height, 0, decoder->err))
        return false;
    code = spng_decoded_image_size(decoder->png, SPNG_FMT_RGBA8, &size);
    if (code == 0 && size != (size_t)out->width * out->height * 4)
        code = SPNG_EOVERFLOW;
    if (code == 0)
        code = spng_decode_image(decoder->png, out->pixels, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
    return code == 0 || fail_decoding(decoder, code);
}

bool decode_png_image(struct reader *reader, struct canvas *out, struct error *err)
{
    /* No row is decided, but the layer knows the format that chunks are held against. */
    const struct solid_rule rule = {0};
    struct picture undecided = {0};
    struct layer layer = {.rule = &rule, .picture = &undecided};
    struct decoder decoder = {.reader = reader,
                              .err = err,
                              .watch.left = SIGNATURE_SIZE,
                              .layers = &layer,
                              .layer_count = 1};
    bool done;

    *out = (struct canvas){0};
    done = check_beginning(reader, UINT64_MAX, err) && begin(&decoder) && read_header(&decoder) &&
           read_format(&decoder) && decode_pixels(&decoder, out) && finish(&decoder);
    if (!done)
        canvas_free(out);
    spng_ctx_free(decoder.png);
    return done;
}
