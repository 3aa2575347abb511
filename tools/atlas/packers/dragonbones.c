/*
 * dragonbones.c - the textures of DragonBones (NAME_tex.json)
 *
 *     { "name": "Dragon", "imagePath": "Dragon_tex.png", "width": 512, "height": 256, "scale": 1,
 *       "SubTexture": [ { "name": "parts/head", "x": 2, "y": 2, "width": 30, "height": 16,
 *                         "frameX": -3, "frameY": -1, "frameWidth": 36, "frameHeight": 20 } ] }
 *
 * The offset of a trimmed region is negated. Its XML is that of Starling.
 */
#include "atlas/atlas_json.h"

#include <stdio.h>

static bool guess(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "SubTexture");
}

static void read_texture(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    static const struct atlas_whole wanted[] = {
        {"x", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"y", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"width", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"height", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"frameX", -INT32_MAX, 0, ATLAS_OPTIONAL, 0},
        {"frameY", -INT32_MAX, 0, ATLAS_OPTIONAL, 0},
        {"frameWidth", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
        {"frameHeight", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
    };
    int32_t numbers[8];
    bool rotated = false;
    if (!atlas_json_wholes(reader, value, "", wanted, 8, numbers) ||
        !atlas_json_bool(reader, value, "rotated", &rotated))
        return;
    if (rotated)
        atlas_json_say(reader, value,
                       "rotated is true, and DragonBones' players do not agree what that means; "
                       "please export it again without rotation");
    frame->x = (uint32_t)numbers[0];
    frame->y = (uint32_t)numbers[1];
    frame->width = (uint32_t)numbers[2];
    frame->height = (uint32_t)numbers[3];
    frame->left = (uint32_t)-numbers[4];
    frame->top = (uint32_t)-numbers[5];
    frame->source_width = (uint32_t)(numbers[6] != 0 ? numbers[6] : numbers[2]);
    frame->source_height = (uint32_t)(numbers[7] != 0 ? numbers[7] : numbers[3]);
}

static void read_textures(struct atlas_json *reader, const cJSON *textures)
{
    const cJSON *value;
    size_t index = 0;
    reader->what = "frame";
    cJSON_ArrayForEach(value, textures)
    {
        char made[24];
        snprintf(made, sizeof made, "#%zu", index++);
        reader->name = made;
        if (!cJSON_IsObject(value)) {
            atlas_json_say(reader, value, "must be an object");
            continue;
        }
        const char *const name = atlas_json_string(reader, value, "name", ATLAS_REQUIRED);
        reader->name = name != NULL ? name : made;
        struct atlas_frame *const frame = atlas_json_add_frame(reader, value, reader->name, 0);
        if (frame == NULL)
            break;
        read_texture(reader, value, frame);
    }
    reader->what = NULL;
}

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    static const struct atlas_whole wanted[] = {
        {"width", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
        {"height", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
    };
    struct atlas_json reader;
    int32_t sides[2];
    if (!atlas_json_open(&reader, text, size, path, out, diagnostics))
        return false;
    const cJSON *const root = reader.json.root;
    const char *const image = atlas_json_string(&reader, root, "imagePath", ATLAS_REQUIRED);
    struct atlas_page *const page = atlas_json_add_page(
        &reader, image != NULL ? json_find(root, "imagePath") : root, image, "");
    const uint64_t scale = atlas_json_scale(&reader, root);
    if (page != NULL)
        page->scale = scale;
    if (atlas_json_wholes(&reader, root, "", wanted, 2, sides) && page != NULL) {
        page->width = (uint32_t)sides[0];
        page->height = (uint32_t)sides[1];
    }
    read_textures(&reader, atlas_json_array(&reader, root, "SubTexture", ATLAS_REQUIRED));
    return atlas_json_close(&reader);
}

const struct atlas_format atlas_dragonbones = {
    .name = "DragonBones textures", .guess = guess, .read = read_atlas};
