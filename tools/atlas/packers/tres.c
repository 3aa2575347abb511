/*
 * tres.c - Godot's AtlasTexture and SpriteFrames (.tres)
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
 * higher. An AtlasTexture has the name of its file, "hero" for hero.tres; in SpriteFrames they have
 * numbers, "hero#0". "res://" is the next folder upwards with a project.godot; without one only the
 * last name of a path counts. Godot 3 has numbers as ids, and textures alone in "frames".
 */
#include "atlas/packers/godot_text.h"
#include "atlas/page_name.h"
#include "base/array.h"
#include "base/digest.h"
#include "base/index.h"
#include "base/platform/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct external {
    char *id, *path;
    bool is_texture; /* an AtlasTexture in a file of its own */
    bool used;
    uint32_t page; /* when it is used */
};

/* An AtlasTexture. */
struct texture {
    char *id;
    uint32_t frame;
};

struct step {
    uint32_t frame;
    double duration; /* in frames */
};

/* The properties of an AtlasTexture, so far. */
struct draft {
    bool open, has_atlas, has_region;
    struct text id, atlas;
    double region[4], margin[4];
    struct atlas_place place, atlas_place;
};

struct tres_reader {
    struct godot_text text;
    struct atlas *atlas;
    struct atlas_log log;
    struct godot_value value;
    struct text word, type, key;
    struct external *externals;
    size_t external_count, external_capacity;
    struct index external_ids, texture_ids;
    struct texture *textures;
    size_t texture_count, texture_capacity;
    struct draft draft;
    bool is_frames; /* SpriteFrames */
    bool has_main;  /* the section [resource], which is the last one */
    bool has_animations;
    struct text up; /* the way to the project; looked for when the first page needs it */
    bool in_project;
    bool refused;
    size_t rounded;                   /* numbers that have lost a fraction */
    struct atlas_place rounded_place; /* of the first */
    size_t whole;                     /* steps that are whole pictures */
    size_t in_files;                  /* steps that are AtlasTextures in files of their own */
};

static bool guess(const char *text, size_t size)
{
    const char *const begin = text + text_bom(text, size);
    return strncmp(begin, "[gd_resource ", 13) == 0 || strncmp(begin, "[gd_scene ", 10) == 0;
}

static bool text_is(const struct text *text, const char *string)
{
    return text->length > 0 && strcmp(text->bytes, string) == 0;
}

static bool refuse(struct tres_reader *reader, struct atlas_place place, const char *reason)
{
    if (!reader->refused)
        atlas_found(&reader->log, NULL, NULL, place, "%s", reason);
    reader->refused = true;
    return false;
}

static bool refuse_syntax(struct tres_reader *reader)
{
    return refuse(reader, godot_text_place(&reader->text),
                  reader->text.failed ? "out of memory" : "it is no valid text resource of Godot");
}

static void set(struct tres_reader *reader, struct text *to, const struct text *from)
{
    to->length = 0;
    text_add(to, from->bytes, from->length);
    if (to->failed)
        reader->text.failed = true;
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
static bool find_project(struct tres_reader *reader, struct text *up)
{
    enum { LEVELS = 32 };
    const char *const atlas = reader->log.path, *const slash = strrchr(atlas, '/');
    const int folder = slash != NULL ? (int)(slash - atlas + 1) : 0;
    const int named = count_folders(atlas, folder);
    bool found = false;
    text_add_string(up, "");
    for (int i = 0; !up->failed && !found && i < LEVELS; i++) {
        struct file_facts facts;
        char *const name = text_format("%sproject.godot", up->bytes);
        char *const path = name != NULL ? text_format("%.*s%s", folder, atlas, name) : NULL;
        found = path != NULL && file_facts_of_path(path, &facts);
        up->failed |= path == NULL || ((found || i < named) &&
                                       !atlas_add_sought(reader->atlas, name, &reader->log));
        if (!found)
            text_add_string(up, "../");
        free(path);
        free(name);
    }
    return found;
}

/* "res://art/a.png" for scenes/hero.tres in a project is "../art/a.png". */
static char *name_page(struct tres_reader *reader, const char *path)
{
    static const char scheme[] = "res://";
    const char *const last = strrchr(path, '/');
    if (strncmp(path, scheme, strlen(scheme)) != 0)
        return text_copy(last != NULL && (*path == '/' || strstr(path, "://") != NULL) ? last + 1
                                                                                       : path);
    if (reader->up.bytes == NULL)
        reader->in_project = find_project(reader, &reader->up);
    if (reader->up.failed)
        return NULL;
    return reader->in_project ? text_format("%s%s", reader->up.bytes, path + strlen(scheme))
                              : text_copy(last + 1);
}

static uint64_t hash_of(const char *id)
{
    return digest_of(id, strlen(id)).low;
}

static struct external *find_external(struct tres_reader *reader, const struct text *id)
{
    size_t step = 0;
    for (uint32_t i;
         (i = index_next(&reader->external_ids, hash_of(id->bytes), &step)) != INDEX_END;)
        if (text_is(id, reader->externals[i].id))
            return &reader->externals[i];
    return NULL;
}

/* The page of a texture from outside, which is added when it is first used. */
static bool page_of(struct tres_reader *reader, const struct text *id, struct atlas_place place,
                    uint32_t *out)
{
    struct external *const external = id->length > 0 ? find_external(reader, id) : NULL;
    if (external == NULL)
        return refuse(reader, place, "there is no ext_resource of that id");
    if (!external->used) {
        const struct atlas_page page = {.image = name_page(reader, external->path), .place = place};
        external->used = true;
        external->page = (uint32_t)reader->atlas->page_count;
        if (atlas_add_page(reader->atlas, &page, &reader->log) == NULL)
            return false;
    }
    *out = external->page;
    return true;
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
        if (out[i] != numbers[i] && reader->rounded++ == 0)
            reader->rounded_place = reader->draft.place;
    }
    return true;
}

/* False when the region or the margin is no rectangle that a frame may have. */
static bool place_frame(struct tres_reader *reader, struct atlas_frame *frame)
{
    int32_t region[4], margin[4];
    if (!read_pixels(reader, reader->draft.region, 0, region) ||
        !read_pixels(reader, reader->draft.margin, -INT32_MAX, margin))
        return false;
    const int64_t width = (int64_t)region[2] + margin[2], height = (int64_t)region[3] + margin[3];
    if (width < 1 || width > INT32_MAX || height < 1 || height > INT32_MAX)
        return false;
    frame->x = (uint32_t)region[0];
    frame->y = (uint32_t)region[1];
    frame->width = (uint32_t)region[2];
    frame->height = (uint32_t)region[3];
    frame->source_width = (uint32_t)width;
    frame->source_height = (uint32_t)height;
    atlas_clip_warned(&reader->log, frame->name, frame, margin[0], margin[1]);
    return true;
}

static char *name_frame(const struct tres_reader *reader)
{
    char ending[24] = "";
    if (reader->is_frames)
        snprintf(ending, sizeof ending, "#%zu", reader->texture_count - 1);
    return page_name_own(reader->log.path, ending);
}

static bool add_texture(struct tres_reader *reader)
{
    struct texture *const texture =
        array_push(&reader->textures, &reader->texture_count, &reader->texture_capacity);
    if (texture == NULL)
        return false;
    texture->id = text_copy(reader->draft.id.length > 0 ? reader->draft.id.bytes : "");
    texture->frame = (uint32_t)reader->atlas->frame_count;
    return texture->id != NULL && index_add(&reader->texture_ids, hash_of(texture->id),
                                            (uint32_t)(reader->texture_count - 1));
}

/* Makes a frame of the AtlasTexture that ends. One that is wrong stays without pixels. */
static void end_texture(struct tres_reader *reader)
{
    struct draft *const draft = &reader->draft;
    struct atlas_frame frame = {.source_width = 1, .source_height = 1, .place = draft->place};
    if (!draft->open)
        return;
    draft->open = false;
    if (!add_texture(reader)) {
        atlas_found_no_memory(&reader->log);
        return;
    }
    frame.name = name_frame(reader);
    if (!draft->has_atlas)
        atlas_found(&reader->log, "frame", frame.name, draft->place,
                    "it has no atlas = ExtResource(...): no picture of its own file");
    else if (draft->has_region && (draft->region[2] == 0) != (draft->region[3] == 0))
        atlas_found(&reader->log, "frame", frame.name, draft->place,
                    "one side of its region is 0, for the whole side of the picture; please give "
                    "it a number");
    else if (!draft->has_region || draft->region[2] == 0)
        atlas_found(&reader->log, "frame", frame.name, draft->place,
                    "it has no region, and so is the whole picture; please bake that itself");
    else if (page_of(reader, &draft->atlas, draft->atlas_place, &frame.page) &&
             !place_frame(reader, &frame))
        atlas_found(&reader->log, "frame", frame.name, draft->place,
                    "its region must be pixels of the picture, and its size with the margin 1 "
                    "pixel or more");
    atlas_add_frame(reader->atlas, &frame, &reader->log);
}

static bool read_texture_property(struct tres_reader *reader, struct atlas_place place)
{
    struct draft *const draft = &reader->draft;
    const struct godot_value *const value = &reader->value;
    const bool is_region = text_is(&reader->key, "region");
    if (text_is(&reader->key, "atlas") && value->kind == GODOT_EXTERNAL) {
        draft->has_atlas = true;
        draft->atlas_place = place;
        set(reader, &draft->atlas, &value->text);
    } else if (is_region || text_is(&reader->key, "margin")) {
        if (value->kind != GODOT_RECT)
            return refuse(reader, place, "region and margin must be Rect2(x, y, width, height)");
        draft->has_region = draft->has_region || is_region;
        memcpy(is_region ? draft->region : draft->margin, value->numbers, sizeof draft->region);
    }
    return true;
}

/* ---- Animations --------------------------------------------------------------------------- */

enum { LOOP_PINGPONG = 2 };

struct steps {
    struct step *items;
    size_t count, capacity;
    struct text name;
    double speed;
    bool turning; /* they are played forwards and backwards */
    struct atlas_place place;
};

static bool find_texture(const struct tres_reader *reader, const struct text *id, uint32_t *frame)
{
    size_t step = 0;
    for (uint32_t i;
         (i = index_next(&reader->texture_ids, hash_of(id->bytes), &step)) != INDEX_END;)
        if (text_is(id, reader->textures[i].id)) {
            *frame = reader->textures[i].frame;
            return true;
        }
    return false;
}

/* Adds the texture that was read. */
static bool add_step(struct tres_reader *reader, struct steps *steps, double duration)
{
    struct step step = {0, duration};
    if (reader->value.kind == GODOT_EXTERNAL) {
        const struct external *const external =
            reader->value.text.length > 0 ? find_external(reader, &reader->value.text) : NULL;
        const bool in_file = external != NULL && external->is_texture;
        reader->in_files += in_file;
        reader->whole += !in_file;
        return true;
    }
    if (reader->value.kind != GODOT_SUB)
        return refuse(reader, godot_text_place(&reader->text),
                      "a frame has no texture; give it an AtlasTexture without a solid pixel");
    if (reader->value.text.length == 0 || !find_texture(reader, &reader->value.text, &step.frame))
        return refuse(reader, godot_text_place(&reader->text),
                      "a frame is no AtlasTexture of this file");
    struct step *const added = array_push(&steps->items, &steps->count, &steps->capacity);
    if (added != NULL)
        *added = step;
    else
        reader->text.failed = true;
    return added != NULL;
}

/* Passes over a value, whose first part was read, to its end. */
static bool pass(struct tres_reader *reader)
{
    const bool nested = reader->value.kind == GODOT_LIST || reader->value.kind == GODOT_MAP;
    return !nested || godot_text_pass(&reader->text);
}

/* Reads "key": and the beginning of its value. */
static bool read_member(struct tres_reader *reader)
{
    if (!godot_text_value(&reader->text, &reader->value) || reader->value.kind != GODOT_STRING)
        return false;
    set(reader, &reader->key, &reader->value.text);
    return godot_text_take(&reader->text, ':') && godot_text_value(&reader->text, &reader->value);
}

/* { "duration": 1.0, "texture": SubResource("a") } */
static bool read_step(struct tres_reader *reader, struct steps *steps)
{
    const size_t before = steps->count, elsewhere = reader->whole + reader->in_files;
    double duration = 1;
    while (!godot_text_take(&reader->text, '}')) {
        if (!read_member(reader))
            return false;
        if (text_is(&reader->key, "duration")) {
            if (reader->value.kind != GODOT_NUMBER)
                return false;
            duration = reader->value.numbers[0];
        }
        const bool is_texture = text_is(&reader->key, "texture");
        if (is_texture ? !add_step(reader, steps, 1) : !pass(reader))
            return false;
        godot_text_take(&reader->text, ',');
    }
    if (steps->count > before)
        steps->items[steps->count - 1].duration = duration;
    return steps->count <= before + 1 &&
           (steps->count > before || reader->whole + reader->in_files > elsewhere);
}

static bool read_steps(struct tres_reader *reader, struct steps *steps)
{
    while (!godot_text_take(&reader->text, ']')) {
        if (!godot_text_value(&reader->text, &reader->value))
            return false;
        if (reader->value.kind == GODOT_MAP ? !read_step(reader, steps)
                                            : !add_step(reader, steps, 1))
            return false;
        godot_text_take(&reader->text, ',');
    }
    return true;
}

static uint32_t milliseconds(double duration, double speed)
{
    const double time = speed > 0 && duration > 0 ? 1000 * duration / speed : 0;
    return time < INT32_MAX ? (uint32_t)(time + 0.5) : INT32_MAX;
}

static bool add_animation(struct tres_reader *reader, const struct steps *steps)
{
    const size_t last = steps->count - 1;
    if (steps->count == 0)
        return true;
    const size_t count = steps->turning && last > 0 ? 2 * last : steps->count;
    struct atlas_animation *const animation = atlas_add_animation(
        reader->atlas, text_copy(steps->name.length > 0 ? steps->name.bytes : ""), (uint32_t)count,
        steps->place, &reader->log);
    for (size_t i = 0; animation != NULL && i < count; i++) {
        const struct step *const step = &steps->items[i <= last ? i : 2 * last - i];
        animation->frames[i] = step->frame;
        animation->durations[i] = milliseconds(step->duration, steps->speed);
    }
    return animation != NULL;
}

/* Since Godot 4.7 "loop" is 0, 1 or LOOP_PINGPONG. */
static bool read_animation_member(struct tres_reader *reader, struct steps *steps)
{
    static const struct {
        const char *key;
        enum godot_kind kind;
    } wanted[] = {{"frames", GODOT_LIST}, {"name", GODOT_STRING}, {"speed", GODOT_NUMBER}};
    const enum godot_kind kind = reader->value.kind;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (text_is(&reader->key, wanted[i].key) && kind != wanted[i].kind)
            return false;
    if (text_is(&reader->key, "frames"))
        return read_steps(reader, steps);
    if (text_is(&reader->key, "name"))
        set(reader, &steps->name, &reader->value.text);
    else if (text_is(&reader->key, "speed"))
        steps->speed = reader->value.numbers[0];
    else if (text_is(&reader->key, "loop") && kind == GODOT_NUMBER)
        steps->turning = reader->value.numbers[0] == LOOP_PINGPONG;
    else
        return pass(reader);
    return true;
}

/* { "frames": [...], "loop": true, "name": &"run", "speed": 5.0 } */
static bool read_animation(struct tres_reader *reader)
{
    struct steps steps = {.speed = 5, .place = godot_text_place(&reader->text)};
    bool ok = true;
    while (ok && !godot_text_take(&reader->text, '}')) {
        ok = read_member(reader) && read_animation_member(reader, &steps);
        godot_text_take(&reader->text, ',');
    }
    ok = ok && add_animation(reader, &steps);
    free(steps.items);
    text_free(&steps.name);
    return ok;
}

static bool read_animations(struct tres_reader *reader)
{
    while (!godot_text_take(&reader->text, ']')) {
        if (!godot_text_take(&reader->text, '{') || !read_animation(reader))
            return false;
        godot_text_take(&reader->text, ',');
    }
    return true;
}

/* ---- Sections ----------------------------------------------------------------------------- */

static bool add_external(struct tres_reader *reader, const struct text *id, const struct text *path)
{
    struct external *const added =
        array_push(&reader->externals, &reader->external_count, &reader->external_capacity);
    if (added == NULL)
        return false;
    added->id = text_copy(id->length > 0 ? id->bytes : "");
    added->path = text_copy(path->length > 0 ? path->bytes : "");
    added->is_texture = text_is(&reader->type, "AtlasTexture");
    return added->id != NULL && added->path != NULL &&
           index_add(&reader->external_ids, hash_of(added->id),
                     (uint32_t)(reader->external_count - 1));
}

/* [tag key=value key=value]. Sets `type` and the id and path, if the section has them. */
static bool read_header(struct tres_reader *reader, struct text *tag, struct text *id,
                        struct text *path)
{
    id->length = path->length = reader->type.length = 0;
    if (!godot_text_word(&reader->text, tag))
        return false;
    while (!godot_text_take(&reader->text, ']')) {
        struct godot_value *const value = &reader->value;
        if (!godot_text_word(&reader->text, &reader->key) || !godot_text_take(&reader->text, '='))
            return false;
        godot_text_space(&reader->text);
        const char *const begin = reader->text.at;
        if (!godot_text_value(&reader->text, value) || !pass(reader))
            return false;
        if (value->kind == GODOT_NUMBER) {
            value->text.length = 0;
            text_add(&value->text, begin, (size_t)(reader->text.at - begin));
        }
        if (text_is(&reader->key, "type"))
            set(reader, &reader->type, &value->text);
        else if (text_is(&reader->key, "id"))
            set(reader, id, &value->text);
        else if (text_is(&reader->key, "path"))
            set(reader, path, &value->text);
    }
    return !reader->text.failed;
}

static bool begin_file(struct tres_reader *reader, const struct text *tag, struct atlas_place place)
{
    reader->is_frames = text_is(&reader->type, "SpriteFrames");
    reader->atlas->own_animations = reader->is_frames;
    if (text_is(tag, "gd_resource") &&
        (reader->is_frames || text_is(&reader->type, "AtlasTexture")))
        return true;
    return refuse(reader, place,
                  "of Godot's files hitmask reads AtlasTexture and SpriteFrames; please save the "
                  "frames as one of them (.tres)");
}

static bool read_section(struct tres_reader *reader, struct text *tag, struct text *id,
                         struct text *path)
{
    const struct atlas_place place = godot_text_place(&reader->text);
    end_texture(reader);
    if (!godot_text_take(&reader->text, '[') || !read_header(reader, tag, id, path))
        return refuse_syntax(reader);
    if (text_is(tag, "gd_resource") || text_is(tag, "gd_scene"))
        return begin_file(reader, tag, place);
    if (text_is(tag, "ext_resource") && id->length > 0 && find_external(reader, id) != NULL)
        return refuse(reader, place, "another ext_resource has the same id");
    if (text_is(tag, "ext_resource"))
        return add_external(reader, id, path) || refuse(reader, place, "out of memory");
    const bool main = text_is(tag, "resource");
    reader->has_main = reader->has_main || main;
    if (main ? !reader->is_frames
             : text_is(tag, "sub_resource") && text_is(&reader->type, "AtlasTexture")) {
        uint32_t ignored;
        if (id->length > 0 && find_texture(reader, id, &ignored))
            return refuse(reader, place, "another sub_resource has the same id");
        reader->draft.open = true;
        reader->draft.has_atlas = reader->draft.has_region = false;
        memset(reader->draft.margin, 0, sizeof reader->draft.margin);
        reader->draft.place = place;
        set(reader, &reader->draft.id, id);
    }
    return true;
}

static bool read_property(struct tres_reader *reader, const struct text *tag)
{
    const struct atlas_place place = godot_text_place(&reader->text);
    if (!godot_text_word(&reader->text, &reader->word) || !godot_text_take(&reader->text, '=') ||
        !godot_text_value(&reader->text, &reader->value))
        return refuse_syntax(reader);
    set(reader, &reader->key, &reader->word);
    if (reader->draft.open && !read_texture_property(reader, place))
        return false;
    const bool animations =
        reader->is_frames && text_is(tag, "resource") && text_is(&reader->key, "animations");
    reader->has_animations = reader->has_animations || animations;
    if (animations && reader->value.kind != GODOT_LIST)
        return refuse(reader, place, "animations must be an array");
    return (animations ? read_animations(reader) : pass(reader)) || refuse_syntax(reader);
}

static void read_sections(struct tres_reader *reader)
{
    struct text tag = {0}, id = {0}, path = {0};
    bool ok = true;
    while (ok && godot_text_space(&reader->text))
        ok = *reader->text.at == '[' ? read_section(reader, &tag, &id, &path)
                                     : read_property(reader, &tag);
    if (ok)
        end_texture(reader);
    text_free(&tag);
    text_free(&id);
    text_free(&path);
}

/* ---- The file ----------------------------------------------------------------------------- */

static void reader_free(struct tres_reader *reader)
{
    for (size_t i = 0; i < reader->external_count; i++) {
        free(reader->externals[i].id);
        free(reader->externals[i].path);
    }
    for (size_t i = 0; i < reader->texture_count; i++)
        free(reader->textures[i].id);
    index_free(&reader->external_ids);
    index_free(&reader->texture_ids);
    free(reader->externals);
    free(reader->textures);
    text_free(&reader->value.text);
    text_free(&reader->up);
    text_free(&reader->word);
    text_free(&reader->type);
    text_free(&reader->key);
    text_free(&reader->draft.id);
    text_free(&reader->draft.atlas);
}

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    struct tres_reader reader = {.atlas = out, .log = {path, diagnostics}};
    const size_t errors = diagnostics->errors;
    const struct atlas_place start = {1, 1};
    godot_text_begin(&reader.text, text, size);
    read_sections(&reader);
    atlas_warn_rounded(&reader.log, reader.rounded, reader.rounded_place);
    if (!reader.has_main && diagnostics->errors == errors)
        atlas_found(&reader.log, NULL, NULL, godot_text_place(&reader.text),
                    "it ends before its section [resource]");
    else if (reader.whole > 0 && diagnostics->errors == errors)
        atlas_found(&reader.log, NULL, NULL, start,
                    "%zu of its frames are whole pictures and no AtlasTexture; please bake the "
                    "pictures themselves",
                    reader.whole);
    else if (reader.in_files > 0 && diagnostics->errors == errors)
        atlas_found(&reader.log, NULL, NULL, start,
                    "%zu of its frames are AtlasTextures in files of their own; please bake those "
                    "files, or make the textures unique in Godot, so that this file has them",
                    reader.in_files);
    else if (out->frame_count == 0 && diagnostics->errors == errors)
        atlas_found(&reader.log, NULL, NULL, start,
                    "there is no AtlasTexture in it: no frame to bake");
    else if (reader.is_frames && !reader.has_animations && diagnostics->errors == errors)
        atlas_found(&reader.log, NULL, NULL, godot_text_place(&reader.text),
                    "it ends before its animations");
    reader_free(&reader);
    return diagnostics->errors == errors && atlas_check(out, path, diagnostics);
}

const struct atlas_format atlas_tres = {
    .name = "Godot resource (.tres)", .guess = guess, .read = read_atlas};
