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
#include "atlas/atlas_json.h"
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

/* ---- Sprites ------------------------------------------------------------------------------ */

/* From the lower left corner, in halves of the size. 9 is the sprite's own pivot. */
static void read_pivot(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    static const struct {
        uint8_t x, y;
    } halves[] = {{1, 1}, {0, 2}, {1, 2}, {2, 2}, {0, 1}, {2, 1}, {0, 0}, {1, 0}, {2, 0}};
    const cJSON *const pivot = atlas_json_object(reader, value, "pivot", ATLAS_OPTIONAL);
    struct decimal x = {0}, y = {0};
    uint32_t alignment = 0;
    if (!atlas_json_u32(reader, value, "", "alignment", 0, ATLAS_OPTIONAL, &alignment))
        return;
    if (alignment > 9) {
        atlas_json_say(reader, value, "its alignment is unknown; 0 to 9 can be read");
        return;
    }
    if (alignment < 9) {
        x.billionths = halves[alignment].x * (DECIMAL_ONE / 2);
        y.billionths = halves[alignment].y * (DECIMAL_ONE / 2);
    } else if (pivot != NULL) {
        x = atlas_json_decimal(reader, pivot, "x");
        y = atlas_json_decimal(reader, pivot, "y");
    }
    y.billionths = DECIMAL_ONE - y.billionths;
    frame->has_pivot = fixed_from_part(x, frame->width, &frame->pivot_x) &&
                       fixed_from_part(y, frame->height, &frame->pivot_y);
    if (!frame->has_pivot)
        atlas_json_say(reader, value, "its pivot is too far away");
}

static void read_sprite(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    static const char *const keys[] = {"x", "y", "width", "height"};
    const cJSON *const rect = atlas_json_object(reader, value, "rect", ATLAS_REQUIRED);
    const size_t said = reader->said;
    uint32_t numbers[4];
    for (int i = 0; rect != NULL && i < 4; i++) {
        const int64_t number = fixed_from_decimal(atlas_json_decimal(reader, rect, keys[i]));
        if (number < 0 || number % 65536 != 0)
            atlas_json_say(reader, value,
                           "its rect must be whole pixels, 0 or more, not %.10g; please correct it "
                           "in the Sprite Editor",
                           (double)number / 65536);
        if (reader->said != said)
            return;
        numbers[i] = (uint32_t)(number / 65536);
    }
    if (rect == NULL)
        return;
    atlas_set_region(frame, numbers[0], numbers[1], numbers[2], numbers[3]);
    read_pivot(reader, value, frame);
}

static void read_importer(struct atlas_json *reader)
{
    const cJSON *const importer =
        atlas_json_object(reader, reader->json.root, "TextureImporter", ATLAS_OPTIONAL);
    const cJSON *const mode = json_find(importer, "spriteMode");
    const cJSON *const sheet = json_find(importer, "spriteSheet");
    const char *const name = text_base_name(reader->log.path), *const dot = strrchr(name, '.');
    const bool ends = dot != NULL && dot != name && strcmp(dot, ".meta") == 0;
    /* "art/hero.png.meta" is of "hero.png". */
    const struct atlas_page page = {
        .image =
            arena_text_n(&reader->atlas->arena, name, ends ? (size_t)(dot - name) : strlen(name)),
        .from_bottom = true};
    atlas_add_page(reader->atlas, &page);
    atlas_json_frames(reader, json_find(sheet, "sprites"), "name", 0, read_sprite);
    if (atlas_is_clean(reader->atlas, &reader->log) &&
        (reader->atlas->frame_count == 0 || !cJSON_IsString(mode) ||
         strcmp(mode->valuestring, "2") != 0))
        atlas_found(
            &reader->log, NULL, NULL, (struct atlas_place){1, 1},
            "it has no sprites; please bake the picture itself, or cut it in Unity's Sprite "
            "Editor (Sprite Mode: Multiple)");
}

/* ---- YAML becomes a tree -------------------------------------------------------------------- */

struct tree {
    cJSON *root;
    struct {
        cJSON *value;
        char *key; /* that was read, of a mapping; NULL: none */
    } open[BUDGET_DEPTH];
    size_t depth;
    struct arena arena;
};

/* Puts a value where it belongs, or keeps a scalar as a key. Returns what is wrong; NULL: nothing.
 */
static const char *take_value(struct tree *tree, cJSON *value, struct atlas_place place)
{
    cJSON *const into = tree->depth > 0 ? tree->open[tree->depth - 1].value : NULL;
    char **const key = tree->depth > 0 ? &tree->open[tree->depth - 1].key : NULL;
    atlas_json_placed(value, place);
    const bool is_mapping = key != NULL && cJSON_IsObject(into);
    if (is_mapping && *key == NULL) {
        const bool is_text = cJSON_IsString(value);
        if (is_text)
            *key = arena_text(&tree->arena, value->valuestring);
        cJSON_Delete(value);
        return is_text ? NULL : "a key must be text";
    }
    if (is_mapping) {
        atlas_json_put(into, *key, value);
        *key = NULL;
    } else if (into != NULL) {
        cJSON_AddItemToArray(into, value);
    } else {
        cJSON_Delete(tree->root);
        tree->root = value;
    }
    if (cJSON_IsString(value))
        return NULL;
    if (tree->depth == BUDGET_DEPTH)
        return "it is nested too deeply";
    tree->open[tree->depth].value = value;
    tree->open[tree->depth++].key = NULL;
    return NULL;
}

static const char *take_event(struct tree *tree, const yaml_event_t *event,
                              struct atlas_place place)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return take_value(tree, cJSON_CreateString((const char *)event->data.scalar.value), place);
    case YAML_MAPPING_START_EVENT:
        return take_value(tree, cJSON_CreateObject(), place);
    case YAML_SEQUENCE_START_EVENT:
        return take_value(tree, cJSON_CreateArray(), place);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        tree->depth--;
        return NULL;
    case YAML_ALIAS_EVENT:
        return "it has an alias (*), which Unity never writes";
    default:
        return NULL;
    }
}

/* Reads the first document. False after an error. */
static bool read_events(struct tree *tree, yaml_parser_t *parser, const struct atlas_log *log)
{
    for (bool ends = false; !ends;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            const yaml_mark_t *const at = &parser->problem_mark;
            if (parser->error == YAML_MEMORY_ERROR)
                memory_run_out();
            atlas_found(log, NULL, NULL, (struct atlas_place){at->line + 1, at->column + 1},
                        "it is not valid YAML: %s",
                        parser->problem != NULL ? parser->problem : "unknown error");
            return false;
        }
        const struct atlas_place place = {event.start_mark.line + 1, event.start_mark.column + 1};
        const char *const wrong = take_event(tree, &event, place);
        ends = event.type == YAML_STREAM_END_EVENT || event.type == YAML_DOCUMENT_END_EVENT;
        yaml_event_delete(&event);
        if (wrong != NULL) {
            atlas_found(log, NULL, NULL, place, "%s", wrong);
            return false;
        }
    }
    return true;
}

static void read(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log)
{
    struct tree tree = {.root = NULL};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        memory_run_out();
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    if (read_events(&tree, &parser, log) && tree.root != NULL)
        atlas_json_read_tree(tree.root, atlas, log, read_importer);
    else
        cJSON_Delete(tree.root);
    yaml_parser_delete(&parser);
    arena_free(&tree.arena);
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
