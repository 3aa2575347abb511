/*
 * pack_write.c - a sorted model becomes the bytes of a pack
 *
 * All code runs twice: once into a checksum, once into the caller's sink, behind the
 * header that holds it. So nothing but the model is held in memory, and the sink may be a
 * pipe; where it can go back to the header, both may run at once. FORMAT.md describes what is
 * written here.
 */
#include "formats/pack.h"

#include "base/memory.h"
#include "format.h"
#include "system/parallel.h"

#include <stdlib.h>

#include <string.h>

/* Strings in the order of their first use. The index is begun when a string is first looked for. */
struct strings {
    struct arena arena;
    const char **texts;
    uint64_t *offsets; /* of each text */
    size_t count;
    uint64_t size;
    struct index index; /* of the first texts, by their hashes */
};

/* All strings of a pack. Names come first, then the others. Most packs need no index of them,
 * because the source of a picture has the name of its sprite. Data is apart, in a section of its
 * own. */
struct pack_strings {
    struct strings strings, texts;
    uint64_t *sources, *layers, *data; /* offsets, one a sprite */
    uint64_t *animations;              /* offsets of their names */
};

static void strings_free(struct strings *strings)
{
    index_free(&strings->index);
    arena_free(&strings->arena);
}

static uint64_t hash_string(const char *string)
{
    uint64_t hash = 0;
    for (const char *p = string; *p != 0; p++)
        hash = checksum_mix(hash, (uint8_t)*p);
    return hash ^ hash >> 32;
}

/* Puts a text at the end. */
static void add_string(struct strings *strings, const char *string)
{
    const size_t index = strings->count++;
    strings->texts[index] = string;
    strings->offsets[index] = strings->size;
    strings->size += strlen(string) + 1;
}

/* The offset of a string; a new one is put at the end. */
static uint64_t place_string(struct strings *strings, const char *string)
{
    if (string == NULL)
        return NO_STRING;
    while (strings->index.count < strings->count) {
        const uint32_t i = (uint32_t)strings->index.count;
        index_add(&strings->index, hash_string(strings->texts[i]), i);
    }
    size_t step = 0;
    for (uint32_t i; (i = index_next(&strings->index, hash_string(string), &step)) != INDEX_END;)
        if (strcmp(strings->texts[i], string) == 0)
            return strings->offsets[i];
    add_string(strings, string);
    return strings->offsets[strings->count - 1];
}

static void strings_init(struct strings *strings, size_t most)
{
    strings->texts = arena_new(&strings->arena, most, sizeof *strings->texts);
    strings->offsets = arena_new(&strings->arena, most, sizeof *strings->offsets);
}

static uint64_t *new_offsets(struct pack_strings *all, size_t count)
{
    return arena_new(&all->strings.arena, count, sizeof(uint64_t));
}

static void place_strings(struct pack_strings *all, const struct model *model)
{
    struct strings *const strings = &all->strings;
    const size_t sprites = model->sprite_count, animations = model->animation_count;
    strings_init(strings, 3 * sprites + animations + 1);
    strings_init(&all->texts, sprites + 1);
    all->sources = new_offsets(all, sprites);
    all->layers = new_offsets(all, sprites);
    all->data = new_offsets(all, sprites);
    all->animations = new_offsets(all, animations);
    for (size_t i = 0; i < sprites; i++)
        add_string(strings, model->sprites[i].name);
    for (size_t i = 0; i < sprites; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        const bool is_name = sprite->source != NULL && strcmp(sprite->source, sprite->name) == 0;
        all->sources[i] = is_name ? strings->offsets[i] : place_string(strings, sprite->source);
        all->layers[i] = place_string(strings, sprite->layer);
        all->data[i] = place_string(&all->texts, sprite->data);
    }
    for (size_t i = 0; i < animations; i++)
        all->animations[i] = place_string(strings, model->animations[i].name);
}

static uint32_t index_or_none(int64_t index)
{
    return index == MODEL_NONE ? NO_INDEX : (uint32_t)index;
}

static void put_sprites(const struct model *model, const struct pack_strings *strings,
                        struct sink *sink)
{
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        uint8_t record[SPRITE_RECORD];
        put_u64(record + SPRITE_NAME, strings->strings.offsets[i]);
        put_u32(record + SPRITE_WIDTH, sprite->width);
        put_u32(record + SPRITE_HEIGHT, sprite->height);
        put_u32(record + SPRITE_LEFT, sprite->left);
        put_u32(record + SPRITE_TOP, sprite->top);
        put_u32(record + SPRITE_MASK, index_or_none(sprite->mask));
        put_u32(record + SPRITE_LIST, index_or_none(sprite->list));
        sink_put(sink, record, sizeof record);
    }
}

static void put_details(const struct model *model, const struct pack_strings *strings,
                        struct sink *sink)
{
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        uint8_t record[DETAIL_RECORD];
        put_u64(record + DETAIL_SOURCE, strings->sources[i]);
        put_u64(record + DETAIL_LAYER, strings->layers[i]);
        put_u64(record + DETAIL_PIVOT_X, (uint64_t)sprite->pivot_x);
        put_u64(record + DETAIL_PIVOT_Y, (uint64_t)sprite->pivot_y);
        for (int k = 0; k < 4; k++)
            put_u32(record + DETAIL_REGION + 4 * k, sprite->region[k]);
        put_u32(record + DETAIL_WARNINGS, sprite->warnings);
        put_u32(record + DETAIL_ZERO, 0);
        sink_put(sink, record, sizeof record);
    }
}

static void put_masks(const struct model *model, struct sink *sink)
{
    uint64_t offset = 0;
    for (size_t i = 0; i < model->mask_count; i++) {
        const struct mask *const mask = &model->masks[i];
        uint8_t record[MASK_RECORD];
        put_u64(record + MASK_WORDS, offset);
        put_u32(record + MASK_WIDTH, mask->width);
        put_u32(record + MASK_HEIGHT, mask->height);
        put_u64(record + MASK_AREA, mask->area);
        sink_put(sink, record, sizeof record);
        offset += model_mask_size(mask);
    }
}

static void put_lists(const struct model *model, struct sink *sink)
{
    uint64_t offset = 0;
    for (size_t i = 0; i < model->list_count; i++) {
        const struct points *const list = &model->lists[i];
        uint8_t record[LIST_RECORD];
        put_u64(record + LIST_POINTS, offset);
        put_u32(record + LIST_COUNT, list->count);
        put_u32(record + LIST_MAP_WIDTH, list->map_width);
        put_u32(record + LIST_MAP_HEIGHT, list->map_height);
        put_u16(record + LIST_PRUNE, (uint16_t)list->prune);
        put_u16(record + LIST_FLAGS, list->border_dropped ? LIST_BORDER_DROPPED : 0);
        sink_put(sink, record, sizeof record);
        offset += model_list_size(list);
    }
}

static void put_animations(const struct model *model, const struct pack_strings *strings,
                           struct sink *sink)
{
    uint32_t first = 0;
    for (size_t i = 0; i < model->animation_count; i++) {
        const struct model_animation *const animation = &model->animations[i];
        uint8_t record[ANIMATION_RECORD];
        put_u64(record + ANIMATION_NAME, strings->animations[i]);
        put_u32(record + ANIMATION_FIRST, first);
        put_u32(record + ANIMATION_COUNT, animation->count);
        sink_put(sink, record, sizeof record);
        first += animation->count;
    }
}

static void put_frames(const struct model *model, struct sink *sink)
{
    for (size_t i = 0; i < model->animation_count; i++) {
        const struct model_animation *const animation = &model->animations[i];
        for (uint32_t k = 0; k < animation->count; k++) {
            uint8_t record[FRAME_RECORD];
            put_u32(record + FRAME_SPRITE, animation->sprites[k]);
            put_u32(record + FRAME_DURATION, animation->durations[k]);
            sink_put(sink, record, sizeof record);
        }
    }
}

static uint64_t count_places(const struct model *model)
{
    uint64_t count = 0;
    for (size_t i = 0; i < model->sprite_count; i++)
        count += !model_is_plain(&model->sprites[i]);
    return count;
}

static void put_places(const struct model *model, struct sink *sink)
{
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        const uint32_t whole[4] = {0, 0, sprite->width, sprite->height};
        uint8_t record[PLACE_RECORD];
        if (model_is_plain(sprite))
            continue;
        put_u32(record + PLACE_SPRITE, (uint32_t)i);
        put_u32(record + PLACE_TURN, sprite->turn);
        for (int k = 0; k < 4; k++)
            put_u32(record + PLACE_BOX + 4 * k, (sprite->place[2] > 0 ? sprite->place : whole)[k]);
        sink_put(sink, record, sizeof record);
    }
}

static uint64_t count_data(const struct model *model)
{
    uint64_t count = 0;
    for (size_t i = 0; i < model->sprite_count; i++)
        count += model->sprites[i].data != NULL;
    return count;
}

static void put_data(const struct model *model, const struct pack_strings *strings,
                     struct sink *sink)
{
    for (size_t i = 0; i < model->sprite_count; i++) {
        uint8_t record[DATA_RECORD];
        if (model->sprites[i].data == NULL)
            continue;
        put_u32(record + DATA_SPRITE, (uint32_t)i);
        put_u32(record + DATA_ZERO, 0);
        put_u64(record + DATA_TEXT, strings->data[i]);
        sink_put(sink, record, sizeof record);
    }
}

static void put_strings(const struct strings *strings, struct sink *sink)
{
    for (size_t i = 0; i < strings->count; i++)
        sink_put(sink, strings->texts[i], strlen(strings->texts[i]) + 1);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Bytes of a coordinate: two, where all fit. */
static uint32_t coordinate_bytes(const struct shapes *shapes)
{
    for (uint32_t i = 0; i < loops_corner_count(&shapes->loops); i++) {
        const struct spot c = shapes->loops.corners[i];
        if (c.x != (int16_t)c.x || c.y != (int16_t)c.y)
            return 4;
    }
    return 2;
}

static uint64_t corner_bytes(const struct shapes *shapes)
{
    return (uint64_t)loops_corner_count(&shapes->loops) * 2 * coordinate_bytes(shapes);
}

static uint64_t count_shaped(const struct model *model)
{
    uint64_t count = 0;
    for (size_t i = 0; i < model->sprite_count; i++)
        count += model->sprites[i].shapes > 0;
    return count;
}

/* The first loop and corner of the shapes of each number. */
struct shape_places {
    uint64_t *corners;
    uint32_t *loops;
};

static void find_shape_places(const struct model *model, struct shape_places *out)
{
    const size_t count = model->shapes_count;
    out->corners = memory_new(count + 2, sizeof *out->corners);
    out->loops = memory_new(count + 2, sizeof *out->loops);
    for (size_t i = 0; i < count; i++) {
        const struct shapes *const shapes = &model->shapes[i];
        out->corners[i + 2] = out->corners[i + 1] + corner_bytes(shapes);
        out->loops[i + 2] = out->loops[i + 1] + shapes->loops.count;
    }
}

static void put_shapes(const struct model *model, struct sink *sink)
{
    struct shape_places places;
    find_shape_places(model, &places);
    for (size_t i = 0; i < model->sprite_count; i++) {
        const uint32_t number = model->sprites[i].shapes;
        uint8_t record[SHAPE_RECORD];
        if (number == 0)
            continue;
        const struct shapes *const shapes = &model->shapes[number - 1];
        const unsigned wide = coordinate_bytes(shapes) == 4 ? SHAPE_WIDE : 0;
        put_u32(record + SHAPE_SPRITE, (uint32_t)i);
        put_u16(record + SHAPE_FLAGS, (uint16_t)(shapes->kinds | wide));
        put_u16(record + SHAPE_FIT, (uint16_t)shapes->fit);
        put_u32(record + SHAPE_TOLERANCE, shapes->tolerance);
        put_u32(record + SHAPE_LOOPS, places.loops[number]);
        put_u64(record + SHAPE_CORNERS, places.corners[number]);
        for (int kind = 0; kind < SHAPE_KINDS; kind++)
            put_u32(record + SHAPE_COUNTS + 4 * kind, shapes->counts[kind]);
        sink_put(sink, record, sizeof record);
    }
    free(places.corners);
    free(places.loops);
}

static void put_loops(const struct model *model, struct sink *sink)
{
    for (size_t i = 0; i < model->shapes_count; i++)
        for (uint32_t loop = 1; loop <= model->shapes[i].loops.count; loop++) {
            uint8_t record[LOOP_RECORD];
            put_u32(record, model->shapes[i].loops.starts[loop]);
            sink_put(sink, record, sizeof record);
        }
}

static void put_corners(const struct model *model, struct sink *sink)
{
    for (size_t i = 0; i < model->shapes_count; i++) {
        const struct loops *const loops = &model->shapes[i].loops;
        const bool wide = coordinate_bytes(&model->shapes[i]) == 4;
        for (uint32_t k = 0; k < loops_corner_count(loops); k++) {
            uint8_t corner[8];
            if (wide) {
                put_u32(corner, (uint32_t)loops->corners[k].x);
                put_u32(corner + 4, (uint32_t)loops->corners[k].y);
            } else {
                put_u16(corner, (uint16_t)loops->corners[k].x);
                put_u16(corner + 2, (uint16_t)loops->corners[k].y);
            }
            sink_put(sink, corner, wide ? 8 : 4);
        }
    }
}

/* The place of each section, known before a byte is written. */
struct layout {
    struct {
        uint32_t stride;
        uint64_t length, offset;
        bool written; /* the first ones always are, the others when they have something to say */
    } sections[SECTION_LAST + 1];
    uint32_t count; /* of those that are written */
    uint64_t total;
};

static void plan(const struct model *model, const struct pack_strings *strings,
                 struct layout *layout)
{
    uint64_t words = WORDS_SLACK, points = 0;
    for (size_t i = 0; i < model->mask_count; i++)
        words += model_mask_size(&model->masks[i]);
    for (size_t i = 0; i < model->list_count; i++)
        points += model_list_size(&model->lists[i]);
    uint64_t loops = 0, corners = 0;
    for (size_t i = 0; i < model->shapes_count; i++) {
        loops += model->shapes[i].loops.count;
        corners += corner_bytes(&model->shapes[i]);
    }
    const uint64_t sprites = model->sprite_count;
    *layout = (struct layout){
        .sections = {
            [SECTION_STRINGS] = {.stride = 1, .length = strings->strings.size},
            [SECTION_SPRITES] = {.stride = SPRITE_RECORD, .length = sprites * SPRITE_RECORD},
            [SECTION_DETAILS] = {.stride = DETAIL_RECORD, .length = sprites * DETAIL_RECORD},
            [SECTION_MASKS] = {.stride = MASK_RECORD,
                               .length = model->mask_count * (uint64_t)MASK_RECORD},
            [SECTION_WORDS] = {.stride = 8, .length = words},
            [SECTION_LISTS] = {.stride = LIST_RECORD,
                               .length = model->list_count * (uint64_t)LIST_RECORD},
            [SECTION_POINTS] = {.stride = 1, .length = points},
            [SECTION_ANIMATIONS] = {.stride = ANIMATION_RECORD,
                                    .length = model->animation_count * (uint64_t)ANIMATION_RECORD},
            [SECTION_FRAMES] = {.stride = FRAME_RECORD,
                                .length = model->frame_count * (uint64_t)FRAME_RECORD},
            [SECTION_OPTIONS] = {.stride = 1,
                                 .length = model->options != NULL ? strlen(model->options) : 0},
            [SECTION_PLACES] = {.stride = PLACE_RECORD,
                                .length = count_places(model) * PLACE_RECORD},
            [SECTION_DATA] = {.stride = DATA_RECORD, .length = count_data(model) * DATA_RECORD},
            [SECTION_TEXTS] = {.stride = 1, .length = strings->texts.size},
            [SECTION_SHAPES] = {.stride = SHAPE_RECORD,
                                .length = count_shaped(model) * SHAPE_RECORD},
            [SECTION_LOOPS] = {.stride = LOOP_RECORD, .length = loops * LOOP_RECORD},
            [SECTION_CORNERS] = {.stride = 1, .length = corners},
        }};
    for (uint32_t id = 1; id <= SECTION_LAST; id++) {
        layout->sections[id].written = id <= SECTION_COUNT || layout->sections[id].length > 0;
        layout->count += layout->sections[id].written;
    }
    layout->total = HEADER_SIZE + layout->count * (uint64_t)SECTION_RECORD;
    for (uint32_t id = 1; id <= SECTION_LAST; id++) {
        if (!layout->sections[id].written)
            continue;
        layout->sections[id].offset = (layout->total + 7) / 8 * 8;
        layout->total = layout->sections[id].offset + layout->sections[id].length;
    }
}

static void put_table(const struct layout *layout, struct sink *sink)
{
    for (uint32_t id = 1; id <= SECTION_LAST; id++) {
        uint8_t record[SECTION_RECORD];
        if (!layout->sections[id].written)
            continue;
        put_u32(record + SECTION_ID, id);
        put_u32(record + SECTION_STRIDE, layout->sections[id].stride);
        put_u64(record + SECTION_OFFSET, layout->sections[id].offset);
        put_u64(record + SECTION_LENGTH, layout->sections[id].length);
        sink_put(sink, record, sizeof record);
    }
}

/* Zeros behind a section up to the next multiple of 8, unless nothing follows it. */
static void put_gap(const struct layout *layout, uint32_t section, struct sink *sink)
{
    static const uint8_t zeros[8];
    const uint64_t length = layout->sections[section].length;
    bool follows = false;
    for (uint32_t id = section + 1; id <= SECTION_LAST; id++)
        follows = follows || layout->sections[id].written;
    if (follows)
        sink_put(sink, zeros, (size_t)((8 - length % 8) % 8));
}

/* Everything after the header. */
struct body {
    const struct model *model;
    struct pack_strings strings;
    struct layout layout;
};

static void put_body(const struct body *body, struct sink *sink)
{
    const struct model *const model = body->model;
    const struct pack_strings *const strings = &body->strings;
    const struct layout *const layout = &body->layout;
    static const uint8_t slack[WORDS_SLACK];
    put_table(layout, sink);
    put_strings(&strings->strings, sink);
    put_gap(layout, SECTION_STRINGS, sink);
    put_sprites(model, strings, sink);
    put_details(model, strings, sink);
    put_masks(model, sink);
    for (size_t i = 0; i < model->mask_count; i++)
        sink_put_words(sink, model->masks[i].words, model_mask_size(&model->masks[i]) / 8);
    sink_put(sink, slack, sizeof slack);
    put_lists(model, sink);
    for (size_t i = 0; i < model->list_count; i++)
        sink_put(sink, model->lists[i].cells, model_list_size(&model->lists[i]));
    put_gap(layout, SECTION_POINTS, sink);
    put_animations(model, strings, sink);
    put_frames(model, sink);
    sink_put(sink, model->options, (size_t)layout->sections[SECTION_OPTIONS].length);
    put_gap(layout, SECTION_OPTIONS, sink);
    put_places(model, sink);
    put_data(model, strings, sink);
    put_strings(&strings->texts, sink);
    put_gap(layout, SECTION_TEXTS, sink);
    put_shapes(model, sink);
    put_loops(model, sink);
    put_gap(layout, SECTION_LOOPS, sink);
    put_corners(model, sink);
}

/* The body's checksum, made on any thread. Bytes wait until a block is full. */
struct summing {
    const struct body *body;
    struct checksum checksum;
    uint8_t block[64];
    size_t used;
    uint64_t sum;
};

static void add_to_block(struct summing *summing, const uint8_t *bytes, size_t size)
{
    memcpy(summing->block + summing->used, bytes, size);
    summing->used += size;
    if (summing->used == sizeof summing->block) {
        checksum_blocks(&summing->checksum, summing->block, 1);
        summing->used = 0;
    }
}

/* Fills the block that was begun, then adds whole blocks without a copy, then keeps the rest. */
static bool sum_bytes(void *user, const void *bytes, size_t size)
{
    struct summing *const summing = user;
    const size_t block = sizeof summing->block;
    const size_t wanted = (block - summing->used) % block;
    const size_t first = size < wanted ? size : wanted, blocks = (size - first) / block;
    const uint8_t *const p = (const uint8_t *)bytes + first;
    add_to_block(summing, bytes, first);
    checksum_blocks(&summing->checksum, p, blocks);
    add_to_block(summing, p + blocks * block, size - first - blocks * block);
    return true;
}

static void sum_body(void *user)
{
    struct summing *const summing = user;
    struct sink sink;
    struct error never;
    sink_init(&sink, sum_bytes, summing);
    put_body(summing->body, &sink);
    sink_flush(&sink, &never);
    summing->sum = checksum_end(&summing->checksum, summing->block, summing->used);
}

static uint16_t minor_version(const struct layout *layout)
{
    return layout->sections[SECTION_SHAPES].written   ? PACK_MINOR_SHAPES
           : layout->sections[SECTION_DATA].written   ? PACK_MINOR_DATA
           : layout->sections[SECTION_PLACES].written ? PACK_MINOR_PLACES
                                                      : PACK_MINOR;
}

static void put_pack(const struct body *body, unsigned jobs, struct sink *sink)
{
    const bool at_once = sink->amend != NULL && parallel_is_worth(jobs, body->layout.total);
    struct summing summing = {.body = body};
    struct parallel_task task;
    uint8_t header[HEADER_SIZE] = {0};
    memcpy(header + HEADER_MAGIC, PACK_MAGIC, 8);
    put_u16(header + HEADER_MAJOR, PACK_MAJOR);
    put_u16(header + HEADER_MINOR, minor_version(&body->layout));
    put_u32(header + HEADER_SECTIONS, body->layout.count);
    put_u64(header + HEADER_TOTAL, body->layout.total);
    checksum_init(&summing.checksum, header);
    parallel_begin(&task, at_once, sum_body, &summing);
    if (!at_once)
        put_u64(header + HEADER_CHECKSUM, summing.sum);
    sink_put(sink, header, sizeof header);
    put_body(body, sink);
    parallel_end(&task);
    if (at_once) {
        put_u64(header + HEADER_CHECKSUM, summing.sum);
        sink_amend(sink, 0, header, sizeof header);
    }
}

void pack_write(const struct model *model, unsigned jobs, struct sink *sink)
{
    struct body body = {.model = model};
    place_strings(&body.strings, model);
    plan(model, &body.strings, &body.layout);
    put_pack(&body, jobs, sink);
    strings_free(&body.strings.strings);
    strings_free(&body.strings.texts);
}
