/*
 * records.h - the records of an open pack, read one at a time
 *
 * For the files of src/, and for tools that read more of a pack than a game does. The index must be
 * below the count; hm_pack_open has checked everything else.
 */
#ifndef HM_RECORDS_H
#define HM_RECORDS_H

#include "format.h"

#include <hitmask.h>

struct section {
    const uint8_t *bytes;
    uint64_t length;
    uint32_t stride;
};

struct sprite_record {
    uint64_t name;
    uint32_t width, height, left, top, mask, list;
};

struct mask_record {
    uint64_t words;
    uint32_t width, height;
    uint64_t area;
};

struct list_record {
    uint64_t points;
    uint32_t count, map_width, map_height;
    uint16_t prune, flags;
};

struct animation_record {
    uint64_t name;
    uint32_t first, count;
};

static inline const uint8_t *record_at(const hm_records *records, uint32_t index)
{
    return records->at + (size_t)index * records->stride;
}

static inline const uint8_t *sprite_at(const hm_pack *pack, uint32_t index)
{
    return record_at(&pack->sprites, index);
}

static inline const uint8_t *detail_at(const hm_pack *pack, uint32_t index)
{
    return record_at(&pack->details, index);
}

static inline struct sprite_record read_sprite(const hm_pack *pack, uint32_t index)
{
    const uint8_t *const p = sprite_at(pack, index);
    return (struct sprite_record){
        .name = get_u64(p + SPRITE_NAME),
        .width = get_u32(p + SPRITE_WIDTH),
        .height = get_u32(p + SPRITE_HEIGHT),
        .left = get_u32(p + SPRITE_LEFT),
        .top = get_u32(p + SPRITE_TOP),
        .mask = get_u32(p + SPRITE_MASK),
        .list = get_u32(p + SPRITE_LIST),
    };
}

static inline struct mask_record read_mask(const hm_pack *pack, uint32_t index)
{
    const uint8_t *const p = record_at(&pack->masks, index);
    return (struct mask_record){
        .words = get_u64(p + MASK_WORDS),
        .width = get_u32(p + MASK_WIDTH),
        .height = get_u32(p + MASK_HEIGHT),
        .area = get_u64(p + MASK_AREA),
    };
}

static inline struct list_record read_list(const hm_pack *pack, uint32_t index)
{
    const uint8_t *const p = record_at(&pack->lists, index);
    return (struct list_record){
        .points = get_u64(p + LIST_POINTS),
        .count = get_u32(p + LIST_COUNT),
        .map_width = get_u32(p + LIST_MAP_WIDTH),
        .map_height = get_u32(p + LIST_MAP_HEIGHT),
        .prune = get_u16(p + LIST_PRUNE),
        .flags = get_u16(p + LIST_FLAGS),
    };
}

static inline const uint8_t *animation_at(const hm_pack *pack, uint32_t index)
{
    return record_at(&pack->animations, index);
}

static inline struct animation_record read_animation(const hm_pack *pack, uint32_t index)
{
    const uint8_t *const p = animation_at(pack, index);
    return (struct animation_record){
        .name = get_u64(p + ANIMATION_NAME),
        .first = get_u32(p + ANIMATION_FIRST),
        .count = get_u32(p + ANIMATION_COUNT),
    };
}

static inline const uint8_t *frame_at(const hm_pack *pack, uint32_t index)
{
    return record_at(&pack->frames, index);
}

/* A section of an open pack, zeroed when the pack does not have it. */
struct section hm_find_section(const uint8_t *pack, uint32_t id);

/* The records of a section; none if it is missing, or has shorter records than are `known`, or too
 * many. */
hm_records hm_find_records(const uint8_t *pack, uint32_t id, uint32_t known);

/* The record of a sprite among records that ascend by the index of the sprite, their first number,
 * or NULL. */
const uint8_t *hm_find_of_sprite(const hm_records *records, uint32_t sprite);

/* Finds a view in its pack again: the strings, the sprites, and its index among these. False for a
 * view of no pack, and when a damaged pack has its names out of order. */
bool hm_find_again(const hm_sprite *sprite, hm_pack *pack, uint32_t *index);

/* The index of the record of that name, among records that are sorted by names and begin with
 * the offset of theirs; the count when there is none. */
uint32_t hm_find_name(const hm_pack *pack, const hm_records *records, const char *name,
                      size_t length);

/* The length of a name. For a name longer than all strings of the pack together, which no pack can
 * hold, the length of these. */
size_t hm_name_length(const hm_pack *pack, const char *name);

/* Points a view at the words that every mask without words of its own shares. */
void hm_sprite_view_full(hm_sprite *sprite);

#endif
