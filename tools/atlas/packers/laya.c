/*
 * laya.c - LayaBox's atlases (.atlas, .json)
 *
 *     { "frames": { "hero.png": { "frame": {"x":2,"y":2,"w":30,"h":16,"idx":0},
 *                                 "sourceSize": {"w":36,"h":20},
 *                                 "spriteSourceSize": {"x":3,"y":1} } },
 *       "meta": { "image": "game.png,game1.png", "prefix": "ui/", "scale": 1 } }
 *
 * "idx" is the page. Frames are never turned. Names begin with the prefix, as the engine's do.
 */
#include "atlas/atlas_json.h"

#include <string.h>

static bool recognises(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "frames") &&
           atlas_json_peek(text, size, "meta/image") != NULL &&
           atlas_json_peek(text, size, "meta/prefix") != NULL;
}

static void read_pages(struct atlas_json *reader, const cJSON *meta, const char *images)
{
    const uint64_t scale = atlas_json_scale(reader, meta);
    if (images == NULL)
        atlas_json_add_page(reader, meta, NULL, "");
    while (images != NULL) {
        const size_t length = strcspn(images, ",");
        const char *const name = arena_text_n(&reader->atlas->arena, images, length);
        atlas_json_add_page(reader, json_find(meta, "image"), name, "")->scale = scale;
        images = images[length] == ',' ? images + length + 1 : NULL;
    }
}

static void read_frame(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    const cJSON *const region = atlas_json_object(reader, value, "frame", ATLAS_REQUIRED);
    const cJSON *const place = atlas_json_object(reader, value, "spriteSourceSize", ATLAS_OPTIONAL);
    const cJSON *const source = atlas_json_object(reader, value, "sourceSize", ATLAS_OPTIONAL);
    const struct atlas_whole index = {"idx", 0, (int32_t)reader->atlas->page_count - 1,
                                      ATLAS_OPTIONAL, 0};
    int32_t page = 0;
    if (region == NULL || !atlas_json_region(reader, region, "frame", "w", "h", frame) ||
        !atlas_json_upright(reader, value) ||
        !atlas_json_wholes(reader, region, "frame", &index, 1, &page))
        return;
    frame->page = (uint32_t)page;
    if (place != NULL) {
        atlas_json_u32(reader, place, "spriteSourceSize", "x", 0, ATLAS_REQUIRED, &frame->left);
        atlas_json_u32(reader, place, "spriteSourceSize", "y", 0, ATLAS_REQUIRED, &frame->top);
    }
    if (source != NULL)
        atlas_json_size(reader, source, "sourceSize", &frame->source_width, &frame->source_height);
}

static void read_atlas(struct atlas_json *reader)
{
    const cJSON *const root = reader->json.root;
    const cJSON *const meta = atlas_json_object(reader, root, "meta", ATLAS_REQUIRED);
    if (meta == NULL)
        return;
    read_pages(reader, meta, atlas_json_string(reader, meta, "image", ATLAS_REQUIRED));
    reader->prefix = atlas_json_string(reader, meta, "prefix", ATLAS_OPTIONAL);
    atlas_json_frames(reader, atlas_json_object(reader, root, "frames", ATLAS_REQUIRED), NULL, 0,
                      read_frame);
}

const struct atlas_format atlas_laya = {
    .name = "LayaBox atlas", .recognises = recognises, .read_json = read_atlas};
