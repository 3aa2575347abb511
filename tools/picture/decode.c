/*
 * decode.c - turns the scanlines of a PNG into solid bits, by one rule or several
 *
 *     png_next_row -> scanline -> solid_test_row -> bitmap
 *
 * In an interlaced file a scanline holds every dx-th pixel of a row, so its bits are scattered.
 */
#include "picture/decode.h"

#include "picture/png_file.h"

#include <inttypes.h>
#include <stdlib.h>

struct decoder {
    struct png png;
    struct error *err;
    struct layer *layers; /* one a rule */
    size_t layer_count;
    size_t row_size;
    uint8_t *row;
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
static bool begin_picture(const struct png *png, struct layer *layer, bool with_key_bits)
{
    const uint32_t width = png->width, height = png->height;
    struct decoded *const picture = layer->picture;
    const struct solid_rule *const rule = layer->rule;
    const struct solid_rule lower = with_threshold(rule, rule->threshold - STRADDLE_MARGIN);
    const struct solid_rule higher = with_threshold(rule, rule->threshold + STRADDLE_MARGIN);
    solid_test_init(&layer->test, rule, &png->format);
    if (rule->straddle) {
        solid_test_init(&layer->lower, &lower, &png->format);
        solid_test_init(&layer->higher, &higher, &png->format);
    }
    picture->has_alpha = pixel_format_has_alpha(&png->format);
    picture->animated = png->animated;
    picture->keyed = rule->keyed;
    return bitmap_init(&picture->solid, width, height) &&
           (!rule->straddle || bitmap_init(&picture->straddling, width, height)) &&
           (!layer->test.soft || bitmap_init(&picture->soft, width, height)) &&
           (!with_key_bits || !rule->keyed ||
            (bitmap_init(&picture->matched, width, height) &&
             bitmap_init(&picture->near, width, height)));
}

static bool begin_rows(struct decoder *decoder, bool with_key_bits)
{
    const bool interlaced = decoder->png.interlaced;
    bool others = false;
    if (!png_begin_rows(&decoder->png, &decoder->row_size))
        return false;
    for (size_t i = 0; i < decoder->layer_count; i++) {
        if (!begin_picture(&decoder->png, &decoder->layers[i], with_key_bits))
            return fail_memory(decoder->err);
        others |= decoder->layers[i].rule->straddle;
    }
    const size_t row_words = decoder->layers[0].picture->solid.row_words;
    decoder->row = malloc(decoder->row_size);
    if (interlaced)
        decoder->pass_bits = malloc(row_words * 4 * sizeof *decoder->pass_bits);
    if (others)
        decoder->other_bits = malloc(row_words * 2 * sizeof *decoder->other_bits);
    const bool ok = decoder->row != NULL && (!interlaced || decoder->pass_bits != NULL) &&
                    (!others || decoder->other_bits != NULL);
    return ok || fail_memory(decoder->err);
}

/* ---- Rows ------------------------------------------------------------------------------- */

static void scatter(const uint64_t *bits, const struct png_row *row, struct bitmap *bitmap)
{
    for (uint32_t i = 0, x = row->x0; i < row->count; i++, x += row->dx)
        if (bits[i / 64] >> (i % 64) & 1)
            bitmap_set(bitmap, x, row->y);
}

/* Pixel `i` of the scanline has an index beyond the palette. */
static bool fail_outside_palette(const struct decoder *decoder, const struct png_row *row,
                                 uint32_t i)
{
    const struct pixel_format *const format = &decoder->png.format;
    const uint64_t bit = (uint64_t)i * format->depth;
    const uint32_t byte = decoder->row[bit / 8];
    const uint32_t index = byte >> (8 - format->depth - bit % 8) & ((1u << format->depth) - 1);
    return fail(decoder->err,
                "the pixel at %" PRIu32 ",%" PRIu32 " has colour %" PRIu32
                ", but the palette ends at %" PRIu32,
                row->x0 + i * row->dx, row->y, index, format->palette_count - 1);
}

/* The place for the bits of a scanline: row `y`, or memory from which they are scattered. */
static struct row_bits choose_bits(const struct decoder *decoder, const struct decoded *picture,
                                   uint32_t y)
{
    const bool has_key_bits = picture->matched.words != NULL;
    const bool has_soft = picture->soft.words != NULL;
    const size_t row_words = picture->solid.row_words;
    uint64_t *const pass_bits = decoder->pass_bits;
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
static void find_straddling(const struct decoder *decoder, const struct layer *layer,
                            const struct png_row *row)
{
    uint64_t *const low = decoder->other_bits;
    uint64_t *const high = low + layer->picture->straddling.row_words;
    const struct row_bits low_row = {.solid = low}, high_row = {.solid = high};
    struct key_tally ignored = {0};
    solid_test_row(&layer->lower, decoder->row, row->count, &low_row, &ignored);
    solid_test_row(&layer->higher, decoder->row, row->count, &high_row, &ignored);
    for (uint32_t i = 0; 64 * i < row->count; i++)
        low[i] &= ~high[i];
    scatter(low, row, &layer->picture->straddling);
}

static bool decide_row(const struct decoder *decoder, const struct png_row *row,
                       const struct layer *layer)
{
    struct decoded *const picture = layer->picture;
    const struct row_bits bits = choose_bits(decoder, picture, row->y);
    const uint32_t decided =
        solid_test_row(&layer->test, decoder->row, row->count, &bits, &picture->key);
    if (decided < row->count)
        return fail_outside_palette(decoder, row, decided);
    if (decoder->png.interlaced)
        scatter(bits.solid, row, &picture->solid);
    if (decoder->png.interlaced && bits.matched) {
        scatter(bits.matched, row, &picture->matched);
        scatter(bits.near, row, &picture->near);
    }
    if (decoder->png.interlaced && bits.soft)
        scatter(bits.soft, row, &picture->soft);
    if (layer->rule->straddle)
        find_straddling(decoder, layer, row);
    return true;
}

static bool decode_rows(struct decoder *decoder)
{
    struct png_row row = {.last = false};
    while (!row.last) {
        if (!png_next_row(&decoder->png, decoder->row, decoder->row_size, &row))
            return false;
        for (size_t i = 0; i < decoder->layer_count; i++)
            if (!decide_row(decoder, &row, &decoder->layers[i]))
                return false;
    }
    return true;
}

/* ---- All of it -------------------------------------------------------------------------- */

static bool decode(struct reader *reader, const struct solid_rule *rules, size_t count,
                   bool with_key_bits, uint64_t max_pixels, struct decoded *out, struct error *err)
{
    struct layer *const layers = calloc(count, sizeof *layers);
    struct decoder decoder = {.err = err, .layers = layers, .layer_count = count};
    for (size_t i = 0; i < count; i++) {
        out[i] = (struct decoded){0};
        if (layers != NULL)
            layers[i] = (struct layer){.rule = &rules[i], .picture = &out[i]};
    }
    if (layers == NULL)
        return fail_memory(err);
    const bool done = png_open(&decoder.png, reader, max_pixels, err) &&
                      begin_rows(&decoder, with_key_bits) && decode_rows(&decoder) &&
                      png_finish(&decoder.png);
    for (size_t i = 0; i < count; i++) {
        if (done)
            out[i].soft_count = bitmap_count(&out[i].soft);
        else
            decoded_free(&out[i]);
    }
    free(decoder.other_bits);
    free(decoder.pass_bits);
    free(decoder.row);
    free(layers);
    png_close(&decoder.png);
    return done;
}

bool decode_png(struct reader *reader, const struct solid_rule *rule, uint64_t max_pixels,
                struct decoded *out, struct error *err)
{
    return decode(reader, rule, 1, false, max_pixels, out, err);
}

bool decode_png_sheet(struct reader *reader, const struct solid_rule *rules, size_t count,
                      uint64_t max_pixels, struct decoded *out, struct error *err)
{
    return decode(reader, rules, count, true, max_pixels, out, err);
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
