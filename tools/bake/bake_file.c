/*
 * bake_file.c - the files that go into a product
 */
#include "bake/bake_file.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool bake_file(const struct bake_job *job, const char *path, file_read *read, void *user,
               struct error *err)
{
    struct reader reader;
    struct fingerprint fingerprint;
    const bool may_stream = job->input->stream && path == job->input->path;
    const bool opened =
        may_stream ? reader_open(&reader, path, err) : reader_open_regular(&reader, path, err);
    if (!opened)
        return false;
    if (job->rules->fingerprinted)
        reader_begin_fingerprint(&reader);
    const bool ok = read(user, &reader, err);
    if (ok && !reader.is_stdin) {
        const bool fingerprinted = reader_end_fingerprint(&reader, &fingerprint);
        product_add_file(job->out, path, fingerprinted ? &fingerprint : NULL);
    }
    reader_close(&reader);
    return ok;
}

/* ---- Pictures -------------------------------------------------------------------------------- */

static void warn_animated(const struct bake_job *job, const char *path)
{
    diagnostics_add(&job->out->diagnostics, path, "animated",
                    "is animated; its first picture is taken");
}

/* NULL: it is a PNG, if it is anything. */
static bool find_kind(struct reader *reader, const struct image_kind **kind, struct error *err)
{
    const uint8_t *beginning;
    size_t size;
    if (!reader_peek(reader, IMAGE_BYTES, &beginning, &size, err))
        return false;
    *kind = image_kind_of(beginning, size);
    return true;
}

/* Is there more in the image than one picture? */
static bool has_parts(const struct image *image)
{
    return image->frame_count > 1 || image->has_layers;
}

static bool decode_frames(const struct bake_job *job, struct reader *reader,
                          const struct image_kind *kind, const struct solid_rule *rule, bool sheet,
                          struct decoded *picture, struct image *image, struct error *err)
{
    const struct image_rules how = {
        .max_pixels = job->rules->decoding.max_pixels,
        .layer = job->input->mask == NULL ? job->input->recipe->layer : NULL,
    };
    if (!image_read(kind, reader, &how, image, err))
        return false;
    const bool ok =
        decode_image(image, rule, 1, sheet || has_parts(image), how.max_pixels, picture, err);
    free(image->pixels);
    image->pixels = NULL;
    if (!ok || !has_parts(image))
        image_free(image);
    return ok;
}

bool bake_decode(const struct bake_job *job, struct reader *reader, const char *path,
                 const struct solid_rule *rule, bool sheet, struct decoded *picture,
                 struct image *image, struct error *err)
{
    const struct decode_rules *const how = &job->rules->decoding;
    const struct image_kind *kind = NULL;
    *image = (struct image){0};
    if (!find_kind(reader, &kind, err))
        return false;
    if (kind != NULL)
        return decode_frames(job, reader, kind, rule, sheet, picture, image, err);
    const bool ok = sheet ? decode_png_sheet(reader, rule, 1, how, picture, err)
                          : decode_png(reader, rule, how, picture, err);
    if (!ok || !picture->animated)
        return ok;
    if (!reader_can_rewind(reader)) {
        warn_animated(job, path);
        return true;
    }
    decoded_free(picture);
    return reader_rewind(reader, err) &&
           decode_frames(job, reader, &image_apng, rule, sheet, picture, image, err);
}

bool bake_decode_page(const struct bake_job *job, struct reader *reader, const char *path,
                      const struct solid_rule *rules, size_t count, struct decoded *pictures,
                      struct error *err)
{
    const struct decode_rules *const how = &job->rules->decoding;
    const struct image_rules first = {.max_pixels = how->max_pixels, .first = true};
    const struct image_kind *kind = NULL;
    struct image image = {0};
    if (!find_kind(reader, &kind, err))
        return false;
    bool ok = kind == NULL
                  ? decode_png_sheet(reader, rules, count, how, pictures, err)
                  : image_read(kind, reader, &first, &image, err) &&
                        decode_image(&image, rules, count, true, how->max_pixels, pictures, err);
    if (ok && (image.has_more || pictures[0].animated))
        warn_animated(job, path);
    image_free(&image);
    return ok;
}

/* ---- Masks ----------------------------------------------------------------------------------- */

struct mask_reading {
    const struct bake_job *job;
    bool sheet;
    uint32_t frames; /* of the picture; 0: it is one */
    struct decoded *picture;
};

/* "4x8", or "4x8 (2 frames)" for frames that stand one below the other. */
enum { SIZE_TEXT_MAX = 60 };

static const char *size_text(char out[SIZE_TEXT_MAX], const struct bitmap *bitmap, uint32_t frames)
{
    const int length =
        snprintf(out, SIZE_TEXT_MAX, "%" PRIu32 "x%" PRIu32, bitmap->width, bitmap->height);
    if (frames > 1)
        snprintf(out + length, SIZE_TEXT_MAX - (size_t)length, " (%" PRIu32 " frames)", frames);
    return out;
}

static bool read_mask(void *user, struct reader *reader, struct error *err)
{
    const struct mask_reading *const reading = user;
    const struct input *const input = reading->job->input;
    const struct bitmap *const own = &reading->picture->solid;
    struct decoded mask;
    struct image image;
    char quoted[200], size[SIZE_TEXT_MAX], own_size[SIZE_TEXT_MAX];
    if (!bake_decode(reading->job, reader, input->mask, &input->recipe->solid, reading->sheet,
                     &mask, &image, err))
        return false;
    const uint32_t frames = image.frame_count;
    image_free(&image);
    if (mask.solid.width != own->width || mask.solid.height != own->height) {
        fail(err, "is %s, but it is the mask of %s, which is %s",
             size_text(size, &mask.solid, frames), text_quote(quoted, sizeof quoted, input->path),
             size_text(own_size, own, reading->frames));
        decoded_free(&mask);
        return false;
    }
    decoded_free(reading->picture);
    *reading->picture = mask;
    return true;
}

bool bake_mask(const struct bake_job *job, bool sheet, uint32_t frames, struct decoded *picture)
{
    const char *const path = job->input->mask;
    struct mask_reading reading = {job, sheet, frames, picture};
    struct error err;
    if (job->input->mask_unread)
        return false;
    if (path == NULL || bake_file(job, path, read_mask, &reading, &err))
        return true;
    diagnostics_add_error(&job->out->diagnostics, path, &err);
    return false;
}
