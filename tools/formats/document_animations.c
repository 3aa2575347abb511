/*
 * document_animations.c - animations and options in the JSON document, both ways
 *
 * Frames are only names here: model_next_fault finds those without a sprite, once all inputs are
 * read. Options are copied as a text; plan/provenance.c knows their meaning.
 */
#include "formats/document_animations.h"

#include "base/json.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- Writing ------------------------------------------------------------------------------ */

void document_put_animations(struct sink *sink, const struct model *model)
{
    if (model->animation_count == 0)
        return;
    sink_put_string(sink, ",\n  \"animations\": [");
    for (size_t i = 0; i < model->animation_count; i++) {
        const struct model_animation *const animation = &model->animations[i];
        sink_put_string(sink, i == 0 ? "\n" : ",\n");
        sink_put_string(sink, "    { \"name\": ");
        json_put_string(sink, animation->name);
        sink_put_string(sink, ", \"frames\": [");
        for (uint32_t k = 0; k < animation->count; k++) {
            sink_put_string(sink, k == 0 ? "" : ", ");
            json_put_string(sink, animation->frames[k]);
        }
        sink_put_string(sink, "], \"durations\": [");
        for (uint32_t k = 0; k < animation->count; k++)
            sink_put_format(sink, "%s%" PRIu32, k == 0 ? "" : ", ", animation->durations[k]);
        sink_put_string(sink, "] }");
    }
    sink_put_string(sink, "\n  ]");
}

void document_put_options(struct sink *sink, const struct model *model)
{
    if (model->options == NULL)
        return;
    sink_put_string(sink, ",\n  \"options\": ");
    sink_put_string(sink, model->options);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static bool read_animation(const struct json *json, const cJSON *value, struct model_animation *out,
                           struct error *err)
{
    enum { NAME, FRAMES, DURATIONS, KEYS };
    static const struct json_key keys[KEYS] = {
        [NAME] = {"name", true}, [FRAMES] = {"frames", true}, [DURATIONS] = {"durations", true}};
    const cJSON *values[KEYS], *frame;
    const char *name = NULL;
    if (!json_get_members(json, value, keys, KEYS, values, err) ||
        !json_get_name(json, values[NAME], &name, err))
        return false;
    out->name = text_copy(name);
    if (out->name == NULL)
        return fail_memory(err);
    if (!json_expect_array(json, values[FRAMES], err))
        return false;
    cJSON_ArrayForEach(frame, values[FRAMES])
    {
        if (!json_get_name(json, frame, &name, err))
            return false;
        if (!model_animation_push(out, text_copy(name), 0))
            return fail_memory(err);
    }
    return json_get_u32s(json, values[DURATIONS], out->count, 0, UINT32_MAX, out->durations, err);
}

bool document_read_animations(const struct json *json, const cJSON *value, const char *origin,
                              struct product *out, struct error *err)
{
    const cJSON *member;
    size_t index = 0;
    if (value == NULL)
        return true;
    if (!json_expect_array(json, value, err))
        return false;
    cJSON_ArrayForEach(member, value)
    {
        struct model_animation animation = {0};
        animation.origin = text_format("%s (animations[%zu])", origin, index++);
        if (animation.origin == NULL)
            return fail_memory(err);
        if (!read_animation(json, member, &animation, err)) {
            model_animation_free(&animation);
            return false;
        }
        if (!product_add_animation(out, &animation, err))
            return false;
    }
    return true;
}

bool document_read_options(const struct json *json, const cJSON *value, struct product *out,
                           struct error *err)
{
    out->is_document = true;
    if (value != NULL && !cJSON_IsObject(value))
        return json_fail(json, value, err, "must be an object");
    out->options = json_member_text(json, "options");
    return true;
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
        *right = product.options != NULL && strlen(product.options) == size &&
                 memcmp(product.options, bytes, size) == 0;
    }
    product_free(&product);
    json_free(&json);
    text_free(&text);
    return ok;
}
