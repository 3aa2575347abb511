/*
 * image.c - the kinds of pictures, and their rows as planes of bits, by one rule or several
 *
 *     png_quick_next_row -\
 *     png_next_row -------+-> row of samples -> solid_test_row -> bits of that row
 *     rows of a frame ----/
 *
 * A PNG that png_quick refuses, at whatever point, is read again by png_file, whose verdict counts.
 * In an interlaced file a row comes in passes, each with every dx-th pixel of it, so its bits are
 * scattered.
 */
#include "picture/image.h"

#include "base/memory.h"
#include "base/text.h"
#include "picture/png_file.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct image_kind image_aseprite, image_gif, image_webp, image_qoi, image_tga;

/* A TGA has no signature, so it comes last. */
enum { KINDS = 5 };
static const struct image_kind *const kinds[KINDS] = {&image_aseprite, &image_gif, &image_webp,
                                                      &image_qoi, &image_tga};

/* The most bytes of a file, which is read as a whole. */
#define FILE_MOST ((size_t)1 << 30)

const struct image_kind *image_kind_of(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i]->begins(bytes, size))
            return kinds[i];
    return NULL;
}

bool image_begins(const uint8_t *bytes, size_t size)
{
    return png_begins(bytes, size) || image_kind_of(bytes, size) != NULL;
}

const char *image_left_out(char out[IMAGE_LEFT_OUT_MAX])
{
    size_t used = 0;
    out[0] = 0;
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i]->missing != NULL)
            used += (size_t)snprintf(out + used, IMAGE_LEFT_OUT_MAX - used, "%s%s",
                                     used > 0 ? ", " : "", strchr(kinds[i]->name, ' ') + 1);
    return out;
}

bool image_read_bytes(const struct image_kind *kind, const uint8_t *bytes, size_t size,
                      const struct image_rules *rules, struct image *out, struct error *err)
{
    *out = (struct image){0};
    bool ok = kind->read(bytes, size, rules, out, err);
    if (ok && out->has_layer) {
        struct image again = {.apart = true};
        ok = kind->read(bytes, size, rules, &again, err);
        image_free(&again);
    }
    free(out->canvas);
    out->canvas = NULL;
    if (!ok)
        image_free(out);
    return ok;
}

bool image_read(const struct image_kind *kind, struct reader *reader,
                const struct image_rules *rules, struct image *out, struct error *err)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    *out = (struct image){0};
    if (kind->missing != NULL)
        return fail(err,
                    "is %s, and this hitmask was built without %s: install %s and build it again, "
                    "or convert the file to PNG",
                    kind->name, strchr(kind->name, ' ') + 1, kind->missing);
    const bool ok = reader_read_all(reader, FILE_MOST, &bytes, &size, err) &&
                    image_read_bytes(kind, bytes, size, rules, out, err);
    free(bytes);
    return ok;
}

void image_free(struct image *image)
{
    for (size_t i = 0; i < image->tag_count; i++)
        free(image->tags[i].name);
    for (size_t i = 0; i < image->slice_count; i++)
        free(image->slices[i].name);
    free(image->tags);
    free(image->slices);
    free(image->durations);
    free(image->canvas);
    arena_free(&image->arena);
    *image = (struct image){0};
}

/* ---- For readers ----------------------------------------------------------------------------- */

bool image_check_size(uint64_t width, uint64_t height, uint64_t frames,
                      const struct image_rules *rules, struct error *err)
{
    const uint64_t most = rules->budget->most;
    if (width == 0 || height == 0)
        return fail(err, "the picture is %" PRIu64 "x%" PRIu64 ", and has no pixel", width, height);
    if (width > INT32_MAX || height > INT32_MAX || width * height > most)
        return fail(err,
                    "%" PRIu64 "x%" PRIu64 " is more pixels than the %" PRIu64
                    " that --max-pixels allows",
                    width, height, most);
    if (frames > BUDGET_TIMES * most / (width * height))
        return fail(err,
                    "%" PRIu64 "x%" PRIu64 " in %" PRIu64
                    " frames is more pixels than %d times the %" PRIu64 " that --max-pixels allows",
                    width, height, frames, (int)BUDGET_TIMES, most);
    /* They stand one below the other. */
    return height * frames <= INT32_MAX ||
           fail(err, "its frames have more than %d rows together: %" PRIu64 " frames of %" PRIu64,
                INT32_MAX, frames, height);
}

bool image_begin(struct image *image, const struct image_rules *rules, struct error *err)
{
    const uint64_t width = (uint64_t)image->width * (image->has_layer ? 2 : 1);
    if (!image_check_size(width, image->height, image->frame_count, rules, err))
        return false;
    image->durations = memory_new(image->frame_count, sizeof *image->durations);
    image->canvas = image_canvas(image, err);
    return image->canvas != NULL;
}

uint8_t *image_canvas(const struct image *image, struct error *err)
{
    const uint64_t bytes = (uint64_t)image->width * image->height * 4;
    /* NOLINTNEXTLINE(*UnixAPI): a picture without a pixel was refused */
    uint8_t *const pixels = bytes <= SIZE_MAX ? calloc((size_t)bytes, 1) : NULL;
    if (pixels == NULL)
        fail_memory(err);
    return pixels;
}

const char *const image_flaw_ids[IMAGE_FLAWS] = {
    [IMAGE_DAMAGED_EXTRA] = "damaged-extra",
    [IMAGE_CLIPPED] = "clipped",
    [IMAGE_OUTSIDE_PALETTE] = "outside-palette",
};

void image_note(struct image *image, enum image_flaw flaw, const char *format, ...)
{
    va_list arguments;
    if (image->flaws[flaw][0] != '\0')
        return;
    va_start(arguments, format);
    vsnprintf(image->flaws[flaw], IMAGE_FLAW_TEXT, format, arguments);
    va_end(arguments);
}

void image_note_damaged(struct image *image, const char *type)
{
    char quoted[32];
    image_note(image, IMAGE_DAMAGED_EXTRA,
               "a checksum does not match (chunk %s), but this chunk plays no part in the mask",
               text_quote(quoted, sizeof quoted, type));
}

bool image_give(const struct image *image, const struct image_rules *rules, uint32_t frame,
                const uint8_t *pixels, struct error *err)
{
    return rules->take == NULL || rules->take(rules->user, image, frame, pixels, err);
}

bool image_covers(struct image_area *hole, struct image_area frame, enum image_after after)
{
    const bool covered =
        hole->right <= hole->left || (frame.left <= hole->left && frame.top <= hole->top &&
                                      frame.right >= hole->right && frame.bottom >= hole->bottom);
    if (after == IMAGE_LEAVE)
        *hole = (struct image_area){0};
    else if (after == IMAGE_CLEAR)
        *hole = frame;
    return covered;
}

/* ---- User data -------------------------------------------------------------------------- */

/* The color of a new slice, which no owner can have on purpose, and that of a new tag. */
static const uint8_t of_slices[4] = {0, 0, 255, 255}, of_tags[4] = {0, 0, 0, 255};

/* A transparent color is none. */
static bool is_chosen(enum user_data_of of, const uint8_t *color)
{
    return color[3] != 0 && memcmp(color, of_slices, 4) != 0 &&
           !(of == USER_DATA_TAG && memcmp(color, of_tags, 4) == 0);
}

void user_data_add(struct text *out, enum user_data_of of, const char *text, size_t length,
                   const uint8_t *color)
{
    char line[24];
    if (length > 0)
        text_add_lines(out, text, length);
    if (color == NULL || !is_chosen(of, color))
        return;
    snprintf(line, sizeof line, "color=#%02x%02x%02x%02x", color[0], color[1], color[2], color[3]);
    text_add_lines(out, line, strlen(line));
}

/* ---- Size ------------------------------------------------------------------------------------ */

bool image_find_size(struct reader *reader, uint64_t max_pixels, uint32_t *width, uint32_t *height,
                     struct error *err)
{
    struct budget budget = {.most = max_pixels};
    const struct image_rules rules = {.budget = &budget, .first = true};
    const uint8_t *beginning;
    struct image image;
    size_t got;
    if (!reader_peek(reader, IMAGE_BYTES, &beginning, &got, err))
        return false;
    const struct image_kind *const kind = image_kind_of(beginning, got);
    if (kind == NULL)
        return png_size(beginning, got, width, height) || fail(err, "is not a picture");
    if (!image_read(kind, reader, &rules, &image, err))
        return false;
    *width = image.width;
    *height = image.height;
    image_free(&image);
    return true;
}

/* ---- As RGBA --------------------------------------------------------------------------------- */

/* All frames, one below the other. */
static bool take_rgba(void *user, const struct image *image, uint32_t frame, const uint8_t *pixels,
                      struct error *err)
{
    struct rgba *const out = user;
    const size_t size = (size_t)image->width * image->height * 4;
    if (frame == 0 &&
        !rgba_init(out, image->width, (uint64_t)image->height * image->frame_count, err))
        return false;
    memcpy(out->pixels + size * frame, pixels, size);
    return true;
}

bool image_find_kind(struct reader *reader, const struct image_kind **kind, struct error *err)
{
    const uint8_t *beginning;
    size_t got;
    struct png png;
    struct error ignored; /* whoever reads it finds it again */
    if (!reader_peek(reader, IMAGE_BYTES, &beginning, &got, err))
        return false;
    *kind = image_kind_of(beginning, got);
    if (*kind != NULL || !png_begins(beginning, got))
        return true;
    if (png_open(&png, reader, UINT64_MAX, &ignored) && png.header.animated)
        *kind = &image_apng;
    png_close(&png);
    return reader_rewind(reader, err);
}

bool image_read_rgba(struct reader *reader, struct rgba *out, struct error *err)
{
    struct budget budget = {.most = RGBA_PIXELS_MAX};
    const struct image_rules rules = {.budget = &budget, .take = take_rgba, .user = out};
    const struct image_kind *kind;
    struct image image;
    *out = (struct rgba){0};
    if (!image_find_kind(reader, &kind, err))
        return false;
    if (kind == NULL)
        return png_read(reader, out, err);
    const bool ok = image_read(kind, reader, &rules, &image, err);
    if (ok)
        image_free(&image);
    else
        rgba_free(out);
    return ok;
}

/* ---- As bits --------------------------------------------------------------------------------- */

struct decoding {
    const struct decode_order *order;
    struct image *image;
    struct error *err;
    struct pixel_format format;
    bool keyed;               /* a rule has a key */
    bool is_ready;            /* the tests are, for that format */
    struct solid_test *tests; /* one a rule */
    struct decoded *planes;   /* one a rule */
    uint64_t *pass_bits;      /* of a row of an interlaced file, for each plane */
    uint8_t *alphas;          /* of a row of a frame, with SOLID_SLACK */
};

/* ---- Planes ----------------------------------------------------------------------------- */

/* Each rule has planes of its own. */
static bool check_room(const struct decoding *decoding, uint64_t pixels)
{
    const uint64_t most = decoding->order->budget->most;
    return decoding->order->count <= BUDGET_TIMES * most / pixels ||
           fail(decoding->err,
                "rules give its frames %zu different thresholds and keys. Each counts all "
                "%" PRIu64 " pixels, together more than %d times the %" PRIu64
                " that --max-pixels "
                "allows",
                decoding->order->count, pixels, (int)BUDGET_TIMES, most);
}

/* Makes all planes empty, of that size, for rows of the decoding's format. */
static bool begin_planes(struct decoding *decoding, uint32_t width, uint32_t height,
                         bool interlaced)
{
    const size_t count = decoding->order->count;
    if (count > 1 && !check_room(decoding, (uint64_t)width * height))
        return false;
    for (size_t i = 0; i < count && !decoding->is_ready; i++)
        solid_test_init(&decoding->tests[i], &decoding->order->rules[i], &decoding->format);
    decoding->is_ready = true;
    if (interlaced) {
        decoding->pass_bits = calloc((width + (size_t)63) / 64 * PLANES, sizeof(uint64_t));
        if (decoding->pass_bits == NULL)
            return fail_memory(decoding->err);
    }
    for (size_t i = 0; i < count; i++) {
        struct decoded *const planes = &decoding->planes[i];
        decoded_free(planes);
        for (unsigned k = 0; k < PLANES; k++)
            if (decoding->tests[i].planes >> k & 1 && !bitmap_init(&planes->all[k], width, height))
                return fail_memory(decoding->err);
    }
    return true;
}

/* Forgets everything that was decided. */
static void drop_planes(struct decoding *decoding)
{
    for (size_t i = 0; i < decoding->order->count; i++)
        decoded_free(&decoding->planes[i]);
    free(decoding->pass_bits);
    decoding->pass_bits = NULL;
    decoding->is_ready = false;
}

static bool give_planes(struct decoding *decoding, uint32_t top, bool apart, const char *data)
{
    for (size_t i = 0; i < decoding->order->count; i++) {
        struct decoded *const planes = &decoding->planes[i];
        planes->keyed = decoding->order->rules[i].keyed;
        planes->key.matched = bitmap_count(&planes->matched);
        planes->key.near = bitmap_count(&planes->near);
        planes->soft_count = bitmap_count(&planes->soft);
        planes->visible_count = bitmap_count(&planes->visible);
        planes->has_alpha = decoding->image->has_alpha;
        planes->top = top;
        planes->apart = apart;
        planes->data = data;
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
static void note_outside_palette(const struct decoding *decoding, const uint8_t *samples,
                                 const struct png_row *row, uint32_t i)
{
    const struct pixel_format *const format = &decoding->format;
    const uint64_t bit = (uint64_t)i * format->depth;
    const uint32_t byte = samples[bit / 8];
    const uint32_t index = byte >> (8 - format->depth - bit % 8) & ((1u << format->depth) - 1);
    image_note(decoding->image, IMAGE_OUTSIDE_PALETTE,
               "the pixel at %" PRIu32 ",%" PRIu32 " has colour %" PRIu32
               ", but the palette ends at %" PRIu32 "; such pixels count as opaque black",
               row->x0 + i * row->dx, row->y, index, format->palette_count - 1);
}

static void decide_row(const struct decoding *decoding, const uint8_t *samples,
                       const struct png_row *row)
{
    for (size_t i = 0; i < decoding->order->count; i++) {
        const struct solid_test *const test = &decoding->tests[i];
        struct decoded *const planes = &decoding->planes[i];
        uint64_t *bits[PLANES] = {NULL};
        for (unsigned k = 0; test->planes >> k > 0; k++)
            if (test->planes >> k & 1)
                bits[k] = decoding->pass_bits != NULL
                              ? decoding->pass_bits + k * planes->solid.row_words
                              : bitmap_row(&planes->all[k], row->y);
        const uint32_t decided = solid_test_row(test, samples, row->count, bits);
        if (decided < row->count)
            note_outside_palette(decoding, samples, row, decided);
        for (unsigned k = 0; decoding->pass_bits != NULL && k < PLANES; k++)
            if (bits[k] != NULL)
                scatter(bits[k], row, &planes->all[k]);
    }
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
    bool ok = png_quick_open(&png, reader, decoding->order->budget->most) &&
              png_quick_begin_rows(&png, decoding->keyed, by_zlib) &&
              begin_png(decoding, &png.header);
    struct png_row row = {.dx = 1, .count = png.header.width};
    for (; ok && row.y < png.header.height; row.y++) {
        const uint8_t *const samples = png_quick_next_row(&png);
        ok = samples != NULL;
        if (ok)
            decide_row(decoding, samples, &row);
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
        samples = calloc(row_size + SOLID_SLACK, 1);
        ok = samples != NULL || fail_memory(decoding->err);
    }
    while (ok && !row.last) {
        ok = png_next_row(&png, samples, row_size, &row);
        if (ok)
            decide_row(decoding, samples, &row);
    }
    ok = ok && png_finish(&png);
    if (png.watch.damaged[0] != '\0')
        image_note_damaged(decoding->image, png.watch.damaged);
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
    struct png_row row = {.dx = 1, .y = begin, .count = image->width};
    decoding->format =
        (struct pixel_format){.color_type = decoding->keyed ? 6 : COLOR_ALPHA_ALONE, .depth = 8};
    if (decoding->alphas == NULL)
        decoding->alphas = calloc((size_t)image->width + SOLID_SLACK, 1);
    if (decoding->alphas == NULL)
        return fail_memory(err);
    if ((frame == 0 || !stacked) &&
        !begin_planes(decoding, image->width,
                      stacked ? image->height * image->frame_count : image->height, false))
        return false;
    for (uint32_t y = 0; y < image->height; y++, row.y++, pixels += row_size) {
        if (!decoding->keyed)
            gather_alphas(pixels, 4, image->width, decoding->alphas);
        decide_row(decoding, decoding->keyed ? pixels : decoding->alphas, &row);
    }
    return (stacked && frame + 1 < image->frame_count) ||
           give_planes(decoding, stacked ? 0 : top, image->apart,
                       image->data != NULL && !stacked ? image->data[frame] : NULL);
}

/* ---- All of it -------------------------------------------------------------------------- */

bool decode_picture(struct reader *reader, const struct decode_order *order, struct image *image,
                    struct error *err)
{
    struct solid_test test;
    struct decoded planes = {0};
    struct decoding decoding = {
        .order = order, .image = image, .err = err, .tests = &test, .planes = &planes};
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
    for (size_t i = 0; i < order->count; i++)
        decoding.keyed |= order->rules[i].keyed;
    if (order->count > 1) {
        decoding.tests = memory_new(order->count, sizeof *decoding.tests);
        decoding.planes = memory_new(order->count, sizeof *decoding.planes);
    }
    bool ok = true;
    if (kind == NULL) {
        ok = (order->decoder != DECODER_REFERENCE && reader->can_rewind &&
              decode_quick(&decoding, reader)) ||
             ((!reader->can_rewind || reader_rewind(reader, err)) &&
              decode_by_reference(&decoding, reader));
        const bool is_animation = ok && image->has_more && !order->first && reader->can_rewind;
        if (is_animation) {
            drop_planes(&decoding);
            kind = &image_apng;
            ok = reader_rewind(reader, err);
        } else {
            ok = ok && give_planes(&decoding, 0, false, NULL);
        }
    }
    if (ok && kind != NULL)
        ok = image_read(kind, reader, &rules, image, err);
    drop_planes(&decoding);
    if (order->count > 1) {
        free(decoding.tests);
        free(decoding.planes);
    }
    free(decoding.alphas);
    return ok;
}

void decoded_free(struct decoded *planes)
{
    for (unsigned k = 0; k < PLANES; k++)
        bitmap_free(&planes->all[k]);
    *planes = (struct decoded){0};
}
