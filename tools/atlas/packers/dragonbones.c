/*
 * dragonbones.c - the textures of DragonBones (NAME_tex.json)
 *
 *     { "name": "Dragon", "imagePath": "Dragon_tex.png", "width": 512, "height": 256, "scale": 1,
 *       "SubTexture": [ { "name": "parts/head", "x": 2, "y": 2, "width": 30, "height": 16,
 *                         "frameX": -3, "frameY": -1, "frameWidth": 36, "frameHeight": 20 } ] }
 *
 * The offset of a trimmed region is negated. Its XML is read as Starling's.
 */
#include "atlas/atlas_json.h"

static bool recognises(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "SubTexture");
}

static void read_texture(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    static const char *const trim[] = {"frameX", "frameY", "frameWidth", "frameHeight"};
    if (atlas_json_region(reader, value, "", "width", "height", frame) &&
        atlas_json_upright(reader, value))
        atlas_json_trim(reader, value, trim, frame);
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
