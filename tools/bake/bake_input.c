/*
 * bake_input.c - one input becomes its product
 *
 *     bytes -> picture ---------> mask -> points \
 *          |-> sheet -> pictures -/               |
 *          \-> JSON document ---------------------+-> product
 */
#include "bake/bake_input.h"

#include "bake/bake_file.h"
#include "bake/bake_sheet.h"
#include "bake/bake_sprite.h"
#include "base/kinds.h"
#include "base/text.h"
#include "formats/document.h"
#include "model/png_file.h"

#include "format.h"

#include <stdlib.h>
#include <string.h>

static bool name_sprite(const struct input *input, const struct bake_rules *rules,
                        struct model_sprite *sprite, struct error *err)
{
    const char *const layer = input->recipe->layer;
    char *const base = naming_picture(input, &rules->naming, layer);
    sprite->name = base != NULL && layer != NULL ? naming_part(base, NULL, layer) : base;
    if (sprite->name != base)
        free(base);
    sprite->source = text_copy(naming_source_of(input, &rules->naming));
    sprite->origin = text_copy(input->path);
    sprite->layer = layer != NULL ? text_copy(layer) : NULL;
    if (sprite->name == NULL || sprite->source == NULL || sprite->origin == NULL ||
        (layer != NULL && sprite->layer == NULL))
        return fail_memory(err);
    return strlen(sprite->name) <= UINT16_MAX || fail(err, "the name is too long");
}

/* An input on its way into its product. */
struct producing {
    const struct input *input;
    const struct bake_rules *rules;
    struct product *out;
};

static bool produce_picture(const struct producing *at, struct reader *reader, struct error *err)
{
    const struct input *const input = at->input;
    const struct sprite_facts facts = {.path = input->mask != NULL ? input->mask : input->path};
    struct decoded picture;
    struct model_sprite sprite = {0};
    if (input->recipe->grid.width > 0)
        return bake_grid(input, at->rules, reader, at->out, err);
    if (!bake_decode(reader, input->path, &input->recipe->solid, at->rules, false, at->out,
                     &picture, err))
        return false;
    bool ok =
        naming_check(input, &at->rules->naming, err) && name_sprite(input, at->rules, &sprite, err);
    if (ok && bake_mask(input, at->rules, false, &picture, at->out))
        ok = bake_sprite(&picture, input->recipe, &facts, &sprite, at->out, err);
    else
        model_sprite_free(&sprite);
    decoded_free(&picture);
    return ok;
}

/* All atlases that could be read were, when the bake was planned. */
static bool fail_atlas(const struct atlas_format *format, const struct reader *reader,
                       struct error *err)
{
    if (format->name == NULL)
        return fail_memory(err);
    return fail(
        err, "is an atlas (%s), which %s", format->name,
        reader->is_stdin
            ? "cannot be read from standard input, because its pages are found beside its file; "
              "name the file"
            : "must be a regular file whose name does not end in .png");
}

static bool read_text(const struct producing *at, const struct reader *reader, const char *text,
                      size_t size, struct error *err)
{
    const struct atlas_format *const format = atlas_guess(text, size);
    if (format != NULL)
        return fail_atlas(format, reader, err);
    const bool is_json = document_is_json((const uint8_t *)text, size);
    const struct kind *const kind = is_json ? NULL : kind_by_all(text, size);
    if (kind != NULL)
        return fail_kind(err, kind, at->input->path);
    if (!is_json)
        return fail(err, size == 0 ? "is empty"
                                   : "is not a PNG, a hitmask JSON document or a known atlas");
    at->out->is_document = true;
    return document_read(text, size, at->input->path, at->rules->max_pixels, at->out, err);
}

static bool read_input(void *user, struct reader *reader, struct error *err)
{
    const struct producing *const at = user;
    const uint8_t *beginning = NULL;
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (!reader_peek(reader, KIND_BYTES, &beginning, &size, err))
        return false;
    if (png_begins(beginning, size))
        return produce_picture(at, reader, err);
    if (size >= 8 && memcmp(beginning, PACK_MAGIC, 8) == 0)
        return fail(err,
                    "is a pack already; 'hitmask inspect --json' makes a document of it, "
                    "which can be baked");
    const struct kind *const kind = kind_by_beginning(beginning, size);
    if (kind != NULL)
        return fail_kind(err, kind, at->input->path);
    if (!reader_read_all(reader, SIZE_MAX / 2, &bytes, &size, err))
        return false;
    const bool ok = read_text(at, reader, (const char *)bytes, size, err);
    free(bytes);
    return ok;
}

void produce(const struct input *input, const struct bake_rules *rules, struct product *out)
{
    struct producing at = {input, rules, out};
    struct error err;
    if (input->atlas != NULL)
        bake_atlas(input, rules, out);
    else if (!bake_file(input->path, rules, out, read_input, &at, &err))
        diagnostics_add_error(&out->diagnostics, input->path, &err);
}
