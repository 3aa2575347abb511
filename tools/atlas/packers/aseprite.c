/*
 * aseprite.c - Aseprite's JSON, hash and array: frames, tags and slices
 *
 *     { "frames": {...} or [...], "meta": { "image": "hero.png", "size": {"w":64,"h":32},
 *       "frameTags": [ { "name":"walk", "from":0, "to":3, "direction":"pingpong",
 *                        "repeat":"2" } ],
 *       "slices": [ { "name":"hit", "keys": [ { "frame":0, "bounds": {"x":4,"y":2,"w":8,"h":9},
 *                     "pivot": {"x":4,"y":9} } ], "data":"damage=10" } ],
 *       "layers": [ { "name":"body", "cels": [ { "frame":0, "data":"step" } ] } ] } }
 *
 * A tag becomes an animation that plays as in Aseprite: "repeat" is the number of passes, so that
 * to and fro are two. A tag without it never ends, and becomes one round: with "pingpong" to and
 * fro, with the frames at the ends once. Each key of a slice becomes a box in all frames up to the
 * next key.
 *
 * User data of slices, cels and tags becomes the data of boxes and frames. Of a frame it is that of
 * its cels, from the lowest layer up, otherwise that of its tags.
 *
 * Tags and slices count the frames of a document, so a sheet that has any must be one document,
 * with its frames in order. The names of the frames are checked for that.
 */
#include "atlas/atlas_json.h"
#include "atlas/tag.h"

#include "base/text.h"
#include "picture/image.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ADVICE "bake the .aseprite file itself, or export "

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
static bool recognises(const char *text, size_t size)
{
    if (!atlas_json_peek_container(text, size, "frames"))
        return false;
    if (atlas_json_peek(text, size, "meta") == NULL)
        return atlas_json_peek(text, size, "frames/*/duration") != NULL;
    return is_by_aseprite(text, size) || atlas_json_peek(text, size, "meta/frameTags") != NULL ||
           atlas_json_peek(text, size, "meta/slices") != NULL;
}

/* ---- User data ----------------------------------------------------------------------------- */

/* The user data of a tag, a slice or a cel, in the arena of the atlas; NULL: none. */
static const char *read_data(struct atlas_json *reader, const cJSON *value, enum user_data_of of)
{
    const char *const words = atlas_json_string(reader, value, "data", ATLAS_OPTIONAL);
    const char *const color = atlas_json_string(reader, value, "color", ATLAS_OPTIONAL);
    uint8_t rgba[4];
    struct text text = {0};
    if (color != NULL && !text_to_rgba(color + (*color == '#'), rgba))
        atlas_json_say(reader, atlas_json_find(reader, value, "color"),
                       "color must be like \"#ff8000ff\"");
    else
        user_data_add(&text, of, words != NULL ? words : "", words != NULL ? strlen(words) : 0,
                      color != NULL ? rgba : NULL);
    const char *const data = text.length > 0 ? arena_text(&reader->atlas->arena, text.bytes) : NULL;
    text_free(&text);
    return data;
}

/* Puts data behind that of a frame. */
static bool add_data(struct atlas_json *reader, uint32_t frame, const char *data,
                     struct atlas_place place)
{
    const char **const all = &reader->atlas->frames[frame].data;
    if (*all == NULL) {
        *all = data;
        return true;
    }
    if (!atlas_spend(reader->atlas, &reader->log, ATLAS_DATA, strlen(*all) + strlen(data) + 2, NULL,
                     NULL, place))
        return false;
    *all = arena_format(&reader->atlas->arena, "%s\n%s", *all, data);
    return true;
}

/* ---- Tags ---------------------------------------------------------------------------------- */

struct tag {
    const char *name;
    struct atlas_tag plays;
    const char *data; /* NULL: none */
    const cJSON *value;
};

struct sheet {
    struct tag *tags;
    size_t tag_count;
    const struct tag *beyond; /* the first tag that ends behind the last frame; NULL: none does */
    uint32_t last;            /* the highest frame that a tag or a slice has */
};

static void read_direction(struct atlas_json *reader, const cJSON *value, struct atlas_tag *plays)
{
    static const char *const directions[] = {"forward", "reverse", "pingpong", "pingpong_reverse"};
    const char *const name = atlas_json_string(reader, value, "direction", ATLAS_OPTIONAL);
    int i = 0;
    if (name == NULL)
        return;
    while (i < 4 && strcmp(name, directions[i]) != 0)
        i++;
    plays->backwards = i % 2 == 1;
    plays->turning = i >= 2;
    if (i == 4)
        atlas_json_say(
            reader, atlas_json_find(reader, value, "direction"),
            "direction must be \"forward\", \"reverse\", \"pingpong\" or \"pingpong_reverse\"");
}

static bool read_tag(struct atlas_json *reader, const cJSON *value, struct tag *tag)
{
    const size_t said = reader->said;
    struct atlas_tag *const plays = &tag->plays;
    if (reader->atlas->frame_count == 0)
        return atlas_json_say(reader, value, "it needs a frame, but the file has none");
    *tag = (struct tag){.name = reader->name, .value = value};
    read_direction(reader, value, plays);
    atlas_json_u32(reader, value, "", "from", 0, ATLAS_REQUIRED, &plays->from);
    atlas_json_u32(reader, value, "", "to", 0, ATLAS_REQUIRED, &plays->to);
    atlas_json_u32(reader, value, "", "repeat", 0, ATLAS_OPTIONAL, &plays->rounds);
    tag->data = read_data(reader, value, USER_DATA_TAG);
    if (reader->said == said && plays->from > plays->to)
        atlas_json_say(reader, value,
                       "it goes from frame %" PRIu32 " to %" PRIu32
                       ", but its last frame must not come before its first one",
                       plays->from, plays->to);
    return reader->said == said;
}

static void read_tags(struct atlas_json *reader, const cJSON *values, struct sheet *sheet)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, values)
    {
        struct tag *const tag = &sheet->tags[sheet->tag_count];
        if (!atlas_json_begin(reader, value, "tag", "name") || !read_tag(reader, value, tag))
            continue;
        sheet->tag_count++;
        if (tag->plays.to > sheet->last)
            sheet->last = tag->plays.to;
        if (sheet->beyond == NULL && tag->plays.to >= reader->atlas->frame_count)
            sheet->beyond = tag;
    }
    reader->what = NULL;
}

static void add_animations(struct atlas_json *reader, const struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->tag_count; i++) {
        const struct tag *const tag = &sheet->tags[i];
        atlas_tag_unroll(&tag->plays, tag->name, atlas_json_place(reader, tag->value),
                         reader->atlas, &reader->log);
    }
    atlas_tags_number(reader->atlas);
}

/* Gives the data of tags to frames whose cels have none. */
static void add_data_of_tags(struct atlas_json *reader, const struct sheet *sheet)
{
    const size_t count = reader->atlas->frame_count;
    bool *const has_own = memory_new(count, sizeof *has_own);
    for (size_t i = 0; i < count; i++)
        has_own[i] = reader->atlas->frames[i].data != NULL;
    bool ok = true;
    for (size_t i = 0; i < sheet->tag_count; i++) {
        const struct tag *const tag = &sheet->tags[i];
        const struct atlas_place place = atlas_json_place(reader, tag->value);
        for (uint32_t k = tag->plays.from; ok && tag->data != NULL && k <= tag->plays.to; k++)
            ok = has_own[k] || add_data(reader, k, tag->data, place);
    }
    free(has_own);
}

/* ---- Cels ---------------------------------------------------------------------------------- */

/* A cel that has data. */
struct cel {
    uint32_t frame;
    const char *data;
    const cJSON *value;
};

/* The cels of all layers, from the lowest layer up. */
struct cels {
    struct arena arena;
    struct cel *items;
    size_t count, capacity;
};

static void read_cels(struct atlas_json *reader, const cJSON *layers, struct cels *cels)
{
    const cJSON *layer, *value;
    cJSON_ArrayForEach(layer, layers)
    {
        if (!cJSON_IsObject(layer))
            continue;
        cJSON_ArrayForEach(value, atlas_json_array(reader, layer, "cels", ATLAS_OPTIONAL))
        {
            struct cel cel = {.value = value};
            const size_t said = reader->said;
            if (!cJSON_IsObject(value))
                continue;
            cel.data = read_data(reader, value, USER_DATA_CEL);
            atlas_json_u32(reader, value, "cel", "frame", 0, ATLAS_REQUIRED, &cel.frame);
            if (reader->said == said && cel.data != NULL)
                *(struct cel *)arena_array_push(&cels->arena, &cels->items, &cels->count,
                                                &cels->capacity) = cel;
        }
    }
}

static void add_data_of_cels(struct atlas_json *reader, const struct cels *cels)
{
    bool ok = true;
    for (size_t i = 0; ok && i < cels->count; i++) {
        const struct cel *const cel = &cels->items[i];
        if (cel->frame < reader->atlas->frame_count)
            ok = add_data(reader, cel->frame, cel->data, atlas_json_place(reader, cel->value));
    }
}

/* ---- Slices -------------------------------------------------------------------------------- */

struct key {
    uint32_t frame;
    struct atlas_slice slice;
    const cJSON *value;
};

static bool read_key(struct atlas_json *reader, const cJSON *value, int32_t last, const char *data,
                     struct key *key)
{
    static const struct atlas_whole place[] = {
        {"x", -INT32_MAX, INT32_MAX, ATLAS_REQUIRED, 0},
        {"y", -INT32_MAX, INT32_MAX, ATLAS_REQUIRED, 0},
    };
    const struct atlas_whole wanted = {"frame", 0, last, ATLAS_REQUIRED, 0};
    const size_t said = reader->said;
    struct atlas_rect area = {0};
    int32_t frame, pivot_at[2] = {0};
    key->value = value;
    if (!cJSON_IsObject(value))
        return atlas_json_say(reader, value, "keys must hold objects");
    if (reader->atlas->frame_count == 0)
        return atlas_json_say(reader, value, "it needs a frame, but the file has none");
    atlas_json_wholes(reader, value, "", &wanted, 1, &frame);
    const cJSON *const bounds = atlas_json_object(reader, value, "bounds", ATLAS_REQUIRED);
    if (bounds != NULL)
        atlas_json_rect(reader, bounds, "bounds", -INT32_MAX, &area);
    const cJSON *const pivot = atlas_json_object(reader, value, "pivot", ATLAS_OPTIONAL);
    if (pivot != NULL)
        atlas_json_wholes(reader, pivot, "pivot", place, 2, pivot_at);
    key->frame = (uint32_t)frame;
    key->slice = (struct atlas_slice){.name = reader->name,
                                      .x = area.x,
                                      .y = area.y,
                                      .width = area.width,
                                      .height = area.height,
                                      .has_pivot = pivot != NULL,
                                      .pivot_x = pivot_at[0],
                                      .pivot_y = pivot_at[1],
                                      .data = data,
                                      .place = atlas_json_place(reader, value)};
    return reader->said == said;
}

/* Each key holds until the next. */
static void read_slice(struct atlas_json *reader, const cJSON *slice, struct sheet *sheet)
{
    const cJSON *const values = atlas_json_array(reader, slice, "keys", ATLAS_OPTIONAL);
    const char *const data = read_data(reader, slice, USER_DATA_SLICE);
    const size_t frames = reader->atlas->frame_count;
    const int32_t last = sheet->beyond != NULL ? INT32_MAX : (int32_t)frames - 1;
    struct key key = {0};
    const cJSON *value;
    cJSON_ArrayForEach(value, values)
    {
        struct key next = {0};
        if (!read_key(reader, value, last, data, &next))
            continue;
        if (key.value != NULL && next.frame <= key.frame)
            atlas_json_say(reader, value,
                           "the key of frame %" PRIu32 " comes after the key of frame %" PRIu32
                           "; keys must be in the order of their frames",
                           next.frame, key.frame);
        else if (sheet->beyond != NULL && next.frame > 0)
            atlas_json_say(reader, value,
                           "it is not the same in all frames, and the sheet does not say which "
                           "frames of the document it holds; " ADVICE "all frames");
        else {
            if (key.value != NULL)
                atlas_slice_unroll(&key.slice, key.frame, next.frame, reader->atlas, &reader->log);
            key = next;
            sheet->last = key.frame > sheet->last ? key.frame : sheet->last;
        }
    }
    if (key.value != NULL)
        atlas_slice_unroll(&key.slice, key.frame, (uint32_t)frames, reader->atlas, &reader->log);
}

static void read_slices(struct atlas_json *reader, const cJSON *slices, struct sheet *sheet)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, slices)
    {
        if (atlas_json_begin(reader, value, "slice", "name"))
            read_slice(reader, value, sheet);
    }
    reader->what = NULL;
}

/* ---- Names of frames ----------------------------------------------------------------------- */

/* A name without its tag and its number: "hero #walk 7.png" is "hero #", " ", ".png". */
struct pattern {
    const char *begins[3], *ends[3]; /* of the parts that are left */
    const char *number;              /* NULL: there is none */
    bool number_first;               /* it stands before the tag */
};

/* Finds the last number of a text, which ends at `*end`; NULL when there is none. A layer has that
 * of "(hat 2)", and that of "Layer 1", as Aseprite itself names layers. */
static const char *find_number(const char *text, const char **end)
{
    static const char layer[] = "Layer ";
    const size_t length = strlen(layer);
    while (*end > text && !isdigit((unsigned char)(*end)[-1]))
        --*end;
    const char *number = *end;
    while (number > text && isdigit((unsigned char)number[-1]))
        number--;
    const size_t before = (size_t)(number - text);
    const bool is_layer = (before >= length && memcmp(number - length, layer, length) == 0) ||
                          (before > 0 && **end == ')' && number[-1] != '(');
    return number < *end && !is_layer ? number : NULL;
}

/* Finds the pattern of a name that has a tag of that length at `tag`. */
static struct pattern find_pattern(const char *name, const char *tag, size_t length)
{
    const char *const behind = tag + length, *const last = name + strlen(name);
    const char *end = last, *number = find_number(behind, &end);
    if (number != NULL)
        return (struct pattern){{name, behind, end}, {tag, number, last}, number, false};
    end = tag;
    number = find_number(name, &end);
    if (number != NULL)
        return (struct pattern){{name, end, behind}, {number, tag, last}, number, true};
    return (struct pattern){{name, behind, last}, {tag, last, last}, NULL, false};
}

/* Goes on behind a part of a text. NULL when it is not there, also for NULL. */
static const char *skip(const char *text, const char *part, size_t length)
{
    return text != NULL && strncmp(text, part, length) == 0 ? text + length : NULL;
}

static const char *skip_number(const char *text, uint64_t number)
{
    char *end;
    return text != NULL && isdigit((unsigned char)*text) && strtoull(text, &end, 10) == number
               ? end
               : NULL;
}

static bool has_pattern(const char *name, const struct pattern *pattern, const char *tag,
                        uint64_t number)
{
    for (int i = 0; i < 3; i++) {
        name = skip(name, pattern->begins[i], (size_t)(pattern->ends[i] - pattern->begins[i]));
        if (i == (pattern->number_first ? 1 : 0))
            name = skip(name, tag, strlen(tag));
        else if (i < 2 && pattern->number != NULL)
            name = skip_number(name, number);
    }
    return name != NULL && *name == '\0';
}

/* True if the first frame may have that name: numbers begin with 0 ({frame}) or 1 ({frame1}).
 * Aseprite itself writes "hero 0.aseprite", so without it the frame 0 was left out. It also writes
 * "tree1.aseprite" and "tree2.aseprite" for documents of one frame, where no tag goes further. */
static bool may_be_first(const struct pattern *pattern, const char *name, uint32_t last)
{
    const char *const dot = strrchr(name, '.');
    const bool is_own = dot != NULL && (dot[1] == '\0' || strcmp(dot, ".ase") == 0 ||
                                        strcmp(dot, ".aseprite") == 0);
    if (pattern->number == NULL)
        return true;
    const uint64_t number = strtoull(pattern->number, NULL, 10);
    const char before = pattern->number > name ? pattern->number[-1] : '\0';
    if (is_own && last == 0)
        return number == 0 && !isalpha((unsigned char)before);
    return number == 0 || (number == 1 && !(is_own && before == ' '));
}

/* The first frame whose name is not as it must be; their count when there is none. `tags` are
 * those that frames have in their names, at `place`, counted from 1, or NULL; numbers may count the
 * frames of each tag ({tagframe}). */
static size_t find_misfit(const struct atlas *atlas, const struct sheet *sheet,
                          const uint32_t *tags, size_t place, bool counts_in_tag)
{
    struct pattern pattern = {.number = NULL};
    uint64_t base = 0;
    for (size_t i = 0; i < atlas->frame_count; i++) {
        const char *const name = atlas->frames[i].name;
        const struct tag *const tag =
            tags != NULL && tags[i] > 0 ? &sheet->tags[tags[i] - 1] : NULL;
        const char *const word = tag != NULL ? tag->name : "";
        const size_t number = tag != NULL && counts_in_tag ? i - tag->plays.from : i;
        if (i == 0) {
            if (strlen(name) < place || skip(name + place, word, strlen(word)) == NULL)
                return i;
            pattern = find_pattern(name, name + place, strlen(word));
            base = pattern.number != NULL ? strtoull(pattern.number, NULL, 10) : 0;
        }
        if (i == 0 ? !may_be_first(&pattern, name, sheet->last)
                   : !has_pattern(name, &pattern, word, base + number))
            return i;
    }
    return atlas->frame_count;
}

/* Finds the tag of each frame. False when one has several, or some frame of a tag is missing. */
static bool find_tags(const struct sheet *sheet, uint32_t *tags)
{
    bool ok = sheet->tag_count > 0 && sheet->beyond == NULL;
    for (uint32_t i = 0; ok && i < sheet->tag_count; i++)
        for (uint32_t k = sheet->tags[i].plays.from; ok && k <= sheet->tags[i].plays.to; k++) {
            ok = tags[k] == 0;
            tags[k] = i + 1;
        }
    return ok;
}

/* True if the name of each frame has its tag: "walk_0", "walk_1", "run_0". The places that are
 * tried are those where the first frame of a tag may have it. */
static bool carry_tags(const struct sheet *sheet, const struct atlas *atlas, uint32_t *tags)
{
    enum { PLACES_MOST = 32 };
    const struct tag *const tag = sheet->tags;
    if (!find_tags(sheet, tags))
        return false;
    const char *const name = atlas->frames[tag->plays.from].name, *at = name;
    for (int i = 0; i < PLACES_MOST && (at = strstr(at, tag->name)) != NULL && *at != '\0'; i++) {
        const size_t place = (size_t)(at++ - name);
        for (int in_tag = 0; in_tag < 2; in_tag++)
            if (find_misfit(atlas, sheet, tags, place, in_tag == 1) == atlas->frame_count)
                return true;
    }
    return false;
}

#define OTHER_FRAMES                                                                               \
    "count the frames of one document, and '%s' does not look like its frame %zu; " ADVICE         \
    "each document and layer by itself, without 'Split Tags' and 'Ignore Empty'"

/* Tags and slices, or else cels, are at `where`. That they count other frames is an error; data of
 * cels that does is left out. */
static bool check_names(struct atlas_json *reader, const struct sheet *sheet, const cJSON *where,
                        bool only_cels)
{
    const struct atlas *const atlas = reader->atlas;
    const size_t misfit = find_misfit(atlas, sheet, NULL, 0, false);
    if (atlas->frame_count == 1 || misfit == atlas->frame_count)
        return true;
    uint32_t *const tags = memory_new(atlas->frame_count, sizeof *tags);
    const bool ok = carry_tags(sheet, atlas, tags);
    char shown[ATLAS_NAME_SHOWN];
    free(tags);
    if (ok)
        return true;
    text_quote(shown, sizeof shown, atlas->frames[misfit].name);
    if (!only_cels)
        return atlas_json_say(reader, where, "tags and slices " OTHER_FRAMES, shown, misfit);
    atlas_warn(&reader->log, "data-left-out", NULL, NULL, atlas_json_place(reader, where),
               "the user data of cels is left out: they " OTHER_FRAMES, shown, misfit);
    return false;
}

/* ---- The file ------------------------------------------------------------------------------ */

static void read_meta(struct atlas_json *reader, const cJSON *meta, struct sheet *sheet,
                      struct cels *cels)
{
    const cJSON *const tags = atlas_json_array(reader, meta, "frameTags", ATLAS_OPTIONAL);
    const cJSON *const slices = atlas_json_array(reader, meta, "slices", ATLAS_OPTIONAL);
    const cJSON *const layers = atlas_json_array(reader, meta, "layers", ATLAS_OPTIONAL);
    const size_t tag_count = (size_t)cJSON_GetArraySize(tags);
    const bool only_cels = tag_count == 0 && cJSON_GetArraySize(slices) == 0;
    read_cels(reader, layers, cels);
    if (only_cels && cels->count == 0)
        return;
    sheet->tags = arena_new(&reader->atlas->arena, tag_count + 1, sizeof *sheet->tags);
    read_tags(reader, tags, sheet);
    read_slices(reader, slices, sheet);
    const cJSON *const where = only_cels ? layers : tag_count > 0 ? tags : slices;
    if (reader->atlas->frame_count == 0 || !check_names(reader, sheet, where, only_cels))
        return;
    if (sheet->beyond == NULL) {
        add_animations(reader, sheet);
        add_data_of_cels(reader, cels);
        add_data_of_tags(reader, sheet);
        return;
    }
    atlas_warn(&reader->log, "tags-of-more", "tag", sheet->beyond->name,
               atlas_json_place(reader, sheet->beyond->value),
               "it ends at frame %" PRIu32
               ", and the sheet at frame %zu: all tags are left "
               "out, and all frames become one animation",
               sheet->beyond->plays.to, reader->atlas->frame_count - 1);
}

static void read_atlas(struct atlas_json *reader)
{
    const cJSON *const meta = atlas_json_find(reader, reader->json.root, "meta");
    struct sheet sheet = {0};
    struct cels cels = {0};
    atlas_json_read_sheet(reader, ATLAS_ASEPRITE);
    reader->atlas->own_animations = true; /* each file has its "run" */
    if (cJSON_IsObject(meta))
        read_meta(reader, meta, &sheet, &cels);
    reader->atlas->plays_all = sheet.beyond != NULL;
    arena_free(&cels.arena);
}

const struct atlas_format atlas_aseprite = {
    .name = "Aseprite JSON", .recognises = recognises, .read_json = read_atlas};
