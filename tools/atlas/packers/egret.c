/*
 * egret.c - Egret's sprite sheets
 *
 *     { "file": "game.png", "frames": { "hero": { "x": 2, "y": 2, "w": 30, "h": 16,
 *         "offX": 3, "offY": 1, "sourceW": 36, "sourceH": 20 } } }
 *
 * Frames are never turned. Without offX to sourceH a frame was not trimmed.
 */
#include "atlas/atlas_json.h"

static bool recognises(const char *text, size_t size)
{
    return (atlas_json_peek(text, size, "file") != NULL &&
            atlas_json_peek_container(text, size, "frames")) ||
           (atlas_json_peek_container(text, size, "mc") &&
            atlas_json_peek_container(text, size, "res"));
}

static void read_frame(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    if (!atlas_json_region(reader, value, "", "w", "h", frame) ||
        !atlas_json_upright(reader, value))
        return;
    atlas_json_u32(reader, value, "", "offX", 0, ATLAS_OPTIONAL, &frame->left);
    atlas_json_u32(reader, value, "", "offY", 0, ATLAS_OPTIONAL, &frame->top);
    atlas_json_u32(reader, value, "", "sourceW", 1, ATLAS_OPTIONAL, &frame->source_width);
    atlas_json_u32(reader, value, "", "sourceH", 1, ATLAS_OPTIONAL, &frame->source_height);
}

static void read_atlas(struct atlas_json *reader)
{
    const cJSON *const root = reader->json.root;
    if (json_find(root, "mc") != NULL) {
        atlas_json_say(reader, json_find(root, "mc"),
                       "it is a MovieClip of Egret, whose frames have places of their own; please "
                       "export a sprite sheet");
        return;
    }
    const char *const file = atlas_json_string(reader, root, "file", ATLAS_REQUIRED);
    atlas_json_add_page(reader, file != NULL ? json_find(root, "file") : root, file, "");
    atlas_json_frames(reader, atlas_json_object(reader, root, "frames", ATLAS_REQUIRED), NULL, 0,
                      read_frame);
}

const struct atlas_format atlas_egret = {
    .name = "Egret sprite sheet", .recognises = recognises, .read_json = read_atlas};
