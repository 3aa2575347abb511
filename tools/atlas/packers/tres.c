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
#include "atlas/atlas.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/platform/files.h"
#include "base/text.h"
#include "system/fingerprint.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text ---------------------------------------------------------------------------------- */

enum value_kind {
    OTHER, /* something that was passed over */
    STRING,
    NUMBER,
    EXTERNAL, /* ExtResource(id) */
    SUB,      /* SubResource(id) */
    RECT,     /* Rect2(x, y, width, height) */
    LIST,     /* [ ... ], of which only the first byte was taken */
    MAP,      /* { ... }, likewise */
};

struct value {
    enum value_kind kind;
    const char *text; /* a string, or an id; "" for others */
    double numbers[4];
};

/* A text that is read byte by byte. Words and strings are in the arena. */
struct scanner {
    const char *at, *end;
    const char *marked; /* whose place is `place` */
    struct atlas_place place;
    struct arena arena;
};

/* The place of the next byte. */
static struct atlas_place place_here(struct scanner *in)
{
    scan_advance_place(in->marked, in->at, &in->place.line, &in->place.column);
    in->marked = in->at;
    return in->place;
}

/* Moves over white space, line ends and comments. False at the end. */
static bool skip_space(struct scanner *in)
{
    while (in->at < in->end) {
        if (*in->at == ';')
            while (in->at < in->end && *in->at != '\n')
                in->at++;
        else if (strchr(" \t\r\n", *in->at) != NULL && *in->at != '\0')
            in->at++;
        else
            break;
    }
    return in->at < in->end;
}

/* Moves over `c` and white space before it, if that is the next byte. */
static bool take(struct scanner *in, char c)
{
    if (!skip_space(in) || *in->at != c)
        return false;
    in->at++;
    return true;
}

/* Reads letters, digits and _ / . False when there are none. */
static bool read_word(struct scanner *in, const char **out)
{
    skip_space(in);
    const char *const begin = in->at;
    while (in->at < in->end && (isalnum((unsigned char)*in->at) != 0 || *in->at == '_' ||
                                *in->at == '/' || *in->at == '.'))
        in->at++;
    *out = arena_text_n(&in->arena, begin, (size_t)(in->at - begin));
    return in->at > begin;
}

/* Reads what is between quotes. Most characters behind a \\ stand for themselves; Godot writes no
 * \\u. */
static bool read_string(struct scanner *in, const char **out)
{
    static const char letters[] = "btnfr", meanings[] = "\b\t\n\f\r";
    const char *close = in->at + 1;
    while (close < in->end && *close != '"')
        close += *close == '\\' ? 2 : 1;
    if (close >= in->end) {
        in->at = in->end;
        return false;
    }
    char *to = arena_new(&in->arena, (size_t)(close - in->at), 1);
    *out = to;
    for (in->at++; in->at < close; in->at++) {
        const bool escaped = *in->at == '\\';
        in->at += escaped;
        const char c = *in->at, *const letter = strchr(letters, c);
        if (escaped && (c == 'u' || c == 'U'))
            return false;
        *to++ = escaped && letter != NULL ? meanings[letter - letters] : c;
    }
    in->at++;
    return true;
}

/* Moves over the rest of a list or map whose bracket was taken. */
static bool pass_rest(struct scanner *in)
{
    const char *ignored;
    for (size_t depth = 1; depth > 0;) {
        if (!skip_space(in))
            return false;
        const char c = *in->at;
        if (c == '"') {
            if (!read_string(in, &ignored))
                return false;
            continue;
        }
        if (c == '(' || c == '[' || c == '{')
            depth++;
        else if (c == ')' || c == ']' || c == '}')
            depth--;
        in->at++;
    }
    return true;
}

/* strtod would go on after a line's end only over what it takes as a number. */
static bool read_number(struct scanner *in, double *out)
{
    char *end;
    if (!skip_space(in))
        return false;
    *out = strtod(in->at, &end);
    const bool ok = end > in->at && end <= in->end;
    if (ok)
        in->at = end;
    return ok;
}

/* Reads the arguments of "name(": an id or numbers. */
static bool read_arguments(struct scanner *in, const char *name, struct value *out)
{
    const bool external = strcmp(name, "ExtResource") == 0;
    if (external || strcmp(name, "SubResource") == 0) {
        out->kind = external ? EXTERNAL : SUB;
        return skip_space(in) &&
               (*in->at == '"' ? read_string(in, &out->text) : read_word(in, &out->text)) &&
               take(in, ')');
    }
    if (strcmp(name, "Rect2") == 0 || strcmp(name, "Rect2i") == 0) {
        out->kind = RECT;
        for (int i = 0; i < 4; i++)
            if (!read_number(in, &out->numbers[i]) || !take(in, i < 3 ? ',' : ')'))
                return false;
        return true;
    }
    return pass_rest(in);
}

/* Reads a value; false when there is none. */
static bool read_value(struct scanner *in, struct value *out)
{
    *out = (struct value){.kind = OTHER, .text = ""};
    if (!skip_space(in))
        return false;
    const char c = *in->at;
    if (strchr("&^@", c) != NULL && c != '\0' && in->at + 1 < in->end && in->at[1] == '"')
        in->at++;
    if (*in->at == '"') {
        out->kind = STRING;
        return read_string(in, &out->text);
    }
    if (c == '[' || c == '{') {
        in->at++;
        out->kind = c == '[' ? LIST : MAP;
        return true;
    }
    if (isdigit((unsigned char)c) || c == '-' || c == '+') {
        out->kind = NUMBER;
        return read_number(in, &out->numbers[0]);
    }
    /* true, null, Vector2(1, 2), Array[Texture2D]([...]) */
    if (!read_word(in, &out->text))
        return false;
    if (*in->at == '[') {
        in->at++;
        if (!pass_rest(in))
            return false;
    }
    if (*in->at != '(')
        return true;
    in->at++;
    return read_arguments(in, out->text, out);
}

/* ---- The reader ---------------------------------------------------------------------------- */

/* A resource by its id: something from outside, or an AtlasTexture of this file. */
struct resource {
    const char *id;
    bool is_external;
    const char *path; /* of an external one */
    bool used;        /* an external one is a page */
    uint32_t page, frame;
};

/* The properties of an AtlasTexture, so far. */
struct draft {
    bool open, has_region;
    const char *id, *atlas; /* NULL: it has no atlas */
    double region[4], margin[4];
    struct atlas_place place, atlas_place;
};

struct tres_reader {
    struct scanner in;
    struct atlas *atlas;
    const struct atlas_log *log;
    struct value value;
    const char *key; /* of the value */
    struct resource *resources;
    size_t resource_count, resource_capacity;
    struct index by_id;
    struct draft draft;
    bool is_frames; /* SpriteFrames */
    bool has_main;  /* the section [resource], which is the last one */
    bool has_animations;
    const char *up; /* the way to the project; looked for when the first page needs it */
    bool in_project;
    bool refused;
    size_t elsewhere; /* steps that are not an AtlasTexture of this file */
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
    return refuse(reader, place_here(&reader->in), "it is no valid text resource of Godot");
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
        if (found)
            return true;
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

/* The page of a texture from outside, which is added when it is first used. */
static bool page_of(struct tres_reader *reader, const char *id, struct atlas_place place,
                    uint32_t *out)
{
    struct resource *const external = find_resource(reader, true, id);
    if (external == NULL)
        return refuse(reader, place, "there is no ext_resource of that id");
    if (!external->used) {
        const struct atlas_page page = {.image = name_page(reader, external->path), .place = place};
        external->used = true;
        external->page = (uint32_t)reader->atlas->page_count;
        atlas_add_page(reader->atlas, &page);
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

/* Makes a frame of the AtlasTexture that ends. One that is wrong stays without pixels. */
static void end_texture(struct tres_reader *reader)
{
    struct atlas *const atlas = reader->atlas;
    struct draft *const draft = &reader->draft;
    struct atlas_frame frame = {.source_width = 1, .source_height = 1, .place = draft->place};
    char ending[24] = "";
    if (!draft->open)
        return;
    draft->open = false;
    if (reader->is_frames)
        snprintf(ending, sizeof ending, "#%zu", atlas->frame_count);
    frame.name = atlas_own_name(atlas, reader->log->path, ending);
    add_resource(reader,
                 &(struct resource){.id = draft->id, .frame = (uint32_t)atlas->frame_count});
    if (draft->atlas == NULL)
        atlas_found(reader->log, "frame", frame.name, draft->place,
                    "it has no atlas = ExtResource(...): no picture of its own file");
    else if (!draft->has_region || draft->region[2] == 0 || draft->region[3] == 0)
        atlas_found(reader->log, "frame", frame.name, draft->place,
                    "it has no region of a certain size; please give it one, or bake the whole "
                    "picture itself");
    else if (page_of(reader, draft->atlas, draft->atlas_place, &frame.page) &&
             !place_frame(reader, &frame))
        atlas_found(reader->log, "frame", frame.name, draft->place,
                    "its region must be pixels of the picture, and its size with the margin 1 "
                    "pixel or more");
    atlas_add_frame(atlas, &frame);
}

static bool read_texture_property(struct tres_reader *reader, struct atlas_place place)
{
    struct draft *const draft = &reader->draft;
    const struct value *const value = &reader->value;
    const bool is_region = is(reader->key, "region");
    if (is(reader->key, "atlas") && value->kind == EXTERNAL) {
        draft->atlas_place = place;
        draft->atlas = value->text;
    } else if (is_region || is(reader->key, "margin")) {
        if (value->kind != RECT)
            return refuse(reader, place, "region and margin must be Rect2(x, y, width, height)");
        draft->has_region = draft->has_region || is_region;
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

/* Adds the texture that was read. */
static bool add_step(struct tres_reader *reader, struct steps *steps)
{
    if (reader->value.kind == EXTERNAL) {
        reader->elsewhere++;
        return true;
    }
    if (reader->value.kind != SUB)
        return refuse(reader, place_here(&reader->in),
                      "a frame has no texture; give it an AtlasTexture without a solid pixel");
    const struct resource *const texture = find_resource(reader, false, reader->value.text);
    if (texture == NULL)
        return refuse(reader, place_here(&reader->in), "a frame is no AtlasTexture of this file");
    struct step *const added =
        arena_array_push(&reader->in.arena, &steps->items, &steps->count, &steps->capacity);
    *added = (struct step){texture->frame, 1};
    return true;
}

/* Passes over a value, whose first part was read, to its end. */
static bool pass(struct tres_reader *reader)
{
    const bool nested = reader->value.kind == LIST || reader->value.kind == MAP;
    return !nested || pass_rest(&reader->in);
}

/* Reads "key": and the beginning of its value. */
static bool read_member(struct tres_reader *reader)
{
    if (!read_value(&reader->in, &reader->value) || reader->value.kind != STRING)
        return false;
    reader->key = reader->value.text;
    return take(&reader->in, ':') && read_value(&reader->in, &reader->value);
}

/* { "duration": 1.0, "texture": SubResource("a") } */
static bool read_step(struct tres_reader *reader, struct steps *steps)
{
    const size_t before = steps->count, elsewhere = reader->elsewhere;
    double duration = 1;
    while (!take(&reader->in, '}')) {
        if (!read_member(reader))
            return false;
        if (is(reader->key, "duration")) {
            if (reader->value.kind != NUMBER)
                return false;
            duration = reader->value.numbers[0];
        }
        if (is(reader->key, "texture") ? !add_step(reader, steps) : !pass(reader))
            return false;
        take(&reader->in, ',');
    }
    if (steps->count > before)
        steps->items[steps->count - 1].duration = duration;
    return steps->count <= before + 1 && (steps->count > before || reader->elsewhere > elsewhere);
}

static bool read_steps(struct tres_reader *reader, struct steps *steps)
{
    while (!take(&reader->in, ']')) {
        if (!read_value(&reader->in, &reader->value) ||
            !(reader->value.kind == MAP ? read_step : add_step)(reader, steps))
            return false;
        take(&reader->in, ',');
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
    const struct value *const value = &reader->value;
    if (is(reader->key, "frames"))
        return value->kind == LIST && read_steps(reader, steps);
    if (is(reader->key, "name"))
        steps->name = value->text;
    else if (is(reader->key, "speed"))
        steps->speed = value->numbers[0];
    else if (is(reader->key, "loop") && value->kind == NUMBER)
        steps->turning = value->numbers[0] == LOOP_PINGPONG;
    else
        return pass(reader);
    return is(reader->key, "loop") || value->kind == (is(reader->key, "name") ? STRING : NUMBER);
}

/* [{ "frames": [...], "loop": true, "name": &"run", "speed": 5.0 }, ...] */
static bool read_animations(struct tres_reader *reader)
{
    while (!take(&reader->in, ']')) {
        if (!take(&reader->in, '{'))
            return false;
        struct steps steps = {.name = "", .speed = 5, .place = place_here(&reader->in)};
        while (!take(&reader->in, '}')) {
            if (!read_member(reader) || !read_animation_member(reader, &steps))
                return false;
            take(&reader->in, ',');
        }
        add_animation(reader, &steps);
        take(&reader->in, ',');
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
    struct scanner *const in = &reader->in;
    struct value value;
    const char *key;
    *out = (struct header){"", "", "", ""};
    if (!take(in, '[') || !read_word(in, &out->tag))
        return false;
    while (!take(in, ']')) {
        if (!read_word(in, &key) || !take(in, '='))
            return false;
        skip_space(in);
        const char *const begin = in->at;
        if (!read_value(in, &value) ||
            ((value.kind == LIST || value.kind == MAP) && !pass_rest(in)))
            return false;
        if (value.kind == NUMBER)
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

static bool read_section(struct tres_reader *reader, struct header *header)
{
    const struct atlas_place place = place_here(&reader->in);
    end_texture(reader);
    if (!read_header(reader, header))
        return refuse_syntax(reader);
    const bool is_texture = is(header->type, "AtlasTexture");
    const bool is_main = is(header->tag, "resource");
    if (is(header->tag, "gd_resource") || is(header->tag, "gd_scene")) {
        reader->is_frames = reader->atlas->own_animations = is(header->type, "SpriteFrames");
        return (is(header->tag, "gd_resource") && (reader->is_frames || is_texture)) ||
               refuse(reader, place,
                      "of Godot's files hitmask reads AtlasTexture and SpriteFrames; please save "
                      "the frames as one of them (.tres)");
    }
    if (is(header->tag, "ext_resource")) {
        if (find_resource(reader, true, header->id) != NULL)
            return refuse(reader, place, "another ext_resource has the same id");
        add_resource(reader, &(struct resource){
                                 .id = header->id, .is_external = true, .path = header->path});
    }
    reader->has_main = reader->has_main || is_main;
    if (is_main ? !reader->is_frames : is(header->tag, "sub_resource") && is_texture) {
        if (find_resource(reader, false, header->id) != NULL)
            return refuse(reader, place, "another sub_resource has the same id");
        reader->draft = (struct draft){.open = true, .id = header->id, .place = place};
    }
    return true;
}

static bool read_property(struct tres_reader *reader, const struct header *section)
{
    const struct atlas_place place = place_here(&reader->in);
    if (!read_word(&reader->in, &reader->key) || !take(&reader->in, '=') ||
        !read_value(&reader->in, &reader->value))
        return refuse_syntax(reader);
    if (reader->draft.open && !read_texture_property(reader, place))
        return false;
    const bool animations =
        reader->is_frames && is(section->tag, "resource") && is(reader->key, "animations");
    reader->has_animations = reader->has_animations || animations;
    if (animations && reader->value.kind != LIST)
        return refuse(reader, place, "animations must be an array");
    return (animations ? read_animations(reader) : pass(reader)) || refuse_syntax(reader);
}

/* ---- The file ----------------------------------------------------------------------------- */

/* Reports what is missing in a file that is right otherwise. */
static void check_whole(struct tres_reader *reader)
{
    const struct atlas_log *const log = reader->log;
    const struct atlas_place start = {1, 1}, end = place_here(&reader->in);
    if (!reader->has_main)
        atlas_found(log, NULL, NULL, end, "it ends before its section [resource]");
    else if (reader->elsewhere > 0)
        atlas_found(log, NULL, NULL, start,
                    "%zu of its frames are files of their own, and no AtlasTexture of this one; "
                    "please bake those files",
                    reader->elsewhere);
    else if (reader->atlas->frame_count == 0)
        atlas_found(log, NULL, NULL, start, "there is no AtlasTexture in it: no frame to bake");
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
    while (ok && skip_space(&reader.in))
        ok = *reader.in.at == '[' ? read_section(&reader, &section)
                                  : read_property(&reader, &section);
    if (ok)
        end_texture(&reader);
    if (atlas_is_clean(atlas, log))
        check_whole(&reader);
    else
        atlas_forget_frames(atlas); /* they may have no page */
    index_free(&reader.by_id);
    arena_free(&reader.in.arena);
}

const struct atlas_format atlas_tres = {
    .name = "Godot resource (.tres)", .recognises = recognises, .read = read_atlas};
