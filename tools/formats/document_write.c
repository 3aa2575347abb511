/*
 * document_write.c - a model written as the JSON document
 *
 * Everything goes straight to the sink, without a tree. The layout never changes, so that equal
 * models give equal bytes: two spaces a level, one key a line, and the rows of a mask one below the
 * other so that they show the picture. document.schema.json describes the keys, in this order.
 */
#include "base/json.h"
#include "base/numbers.h"
#include "formats/document_animations.h"
#include "formats/document_mask.h"

#include <string.h>

/* ---- Values ----------------------------------------------------------------------------- */

static void put_numbers(struct sink *sink, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sink_put_string(sink, i == 0 ? "[" : ", ");
        sink_put_number(sink, numbers[i]);
    }
    sink_put(sink, "]", 1);
}

static void put_warnings(struct sink *sink, uint32_t warnings)
{
    const char *before = "[";
    for (unsigned i = 0; i < WARNING_COUNT; i++) {
        if (!(warnings >> i & 1))
            continue;
        sink_put_string(sink, before);
        json_put_string(sink, model_warning_id(i));
        before = ", ";
    }
    sink_put(sink, "]", 1);
}

/* ---- Sprites ---------------------------------------------------------------------------- */

static void put_points(struct sink *sink, const struct model_list *list)
{
    const struct points points = {.present = true,
                                  .map_width = list->map_width,
                                  .map_height = list->map_height,
                                  .count = list->count,
                                  .cells = list->cells};
    sink_put_string(sink, "{ \"map\": ");
    put_numbers(sink, (uint32_t[]){list->map_width, list->map_height}, 2);
    sink_put_string(sink, ", \"prune\": ");
    sink_put_number(sink, list->prune);
    if (list->border_dropped)
        sink_put_string(sink, ", \"border\": \"drop\"");
    sink_put_string(sink, ", \"list\": [");
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t cell[2];
        points_get(&points, i, &cell[0], &cell[1]);
        if (i > 0)
            sink_put_string(sink, ", ");
        put_numbers(sink, cell, 2);
    }
    sink_put_string(sink, "] }");
}

/* Begins a member that is not the sprite's first. */
static void put_key(struct sink *sink, const char *key)
{
    sink_put_format(sink, ",\n      \"%s\": ", key);
}

static void put_sprite(struct sink *sink, const struct model *model,
                       const struct model_sprite *sprite, enum json_mask form)
{
    const struct model_mask *const mask =
        sprite->mask == MODEL_NONE ? NULL : &model->masks[sprite->mask];
    char x[FIXED_TEXT_MAX], y[FIXED_TEXT_MAX];
    sink_put_string(sink, "    {\n      \"name\": ");
    json_put_string(sink, sprite->name);
    put_key(sink, "source");
    json_put_string(sink, sprite->source);
    if (sprite->layer != NULL) {
        put_key(sink, "layer");
        json_put_string(sink, sprite->layer);
    }
    put_key(sink, "region");
    put_numbers(sink, sprite->region, 4);
    if (sprite->place[2] > 0) {
        put_key(sink, "place");
        put_numbers(sink, sprite->place, 4);
    }
    if (sprite->turn != PLACE_UPRIGHT) {
        put_key(sink, "turn");
        json_put_string(sink, model_turn_name(sprite->turn));
    }
    put_key(sink, "size");
    put_numbers(sink, (uint32_t[]){sprite->width, sprite->height}, 2);
    put_key(sink, "pivot");
    sink_put_format(sink, "[%s, %s]", fixed_to_text(x, sprite->pivot_x),
                    fixed_to_text(y, sprite->pivot_y));
    put_key(sink, "bounds");
    if (mask != NULL)
        put_numbers(sink, (uint32_t[]){sprite->left, sprite->top, mask->width, mask->height}, 4);
    else
        sink_put_string(sink, "[0, 0, 0, 0]");
    put_key(sink, "area");
    sink_put_number(sink, mask != NULL ? mask->area : 0);
    if (sprite->warnings & ((1u << WARNING_COUNT) - 1)) {
        put_key(sink, "warnings");
        put_warnings(sink, sprite->warnings);
    }
    if (form != JSON_MASK_NONE) {
        put_key(sink, "mask");
        document_put_mask(sink, mask, form);
    }
    if (sprite->list != MODEL_NONE) {
        put_key(sink, "points");
        put_points(sink, &model->lists[sprite->list]);
    }
    sink_put_string(sink, "\n    }");
}

void document_write(const struct model *model, enum json_mask mask, struct sink *sink)
{
    sink_put_string(sink, "{\n  \"format\": \"hitmask\", \"version\": 1,\n  \"sprites\": [");
    for (size_t i = 0; i < model->sprite_count; i++) {
        sink_put_string(sink, i == 0 ? "\n" : ",\n");
        put_sprite(sink, model, &model->sprites[i], mask);
    }
    sink_put_string(sink, model->sprite_count > 0 ? "\n  ]" : "]");
    document_put_animations(sink, model);
    document_put_options(sink, model);
    sink_put_string(sink, "\n}\n");
}
