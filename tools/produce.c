/*
 * produce.c - one input becomes its product
 *
 *     bytes -> picture -> mask -> points \
 *          \-> JSON document -------------> product
 */
#include "produce.h"

#include "companion.h"
#include "decode.h"
#include "document.h"
#include "picture_sprite.h"
#include "reader.h"
#include "text.h"

#include "format.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* ---- Names -------------------------------------------------------------------------------- */

/* hero.png -> hero; what has no extension stays as it is. */
static void strip_extension(char *name)
{
    char *const slash = strrchr(name, '/');
    char *const base = slash != NULL ? slash + 1 : name;
    char *const dot = strrchr(base, '.');
    if (dot != NULL && dot != base)
        *dot = 0;
}

static bool name_sprite(const struct input *input, const struct produce_rules *rules,
                        struct model_sprite *sprite, struct error *err)
{
    const bool is_stdin = strcmp(input->path, "-") == 0;
    const char *const name = rules->name != NULL ? rules->name : input->name;
    if (is_stdin && rules->name == NULL)
        return fail_usage(err, "a picture from standard input needs --name NAME");
    /* Also under --name: the file's own name is the source that is stored. */
    if (!is_stdin && !utf8_is_name((const uint8_t *)input->name, strlen(input->name)))
        return fail(err, "the name is not valid UTF-8, or has control characters; rename the file");
    if (strlen(name) > UINT16_MAX)
        return fail(err, "the name is too long");
    sprite->name = text_copy(name);
    sprite->source = text_copy(is_stdin ? name : input->name);
    sprite->origin = text_copy(input->path);
    if (sprite->name == NULL || sprite->source == NULL || sprite->origin == NULL)
        return fail_memory(err);
    if (rules->strip_extension && rules->name == NULL)
        strip_extension(sprite->name);
    return true;
}

/* ---- Kinds of inputs ---------------------------------------------------------------------- */

/* What is wrong with the companion is told here, as it is about another file. */
static bool decode_mask(const struct input *input, const struct produce_rules *rules,
                        struct picture *picture, struct findings *findings)
{
    struct error err;
    if (input->mask == NULL || companion_decode(input->mask, input->path, &input->recipe->solid,
                                                rules->max_pixels, picture, &err))
        return true;
    findings_add_error(findings, input->mask, &err);
    return false;
}

static bool produce_picture(const struct input *input, const struct produce_rules *rules,
                            struct reader *reader, struct product *out, struct error *err)
{
    const char *const decided_by = input->mask != NULL ? input->mask : input->path;
    struct picture picture;
    struct model_sprite sprite = {0};
    if (!decode_png(reader, &input->recipe->solid, rules->max_pixels, &picture, err))
        return false;
    bool ok = name_sprite(input, rules, &sprite, err);
    if (ok && decode_mask(input, rules, &picture, &out->findings))
        ok = picture_sprite(&picture, input->recipe, decided_by, &sprite, out, err);
    else
        model_sprite_free(&sprite);
    picture_free(&picture);
    return ok;
}

static bool produce_document(const struct input *input, const struct produce_rules *rules,
                             struct reader *reader, struct product *out, struct error *err)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    out->is_document = true;
    if (!reader_read_all(reader, SIZE_MAX / 2, &bytes, &size, err))
        return false;
    const bool ok =
        document_read((const char *)bytes, size, input->path, rules->max_pixels, out, err);
    free(bytes);
    return ok;
}

static bool produce_opened(const struct input *input, const struct produce_rules *rules,
                           struct reader *reader, struct product *out, struct error *err)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    if (!reader_peek(reader, 64, &bytes, &size, err))
        return false;
    if (decode_is_png(bytes, size))
        return produce_picture(input, rules, reader, out, err);
    if (size >= 8 && memcmp(bytes, PACK_MAGIC, 8) == 0)
        return fail(err,
                    "is a pack already; 'hitmask inspect --json' makes a document of it, "
                    "which can be baked");
    if (document_is_json(bytes, size))
        return produce_document(input, rules, reader, out, err);
    return fail(err, size == 0 ? "is empty" : "is not a PNG, nor a hitmask JSON document");
}

void produce(const struct input *input, const struct produce_rules *rules, struct product *out)
{
    struct reader reader;
    struct error err;
    bool ok = reader_open(&reader, input->path, &err);
    if (ok) {
        ok = produce_opened(input, rules, &reader, out, &err);
        reader_close(&reader);
    }
    if (!ok)
        findings_add_error(&out->findings, input->path, &err);
}
