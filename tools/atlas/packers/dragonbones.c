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

static bool recognises(const char *text, size_t size)
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
    atlas_set_region(frame, (uint32_t)numbers[0], (uint32_t)numbers[1], (uint32_t)numbers[2],
                     (uint32_t)numbers[3]);
    frame->left = (uint32_t)-numbers[4];
    frame->top = (uint32_t)-numbers[5];
    if (numbers[6] != 0)
        frame->source_width = (uint32_t)numbers[6];
    if (numbers[7] != 0)
        frame->source_height = (uint32_t)numbers[7];
}

static void read_atlas(struct atlas_json *reader)
{
    const cJSON *const root = reader->json.root;
    struct atlas_page *const page = atlas_json_read_page(reader, root, "imagePath", "");
    atlas_json_u32(reader, root, "", "width", 0, ATLAS_OPTIONAL, &page->width);
    atlas_json_u32(reader, root, "", "height", 0, ATLAS_OPTIONAL, &page->height);
    atlas_json_frames(reader, atlas_json_array(reader, root, "SubTexture", ATLAS_REQUIRED), "name",
                      0, read_texture);
}

const struct atlas_format atlas_dragonbones = {
    .name = "DragonBones textures", .recognises = recognises, .read_json = read_atlas};
