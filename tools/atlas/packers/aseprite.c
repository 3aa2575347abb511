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
 * fro, with the frames at the ends once. Each key of a slice becomes a box in all frames up to the
 * next key. In a sheet of several documents or layers both are those of each layer of their
 * document (aseprite_items.h).
 */
#include "atlas/aseprite/aseprite_documents.h"
#include "atlas/atlas_frames.h"
#include "atlas/tag.h"

#include "base/digest.h"
#include "base/index.h"
#include "base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
    const cJSON *value;
    struct atlas_tag plays; /* frames as the file counts them */
};

/* All that is read before it is known which frames belong together. */
struct sheet {
    const char **names; /* of the frames */
    struct tag *tags;
    struct aseprite_tag *spans; /* of the same tags */
    size_t tag_count;
    const char **layers;
    size_t layer_count;
    struct aseprite_items items;
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
        return atlas_json_find(reader, value, "direction") == NULL;
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
        if (strcmp(name, directions[i].name) == 0) {
            tag->plays.backwards = directions[i].backwards;
            tag->plays.turning = directions[i].turning;
            return true;
        }
    return atlas_json_say(
        reader, atlas_json_find(reader, value, "direction"),
        "direction must be \"forward\", \"reverse\", \"pingpong\" or \"pingpong_reverse\"");
}

static bool read_tag(struct atlas_json *reader, const cJSON *value, struct tag *tag,
                     struct aseprite_tag *span)
{
    static const struct atlas_whole wanted[] = {
        {"from", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"to", 0, INT32_MAX, ATLAS_REQUIRED, 0},
        {"repeat", 0, INT32_MAX, ATLAS_OPTIONAL, 0},
    };
    int32_t numbers[3];
    if (reader->atlas->frame_count == 0)
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
    tag->value = value;
    tag->plays.from = (uint32_t)numbers[0];
    tag->plays.to = (uint32_t)numbers[1];
    tag->plays.rounds = (uint32_t)numbers[2];
    *span =
        (struct aseprite_tag){.name = reader->name, .from = tag->plays.from, .to = tag->plays.to};
    return true;
}

/* "hero/body/run": as many parts as are needed to tell the animations apart. The tag may have the
 * title, "hero/run" or "hero run". */
static char *name_animation(const struct aseprite_items *items, const struct aseprite_item *item,
                            const struct aseprite_tag *span)
{
    const size_t length = strlen(item->title);
    const bool begins_with_title = span->names_title && span->name[length] == '/';
    const bool has_title = items->document_count > 1 && *item->title != '\0' &&
                           (!span->names_title || begins_with_title);
    const bool has_layer = *item->layer != '\0' && items->item_count > items->document_count;
    return text_format("%s%s%s%s%s", has_title ? item->title : "", has_title ? "/" : "",
                       has_layer ? item->layer : "", has_layer ? "/" : "",
                       span->name + (begins_with_title ? length + 1 : 0));
}

/* Are all frames of the tag in the item, or some of them where frames were left out? A tag that was
 * not exported has none of them there. */
static bool has_frames(struct atlas_json *reader, const struct aseprite_items *items,
                       const struct aseprite_item *item, const struct tag *tag,
                       const struct aseprite_tag *span)
{
    const uint32_t first = span->from - items->offset, last = span->to - items->offset;
    uint32_t frame, number = first;
    if (items->sparse && last <= items->last)
        return aseprite_items_any(items, item, first, last);
    bool all = aseprite_items_frame(items, item, last, span->name, &frame);
    while (all && number < last)
        all = aseprite_items_frame(items, item, number++, span->name, &frame);
    if (all || (item->by_tags && !aseprite_items_frame(items, item, first, span->name, &frame)))
        return all;
    return atlas_json_say(
        reader, atlas_json_find(reader, tag->value, "to"),
        "to must be a whole number from 0 to %zu, not %" PRIu32 "%s",
        items->sparse ? items->last : item->count - 1, span->to,
        items->sparse || (first < item->count && first < last)
            ? "; if Aseprite left out empty frames, please export without 'Ignore Empty'"
            : "");
}

/* Frames that were left out are none of the animation. */
static void unroll(struct atlas_json *reader, const struct aseprite_items *items,
                   const struct aseprite_item *item, const struct tag *tag,
                   const struct aseprite_tag *span, uint64_t *total)
{
    const uint64_t steps = atlas_tag_steps(&tag->plays);
    if (!has_frames(reader, items, item, tag, span))
        return;
    if (steps > ATLAS_TAGGED_MOST || *total + steps > ATLAS_TAGGED_MOST) {
        atlas_json_say(reader, tag->value,
                       "all tags up to this one have more than %d steps, the most that is allowed",
                       ATLAS_TAGGED_MOST);
        return;
    }
    *total += steps;
    struct atlas_animation *const animation =
        atlas_add_animation(reader->atlas, name_animation(items, item, span), (uint32_t)steps,
                            atlas_json_place(reader, tag->value), &reader->log);
    if (animation == NULL)
        return;
    animation->count = 0;
    for (uint32_t i = 0; i < steps; i++) {
        const uint32_t number = atlas_tag_frame(&tag->plays, i) - items->offset;
        uint32_t *const frame = &animation->frames[animation->count];
        if (aseprite_items_frame(items, item, number, span->name, frame))
            animation->durations[animation->count++] = reader->atlas->frames[*frame].duration;
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

static void read_tags(struct atlas_json *reader, const cJSON *values, struct sheet *sheet)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, values)
    {
        struct tag *const tag = &sheet->tags[sheet->tag_count];
        *tag = (struct tag){0};
        if (begin_named(reader, value, "tag") &&
            read_tag(reader, value, tag, &sheet->spans[sheet->tag_count]))
            sheet->tag_count++;
    }
    reader->what = NULL;
}

static void add_animations(struct atlas_json *reader, const struct sheet *sheet)
{
    const struct aseprite_items *const items = &sheet->items;
    uint64_t total = 0;
    reader->what = "tag";
    for (size_t i = 0; i < sheet->tag_count; i++) {
        const struct aseprite_tag *const span = &sheet->spans[i];
        reader->name = span->name;
        for (size_t k = 0; k < items->item_count; k++)
            if (items->items[k].document == span->document)
                unroll(reader, items, &items->items[k], &sheet->tags[i], span, &total);
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
        return atlas_json_find(reader, value, "pivot") == NULL;
    key->has_pivot = atlas_json_wholes(reader, pivot, "pivot", wanted, 2, numbers);
    key->pivot_x = numbers[0];
    key->pivot_y = numbers[1];
    return key->has_pivot;
}

static bool read_key(struct atlas_json *reader, const cJSON *value, int32_t last, struct key *key)
{
    const struct atlas_whole wanted = {"frame", 0, last, ATLAS_REQUIRED, 0};
    int32_t frame;
    key->value = value;
    if (!cJSON_IsObject(value))
        return atlas_json_say(reader, value, "keys must hold objects");
    if (reader->atlas->frame_count == 0)
        return atlas_json_say(reader, value, "it needs a frame, but the file has none");
    bool ok = atlas_json_wholes(reader, value, "", &wanted, 1, &frame);
    const cJSON *const bounds = atlas_json_object(reader, value, "bounds", ATLAS_REQUIRED);
    ok = bounds != NULL && ok;
    if (bounds != NULL)
        ok = atlas_json_rect(reader, bounds, "bounds", -INT32_MAX, &key->bounds) && ok;
    key->frame = (uint32_t)frame;
    return read_key_pivot(reader, value, key) && ok;
}

/* `tried` counts those that are empty in their frame, too. */
static bool add_box(struct atlas_json *reader, const struct key *key, uint32_t index, size_t *tried)
{
    const struct atlas_frame *const frame = &reader->atlas->frames[index];
    struct atlas_box box = {.frame = index,
                            .has_pivot = key->has_pivot,
                            .pivot_x = ((int64_t)key->bounds.x + key->pivot_x) * 65536,
                            .pivot_y = ((int64_t)key->bounds.y + key->pivot_y) * 65536};
    if ((*tried)++ == ATLAS_TAGGED_MOST)
        return atlas_json_say(
            reader, key->value,
            "all slices up to this one have more than %d boxes, the most that is allowed",
            ATLAS_TAGGED_MOST);
    atlas_slice_clip(key->bounds.x, key->bounds.width, frame->source_width, &box.x, &box.width);
    atlas_slice_clip(key->bounds.y, key->bounds.height, frame->source_height, &box.y, &box.height);
    if (box.width == 0 || box.height == 0)
        return true;
    box.place = atlas_json_place(reader, key->value);
    box.layer = text_copy(reader->name);
    return atlas_add_box(reader->atlas, &box, &reader->log) != NULL;
}

/* Reads all keys, also after an error. */
static bool read_keys(struct atlas_json *reader, const cJSON *values, int32_t last,
                      struct key *keys)
{
    const cJSON *value;
    size_t count = 0;
    bool ok = true;
    cJSON_ArrayForEach(value, values)
    {
        struct key *const key = &keys[count++];
        ok = read_key(reader, value, last, key) && ok;
        if (ok && count > 1 && key->frame <= key[-1].frame)
            ok = atlas_json_say(reader, value,
                                "the key of frame %" PRIu32 " comes after the key of frame %" PRIu32
                                "; keys must be in the order of their frames",
                                key->frame, key[-1].frame);
    }
    return ok;
}

/* Adds the boxes of a slice in the frames of an item. Each key holds until the next. */
static bool add_boxes(struct atlas_json *reader, const struct aseprite_items *items,
                      const struct aseprite_item *item, const struct key *keys, size_t count,
                      size_t *tried)
{
    size_t key = 0;
    for (size_t i = item->first; i < item->first + item->count; i++) {
        const struct aseprite_member *const member = &items->members[i];
        const uint32_t number = member->number + items->offset;
        while (key + 1 < count && keys[key + 1].frame <= number)
            key++;
        if (keys[key].frame <= number && !add_box(reader, &keys[key], member->frame, tried))
            return false;
    }
    return true;
}

static void read_slice(struct atlas_json *reader, const struct aseprite_items *items,
                       const cJSON *value, size_t *tried)
{
    const cJSON *const values = atlas_json_array(reader, value, "keys", ATLAS_OPTIONAL);
    const size_t count = (size_t)cJSON_GetArraySize(values);
    const bool is_whole =
        items->item_count == 1 && !items->tagged && !items->sparse && items->offset == 0;
    struct key *const keys = calloc(count + 1, sizeof *keys);
    if (keys == NULL) {
        atlas_json_no_memory(reader);
        return;
    }
    bool ok = read_keys(reader, values,
                        is_whole ? (int32_t)reader->atlas->frame_count - 1 : INT32_MAX, keys);
    for (size_t i = 0; i < items->item_count && ok && count > 0; i++)
        ok = add_boxes(reader, items, &items->items[i], keys, count, tried);
    free(keys);
}

/* A slice of the file. */
struct slice {
    const cJSON *value;
};

/* Two boxes of the same name in a frame would make the same sprite. `before` finds the `slices`
 * that came before by their names; this one is `number`. */
static bool check_slice_name(struct atlas_json *reader, const cJSON *value, uint32_t number,
                             struct slice *slices, struct index *before)
{
    const uint64_t hash = digest_of(reader->name, strlen(reader->name)).low;
    size_t step = 0;
    for (uint32_t i; (i = index_next(before, hash, &step)) != INDEX_END;) {
        const cJSON *const name = atlas_json_find(reader, slices[i].value, "name");
        if (strcmp(name->valuestring, reader->name) != 0)
            continue;
        atlas_json_say(reader, value, "its name is used twice, first on line %zu",
                       atlas_json_place(reader, slices[i].value).line);
        return true;
    }
    slices[number].value = value;
    return index_add(before, hash, number);
}

static void read_slices(struct atlas_json *reader, const struct aseprite_items *items,
                        const cJSON *slices)
{
    const cJSON *value;
    if ((items->document_count > 1 || items->doubled) && cJSON_GetArraySize(slices) > 0) {
        atlas_json_say(reader, slices,
                       "the slices of several documents cannot be told apart; please export each "
                       "document by itself, and list its layers (--list-layers)");
        return;
    }
    struct slice *const named = calloc((size_t)cJSON_GetArraySize(slices) + 1, sizeof *named);
    struct index by_name = {0};
    uint32_t number = 0;
    size_t tried = 0;
    bool ok = named != NULL;
    cJSON_ArrayForEach(value, slices)
    {
        if (!ok || !begin_named(reader, value, "slice"))
            continue;
        ok = check_slice_name(reader, value, number++, named, &by_name);
        read_slice(reader, items, value, &tried);
    }
    if (!ok)
        atlas_json_no_memory(reader);
    free(named);
    index_free(&by_name);
    reader->what = NULL;
}

/* ---- Items --------------------------------------------------------------------------------- */

static void sheet_free(struct sheet *sheet)
{
    free(sheet->names);
    free(sheet->tags);
    free(sheet->spans);
    free(sheet->layers);
    aseprite_items_free(&sheet->items);
}

static bool sheet_init(struct atlas_json *reader, const cJSON *tags, const cJSON *layers,
                       struct sheet *sheet)
{
    const size_t tag_count = (size_t)cJSON_GetArraySize(tags);
    const size_t layer_count = (size_t)cJSON_GetArraySize(layers);
    const struct atlas *const atlas = reader->atlas;
    const cJSON *value;
    *sheet = (struct sheet){
        .names = calloc(atlas->frame_count + 1, sizeof *sheet->names),
        .tags = calloc(tag_count + 1, sizeof *sheet->tags),
        .spans = calloc(tag_count + 1, sizeof *sheet->spans),
        .layers = calloc(layer_count + 1, sizeof *sheet->layers),
    };
    if (sheet->names == NULL || sheet->tags == NULL || sheet->spans == NULL ||
        sheet->layers == NULL)
        return false;
    for (size_t i = 0; i < atlas->frame_count; i++)
        sheet->names[i] = atlas->frames[i].name;
    cJSON_ArrayForEach(value, layers)
    {
        const cJSON *const name = atlas_json_find(reader, value, "name");
        if (cJSON_IsString(name))
            sheet->layers[sheet->layer_count++] = name->valuestring;
    }
    return true;
}

/* The highest frame that a tag or a slice has. */
static uint32_t find_last_number(struct atlas_json *reader, const struct sheet *sheet,
                                 const cJSON *slices)
{
    uint32_t last = 0;
    const cJSON *slice, *key;
    for (size_t i = 0; i < sheet->tag_count; i++)
        last = sheet->spans[i].to > last ? sheet->spans[i].to : last;
    cJSON_ArrayForEach(slice, slices)
    {
        cJSON_ArrayForEach(key, atlas_json_find(reader, slice, "keys"))
        {
            const cJSON *const frame = atlas_json_find(reader, key, "frame");
            if (cJSON_IsNumber(frame) && frame->valuedouble > last &&
                frame->valuedouble <= INT32_MAX)
                last = (uint32_t)frame->valuedouble;
        }
    }
    return last;
}

/* Do tags count frames that "Ignore Empty" left out, too? They do since 1.2.35; what developers
 * build may be older than it says. */
static bool tags_count_all(struct atlas_json *reader, const cJSON *meta)
{
    const cJSON *const value = atlas_json_find(reader, meta, "version");
    unsigned long parts[3] = {0};
    if (!cJSON_IsString(value) || strstr(value->valuestring, "beta") != NULL ||
        strstr(value->valuestring, "dev") != NULL)
        return false;
    const char *at = value->valuestring;
    for (int i = 0; i < 3 && isdigit((unsigned char)*at); i++) {
        char *end;
        parts[i] = strtoul(at, &end, 10);
        at = *end == '.' ? end + 1 : end;
    }
    return parts[0] > 1 || (parts[0] == 1 && (parts[1] > 2 || (parts[1] == 2 && parts[2] >= 35)));
}

/* False when that is not known, or there are no frames. */
static bool find_items(struct atlas_json *reader, const cJSON *meta, const cJSON *tags,
                       const cJSON *slices, struct sheet *sheet)
{
    const struct aseprite_sheet about = {
        .names = sheet->names,
        .count = reader->atlas->frame_count,
        .tags = sheet->spans,
        .tag_count = sheet->tag_count,
        .last_number = find_last_number(reader, sheet, slices),
        .tags_count_all = tags_count_all(reader, meta),
        .layers = sheet->layers,
        .layer_count = sheet->layer_count,
    };
    struct error err;
    if (about.count == 0)
        return false;
    return aseprite_documents_find(&about, &sheet->items, &err) ||
           atlas_json_say(reader, tags != NULL ? tags : slices, "%s", err.text);
}

static void read_meta(struct atlas_json *reader, const cJSON *meta)
{
    const cJSON *const tags = atlas_json_array(reader, meta, "frameTags", ATLAS_OPTIONAL);
    const cJSON *const slices = atlas_json_array(reader, meta, "slices", ATLAS_OPTIONAL);
    const bool any = cJSON_GetArraySize(tags) > 0 || cJSON_GetArraySize(slices) > 0;
    struct sheet sheet = {0};
    if (any && !sheet_init(reader, tags, atlas_json_find(reader, meta, "layers"), &sheet))
        atlas_json_no_memory(reader);
    else if (any) {
        read_tags(reader, tags, &sheet);
        if (find_items(reader, meta, tags, slices, &sheet))
            add_animations(reader, &sheet);
        atlas_tags_number(reader->atlas, &reader->log);
        read_slices(reader, &sheet.items, slices);
    }
    sheet_free(&sheet);
}

/* ---- The file ------------------------------------------------------------------------------ */

static bool read_atlas(const char *text, size_t size, const char *path, struct atlas *out,
                       struct diagnostics *diagnostics)
{
    struct atlas_json reader;
    if (!atlas_json_open(&reader, text, size, path, out, diagnostics))
        return false;
    const cJSON *const meta = atlas_json_find(&reader, reader.json.root, "meta");
    atlas_frames_read_sheet(&reader, ATLAS_ASEPRITE);
    out->own_animations = true; /* each file has its "run" */
    if (cJSON_IsObject(meta))
        read_meta(&reader, meta);
    return atlas_json_close(&reader);
}

const struct atlas_format atlas_aseprite = {
    .name = "Aseprite JSON", .guess = guess, .read = read_atlas};
