/*
 * whole.c - a product through all the forms that it can take
 */
#include "whole.h"

#include "formats/document.h"
#include "formats/load.h"
#include "formats/pack.h"
#include "fuzz.h"

#include <string.h>

/* False when no pack can hold it. */
static bool make_model(struct product *product, struct model *model)
{
    struct model_cursor cursor = {0};
    struct error err;
    product_pour(product, model);
    model_sort(model);
    return !model_next_fault(model, &cursor, &err);
}

static struct text write_pack(const struct model *model)
{
    static struct sink sink;
    struct text text = {0};
    struct error err;
    sink_init_text(&sink, &text);
    pack_write(model, 1, &sink);
    REQUIRE(sink_flush(&sink, &err));
    return text;
}

static struct text write_document(const struct model *model, enum json_mask form)
{
    static struct sink sink;
    struct text text = {0};
    struct error err;
    sink_init_text(&sink, &text);
    document_write(model, form, &sink);
    REQUIRE(sink_flush(&sink, &err));
    return text;
}

static void must_equal(const struct text *a, const struct text *b)
{
    REQUIRE(a->length == b->length);
    REQUIRE(memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* A pack and its document say the same. */
static void must_read_back(const struct text *pack, const struct text *document)
{
    struct pack_file file = {.bytes = (uint8_t *)pack->bytes, .size = pack->length};
    struct product product = {0};
    struct model model = {0};
    struct error err;
    REQUIRE(hm_pack_open(&file.pack, file.bytes, file.size) == HM_OK);
    REQUIRE(pack_file_verify(&file, STATUS_FAILED, &err));
    REQUIRE(pack_read(&file.pack, "again", &product, &err));
    REQUIRE(make_model(&product, &model));
    struct text again = write_document(&model, JSON_MASK_ROWS);
    must_equal(&again, document);
    text_free(&again);
    product_free(&product);
    model_free(&model);
}

/* A document gives its pack again. */
static void must_bake_again(const struct text *document, const struct text *pack, enum maker maker)
{
    struct product product = {0};
    struct model model = {0};
    if (document_read(document->bytes, document->length, "again", UINT64_MAX, &product)) {
        REQUIRE(make_model(&product, &model));
        struct text again = write_pack(&model);
        must_equal(&again, pack);
        text_free(&again);
    } else {
        REQUIRE(maker == MADE_BY_ANYBODY &&
                strstr(product.diagnostics.items[0].text, "].points.") != NULL);
    }
    product_free(&product);
    model_free(&model);
}

/* The two forms of a document differ in its masks alone: where points make it long, reading both
 * would show no more. */
enum { SHORT_MAX = 1 << 11 };

/* Masks of more than that make documents of more megabytes than fuzzing has time for. */
enum { PIXELS_MAX = 1 << 20 };

static bool has_big_mask(const struct model *model)
{
    for (size_t i = 0; i < model->mask_count; i++)
        if ((uint64_t)model->masks[i].width * model->masks[i].height > PIXELS_MAX)
            return true;
    return false;
}

void must_survive(struct product *product, enum maker maker)
{
    struct model model = {0};
    if (make_model(product, &model) && !has_big_mask(&model)) {
        struct text pack = write_pack(&model);
        struct text document = write_document(&model, JSON_MASK_ROWS);
        struct text short_form = write_document(&model, JSON_MASK_BASE64);
        must_read_back(&pack, &document);
        must_bake_again(&document, &pack, maker);
        if (short_form.length <= SHORT_MAX)
            must_bake_again(&short_form, &pack, maker);
        text_free(&pack);
        text_free(&document);
        text_free(&short_form);
    }
    model_free(&model);
}
