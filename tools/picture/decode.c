/*
 * decode.c - turns the scanlines of a picture into solid bits, by one rule or several
 *
 *     png_quick_next_row -\
 *     png_next_row -------+-> scanline -> solid_test_row -> bitmap
 *     image rows --------/
 *
 * A file that png_quick refuses, at whatever point, is read again by png_file, whose verdict
 * counts. In an interlaced file a scanline holds every dx-th pixel of a row, so its bits are
 * scattered.
 */
#include "picture/decode.h"

#include "picture/png_quick.h"

#include <inttypes.h>
#include <stdlib.h>

struct decoding {
    const struct png_header *header;
    struct error *err;
    struct layer *layers; /* one a rule */
    size_t layer_count;
    uint64_t max_pixels;
    bool with_key_bits;
    uint64_t *pass_bits;  /* of a scanline of an interlaced file, for each of four bitmaps */
    uint64_t *other_bits; /* of a scanline by two other thresholds, if a rule needs them */
};

/* A rule, its tests, and the picture that they make. */
struct layer {
    const struct solid_rule *rule;
    struct solid_test test;
    struct solid_test lower, higher; /* by other thresholds, if the rule needs them */
    struct decoded *picture;
};

/* ---- Pictures --------------------------------------------------------------------------- */

static struct solid_rule with_threshold(const struct solid_rule *rule, int threshold)
{
    struct solid_rule other = *rule;
    other.threshold = (uint8_t)(threshold < 0 ? 0 : threshold > 254 ? 254 : threshold);
    return other;
}

/* Key bits are for images that are cut into frames; for a whole image the tally is enough. */
static bool begin_picture(const struct png_header *header, struct layer *layer, bool with_key_bits)
{
    const uint32_t width = header->width, height = header->height;
    struct decoded *const picture = layer->picture;
    const struct solid_rule *const rule = layer->rule;
    const struct solid_rule lower = with_threshold(rule, rule->threshold - STRADDLE_MARGIN);
    const struct solid_rule higher = with_threshold(rule, rule->threshold + STRADDLE_MARGIN);
    solid_test_init(&layer->test, rule, &header->format);
    if (rule->straddle) {
        solid_test_init(&layer->lower, &lower, &header->format);
        solid_test_init(&layer->higher, &higher, &header->format);
    }
    picture->has_alpha = pixel_format_has_alpha(&header->format);
    picture->animated = header->animated;
    picture->keyed = rule->keyed;
    return bitmap_init(&picture->solid, width, height) &&
           (!rule->straddle || bitmap_init(&picture->straddling, width, height)) &&
           (!layer->test.soft || bitmap_init(&picture->soft, width, height)) &&
           (!with_key_bits || !rule->keyed ||
            (bitmap_init(&picture->matched, width, height) &&
             bitmap_init(&picture->near, width, height)));
}

/* Each rule has a picture of its own. */
static bool check_room(const struct decoding *decoding, const struct png_header *header)
{
    const uint64_t pixels = (uint64_t)header->width * header->height;
    return decoding->layer_count <= IMAGE_WORK * decoding->max_pixels / pixels ||
           fail(decoding->err,
                "its frames have %zu different thresholds and keys; each takes all of its %" PRIu64
                " pixels, which are together more than %d times the %" PRIu64
                " that --max-pixels allows",
                decoding->layer_count, pixels, (int)IMAGE_WORK, decoding->max_pixels);
}

static bool begin_pictures(struct decoding *decoding, const struct png_header *header)
{
    bool others = false;
    if (decoding->layer_count > 1 && !check_room(decoding, header))
        return false;
    decoding->header = header;
    for (size_t i = 0; i < decoding->layer_count; i++) {
        if (!begin_picture(header, &decoding->layers[i], decoding->with_key_bits))
            return fail_memory(decoding->err);
        others |= decoding->layers[i].rule->straddle;
    }
    const size_t row_words = decoding->layers[0].picture->solid.row_words;
    if (header->interlaced)
        decoding->pass_bits = malloc(row_words * 4 * sizeof *decoding->pass_bits);
    if (others)
        decoding->other_bits = malloc(row_words * 2 * sizeof *decoding->other_bits);
    const bool ok = (!header->interlaced || decoding->pass_bits != NULL) &&
                    (!others || decoding->other_bits != NULL);
    return ok || fail_memory(decoding->err);
}

/* Forgets everything that was decided. */
static void drop_pictures(struct decoding *decoding)
{
    for (size_t i = 0; i < decoding->layer_count; i++)
        decoded_free(decoding->layers[i].picture);
    free(decoding->other_bits);
    free(decoding->pass_bits);
    decoding->other_bits = decoding->pass_bits = NULL;
}

/* ---- Rows ------------------------------------------------------------------------------- */

static void scatter(const uint64_t *bits, const struct png_row *row, struct bitmap *bitmap)
{
    for (uint32_t i = 0, x = row->x0; i < row->count; i++, x += row->dx)
        if (bits[i / 64] >> (i % 64) & 1)
            bitmap_set(bitmap, x, row->y);
}

/* Pixel `i` of the scanline has an index beyond the palette. */
static bool fail_outside_palette(const struct decoding *decoding, const uint8_t *samples,
                                 const struct png_row *row, uint32_t i)
{
    const struct pixel_format *const format = &decoding->header->format;
    const uint64_t bit = (uint64_t)i * format->depth;
    const uint32_t byte = samples[bit / 8];
    const uint32_t index = byte >> (8 - format->depth - bit % 8) & ((1u << format->depth) - 1);
    return fail(decoding->err,
                "the pixel at %" PRIu32 ",%" PRIu32 " has colour %" PRIu32
                ", but the palette ends at %" PRIu32,
                row->x0 + i * row->dx, row->y, index, format->palette_count - 1);
}

/* The place for the bits of a scanline: row `y`, or memory from which they are scattered. */
static struct row_bits choose_bits(const struct decoding *decoding, const struct decoded *picture,
                                   uint32_t y)
{
    const bool has_key_bits = picture->matched.words != NULL;
    const bool has_soft = picture->soft.words != NULL;
    const size_t row_words = picture->solid.row_words;
    uint64_t *const pass_bits = decoding->pass_bits;
    if (pass_bits != NULL)
        return (struct row_bits){pass_bits, has_key_bits ? pass_bits + row_words : NULL,
                                 pass_bits + 2 * row_words,
                                 has_soft ? pass_bits + 3 * row_words : NULL};
    return (struct row_bits){bitmap_row(&picture->solid, y),
                             has_key_bits ? bitmap_row(&picture->matched, y) : NULL,
                             has_key_bits ? bitmap_row(&picture->near, y) : NULL,
                             has_soft ? bitmap_row(&picture->soft, y) : NULL};
}

/* The pixels of a scanline that the lower threshold takes and the higher does not. */
static void find_straddling(const struct decoding *decoding, const struct layer *layer,
                            const uint8_t *samples, const struct png_row *row)
{
    uint64_t *const low = decoding->other_bits;
    uint64_t *const high = low + layer->picture->straddling.row_words;
    const struct row_bits low_row = {.solid = low}, high_row = {.solid = high};
    struct key_tally ignored = {0};
    solid_test_row(&layer->lower, samples, row->count, &low_row, &ignored);
    solid_test_row(&layer->higher, samples, row->count, &high_row, &ignored);
    for (uint32_t i = 0; 64 * i < row->count; i++)
        low[i] &= ~high[i];
    scatter(low, row, &layer->picture->straddling);
}

static bool decide_layer(const struct decoding *decoding, const uint8_t *samples,
                         const struct png_row *row, const struct layer *layer)
{
    struct decoded *const picture = layer->picture;
    const struct row_bits bits = choose_bits(decoding, picture, row->y);
    const uint32_t decided =
        solid_test_row(&layer->test, samples, row->count, &bits, &picture->key);
    if (decided < row->count)
        return fail_outside_palette(decoding, samples, row, decided);
    if (decoding->header->interlaced)
        scatter(bits.solid, row, &picture->solid);
    if (decoding->header->interlaced && bits.matched) {
        scatter(bits.matched, row, &picture->matched);
        scatter(bits.near, row, &picture->near);
    }
    if (decoding->header->interlaced && bits.soft)
        scatter(bits.soft, row, &picture->soft);
    if (layer->rule->straddle)
        find_straddling(decoding, layer, samples, row);
    return true;
}

static bool decide_row(const struct decoding *decoding, const uint8_t *samples,
                       const struct png_row *row)
{
    for (size_t i = 0; i < decoding->layer_count; i++)
        if (!decide_layer(decoding, samples, row, &decoding->layers[i]))
            return false;
    return true;
}

/* ---- By png_quick ------------------------------------------------------------------------- */

static bool decide_quick_rows(const struct decoding *decoding, struct png_quick *png)
{
    struct png_row row = {.dx = 1, .count = png->header.width};
    for (; row.y < png->header.height; row.y++) {
        const uint8_t *const samples = png_quick_next_row(png);
        if (samples == NULL || !decide_row(decoding, samples, &row))
            return false;
    }
    return true;
}

static bool decode_quick(struct decoding *decoding, struct reader *reader,
                         const struct decode_rules *how)
{
    struct png_quick png;
    bool keyed = false;
    for (size_t i = 0; i < decoding->layer_count; i++)
        keyed |= decoding->layers[i].rule->keyed;
    const bool done = png_quick_open(&png, reader, how->max_pixels) &&
                      png_quick_begin_rows(&png, keyed, how->decoder == DECODER_ZLIB) &&
                      begin_pictures(decoding, &png.header) && decide_quick_rows(decoding, &png) &&
                      png_quick_finish(&png);
    png_quick_close(&png);
    decoding->header = NULL; /* it goes with `png` */
    if (!done)
        drop_pictures(decoding);
    return done;
}

/* ---- By png_file -------------------------------------------------------------------------- */

static bool decide_all_rows(const struct decoding *decoding, struct png *png)
{
    struct png_row row = {.last = false};
    size_t row_size = 0;
    if (!png_begin_rows(png, &row_size))
        return false;
    uint8_t *const samples = malloc(row_size + SOLID_SLACK);
    bool ok = samples != NULL || fail_memory(decoding->err);
    while (ok && !row.last)
        ok = png_next_row(png, samples, row_size, &row) && decide_row(decoding, samples, &row);
    free(samples);
    return ok;
}

static bool decode_by_reference(struct decoding *decoding, struct reader *reader,
                                uint64_t max_pixels)
{
    struct png png;
    const bool done = png_open(&png, reader, max_pixels, decoding->err) &&
                      begin_pictures(decoding, &png.header) && decide_all_rows(decoding, &png) &&
                      png_finish(&png);
    decoding->header = NULL;
    if (!done)
        drop_pictures(decoding);
    png_close(&png);
    return done;
}

/* ---- All of it -------------------------------------------------------------------------- */

/* False without memory. */
static bool begin_decoding(struct decoding *decoding, const struct solid_rule *rules, size_t count,
                           bool with_key_bits, struct decoded *out, struct error *err)
{
    struct layer *const layers = calloc(count, sizeof *layers);
    *decoding = (struct decoding){
        .err = err, .layers = layers, .layer_count = count, .with_key_bits = with_key_bits};
    for (size_t i = 0; i < count; i++) {
        out[i] = (struct decoded){0};
        if (layers != NULL)
            layers[i] = (struct layer){.rule = &rules[i], .picture = &out[i]};
    }
    return layers != NULL || fail_memory(err);
}

static void end_decoding(struct decoding *decoding)
{
    for (size_t i = 0; i < decoding->layer_count; i++)
        decoding->layers[i].picture->soft_count = bitmap_count(&decoding->layers[i].picture->soft);
    free(decoding->other_bits);
    free(decoding->pass_bits);
    free(decoding->layers);
}

bool decode_image(const struct image *image, const struct solid_rule *rules, size_t count,
                  bool with_key_bits, uint64_t max_pixels, struct decoded *out, struct error *err)
{
    const struct png_header header = {.width = image->width * image->columns,
                                      .height = image->height * image->frame_count,
                                      .format = {.color_type = 6, .depth = 8}};
    struct png_row row = {.dx = 1, .count = header.width};
    struct decoding decoding;
    if (!begin_decoding(&decoding, rules, count, with_key_bits, out, err))
        return false;
    decoding.max_pixels = max_pixels;
    bool ok = begin_pictures(&decoding, &header);
    for (; ok && row.y < header.height; row.y++)
        ok = decide_row(&decoding, image->pixels + image_row_size(image) * row.y, &row);
    for (size_t i = 0; i < count; i++)
        out[i].has_alpha = image->has_alpha;
    if (!ok)
        drop_pictures(&decoding);
    end_decoding(&decoding);
    return ok;
}

static bool decode(struct reader *reader, const struct solid_rule *rules, size_t count,
                   bool with_key_bits, const struct decode_rules *how, struct decoded *out,
                   struct error *err)
{
    struct decoding decoding;
    bool done = false;
    if (!begin_decoding(&decoding, rules, count, with_key_bits, out, err))
        return false;
    decoding.max_pixels = how->max_pixels;
    if (how->decoder == DECODER_REFERENCE || !reader_can_rewind(reader))
        done = decode_by_reference(&decoding, reader, how->max_pixels);
    else
        done =
            decode_quick(&decoding, reader, how) ||
            (reader_rewind(reader, err) && decode_by_reference(&decoding, reader, how->max_pixels));
    end_decoding(&decoding);
    return done;
}

void decode_leave(void)
{
    inflate_leave();
}

bool decode_png(struct reader *reader, const struct solid_rule *rule,
                const struct decode_rules *how, struct decoded *out, struct error *err)
{
    return decode(reader, rule, 1, false, how, out, err);
}

bool decode_png_sheet(struct reader *reader, const struct solid_rule *rules, size_t count,
                      const struct decode_rules *how, struct decoded *out, struct error *err)
{
    return decode(reader, rules, count, true, how, out, err);
}

void decoded_free(struct decoded *picture)
{
    bitmap_free(&picture->solid);
    bitmap_free(&picture->matched);
    bitmap_free(&picture->near);
    bitmap_free(&picture->straddling);
    bitmap_free(&picture->soft);
    *picture = (struct decoded){0};
}
