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

static bool recognises(const char *text, size_t size)
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
    struct atlas_frame read = *frame;
    int32_t source[4];
    bool rotated = false, trimmed = false;
    const size_t said = reader->said;
    atlas_json_region(reader, image, "", &read);
    atlas_json_bool(reader, image, "r", &rotated);
    /* With any of the four, all must be there. */
    for (size_t i = 0; i < 4; i++)
        trimmed = trimmed || atlas_json_find(reader, image, wanted[i].key) != NULL;
    if (trimmed)
        atlas_json_wholes(reader, image, "", wanted, 4, source);
    if (reader->said > said)
        return;
    read.turn = rotated ? ATLAS_CLOCKWISE : ATLAS_UPRIGHT;
    if (trimmed) {
        read.left = (uint32_t)-source[0];
        read.top = (uint32_t)-source[1];
        read.source_width = (uint32_t)source[2];
        read.source_height = (uint32_t)source[3];
    }
    *frame = read;
}

static void read_texture(struct atlas_json *reader, const cJSON *texture)
{
    const uint32_t page = (uint32_t)reader->atlas->page_count;
    const char *const name = atlas_json_string(reader, texture, "name", ATLAS_REQUIRED);
    atlas_json_add_page(reader, texture, name, ".png");
    atlas_json_frames(reader, atlas_json_array(reader, texture, "images", ATLAS_REQUIRED), "n",
                      page, read_image);
}

static void read_atlas(struct atlas_json *reader)
{
    atlas_json_textures(reader, read_texture);
}

const struct atlas_format atlas_crunch_json = {
    .name = "crunch JSON", .recognises = recognises, .read_json = read_atlas};
