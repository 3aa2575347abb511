/*
 * atlas_inputs.c - finds the atlases among the inputs, and adds the files that belong to them
 *
 * An atlas is read before anything is baked, because the names of its frames decide about their
 * recipes, and its pages are no sprites. Its pages are not opened here.
 */
#include "plan/atlas_inputs.h"

#include "base/kinds.h"
#include "base/text_names.h"
#include "picture/image.h"
#include "plan/pages.h"
#include "plan/related.h"
#include "system/reader.h"

#include <stdlib.h>

/* ---- Reading ------------------------------------------------------------------------------ */

static bool add_atlas(struct input *input)
{
    input->atlas = calloc(1, sizeof *input->atlas);
    return input->atlas != NULL;
}

static bool parse(struct input *input, const struct operand_rules *rules, const char *text,
                  size_t size, struct diagnostics *diagnostics)
{
    const struct atlas_format *const format = atlas_recognise(text, size);
    struct page_rules of = {input, rules};
    const struct atlas_measure measure = {pages_find_size, &of};
    if (format == NULL)
        return true;
    if (!add_atlas(input))
        return false;
    const size_t errors = diagnostics->errors;
    input->atlas->measure = &measure;
    /* An atlas with errors keeps its list of pages, so that they are not baked as sprites. */
    if (!atlas_read(format, text, size, input->path, input->atlas, diagnostics))
        atlas_forget_frames(input->atlas);
    else if (input->atlas->frame_count == 0 && input->atlas->related_count == 0 &&
             diagnostics->errors == errors)
        atlas_found(&(struct atlas_log){input->path, diagnostics}, NULL, NULL,
                    (struct atlas_place){0, 0}, "there is no frame in it to bake");
    input->atlas->measure = NULL;
    atlas_link(input->atlas);
    return true;
}

/* `bytes` stays NULL when the first bytes show that the file is no text; the rest is not read. */
static bool read_if_text(struct reader *reader, size_t most, uint8_t **bytes, size_t *size,
                         struct error *err)
{
    const uint8_t *beginning;
    size_t peeked;
    *bytes = NULL;
    *size = 0;
    return reader_peek(reader, KIND_BYTES, &beginning, &peeked, err) &&
           (image_begins(beginning, peeked) || kind_by_beginning(beginning, peeked) != NULL ||
            reader_read_all(reader, most, bytes, size, err));
}

/* False when memory runs out. A file that cannot be read counts as an atlas without frames, so that
 * it is not baked as a picture later. */
static bool read_if_atlas(struct input *input, const struct operand_rules *rules,
                          struct diagnostics *diagnostics)
{
    struct reader reader;
    struct error err;
    uint8_t *bytes;
    size_t size;
    bool ok;
    if (!reader_open_regular(&reader, input->path, &err)) {
        diagnostics_add_error(diagnostics, input->path, &err);
        return add_atlas(input);
    }
    if (rules->inputs.stamped)
        reader_begin_fingerprint(&reader);
    if (read_if_text(&reader, input_text_most(input), &bytes, &size, &err)) {
        ok = bytes == NULL || parse(input, rules, (const char *)bytes, size, diagnostics);
        input->is_text = bytes != NULL && input->atlas == NULL;
        if (input->atlas != NULL)
            input->fingerprinted = reader_end_fingerprint(&reader, &input->fingerprint);
    } else {
        diagnostics_add_error(diagnostics, input->path, &err);
        ok = add_atlas(input);
    }
    free(bytes);
    reader_close(&reader);
    return ok;
}

/* ---- Atlases ------------------------------------------------------------------------------- */

static bool read_input(struct inputs *inputs, size_t index, const struct operand_rules *rules,
                       struct diagnostics *diagnostics, struct related *related)
{
    struct input *const input = &inputs->items[index];
    /* A pipe can only be read once, so it is left to baking. It can be no atlas: no page lies
     * beside it. */
    if (text_is_picture_name(input->path) || input->stream)
        return true;
    return read_if_atlas(input, rules, diagnostics) &&
           (input->atlas == NULL || (pages_settle(inputs, input, rules, diagnostics) &&
                                     related_find(related, inputs, index, rules, diagnostics)));
}

/* The files that atlases name are added when all of these are read, and then are read too. */
static bool read_atlases(struct inputs *inputs, const struct operand_rules *rules,
                         struct diagnostics *diagnostics, bool *any)
{
    struct related related = {.family = {.items = NULL}};
    bool ok = true;
    size_t end = inputs->count;
    for (size_t i = 0; ok && i < end; i++) {
        ok = read_input(inputs, i, rules, diagnostics, &related);
        *any = *any || inputs->items[i].atlas != NULL;
        if (ok && i + 1 == end) {
            ok = related_add(&related, inputs, &rules->inputs);
            end = inputs->count;
        }
    }
    ok = ok && related_name_groups(&related, inputs);
    related_free(&related);
    return ok;
}

void atlas_inputs_plan(struct inputs *inputs, const struct operand_rules *rules,
                       struct diagnostics *diagnostics)
{
    bool any = false;
    if (!read_atlases(inputs, rules, diagnostics, &any) || (any && !pages_drop(inputs)))
        diagnostics->failed = true;
}
