/*
 * egret.c - Egret's sprite sheets
 *
 *     { "file": "game.png", "frames": { "hero": { "x": 2, "y": 2, "w": 30, "h": 16,
 *         "offX": 3, "offY": 1, "sourceW": 36, "sourceH": 20 } } }
 *
 * Nothing is turned. Without the last four nothing was trimmed.
 */
#include "atlas/atlas_json.h"

static bool guess(const char *text, size_t size)
{
    return (atlas_json_peek(text, size, "file") != NULL &&
            atlas_json_peek_container(text, size, "frames")) ||
           (atlas_json_peek_container(text, size, "mc") &&
            atlas_json_peek_container(text, size, "res"));
}

static void read_frame(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    struct atlas_rect area;
    bool rotated = false;
    int32_t source[4];
    if (!atlas_json_rect(reader, value, "", 0, &area) ||
        !atlas_json_bool(reader, value, "rotated", &rotated))
        return;
    if (rotated)
        atlas_json_say(reader, value, "rotated is true, which Egret does not show");
    const struct atlas_whole wanted[] = {
        {"offX", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
        {"offY", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
        {"sourceW", 1, INT32_MAX, ATLAS_OPTIONAL, area.width},
        {"sourceH", 1, INT32_MAX, ATLAS_OPTIONAL, area.height},
    };
    if (!atlas_json_wholes(reader, value, "", wanted, 4, source))
        return;
    frame->x = (uint32_t)area.x;
    frame->y = (uint32_t)area.y;
    frame->width = (uint32_t)area.width;
    frame->height = (uint32_t)area.height;
    frame->left = (uint32_t)source[0];
    frame->top = (uint32_t)source[1];
    frame->source_width = (uint32_t)source[2];
    frame->source_height = (uint32_t)source[3];
}

static void read_frames(struct atlas_json *reader, const cJSON *frames)
{
    const cJSON *value;
    reader->what = "frame";
    cJSON_ArrayForEach(value, frames)
    {
        reader->name = value->string;
        struct atlas_frame *const frame = atlas_json_add_frame(reader, value, value->string, 0);
        if (frame == NULL)
            break;
        if (cJSON_IsObject(value))
            read_frame(reader, value, frame);
        else
            atlas_json_say(reader, value, "must be an object");
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
    if (json_find(root, "mc") != NULL) {
        atlas_json_say(&reader, json_find(root, "mc"),
                       "it is a MovieClip of Egret, whose frames have places of their own; please "
                       "export a sprite sheet");
    } else {
        const char *const file = atlas_json_string(&reader, root, "file", ATLAS_REQUIRED);
        atlas_json_add_page(&reader, file != NULL ? json_find(root, "file") : root, file, "");
        read_frames(&reader, atlas_json_object(&reader, root, "frames", ATLAS_REQUIRED));
    }
    return atlas_json_close(&reader);
}

const struct atlas_format atlas_egret = {
    .name = "Egret sprite sheet", .guess = guess, .read = read_atlas};
