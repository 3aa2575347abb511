/*
 * gamemaker.c - GameMaker's sprites (.yy)
 *
 *     { "resourceType": "GMSprite", "name": "spr_hero", "width": 32, "height": 32, "type": 0,
 *       "bbox_left": 4, "bbox_top": 2, "bbox_right": 27, "bbox_bottom": 31, "collisionKind": 1,
 *       "frames": [ { "name": "8c9b...", }, ],
 *       "sequence": { "xorigin": 16, "yorigin": 31, "playbackSpeed": 15.0, "playbackSpeedType": 0 }
 * }
 *
 * Each frame is a picture beside the file: its name, or before 2.3 its id, and ".png". It becomes
 * "spr_hero#0" and so on, and all of them the animation "spr_hero", in the order and for the
 * lengths of the keyframes in the sequence, if it has them; frames per game frame count as in a
 * game of 60 frames a second, GameMaker's default. A collision mask that is a rectangle becomes the
 * box "bbox", whose last pixels belong to it. JSON of GameMaker has commas before closing brackets.
 */
#include "atlas/atlas_json.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool recognises(const char *text, size_t size)
{
    const char *const begin = text + text_bom(text, size);
    return begin[strspn(begin, " \t\r\n")] == '{' &&
           (strstr(begin, "\"bboxMode\"") != NULL || strstr(begin, "\"bboxmode\"") != NULL) &&
           (strstr(begin, "\"GMSprite\"") != NULL || strstr(begin, "\"$GMSprite\"") != NULL);
}

/* ---- The sprite ---------------------------------------------------------------------------- */

struct sprite {
    const char *name;
    int32_t width, height;
    bool has_pivot;
    int64_t pivot[2];
    bool has_box;
    struct atlas_box box; /* of every frame */
    double frame_time;    /* in milliseconds; 0 if it is not known */
};

static uint32_t whole(double time)
{
    return time < INT32_MAX ? (uint32_t)(time + 0.5) : INT32_MAX;
}

/* Before 2.3 the origin stands in the sprite itself. */
static void read_origin(struct atlas_json *reader, const cJSON *sequence, struct sprite *sprite)
{
    const cJSON *const root = reader->json.root;
    const cJSON *x = json_find(sequence, "xorigin"), *y = json_find(sequence, "yorigin");
    if (x == NULL || y == NULL) {
        x = json_find(root, "xorig");
        y = json_find(root, "yorig");
    }
    sprite->has_pivot = cJSON_IsNumber(x) && cJSON_IsNumber(y) && x->valuedouble >= -FIXED_MAX &&
                        x->valuedouble <= FIXED_MAX && y->valuedouble >= -FIXED_MAX &&
                        y->valuedouble <= FIXED_MAX;
    if (sprite->has_pivot) {
        sprite->pivot[0] = fixed_from_double(x->valuedouble);
        sprite->pivot[1] = fixed_from_double(y->valuedouble);
    }
}

/* The speed is in frames per second, or otherwise in frames per frame of the game. */
static void read_speed(const cJSON *owner, struct sprite *sprite)
{
    enum { GAME_SPEED = 60 };
    const cJSON *const speed = json_find(owner, "playbackSpeed");
    const cJSON *const type = json_find(owner, "playbackSpeedType");
    const bool seconds = type == NULL || (cJSON_IsNumber(type) && type->valuedouble == 0);
    if (cJSON_IsNumber(speed) && speed->valuedouble > 0)
        sprite->frame_time = 1000 / speed->valuedouble / (seconds ? 1 : GAME_SPEED);
}

/* Rectangles have the kinds 1 and 5, before 2.3 the kind 1 as "colkind". */
static void read_box(struct atlas_json *reader, struct sprite *sprite)
{
    const struct atlas_whole wanted[] = {
        {"bbox_left", 0, sprite->width - 1, ATLAS_REQUIRED, 0},
        {"bbox_top", 0, sprite->height - 1, ATLAS_REQUIRED, 0},
        {"bbox_right", 0, sprite->width - 1, ATLAS_REQUIRED, 0},
        {"bbox_bottom", 0, sprite->height - 1, ATLAS_REQUIRED, 0},
    };
    const cJSON *const root = reader->json.root;
    const cJSON *kind = json_find(root, "collisionKind");
    int32_t sides[4];
    if (kind == NULL)
        kind = json_find(root, "colkind");
    if (!cJSON_IsNumber(kind) || (kind->valuedouble != 1 && kind->valuedouble != 5) ||
        !atlas_json_wholes(reader, root, "", wanted, 4, sides))
        return;
    sprite->has_box = sides[0] <= sides[2] && sides[1] <= sides[3];
    if (!sprite->has_box)
        return;
    sprite->box = (struct atlas_box){.layer = arena_text(&reader->atlas->arena, "bbox"),
                                     .x = (uint32_t)sides[0],
                                     .y = (uint32_t)sides[1],
                                     .width = (uint32_t)(sides[2] - sides[0] + 1),
                                     .height = (uint32_t)(sides[3] - sides[1] + 1)};
}

static bool read_sprite(struct atlas_json *reader, struct sprite *sprite)
{
    static const struct atlas_whole wanted[] = {
        {"width", 1, INT32_MAX, ATLAS_REQUIRED, 0},
        {"height", 1, INT32_MAX, ATLAS_REQUIRED, 0},
        {"type", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
    };
    const cJSON *const root = reader->json.root;
    const cJSON *const sequence = json_find(root, "sequence");
    int32_t numbers[3];
    sprite->name = atlas_json_string(reader, root, "name", ATLAS_REQUIRED);
    if (!atlas_json_wholes(reader, root, "", wanted, 3, numbers) || sprite->name == NULL)
        return false;
    if (numbers[2] != 0)
        return atlas_json_say(reader, json_find(root, "type"),
                              "the sprite is drawn by vectors or bones (type %" PRIi32
                              "); only "
                              "bitmaps can be read",
                              numbers[2]);
    sprite->width = numbers[0];
    sprite->height = numbers[1];
    read_origin(reader, sequence, sprite);
    read_speed(cJSON_IsObject(sequence) ? sequence : root, sprite);
    read_box(reader, sprite);
    return true;
}

/* ---- Frames -------------------------------------------------------------------------------- */

static void add_frame(struct atlas_json *reader, const struct sprite *sprite, const cJSON *value,
                      const char *image)
{
    struct atlas *const atlas = reader->atlas;
    const uint32_t index = (uint32_t)atlas->frame_count;
    struct atlas_page *const page = atlas_json_add_page(reader, value, image, ".png");
    struct atlas_frame frame = {
        .name = arena_format(&atlas->arena, "%s#%" PRIu32, sprite->name, index),
        .page = index,
        .has_pivot = sprite->has_pivot,
        .pivot_x = sprite->pivot[0],
        .pivot_y = sprite->pivot[1],
        .duration = whole(sprite->frame_time),
        .place = atlas_json_place(reader, value),
    };
    page->width = (uint32_t)sprite->width;
    page->height = (uint32_t)sprite->height;
    atlas_set_region(&frame, 0, 0, page->width, page->height);
    atlas_add_frame(atlas, &frame);
    if (sprite->has_box) {
        struct atlas_box box = sprite->box;
        box.frame = index;
        box.place = frame.place;
        atlas_add_box(atlas, &box, &reader->log);
    }
}

/* NULL when it has none. */
static const char *frame_name(const cJSON *value)
{
    const cJSON *name = json_find(value, "name");
    if (!cJSON_IsString(name))
        name = json_find(value, "id");
    return cJSON_IsString(name) ? name->valuestring : NULL;
}

/* True if every frame has a name, and was added. */
static bool read_frames(struct atlas_json *reader, const struct sprite *sprite, const cJSON *frames)
{
    const cJSON *value;
    bool ok = true;
    cJSON_ArrayForEach(value, frames)
    {
        const char *const name = frame_name(value);
        if (name == NULL)
            ok = atlas_json_say(reader, value, "a frame has neither name nor id");
        else if (ok)
            add_frame(reader, sprite, value, name);
    }
    return ok && frames != NULL;
}

/* ---- The animation -------------------------------------------------------------------------- */

/* When and how long a frame shows, in frames of the sequence. */
struct step {
    uint32_t frame;
    double key, length;
};

static int compare_keys(const void *a, const void *b)
{
    const struct step *const first = a, *const second = b;
    return (first->key > second->key) - (first->key < second->key);
}

static const cJSON *find_keyframes(const cJSON *root)
{
    const cJSON *const tracks = json_find(json_find(root, "sequence"), "tracks");
    const cJSON *const first = cJSON_IsArray(tracks) ? tracks->child : NULL;
    const cJSON *const keyframes = json_find(json_find(first, "keyframes"), "Keyframes");
    return cJSON_IsArray(keyframes) ? keyframes : NULL;
}

/* False when it is not as GameMaker writes it, or shows none of the frames. */
static bool read_step(const cJSON *value, const struct atlas_named *frames, size_t count,
                      struct step *out)
{
    const cJSON *const channel = json_find(json_find(value, "Channels"), "0");
    const cJSON *const name = json_find(json_find(channel, "Id"), "name");
    const cJSON *const key = json_find(value, "Key"), *const length = json_find(value, "Length");
    if (!cJSON_IsString(name) || !cJSON_IsNumber(key) || !cJSON_IsNumber(length) ||
        !(length->valuedouble > 0))
        return false;
    const struct atlas_named *const found = atlas_find_name(frames, count, name->valuestring);
    if (found != NULL)
        *out = (struct step){found->index, key->valuedouble, length->valuedouble};
    return found != NULL;
}

/* The steps by the keyframes, in their order; none when one of them is wrong. */
static size_t read_steps(const struct atlas_json *reader, struct atlas_named *frames,
                         struct step *steps)
{
    const cJSON *const root = reader->json.root, *value;
    size_t named = 0, count = 0;
    cJSON_ArrayForEach(value, json_find(root, "frames"))
    {
        frames[named] = (struct atlas_named){frame_name(value), (uint32_t)named};
        named++;
    }
    atlas_sort_names(frames, named);
    cJSON_ArrayForEach(value, find_keyframes(root))
    {
        if (!read_step(value, frames, named, &steps[count++]))
            return 0;
    }
    if (count > 0)
        qsort(steps, count, sizeof *steps, compare_keys);
    return count;
}

/* Adds the animation of all frames, every one of which has a name and was added. Without keyframes
 * they show one after the other. */
static void add_animation(struct atlas_json *reader, const struct sprite *sprite)
{
    struct atlas *const atlas = reader->atlas;
    const cJSON *const keyframes = find_keyframes(reader->json.root);
    const size_t keys = keyframes != NULL ? (size_t)cJSON_GetArraySize(keyframes) : 0;
    struct atlas_named *const frames = memory_new(atlas->frame_count + 1, sizeof *frames);
    struct step *const steps = memory_new(keys + 1, sizeof *steps);
    const size_t step_count = read_steps(reader, frames, steps);
    const size_t count = step_count > 0 ? step_count : atlas->frame_count;
    if (count >= 2) {
        struct atlas_animation *const animation =
            atlas_add_animation(atlas, arena_text(&atlas->arena, sprite->name), (uint32_t)count,
                                atlas_json_place(reader, reader->json.root));
        for (size_t i = 0; i < count; i++) {
            animation->frames[i] = step_count > 0 ? steps[i].frame : (uint32_t)i;
            animation->durations[i] =
                whole(sprite->frame_time * (step_count > 0 ? steps[i].length : 1));
        }
    }
    free(frames);
    free(steps);
}

/* ---- The file ------------------------------------------------------------------------------ */

static void read_strict(struct atlas_json *reader)
{
    struct sprite sprite = {0};
    if (read_sprite(reader, &sprite) &&
        read_frames(reader, &sprite,
                    atlas_json_array(reader, reader->json.root, "frames", ATLAS_REQUIRED)))
        add_animation(reader, &sprite);
}

static void read_atlas(const char *text, size_t size, struct atlas *atlas,
                       const struct atlas_log *log)
{
    char *const strict = memory_new(size + 1, 1);
    memcpy(strict, text, size + 1);
    atlas_json_remove_commas(strict, size);
    atlas_json_read(strict, size, atlas, log, read_strict);
    free(strict);
}

const struct atlas_format atlas_gamemaker = {
    .name = "GameMaker sprite (.yy)", .recognises = recognises, .read = read_atlas};
