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

#include <string.h>

static bool recognises(const char *text, size_t size)
{
    return atlas_json_peek(text, size, "*/x") != NULL &&
           atlas_json_peek(text, size, "*/y") != NULL &&
           atlas_json_peek(text, size, "*/width") != NULL &&
           atlas_json_peek(text, size, "*/height") != NULL;
}

static void read_sprite(struct atlas_json *reader, const cJSON *sprite, struct atlas_frame *frame)
{
    const cJSON *const first = json_find(reader->json.root->child, "image");
    const cJSON *const image = json_find(sprite, "image");
    if (!atlas_json_region(reader, sprite, "", "width", "height", frame))
        return;
    if (cJSON_IsString(first) && cJSON_IsString(image) &&
        strcmp(first->valuestring, image->valuestring) != 0)
        atlas_json_say(reader, image, "it has another image than the sprites before it");
}

/* All sprites are on the page of the first. */
static void read_atlas(struct atlas_json *reader)
{
    const cJSON *const root = reader->json.root, *const first = root->child;
    if (cJSON_IsObject(first)) {
        const char *image = atlas_json_string(reader, first, "image", ATLAS_OPTIONAL);
        if (image == NULL)
            image = atlas_own_name(reader->atlas, reader->log.path, ".png");
        struct atlas_page *const page = atlas_json_add_page(reader, first, image, "");
        atlas_json_u32(reader, first, "", "total_width", 0, ATLAS_OPTIONAL, &page->width);
        atlas_json_u32(reader, first, "", "total_height", 0, ATLAS_OPTIONAL, &page->height);
    }
    atlas_json_frames(reader, root, "name", 0, read_sprite);
}

const struct atlas_format atlas_spritesmith = {
    .name = "spritesmith JSON", .recognises = recognises, .read_json = read_atlas};
