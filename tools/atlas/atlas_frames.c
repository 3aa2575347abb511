/*
 * atlas_frames.c - reads frames and pages in the JSON of TexturePacker
 */
#include "atlas/atlas_frames.h"

#include "base/numbers.h"

#include <inttypes.h>
#include <stdio.h>

/* The members of a frame as they are in the file. */
struct draft {
    const cJSON *value;
    struct atlas_rect area; /* on the page */
    bool has_place;
    struct atlas_rect place; /* in the source */
    uint32_t source_width, source_height;
    bool rotated, trimmed;
};

/* ---- Members ------------------------------------------------------------------------------- */

static bool read_place(struct atlas_json *reader, struct draft *draft, enum atlas_writer writer,
                       enum atlas_need need)
{
    /* Where Aseprite trims by its grid, it goes on to the next line of that, also outside. */
    const int32_t least = writer == ATLAS_ASEPRITE ? -INT32_MAX : 0;
    const cJSON *const place = atlas_json_object(reader, draft->value, "spriteSourceSize", need);
    draft->has_place = place != NULL;
    if (place == NULL)
        return need == ATLAS_OPTIONAL &&
               atlas_json_find(reader, draft->value, "spriteSourceSize") == NULL;
    return atlas_json_rect(reader, place, "spriteSourceSize", least, &draft->place);
}

/* Without it, the source is the region itself. */
static bool read_source(struct atlas_json *reader, struct draft *draft, enum atlas_need need)
{
    const cJSON *const size = atlas_json_object(reader, draft->value, "sourceSize", need);
    if (size != NULL)
        return atlas_json_size(reader, size, "sourceSize", &draft->source_width,
                               &draft->source_height);
    draft->source_width = (uint32_t)draft->area.width;
    draft->source_height = (uint32_t)draft->area.height;
    return need == ATLAS_OPTIONAL && atlas_json_find(reader, draft->value, "sourceSize") == NULL;
}

/* Reads all members, also after an error, so that all errors are reported. */
static bool read_members(struct atlas_json *reader, struct draft *draft, enum atlas_writer writer)
{
    const cJSON *const area = atlas_json_object(reader, draft->value, "frame", ATLAS_REQUIRED);
    bool trimmed = false;
    bool ok = area != NULL && atlas_json_rect(reader, area, "frame", 0, &draft->area);
    ok = atlas_json_bool(reader, draft->value, "rotated", &draft->rotated) && ok;
    ok = atlas_json_bool(reader, draft->value, "trimmed", &trimmed) && ok;
    const bool place_needed = writer == ATLAS_ASEPRITE || trimmed;
    ok = read_place(reader, draft, writer, place_needed ? ATLAS_REQUIRED : ATLAS_OPTIONAL) && ok;
    const bool source_needed = place_needed || draft->has_place;
    ok = read_source(reader, draft, source_needed ? ATLAS_REQUIRED : ATLAS_OPTIONAL) && ok;
    const bool told = atlas_json_find(reader, draft->value, "trimmed") != NULL;
    draft->trimmed = told ? trimmed : draft->has_place;
    /* Engines ask for the other sizes only if it is trimmed. */
    if (ok && told && !trimmed && writer == ATLAS_PACKER) {
        draft->source_width = (uint32_t)draft->area.width;
        draft->source_height = (uint32_t)draft->area.height;
    }
    return ok;
}

/* ---- Pivots -------------------------------------------------------------------------------- */

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
static bool read_pivot(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    const char *const key = atlas_json_find(reader, value, "anchor") != NULL ? "anchor" : "pivot";
    const cJSON *const pivot = atlas_json_object(reader, value, key, ATLAS_OPTIONAL);
    if (pivot == NULL)
        return atlas_json_find(reader, value, key) == NULL;
    frame->has_pivot = read_pivot_axis(reader, pivot, "x", frame->source_width, &frame->pivot_x) &&
                       read_pivot_axis(reader, pivot, "y", frame->source_height, &frame->pivot_y);
    return frame->has_pivot;
}

/* ---- Regions ------------------------------------------------------------------------------- */

static bool place_packed(struct atlas_json *reader, const struct draft *draft,
                         struct atlas_frame *frame)
{
    const struct atlas_rect *const area = &draft->area, *const place = &draft->place;
    /* Some tools write the size that a turned frame has on the page. With it, pixels of neighbours
     * would be read. Engines ignore all other differences of the two sizes. */
    if (draft->rotated && draft->has_place && area->width != area->height &&
        area->width == place->height && area->height == place->width)
        return atlas_json_say(reader, draft->value,
                              "frame is %" PRIi32 " x %" PRIi32 ", but spriteSourceSize %" PRIi32
                              " x %" PRIi32 ": both must give the size before the rotation",
                              area->width, area->height, place->width, place->height);
    frame->x = (uint32_t)area->x;
    frame->y = (uint32_t)area->y;
    frame->width = (uint32_t)area->width;
    frame->height = (uint32_t)area->height;
    frame->turn = draft->rotated ? ATLAS_CLOCKWISE : ATLAS_UPRIGHT;
    frame->left = draft->trimmed ? (uint32_t)place->x : 0;
    frame->top = draft->trimmed ? (uint32_t)place->y : 0;
    /* In a scaled export place and sizes are rounded, each for itself. */
    const int64_t over_x = (int64_t)frame->left + frame->width - draft->source_width;
    const int64_t over_y = (int64_t)frame->top + frame->height - draft->source_height;
    if (over_x <= 1 && over_y <= 1 && (over_x == 1 || over_y == 1)) {
        frame->source_width = draft->source_width;
        frame->source_height = draft->source_height;
        atlas_clip_warned(&reader->log, reader->name, frame, frame->left, frame->top);
    }
    return true;
}

static bool place_padded(struct atlas_json *reader, const struct draft *draft,
                         struct atlas_frame *frame)
{
    const struct atlas_rect *const area = &draft->area, *const place = &draft->place;
    const int32_t padding = (area->width - place->width) / 2;
    if (draft->rotated)
        return atlas_json_say(reader, draft->value, "rotated is true, which Aseprite never writes");
    if (padding < 0 || area->width - place->width != 2 * padding ||
        area->height - place->height != 2 * padding)
        return atlas_json_say(reader, draft->value,
                              "frame is %" PRIi32 " x %" PRIi32 ", and spriteSourceSize %" PRIi32
                              " x %" PRIi32 ": the padding must be the same on all sides",
                              area->width, area->height, place->width, place->height);
    frame->x = (uint32_t)(area->x + (int64_t)padding);
    frame->y = (uint32_t)(area->y + (int64_t)padding);
    frame->width = (uint32_t)place->width;
    frame->height = (uint32_t)place->height;
    frame->source_width = draft->source_width;
    frame->source_height = draft->source_height;
    atlas_clip_warned(&reader->log, reader->name, frame, place->x, place->y);
    return true;
}

/* ---- Frames -------------------------------------------------------------------------------- */

static void read_frame(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame,
                       enum atlas_writer writer)
{
    static const struct atlas_whole wanted = {"duration", 0, INT32_MAX, ATLAS_OPTIONAL, 0};
    struct draft draft = {.value = value};
    int32_t duration = 0;
    if (!cJSON_IsObject(value)) {
        atlas_json_say(reader, value, "must be an object");
        return;
    }
    atlas_json_wholes(reader, value, "", &wanted, 1, &duration);
    frame->duration = (uint32_t)duration;
    if (read_members(reader, &draft, writer) &&
        (writer == ATLAS_ASEPRITE ? place_padded : place_packed)(reader, &draft, frame)) {
        frame->source_width = draft.source_width;
        frame->source_height = draft.source_height;
    }
    read_pivot(reader, value, frame);
}

/* The name of a frame. A missing one is an error; then it is the number of the frame. */
static const char *name_of(struct atlas_json *reader, const cJSON *value, bool keyed, size_t index,
                           char *made, size_t size)
{
    snprintf(made, size, "#%zu", index);
    if (keyed)
        return value->string;
    reader->name = made;
    if (!cJSON_IsObject(value))
        return made;
    const char *const name = atlas_json_string(reader, value, "filename", ATLAS_REQUIRED);
    return name != NULL ? name : made;
}

void atlas_frames_read(struct atlas_json *reader, const cJSON *frames, uint32_t page,
                       enum atlas_writer writer)
{
    const cJSON *value;
    bool polygons = false;
    size_t index = 0;
    reader->what = "frame";
    cJSON_ArrayForEach(value, frames)
    {
        char made[24];
        reader->name = name_of(reader, value, cJSON_IsObject(frames), index++, made, sizeof made);
        struct atlas_frame *const frame = atlas_json_add_frame(reader, value, reader->name, page);
        if (frame == NULL)
            break;
        read_frame(reader, value, frame, writer);
        polygons = polygons || atlas_json_find(reader, value, "vertices") != NULL;
    }
    reader->what = NULL;
    if (polygons)
        atlas_warn_polygons(&reader->log);
}

/* ---- Pages --------------------------------------------------------------------------------- */

void atlas_frames_read_page(struct atlas_json *reader, const cJSON *meta)
{
    const cJSON *const size = atlas_json_object(reader, meta, "size", ATLAS_OPTIONAL);
    const char *const image = atlas_json_string(reader, meta, "image", ATLAS_REQUIRED);
    struct atlas_page *const page = atlas_json_add_page(
        reader, image != NULL ? atlas_json_find(reader, meta, "image") : meta, image, "");
    uint32_t width = 0, height = 0;
    const uint64_t scale = atlas_json_scale(reader, meta);
    if (page != NULL)
        page->scale = scale;
    if (size != NULL && atlas_json_size(reader, size, "size", &width, &height) && page != NULL) {
        page->width = width;
        page->height = height;
    }
}

void atlas_frames_read_sheet(struct atlas_json *reader, enum atlas_writer writer)
{
    const cJSON *const meta = atlas_json_object(reader, reader->json.root, "meta", ATLAS_REQUIRED);
    if (meta != NULL)
        atlas_frames_read_page(reader, meta);
    else
        atlas_json_add_page(reader, reader->json.root, NULL, "");
    atlas_frames_read(reader, atlas_json_find(reader, reader->json.root, "frames"), 0, writer);
}
