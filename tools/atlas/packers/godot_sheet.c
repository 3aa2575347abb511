/*
 * godot_sheet.c - TexturePacker's sheets for Godot (.tpsheet, .tpset)
 *
 *     { "textures": [ { "image": "game.png", "size": {"w":256,"h":128}, "sprites": [
 *         { "filename": "hero.png", "region": {"x":2,"y":2,"w":30,"h":16},
 *           "margin": {"x":3,"y":1,"w":6,"h":4} } ] } ] }
 *
 * A margin has the place of the region in the source, and by how much the source is wider and
 * higher. No sprite is turned. free-tex-packer turns sprites, but leaves that out: frames that lie
 * over one another show it.
 */
#include "atlas/atlas_frames.h"
#include "atlas/page_name.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pairs of frames are compared as long as these are not more. */
enum { COMPARED_MAX = 4096 };

static bool guess(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "textures/*/sprites");
}

static void read_sprite(struct atlas_json *reader, const cJSON *sprite, struct atlas_frame *frame)
{
    const cJSON *const region = atlas_json_object(reader, sprite, "region", ATLAS_REQUIRED);
    const cJSON *const margin = atlas_json_object(reader, sprite, "margin", ATLAS_OPTIONAL);
    struct atlas_rect area, extra = {0};
    bool rotated = false;
    if (region == NULL || !atlas_json_rect(reader, region, "region", 0, &area) ||
        (margin != NULL && !atlas_json_rect(reader, margin, "margin", 0, &extra)) ||
        !atlas_json_bool(reader, sprite, "rotated", &rotated))
        return;
    if (rotated)
        atlas_json_say(reader, sprite, "rotated is true, which Godot cannot show");
    frame->x = (uint32_t)area.x;
    frame->y = (uint32_t)area.y;
    frame->width = (uint32_t)area.width;
    frame->height = (uint32_t)area.height;
    frame->left = (uint32_t)extra.x;
    frame->top = (uint32_t)extra.y;
    frame->source_width = frame->width + (uint32_t)extra.width;
    frame->source_height = frame->height + (uint32_t)extra.height;
}

/* Outside its window free-tex-packer leaves the image empty, which has the name of the file. */
static void read_page(struct atlas_json *reader, const cJSON *texture)
{
    const size_t index = reader->atlas->page_count;
    const cJSON *const image = json_find(texture, "image");
    atlas_frames_read_page(reader, texture);
    if (reader->atlas->page_count == index || !cJSON_IsString(image) || *image->valuestring != '\0')
        return;
    char *const own = page_name_own(reader->log.path, ".png");
    if (own == NULL) {
        atlas_json_no_memory(reader);
        return;
    }
    free(reader->atlas->pages[index].image);
    reader->atlas->pages[index].image = own;
}

static void read_texture(struct atlas_json *reader, const cJSON *texture)
{
    const uint32_t page = (uint32_t)reader->atlas->page_count;
    const cJSON *sprite;
    size_t index = 0;
    if (!cJSON_IsObject(texture)) {
        atlas_json_say(reader, texture, "textures must hold objects");
        return;
    }
    read_page(reader, texture);
    const cJSON *const sprites = atlas_json_array(reader, texture, "sprites", ATLAS_REQUIRED);
    reader->what = "frame";
    cJSON_ArrayForEach(sprite, sprites)
    {
        char made[24];
        snprintf(made, sizeof made, "#%zu", index++);
        reader->name = made;
        if (!cJSON_IsObject(sprite)) {
            atlas_json_say(reader, sprite, "must be an object");
            continue;
        }
        const char *const name = atlas_json_string(reader, sprite, "filename", ATLAS_REQUIRED);
        reader->name = name != NULL ? name : made;
        struct atlas_frame *const frame = atlas_json_add_frame(reader, sprite, reader->name, page);
        if (frame == NULL)
            break;
        read_sprite(reader, sprite, frame);
    }
    reader->what = NULL;
}

/* ---- Turned in silence -------------------------------------------------------------------- */

static bool overlap(const struct atlas_frame *a, const struct atlas_frame *b)
{
    return a->page == b->page && (uint64_t)a->x < (uint64_t)b->x + b->width &&
           (uint64_t)b->x < (uint64_t)a->x + a->width &&
           (uint64_t)a->y < (uint64_t)b->y + b->height &&
           (uint64_t)b->y < (uint64_t)a->y + a->height;
}

static bool same_place(const struct atlas_frame *a, const struct atlas_frame *b)
{
    return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

/* Pictures that are the same share a place, but no two places lie partly over one another. */
static void refuse_overlaps(struct atlas_json *reader)
{
    const struct atlas *const atlas = reader->atlas;
    if (atlas->frame_count > COMPARED_MAX)
        return;
    for (size_t i = 0; i < atlas->frame_count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct atlas_frame *const a = &atlas->frames[i], *const b = &atlas->frames[k];
            char quoted[ATLAS_NAME_SHOWN];
            if (!overlap(a, b) || same_place(a, b))
                continue;
            atlas_found(&reader->log, "frame", a->name, a->place,
                        "it lies over frame '%s': free-tex-packer has turned frames without saying "
                        "which; please pack again without rotation",
                        text_quote(quoted, sizeof quoted, b->name));
            return;
        }
}

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    struct atlas_json reader;
    const cJSON *texture;
    if (!atlas_json_open(&reader, text, size, path, out, diagnostics))
        return false;
    cJSON_ArrayForEach(texture, json_find(reader.json.root, "textures"))
    {
        read_texture(&reader, texture);
    }
    const cJSON *const app = json_find(json_find(reader.json.root, "meta"), "app");
    if (cJSON_IsString(app) && strstr(app->valuestring, "free-tex-packer") != NULL)
        refuse_overlaps(&reader);
    return atlas_json_close(&reader);
}

const struct atlas_format atlas_godot_sheet = {
    .name = "TexturePacker for Godot (.tpsheet)", .guess = guess, .read = read_atlas};
