/*
 * decode.c - turns rows of samples into planes of bits, by one rule or several
 *
 *     png_quick_next_row -\
 *     png_next_row -------+-> row of samples -> solid_test_row -> bits of that row
 *     rows of a frame ----/
 *
 * A PNG that png_quick refuses, at whatever point, is read again by png_file, whose verdict counts.
 * In an interlaced file a row comes in passes, each with every dx-th pixel of it, so its bits are
 * scattered.
 */
#include "picture/decode.h"

#include "base/memory.h"
#include "picture/png_quick.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A rule, and its tests. */
struct judge {
    const struct solid_rule *rule;
    struct solid_test test;
    struct solid_test lower, higher; /* by other thresholds, if the rule needs them */
};

struct decoding {
    const struct decode_order *order;
    struct image *image;
    struct error *err;
    struct pixel_format format;
    bool is_ready;          /* the judges are, for that format */
    struct judge *judges;   /* one a rule */
    struct decoded *planes; /* one a rule */
    uint64_t *pass_bits;    /* of a row of an interlaced file, for each of four bitmaps */
    uint64_t *other_bits;   /* of a row by two other thresholds, if a rule needs them */
    uint8_t *last_row;      /* of a frame, with SOLID_SLACK */
};

/* ---- Planes ----------------------------------------------------------------------------- */

static struct solid_rule with_threshold(const struct solid_rule *rule, int threshold)
{
    struct solid_rule other = *rule;
    other.threshold = (uint8_t)(threshold < 0 ? 0 : threshold > 254 ? 254 : threshold);
    return other;
}

/* Each rule has planes of its own. */
static bool check_room(const struct decoding *decoding, uint64_t pixels)
{
    const uint64_t most = decoding->order->budget->most;
    return decoding->order->count <= BUDGET_TIMES * most / pixels ||
           fail(decoding->err,
                "its frames have %zu different thresholds and keys; each takes all of its %" PRIu64
                " pixels, which are together more than %d times the %" PRIu64
                " that --max-pixels allows",
                decoding->order->count, pixels, (int)BUDGET_TIMES, most);
}

static bool begin_judges(struct decoding *decoding, uint32_t width, bool interlaced)
{
    const size_t row_words = width / 64 + (width % 64 != 0);
    bool others = false;
    for (size_t i = 0; i < decoding->order->count; i++) {
        struct judge *const judge = &decoding->judges[i];
        const struct solid_rule *const rule = &decoding->order->rules[i];
        judge->rule = rule;
        solid_test_init(&judge->test, rule, &decoding->format);
        if (!rule->straddle)
            continue;
        const struct solid_rule lower = with_threshold(rule, rule->threshold - STRADDLE_MARGIN);
        const struct solid_rule higher = with_threshold(rule, rule->threshold + STRADDLE_MARGIN);
        solid_test_init(&judge->lower, &lower, &decoding->format);
        solid_test_init(&judge->higher, &higher, &decoding->format);
        others = true;
    }
    if (interlaced)
        decoding->pass_bits = malloc(row_words * 4 * sizeof *decoding->pass_bits);
    if (others)
        decoding->other_bits = malloc(row_words * 2 * sizeof *decoding->other_bits);
    decoding->is_ready =
        (!interlaced || decoding->pass_bits != NULL) && (!others || decoding->other_bits != NULL);
    return decoding->is_ready || fail_memory(decoding->err);
}

/* Makes all planes empty, of that size, for rows of the decoding's format. */
static bool begin_planes(struct decoding *decoding, uint32_t width, uint32_t height,
                         bool interlaced)
{
    if (decoding->order->count > 1 && !check_room(decoding, (uint64_t)width * height))
        return false;
    if (!decoding->is_ready && !begin_judges(decoding, width, interlaced))
        return false;
    for (size_t i = 0; i < decoding->order->count; i++) {
        const struct judge *const judge = &decoding->judges[i];
        const bool has_key_bits = decoding->order->cuts && judge->rule->keyed;
        struct decoded *const planes = &decoding->planes[i];
        decoded_free(planes);
        planes->keyed = judge->rule->keyed;
        if (!bitmap_init(&planes->solid, width, height) ||
            (judge->rule->straddle && !bitmap_init(&planes->straddling, width, height)) ||
            (judge->test.soft && !bitmap_init(&planes->soft, width, height)) ||
            (has_key_bits && (!bitmap_init(&planes->matched, width, height) ||
                              !bitmap_init(&planes->near, width, height))))
            return fail_memory(decoding->err);
    }
    return true;
}

/* Forgets everything that was decided. */
static void drop_planes(struct decoding *decoding)
{
    for (size_t i = 0; i < decoding->order->count; i++)
        decoded_free(&decoding->planes[i]);
    free(decoding->other_bits);
    free(decoding->pass_bits);
    decoding->other_bits = decoding->pass_bits = NULL;
    decoding->is_ready = false;
}

static bool give_planes(struct decoding *decoding, uint32_t top, bool apart)
{
    for (size_t i = 0; i < decoding->order->count; i++) {
        struct decoded *const planes = &decoding->planes[i];
        planes->soft_count = bitmap_count(&planes->soft);
        planes->has_alpha = decoding->image->has_alpha;
        planes->top = top;
        planes->apart = apart;
    }
    return decoding->order->take(decoding->order->user, decoding->image, decoding->planes,
                                 decoding->err);
}

/* ---- Rows ------------------------------------------------------------------------------- */

static void scatter(const uint64_t *bits, const struct png_row *row, struct bitmap *bitmap)
{
    for (uint32_t i = 0, x = row->x0; i < row->count; i++, x += row->dx)
        if (bits[i / 64] >> (i % 64) & 1)
            bitmap_set(bitmap, x, row->y);
}

/* Pixel `i` of the row has an index beyond the palette. */
static bool fail_outside_palette(const struct decoding *decoding, const uint8_t *samples,
                                 const struct png_row *row, uint32_t i)
{
    const struct pixel_format *const format = &decoding->format;
    const uint64_t bit = (uint64_t)i * format->depth;
    const uint32_t byte = samples[bit / 8];
    const uint32_t index = byte >> (8 - format->depth - bit % 8) & ((1u << format->depth) - 1);
    return fail(decoding->err,
                "the pixel at %" PRIu32 ",%" PRIu32 " has colour %" PRIu32
                ", but the palette ends at %" PRIu32,
                row->x0 + i * row->dx, row->y, index, format->palette_count - 1);
}

/* The place for the bits of a row: row `y`, or memory from which they are scattered. */
static struct row_bits choose_bits(const struct decoding *decoding, const struct decoded *planes,
                                   uint32_t y)
{
    const bool has_key_bits = planes->matched.words != NULL;
    const bool has_soft = planes->soft.words != NULL;
    const size_t row_words = planes->solid.row_words;
    uint64_t *const pass_bits = decoding->pass_bits;
    if (pass_bits != NULL)
        return (struct row_bits){pass_bits, has_key_bits ? pass_bits + row_words : NULL,
                                 pass_bits + 2 * row_words,
                                 has_soft ? pass_bits + 3 * row_words : NULL};
    return (struct row_bits){bitmap_row(&planes->solid, y),
                             has_key_bits ? bitmap_row(&planes->matched, y) : NULL,
                             has_key_bits ? bitmap_row(&planes->near, y) : NULL,
                             has_soft ? bitmap_row(&planes->soft, y) : NULL};
}

/* The pixels of a row that the lower threshold takes and the higher does not. */
static void find_straddling(const struct decoding *decoding, const struct judge *judge,
                            const uint8_t *samples, const struct png_row *row,
                            struct bitmap *straddling)
{
    uint64_t *const low = decoding->other_bits;
    uint64_t *const high = low + straddling->row_words;
    const struct row_bits low_row = {.solid = low}, high_row = {.solid = high};
    struct key_tally ignored = {0};
    solid_test_row(&judge->lower, samples, row->count, &low_row, &ignored);
    solid_test_row(&judge->higher, samples, row->count, &high_row, &ignored);
    for (uint32_t i = 0; 64 * i < row->count; i++)
        low[i] &= ~high[i];
    scatter(low, row, straddling);
}

/* `samples` have SOLID_SLACK behind them. */
static bool decide_row(const struct decoding *decoding, const uint8_t *samples,
                       const struct png_row *row)
{
    for (size_t i = 0; i < decoding->order->count; i++) {
        const struct judge *const judge = &decoding->judges[i];
        struct decoded *const planes = &decoding->planes[i];
        const struct row_bits bits = choose_bits(decoding, planes, row->y);
        const uint32_t decided =
            solid_test_row(&judge->test, samples, row->count, &bits, &planes->key);
        if (decided < row->count)
            return fail_outside_palette(decoding, samples, row, decided);
        if (decoding->pass_bits != NULL) {
            scatter(bits.solid, row, &planes->solid);
            if (bits.matched) {
                scatter(bits.matched, row, &planes->matched);
                scatter(bits.near, row, &planes->near);
            }
            if (bits.soft)
                scatter(bits.soft, row, &planes->soft);
        }
        if (judge->rule->straddle)
            find_straddling(decoding, judge, samples, row, &planes->straddling);
    }
    return true;
}

/* ---- PNG ---------------------------------------------------------------------------------- */

static bool begin_png(struct decoding *decoding, const struct png_header *header)
{
    *decoding->image = (struct image){.width = header->width,
                                      .height = header->height,
                                      .frame_count = 1,
                                      .has_alpha = pixel_format_has_alpha(&header->format),
                                      .has_more = header->animated};
    decoding->format = header->format;
    return begin_planes(decoding, header->width, header->height, header->interlaced);
}

static bool decode_quick(struct decoding *decoding, struct reader *reader)
{
    const bool by_zlib = decoding->order->decoder == DECODER_ZLIB;
    struct png_quick png;
    bool keyed = false;
    for (size_t i = 0; i < decoding->order->count; i++)
        keyed |= decoding->order->rules[i].keyed;
    bool ok = png_quick_open(&png, reader, decoding->order->budget->most) &&
              png_quick_begin_rows(&png, keyed, by_zlib) && begin_png(decoding, &png.header);
    struct png_row row = {.dx = 1, .count = png.header.width};
    for (; ok && row.y < png.header.height; row.y++) {
        const uint8_t *const samples = png_quick_next_row(&png);
        ok = samples != NULL && decide_row(decoding, samples, &row);
    }
    ok = ok && png_quick_finish(&png);
    png_quick_close(&png);
    if (!ok)
        drop_planes(decoding);
    return ok;
}

static bool decode_by_reference(struct decoding *decoding, struct reader *reader)
{
    struct png png;
    struct png_row row = {.last = false};
    size_t row_size = 0;
    uint8_t *samples = NULL;
    bool ok = png_open(&png, reader, decoding->order->budget->most, decoding->err) &&
              begin_png(decoding, &png.header) && png_begin_rows(&png, &row_size);
    if (ok) {
        samples = malloc(row_size + SOLID_SLACK);
        ok = samples != NULL || fail_memory(decoding->err);
    }
    while (ok && !row.last)
        ok = png_next_row(&png, samples, row_size, &row) && decide_row(decoding, samples, &row);
    ok = ok && png_finish(&png);
    free(samples);
    png_close(&png);
    return ok;
}

/* ---- Other kinds -------------------------------------------------------------------------- */

static bool decide_frame(void *user, const struct image *image, uint32_t frame,
                         const uint8_t *pixels, struct error *err)
{
    struct decoding *const decoding = user;
    const bool stacked = decoding->order->stacked;
    const uint32_t top = frame * image->height, begin = stacked ? top : 0;
    const size_t row_size = (size_t)image->width * 4;
    struct png_row row = {.dx = 1, .count = image->width};
    decoding->format = (struct pixel_format){.color_type = 6, .depth = 8};
    if (decoding->last_row == NULL)
        decoding->last_row = malloc(row_size + SOLID_SLACK);
    if (decoding->last_row == NULL)
        return fail_memory(err);
    if ((frame == 0 || !stacked) &&
        !begin_planes(decoding, image->width,
                      stacked ? image->height * image->frame_count : image->height, false))
        return false;
    for (uint32_t y = 0; y < image->height; y++, pixels += row_size) {
        const bool has_slack = (uint64_t)(image->height - 1 - y) * row_size >= SOLID_SLACK;
        if (!has_slack)
            memcpy(decoding->last_row, pixels, row_size);
        row.y = begin + y;
        if (!decide_row(decoding, has_slack ? pixels : decoding->last_row, &row))
            return false;
    }
    return (stacked && frame + 1 < image->frame_count) ||
           give_planes(decoding, stacked ? 0 : top, image->apart);
}

/* ---- All of it -------------------------------------------------------------------------- */

bool decode_picture(struct reader *reader, const struct decode_order *order, struct image *image,
                    struct error *err)
{
    struct judge judge;
    struct decoded planes = {0};
    struct decoding decoding = {
        .order = order, .image = image, .err = err, .judges = &judge, .planes = &planes};
    const struct image_rules rules = {.budget = order->budget,
                                      .layer = order->layer,
                                      .first = order->first,
                                      .take = decide_frame,
                                      .user = &decoding};
    const uint8_t *beginning;
    size_t got;
    *image = (struct image){0};
    if (!reader_peek(reader, IMAGE_BYTES, &beginning, &got, err))
        return false;
    const struct image_kind *kind = image_kind_of(beginning, got);
    if (order->count > 1) {
        decoding.judges = memory_new(order->count, sizeof *decoding.judges);
        decoding.planes = memory_new(order->count, sizeof *decoding.planes);
    }
    bool ok = true;
    if (kind == NULL) {
        const bool can_rewind = reader_can_rewind(reader);
        ok =
            (order->decoder != DECODER_REFERENCE && can_rewind &&
             decode_quick(&decoding, reader)) ||
            ((!can_rewind || reader_rewind(reader, err)) && decode_by_reference(&decoding, reader));
        const bool is_animation = ok && image->has_more && !order->first && can_rewind;
        if (is_animation) {
            drop_planes(&decoding);
            kind = &image_apng;
            ok = reader_rewind(reader, err);
        } else {
            ok = ok && give_planes(&decoding, 0, false);
        }
    }
    if (ok && kind != NULL)
        ok = image_read(kind, reader, &rules, image, err);
    drop_planes(&decoding);
    if (order->count > 1) {
        free(decoding.judges);
        free(decoding.planes);
    }
    free(decoding.last_row);
    return ok;
}

void decode_leave(void)
{
    inflate_leave();
}

void decoded_free(struct decoded *planes)
{
    bitmap_free(&planes->solid);
    bitmap_free(&planes->matched);
    bitmap_free(&planes->near);
    bitmap_free(&planes->straddling);
    bitmap_free(&planes->soft);
    *planes = (struct decoded){0};
}
