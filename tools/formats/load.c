/*
 * load.c - reads a file whole and sees whether it is a pack or a document
 */
#include "formats/load.h"

#include "atlas/atlas.h"
#include "format.h"
#include "formats/document.h"
#include "formats/pack.h"
#include "picture/png_file.h"
#include "system/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A pack may be of any size; nothing else is read that is larger than art may be. */
static bool read_file(const char *path, uint8_t **bytes, size_t *size, struct error *err)
{
    enum { OTHER_MOST = 1 << 30 };
    struct reader reader;
    const uint8_t *beginning;
    size_t peeked;
    if (!reader_open(&reader, path, err))
        return false;
    bool ok = reader_peek(&reader, 8, &beginning, &peeked, err);
    const bool is_pack = ok && peeked == 8 && memcmp(beginning, PACK_MAGIC, 8) == 0;
    ok = ok && reader_read_all(&reader, is_pack ? SIZE_MAX / 2 : OTHER_MOST, bytes, size, err);
    reader_close(&reader);
    return ok;
}

/* Fails for a file that is no valid pack. */
static bool fail_pack(struct error *err, enum status status, const char *text)
{
    fail(err, "%s", text);
    err->status = status;
    return false;
}

/* The file may be a picture or an atlas, of which packs are made: the error says so. */
static bool fail_no_pack(const struct pack_file *file, enum status status, struct error *err)
{
    const struct atlas_format *const atlas = atlas_recognise((const char *)file->bytes, file->size);
    const char *const guess = document_guess((const char *)file->bytes, file->size);
    const char *const reason = hm_result_text(HM_ERROR_MAGIC);
    char kind[80] = "", text[sizeof err->text];
    if (png_begins(file->bytes, file->size))
        snprintf(kind, sizeof kind, "a PNG");
    else if (atlas != NULL)
        snprintf(kind, sizeof kind, "an atlas (%s)", atlas->name);
    else if (document_is_json(file->bytes, file->size))
        snprintf(kind, sizeof kind, "JSON");
    if (*kind == '\0')
        snprintf(text, sizeof text, "%s", reason);
    else if (atlas == NULL && guess != NULL)
        snprintf(text, sizeof text, "%s: %s", reason, guess);
    else
        snprintf(text, sizeof text, "%s: it is %s; 'hitmask bake' makes a pack of it", reason,
                 kind);
    return fail_pack(err, status, text);
}

static bool open_bytes(struct pack_file *file, enum status bad_pack, struct error *err)
{
    const hm_result result = hm_pack_open(&file->pack, file->bytes, file->size);
    if (result == HM_ERROR_MAGIC)
        return fail_no_pack(file, bad_pack, err);
    return result == HM_OK || fail_pack(err, bad_pack, hm_result_text(result));
}

bool pack_file_open(struct pack_file *file, const char *path, enum status bad_pack,
                    struct error *err)
{
    *file = (struct pack_file){0};
    if (read_file(path, &file->bytes, &file->size, err) && open_bytes(file, bad_pack, err))
        return true;
    pack_file_free(file);
    return false;
}

bool pack_file_verify(const struct pack_file *file, enum status bad_pack, struct error *err)
{
    hm_result result = hm_pack_verify(&file->pack);
    if (result == HM_OK && !pack_check_places(&file->pack))
        result = HM_ERROR_SECTION;
    if (result != HM_OK)
        return fail_pack(err, bad_pack, hm_result_text(result));
    const hm_pack *const pack = &file->pack;
    if (file->size != pack->size) {
        const size_t more = file->size - (size_t)pack->size;
        char text[80];
        snprintf(text, sizeof text, "%zu byte%s the end of the pack", more,
                 more == 1 ? " follows" : "s follow");
        return fail_pack(err, bad_pack, text);
    }
    /* The runtime does not read the options, which are JSON. */
    return pack->options_size == 0 ||
           document_are_options(pack->options, (size_t)pack->options_size) ||
           fail_pack(err, bad_pack, "the options are not a JSON object, or not minified");
}

void pack_file_free(struct pack_file *file)
{
    free(file->bytes);
    *file = (struct pack_file){0};
}

bool load_product(const char *path, struct product *out)
{
    struct pack_file file = {0};
    struct error err;
    bool ok = read_file(path, &file.bytes, &file.size, &err);
    if (ok && document_is_json(file.bytes, file.size) &&
        atlas_recognise((const char *)file.bytes, file.size) == NULL)
        document_read((const char *)file.bytes, file.size, path, 0, out);
    else
        ok = ok && open_bytes(&file, STATUS_FAILED, &err) &&
             pack_file_verify(&file, STATUS_FAILED, &err) && pack_read(&file.pack, path, out, &err);
    pack_file_free(&file);
    if (!ok)
        diagnostics_add_error(&out->diagnostics, path, &err);
    return out->diagnostics.errors == 0;
}

bool load_model(const char *path, struct model *model, struct diagnostics *found)
{
    struct product product = {0};
    struct model_cursor cursor = {0};
    struct error err;
    bool ok = load_product(path, &product);
    diagnostics_take(found, &product.diagnostics);
    if (ok) {
        product_pour(&product, model);
        model_sort(model);
        ok = !model_next_fault(model, &cursor, &err);
        if (!ok)
            diagnostics_add_error(found, path, &err);
    }
    product_free(&product);
    return ok;
}
