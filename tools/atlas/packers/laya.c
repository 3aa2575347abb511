/*
 * laya.c - LayaBox's atlases (.atlas, .json)
 *
 *     { "frames": { "hero.png": { "frame": {"x":2,"y":2,"w":30,"h":16,"idx":0},
 *                                 "sourceSize": {"w":36,"h":20},
 *                                 "spriteSourceSize": {"x":3,"y":1} } },
 *       "meta": { "image": "game.png,game1.png", "prefix": "ui/", "scale": 1 } }
 *
 * "idx" is the page. Nothing is turned. Names begin with the prefix, as the engine's do.
 */
#include "atlas/atlas_json.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool guess(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "frames") &&
           atlas_json_peek(text, size, "meta/image") != NULL &&
           atlas_json_peek(text, size, "meta/prefix") != NULL;
}

static void read_pages(struct atlas_json *reader, const cJSON *meta, const char *images)
{
    const cJSON *const where = images != NULL ? json_find(meta, "image") : meta;
    const uint64_t scale = atlas_json_scale(reader, meta);
    if (images == NULL)
        atlas_json_add_page(reader, where, NULL, "");
    while (images != NULL) {
        const size_t length = strcspn(images, ",");
        char *const name = text_copy_n(images, length);
        if (name == NULL) {
            atlas_json_no_memory(reader);
            return;
        }
        struct atlas_page *const page = atlas_json_add_page(reader, where, name, "");
        if (page != NULL)
            page->scale = scale;
        free(name);
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
    static const struct atlas_whole corner[] = {
        {"x", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"y", 0, INT32_MAX, ATLAS_REQUIRED, 0},
    };
    struct atlas_rect area;
    int32_t page, at[2] = {0, 0};
    bool rotated = false;
    if (region == NULL || !atlas_json_rect(reader, region, "frame", 0, &area) ||
        !atlas_json_wholes(reader, region, "frame", &index, 1, &page) ||
        !atlas_json_bool(reader, value, "rotated", &rotated) ||
        (place != NULL && !atlas_json_wholes(reader, place, "spriteSourceSize", corner, 2, at)))
        return;
    if (rotated)
        atlas_json_say(reader, value, "rotated is true, which LayaBox does not show");
    frame->page = (uint32_t)page;
    frame->x = (uint32_t)area.x;
    frame->y = (uint32_t)area.y;
    frame->width = frame->source_width = (uint32_t)area.width;
    frame->height = frame->source_height = (uint32_t)area.height;
    frame->left = (uint32_t)at[0];
    frame->top = (uint32_t)at[1];
    if (source != NULL)
        atlas_json_size(reader, source, "sourceSize", &frame->source_width, &frame->source_height);
}

static void read_frames(struct atlas_json *reader, const cJSON *frames, const char *prefix)
{
    const cJSON *value;
    reader->what = "frame";
    cJSON_ArrayForEach(value, frames)
    {
        char *const name = text_format("%s%s", prefix, value->string);
        reader->name = name;
        struct atlas_frame *const frame =
            name != NULL ? atlas_json_add_frame(reader, value, name, 0) : NULL;
        if (frame != NULL && cJSON_IsObject(value))
            read_frame(reader, value, frame);
        else if (frame != NULL)
            atlas_json_say(reader, value, "must be an object");
        else if (name == NULL)
            atlas_json_no_memory(reader);
        free(name);
        if (frame == NULL)
            break;
    }
    reader->what = NULL;
}

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    struct atlas_json reader;
    if (!atlas_json_open(&reader, text, size, path, out, diagnostics))
        return false;
    const cJSON *const root = reader.json.root;
    const cJSON *const meta = atlas_json_object(&reader, root, "meta", ATLAS_REQUIRED);
    const char *prefix = NULL;
    if (meta != NULL) {
        read_pages(&reader, meta, atlas_json_string(&reader, meta, "image", ATLAS_REQUIRED));
        prefix = atlas_json_string(&reader, meta, "prefix", ATLAS_OPTIONAL);
    }
    if (out->page_count > 0)
        read_frames(&reader, atlas_json_object(&reader, root, "frames", ATLAS_REQUIRED),
                    prefix != NULL ? prefix : "");
    return atlas_json_close(&reader);
}

const struct atlas_format atlas_laya = {
    .name = "LayaBox atlas", .guess = guess, .read = read_atlas};
