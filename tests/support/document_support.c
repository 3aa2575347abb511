/*
 * document_support.c - documents are read and written, and compared as text
 */
#include "support/cmocka_all.h"

#include "support/document_support.h"

#include "support/fuzz_seed.h"
#include "support/model_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *document_text(const struct model *model, enum json_mask form)
{
    struct text text = {0};
    struct sink *const sink = malloc(sizeof *sink);
    struct error err;

    assert_non_null(sink);
    sink_init_text(sink, &text);
    document_write(model, form, sink);
    assert_true(sink_flush(sink, &err));
    free(sink);
    return text.bytes;
}

void document_add(const char *text, struct model *model)
{
    struct product product = {0};

    fuzz_seed("document", text, strlen(text));
    if (!document_read(text, strlen(text), "x.json", UINT32_MAX, &product))
        fail_msg("%s", product.diagnostics.items[0].text);
    product_pour(&product, model);
    product_free(&product);
    model_sort(model);
}

void assert_document(const struct model *model, enum json_mask form, const char *expected)
{
    char *const text = document_text(model, form);

    assert_string_equal(text, expected);
    free(text);
}

void assert_again(const char *text, enum json_mask form, const char *expected)
{
    struct model model = {0};

    document_add(text, &model);
    assert_document(&model, form, expected);
    model_free(&model);
}

void assert_document_wrong(const char *text, size_t size, const char *expected)
{
    struct product product = {0};
    struct text messages = {0};

    fuzz_seed("document", text, size);
    if (document_read(text, size, "x.json", UINT32_MAX, &product))
        fail_msg("accepted, instead of: %s", expected);
    for (size_t i = 0; i < product.diagnostics.count; i++) {
        const struct diagnostic *const found = &product.diagnostics.items[i];
        char place[50];

        snprintf(place, sizeof place, "%s%zu:%zu: ", i > 0 ? "\n" : "", found->line, found->column);
        text_add_string(&messages, place);
        text_add_string(&messages, found->text);
        assert_int_equal(found->status, STATUS_FAILED);
        assert_string_equal(found->path, "x.json");
    }
    assert_string_equal(messages.bytes, expected);
    text_free(&messages);
    product_free(&product);
}

/* ---- An example --------------------------------------------------------------------------- */

const char step_picture[] =
    "........\n"
    "..##....\n"
    "...##...\n"
    "........\n"
    "........\n"
    "........\n";

const char golden[] =
    "{\n"
    "  \"format\": \"hitmask\", \"version\": 1,\n"
    "  \"sprites\": [\n"
    "    {\n"
    "      \"name\": \"full\",\n"
    "      \"source\": \"art.png\",\n"
    "      \"region\": [0, 0, 2, 1],\n"
    "      \"size\": [2, 1],\n"
    "      \"pivot\": [1, 0.5],\n"
    "      \"bounds\": [0, 0, 2, 1],\n"
    "      \"area\": 2,\n"
    "      \"mask\": { \"rows\": [\n"
    "        \"##\"\n"
    "      ] }\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"nothing\",\n"
    "      \"source\": \"art.png\",\n"
    "      \"layer\": \"hurt\",\n"
    "      \"region\": [16, 32, 3, 3],\n"
    "      \"size\": [3, 3],\n"
    "      \"pivot\": [-0.25, 1.5],\n"
    "      \"bounds\": [0, 0, 0, 0],\n"
    "      \"area\": 0,\n"
    "      \"warnings\": [\"empty\", \"key-near\"],\n"
    "      \"mask\": { \"rows\": [] },\n"
    "      \"points\": { \"map\": [4, 4], \"prune\": 2, \"border\": "
    "\"drop\", \"list\": [] }\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"step\",\n"
    "      \"source\": \"art.png\",\n"
    "      \"region\": [0, 0, 8, 6],\n"
    "      \"size\": [8, 6],\n"
    "      \"pivot\": [4, 3],\n"
    "      \"bounds\": [2, 1, 3, 2],\n"
    "      \"area\": 4,\n"
    "      \"mask\": { \"rows\": [\n"
    "        \"##.\",\n"
    "        \".##\"\n"
    "      ] },\n"
    "      \"points\": { \"map\": [8, 6], \"prune\": 1, \"list\": "
    "[[2, 1], [3, 2], [3, 1], [4, 2]] }\n"
    "    }\n"
    "  ],\n"
    "  \"animations\": [\n"
    "    { \"name\": \"blink\", \"frames\": [\"step\", \"nothing\", \"step\"], "
    "\"durations\": [100, 0, 4294967295] },\n"
    "    { \"name\": \"still\", \"frames\": [], \"durations\": [] }\n"
    "  ],\n"
    "  \"options\": {\"cell\":1,\"key\":\"\\u0009#, \\\" \\\\\"}\n"
    "}\n";

void make_golden(struct model *model)
{
    const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};
    const struct points_rule drop = {
        .wanted = true, .map_width = 4, .map_height = 4, .prune = 2, .drop_border = true};
    struct model_sprite *sprite;

    model_draw(model, "step", step_picture, &outline);
    sprite = model_draw(model, "nothing", "...\n...\n...\n", &drop);
    sprite->layer = "hurt";
    sprite->region[0] = 16;
    sprite->region[1] = 32;
    sprite->pivot_x = -16384;
    sprite->warnings = WARNING_KEY_NEAR | WARNING_EMPTY;
    model_draw(model, "full", "##\n", NULL);
    model_animate(model, "still", "", NULL);
    model_animate(model, "blink", "step nothing step", (const uint32_t[]){100, 0, UINT32_MAX});
    model_add_options(model, "{\"cell\":1,\"key\":\"\\u0009#, \\\" \\\\\"}");
    model_sort(model);
}

char *replaced(const char *text, const char *old, const char *new)
{
    const char *const at = strstr(text, old);
    struct text out = {0};

    if (!at)
        fail_msg("no %s in the document", old);
    assert_null(strstr(at + 1, old));
    text_add(&out, text, (size_t)(at - text));
    text_add_string(&out, new);
    text_add_string(&out, at + strlen(old));
    return out.bytes;
}
