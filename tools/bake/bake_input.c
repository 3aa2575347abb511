/*
 * bake_input.c - one input becomes its product
 *
 *     bytes -> picture ---------> mask -> points \
 *          |-> sheet -> pictures -/               |
 *          \-> JSON document ---------------------+-> product
 */
#include "bake/bake_input.h"

#include "atlas/formats.h"
#include "bake/bake_sheet.h"
#include "bake/bake_sprite.h"
#include "base/kinds.h"
#include "base/text.h"
#include "formats/document.h"
#include "picture/image.h"

#include "format.h"

#include <stdlib.h>
#include <string.h>

static bool bake_whole(const struct bake_job *job, struct decoded *picture, struct error *err)
{
    const struct input *const input = job->input;
    const struct recipe *const recipe = input->recipe;
    const struct naming_rules *const naming = &job->rules->naming;
    char *const name = naming_picture(input, naming, recipe->layer);
    const struct sprite_facts facts = {
        .name = name,
        .layer = recipe->layer,
        .source = naming_source_of(input, naming),
        .origin = input->path,
        .path = input->mask != NULL ? input->mask : input->path,
    };
    const bool ok =
        name != NULL ? bake_sprite(picture, recipe, &facts, job->out, err) : fail_memory(err);
    free(name);
    return ok;
}

static bool bake_picture(const struct bake_job *job, struct reader *reader, struct error *err)
{
    const struct input *const input = job->input;
    const struct recipe *const recipe = input->recipe;
    const bool is_sheet = recipe_cuts(recipe);
    struct decoded picture;
    struct image image;
    if (!bake_decode(job, reader, input->path, &recipe->solid, is_sheet, &picture, &image, err))
        return false;
    const bool has_frames = image.frame_count > 0;
    bool ok = naming_check(input, &job->rules->naming, err);
    if (ok && bake_mask(job, is_sheet || has_frames, image.frame_count, &picture))
        ok = is_sheet     ? bake_cells(job, &picture, &image, err)
             : has_frames ? bake_frames(job, &picture, &image, err)
                          : bake_whole(job, &picture, err);
    image_free(&image);
    decoded_free(&picture);
    return ok;
}

static bool bake_text(const struct bake_job *job, const struct reader *reader, const char *text,
                      size_t size, struct error *err)
{
    const char *const path = job->input->path;
    const struct atlas_format *const format = atlas_recognise(text, size);
    const bool is_json = document_is_json((const uint8_t *)text, size);
    const struct kind *const kind = is_json ? NULL : kind_by_all(text, size);
    /* All atlases that can be read were read when the bake was planned. */
    if (format != NULL)
        return fail(
            err, "is an atlas (%s), which %s", format->name,
            reader->is_stdin
                ? "cannot be read from standard input, because its pages are found beside its "
                  "file; name the file"
                : "must be a regular file whose name does not end like that of a picture");
    if (kind != NULL)
        return fail_kind(err, kind, path);
    if (!is_json)
        return unknown_fail(path, text, size, err);
    job->out->is_document = true;
    document_read(text, size, path, job->rules->decoding.max_pixels, job->out);
    return true;
}

static bool read_input(void *user, struct reader *reader, struct error *err)
{
    const struct bake_job *const job = user;
    const uint8_t *beginning = NULL;
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (!reader_peek(reader, KIND_BYTES, &beginning, &size, err))
        return false;
    if (image_begins(beginning, size))
        return bake_picture(job, reader, err);
    if (size >= 8 && memcmp(beginning, PACK_MAGIC, 8) == 0)
        return fail(err,
                    "is a pack already; 'hitmask inspect --json' makes a document of it, "
                    "which can be baked");
    const struct kind *const kind = kind_by_beginning(beginning, size);
    if (kind != NULL)
        return fail_kind(err, kind, job->input->path);
    if (!reader_read_all(reader, input_text_most(job->input), &bytes, &size, err))
        return false;
    const bool ok = bake_text(job, reader, (const char *)bytes, size, err);
    free(bytes);
    return ok;
}

void bake_input(const struct input *input, const struct bake_rules *rules, struct product *out)
{
    struct bake_job job = {input, rules, out};
    struct error err;
    if (input->atlas != NULL)
        bake_atlas(&job);
    else if (!bake_file(&job, input->path, read_input, &job, &err))
        diagnostics_add_error(&out->diagnostics, input->path, &err);
}
