/*
 * crunch.c - crunch's JSON: several pages, each a name to which ".png" belongs
 *
 *     { "textures": [ { "name": "hero0", "images": [
 *         { "n":"walk1", "x":0, "y":0, "w":10, "h":20,
 *           "fx":-3, "fy":-4, "fw":16, "fh":32, "r":true } ] } ] }
 *
 * w and h are upright, a turn is clockwise. fx to fh are there when crunch trimmed: the source's
 * corner seen from the region's, and the source's size. r is there when it was allowed to turn.
 */
#include "atlas/atlas_json.h"

#include <stdio.h>

static bool guess(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "textures/*/images");
}

static void read_image(struct atlas_json *reader, const cJSON *image, struct atlas_frame *frame)
{
    static const struct atlas_whole wanted[] = {
        {"fx", -INT32_MAX, 0, ATLAS_REQUIRED, 0},
        {"fy", -INT32_MAX, 0, ATLAS_REQUIRED, 0},
        {"fw", 1, INT32_MAX, ATLAS_REQUIRED, 0},
        {"fh", 1, INT32_MAX, ATLAS_REQUIRED, 0},
    };
    struct atlas_rect area;
    int32_t source[4];
    bool rotated = false, trimmed = false;
    bool ok = atlas_json_rect(reader, image, "", 0, &area);
    ok = atlas_json_bool(reader, image, "r", &rotated) && ok;
    /* With any of the four, all must be there. */
    for (size_t i = 0; i < 4; i++)
        trimmed = trimmed || atlas_json_find(reader, image, wanted[i].key) != NULL;
    ok = (!trimmed || atlas_json_wholes(reader, image, "", wanted, 4, source)) && ok;
    if (!ok)
        return;
    frame->x = (uint32_t)area.x;
    frame->y = (uint32_t)area.y;
    frame->width = frame->source_width = (uint32_t)area.width;
    frame->height = frame->source_height = (uint32_t)area.height;
    frame->turn = rotated ? ATLAS_CLOCKWISE : ATLAS_UPRIGHT;
    if (trimmed) {
        frame->left = (uint32_t)-source[0];
        frame->top = (uint32_t)-source[1];
        frame->source_width = (uint32_t)source[2];
        frame->source_height = (uint32_t)source[3];
    }
}

static void read_images(struct atlas_json *reader, const cJSON *images, uint32_t page)
{
    const cJSON *image;
    size_t index = 0;
    reader->what = "frame";
    cJSON_ArrayForEach(image, images)
    {
        char made[24];
        snprintf(made, sizeof made, "#%zu", index++);
        reader->name = made;
        if (!cJSON_IsObject(image)) {
            atlas_json_say(reader, image, "must be an object");
            continue;
        }
        const char *const name = atlas_json_string(reader, image, "n", ATLAS_REQUIRED);
        reader->name = name != NULL ? name : made;
        struct atlas_frame *const frame = atlas_json_add_frame(reader, image, reader->name, page);
        if (frame == NULL)
            break;
        read_image(reader, image, frame);
    }
    reader->what = NULL;
}

static void read_texture(struct atlas_json *reader, const cJSON *texture)
{
    const uint32_t page = (uint32_t)reader->atlas->page_count;
    if (!cJSON_IsObject(texture)) {
        atlas_json_say(reader, texture, "textures must hold objects");
        return;
    }
    const char *const name = atlas_json_string(reader, texture, "name", ATLAS_REQUIRED);
    atlas_json_add_page(reader, texture, name, ".png");
    read_images(reader, atlas_json_array(reader, texture, "images", ATLAS_REQUIRED), page);
}

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    return atlas_json_read_textures(text, size, path, read_texture, out, diagnostics);
}

const struct atlas_format atlas_crunch_json = {
    .name = "crunch JSON", .guess = guess, .read = read_atlas};
