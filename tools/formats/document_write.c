/*
 * document_write.c - a model written as the JSON document
 *
 * Everything goes straight to the sink, without a tree. The layout never changes, so that equal
 * models give equal bytes: two spaces a level, one key a line, and the rows of a mask one below the
 * other so that they show the picture. document.schema.json describes the keys, in this order.
 */
#include "base/json.h"
#include "base/text.h"
#include "formats/document.h"

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

/* ---- Masks ------------------------------------------------------------------------------ */

static void put_rows(struct sink *sink, const struct mask *mask)
{
    sink_put_string(sink, "\"rows\": [");
    for (uint32_t y = 0; y < mask->height; y++) {
        sink_put_string(sink, y == 0 ? "\n        \"" : ",\n        \"");
        for (uint32_t x = 0; x < mask->width; x += 64) {
            const uint64_t word = mask_word(mask, x, y);
            const uint32_t left = mask->width - x, columns = left < 64 ? left : 64;
            char pixels[64];
            for (uint32_t i = 0; i < columns; i++)
                pixels[i] = word >> i & 1 ? '#' : '.';
            sink_put(sink, pixels, columns);
        }
        sink_put(sink, "\"", 1);
    }
    sink_put_string(sink, mask->height > 0 ? "\n      ]" : "]");
}

/* Bits go row by row from the left, the first in a byte's lowest bit; a row ends with a byte. */
static void put_base64(struct sink *sink, const struct mask *mask)
{
    struct base64 encoder = {.sink = sink};
    sink_put_string(sink, "\"base64\": \"");
    for (uint32_t y = 0; y < mask->height; y++)
        for (uint32_t x = 0; x < mask->width; x += 8) {
            const uint8_t byte = mask_word(mask, x - x % 64, y) >> x % 64 & 0xff;
            base64_write(&encoder, &byte, 1);
        }
    base64_end(&encoder);
    sink_put(sink, "\"", 1);
}

/* ---- Sprites ---------------------------------------------------------------------------- */

static void put_points(struct sink *sink, const struct points *points)
{
    sink_put_string(sink, "{ \"map\": ");
    put_numbers(sink, (uint32_t[]){points->map_width, points->map_height}, 2);
    sink_put_string(sink, ", \"prune\": ");
    sink_put_number(sink, points->prune);
    if (points->border_dropped)
        sink_put_string(sink, ", \"border\": \"drop\"");
    sink_put_string(sink, ", \"list\": [");
    for (uint32_t i = 0; i < points->count; i++) {
        uint32_t cell[2];
        points_get(points, i, &cell[0], &cell[1]);
        if (i > 0)
            sink_put_string(sink, ", ");
        put_numbers(sink, cell, 2);
    }
    sink_put_string(sink, "] }");
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* A corner of the sprite's own pixels. */
static void put_corner(struct sink *sink, struct spot corner, const struct model_sprite *sprite)
{
    char x[FIXED_TEXT_MAX], y[FIXED_TEXT_MAX];
    enum { FIXED_CORNER = 65536 / CORNER_ONE };
    sink_put_format(
        sink, "[%s, %s]",
        fixed_to_text(x, (corner.x + (int64_t)sprite->left * CORNER_ONE) * FIXED_CORNER),
        fixed_to_text(y, (corner.y + (int64_t)sprite->top * CORNER_ONE) * FIXED_CORNER));
}

static void put_loop(struct sink *sink, const struct loops *loops, uint32_t loop,
                     const struct model_sprite *sprite)
{
    sink_put_string(sink, "[");
    for (uint32_t i = loops->starts[loop]; i < loops->starts[loop + 1]; i++) {
        sink_put_string(sink, i > loops->starts[loop] ? ", " : "");
        put_corner(sink, loops->corners[i], sprite);
    }
    sink_put_string(sink, "]");
}

static void put_loops(struct sink *sink, const struct shapes *shapes, unsigned kind,
                      const struct model_sprite *sprite)
{
    const uint32_t first = shapes_first(shapes, kind);
    sink_put_string(sink, "[");
    for (uint32_t i = first; i < first + shapes->counts[kind]; i++) {
        sink_put_string(sink, i > first ? ", " : "");
        put_loop(sink, &shapes->loops, i, sprite);
    }
    sink_put_string(sink, "]");
}

static void put_polygons(struct sink *sink, const struct shapes *shapes,
                         const struct model_sprite *sprite)
{
    char tolerance[FIXED_TEXT_MAX];
    sink_put_format(sink, "{ \"fit\": \"%s\", \"tolerance\": %s, \"loops\": ",
                    polygon_fit_name(shapes->fit), fixed_to_text(tolerance, shapes->tolerance));
    put_loops(sink, shapes, SHAPE_POLYGONS, sprite);
    sink_put_string(sink, " }");
}

/* Begins a member that is not the sprite's first. */
static void put_key(struct sink *sink, const char *key)
{
    sink_put_format(sink, ",\n      \"%s\": ", key);
}

/* A hull has one loop, which an empty sprite does not have. */
static void put_shapes(struct sink *sink, const struct shapes *shapes,
                       const struct model_sprite *sprite)
{
    for (unsigned kind = 0; kind < SHAPE_KINDS; kind++) {
        if ((shapes->kinds >> kind & 1) == 0 || (kind == SHAPE_HULL && shapes->counts[kind] == 0))
            continue;
        put_key(sink, shape_kind_name(kind));
        if (kind == SHAPE_POLYGONS)
            put_polygons(sink, shapes, sprite);
        else if (kind == SHAPE_HULL)
            put_loop(sink, &shapes->loops, shapes_first(shapes, kind), sprite);
        else
            put_loops(sink, shapes, kind, sprite);
    }
}

static void put_sprite(struct sink *sink, const struct model *model,
                       const struct model_sprite *sprite, enum json_mask form)
{
    const struct mask mask = model_sprite_mask(model, sprite);
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
    put_numbers(sink, (uint32_t[]){mask.left, mask.top, mask.width, mask.height}, 4);
    put_key(sink, "area");
    sink_put_number(sink, mask.area);
    if (sprite->warnings & ((1u << WARNING_COUNT) - 1)) {
        put_key(sink, "warnings");
        put_warnings(sink, sprite->warnings);
    }
    if (form != JSON_MASK_NONE) {
        put_key(sink, "mask");
        sink_put_string(sink, "{ ");
        if (form == JSON_MASK_ROWS)
            put_rows(sink, &mask);
        else
            put_base64(sink, &mask);
        sink_put_string(sink, " }");
    }
    if (sprite->list != MODEL_NONE) {
        const struct points points = model_sprite_points(model, sprite);
        put_key(sink, "points");
        put_points(sink, &points);
    }
    if (sprite->shapes > 0)
        put_shapes(sink, model_sprite_shapes(model, sprite), sprite);
    if (sprite->data != NULL) {
        put_key(sink, "data");
        json_put_string(sink, sprite->data);
    }
    sink_put_string(sink, "\n    }");
}

/* ---- The document ----------------------------------------------------------------------- */

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

void document_write(const struct model *model, enum json_mask mask, struct sink *sink)
{
    sink_put_string(sink, "{\n  \"format\": \"hitmask\", \"version\": 1,\n  \"sprites\": [");
    for (size_t i = 0; i < model->sprite_count; i++) {
        sink_put_string(sink, i == 0 ? "\n" : ",\n");
        put_sprite(sink, model, &model->sprites[i], mask);
    }
    sink_put_string(sink, model->sprite_count > 0 ? "\n  ]" : "]");
    for (size_t i = 0; i < model->animation_count; i++) {
        sink_put_string(sink, i == 0 ? ",\n  \"animations\": [\n" : ",\n");
        put_animation(sink, &model->animations[i]);
    }
    sink_put_string(sink, model->animation_count > 0 ? "\n  ]" : "");
    if (model->options != NULL) {
        sink_put_string(sink, ",\n  \"options\": ");
        sink_put_string(sink, model->options);
    }
    sink_put_string(sink, "\n}\n");
}
