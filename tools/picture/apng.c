/*
 * apng.c - animated PNGs: all frames, each drawn over what the frames before have left
 *
 *     IHDR  acTL  PLTE  tRNS  fcTL  IDAT ...  fcTL  fdAT ...  fcTL  fdAT ...  IEND
 *
 * An IDAT without an fcTL before it is not a frame, but a still picture for programs that do not
 * know APNG. Each frame is made a PNG of its own, with the header of the file and its own size,
 * which libspng reads.
 */
#include "picture/image.h"

#include "base/text.h"
#include "picture/inflate.h"
#include "picture/png_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNATURE = 8, CHUNK = 12, IHDR_SIZE = 13, FCTL_SIZE = 26 };

struct frame {
    uint32_t left, top, width, height, duration;
    enum image_after after;
    bool over; /* it is drawn over what was there, instead of in its place */
};

struct apng {
    const struct image_rules *rules;
    struct image *image;
    struct error *err;
    const uint8_t *bytes, *header; /* the file, and the data of its IHDR */
    size_t size;
    uint32_t header_width, header_height;
    uint32_t frames; /* as acTL says; 0: it is missing */
    uint32_t next_sequence, done;
    bool has_frame; /* `frame` is being read */
    struct frame frame;
    struct text colors;    /* the chunks PLTE and tRNS */
    struct text data;      /* of `frame` */
    struct text still;     /* of the still picture */
    uint8_t *before, *own; /* pixels before the frame, and of it alone */
};

static void put_number(struct text *out, uint32_t number)
{
    const uint8_t bytes[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16),
                              (uint8_t)(number >> 8), (uint8_t)number};
    text_add(out, bytes, sizeof bytes);
}

static void put_chunk(struct text *out, const char *type, const void *data, size_t size)
{
    uint32_t crc = crc_add(0, type, 4);
    if (size > 0)
        crc = crc_add(crc, data, size);
    put_number(out, (uint32_t)size);
    text_add(out, type, 4);
    text_add(out, data, size);
    put_number(out, crc);
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

static void draw_over(uint8_t *to, const uint8_t *from)
{
    const unsigned over = from[3], under = to[3], u = over * 255, v = (255 - over) * under;
    if (over == 0)
        return;
    if (over == 255 || under == 0) {
        memcpy(to, from, 4);
        return;
    }
    for (unsigned i = 0; i < 3; i++)
        to[i] = (uint8_t)((from[i] * u + to[i] * v) / (u + v));
    to[3] = (uint8_t)((u + v) / 255);
}

static uint8_t *row_of(const struct apng *apng, const struct frame *frame, uint32_t y)
{
    return apng->image->canvas + ((size_t)apng->image->width * (frame->top + y) + frame->left) * 4;
}

static void draw(const struct apng *apng, const struct frame *frame)
{
    const size_t size = (size_t)frame->width * 4;
    for (uint32_t y = 0; y < frame->height; y++) {
        uint8_t *const to = row_of(apng, frame, y);
        const uint8_t *const from = apng->own + size * y;
        if (!frame->over)
            memcpy(to, from, size);
        for (size_t x = 0; frame->over && x < size; x += 4)
            draw_over(to + x, from + x);
    }
}

/* ---- Frames ---------------------------------------------------------------------------------- */

/* Decodes the data of a frame to `own`. */
static bool decode(struct apng *apng, const struct frame *frame, const struct text *data)
{
    struct text png = {0};
    uint8_t header[IHDR_SIZE];
    memcpy(header, apng->header, IHDR_SIZE);
    for (int i = 0; i < 4; i++) {
        header[i] = (uint8_t)(frame->width >> (24 - 8 * i));
        header[4 + i] = (uint8_t)(frame->height >> (24 - 8 * i));
    }
    text_add(&png, "\x89PNG\r\n\x1a\n", SIGNATURE);
    put_chunk(&png, "IHDR", header, IHDR_SIZE);
    text_add(&png, apng->colors.bytes, apng->colors.length);
    put_chunk(&png, "IDAT", data->bytes, data->length);
    put_chunk(&png, "IEND", NULL, 0);
    struct png_outside outside;
    const bool ok = png_decode((const uint8_t *)png.bytes, png.length, frame->width, frame->height,
                               apng->own, &outside, apng->err);
    if (ok && outside.found)
        image_note(apng->image, IMAGE_OUTSIDE_PALETTE,
                   "the pixel at %" PRIu32 ",%" PRIu32 " of frame %" PRIu32 " has colour %" PRIu32
                   ", but the palette ends at %" PRIu32 "; such pixels count as opaque black",
                   outside.x, outside.y, apng->done, outside.color, outside.palette_count - 1);
    text_free(&png);
    return ok;
}

/* Completes the frame that was being read, all of whose data is there. */
static bool finish_frame(struct apng *apng)
{
    const struct frame *const frame = &apng->frame;
    struct image *const image = apng->image;
    const size_t size = (size_t)image->width * image->height * 4;
    if (!apng->has_frame)
        return true;
    apng->has_frame = false;
    if (apng->data.length == 0)
        return fail(apng->err, "damaged: frame %" PRIu32 " has no pixels", apng->done);
    if (!decode(apng, frame, &apng->data)) {
        const struct error inner = *apng->err;
        return fail(apng->err, "%.400s (frame %" PRIu32 ")", inner.text, apng->done);
    }
    if (frame->after == IMAGE_RESTORE)
        memcpy(apng->before, apng->image->canvas, size);
    draw(apng, frame);
    image->durations[apng->done] = frame->duration;
    if (!image_give(image, apng->rules, apng->done++, apng->image->canvas, apng->err))
        return false;
    if (frame->after == IMAGE_RESTORE)
        memcpy(apng->image->canvas, apng->before, size);
    for (uint32_t y = 0; frame->after == IMAGE_CLEAR && y < frame->height; y++)
        memset(row_of(apng, frame, y), 0, (size_t)frame->width * 4);
    apng->data.length = 0;
    return true;
}

static bool read_sequence(struct apng *apng, const uint8_t *data)
{
    if (png_number(data) != apng->next_sequence)
        return fail(apng->err, "damaged: the animation's chunk %" PRIu32 " is missing",
                    apng->next_sequence);
    apng->next_sequence++;
    return true;
}

/* The data of an fcTL. */
static struct frame read_frame(const uint8_t *data)
{
    const unsigned time = (unsigned)data[20] << 8 | data[21];
    const unsigned said = (unsigned)data[22] << 8 | data[23], parts = said == 0 ? 100 : said;
    const uint32_t duration = (time * UINT32_C(1000) + parts / 2) / parts;
    return (struct frame){.width = png_number(data + 4),
                          .height = png_number(data + 8),
                          .left = png_number(data + 12),
                          .top = png_number(data + 16),
                          .duration = duration > 0 ? duration : IMAGE_DURATION,
                          .after = data[24],
                          .over = data[25] == 1};
}

static bool begin_frame(struct apng *apng, const uint8_t *data)
{
    const struct image *const image = apng->image;
    if (!finish_frame(apng) || !read_sequence(apng, data))
        return false;
    apng->frame = read_frame(data);
    const struct frame *const frame = &apng->frame;
    if (apng->done == apng->frames)
        return fail(apng->err, "damaged: there are more frames than the %" PRIu32 " of the header",
                    apng->frames);
    if (frame->width == 0 || frame->height == 0 ||
        (uint64_t)frame->left + frame->width > image->width ||
        (uint64_t)frame->top + frame->height > image->height)
        return fail(apng->err,
                    "damaged: frame %" PRIu32 " is %" PRIu32 "x%" PRIu32 " at %" PRIu32 ",%" PRIu32
                    ", outside of the picture",
                    apng->done, frame->width, frame->height, frame->left, frame->top);
    if (data[24] > IMAGE_RESTORE || data[25] > 1)
        return fail(apng->err, "damaged: frame %" PRIu32 " is drawn in an unknown way", apng->done);
    apng->has_frame = true;
    return true;
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

static bool is_type(const uint8_t *chunk, const char *type)
{
    return memcmp(chunk + 4, type, 4) == 0;
}

/* Without alpha in the file, there may be pixels that no frame has drawn. */
static bool has_alpha(const struct apng *apng)
{
    struct image_area hole = {0, 0, apng->header_width, apng->header_height};
    const uint8_t *at = apng->bytes + SIGNATURE, *const end = apng->bytes + apng->size;
    if (apng->header[9] >= 4)
        return true;
    while ((size_t)(end - at) >= CHUNK && png_number(at) <= (size_t)(end - at) - CHUNK) {
        if (is_type(at, "tRNS"))
            return true;
        if (is_type(at, "fcTL") && png_number(at) == FCTL_SIZE && apng->frames > 0) {
            const struct frame frame = read_frame(at + 8);
            const struct image_area area = {frame.left, frame.top,
                                            (int64_t)frame.left + frame.width,
                                            (int64_t)frame.top + frame.height};
            if (!image_covers(&hole, area, frame.after))
                return true;
        }
        at += png_number(at) + CHUNK;
    }
    return false;
}

static bool begin_image(struct apng *apng)
{
    struct image *const image = apng->image;
    image->width = apng->header_width;
    image->height = apng->header_height;
    image->frame_count = apng->frames > 0 ? apng->frames : 1;
    image->has_alpha = has_alpha(apng);
    if (!image_begin(image, apng->rules, apng->err))
        return false;
    apng->before = image_canvas(image, apng->err);
    apng->own = image_canvas(image, apng->err);
    return apng->before != NULL && apng->own != NULL;
}

static bool read_chunk(struct apng *apng, const uint8_t *chunk, size_t size)
{
    const uint8_t *const data = chunk + 8;
    if (is_type(chunk, "PLTE") || is_type(chunk, "tRNS")) {
        text_add(&apng->colors, chunk, size + CHUNK);
    } else if (is_type(chunk, "acTL") && apng->image->canvas == NULL) {
        apng->frames = size == 8 ? png_number(data) : 0;
        if (apng->frames == 0)
            return fail(apng->err, "damaged: the number of frames (chunk acTL) is wrong");
        if (apng->frames > 1 && apng->frames > apng->size / (FCTL_SIZE + CHUNK))
            return fail(apng->err,
                        "truncated: it says %" PRIu32 " frames, and is too short for them",
                        apng->frames);
    } else if (is_type(chunk, "IDAT") || is_type(chunk, "fcTL")) {
        if (apng->image->canvas == NULL && !begin_image(apng))
            return false;
        if (is_type(chunk, "IDAT"))
            text_add(apng->has_frame ? &apng->data : &apng->still, data, size);
        else if (apng->frames > 0)
            return size == FCTL_SIZE ? begin_frame(apng, data)
                                     : fail(apng->err, "damaged: a chunk fcTL has the wrong size");
    } else if (is_type(chunk, "fdAT") && apng->frames > 0) {
        if (size < 4 || !apng->has_frame)
            return fail(apng->err, "damaged: a chunk fdAT is out of place");
        text_add(&apng->data, data + 4, size - 4);
        return read_sequence(apng, data);
    }
    return true;
}

/* The checksum of a chunk is wrong: false, with an error, if it plays a part. */
static bool take_damaged(struct apng *apng, const uint8_t *chunk)
{
    char type[5] = "", quoted[32];
    memcpy(type, chunk + 4, 4);
    if (!png_is_extra(chunk + 4))
        return fail(apng->err, PNG_BAD_CHECKSUM, text_quote(quoted, sizeof quoted, type));
    image_note_damaged(apng->image, type);
    return true;
}

static bool read_chunks(struct apng *apng)
{
    const uint8_t *at = apng->bytes + SIGNATURE, *const end = apng->bytes + apng->size;
    while ((size_t)(end - at) >= CHUNK) {
        const size_t length = png_number(at);
        if (length > (size_t)(end - at) - CHUNK)
            break;
        const uint8_t *const after = at + 8 + length;
        if (crc_add(0, at + 4, length + 4) != png_number(after) && !take_damaged(apng, at))
            return false;
        if (is_type(at, "IEND"))
            return finish_frame(apng);
        if (!read_chunk(apng, at, length))
            return false;
        at = after + 4;
    }
    return fail(apng->err, "truncated: the file ends before its last chunk");
}

/* A file that says that it is animated, but has no frame, is its still picture. */
static bool use_still(struct apng *apng)
{
    struct image *const image = apng->image;
    const struct frame whole = {.width = image->width, .height = image->height};
    if (apng->image->canvas == NULL)
        return fail(apng->err, "damaged: it has no pixels");
    if (!decode(apng, &whole, &apng->still))
        return false;
    image->frame_count = 1;
    return image_give(image, apng->rules, 0, apng->own, apng->err);
}

static bool read_image(const uint8_t *bytes, size_t size, const struct image_rules *rules,
                       struct image *out, struct error *err)
{
    struct apng apng = {.rules = rules, .image = out, .err = err, .bytes = bytes, .size = size};
    if (size < SIGNATURE + 8 + IHDR_SIZE || !is_type(bytes + SIGNATURE, "IHDR"))
        return fail(err, "truncated: the file ends inside the header");
    apng.header = bytes + SIGNATURE + 8;
    apng.header_width = png_number(apng.header);
    apng.header_height = png_number(apng.header + 4);
    bool ok = read_chunks(&apng);
    if (ok && apng.done == 0)
        ok = use_still(&apng);
    else if (ok && apng.done < apng.frames)
        ok = fail(err, "truncated: it has only %" PRIu32 " of its %" PRIu32 " frames", apng.done,
                  apng.frames);
    text_free(&apng.colors);
    text_free(&apng.data);
    text_free(&apng.still);
    free(apng.before);
    free(apng.own);
    return ok;
}

const struct image_kind image_apng = {.name = "an APNG", .begins = png_begins, .read = read_image};
