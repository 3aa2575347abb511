/*
 * unity.c - the sprites that Unity keeps in the .meta file beside a picture, read with libyaml
 *
 *     TextureImporter:
 *       spriteMode: 2
 *       spriteSheet:
 *         sprites:
 *         - name: hero_0
 *           rect: {serializedVersion: 2, x: 0, y: 16, width: 16, height: 16}
 *           alignment: 9
 *           pivot: {x: 0.5, y: 0}
 *
 * The picture has the name of the file without ".meta". y goes up: a rectangle counts from the
 * lower edge of the picture, a pivot is a part of the rectangle from its lower left corner. Sprites
 * are as large as their rectangles; Unity knows no other size. Borders and shapes play no part.
 */
#include "atlas/atlas.h"
#include "base/budget.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool recognises(const char *text, size_t size)
{
    static const char first[] = "fileFormatVersion:";
    return strncmp(text + text_bom(text, size), first, strlen(first)) == 0;
}

#ifdef HITMASK_LIBYAML
#include <yaml.h>

/* The numbers of a sprite. */
enum { X, Y, WIDTH, HEIGHT, PIVOT_X, PIVOT_Y, ALIGNMENT, FIELDS };

struct sprite {
    bool open;
    char *name; /* NULL: none so far */
    struct decimal numbers[FIELDS];
    uint32_t given; /* a bit for each number */
    struct atlas_place place;
};

struct unity_reader {
    struct atlas *atlas;
    const struct atlas_log *log;
    struct text keys[BUDGET_DEPTH]; /* of each mapping and sequence that is open, the last key */
    bool is_mapping[BUDGET_DEPTH], has_key[BUDGET_DEPTH];
    size_t depth;
    struct atlas_place place; /* of the value that is being read */
    struct sprite sprite;
    bool is_cut; /* spriteMode is 2 */
};

static void wrong(struct unity_reader *reader, struct atlas_place place, const char *text)
{
    const char *const name = reader->sprite.name;
    atlas_found(reader->log, "frame", reader->sprite.open && name != NULL ? name : NULL, place,
                "%s", text);
}

static bool key_is(const struct unity_reader *reader, size_t level, const char *key)
{
    return reader->is_mapping[level] && strcmp(reader->keys[level].bytes, key) == 0;
}

static bool in_texture(const struct unity_reader *reader)
{
    return reader->depth >= 2 && key_is(reader, 0, "TextureImporter");
}

/* TextureImporter: spriteSheet: sprites: [ { ... } ] */
static bool in_sprites(const struct unity_reader *reader)
{
    return in_texture(reader) && reader->depth >= 4 && key_is(reader, 1, "spriteSheet") &&
           key_is(reader, 2, "sprites") && !reader->is_mapping[3];
}

/* ---- Sprites ------------------------------------------------------------------------------ */

static void read_number(struct unity_reader *reader, unsigned field, const char *value)
{
    struct sprite *const sprite = &reader->sprite;
    struct decimal number;
    char quoted[60], text[160];
    const char *const end = decimal_read_float(value, &number);
    if (end == NULL || *end != '\0' || llabs(number.billionths) / DECIMAL_ONE > INT32_MAX) {
        snprintf(text, sizeof text, "%s is '%s', but must be a number",
                 reader->keys[reader->depth - 1].bytes, text_quote(quoted, sizeof quoted, value));
        wrong(reader, reader->place, text);
        return;
    }
    sprite->given |= UINT32_C(1) << field;
    sprite->numbers[field] = number;
}

static void read_sprite_value(struct unity_reader *reader, const char *value)
{
    static const struct {
        const char *object, *key;
        unsigned field;
    } numbers[] = {
        {"rect", "x", X},
        {"rect", "y", Y},
        {"rect", "width", WIDTH},
        {"rect", "height", HEIGHT},
        {"pivot", "x", PIVOT_X},
        {"pivot", "y", PIVOT_Y},
        {NULL, "alignment", ALIGNMENT},
    };
    const size_t level = reader->depth - 1;
    if (level == 4 && key_is(reader, 4, "name"))
        reader->sprite.name = arena_text(&reader->atlas->arena, value);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const bool nested = numbers[i].object != NULL;
        if (level == (nested ? 5 : 4) && key_is(reader, level, numbers[i].key) &&
            (!nested || key_is(reader, 4, numbers[i].object)))
            read_number(reader, numbers[i].field, value);
    }
}

/* From the lower left corner, in halves of the size. 9 is the sprite's own pivot. */
static bool set_pivot(struct unity_reader *reader, struct atlas_frame *frame)
{
    static const struct {
        uint8_t x, y;
    } halves[] = {{1, 1}, {0, 2}, {1, 2}, {2, 2}, {0, 1}, {2, 1}, {0, 0}, {1, 0}, {2, 0}};
    const struct sprite *const sprite = &reader->sprite;
    const int64_t alignment = sprite->numbers[ALIGNMENT].billionths / DECIMAL_ONE;
    struct decimal x = sprite->numbers[PIVOT_X], y = sprite->numbers[PIVOT_Y];
    if (alignment < 0 || alignment > 9) {
        wrong(reader, sprite->place, "its alignment is unknown; 0 to 9 can be read");
        return false;
    }
    if (alignment < 9) {
        x.billionths = halves[alignment].x * (DECIMAL_ONE / 2);
        y.billionths = halves[alignment].y * (DECIMAL_ONE / 2);
    }
    frame->has_pivot = true;
    y.billionths = DECIMAL_ONE - y.billionths;
    if (fixed_from_part(x, frame->width, &frame->pivot_x) &&
        fixed_from_part(y, frame->height, &frame->pivot_y))
        return true;
    wrong(reader, sprite->place, "its pivot is too far away");
    return false;
}

static void wrong_rect(struct unity_reader *reader, struct atlas_place place, int64_t number)
{
    char text[120];
    snprintf(text, sizeof text,
             "its rect must be whole pixels, 0 or more, not %.10g; please correct it in the Sprite "
             "Editor",
             (double)number / 65536);
    wrong(reader, place, text);
}

static void end_sprite(struct unity_reader *reader)
{
    struct sprite *const sprite = &reader->sprite;
    struct atlas_frame frame = {.place = sprite->place};
    const uint32_t needed = UINT32_C(15) << X;
    uint32_t rect[4];
    int64_t odd = 0; /* the first number that is not whole */
    for (unsigned i = X; i <= HEIGHT; i++) {
        const int64_t number = fixed_from_decimal(sprite->numbers[i]);
        if (odd == 0 && (number < 0 || number % 65536 != 0))
            odd = number;
        rect[i] = (uint32_t)(number / 65536);
    }
    if (sprite->name == NULL)
        wrong(reader, sprite->place, "a sprite has no name");
    else if ((sprite->given & needed) != needed)
        wrong(reader, sprite->place, "its rect is missing, or has no x, y, width or height");
    else if (odd != 0)
        wrong_rect(reader, sprite->place, odd);
    else {
        atlas_set_region(&frame, rect[X], rect[Y], rect[WIDTH], rect[HEIGHT]);
        frame.name = sprite->name;
        if (set_pivot(reader, &frame))
            atlas_add_frame(reader->atlas, &frame);
    }
    *sprite = (struct sprite){0};
}

/* ---- Events ------------------------------------------------------------------------------- */

static void set_key(struct text *key, const char *value)
{
    key->length = 0;
    text_add_string(key, value);
}

/* A value begins or a key has been read: keys and values of a mapping take turns. */
static bool is_key(struct unity_reader *reader)
{
    const size_t level = reader->depth - 1;
    if (reader->depth == 0 || !reader->is_mapping[level])
        return false;
    reader->has_key[level] = !reader->has_key[level];
    return reader->has_key[level];
}

static void read_scalar(struct unity_reader *reader, const char *value)
{
    if (is_key(reader)) {
        set_key(&reader->keys[reader->depth - 1], value);
    } else if (reader->sprite.open) {
        read_sprite_value(reader, value);
    } else if (in_texture(reader) && reader->depth == 2 && key_is(reader, 1, "spriteMode")) {
        reader->is_cut = strcmp(value, "2") == 0;
    }
}

static bool begin_container(struct unity_reader *reader, bool is_mapping)
{
    if (reader->depth == BUDGET_DEPTH) {
        wrong(reader, reader->place, "it is nested too deeply");
        return false;
    }
    if (is_key(reader)) {
        wrong(reader, reader->place, "a key must be text");
        return false;
    }
    if (is_mapping && reader->depth == 4 && in_sprites(reader))
        reader->sprite = (struct sprite){.open = true, .place = reader->place};
    reader->is_mapping[reader->depth] = is_mapping;
    reader->has_key[reader->depth] = false;
    set_key(&reader->keys[reader->depth++], "");
    return true;
}

/* False when there is nothing more to read. */
static bool take(struct unity_reader *reader, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        read_scalar(reader, (const char *)event->data.scalar.value);
        return true;
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        return begin_container(reader, event->type == YAML_MAPPING_START_EVENT);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        reader->depth--;
        if (reader->sprite.open && reader->depth == 4)
            end_sprite(reader);
        return true;
    case YAML_ALIAS_EVENT:
        wrong(reader, reader->place, "it has an alias (*), which Unity never writes");
        return false;
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return false;
    default:
        return true;
    }
}

static void read_events(struct unity_reader *reader, yaml_parser_t *parser)
{
    bool more = true;
    while (more) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            const yaml_mark_t *const at = &parser->problem_mark;
            if (parser->error == YAML_MEMORY_ERROR)
                memory_run_out();
            atlas_found(reader->log, NULL, NULL, (struct atlas_place){at->line + 1, at->column + 1},
                        "it is not valid YAML: %s",
                        parser->problem != NULL ? parser->problem : "unknown error");
            return;
        }
        reader->place =
            (struct atlas_place){event.start_mark.line + 1, event.start_mark.column + 1};
        more = take(reader, &event);
        yaml_event_delete(&event);
    }
}

/* ---- The file ----------------------------------------------------------------------------- */

static void read(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log)
{
    struct unity_reader reader = {.atlas = atlas, .log = log};
    const char *const name = text_base_name(log->path), *const dot = strrchr(name, '.');
    const bool ends = dot != NULL && dot != name && strcmp(dot, ".meta") == 0;
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        memory_run_out();
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    read_events(&reader, &parser);
    yaml_parser_delete(&parser);
    for (size_t i = 0; i < BUDGET_DEPTH; i++)
        text_free(&reader.keys[i]);
    /* "art/hero.png.meta" is of "hero.png". */
    const struct atlas_page page = {
        .image = arena_text_n(&atlas->arena, name, ends ? (size_t)(dot - name) : strlen(name)),
        .from_bottom = true};
    atlas_add_page(atlas, &page);
    if (atlas_is_clean(atlas, log) && (atlas->frame_count == 0 || !reader.is_cut))
        atlas_found(
            log, NULL, NULL, (struct atlas_place){1, 1},
            "it has no sprites; please bake the picture itself, or cut it in Unity's Sprite "
            "Editor (Sprite Mode: Multiple)");
}

#else

static void read(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log)
{
    (void)text, (void)size, (void)atlas;
    atlas_found(log, NULL, NULL, (struct atlas_place){1, 1},
                "it is a .meta file of Unity, and this hitmask was built without libyaml, which "
                "reads such files; please install libyaml and build hitmask again");
}

#endif

const struct atlas_format atlas_unity = {
    .name = "Unity .meta", .recognises = recognises, .read = read};
