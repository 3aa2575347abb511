/*
 * bake_file.c - the files that go into a product
 */
#include "bake/bake_file.h"

#include "base/text.h"

#include <inttypes.h>

bool bake_file(const char *path, const struct bake_rules *rules, struct product *out,
               file_read *read, void *user, struct error *err)
{
    struct reader reader;
    struct fingerprint fingerprint;
    if (!reader_open(&reader, path, err))
        return false;
    if (rules->fingerprinted)
        reader_begin_fingerprint(&reader);
    bool ok = read(user, &reader, err);
    if (ok && !reader.is_stdin) {
        const bool fingerprinted = reader_end_fingerprint(&reader, &fingerprint);
        ok = product_add_file(out, path, fingerprinted ? &fingerprint : NULL, err);
    }
    reader_close(&reader);
    return ok;
}

void bake_warn_animated(const char *path, const struct decoded *picture, struct product *out)
{
    if (picture->animated)
        diagnostics_add(&out->diagnostics, path, "animated",
                        "is animated; its first picture is taken");
}

bool bake_decode(struct reader *reader, const char *path, const struct solid_rule *rule,
                 const struct bake_rules *rules, bool sheet, struct product *out,
                 struct decoded *picture, struct error *err)
{
    const bool ok = sheet ? decode_png_sheet(reader, rule, 1, rules->max_pixels, picture, err)
                          : decode_png(reader, rule, rules->max_pixels, picture, err);
    if (ok)
        bake_warn_animated(path, picture, out);
    return ok;
}

/* Has the mask the size of the picture, which is that of `sprite_path`? */
static bool companion_fits(const struct decoded *companion, const struct decoded *picture,
                           const char *sprite_path, struct error *err)
{
    const struct bitmap *const mask = &companion->solid, *const own = &picture->solid;
    char quoted[200];
    if (mask->width == own->width && mask->height == own->height)
        return true;
    return fail(
        err, "is %" PRIu32 "x%" PRIu32 ", but it is the mask of %s, which is %" PRIu32 "x%" PRIu32,
        mask->width, mask->height, text_quote(quoted, sizeof quoted, sprite_path), own->width,
        own->height);
}

struct mask_reading {
    const struct input *input;
    const struct bake_rules *rules;
    bool sheet;
    struct product *out;
    struct decoded *picture;
};

static bool read_mask(void *user, struct reader *reader, struct error *err)
{
    const struct mask_reading *const reading = user;
    struct decoded mask;
    if (!bake_decode(reader, reading->input->mask, &reading->input->recipe->solid, reading->rules,
                     reading->sheet, reading->out, &mask, err))
        return false;
    if (!companion_fits(&mask, reading->picture, reading->input->path, err)) {
        decoded_free(&mask);
        return false;
    }
    decoded_free(reading->picture);
    *reading->picture = mask;
    return true;
}

bool bake_mask(const struct input *input, const struct bake_rules *rules, bool sheet,
               struct decoded *picture, struct product *out)
{
    struct mask_reading reading = {input, rules, sheet, out, picture};
    struct error err;
    if (input->mask == NULL || bake_file(input->mask, rules, out, read_mask, &reading, &err))
        return true;
    diagnostics_add_error(&out->diagnostics, input->mask, &err);
    return false;
}
