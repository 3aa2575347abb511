/*
 * tres.c - Godot's AtlasTexture and SpriteFrames (.tres), and scenes that have them (.tscn)
 *
 *     [gd_resource type="AtlasTexture" load_steps=2 format=3]
 *     [ext_resource type="Texture2D" path="res://art/game.png" id="1"]
 *     [resource]
 *     atlas = ExtResource("1")
 *     region = Rect2(2, 2, 30, 16)
 *     margin = Rect2(3, 1, 6, 4)
 *
 *     [gd_resource type="SpriteFrames" load_steps=3 format=3]
 *     [ext_resource type="Texture2D" path="res://art/game.png" id="1"]
 *     [sub_resource type="AtlasTexture" id="a"]
 *     atlas = ExtResource("1")
 *     region = Rect2(0, 0, 16, 16)
 *     [resource]
 *     animations = [{ "frames": [{ "duration": 1.0, "texture": SubResource("a") }],
 *                     "name": &"run", "speed": 5.0 }]
 *
 * A margin has the place of the region in the source, and by how much the source is wider and
 * higher. An AtlasTexture has the name of its file, "hero" for hero.tres; in SpriteFrames and
 * scenes they have numbers, "hero#0". In a scene both are [sub_resource]s, and nodes follow. A
 * frame may be a whole picture, ExtResource("1"), whose number comes after those of the
 * AtlasTextures before it: one number a picture. "res://" is the next folder upwards with a
 * project.godot; without one only the last name of a path counts. Godot 3 has numbers as ids, and
 * textures alone in "frames".
 */
#include "atlas/godot_text.h"
#include "atlas/tag.h"
#include "base/memory.h"
#include "base/platform/files.h"
#include "base/text.h"
#include "system/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The reader ---------------------------------------------------------------------------- */

/* A resource by its id: something from outside, or an AtlasTexture of this file. */
struct resource {
    const char *id;
    bool is_external;
    const char *path; /* of an external one */
    bool used;        /* an external one is a page, */
    bool whole;       /* and all of it is a frame */
    uint32_t page, frame;
};

/* The properties of an AtlasTexture, so far. */
struct draft {
    bool open;
    const char *id, *atlas; /* NULL: it has no atlas */
    double region[4], margin[4];
    struct atlas_place place, atlas_place;
};

struct tres_reader {
    struct godot_text in;
    struct atlas *atlas;
    const struct atlas_log *log;
    struct godot_value value;
    const char *key; /* of the value */
    struct resource *resources;
    size_t resource_count, resource_capacity;
    struct index by_id;
    struct draft draft;
    bool is_scene;
    bool is_frames; /* SpriteFrames */
    bool has_main;  /* the section [resource], which is the last one, or a node of the scene */
    bool has_animations;
    const char *up; /* the way to the project; looked for when the first page needs it */
    bool in_project;
    bool refused;
    size_t elsewhere;  /* steps that are not an AtlasTexture of this file */
    const char *other; /* the first resource outside that may be baked itself; NULL: none */
};

static bool recognises(const char *text, size_t size)
{
    const char *const begin = text + text_bom(text, size);
    return strncmp(begin, "[gd_resource ", 13) == 0 || strncmp(begin, "[gd_scene ", 10) == 0;
}

static bool is(const char *text, const char *wanted)
{
    return strcmp(text, wanted) == 0;
}

static bool refuse(struct tres_reader *reader, struct atlas_place place, const char *reason)
{
    if (!reader->refused)
        atlas_found(reader->log, NULL, NULL, place, "%s", reason);
    reader->refused = true;
    return false;
}

static bool refuse_syntax(struct tres_reader *reader)
{
    return refuse(reader, godot_place(&reader->in), "it is not a valid text resource of Godot");
}

static uint64_t hash_of(const char *id)
{
    return digest_of(id, strlen(id)).low;
}

static void add_resource(struct tres_reader *reader, const struct resource *resource)
{
    index_add(&reader->by_id, hash_of(resource->id), (uint32_t)reader->resource_count);
    struct resource *const added = arena_array_push(
        &reader->in.arena, &reader->resources, &reader->resource_count, &reader->resource_capacity);
    *added = *resource;
}

/* NULL when there is none; "" is not an id. */
static struct resource *find_resource(struct tres_reader *reader, bool is_external, const char *id)
{
    size_t step = 0;
    for (uint32_t i; (i = index_next(&reader->by_id, hash_of(id), &step)) != INDEX_END;) {
        struct resource *const at = &reader->resources[i];
        if (at->is_external == is_external && *id != '\0' && is(at->id, id))
            return at;
    }
    return NULL;
}

/* ---- Pages -------------------------------------------------------------------------------- */

/* The folders that a path names from the current one on, which is the first. 1 when it begins with
 * "/" or ".", or leads out of the current folder. */
static int count_folders(const char *path, int length)
{
    int count = 1;
    if (*path == '/' || *path == '.')
        return 1;
    for (const char *at = path, *end = path + length; at < end && count > 0;) {
        const size_t part = strcspn(at, "/");
        if (part == 2 && at[0] == '.' && at[1] == '.')
            count--;
        else if (part > 0 && !(part == 1 && *at == '.'))
            count++;
        at += part + 1;
    }
    return count > 0 ? count : 1;
}

/* Goes up from the atlas to the next folder with a project.godot; false when there is none. The
 * places passed by are noted: a project.godot that comes to one of them counts. Without any, only
 * those in the atlas' own path are noted, and only its folder when the path does not begin here:
 * something changes above them all the time. */
static bool find_project(struct tres_reader *reader)
{
    enum { LEVELS = 32 };
    const char *const atlas = reader->log->path, *const slash = strrchr(atlas, '/');
    const int folder = slash != NULL ? (int)(slash - atlas + 1) : 0;
    const int named = count_folders(atlas, folder);
    struct arena *const arena = &reader->in.arena;
    reader->up = "";
    for (int i = 0; i < LEVELS; i++) {
        struct file_facts facts;
        const char *const name = arena_format(arena, "%sproject.godot", reader->up);
        const bool found =
            file_facts_of_path(arena_format(arena, "%.*s%s", folder, atlas, name), &facts);
        if (found || i < named)
            atlas_add_sought(reader->atlas, name);
        if (found) {
            reader->atlas->project = arena_format(&reader->atlas->arena, "%s.", reader->up);
            return true;
        }
        reader->up = arena_format(arena, "%s../", reader->up);
    }
    return false;
}

/* "res://art/a.png" for scenes/hero.tres in a project is "../art/a.png". */
static char *name_page(struct tres_reader *reader, const char *path)
{
    static const char scheme[] = "res://";
    struct arena *const arena = &reader->atlas->arena;
    const char *const last = strrchr(path, '/');
    if (strncmp(path, scheme, strlen(scheme)) != 0)
        return arena_text(
            arena, last != NULL && (*path == '/' || strstr(path, "://") != NULL) ? last + 1 : path);
    if (reader->up == NULL)
        reader->in_project = find_project(reader);
    return reader->in_project ? arena_format(arena, "%s%s", reader->up, path + strlen(scheme))
                              : arena_text(arena, last + 1);
}

/* The page of a texture from outside, which is added when it is first used. NULL, with an error,
 * when there is no such texture. */
static const struct atlas_page *page_of(struct tres_reader *reader, const char *id,
                                        struct atlas_place place, uint32_t *out)
{
    struct resource *const external = find_resource(reader, true, id);
    if (external == NULL) {
        refuse(reader, place, "there is no ext_resource of that id");
        return NULL;
    }
    if (!external->used) {
        const struct atlas_page page = {.image = name_page(reader, external->path), .place = place};
        external->used = true;
        external->page = (uint32_t)reader->atlas->page_count;
        atlas_add_page(reader->atlas, &page);
    }
    *out = external->page;
    return &reader->atlas->pages[external->page];
}

/* Makes a frame of the whole page. When its size cannot be found, the error comes when the page is
 * read. */
static void place_whole(struct tres_reader *reader, const struct atlas_page *page,
                        struct atlas_frame *frame)
{
    uint32_t width, height;
    if (atlas_find_size(reader->atlas, page->image, &width, &height))
        atlas_set_region(frame, 0, 0, width, height);
}

static char *name_frame(struct tres_reader *reader)
{
    char ending[24] = "";
    if (reader->is_frames || reader->is_scene)
        snprintf(ending, sizeof ending, "#%zu", reader->atlas->frame_count);
    return atlas_own_name(reader->atlas, reader->log->path, ending);
}

/* ---- Textures ----------------------------------------------------------------------------- */

/* Four numbers from `min` on, without their fractions. */
static bool read_pixels(struct tres_reader *reader, const double numbers[4], double min,
                        int32_t out[4])
{
    for (int i = 0; i < 4; i++) {
        if (!(numbers[i] >= min && numbers[i] <= INT32_MAX))
            return false;
        out[i] = (int32_t)numbers[i];
        if (out[i] != numbers[i])
            atlas_note_rounded(reader->atlas, reader->draft.place);
    }
    return true;
}

/* False when the region or the margin is not a rectangle that a frame may have. */
static bool place_frame(struct tres_reader *reader, struct atlas_frame *frame)
{
    int32_t region[4], margin[4];
    if (!read_pixels(reader, reader->draft.region, 0, region) ||
        !read_pixels(reader, reader->draft.margin, -INT32_MAX, margin))
        return false;
    const int64_t width = (int64_t)region[2] + margin[2], height = (int64_t)region[3] + margin[3];
    if (width < 1 || width > INT32_MAX || height < 1 || height > INT32_MAX)
        return false;
    atlas_set_region(frame, (uint32_t)region[0], (uint32_t)region[1], (uint32_t)region[2],
                     (uint32_t)region[3]);
    frame->source_width = (uint32_t)width;
    frame->source_height = (uint32_t)height;
    atlas_clip(reader->log, frame->name, frame, margin[0], margin[1]);
    return true;
}

/* Gives a frame the region of the AtlasTexture, or all of the picture if it has none. */
static void place_texture(struct tres_reader *reader, const struct atlas_page *page,
                          struct atlas_frame *frame)
{
    const double *const region = reader->draft.region;
    if (region[0] == 0 && region[1] == 0 && region[2] == 0 && region[3] == 0)
        place_whole(reader, page, frame);
    else if (region[2] == 0 || region[3] == 0)
        atlas_found(reader->log, "frame", frame->name, frame->place,
                    "its region has no size; please give it one");
    else if (!place_frame(reader, frame))
        atlas_found(reader->log, "frame", frame->name, frame->place,
                    "its region must be pixels of the picture, and its size with the margin 1 "
                    "pixel or more");
}

/* Makes a frame of the AtlasTexture that ends. One that is wrong stays without pixels. */
static void end_texture(struct tres_reader *reader)
{
    struct atlas *const atlas = reader->atlas;
    struct draft *const draft = &reader->draft;
    struct atlas_frame frame = {.source_width = 1, .source_height = 1, .place = draft->place};
    const struct atlas_page *page = NULL;
    if (!draft->open)
        return;
    draft->open = false;
    frame.name = name_frame(reader);
    add_resource(reader,
                 &(struct resource){.id = draft->id, .frame = (uint32_t)atlas->frame_count});
    if (draft->atlas == NULL)
        atlas_found(reader->log, "frame", frame.name, draft->place,
                    "it does not name its picture: atlas = ExtResource(...) is missing");
    else
        page = page_of(reader, draft->atlas, draft->atlas_place, &frame.page);
    if (page != NULL)
        place_texture(reader, page, &frame);
    atlas_add_frame(atlas, &frame);
}

static bool read_texture_property(struct tres_reader *reader, struct atlas_place place)
{
    struct draft *const draft = &reader->draft;
    const struct godot_value *const value = &reader->value;
    const bool is_region = is(reader->key, "region");
    if (is(reader->key, "atlas") && value->kind == GODOT_EXTERNAL) {
        draft->atlas_place = place;
        draft->atlas = value->text;
    } else if (is_region || is(reader->key, "margin")) {
        if (value->kind != GODOT_RECT)
            return refuse(reader, place, "region and margin must be Rect2(x, y, width, height)");
        memcpy(is_region ? draft->region : draft->margin, value->numbers, sizeof draft->region);
    }
    return true;
}

/* ---- Animations --------------------------------------------------------------------------- */

enum { LOOP_PINGPONG = 2 };

struct step {
    uint32_t frame;
    double duration; /* in frames */
};

struct steps {
    struct step *items;
    size_t count, capacity;
    const char *name;
    double speed;
    bool turning; /* they are played forwards and backwards */
    struct atlas_place place;
};

static void push_step(struct tres_reader *reader, struct steps *steps, uint32_t frame)
{
    struct step *const added =
        arena_array_push(&reader->in.arena, &steps->items, &steps->count, &steps->capacity);
    *added = (struct step){frame, 1};
}

/* The frame of a picture from outside, which is added when it is first used. */
static bool frame_of_picture(struct tres_reader *reader, struct resource *external, uint32_t *out)
{
    struct atlas *const atlas = reader->atlas;
    struct atlas_frame frame = {
        .source_width = 1, .source_height = 1, .place = godot_place(&reader->in)};
    const struct atlas_page *const page = page_of(reader, external->id, frame.place, &frame.page);
    if (page != NULL && !external->whole) {
        external->whole = true;
        external->frame = (uint32_t)atlas->frame_count;
        frame.name = name_frame(reader);
        place_whole(reader, page, &frame);
        atlas_add_frame(atlas, &frame);
    }
    *out = external->frame;
    return page != NULL;
}

/* Adds the texture that was read. */
static bool add_step(struct tres_reader *reader, struct steps *steps)
{
    const bool is_external = reader->value.kind == GODOT_EXTERNAL;
    if (!is_external && reader->value.kind != GODOT_SUB)
        return refuse(reader, godot_place(&reader->in),
                      "a frame has no texture; give it an AtlasTexture without a solid pixel");
    struct resource *const texture = find_resource(reader, is_external, reader->value.text);
    if (texture == NULL)
        return refuse(reader, godot_place(&reader->in),
                      is_external ? "there is no ext_resource of that id"
                                  : "a frame is not an AtlasTexture of this file");
    if (is_external && !text_is_picture_name(texture->path)) {
        reader->elsewhere++;
        return true;
    }
    uint32_t frame = texture->frame;
    if (is_external && !frame_of_picture(reader, texture, &frame))
        return false;
    push_step(reader, steps, frame);
    return true;
}

/* Passes over a value, whose first part was read, to its end. */
static bool pass(struct tres_reader *reader)
{
    const bool nested = reader->value.kind == GODOT_LIST || reader->value.kind == GODOT_MAP;
    return !nested || godot_pass_rest(&reader->in);
}

/* Reads "key": and the beginning of its value. */
static bool read_member(struct tres_reader *reader)
{
    if (!godot_value(&reader->in, &reader->value) || reader->value.kind != GODOT_STRING)
        return false;
    reader->key = reader->value.text;
    return godot_take(&reader->in, ':') && godot_value(&reader->in, &reader->value);
}

/* { "duration": 1.0, "texture": SubResource("a") } */
static bool read_step(struct tres_reader *reader, struct steps *steps)
{
    const size_t before = steps->count, elsewhere = reader->elsewhere;
    double duration = 1;
    while (!godot_take(&reader->in, '}')) {
        if (!read_member(reader))
            return false;
        if (is(reader->key, "duration")) {
            if (reader->value.kind != GODOT_NUMBER)
                return false;
            duration = reader->value.numbers[0];
        }
        if (is(reader->key, "texture") ? !add_step(reader, steps) : !pass(reader))
            return false;
        godot_take(&reader->in, ',');
    }
    if (steps->count > before)
        steps->items[steps->count - 1].duration = duration;
    return steps->count <= before + 1 && (steps->count > before || reader->elsewhere > elsewhere);
}

static bool read_steps(struct tres_reader *reader, struct steps *steps)
{
    while (!godot_take(&reader->in, ']')) {
        if (!godot_value(&reader->in, &reader->value) ||
            !(reader->value.kind == GODOT_MAP ? read_step : add_step)(reader, steps))
            return false;
        godot_take(&reader->in, ',');
    }
    return true;
}

static uint32_t milliseconds(double duration, double speed)
{
    const double time = speed > 0 && duration > 0 ? 1000 * duration / speed : 0;
    return time < INT32_MAX ? (uint32_t)(time + 0.5) : INT32_MAX;
}

static void add_animation(struct tres_reader *reader, const struct steps *steps)
{
    struct atlas *const atlas = reader->atlas;
    const size_t last = steps->count - 1;
    if (steps->count == 0)
        return;
    const size_t count = steps->turning && last > 0 ? 2 * last : steps->count;
    struct atlas_animation *const animation = atlas_add_animation(
        atlas, arena_text(&atlas->arena, steps->name), (uint32_t)count, steps->place);
    for (size_t i = 0; i < count; i++) {
        const struct step *const step = &steps->items[i <= last ? i : 2 * last - i];
        animation->frames[i] = step->frame;
        animation->durations[i] = milliseconds(step->duration, steps->speed);
    }
}

/* Since Godot 4.7 "loop" is 0, 1 or LOOP_PINGPONG. */
static bool read_animation_member(struct tres_reader *reader, struct steps *steps)
{
    const struct godot_value *const value = &reader->value;
    if (is(reader->key, "frames"))
        return value->kind == GODOT_LIST && read_steps(reader, steps);
    if (is(reader->key, "name"))
        steps->name = value->text;
    else if (is(reader->key, "speed"))
        steps->speed = value->numbers[0];
    else if (is(reader->key, "loop") && value->kind == GODOT_NUMBER)
        steps->turning = value->numbers[0] == LOOP_PINGPONG;
    else
        return pass(reader);
    return is(reader->key, "loop") ||
           value->kind == (is(reader->key, "name") ? GODOT_STRING : GODOT_NUMBER);
}

/* [{ "frames": [...], "loop": true, "name": &"run", "speed": 5.0 }, ...] */
static bool read_animations(struct tres_reader *reader)
{
    while (!godot_take(&reader->in, ']')) {
        if (!godot_take(&reader->in, '{'))
            return false;
        struct steps steps = {.name = "", .speed = 5, .place = godot_place(&reader->in)};
        while (!godot_take(&reader->in, '}')) {
            if (!read_member(reader) || !read_animation_member(reader, &steps))
                return false;
            godot_take(&reader->in, ',');
        }
        add_animation(reader, &steps);
        godot_take(&reader->in, ',');
    }
    return true;
}

/* ---- Sections ----------------------------------------------------------------------------- */

/* [tag key=value key=value] */
struct header {
    const char *tag, *type, *id, *path; /* "": the section has none */
};

static bool read_header(struct tres_reader *reader, struct header *out)
{
    struct godot_text *const in = &reader->in;
    struct godot_value value;
    const char *key;
    *out = (struct header){"", "", "", ""};
    if (!godot_take(in, '[') || !godot_word(in, &out->tag))
        return false;
    while (!godot_take(in, ']')) {
        if (!godot_word(in, &key) || !godot_take(in, '='))
            return false;
        godot_space(in);
        const char *const begin = in->at;
        if (!godot_value(in, &value) ||
            ((value.kind == GODOT_LIST || value.kind == GODOT_MAP) && !godot_pass_rest(in)))
            return false;
        if (value.kind == GODOT_NUMBER)
            value.text = arena_text_n(&in->arena, begin, (size_t)(in->at - begin));
        if (is(key, "type"))
            out->type = value.text;
        else if (is(key, "id"))
            out->id = value.text;
        else if (is(key, "path"))
            out->path = value.text;
    }
    return true;
}

/* The first section, which says what the file is. */
static bool begin_file(struct tres_reader *reader, const struct header *header,
                       struct atlas_place place)
{
    reader->is_scene = is(header->tag, "gd_scene");
    reader->is_frames = is(header->type, "SpriteFrames");
    reader->atlas->own_animations = reader->is_scene || reader->is_frames;
    if (reader->is_scene || reader->is_frames || is(header->type, "AtlasTexture"))
        return true;
    char reason[160], quoted[60];
    snprintf(reason, sizeof reason,
             "it is a resource of Godot, %s; hitmask reads AtlasTexture, SpriteFrames, and scenes "
             "that have them (.tscn)",
             text_quote(quoted, sizeof quoted, header->type));
    return refuse(reader, place, reason);
}

static bool read_section(struct tres_reader *reader, struct header *header)
{
    const struct atlas_place place = godot_place(&reader->in);
    end_texture(reader);
    if (!read_header(reader, header))
        return refuse_syntax(reader);
    const bool is_texture = is(header->type, "AtlasTexture");
    const bool is_main = is(header->tag, reader->is_scene ? "node" : "resource");
    if (is(header->tag, "gd_resource") || is(header->tag, "gd_scene"))
        return begin_file(reader, header, place);
    if (is(header->tag, "ext_resource")) {
        if (find_resource(reader, true, header->id) != NULL)
            return refuse(reader, place, "another ext_resource has the same id");
        if (reader->other == NULL && (is_texture || is(header->type, "SpriteFrames")))
            reader->other = header->path;
        add_resource(reader, &(struct resource){
                                 .id = header->id, .is_external = true, .path = header->path});
    }
    reader->has_main = reader->has_main || is_main;
    const bool is_own = is_main && !reader->is_scene && !reader->is_frames;
    if (is_own || (is(header->tag, "sub_resource") && is_texture)) {
        if (find_resource(reader, false, header->id) != NULL)
            return refuse(reader, place, "another sub_resource has the same id");
        reader->draft = (struct draft){.open = true, .id = header->id, .place = place};
    }
    return true;
}

static bool read_property(struct tres_reader *reader, const struct header *section)
{
    const struct atlas_place place = godot_place(&reader->in);
    if (!godot_key(&reader->in, &reader->key) || !godot_take(&reader->in, '=') ||
        !godot_value(&reader->in, &reader->value))
        return refuse_syntax(reader);
    if (reader->draft.open && !read_texture_property(reader, place))
        return false;
    const bool in_frames =
        reader->is_scene ? is(section->tag, "sub_resource") && is(section->type, "SpriteFrames")
                         : reader->is_frames && is(section->tag, "resource");
    const bool animations = in_frames && is(reader->key, "animations");
    reader->has_animations = reader->has_animations || animations;
    if (animations && reader->value.kind != GODOT_LIST)
        return refuse(reader, place, "animations must be an array");
    return (animations ? read_animations(reader) : pass(reader)) || refuse_syntax(reader);
}

/* ---- The file ----------------------------------------------------------------------------- */

/* Reports what is missing in a file that is right otherwise. */
static void check_whole(struct tres_reader *reader)
{
    const struct atlas_log *const log = reader->log;
    const struct atlas_place start = {1, 1}, end = godot_place(&reader->in);
    char quoted[ATLAS_NAME_SHOWN];
    if (!reader->has_main)
        atlas_found(log, NULL, NULL, end, "it ends before its %s",
                    reader->is_scene ? "nodes" : "section [resource]");
    else if (reader->elsewhere > 0)
        atlas_found(log, NULL, NULL, start,
                    "%zu of its frames are in other files that are not pictures; please bake "
                    "those files",
                    reader->elsewhere);
    else if (reader->atlas->frame_count == 0 && reader->other != NULL)
        atlas_found(log, NULL, NULL, start, "its frames are in other files; please bake '%s'",
                    text_quote(quoted, sizeof quoted, reader->other));
    else if (reader->atlas->frame_count == 0)
        atlas_found(log, NULL, NULL, start,
                    "there is no AtlasTexture in it, and no picture in SpriteFrames: no frame to "
                    "bake");
    else if (reader->is_frames && !reader->has_animations)
        atlas_found(log, NULL, NULL, end, "it ends before its animations");
}

static void read_atlas(const char *text, size_t size, struct atlas *atlas,
                       const struct atlas_log *log)
{
    const char *const at = text + text_bom(text, size);
    struct tres_reader reader = {
        .in = {.at = at, .end = text + size, .marked = at, .place = {1, 1}},
        .atlas = atlas,
        .log = log};
    struct header section = {"", "", "", ""};
    bool ok = true;
    while (ok && godot_space(&reader.in))
        ok = *reader.in.at == '[' ? read_section(&reader, &section)
                                  : read_property(&reader, &section);
    if (ok)
        end_texture(&reader);
    if (reader.is_scene) /* its SpriteFrames may have animations of one name */
        atlas_tags_number(atlas);
    if (atlas_is_clean(atlas, log))
        check_whole(&reader);
    else
        atlas_forget_frames(atlas); /* they may have no page */
    index_free(&reader.by_id);
    arena_free(&reader.in.arena);
}

const struct atlas_format atlas_tres = {
    .name = "Godot resource (.tres, .tscn)", .recognises = recognises, .read = read_atlas};
