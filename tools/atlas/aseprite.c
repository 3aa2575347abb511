/*
 * aseprite.c - Aseprite's JSON, hash and array: frames, tags and slices
 *
 *     { "frames": {...} or [...], "meta": { "image": "hero.png", "size": {"w":64,"h":32},
 *       "frameTags": [ { "name":"walk", "from":0, "to":3, "direction":"pingpong",
 *                        "repeat":"2" } ],
 *       "slices": [ { "name":"hit", "keys": [ { "frame":0, "bounds": {"x":4,"y":2,"w":8,"h":9},
 *                     "pivot": {"x":4,"y":9} } ] } ] } }
 *
 * A tag becomes an animation that plays as in Aseprite: "repeat" is the number of passes, so that
 * to and fro are two. A tag without it never ends, and becomes one round: with "pingpong" to and
 * fro, with the frames at the ends once.
 *
 * Each key of a slice becomes a box in all frames up to the next key.
 */
#include "atlas/atlas_frames.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The most steps and the most boxes of a file, because a small file can ask for very many. */
enum { MANY = 1 << 22 };

static bool is_by_aseprite(const char *text, size_t size)
{
    static const char *const signs[] = {"\"http://www.aseprite.org", "\"https://www.aseprite.org",
                                        "\"aseprite", "\"Aseprite"};
    const char *const app = atlas_json_peek(text, size, "meta/app");
    for (size_t i = 0; app != NULL && i < sizeof signs / sizeof *signs; i++)
        if (strncmp(app, signs[i], strlen(signs[i])) == 0)
            return true;
    return false;
}

/* Frames of other programs may have a duration, too, but in a text that breaks before "meta" there
 * is no other sign. */
static bool guess(const char *text, size_t size)
{
    if (!atlas_json_peek_container(text, size, "frames"))
        return false;
    if (atlas_json_peek(text, size, "meta") == NULL)
        return atlas_json_peek(text, size, "frames/*/duration") != NULL;
    return is_by_aseprite(text, size) || atlas_json_peek(text, size, "meta/frameTags") != NULL ||
           atlas_json_peek(text, size, "meta/slices") != NULL;
}

/* ---- Tags ---------------------------------------------------------------------------------- */

struct tag {
    uint32_t from, to;
    bool backwards, turning;
    uint32_t rounds; /* 0: for ever */
};

static bool read_direction(struct atlas_json *reader, const cJSON *value, struct tag *tag)
{
    static const struct {
        const char *name;
        bool backwards, turning;
    } directions[] = {
        {"forward", false, false},
        {"reverse", true, false},
        {"pingpong", false, true},
        {"pingpong_reverse", true, true},
    };
    const char *const name = atlas_json_string(reader, value, "direction", ATLAS_OPTIONAL);
    if (name == NULL)
        return json_find(value, "direction") == NULL;
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
        if (strcmp(name, directions[i].name) == 0) {
            tag->backwards = directions[i].backwards;
            tag->turning = directions[i].turning;
            return true;
        }
    return atlas_json_say(
        reader, json_find(value, "direction"),
        "direction must be \"forward\", \"reverse\", \"pingpong\" or \"pingpong_reverse\"");
}

static bool read_tag(struct atlas_json *reader, const cJSON *value, struct tag *tag)
{
    const int32_t last = (int32_t)reader->atlas->frame_count - 1;
    const struct atlas_whole wanted[] = {
        {"from", 0, last, ATLAS_REQUIRED, 0},
        {"to", 0, last, ATLAS_REQUIRED, 0},
        {"repeat", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
    };
    int32_t numbers[3];
    if (last < 0)
        return atlas_json_say(reader, value, "it needs a frame, but the file has none");
    bool ok = read_direction(reader, value, tag);
    ok = atlas_json_wholes(reader, value, "", wanted, 3, numbers) && ok;
    if (!ok)
        return false;
    if (numbers[0] > numbers[1])
        return atlas_json_say(reader, value,
                              "it goes from frame %" PRIi32 " to %" PRIi32
                              ", but its last frame must not come before its first one",
                              numbers[0], numbers[1]);
    tag->from = (uint32_t)numbers[0];
    tag->to = (uint32_t)numbers[1];
    tag->rounds = (uint32_t)numbers[2];
    return true;
}

/* Rounds that turn share the frame at which they meet. */
static uint64_t count_steps(const struct tag *tag)
{
    const uint64_t frames = tag->to - tag->from + UINT64_C(1);
    const uint64_t rounds = tag->rounds > 0 ? tag->rounds : 1;
    if (!tag->turning || frames == 1)
        return frames * rounds;
    return tag->rounds > 0 ? (frames - 1) * rounds + 1 : (frames - 1) * 2;
}

static uint32_t frame_of_step(const struct tag *tag, uint32_t step)
{
    const uint32_t frames = tag->to - tag->from + 1;
    const uint32_t period = tag->turning && frames > 1 ? (frames - 1) * 2 : frames;
    const uint32_t at = step % period;
    const uint32_t forward = at < frames ? at : period - at;
    return tag->backwards ? tag->to - forward : tag->from + forward;
}

static void unroll(struct atlas_json *reader, const cJSON *value, const char *name,
                   const struct tag *tag, uint64_t *total)
{
    const uint64_t steps = count_steps(tag);
    if (steps > MANY || *total + steps > MANY) {
        atlas_json_say(reader, value,
                       "all tags up to this one have more than %d steps, the most that is allowed",
                       MANY);
        return;
    }
    *total += steps;
    struct atlas_animation *const animation =
        atlas_add_animation(reader->atlas, text_copy(name), (uint32_t)steps,
                            atlas_json_place(reader, value), &reader->log);
    for (uint32_t i = 0; animation != NULL && i < animation->count; i++) {
        animation->frames[i] = frame_of_step(tag, i);
        animation->durations[i] = reader->atlas->frames[animation->frames[i]].duration;
    }
}

/* Sets the name that diagnostics go by; false when the value has none. */
static bool begin_named(struct atlas_json *reader, const cJSON *value, const char *what)
{
    reader->what = what;
    reader->name = "";
    if (!cJSON_IsObject(value))
        return atlas_json_say(reader, value, "must be an object");
    const char *const name = atlas_json_string(reader, value, "name", ATLAS_REQUIRED);
    reader->name = name != NULL ? name : "";
    return name != NULL;
}

static void read_tags(struct atlas_json *reader, const cJSON *tags)
{
    const cJSON *value;
    uint64_t total = 0;
    cJSON_ArrayForEach(value, tags)
    {
        struct tag tag = {0};
        if (begin_named(reader, value, "tag") && read_tag(reader, value, &tag))
            unroll(reader, value, reader->name, &tag, &total);
    }
    reader->what = NULL;
}

/* ---- Slices -------------------------------------------------------------------------------- */

struct key {
    uint32_t frame;
    struct atlas_rect bounds; /* in the untrimmed sprite, perhaps past its borders */
    bool has_pivot;
    int32_t pivot_x, pivot_y; /* from the corner of the bounds */
    const cJSON *value;
};

static bool read_key_pivot(struct atlas_json *reader, const cJSON *value, struct key *key)
{
    static const struct atlas_whole wanted[] = {
        {"x", -INT32_MAX, INT32_MAX, ATLAS_REQUIRED, 0},
        {"y", -INT32_MAX, INT32_MAX, ATLAS_REQUIRED, 0},
    };
    const cJSON *const pivot = atlas_json_object(reader, value, "pivot", ATLAS_OPTIONAL);
    int32_t numbers[2];
    if (pivot == NULL)
        return json_find(value, "pivot") == NULL;
    key->has_pivot = atlas_json_wholes(reader, pivot, "pivot", wanted, 2, numbers);
    key->pivot_x = numbers[0];
    key->pivot_y = numbers[1];
    return key->has_pivot;
}

static bool read_key(struct atlas_json *reader, const cJSON *value, struct key *key)
{
    const int32_t last = (int32_t)reader->atlas->frame_count - 1;
    const struct atlas_whole wanted = {"frame", 0, last, ATLAS_REQUIRED, 0};
    int32_t frame;
    key->value = value;
    if (!cJSON_IsObject(value))
        return atlas_json_say(reader, value, "keys must hold objects");
    if (last < 0)
        return atlas_json_say(reader, value, "it needs a frame, but the file has none");
    bool ok = atlas_json_wholes(reader, value, "", &wanted, 1, &frame);
    const cJSON *const bounds = atlas_json_object(reader, value, "bounds", ATLAS_REQUIRED);
    ok = bounds != NULL && ok;
    if (bounds != NULL)
        ok = atlas_json_rect(reader, bounds, "bounds", -INT32_MAX, &key->bounds) && ok;
    key->frame = (uint32_t)frame;
    return read_key_pivot(reader, value, key) && ok;
}

/* Moves the ends of [begin, begin + length) into [0, limit). */
static void clip(int32_t begin, int32_t length, uint32_t limit, uint32_t *clipped_begin,
                 uint32_t *clipped_length)
{
    const int64_t first = begin > 0 ? begin : 0;
    const int64_t end = (int64_t)begin + length;
    const int64_t last = end < limit ? end : limit;
    *clipped_begin = first < last ? (uint32_t)first : 0;
    *clipped_length = first < last ? (uint32_t)(last - first) : 0;
}

static bool add_box(struct atlas_json *reader, const struct key *key, uint32_t index)
{
    const struct atlas_frame *const frame = &reader->atlas->frames[index];
    struct atlas_box box = {.frame = index,
                            .has_pivot = key->has_pivot,
                            .pivot_x = ((int64_t)key->bounds.x + key->pivot_x) * 65536,
                            .pivot_y = ((int64_t)key->bounds.y + key->pivot_y) * 65536,
                            .place = atlas_json_place(reader, key->value)};
    clip(key->bounds.x, key->bounds.width, frame->source_width, &box.x, &box.width);
    clip(key->bounds.y, key->bounds.height, frame->source_height, &box.y, &box.height);
    if (box.width == 0 || box.height == 0)
        return true;
    if (reader->atlas->box_count == MANY)
        return atlas_json_say(
            reader, key->value,
            "all slices up to this one have more than %d boxes, the most that is allowed", MANY);
    box.layer = text_copy(reader->name);
    return atlas_add_box(reader->atlas, &box, &reader->log) != NULL;
}

/* Reads all keys, also after an error. */
static bool read_keys(struct atlas_json *reader, const cJSON *values, struct key *keys)
{
    const cJSON *value;
    size_t count = 0;
    bool ok = true;
    cJSON_ArrayForEach(value, values)
    {
        struct key *const key = &keys[count++];
        ok = read_key(reader, value, key) && ok;
        if (ok && count > 1 && key->frame <= key[-1].frame)
            ok = atlas_json_say(reader, value,
                                "the key of frame %" PRIu32 " comes after the key of frame %" PRIu32
                                "; keys must be in the order of their frames",
                                key->frame, key[-1].frame);
    }
    return ok;
}

static void read_slice(struct atlas_json *reader, const cJSON *value)
{
    const cJSON *const values = atlas_json_array(reader, value, "keys", ATLAS_OPTIONAL);
    const size_t count = (size_t)cJSON_GetArraySize(values);
    struct key *const keys = calloc(count + 1, sizeof *keys);
    if (keys == NULL) {
        atlas_json_no_memory(reader);
        return;
    }
    bool ok = read_keys(reader, values, keys);
    for (size_t i = 0; i < count && ok; i++) {
        const size_t end = i + 1 < count ? keys[i + 1].frame : reader->atlas->frame_count;
        for (uint32_t frame = keys[i].frame; frame < end && ok; frame++)
            ok = add_box(reader, &keys[i], frame);
    }
    free(keys);
}

/* Two boxes of the same name in a frame would make the same sprite. */
static void check_slice_name(struct atlas_json *reader, const cJSON *value)
{
    for (const cJSON *other = value->prev; other->next != NULL; other = other->prev) {
        const cJSON *const name = json_find(other, "name");
        if (!cJSON_IsString(name) || strcmp(name->valuestring, reader->name) != 0)
            continue;
        atlas_json_say(reader, value, "its name is used twice, first on line %zu",
                       atlas_json_place(reader, other).line);
        return;
    }
}

static void read_slices(struct atlas_json *reader, const cJSON *slices)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, slices)
    {
        if (!begin_named(reader, value, "slice"))
            continue;
        check_slice_name(reader, value);
        read_slice(reader, value);
    }
    reader->what = NULL;
}

/* ---- The file ------------------------------------------------------------------------------ */

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    struct atlas_json reader;
    if (!atlas_json_open(&reader, text, size, path, out, diagnostics))
        return false;
    const cJSON *const meta = json_find(reader.json.root, "meta");
    atlas_frames_read_sheet(&reader, ATLAS_ASEPRITE);
    out->own_animations = true; /* each file has its "run" */
    if (cJSON_IsObject(meta)) {
        read_tags(&reader, atlas_json_array(&reader, meta, "frameTags", ATLAS_OPTIONAL));
        read_slices(&reader, atlas_json_array(&reader, meta, "slices", ATLAS_OPTIONAL));
    }
    return atlas_json_close(&reader);
}

const struct atlas_format atlas_aseprite = {
    .name = "Aseprite JSON", .guess = guess, .read = read_atlas};
