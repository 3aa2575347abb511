/*
 * bake_file.c - the files that go into a product
 */
#include "bake/bake_file.h"

#include "base/text.h"

#include <inttypes.h>

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
    bool ok = read(user, &reader, err);
    if (ok && !reader.is_stdin) {
        const bool fingerprinted = reader_end_fingerprint(&reader, &fingerprint);
        ok = product_add_file(job->out, path, fingerprinted ? &fingerprint : NULL, err);
    }
    reader_close(&reader);
    return ok;
}

void bake_warn_animated(const struct bake_job *job, const char *path, const struct decoded *picture)
{
    if (picture->animated)
        diagnostics_add(&job->out->diagnostics, path, "animated",
                        "is animated; its first picture is taken");
}

bool bake_decode(const struct bake_job *job, struct reader *reader, const char *path,
                 const struct solid_rule *rule, bool sheet, struct decoded *picture,
                 struct error *err)
{
    const struct decode_rules *const how = &job->rules->decoding;
    const bool ok = sheet ? decode_png_sheet(reader, rule, 1, how, picture, err)
                          : decode_png(reader, rule, how, picture, err);
    if (ok)
        bake_warn_animated(job, path, picture);
    return ok;
}

struct mask_reading {
    const struct bake_job *job;
    bool sheet;
    struct decoded *picture;
};

static bool read_mask(void *user, struct reader *reader, struct error *err)
{
    const struct mask_reading *const reading = user;
    const struct input *const input = reading->job->input;
    const struct bitmap *const own = &reading->picture->solid;
    struct decoded mask;
    char quoted[200];
    if (!bake_decode(reading->job, reader, input->mask, &input->recipe->solid, reading->sheet,
                     &mask, err))
        return false;
    if (mask.solid.width != own->width || mask.solid.height != own->height) {
        fail(err,
             "is %" PRIu32 "x%" PRIu32 ", but it is the mask of %s, which is %" PRIu32 "x%" PRIu32,
             mask.solid.width, mask.solid.height, text_quote(quoted, sizeof quoted, input->path),
             own->width, own->height);
        decoded_free(&mask);
        return false;
    }
    decoded_free(reading->picture);
    *reading->picture = mask;
    return true;
}

bool bake_mask(const struct bake_job *job, bool sheet, struct decoded *picture)
{
    const char *const path = job->input->mask;
    struct mask_reading reading = {job, sheet, picture};
    struct error err;
    if (job->input->mask_unread)
        return false;
    if (path == NULL || bake_file(job, path, read_mask, &reading, &err))
        return true;
    diagnostics_add_error(&job->out->diagnostics, path, &err);
    return false;
}
