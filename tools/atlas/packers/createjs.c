/*
 * createjs.c - EaselJS's sprite sheets (CreateJS, Zoe)
 *
 *     { "framerate": 20, "images": ["game.png"],
 *       "frames": [ [2, 2, 30, 16, 0, 15, 8], [x, y, width, height, image, regX, regY], ... ],
 *       "animations": { "stand": 4, "run": [0, 3, "stand", 0.5],
 *                       "jump": { "frames": [1, 2, 1], "next": "stand", "speed": 2 } } }
 *
 * Frames have numbers, "hero#3" for hero.json; animations are called after the file, "hero/run".
 * regX and regY are the pivot, or 0 where they are missing. Frames are as large as on the page:
 * what a packer trimmed shows in the pivot alone.
 */
#include "atlas/atlas_json.h"
#include "atlas/page_name.h"
#include "base/numbers.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most steps of a file, because a small file can ask for very many. */
enum { MANY = 1 << 22 };

static bool guess(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "images") &&
           atlas_json_peek_container(text, size, "frames");
}

static void read_pages(struct atlas_json *reader, const cJSON *images)
{
    const cJSON *image;
    cJSON_ArrayForEach(image, images)
    {
        const bool named = cJSON_IsString(image);
        if (!named)
            atlas_json_say(reader, image, "images must hold names of files");
        atlas_json_add_page(reader, image, named ? image->valuestring : NULL, "");
    }
}

/* ---- Frames -------------------------------------------------------------------------------- */

static bool is_whole(double number)
{
    return number >= 0 && number <= INT32_MAX && number == (double)(int32_t)number;
}

/* The numbers of [x, y, width, height, image, regX, regY], of which the last may be missing. */
static bool read_numbers(struct atlas_json *reader, const cJSON *value, double numbers[7])
{
    const cJSON *number;
    size_t count = 0;
    cJSON_ArrayForEach(number, value)
    {
        if (!cJSON_IsNumber(number) || count == 7)
            break;
        numbers[count++] = number->valuedouble;
    }
    bool ok = cJSON_IsArray(value) && number == NULL && count >= 4;
    for (size_t i = 0; ok && i < 5; i++)
        ok = is_whole(numbers[i]);
    return ok ||
           atlas_json_say(reader, value,
                          "must be [x, y, width, height, image, regX, regY], the first five whole "
                          "numbers, 0 or more");
}

static void read_frame(struct atlas_json *reader, const cJSON *value, struct atlas_frame *frame)
{
    double numbers[7] = {0};
    if (!read_numbers(reader, value, numbers))
        return;
    if (numbers[4] >= (double)reader->atlas->page_count) {
        atlas_json_say(reader, value, "it is on image %.0f, but there are only %zu, counted from 0",
                       numbers[4], reader->atlas->page_count);
        return;
    }
    frame->x = (uint32_t)numbers[0];
    frame->y = (uint32_t)numbers[1];
    frame->width = frame->source_width = (uint32_t)numbers[2];
    frame->height = frame->source_height = (uint32_t)numbers[3];
    frame->page = (uint32_t)numbers[4];
    frame->has_pivot = true;
    for (int i = 5; i < 7; i++)
        if (!(numbers[i] >= -FIXED_MAX && numbers[i] <= FIXED_MAX)) {
            atlas_json_say(reader, value, "regX or regY is too far away");
            return;
        }
    frame->pivot_x = fixed_from_double(numbers[5]);
    frame->pivot_y = fixed_from_double(numbers[6]);
}

static void read_frames(struct atlas_json *reader, const cJSON *frames)
{
    char *const stem = page_name_own(reader->log.path, "");
    const cJSON *value;
    size_t index = 0;
    bool ok = stem != NULL || atlas_json_no_memory(reader);
    reader->what = "frame";
    cJSON_ArrayForEach(value, frames)
    {
        char *const name = ok ? text_format("%s#%zu", stem, index++) : NULL;
        reader->name = name;
        struct atlas_frame *const frame =
            name != NULL ? atlas_json_add_frame(reader, value, name, 0) : NULL;
        if (frame != NULL)
            read_frame(reader, value, frame);
        else
            ok = false;
        free(name);
    }
    reader->what = NULL;
    free(stem);
}

/* ---- Animations ---------------------------------------------------------------------------- */

/* EaselJS takes 0 for 1. */
static double speed_of(const cJSON *value)
{
    return cJSON_IsNumber(value) && value->valuedouble != 0 ? value->valuedouble : 1;
}

static uint32_t milliseconds(double framerate, double speed)
{
    const double time = framerate > 0 && speed > 0 ? 1000 / (framerate * speed) : 0;
    return time < INT32_MAX ? (uint32_t)(time + 0.5) : INT32_MAX;
}

static bool is_frame(const struct atlas_json *reader, const cJSON *number)
{
    return cJSON_IsNumber(number) && is_whole(number->valuedouble) &&
           number->valuedouble < (double)reader->atlas->frame_count;
}

static bool say_no_frame(struct atlas_json *reader, const cJSON *where)
{
    return atlas_json_say(reader, where, "must have numbers of frames below %zu",
                          reader->atlas->frame_count);
}

static struct atlas_animation *add_animation(struct atlas_json *reader, const cJSON *value,
                                             uint64_t count, uint64_t *total)
{
    *total += count;
    if (*total > MANY) {
        atlas_json_say(reader, value,
                       "all animations up to this one have more than %d steps, the most that is "
                       "allowed",
                       MANY);
        return NULL;
    }
    return atlas_add_animation(reader->atlas, text_copy(value->string), (uint32_t)count,
                               atlas_json_place(reader, value), &reader->log);
}

/* [first, last, next, speed] */
static void read_range(struct atlas_json *reader, const cJSON *value, double framerate,
                       uint64_t *total)
{
    const cJSON *const first = cJSON_GetArrayItem(value, 0), *last = cJSON_GetArrayItem(value, 1);
    const cJSON *const speed = cJSON_GetArrayItem(value, 3);
    if (last == NULL || cJSON_IsNull(last))
        last = first;
    if (!is_frame(reader, first) || !is_frame(reader, last)) {
        say_no_frame(reader, value);
        return;
    }
    if (last->valuedouble < first->valuedouble) {
        atlas_json_say(reader, value, "its last frame must not come before its first one");
        return;
    }
    const uint32_t begin = (uint32_t)first->valuedouble;
    const uint32_t count = (uint32_t)last->valuedouble - begin + 1;
    struct atlas_animation *const animation = add_animation(reader, value, count, total);
    for (uint32_t i = 0; animation != NULL && i < count; i++) {
        animation->frames[i] = begin + i;
        animation->durations[i] = milliseconds(framerate, speed_of(speed));
    }
}

/* One number, or an array of them. */
static void read_list(struct atlas_json *reader, const cJSON *value, const cJSON *frames,
                      double rate, uint64_t *total)
{
    const cJSON *const first = cJSON_IsArray(frames) ? frames->child : frames;
    uint32_t count = 0;
    for (const cJSON *at = first; at != NULL; at = cJSON_IsArray(frames) ? at->next : NULL) {
        if (!is_frame(reader, at)) {
            say_no_frame(reader, at);
            return;
        }
        count++;
    }
    if (count == 0)
        return;
    struct atlas_animation *const animation = add_animation(reader, value, count, total);
    const cJSON *at = first;
    for (uint32_t i = 0; animation != NULL && i < count; i++, at = at->next) {
        animation->frames[i] = (uint32_t)at->valuedouble;
        animation->durations[i] = milliseconds(rate, 1);
    }
}

static void read_animation(struct atlas_json *reader, const cJSON *value, double framerate,
                           uint64_t *total)
{
    if (cJSON_IsNumber(value)) {
        read_list(reader, value, value, framerate, total);
    } else if (cJSON_IsArray(value)) {
        read_range(reader, value, framerate, total);
    } else if (cJSON_IsObject(value)) {
        const cJSON *const speed = json_find(value, "speed"), *const frames =
                                                                  json_find(value, "frames");
        if (frames == NULL)
            atlas_json_say(reader, value, "\"frames\" is missing");
        else
            read_list(reader, value, frames, framerate * (speed_of(speed)), total);
    } else {
        atlas_json_say(reader, value, "must be a number, [first, last] or an object");
    }
}

/* ---- The file ------------------------------------------------------------------------------ */

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    struct atlas_json reader;
    const cJSON *value;
    uint64_t total = 0;
    if (!atlas_json_open(&reader, text, size, path, out, diagnostics))
        return false;
    const cJSON *const root = reader.json.root;
    const cJSON *const frames = json_find(root, "frames"), *const rate =
                                                               json_find(root, "framerate");
    out->own_animations = true;
    read_pages(&reader, atlas_json_array(&reader, root, "images", ATLAS_REQUIRED));
    if (cJSON_IsObject(frames))
        atlas_json_say(&reader, frames,
                       "all frames have one size; please bake the image itself, with --grid "
                       "WIDTHxHEIGHT (and --margin and --spacing)");
    else
        read_frames(&reader, frames);
    const cJSON *const animations = atlas_json_object(&reader, root, "animations", ATLAS_OPTIONAL);
    reader.what = "animation";
    cJSON_ArrayForEach(value, animations)
    {
        reader.name = value->string;
        if (out->frame_count > 0)
            read_animation(&reader, value, cJSON_IsNumber(rate) ? rate->valuedouble : 0, &total);
    }
    reader.what = NULL;
    return atlas_json_close(&reader);
}

const struct atlas_format atlas_createjs = {
    .name = "EaselJS sprite sheet", .guess = guess, .read = read_atlas};
