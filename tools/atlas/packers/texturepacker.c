/*
 * texturepacker.c - TexturePacker's JSON, hash and array, what other tools make of it, and Phaser
 * 3's multiatlas, which has several pages in one file
 *
 *     { "frames": {...} or [...], "animations": { "walk": ["walk1.png", "walk2.png"] },
 *       "meta": { "image": "hero.png", "size": {"w":256,"h":256}, "scale": "1",
 *                 "related_multi_packs": ["hero-1.json"] } }
 *
 *     { "textures": [ { "image": "hero-0.png", "size": {"w":256,"h":256}, "scale": 1,
 *                       "frames": [ { "filename": "walk1", "frame": {...} } ] } ] }
 *
 * free-tex-packer calls the last member of "meta" "relatedMultiPacks". "animations" are Pixi's.
 * AssetPack gives an animation the name "" when its pictures are called 1.png, 2.png and so on: it
 * is then named after the file.
 *
 *     "hero.png": { "frame": {"x":2,"y":2,"w":10,"h":20}, "rotated": false, "trimmed": true,
 *                   "spriteSourceSize": {"x":3,"y":4,"w":10,"h":20},
 *                   "sourceSize": {"w":16,"h":32}, "pivot": {"x":0.5,"y":0.5} }
 *
 * Sizes are upright, and a turn is clockwise. "anchor" is Pixi's word for the pivot; both are
 * parts of the untrimmed size.
 */
#include "atlas/atlas_json.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool recognises(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "frames") &&
           (atlas_json_peek(text, size, "frames/*/frame") != NULL ||
            atlas_json_peek_container(text, size, "meta"));
}

static bool recognises_phaser(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "textures/*/frames");
}

/* ---- Frames -------------------------------------------------------------------------------- */

/* The members of a frame as they are in the file. */
struct draft {
    struct atlas_rect area; /* on the page */
    bool has_place;
    struct atlas_rect place; /* in the source */
    uint32_t source_width, source_height;
    bool rotated, trimmed;
};

/* Reads all members, also after an error, so that all errors are reported. */
static bool read_members(struct atlas_json *reader, const cJSON *value, enum atlas_writer writer,
                         struct draft *out)
{
    const size_t said = reader->said;
    const cJSON *const area = atlas_json_object(reader, value, "frame", ATLAS_REQUIRED);
    bool trimmed = false;
    if (area != NULL)
        atlas_json_rect(reader, area, "frame", 0, &out->area);
    atlas_json_bool(reader, value, "rotated", &out->rotated);
    atlas_json_bool(reader, value, "trimmed", &trimmed);
    enum atlas_need need = writer == ATLAS_ASEPRITE || trimmed ? ATLAS_REQUIRED : ATLAS_OPTIONAL;
    const cJSON *const place = atlas_json_object(reader, value, "spriteSourceSize", need);
    out->has_place = place != NULL;
    if (out->has_place) {
        atlas_json_rect(reader, place, "spriteSourceSize", -INT32_MAX, &out->place);
        need = ATLAS_REQUIRED;
    }
    const cJSON *const source = atlas_json_object(reader, value, "sourceSize", need);
    const bool told = atlas_json_find(reader, value, "trimmed") != NULL;
    out->trimmed = told ? trimmed : out->has_place;
    out->source_width = (uint32_t)out->area.width;
    out->source_height = (uint32_t)out->area.height;
    uint32_t width, height;
    /* Without "sourceSize" the source is the region itself. Engines read it only for trimmed
     * frames. */
    if (source != NULL && atlas_json_size(reader, source, "sourceSize", &width, &height) &&
        (!told || trimmed || writer == ATLAS_ASEPRITE)) {
        out->source_width = width;
        out->source_height = height;
    }
    return reader->said == said;
}

static bool read_pivot_axis(struct atlas_json *reader, const cJSON *pivot, const char *axis,
                            uint32_t size, int64_t *out)
{
    double part;
    if (!atlas_json_number(reader, pivot, pivot->string, axis, &part))
        return false;
    const double pixels = part * size;
    if (!(pixels >= -FIXED_MAX && pixels <= FIXED_MAX))
        return atlas_json_say(reader, pivot, "%s.%s puts the pivot more than %.0f pixels away",
                              pivot->string, axis, FIXED_MAX);
    *out = fixed_from_double(pixels);
    return true;
}

/* Pixi uses "anchor", so it wins over "pivot". */
static void read_pivot(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    const char *const key = atlas_json_find(reader, value, "anchor") != NULL ? "anchor" : "pivot";
    const cJSON *const pivot = atlas_json_object(reader, value, key, ATLAS_OPTIONAL);
    frame->has_pivot = pivot != NULL &&
                       read_pivot_axis(reader, pivot, "x", frame->source_width, &frame->pivot_x) &&
                       read_pivot_axis(reader, pivot, "y", frame->source_height, &frame->pivot_y);
}

static void place_packed(struct atlas_json *reader, const cJSON *value, const struct draft *draft,
                         struct atlas_frame *frame)
{
    const struct atlas_rect *const area = &draft->area, *const place = &draft->place;
    /* Some tools write the size that a turned frame has on the page. With it, pixels of neighbours
     * would be read. Engines ignore all other differences of the two sizes. */
    if (draft->rotated && draft->has_place && area->width != area->height &&
        area->width == place->height && area->height == place->width) {
        atlas_json_say(reader, value,
                       "frame is %" PRIi32 " x %" PRIi32 ", but spriteSourceSize %" PRIi32
                       " x %" PRIi32 ": both must give the size before the rotation",
                       area->width, area->height, place->width, place->height);
        return;
    }
    atlas_set_region(frame, (uint32_t)area->x, (uint32_t)area->y, (uint32_t)area->width,
                     (uint32_t)area->height);
    frame->source_width = draft->source_width;
    frame->source_height = draft->source_height;
    frame->turn = draft->rotated ? ATLAS_CLOCKWISE : ATLAS_UPRIGHT;
    /* In a scaled export place and sizes are rounded, each for itself, and people move regions by
     * hand. If Aseprite trims by its grid, the region ends at a line of the grid. */
    atlas_clip(&reader->log, reader->name, frame, draft->trimmed ? place->x : 0,
               draft->trimmed ? place->y : 0);
}

static void place_padded(struct atlas_json *reader, const cJSON *value, const struct draft *draft,
                         struct atlas_frame *frame)
{
    const struct atlas_rect *const area = &draft->area, *const place = &draft->place;
    const int32_t padding = (area->width - place->width) / 2;
    if (!atlas_json_upright(reader, value))
        return;
    if (padding < 0 || area->width - place->width != 2 * padding ||
        area->height - place->height != 2 * padding) {
        atlas_json_say(reader, value,
                       "frame is %" PRIi32 " x %" PRIi32 ", and spriteSourceSize %" PRIi32
                       " x %" PRIi32 ": the padding must be the same on all sides",
                       area->width, area->height, place->width, place->height);
        return;
    }
    atlas_set_region(frame, (uint32_t)(area->x + (int64_t)padding),
                     (uint32_t)(area->y + (int64_t)padding), (uint32_t)place->width,
                     (uint32_t)place->height);
    frame->source_width = draft->source_width;
    frame->source_height = draft->source_height;
    atlas_clip(&reader->log, reader->name, frame, place->x, place->y);
}

static void read_frame(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame,
                       enum atlas_writer writer)
{
    struct draft draft = {.has_place = false};
    atlas_json_u32(reader, value, "", "duration", 0, ATLAS_OPTIONAL, &frame->duration);
    if (read_members(reader, value, writer, &draft))
        (writer == ATLAS_ASEPRITE ? place_padded : place_packed)(reader, value, &draft, frame);
    read_pivot(reader, value, frame);
    if (atlas_json_find(reader, value, "vertices") != NULL)
        reader->atlas->polygons = true;
}

static void read_packed(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    read_frame(reader, value, frame, ATLAS_PACKER);
}

static void read_padded(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    read_frame(reader, value, frame, ATLAS_ASEPRITE);
}

/* ---- Pages --------------------------------------------------------------------------------- */

/* Adds the page of "image" and "size"; the size may be missing. "scale" must be valid, but changes
 * nothing here: all places and sizes are in pixels of the page. */
static void read_page(struct atlas_json *reader, const cJSON *meta)
{
    struct atlas_page *const page = atlas_json_read_page(reader, meta, "image", "");
    const cJSON *const size = atlas_json_object(reader, meta, "size", ATLAS_OPTIONAL);
    uint32_t width, height;
    if (size != NULL && atlas_json_size(reader, size, "size", &width, &height)) {
        page->width = width;
        page->height = height;
    }
}

void atlas_json_read_sheet(struct atlas_json *reader, enum atlas_writer writer)
{
    const cJSON *const meta = atlas_json_object(reader, reader->json.root, "meta", ATLAS_REQUIRED);
    if (meta != NULL)
        read_page(reader, meta);
    else
        atlas_json_add_page(reader, reader->json.root, NULL, "");
    atlas_json_frames(reader, atlas_json_find(reader, reader->json.root, "frames"), "filename", 0,
                      writer == ATLAS_ASEPRITE ? read_padded : read_packed);
}

static void read_texture(struct atlas_json *reader, const cJSON *texture)
{
    const cJSON *const frames = atlas_json_find(reader, texture, "frames");
    const uint32_t page = (uint32_t)reader->atlas->page_count;
    read_page(reader, texture);
    if (cJSON_IsArray(frames) || cJSON_IsObject(frames))
        atlas_json_frames(reader, frames, "filename", page, read_packed);
    else
        atlas_json_say(reader, texture, "frames must be an array or an object");
}

/* The other files of a multipack. */
static void read_related(struct atlas_json *reader, const cJSON *meta, const char *key)
{
    const cJSON *const related = atlas_json_array(reader, meta, key, ATLAS_OPTIONAL);
    const cJSON *name;
    cJSON_ArrayForEach(name, related)
    {
        if (!cJSON_IsString(name) || *name->valuestring == '\0')
            atlas_json_say(reader, name, "%s must hold names of files", key);
        else
            atlas_add_related(reader->atlas, name->valuestring);
    }
}

/* ---- Animations ---------------------------------------------------------------------------- */

/* A multipack has animations in its first file, with frames of all files. */
static void read_step(struct atlas_json *reader, const struct atlas_named *sorted,
                      const cJSON *value, struct atlas_animation *animation, uint32_t step)
{
    if (!cJSON_IsString(value)) {
        atlas_json_say(reader, value, "must hold names of frames");
        return;
    }
    const struct atlas_named *const found =
        atlas_find_name(sorted, reader->atlas->frame_count, value->valuestring);
    char quoted[ATLAS_NAME_SHOWN];
    if (found != NULL) {
        animation->frames[step] = found->index;
        animation->durations[step] = reader->atlas->frames[found->index].duration;
    } else if (reader->atlas->related_count == 0) {
        atlas_json_say(reader, value, "this file has no frame '%s'",
                       text_quote(quoted, sizeof quoted, value->valuestring));
    } else {
        atlas_step_elsewhere(reader->atlas, animation, step, value->valuestring);
    }
}

static void read_animations(struct atlas_json *reader, const cJSON *animations)
{
    struct atlas *const atlas = reader->atlas;
    const cJSON *value, *name;
    struct atlas_named *const sorted = memory_new(atlas->frame_count + 1, sizeof *sorted);
    for (uint32_t i = 0; i < atlas->frame_count; i++)
        sorted[i] = (struct atlas_named){atlas->frames[i].name, i};
    atlas_sort_names(sorted, atlas->frame_count);
    reader->what = "animation";
    cJSON_ArrayForEach(value, animations)
    {
        uint32_t step = 0;
        reader->name = value->string;
        if (!cJSON_IsArray(value)) {
            atlas_json_say(reader, value, "must be an array of names of frames");
            continue;
        }
        char *const called = *value->string != '\0' ? arena_text(&atlas->arena, value->string)
                                                    : atlas_own_name(atlas, reader->log.path, "");
        struct atlas_animation *const animation = atlas_add_animation(
            atlas, called, (uint32_t)cJSON_GetArraySize(value), atlas_json_place(reader, value));
        cJSON_ArrayForEach(name, value)
        {
            read_step(reader, sorted, name, animation, step++);
        }
    }
    reader->what = NULL;
    free(sorted);
}

/* ---- The formats --------------------------------------------------------------------------- */

static void read_atlas(struct atlas_json *reader)
{
    const cJSON *const root = reader->json.root;
    const cJSON *const meta = atlas_json_find(reader, root, "meta");
    atlas_json_read_sheet(reader, ATLAS_PACKER);
    if (cJSON_IsObject(meta)) {
        read_related(reader, meta, "related_multi_packs");
        read_related(reader, meta, "relatedMultiPacks");
    }
    read_animations(reader, atlas_json_object(reader, root, "animations", ATLAS_OPTIONAL));
}

static void read_phaser(struct atlas_json *reader)
{
    atlas_json_textures(reader, read_texture);
}

const struct atlas_format atlas_texturepacker = {
    .name = "TexturePacker JSON", .recognises = recognises, .read_json = read_atlas};
const struct atlas_format atlas_phaser = {
    .name = "Phaser 3 multiatlas", .recognises = recognises_phaser, .read_json = read_phaser};
