/*
 * texturepacker.c - TexturePacker's JSON, hash and array, and what other tools make of it
 *
 *     { "frames": {...} or [...], "animations": { "walk": ["walk1.png", "walk2.png"] },
 *       "meta": { "image": "hero.png", "size": {"w":256,"h":256}, "scale": "1",
 *                 "related_multi_packs": ["hero-1.json"] } }
 *
 * free-tex-packer calls the last one "relatedMultiPacks". "animations" are Pixi's. AssetPack gives
 * none a name, "", when pictures are called 1.png, 2.png and so on: that has the name of the file.
 */
#include "atlas/atlas_frames.h"

#include "atlas/page_name.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool guess(const char *text, size_t size)
{
    return atlas_json_peek_container(text, size, "frames") &&
           (atlas_json_peek(text, size, "frames/*/frame") != NULL ||
            atlas_json_peek_container(text, size, "meta"));
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
            atlas_add_related(reader->atlas, name->valuestring, &reader->log);
    }
}

/* ---- Animations ---------------------------------------------------------------------------- */

struct by_name {
    const char *name;
    uint32_t index;
};

static int compare_names(const void *a, const void *b)
{
    const struct by_name *const x = a, *const y = b;
    return strcmp(x->name, y->name);
}

static struct by_name *sort_frames(const struct atlas *atlas)
{
    struct by_name *const sorted = calloc(atlas->frame_count + 1, sizeof *sorted);
    if (sorted == NULL)
        return NULL;
    for (uint32_t i = 0; i < atlas->frame_count; i++)
        sorted[i] = (struct by_name){atlas->frames[i].name, i};
    qsort(sorted, atlas->frame_count, sizeof *sorted, compare_names);
    return sorted;
}

/* A multipack has animations in its first file, with frames of all files. */
static void read_step(struct atlas_json *reader, const struct by_name *sorted, const cJSON *value,
                      struct atlas_animation *animation, uint32_t step)
{
    if (!cJSON_IsString(value)) {
        atlas_json_say(reader, value, "must hold names of frames");
        return;
    }
    const struct by_name key = {value->valuestring, 0};
    const struct by_name *const found =
        bsearch(&key, sorted, reader->atlas->frame_count, sizeof *sorted, compare_names);
    char quoted[ATLAS_NAME_SHOWN];
    if (found != NULL) {
        animation->frames[step] = found->index;
        animation->durations[step] = reader->atlas->frames[found->index].duration;
    } else if (reader->atlas->related_count == 0) {
        atlas_json_say(reader, value, "this file has no frame '%s'",
                       text_quote(quoted, sizeof quoted, value->valuestring));
    } else if (!atlas_step_elsewhere(animation, step, value->valuestring)) {
        atlas_json_no_memory(reader);
    }
}

static void read_animation(struct atlas_json *reader, const struct by_name *sorted,
                           const cJSON *value)
{
    uint32_t step = 0;
    const cJSON *name;
    if (!cJSON_IsArray(value)) {
        atlas_json_say(reader, value, "must be an array of names of frames");
        return;
    }
    char *const called =
        *value->string != '\0' ? text_copy(value->string) : page_name_own(reader->log.path, "");
    struct atlas_animation *const animation =
        atlas_add_animation(reader->atlas, called, (uint32_t)cJSON_GetArraySize(value),
                            atlas_json_place(reader, value), &reader->log);
    if (animation == NULL)
        return;
    cJSON_ArrayForEach(name, value)
    {
        read_step(reader, sorted, name, animation, step++);
    }
}

static void read_animations(struct atlas_json *reader, const cJSON *animations)
{
    const cJSON *value;
    struct by_name *const sorted = sort_frames(reader->atlas);
    if (sorted == NULL) {
        atlas_json_no_memory(reader);
        return;
    }
    reader->what = "animation";
    cJSON_ArrayForEach(value, animations)
    {
        reader->name = value->string;
        read_animation(reader, sorted, value);
    }
    reader->what = NULL;
    free(sorted);
}

/* ---- The file ------------------------------------------------------------------------------ */

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    struct atlas_json reader;
    if (!atlas_json_open(&reader, text, size, path, out, diagnostics))
        return false;
    const cJSON *const root = reader.json.root, *const meta =
                                                    atlas_json_find(&reader, root, "meta");
    atlas_frames_read_sheet(&reader, ATLAS_PACKER);
    if (cJSON_IsObject(meta)) {
        read_related(&reader, meta, "related_multi_packs");
        read_related(&reader, meta, "relatedMultiPacks");
    }
    read_animations(&reader, atlas_json_object(&reader, root, "animations", ATLAS_OPTIONAL));
    return atlas_json_close(&reader);
}

const struct atlas_format atlas_texturepacker = {
    .name = "TexturePacker JSON", .guess = guess, .read = read_atlas};
