/*
 * document_animations.c - animations and options in the JSON document, both ways
 *
 * Whether a frame is a sprite is not known before all inputs are: model_next_fault tells.
 * Options are a text from end to end; what they mean is known where they are made.
 */
#include "formats/document_animations.h"

#include "base/json_put.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Writing ------------------------------------------------------------------------------ */

static void put_animation(struct sink *sink, const struct model_animation *animation)
{
    sink_put_string(sink, "    { \"name\": ");
    json_put_string(sink, animation->name);
    sink_put_string(sink, ", \"frames\": [");
    for (uint32_t i = 0; i < animation->count; i++) {
        sink_put_string(sink, i == 0 ? "" : ", ");
        json_put_string(sink, animation->frames[i]);
    }
    sink_put_string(sink, "], \"durations\": [");
    for (uint32_t i = 0; i < animation->count; i++) {
        sink_put_string(sink, i == 0 ? "" : ", ");
        sink_put_number(sink, animation->durations[i]);
    }
    sink_put_string(sink, "] }");
}

void document_put_animations(struct sink *sink, const struct model *model)
{
    if (model->animation_count == 0)
        return;
    sink_put_string(sink, ",\n  \"animations\": [");
    for (size_t i = 0; i < model->animation_count; i++) {
        sink_put_string(sink, i == 0 ? "\n" : ",\n");
        put_animation(sink, &model->animations[i]);
    }
    sink_put_string(sink, "\n  ]");
}

void document_put_options(struct sink *sink, const struct model *model)
{
    if (!model->options)
        return;
    sink_put_string(sink, ",\n  \"options\": ");
    sink_put_string(sink, model->options);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static bool read_frames(const struct json *json, const cJSON *value, struct model_animation *out,
                        struct error *err)
{
    const cJSON *frame;
    if (!json_expect_array(json, value, err))
        return false;
    cJSON_ArrayForEach(frame, value)
    {
        const char *name = NULL;
        if (!json_get_name(json, frame, &name, err))
            return false;
        if (!model_animation_push(out, text_copy(name), 0))
            return fail_memory(err);
    }
    return true;
}

static bool read_animation(const struct json *json, const cJSON *value, struct model_animation *out,
                           struct error *err)
{
    enum { NAME, FRAMES, DURATIONS, KEYS };
    static const struct json_key keys[KEYS] = {
        [NAME] = {"name", true}, [FRAMES] = {"frames", true}, [DURATIONS] = {"durations", true}};
    const cJSON *values[KEYS];
    const char *name = NULL;
    if (!json_get_members(json, value, keys, KEYS, values, err) ||
        !json_get_name(json, values[NAME], &name, err))
        return false;
    out->name = text_copy(name);
    if (!out->name)
        return fail_memory(err);
    return read_frames(json, values[FRAMES], out, err) &&
           json_get_u32s(json, values[DURATIONS], out->count, 0, UINT32_MAX, out->durations, err);
}

static bool add_animation(const struct json *json, const cJSON *value, const char *origin,
                          size_t index, struct product *out, struct error *err)
{
    struct model_animation animation = {0};
    animation.origin = text_format("%s (animations[%zu])", origin, index);
    if (!animation.origin)
        return fail_memory(err);
    if (read_animation(json, value, &animation, err))
        return product_add_animation(out, &animation, err);
    model_animation_free(&animation);
    return false;
}

bool document_read_animations(const struct json *json, const cJSON *value, const char *origin,
                              struct product *out, struct error *err)
{
    const cJSON *animation;
    size_t index = 0;
    if (!value)
        return true;
    if (!json_expect_array(json, value, err))
        return false;
    cJSON_ArrayForEach(animation, value)
    {
        if (!add_animation(json, animation, origin, index++, out, err))
            return false;
    }
    return true;
}

bool document_read_options(const struct json *json, const cJSON *value, struct product *out,
                           struct error *err)
{
    out->is_document = true;
    if (value && !cJSON_IsObject(value))
        return json_fail(json, value, err, "must be an object");
    return json_member_text(json, "options", &out->options, err);
}

bool document_are_options(const uint8_t *bytes, size_t size, bool *right, struct error *err)
{
    struct text text = {0};
    struct json json = {0};
    struct product product = {0};
    bool ok;
    *right = false;
    text_add_string(&text, "{\"options\":");
    text_add(&text, bytes, size);
    text_add_string(&text, "}");
    if (text.failed) {
        ok = fail_memory(err);
    } else if (!json_parse(&json, text.bytes, text.length, err) ||
               !document_read_options(&json, json_find(json.root, "options"), &product, err)) {
        ok = err->line > 0; /* what is wrong with a text has a place in it */
    } else {
        ok = true;
        *right = product.options && strlen(product.options) == size &&
                 memcmp(product.options, bytes, size) == 0;
    }
    product_free(&product);
    json_free(&json);
    text_free(&text);
    return ok;
}
