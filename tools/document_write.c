/*
 * document_write.c - a model written as the JSON document
 *
 * Everything goes straight to the sink: no tree, and no buffer longer than a stripe of a row.
 * The layout is fixed, because the bytes are: two spaces a level, one key a line, the rows of
 * a mask one below the other so that they show the picture, everything else of a sprite on
 * its line. document.schema.json describes the keys, in the order in which they stand here.
 */
#include "document.h"

#include "format.h"

#include <stdio.h>
#include <string.h>

/* ---- Values ----------------------------------------------------------------------------- */

static bool needs_escape(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f || c == '"' || c == '\\';
}

static void put_escape(struct sink *sink, char c)
{
    char escape[8];

    if (c == '"' || c == '\\')
        snprintf(escape, sizeof escape, "\\%c", c);
    else
        snprintf(escape, sizeof escape, "\\u%04x", (unsigned char)c);
    sink_put_string(sink, escape);
}

static void put_quoted(struct sink *sink, const char *string)
{
    sink_put(sink, "\"", 1);
    while (*string) {
        size_t plain = 0;

        while (string[plain] && !needs_escape(string[plain]))
            plain++;
        sink_put(sink, string, plain);
        string += plain;
        if (*string)
            put_escape(sink, *string++);
    }
    sink_put(sink, "\"", 1);
}

static void put_numbers(struct sink *sink, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sink_put_string(sink, i == 0 ? "[" : ", ");
        sink_put_number(sink, numbers[i]);
    }
    sink_put(sink, "]", 1);
}

/* Five decimals err by less than a third of 1/65536, so that any reader finds it again. */
static void put_fraction(struct sink *sink, uint64_t fraction)
{
    char text[8];
    size_t length;

    if (fraction == 0)
        return;
    snprintf(text, sizeof text, ".%05u", (unsigned)((fraction * 100000 + 32768) / 65536 % 100000));
    length = strlen(text);
    while (text[length - 1] == '0')
        length--;
    sink_put(sink, text, length);
}

static void put_fixed(struct sink *sink, int64_t number)
{
    const uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    if (number < 0)
        sink_put(sink, "-", 1);
    sink_put_number(sink, magnitude / 65536);
    put_fraction(sink, magnitude % 65536);
}

static void put_warnings(struct sink *sink, uint32_t warnings)
{
    const char *before = "[";

    for (unsigned i = 0; i < WARNING_COUNT; i++) {
        if (!(warnings >> i & 1))
            continue;
        sink_put_string(sink, before);
        put_quoted(sink, model_warning_id(i));
        before = ", ";
    }
    sink_put(sink, "]", 1);
}

/* ---- Masks ------------------------------------------------------------------------------ */

/* The pixels of row y in a stripe; those past the width are zero. */
static uint64_t row_word(const struct model_mask *mask, uint32_t y, uint32_t stripe)
{
    const uint32_t left = mask->width - 64 * stripe;

    if (mask->words)
        return mask->words[(size_t)stripe * mask->height + y];
    return left < 64 ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
}

static uint32_t columns_of(const struct model_mask *mask, uint32_t stripe)
{
    const uint32_t left = mask->width - 64 * stripe;

    return left < 64 ? left : 64;
}

static void put_row(struct sink *sink, const struct model_mask *mask, uint32_t y)
{
    for (uint32_t stripe = 0; stripe < stripe_count(mask->width); stripe++) {
        const uint64_t word = row_word(mask, y, stripe);
        const uint32_t columns = columns_of(mask, stripe);
        char pixels[64];

        for (uint32_t x = 0; x < columns; x++)
            pixels[x] = word >> x & 1 ? '#' : '.';
        sink_put(sink, pixels, columns);
    }
}

static void put_rows(struct sink *sink, const struct model_mask *mask)
{
    sink_put_string(sink, "\"rows\": [");
    for (uint32_t y = 0; mask && y < mask->height; y++) {
        sink_put_string(sink, y == 0 ? "\n        \"" : ",\n        \"");
        put_row(sink, mask, y);
        sink_put(sink, "\"", 1);
    }
    sink_put_string(sink, mask ? "\n      ]" : "]");
}

/* Bytes on their way to base64: up to three are waiting. */
struct base64 {
    uint32_t bits;
    unsigned count;
};

static void base64_put(struct sink *sink, struct base64 *group)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint32_t bits = group->bits << 8 * (3 - group->count);
    char text[4] = "====";

    for (unsigned i = 0; i <= group->count; i++)
        text[i] = digits[bits >> (18 - 6 * i) & 63];
    sink_put(sink, text, sizeof text);
    *group = (struct base64){0, 0};
}

static void base64_add(struct sink *sink, struct base64 *group, uint64_t byte)
{
    group->bits = group->bits << 8 | (uint32_t)(byte & 0xff);
    if (++group->count == 3)
        base64_put(sink, group);
}

static void base64_add_row(struct sink *sink, struct base64 *group, const struct model_mask *mask,
                           uint32_t y)
{
    for (uint32_t stripe = 0; stripe < stripe_count(mask->width); stripe++) {
        const uint64_t word = row_word(mask, y, stripe);

        for (uint32_t x = 0; x < columns_of(mask, stripe); x += 8)
            base64_add(sink, group, word >> x);
    }
}

static void put_base64(struct sink *sink, const struct model_mask *mask)
{
    struct base64 group = {0, 0};

    sink_put_string(sink, "\"base64\": \"");
    for (uint32_t y = 0; mask && y < mask->height; y++)
        base64_add_row(sink, &group, mask, y);
    if (group.count > 0)
        base64_put(sink, &group);
    sink_put(sink, "\"", 1);
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
    sink_put_string(sink, ",\n      \"");
    sink_put_string(sink, key);
    sink_put_string(sink, "\": ");
}

static void put_origin(struct sink *sink, const struct model_sprite *sprite)
{
    sink_put_string(sink, "    {\n      \"name\": ");
    put_quoted(sink, sprite->name);
    put_key(sink, "source");
    put_quoted(sink, sprite->source);
    if (sprite->layer) {
        put_key(sink, "layer");
        put_quoted(sink, sprite->layer);
    }
    put_key(sink, "region");
    put_numbers(sink, sprite->region, 4);
}

static void put_geometry(struct sink *sink, const struct model_sprite *sprite,
                         const struct model_mask *mask)
{
    const uint32_t empty[4] = {0};

    put_key(sink, "size");
    put_numbers(sink, (uint32_t[]){sprite->width, sprite->height}, 2);
    put_key(sink, "pivot");
    sink_put(sink, "[", 1);
    put_fixed(sink, sprite->pivot_x);
    sink_put_string(sink, ", ");
    put_fixed(sink, sprite->pivot_y);
    sink_put(sink, "]", 1);
    put_key(sink, "bounds");
    put_numbers(
        sink, mask ? (uint32_t[]){sprite->left, sprite->top, mask->width, mask->height} : empty, 4);
    put_key(sink, "area");
    sink_put_number(sink, mask ? mask->area : 0);
}

static void put_mask(struct sink *sink, const struct model_mask *mask, enum json_mask form)
{
    if (form == JSON_MASK_NONE)
        return;
    put_key(sink, "mask");
    sink_put_string(sink, "{ ");
    if (form == JSON_MASK_ROWS)
        put_rows(sink, mask);
    else
        put_base64(sink, mask);
    sink_put_string(sink, " }");
}

static void put_sprite(struct sink *sink, const struct model *model,
                       const struct model_sprite *sprite, enum json_mask form)
{
    const struct model_mask *const mask =
        sprite->mask == MODEL_NONE ? NULL : &model->masks[sprite->mask];

    put_origin(sink, sprite);
    put_geometry(sink, sprite, mask);
    if (sprite->warnings & ((1u << WARNING_COUNT) - 1)) {
        put_key(sink, "warnings");
        put_warnings(sink, sprite->warnings);
    }
    put_mask(sink, mask, form);
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
    sink_put_string(sink, model->sprite_count > 0 ? "\n  ]\n}\n" : "]\n}\n");
}
