/*
 * image.c - the kinds of pictures, and memory for what they hold
 */
#include "picture/image.h"

#include "base/memory.h"
#include "base/text.h"
#include "picture/png_file.h"

#include <inttypes.h>
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
    *image = (struct image){0};
}

/* ---- For readers ----------------------------------------------------------------------------- */

bool image_check_size(uint64_t width, uint64_t height, uint64_t frames,
                      const struct image_rules *rules, struct error *err)
{
    const uint64_t most = rules->budget->most;
    char of_frames[40] = "";
    if (width == 0 || height == 0)
        return fail(err, "the picture is %" PRIu64 "x%" PRIu64 ", and has no pixel", width, height);
    if (frames > 1)
        snprintf(of_frames, sizeof of_frames, " in %" PRIu64 " frames", frames);
    if (width > INT32_MAX || height > INT32_MAX || frames > INT32_MAX ||
        height * frames > INT32_MAX || width * height > UINT64_MAX / frames ||
        width * height * frames > most)
        return fail(err,
                    "%" PRIu64 "x%" PRIu64 "%s is more pixels than the %" PRIu64
                    " that --max-pixels allows",
                    width, height, of_frames, most);
    return true;
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
    uint8_t *const pixels = bytes <= SIZE_MAX ? calloc((size_t)bytes, 1) : NULL;
    if (pixels == NULL)
        fail_memory(err);
    return pixels;
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

/* Finds out whether a PNG says before its pixels that it is animated. Reads up to there. */
static bool find_animation(struct reader *reader, bool *found, struct error *err)
{
    uint8_t bytes[4096];
    size_t got = 0, left = 8; /* the signature */
    *found = false;
    for (;;) {
        while (left > 0) {
            if (!reader_read(reader, bytes, left < sizeof bytes ? left : sizeof bytes, &got, err))
                return false;
            if (got == 0)
                return true;
            left -= got;
        }
        if (!reader_read(reader, bytes, PNG_CHUNK_HEADER, &got, err))
            return false;
        *found = got == PNG_CHUNK_HEADER && memcmp(bytes + 4, "acTL", 4) == 0;
        if (*found || got < PNG_CHUNK_HEADER || memcmp(bytes + 4, "IDAT", 4) == 0)
            return true;
        left = (size_t)png_number(bytes) + 4;
    }
}

bool image_find_kind(struct reader *reader, const struct image_kind **kind, struct error *err)
{
    const uint8_t *beginning;
    bool animated = false;
    size_t got;
    if (!reader_peek(reader, IMAGE_BYTES, &beginning, &got, err))
        return false;
    *kind = image_kind_of(beginning, got);
    if (*kind != NULL || !png_begins(beginning, got))
        return true;
    if (!find_animation(reader, &animated, err))
        return false;
    *kind = animated ? &image_apng : NULL;
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
