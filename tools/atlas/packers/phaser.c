/*
 * phaser.c - Phaser 3's multiatlas: several pages in one file, as TexturePacker has them
 *
 *     { "textures": [ { "image": "hero-0.png", "size": {"w":256,"h":256}, "scale": 1,
 *                       "frames": [ { "filename": "walk1", "frame": {...} } ] } ] }
 */
#include "atlas/atlas_frames.h"

static bool guess(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "textures/*/frames");
}

static void read_texture(struct atlas_json *reader, const cJSON *texture)
{
    const cJSON *const frames = atlas_json_find(reader, texture, "frames");
    const uint32_t page = (uint32_t)reader->atlas->page_count;
    if (!cJSON_IsObject(texture)) {
        atlas_json_say(reader, texture, "textures must hold objects");
        return;
    }
    atlas_frames_read_page(reader, texture);
    if (frames == NULL)
        atlas_json_say(reader, texture, "\"frames\" is missing");
    else if (!cJSON_IsArray(frames) && !cJSON_IsObject(frames))
        atlas_json_say(reader, frames, "frames must be an array or an object");
    else
        atlas_frames_read(reader, frames, page, ATLAS_PACKER);
}

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    return atlas_json_read_textures(text, size, path, read_texture, out, diagnostics);
}

const struct atlas_format atlas_phaser = {
    .name = "Phaser 3 multiatlas", .guess = guess, .read = read_atlas};
