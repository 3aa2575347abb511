/*
 * spritesmith.c - spritesmith's coordinates, and the JSON of spritesheet-templates
 *
 *     { "hero.png": { "x": 2, "y": 2, "width": 30, "height": 16,
 *                     "image": "game.png", "total_width": 256, "total_height": 128 } }
 *     [ { "name": "hero", "x": 2, ... } ]
 *
 * Nothing is trimmed or turned. Without an image the page has the name of the file: game.png for
 * game.json.
 */
#include "atlas/atlas_json.h"
#include "atlas/page_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool guess(const char *text, size_t size)
{
    return atlas_json_peek(text, size, "*/x") != NULL &&
           atlas_json_peek(text, size, "*/y") != NULL &&
           atlas_json_peek(text, size, "*/width") != NULL &&
           atlas_json_peek(text, size, "*/height") != NULL;
}

/* All sprites are on the page of the first. */
static void read_page(struct atlas_json *reader, const cJSON *sprite)
{
    static const struct atlas_whole wanted[] = {
        {"total_width", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
        {"total_height", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
    };
    const char *const image = atlas_json_string(reader, sprite, "image", ATLAS_OPTIONAL);
    char *const own = image == NULL ? page_name_own(reader->log.path, ".png") : NULL;
    int32_t size[2];
    if (image == NULL && own == NULL) {
        atlas_json_no_memory(reader);
        return;
    }
    struct atlas_page *const page =
        atlas_json_add_page(reader, sprite, image != NULL ? image : own, "");
    if (page != NULL && atlas_json_wholes(reader, sprite, "", wanted, 2, size)) {
        page->width = (uint32_t)size[0];
        page->height = (uint32_t)size[1];
    }
    free(own);
}

static void read_sprite(struct atlas_json *reader, const cJSON *sprite, struct atlas_frame *frame)
{
    static const struct atlas_whole wanted[] = {
        {"x", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"y", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"width", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"height", 0, INT32_MAX, ATLAS_REQUIRED, 0},
    };
    const cJSON *const first = json_find(reader->json.root->child, "image");
    const cJSON *const image = json_find(sprite, "image");
    int32_t numbers[4];
    if (!atlas_json_wholes(reader, sprite, "", wanted, 4, numbers))
        return;
    if (cJSON_IsString(first) && cJSON_IsString(image) &&
        strcmp(first->valuestring, image->valuestring) != 0)
        atlas_json_say(reader, image, "it has another image than the sprites before it");
    frame->x = (uint32_t)numbers[0];
    frame->y = (uint32_t)numbers[1];
    frame->width = frame->source_width = (uint32_t)numbers[2];
    frame->height = frame->source_height = (uint32_t)numbers[3];
}

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    struct atlas_json reader;
    const cJSON *sprite;
    size_t index = 0;
    if (!atlas_json_open(&reader, text, size, path, out, diagnostics))
        return false;
    const cJSON *const root = reader.json.root;
    if (cJSON_IsObject(root->child))
        read_page(&reader, root->child);
    reader.what = "frame";
    cJSON_ArrayForEach(sprite, root)
    {
        char made[24];
        snprintf(made, sizeof made, "#%zu", index++);
        reader.name = sprite->string != NULL ? sprite->string : made;
        if (!cJSON_IsObject(sprite)) {
            atlas_json_say(&reader, sprite, "must be an object");
            continue;
        }
        const char *const name = cJSON_IsArray(root)
                                     ? atlas_json_string(&reader, sprite, "name", ATLAS_REQUIRED)
                                     : sprite->string;
        reader.name = name != NULL ? name : made;
        struct atlas_frame *const frame = atlas_json_add_frame(&reader, sprite, reader.name, 0);
        if (frame == NULL)
            break;
        read_sprite(&reader, sprite, frame);
    }
    reader.what = NULL;
    return atlas_json_close(&reader);
}

const struct atlas_format atlas_spritesmith = {
    .name = "spritesmith JSON", .guess = guess, .read = read_atlas};
